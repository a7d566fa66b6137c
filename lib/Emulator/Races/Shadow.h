//===- Shadow.h - Cells of the words of memory ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each word of four bytes has a cell of two chains (Chains.h): the writes and the
// reads that a later access may race with. Equal chains have equal numbers, so
// that cells are compared by them.
//
// Warps mostly access whole lines of neighbouring words, whose cells are then
// equal: such a line keeps one cell for all of its words.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_SHADOW_H
#define TESSERA_LIB_EMULATOR_RACES_SHADOW_H

#include "Postponed.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <memory>
#include <optional>
#include <vector>

namespace tessera::ptx::races {

struct Cell {
  Chain writes = 0;
  Chain reads = 0;

  bool operator==(const Cell &o) const {
    return llvm::bit_cast<uint64_t>(*this) == llvm::bit_cast<uint64_t>(o);
  }
};

// If a warp accesses neighbouring elements that share words, the elements of a
// word have one history, of neighbouring lanes. The cell then keeps only that
// of the first element, in records of rows of one size; any other access to the
// word first takes it apart.

/// True if a cell is empty or consists of such rows.
bool isOfRows(const ChainTable &chains, const Cell &cell, uint8_t bytes);
/// The cell with a record for each element of the word.
Cell takeApart(ChainTable &chains, const Cell &cell);

/// The steps that a proxy fence shows: generic accesses to shared or to global memory, to
/// the async proxy; or those to tensor maps, once an acquire of the map follows.
enum Proxied : unsigned { SharedMemory, GlobalMemory, TensorMaps };
constexpr size_t proxiedCount = 3;

/// The knowledge of a thread, or the part that it passes on: all accesses that
/// happen before.
struct Knowledge {
  Clock all;
  /// The parts of `all` that proxy fences have made visible to other proxies,
  /// by Proxied.
  std::array<Clock, proxiedCount> proxied;
  /// `fenced`: everything that is ordered before a known fence.sc. `seen`: the
  /// part of that which must come before a later fence.sc too, since strong
  /// accesses behind the one were seen to come before the other.
  Clock fenced, seen;
  /// Everything that comes before by the order in which fence.sc were executed.
  /// Only the choice of values uses it (Values.cpp).
  Clock ordered;
  /// Steps of tensor memory (RaceStep), which relaxed operations pass on, too.
  Clock tensor;

  Knowledge() = default;
  Knowledge(const Knowledge &) = default;
  Knowledge(Knowledge &&) = default;
  /// Mostly nothing differs, or only `all`.
  Knowledge &operator=(const Knowledge &other) {
    if (*this == other)
      return *this;
    all = other.all;
    if (proxied != other.proxied)
      proxied = other.proxied;
    if (!(fenced == other.fenced))
      fenced = other.fenced;
    if (!(seen == other.seen))
      seen = other.seen;
    if (!(ordered == other.ordered))
      ordered = other.ordered;
    if (!(tensor == other.tensor))
      tensor = other.tensor;
    return *this;
  }

  void join(const Knowledge &other) {
    all.join(other.all);
    for (size_t i = 0; i != proxied.size(); ++i)
      proxied[i].join(other.proxied[i]);
    fenced.join(other.fenced);
    seen.join(other.seen);
    ordered.join(other.ordered);
    tensor.join(other.tensor);
  }
  /// Compares all clocks, which takes less time than to look for the first that
  /// differs.
  bool operator==(const Knowledge &o) const {
    bool areSame = all == o.all;
    for (size_t i = 0; i != proxied.size(); ++i)
      areSame &= proxied[i] == o.proxied[i];
    areSame &= fenced == o.fenced;
    areSame &= seen == o.seen;
    areSame &= ordered == o.ordered;
    areSame &= tensor == o.tensor;
    return areSame;
  }
};

/// The knowledge that releases leave at a location of strong accesses, for
/// acquires to take.
struct Location {
  /// From releases of all blocks in a wide scope.
  Knowledge wide;
  /// From releases in any scope, by the first row of the releasing block; for
  /// `mostBlocks` blocks at most.
  static constexpr size_t mostBlocks = 64;
  llvm::SmallVector<std::pair<uint32_t, Knowledge>, 1> ofBlock;
  bool hasMoreBlocks = false;
  /// The last release operations of some threads. A later strong write of the
  /// same thread continues their release sequence.
  struct Release {
    uint32_t row;
    unsigned lane;
    bool isWide;
    Knowledge knowledge;
  };
  static constexpr size_t mostReleases = 16;
  llvm::SmallVector<Release, 1> releases;
  /// Everything ordered before fence.sc that precede its strong reads and
  /// writes.
  Clock fencedReads, fencedWrites;
  /// Knowledge::tensor of all who have written it by strong accesses.
  Clock tensor;

  /// Another value has replaced the one that releases wrote.
  void overwrite() {
    wide = {};
    ofBlock.clear();
    hasMoreBlocks = false;
  }
};

/// Everything that a lane did up to an epoch.
struct Doer {
  uint32_t row = 0;
  unsigned lane = 0;
  Epoch epoch = 0;

  bool operator==(const Doer &o) const {
    return row == o.row && lane == o.lane && epoch == o.epoch;
  }
};

/// PTX ISA, section "Observation Order", for one location: the readers of its
/// strong writes, directly or through atomic operations. Kept only where the
/// order of the cell's writes does not tell. Without it, nobody has read the
/// newest write but itself, if it is atomic, and each write comes before the
/// newer ones, directly or through reads.
struct Observations {
  /// Readers of one value: by row, the epochs at which lanes read it.
  using Readers = llvm::SmallDenseMap<uint32_t, Row, 1>;
  /// Writes that are not ordered before the store that replaced them, newest
  /// first, and the readers of the last of them.
  struct Overwritten {
    llvm::SmallVector<Record, 2> writes;
    std::shared_ptr<const Readers> readers;
  };
  /// Limit on each list, and on the newest writes of a location that a store
  /// looks at; older writes count as observed.
  static constexpr size_t mostOverwritten = 16, mostWrites = 64;

  std::shared_ptr<Readers> readers; ///< of the current value
  llvm::SmallVector<Overwritten, 0> overwritten;
  /// Readers of a value that is not the newest, whichever store replaced it.
  llvm::SmallVector<Overwritten, 0> earlier;

  void addReader(Doer reader);
};

/// A value that a location had, its writer, and the knowledge released with it.
struct Value {
  static constexpr unsigned mostBytes = 8;
  std::array<uint8_t, mostBytes> bytes = {};
  std::optional<Doer> writer; ///< none if unknown, as for the initial value
  std::shared_ptr<Location> released;
};

/// The values of a location in coherence order, numbered; the newest one is in
/// memory. Kept if loads may return older ones.
struct History {
  static constexpr size_t mostValues = 64, mostReaders = 256;
  unsigned size = 0;
  uint64_t first = 0; ///< number of the oldest value
  std::vector<Value> older;
  std::optional<Doer> newestWriter;
  uint64_t instruction = 0; ///< of the newest write, among its warp's
  std::vector<std::pair<Doer, uint64_t>> readers;

  uint64_t newest() const { return first + older.size(); }
  /// Forgets all but the newest value.
  void forget() {
    first = newest();
    older.clear();
    readers.clear();
  }
};

/// Accesses of a warp's lanes to one page that met nothing, with one record for all
/// words: `count` pieces of `size` bytes from `address` on, each `stride` bytes
/// behind the last one (KeptAccesses.cpp).
struct KeptAccess {
  Record record;
  uint32_t size = 0;
  uint64_t address = 0;
  uint16_t stride = 0, count = 1;

  /// The bytes from the first to the last one.
  uint64_t extent() const { return uint64_t(stride) * (count - 1) + size; }
};

/// The cells of a piece of memory. Each of its lines has one cell for all
/// words, until a word needs a cell of its own.
class Page {
public:
  static constexpr size_t cellCount = pageBytes / wordBytes;
  /// The bytes that a warp accesses with a byte for each lane.
  static constexpr uint64_t lineBytes = warpSize;
  static constexpr size_t lineCells = lineBytes / wordBytes;

  Cell cellAt(uint64_t address) const {
    uint64_t at = address % pageBytes;
    return words   ? (*words)[at / wordBytes]
           : lines ? (*lines)[at / lineBytes]
                   : Cell();
  }
  /// The cells of all words, which do not move until compress().
  Cell *cellsOfWords() {
    if (LLVM_UNLIKELY(!words))
      expand();
    return words->data();
  }
  /// The cell of one word.
  Cell &cell(uint64_t address) {
    return cellsOfWords()[address % pageBytes / wordBytes];
  }
  /// The cells of a piece of the page that an access covers as a whole: one for
  /// each line if the page has only those, else one for each word.
  llvm::MutableArrayRef<Cell> cells(uint64_t address, uint64_t size) {
    uint64_t at = address % pageBytes;
    if (!words && at % lineBytes == 0 && size % lineBytes == 0)
      return {&needLines()[at / lineBytes], size / lineBytes};
    return {&cell(address), size / wordBytes};
  }
  /// The cell that all words of a line share; null if they have cells of their
  /// own, or if no line begins at the address.
  Cell *lineAt(uint64_t address) {
    uint64_t at = address % pageBytes;
    return words || at % lineBytes ? nullptr : &needLines()[at / lineBytes];
  }
  /// The cell of a word, one of those of the next words of the page; null if the page has lines.
  Cell *wordAt(uint64_t address) {
    return words ? &(*words)[address % pageBytes / wordBytes] : nullptr;
  }
  /// True if the cells of a piece of the page have a write.
  bool hasWrites(uint64_t address, uint64_t size) const {
    Chain all = 0;
    for (const Cell &cell : cellsAround(address, size))
      all |= cell.writes;
    return all;
  }
  /// True if they have any access.
  bool hasAccesses(uint64_t address, uint64_t size) const {
    Chain all = 0;
    for (const Cell &cell : cellsAround(address, size))
      all |= cell.writes | cell.reads;
    return all;
  }
  /// False while all accesses are kept beside them.
  bool hasCells() const { return words || lines; }
  /// All different cells; some may appear more than once, and empty ones not at
  /// all.
  llvm::ArrayRef<Cell> allCells() const {
    return words ? llvm::ArrayRef<Cell>(*words) : allLines();
  }
  /// Frees the cells of words, if all lines have equal words again.
  void compress();
  /// Empties the page, and keeps its memory.
  void clear();

private:
  using Lines = std::array<Cell, pageBytes / lineBytes>;

  /// The cells of a piece of the page; empty if it has none.
  llvm::ArrayRef<Cell> cellsAround(uint64_t address, uint64_t size) const {
    const uint64_t step = words ? wordBytes : lineBytes;
    const uint64_t first = address % pageBytes / step,
                   last = (address % pageBytes + size - 1) / step;
    return hasCells() ? allCells().slice(first, last - first + 1)
                      : llvm::ArrayRef<Cell>();
  }
  llvm::ArrayRef<Cell> allLines() const {
    return lines ? llvm::ArrayRef<Cell>(*lines) : llvm::ArrayRef<Cell>();
  }
  Lines &needLines() {
    if (LLVM_UNLIKELY(!lines))
      lines = std::make_unique<Lines>();
    return *lines;
  }
  void expand();

  /// Cells of words, or of lines.
  std::unique_ptr<std::array<Cell, cellCount>> words;
  std::unique_ptr<Lines> lines;

public:
  /// By offset in the page: locations of strong accesses.
  llvm::DenseMap<uint32_t, std::unique_ptr<Location>> locations;
  llvm::DenseMap<uint32_t, Observations> observations;
  llvm::DenseMap<uint32_t, History> histories;
  /// Accesses that are not in the cells yet, and a bit for each 64 bytes that they
  /// read or write.
  std::vector<KeptAccess> kept;
  uint64_t keptReads = 0, keptWrites = 0;

  bool keepsNothingElse() const {
    return !(locations.size() | observations.size() | histories.size());
  }
  const Observations *observationsAt(uint64_t address) const {
    auto found = observations.find(address % pageBytes);
    return found == observations.end() ? nullptr : &found->second;
  }
};

/// A cache by page number: one entry for each slot, with as many slots as there
/// are pages.
template <typename T> class PageTable {
public:
  PageTable() { clear(); }
  /// The entry of a page, or else the result of `find`, which is stored.
  template <typename F>
  LLVM_ATTRIBUTE_ALWAYS_INLINE T *get(uint64_t number, F find) const {
    const Entry &entry = entries[slotOf(number)];
    return LLVM_LIKELY(entry.number == number) ? entry.found : find();
  }
  T *put(uint64_t number, T *found, size_t pages) {
    if (pages > mask + 1) {
      mask = 4 * mask + 3;
      clear();
    }
    entries[slotOf(number)] = {number, found};
    return found;
  }
  void clear() { entries = std::make_unique<Entry[]>(mask + 1); }

private:
  struct Entry {
    uint64_t number = ~uint64_t(0);
    T *found = nullptr;
  };
  /// A shard has every 64th page.
  size_t slotOf(uint64_t number) const { return (number ^ number >> 6) & mask; }
  size_t mask = 15; ///< one less than a power of two
  std::unique_ptr<Entry[]> entries;
};

/// The cells of one memory: that of a block, or a part of global memory.
class Shadow {
public:
  Page &page(uint64_t address) {
    const uint64_t number = address / pageBytes;
    return *recentPages.get(number, [=] { return find(number); });
  }
  Cell &cell(uint64_t address) {
    const uint64_t number = address / pageBytes;
    return recentWords.get(number, [=] {
      return findWords(number);
    })[address % pageBytes / wordBytes];
  }
  void collect();
  /// Empties the shadow, and keeps its memory.
  void clear();
  /// Calls `what` with the address and the cell of each word; of neighbouring
  /// words with one cell, only for the first.
  template <typename F> void forEachCell(F what) {
    for (auto &[number, page] : pages) {
      Cell last;
      for (uint64_t at = 0; at != pageBytes; at += wordBytes)
        if (Cell cell = page->cellAt(number * pageBytes + at);
            !(cell == std::exchange(last, cell)))
          what(number * pageBytes + at, cell);
    }
  }

  template <typename F> void forEachPage(F what) {
    for (auto &[number, page] : pages)
      what(*page);
  }

  ChainTable chains;
  Postponed postponed; ///< of a block's shared memory
  /// Page::kept of all pages. There is a limit, up to which they take some 10 MiB.
  static constexpr size_t mostKept = 1 << 18;
  size_t keptCount = 0;
  /// True once a strong access was made, so that pages may have more than
  /// cells.
  bool hasStrong = false;

private:
  Page *find(uint64_t number);
  Cell *findWords(uint64_t number);

  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> pages;
  PageTable<Page> recentPages;
  PageTable<Cell> recentWords; ///< of pages without lines
};

/// The cells of the first words of some lanes' elements. Cells of unordered
/// words are not in the host's cache: they are prefetched together.
class LaneCells {
public:
  Cell *operator[](unsigned lane) const { return cells[lane]; }
  /// Finds the cells, unless they are those of the last call, as when a warp
  /// stores to the places that it has loaded.
  void find(Shadow &shadow, const Request &request);
  /// Prefetches the readers of words with chains of their own, too, up to those
  /// of a row.
  void prefetchReaders(const ChainTable &chains, LaneMask lanes,
                       uint32_t row) const;

private:
  std::array<Cell *, warpSize> cells;
  std::array<uint64_t, warpSize> addresses; ///< of all lanes at the last find()
  const Shadow *shadow = nullptr;           ///< null if only some lanes were
                                            ///< found
  uint32_t generation = 0;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_SHADOW_H

//===- Shadow.h - Records of accesses to memory ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each word of four bytes has a cell of two chains: the writes and the reads
// that a later access may race with. A chain is a list of records, newest
// first, that cells share: two words with the same history, accessed by the
// same lanes of the same warps in the same order, have one chain. Equal chains
// have equal numbers, so that cells are compared by them. Only words that lanes
// read in no order have each a chain of its own.
//
// A weak store covers older writes of its bytes, which come before it: for each
// byte, an access meets the writes down to the first store of its value. Stores
// that this store has replaced follow, and matter only to another store of that
// value; the reads that it has replaced are a chain of their own beside it.
// Writes that two stores cover matter to nobody, and go now and then.
//
// Warps mostly access whole lines of neighbouring words, whose cells are then
// equal: such a line keeps one cell for all of its words.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_SHADOW_H
#define TESSERA_LIB_EMULATOR_RACES_SHADOW_H

#include "../Machine/Access.h"
#include "Clock.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <memory>
#include <optional>
#include <vector>

namespace tessera::ptx::races {

/// The class of an access for the memory model. Accesses that it does not tell
/// apart have equal classes.
struct AccessClass {
  AccessClass()
      : isStrong(false), isWide(false), isAsync(false), isMixed(false),
        shift(0) {}

  bool isStrong : 1;
  bool isWide : 1;   ///< strong in a scope beyond its block
  bool isAsync : 1;  ///< through the async proxy
  bool isMixed : 1;  ///< a store whose lanes have different values, of which
                     ///< one stays
  uint8_t shift : 4; ///< of a scalar of 1 << shift bytes

  bool operator==(const AccessClass &o) const {
    return isStrong == o.isStrong && isWide == o.isWide &&
           isAsync == o.isAsync && isMixed == o.isMixed && shift == o.shift;
  }
};

constexpr uint64_t wordBytes = 4;

/// An access by lanes of one row to one word.
struct Record {
  uint32_t row = 0;
  /// The lanes, rotated by `turn` so that neighbouring lanes with neighbouring
  /// elements of 2^(turn - 1) bytes have equal records, in each of the rows
  /// that a warp may access; not rotated if `turn` is 0. From `swizzledTurn` on,
  /// elements are 16 bytes of rows in a swizzle, and from `firstRowTurn` on
  /// those of parts of rows; `columnTurn` is set for columns.
  LaneMask lanes = 0;
  Epoch epoch = 0;
  uint32_t site = 0; ///< the instruction, see State::site
  Access kind = Access::Load;
  /// Bytes of the word, a bit for each. With `isRow`, the bytes of the first
  /// element, which stands for all: each next element belongs to the next lane.
  uint8_t bytes = 0;
  uint8_t turn = 0;
  AccessClass how;

  /// Set in `bytes` for a warp's access to neighbouring elements of 1 or 2
  /// bytes.
  static constexpr uint8_t isRow = 1 << wordBytes;

  /// The turns for the swizzles of 128 and of 64 bytes, whose rows each have
  /// their 16 bytes in an order of their own.
  static constexpr uint8_t swizzledTurn = 14, lastTurn = 15;
  /// The turns for parts of rows: 2^n lanes, n from 1 to `mostRowLog`, each have
  /// the next 16 bytes of a row, and the next lanes those of a row that begins
  /// 2^(leastRowStride + i) bytes further on, i below `rowStrides`.
  static constexpr uint8_t firstRowTurn = 16, rowStrides = 16,
                           leastRowStride = 5, mostRowLog = 4;
  /// And for rows of 128 bytes in a swizzle of 32 bytes each, the last one.
  static constexpr uint8_t pairedTurn = firstRowTurn + rowStrides * mostRowLog;
  /// Bits of the turns for columns: 2^n lanes, n from 1 to 4, each have an
  /// element of the next row, and the next lanes the next column. A row has 64
  /// to 512 bytes, an element 4 to 16. With `isSwizzled`, the number of a row
  /// changes those of its columns.
  static constexpr uint8_t columnTurn = 0x80, isSwizzled = 0x40;
  static constexpr unsigned leastColumnRow = 6, columnRows = 4;
  static constexpr uint8_t turnOfColumns(unsigned log, unsigned rowLog,
                                         unsigned elementLog) {
    return static_cast<uint8_t>(columnTurn | (elementLog - 2) << 4 |
                                (log - 1) << 2 | (rowLog - leastColumnRow));
  }
  /// The rotation of a mask for the word at an address.
  static unsigned turnAt(uint64_t word, unsigned turn) {
    if (turn < swizzledTurn)
      return word >> (turn - 1) & (warpSize - 1);
    if (turn & columnTurn) {
      const unsigned log = (turn >> 2 & 3) + 1;
      const uint64_t row = word >> ((turn & 3) + leastColumnRow);
      uint64_t column = word >> ((turn >> 4 & 3) + 2);
      if (turn & isSwizzled)
        column ^= row;
      return ((row & ((1u << log) - 1)) | column << log) & (warpSize - 1);
    }
    if (turn == pairedTurn)
      return (word >> 4 ^ (word >> 7 & 3) << 1) & (warpSize - 1);
    if (turn >= firstRowTurn) {
      const unsigned log = (turn - firstRowTurn) / rowStrides + 1;
      const unsigned stride = (turn - firstRowTurn) % rowStrides;
      const uint64_t part = word >> 4 & ((1u << log) - 1);
      return (part | word >> (leastRowStride + stride) << log) & (warpSize - 1);
    }
    const unsigned rows = turn == swizzledTurn ? 7 : 3;
    return (word >> 4 ^ (word >> 7 & rows)) & (warpSize - 1);
  }
  LaneMask lanesAt(uint64_t word) const {
    return turn ? llvm::rotl(lanes, static_cast<int>(turnAt(word, turn)))
                : lanes;
  }
  bool isWeakStore() const { return kind != Access::Load && !how.isStrong; }
  /// The record with lanes that are not rotated.
  Record at(uint64_t word) const {
    Record plain = *this;
    plain.lanes = lanesAt(word);
    plain.turn = 0;
    plain.bytes &= isRow - 1;
    return plain;
  }

  bool operator==(const Record &o) const {
    return row == o.row && lanes == o.lanes && epoch == o.epoch &&
           site == o.site && kind == o.kind && bytes == o.bytes &&
           turn == o.turn && how == o.how;
  }
  size_t hash() const;
};

/// The number of a chain; 0 is the empty chain.
using Chain = uint32_t;

/// The part of a word that a weak store replaces, beside the writes that follow
/// it in its chain.
struct Replacement {
  Chain reads = 0; ///< of its bytes, and perhaps of others, which do not count
  uint8_t joined = 0; ///< bytes that it does not replace, as another store had
                      ///< written the same value

  bool operator==(const Replacement &o) const {
    return reads == o.reads && joined == o.joined;
  }
};

struct ChainNode {
  Record record;
  Chain next = 0;
  /// For a weak store Replacement::reads; for a strong access the first chain
  /// further on whose record differs in class or bytes from this one.
  Chain readsOrSkip = 0;
  uint32_t length : 26;
  uint32_t joined : 4; ///< Replacement::joined
  /// Belongs to one word only, see ChainTable::makeOwn.
  uint32_t isOwn : 1;
  /// In a block's shared memory: all threads of the block are ordered behind
  /// this record and all further ones, and will stay so.
  uint32_t isCommon : 1;

  ChainNode() : length(0), joined(0), isOwn(false), isCommon(false) {}

  Chain skip() const { return record.how.isStrong ? readsOrSkip : next; }
  Replacement replacement() const {
    return {record.isWeakStore() ? readsOrSkip : 0,
            static_cast<uint8_t>(joined)};
  }
  /// The bytes of which it covers older writes.
  unsigned covered() const {
    return record.isWeakStore() ? record.bytes & ~joined : 0;
  }
};
// After a large copy, nodes take most of the shadow, and they grow in place.
static_assert(sizeof(ChainNode) == 32 &&
              std::is_trivially_copyable_v<ChainNode>);

/// All chains over the cells of one memory.
class ChainTable {
public:
  ChainTable();

  const ChainNode &operator[](Chain chain) const { return nodes[chain]; }
  /// The chain of `record` in front of `next`; only a weak store replaces
  /// anything. Any call may move nodes.
  Chain make(const Record &record, Chain next, Replacement replacement = {}) {
    return nodes[next].isOwn ? makeOwn(record, next)
                             : makeShared(record, next, replacement);
  }
  /// The same as a chain that only one cell has, as is each chain put in front
  /// of it. Lanes may therefore be added to its records, and no memo refers to
  /// it.
  Chain makeOwn(const Record &record, Chain next);
  void addLanes(Chain chain, LaneMask lanes) {
    nodes[chain].record.lanes |= lanes;
    nodes[chain].isCommon = false;
  }
  void setCommon(Chain chain) { nodes[chain].isCommon = true; }

  /// Calls `what` with each write that an access to some bytes meets, newest
  /// first, until it returns false.
  template <typename F>
  void forEachMet(Chain writes, unsigned bytes, F what) const {
    for (; writes && bytes; writes = nodes[writes].next) {
      const ChainNode &node = nodes[writes];
      if (node.record.bytes & bytes && !what(node.record))
        return;
      bytes &= ~node.covered();
    }
  }
  /// The store that gave a byte its value; 0 if there is none.
  Chain firstStore(Chain writes, unsigned byte) const {
    while (writes && !(nodes[writes].covered() & byte))
      writes = nodes[writes].next;
    return writes;
  }

  /// True if chains without a cell should be collected.
  bool wantsCollection() const { return count >= limit; }
  /// Drops all chains except those that `forEachRoot` visits, `roots` in
  /// number, and the rest of each.
  void collect(
      size_t roots,
      llvm::function_ref<void(llvm::function_ref<void(Chain)>)> forEachRoot);
  /// Empties the table, and keeps its memory.
  void clear();
  /// Incremented when the number of a chain may mean another chain.
  uint32_t generation = 0;
  uint64_t nodesMade = 0;
  /// Distinguishes the tables that one warp uses: 0 is that of its block's
  /// shared memory.
  uint8_t number = 0;

private:
  static size_t hashOf(const Record &record, Chain next,
                       Replacement replacement);
  Chain makeShared(const Record &record, Chain next, Replacement replacement);
  /// A node outside the index.
  Chain newNode(const Record &record, Chain next, Replacement replacement = {});
  /// Adds a shared node to the index, which has room.
  void insert(Chain chain);
  void growIndex();

  llvm::SmallVector<ChainNode, 0> nodes; // nodes[0] is nothing
  std::vector<Chain> index;              // open addressing over nodes
  Chain firstFree = 0;                   // linked by `next`
  size_t count = 0;                      // of nodes that are not free
  size_t indexed = 0;                    // of those in the index
  size_t limit;
};

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
  Knowledge &operator=(Knowledge &&) = default;
  /// Mostly only `all` differs.
  Knowledge &operator=(const Knowledge &other) {
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
  bool operator==(const Knowledge &o) const {
    return all == o.all && proxied == o.proxied && fenced == o.fenced &&
           seen == o.seen && ordered == o.ordered && tensor == o.tensor;
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

constexpr uint64_t pageBytes = 4096;

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
    return words ? (*words)[at / wordBytes] : lines[at / lineBytes];
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
      return {&lines[at / lineBytes], size / lineBytes};
    return {&cell(address), size / wordBytes};
  }
  /// The cell that all words of a line share; null if they have cells of their
  /// own, or if no line begins at the address.
  Cell *lineAt(uint64_t address) {
    uint64_t at = address % pageBytes;
    return words || at % lineBytes ? nullptr : &lines[at / lineBytes];
  }
  /// All different cells; some may appear more than once.
  llvm::ArrayRef<Cell> allCells() const {
    return words ? llvm::ArrayRef<Cell>(*words) : llvm::ArrayRef<Cell>(lines);
  }
  /// Frees the cells of words, if all lines have equal words again.
  void compress();
  /// Empties the page, and keeps its memory.
  void clear();

private:
  std::unique_ptr<std::array<Cell, cellCount>> words;

public:
  /// By offset in the page: locations of strong accesses.
  llvm::DenseMap<uint32_t, std::unique_ptr<Location>> locations;
  llvm::DenseMap<uint32_t, Observations> observations;
  llvm::DenseMap<uint32_t, History> histories;

  bool keepsNothingElse() const {
    return !(locations.size() | observations.size() | histories.size());
  }
  const Observations *observationsAt(uint64_t address) const {
    auto found = observations.find(address % pageBytes);
    return found == observations.end() ? nullptr : &found->second;
  }

private:
  void expand();

  std::array<Cell, pageBytes / lineBytes> lines; ///< while there are no words
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

  ChainTable chains;
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

//===- Shadow.h - Who has accessed memory ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each word of four bytes has a cell of two chains: the writes and the reads
// that a later access may race with. A chain is a list of records, newest
// first, that cells share: two words which the same lanes of the same warps
// accessed in the same order have one chain. Chains are numbers, so that cells
// are compared at once; equal chains have equal numbers. Only words that lanes
// read without any order have each a chain of its own.
//
// Warps mostly access whole lines of neighbouring words, whose cells are equal
// then: such a line keeps one cell for all of its words.
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

/// How an access orders itself with others: what the memory model does not tell
/// apart is equal.
struct AccessClass {
  AccessClass()
      : isStrong(false), isWide(false), isAsync(false), isMixed(false),
        shift(0) {}

  bool isStrong : 1;
  bool isWide : 1;   ///< strong beyond its block
  bool isAsync : 1;  ///< through the async proxy
  bool isMixed : 1;  ///< a store of lanes whose values differ: one stays
  uint8_t shift : 4; ///< of a scalar of 1 << shift bytes

  bool operator==(const AccessClass &o) const {
    return isStrong == o.isStrong && isWide == o.isWide &&
           isAsync == o.isAsync && isMixed == o.isMixed && shift == o.shift;
  }
};

constexpr uint64_t wordBytes = 4;

/// An access of lanes of one row to one word.
struct Record {
  uint32_t row = 0;
  /// The lanes, turned so that neighbouring lanes with neighbouring elements
  /// of 2^(turn - 1) bytes have one record, in each of the rows that a warp may
  /// access; as they are where `turn` is 0.
  LaneMask lanes = 0;
  Epoch epoch = 0;
  uint32_t site = 0; ///< the instruction, see State::site
  Access kind = Access::Load;
  /// Of the word, a bit for each. With `isRow`, those of its first element,
  /// which stands for all: each next element is the next lane's.
  uint8_t bytes = 0;
  uint8_t turn = 0;
  AccessClass how;

  /// Among `bytes`: a warp's access to neighbouring elements of 1 or 2 bytes.
  static constexpr uint8_t isRow = 1 << wordBytes;

  /// By how much a mask is turned for the word at an address.
  static unsigned turnAt(uint64_t word, unsigned turn) {
    return word >> (turn - 1) & (warpSize - 1);
  }
  LaneMask lanesAt(uint64_t word) const {
    return turn ? llvm::rotl(lanes, static_cast<int>(turnAt(word, turn)))
                : lanes;
  }
  /// The same with lanes as they are.
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

/// A number of a chain; 0 is the empty one.
using Chain = uint32_t;

/// Among the writes of a cell: what the value of some bytes has taken the place
/// of. It is a record of no bytes, which no access meets, and each byte has at
/// most one.
inline Record replacedBy(Chain writes, Chain reads, uint8_t bytes) {
  Record end;
  end.row = writes;
  end.epoch = reads;
  end.lanes = bytes;
  return end;
}
inline bool isEnd(const Record &record) { return !record.bytes; }
/// The bytes of whose value that is told.
inline uint8_t bytesOfEnd(const Record &end) {
  return static_cast<uint8_t>(end.lanes);
}

struct ChainNode {
  Record record;
  Chain next = 0;
  /// The first chain further on whose record is of another class, or of other
  /// bytes, than this one.
  Chain skip = 0;
  uint32_t length : 30;
  /// One word's alone: see ChainTable::makeOwn.
  uint32_t isOwn : 1;
  /// Of a block's shared memory: all threads of the block know what this record
  /// and all further ones did, and so they will.
  uint32_t isCommon : 1;

  ChainNode() : length(0), isOwn(false), isCommon(false) {}
};
// Of a large copy most of the shadow are nodes, and they grow in place.
static_assert(sizeof(ChainNode) == 32 &&
              std::is_trivially_copyable_v<ChainNode>);

/// All chains over the cells of one memory.
class ChainTable {
public:
  ChainTable();

  const ChainNode &operator[](Chain chain) const { return nodes[chain]; }
  /// The chain of a record before `next`. Any call may move nodes.
  Chain make(const Record &record, Chain next) {
    return nodes[next].isOwn ? makeOwn(record, next) : makeShared(record, next);
  }
  /// The same as a chain of its own, and so is whatever is put before it: no
  /// other cell has it, so that lanes may be added to its records, and nothing
  /// remembers what became of it.
  Chain makeOwn(const Record &record, Chain next);
  void addLanes(Chain chain, LaneMask lanes) {
    nodes[chain].record.lanes |= lanes;
    nodes[chain].isCommon = false;
  }
  void setCommon(Chain chain) { nodes[chain].isCommon = true; }

  /// Whether there is so much that chains which no cell has should go.
  bool wantsCollection() const { return count >= limit; }
  /// Forgets all chains but those that `forEachRoot` names, which are `roots`
  /// in number, and what follows.
  void collect(
      size_t roots,

      llvm::function_ref<void(llvm::function_ref<void(Chain)>)> forEachRoot);
  /// As new, with the memory that it has.
  void clear();
  /// Changes when a chain's number may mean another one.
  uint32_t generation = 0;
  uint64_t nodesMade = 0;
  /// Tells the tables apart that one warp uses: 0 is that of its block's shared
  /// memory.
  uint8_t number = 0;

private:
  static size_t hashOf(const Record &record, Chain next);
  Chain makeShared(const Record &record, Chain next);
  /// A node that is not in the index.
  Chain newNode(const Record &record, Chain next);
  void rebuildIndex(size_t slots);

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

// Where a warp accesses neighbouring elements that share words, the elements of
// a word have one history, of neighbouring lanes. The cell keeps that of the
// first one then, all of whose records are rows of one size; whoever accesses
// the word otherwise takes it apart first.

/// Whether a cell is empty or of rows of such elements.
bool isOfRows(const ChainTable &chains, const Cell &cell, uint8_t bytes);
/// The cell with records for each element of the word.
Cell takeApart(ChainTable &chains, const Cell &cell);

/// What a thread knows, or passes on.
struct Knowledge {
  Clock all;
  /// Of what is known, what fences of proxies have shown the async proxy, in
  /// shared and in global memory.
  std::array<Clock, 2> proxied;
  /// What the fence.sc that are known ordered before them; and of such fences,
  /// those that have to come before a later one, since strong accesses that
  /// one of them precedes were seen to come first.
  Clock fenced, seen;
  /// What comes before because of the order in which fence.sc were executed:
  /// for the choice of values alone (Values.cpp).
  Clock ordered;

  Knowledge() = default;
  Knowledge(const Knowledge &) = default;
  Knowledge(Knowledge &&) = default;
  Knowledge &operator=(Knowledge &&) = default;
  /// Only `all` differs as a rule.
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
    return *this;
  }

  void join(const Knowledge &other) {
    all.join(other.all);
    proxied[0].join(other.proxied[0]);
    proxied[1].join(other.proxied[1]);
    fenced.join(other.fenced);
    seen.join(other.seen);
    ordered.join(other.ordered);
  }
  bool operator==(const Knowledge &o) const {
    return all == o.all && proxied == o.proxied && fenced == o.fenced &&
           seen == o.seen && ordered == o.ordered;
  }
};

/// What a location of strong accesses passes on from those that released to
/// those that acquire.
struct Location {
  /// Of releases whose scope is wide, of all blocks.
  Knowledge wide;
  /// Of releases in any scope, by the first row of the block that they come
  /// from; of so many blocks at most.
  static constexpr size_t mostBlocks = 64;
  llvm::SmallVector<std::pair<uint32_t, Knowledge>, 1> ofBlock;
  bool hasMoreBlocks = false;
  /// The last release operations of some threads, which a later strong write of
  /// the thread repeats.
  struct Release {
    uint32_t row;
    unsigned lane;
    bool isWide;
    Knowledge knowledge;
  };
  static constexpr size_t mostReleases = 16;
  llvm::SmallVector<Release, 1> releases;
  /// What the fence.sc before its strong reads and writes had ordered.
  Clock fencedReads, fencedWrites;

  /// Another value has taken the place of what releases wrote.
  void overwrite() {
    wide = {};
    ofBlock.clear();
    hasMoreBlocks = false;
  }
};

/// A lane at some moment: what it had done up to an epoch.
struct Doer {
  uint32_t row = 0;
  unsigned lane = 0;
  Epoch epoch = 0;
};

/// PTX ISA, section "Observation Order", of one location: who has read which
/// strong writes, directly or through atomic operations. Kept only where the
/// order of the cell's writes does not say it all: where nothing is kept, the
/// newest write has been read by nobody but itself, if it is atomic, and each
/// write comes before the newer ones, directly or through what was read.
struct Observations {
  /// Of one value: by row, the epochs at which lanes read it.
  using Readers = llvm::SmallDenseMap<uint32_t, Row, 1>;
  /// Writes that do not come before the store which took their place, newest
  /// first, and who had read the last of them.
  struct Overwritten {
    llvm::SmallVector<Record, 2> writes;
    std::shared_ptr<const Readers> readers;
  };
  /// So many of each at most; older writes count as seen.
  static constexpr size_t mostOverwritten = 16;

  std::shared_ptr<Readers> readers; ///< of the value that is there
  llvm::SmallVector<Overwritten, 0> overwritten;
  /// Who had read a value that is not the newest, whatever took its place.
  llvm::SmallVector<Overwritten, 0> earlier;

  void addReader(Doer reader);
};

/// A value that a location had, who wrote it, and what was released with it.
struct Value {
  static constexpr unsigned mostBytes = 8;
  std::array<uint8_t, mostBytes> bytes = {};
  std::optional<Doer> writer; ///< nobody that is known: what was there
  std::shared_ptr<Location> released;
};

/// The values of a location in coherence order, numbered; the newest one is in
/// memory. Where loads may return older ones.
struct History {
  static constexpr size_t mostValues = 64, mostReaders = 256;
  unsigned size = 0;
  uint64_t first = 0; ///< number of the oldest value
  std::vector<Value> older;
  std::optional<Doer> newestWriter;
  uint64_t instruction = 0; ///< of the newest write, among its warp's
  std::vector<std::pair<Doer, uint64_t>> readers;

  uint64_t newest() const { return first + older.size(); }
  /// All but the newest value.
  void forget() {
    first = newest();
    older.clear();
    readers.clear();
  }
};

constexpr uint64_t pageBytes = 4096;

/// The cells of a piece of memory. All of its lines are of equal words, until
/// a word gets a cell of its own.
class Page {
public:
  static constexpr size_t cellCount = pageBytes / wordBytes;
  /// What a warp accesses with a byte for each lane.
  static constexpr uint64_t lineBytes = warpSize;
  static constexpr size_t lineCells = lineBytes / wordBytes;

  Cell cellAt(uint64_t address) const {
    uint64_t at = address % pageBytes;
    return words ? (*words)[at / wordBytes] : lines[at / lineBytes];
  }
  /// The cells of all words, which stay where they are until compress().
  Cell *cellsOfWords() {
    if (LLVM_UNLIKELY(!words))
      expand();
    return words->data();
  }
  /// The cell of one word.
  Cell &cell(uint64_t address) {
    return cellsOfWords()[address % pageBytes / wordBytes];
  }
  /// The cells of a piece of the page that an access is made to as a whole:
  /// one for each line where that is all there is, else one for each word.
  llvm::MutableArrayRef<Cell> cells(uint64_t address, uint64_t size) {
    uint64_t at = address % pageBytes;
    if (!words && at % lineBytes == 0 && size % lineBytes == 0)
      return {&lines[at / lineBytes], size / lineBytes};
    return {&cell(address), size / wordBytes};
  }
  /// The one cell that the words of a line have, or null: they have cells of
  /// their own, or no line begins at the address.
  Cell *lineAt(uint64_t address) {
    uint64_t at = address % pageBytes;
    return words || at % lineBytes ? nullptr : &lines[at / lineBytes];
  }
  /// All different cells, and maybe some more than once.
  llvm::ArrayRef<Cell> allCells() const {
    return words ? llvm::ArrayRef<Cell>(*words) : llvm::ArrayRef<Cell>(lines);
  }
  /// Gives back what cells of words have taken, where lines are of equal words
  /// again.
  void compress();
  /// As new, with the memory that it has.
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

/// What was found for pages, by their numbers: one of each slot, of which there
/// are as many as pages.
template <typename T> class PageTable {
public:
  PageTable() { clear(); }
  /// What is known of a page, else what `find` puts there.
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
  /// As new, with the memory that it has.
  void clear();
  /// Calls `what` with the address and the cell of each word, of neighbours
  /// with one cell of the first alone.
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
  /// Whether strong accesses were made, so that pages may keep more than cells.
  bool hasStrong = false;

private:
  Page *find(uint64_t number);
  Cell *findWords(uint64_t number);

  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> pages;
  PageTable<Page> recentPages;
  PageTable<Cell> recentWords; ///< of pages without lines
};

/// The cells of the first words of some lanes' elements. Those of words without
/// order are not in the host's cache: it is asked for all of them at once.
class LaneCells {
public:
  Cell *operator[](unsigned lane) const { return cells[lane]; }
  /// Finds the cells, unless they are those of the last time, as where a warp
  /// stores to what it has loaded.
  void find(Shadow &shadow, const Request &request);
  /// Asks the host's cache for the readers of words that have chains of their
  /// own, too, up to the one of a row.
  void prefetchReaders(const ChainTable &chains, LaneMask lanes,
                       uint32_t row) const;

private:
  std::array<Cell *, warpSize> cells;
  std::array<uint64_t, warpSize> addresses; ///< where that was, of all lanes
  const Shadow *shadow = nullptr;           ///< null: of some lanes alone
  uint32_t generation = 0;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_SHADOW_H

//===- Chains.h - Records of accesses to memory ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain is a list of records, newest first, that cells share: two words with
// the same history, accessed by the same lanes of the same warps in the same
// order, have one chain. Equal chains have equal numbers. Only words that lanes
// read in no order have each a chain of its own.
//
// A weak store covers older writes of its bytes, which come before it: for each
// byte, an access meets the writes down to the first store of its value. Stores
// that this store has replaced follow, and matter only to another store of that
// value; the reads that it has replaced are a chain of their own beside it.
// Writes that two stores cover matter to nobody, and go now and then.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_CHAINS_H
#define TESSERA_LIB_EMULATOR_RACES_CHAINS_H

#include "../Machine/Access.h"
#include "Clock.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Compiler.h"
#include <iterator>
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

/// The bytes that an aligned element has of each of its words, of which one of
/// less than a word has a part.
LLVM_ATTRIBUTE_ALWAYS_INLINE uint8_t bytesOf(uint64_t address, uint64_t size) {
  if (size >= wordBytes)
    return 0xF;
  return static_cast<uint8_t>(((1u << size) - 1) << address % wordBytes);
}

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
  /// The turns for parts of rows: some lanes each have the next element of a
  /// row, and the next lanes those of a row that begins 2^(leastRowStride + i)
  /// bytes further on, i below `rowStrides`, for each of these parts.
  static constexpr uint8_t firstRowTurn = 16, rowStrides = 16,
                           leastRowStride = 5;
  /// The logarithms of an element's bytes and of the lanes of a row. Fragments
  /// of products have four lanes to a row.
  struct RowPart {
    uint8_t elementLog, lanesLog;
  };
  static constexpr RowPart rowParts[] = {{4, 1}, {4, 2}, {4, 3},
                                         {4, 4}, {3, 2}, {2, 2}};
  /// And for rows of 128 bytes in a swizzle of 32 bytes each, the last one.
  static constexpr uint8_t pairedTurn =
      firstRowTurn + rowStrides * std::size(rowParts);
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
  /// And those for columns of 4 lanes with elements of 4 bytes, as fragments of
  /// products have, in the longer rows of global memory: 2^(leastFarRow + i)
  /// bytes, i below `farRows`.
  static constexpr uint8_t farTurn = columnTurn | 0x30;
  static constexpr unsigned leastFarRow = leastColumnRow + columnRows,
                            farRows = 16;
  /// The logarithms of the rows' lanes and bytes, and of an element's bytes.
  struct Columns {
    unsigned log, rowLog, elementLog;
  };
  static constexpr Columns columnsOf(unsigned turn) {
    if ((turn & farTurn) == farTurn)
      return {2, (turn & (farRows - 1)) + leastFarRow, 2};
    return {(turn >> 2 & 3) + 1, (turn & 3) + leastColumnRow,
            (turn >> 4 & 3) + 2};
  }
  /// Calls `what` with a function of the address of a word: the rotation of a
  /// mask by a turn.
  template <typename F>
  LLVM_ATTRIBUTE_ALWAYS_INLINE static auto withTurn(unsigned turn, F what) {
    constexpr unsigned lanes = warpSize - 1;
    if (turn < swizzledTurn)
      return what([=](uint64_t word) -> unsigned {
        return word >> (turn - 1) & lanes;
      });
    if (turn & columnTurn) {
      const Columns columns = columnsOf(turn);
      const bool exchanges = turn & isSwizzled;
      return what([=](uint64_t word) -> unsigned {
        const uint64_t row = word >> columns.rowLog;
        const uint64_t column =
            word >> columns.elementLog ^ (exchanges ? row : 0);
        return ((row & ((1u << columns.log) - 1)) | column << columns.log) &
               lanes;
      });
    }
    if (turn >= firstRowTurn && turn != pairedTurn) {
      const RowPart part = rowParts[(turn - firstRowTurn) / rowStrides];
      const unsigned stride =
          leastRowStride + (turn - firstRowTurn) % rowStrides;
      return what([=](uint64_t word) -> unsigned {
        return ((word >> part.elementLog & ((1u << part.lanesLog) - 1)) |
                word >> stride << part.lanesLog) &
               lanes;
      });
    }
    const unsigned rows = turn == swizzledTurn ? 7 : 3,
                   log = turn == pairedTurn;
    return what([=](uint64_t word) -> unsigned {
      return (word >> 4 ^ (word >> 7 & rows) << log) & lanes;
    });
  }
  static unsigned turnAt(uint64_t word, unsigned turn) {
    return withTurn(turn, [=](auto at) { return at(word); });
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
  /// Bytes that it does not replace, as another store had written the same value.
  /// That store is not kept if all threads of the block were ordered behind it.
  uint8_t joined = 0;

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

  /// True if stores have joined one that gave a byte its value and is not kept,
  /// see Replacement::joined.
  bool isFirstForgotten(Chain writes, unsigned byte) const {
    bool isJoined = false;
    for (; writes && !(nodes[writes].covered() & byte);
         writes = nodes[writes].next)
      isJoined |= (nodes[writes].joined & byte) != 0;
    return isJoined && !writes;
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
  /// A place of the index, with the hash of its node: a search looks at hardly any
  /// other node than that which it finds, as nodes are not in the host's cache.
  struct Place {
    Chain chain = 0; ///< none
    uint32_t hash = 0;
  };
  static uint32_t hashOf(const Record &record, Chain next,
                         Replacement replacement);
  Chain makeShared(const Record &record, Chain next, Replacement replacement);
  /// A node outside the index.
  Chain newNode(const Record &record, Chain next, Replacement replacement = {});
  /// Adds a shared node to the index, which has room.
  void insert(Chain chain);
  void growIndex();

  llvm::SmallVector<ChainNode, 0> nodes; // nodes[0] is nothing
  std::vector<Place> index;              // open addressing over nodes
  Chain firstFree = 0;                   // linked by `next`
  size_t count = 0;                      // of nodes that are not free
  size_t indexed = 0;                    // of those in the index
  size_t limit;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_CHAINS_H

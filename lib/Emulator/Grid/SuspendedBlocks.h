//===- SuspendedBlocks.h - Blocks between their turns -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that have started and wait for their next turn stand in a line, and
// are known by their tickets too, so that the oldest of thousands is found
// without a walk: who is taken from within the line leaves a gap, which goes
// when it comes to the front. Beside each block stands where it looked for
// something in vain, as walks along the line for news are to touch no block.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_SUSPENDEDBLOCKS_H
#define TESSERA_LIB_EMULATOR_GRID_SUSPENDEDBLOCKS_H

#include "../Machine/MemoryUnit.h"
#include "Block.h"
#include <deque>
#include <map>

namespace tessera::ptx {

class SuspendedBlocks {
public:
  size_t size() const { return places.size(); }
  bool empty() const { return places.empty(); }

  /// Puts a block behind all others.
  void add(std::unique_ptr<Block> block);

  // What these take is null where there is no such block, or where other host
  // threads run blocks of its cluster.

  /// The first in line.
  std::unique_ptr<Block> takeNext();
  /// The one that started first.
  std::unique_ptr<Block> takeOldest();
  /// The first in line that looked for something in vain and would find it now.
  std::unique_ptr<Block> takeWithNews();
  /// Any; the first in line gets its place. For who takes in no other way, so
  /// that there are no gaps.
  std::unique_ptr<Block> takeRandom(Random &random);

  /// Calls `body` with each block, in the order of the line.
  template <typename Body> void forEach(Body body) const {
    for (const Entry &entry : line)
      if (entry.block)
        body(*entry.block);
  }

private:
  struct Entry {
    std::unique_ptr<Block> block; ///< null: a gap, never in front
    Poll poll;
  };
  /// By ticket, the number of a place in line.
  using Places = std::map<uint64_t, uint64_t>;

  std::unique_ptr<Block> take(Places::iterator where);

  std::deque<Entry> line;
  uint64_t first = 0; ///< number of the place in front
  Places places;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_SUSPENDEDBLOCKS_H

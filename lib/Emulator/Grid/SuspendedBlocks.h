//===- SuspendedBlocks.h - Blocks between their time slices -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that have started and wait for their next slice stand in a line. A map
// by ticket finds the oldest of thousands without a walk; a block that is taken
// from within the line leaves a gap, which is removed when it comes to the
// front. Beside each block the line keeps the place that it polled in vain, so
// that a search for news touches no block.
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

  // The functions below return null if there is no such block, or if other host
  // threads run blocks of its cluster.

  /// The first in line.
  std::unique_ptr<Block> takeNext();
  /// The one that started first.
  std::unique_ptr<Block> takeOldest();
  /// The first in line whose poll failed and would succeed now.
  std::unique_ptr<Block> takeWithNews();
  /// A random one, whose place the first in line takes. Use no other way to
  /// take blocks beside it: it expects a line without gaps.
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
  /// Place numbers in line, by ticket.
  using Places = std::map<uint64_t, uint64_t>;

  std::unique_ptr<Block> take(Places::iterator where);

  std::deque<Entry> line;
  uint64_t first = 0; ///< place number of the front
  Places places;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_SUSPENDEDBLOCKS_H

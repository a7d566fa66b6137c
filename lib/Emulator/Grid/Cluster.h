//===- Cluster.h - Blocks that run together -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Cluster of Cooperative Thread Arrays", "Shared State
// Space" and "barrier.cluster". The blocks of a cluster start together, run on
// one host thread, and reach one another's shared memory by addresses that have
// the rank of the block above the offset. For example, 0x02000400 is byte 0x400
// of the block of rank 2. The addresses that a block has of its own variables
// carry its rank, too.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_CLUSTER_H
#define TESSERA_LIB_EMULATOR_GRID_CLUSTER_H

#include "../Code.h"
#include <string>

namespace tessera::ptx {

class Block;
class Warp;

/// Number of offset bits in an address of shared memory; the bits above are the
/// rank of the block.
constexpr unsigned clusterRankShift = 24;
constexpr uint64_t sharedOffsetMask = (uint64_t(1) << clusterRankShift) - 1;

/// The same place in the shared memory of another block of the cluster.
constexpr uint64_t atRank(uint64_t address, uint64_t rank) {
  return (address & sharedOffsetMask) | rank << clusterRankShift;
}

class Cluster {
public:
  Cluster(unsigned size, uint64_t firstTicket)
      : firstTicket(firstTicket), blocks(size) {}

  /// Adds a block that starts, or removes one that has ended. The last end ends
  /// the cluster.
  void add(Block &block, unsigned rank);
  void end(Block &block);

  unsigned size() const { return static_cast<unsigned>(blocks.size()); }
  /// Null if the block has ended.
  Block *block(unsigned rank) const { return blocks[rank]; }

  //===-- barrier.cluster -------------------------------------------------===//

  /// Lanes arrive; false after a fault. `isRelaxed`: without release.
  bool arrive(Warp &warp, LaneMask lanes, bool isRelaxed);
  /// Returns the lanes that may go on, as all threads have arrived; the others
  /// wait.
  LaneMask leave(Warp &warp, LaneMask lanes);
  /// Lanes have exited: the barrier no longer waits for them.
  void noteExit() { completeIfAll(); }
  std::string describeBarrier() const;

  //===-- Scheduling ------------------------------------------------------===//

  /// None of the block's warps can go on. Returns true if no block of the
  /// cluster can.
  bool noteStuck(Block &block);

  /// The number of the first block, in order of starts.
  const uint64_t firstTicket;
  bool isBusy = false;             ///< a host thread runs one of the blocks
  std::shared_ptr<void> raceState; ///< of the race checker

private:
  /// The lanes of one warp.
  struct Lanes {
    LaneMask arrived = 0; ///< in the current phase
    LaneMask free = 0;    ///< in the phase before, and has yet to wait
  };
  Lanes &lanesOf(const Warp &warp);
  void completeIfAll();
  uint64_t changes() const;

  std::vector<Block *> blocks;
  std::vector<std::vector<Lanes>> lanes; ///< by rank and warp
  uint64_t arrivals = 0;                 ///< threads, in the current phase
  /// By rank: the value of changes() when the block could not go on.
  std::vector<uint64_t> stuckAt;
  uint64_t endedChanges = 0; ///< number of changes by blocks that have ended
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_CLUSTER_H

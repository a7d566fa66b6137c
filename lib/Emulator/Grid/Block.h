//===- Block.h - The blocks of the emulated GPU ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_BLOCK_H
#define TESSERA_LIB_EMULATOR_GRID_BLOCK_H

#include "BlockRounds.h"
#include "Cluster.h"
#include "Contents.h"
#include "LaunchState.h"
#include "Random.h"
#include "llvm/ADT/Twine.h"

namespace tessera::ptx {

class AsyncUnit;
class Warp;
struct Poll;
enum class RunStatus : uint8_t;
struct Fragment;

/// PTX ISA, section "setmaxnreg": the registers for each thread of a warp, by
/// warp, and the registers that warps have given back.
struct RegisterPool {
  unsigned free = 0;
  std::vector<unsigned> owned;
  std::vector<bool> waiting; ///< warps that wait for free registers
};

/// A barrier resource of a block.
struct Barrier {
  uint64_t phase = 0;
  bool isInUse = false;
  uint32_t expected = 0;         ///< threads; 0: all of the block
  std::vector<LaneMask> arrived; ///< by warp; empty if unused
  /// The first arrival of the phase, for reports.
  Warp *firstWarp = nullptr;
  const Code *firstCode = nullptr;
  uint32_t firstPc = 0;
  bool isReduction = false;
  /// For bar.red, in the current phase.
  uint32_t count = 0;
  bool all = true;
};

class Block {
public:
  /// `ticket` numbers the blocks of all launches by the order in which they
  /// start.
  Block(LaunchState &launch, uint64_t number, uint64_t ticket,
        const Dim3 &clusterShape);

  RunStatus run(uint64_t &budget);

  /// Adds a line for each group of lanes that has not ended, with its place and
  /// the reason that it waits. Adds at most `left` lines, and subtracts them
  /// from it.
  void describeWarps(std::string &text, unsigned &left) const;
  /// In a standstill: true if a warp has looked at memory, or waits.
  bool looksOrWaits() const;

  ~Block();
  /// The unit of asynchronous operations and mbarriers, made at the first call.
  AsyncUnit &asyncUnit();

  /// Null if no directive fixes the number of registers that threads begin
  /// with.
  RegisterPool *registerPool();

  /// Returns the complete report after a fault, and leaves it empty.
  std::string takeReport();
  LaunchFault getFault() const { return faultKind; }

  /// A thread's position in the block.
  Dim3 threadIndex(unsigned warp, unsigned lane) const;
  /// Sets one component of the threads of a warp.
  void threadIndices(unsigned warp, unsigned dimension,
                     uint32_t (&values)[warpSize]) const;
  uint32_t specialValue(Special special, unsigned warp, unsigned lane) const;

  /// Makes lanes of a warp arrive at a barrier for `expected` threads (0: all)
  /// by the instruction that the warp executes.
  void arrive(Warp &warp, const Inst &inst, LaneMask lanes, uint32_t barrier,
              uint32_t expected, LaneMask predicate);
  /// Lanes have exited: barriers of the whole block no longer wait for them.
  void onExit(Warp &warp, LaneMask lanes);

  /// Wakes lanes that wait by Control::Wait, as a condition may have changed.
  void noteProgress() {
    ++progress;
    noteNews();
  }
  /// Records a change by threads that a comparison of states cannot see.
  void noteNews() {
    ++changes;
    ++news;
  }
  /// Memory that other blocks see has changed, or may have.
  void noteEffect() {
    ++effects;
    if (rounds)
      rounds->noteEffect();
  }
  /// True if all threads wait at the barrier, whose phase is about to end.
  bool meetsAt(const Barrier &barrier) const;
  /// True if accesses to memory that other threads see must be shown to
  /// MemoryUnit::watch.
  bool watchesMemory() const { return standstill != 0 || rounds; }
  /// griddepcontrol.launch_dependents of any thread, or the block's end.
  void triggerDependents();
  /// Threads wait for earlier launches, of which endAwaiting() tells that one
  /// has completed.
  void awaitLaunches() { awaitsLaunches = true; }
  void endAwaiting();

  /// Advances the clocks by `jump`, and stops them if `newStandstill` is not 0.
  /// Threads look again, as their condition may hold by then.
  void setTime(uint64_t newStandstill, uint64_t jump);
  /// In a standstill: true if every lane is in a state seen before, or waits.
  bool isStuck() const;
  /// Begins to watch for rounds, where that makes sense.
  void watchRounds();
  bool comesRound() const { return rounds && rounds->hasComeRound(); }

  /// The place at which one of the block's warps polled in vain in its last
  /// slice; none if that place may cease to exist.
  Poll lastPoll() const;

  /// Gives pending asynchronous work a chance to take place; called before each
  /// slice of a warp.
  void tickAsync();
  /// No warp can go on, or all have ended: makes some pending asynchronous work
  /// take place. False if there is none.
  bool advanceAsync();

  uint32_t numberOf(const Barrier &barrier) const {
    return static_cast<uint32_t>(&barrier - barriers.data());
  }

  //===-- Clusters (Cluster.cpp) ------------------------------------------===//

  static unsigned rankOf(const Dim3 &index, const Dim3 &shape);
  unsigned clusterSize() const {
    return static_cast<unsigned>(sizeOf(clusterShape));
  }
  /// The blocks that run together; for a block alone, made at the first call.
  Cluster &getCluster();
  void joinCluster(std::shared_ptr<Cluster> cluster);
  /// The block whose shared memory an address of shared::cluster lies in; null
  /// after a fault.
  Block *ownerOf(unsigned lane, uint64_t address, Warp &warp);
  /// Start of this block's shared memory in shared::cluster.
  uint64_t sharedBase() const { return uint64_t(rank) << clusterRankShift; }
  /// The offset of an address in this block's own shared memory, or ~0 for an
  /// address of another block. An address without a rank counts as an offset.
  uint64_t ownOffset(uint64_t address) const {
    uint64_t other = address >> clusterRankShift;
    return !other || other == rank ? address & sharedOffsetMask : ~uint64_t(0);
  }
  const std::vector<LaneBuffer> &constants() const {
    return launch.constants[rank];
  }

  LaunchState &launch;
  const uint64_t number;
  const uint64_t ticket;
  Random random;       ///< for all random choices within the block
  const bool isRandom; ///< the order of warps and fragments
  Dim3 index;
  const Dim3 clusterShape;          ///< of the cluster that the block is in
  const unsigned rank;              ///< in its cluster
  std::shared_ptr<Cluster> cluster; ///< null until something needs it
  bool isReachedByOthers = false;   ///< by other blocks' accesses
  bool hasMetCluster = false; ///< a thread waited at the cluster's barrier
  /// True if accesses to other blocks' mbarriers have to be checked.
  bool watchesCluster = false;
  std::vector<uint8_t> shared;
  std::vector<std::unique_ptr<Warp>> warps;
  std::array<Barrier, 16> barriers;
  /// State that launch.races keeps for the block.
  std::shared_ptr<void> raceState;
  std::unique_ptr<AsyncUnit> async; ///< null until something needs it
  Warp *blamed = nullptr;           ///< has begun the work that faulted
  uint64_t clock = 0; ///< instructions that the block has issued, mostly
  /// Number of actions of this block's threads that other threads may see.
  uint64_t changes = 0;
  uint64_t news = 0;  ///< number of calls of noteNews
  uint64_t looks = 0; ///< number of calls of Warp::noteLook
  /// While time stands still, the number of the launch's standstill; else 0.
  uint64_t standstill = 0;
  Contents contents; ///< of its shared memory, in a standstill
  /// In a standstill: a hash of the states in which the warps came to the last
  /// barrier that all threads met at.
  uint64_t lastMeeting = 0;
  std::unique_ptr<BlockRounds> rounds; ///< null until it has run for a while
  uint64_t issued = 0;                 ///< instructions
  uint64_t effects = 0;                ///< number of calls of noteEffect
  uint64_t progress = 0;               ///< number of calls of noteProgress
  /// Threads that have been told that no cluster is left to cancel.
  std::vector<uint32_t> deniedThreads;
  bool isPolling = false; ///< all warps waited or polled in its last slice
  bool hasRun = false;
  /// For the scheduler: the counters above at the block's last slice, the jumps
  /// of time that the block knows of, and the epoch of states in which the
  /// block was found stuck.
  uint64_t seenChanges = 0, seenNews = 0, seenLooks = 0, seenJumps = 0;
  uint64_t stuckIn = 0;
  /// For the scheduler: the effects of all blocks that the block knows of, and
  /// those at which it has come round.
  uint64_t seenEffects = 0, roundIn = UINT64_MAX;
  uint64_t threads;

private:
  void complete(Barrier &barrier);
  void noteMeeting(const Barrier &barrier);
  bool isComplete(const Barrier &barrier) const;
  bool checkArrival(Warp &warp, const Inst &inst, const Barrier &barrier,
                    LaneMask lanes, uint32_t expected) const;
  void checkLeftOver(Warp &warp, LaneMask lanes, const Barrier &barrier) const;
  bool checkEnd();
  /// True if a block of another cluster may let this one go on.
  bool awaitsOthers() const;
  bool checkNoneReaches();
  bool checkBegun(Block &owner, unsigned lane, Warp &warp);
  /// Delivers arrivals at mbarriers of other blocks, which take place when the
  /// threads end at the latest.
  void finishArrivals();

  bool takeHostStep();
  void countChanges();
  Warp *pick();
  Warp *pickRandom();
  RunStatus endOrDeadlock();
  void reportFault(const Warp &warp);
  void reportDeadlock();
  std::string describe(const Warp &warp) const;
  std::string describeWait(const Warp &warp, const Fragment &fragment) const;
  std::string describeAsyncWait(const Warp &warp,
                                const Fragment &fragment) const;

  bool hasTriggered = false, awaitsLaunches = false;
  std::unique_ptr<RegisterPool> pool; ///< null until something needs it
  size_t nextWarp = 0;
  size_t idle = 0; ///< warps in a row that could not go on
  /// Slices in a row of warps that could not go on, or polled.
  size_t quiet = 0;
  uint64_t numSlices = 0;
  uint64_t countedChanges = 0;     ///< that effects has counted
  std::vector<uint64_t> heldUntil; ///< by warp, in random order: its next slice
  std::string report;
  LaunchFault faultKind = LaunchFault::Failed;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_BLOCK_H

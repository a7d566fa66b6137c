//===- Scheduler.h - Gives the blocks of launches time slices ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_SCHEDULER_H
#define TESSERA_LIB_EMULATOR_GRID_SCHEDULER_H

#include "../Counters/Counters.h"
#include "../Machine/Warp.h"
#include "GridOrder.h"
#include "SuspendedBlocks.h"
#include <condition_variable>

namespace tessera::ptx {

/// Runs the blocks of launches over one memory; those of several launches start
/// in turn. A block that takes long is suspended for the next one, and at once
/// if it only polls, so that blocks may wait for one another. In random order,
/// any block that has started gets a short slice, or one more starts.
class Scheduler {
public:
  explicit Scheduler(llvm::ArrayRef<std::unique_ptr<LaunchState>> launches);

  void run();
  llvm::Expected<std::vector<LaunchStatistics>> finish();

private:
  struct Queue {
    LaunchState *launch;
    GridOrder order;
    uint64_t blocks;
    LaunchStatistics statistics;
    std::unique_ptr<Counters> counters; ///< of the host threads that have ended
  };
  using ThreadCounters = std::vector<std::unique_ptr<Counters>>;

  void work();
  void workOn(std::unique_ptr<Block> &block);
  void workOnThreads(unsigned count);
  std::unique_ptr<Block> take(uint64_t &quantum);
  std::unique_ptr<Block> start();
  std::unique_ptr<Block> startCluster(Queue &queue);
  std::unique_ptr<Block> begin(LaunchState &launch, uint64_t number,
                               uint64_t order, const Dim3 &shape);
  std::optional<Dim3> cancelNext(Queue &queue, const Dim3 &shape);
  std::unique_ptr<Block> choose();
  bool mayStart(const Queue &queue) const;
  bool mayStartAny() const;
  bool shouldStart();
  void settle(std::unique_ptr<Block> block, RunStatus status, uint64_t spent,
              bool wasStarted);
  void noteEnd(Block &block);
  void decideNext(bool wasInVain);
  void watch(Block &block, RunStatus status, uint64_t spent, bool wasStarted);
  void noteEffects(Block &block, RunStatus status);
  bool haveAllComeRound(Block &block);
  bool mayGrow() const;
  void beginStandstill(uint64_t &reason);
  void watchStandstill(Block &block, bool isStuck, uint64_t spent);
  unsigned neededJumps() const;
  void setTime(bool stands, uint64_t jump);
  void failAsDeadlock(const Block &last);
  void describeBlocks(const Block &last);
  bool isToStop();
  void failAtLimit(const Block &last);
  void addUp(const ThreadCounters &counted);

  std::vector<Queue> queues;
  const LaunchConfig &policy; ///< of the first launch; all launches share its
                              ///< orders
  const bool isRandom;
  bool isOrdered = false; ///< some launch waits for another
  std::mutex mutex;
  std::condition_variable settled; ///< signalled when another slice is over
  size_t underWay = 0;             ///< slices that host threads are running
  Random random;
  SuspendedBlocks suspended;
  size_t nextQueue = 0;
  uint64_t started = 0, all = 0; ///< blocks of all launches
  uint64_t instructions = 0;     ///< of all launches
  bool prefersNew = true;
  /// `hasNews`: a block has made a change since no poll found anything new.
  /// `wasForNews`: the last slice was given to a block whose poll would succeed.
  bool hasNews = false, wasForNews = false;
  /// Slices since a block has started, and slices in a row that only polled.
  size_t slices = 0, inVain = 0;
  /// Instructions since the last change that others may see, and the number of
  /// them that begins a standstill.
  uint64_t quiet = 0, mostQuiet;
  /// The same, since a block has started or ended.
  uint64_t stretch = 0, mostStretch;
  /// Points to `mostQuiet` or `mostStretch`, whichever began the standstill.
  uint64_t *begunBy = nullptr;
  /// True if any thread has looked for a change in that time.
  bool hasLooked = false;
  /// The number of the standstill, or 0 while time runs; and the sum of all
  /// jumps of time.
  uint64_t standstill = 0, jumped = 0;
  uint64_t standstills = 0; ///< number of all standstills so far
  unsigned jumps = 0;       ///< since the last change by any thread
  /// Number of blocks found stuck in the epoch `stuckIn` of the states.
  size_t stuck = 0;
  uint64_t stuckIn = 0;
  StateWatch states;
  /// Number of the blocks' effects, and of blocks that have come round at the
  /// effects `roundIn`.
  uint64_t effects = 0, round = 0, roundIn = 0;
  size_t ended = 0; ///< number of blocks
  /// The number, in order of starts, of the first block that failed.
  uint64_t failedBlock = UINT64_MAX;
  std::string failure;
  LaunchFault failureKind = LaunchFault::None;
  bool lacksMemory = false; ///< the host, for what some block does
  /// After a failure: where blocks that started earlier are given up.
  uint64_t lastInstruction = 0;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_SCHEDULER_H

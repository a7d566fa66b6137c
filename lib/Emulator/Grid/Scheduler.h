//===- Scheduler.h - Gives the blocks of launches their turns -------------===//
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
/// in turn. A block that takes long is set aside for the next one, and at once
/// if it only looks for what another one does, so that blocks may wait for one
/// another. In random order, any block that has started gets a short turn, or
/// one more starts.
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
  const LaunchConfig &policy; ///< of the first launch; all have its orders
  const bool isRandom;
  bool isOrdered = false; ///< launches wait for others
  std::mutex mutex;
  std::condition_variable settled; ///< another turn is over
  size_t underWay = 0;             ///< turns
  Random random;
  SuspendedBlocks suspended;
  size_t nextQueue = 0;
  uint64_t started = 0, all = 0; ///< blocks of all launches
  uint64_t instructions = 0;     ///< of all launches
  bool prefersNew = true;
  /// Whether somebody has changed something since nobody has found anything
  /// new, and whether the last turn was for one who might.
  bool hasNews = false, wasForNews = false;
  /// Turns since a block has started, and those in a row that only polled.
  size_t turns = 0, inVain = 0;
  /// Instructions since anybody has changed anything that others see, and how
  /// many of them are long enough for a standstill.
  uint64_t quiet = 0, mostQuiet;
  /// The same since a block has started or ended.
  uint64_t stretch = 0, mostStretch;
  /// Of the two, the one that the standstill began by.
  uint64_t *begunBy = nullptr;
  /// Whether anybody has looked for something in that time.
  bool hasLooked = false;
  /// Not 0 while time stands still; and by how much it has jumped in all.
  uint64_t standstill = 0, jumped = 0;
  uint64_t standstills = 0; ///< that there have been
  unsigned jumps = 0;       ///< since anybody has changed anything
  /// Blocks that have come round since anybody was in a new state; and when
  /// that was.
  size_t stuck = 0;
  uint64_t stuckIn = 0;
  StateWatch states;
  size_t ended = 0; ///< blocks in all
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

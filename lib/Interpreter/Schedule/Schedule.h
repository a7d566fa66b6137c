//===- Schedule.h - The schedule of tile blocks -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the schedule of a grid (docs/rationale/interpreter/scheduling.md).
// Each host thread runs one tile block after the other. A tile block that waits
// for others leaves its stack, so that they run; every tile block goes on at some
// time. Nothing here knows a dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_SCHEDULE_SCHEDULE_H
#define TESSERA_LIB_INTERPRETER_SCHEDULE_SCHEDULE_H

#include "Choices.h"
#include "Fiber.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace tessera::interp {

class RunningBlock;

class Schedule {
public:
  /// A schedule for this many tile blocks. Seed 0 starts them in order, on any
  /// number of threads. Any other seed starts and switches them at random, on
  /// one thread, so that the same seed gives the same run.
  Schedule(uint64_t count, unsigned threads, uint64_t seed);

  /// Calls `body` once for each tile block. False if that was given up because
  /// the host has no room for the stacks of those that wait. Throws where it
  /// has no memory, when all threads have ended.
  bool run(llvm::function_ref<void(RunningBlock &)> body);

  /// \name Called by bodies, on any thread
  /// @{

  /// Ends the run: no tile block starts any more, and started ones should end
  /// soon.
  void stop();
  bool isStopped() const { return stopped.load(std::memory_order_relaxed); }

  /// The number of the next tile block to start, which never starts then: the caller
  /// does its work. None if all have started.
  std::optional<uint64_t> cancelNext() { return takeNext(); }

  /// The number of changes of memory.
  uint64_t getVersion() const { return version.load(); }
  /// Records a change of memory.
  void noteChange() {
    version.fetch_add(1);
    if (LLVM_UNLIKELY(numAsleep.load() != 0))
      wakeAll();
  }
  /// @}

private:
  friend class RunningBlock;
  class Worker;

  std::optional<uint64_t> takeNext();
  void wakeAll();
  void sleepUntilChange(uint64_t seen);
  void leave();
  /// Ends the run where the host has no memory for something.
  void runWithinMemory(llvm::function_ref<void()> what);

  const uint64_t count, seed;
  const RandomOrder startOrder;
  const unsigned threads;
  llvm::function_ref<void(RunningBlock &)> body;
  std::atomic<uint64_t> numStarted{0};
  std::atomic<uint64_t> version{0};
  std::atomic<bool> stopped{false};
  /// Set when all tile blocks that have not ended wait for one another.
  std::atomic<bool> stuck{false};
  std::atomic<bool> outOfRoom{false};
  std::atomic<bool> lacksMemory{false};
  std::atomic<unsigned> numAsleep{0};

  /// Guards the members below.
  std::mutex mutex;
  std::condition_variable changed;
  /// Number of threads that may still run a tile block.
  unsigned numWorking = 0;
  /// Number of threads that sleep, as nothing has changed since `waitingSince`.
  unsigned numWaiting = 0;
  uint64_t waitingSince = 0;
};

/// A tile block that has started, as the schedule sees it.
class RunningBlock {
public:
  uint64_t getNumber() const { return number; }
  Schedule &getSchedule() const;

  /// Lets others run before this tile block goes on.
  void yield();
  /// A point at which the schedule may let others run, as its seed decides.
  void offer() {
    if (LLVM_UNLIKELY(!isPlain))
      yieldAtRandom();
  }
  /// Returns true once memory has changed since this version; false if it never
  /// will, or if the run is stopped.
  bool waitForChange(uint64_t version);

private:
  friend class Schedule;
  RunningBlock(Schedule::Worker &worker, Fiber &fiber, uint64_t number);
  void yieldAtRandom();

  Schedule::Worker &worker;
  Fiber &fiber;
  const uint64_t number;
  const bool isPlain;
};

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_SCHEDULE_SCHEDULE_H

//===- Task.h - What streams do, and in which order -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a program puts into a stream is a task, which comes
// after other pieces: the one before it in the stream, those that the default
// stream orders, the records of events that it waits for. A piece runs when all
// of these have; which of several, and when, is open. Seed 0 runs each as soon
// as it is there. Other seeds run them at any time before somebody waits. In
// the concurrent mode all wait for that, and those that nothing orders overlap.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_STREAMS_TASK_H
#define TESSERA_LIB_DRIVER_STREAMS_TASK_H

#include "Operation.h"
#include "tessera-c/Device.h"
#include <chrono>
#include <functional>
#include <list>
#include <memory>
#include <random>
#include <vector>

namespace tessera::driver {

struct Task;
using TaskRef = std::shared_ptr<Task>;

/// That a task comes after another one. A launch that depends on
/// another one may begin before its end where both overlap, and waits for it
/// otherwise.
struct TaskEdge {
  TaskEdge(TaskRef task, TesseraLaunchStage stage = TesseraLaunchStageCompleted)
      : task(std::move(task)), stage(stage) {}
  TaskRef task;
  TesseraLaunchStage stage;
};

/// A step of a stream.
struct Task {
  /// What it does; an event's record does nothing.
  std::shared_ptr<const Operation> operation;
  std::function<CUresult()> action;
  std::vector<TaskEdge> after;
  enum class State { Waiting, Running, Done } state = State::Waiting;
  /// Whose error it is if it fails.
  struct Context *context = nullptr;
  std::chrono::steady_clock::time_point end;

  bool isDone() const { return state == State::Done; }
};

/// The tasks that are not done yet. Guarded by the lock of the driver, but for
/// the actions of host functions.
class TaskQueue {
public:
  void begin(uint64_t seed, bool isConcurrent) {
    mode = isConcurrent ? Mode::Concurrent
           : seed == 0  ? Mode::Eager
                        : Mode::Random;
    random.seed(seed);
  }

  /// Adds a task, and runs what the seed says.
  void add(TaskRef task);
  /// Runs a piece and all that it comes after.
  void finish(const TaskRef &task);
  /// Runs one piece that is ready, if any is; for those who only ask.
  void advance();

private:
  bool isReady(const Task &task) const;
  void run(const TaskRef &task);
  void runTogether();
  void end(const TaskRef &task, CUresult result);

  std::list<TaskRef> pending; // in the order of the calls
  enum class Mode { Eager, Random, Concurrent } mode = Mode::Eager;
  std::mt19937_64 random;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_STREAMS_TASK_H

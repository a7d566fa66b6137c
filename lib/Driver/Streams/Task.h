//===- Task.h - Tasks of streams, and their order ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that a program puts into a stream is a task. It comes after other
// tasks: the one before it in the stream, those that the default stream orders,
// the records of events that it waits for. It is ready when all of these have
// run. The order of ready tasks, and the time when each runs, are open. Seed 0
// runs each task as soon as it is added. Other seeds run tasks at random times
// before somebody waits. In the concurrent mode all tasks run when somebody
// waits, and those that nothing orders overlap.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DRIVER_STREAMS_TASK_H
#define TESSERA_LIB_DRIVER_STREAMS_TASK_H

#include "Operation.h"
#include "tessera-c/Device.h"
#include <functional>
#include <list>
#include <memory>
#include <random>
#include <vector>

namespace tessera::driver {

struct Task;
using TaskRef = std::shared_ptr<Task>;

/// An edge to an earlier task. A launch with a programmatic edge to another
/// launch may begin before its end if both run together; otherwise it waits for
/// the end.
struct TaskEdge {
  TaskEdge(TaskRef task, TesseraLaunchStage stage = TesseraLaunchStageCompleted)
      : task(std::move(task)), stage(stage) {}
  TaskRef task;
  TesseraLaunchStage stage;
};

/// A step of a stream.
struct Task {
  /// The operation; an event's record has none.
  std::shared_ptr<const Operation> operation;
  std::function<CUresult()> action;
  std::vector<TaskEdge> after;
  enum class State { Waiting, Running, Done } state = State::Waiting;
  /// The context that gets the error if the task fails.
  struct Context *context = nullptr;
  /// The time at the end, in microseconds, by the clock of the queue. Until
  /// then, that of the latest end of the tasks before it that are done.
  double time = 0;

  bool isDone() const { return state == State::Done; }
};

/// The clock that events read. `Host`: when the host ran a task. `Model`: a
/// task begins at the end of the last one that it comes after, and takes as long
/// as the model of the GPU says; tasks that nothing orders do not hinder each
/// other.
enum class EventClock { Host, Model };

/// The tasks that are not done yet. The lock of the driver guards them, except
/// for the actions of host functions.
class TaskQueue {
public:
  void begin(uint64_t seed, bool isConcurrent, EventClock clock) {
    this->clock = clock;
    mode = isConcurrent ? Mode::Concurrent
           : seed == 0  ? Mode::Eager
                        : Mode::Random;
    random.seed(seed);
  }

  /// Adds a task, and runs as many as the seed says.
  void add(TaskRef task);
  /// Runs a task, and before it all tasks that it comes after.
  void finish(const TaskRef &task);
  /// Runs one ready task, if there is any; called when a program only polls.
  void advance();

private:
  bool isReady(const Task &task) const;
  void run(const TaskRef &task);
  void runTogether();
  /// Ends a task, which is the `number`th of those that ran together.
  void end(const TaskRef &task, CUresult result, size_t number = 0);

  std::list<TaskRef> pending; // in the order of the calls
  enum class Mode { Eager, Random, Concurrent } mode = Mode::Eager;
  std::mt19937_64 random;
  EventClock clock = EventClock::Host;
};

} // namespace tessera::driver

#endif // TESSERA_LIB_DRIVER_STREAMS_TASK_H

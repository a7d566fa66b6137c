//===- Task.cpp - Tasks of streams, and their order -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Task.h"
#include "../Driver.h"
#include "tessera/Emulator/KernelName.h"
#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <unordered_map>

using namespace tessera::driver;

bool TaskQueue::isReady(const Task &task) const {
  return task.state == Task::State::Waiting &&
         std::all_of(task.after.begin(), task.after.end(),
                     [](const TaskEdge &edge) { return edge.task->isDone(); });
}

/// Nothing runs in a context after an error that it does not survive.
static bool mayRun(const Task &task) {
  return !task.context || task.context->error == CUDA_SUCCESS;
}

/// True if the task is data, so that it can run together with others.
static bool mayOverlap(const Task &task) {
  return task.operation && takesPart(*task.operation) && mayRun(task);
}

void TaskQueue::run(const TaskRef &task) {
  if (mode == Mode::Concurrent && mayOverlap(*task))
    return runTogether();
  task->state = Task::State::Running;
  CUresult result = CUDA_SUCCESS;
  if (mayRun(*task) && task->operation)
    result = runWithinMemory([&] { return driver::run(*task->operation); });
  else if (mayRun(*task) && task->action)
    result = runWithinMemory(task->action);
  end(task, result);
}

namespace {
/// A group of tasks, from all streams, that may run at once: each comes only
/// after tasks that are done or in the group. Tasks that only have a place in
/// the order, such as an event's record, pass their order on.
class Overlap {
public:
  /// Adds a task if it may overlap; `add` was called before for all that it
  /// comes after.
  void add(const TaskRef &task);

  std::vector<TaskRef> together;
  std::vector<OrderedOperation> operations;
  /// The group, and the tasks among it that only have a place in the order: all
  /// end with it, each behind those that it comes after.
  std::vector<TaskRef> settled;

private:
  std::optional<std::vector<TesseraEdge>> orderOf(const Task &task) const;

  /// For each task that is settled, the numbers in the group of those that end
  /// before it counts as done: first itself, if it does anything, then those
  /// that its own end does not imply.
  std::unordered_map<const Task *, std::vector<unsigned>> ends;
};
} // namespace

/// The edges of a task within the group; none if it comes after something that
/// is neither done nor in the group.
std::optional<std::vector<TesseraEdge>>
Overlap::orderOf(const Task &task) const {
  std::map<unsigned, TesseraLaunchStage> stages;
  for (const TaskEdge &edge : task.after) {
    auto known = ends.find(edge.task.get());
    if (known == ends.end() && !edge.task->isDone())
      return std::nullopt;
    if (known == ends.end())
      continue;
    // A launch in a disabled node does nothing, so it has no stages to wait
    // for.
    if (edge.stage != TesseraLaunchStageCompleted && mayOverlap(*edge.task) &&
        mayOverlap(task))
      stages.emplace(known->second.front(), edge.stage);
    else
      for (unsigned number : known->second)
        stages[number] = TesseraLaunchStageCompleted;
  }
  std::vector<TesseraEdge> after;
  for (auto [number, stage] : stages)
    after.push_back({number, stage});
  return after;
}

void Overlap::add(const TaskRef &task) {
  bool isPlace =
      !task->action && (!task->operation || doesNothing(*task->operation));
  if (task->state != Task::State::Waiting || !(isPlace || mayOverlap(*task)))
    return;
  std::optional<std::vector<TesseraEdge>> after = orderOf(*task);
  if (!after)
    return;
  settled.push_back(task);
  std::vector<unsigned> &end = ends[task.get()];
  if (isPlace) {
    for (TesseraEdge edge : *after)
      end.push_back(edge.from);
    return;
  }
  end.push_back(together.size());
  // A programmatic launch may end before the launch that it depends on; the
  // tasks behind it in the stream come after both.
  for (TesseraEdge edge : *after)
    if (edge.stage != TesseraLaunchStageCompleted) {
      const std::vector<unsigned> &earlier = ends.at(together[edge.from].get());
      end.insert(end.end(), earlier.begin(), earlier.end());
    }
  operations.push_back({task->operation.get(), std::move(*after)});
  together.push_back(task);
}

void TaskQueue::runTogether() {
  // Ended tasks are kept until the whole group has ended, so the group has a
  // limit: otherwise a chain of all launches of a long program would grow
  // without bound.
  constexpr size_t most = 256;
  Overlap overlap;
  for (const TaskRef &task : pending) {
    if (overlap.together.size() == most)
      break;
    overlap.add(task);
  }
  for (const TaskRef &task : overlap.together)
    task->state = Task::State::Running;
  CUresult result =
      runWithinMemory([&] { return driver::run(overlap.operations); });
  size_t number = 0;
  for (const TaskRef &task : overlap.settled) {
    bool isRun = task->state == Task::State::Running;
    end(task, isRun ? result : CUDA_SUCCESS, number);
    number += isRun;
  }
}

static double hostTime() {
  using namespace std::chrono;
  duration<double, std::micro> time = steady_clock::now().time_since_epoch();
  return time.count();
}

/// A task as a message names it.
static std::string describe(const Task &task) {
  if (!task.operation)
    return "a function of the host";
  const auto *launch = std::get_if<KernelLaunch>(task.operation.get());
  if (!launch)
    return "a copy, a fill or a node of memory";
  const Function *function = Driver::get().functions.find(launch->function);
  return function ? "the launch of '" +
                        tessera::shortKernelName(function->name) + "'"
                  : "the launch of a function that was unloaded";
}

/// An error of several tasks together is the error of each.
void TaskQueue::end(const TaskRef &task, CUresult result, size_t number) {
  if (Context *context = task->context; context && result != CUDA_SUCCESS) {
    bool survives =
        result == CUDA_ERROR_OUT_OF_MEMORY || Driver::get().survivesErrors;
    CUresult &error = survives ? context->passing : context->error;
    if (error == CUDA_SUCCESS) {
      error = result;
      context->culprit = describe(*task);
    }
  }
  for (const TaskEdge &edge : task->after)
    task->time = std::max(task->time, edge.task->time);
  if (clock == EventClock::Host)
    task->time = hostTime();
  else if (task->operation && result == CUDA_SUCCESS && mayRun(*task))
    task->time += modelledTime(*task->operation, number);
  task->state = Task::State::Done;
  task->operation = nullptr;
  task->action = nullptr;
  task->after.clear();
  pending.remove(task);
  Driver::get().workDone.notify_all();
}

void TaskQueue::add(TaskRef task) {
  auto &after = task->after;
  for (const TaskEdge &edge : after)
    if (edge.task && edge.task->isDone())
      task->time = std::max(task->time, edge.task->time);
  after.erase(std::remove_if(after.begin(), after.end(),
                             [](const TaskEdge &edge) {
                               return !edge.task || edge.task->isDone();
                             }),
              after.end());
  pending.push_back(task);
  if (mode == Mode::Eager && isReady(*task))
    return run(task);
  // The number of tasks that run before the next call is random.
  while (mode == Mode::Random && random() % 4 == 0)
    advance();
}

/// Runs a task and all before it, depth first. No recursion, because chains may
/// be long.
void TaskQueue::finish(const TaskRef &task) {
  std::vector<TaskRef> stack{task};
  while (!stack.empty()) {
    TaskRef top = stack.back();
    if (top->isDone()) {
      stack.pop_back();
      continue;
    }
    if (top->state == Task::State::Running) {
      Driver::get().waitForTasks();
      continue;
    }
    auto missing = std::find_if_not(
        top->after.begin(), top->after.end(),
        [](const TaskEdge &edge) { return edge.task->isDone(); });
    if (missing == top->after.end())
      run(top);
    else
      stack.push_back(missing->task);
  }
}

void TaskQueue::advance() {
  std::vector<TaskRef> ready;
  for (const TaskRef &task : pending)
    if (isReady(*task))
      ready.push_back(task);
  if (!ready.empty())
    run(ready[mode == Mode::Random ? random() % ready.size() : 0]);
}

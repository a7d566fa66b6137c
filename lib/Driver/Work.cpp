//===- Work.cpp - What streams do, and in which order ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Work.h"
#include "Driver.h"
#include <algorithm>
#include <map>
#include <optional>
#include <unordered_map>

using namespace tessera::driver;

bool WorkQueue::isReady(const Work &work) const {
  return work.state == Work::State::Waiting &&
         std::all_of(work.after.begin(), work.after.end(),
                     [](const WorkEdge &edge) { return edge.work->isDone(); });
}

/// After an error that a context does not survive nothing of it runs.
static bool mayRun(const Work &work) {
  return !work.context || work.context->error == CUDA_SUCCESS;
}

/// Whether it is data, so that it can be handed on with others.
static bool mayOverlap(const Work &work) {
  return work.operation && takesPart(*work.operation) && mayRun(work);
}

void WorkQueue::run(const WorkRef &work) {
  if (mode == Mode::Concurrent && mayOverlap(*work))
    return runTogether();
  work->state = Work::State::Running;
  CUresult result = CUDA_SUCCESS;
  if (mayRun(*work) && work->operation)
    result = runWithinMemory([&] { return driver::run(*work->operation); });
  else if (mayRun(*work) && work->action)
    result = runWithinMemory(work->action);
  end(work, result);
}

namespace {
/// Work that may overlap and comes after nothing but what is done, or is among
/// it: that of all streams. What only has its place in the order, such as an
/// event's record, hands it on.
class Overlap {
public:
  /// Takes a piece in if it may be; all that it comes after was asked before.
  void add(const WorkRef &work);

  std::vector<WorkRef> together;
  std::vector<OrderedOperation> operations;

private:
  std::optional<std::vector<TesseraEdge>> orderOf(const Work &work) const;

  /// What has come to its end, by numbers, where a piece counts as done: itself
  /// first, if it does anything, and what that does not say.
  std::unordered_map<const Work *, std::vector<unsigned>> ends;
};
} // namespace

/// None where it comes after something that is neither done nor here.
std::optional<std::vector<TesseraEdge>>
Overlap::orderOf(const Work &work) const {
  std::map<unsigned, TesseraLaunchStage> stages;
  for (const WorkEdge &edge : work.after) {
    auto known = ends.find(edge.work.get());
    if (known == ends.end() && !edge.work->isDone())
      return std::nullopt;
    if (known == ends.end())
      continue;
    // A node of a graph may have been disabled.
    if (edge.stage != TesseraLaunchStageCompleted && mayOverlap(*edge.work) &&
        mayOverlap(work))
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

void Overlap::add(const WorkRef &work) {
  bool isPlace =
      !work->action && (!work->operation || doesNothing(*work->operation));
  if (work->state != Work::State::Waiting || !(isPlace || mayOverlap(*work)))
    return;
  std::optional<std::vector<TesseraEdge>> after = orderOf(*work);
  if (!after)
    return;
  std::vector<unsigned> &end = ends[work.get()];
  if (isPlace) {
    for (TesseraEdge edge : *after)
      end.push_back(edge.from);
    return;
  }
  end.push_back(together.size());
  // A launch may end before one that it depends on; what is behind it in the
  // stream comes after both.
  for (TesseraEdge edge : *after)
    if (edge.stage != TesseraLaunchStageCompleted) {
      const std::vector<unsigned> &earlier = ends.at(together[edge.from].get());
      end.insert(end.end(), earlier.begin(), earlier.end());
    }
  operations.push_back({work->operation.get(), std::move(*after)});
  together.push_back(work);
}

void WorkQueue::runTogether() {
  // What has ended is kept until all have: a chain of all launches of a long
  // program would grow without bound.
  constexpr size_t most = 256;
  Overlap overlap;
  for (const WorkRef &work : pending) {
    if (overlap.together.size() == most)
      break;
    overlap.add(work);
  }
  for (const WorkRef &work : overlap.together)
    work->state = Work::State::Running;
  CUresult result =
      runWithinMemory([&] { return driver::run(overlap.operations); });
  for (const WorkRef &work : overlap.together)
    end(work, result);
}

/// An error of several is that of each.
void WorkQueue::end(const WorkRef &work, CUresult result) {
  if (Context *context = work->context; context && result != CUDA_SUCCESS) {
    CUresult &error =
        result == CUDA_ERROR_OUT_OF_MEMORY ? context->passing : context->error;
    if (error == CUDA_SUCCESS)
      error = result;
  }
  work->end = std::chrono::steady_clock::now();
  work->state = Work::State::Done;
  work->operation = nullptr;
  work->action = nullptr;
  work->after.clear();
  pending.remove(work);
  Driver::get().workDone.notify_all();
}

void WorkQueue::add(WorkRef work) {
  auto &after = work->after;
  after.erase(std::remove_if(after.begin(), after.end(),
                             [](const WorkEdge &edge) {
                               return !edge.work || edge.work->isDone();
                             }),
              after.end());
  pending.push_back(work);
  if (mode == Mode::Eager && isReady(*work))
    return run(work);
  // How much happens before the next call is open.
  while (mode == Mode::Random && random() % 4 == 0)
    advance();
}

/// Depth first, without recursion: chains may be long.
void WorkQueue::finish(const WorkRef &work) {
  std::vector<WorkRef> stack{work};
  while (!stack.empty()) {
    WorkRef top = stack.back();
    if (top->isDone()) {
      stack.pop_back();
      continue;
    }
    if (top->state == Work::State::Running) {
      Driver::get().waitForWork();
      continue;
    }
    auto missing = std::find_if_not(
        top->after.begin(), top->after.end(),
        [](const WorkEdge &edge) { return edge.work->isDone(); });
    if (missing == top->after.end())
      run(top);
    else
      stack.push_back(missing->work);
  }
}

void WorkQueue::advance() {
  std::vector<WorkRef> ready;
  for (const WorkRef &work : pending)
    if (isReady(*work))
      ready.push_back(work);
  if (!ready.empty())
    run(ready[mode == Mode::Random ? random() % ready.size() : 0]);
}

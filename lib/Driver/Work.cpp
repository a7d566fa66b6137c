//===- Work.cpp - What streams do, and in which order ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Work.h"
#include "Driver.h"
#include <algorithm>
#include <unordered_map>

using namespace tessera::driver;

bool WorkQueue::isReady(const Work &work) const {
  return work.state == Work::State::Waiting &&
         std::all_of(work.after.begin(), work.after.end(),
                     [](const WorkRef &other) { return other->isDone(); });
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
    result = driver::run(*work->operation);
  else if (mayRun(*work) && work->action)
    result = work->action();
  end(work, result);
}

/// Runs what may overlap and comes after nothing but what is done, or is among
/// it: that of all streams. What only has its place in the order, such as an
/// event's record, hands it on.
void WorkQueue::runTogether() {
  // What has ended is kept until all have: a chain of all launches of a long
  // program would grow without bound.
  constexpr size_t most = 256;
  std::vector<WorkRef> together;
  std::vector<OrderedOperation> operations;
  std::unordered_map<const Work *, std::vector<unsigned>> orders;
  for (const WorkRef &work : pending) {
    if (together.size() == most)
      break;
    std::vector<unsigned> after;
    bool isIn = work->state == Work::State::Waiting;
    for (const WorkRef &other : work->after) {
      auto known = orders.find(other.get());
      isIn &= other->isDone() || known != orders.end();
      if (known != orders.end())
        after.insert(after.end(), known->second.begin(), known->second.end());
    }
    std::sort(after.begin(), after.end());
    after.erase(std::unique(after.begin(), after.end()), after.end());
    if (isIn && mayOverlap(*work)) {
      orders[work.get()] = {unsigned(together.size())};
      operations.push_back({work->operation.get(), std::move(after)});
      together.push_back(work);
    } else if (isIn && !work->action &&
               (!work->operation || doesNothing(*work->operation))) {
      orders[work.get()] = std::move(after);
    }
  }
  for (const WorkRef &work : together)
    work->state = Work::State::Running;
  CUresult result = driver::run(operations);
  for (const WorkRef &work : together)
    end(work, result);
}

/// An error of several is that of each.
void WorkQueue::end(const WorkRef &work, CUresult result) {
  if (result != CUDA_SUCCESS && work->context &&
      work->context->error == CUDA_SUCCESS)
    work->context->error = result;
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
                             [](const WorkRef &other) {
                               return !other || other->isDone();
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
    auto missing =
        std::find_if_not(top->after.begin(), top->after.end(),
                         [](const WorkRef &other) { return other->isDone(); });
    if (missing == top->after.end())
      run(top);
    else
      stack.push_back(*missing);
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

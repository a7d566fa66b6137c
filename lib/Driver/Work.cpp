//===- Work.cpp - What streams do, and in which order ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Work.h"
#include "Driver.h"
#include <algorithm>

using namespace tessera::driver;

bool WorkQueue::isReady(const Work &work) const {
  return work.state == Work::State::Waiting &&
         std::all_of(work.after.begin(), work.after.end(),
                     [](const WorkRef &other) { return other->isDone(); });
}

void WorkQueue::run(const WorkRef &work) {
  work->state = Work::State::Running;
  Context *context = work->context;
  // After an error that a context does not survive nothing of it runs.
  if (work->action && (!context || context->error == CUDA_SUCCESS)) {
    CUresult result = work->action();
    if (result != CUDA_SUCCESS && context)
      context->error = result;
  }
  work->end = std::chrono::steady_clock::now();
  work->state = Work::State::Done;
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
  if (isEager && isReady(*work))
    return run(work);
  // How much happens before the next call is open.
  while (!isEager && random() % 4 == 0)
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
    run(ready[isEager ? 0 : random() % ready.size()]);
}

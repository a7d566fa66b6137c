//===- RingQueue.cpp - A ring of tileas as a bounded queue ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingQueue.h"
#include <algorithm>

using namespace tessera::interp;

static std::string nameOf(int64_t turn) {
  return "turn " + std::to_string(turn);
}

std::string RingQueue::acquire(int64_t turn) {
  bool isIdle =
      std::all_of(stages.begin(), stages.end(),
                  [](const Stage &each) { return each.state == State::Free; });
  if (isIdle)
    next = turn;
  if (turn != next)
    return "acquires " + nameOf(turn) + " of a ring, where " + nameOf(next) +
           " is next";
  Stage &stage = stageOf(turn);
  if (stage.state != State::Free)
    return "waits for ever to acquire " + nameOf(turn) + " of a ring, since " +
           nameOf(stage.turn) + " has not been released from its stage";
  stage = {State::Acquired, turn};
  ++next;
  return "";
}

std::string RingQueue::advance(int64_t turn, State from, State to,
                               const char *verb, const char *missing) {
  Stage &stage = stageOf(turn);
  if (stage.state != from || stage.turn != turn)
    return std::string(verb) + " " + nameOf(turn) + " of a ring, which " +
           missing;
  for (const Stage &other : stages)
    if (other.state == from && other.turn < turn)
      return std::string(verb) + " " + nameOf(turn) + " of a ring before " +
             nameOf(other.turn);
  stage.state = to;
  return "";
}

std::string RingQueue::commit(int64_t turn, bool isEmpty) {
  return advance(turn, State::Acquired,
                 isEmpty ? State::Free : State::Committed, "commits",
                 "nobody has acquired");
}

std::string RingQueue::wait(int64_t turn) {
  return advance(turn, State::Committed, State::Awaited, "waits for ever for",
                 "nobody has filled and committed");
}

std::string RingQueue::release(int64_t turn) {
  return advance(turn, State::Awaited, State::Free, "releases",
                 "nobody has waited for");
}

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

bool RingQueue::isIdle() const {
  return std::all_of(stages.begin(), stages.end(), [](const Stage &each) {
    return each.state == State::Free;
  });
}

template <typename IsThere>
std::string RingQueue::checkFirst(int64_t turn, const char *verb,
                                  IsThere isThere) const {
  for (const Stage &other : stages)
    if (isThere(other) && other.turn < turn)
      return std::string(verb) + " " + nameOf(turn) + " of a ring before " +
             nameOf(other.turn);
  return "";
}

//===----------------------------------------------------------------------===//
// The filling side
//===----------------------------------------------------------------------===//

std::string RingQueue::whyNotAcquire(int64_t turn) const {
  if (isIdle())
    return "";
  std::string what = "to acquire " + nameOf(turn) + " of a ring, ";
  if (turn != next)
    return what + "where " + nameOf(next) + " is next";
  const Stage &stage = stageOf(turn);
  if (stage.state == State::Free)
    return "";
  return what + "since " + nameOf(stage.turn) +
         " has not been released from its stage";
}

void RingQueue::acquire(int64_t turn) {
  stageOf(turn) = {State::Acquired, turn};
  next = turn + 1;
}

std::string RingQueue::commit(int64_t turn, bool isNone) {
  Stage &stage = stageOf(turn);
  if (stage.state != State::Acquired || stage.turn != turn)
    return "commits " + nameOf(turn) + " of a ring, which nobody has acquired";
  std::string wrong = checkFirst(turn, "commits", [](const Stage &other) {
    return other.state == State::Acquired;
  });
  if (wrong.empty())
    stage.state = isNone ? State::Free : State::Full;
  return wrong;
}

//===----------------------------------------------------------------------===//
// Readers
//===----------------------------------------------------------------------===//

std::string RingQueue::whyNotWait(int64_t turn, unsigned reader) const {
  const Stage &stage = stageOf(turn);
  if (isAhead(stage, reader) && stage.turn == turn)
    return "";
  return "for " + nameOf(turn) +
         " of a ring, which nobody has filled and committed";
}

std::string RingQueue::wait(int64_t turn, unsigned reader) {
  std::string wrong = checkFirst(turn, "waits for", [&](const Stage &other) {
    return isAhead(other, reader);
  });
  if (wrong.empty())
    stageOf(turn).awaited |= Readers(1) << reader;
  return wrong;
}

std::string RingQueue::release(int64_t turn, unsigned reader) {
  Stage &stage = stageOf(turn);
  if (!isRead(stage, reader) || stage.turn != turn)
    return "releases " + nameOf(turn) +
           " of a ring, which nobody has waited for";
  std::string wrong = checkFirst(turn, "releases", [&](const Stage &other) {
    return isRead(other, reader);
  });
  if (!wrong.empty())
    return wrong;
  stage.released |= Readers(1) << reader;
  if (stage.released == readers)
    stage.state = State::Free;
  return "";
}

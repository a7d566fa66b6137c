//===- TimeLimit.cpp - Leave a call that takes too long -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/TimeLimit.h"

#include "tessera/Support/LackOfMemory.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera;

__thread TimeLimit *TimeLimit::current = nullptr;

std::string tessera::describeTimeOut(double seconds, llvm::StringRef step) {
  std::string text;
  llvm::raw_string_ostream(text)
      << "not compiled within " << llvm::format("%g", seconds)
      << " seconds; the step '" << step
      << "' was under way: smaller tiles compile faster";
  return text;
}

TimeLimit::~TimeLimit() {
  if (hasBegun)
    current = outer;
}

void TimeLimit::begin() {
  if (seconds == 0)
    return;
  // A year, beyond which the clock might overflow, is for ever.
  constexpr double most = 365 * 24 * 3600.0;
  endTime = Clock::now() +
            std::chrono::duration_cast<Clock::duration>(
                std::chrono::duration<double>(std::min(seconds, most)));
  hasBegun = true;
  outer = current;
  current = this;
}

std::optional<TimeLimit::Clock::time_point> TimeLimit::end() {
  if (!current)
    return std::nullopt;
  return current->endTime;
}

void TimeLimit::leaveIfOver() {
  if (heldLocks || Clock::now() < endTime)
    return;
  isReached = true;
  // On the way out allocations are to be had.
  current = nullptr;
  leaveForLackOfMemory();
}

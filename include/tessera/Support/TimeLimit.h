//===- TimeLimit.h - Leave a call that takes too long -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing can stop a pass or LLVM from outside. But both allocate all the time,
// and an allocation may leave a call of the library (LackOfMemory.h): late ones
// do, and so a call ends within milliseconds after its time. A program that is
// waited for is killed. docs/rationale/integration/memory.md says why so.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_SUPPORT_TIMELIMIT_H
#define TESSERA_SUPPORT_TIMELIMIT_H

#include "llvm/ADT/StringRef.h"
#include <chrono>
#include <optional>
#include <string>

namespace tessera {

/// "not compiled within 5 seconds; the step 'ptx' was under way: ...".
std::string describeTimeOut(double seconds, llvm::StringRef step);

/// The time that a call on this thread may take. Lives around a
/// runWithinMemory, which returns false if the time was over, and begins inside
/// of it. Limits of a thread nest: the innermost that has begun holds.
class TimeLimit {
public:
  using Clock = std::chrono::steady_clock;

  /// No limit if `seconds` is 0.
  explicit TimeLimit(double seconds) : seconds(seconds) {}
  TimeLimit(const TimeLimit &) = delete;
  ~TimeLimit();

  void begin();
  /// `name`, of the step that begins, must outlive this object.
  void enterStep(llvm::StringRef name) { step = name; }
  /// True if the call was left because of it.
  bool wasReached() const { return isReached; }
  std::string describe() const { return describeTimeOut(seconds, step); }

  /// Leaves the innermost runWithinMemory of this thread if the time is over,
  /// once, and from where no lock is held. For functions of allocation.
  static void check() {
    // Reading the clock takes as long as an allocation does.
    constexpr unsigned allocationsPerLook = 16;
    if (current && ++current->allocations % allocationsPerLook == 0)
      look();
  }
  /// The same, and reads the clock each time. For what follows a wait.
  static void look() {
    if (current)
      current->leaveIfOver();
  }
  /// The end of the limit of this thread.
  static std::optional<Clock::time_point> end();

private:
  void leaveIfOver();

  static __thread TimeLimit *current;

  double seconds;
  Clock::time_point endTime;
  llvm::StringRef step = "start";
  bool isReached = false;
  bool hasBegun = false;
  /// The limit that held before this one began; null if there was none.
  TimeLimit *outer = nullptr;
  /// Allocations since the limit began.
  unsigned allocations = 0;
};

} // namespace tessera

#endif // TESSERA_SUPPORT_TIMELIMIT_H

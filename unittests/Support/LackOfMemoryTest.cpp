//===- LackOfMemoryTest.cpp - Lack of memory ends the work alone ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/LackOfMemory.h"
#include "tessera/Support/CrashGuard.h"

#include "gtest/gtest.h"
#include <csignal>
#include <thread>

using namespace tessera;

namespace {

TEST(LackOfMemoryTest, LeavesTheInnermostRun) {
  bool isInnerDone = true, goesOn = false;
  EXPECT_TRUE(runWithinMemory([&] {
    isInnerDone = runWithinMemory([] { leaveForLackOfMemory(); });
    goesOn = true;
  }));
  EXPECT_FALSE(isInnerDone);
  EXPECT_TRUE(goesOn);
}

TEST(LackOfMemoryTest, ThreadsLeaveEachForItself) {
  bool isDone = true, isOtherDone = false;
  std::thread other([&] {
    isOtherDone = runWithinMemory([&] {
      std::thread third(
          [&] { isDone = runWithinMemory([] { leaveForLackOfMemory(); }); });
      third.join();
    });
  });
  other.join();
  EXPECT_FALSE(isDone);
  EXPECT_TRUE(isOtherDone);
}

TEST(LackOfMemoryTest, OnlyRunsAreLeft) {
  EXPECT_FALSE(shouldRetryAllocation());
  EXPECT_FALSE(runWithinMemory([] { (void)shouldRetryAllocation(); }));
}

/// The reserve is there once for each run, for who holds a lock.
TEST(LackOfMemoryTest, LocksHaveAReserve) {
  bool canRetry = false;
  EXPECT_FALSE(runWithinMemory([&] {
    UsesReserve use;
    canRetry = shouldRetryAllocation();
    (void)shouldRetryAllocation();
  }));
  EXPECT_TRUE(canRetry);
  EXPECT_EQ(heldLocks, 0u);
  EXPECT_TRUE(runWithinMemory([] {
    UsesReserve use;
    EXPECT_TRUE(shouldRetryAllocation());
  }));
}

/// The guard of crashes is put back, and lets through what is not its own.
TEST(LackOfMemoryTest, ACrashGuardIsLeft) {
  EXPECT_FALSE(runWithinMemory([] {
    (void)runGuarded([] { leaveForLackOfMemory(); });
    ADD_FAILURE() << "went on";
  }));
  EXPECT_EQ(runGuarded([] { std::raise(SIGSEGV); }), "Segmentation fault");
  EXPECT_TRUE(runWithinMemory([] {
    EXPECT_TRUE(runGuarded([] { std::raise(SIGSEGV); }));
    EXPECT_FALSE(runWithinMemory([] { leaveForLackOfMemory(); }));
  }));
}

} // namespace

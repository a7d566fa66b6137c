//===- TimeLimitTest.cpp - What takes too long is left --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/TimeLimit.h"
#include "tessera/Support/ChildProcess.h"
#include "tessera/Support/LackOfMemory.h"

#include "gtest/gtest.h"
#include <csignal>

using namespace tessera;

namespace {

/// Stands for code that allocates without end.
[[noreturn]] void allocateForEver() {
  for (;;)
    TimeLimit::check();
}

TEST(TimeLimitTest, LeavesOnce) {
  TimeLimit limit(1e-3);
  EXPECT_FALSE(runWithinMemory([&] {
    limit.begin();
    limit.enterStep("ptx");
    allocateForEver();
  }));
  EXPECT_TRUE(limit.wasReached());
  EXPECT_EQ(limit.describe(),
            "not compiled within 0.001 seconds; the step 'ptx' was under way: "
            "smaller tiles compile faster");
  for (int i = 0; i < 100; ++i)
    TimeLimit::check();
}

TEST(TimeLimitTest, LeavesNoLockBehind) {
  TimeLimit limit(1e-9);
  bool isReleased = false;
  EXPECT_FALSE(runWithinMemory([&] {
    limit.begin();
    {
      UsesReserve lock;
      for (int i = 0; i < 100; ++i)
        TimeLimit::check();
      isReleased = true;
    }
    allocateForEver();
  }));
  EXPECT_TRUE(isReleased);
}

TEST(TimeLimitTest, NoneAndLongOnesAreNotReached) {
  for (double seconds : {0.0, 1e300}) {
    TimeLimit limit(seconds);
    EXPECT_TRUE(runWithinMemory([&] {
      limit.begin();
      for (int i = 0; i < 100; ++i)
        TimeLimit::check();
    }));
    EXPECT_FALSE(limit.wasReached());
    EXPECT_EQ(TimeLimit::end().has_value(), seconds > 0);
  }
  EXPECT_FALSE(TimeLimit::end());
}

TEST(TimeLimitTest, InnerOnesGiveWayToOuterOnes) {
  TimeLimit outer(1e-9);
  EXPECT_FALSE(runWithinMemory([&] {
    outer.begin();
    for (double seconds : {1e300, 1e-9}) {
      TimeLimit inner(seconds);
      (void)runWithinMemory([&] {
        inner.begin();
        TimeLimit::look();
      });
      EXPECT_EQ(inner.wasReached(), seconds < 1);
    }
    TimeLimit::look();
  }));
  EXPECT_TRUE(outer.wasReached());
  EXPECT_FALSE(TimeLimit::end());
}

/// A program that is waited for ends as well, unless it does so by itself.
TEST(TimeLimitTest, ProgramsAreKilled) {
  llvm::Expected<MemoryFile> log = MemoryFile::create("log");
  ASSERT_TRUE(bool(log));
  auto run = [&](double seconds, const char *command) {
    TimeLimit limit(seconds);
    limit.begin();
    return runChildProcess({"/bin/sh", "-c", command}, *log);
  };
  ProcessEnd late = run(1e-3, "exec sleep 1000");
  EXPECT_EQ(late.kind, ProcessEnd::Kind::Killed);
  EXPECT_EQ(late.code, SIGKILL);
  ProcessEnd early = run(1e300, "exit 7");
  EXPECT_EQ(early.kind, ProcessEnd::Kind::Exited);
  EXPECT_EQ(early.code, 7);
}

} // namespace

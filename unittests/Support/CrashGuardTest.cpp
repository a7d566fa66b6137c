//===- CrashGuardTest.cpp - Fatal errors end the work, not the process ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/CrashGuard.h"
#include "tessera/Support/GuardedThreadPool.h"

#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"
#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

using namespace tessera;

namespace {

TEST(CrashGuardTest, ReturnsNothingWhenAllWentWell) {
  bool ran = false;
  EXPECT_EQ(runGuarded([&] { ran = true; }), std::nullopt);
  EXPECT_TRUE(ran);
}

TEST(CrashGuardTest, ReturnsTheFirstLineOfAFatalError) {
  EXPECT_EQ(runGuarded([] { llvm::report_fatal_error("first\nsecond"); }),
            "first");
}

TEST(CrashGuardTest, NamesASignal) {
  EXPECT_EQ(runGuarded([] { std::raise(SIGSEGV); }), "Segmentation fault");
}

TEST(CrashGuardTest, CanBeUsedAgain) {
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(runGuarded([] { std::abort(); }));
  EXPECT_FALSE(runGuarded([] {}));
}

TEST(CrashGuardTest, ThreadsFailEachForItself) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int thread = 0; thread < 8; ++thread)
    threads.emplace_back([&right, thread] {
      std::string reason = "thread " + std::to_string(thread);
      for (int i = 0; i < 50; ++i) {
        right += runGuarded([&] {
                   llvm::report_fatal_error(reason.c_str());
                 }) == reason;
        right += runGuarded([] {}) == std::nullopt;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 8 * 50 * 2);
}

TEST(CrashGuardTest, APoolTellsWhatWentWrongInATask) {
  std::vector<std::string> reasons;
  std::atomic<int> ran = 0;
  {
    GuardedThreadPool pool(
        llvm::hardware_concurrency(4),
        [&](llvm::StringRef reason) { reasons.push_back(reason.str()); });
    llvm::ThreadPoolTaskGroup group(pool);
    for (int i = 0; i < 8; ++i)
      pool.async(group, [&] { ++ran; });
    pool.async(group, [] { llvm::report_fatal_error("first"); });
    group.wait();
    EXPECT_EQ(ran, 8);
    pool.async([] { std::raise(SIGSEGV); });
    pool.wait();
  }
  EXPECT_EQ(reasons, (std::vector<std::string>{"first", "Segmentation fault"}));
}

} // namespace

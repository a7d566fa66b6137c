//===- SupervisorTest.cpp - Launches that take long -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Supervisor.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::runtime;
using testing::HasSubstr;

namespace {

/// A launch of eight blocks, and a clock that the test moves.
class SupervisorTest : public testing::Test {
protected:
  SupervisorTest() {
    supervisor.watch(options);
    supervisor.setName("entry 'k'");
    supervisor.setHeartbeat(os);
  }
  /// The supervisor's message so many seconds and steps after the beginning of
  /// the launch.
  std::string at(double seconds, uint64_t steps, uint64_t ended = 3) {
    now = start + seconds;
    return options.emulate.progress(ended, 8, steps);
  }

  double start = 1000, now = 0;
  Supervisor supervisor{[this] { return now; }};
  EngineOptions options;
  std::string beats;
  llvm::raw_string_ostream os{beats};
};

} // namespace

TEST_F(SupervisorTest, saysSeldomHowFarALaunchIs) {
  for (int second = 0; second != 200; ++second)
    EXPECT_EQ(at(second, second * 100), "");
  std::string wanted;
  for (int second : {10, 20, 40, 80, 140})
    wanted += "entry 'k': running for " + std::to_string(second) +
              " s, 3 of 8 blocks done, " + std::to_string(second * 100) +
              " steps\n";
  EXPECT_EQ(beats, wanted);
  // The next launch begins.
  start = 2000;
  EXPECT_EQ(at(0, 0), "");
  EXPECT_EQ(at(9, 1), "");
  EXPECT_EQ(beats, wanted);
}

TEST_F(SupervisorTest, endsALaunchAtTheLimitOfTime) {
  supervisor.setTimeLimit(2.5);
  EXPECT_EQ(at(0, 0), "");
  EXPECT_EQ(at(2.4, 1), "");
  EXPECT_THAT(at(2.5, 2), HasSubstr("has run for 2.5 seconds, its time limit"));
  // The limit applies to each launch.
  start = 2000;
  EXPECT_EQ(at(0, 0), "");
  EXPECT_EQ(at(2.4, 1), "");
}

TEST_F(SupervisorTest, endsAllThatIsInterrupted) {
  EXPECT_EQ(at(0, 0), "");
  supervisor.interrupt();
  EXPECT_TRUE(supervisor.wasInterrupted());
  EXPECT_EQ(at(1, 1), "the launch was interrupted");
  EXPECT_EQ(at(2, 0), "the launch was interrupted");
}

TEST(TimeLimit, isANumberOfSeconds) {
  EXPECT_EQ(llvm::cantFail(parseTimeLimit("0.25")), 0.25);
  EXPECT_EQ(llvm::cantFail(parseTimeLimit("1e3")), 1000);
  for (const char *text : {"", "0", "-1", "nan", "inf", "1s", "1e999"})
    EXPECT_THAT(llvm::toString(parseTimeLimit(text).takeError()),
                HasSubstr("is no time limit, a number of seconds"));
}

//===- TestScriptTest.cpp - Scripts that answer, crash or hang ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Reduce/TestScript.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera;
using Answer = TestScript::Answer;

namespace {

/// The answer of a line of shell about a program.
Answer ask(const std::string &shell, llvm::StringRef text = "program",
           unsigned seconds = 0) {
  llvm::Expected<TestScript> script =
      TestScript::create({"sh", {"-c", shell, "sh"}, seconds});
  if (!script) {
    ADD_FAILURE() << llvm::toString(script.takeError());
    return Answer::Crashed;
  }
  llvm::Expected<Answer> answer = script->run(text);
  if (!answer) {
    ADD_FAILURE() << llvm::toString(answer.takeError());
    return Answer::Crashed;
  }
  return *answer;
}

} // namespace

TEST(TestScript, StatusOneIsInteresting) {
  EXPECT_EQ(ask("exit 1"), Answer::Interesting);
  EXPECT_EQ(ask("exit 0"), Answer::Boring);
  EXPECT_EQ(ask("exit 2"), Answer::Boring);
}

TEST(TestScript, GetsTheProgram) {
  EXPECT_EQ(ask("! grep -q needle \"$1\"", "hay needle hay"),
            Answer::Interesting);
  EXPECT_EQ(ask("! grep -q needle \"$1\"", "hay"), Answer::Boring);
}

TEST(TestScript, Crash) { EXPECT_EQ(ask("kill -SEGV $$"), Answer::Crashed); }

/// Its child processes end, too: otherwise the read from the pipe would not
/// end.
TEST(TestScript, Hang) {
  EXPECT_EQ(ask("sleep 1000 | cat", "", 1), Answer::TimedOut);
}

TEST(TestScript, NoSuchProgram) {
  llvm::Expected<TestScript> script =
      TestScript::create({"/there/is/no/such/script", {}, 0});
  ASSERT_FALSE(script);
  EXPECT_THAT(llvm::toString(script.takeError()),
              testing::HasSubstr("'/there/is/no/such/script'"));
}

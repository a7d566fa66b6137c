//===- ChildServerTest.cpp - Tests of programs that answer ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/ChildProcess.h"
#include "gmock/gmock.h"
#include <thread>

using namespace tessera;
using testing::HasSubstr;

/// A server that is a script; the channel is its file 3.
static std::unique_ptr<ChildServer> startScript(const char *script) {
  return llvm::cantFail(ChildServer::start({"/bin/sh", "-c", script}));
}

/// The answer, or the error.
static std::string answer(llvm::Expected<std::string> answer) {
  return answer ? *answer : "error: " + llvm::toString(answer.takeError());
}

TEST(ChildServerTest, OneProcessAnswersEachRequest) {
  // The answer is the request.
  std::unique_ptr<ChildServer> server = startScript("exec cat <&3 >&3");
  for (const char *text : {"a", "", "bc"}) {
    EXPECT_TRUE(server->isListening());
    EXPECT_EQ(answer(server->ask(text)), text);
  }
}

TEST(ChildServerTest, LargeMessagesArriveWhole) {
  std::unique_ptr<ChildServer> server =
      startScript("file=$(mktemp); head -c 1000008 <&3 >$file; cat $file >&3; "
                  "rm $file");
  std::string large(1000000, 'x');
  EXPECT_EQ(answer(server->ask(large)), large);
}

TEST(ChildServerTest, AServerThatGivesUpSaysWhy) {
  std::unique_ptr<ChildServer> server =
      startScript("head -c 8 <&3 >&2; echo; echo it is full >&2; exit 1");
  EXPECT_THAT(answer(server->ask("")), HasSubstr("it is full"));
  EXPECT_FALSE(server->isListening());
}

TEST(ChildServerTest, AServerThatSaysNothingIsNamed) {
  std::unique_ptr<ChildServer> server = startScript("exit 0");
  EXPECT_EQ(answer(server->ask("a")), "error: /bin/sh ended without an answer");
}

TEST(ChildServerTest, ASignalIsNamed) {
  std::unique_ptr<ChildServer> server =
      startScript("head -c 8 <&3 >/dev/null; kill -SEGV $$");
  EXPECT_EQ(answer(server->ask("")),
            "error: /bin/sh was ended by the system: Segmentation fault");
}

TEST(ChildServerTest, AProgramThatIsNotThereIsNamed) {
  auto server = ChildServer::start({"/no/such/program"});
  ASSERT_FALSE(bool(server));
  EXPECT_EQ(llvm::toString(server.takeError()),
            "/no/such/program cannot be started: No such file or directory");
}

TEST(ChildServerTest, AnotherThreadMayGoOnAsking) {
  std::unique_ptr<ChildServer> server;
  std::thread starts([&] { server = startScript("exec cat <&3 >&3"); });
  starts.join();
  EXPECT_EQ(answer(server->ask("a")), "a");
}

TEST(ChildServerTest, AServerThatClosesTheChannelAloneIsEnded) {
  std::unique_ptr<ChildServer> server =
      startScript("exec 3<&-; exec sleep 1000");
  EXPECT_EQ(answer(server->ask("a")),
            "error: /bin/sh was ended by the system: Killed");
}

//===- DependentTest.cpp - Launches that come after others ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Harness.h"
#include "llvm/ADT/StringRef.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using llvm::StringRef;

static constexpr uint32_t numBlocks = 3;

/// Launches entry "k" twice, %rd0 being 0 and 1, so that the body knows which
/// launch it is in; %rd1 points to a word for each thread of the first one,
/// %rd2 to the results of the second, %rd3 to a flag. All checks are on, orders
/// are random. Returns the error, "" on success.
static std::string runTwo(const std::string &body, LaunchOrder order,
                          uint64_t seed, std::vector<uint32_t> *results) {
  Program program = llvm::cantFail(Program::parse(
      kernel("setp.ne.u64 %p1, %rd0, 0;\n"
             "mov.u32 %r1, %ctaid.x; mad.lo.u32 %r1, %r1, 32, %t;\n"
             "mul.wide.u32 %rd4, %r1, 4; add.u64 %rd5, %rd1, %rd4;\n"
             "add.u64 %rd6, %rd2, %rd4;\n" +
             body),
      "test.ptx"));
  GlobalMemory memory;
  std::vector<uint64_t> parameters = {0};
  const size_t size = numBlocks * 32 * 4;
  for (int i = 0; i != 3; ++i) {
    parameters.push_back(llvm::cantFail(memory.allocate(size, "data")));
    llvm::cantFail(memory.write(parameters.back(), std::vector<uint8_t>(size)));
  }
  std::vector<LaunchRequest> requests(2);
  for (size_t i = 0; i != 2; ++i) {
    LaunchRequest &request = requests[i];
    parameters[0] = i;
    request.program = &program;
    request.entry = "k";
    for (uint64_t value : parameters)
      for (int b = 0; b != 8; ++b)
        request.parameters.push_back(static_cast<uint8_t>(value >> (8 * b)));
    request.config.grid = {numBlocks, 1, 1};
    request.config.block = {32, 1, 1};
    request.config.checks = Checks::all();
    request.config.warps = request.config.blocks = OrderPolicy::Random;
    request.config.seed = seed;
    request.config.stepLimit = 1 << 24;
  }
  requests[1].order = order;
  auto statistics = launchConcurrently(requests, memory);
  if (!statistics)
    return llvm::toString(statistics.takeError());
  if (results) {
    std::vector<uint8_t> bytes(size);
    llvm::cantFail(memory.read(parameters[2], bytes));
    results->resize(size / 4);
    std::memcpy(results->data(), bytes.data(), size);
  }
  return "";
}

/// Errors of several seeds, one for each that has one.
static std::vector<std::string>
errorsOf(const std::string &body, LaunchOrder order, uint64_t seeds = 12) {
  std::vector<std::string> errors;
  for (uint64_t seed = 0; seed != seeds; ++seed) {
    std::vector<uint32_t> results;
    std::string error = runTwo(body, order, seed, &results);
    if (!error.empty()) {
      errors.push_back(error);
      continue;
    }
    for (uint32_t i = 0; i != results.size(); ++i)
      EXPECT_EQ(results[i], i + 1) << "seed " << seed;
  }
  return errors;
}

/// The first launch stores a word for each thread; the second one reads it in
/// another block.
static std::string writeThenRead(const std::string &beforeWrite,
                                 const std::string &afterWrite,
                                 const std::string &beforeRead) {
  return "@%p1 bra READ;\n" + beforeWrite +
         "add.u32 %r2, %r1, 1; st.global.u32 [%rd5], %r2;\n" + afterWrite +
         "bra.uni END;\nREAD: " + beforeRead +
         "sub.u32 %r3, 95, %r1; mul.wide.u32 %rd7, %r3, 4;\n"
         "add.u64 %rd8, %rd1, %rd7; ld.global.u32 %r4, [%rd8];\n"
         "add.u64 %rd8, %rd2, %rd7; st.global.u32 [%rd8], %r4;\nEND:\n";
}

static const std::string waiting = "griddepcontrol.wait;\n",
                         trigger = "griddepcontrol.launch_dependents;\n";

TEST(Dependent, LaterLaunchesSeeAllOfEarlierOnes) {
  EXPECT_TRUE(errorsOf(writeThenRead("", "", ""), LaunchOrder::After).empty());
  // Who depends on nothing waits for nothing.
  EXPECT_TRUE(errorsOf(writeThenRead(waiting + trigger, "", waiting),
                       LaunchOrder::After)
                  .empty());
}

TEST(Dependent, WaitingOrdersAllOfTheLaunchBefore) {
  for (const auto &[first, last] :
       {std::pair(trigger, std::string()), std::pair(std::string(), trigger),
        std::pair(std::string(), std::string())})
    EXPECT_TRUE(
        errorsOf(writeThenRead(first, last, waiting), LaunchOrder::Dependent)
            .empty());
}

TEST(Dependent, WithoutWaitingNothingIsOrdered) {
  for (const auto &first : {trigger, std::string()}) {
    std::vector<std::string> errors =
        errorsOf(writeThenRead(first, "", ""), LaunchOrder::Dependent);
    EXPECT_EQ(errors.size(), 12u);
    for (const std::string &error : errors)
      EXPECT_TRUE(StringRef(error).contains("race")) << error;
  }
  // Nor is what comes before the wait.
  std::string body = writeThenRead(
      "", trigger,
      "add.u64 %rd8, %rd1, 4; ld.global.u32 %r5, [%rd8];" + waiting);
  EXPECT_EQ(errorsOf(body, LaunchOrder::Dependent).size(), 12u);
}

/// The first launch waits, when it has let the second one start, for a flag
/// that this one sets before or after it waits itself.
static std::string waitForFlag(const std::string &beforeFlag,
                               const std::string &afterFlag) {
  return writeThenRead(trigger + "L: ld.acquire.gpu.global.u32 %r6, [%rd3];"
                                 "setp.eq.u32 %p2, %r6, 0; @%p2 bra L;",
                       "",
                       beforeFlag +
                           "atom.release.gpu.global.exch.b32 %r7, "
                           "[%rd3], 1;" +
                           afterFlag);
}

TEST(Dependent, LaunchesOverlap) {
  EXPECT_TRUE(
      errorsOf(waitForFlag("", waiting), LaunchOrder::Dependent).empty());
}

TEST(Dependent, WaitingForOneAnotherIsADeadlock) {
  std::vector<std::string> errors =
      errorsOf(waitForFlag(waiting, ""), LaunchOrder::Dependent, 2);
  EXPECT_EQ(errors.size(), 2u);
  for (const std::string &error : errors) {
    EXPECT_TRUE(StringRef(error).contains("deadlock")) << error;
    EXPECT_TRUE(StringRef(error).contains("for the launch before it")) << error;
  }
  // Without overlap there is nobody to set the flag.
  errors = errorsOf(waitForFlag("", waiting), LaunchOrder::After, 2);
  EXPECT_EQ(errors.size(), 2u);
}

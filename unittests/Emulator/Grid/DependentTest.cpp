//===- DependentTest.cpp - Launches that come after others ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "llvm/ADT/StringRef.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;
using llvm::StringRef;

static constexpr uint32_t numBlocks = 3;

/// Launches entry "k" twice, %rd0 being 0 and 1, so that the body knows which
/// launch it is in; %rd1 points to a word for each thread of the first one,
/// %rd2 to the results of the second, %rd3 to a flag. All checks are on, orders
/// are random. Returns the error, "" on success.
static std::string runTwo(const std::string &body, LaunchStage stage,
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
    request.config.checks.benign = true;
    request.config.warps = request.config.blocks = OrderPolicy::Random;
    request.config.seed = seed;
    request.config.stepLimit = 1 << 24;
  }
  requests[1].after = {{0, stage}};
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

/// The errors of several seeds, one for each that fails.
static std::vector<std::string>
errorsOf(const std::string &body, LaunchStage stage, uint64_t seeds = 12) {
  std::vector<std::string> errors;
  for (uint64_t seed = 0; seed != seeds; ++seed) {
    std::vector<uint32_t> results;
    std::string error = runTwo(body, stage, seed, &results);
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
  EXPECT_TRUE(
      errorsOf(writeThenRead("", "", ""), LaunchStage::Completed).empty());
  // A launch that depends on nothing waits for nothing.
  EXPECT_TRUE(errorsOf(writeThenRead(waiting + trigger, "", waiting),
                       LaunchStage::Completed)
                  .empty());
}

TEST(Dependent, WaitingOrdersAllOfTheLaunchBefore) {
  for (const auto &[first, last] :
       {std::pair(trigger, std::string()), std::pair(std::string(), trigger),
        std::pair(std::string(), std::string())})
    EXPECT_TRUE(
        errorsOf(writeThenRead(first, last, waiting), LaunchStage::Triggered)
            .empty());
}

TEST(Dependent, WithoutWaitingNothingIsOrdered) {
  for (const auto &first : {trigger, std::string()}) {
    std::vector<std::string> errors =
        errorsOf(writeThenRead(first, "", ""), LaunchStage::Triggered);
    EXPECT_EQ(errors.size(), 12u);
    for (const std::string &error : errors)
      EXPECT_TRUE(StringRef(error).contains("race")) << error;
  }
  // Nor are accesses before the wait.
  std::string body = writeThenRead(
      "", trigger,
      "add.u64 %rd8, %rd1, 4; ld.global.u32 %r5, [%rd8];" + waiting);
  EXPECT_EQ(errorsOf(body, LaunchStage::Triggered).size(), 12u);
}

/// After it has let the second launch start, the first one waits for a flag
/// that the second sets before or after its own wait.
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
      errorsOf(waitForFlag("", waiting), LaunchStage::Triggered).empty());
  // Or as soon as all blocks run, whatever they execute.
  std::string body = waitForFlag("", waiting);
  body.erase(body.find(trigger), trigger.size());
  EXPECT_TRUE(errorsOf(body, LaunchStage::Started).empty());
  EXPECT_EQ(errorsOf(body, LaunchStage::Triggered, 2).size(), 2u);
}

TEST(Dependent, WaitingForOneAnotherIsADeadlock) {
  std::vector<std::string> errors =
      errorsOf(waitForFlag(waiting, ""), LaunchStage::Triggered, 2);
  EXPECT_EQ(errors.size(), 2u);
  for (const std::string &error : errors) {
    EXPECT_TRUE(StringRef(error).contains("deadlock")) << error;
    EXPECT_TRUE(
        StringRef(error).contains("for a launch that its own depends on"))
        << error;
  }
  // Without overlap nothing can set the flag.
  errors = errorsOf(waitForFlag("", waiting), LaunchStage::Completed, 2);
  EXPECT_EQ(errors.size(), 2u);
}

//===----------------------------------------------------------------------===//
// Streams, and what the host does
//===----------------------------------------------------------------------===//

namespace {
/// Launches and steps of the host over words of memory, in an order of their
/// own. Each adds one to the words of its predecessor.
class Streams {
public:
  Streams() {
    words = llvm::cantFail(memory.allocate(64, "words"));
    llvm::cantFail(memory.write(words, std::vector<uint8_t>(64)));
  }

  /// Copies 8 words from `from` to `to`, each plus one. With `waits`,
  /// griddepcontrol.wait comes first.
  unsigned addKernel(unsigned from, unsigned to,
                     const std::vector<unsigned> &after,
                     const std::vector<unsigned> &dependsOn = {},
                     bool waits = false) {
    LaunchRequest &request = add(after);
    for (unsigned number : dependsOn)
      request.after.push_back({number, LaunchStage::Triggered});
    request.program = &program;
    request.entry = "k";
    for (uint64_t value :
         {words + 4 * from, words + 4 * to, uint64_t(waits), uint64_t(0)})
      for (int b = 0; b != 8; ++b)
        request.parameters.push_back(static_cast<uint8_t>(value >> (8 * b)));
    request.config.block = {8, 1, 1};
    return requests.size() - 1;
  }
  /// A step of the host that does the same.
  unsigned addStep(unsigned from, unsigned to,
                   const std::vector<unsigned> &after) {
    HostStep step{"a copy",
                  {{words + 4 * from, 32, false}, {words + 4 * to, 32, true}},
                  {}};
    step.run = [this, from, to] {
      std::vector<uint32_t> values = read(from);
      for (uint32_t &value : values)
        ++value;
      auto *bytes = reinterpret_cast<const uint8_t *>(values.data());
      llvm::cantFail(memory.write(words + 4 * to, {bytes, 32}));
    };
    add(after).host = std::move(step);
    return requests.size() - 1;
  }

  std::vector<uint32_t> read(unsigned from) {
    std::vector<uint32_t> values(8);
    llvm::cantFail(memory.read(
        words + 4 * from, {reinterpret_cast<uint8_t *>(values.data()), 32}));
    return values;
  }

  std::string run(uint64_t seed) {
    LaunchConfig &config = requests.front().config;
    config.checks = Checks::all();
    config.blocks = config.warps = OrderPolicy::Random;
    config.seed = seed;
    auto statistics = launchConcurrently(requests, memory);
    return statistics ? "" : llvm::toString(statistics.takeError());
  }

private:
  LaunchRequest &add(const std::vector<unsigned> &after) {
    LaunchRequest &request = requests.emplace_back();
    for (unsigned from : after)
      request.after.push_back({from});
    return request;
  }

  Program program = llvm::cantFail(Program::parse(
      kernel("mul.wide.u32 %rd4, %t, 4; add.u64 %rd5, %rd0, %rd4;\n"
             "add.u64 %rd6, %rd1, %rd4; setp.ne.u64 %p1, %rd2, 0;\n"
             "griddepcontrol.launch_dependents;\n"
             "@%p1 griddepcontrol.wait; ld.global.u32 %r1, [%rd5];\n"
             "add.u32 %r1, %r1, 1; st.global.u32 [%rd6], %r1;\n"),
      "test.ptx"));
  GlobalMemory memory;
  uint64_t words;
  std::vector<LaunchRequest> requests;
};
} // namespace

/// Two chains from word 0 to word 8, of alternating kernels and steps of the
/// host, and one behind both.
TEST(Streams, WhatIsOrderedIsSeen) {
  for (uint64_t seed = 0; seed != 30; ++seed) {
    Streams streams;
    unsigned first = streams.addStep(0, 0, {});
    unsigned second = streams.addKernel(0, 0, {first});
    unsigned other = streams.addKernel(8, 8, {});
    unsigned third = streams.addStep(0, 0, {second});
    streams.addKernel(0, 8, {third, other});
    EXPECT_EQ(streams.run(seed), "") << "seed " << seed;
    EXPECT_EQ(streams.read(8), std::vector<uint32_t>(8, 4)) << "seed " << seed;
  }
}

/// The same without one of the edges: reported in each order.
TEST(Streams, RacesOfLaunchesAndTheHost) {
  for (uint64_t seed = 0; seed != 12; ++seed) {
    // Two launches; a launch and a step of the host; two copies.
    for (unsigned kind = 0; kind != 3; ++kind) {
      Streams streams;
      if (kind == 2)
        streams.addStep(0, 0, {});
      else
        streams.addKernel(0, 0, {});
      // Ordered after nothing that matters.
      unsigned other = streams.addKernel(8, 8, {});
      if (kind == 0)
        streams.addKernel(0, 8, {other});
      else
        streams.addStep(0, 8, {other});
      std::string error = streams.run(seed);
      EXPECT_TRUE(StringRef(error).contains("data race on global address"))
          << error;
      EXPECT_TRUE(StringRef(error).contains("one stream for both would"))
          << error;
      EXPECT_EQ(StringRef(error).contains("a copy"), kind != 0) << error;
    }
  }
}

/// A launch that depends on two others, and comes after a third one. It is
/// ordered behind the two only once it has waited.
TEST(Streams, DependentOnSeveral) {
  for (uint64_t seed = 0; seed != 12; ++seed)
    for (bool waits : {true, false}) {
      Streams streams;
      unsigned other = streams.addStep(8, 8, {});
      unsigned first = streams.addKernel(0, 0, {});
      unsigned second = streams.addKernel(8, 8, {other}, {first}, true);
      streams.addKernel(0, 8, {other}, {first, second}, waits);
      std::string error = streams.run(seed);
      EXPECT_EQ(error == "", waits) << "seed " << seed << error;
      EXPECT_EQ(StringRef(error).contains("griddepcontrol.wait before"),
                !waits);
    }
}

/// A launch has ended when its blocks have, whatever it depends on itself: one
/// in the middle that does not wait hides the first one from the third.
TEST(Streams, DependentInAChain) {
  for (uint64_t seed = 0; seed != 12; ++seed)
    for (bool waits : {true, false}) {
      Streams streams;
      unsigned first = streams.addKernel(0, 0, {});
      unsigned second = streams.addKernel(8, 8, {}, {first}, waits);
      streams.addKernel(0, 0, {}, {second}, true);
      std::string error = streams.run(seed);
      EXPECT_EQ(error == "", waits) << "seed " << seed << error;
    }
}

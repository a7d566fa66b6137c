//===- SourcesTest.cpp - The elements that results come from --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "tessera/Emulator/SourceRun.h"
#include <set>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

using Numbers = std::set<uint64_t>;
using u32 = uint32_t;

/// Sets as the standard library has them.
struct PlainSets : SourceSetMaker {
  SourceSet name(const Numbers &numbers) {
    auto [place, isNew] = names.try_emplace(numbers, sets.size());
    if (isNew)
      sets.push_back(numbers);
    return place->second;
  }
  SourceSet single(uint64_t number) override { return name({number}); }
  SourceSet unite(SourceSet a, SourceSet b) override {
    Numbers both = sets[a];
    both.insert(sets[b].begin(), sets[b].end());
    return name(both);
  }
  bool contains(SourceSet outer, SourceSet inner) override {
    return std::includes(sets[outer].begin(), sets[outer].end(),
                         sets[inner].begin(), sets[inner].end());
  }

  std::map<Numbers, SourceSet> names = {{{}, 0}};
  std::vector<Numbers> sets = {{}};
};

/// Numbers of the sources in the second array.
constexpr uint64_t ofSecond = 1000;

/// A run of 32 lanes over p1 and p2 with sources of this size.
class SourcesTest : public ::testing::Test {
protected:
  /// Loads %r1 from p1 and %r2 from p2, runs the body, and stores %r3.
  void run(const std::string &body, unsigned elementBytes = 4) {
    start("cvt.u64.u32 %rd4, %at; add.u64 %rd5, %rd1, %rd4;"
          "ld.global.u32 %r1, [%rd5]; add.u64 %rd6, %rd2, %rd4;"
          "ld.global.u32 %r2, [%rd6]; add.u64 %rd7, %rd0, %rd4;" +
              body + "\nst.global.u32 [%rd7], %r3;",
          elementBytes);
  }

  void start(const std::string &body, unsigned elementBytes,
             size_t words = 32) {
    kernelRun.emplace(kernel(body, ".shared .align 16 .b8 shared[4096];"));
    kernelRun->zeros(4 * words);
    kernelRun->array(std::vector<u32>(words, 3));
    kernelRun->array(std::vector<u32>(words, 5));
    sources.emplace(sets, course);
    for (unsigned number : {1, 2})
      sources->addSources(kernelRun->getMemory(), kernelRun->addressOf(number),
                          4 * words, elementBytes, number == 1 ? 0 : ofSecond);
    kernelRun->config.sources = &*sources;
    EXPECT_EQ(kernelRun->launch(), "");
    EXPECT_EQ(sources->getLoss(), "");
  }

  /// The sources of a word of p0, or of bytes in it.
  Numbers of(unsigned word, unsigned byte = 0, unsigned bytes = 4) {
    auto found =
        sources->sourcesOf(kernelRun->getMemory(),
                           kernelRun->addressOf(0) + 4 * word + byte, bytes);
    return found ? sets.sets[*found] : Numbers{~uint64_t(0)};
  }

  /// Multiplies the first array by the second, after these instructions.
  void multiply(const std::string &first);

  PlainSets sets;
  std::optional<SourceRun::Course> course;
  std::optional<KernelRun> kernelRun;
  std::optional<SourceRun> sources;
};

TEST_F(SourcesTest, ArithmeticHasThoseOfItsOperands) {
  run("add.f32 %f1, %f1, %f1; mov.b32 %f1, %r1; mov.b32 %f2, %r2;"
      "fma.rn.f32 %f3, %f1, 0f00000000, %f2; mov.b32 %r3, %f3;");
  for (u32 lane : {0, 7, 31})
    EXPECT_EQ(of(lane), (Numbers{lane, ofSecond + lane}));
}

TEST_F(SourcesTest, ConstantsHaveNone) {
  run("xor.b32 %r3, %t, 5;");
  EXPECT_EQ(of(9), Numbers{});
}

TEST_F(SourcesTest, BytesMove) {
  // Byte 0 comes from byte 3 of the first, bytes 1 and 2 from the second.
  run("prmt.b32 %r3, %r1, %r2, 0x4653; and.b32 %r3, %r3, 0x00FFFFFF;", 1);
  const u32 lane = 5;
  EXPECT_EQ(of(lane, 0, 1), (Numbers{4 * lane + 3}));
  EXPECT_EQ(of(lane, 1, 1), (Numbers{ofSecond + 4 * lane + 1}));
  EXPECT_EQ(of(lane, 2, 1), (Numbers{ofSecond + 4 * lane + 2}));
  EXPECT_EQ(of(lane, 3, 1), Numbers{});
}

TEST_F(SourcesTest, BytesMoveByRegistersAsTheyAre) {
  run("and.b32 %r4, %t, 1; shl.b32 %r4, %r4, 4; shr.u32 %r3, %r1, %r4;", 1);
  EXPECT_EQ(of(4, 0, 1), (Numbers{16}));
  EXPECT_EQ(of(5, 0, 1), (Numbers{22}));
  EXPECT_EQ(of(5, 3, 1), Numbers{});
}

TEST_F(SourcesTest, AmountsFromMemoryLeaveWhatIsMoved) {
  for (const char *move :
       {"shl.b32 %r3, %r1, %r2;", "shr.u32 %r3, %r1, %r2;",
        "shf.l.clamp.b32 %r3, %r1, %t, %r2;", "bfe.u32 %r3, %r1, %r2, 8;",
        "bfi.b32 %r3, %r1, %t, %r2, 8;"}) {
    run(move);
    for (u32 lane : {0, 31})
      EXPECT_EQ(of(lane), (Numbers{lane, ofSecond + lane})) << move;
  }
}

TEST_F(SourcesTest, HalvesAreApart) {
  run("add.rn.f16x2 %r3, %r1, %r2;", 2);
  EXPECT_EQ(of(3, 0, 2), (Numbers{6, ofSecond + 6}));
  EXPECT_EQ(of(3, 2, 2), (Numbers{7, ofSecond + 7}));
}

/// Each has both bytes of its halves, the low one among them, by which numbers
/// differ that are close alone.
TEST_F(SourcesTest, PackedComparisonsAreApart) {
  for (const char *type : {"f16x2", "bf16x2"})
    for (unsigned half : {0, 1}) {
      run(std::string("setp.lt.") + type + " %p0|%p1, %r1, %r2; " +
              "selp.b32 %r3, 1, 0, %p" + std::to_string(half) + ";",
          1);
      const uint64_t first = 4 * 5 + 2 * half, second = ofSecond + first;
      EXPECT_EQ(of(5), Numbers({first, first + 1, second, second + 1}))
          << type << half;
    }
}

TEST_F(SourcesTest, ChoicesByConstantsTakeOne) {
  run("and.b32 %r4, %t, 1; setp.eq.u32 %p1, %r4, 1; selp.b32 %r3, %r1, %r2, "
      "%p1;");
  EXPECT_EQ(of(5), (Numbers{5}));
  EXPECT_EQ(of(6), (Numbers{ofSecond + 6}));
}

TEST_F(SourcesTest, ChoicesByMemoryTakeAll) {
  run("setp.eq.u32 %p1, %r1, 1; selp.b32 %r3, %t, %r2, %p1;");
  EXPECT_EQ(of(5), (Numbers{5, ofSecond + 5}));
  EXPECT_EQ(sources->getDecided(), 0u);
}

TEST_F(SourcesTest, BranchesDecide) {
  run("mov.u32 %r3, %r2; setp.eq.u32 %p1, %r1, 1; @%p1 mov.u32 %r3, 7;");
  EXPECT_EQ(of(5), (Numbers{ofSecond + 5}));
  EXPECT_EQ(sets.sets[sources->getDecided()].size(), 32u);
}

TEST_F(SourcesTest, LanesExchange) {
  run("shfl.sync.bfly.b32 %r3, %r1, 5, 31, -1;");
  for (u32 lane : {0, 8, 31})
    EXPECT_EQ(of(lane), (Numbers{lane ^ 5}));
}

TEST_F(SourcesTest, SharedMemoryHandsOn) {
  run("mov.u32 %r5, shared; add.u32 %r5, %r5, %at; st.shared.u32 [%r5], %r1;"
      "bar.sync 0; mov.u32 %r6, shared; sub.u32 %r7, 124, %at;"
      "add.u32 %r6, %r6, %r7; ld.shared.u32 %r3, [%r6];");
  EXPECT_EQ(of(3), (Numbers{28}));
}

TEST_F(SourcesTest, FencesHandOn) {
  run("mov.u32 %r3, %r1; fence.proxy.async.shared::cta; fence.proxy.async;");
  EXPECT_EQ(of(3), (Numbers{3}));
}

TEST_F(SourcesTest, AtomicOperationsAddUp) {
  run("mov.u32 %r5, shared; st.shared.u32 [%r5], 0; bar.sync 0;"
      "red.shared.add.u32 [%r5], %r1; bar.sync 0; ld.shared.u32 %r3, [%r5];");
  EXPECT_EQ(of(3).size(), 32u);
}

TEST_F(SourcesTest, CopiesHandOn) {
  run("mov.u32 %r5, shared; add.u32 %r5, %r5, %at; xor.b32 %r5, %r5, 8;"
      "cp.async.ca.shared.global [%r5], [%rd5], 4; cp.async.wait_all;"
      "bar.sync 0; mov.u32 %r5, shared; add.u32 %r5, %r5, %at;"
      "ld.shared.u32 %r3, [%r5];");
  EXPECT_EQ(of(3), (Numbers{1}));
}

/// PTX ISA, "Matrix Fragments for mma.m16n8k16": lane l has rows l / 4 and
/// l / 4 + 8 of A and D, and column l / 4 of B.
void SourcesTest::multiply(const std::string &first) {
  start(
      "mul.lo.u32 %r20, %t, 16; cvt.u64.u32 %rd4, %r20; add.u64 %rd5, %rd1, "
      "%rd4;"
      "ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [%rd5];"
      "shr.u32 %r21, %r20, 1; cvt.u64.u32 %rd6, %r21; add.u64 %rd7, %rd2, %rd6;"
      "ld.global.v2.b32 {%r5, %r6}, [%rd7];"
      "mov.b32 %f1, 0f00000000;" +
          first +
          "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, "
          "%f5},"
          " {%r1, %r2, %r3, %r4}, {%r5, %r6}, {%f1, %f1, %f1, %f1};"
          "add.u64 %rd5, %rd0, %rd4; st.global.v4.f32 [%rd5], {%f2, %f3, %f4, "
          "%f5};",
      /*elementBytes=*/4, /*words=*/128);
  for (u32 lane = 0; lane != 32; ++lane)
    for (u32 element = 0; element != 4; ++element) {
      Numbers expected;
      const u32 row = lane / 4, column = lane % 4 * 2 + element % 2;
      for (u32 k = 0; k != 4; ++k) {
        // Registers 0 and 2 are of the upper rows, 1 and 3 of the lower ones.
        for (u32 half : {0, 2})
          expected.insert((row * 4 + k) * 4 + half + element / 2);
        for (u32 half : {0, 1})
          expected.insert(ofSecond + (column * 4 + k) * 2 + half);
      }
      EXPECT_EQ(of(lane * 4 + element), expected) << lane << ' ' << element;
    }
}

TEST_F(SourcesTest, ProductsHaveARowAndAColumn) { multiply(""); }

/// Rows that a tile does not have are zeros, for which one register is enough.
TEST_F(SourcesTest, ProductsHaveThemBehindOnesThatShareRegisters) {
  multiply("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, "
           "%f5},"
           " {%r1, %r2, %r3, %r2}, {%r5, %r5}, {%f1, %f1, %f1, %f1};");
}

/// A store under a branch that depends on the first array.
static const char *const branching =
    "mov.u32 %r3, %r1; setp.eq.u32 %p1, %r1, 3; @%p1 bra END; mov.u32 %r3, %r2;"
    "\nEND: add.u32 %r3, %r3, %t;";

TEST_F(SourcesTest, OpenBranchesGoBothWays) {
  course = {0};
  run(branching);
  EXPECT_EQ(of(4), (Numbers{4}));
  EXPECT_EQ(sources->getDecided(), 0u);
  const auto found = sources->getOpenBranches();
  ASSERT_EQ(found.size(), 1u);
  const std::string branch = found.begin()->first;
  EXPECT_EQ(found.begin()->second, SourceRun::Taken);
  course = {0, {branch}};
  run(branching);
  EXPECT_EQ(of(4), (Numbers{ofSecond + 4}));
  EXPECT_EQ(sources->getOpenBranches(), (std::map<std::string, SourceRun::Ways>{
                                            {branch, SourceRun::Ahead}}));
  // One that another name has goes its way.
  course = {0, {"no branch"}};
  run(branching);
  EXPECT_EQ(of(4), (Numbers{4}));
}

TEST_F(SourcesTest, BranchesByGivenSourcesGoOneWay) {
  SourceSet given = 0;
  for (u32 lane = 0; lane != 32; ++lane)
    given = sets.unite(given, sets.single(lane));
  course = SourceRun::Course{0};
  run(branching);
  course->given = given;
  for (const auto &[branch, ways] : sources->getOpenBranches())
    course->others.insert(branch);
  run(branching);
  EXPECT_EQ(of(4), (Numbers{4}));
  EXPECT_TRUE(sources->getOpenBranches().empty());
  EXPECT_TRUE(sets.contains(given, sources->getDecided()));
}

TEST_F(SourcesTest, WhatIsNotStoredHasNone) {
  run("mov.u32 %r3, %r1; setp.lt.u32 %p1, %t, 4; @!%p1 bra END;"
      "st.global.u32 [%rd7], %r2;\nEND: @%p1 exit;");
  EXPECT_EQ(of(3), (Numbers{ofSecond + 3}));
  EXPECT_EQ(of(4), (Numbers{4}));
}

TEST_F(SourcesTest, TheWriterIsNamed) {
  run("mov.u32 %r3, %r1;");
  EXPECT_NE(
      sources->describeWriter(kernelRun->getMemory(), kernelRun->addressOf(0))
          .find("st.global.u32"),
      std::string::npos);
}

} // namespace

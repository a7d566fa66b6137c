//===- PostponeChainsTest.cpp - Computations where their results are used ===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransformsHarness.h"
#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace llvm;
using namespace tessera;

namespace {

using PostponeChainsTest = TransformsTest;

/// The names of values, and `store` for each store, as they stand in a block of @f behind
/// `postponeChains`.
static std::vector<std::string> postpone(std::unique_ptr<Module> module,
                                         StringRef block) {
  Function &function = *module->getFunction("f");
  postponeChains(function);
  EXPECT_FALSE(verifyFunction(function, &errs()));
  std::vector<std::string> order;
  for (const BasicBlock &each : function)
    if (each.getName() == block)
      for (const Instruction &instruction : each)
        if (!instruction.isTerminator())
          order.push_back(isa<StoreInst>(instruction)
                              ? "store"
                              : instruction.getName().str());
  return order;
}

/// Two elements, one op behind the other, of which one more op takes the elements, too.
static constexpr StringLiteral kElements = R"(
declare float @llvm.exp2.f32(float)
declare void @wait()
define void @f(ptr %p, ptr %q, i1 %c) {
entry:
  %x0 = load float, ptr %p
  %x1 = load float, ptr %q
  %e0 = call float @llvm.exp2.f32(float %x0)
  %e1 = call float @llvm.exp2.f32(float %x1)
  %s0 = fadd float %e0, 1.0
  %s1 = fadd float %e1, 1.0
  %u0 = fmul float %x0, %s0
  br i1 %c, label %some, label %exit
some:
  %t0 = fsub float %u0, %x1
  store float %t0, ptr %p
  call void @wait()
  br label %exit
exit:
  %d0 = fdiv float %x0, %s0
  %d1 = fdiv float %x1, %s1
  store float %d0, ptr %p
  store float %d1, ptr %q
  ret void
}
)";

/// %e1 and %s1 go behind the branch to what takes them beside %x1. Others have %s0 as
/// well, and %u0 is not computed where it may not be used.
TEST_F(PostponeChainsTest, ChainsAreComputedWhereTheyAreUsed) {
  using testing::ElementsAre;
  EXPECT_THAT(postpone(parse(kElements), "entry"),
              ElementsAre("x0", "x1", "e0", "s0", "u0"));
  EXPECT_THAT(postpone(parse(kElements), "some"),
              ElementsAre("t0", "store", ""));
  EXPECT_THAT(postpone(parse(kElements), "exit"),
              ElementsAre("d0", "e1", "s1", "d1", "store", "store"));
}

/// The block of a phi gets nothing that the phi takes.
TEST_F(PostponeChainsTest, ChainsStayInFrontOfPhis) {
  auto module = parse(R"(
declare float @llvm.exp2.f32(float)
define void @f(ptr %p) {
entry:
  %x = load float, ptr %p
  %e = call float @llvm.exp2.f32(float %x)
  br label %exit
exit:
  %y = phi float [ %e, %entry ]
  %s = fadd float %y, %x
  store float %s, ptr %p
  ret void
}
)");
  EXPECT_THAT(postpone(std::move(module), "entry"),
              testing::ElementsAre("x", "e"));
}

/// The order of an innermost loop is that of a schedule.
TEST_F(PostponeChainsTest, ChainsStayInInnermostLoops) {
  auto module = parse(R"(
declare float @llvm.exp2.f32(float)
define void @f(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = load float, ptr %p
  %e = call float @llvm.exp2.f32(float %x)
  %j = add i32 %i, 1
  %d = fdiv float %x, %e
  store float %d, ptr %p
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
)");
  EXPECT_THAT(postpone(std::move(module), "loop"),
              testing::ElementsAre("i", "x", "e", "j", "d", "store", "c"));
}

/// An element that nobody else takes would wait in the place of what is computed of it.
TEST_F(PostponeChainsTest, ChainsThatKeepNothingAreLeft) {
  auto module = parse(R"(
declare float @llvm.exp2.f32(float)
declare void @wait()
define void @f(ptr %p, ptr %q) {
entry:
  %x = load float, ptr %p
  %e = call float @llvm.exp2.f32(float %x)
  %y = load float, ptr %q
  call void @wait()
  %s = fadd float %e, %y
  store float %s, ptr %p
  ret void
}
)");
  EXPECT_THAT(postpone(std::move(module), "entry"),
              testing::ElementsAre("x", "e", "y", "", "s", "store"));
}

/// Two vectors of shared memory, of which an element each is computed with.
static std::string makeReads(StringRef between) {
  return (R"(
declare void @wait()
define void @f(ptr addrspace(3) %p, ptr addrspace(3) %q, ptr %r, float %k) {
entry:
  %x = load <2 x float>, ptr addrspace(3) %p
  %y = load <2 x float>, ptr addrspace(3) %q
)" + between +
          R"(
  %x0 = extractelement <2 x float> %x, i32 0
  %y0 = extractelement <2 x float> %y, i32 0
  %u = fadd float %x0, %k
  %v = fadd float %y0, %k
  %s = fmul float %u, %k
  %t = fmul float %v, %k
  store float %s, ptr %r
  store float %t, ptr %r
  ret void
}
)")
      .str();
}

/// A read of shared memory is part of a chain, but not behind what may write.
TEST_F(PostponeChainsTest, ChainsReadSharedMemory) {
  using testing::ElementsAre;
  EXPECT_THAT(
      postpone(parse(makeReads("")), "entry"),
      ElementsAre("y", "y0", "v", "t", "x", "x0", "u", "s", "store", "store"));
  EXPECT_THAT(postpone(parse(makeReads("  call void @wait()")), "entry"),
              ElementsAre("x", "y", "", "x0", "y0", "u", "v", "s", "t", "store",
                          "store"));
}

/// A loop of a kernel of as many threads that carries `carried` registers, and a mask of an
/// element that it loads.
static std::string makeMask(unsigned carried, unsigned threads) {
  std::string text = "define void @f(ptr %p, i32 %n) #0 {\nentry:\n"
                     "  br label %loop\nloop:\n"
                     "  %i = phi i32 [ 0, %entry ], [ %j, %loop ]\n";
  raw_string_ostream os(text);
  for (unsigned i = 0; i != carried; ++i)
    os << "  %w" << i << " = phi i32 [ %n, %entry ], [ %w" << i
       << ", %loop ]\n";
  os << R"(
  %h = xor i32 %i, 7
  %m = icmp ne i32 %h, 3
  %x = load float, ptr %p
  %s = select i1 %m, float %x, float 0.0
  store float %s, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
attributes #0 = { "nvvm.reqntid"=")"
     << threads / 2 << ",2,1\" }\n";
  return text;
}

/// A mask is computed where it chooses, if its loop has far more values than a thread has
/// registers beside those of other warps: 64 of 1024 threads.
TEST_F(PostponeChainsTest, MasksOfCrowdedLoopsAreComputedWhereTheyChoose) {
  using testing::ElementsAre;
  auto placeMask = [&](unsigned carried, unsigned threads) {
    std::vector<std::string> order =
        postpone(parse(makeMask(carried, threads)), "loop");
    erase_if(order, [](StringRef name) {
      return name.empty() || !StringRef("hmxs").contains(name);
    });
    return order;
  };
  EXPECT_THAT(placeMask(80, 1024), ElementsAre("h", "m", "x", "s"));
  EXPECT_THAT(placeMask(110, 1024), ElementsAre("x", "h", "m", "s"));
  EXPECT_THAT(placeMask(400, 128), ElementsAre("h", "m", "x", "s"));
}

} // namespace

//===- TransformsTest.cpp - Our own passes on LLVM IR ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <map>

using namespace llvm;
using namespace tessera;

namespace {

class TransformsTest : public testing::Test {
protected:
  std::unique_ptr<Module> parse(StringRef text) {
    SMDiagnostic error;
    std::unique_ptr<Module> module = parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    return module;
  }

  static const CallBase &onlyCall(Module &module) {
    for (Instruction &instruction : instructions(*module.getFunction("f")))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        return *call;
    llvm_unreachable("the test has no call");
  }

  LLVMContext context;
};

/// A function with `count` loops, one after the other.
static std::string makeLoops(unsigned count) {
  std::string text = "define void @f(i32 %n) {\nentry:\n  br label %l0\n";
  raw_string_ostream os(text);
  for (unsigned i = 0; i < count; ++i)
    os << "l" << i << ":\n  %i" << i << " = phi i32 [ 0, %"
       << (i ? "l" + std::to_string(i - 1) : "entry") << " ], [ %j" << i
       << ", %l" << i << " ]\n  %j" << i << " = add i32 %i" << i << ", 1\n  %c"
       << i << " = icmp slt i32 %j" << i << ", %n\n  br i1 %c" << i
       << ", label %l" << i << ", label %l" << i + 1 << "\n";
  os << "l" << count << ":\n  ret void\n}\n";
  return text;
}

TEST_F(TransformsTest, TripCountsOfManyLoopsAreHidden) {
  auto countFrozen = [&](unsigned count) {
    auto module = parse(makeLoops(count));
    hideTripCounts(*module->getFunction("f"));
    return count_if(instructions(*module->getFunction("f")),
                    [](Instruction &i) { return isa<FreezeInst>(i); });
  };
  EXPECT_EQ(countFrozen(4), 0);
  EXPECT_EQ(countFrozen(200), 200);
}

TEST_F(TransformsTest, ManyLoopsAreSeparated) {
  auto countBetween = [&](unsigned count) {
    auto module = parse(makeLoops(count));
    Function &function = *module->getFunction("f");
    size_t blocks = function.size();
    separateLoops(function);
    EXPECT_FALSE(verifyFunction(function));
    DominatorTree dominators(function);
    LoopInfo info(dominators);
    size_t separate = count_if(info, [](Loop *loop) {
      return loop->getLoopPreheader() != nullptr && loop->hasDedicatedExits();
    });
    return std::pair<size_t, size_t>(separate, function.size() - blocks);
  };
  // There is a block before the first one already, and one behind the last.
  using Counts = std::pair<size_t, size_t>;
  EXPECT_EQ(countBetween(4), Counts(0, 0));
  EXPECT_EQ(countBetween(200), Counts(200, 199));
}

/// A function that loads at %row and %slow, runs a loop that carries `count`
/// registers, and then stores there.
static std::string makeRows(unsigned count) {
  std::string text = R"(
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define void @f(ptr %p, i32 %n) {
entry:
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %row = or i32 %tid, 12
  %slow = udiv i32 %tid, 7
  %a = getelementptr i32, ptr %p, i32 %row
  %x = load i32, ptr %a
  %b = getelementptr i32, ptr %p, i32 %slow
  %y = load i32, ptr %b
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
)";
  raw_string_ostream os(text);
  for (unsigned k = 1; k < count; ++k)
    os << "  %v" << k << " = phi i32 [ %x, %entry ], [ %v" << k
       << ", %loop ]\n";
  os << R"(
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  %d = getelementptr i32, ptr %p, i32 %row
  store i32 %j, ptr %d
  %e = getelementptr i32, ptr %p, i32 %slow
  store i32 %j, ptr %e
  ret void
}
)";
  return text;
}

/// Cheap values are recomputed after a loop that fills the registers.
TEST_F(TransformsTest, CheapValuesDoNotWaitForALoop) {
  auto countWaiting = [&](unsigned carried) {
    auto module = parse(makeRows(carried));
    Function &function = *module->getFunction("f");
    recomputeAfterLoops(function);
    EXPECT_FALSE(verifyFunction(function, &errs()));
    const BasicBlock &entry = function.getEntryBlock();
    return count_if(entry, [&](const Instruction &value) {
      return any_of(value.users(), [&](const User *user) {
        return cast<Instruction>(user)->getParent()->getName() == "exit";
      });
    });
  };
  // First the addresses of both accesses, then only the quotient.
  EXPECT_EQ(countWaiting(4), 2);
  EXPECT_EQ(countWaiting(64), 1);
}

/// A loop with a float that it converts to a half, beside others that it carries.
static std::string makeConverted(unsigned count) {
  std::string text = R"(
define void @f(ptr %p, float %x, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %w = phi float [ %x, %entry ], [ %v, %loop ]
)";
  raw_string_ostream os(text);
  for (unsigned k = 2; k < count; ++k)
    os << "  %v" << k << " = phi float [ %x, %entry ], [ %v" << k
       << ", %loop ]\n";
  os << R"(
  %h = fptrunc float %w to half
  store half %h, ptr %p
  %v = load float, ptr %p
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
)";
  return text;
}

/// A loop carries what it converts, if that is all that it needs, where it carries as much
/// as half of the registers that a thread may have.
TEST_F(TransformsTest, CrowdedLoopsCarryWhatTheyConvert) {
  auto carriesHalf = [&](unsigned carried, const char *blocks = "1") {
    auto module = parse(makeConverted(carried));
    Function &function = *module->getFunction("f");
    function.addFnAttr("nvvm.reqntid", "256");
    function.addFnAttr("nvvm.minctasm", blocks);
    narrowCarried(function);
    EXPECT_FALSE(verifyFunction(function, &errs()));
    return any_of(instructions(function), [](const Instruction &value) {
      return isa<PHINode>(value) && value.getType()->isHalfTy();
    });
  };
  EXPECT_FALSE(carriesHalf(127));
  EXPECT_TRUE(carriesHalf(128));
  EXPECT_FALSE(carriesHalf(64, "2"));
  EXPECT_TRUE(carriesHalf(65, "2"));
}

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
TEST_F(TransformsTest, ChainsAreComputedWhereTheyAreUsed) {
  using testing::ElementsAre;
  EXPECT_THAT(postpone(parse(kElements), "entry"),
              ElementsAre("x0", "x1", "e0", "s0", "u0"));
  EXPECT_THAT(postpone(parse(kElements), "some"),
              ElementsAre("t0", "store", ""));
  EXPECT_THAT(postpone(parse(kElements), "exit"),
              ElementsAre("d0", "e1", "s1", "d1", "store", "store"));
}

/// The block of a phi gets nothing that the phi takes.
TEST_F(TransformsTest, ChainsStayInFrontOfPhis) {
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
TEST_F(TransformsTest, ChainsStayInInnermostLoops) {
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
TEST_F(TransformsTest, ChainsThatKeepNothingAreLeft) {
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
TEST_F(TransformsTest, ChainsReadSharedMemory) {
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
TEST_F(TransformsTest, MasksOfCrowdedLoopsAreComputedWhereTheyChoose) {
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

/// A function that compares `%a`, `%a` + 1, and so on with `%b`, `count` times.
static std::string makeComparisons(StringRef comparison, StringRef type,
                                   unsigned count) {
  std::string text;
  raw_string_ostream os(text);
  os << "define i1 @f(" << type << " %x, " << type << " %b) {\n  %a = shl "
     << type << " %x, 6\n  %r0 = and i1 true, true\n";
  for (unsigned i = 0; i < count; ++i)
    os << "  %a" << i << " = or disjoint " << type << " %a, " << i << "\n  %c"
       << i << " = icmp " << comparison << " " << type << " %a" << i
       << ", %b\n  %r" << i + 1 << " = xor i1 %r" << i << ", %c" << i << "\n";
  os << "  ret i1 %r" << count << "\n}\n";
  return text;
}

/// The widths of the values that are compared with constants, each value once.
static std::vector<unsigned> widthsOfDistances(const Function &function) {
  std::map<const Value *, unsigned> widths;
  for (const Instruction &instruction : instructions(function))
    if (auto *comparison = dyn_cast<ICmpInst>(&instruction))
      if (isa<ConstantInt>(comparison->getOperand(1)))
        widths[comparison->getOperand(0)] =
            comparison->getOperand(0)->getType()->getIntegerBitWidth();
  return {make_second_range(widths).begin(), make_second_range(widths).end()};
}

TEST_F(TransformsTest, ManyComparisonsShareADistance) {
  auto distances = [&](StringRef comparison, StringRef type, unsigned count) {
    auto module = parse(makeComparisons(comparison, type, count));
    Function &function = *module->getFunction("f");
    compareDistances(function);
    EXPECT_FALSE(verifyFunction(function, &errs()));
    return widthsOfDistances(function);
  };
  EXPECT_THAT(distances("sgt", "i32", 8), testing::ElementsAre(32));
  EXPECT_THAT(distances("samesign ult", "i32", 8), testing::ElementsAre(32));
  EXPECT_THAT(distances("samesign ult", "i64", 8), testing::ElementsAre(32));
  // No distance: not worth it, or the difference may overflow.
  EXPECT_THAT(distances("sgt", "i32", 7), testing::IsEmpty());
  EXPECT_THAT(distances("ugt", "i32", 8), testing::IsEmpty());
  EXPECT_THAT(distances("sgt", "i64", 8), testing::IsEmpty());
  EXPECT_THAT(distances("eq", "i32", 8), testing::IsEmpty());
}

TEST_F(TransformsTest, AddressesAtConstantDistancesAreShared) {
  // The distance in bytes of two addresses, of `%p` and of `%q`.
  auto distance = [&](StringRef indices) -> std::optional<int64_t> {
    auto module = parse(("define ptr addrspace(1) @f(ptr addrspace(1) %base, "
                         "i32 %x, i64 %row) {\n  %i = shl i32 %x, 8\n" +
                         indices +
                         "  %p = getelementptr i8, ptr addrspace(1) %base, i64 "
                         "%a\n  store i8 0, ptr addrspace(1) %p\n"
                         "  %q = getelementptr i8, ptr addrspace(1) %base, i64 "
                         "%b\n  ret ptr addrspace(1) %q\n}\n")
                            .str());
    Function &function = *module->getFunction("f");
    shareAddresses(function);
    EXPECT_FALSE(verifyFunction(function, &errs()));
    auto *last = cast<ReturnInst>(function.front().getTerminator());
    auto *address = cast<GetElementPtrInst>(last->getReturnValue());
    auto *offset = dyn_cast<ConstantInt>(address->getOperand(1));
    if (!offset || !isa<GetElementPtrInst>(address->getPointerOperand()))
      return std::nullopt;
    return offset->getSExtValue();
  };
  auto extended = [](StringRef extension, StringRef sum, StringRef shift) {
    return ("  %j = " + sum + " i32 %i, 64\n  %a1 = " + extension +
            " i32 %i to i64\n  %b1 = " + extension +
            " i32 %j to i64\n  %a2 = add i64 %row, %a1\n"
            "  %b2 = add i64 %b1, %row\n  %a = " +
            shift + " i64 %a2, 1\n  %b = " + shift + " i64 %b2, 1\n")
        .str();
  };
  EXPECT_EQ(distance(extended("sext", "or disjoint", "shl")), 128);
  EXPECT_EQ(distance(extended("zext", "or disjoint", "shl")), 128);
  EXPECT_EQ(distance(extended("sext", "add nsw", "shl")), 128);
  EXPECT_EQ(distance(extended("zext", "add nuw", "shl")), 128);
  EXPECT_EQ(distance("  %a = add i64 %row, 24\n  %b = add i64 %row, 8\n"), -16);
  // The sum may wrap around before it is extended, or is another one.
  EXPECT_EQ(distance(extended("sext", "add", "shl")), std::nullopt);
  EXPECT_EQ(distance(extended("sext", "add nuw", "shl")), std::nullopt);
  EXPECT_EQ(distance(extended("zext", "add nsw", "shl")), std::nullopt);
  EXPECT_EQ(distance(extended("sext", "or", "shl")), std::nullopt);
  EXPECT_EQ(distance(extended("sext", "or disjoint", "lshr")), std::nullopt);
  EXPECT_EQ(distance("  %a = sext i32 %i to i64\n  %b = zext i32 %i to i64\n"),
            std::nullopt);
  EXPECT_EQ(distance("  %j = shl i32 %i, 1\n  %a1 = sext i32 %i to i64\n"
                     "  %a = shl i64 %a1, 1\n  %b = sext i32 %j to i64\n"),
            std::nullopt);
}

TEST_F(TransformsTest, AsmWithEffectsIsConvergentAndClobbersMemory) {
  auto module = parse("define void @f() {\n"
                      "  call void asm sideeffect \"bar.sync 0;\", \"\"()\n"
                      "  ret void\n}\n");
  markConvergentCalls(*module);
  const CallBase &call = onlyCall(*module);
  EXPECT_TRUE(call.isConvergent());
  EXPECT_TRUE(call.mayReadOrWriteMemory());
  EXPECT_EQ(cast<InlineAsm>(call.getCalledOperand())->getConstraintString(),
            "~{memory}");
}

TEST_F(TransformsTest, AMemoryClobberIsNotRepeated) {
  auto module =
      parse("define void @f(i32 %x) {\n"
            "  call void asm sideeffect \"a $0;\", \"r,~{memory}\"(i32 %x)\n"
            "  ret void\n}\n");
  markConvergentCalls(*module);
  EXPECT_EQ(cast<InlineAsm>(onlyCall(*module).getCalledOperand())
                ->getConstraintString(),
            "r,~{memory}");
}

TEST_F(TransformsTest, AsmWithoutEffectsTouchesNoMemory) {
  auto module = parse("define i32 @f(i32 %x) {\n"
                      "  %y = call i32 asm \"a $0, $1;\", \"=r,r\"(i32 %x)\n"
                      "  ret i32 %y\n}\n");
  markConvergentCalls(*module);
  EXPECT_TRUE(onlyCall(*module).isConvergent());
  EXPECT_TRUE(onlyCall(*module).doesNotAccessMemory());
}

TEST_F(TransformsTest, ProductsOfAWarpStayOutOfBranches) {
  auto module =
      parse("declare {double, double} @llvm.nvvm.mma.m8n8k4.row.col.f64("
            "double, double, double, double)\n"
            "define {double, double} @f(double %x) {\n"
            "  %y = call {double, double} @llvm.nvvm.mma.m8n8k4.row.col.f64("
            "double %x, double %x, double %x, double %x)\n"
            "  ret {double, double} %y\n}\n");
  EXPECT_FALSE(onlyCall(*module).isConvergent());
  markConvergentCalls(*module);
  EXPECT_TRUE(onlyCall(*module).isConvergent());
  // Without uses it is removed.
  EXPECT_TRUE(wouldInstructionBeTriviallyDead(&onlyCall(*module)));
}

/// A stand-in for libdevice, whose functions use the same queries as the real
/// one.
class LibdeviceTest : public TransformsTest {
protected:
  void SetUp() override {
    ASSERT_FALSE(sys::fs::createTemporaryFile("libdevice", "ll", path));
    std::error_code error;
    raw_fd_ostream os(path, error);
    ASSERT_FALSE(error);
    os << R"(
@.arch = private constant [12 x i8] c"__CUDA_ARCH\00"
@.ftz = private constant [11 x i8] c"__CUDA_FTZ\00"
declare i32 @__nvvm_reflect(ptr)
define i32 @__nv_arch() alwaysinline {
  %r = call i32 @__nvvm_reflect(ptr @.arch)
  ret i32 %r
}
define i32 @__nv_ftz() alwaysinline {
  %r = call i32 @__nvvm_reflect(ptr @.ftz)
  ret i32 %r
}
define i32 @__nv_unused() {
  ret i32 0
}
)";
  }
  void TearDown() override { sys::fs::remove(path); }

  /// The constant that `function` returns; none if it returns something else.
  static std::optional<uint64_t> constantResult(const Function &function) {
    auto *ret = cast<ReturnInst>(function.getEntryBlock().getTerminator());
    if (auto *constant = dyn_cast<ConstantInt>(ret->getReturnValue()))
      return constant->getZExtValue();
    return std::nullopt;
  }

  SmallString<128> path;
};

TEST_F(LibdeviceTest, LinksWhatIsCalledAndAnswersReflect) {
  auto module = parse("declare i32 @__nv_arch()\n"
                      "define i32 @f() {\n"
                      "  %r = call i32 @__nv_arch()\n"
                      "  ret i32 %r\n}\n");
  EXPECT_TRUE(needsLibdevice(*module));
  ASSERT_FALSE(errorToBool(linkLibdevice(*module, path, 900)));
  EXPECT_FALSE(needsLibdevice(*module));
  Function *arch = module->getFunction("__nv_arch");
  ASSERT_TRUE(arch);
  EXPECT_TRUE(arch->hasInternalLinkage());
  EXPECT_EQ(constantResult(*arch), 900u);
  EXPECT_FALSE(module->getFunction("__nv_unused"));
  EXPECT_FALSE(module->getFunction("__nvvm_reflect"));
  EXPECT_FALSE(module->getFunction("f")->hasInternalLinkage());
}

TEST_F(LibdeviceTest, DenormalsAreKept) {
  auto module = parse("declare i32 @__nv_ftz()\n"
                      "define i32 @f() {\n"
                      "  %r = call i32 @__nv_ftz()\n"
                      "  ret i32 %r\n}\n");
  ASSERT_FALSE(errorToBool(linkLibdevice(*module, path, 900)));
  EXPECT_EQ(constantResult(*module->getFunction("__nv_ftz")), 0u);
}

TEST_F(LibdeviceTest, NamesAFunctionThatIsMissing) {
  auto module = parse("declare i32 @__nv_none()\n"
                      "define i32 @f() {\n"
                      "  %r = call i32 @__nv_none()\n"
                      "  ret i32 %r\n}\n");
  EXPECT_THAT(toString(linkLibdevice(*module, path, 900)),
              testing::HasSubstr("does not define '__nv_none'"));
}

TEST_F(LibdeviceTest, SaysWhenTheFileIsMissing) {
  auto module = parse("declare i32 @__nv_arch()\n");
  EXPECT_THAT(toString(linkLibdevice(*module, "/none.bc", 900)),
              testing::HasSubstr("cannot read libdevice from '/none.bc'"));
}

} // namespace

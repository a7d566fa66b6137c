//===- TransformsTest.cpp - Our own passes on LLVM IR ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Codegen/Transforms.h"
#include "TransformsHarness.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Local.h"
#include "gmock/gmock.h"
#include <map>

using namespace llvm;
using namespace tessera;

namespace {

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

/// A loop in a loop, with a product in each of them and one behind them. `outer` extends the
/// factor that is the same in both, and `inner` the other one of the inner loop.
static std::string makeLoopProducts(const char *outer, const char *inner) {
  return formatv(R"(
define void @f(ptr %to, i32 %stride, i32 %n) {
entry:
  %s = {0} i32 %stride to i64
  br label %around
around:
  %r = phi i32 [ 0, %entry ], [ %r2, %behind ]
  %y = {0} i32 %r to i64
  %p = mul i64 %y, %s
  store volatile i64 %p, ptr %to
  br label %loop
loop:
  %i = phi i32 [ 0, %around ], [ %j, %loop ]
  %x = {1} i32 %i to i64
  %q = mul i64 %x, %s
  store volatile i64 %q, ptr %to
  %j = add i32 %i, 1
  %c = icmp slt i32 %j, %n
  br i1 %c, label %loop, label %behind
behind:
  %r2 = add i32 %r, 1
  %d = icmp slt i32 %r2, %n
  br i1 %d, label %around, label %exit
exit:
  %z = {0} i32 %r2 to i64
  %v = mul i64 %z, %s
  store volatile i64 %v, ptr %to
  ret void
}
)",
                 outer, inner)
      .str();
}

/// The factor of the inner loop that stands in front of both is extended beside its product,
/// of a number that is the same in all iterations; what is extended otherwise, and products
/// elsewhere, stay.
TEST_F(TransformsTest, FactorsAreExtendedInInnermostLoops) {
  auto extended = [&](const char *outer, const char *inner) {
    auto module = parse(makeLoopProducts(outer, inner));
    Function &function = *module->getFunction("f");
    extendFactors(function);
    EXPECT_FALSE(verifyFunction(function, &errs()));
    std::string names;
    for (Instruction &each : instructions(function)) {
      auto *factor = each.getOpcode() == Instruction::Mul
                         ? dyn_cast<CastInst>(each.getOperand(1))
                         : nullptr;
      auto *frozen =
          factor ? dyn_cast<FreezeInst>(factor->getOperand(0)) : nullptr;
      if (!frozen)
        continue;
      EXPECT_EQ(factor->getParent(), each.getParent());
      EXPECT_EQ(factor->getOpcodeName(), StringRef(outer));
      EXPECT_TRUE(frozen->getParent()->isEntryBlock());
      names += each.getName().str();
    }
    return names;
  };
  EXPECT_EQ(extended("sext", "sext"), "q");
  EXPECT_EQ(extended("zext", "zext"), "q");
  EXPECT_EQ(extended("sext", "zext"), "");
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

} // namespace

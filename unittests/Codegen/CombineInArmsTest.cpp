//===- CombineInArmsTest.cpp - Values of branches in their arms -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransformsHarness.h"
#include "tessera/Codegen/Transforms.h"

#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace tessera;

namespace {

using CombineInArmsTest = TransformsTest;

/// Two arms that give `count` floats, and what stands behind both for each of them, whose
/// number is `$`.
static std::string makeArms(unsigned count, StringRef behind) {
  std::string text = "define void @f(ptr %p, i1 %c, float %acc) {\nentry:\n"
                     "  br i1 %c, label %some, label %all\n";
  raw_string_ostream os(text);
  for (StringRef arm : {"some", "all"}) {
    os << arm << ":\n";
    for (unsigned i = 0; i != count; ++i)
      os << "  %" << arm << i << " = load volatile float, ptr %p\n";
    os << "  br label %join\n";
  }
  os << "join:\n";
  for (unsigned i = 0; i != count; ++i)
    os << "  %x" << i << " = phi float [ %some" << i << ", %some ], [ %all" << i
       << ", %all ]\n";
  for (unsigned i = 0; i != count; ++i)
    for (char each : behind)
      each == '$' ? os << i : os << each;
  os << "  ret void\n}\n";
  return text;
}

/// The instructions of an operation in a block of @f behind the pass.
static unsigned count(std::unique_ptr<Module> module, StringRef block,
                      unsigned opcode) {
  Function &function = *module->getFunction("f");
  combineInArms(function);
  EXPECT_FALSE(verifyFunction(function, &errs()));
  unsigned found = 0;
  for (const BasicBlock &each : function)
    if (each.getName() == block)
      for (const Instruction &instruction : each)
        found += instruction.getOpcode() == opcode;
  return found;
}

static constexpr StringLiteral kSums = R"(
  %s$ = fadd float %x$, %acc
  %h$ = fptrunc float %s$ to half
  store volatile half %h$, ptr %p
)";

TEST_F(CombineInArmsTest, EachArmAddsWhatItGives) {
  for (unsigned opcode :
       {unsigned(Instruction::FAdd), unsigned(Instruction::FPTrunc)}) {
    for (StringRef arm : {"some", "all"})
      EXPECT_EQ(count(parse(makeArms(64, kSums)), arm, opcode), 64u);
    EXPECT_EQ(count(parse(makeArms(64, kSums)), "join", opcode), 0u);
  }
  EXPECT_EQ(count(parse(makeArms(64, kSums)), "join", Instruction::PHI), 64u);
}

/// Few values leave room for what they are added to.
TEST_F(CombineInArmsTest, FewValuesAreAddedOnce) {
  EXPECT_EQ(count(parse(makeArms(8, kSums)), "join", Instruction::FAdd), 8u);
  EXPECT_EQ(count(parse(makeArms(8, kSums)), "some", Instruction::FAdd), 0u);
}

/// A value that is needed as it is as well stays in its register, and so does one whose
/// result takes two.
TEST_F(CombineInArmsTest, NoMoreRegistersAreTaken) {
  constexpr StringLiteral ofOthers = R"(
  %s$ = fadd float %x$, %acc
  store volatile float %s$, ptr %p
  store volatile float %x$, ptr %p
)";
  EXPECT_EQ(count(parse(makeArms(64, ofOthers)), "join", Instruction::FAdd),
            64u);
  constexpr StringLiteral wide = R"(
  %w$ = fpext float %x$ to double
  store volatile double %w$, ptr %p
)";
  EXPECT_EQ(count(parse(makeArms(64, wide)), "join", Instruction::FPExt), 64u);
}

} // namespace

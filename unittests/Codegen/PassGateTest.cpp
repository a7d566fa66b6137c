//===- PassGateTest.cpp - Passes that take too long are left out ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Straight-line strength reduction computes a * (b + 1) from a * b by an
// addition, so the number of multiplications shows if it has run. The same
// holds for strength reduction in loops. SLPVectorizer makes vectors of two
// halves.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Codegen/PassGate.h"
#include "tessera/Codegen/LLVMCodegen.h"
#include "tessera/Codegen/Transforms.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/IR/Location.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;

namespace {

/// A kernel `name` that stores `count` multiples of its argument `a`.
std::string makeKernel(StringRef name, unsigned count) {
  std::string text;
  raw_string_ostream os(text);
  os << "define ptx_kernel void @" << name
     << "(ptr addrspace(1) %p, i32 %a, i32 %b) {\n";
  for (unsigned i = 0; i < count; ++i)
    os << "  %b" << i << " = add i32 %b, " << i << "\n  %m" << i
       << " = mul i32 %a, %b" << i << "\n  store volatile i32 %m" << i
       << ", ptr addrspace(1) %p\n";
  os << "  ret void\n}\n";
  return text;
}

/// The multiplications of the kernel `name` in `ptx`.
size_t countMultiplications(StringRef ptx, StringRef name) {
  StringRef body = ptx.split((".entry " + name + "(").str()).second;
  return body.split("ret;").first.count("mul.lo.s32");
}

CodegenOptions makeOptions(unsigned optLevel) {
  CodegenOptions options;
  options.target = lookupTarget("sm_90");
  options.optLevel = optLevel;
  return options;
}

std::unique_ptr<Module> parse(const std::string &text, LLVMContext &context,
                              const TargetMachine &machine) {
  SMDiagnostic error;
  std::unique_ptr<Module> module = parseAssemblyString(text, error, context);
  EXPECT_TRUE(module) << error.getMessage().str();
  module->setTargetTriple(machine.getTargetTriple());
  module->setDataLayout(machine.createDataLayout());
  return module;
}

/// The PTX for a module of LLVM IR.
std::string generate(const std::string &text, unsigned optLevel) {
  LLVMContext context;
  CodegenOptions options = makeOptions(optLevel);
  std::unique_ptr<TargetMachine> machine = makeTargetMachine(options);
  std::unique_ptr<Module> module = parse(text, context, *machine);
  mlir::MLIRContext mlirContext;
  mlir::FailureOr<std::string> ptx = generatePTX(
      *module, mlir::UnknownLoc::get(&mlirContext), *machine, options);
  EXPECT_TRUE(succeeded(ptx));
  return ptx.value_or("");
}

TEST(PassGateTest, OnlyLargeFunctionsGoWithout) {
  constexpr unsigned few = 4, many = 400;
  std::string ptx =
      generate(makeKernel("small", few) + makeKernel("large", many), 3);
  EXPECT_EQ(countMultiplications(ptx, "small"), 1u);
  // Instruction selection alone finds a neighbour or two.
  EXPECT_GT(countMultiplications(ptx, "large"), many / 2);
}

TEST(PassGateTest, LowLevelsGoWithout) {
  std::string loop = R"(
define ptx_kernel void @k(ptr addrspace(1) %p, i32 %n, i32 %s) {
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %next, %loop ]
  %o = mul i32 %i, %s
  store volatile i32 %o, ptr addrspace(1) %p
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
})";
  EXPECT_EQ(countMultiplications(generate(loop, 3), "k"), 0u);
  EXPECT_EQ(countMultiplications(generate(loop, 1), "k"), 1u);
}

// A large function skips the passes that clean up after skipped passes. It
// keeps one search for common subexpressions; small functions have them all.
TEST(PassGateTest, NothingCleansUpBehindWhatDidNotRun) {
  auto ask = [](unsigned stores) {
    LLVMContext context;
    std::unique_ptr<TargetMachine> machine = makeTargetMachine(makeOptions(3));
    std::unique_ptr<Module> module =
        parse(makeKernel("k", stores), context, *machine);
    PassGate gate(*module, machine->getOptLevel());
    std::vector<bool> answers;
    for (const char *pass :
         {"slsr", "early-cse", "nary-reassociate", "early-cse", "early-cse"})
      answers.push_back(gate.shouldRunPass(pass, "function (k)"));
    return answers;
  };
  EXPECT_EQ(ask(4), std::vector<bool>({true, true, true, true, true}));
  EXPECT_EQ(ask(400), std::vector<bool>({false, false, false, false, true}));
}

// If two loops each carry half of the registers, values of both must not be
// computed once before the first: they would stay live through it.
TEST(PassGateTest, SeveralCrowdedLoopsKeepWhatTheyComputeApart) {
  auto ask = [](unsigned loops, unsigned registers) {
    std::string text = "define ptx_kernel void @k(i32 %n, double %x) {\n"
                       "  br label %before0\n";
    for (unsigned loop = 0; loop < loops; ++loop) {
      std::string at = std::to_string(loop);
      text += "before" + at + ":\n  br label %loop" + at + "\nloop" + at +
              ":\n  %i" + at + " = phi i32 [ 0, %before" + at + " ], [ %next" +
              at + ", %loop" + at + " ]\n";
      // Each is two registers.
      for (unsigned k = 0; k < registers / 2; ++k) {
        std::string name = "%v" + at + "." + std::to_string(k);
        text += "  " + name + " = phi double [ %x, %before" + at + " ], [ " +
                name + ", %loop" + at + " ]\n";
      }
      text += "  %next" + at + " = add i32 %i" + at + ", 1\n  %more" + at +
              " = icmp ult i32 %next" + at + ", %n\n  br i1 %more" + at +
              ", label %loop" + at + ", label %before" +
              std::to_string(loop + 1) + "\n";
    }
    text += "before" + std::to_string(loops) + ":\n  ret void\n}\n";
    LLVMContext context;
    std::unique_ptr<TargetMachine> machine = makeTargetMachine(makeOptions(3));
    std::unique_ptr<Module> module = parse(text, context, *machine);
    PassGate gate(*module, machine->getOptLevel());
    return gate.shouldRunPass("machine-cse", "function (k)");
  };
  EXPECT_FALSE(ask(2, 128));
  EXPECT_TRUE(ask(1, 128));
  EXPECT_TRUE(ask(2, 64));
}

TEST(PassGateTest, FunctionsOfManyStoresGoWithoutPairs) {
  auto countPairs = [](unsigned stores) {
    std::string text;
    raw_string_ostream os(text);
    os << "define void @f(ptr addrspace(1) align 4 %p) {\n";
    for (unsigned i = 0; i < stores; ++i)
      os << "  %a" << i << " = getelementptr half, ptr addrspace(1) %p, i32 "
         << i << "\n  %v" << i << " = load half, ptr addrspace(1) %a" << i
         << ", align " << (i % 2 ? 2 : 4) << "\n  %w" << i << " = fadd half %v"
         << i << ", %v" << i << "\n  store half %w" << i
         << ", ptr addrspace(1) %a" << i << ", align " << (i % 2 ? 2 : 4)
         << "\n";
    os << "  ret void\n}\n";
    LLVMContext context;
    std::unique_ptr<TargetMachine> machine = makeTargetMachine(makeOptions(3));
    std::unique_ptr<Module> module = parse(text, context, *machine);
    optimizeLLVM(*module, *machine, 3);
    return count_if(instructions(*module->getFunction("f")), [](auto &i) {
      return i.getOpcode() == Instruction::FAdd && i.getType()->isVectorTy();
    });
  };
  EXPECT_EQ(countPairs(2), 1);
  EXPECT_EQ(countPairs(2000), 0);
}

// The search for pairs runs only for types that the target has pairs of, which
// f32 is for some.
TEST(PassGateTest, PairsAreOfWhatTheTargetHasPairsOf) {
  auto countPairs = [](StringRef gpu) {
    std::string text = R"(
define void @f(ptr addrspace(1) align 8 %p, ptr addrspace(1) align 8 %q) {
  %v = load <2 x float>, ptr addrspace(1) %p
  %v0 = extractelement <2 x float> %v, i32 0
  %v1 = extractelement <2 x float> %v, i32 1
  %w0 = fadd float %v0, %v0
  %w1 = fadd float %v1, %v1
  %u = insertelement <2 x float> poison, float %w0, i32 0
  %w = insertelement <2 x float> %u, float %w1, i32 1
  store <2 x float> %w, ptr addrspace(1) %q
  ret void
})";
    LLVMContext context;
    CodegenOptions options = makeOptions(3);
    options.target = lookupTarget(gpu);
    std::unique_ptr<TargetMachine> machine = makeTargetMachine(options);
    std::unique_ptr<Module> module = parse(text, context, *machine);
    optimizeLLVM(*module, *machine, 3);
    return count_if(instructions(*module->getFunction("f")), [](auto &i) {
      return i.getOpcode() == Instruction::FAdd && i.getType()->isVectorTy();
    });
  };
  EXPECT_EQ(countPairs("sm_90"), 0);
  EXPECT_EQ(countPairs("sm_120"), 1);
}

// Searches whose time grows with the square of a block. They are options of LLVM's
// command line, which a release may rename.
TEST(PassGateTest, SearchesAreBounded) {
  LLVMContext context;
  std::unique_ptr<TargetMachine> machine = makeTargetMachine(makeOptions(3));
  std::unique_ptr<Module> module =
      parse("define void @f(ptr addrspace(1) %p, half %v) {\n"
            "  %w = fadd half %v, %v\n"
            "  store half %w, ptr addrspace(1) %p\n  ret void\n}\n",
            context, *machine);
  optimizeLLVM(*module, *machine, 3);
  cl::Option *reductions =
      cl::getRegisteredOptions().lookup("slp-vectorize-hor");
  ASSERT_NE(reductions, nullptr);
  EXPECT_FALSE(static_cast<cl::opt<bool> *>(reductions)->getValue());
  cl::Option *mostElements = cl::getRegisteredOptions().lookup("slp-max-vf");
  ASSERT_NE(mostElements, nullptr);
  EXPECT_EQ(static_cast<cl::opt<unsigned> *>(mostElements)->getValue(), 16u);
  EXPECT_GT(mostElements->getNumOccurrences(), 0);
}

} // namespace

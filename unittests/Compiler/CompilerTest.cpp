//===- CompilerTest.cpp - The public C++ interface ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Compiler/Compiler.h"
#include "tessera/Compiler/Input.h"
#include "tessera/Compiler/Kernels.h"
#include "tessera/Compiler/Registration.h"
#include "tessera/Support/Diagnostics.h"
#include "tessera/Target/TargetInfo.h"

#include "mlir/IR/MLIRContext.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

#if LLVM_ADDRESS_SANITIZER_BUILD
#include <sanitizer/lsan_interface.h>
#else
namespace __lsan {
struct ScopedDisabler {
  ScopedDisabler() {} // so that one that is only made counts as used
};
} // namespace __lsan
#endif

using namespace tessera;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

namespace {

/// A kernel in the LLVM and NVVM dialects, the last stage that is text of MLIR.
constexpr llvm::StringLiteral kernel = R"(
llvm.func @k(%p: !llvm.ptr<1>, %a: f32) attributes {nvvm.kernel, nvvm.reqntid = array<i32: 32, 1, 1>} {
  %s = llvm.fadd %a, %a : f32
  llvm.store %s, %p : f32, !llvm.ptr<1>
  llvm.return
}
)";

class CompilerTest : public testing::Test {
protected:
  CompilerTest() {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    options.gpuName = "sm_90";
    options.emit = Stage::PTX;
  }

  CompileResult compileText(llvm::StringRef text) {
    return compile(llvm::MemoryBufferRef(text, "k.mlir"), &context, options);
  }

  mlir::MLIRContext context;
  std::string messages;
  llvm::raw_string_ostream os{messages};
  PlainDiagnosticHandler handler{&context, os};
  CompileOptions options;
};

std::vector<std::string> stepNames(const CompileResult &result) {
  std::vector<std::string> names;
  for (const StageTime &step : result.times)
    names.push_back(step.name.str());
  return names;
}

TEST_F(CompilerTest, CompilesTheEntriesThatAreNamedAlone) {
  std::string llvmKernels = kernel.str();
  llvmKernels += "llvm.func @other() attributes {nvvm.kernel} { llvm.return }";
  std::string tileKernels = "cuda_tile.module @m { entry @k() { return } "
                            "entry @other() { return } }";
  for (const std::string &text : {llvmKernels, tileKernels}) {
    EXPECT_THAT(compileText(text).ptx, HasSubstr(".entry other("));
    options.entries = {"k"};
    CompileResult result = compileText(text);
    ASSERT_TRUE(result) << messages;
    EXPECT_THAT(result.ptx,
                AllOf(HasSubstr(".entry k("), Not(HasSubstr("other"))));
    options.entries = {"k", "K"};
    EXPECT_EQ(compileText(text).status, CompileStatus::BadConfiguration);
    EXPECT_THAT(messages,
                HasSubstr("no kernel 'K' to compile; it has 2 others"));
    options.entries.clear();
  }
}

static std::string print(mlir::ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

TEST_F(CompilerTest, CopiesTheKernelsThatAreNamedAlone) {
  // A module of Tile IR with a global, and a function that is no kernel.
  for (llvm::StringRef text : {R"(
cuda_tile.module @m {
  global @g <i32: [1, 2]> : tile<2xi32>
  entry @a() { return }
  entry @b() { return }
}
)",
                               R"(
llvm.func @helper() { llvm.return }
llvm.func @a() attributes {nvvm.kernel} { llvm.return }
llvm.func @b() attributes {nvvm.kernel} { llvm.return }
)"}) {
    mlir::OwningOpRef<mlir::ModuleOp> module =
        readModule(llvm::MemoryBufferRef(text, "k.mlir"), &context);
    ASSERT_TRUE(module) << messages;
    const std::string before = print(*module);
    mlir::OwningOpRef<mlir::ModuleOp> copy = cloneWithKernels(*module, {"b"});
    EXPECT_EQ(print(*module), before);
    EXPECT_THAT(print(*copy), AllOf(HasSubstr("@b"), Not(HasSubstr("@a"))));
    ASSERT_TRUE(succeeded(keepKernels(*module, {"b"})));
    EXPECT_EQ(print(*copy), print(*module));
  }
}

TEST_F(CompilerTest, GoesFromTheStageOfTheInputToPTX) {
  CompileResult result = compileText(kernel);
  ASSERT_TRUE(result) << messages;
  EXPECT_EQ(result.output, result.ptx);
  EXPECT_THAT(result.output,
              AllOf(HasSubstr(".entry k("), HasSubstr("add.rn.f32")));
  EXPECT_THAT(stepNames(result),
              ElementsAre("read", "nvvm-to-llvm", "llvm", "ptx"));
  for (const StageTime &step : result.times)
    EXPECT_GE(step.seconds, 0);
}

TEST_F(CompilerTest, EveryTargetGivesPTX) {
  for (const TargetInfo &target : allTargets()) {
    options.gpuName = target.getName().str();
    CompileResult result = compileText(kernel);
    ASSERT_TRUE(result) << options.gpuName << ": " << messages;
    EXPECT_THAT(result.output,
                HasSubstr(".target " + target.getAssembledName().str() + "\n"));
  }
}

TEST_F(CompilerTest, TextOfAStageCompilesToTheSamePTX) {
  options.emit = Stage::NVVM;
  CompileResult text = compileText(kernel);
  ASSERT_TRUE(text) << messages;
  options.emit = Stage::PTX;
  EXPECT_EQ(compileText(text.output).output, compileText(kernel).output);
}

TEST_F(CompilerTest, CompilesAModuleInPlace) {
  mlir::OwningOpRef<mlir::ModuleOp> module =
      readModule(llvm::MemoryBufferRef(kernel, "k.mlir"), &context);
  ASSERT_TRUE(module);
  EXPECT_EQ(compile(*module, options).output, compileText(kernel).output);
}

TEST_F(CompilerTest, RefusesBadOptions) {
  options.gpuName = "sm_1";
  EXPECT_EQ(compileText(kernel).status, CompileStatus::BadConfiguration);
  EXPECT_THAT(messages, HasSubstr("sm_1"));
  options.gpuName = "sm_90";
  options.optLevel = 4;
  EXPECT_EQ(compileText(kernel).status, CompileStatus::BadConfiguration);
  options.optLevel = 3;
  options.deviceDebug = true;
  EXPECT_EQ(compileText(kernel).status, CompileStatus::BadConfiguration);
  EXPECT_THAT(messages,
              HasSubstr("optimized debugging is not supported, change "
                        "optimization level to 0 or disable full "
                        "debug info"));
  options.deviceDebug = false;
  options.emit = Stage::TileAA;
  EXPECT_EQ(compileText(kernel).status, CompileStatus::BadConfiguration);
  EXPECT_THAT(messages, HasSubstr("is at the stage nvvm already"));
}

TEST_F(CompilerTest, SaysWhereTextIsWrong) {
  EXPECT_EQ(compileText("llvm.func @k() {\n  llvm.nonsense\n}\n").status,
            CompileStatus::BadInput);
  EXPECT_THAT(messages, HasSubstr("k.mlir:2:3: error: "));
}

TEST_F(CompilerTest, TellsFormsOfInputApart) {
  EXPECT_EQ(compileText("").status, CompileStatus::BadInput);
  EXPECT_THAT(messages, HasSubstr("the file is empty"));
  EXPECT_EQ(compileText("ML\xEFR\x06").status, CompileStatus::BadInput);
  EXPECT_THAT(messages, HasSubstr("failed to parse IR bytecode (it looks like "
                                  "MLIR bytecode instead)"));
  EXPECT_EQ(compileText(llvm::StringRef("\x00\x01garbage", 9)).status,
            CompileStatus::BadInput);
  EXPECT_THAT(messages,
              HasSubstr("input does not correspond to Tile IR bytecode"));
}

TEST_F(CompilerTest, RefusesWhatWouldOverflowTheParser) {
  std::string deep = "module attributes {test.a = ";
  deep.append(100000, '[');
  EXPECT_EQ(compileText(deep).status, CompileStatus::BadInput);
  EXPECT_THAT(messages, HasSubstr("brackets are nested more than"));
}

TEST_F(CompilerTest, ReportsACrashInsideLLVM) {
  options.guardAgainstCrashes = true;
  // A crash loses the memory of the frames that it leaves.
  __lsan::ScopedDisabler disabler;
  // A context of its own: after a crash it cannot be destroyed.
  auto *lost = new mlir::MLIRContext(context.getDialectRegistry());
  PlainDiagnosticHandler quiet(lost, os);
  CompileResult result = compile(llvm::MemoryBufferRef(R"(
llvm.func @k(%p: !llvm.ptr<1>, %a: f32) attributes {nvvm.kernel} {
  %s = llvm.intr.tan(%a) : (f32) -> f32
  llvm.store %s, %p : f32, !llvm.ptr<1>
  llvm.return
}
)",
                                                       "k.mlir"),
                                 lost, options);
  EXPECT_EQ(result.status, CompileStatus::InternalError);
  EXPECT_THAT(result.internalError,
              HasSubstr("internal error in the step 'ptx': Cannot select"));
}

TEST_F(CompilerTest, LineInfoIsOnlyThereWhenAskedFor) {
  EXPECT_THAT(compileText(kernel).output, Not(HasSubstr(".loc")));
  options.lineInfo = true;
  EXPECT_THAT(compileText(kernel).output,
              AllOf(HasSubstr(".loc"), HasSubstr("k.mlir")));
}

} // namespace

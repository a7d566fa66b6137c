//===- TransformsHarness.h - Parsing of LLVM IR for tests ------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_CODEGEN_TRANSFORMSHARNESS_H
#define TESSERA_UNITTESTS_CODEGEN_TRANSFORMSHARNESS_H

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "gtest/gtest.h"

namespace tessera {

/// A context of LLVM, and modules that are parsed in it.
class TransformsTest : public testing::Test {
protected:
  std::unique_ptr<llvm::Module> parse(llvm::StringRef text) {
    llvm::SMDiagnostic error;
    std::unique_ptr<llvm::Module> module =
        llvm::parseAssemblyString(text, error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    return module;
  }

  static const llvm::CallBase &onlyCall(llvm::Module &module) {
    for (llvm::Instruction &instruction :
         llvm::instructions(*module.getFunction("f")))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        return *call;
    llvm_unreachable("the test has no call");
  }

  llvm::LLVMContext context;
};

} // namespace tessera

#endif // TESSERA_UNITTESTS_CODEGEN_TRANSFORMSHARNESS_H

//===- LaunchContractTest.cpp - Front ends' settings of launches ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attachment of the contract to the dialect, and its reading.
// test/FrontendContract has the tests of its errors.
//
//===----------------------------------------------------------------------===//

#include "tessera/FrontendContract/LaunchContract.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;

namespace {

class LaunchContractTest : public ::testing::Test {
protected:
  /// Parses and verifies `text`, with or without the contract.
  OwningOpRef<mlir::ModuleOp> parse(StringRef text, bool withContract = true) {
    DialectRegistry registry;
    registry.insert<cuda_tile::CudaTileDialect>();
    if (withContract)
      registerFrontendContract(registry);
    context = std::make_unique<MLIRContext>(registry);
    context->allowUnregisteredDialects();
    ScopedDiagnosticHandler quiet(context.get(),
                                  [](Diagnostic &) { return success(); });
    return parseSourceString<mlir::ModuleOp>(text, context.get());
  }

  std::unique_ptr<MLIRContext> context;
};

constexpr llvm::StringLiteral threeWarps = R"(
  module attributes {tt.num_warps = 3 : i32} {
    cuda_tile.module @m { entry @k() {} {nvvm.maxnreg = 1 : i32} }
  })";

TEST_F(LaunchContractTest, TheDialectAloneChecksNothing) {
  EXPECT_TRUE(parse(threeWarps, /*withContract=*/false));
  EXPECT_FALSE(parse(threeWarps));
}

TEST_F(LaunchContractTest, TheDialectAloneKeepsTheNamesOfText) {
  constexpr llvm::StringLiteral text = R"(
    cuda_tile.module @m { entry @k() {} {nvvm.blocksareclusters} })";
  for (bool withContract : {false, true}) {
    OwningOpRef<mlir::ModuleOp> module = parse(text, withContract);
    ASSERT_TRUE(module);
    bool renamed = true;
    module->walk([&](cuda_tile::EntryOpInterface entry) {
      renamed = !entry->hasAttr("nvvm.blocksareclusters");
    });
    EXPECT_EQ(renamed, withContract);
  }
}

TEST_F(LaunchContractTest, WhatIsAbsentIsNotAskedFor) {
  OwningOpRef<mlir::ModuleOp> module =
      parse("module { cuda_tile.module @m {} }");
  ASSERT_TRUE(module);
  LaunchContract contract = LaunchContract::get(*module);
  EXPECT_TRUE(contract.target.empty());
  EXPECT_FALSE(contract.warps || contract.cluster || contract.stages);
  EXPECT_FALSE(contract.persistent);
}

TEST_F(LaunchContractTest, AnEntryHasWhatIsSaidAroundIt) {
  OwningOpRef<mlir::ModuleOp> module = parse(R"(
    module attributes {nv_tileaa.compute_capability = 90 : i32,
                       tt.num_warps = 8 : i32, tt.num_ctas = 2 : i32} {
      cuda_tile.module @m {
        entry @k() {} {nvvm.maxnreg = 64 : i32}
      }
    })");
  ASSERT_TRUE(module);
  LaunchContract contract;
  module->walk([&](cuda_tile::EntryOpInterface entry) {
    contract = LaunchContract::get(entry);
  });
  EXPECT_EQ(contract.target, "sm_90");
  EXPECT_EQ(contract.warps, 8u);
  EXPECT_EQ(contract.cluster, (std::array<int32_t, 3>{2, 1, 1}));
  EXPECT_EQ(contract.maxRegisters, 64u);
  EXPECT_TRUE(isModuleContractAttribute("tt.num_warps"));
  EXPECT_FALSE(isModuleContractAttribute("nvvm.maxnreg"));
}

} // namespace

//===- InliningTest.cpp - The inliner moves our ops where it may ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/Transforms/Inlining.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"

#include "mlir/Dialect/Func/Extensions/InlinerExtension.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace tessera;

namespace {

class Inlining : public testing::Test {
protected:
  Inlining() {
    registry.insert<cuda_tile::CudaTileDialect, func::FuncDialect>();
    func::registerInlinerExtension(registry);
    cuda_tile::registerInlining(registry);
    context.appendDialectRegistry(registry);
  }

  void inlineCalls(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
    PassManager passes(&context);
    passes.addPass(createInlinerPass());
    ASSERT_TRUE(succeeded(passes.run(*module)));
  }

  template <typename Op> int count() {
    int result = 0;
    module->walk([&](Op) { ++result; });
    return result;
  }

  DialectRegistry registry;
  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

TEST_F(Inlining, MovesOpsWithTheirRegions) {
  inlineCalls(R"(
    func.func private @callee(%n: !cuda_tile.tile<i32>, %m: !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32> {
      %r = cuda_tile.for %i in (%n to %m, step %n) : tile<i32> iter_values(%a = %n) -> (tile<i32>) {
        %s = addi %a, %i : tile<i32>
        continue %s : tile<i32>
      }
      return %r : !cuda_tile.tile<i32>
    }
    func.func @caller(%n: !cuda_tile.tile<i32>, %m: !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32> {
      %a = call @callee(%n, %m) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
      %b = call @callee(%m, %a) : (!cuda_tile.tile<i32>, !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32>
      return %b : !cuda_tile.tile<i32>
    })");
  EXPECT_EQ(count<func::CallOp>(), 0);
  EXPECT_EQ(count<func::FuncOp>(), 1);
  EXPECT_EQ(count<cuda_tile::ForOp>(), 2);
}

TEST_F(Inlining, LeavesKernelsAlone) {
  inlineCalls(R"(
    func.func private @callee(%n: !cuda_tile.tile<i32>) -> !cuda_tile.tile<i32> {
      %r = cuda_tile.addi %n, %n : tile<i32>
      return %r : !cuda_tile.tile<i32>
    }
    cuda_tile.module @m {
      entry @k(%p: tile<ptr<i32>>, %n: tile<i32>) {
        store_ptr_tko weak %p, %n : tile<ptr<i32>>, tile<i32> -> token
        return
      }
    })");
  // A kernel has no callers inside the program, but it stays.
  EXPECT_EQ(count<cuda_tile::EntryOpInterface>(), 1);
  EXPECT_EQ(count<cuda_tile::StorePtrTkoOp>(), 1);
}

} // namespace

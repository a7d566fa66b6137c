//===- SeparateProducts.cpp - Separates matrix products -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %s = mma %q, %k, %zero          %0 = mma %q, %k, %zero along [0, 32]
//   %p = powers of %s               sched_barrier
//   %o = mma %p, %v, %sum     ->    %s = mma %q, %k, %0 along [32, 64]
//                                   sched_barrier
//                                   %p = powers of %s
//                                   sched_barrier
//                                   %o = mma %p, %v, %sum
//
// In attention with 32 queries of 128 columns in a warp and 64 keys,
// accumulators and scores take 192 registers of a thread. ptxas fills the
// others with factors that it reads ahead, also of the next product, and with
// powers that it computes between products. Then it finds no four consecutive
// registers for some operands. Most often it finds them, and powers that it computes
// between products cost nothing; so products are apart where it has spilled.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASSEPARATEPRODUCTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Steps of the instruction along K between two barriers: while one is
/// multiplied, the factors of the next one are read.
static constexpr int64_t kStepsOfPart = 2;

static void separate(OpBuilder &builder, Location loc) {
  SchedBarrierOp::create(builder, loc);
}

/// Cuts a product whose factors are read from buffers into parts along K.
static void cut(ProductOpInterface product) {
  int64_t size = kStepsOfPart * getStepOfCuts(product);
  if (size == 0)
    return;
  auto [begin, end] = getMultipliedPart(product);
  OpBuilder builder(product);
  for (; begin + size < end; begin += size) {
    product.cutOffBeginning(size);
    separate(builder, product.getLoc());
  }
}

namespace {

struct SeparateProductsPass
    : tessera::impl::TileASSeparateProductsBase<SeparateProductsPass> {
  using TileASSeparateProductsBase::TileASSeparateProductsBase;

  void runOnOperation() override {
    if (!always && !getOperation().getSpec().keepsProductsApart())
      return;
    getOperation().walk([&](scf::ForOp loop) {
      auto products = findCrowdedProducts(loop);
      if (products.empty())
        return;
      for (const auto &[parts, next] :
           llvm::zip(products, llvm::drop_begin(products))) {
        ProductOpInterface last = parts.back(), first = next.front();
        OpBuilder builder(last);
        builder.setInsertionPointAfter(last);
        separate(builder, last.getLoc());
        builder.setInsertionPoint(first);
        separate(builder, first.getLoc());
        llvm::for_each(parts, cut);
      }
      ++numLoops;
    });
  }
};

} // namespace

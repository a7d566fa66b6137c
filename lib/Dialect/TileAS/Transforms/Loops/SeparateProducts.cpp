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
// registers for some operands.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"

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

/// True if the tiles of a loop, and the loops around it, leave a thread too few
/// registers for addresses, and for as many factors that ptxas reads ahead.
static bool isCrowded(scf::ForOp loop) {
  llvm::SmallPtrSet<Operation *, 1> none;
  return RegisterEstimate(loop, none).getLive() + 2 * registers::kForAddresses +
             countRegistersOfLoopsAround(loop) >
         Capacities::maxRegistersPerThread;
}

/// True for a product whose factors warps read to registers.
static bool isOfFragments(ProductOpInterface product) {
  const MatrixInstruction *form = product.getInstruction();
  return form && form->unit == MatrixUnit::MmaSync;
}

static void separate(OpBuilder &builder, Location loc) {
  SchedBarrierOp::create(builder, loc);
}

/// Cuts a product whose factors are read from buffers into parts along K.
static void cut(ProductOpInterface product) {
  int64_t size = kStepsOfPart * product.getStepOfParts();
  if (size == 0)
    return;
  auto [begin, end] = getMultipliedPart(product);
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    // Data in buffers of this part alone is small, and has no parts.
    if (!isa<BufferType>(product.getFactor(side).get().getType()) ||
        getFactorDepth(product, side) < end)
      return;
  OpBuilder builder(product);
  for (; begin + size < end; begin += size) {
    product.cutOffBeginning(size);
    separate(builder, product.getLoc());
  }
}

namespace {

struct SeparateProductsPass
    : tessera::impl::TileASSeparateProductsBase<SeparateProductsPass> {
  void runOnOperation() override {
    getOperation().walk([&](scf::ForOp loop) {
      SmallVector<ProductOpInterface> products;
      for (auto product : loop.getOps<ProductOpInterface>())
        if (isOfFragments(product))
          products.push_back(product);
      if (products.size() < 2 || !isCrowded(loop))
        return;
      for (auto [product, next] :
           llvm::zip(products, llvm::drop_begin(products))) {
        OpBuilder builder(product);
        builder.setInsertionPointAfter(product);
        separate(builder, product.getLoc());
        builder.setInsertionPoint(next);
        separate(builder, next.getLoc());
        cut(product);
      }
      ++numLoops;
    });
  }
};

} // namespace

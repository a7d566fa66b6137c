//===- FuseFMA.cpp - Fuse products and sums into fma ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"

namespace tessera {
#define GEN_PASS_DEF_CUDATILEFUSEFMA
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// The product that computes `operand` of the sum `op`, if it may be fused;
/// otherwise null.
template <typename SumOp>
static MulFOp getFusibleProduct(SumOp op, Value operand) {
  auto product = operand.getDefiningOp<MulFOp>();
  if (!product || !product->hasOneUse() ||
      product->getBlock() != op->getBlock() ||
      product.getRoundingMode() != op.getRoundingMode() ||
      product.getFlushToZero() != op.getFlushToZero())
    return nullptr;
  return product;
}

/// Replaces `op`, a sum or difference, by an `fma` if one of its operands is a
/// product.
template <typename SumOp> static bool fuse(SumOp op, RewriterBase &rewriter) {
  constexpr bool isDifference = std::is_same_v<SumOp, SubFOp>;
  MulFOp product = getFusibleProduct(op, op.getLhs());
  bool productFirst = product != nullptr;
  if (!product)
    product = getFusibleProduct(op, op.getRhs());
  if (!product)
    return false;

  rewriter.setInsertionPoint(op);
  Value factor = product.getLhs();
  Value addend = productFirst ? op.getRhs() : op.getLhs();
  if (isDifference) {
    Value &subtracted = productFirst ? addend : factor;
    subtracted =
        NegFOp::create(rewriter, op.getLoc(), subtracted.getType(), subtracted);
  }
  rewriter.replaceOpWithNewOp<FmaOp>(op, op.getType(), factor, product.getRhs(),
                                     addend, op.getRoundingMode(),
                                     op.getFlushToZero());
  rewriter.eraseOp(product);
  return true;
}

namespace {
struct FuseFMA : public tessera::impl::CudaTileFuseFMABase<FuseFMA> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    // Products precede the sums that use them, so the walk may erase both.
    getOperation()->walk([&](Operation *op) {
      bool fused = false;
      if (auto sum = dyn_cast<AddFOp>(op))
        fused = fuse(sum, rewriter);
      else if (auto difference = dyn_cast<SubFOp>(op))
        fused = fuse(difference, rewriter);
      numFused += fused;
    });
  }
};
} // namespace

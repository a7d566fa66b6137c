//===- CanonicalizationViews.cpp - Extents that are known -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

static constexpr int64_t kDynamic = TensorViewType::kDynamic;

/// Number of steps of these sizes along tile dimensions that fit into the
/// tensor.
static SmallVector<int64_t> countSteps(ArrayRef<int64_t> tensorShape,
                                       ArrayRef<int32_t> dimMap,
                                       ArrayRef<int32_t> steps) {
  SmallVector<int64_t> counts;
  for (auto [dim, step] : llvm::zip_equal(dimMap, steps)) {
    int64_t extent = tensorShape[dim];
    counts.push_back(extent == kDynamic ? kDynamic
                                        : llvm::divideCeil(extent, step));
  }
  return counts;
}

/// The extents of the index space, as far as they follow from the type.
static SmallVector<int64_t> getIndexSpaceShape(TileView view) {
  ArrayRef<int64_t> shape =
      cast<TensorViewType>(view.getTensorView()).getShape();
  return countSteps(shape, getDimMap(view), getSteps(view));
}

/// True if an extent is known to fit the type; otherwise the behaviour is
/// undefined.
static bool fits(int64_t extent, Type type) {
  unsigned width = getElementWidth(type);
  return width == 64 ||
         (extent != kDynamic && extent <= int64_t(numerics::lowBits(width)));
}

static Speculation::Speculatability
getSpeculatabilityOf(Operation *op, ArrayRef<int64_t> extents) {
  bool safe = llvm::all_of(llvm::zip_equal(extents, op->getResultTypes()),
                           [](auto pair) {
                             auto [extent, type] = pair;
                             return fits(extent, type);
                           });
  return safe ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

/// Replaces known extents by constants.
static LogicalResult replaceStaticExtents(Operation *op,
                                          ArrayRef<int64_t> extents,
                                          PatternRewriter &rewriter) {
  bool changed = false;
  for (auto [extent, result] : llvm::zip_equal(extents, op->getResults())) {
    if (extent == kDynamic || result.use_empty() ||
        !fits(extent, result.getType()))
      continue;
    Value constant =
        createSplat(rewriter, op->getLoc(), result.getType(), extent);
    rewriter.replaceAllUsesWith(result, constant);
    changed = true;
  }
  if (!changed)
    return rewriter.notifyMatchFailure(
        op, "the type tells no extent that is used and fits");
  return success();
}

/// Converts `value` to `type`, which it fits, both as unsigned numbers.
static Value resize(Value value, Type type, Location loc,
                    PatternRewriter &rewriter) {
  unsigned from = getElementWidth(value.getType()), to = getElementWidth(type);
  if (from < to)
    return ExtIOp::create(rewriter, loc, type, value, Signedness::Unsigned);
  if (from > to)
    return TruncIOp::create(rewriter, loc, type, value);
  return value;
}

/// Replaces dynamic extents by the operands of `make_tensor_view`.
static LogicalResult replaceDynamicExtents(GetTensorShapeOp op,
                                           PatternRewriter &rewriter) {
  auto view = op.getSrc().getDefiningOp<MakeTensorViewOp>();
  if (!view)
    return rewriter.notifyMatchFailure(op, "nobody knows who made the view");
  bool changed = false;
  OperandRange operands = view.getDynamicShape();
  for (auto [extent, result] :
       llvm::zip_equal(view.getType().getShape(), op.getResults())) {
    if (extent != kDynamic)
      continue;
    if (!result.use_empty()) {
      Value value =
          resize(operands.front(), result.getType(), op.getLoc(), rewriter);
      rewriter.replaceAllUsesWith(result, value);
      changed = true;
    }
    operands = operands.drop_front();
  }
  if (!changed)
    return rewriter.notifyMatchFailure(op, "no dynamic extent is used");
  return success();
}

Speculation::Speculatability GetTensorShapeOp::getSpeculatability() {
  return getSpeculatabilityOf(*this, getSrc().getType().getShape());
}

LogicalResult GetTensorShapeOp::canonicalize(GetTensorShapeOp op,
                                             PatternRewriter &rewriter) {
  bool changed = succeeded(
      replaceStaticExtents(op, op.getSrc().getType().getShape(), rewriter));
  changed |= succeeded(replaceDynamicExtents(op, rewriter));
  return success(changed);
}

Speculation::Speculatability GetIndexSpaceShapeOp::getSpeculatability() {
  return getSpeculatabilityOf(
      *this, getIndexSpaceShape(cast<TileView>(getSrc().getType())));
}

LogicalResult GetIndexSpaceShapeOp::canonicalize(GetIndexSpaceShapeOp op,
                                                 PatternRewriter &rewriter) {
  return replaceStaticExtents(
      op, getIndexSpaceShape(cast<TileView>(op.getSrc().getType())), rewriter);
}

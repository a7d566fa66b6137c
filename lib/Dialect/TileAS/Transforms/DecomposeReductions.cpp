//===- DecomposeReductions.cpp - Splits reductions at warp borders --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASDECOMPOSEREDUCTIONS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The layouts of the steps of a reduction along `dim`.
struct ReductionLayouts {
  /// After the reduction within each warp: the rest of `dim` numbers the warps
  /// that had a part of it.
  LayoutAttr partial;
  /// The partial results of one element, gathered in registers of a thread.
  LayoutAttr gathered;
  /// After the reduction of those.
  LayoutAttr left;
  /// Extent of `dim` in the first two layouts.
  int64_t parts = 1;
};

ReductionLayouts deriveLayouts(RankedTensorType tile, unsigned dim) {
  const LinearLayout &whole = getLinearLayout(tile);
  LayoutAttr rest = follow(getLayout(tile), projectMap(tile.getShape(), dim));
  ReductionLayouts result;
  // The bases of `rest`, by register, lane and warp.
  SmallVector<LinearLayout::InDim> partial(rest.getMap().getInDims());
  SmallVector<LinearLayout::InDim> gathered = partial;
  for (auto [bit, basis] : llvm::enumerate(partial.back().second)) {
    if (whole.getBasis(kWarp, bit)[dim] == 0)
      continue;
    basis[dim] = result.parts;
    gathered.front().second.emplace_back(tile.getRank(), 0)[dim] = result.parts;
    result.parts *= 2;
  }
  SmallVector<LinearLayout::OutDim> outs(rest.getMap().getOutDims());
  outs[dim].second = llvm::Log2_64(result.parts);
  auto makeLayout = [&](ArrayRef<LinearLayout::InDim> bases) {
    return LayoutAttr::get(
        tile.getContext(),
        llvm::cantFail(LinearLayout::fromBases(bases, outs)));
  };
  result.partial = makeLayout(partial);
  result.gathered = makeLayout(gathered);
  result.left = rest;
  return result;
}

class Decomposer {
public:
  explicit Decomposer(tileaa::ReduceOp reduce)
      : reduce(reduce), builder(reduce), dim(reduce.getDim()),
        layouts(deriveLayouts(
            cast<RankedTensorType>(reduce.getOperands().front().getType()),
            dim)) {}

  void run() {
    SmallVector<Value> values =
        reduceWithinWarps(reduce.getOperands(), layouts.partial, layouts.parts);
    if (layouts.parts > 1) {
      for (Value &value : values)
        value = ConvertLayoutOp::create(
            builder, reduce.getLoc(),
            withLayout(cast<RankedTensorType>(value.getType()),
                       layouts.gathered),
            value);
      values = reduceWithinWarps(values, layouts.left, 1);
    }
    for (auto [value, result] : llvm::zip(values, reduce.getResults()))
      result.replaceAllUsesWith(dropReducedDim(value, result.getType()));
    reduce.erase();
  }

private:
  SmallVector<Value> reduceWithinWarps(ValueRange operands, LayoutAttr layout,
                                       int64_t parts) {
    SmallVector<Type> types;
    for (Value operand : operands) {
      auto tile = cast<RankedTensorType>(operand.getType());
      SmallVector<int64_t> shape(tile.getShape());
      shape[dim] = parts;
      types.push_back(
          RankedTensorType::get(shape, tile.getElementType(), layout));
    }
    auto step = WarpReduceOp::create(builder, reduce.getLoc(), types, operands,
                                     reduce.getDimAttr());
    IRMapping mapping;
    reduce.getBody().cloneInto(&step.getBody(), mapping);
    return SmallVector<Value>(step.getResults());
  }

  Value dropReducedDim(Value value, Type result) {
    if (isa<RankedTensorType>(result))
      return tileaa::ReshapeOp::create(builder, reduce.getLoc(), result, value);
    return tileaa::UnsplatOp::create(builder, reduce.getLoc(), result, value);
  }

  tileaa::ReduceOp reduce;
  OpBuilder builder;
  unsigned dim;
  ReductionLayouts layouts;
};

struct DecomposeReductionsPass
    : tessera::impl::TileASDecomposeReductionsBase<DecomposeReductionsPass> {
  void runOnOperation() override {
    getOperation().walk([](tileaa::ReduceOp op) { Decomposer(op).run(); });
  }
};

} // namespace

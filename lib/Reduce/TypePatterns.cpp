//===- TypePatterns.cpp - Tiles shrink throughout the module --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a tile determines the types of all that is computed from it.
// These patterns change them everywhere at once, by one rule. The verifier
// decides if the operations that relate different shapes (a reshape, a
// concatenation, a packing) are still valid.
//
//===----------------------------------------------------------------------===//

#include "CudaTilePatterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::reduction;

/// Resizes a literal to `type`. If `type` has the same number of elements, it
/// keeps all of them; otherwise `type` has the same rank, and it keeps those at
/// the indices that `type` has.
static DenseElementsAttr resize(DenseElementsAttr elements, TileType type) {
  if (elements.isSplat())
    return elements.resizeSplat(type);
  ArrayRef<int64_t> from = elements.getType().getShape(), to = type.getShape();
  if (elements.getNumElements() == type.getNumElements())
    return elements.reshape(type);
  auto all = elements.getValues<Attribute>();
  SmallVector<Attribute> kept;
  for (int64_t i : llvm::seq(type.getNumElements())) {
    int64_t position = 0, stride = 1, rest = i;
    for (unsigned d = to.size(); d-- > 0;) {
      position += rest % to[d] * stride;
      rest /= to[d];
      stride *= from[d];
    }
    kept.push_back(all[position]);
  }
  return DenseElementsAttr::get(type, kept);
}

/// The type with these parameters, or `type` itself if they are invalid.
template <typename T, typename... Parameters>
static T getOr(T type, const Parameters &...parameters) {
  auto emitError = [&]() -> InFlightDiagnostic {
    return mlir::emitError(UnknownLoc::get(type.getContext()));
  };
  T other = T::getChecked(emitError, parameters...);
  return other ? other : type;
}

/// Gives all values below `root` the types that `types` maps theirs to. Returns
/// true if any type changed.
static bool retype(Operation *root, AttrTypeReplacer &types,
                   PatternRewriter &rewriter) {
  bool changed = false;
  auto retypeValue = [&](Value value) {
    Type type = types.replace(value.getType());
    if (!type || type == value.getType())
      return;
    value.setType(type);
    changed = true;
  };
  root->walk([&](Operation *op) {
    rewriter.modifyOpInPlace(op, [&] {
      llvm::for_each(op->getResults(), retypeValue);
      for (Region &region : op->getRegions())
        llvm::for_each(region.getArguments(), retypeValue);
      auto constant = dyn_cast<ConstantOp>(op);
      if (!constant)
        return;
      auto type = cast<TileType>(constant.getResult().getType());
      if (constant.getValue().getShapedType() != type)
        constant.setValueAttr(
            toLiteral(type, resize(getDenseElements(constant.getValue()),
                                   getDenseType(type))));
    });
  });
  return changed;
}

namespace {

/// A pattern that changes types in the whole module.
struct RetypePattern : OpRewritePattern<mlir::ModuleOp> {
  RetypePattern(MLIRContext *context, StringRef name)
      : OpRewritePattern(context) {
    setDebugName(name);
  }

  virtual void addReplacements(AttrTypeReplacer &types) const = 0;

  LogicalResult matchAndRewrite(mlir::ModuleOp module,
                                PatternRewriter &rewriter) const override {
    AttrTypeReplacer types;
    addReplacements(types);
    return success(retype(module, types, rewriter));
  }
};

/// Halves extents of tiles: those of 2^k for each bit k of a mask.
struct HalveExtents : RetypePattern {
  HalveExtents(MLIRContext *context, unsigned extents)
      : RetypePattern(context, "halve-extents"), extents(extents) {}

  LogicalResult matchAndRewrite(mlir::ModuleOp module,
                                PatternRewriter &rewriter) const override {
    // A mask with fewer of these extents is an instance of its own.
    if ((getExtents(module) & extents) != extents)
      return failure();
    return RetypePattern::matchAndRewrite(module, rewriter);
  }

  void addReplacements(AttrTypeReplacer &types) const override {
    types.addReplacement([&](TileType type) {
      return getOr(type, halve(type.getShape()), type.getElementType());
    });
    types.addReplacement([&](PartitionViewType type) {
      return getOr(type, halve(type.getTileShape()), type.getTensorView(),
                   type.getDimMap(), type.getPaddingValue());
    });
    types.addReplacement([&](StridedViewType type) {
      return getOr(type, halve(type.getTileShape()), type.getTraversalStrides(),
                   type.getTensorView(), type.getDimMap(),
                   type.getPaddingValue());
    });
    types.addReplacement([&](GatherScatterViewType type) {
      return getOr(type, halve(type.getTileShape()), type.getTensorView(),
                   type.getSparseDim(), type.getPaddingValue());
    });
  }

private:
  /// The extents of the module's tiles, as a mask with bit k for 2^k.
  static unsigned getExtents(mlir::ModuleOp module) {
    unsigned extents = 0;
    module->walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto tile = dyn_cast<TileType>(type))
          for (int64_t extent : tile.getShape())
            extents |= 1u << llvm::Log2_64(extent);
    });
    return extents;
  }

  template <typename Extent>
  SmallVector<Extent> halve(ArrayRef<Extent> shape) const {
    return llvm::map_to_vector(shape, [&](Extent extent) {
      bool isChosen = extent > 1 && (extents >> llvm::Log2_64(extent) & 1) != 0;
      return isChosen ? extent / 2 : extent;
    });
  }

  unsigned extents;
};

/// Removes dimensions of extent 1: from all tiles, or from those of one rank.
struct DropUnitDimensions : RetypePattern {
  DropUnitDimensions(MLIRContext *context, std::optional<size_t> rank)
      : RetypePattern(context, "drop-unit-dimensions"), rank(rank) {}

  void addReplacements(AttrTypeReplacer &types) const override {
    types.addReplacement([&](TileType type) {
      if (rank && type.getShape().size() != *rank)
        return type;
      SmallVector<int64_t> shape(type.getShape());
      llvm::erase(shape, 1);
      return getOr(type, shape, type.getElementType());
    });
  }

private:
  std::optional<size_t> rank;
};

/// Makes views go along the dimensions of their tensors in order, without
/// padding.
struct SimplifyViews : RetypePattern {
  SimplifyViews(MLIRContext *context, bool keepPadding)
      : RetypePattern(context, "simplify-views"), keepPadding(keepPadding) {}

  void addReplacements(AttrTypeReplacer &types) const override {
    types.addReplacement([&](PartitionViewType type) {
      return getOr(type, type.getTileShape(), type.getTensorView(),
                   inOrder(type.getDimMap()), padding(type.getPaddingValue()));
    });
    types.addReplacement([&](StridedViewType type) {
      return getOr(type, type.getTileShape(), type.getTraversalStrides(),
                   type.getTensorView(), inOrder(type.getDimMap()),
                   padding(type.getPaddingValue()));
    });
    types.addReplacement([&](GatherScatterViewType type) {
      return getOr(type, type.getTileShape(), type.getTensorView(),
                   type.getSparseDim(), padding(type.getPaddingValue()));
    });
  }

private:
  static SmallVector<int32_t> inOrder(ArrayRef<int32_t> dimensions) {
    return llvm::to_vector(
        llvm::seq<int32_t>(static_cast<int32_t>(dimensions.size())));
  }
  PaddingValueAttr padding(PaddingValueAttr padding) const {
    return keepPadding ? padding : PaddingValueAttr();
  }

  bool keepPadding;
};

} // namespace

void reduction::populateTypePatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  // Single extents, and pairs of extents of which one is the product, the sum
  // or a part of the other. The largest come first, so that one round halves
  // them down to 1.
  constexpr unsigned maxLog2 = llvm::ConstantLog2<TileType::maxNumElements>();
  for (unsigned i = maxLog2; i > 0; --i)
    patterns.add<HalveExtents>(context, 1u << i);
  for (unsigned i = maxLog2; i > 0; --i)
    for (unsigned j = i - 1; j > 0; --j)
      patterns.add<HalveExtents>(context, 1u << i | 1u << j);
  patterns.add<DropUnitDimensions>(context, std::nullopt);
  for (size_t rank : {4, 3, 2, 1})
    patterns.add<DropUnitDimensions>(context, rank);
  for (bool keepPadding : {false, true})
    patterns.add<SimplifyViews>(context, keepPadding);
}

//===- NarrowFactors.cpp - Factors in the format that they came in --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that computes in f32 multiplies what it has loaded as bf16 by tf32:
//
//   %x = arith.extf %a : bf16 to f32
//   %y = convert_float %x from <f32> to <tf32>
//   %s = mma %y as<tf32>, %z as<tf32>, %c       ->   %s = mma %a as<bf16>, %b as<bf16>, %c
//
// A tf32 holds all numbers of bf16 and f16, so that nothing has been rounded: products
// are in full as before, at twice the rate, of factors half as large, which copies bring
// as they are.
//
//===----------------------------------------------------------------------===//

#include "DeadOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/TileSlice.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEAANARROWFACTORS
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// True for an op that gives elements of one tile in other places.
static bool isMoveOfOne(Operation *op) {
  return isa_and_nonnull<MoveOpInterface>(op) && op->getNumOperands() == 1;
}

/// True for a conversion to tf32, which rounds no float of 16 bits.
static bool isToTF32(Operation *op) {
  auto convert = dyn_cast_if_present<ConvertFloatOp>(op);
  return convert && convert.getFrom() == FloatFormat::F32 &&
         convert.getTo() == FloatFormat::TF32;
}

/// The op that makes the elements of a factor, perhaps in other places, of floats of 16
/// bits; null for others.
static arith::ExtFOp findWidening(Value factor) {
  Operation *op = factor.getDefiningOp();
  while (isMoveOfOne(op) || isToTF32(op))
    op = op->getOperand(0).getDefiningOp();
  auto widening = dyn_cast_if_present<arith::ExtFOp>(op);
  if (!widening || !getElementTypeOrSelf(widening.getType()).isF32())
    return {};
  Type from = getElementTypeOrSelf(widening.getIn().getType());
  return from.isF16() || from.isBF16() ? widening : arith::ExtFOp();
}

/// The floats of 16 bits themselves, in the places of a tile.
static Value narrow(OpBuilder &builder, Value tile) {
  Operation *op = tile.getDefiningOp();
  if (auto widening = dyn_cast<arith::ExtFOp>(op))
    return widening.getIn();
  Value moved = narrow(builder, op->getOperand(0));
  if (isToTF32(op))
    return moved;
  Type element = getElementTypeOrSelf(moved.getType());
  Type type = cast<RankedTensorType>(tile.getType()).clone(element);
  return recreate(builder, op, moved, type)->getResult(0);
}

/// The format that both factors of a product of tf32 had before they were widened;
/// nothing where one was computed, or they had different ones.
static std::optional<FactorFormat> findNarrowFormat(MmaOp product) {
  if (product.getLhsFormat() != FactorFormat::TF32 ||
      product.getRhsFormat() != FactorFormat::TF32)
    return std::nullopt;
  arith::ExtFOp lhs = findWidening(product.getLhs()),
                rhs = findWidening(product.getRhs());
  if (!lhs || !rhs)
    return std::nullopt;
  Type element = getElementTypeOrSelf(lhs.getIn().getType());
  if (element != getElementTypeOrSelf(rhs.getIn().getType()))
    return std::nullopt;
  return element.isF16() ? FactorFormat::F16 : FactorFormat::BF16;
}

using Products = llvm::SmallSetVector<MmaOp, 4>;

/// True if a product other than those of `narrow` takes a tile, perhaps moved.
static bool isTakenWide(Value tile, const Products &narrow) {
  return llvm::any_of(tile.getUsers(), [&](Operation *user) {
    if (auto product = dyn_cast<MmaOp>(user))
      return !narrow.contains(product);
    return (isMoveOfOne(user) || isToTF32(user)) &&
           isTakenWide(user->getResult(0), narrow);
  });
}

/// The products that may have narrow factors. A tile that another product takes as tf32
/// stays so for all, as shared memory would have to hold it in both formats.
static Products findNarrowProducts(EntryOpInterface entry) {
  Products narrow;
  entry.walk([&](MmaOp product) {
    if (findNarrowFormat(product))
      narrow.insert(product);
  });
  auto isWide = [&](MmaOp product) {
    return llvm::any_of(
        ValueRange{product.getLhs(), product.getRhs()}, [&](Value factor) {
          return isTakenWide(findWidening(factor).getResult(), narrow);
        });
  };
  for (size_t before = 0; before != narrow.size();) {
    before = narrow.size();
    for (MmaOp product : llvm::to_vector(narrow))
      if (isWide(product))
        narrow.remove(product);
  }
  return narrow;
}

/// Multiplies in the format that both factors of a product had.
static void narrowFactors(MmaOp product) {
  FactorFormat format = *findNarrowFormat(product);
  OpBuilder builder(product);
  Value ofRows = narrow(builder, product.getLhs());
  Value ofColumns = narrow(builder, product.getRhs());
  product.getLhsMutable().assign(ofRows);
  product.getRhsMutable().assign(ofColumns);
  product.setLhsFormat(format);
  product.setRhsFormat(format);
}

namespace {

struct NarrowFactors : tessera::impl::TileAANarrowFactorsBase<NarrowFactors> {
  using TileAANarrowFactorsBase::TileAANarrowFactorsBase;

  void runOnOperation() override {
    Products narrow = findNarrowProducts(getOperation());
    if (narrow.empty())
      return markAllAnalysesPreserved();
    for (MmaOp product : narrow)
      narrowFactors(product);
    numNarrowed += narrow.size();
    eraseDead(getOperation().getBody());
  }
};

} // namespace

//===- Products.cpp - Products of tileaa to products of tileas ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Target/MatrixInstruction.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using tileaa::FactorFormat;

/// The op that makes a tile which only ops that move it as a whole use. Users
/// of a load's token do not matter.
static Operation *skipMoves(Value tile, SmallVectorImpl<Operation *> &moves) {
  while (tile.hasOneUse()) {
    Operation *op = tile.getDefiningOp();
    if (!isa_and_nonnull<tileaa::MoveOpInterface>(op))
      return op;
    moves.push_back(op);
    tile = op->getOperand(0);
  }
  return nullptr;
}

/// The f32 tile that is loaded for this product alone and then rounded to a
/// factor of tf32. It can be copied to shared memory unrounded, and be rounded
/// when it is read. Null for other factors, and for loop-invariant ones, which
/// are rounded once before the loop.
static Value skipRounding(OpBuilder &builder, tileaa::MmaOp product,
                          Value factor) {
  SmallVector<Operation *> moves, before;
  auto convert =
      dyn_cast_or_null<tileaa::ConvertFloatOp>(skipMoves(factor, moves));
  if (!convert || convert.getFrom() != tileaa::FloatFormat::F32 ||
      convert.getTo() != tileaa::FloatFormat::TF32 ||
      convert.getRounding() != tileaa::Rounding::NearestEven)
    return nullptr;
  auto load = dyn_cast_or_null<tileaa::AccessOpInterface>(
      skipMoves(convert.getOperand(), before));
  if (!load || load->getBlock() != product->getBlock())
    return nullptr;
  Value tile = convert.getOperand();
  for (Operation *move : llvm::reverse(moves)) {
    IRMapping mapping;
    mapping.map(move->getOperand(0), tile);
    tile = builder.clone(*move, mapping)->getResult(0);
  }
  return tile;
}

/// The unit that multiplies: that of warps, or, by the rows of its instructions,
/// the one beside them that the GPU has.
static MatrixUnit getUnit(tileaa::MmaOp op, const TargetInfo *target) {
  std::optional<ArrayRef<int64_t>> instruction = op.getInstruction();
  constexpr int64_t rowsOfGroup = 64;
  if (!instruction || instruction->front() < rowsOfGroup)
    return MatrixUnit::MmaSync;
  return target && target->hasTcgen05() ? MatrixUnit::Tcgen05
                                        : MatrixUnit::Wgmma;
}

void tessera::convertProduct(RewriterBase &rewriter, tileaa::MmaOp op,
                             const TargetInfo *target) {
  MatrixUnit unit = getUnit(op, target);
  if (unit == MatrixUnit::Tcgen05) {
    auto end = tileas::CompletionType::get(rewriter.getContext(),
                                           tileas::CompletionKind::Product);
    auto product = tileas::Tcgen05MmaOp::create(
        rewriter, op.getLoc(), op.getType(), end, op.getLhs(), op.getRhs(),
        op.getAcc(), op.getScales(), /*memory=*/Value(),
        /*mbarriers=*/ValueRange(), /*turns=*/ValueRange(), op.getLhsFormat(),
        op.getRhsFormat(), op.getScaleFormatAttr(),
        /*scale_column=*/IntegerAttr(), op.getInstructionAttr(),
        /*pending=*/false);
    rewriter.replaceOp(op, product.getResult());
    return;
  }
  if (unit == MatrixUnit::Wgmma) {
    rewriter.replaceOpWithNewOp<tileas::WgmmaOp>(
        op, op.getType(), op.getLhs(), op.getRhs(), op.getAcc(),
        op.getLhsFormat(), op.getRhsFormat(), op.getInstructionAttr(),
        op.getSwapped(), /*promoted=*/tileaa::isPromoted(op),
        /*pending=*/false);
    return;
  }
  Value lhs = op.getLhs(), rhs = op.getRhs();
  bool roundsLhs = false, roundsRhs = false;
  SmallVector<Operation *> rounded;
  auto roundLater = [&](Value &factor, FactorFormat format, bool &rounds) {
    if (!op.getInstruction() || format != FactorFormat::TF32)
      return;
    if (Value tile = skipRounding(rewriter, op, factor)) {
      rounded.push_back(factor.getDefiningOp());
      factor = tile;
      rounds = true;
    }
  };
  roundLater(lhs, op.getLhsFormat(), roundsLhs);
  roundLater(rhs, op.getRhsFormat(), roundsRhs);
  rewriter.replaceOpWithNewOp<tileas::MmaOp>(
      op, op.getType(), lhs, rhs, op.getAcc(), op.getScales(),
      op.getLhsFormat(), op.getRhsFormat(), op.getScaleFormatAttr(),
      op.getFastAcc(), op.getInstructionAttr(), roundsLhs, roundsRhs,
      /*part=*/DenseI64ArrayAttr());
  // Up to the loads, which have a user again.
  while (!rounded.empty()) {
    Operation *unused = rounded.pop_back_val();
    Operation *before = unused->getOperand(0).getDefiningOp();
    rewriter.eraseOp(unused);
    if (isOpTriviallyDead(before))
      rounded.push_back(before);
  }
}

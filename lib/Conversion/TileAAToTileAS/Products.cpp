//===- Products.cpp - Matrix instructions for products --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Support/RemarkCategories.h"

using namespace mlir;
using namespace tessera;
using tileaa::FactorFormat;

/// Converts to a wider format, which represents the same values.
static Value widen(OpBuilder &builder, Value factor, FactorFormat from,
                   FactorFormat to) {
  if (from == to)
    return factor;
  auto type = cast<RankedTensorType>(factor.getType());
  Location loc = factor.getLoc();
  if (to == FactorFormat::F16)
    return tileaa::ConvertFloatOp::create(
        builder, loc, type.clone(builder.getF16Type()), factor,
        *tileaa::getFloatFormat(from), tileaa::FloatFormat::F16,
        tileaa::Rounding::NearestEven);
  if (from == FactorFormat::BF16)
    return arith::ExtFOp::create(builder, loc, type.clone(builder.getF32Type()),
                                 factor);
  // The low bits of a tf32 have no meaning, but would count in an f32.
  constexpr uint32_t meaningful = ~uint32_t(0) << 13;
  auto bits = type.clone(builder.getI32Type());
  Value mask = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(bits, APInt(32, meaningful)));
  Value word = arith::BitcastOp::create(builder, loc, bits, factor);
  word = arith::AndIOp::create(builder, loc, word, mask);
  return arith::BitcastOp::create(builder, loc, type, word);
}

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

/// Front ends show this to people: the unit that multiplies, and the one that
/// would be faster.
static void explainInstruction(tileas::MmaOp op, const MatrixInstruction *form,
                               StringRef entry, const TargetInfo &target) {
  StringRef factor = tileaa::stringifyFactorFormat(op.getLhsFormat());
  auto named = [&](StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::tensorCore)
        .function(entry);
  };
  if (const MatrixInstruction *wide = op.getWideInstruction(target))
    remark::passed(op.getLoc(), named("RemarkTensorCoreMMA"))
        << remark::add("mma.sync.m{0}n{1}k{2} of f16, to which {3} is widened",
                       wide->m, wide->n.min, wide->k, factor);
  else if (form)
    remark::passed(op.getLoc(), named("RemarkTensorCoreMMA")) << remark::add(
        "mma.sync.m{0}n{1}k{2} of {3}{4}", form->m, form->n.min, form->k,
        factor, form->scaleVector ? " in scaled blocks" : "");
  if (std::optional<MatrixUnit> faster = tileaa::findFasterUnit(op, target)) {
    remark::missed(op.getLoc(), named("RemarkMatrixUnit"))
        << remark::reason("{0} of this GPU is faster than {1}, but has no "
                          "lowering yet",
                          getMatrixUnitName(*faster),
                          form ? "mma.sync" : "the multiply-adds that compute")
        << remark::suggest("nothing in the program changes this; expect the "
                           "rate of {0}",
                           form ? "mma.sync" : "multiply-adds");
    return;
  }
  if (!form)
    remark::missed(op.getLoc(), named("RemarkTensorCoreMMA"))
        << remark::reason("tensor cores of this GPU have no products of {0}, "
                          "which multiply-adds compute",
                          factor)
        << remark::suggest(
               "convert the factors to f16, or where there is one, to "
               "tf32 or bf16, if that is precise enough");
}

void tessera::convertProduct(RewriterBase &rewriter, tileaa::MmaOp op,
                             const TargetInfo &target) {
  tileaa::ProductForm chosen = tileaa::chooseForm(op, target);
  const MatrixInstruction *form = chosen.instruction;
  Value lhs = widen(rewriter, op.getLhs(), op.getLhsFormat(), chosen.lhs);
  Value rhs = widen(rewriter, op.getRhs(), op.getRhsFormat(), chosen.rhs);
  bool roundsLhs = false, roundsRhs = false;
  SmallVector<Operation *> rounded;
  auto roundLater = [&](Value &factor, FactorFormat format, bool &rounds) {
    if (!form || format != FactorFormat::TF32)
      return;
    if (Value tile = skipRounding(rewriter, op, factor)) {
      rounded.push_back(factor.getDefiningOp());
      factor = tile;
      rounds = true;
    }
  };
  roundLater(lhs, chosen.lhs, roundsLhs);
  roundLater(rhs, chosen.rhs, roundsRhs);
  DenseI64ArrayAttr instruction;
  if (form)
    instruction =
        rewriter.getDenseI64ArrayAttr({form->m, form->n.min, form->k});
  StringRef entry =
      op->getParentOfType<tileaa::EntryOpInterface>().getSymName();
  auto product = rewriter.replaceOpWithNewOp<tileas::MmaOp>(
      op, op.getType(), lhs, rhs, op.getAcc(), op.getScales(), chosen.lhs,
      chosen.rhs, op.getScaleFormatAttr(), op.getFastAcc(), instruction,
      roundsLhs, roundsRhs,
      /*part=*/DenseI64ArrayAttr());
  explainInstruction(product, form, entry, target);
  // Up to the loads, which have a user again.
  while (!rounded.empty()) {
    Operation *unused = rounded.pop_back_val();
    Operation *before = unused->getOperand(0).getDefiningOp();
    rewriter.eraseOp(unused);
    if (isOpTriviallyDead(before))
      rounded.push_back(before);
  }
}

//===- TileOps.cpp - Arithmetic and shapes of tileaa ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Reduction.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Numerics/Elementary.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;
using namespace tessera::interp;
using numerics::FloatMode;
using numerics::NaNRule;

//===----------------------------------------------------------------------===//
// Float arithmetic
//===----------------------------------------------------------------------===//

/// Results of modes without a case of their own (`approx`, `full`) may be off
/// by some ulp; they are compared with the nearest number.
static numerics::Rounding roundingOf(tileaa::Rounding rounding) {
  switch (rounding) {
  case tileaa::Rounding::Zero:
    return numerics::Rounding::Zero;
  case tileaa::Rounding::NegativeInf:
    return numerics::Rounding::NegativeInf;
  case tileaa::Rounding::PositiveInf:
    return numerics::Rounding::PositiveInf;
  case tileaa::Rounding::NearestAway:
    return numerics::Rounding::NearestAway;
  case tileaa::Rounding::NearestEven:
  case tileaa::Rounding::Approx:
  case tileaa::Rounding::Full:
    return numerics::Rounding::NearestEven;
  }
  llvm_unreachable("unknown rounding");
}

template <typename Op> static FloatMode modeOf(Op op) {
  return {roundingOf(op.getRounding()), op.getFtz()};
}

template <typename Op, Tile (*apply)(const Tile &, const Tile &, FloatMode)>
static LogicalResult rounded(Op op, Frame &frame) {
  frame.set(op.getResult(), apply(frame.tile(op.getLhs()),
                                  frame.tile(op.getRhs()), modeOf(op)));
  return success();
}

static LogicalResult divide(DivFOp op, Frame &frame) {
  if (op.getRounding() != tileaa::Rounding::Approx)
    return rounded<DivFOp, elements::div>(op, frame);
  frame.set(op.getResult(),
            elements::divApprox(frame.tile(op.getLhs()),
                                frame.tile(op.getRhs()), op.getFtz()));
  return success();
}

static LogicalResult multiplyAdd(FmaOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::fma(frame.tile(op.getLhs()), frame.tile(op.getRhs()),
                          frame.tile(op.getAcc()), modeOf(op)));
  return success();
}

static LogicalResult remF(RemFOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::rem(frame.tile(op.getLhs()), frame.tile(op.getRhs())));
  return success();
}

/// maxf and minf, as defined by their op descriptions.
template <typename Op, Tile (*apply)(const Tile &, const Tile &, NaNRule, bool)>
static LogicalResult extremum(Op op, Frame &frame) {
  NaNRule rule = op.getPropagateNan() ? NaNRule::Propagate : NaNRule::Ignore;
  frame.set(op.getResult(), apply(frame.tile(op.getLhs()),
                                  frame.tile(op.getRhs()), rule, op.getFtz()));
  return success();
}

template <typename Op, Tile (*apply)(const Tile &)>
static LogicalResult unary(Op op, Frame &frame) {
  frame.set(op.getResult(), apply(frame.tile(op.getOperand())));
  return success();
}

/// sqrt, as defined by its op description.
static LogicalResult squareRoot(SqrtOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::sqrt(frame.tile(op.getOperand()), modeOf(op)));
  return success();
}

/// exp2 and rsqrt, which may flush.
template <typename Op, Tile (*apply)(const Tile &, bool)>
static LogicalResult flushing(Op op, Frame &frame) {
  frame.set(op.getResult(), apply(frame.tile(op.getOperand()), op.getFtz()));
  return success();
}

/// sin, cos and their kin: the number nearest to the exact value.
template <typename Op, uint64_t (*fn)(Format, uint64_t)>
static LogicalResult function(Op op, Frame &frame) {
  frame.set(op.getResult(),
            elements::mapNumbers<fn>(frame.tile(op.getOperand())));
  return success();
}

template <typename Op, uint64_t (*fn)(Format, uint64_t, uint64_t)>
static LogicalResult function(Op op, Frame &frame) {
  frame.set(op.getResult(), elements::mapNumbers<fn>(frame.tile(op.getLhs()),
                                                     frame.tile(op.getRhs())));
  return success();
}

static LogicalResult powI(PowIOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::powi(frame.tile(op.getLhs()), frame.tile(op.getRhs())));
  return success();
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// convert_float: the op names the formats of the bits.
static LogicalResult convertFloat(ConvertFloatOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getOperand());
  Tile result = elements::convertFloat(
      x.reinterpreted(toNumerics(op.getFrom())), toNumerics(op.getTo()),
      roundingOf(op.getRounding()));
  frame.set(op.getResult(),
            result.reinterpreted(elementFormatOf(op.getType())));
  return success();
}

/// saturate_to_int, as defined by its op description.
static LogicalResult saturateToInt(SaturateToIntOp op, Frame &frame) {
  auto signedness = op.getIsSigned() ? numerics::Signedness::Signed
                                     : numerics::Signedness::Unsigned;
  frame.set(op.getResult(),
            elements::floatToInt(frame.tile(op.getOperand()),
                                 elementFormatOf(op.getType()), signedness));
  return success();
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// base + offset bytes. It wraps: masked-off lanes may hold such a pointer, and
/// any access there is out of bounds. A scalar may be added to a tile.
static LogicalResult addToPointer(PtrAddOp op, Frame &frame) {
  frame.set(op.getResult(), elements::addInt(frame.tile(op.getBase()),
                                             frame.tile(op.getOffset())));
  return success();
}

/// A pointer is its address.
template <typename Op> static LogicalResult recast(Op op, Frame &frame) {
  frame.set(op.getResult(), interp::Value(frame.get(op.getOperand())));
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

static LogicalResult iota(IotaOp op, Frame &frame) {
  frame.set(op.getResult(), elements::iota(shapeOf(op.getResult()),
                                           elementFormatOf(op.getType())));
  return success();
}

static LogicalResult splat(SplatOp op, Frame &frame) {
  const Tile &value = frame.tile(op.getValue());
  frame.set(op.getResult(), value.splattedTo(shapeOf(op.getResult())));
  return success();
}

static LogicalResult broadcast(BroadcastOp op, Frame &frame) {
  frame.set(op.getResult(), elements::broadcast(frame.tile(op.getValue()),
                                                shapeOf(op.getResult())));
  return success();
}

/// reshape, and unsplat: the same elements in row-major order.
template <typename Op> static LogicalResult reshape(Op op, Frame &frame) {
  frame.set(op.getResult(),
            frame.tile(op.getValue()).reshaped(shapeOf(op.getResult())));
  return success();
}

static LogicalResult permute(PermuteOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::permute(frame.tile(op.getValue()), op.getPermutation()));
  return success();
}

/// Combines all elements along a dimension and the identity, by the body. A
/// later pass may combine the identity, so that a wrong one has to show here.
static LogicalResult reduce(ReduceOp op, Frame &frame) {
  elements::Slices slices(shapeOf(op->getOperand(0)), op.getDim());
  Reduction reduction(op, frame, op.getIdentities(), slices);
  FailureOr<Reduction::Partial> sum =
      reduction.combineAll(/*beginsWithIdentity=*/true);
  if (failed(sum))
    return failure();
  for (auto [result, tile] : llvm::zip_equal(op.getResults(), *sum))
    frame.set(result, std::move(tile));
  return success();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

void interp::addTileAATileOps(OpTable &table) {
  constexpr Kind kind = Kind::Elementwise;
  table.add<rounded<AddFOp, elements::add>>(kind);
  table.add<rounded<SubFOp, elements::sub>>(kind);
  table.add<rounded<MulFOp, elements::mul>>(kind);
  table.add<divide>(kind);
  table.add<multiplyAdd>(kind);
  table.add<remF>(kind);
  table.add<extremum<MaxFOp, elements::max>>(kind);
  table.add<extremum<MinFOp, elements::min>>(kind);
  table.add<unary<AbsFOp, elements::abs>>(kind);
  table.add<unary<CeilOp, elements::ceil>>(kind);
  table.add<unary<FloorOp, elements::floor>>(kind);
  table.add<squareRoot>(kind);
  table.add<unary<ExpOp, elements::exp>>(kind);
  table.add<unary<TanhOp, elements::tanh>>(kind);
  table.add<unary<LogOp, elements::log>>(kind);
  table.add<unary<Log2Op, elements::log2>>(kind);
  table.add<flushing<Exp2Op, elements::exp2>>(kind);
  table.add<flushing<RsqrtOp, elements::rsqrt>>(kind);
  table.add<function<SinOp, numerics::sin>>(kind);
  table.add<function<CosOp, numerics::cos>>(kind);
  table.add<function<TanOp, numerics::tan>>(kind);
  table.add<function<SinhOp, numerics::sinh>>(kind);
  table.add<function<CoshOp, numerics::cosh>>(kind);
  table.add<function<Atan2Op, numerics::atan2>>(kind);
  table.add<function<PowOp, numerics::pow>>(kind);
  table.add<powI>(kind);
  table.add<convertFloat>(kind);
  table.add<saturateToInt>(kind);
  table.add<addToPointer>(kind);
  table.add<recast<IntToPtrOp>>(kind);
  table.add<recast<PtrToIntOp>>(kind);
  table.add<broadcast>();
  table.add<iota>();
  table.add<permute>();
  table.add<reduce>();
  table.add<reshape<ReshapeOp>>();
  table.add<reshape<UnsplatOp>>();
  table.add<splat>();
}

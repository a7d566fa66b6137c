//===- FloatOps.cpp - Float arithmetic and comparison ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of the Tile IR specification, section "Floating point".
// FloatMode is the rounding and flush_to_zero, which makes subnormal operands
// and results zero.
//
//===----------------------------------------------------------------------===//

#include "../Frame.h"
#include "Decode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;
using numerics::NaNRule;

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// addf: x + y, rounded once as stated.
static LogicalResult addF(AddFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::add(x, y, getFloatMode(op)));
  return success();
}

/// subf: x - y, rounded once as stated.
static LogicalResult subF(SubFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::sub(x, y, getFloatMode(op)));
  return success();
}

/// mulf: x * y, rounded once as stated.
static LogicalResult mulF(MulFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::mul(x, y, getFloatMode(op)));
  return success();
}

/// divf: x / y, rounded once as stated; approx and full are within 2 ulp of it,
/// and approx has values of its own for huge y.
static LogicalResult divF(DivFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  bool isApprox = op.getRoundingMode() == cuda_tile::RoundingMode::Approx;
  frame.set(op.getResult(), isApprox
                                ? elements::divApprox(x, y, op.getFlushToZero())
                                : elements::div(x, y, getFloatMode(op)));
  return success();
}

/// fma: x * y + z, rounded once as stated.
static LogicalResult fmaOp(FmaOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  const Tile &z = frame.tile(op.getAcc());
  frame.set(op.getResult(), elements::fma(x, y, z, getFloatMode(op)));
  return success();
}

/// remf: x - trunc(x/y)*y, exact, with the sign of x.
static LogicalResult remF(RemFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::rem(x, y));
  return success();
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

/// absf: the sign bit cleared, for a NaN too.
static LogicalResult absF(AbsFOp op, Frame &frame) {
  frame.set(op.getResult(), elements::abs(frame.tile(op.getSource())));
  return success();
}

/// negf: the sign bit flipped, for a NaN too.
static LogicalResult negF(NegFOp op, Frame &frame) {
  frame.set(op.getResult(), elements::neg(frame.tile(op.getSource())));
  return success();
}

/// ceil: the smallest integer not below x.
static LogicalResult ceilOp(CeilOp op, Frame &frame) {
  frame.set(op.getResult(), elements::ceil(frame.tile(op.getSource())));
  return success();
}

/// floor: the largest integer not above x.
static LogicalResult floorOp(FloorOp op, Frame &frame) {
  frame.set(op.getResult(), elements::floor(frame.tile(op.getSource())));
  return success();
}

/// sqrt: the square root, rounded once as stated; NaN below zero. In the mode
/// approx, which has an error of some ulp, the nearest number.
static LogicalResult sqrtF(SqrtOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getSource());
  frame.set(op.getResult(), elements::sqrt(x, getFloatMode(op)));
  return success();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// One NaN is ignored, unless propagate_nan says otherwise.
template <typename Op> static NaNRule ruleOf(Op op) {
  return op.getPropagateNan() ? NaNRule::Propagate : NaNRule::Ignore;
}

/// maxf: the greater number, +0 above -0; two NaNs give the canonical one.
static LogicalResult maxF(MaxFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(),
            elements::max(x, y, ruleOf(op), op.getFlushToZero()));
  return success();
}

/// minf: the lesser number, -0 below +0; two NaNs give the canonical one.
static LogicalResult minF(MinFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(),
            elements::min(x, y, ruleOf(op), op.getFlushToZero()));
  return success();
}

/// cmpf: the truth of the relation. With a NaN, false if ordered, true if
/// unordered.
static LogicalResult cmpF(CmpFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  bool ifUnordered =
      op.getComparisonOrdering() == ComparisonOrdering::Unordered;
  frame.set(op.getResult(),
            elements::compareFloats(getRelation(op.getComparisonPredicate()),
                                    ifUnordered, x, y));
  return success();
}

void interp::addFloatOps(OpTable &table) {
  table.add<absF>(Kind::Elementwise);
  table.add<addF>(Kind::Elementwise);
  table.add<ceilOp>(Kind::Elementwise);
  table.add<cmpF>(Kind::Elementwise);
  table.add<divF>(Kind::Elementwise);
  table.add<floorOp>(Kind::Elementwise);
  table.add<fmaOp>(Kind::Elementwise);
  table.add<maxF>(Kind::Elementwise);
  table.add<minF>(Kind::Elementwise);
  table.add<mulF>(Kind::Elementwise);
  table.add<negF>(Kind::Elementwise);
  table.add<remF>(Kind::Elementwise);
  table.add<sqrtF>(Kind::Elementwise);
  table.add<subF>(Kind::Elementwise);
}

//===- ElementaryOps.cpp - Elementary functions ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The specification, "Floating point", bounds the error of few of these
// functions and defines the result of none. Here the result is the number
// nearest to the exact value, which every bound allows, in the mode approx,
// too.
//
//===----------------------------------------------------------------------===//

#include "../Frame.h"
#include "Decode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Numerics/Elementary.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Functions of one number
//===----------------------------------------------------------------------===//

/// cos, cosh, sin, sinh, tan: `fn(format, x)` of each element.
template <typename Op, uint64_t (*fn)(Format, uint64_t)>
static LogicalResult unary(Op op, Frame &frame) {
  frame.set(op.getResult(),
            elements::mapNumbers<fn>(frame.tile(op.getSource())));
  return success();
}

/// exp: e ^ x.
static LogicalResult expOp(ExpOp op, Frame &frame) {
  frame.set(op.getResult(), elements::exp(frame.tile(op.getSource())));
  return success();
}

/// exp2: 2 ^ x; flush_to_zero makes subnormal operands and results zero.
static LogicalResult exp2Op(Exp2Op op, Frame &frame) {
  frame.set(op.getResult(),
            elements::exp2(frame.tile(op.getSource()), op.getFlushToZero()));
  return success();
}

/// rsqrt: 1 / sqrt(x); flush_to_zero as in exp2.
static LogicalResult rsqrtOp(RsqrtOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::rsqrt(frame.tile(op.getSource()), op.getFlushToZero()));
  return success();
}

/// tanh: the hyperbolic tangent.
static LogicalResult tanhOp(TanhOp op, Frame &frame) {
  frame.set(op.getResult(), elements::tanh(frame.tile(op.getSource())));
  return success();
}

/// log: the natural logarithm; -Inf for zeros, NaN below.
static LogicalResult logOp(LogOp op, Frame &frame) {
  frame.set(op.getResult(), elements::log(frame.tile(op.getSource())));
  return success();
}

/// log2: the logarithm to base 2; special values as in log.
static LogicalResult log2Op(Log2Op op, Frame &frame) {
  frame.set(op.getResult(), elements::log2(frame.tile(op.getSource())));
  return success();
}

//===----------------------------------------------------------------------===//
// Functions of two numbers
//===----------------------------------------------------------------------===//

/// atan2: the angle of the point (y, x), whose tangent is x / y: the first
/// operand is the numerator.
static LogicalResult atan2Op(Atan2Op op, Frame &frame) {
  const Tile &x = frame.tile(op.getX()), &y = frame.tile(op.getY());
  frame.set(op.getResult(), elements::mapNumbers<numerics::atan2>(x, y));
  return success();
}

/// pow: source ^ exponent.
static LogicalResult fPowF(FPowFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getSource()), &y = frame.tile(op.getExponent());
  frame.set(op.getResult(), elements::mapNumbers<numerics::pow>(x, y));
  return success();
}

/// fpowi: source ^ exponent for an integer, read as signed: true is -1.
static LogicalResult fPowI(FPowIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getSource()), &n = frame.tile(op.getExponent());
  frame.set(op.getResult(), elements::powi(x, n));
  return success();
}

void interp::addElementaryOps(OpTable &table) {
  table.add<atan2Op>(Kind::Elementwise);
  table.add<exp2Op>(Kind::Elementwise);
  table.add<expOp>(Kind::Elementwise);
  table.add<fPowF>(Kind::Elementwise);
  table.add<fPowI>(Kind::Elementwise);
  table.add<log2Op>(Kind::Elementwise);
  table.add<logOp>(Kind::Elementwise);
  table.add<rsqrtOp>(Kind::Elementwise);
  table.add<tanhOp>(Kind::Elementwise);
  table.add<unary<CosOp, numerics::cos>>(Kind::Elementwise);
  table.add<unary<CoshOp, numerics::cosh>>(Kind::Elementwise);
  table.add<unary<SinhOp, numerics::sinh>>(Kind::Elementwise);
  table.add<unary<SinOp, numerics::sin>>(Kind::Elementwise);
  table.add<unary<TanOp, numerics::tan>>(Kind::Elementwise);
}

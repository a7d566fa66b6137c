//===- FloatOps.cpp - Float arithmetic and comparison ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of section "Floating point" of the Tile IR specification.
// lib/Numerics has the arithmetic. f32 and f64 to nearest even run on the
// host's own instructions, which IEEE 754 defines to give the same bits.
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Numerics/Float.h"
#include "llvm/ADT/bit.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;
using numerics::FloatMode;
using numerics::NaNRule;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// Makes a function on host floats one on their bits, with the canonical NaN.
template <typename Float, typename Fn> static auto onBits(Format f, Fn fn) {
  using Word = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;
  Word nan = static_cast<Word>(numerics::canonicalNaN(f));
  return [=](auto... bits) -> uint64_t {
    Float result = fn(llvm::bit_cast<Float>(static_cast<Word>(bits))...);
    return result == result ? llvm::bit_cast<Word>(result) : nan;
  };
}

/// Sets the result to a rounded operation on the elements of the operands:
/// `host` on host floats where those round alike, else `exact` on bits.
template <typename Op, typename Host, typename Exact, typename... Tiles>
static LogicalResult rounded(Op op, Frame &frame, Host host, Exact exact,
                             const Tiles &...operands) {
  Format format = elementFormatOf(op.getType());
  FloatMode mode = getFloatMode(op);
  if (mode.isDefault() && format == Format::F32)
    frame.set(op.getResult(),
              map(format, onBits<float>(format, host), operands...));
  else if (mode.isDefault() && format == Format::F64)
    frame.set(op.getResult(),
              map(format, onBits<double>(format, host), operands...));
  else
    frame.set(op.getResult(),
              map(
                  format,
                  [&](auto... bits) { return exact(format, bits..., mode); },
                  operands...));
  return success();
}

/// Sets the result to `fn(format, bits)` of each element.
template <auto fn, typename Op>
static LogicalResult unary(Op op, Frame &frame) {
  frame.set(op.getResult(), mapNumbers<fn>(frame.tile(op.getSource())));
  return success();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// x + y, rounded once; flush_to_zero makes subnormal operands and results
/// zero.
static LogicalResult addF(AddFOp op, Frame &frame) {
  return rounded(
      op, frame, [](auto x, auto y) { return x + y; }, numerics::add,
      frame.tile(op.getLhs()), frame.tile(op.getRhs()));
}

/// x - y, as addf.
static LogicalResult subF(SubFOp op, Frame &frame) {
  return rounded(
      op, frame, [](auto x, auto y) { return x - y; }, numerics::sub,
      frame.tile(op.getLhs()), frame.tile(op.getRhs()));
}

/// x * y, as addf.
static LogicalResult mulF(MulFOp op, Frame &frame) {
  return rounded(
      op, frame, [](auto x, auto y) { return x * y; }, numerics::mul,
      frame.tile(op.getLhs()), frame.tile(op.getRhs()));
}

/// x / y, as addf; approx and full are within 2 ulp of it, and approx has
/// values of its own for huge y.
static LogicalResult divF(DivFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  if (op.getRoundingMode() == cuda_tile::RoundingMode::Approx) {
    bool flush = op.getFlushToZero();
    frame.set(op.getResult(), map(
                                  Format::F32,
                                  [=](uint64_t a, uint64_t b) {
                                    return numerics::divApprox(a, b, flush);
                                  },
                                  x, y));
    return success();
  }
  return rounded(
      op, frame, [](auto a, auto b) { return a / b; }, numerics::div, x, y);
}

/// x * y + z with one rounding, as addf.
static LogicalResult fmaOp(FmaOp op, Frame &frame) {
  return rounded(
      op, frame, [](auto x, auto y, auto z) { return std::fma(x, y, z); },
      numerics::fma, frame.tile(op.getLhs()), frame.tile(op.getRhs()),
      frame.tile(op.getAcc()));
}

/// x - trunc(x/y)*y, exact, with the sign of x.
static LogicalResult remF(RemFOp op, Frame &frame) {
  frame.set(op.getResult(), mapNumbers<numerics::rem>(frame.tile(op.getLhs()),
                                                      frame.tile(op.getRhs())));
  return success();
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

/// Clears the sign bit, of a NaN too.
static LogicalResult absF(AbsFOp op, Frame &frame) {
  return unary<numerics::abs>(op, frame);
}

/// Flips the sign bit, of a NaN too.
static LogicalResult negF(NegFOp op, Frame &frame) {
  return unary<numerics::neg>(op, frame);
}

/// The smallest integer not below x.
static LogicalResult ceilOp(CeilOp op, Frame &frame) {
  return unary<numerics::ceil>(op, frame);
}

/// The largest integer not above x.
static LogicalResult floorOp(FloorOp op, Frame &frame) {
  return unary<numerics::floor>(op, frame);
}

/// The square root, rounded as stated; NaN below zero. In the mode approx,
/// which has an error of some ulp, the nearest number.
static LogicalResult sqrtF(SqrtOp op, Frame &frame) {
  return rounded(
      op, frame, [](auto x) { return std::sqrt(x); }, numerics::sqrt,
      frame.tile(op.getSource()));
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

using Extremum = uint64_t (*)(Format, uint64_t, uint64_t, NaNRule, bool);

template <typename Op>
static LogicalResult extremum(Op op, Frame &frame, Extremum fn) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  Format format = x.getFormat();
  NaNRule rule = op.getPropagateNan() ? NaNRule::Propagate : NaNRule::Ignore;
  bool flush = op.getFlushToZero();
  frame.set(op.getResult(), map(
                                format,
                                [=](uint64_t a, uint64_t b) {
                                  return fn(format, a, b, rule, flush);
                                },
                                x, y));
  return success();
}

/// The greater number, +0 above -0. One NaN is ignored, two give the canonical
/// one; with propagate_nan any does.
static LogicalResult maxF(MaxFOp op, Frame &frame) {
  return extremum(op, frame, numerics::max);
}

/// The lesser number, -0 below +0; NaN as in maxf.
static LogicalResult minF(MinFOp op, Frame &frame) {
  return extremum(op, frame, numerics::min);
}

/// Whether the relation holds. With a NaN: no if ordered, yes if unordered.
static LogicalResult cmpF(CmpFOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  ComparisonPredicate predicate = op.getComparisonPredicate();
  bool withNaN = op.getComparisonOrdering() == ComparisonOrdering::Unordered;
  Format format = x.getFormat();
  auto relation = [=](uint64_t a, uint64_t b) -> uint64_t {
    numerics::Ordering order = numerics::compare(format, a, b);
    return order == numerics::Ordering::Unordered ? withNaN
                                                  : holds(predicate, order);
  };
  frame.set(op.getResult(), map(Format::I1, relation, x, y));
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

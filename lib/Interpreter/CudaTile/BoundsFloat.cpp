//===- BoundsFloat.cpp - Bounds of float arithmetic and conversions -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These operations have defined results, and rounding keeps the order of
// numbers: the extremes of a result are at the corners of its operands.
//
//===----------------------------------------------------------------------===//

#include "BoundsRules.h"
#include "tessera/Dialect/CudaTile/IR/Numerics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/FloatMath.h"
#include "tessera/Numerics/Convert.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;
using numerics::FloatMode;

/// True if both operands are one SSA value, and so have one value in each run.
static bool isOneValue(Operation *op) {
  return op->getNumOperands() > 1 && op->getOperand(0) == op->getOperand(1);
}

template <typename Op>
static llvm::ArrayRef<Evaluation> evaluationsOf(Op op, Frame &frame) {
  return evaluationsIn(modeOf(frame), !op.getFlushToZero());
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

using Binary = uint64_t (*)(Format, uint64_t, uint64_t, FloatMode);

/// x + y and x - y.
template <typename Op, Binary fn>
static Flow sum(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<Op>(operation);
  Format format = elementFormatOf(op.getType());
  return mapBounds<2>(op, frame, run, isReals(frame),
                      [&, mode = getFloatMode(op)](const auto &x, uint64_t) {
                        return overCorners<2>(
                            op, format, format, x, evaluationsOf(op, frame),
                            [&](const auto &bits, Evaluation e) {
                              return fn(format, bits[0], bits[1],
                                        modeUnder(e, mode));
                            },
                            isOneValue(op));
                      });
}

/// True if a zero meets an infinity somewhere in the box.
static bool mayBeZeroTimesInfinity(Format format, const ElementBounds &x,
                                   const ElementBounds &y) {
  if (isExact(x) && isExact(y))
    return false;
  auto isNaN = [&](const ElementBounds &e) {
    return numerics::isNaN(format, e.lo);
  };
  if (isNaN(x) || isNaN(y))
    return false;
  return (mayBeZero(format, x) && mayBeInfinite(format, y)) ||
         (mayBeZero(format, y) && mayBeInfinite(format, x));
}

/// x * y + z, or x * y. The square of an interval around zero is least at zero.
template <typename Op, size_t N, auto eval>
static Flow product(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<Op>(operation);
  Format format = elementFormatOf(op.getType());
  bool isSquare = isOneValue(op);
  auto rule = [&, mode = getFloatMode(op)](
                  const std::array<ElementBounds, N> &x, uint64_t) {
    if (!isSquare && mayBeZeroTimesInfinity(format, x[0], x[1]))
      return undecided(op);
    auto corners = [&](const std::array<ElementBounds, N> &box) {
      return overCorners<N>(
          op, format, format, box, evaluationsOf(op, frame),
          [&](const auto &bits, Evaluation e) {
            return eval(format, bits, modeUnder(e, mode));
          },
          isSquare);
    };
    ElementBounds all = corners(x);
    if (!isSquare || isExact(x[0]) || !mayBeZero(format, x[0]) ||
        all.undecidedAt || numerics::isNaN(format, all.lo))
      return all;
    std::array<ElementBounds, N> atZero = x;
    atZero[0] = atZero[1] = exactly(0);
    ElementBounds least = corners(atZero);
    return least.undecidedAt ? least : hull(format, all, least);
  };
  return mapBounds<N>(op, frame, run, isReals(frame), rule);
}

static uint64_t multiply(Format format, const std::array<uint64_t, 2> &x,
                         FloatMode mode) {
  return numerics::mul(format, x[0], x[1], mode);
}

static uint64_t fuse(Format format, const std::array<uint64_t, 3> &x,
                     FloatMode mode) {
  return numerics::fma(format, x[0], x[1], x[2], mode);
}

/// x / y; a divisor that may be zero leaves the sign of an infinity open. The
/// modes approx and full are within 2 ulp (Tile IR specification, "divf").
static Flow quotient(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<DivFOp>(operation);
  Format format = elementFormatOf(op.getType());
  bool isApprox = op.getRoundingMode() == cuda_tile::RoundingMode::Approx;
  bool isRounded =
      !isApprox && op.getRoundingMode() != cuda_tile::RoundingMode::Full;
  FloatMode mode = getFloatMode(op);
  auto eval = [&](const auto &bits, Evaluation e) {
    if (isApprox && e == Evaluation::Own)
      return numerics::divApprox(bits[0], bits[1], mode.flushToZero);
    return numerics::div(format, bits[0], bits[1], modeUnder(e, mode));
  };
  // An approximation may be zero where the quotient is not.
  llvm::ArrayRef<Evaluation> evaluations =
      evaluationsIn(modeOf(frame), isRounded && !mode.flushToZero);
  auto rule = [&](const std::array<ElementBounds, 2> &x, uint64_t) {
    if (mayBeZero(format, x[1]) && !(isExact(x[0]) && isExact(x[1])))
      return undecided(op);
    ElementBounds all = overCorners<2>(op, format, format, x, evaluations, eval,
                                       isOneValue(op));
    // Quotients with zero, infinity or NaN as operands are not approximated.
    auto isSpecial = [&](const ElementBounds &e) {
      return isExact(e) && (isZero(format, e.lo) || !isFinite(format, e.lo));
    };
    if (all.undecidedAt || isRounded || isSpecial(x[0]) || isSpecial(x[1]))
      return all;
    return widened(format, all, 2);
  };
  return mapBounds<2>(op, frame, run, isReals(frame) || !isRounded, rule);
}

/// The remainder of a division jumps where the integer quotient changes.
static Flow remainder(Operation *op, Frame &frame, Handler run) {
  return mapBounds<2>(
      op, frame, run, /*always=*/false, [&](const auto &x, uint64_t value) {
        return isExact(x[0]) && isExact(x[1]) ? exactly(value) : undecided(op);
      });
}

/// The square root; in the mode approx, within 2^-23 (PTX ISA,
/// sqrt.approx.f32), which is 2 ulp.
static Flow squareRoot(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<SqrtOp>(operation);
  Format format = elementFormatOf(op.getType());
  bool isApprox = op.getRoundingMode() == cuda_tile::RoundingMode::Approx;
  FloatMode mode = getFloatMode(op);
  return mapBounds<1>(
      op, frame, run, isReals(frame) || isApprox, [&](const auto &x, uint64_t) {
        ElementBounds root = overCorners<1>(
            op, format, format, x, evaluationsOf(op, frame),
            [&](const auto &bits, Evaluation e) {
              return numerics::sqrt(format, bits[0], modeUnder(e, mode));
            });
        bool isSpecial = isExact(x[0]) && (isZero(format, root.lo) ||
                                           !isFinite(format, root.lo));
        if (!isApprox || root.undecidedAt || isSpecial)
          return root;
        ElementBounds wide = widened(format, root, 2);
        if (rankOf(format, wide.lo) < 0)
          wide.lo = 0;
        return wide;
      });
}

//===----------------------------------------------------------------------===//
// Exact functions
//===----------------------------------------------------------------------===//

using Unary = uint64_t (*)(Format, uint64_t);

/// -x, ceil and floor.
template <Unary fn>
static Flow monotone(Operation *op, Frame &frame, Handler run) {
  Format format = elementFormatOf(op->getResult(0).getType());
  return mapBounds<1>(op, frame, run, /*always=*/false,
                      [&](const auto &x, uint64_t value) {
                        if (isExact(x[0]))
                          return exactly(value);
                        return hull(format, exactly(fn(format, x[0].lo)),
                                    exactly(fn(format, x[0].hi)));
                      });
}

/// x|; zero is the least if x may have either sign.
static Flow magnitude(Operation *op, Frame &frame, Handler run) {
  Format format = elementFormatOf(op->getResult(0).getType());
  return mapBounds<1>(
      op, frame, run, /*always=*/false, [&](const auto &x, uint64_t value) {
        if (isExact(x[0]))
          return exactly(value);
        uint64_t lo = numerics::abs(format, x[0].lo);
        uint64_t hi = numerics::abs(format, x[0].hi);
        ElementBounds ends = hull(format, exactly(lo), exactly(hi));
        return mayBeZero(format, x[0]) ? hull(format, ends, exactly(0)) : ends;
      });
}

template <typename Op, auto fn>
static Flow extremum(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<Op>(operation);
  Format format = elementFormatOf(op.getType());
  auto rule = op.getPropagateNan() ? numerics::NaNRule::Propagate
                                   : numerics::NaNRule::Ignore;
  // Exact arithmetic may flush, or not.
  bool always = isReals(frame) && op.getFlushToZero();
  return mapBounds<2>(op, frame, run, always, [&](const auto &x, uint64_t) {
    return overCorners<2>(
        op, format, format, x, evaluationsOf(op, frame),
        [&](const auto &bits, Evaluation e) {
          bool flush = op.getFlushToZero() && e == Evaluation::Own;
          return fn(format, bits[0], bits[1], rule, flush);
        },
        isOneValue(op));
  });
}

/// A comparison. It is decided if all corners agree; for equality, if the two
/// have no number in common.
static Flow comparison(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<CmpFOp>(operation);
  Format format = elementFormatOf(op.getLhs().getType());
  ComparisonPredicate predicate = op.getComparisonPredicate();
  bool withNaN = op.getComparisonOrdering() == ComparisonOrdering::Unordered;
  bool ofEquality = predicate == ComparisonPredicate::Equal ||
                    predicate == ComparisonPredicate::NotEqual;
  auto relation = [&](uint64_t a, uint64_t b) -> bool {
    numerics::Ordering order = numerics::compare(format, a, b);
    return order == numerics::Ordering::Unordered ? withNaN
                                                  : holds(predicate, order);
  };
  auto rule = [&](const std::array<ElementBounds, 2> &x, uint64_t value) {
    if ((isExact(x[0]) && isExact(x[1])) || isOneValue(op))
      return exactly(value);
    bool atLess = relation(x[0].lo, x[1].hi),
         atMore = relation(x[0].hi, x[1].lo);
    if (ofEquality && numerics::compare(format, x[0].lo, x[1].hi) !=
                          numerics::compare(format, x[0].hi, x[1].lo))
      return undecided(op);
    return atLess == atMore ? exactly(value) : undecided(op);
  };
  return mapBounds<2>(op, frame, run, /*always=*/false, rule);
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// A format without signs takes the magnitude, which is not monotone.
static Flow floatToFloat(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<FToFOp>(operation);
  Format from = elementFormatOf(op.getFrom().getType());
  Format to = elementFormatOf(op.getType());
  numerics::Rounding own = getRounding(op.getRoundingMode());
  auto rule = [&](const std::array<ElementBounds, 1> &x, uint64_t) {
    if (!numerics::encodingOf(to).hasSign && !isExact(x[0]) &&
        rankOf(from, x[0].lo) < 0)
      return undecided(op);
    return overCorners<1>(op, from, to, x, evaluationsIn(modeOf(frame)),
                          [&](const auto &bits, Evaluation e) {
                            return numerics::convertFloat(
                                from, to, bits[0],
                                modeUnder(e, {own}).rounding);
                          });
  };
  return mapBounds<1>(op, frame, run, isReals(frame), rule);
}

static Flow integerToFloat(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<IToFOp>(operation);
  Format from = elementFormatOf(op.getFrom().getType());
  Format to = elementFormatOf(op.getType());
  numerics::Signedness s = getReading(op.getSignedness());
  auto rule = [&](const std::array<ElementBounds, 1> &x, uint64_t) {
    return overCorners<1>(op, from, to, x, evaluationsIn(modeOf(frame)),
                          [&](const auto &bits, Evaluation e) {
                            return numerics::intToFloat(
                                from, to, bits[0], s,
                                modeUnder(e, {}).rounding);
                          });
  };
  return mapBounds<1>(op, frame, run, isReals(frame), rule);
}

/// Decided if both ends give one integer.
static Flow floatToInteger(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<FToIOp>(operation);
  Format from = elementFormatOf(op.getFrom().getType());
  Format to = elementFormatOf(op.getType());
  numerics::Signedness s = getReading(op.getSignedness());
  auto convert = [&](uint64_t bits) -> std::optional<uint64_t> {
    return op.getSaturating()
               ? numerics::floatToIntSaturating(from, to, bits, s)
               : numerics::floatToInt(from, to, bits, s);
  };
  return mapBounds<1>(
      op, frame, run, /*always=*/false, [&](const auto &x, uint64_t value) {
        bool isSame = convert(x[0].lo) == value && convert(x[0].hi) == value;
        return isSame || isExact(x[0]) ? exactly(value) : undecided(op);
      });
}

void interp::addFloatBounds(BoundsTable &table) {
  table.add<AddFOp>(sum<AddFOp, numerics::add>);
  table.add<SubFOp>(sum<SubFOp, numerics::sub>);
  table.add<MulFOp>(product<MulFOp, 2, multiply>);
  table.add<FmaOp>(product<FmaOp, 3, fuse>);
  table.add<DivFOp>(quotient);
  table.add<RemFOp>(remainder);
  table.add<SqrtOp>(squareRoot);
  table.add<NegFOp>(monotone<numerics::neg>);
  table.add<CeilOp>(monotone<numerics::ceil>);
  table.add<FloorOp>(monotone<numerics::floor>);
  table.add<AbsFOp>(magnitude);
  table.add<MaxFOp>(extremum<MaxFOp, numerics::max>);
  table.add<MinFOp>(extremum<MinFOp, numerics::min>);
  table.add<CmpFOp>(comparison);
  table.add<FToFOp>(floatToFloat);
  table.add<IToFOp>(integerToFloat);
  table.add<FToIOp>(floatToInteger);
}

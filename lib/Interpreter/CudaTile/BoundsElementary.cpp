//===- BoundsElementary.cpp - Bounds of elementary functions --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The specification bounds the error of few of these functions. Implementations
// use CUDA's math library, whose manual states for each the maximum distance of
// its result from the nearest number, in numbers of the format (CUDA C++
// Programming Guide, "Mathematical Functions", tables of the maximum ULP
// error). f16 and bf16 are computed in f32, so that the last rounding may go to
// the neighbouring number. The special values of C, annex F, are exact: those
// of zeros, infinities and NaN.
//
//===----------------------------------------------------------------------===//

#include "BoundsRules.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/ElementaryMath.h"
#include "tessera/Numerics/Elementary.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

namespace {
/// Maximum distance of a result from the nearest number, in numbers of the
/// format.
struct Allowance {
  int f32, f64;

  int64_t of(Format format) const {
    switch (format) {
    case Format::F32:
      return f32;
    case Format::F64:
      return f64;
    default:
      return 1;
    }
  }
};
} // namespace

/// The allowances of the table, "CUDA C++ Programming Guide".
static constexpr Allowance expError{2, 1}, exp2Error{2, 1}, logError{1, 1},
    log2Error{1, 1}, sinError{2, 2}, cosError{2, 2}, tanError{4, 2},
    sinhError{3, 2}, coshError{2, 1}, tanhError{2, 1}, rsqrtError{2, 1},
    atan2Error{3, 2}, powError{4, 2};

/// exp in the mode approx: 2 + floor(|1.173 x|) (the same, __expf), or as many units as
/// there are numbers of f32.
static int64_t approximateExpError(double x) {
  return 2 + static_cast<int64_t>(std::fmin(std::fabs(1.173 * x), 0x1p32));
}

/// tanh in the mode approx: a relative error of 2^-11 (PTX ISA,
/// tanh.approx.f32), where a number is up to 2^24 units in the last place; one
/// more for the nearest.
static constexpr int64_t approximateTanhError = (1 << 13) + 1;

static bool isSpecial(Format format, const ElementBounds &x) {
  return isExact(x) && (isZero(format, x.lo) || !isFinite(format, x.lo));
}

/// An approximation of a function that is never negative is not negative,
/// either.
static ElementBounds notNegative(Format format, ElementBounds x) {
  if (!x.undecidedAt && !numerics::isNaN(format, x.lo) &&
      rankOf(format, x.lo) < 0)
    x.lo = 0;
  return x;
}

/// Adds zero to bounds that include subnormal numbers, for results that may be
/// flushed where exact arithmetic does not.
static ElementBounds withFlushed(Format format, ElementBounds x) {
  if (x.undecidedAt || numerics::isNaN(format, x.lo))
    return x;
  for (uint64_t end : {x.lo, x.hi})
    x = hull(format, x, exactly(numerics::flushSubnormal(format, end)));
  return x;
}

//===----------------------------------------------------------------------===//
// Monotone functions
//===----------------------------------------------------------------------===//

using Unary = uint64_t (*)(Format, uint64_t);

/// The hull of the results at both ends; NaN at only one end makes it
/// undecided.
template <typename Fn>
static ElementBounds ofEnds(Operation *op, Format format,
                            const ElementBounds &x, Fn fn) {
  return overCorners<1>(
      op, format, format, std::array{x}, Evaluation::Own,
      [&](const auto &bits, Evaluation) { return fn(format, bits[0]); });
}

template <Unary fn, const Allowance &error, bool isPositive = false>
static Flow monotone(Operation *op, Frame &frame, Handler run) {
  Format format = elementFormatOf(op->getResult(0).getType());
  return mapBounds<1>(
      op, frame, run, /*always=*/true, [&](const auto &x, uint64_t value) {
        if (isSpecial(format, x[0]))
          return exactly(value);
        ElementBounds ends =
            isExact(x[0]) ? exactly(value) : ofEnds(op, format, x[0], fn);
        if (ends.undecidedAt)
          return ends;
        ends = widened(format, ends, error.of(format));
        return isPositive ? notNegative(format, ends) : ends;
      });
}

/// exp and tanh, which have approximations for f32, too.
template <typename Op, Unary fn, const Allowance &full, bool isExp>
static Flow approximable(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<Op>(operation);
  if (op.getRoundingMode() != cuda_tile::RoundingMode::Approx)
    return monotone<fn, full, isExp>(op, frame, run);
  Format format = Format::F32;
  auto allowance = [&](uint64_t x) {
    return isExp ? approximateExpError(doubleOf(format, x))
                 : approximateTanhError;
  };
  return mapBounds<1>(
      op, frame, run, /*always=*/true, [&](const auto &x, uint64_t value) {
        if (isSpecial(format, x[0]))
          return exactly(value);
        ElementBounds ends =
            isExact(x[0]) ? exactly(value) : ofEnds(op, format, x[0], fn);
        if (ends.undecidedAt || numerics::isNaN(format, ends.lo))
          return ends;
        if (!isFinite(format, x[0].lo) || !isFinite(format, x[0].hi))
          return undecided(op);
        ends = widened(format, ends,
                       std::max(allowance(x[0].lo), allowance(x[0].hi)));
        return isExp ? notNegative(format, ends) : ends;
      });
}

/// exp2 and rsqrt, which may flush subnormal numbers.
template <typename Op, auto fn, const Allowance &error>
static Flow flushing(Operation *operation, Frame &frame, Handler run) {
  auto op = cast<Op>(operation);
  Format format = elementFormatOf(op.getType());
  bool flush = op.getFlushToZero();
  auto rule = [&](const std::array<ElementBounds, 1> &x, uint64_t value) {
    if (isSpecial(format, x[0]))
      return exactly(value);
    auto hullOf = [&](bool withFlush) {
      return ofEnds(op, format, x[0], [&](Format, uint64_t bits) {
        return fn(format, bits, withFlush);
      });
    };
    ElementBounds ends = hullOf(flush);
    if (flush && isReals(frame) && !ends.undecidedAt) {
      ElementBounds unflushed = hullOf(false);
      ends = unflushed.undecidedAt ? unflushed : hull(format, ends, unflushed);
    }
    // The reciprocal of a zero has its sign.
    if (ends.undecidedAt || (!isExact(x[0]) && mayBeInfinite(format, ends) &&
                             rankOf(format, x[0].lo) < 0))
      return undecided(ends.undecidedAt ? ends.undecidedAt : op);
    if (numerics::isNaN(format, ends.lo))
      return ends;
    ends = notNegative(format, widened(format, ends, error.of(format)));
    return flush ? withFlushed(format, ends) : ends;
  };
  return mapBounds<1>(op, frame, run, /*always=*/true, rule);
}

//===----------------------------------------------------------------------===//
// Functions with extremes
//===----------------------------------------------------------------------===//

/// cosh is least at zero.
static Flow hyperbolicCosine(Operation *op, Frame &frame, Handler run) {
  Format format = elementFormatOf(op->getResult(0).getType());
  return mapBounds<1>(
      op, frame, run, /*always=*/true, [&](const auto &x, uint64_t value) {
        if (isSpecial(format, x[0]))
          return exactly(value);
        ElementBounds ends = isExact(x[0])
                                 ? exactly(value)
                                 : ofEnds(op, format, x[0], numerics::cosh);
        if (!isExact(x[0]) && mayBeZero(format, x[0]))
          ends = hull(format, ends, exactly(numerics::cosh(format, 0)));
        return widened(format, ends, coshError.of(format));
      });
}

/// True if `phase` + k * `period` may lie in the interval for some integer k.
/// In doubtful cases, too.
static bool mayContain(double lo, double hi, double phase, double period) {
  constexpr double tooLarge = 0x1p30, doubt = 0x1p-20;
  if (!(std::fabs(lo) < tooLarge && std::fabs(hi) < tooLarge))
    return true;
  return std::floor((hi - phase) / period + doubt) >=
         std::ceil((lo - phase) / period - doubt);
}

static constexpr double pi = 0x1.921fb54442d18p1;

/// sin and cos: 1 at `top` + 2 pi k, -1 half a period away.
template <Unary fn, const Allowance &error>
static Flow wave(Operation *op, Frame &frame, Handler run, double top) {
  Format format = elementFormatOf(op->getResult(0).getType());
  uint64_t one = numerics::cos(format, 0);
  return mapBounds<1>(
      op, frame, run, /*always=*/true, [&](const auto &x, uint64_t value) {
        if (isSpecial(format, x[0]))
          return exactly(value);
        ElementBounds ends = exactly(value);
        if (!isExact(x[0])) {
          double lo = doubleOf(format, x[0].lo), hi = doubleOf(format, x[0].hi);
          ends = ofEnds(op, format, x[0], fn);
          if (ends.undecidedAt)
            return ends;
          if (mayContain(lo, hi, top, 2 * pi))
            ends = hull(format, ends, exactly(one));
          if (mayContain(lo, hi, top + pi, 2 * pi))
            ends = hull(format, ends, exactly(numerics::neg(format, one)));
        }
        return widened(format, ends, error.of(format));
      });
}

static Flow sine(Operation *op, Frame &frame, Handler run) {
  return wave<numerics::sin, sinError>(op, frame, run, pi / 2);
}

static Flow cosine(Operation *op, Frame &frame, Handler run) {
  return wave<numerics::cos, cosError>(op, frame, run, 0);
}

/// tan grows between its poles.
static Flow tangent(Operation *op, Frame &frame, Handler run) {
  Format format = elementFormatOf(op->getResult(0).getType());
  return mapBounds<1>(
      op, frame, run, /*always=*/true, [&](const auto &x, uint64_t value) {
        if (isSpecial(format, x[0]))
          return exactly(value);
        ElementBounds ends = exactly(value);
        if (!isExact(x[0])) {
          if (mayContain(doubleOf(format, x[0].lo), doubleOf(format, x[0].hi),
                         pi / 2, pi))
            return undecided(op);
          ends = ofEnds(op, format, x[0], numerics::tan);
        }
        return ends.undecidedAt ? ends
                                : widened(format, ends, tanError.of(format));
      });
}

//===----------------------------------------------------------------------===//
// Functions of two numbers
//===----------------------------------------------------------------------===//

/// True if C, annex F, fixes the result: an operand is zero, infinite or NaN.
static bool isSpecial(Format format, const std::array<ElementBounds, 2> &x) {
  return isExact(x[0]) && isExact(x[1]) &&
         (isSpecial(format, x[0]) || isSpecial(format, x[1]));
}

/// The angle of a point. For a box around the origin, or across the axis where
/// the angle jumps, it is any angle; else the extremes are at the corners.
static Flow angle(Operation *op, Frame &frame, Handler run) {
  Format format = elementFormatOf(op->getResult(0).getType());
  auto eval = [&](const auto &bits, Evaluation) {
    return numerics::atan2(format, bits[0], bits[1]);
  };
  uint64_t minusOne = numerics::neg(format, numerics::cos(format, 0));
  uint64_t half = numerics::atan2(format, 0, minusOne);
  ElementBounds any = {numerics::neg(format, half), half};
  auto rule = [&](const std::array<ElementBounds, 2> &x, uint64_t value) {
    bool isPoint = isExact(x[0]) && isExact(x[1]);
    for (const ElementBounds &e : x)
      if (numerics::isNaN(format, e.lo))
        return exactly(value);
    // The first operand is the height. At height zero, on the right half of the
    // axis, the angle is zero.
    if (isPoint && isZero(format, x[0].lo) && isZero(format, value))
      return exactly(value);
    ElementBounds ends = exactly(value);
    if (!isPoint)
      ends = mayBeZero(format, x[0]) && rankOf(format, x[1].lo) <= 0
                 ? any
                 : overCorners<2>(op, format, format, x, Evaluation::Own, eval);
    return ends.undecidedAt ? ends
                            : widened(format, ends, atan2Error.of(format));
  };
  return mapBounds<2>(op, frame, run, /*always=*/true, rule);
}

/// x^y, which is monotone in each for x > 0.
static Flow power(Operation *op, Frame &frame, Handler run) {
  Format format = elementFormatOf(op->getResult(0).getType());
  auto rule = [&](const std::array<ElementBounds, 2> &x, uint64_t value) {
    bool isPoint = isExact(x[0]) && isExact(x[1]);
    if (isPoint && isSpecial(format, x))
      return exactly(value);
    ElementBounds ends = exactly(value);
    if (!isPoint) {
      if (rankOf(format, x[0].lo) <= 0 || mayBeInfinite(format, x[0]) ||
          mayBeInfinite(format, x[1]))
        return undecided(op);
      ends = overCorners<2>(op, format, format, x, Evaluation::Own,
                            [&](const auto &bits, Evaluation) {
                              return numerics::pow(format, bits[0], bits[1]);
                            });
    }
    if (ends.undecidedAt)
      return ends;
    ends = widened(format, ends, powError.of(format));
    return isPoint && rankOf(format, value) < 0 ? ends
                                                : notNegative(format, ends);
  };
  return mapBounds<2>(op, frame, run, /*always=*/true, rule);
}

/// x^n. No error is documented; repeated multiplication has one of at most n
/// ulp, and a reciprocal one more.
static Flow integerPower(Operation *op, Frame &frame, Handler run) {
  Flow flow = run(op, frame);
  if (flow != Flow::Next)
    return flow;
  const Tile &bases = frame.tile(op->getOperand(0));
  const Tile &exponents = frame.tile(op->getOperand(1));
  const Tile &value = frame.tile(op->getResult(0));
  Format format = value.getFormat();
  auto rule = [&](int64_t i) {
    ElementBounds x = boundsAt(bases, i), n = boundsAt(exponents, i);
    if (x.undecidedAt || n.undecidedAt)
      return undecided(x.undecidedAt ? x.undecidedAt : n.undecidedAt);
    int64_t power = exponents.signedAt(exponents.getShape().empty() ? 0 : i);
    // Special values are exact, as are powers without a multiplication.
    if (power == 0 || isSpecial(format, x))
      return exactly(value[i]);
    if (power == 1)
      return x;
    constexpr int64_t tooMany = 1 << 20;
    if (std::abs(power) > tooMany)
      return undecided(op);
    bool isCrossing = !isExact(x) && mayBeZero(format, x);
    if (isCrossing && power < 0)
      return undecided(op);
    auto raised = [&](uint64_t bits) {
      return exactly(numerics::powi(format, bits, power));
    };
    ElementBounds ends = hull(format, raised(x.lo), raised(x.hi));
    if (isCrossing)
      ends = hull(format, ends, raised(0));
    return widened(format, ends, std::abs(power) + (power < 0));
  };
  frame.set(op->getResult(0), withBounds(value, rule));
  return flow;
}

void interp::addElementaryBounds(BoundsTable &table) {
  table.add<ExpOp>(approximable<ExpOp, numerics::exp, expError, true>);
  table.add<TanhOp>(approximable<TanhOp, numerics::tanh, tanhError, false>);
  table.add<Exp2Op>(flushing<Exp2Op, numerics::exp2, exp2Error>);
  table.add<RsqrtOp>(flushing<RsqrtOp, numerics::rsqrt, rsqrtError>);
  table.add<LogOp>(monotone<numerics::log, logError>);
  table.add<Log2Op>(monotone<numerics::log2, log2Error>);
  table.add<SinhOp>(monotone<numerics::sinh, sinhError>);
  table.add<CoshOp>(hyperbolicCosine);
  table.add<SinOp>(sine);
  table.add<CosOp>(cosine);
  table.add<TanOp>(tangent);
  table.add<Atan2Op>(angle);
  table.add<FPowFOp>(power);
  table.add<FPowIOp>(integerPower);
}

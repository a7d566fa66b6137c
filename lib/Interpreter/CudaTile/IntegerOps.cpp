//===- IntegerOps.cpp - Integer arithmetic and comparison -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of section "Integers" of the Tile IR specification; each
// stands above its function.
//
//===----------------------------------------------------------------------===//

#include "Frame.h"
#include "tessera/Dialect/CudaTile/IR/CudaTile.h"
#include "tessera/Numerics/Integer.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;
using namespace tessera::numerics;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// Sets the result to `fn` of the elements of both operands.
template <typename Op, typename Fn>
static LogicalResult binary(Op op, Frame &frame, Fn fn) {
  const Tile &x = frame.tile(op->getOperand(0));
  const Tile &y = frame.tile(op->getOperand(1));
  frame.set(op.getResult(), map(elementFormatOf(op.getType()), fn, x, y));
  return success();
}

template <typename Op, typename Fn>
static LogicalResult unary(Op op, Frame &frame, Fn fn) {
  const Tile &x = frame.tile(op->getOperand(0));
  frame.set(op.getResult(), map(elementFormatOf(op.getType()), fn, x));
  return success();
}

template <typename Op> static unsigned widthOf(Op op) {
  return bitWidth(elementFormatOf(op->getOperand(0).getType()));
}

/// Checks what `overflow<...>` promises; `overflowOf` tells for each pair of
/// elements which readings overflow.
template <typename Op, typename Fn>
static LogicalResult checkOverflow(Op op, Frame &frame, Fn overflowOf) {
  IntegerOverflow promise = op.getOverflow();
  if (promise == IntegerOverflow::None)
    return success();
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  std::optional<int64_t> at = findElement(
      [&](uint64_t a, uint64_t b) {
        return breaks(promise, overflowOf(x.width(), a, b));
      },
      x, y);
  if (!at)
    return success();
  return frame.fail(op,
                    "the result overflows although overflow<" +
                        stringifyEnum(promise) + "> promises otherwise",
                    *at, x.getShape());
}

//===----------------------------------------------------------------------===//
// Wrapping arithmetic
//===----------------------------------------------------------------------===//

/// x + y modulo 2^w; an overflow that the op promises not to have is undefined.
static LogicalResult addI(AddIOp op, Frame &frame) {
  if (failed(checkOverflow(op, frame, addOverflow)))
    return failure();
  return binary(op, frame,
                [mask = lowBits(widthOf(op))](uint64_t x, uint64_t y) {
                  return (x + y) & mask;
                });
}

/// x - y modulo 2^w; overflow as in addi.
static LogicalResult subI(SubIOp op, Frame &frame) {
  if (failed(checkOverflow(op, frame, subOverflow)))
    return failure();
  return binary(op, frame,
                [mask = lowBits(widthOf(op))](uint64_t x, uint64_t y) {
                  return (x - y) & mask;
                });
}

/// x * y modulo 2^w; overflow as in addi.
static LogicalResult mulI(MulIOp op, Frame &frame) {
  if (failed(checkOverflow(op, frame, mulOverflow)))
    return failure();
  return binary(op, frame,
                [mask = lowBits(widthOf(op))](uint64_t x, uint64_t y) {
                  return (x * y) & mask;
                });
}

/// The high w bits of the unsigned product of 2w bits.
static LogicalResult mulhiI(MulhiIOp op, Frame &frame) {
  return binary(op, frame, [w = widthOf(op)](uint64_t x, uint64_t y) {
    return mulHighUnsigned(w, x, y);
  });
}

/// -x modulo 2^w; the least signed number has no negative to promise.
static LogicalResult negI(NegIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getSource());
  unsigned width = x.width();
  if (op.getOverflow() != IntegerOverflow::None)
    if (std::optional<int64_t> at =
            findElement([&](uint64_t a) { return isSignedMin(width, a); }, x))
      return frame.fail(op,
                        "the least number is negated although overflow<" +
                            stringifyEnum(op.getOverflow()) +
                            "> promises otherwise",
                        *at, x.getShape());
  return unary(op, frame,
               [mask = lowBits(width)](uint64_t a) { return (0 - a) & mask; });
}

/// |x| of the signed reading, to be read as unsigned.
static LogicalResult absI(AbsIOp op, Frame &frame) {
  return unary(op, frame,
               [w = widthOf(op)](uint64_t x) { return absSigned(w, x); });
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// A zero divisor is undefined.
template <typename Op> static LogicalResult checkDivisor(Op op, Frame &frame) {
  const Tile &y = frame.tile(op.getRhs());
  if (std::optional<int64_t> at =
          findElement([](uint64_t b) { return b == 0; }, y))
    return frame.fail(op, "integer division by zero", *at, y.getShape());
  return success();
}

/// The quotient, rounded as stated. A zero divisor and a signed quotient that
/// does not fit (the least number by -1) are undefined.
static LogicalResult divI(DivIOp op, Frame &frame) {
  if (failed(checkDivisor(op, frame)))
    return failure();
  DivRounding rounding = getDivRounding(op.getRounding());
  if (op.getSignedness() == cuda_tile::Signedness::Unsigned)
    return binary(op, frame, [rounding](uint64_t x, uint64_t y) {
      return divUnsigned(x, y, rounding);
    });
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  unsigned width = x.width();
  if (std::optional<int64_t> at = findElement(
          [&](uint64_t a, uint64_t b) {
            return isSignedMin(width, a) && signExtend(b, width) == -1;
          },
          x, y))
    return frame.fail(op, "the least signed number is divided by -1", *at,
                      x.getShape());
  return binary(op, frame, [=](uint64_t a, uint64_t b) {
    return divSigned(width, a, b, rounding);
  });
}

/// The remainder of truncating division, with the sign of the dividend; by -1
/// it is 0. A zero divisor is undefined.
static LogicalResult remI(RemIOp op, Frame &frame) {
  if (failed(checkDivisor(op, frame)))
    return failure();
  if (op.getSignedness() == cuda_tile::Signedness::Unsigned)
    return binary(op, frame, [](uint64_t x, uint64_t y) { return x % y; });
  return binary(op, frame, [w = widthOf(op)](uint64_t x, uint64_t y) {
    return remSigned(w, x, y);
  });
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

static LogicalResult andI(AndIOp op, Frame &frame) {
  return binary(op, frame, [](uint64_t x, uint64_t y) { return x & y; });
}

static LogicalResult orI(OrIOp op, Frame &frame) {
  return binary(op, frame, [](uint64_t x, uint64_t y) { return x | y; });
}

static LogicalResult xorI(XOrIOp op, Frame &frame) {
  return binary(op, frame, [](uint64_t x, uint64_t y) { return x ^ y; });
}

/// x * 2^y modulo 2^w, y unsigned; overflow as in addi.
static LogicalResult shlI(ShLIOp op, Frame &frame) {
  if (failed(checkOverflow(op, frame, shiftLeftOverflow)))
    return failure();
  return binary(op, frame, [w = widthOf(op)](uint64_t x, uint64_t y) {
    return shiftLeft(w, x, y);
  });
}

/// x / 2^y rounded down, x read as stated, y unsigned.
static LogicalResult shrI(ShRIOp op, Frame &frame) {
  unsigned width = widthOf(op);
  if (op.getSignedness() == cuda_tile::Signedness::Unsigned)
    return binary(op, frame, [=](uint64_t x, uint64_t y) {
      return shiftRightLogical(width, x, y);
    });
  return binary(op, frame, [=](uint64_t x, uint64_t y) {
    return shiftRightArithmetic(width, x, y);
  });
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static LogicalResult maxI(MaxIOp op, Frame &frame) {
  return binary(op, frame,
                [w = widthOf(op), s = getReading(op.getSignedness())](
                    uint64_t x, uint64_t y) { return maxInt(w, x, y, s); });
}

static LogicalResult minI(MinIOp op, Frame &frame) {
  return binary(op, frame,
                [w = widthOf(op), s = getReading(op.getSignedness())](
                    uint64_t x, uint64_t y) { return minInt(w, x, y, s); });
}

/// Whether the relation holds, under the stated reading.
static LogicalResult cmpI(CmpIOp op, Frame &frame) {
  // Flips the sign for the signed reading, and so orders the bits.
  uint64_t m = orderKey(widthOf(op), 0, getReading(op.getSignedness()));
  switch (op.getComparisonPredicate()) {
  case ComparisonPredicate::Equal:
    return binary(op, frame, [](uint64_t x, uint64_t y) { return x == y; });
  case ComparisonPredicate::NotEqual:
    return binary(op, frame, [](uint64_t x, uint64_t y) { return x != y; });
  case ComparisonPredicate::LessThan:
    return binary(op, frame,
                  [m](uint64_t x, uint64_t y) { return (x ^ m) < (y ^ m); });
  case ComparisonPredicate::LessThanOrEqual:
    return binary(op, frame,
                  [m](uint64_t x, uint64_t y) { return (x ^ m) <= (y ^ m); });
  case ComparisonPredicate::GreaterThan:
    return binary(op, frame,
                  [m](uint64_t x, uint64_t y) { return (x ^ m) > (y ^ m); });
  case ComparisonPredicate::GreaterThanOrEqual:
    return binary(op, frame,
                  [m](uint64_t x, uint64_t y) { return (x ^ m) >= (y ^ m); });
  }
  llvm_unreachable("unknown relation");
}

void interp::addIntegerOps(OpTable &table) {
  table.add<absI>(Kind::Elementwise);
  table.add<addI>(Kind::Elementwise);
  table.add<andI>(Kind::Elementwise);
  table.add<cmpI>(Kind::Elementwise);
  table.add<divI>(Kind::Elementwise);
  table.add<maxI>(Kind::Elementwise);
  table.add<minI>(Kind::Elementwise);
  table.add<mulI>(Kind::Elementwise);
  table.add<mulhiI>(Kind::Elementwise);
  table.add<negI>(Kind::Elementwise);
  table.add<orI>(Kind::Elementwise);
  table.add<remI>(Kind::Elementwise);
  table.add<shlI>(Kind::Elementwise);
  table.add<shrI>(Kind::Elementwise);
  table.add<subI>(Kind::Elementwise);
  table.add<xorI>(Kind::Elementwise);
}

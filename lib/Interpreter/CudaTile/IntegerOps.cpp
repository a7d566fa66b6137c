//===- IntegerOps.cpp - Integer arithmetic and comparison -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of the Tile IR specification, sections "Integer" and
// "Bitwise". Integers have w bits, and arithmetic is modulo 2^w.
//
//===----------------------------------------------------------------------===//

#include "../Frame.h"
#include "Decode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Wrapping arithmetic
//===----------------------------------------------------------------------===//

/// Checks the promise of `overflow<...>`; `find` finds the first element that
/// overflows in a forbidden reading.
template <typename Op, typename Find>
static LogicalResult checkOverflow(Op op, Frame &frame, Find find) {
  IntegerOverflow promise = op.getOverflow();
  if (promise == IntegerOverflow::None)
    return success();
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  std::optional<int64_t> at = find(x, y, getForbidden(promise));
  if (!at)
    return success();
  return frame.violates(&Checks::assume, op,
                        "the result overflows although overflow<" +
                            stringifyEnum(promise) + "> promises otherwise",
                        *at, x.getShape());
}

/// addi: x + y; an overflow that the op promises not to have is undefined.
static LogicalResult addI(AddIOp op, Frame &frame) {
  if (failed(checkOverflow(op, frame, elements::findAddOverflow)))
    return failure();
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::addInt(x, y));
  return success();
}

/// subi: x - y; overflow as in addi.
static LogicalResult subI(SubIOp op, Frame &frame) {
  if (failed(checkOverflow(op, frame, elements::findSubOverflow)))
    return failure();
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::subInt(x, y));
  return success();
}

/// muli: x * y; overflow as in addi.
static LogicalResult mulI(MulIOp op, Frame &frame) {
  if (failed(checkOverflow(op, frame, elements::findMulOverflow)))
    return failure();
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::mulInt(x, y));
  return success();
}

/// mulhii: the high w bits of the unsigned product of 2w bits.
static LogicalResult mulhiI(MulhiIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getX()), &y = frame.tile(op.getY());
  frame.set(op.getResult(),
            elements::mulHighInt(x, y, numerics::Signedness::Unsigned));
  return success();
}

/// negi: -x; for the least signed number, a promise does not hold.
static LogicalResult negI(NegIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getSource());
  if (op.getOverflow() != IntegerOverflow::None)
    if (std::optional<int64_t> at = elements::findSignedMin(x))
      if (failed(frame.violates(
              &Checks::assume, op,
              "the least number is negated although overflow<" +
                  stringifyEnum(op.getOverflow()) + "> promises otherwise",
              *at, x.getShape())))
        return failure();
  frame.set(op.getResult(), elements::negInt(x));
  return success();
}

/// absi: |x| of the signed reading, to be read as unsigned.
static LogicalResult absI(AbsIOp op, Frame &frame) {
  frame.set(op.getResult(), elements::absInt(frame.tile(op.getSource())));
  return success();
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// A zero divisor is undefined.
template <typename Op> static LogicalResult checkDivisor(Op op, Frame &frame) {
  const Tile &y = frame.tile(op.getRhs());
  if (std::optional<int64_t> at = elements::findZero(y))
    return frame.violates(&Checks::assume, op, "integer division by zero", *at,
                          y.getShape());
  return success();
}

/// divi: the quotient, rounded as stated. A zero divisor and a signed quotient
/// that does not fit (the least number by -1) are undefined.
static LogicalResult divI(DivIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  numerics::Signedness reading = getReading(op.getSignedness());
  if (failed(checkDivisor(op, frame)))
    return failure();
  if (reading == numerics::Signedness::Signed)
    if (std::optional<int64_t> at = elements::findQuotientOverflow(x, y))
      if (failed(frame.violates(&Checks::assume, op,
                                "the least signed number is divided by -1", *at,
                                x.getShape())))
        return failure();
  frame.set(op.getResult(),
            elements::divInt(x, y, reading, getDivRounding(op.getRounding())));
  return success();
}

/// remi: the remainder of truncating division, with the sign of the dividend;
/// by -1 it is 0. A zero divisor is undefined.
static LogicalResult remI(RemIOp op, Frame &frame) {
  if (failed(checkDivisor(op, frame)))
    return failure();
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(),
            elements::remInt(x, y, getReading(op.getSignedness())));
  return success();
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

/// andi: the bits set in both operands.
static LogicalResult andI(AndIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::andBits(x, y));
  return success();
}

/// ori: the bits set in at least one operand.
static LogicalResult orI(OrIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::orBits(x, y));
  return success();
}

/// xori: the bits in which the operands differ.
static LogicalResult xorI(XOrIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::xorBits(x, y));
  return success();
}

/// shli: x * 2^y, y unsigned; overflow as in addi.
static LogicalResult shlI(ShLIOp op, Frame &frame) {
  if (failed(checkOverflow(op, frame, elements::findShiftLeftOverflow)))
    return failure();
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(), elements::shiftLeft(x, y));
  return success();
}

/// shri: x / 2^y rounded down, x read as stated, y unsigned.
static LogicalResult shrI(ShRIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(),
            elements::shiftRight(x, y, getReading(op.getSignedness())));
  return success();
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// maxi: the greater number, in the stated reading.
static LogicalResult maxI(MaxIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(),
            elements::maxInt(x, y, getReading(op.getSignedness())));
  return success();
}

/// mini: the lesser number, in the stated reading.
static LogicalResult minI(MinIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(),
            elements::minInt(x, y, getReading(op.getSignedness())));
  return success();
}

/// cmpi: the truth of the relation, in the stated reading.
static LogicalResult cmpI(CmpIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  frame.set(op.getResult(),
            elements::compareInts(getRelation(op.getComparisonPredicate()),
                                  getReading(op.getSignedness()), x, y));
  return success();
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

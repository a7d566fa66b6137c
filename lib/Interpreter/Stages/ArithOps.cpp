//===- ArithOps.cpp - The upstream operations of tileaa -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of `arith` and `ub` on tiles and scalars that tileaa allows.
// If MLIR makes their result poison, the interpreter treats that as undefined
// behaviour at once.
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Frame.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/UB/IR/UBOps.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using numerics::DivRounding;
using numerics::Signedness;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static LogicalResult constant(arith::ConstantOp op, Frame &frame) {
  frame.set(op.getResult(), frame.machine.program.literalOf(op));
  return success();
}

/// ub.poison: any value; for a token, one that nothing comes before.
static LogicalResult poison(ub::PoisonOp op, Frame &frame) {
  if (!elementTypeOf(op.getType())) {
    frame.set(op.getResult(), Token());
    return success();
  }
  Format format = elementFormatOf(op.getType());
  Tile tile(shapeOf(op.getResult()), format);
  for (int64_t i = 0; i < tile.size(); ++i)
    tile.set(i, frame.choices.unspecifiedBits(format));
  frame.set(op.getResult(), std::move(tile));
  return success();
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// The overflows that nsw and nuw rule out.
static numerics::Overflow forbiddenBy(arith::IntegerOverflowFlags flags) {
  auto has = [&](arith::IntegerOverflowFlags flag) {
    return arith::bitEnumContainsAll(flags, flag);
  };
  return {has(arith::IntegerOverflowFlags::nsw),
          has(arith::IntegerOverflowFlags::nuw)};
}

/// Fails if `find` finds an element that overflows although the flags of `op`
/// rule that out.
template <typename Op, typename Find>
static LogicalResult checkFlags(Op op, Frame &frame, const Tile &x, Find find) {
  arith::IntegerOverflowFlags flags = op.getOverflowFlags();
  if (flags == arith::IntegerOverflowFlags::none)
    return success();
  std::optional<int64_t> at = find(forbiddenBy(flags));
  if (!at)
    return success();
  return frame.violates(&Checks::assume, op,
                        "the result overflows although overflow<" +
                            arith::stringifyIntegerOverflowFlags(flags) +
                            "> promises otherwise",
                        *at, x.getShape());
}

/// A function of two tiles; `find` finds the first element that overflows.
template <typename Op, Tile (*apply)(const Tile &, const Tile &),
          std::optional<int64_t> (*find)(const Tile &, const Tile &,
                                         numerics::Overflow)>
static LogicalResult wrapping(Op op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  if (failed(checkFlags(op, frame, x, [&](numerics::Overflow forbidden) {
        return find(x, y, forbidden);
      })))
    return failure();
  frame.set(op.getResult(), apply(x, y));
  return success();
}

/// A function of two tiles that is defined everywhere.
template <typename Op, Tile (*apply)(const Tile &, const Tile &)>
static LogicalResult binary(Op op, Frame &frame) {
  frame.set(op.getResult(),
            apply(frame.tile(op.getLhs()), frame.tile(op.getRhs())));
  return success();
}

template <typename Op, Tile (*apply)(const Tile &, const Tile &, Signedness),
          Signedness signedness>
static LogicalResult binary(Op op, Frame &frame) {
  frame.set(op.getResult(), apply(frame.tile(op.getLhs()),
                                  frame.tile(op.getRhs()), signedness));
  return success();
}

/// Fails if a divisor is zero, or if a signed quotient does not fit the width.
template <typename Op>
static LogicalResult checkDivision(Op op, Frame &frame, Signedness signedness) {
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  if (std::optional<int64_t> at = elements::findZero(y))
    return frame.violates(&Checks::assume, op, "integer division by zero", *at,
                          y.getShape());
  if (signedness == Signedness::Unsigned)
    return success();
  if (std::optional<int64_t> at = elements::findQuotientOverflow(x, y))
    return frame.violates(&Checks::assume, op,
                          "the least signed number is divided by -1", *at,
                          x.getShape());
  return success();
}

template <typename Op, Signedness signedness, DivRounding rounding>
static LogicalResult divide(Op op, Frame &frame) {
  if (failed(checkDivision(op, frame, signedness)))
    return failure();
  frame.set(op.getResult(),
            elements::divInt(frame.tile(op.getLhs()), frame.tile(op.getRhs()),
                             signedness, rounding));
  return success();
}

template <typename Op, Signedness signedness>
static LogicalResult remainder(Op op, Frame &frame) {
  if (failed(checkDivision(op, frame, signedness)))
    return failure();
  frame.set(op.getResult(),
            elements::remInt(frame.tile(op.getLhs()), frame.tile(op.getRhs()),
                             signedness));
  return success();
}

/// The product in twice the width: its low and its high half.
template <typename Op, Signedness signedness>
static LogicalResult multiplyExtended(Op op, Frame &frame) {
  const Tile x = frame.tile(op.getLhs()), y = frame.tile(op.getRhs());
  frame.set(op.getLow(), elements::mulInt(x, y));
  frame.set(op.getHigh(), elements::mulHighInt(x, y, signedness));
  return success();
}

/// Fails unless shift amounts are below the width: others give poison.
template <typename Op> static LogicalResult checkAmount(Op op, Frame &frame) {
  const Tile &x = frame.tile(op.getLhs()), &amount = frame.tile(op.getRhs());
  for (int64_t i = 0; i < amount.size(); ++i)
    if (amount[i] >= x.width())
      return frame.violates(&Checks::assume, op,
                            "the amount of a shift is " + Twine(amount[i]) +
                                ", but must be less than the width, " +
                                Twine(x.width()),
                            i, amount.getShape());
  return success();
}

static LogicalResult shiftLeft(arith::ShLIOp op, Frame &frame) {
  if (failed(checkAmount(op, frame)))
    return failure();
  return wrapping<arith::ShLIOp, elements::shiftLeft,
                  elements::findShiftLeftOverflow>(op, frame);
}

template <typename Op, Signedness signedness>
static LogicalResult shiftRight(Op op, Frame &frame) {
  if (failed(checkAmount(op, frame)))
    return failure();
  return binary<Op, elements::shiftRight, signedness>(op, frame);
}

//===----------------------------------------------------------------------===//
// Comparison and selection
//===----------------------------------------------------------------------===//

static LogicalResult compareInts(arith::CmpIOp op, Frame &frame) {
  using Predicate = arith::CmpIPredicate;
  using elements::Relation;
  auto compare = [&](Relation relation, Signedness signedness) {
    frame.set(op.getResult(), elements::compareInts(relation, signedness,
                                                    frame.tile(op.getLhs()),
                                                    frame.tile(op.getRhs())));
    return success();
  };
  switch (op.getPredicate()) {
  case Predicate::eq:
    return compare(Relation::Equal, Signedness::Unsigned);
  case Predicate::ne:
    return compare(Relation::NotEqual, Signedness::Unsigned);
  case Predicate::slt:
    return compare(Relation::Less, Signedness::Signed);
  case Predicate::sle:
    return compare(Relation::LessOrEqual, Signedness::Signed);
  case Predicate::sgt:
    return compare(Relation::Greater, Signedness::Signed);
  case Predicate::sge:
    return compare(Relation::GreaterOrEqual, Signedness::Signed);
  case Predicate::ult:
    return compare(Relation::Less, Signedness::Unsigned);
  case Predicate::ule:
    return compare(Relation::LessOrEqual, Signedness::Unsigned);
  case Predicate::ugt:
    return compare(Relation::Greater, Signedness::Unsigned);
  case Predicate::uge:
    return compare(Relation::GreaterOrEqual, Signedness::Unsigned);
  }
  llvm_unreachable("unknown predicate");
}

static LogicalResult compareFloats(arith::CmpFOp op, Frame &frame) {
  using Predicate = arith::CmpFPredicate;
  using elements::Relation;
  const Tile &x = frame.tile(op.getLhs()), &y = frame.tile(op.getRhs());
  auto compare = [&](Relation relation, bool ifUnordered) {
    frame.set(op.getResult(),
              elements::compareFloats(relation, ifUnordered, x, y));
    return success();
  };
  // True if both operands are numbers.
  auto areOrdered = [&] {
    return elements::andBits(
        elements::compareFloats(Relation::Equal, false, x, x),
        elements::compareFloats(Relation::Equal, false, y, y));
  };
  Tile one = Tile::splat(x.getShape(), Format::I1, 1);
  switch (op.getPredicate()) {
  case Predicate::AlwaysFalse:
    frame.set(op.getResult(), Tile::splat(x.getShape(), Format::I1, 0));
    return success();
  case Predicate::AlwaysTrue:
    frame.set(op.getResult(), std::move(one));
    return success();
  case Predicate::ORD:
    frame.set(op.getResult(), areOrdered());
    return success();
  case Predicate::UNO:
    frame.set(op.getResult(), elements::xorBits(areOrdered(), one));
    return success();
  case Predicate::OEQ:
    return compare(Relation::Equal, false);
  case Predicate::OGT:
    return compare(Relation::Greater, false);
  case Predicate::OGE:
    return compare(Relation::GreaterOrEqual, false);
  case Predicate::OLT:
    return compare(Relation::Less, false);
  case Predicate::OLE:
    return compare(Relation::LessOrEqual, false);
  case Predicate::ONE:
    return compare(Relation::NotEqual, false);
  case Predicate::UEQ:
    return compare(Relation::Equal, true);
  case Predicate::UGT:
    return compare(Relation::Greater, true);
  case Predicate::UGE:
    return compare(Relation::GreaterOrEqual, true);
  case Predicate::ULT:
    return compare(Relation::Less, true);
  case Predicate::ULE:
    return compare(Relation::LessOrEqual, true);
  case Predicate::UNE:
    return compare(Relation::NotEqual, true);
  }
  llvm_unreachable("unknown predicate");
}

/// Canonicalisation makes it of an `scf.if` that only yields, so that it may
/// choose between tokens, too.
static LogicalResult selectOp(arith::SelectOp op, Frame &frame) {
  const Tile &condition = frame.tile(op.getCondition());
  const interp::Value &x = frame.get(op.getTrueValue());
  const interp::Value &y = frame.get(op.getFalseValue());
  if (std::holds_alternative<Tile>(x))
    frame.set(op.getResult(), elements::select(condition, std::get<Tile>(x),
                                               std::get<Tile>(y)));
  else
    frame.set(op.getResult(), interp::Value(condition[0] ? x : y));
  return success();
}

//===----------------------------------------------------------------------===//
// Floats and conversions
//===----------------------------------------------------------------------===//

static LogicalResult negate(arith::NegFOp op, Frame &frame) {
  frame.set(op.getResult(), elements::neg(frame.tile(op.getOperand())));
  return success();
}

template <typename Op, Signedness signedness>
static LogicalResult extend(Op op, Frame &frame) {
  frame.set(op.getOut(),
            elements::extendInt(frame.tile(op.getIn()),
                                elementFormatOf(op.getType()), signedness));
  return success();
}

static LogicalResult truncateInt(arith::TruncIOp op, Frame &frame) {
  const Tile &x = frame.tile(op.getIn());
  Format to = elementFormatOf(op.getType());
  if (failed(checkFlags(op, frame, x, [&](numerics::Overflow forbidden) {
        return elements::findTruncOverflow(x, to, forbidden);
      })))
    return failure();
  frame.set(op.getOut(), elements::truncateInt(x, to));
  return success();
}

/// Rounds once to nearest even; wider formats hold every number.
template <typename Op> static LogicalResult convertFloat(Op op, Frame &frame) {
  frame.set(op.getOut(),
            elements::convertFloat(frame.tile(op.getIn()),
                                   elementFormatOf(op.getType()),
                                   numerics::Rounding::NearestEven));
  return success();
}

template <typename Op, Signedness signedness>
static LogicalResult intToFloat(Op op, Frame &frame) {
  frame.set(op.getOut(),
            elements::intToFloat(frame.tile(op.getIn()),
                                 elementFormatOf(op.getType()), signedness));
  return success();
}

/// Truncates; a number whose integer part does not fit the result's type gives
/// poison.
template <typename Op, Signedness signedness>
static LogicalResult floatToInt(Op op, Frame &frame) {
  const Tile &x = frame.tile(op.getIn());
  Format to = elementFormatOf(op.getType());
  if (std::optional<int64_t> at = elements::findNoInteger(x, to, signedness)) {
    SmallString<16> value;
    numerics::decode(x.getFormat(), x[*at]).toString(value);
    if (failed(frame.violates(
            &Checks::assume, op,
            Twine(value) + " has no value in " +
                (signedness == Signedness::Signed ? "signed " : "unsigned ") +
                numerics::name(to),
            *at, x.getShape())))
      return failure();
  }
  frame.set(op.getOut(), elements::floatToInt(x, to, signedness));
  return success();
}

static LogicalResult bitcast(arith::BitcastOp op, Frame &frame) {
  frame.set(
      op.getOut(),
      frame.tile(op.getIn()).reinterpreted(elementFormatOf(op.getType())));
  return success();
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void addArithIntegers(OpTable &table) {
  using namespace mlir::arith;
  constexpr auto s = Signedness::Signed;
  constexpr auto u = Signedness::Unsigned;
  constexpr Kind kind = Kind::Elementwise;
  table.add<wrapping<AddIOp, elements::addInt, elements::findAddOverflow>>(
      kind);
  table.add<wrapping<SubIOp, elements::subInt, elements::findSubOverflow>>(
      kind);
  table.add<wrapping<MulIOp, elements::mulInt, elements::findMulOverflow>>(
      kind);
  table.add<binary<AndIOp, elements::andBits>>(kind);
  table.add<binary<OrIOp, elements::orBits>>(kind);
  table.add<binary<XOrIOp, elements::xorBits>>(kind);
  table.add<binary<MaxSIOp, elements::maxInt, s>>(kind);
  table.add<binary<MaxUIOp, elements::maxInt, u>>(kind);
  table.add<binary<MinSIOp, elements::minInt, s>>(kind);
  table.add<binary<MinUIOp, elements::minInt, u>>(kind);
  table.add<divide<CeilDivSIOp, s, DivRounding::PositiveInf>>(kind);
  table.add<divide<CeilDivUIOp, u, DivRounding::PositiveInf>>(kind);
  table.add<divide<DivSIOp, s, DivRounding::Zero>>(kind);
  table.add<divide<DivUIOp, u, DivRounding::Zero>>(kind);
  table.add<divide<FloorDivSIOp, s, DivRounding::NegativeInf>>(kind);
  table.add<multiplyExtended<MulSIExtendedOp, s>>(kind);
  table.add<multiplyExtended<MulUIExtendedOp, u>>(kind);
  table.add<remainder<RemSIOp, s>>(kind);
  table.add<remainder<RemUIOp, u>>(kind);
  table.add<shiftLeft>(kind);
  table.add<shiftRight<ShRSIOp, s>>(kind);
  table.add<shiftRight<ShRUIOp, u>>(kind);
}

static void addArithConversions(OpTable &table) {
  using namespace mlir::arith;
  constexpr auto s = Signedness::Signed;
  constexpr auto u = Signedness::Unsigned;
  constexpr Kind kind = Kind::Elementwise;
  table.add<bitcast>(kind);
  table.add<convertFloat<ExtFOp>>(kind);
  table.add<convertFloat<TruncFOp>>(kind);
  table.add<extend<ExtSIOp, s>>(kind);
  table.add<extend<ExtUIOp, u>>(kind);
  table.add<floatToInt<FPToSIOp, s>>(kind);
  table.add<floatToInt<FPToUIOp, u>>(kind);
  table.add<intToFloat<SIToFPOp, s>>(kind);
  table.add<intToFloat<UIToFPOp, u>>(kind);
  table.add<truncateInt>(kind);
}

void interp::addArithOps(OpTable &table) {
  addArithIntegers(table);
  addArithConversions(table);
  table.add<compareFloats>(Kind::Elementwise);
  table.add<compareInts>(Kind::Elementwise);
  table.add<constant>(Kind::Elementwise);
  table.add<negate>(Kind::Elementwise);
  table.add<poison>();
  table.add<selectOp>(Kind::Elementwise);
}

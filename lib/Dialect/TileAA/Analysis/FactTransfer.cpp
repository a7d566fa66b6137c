//===- FactTransfer.cpp - Transfer functions of facts ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each op, or family of ops. MLIR's InferIntRangeInterface
// supplies ranges; this file adds the progressions. The result of any
// elementwise op is constant within groups in which all of its operands are.
//
//===----------------------------------------------------------------------===//

#include "ShapeFacts.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

using Operands = ArrayRef<ValueFacts>;

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

/// Sets the progressions of an op on two progressions. `combine` computes the
/// step from those of lhs and rhs.
static void
inferMoving(ValueFacts &result, Operands operands,
            function_ref<uint64_t(uint64_t, uint64_t)> combine,
            function_ref<unsigned(unsigned, unsigned)> combineZeros) {
  const ValueFacts &lhs = operands[0], &rhs = operands[1];
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    int64_t group =
        std::min(lhs.getDims()[dim].group, rhs.getDims()[dim].group);
    result.setDim(
        dim, group, combine(lhs.getDims()[dim].step, rhs.getDims()[dim].step),
        combineZeros(lhs.getZerosAt(dim, group), rhs.getZerosAt(dim, group)));
  }
  result.setZeros(combineZeros(lhs.getZeros(), rhs.getZeros()));
}

/// The trailing zeros of a sum or difference. (The operand with fewer decides;
/// equal numbers may cancel to more, but that is not used.)
static unsigned sumZeros(unsigned lhs, unsigned rhs) {
  return std::min(lhs, rhs);
}

static void inferSum(ValueFacts &result, Operands operands) {
  inferMoving(result, operands, std::plus<uint64_t>(), sumZeros);
}

static void inferDifference(ValueFacts &result, Operands operands) {
  inferMoving(result, operands, std::minus<uint64_t>(), sumZeros);
}

static unsigned productZeros(unsigned lhs, unsigned rhs) { return lhs + rhs; }

/// A progression times a constant, or a product of constants.
static void inferProduct(ValueFacts &result, Operands operands) {
  for (auto [factor, other] : {std::pair(operands[1], operands[0]),
                               std::pair(operands[0], operands[1])}) {
    std::optional<APInt> constant = factor.getConstant();
    if (!constant)
      continue;
    for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
      const DimFacts &facts = other.getDims()[dim];
      result.setDim(dim, facts.group, facts.step * constant->getZExtValue(),
                    facts.zeros + factor.getZeros());
    }
    return result.setZeros(other.getZeros() + factor.getZeros());
  }
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    int64_t group =
        std::min(operands[0].getConstancy(dim), operands[1].getConstancy(dim));
    result.setDim(dim, group, 0,
                  productZeros(operands[0].getZerosAt(dim, group),
                               operands[1].getZerosAt(dim, group)));
  }
  result.setZeros(productZeros(operands[0].getZeros(), operands[1].getZeros()));
}

//===----------------------------------------------------------------------===//
// Shifts, divisions, remainders, masks
//===----------------------------------------------------------------------===//

/// The exponent, if every element of `facts` is the same power of two.
static std::optional<unsigned> getExactLog2(const ValueFacts &facts) {
  std::optional<APInt> constant = facts.getConstant();
  if (!constant || !constant->isPowerOf2())
    return std::nullopt;
  return constant->logBase2();
}

/// Number of elements of the largest group of `facts` along `dim` that lies
/// between two neighbouring multiples of 2^log2: it starts at a multiple of 2^k
/// with 2^k at least its length and at most 2^log2.
static int64_t getAlignedGroup(const ValueFacts &facts, unsigned dim,
                               unsigned log2) {
  uint64_t step = facts.getDims()[dim].step;
  int64_t group = facts.getDims()[dim].group;
  if (step == 0)
    return group;
  auto fits = [&](int64_t group) {
    unsigned k = std::min(facts.getZerosAt(dim, group), log2);
    APInt length = APInt(128, step) * APInt(128, uint64_t(group));
    return length.ule(APInt::getOneBitSet(128, k));
  };
  while (group > 1 && !fits(group))
    group /= 2;
  return group;
}

/// A quotient by 2^log2, rounded down. It is constant within groups between two
/// multiples of the divisor; if all elements are multiples, it is a
/// progression.
static void inferQuotient(ValueFacts &result, const ValueFacts &dividend,
                          unsigned log2, bool isSigned) {
  auto divide = [&](unsigned zeros) {
    if (zeros == dividend.getWidth())
      return zeros;
    return zeros > log2 ? zeros - log2 : 0;
  };
  unsigned width = dividend.getWidth();
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    const DimFacts &facts = dividend.getDims()[dim];
    int64_t group = getAlignedGroup(dividend, dim, log2);
    int64_t step = llvm::SignExtend64(facts.step, width);
    int64_t exact = dividend.getExactGroup(dim, isSigned);
    bool isMultiple = facts.zeros >= log2 && step % (int64_t(1) << log2) == 0;
    if (isMultiple && exact >= group)
      result.setDim(dim, exact, uint64_t(step >> log2),
                    divide(dividend.getZerosAt(dim, exact)));
    else
      result.setDim(dim, group, 0, divide(dividend.getZerosAt(dim, group)));
  }
  result.setZeros(divide(dividend.getZeros()));
}

/// A remainder by 2^log2 of a non-negative number, or the low bits of any
/// number: a progression continues between two multiples of the divisor.
static void inferLowBits(ValueFacts &result, const ValueFacts &dividend,
                         unsigned log2) {
  auto reduce = [&](unsigned zeros) {
    return zeros >= log2 ? result.getWidth() : zeros;
  };
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    int64_t group = getAlignedGroup(dividend, dim, log2);
    result.setDim(dim, group, dividend.getDims()[dim].step,
                  reduce(dividend.getZerosAt(dim, group)));
  }
  result.setZeros(reduce(dividend.getZeros()));
}

/// Clears the `log2` low bits: elements between two multiples become the lower
/// one.
static void inferHighBits(ValueFacts &result, const ValueFacts &operand,
                          unsigned log2) {
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    const DimFacts &facts = operand.getDims()[dim];
    bool isMultiple =
        facts.zeros >= log2 &&
        (facts.step == 0 || llvm::countr_zero(facts.step) >= int(log2));
    if (isMultiple)
      result.setDim(dim, facts.group, facts.step, facts.zeros);
    else
      result.setDim(dim, getAlignedGroup(operand, dim, log2), 0, log2);
  }
  result.setZeros(std::max(operand.getZeros(), log2));
}

/// A bit of the result is 0 if it is 0 in either operand.
static void inferAnd(ValueFacts &result, Operands operands) {
  for (auto [mask, other] : {std::pair(operands[1], operands[0]),
                             std::pair(operands[0], operands[1])}) {
    std::optional<APInt> constant = mask.getConstant();
    if (!constant)
      continue;
    if (constant->isMask())
      return inferLowBits(result, other, constant->countr_one());
    if (constant->isNegatedPowerOf2())
      return inferHighBits(result, other, constant->countr_zero());
  }
  result.setZeros(std::max(operands[0].getZeros(), operands[1].getZeros()));
}

/// A bitwise or is a sum if no bit is set in both operands, as in `pid * 128 |
/// iota`.
static void inferOr(ValueFacts &result, Operands operands) {
  for (auto [high, low] : {std::pair(operands[0], operands[1]),
                           std::pair(operands[1], operands[0])})
    if (low.getRange().umax().getActiveBits() <= high.getZeros())
      return inferSum(result, operands);
  result.setZeros(std::min(operands[0].getZeros(), operands[1].getZeros()));
}

static void inferShiftLeft(ValueFacts &result, Operands operands) {
  std::optional<APInt> amount = operands[1].getConstant();
  if (!amount) {
    // Amounts of at least the width give 0, which has trailing zeros only.
    uint64_t least = operands[1].getRange().umin().getLimitedValue(64);
    return result.setZeros(operands[0].getZeros() + unsigned(least));
  }
  unsigned width = result.getWidth();
  unsigned bits = unsigned(amount->getLimitedValue(width));
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    const DimFacts &facts = operands[0].getDims()[dim];
    uint64_t step = bits >= 64 ? 0 : facts.step << bits;
    result.setDim(dim, facts.group, step, facts.zeros + bits);
  }
  result.setZeros(operands[0].getZeros() + bits);
}

static void inferShiftRight(ValueFacts &result, Operands operands,
                            bool isSigned) {
  std::optional<APInt> amount = operands[1].getConstant();
  if (amount && amount->ult(std::min(result.getWidth(), 63u)))
    inferQuotient(result, operands[0], unsigned(amount->getZExtValue()),
                  isSigned);
}

/// Division that rounds down, or division of non-negative numbers.
static void inferDivision(ValueFacts &result, Operands operands,
                          bool isSigned) {
  std::optional<unsigned> log2 = getExactLog2(operands[1]);
  // The smallest signed number is the negative of a power of two.
  unsigned limit = std::min(result.getWidth() - (isSigned ? 1 : 0), 63u);
  if (log2 && *log2 < limit)
    inferQuotient(result, operands[0], *log2, isSigned);
}

static void inferTruncatingDivision(ValueFacts &result, Operands operands) {
  if (operands[0].getRange().smin().isNonNegative())
    inferDivision(result, operands, /*isSigned=*/true);
}

/// A divisor of both operands divides the remainder.
static void inferRemainder(ValueFacts &result, Operands operands,
                           bool isSigned) {
  bool isNatural =
      !isSigned || (operands[0].getRange().smin().isNonNegative() &&
                    operands[1].getRange().smin().isNonNegative());
  std::optional<unsigned> log2 = getExactLog2(operands[1]);
  if (log2 && isNatural)
    return inferLowBits(result, operands[0], *log2);
  result.setZeros(std::min(operands[0].getZeros(), operands[1].getZeros()));
}

//===----------------------------------------------------------------------===//
// Selection and comparison
//===----------------------------------------------------------------------===//

/// If one operand never exceeds the other, min and max are copies of one.
static void inferExtreme(ValueFacts &result, Operands operands, bool isMax,
                         bool isSigned) {
  auto neverLess = [&](const ValueFacts &a, const ValueFacts &b) {
    return isSigned ? a.getRange().smin().sge(b.getRange().smax())
                    : a.getRange().umin().uge(b.getRange().umax());
  };
  if (neverLess(operands[0], operands[1]))
    result = operands[isMax ? 0 : 1];
  else if (neverLess(operands[1], operands[0]))
    result = operands[isMax ? 1 : 0];
  else
    result.setZeros(std::min(operands[0].getZeros(), operands[1].getZeros()));
}

/// The result is one of the operands, and the same one within a group in which
/// the condition is constant.
static void inferSelect(ValueFacts &result, Operands operands) {
  const ValueFacts &condition = operands[0];
  const ValueFacts &lhs = operands[1], &rhs = operands[2];
  if (std::optional<APInt> constant = condition.getConstant()) {
    result = constant->isZero() ? rhs : lhs;
    return;
  }
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    const DimFacts &l = lhs.getDims()[dim], &r = rhs.getDims()[dim];
    // A scalar condition holds for all elements.
    int64_t group = std::min(l.group, r.group);
    if (!condition.getDims().empty())
      group = std::min(group, condition.getConstancy(dim));
    if (l.step != r.step)
      group = 1;
    result.setDim(
        dim, group, l.step,
        std::min(lhs.getZerosAt(dim, group), rhs.getZerosAt(dim, group)));
  }
  result.setZeros(std::min(lhs.getZeros(), rhs.getZeros()));
}

/// `x < n` and `x >= n` are constant within a group of x that lies between two
/// multiples of a power of two that divides n. For example, a mask that cuts a
/// tile at a multiple of 16 is constant in groups of 16.
static void inferComparison(ValueFacts &result, Operands operands,
                            arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  const ValueFacts *moving, *limit;
  switch (predicate) {
  case P::slt:
  case P::sge:
  case P::ult:
  case P::uge:
    moving = &operands[0], limit = &operands[1];
    break;
  case P::sgt:
  case P::sle:
  case P::ugt:
  case P::ule:
    moving = &operands[1], limit = &operands[0];
    break;
  default:
    return;
  }
  // A group that starts at 0 may extend up to the sign bit, where signed values
  // wrap.
  unsigned width = moving->getWidth();
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    int64_t constancy = limit->getConstancy(dim);
    unsigned zeros = std::min(limit->getZerosAt(dim, constancy), width - 1);
    int64_t group = std::min(constancy, getAlignedGroup(*moving, dim, zeros));
    result.setDim(dim, std::max(group, result.getConstancy(dim)), 0, 0);
  }
}

//===----------------------------------------------------------------------===//
// Width
//===----------------------------------------------------------------------===//

/// Extends the groups that do not wrap.
static void inferExtension(ValueFacts &result, const ValueFacts &operand,
                           bool isSigned) {
  unsigned width = operand.getWidth();
  auto extend = [&](unsigned zeros) {
    return zeros == width ? result.getWidth() : zeros;
  };
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    int64_t group = operand.getExactGroup(dim, isSigned);
    result.setDim(dim, group,
                  llvm::SignExtend64(operand.getDims()[dim].step, width),
                  extend(operand.getZerosAt(dim, group)));
  }
  result.setZeros(extend(operand.getZeros()));
}

/// A copy of the bits, or of the low ones.
static void inferCopy(ValueFacts &result, const ValueFacts &operand) {
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    const DimFacts &facts = operand.getDims()[dim];
    result.setDim(dim, facts.group, facts.step, facts.zeros);
  }
  result.setZeros(operand.getZeros());
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// True if MLIR infers a wrong range: it treats the smallest signed number as
/// positive when it negates the dividend of a division that rounds up.
static bool isMisjudged(Operation *op, Operands operands) {
  return isa<arith::CeilDivSIOp>(op) &&
         operands[0].getRange().smin().isMinSignedValue();
}

/// The range that MLIR infers, if the op supports that.
static void inferRange(OpResult value, Operands operands, ValueFacts &result) {
  auto op = dyn_cast<InferIntRangeInterface>(value.getOwner());
  if (!op || isMisjudged(op, operands) ||
      !getElementTypeOrSelf(value.getType()).isInteger())
    return;
  for (Value operand : op->getOperands())
    if (!getElementTypeOrSelf(operand.getType()).isInteger())
      return;
  SmallVector<ConstantIntRanges> ranges;
  for (const ValueFacts &operand : operands)
    ranges.push_back(operand.getRange());
  op.inferResultRanges(ranges, [&](Value v, const ConstantIntRanges &range) {
    if (v == value && range.smin().getBitWidth() == result.getWidth())
      result.setRange(range);
  });
}

/// A result is constant within groups in which all operands are.
static void inferElementwise(ValueFacts &result, Operands operands) {
  for (unsigned dim = 0; dim < result.getDims().size(); ++dim) {
    int64_t group = result.getDims()[dim].extent;
    for (const ValueFacts &operand : operands)
      if (!operand.getDims().empty())
        group = std::min(group, operand.getConstancy(dim));
    result.setDim(dim, group, 0, 0);
  }
}

static bool isElementwise(Operation *op) {
  return op->getNumOperands() != 0 &&
         (op->hasTrait<OpTrait::Elementwise>() || isa<arith::SelectOp>(op));
}

/// Sets the progressions of a result of an arithmetic op.
static void inferArithmetic(OpResult value, Operands operands,
                            ValueFacts &result) {
  Operation *owner = value.getOwner();
  const bool isSigned = true;
  llvm::TypeSwitch<Operation *>(owner)
      .Case<arith::AddIOp, PtrAddOp>([&](auto) { inferSum(result, operands); })
      .Case([&](arith::SubIOp) { inferDifference(result, operands); })
      .Case([&](arith::MulIOp) { inferProduct(result, operands); })
      .Case([&](arith::AndIOp) { inferAnd(result, operands); })
      .Case<arith::OrIOp, arith::XOrIOp>(
          [&](auto) { inferOr(result, operands); })
      .Case([&](arith::ShLIOp) { inferShiftLeft(result, operands); })
      .Case(
          [&](arith::ShRUIOp) { inferShiftRight(result, operands, !isSigned); })
      .Case(
          [&](arith::ShRSIOp) { inferShiftRight(result, operands, isSigned); })
      .Case([&](arith::DivUIOp) { inferDivision(result, operands, !isSigned); })
      .Case([&](arith::FloorDivSIOp) {
        inferDivision(result, operands, isSigned);
      })
      .Case([&](arith::DivSIOp) { inferTruncatingDivision(result, operands); })
      .Case(
          [&](arith::RemUIOp) { inferRemainder(result, operands, !isSigned); })
      .Case([&](arith::RemSIOp) { inferRemainder(result, operands, isSigned); })
      .Case([&](arith::MaxSIOp) {
        inferExtreme(result, operands, /*isMax=*/true, isSigned);
      })
      .Case([&](arith::MinSIOp) {
        inferExtreme(result, operands, /*isMax=*/false, isSigned);
      })
      .Case([&](arith::MaxUIOp) {
        inferExtreme(result, operands, /*isMax=*/true, !isSigned);
      })
      .Case([&](arith::MinUIOp) {
        inferExtreme(result, operands, /*isMax=*/false, !isSigned);
      })
      .Case([&](arith::SelectOp) { inferSelect(result, operands); })
      .Case([&](arith::CmpIOp op) {
        inferComparison(result, operands, op.getPredicate());
      })
      .Case([&](arith::ExtSIOp) {
        inferExtension(result, operands[0], isSigned);
      })
      .Case([&](arith::ExtUIOp) {
        inferExtension(result, operands[0], !isSigned);
      })
      .Case<arith::TruncIOp>([&](auto) { inferCopy(result, operands[0]); });
}

ValueFacts tileaa::inferFacts(OpResult value, ArrayRef<ValueFacts> operands) {
  Operation *op = value.getOwner();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return ValueFacts::of(constant.getValue());
  if (auto assume = dyn_cast<AssumeOp>(op))
    return operands[0].meet(getPromise(assume));
  if (isa<PtrToIntOp, IntToPtrOp>(op))
    return operands[0];
  if (std::optional<ValueFacts> moved = inferShape(value, operands))
    return *moved;
  ValueFacts result = ValueFacts::unknown(value.getType());
  if (!isElementwise(op))
    return result;
  inferElementwise(result, operands);
  inferArithmetic(value, operands, result);
  inferRange(value, operands, result);
  result.normalize();
  return result;
}

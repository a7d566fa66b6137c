//===- LinearForms.cpp - Addresses as sums --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearForms.h"
#include "tessera/Dialect/TileAA/IR/Access.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

std::optional<Bounds> Bounds::get(int64_t low, int64_t high) {
  if (low < -kMax || high > kMax || low > high)
    return std::nullopt;
  return Bounds{low, high};
}

std::optional<Bounds> Bounds::plus(const Bounds &other) const {
  return get(low + other.low, high + other.high);
}

std::optional<Bounds> Bounds::minus(const Bounds &other) const {
  return get(low - other.high, high - other.low);
}

std::optional<Bounds> Bounds::times(int64_t factor) const {
  int64_t first, last;
  if (llvm::MulOverflow(low, factor, first) ||
      llvm::MulOverflow(high, factor, last))
    return std::nullopt;
  return get(std::min(first, last), std::max(first, last));
}

std::optional<LinearForm> LinearForm::plus(const LinearForm &other,
                                           int64_t factor) const {
  // Limits the terms, so that a sum is compared in constant time.
  constexpr size_t kMaxTerms = 8;
  std::optional<Bounds> scaled = other.rest.times(factor);
  std::optional<Bounds> bounds = scaled ? rest.plus(*scaled) : std::nullopt;
  if (!bounds)
    return std::nullopt;
  LinearForm sum{terms, *bounds};
  for (const Term &term : other.terms) {
    auto product = int64_t(uint64_t(term.factor) * uint64_t(factor));
    auto *it = llvm::find_if(
        sum.terms, [&](const Term &t) { return t.symbol == term.symbol; });
    if (it == sum.terms.end())
      sum.terms.push_back({term.symbol, product});
    else
      it->factor = int64_t(uint64_t(it->factor) + uint64_t(product));
  }
  llvm::erase_if(sum.terms, [](const Term &term) { return term.factor == 0; });
  if (sum.terms.size() > kMaxTerms)
    return std::nullopt;
  return sum;
}

//===----------------------------------------------------------------------===//
// Leaves
//===----------------------------------------------------------------------===//

static std::optional<Bounds> getBoundsOf(const ConstantIntRanges &range,
                                         bool isSigned) {
  if (range.smin().getBitWidth() == 0)
    return std::nullopt;
  if (isSigned)
    return Bounds::get(range.smin().getSExtValue(),
                       range.smax().getSExtValue());
  if (range.umax().ugt(uint64_t(Bounds::kMax)))
    return std::nullopt;
  return Bounds::get(int64_t(range.umin().getZExtValue()),
                     int64_t(range.umax().getZExtValue()));
}

std::optional<Bounds> LinearForms::getBounds(const Symbol &symbol) const {
  return getBoundsOf(facts.getFacts(symbol.value).getRange(), symbol.isSigned);
}

/// Distance of the elements of a tile from the first one, if it is a
/// progression along every dimension.
static std::optional<Bounds> getSpread(const ValueFacts &facts, bool isSigned) {
  Bounds spread;
  for (auto [index, dim] : llvm::enumerate(facts.getDims())) {
    bool isExact = facts.getWidth() == 64 ||
                   facts.getExactGroup(index, isSigned) == dim.extent;
    if (dim.group != dim.extent || !isExact)
      return std::nullopt;
    int64_t step = llvm::SignExtend64(dim.step, facts.getWidth());
    int64_t length;
    if (llvm::MulOverflow(step, dim.extent - 1, length))
      return std::nullopt;
    auto along =
        Bounds::get(std::min<int64_t>(length, 0), std::max<int64_t>(length, 0));
    std::optional<Bounds> sum = along ? spread.plus(*along) : std::nullopt;
    if (!sum)
      return std::nullopt;
    spread = *sum;
  }
  return spread;
}

std::optional<LinearForm> LinearForms::makeLeaf(Value value,
                                                bool isSigned) const {
  ValueFacts known = facts.getFacts(value);
  std::optional<Bounds> range = getBoundsOf(known.getRange(), isSigned);
  std::optional<Bounds> spread = getSpread(known, isSigned);
  // If the range is no longer than the progression, the progression begins at a
  // constant.
  if (range &&
      (!spread || range->high - range->low <= spread->high - spread->low))
    return LinearForm{{}, *range};
  if (!spread)
    return std::nullopt;
  return LinearForm{{{Symbol{value, isSigned}, 1}}, *spread};
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

static unsigned getWidth(Value value) {
  Type type = getElementTypeOrSelf(value.getType());
  return type.isIntOrFloat() ? type.getIntOrFloatBitWidth() : 64;
}

bool LinearForms::isExact(Operation *op, bool isSigned) const {
  // Modulo 2^64 every computation is exact.
  if (getWidth(op->getResult(0)) == 64)
    return true;
  if (auto flags = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(op))
    if (isSigned ? flags.hasNoSignedWrap() : flags.hasNoUnsignedWrap())
      return true;
  auto lhs =
      getBoundsOf(facts.getFacts(op->getOperand(0)).getRange(), isSigned);
  auto rhs =
      getBoundsOf(facts.getFacts(op->getOperand(1)).getRange(), isSigned);
  if (!lhs || !rhs)
    return false;
  std::optional<Bounds> exact;
  if (isa<arith::AddIOp>(op))
    exact = lhs->plus(*rhs);
  else if (isa<arith::SubIOp>(op))
    exact = lhs->minus(*rhs);
  else if (rhs->low == rhs->high)
    exact = lhs->times(rhs->low);
  else if (lhs->low == lhs->high)
    exact = rhs->times(lhs->low);
  if (!exact)
    return false;
  unsigned width = getWidth(op->getResult(0));
  return isSigned ? llvm::isIntN(width, exact->low) &&
                        llvm::isIntN(width, exact->high)
                  : exact->low >= 0 && llvm::isUIntN(width, exact->high);
}

std::optional<LinearForm> LinearForms::combine(Value lhs, Value rhs,
                                               int64_t factor, bool isSigned) {
  // Copies, since the map may grow.
  std::optional<LinearForm> left = get(lhs, isSigned);
  std::optional<LinearForm> right = get(rhs, isSigned);
  if (!left || !right)
    return std::nullopt;
  return left->plus(*right, factor);
}

std::optional<LinearForm> LinearForms::multiply(Operation *op, bool isSigned) {
  for (auto [factor, other] : {std::pair(op->getOperand(1), op->getOperand(0)),
                               std::pair(op->getOperand(0), op->getOperand(1))})
    if (std::optional<APInt> constant = facts.getFacts(factor).getConstant()) {
      std::optional<LinearForm> form = get(other, isSigned);
      int64_t number = isSigned ? constant->getSExtValue()
                                : int64_t(constant->getZExtValue());
      return form ? LinearForm().plus(*form, number) : std::nullopt;
    }
  return std::nullopt;
}

std::optional<LinearForm> LinearForms::findSum(Value value, bool isSigned) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (auto sum = dyn_cast<PtrAddOp>(op))
    return combine(sum.getBase(), sum.getOffset(), 1, isSigned);
  // Each element is one of the operand. A promised number remains a symbol of
  // its own, about which more is known.
  bool isPromisedPointer =
      isa<AssumeOp>(op) && isa<PtrType>(getElementTypeOrSelf(value.getType()));
  if (isPromisedPointer || isa<SplatOp, UnsplatOp, MoveOpInterface>(op))
    return get(op->getOperand(0), isSigned);
  if (Value wide = getWidePosition(value); wide != value)
    return get(wide, isSigned);
  if (auto extension = dyn_cast<arith::ExtUIOp>(op))
    return get(extension.getIn(), /*isSigned=*/false);
  if (auto extension = dyn_cast<arith::ExtSIOp>(op))
    return isSigned || getWidth(value) == 64
               ? get(extension.getIn(), /*isSigned=*/true)
               : std::nullopt;
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(op) ||
      !isExact(op, isSigned))
    return std::nullopt;
  if (isa<arith::MulIOp>(op))
    return multiply(op, isSigned);
  return combine(op->getOperand(0), op->getOperand(1),
                 isa<arith::AddIOp>(op) ? 1 : -1, isSigned);
}

std::optional<LinearForm> LinearForms::find(Value value, bool isSigned) {
  // Long chains are cut; the value at the cut counts as a symbol.
  constexpr unsigned kMaxDepth = 64;
  if (depth < kMaxDepth) {
    ++depth;
    std::optional<LinearForm> sum = findSum(value, isSigned);
    --depth;
    if (sum)
      return sum;
  }
  return makeLeaf(value, isSigned);
}

const std::optional<LinearForm> &LinearForms::get(Value value, bool isSigned) {
  // Signedness does not matter for 64 bits, nor for non-negative values.
  if (getWidth(value) == 64 ||
      facts.getFacts(value).getRange().smin().isNonNegative())
    isSigned = true;
  std::pair<Value, unsigned> key(value, isSigned);
  if (auto it = forms.find(key); it != forms.end())
    return it->second;
  std::optional<LinearForm> form = find(value, isSigned);
  return forms.try_emplace(key, std::move(form)).first->second;
}

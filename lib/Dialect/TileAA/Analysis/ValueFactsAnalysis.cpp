//===- ValueFactsAnalysis.cpp - Facts of every value of a kernel ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "StructuredFlow.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// Sets bounds of the width of the type; bounds outside of it are dropped.
static void setPromisedRange(AssumeOp op, ValueFacts &facts) {
  unsigned width = facts.getWidth();
  APInt lower = APInt::getSignedMinValue(width);
  APInt upper = APInt::getSignedMaxValue(width);
  if (auto bound = op.getLower(); bound && llvm::isIntN(width, *bound))
    lower = APInt(width, *bound, /*isSigned=*/true);
  if (auto bound = op.getUpper(); bound && llvm::isIntN(width, *bound))
    upper = APInt(width, *bound, /*isSigned=*/true);
  if (lower.sle(upper))
    facts.setRange(ConstantIntRanges::fromSigned(lower, upper));
}

ValueFacts tileaa::getPromise(AssumeOp op) {
  ValueFacts facts = ValueFacts::unknown(op.getType());
  if (facts.getRange().umin().getBitWidth() != 0)
    setPromisedRange(op, facts);
  if (std::optional<ArrayRef<int64_t>> boxes = op.getSameElements())
    for (auto [dim, size] : llvm::enumerate(*boxes))
      facts.setDim(dim, size, 0, 0);
  if (std::optional<uint64_t> divisor = op.getDivBy()) {
    unsigned zeros = llvm::countr_zero(*divisor);
    std::optional<uint64_t> every = op.getEvery();
    if (!every || *every == 1) {
      facts.setZeros(zeros);
    } else if (*every > 1) {
      facts.setDim(op.getAlong().value_or(0), int64_t(*every),
                   op.getStep().value_or(1), zeros);
    }
  }
  facts.normalize();
  return facts;
}

//===----------------------------------------------------------------------===//
// Solver
//===----------------------------------------------------------------------===//

/// Derives facts from those of the operands. Ranges of loop-carried values may
/// grow once for each possible integer, so after some steps they are widened.
class ValueFactsAnalysis::Solver : public StructuredFlow<ValueFacts> {
public:
  explicit Solver(Operation *root) { run(root); }

  ValueFacts getFacts(Value value) const {
    const ValueFacts *facts = lookup(value);
    return facts ? *facts : ValueFacts::unknown(value.getType());
  }

private:
  void visit(Operation *op) override {
    SmallVector<ValueFacts, 3> operands;
    for (Value operand : op->getOperands())
      operands.push_back(getFacts(operand));
    for (OpResult result : op->getResults())
      if (!isa<TokenType>(result.getType()))
        add(result, inferFacts(result, operands));
  }

  void visitArgument(BlockArgument argument) override {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop)
      add(argument, inferInduction(loop));
    else
      forget(argument);
  }

  void forget(Value value) override {
    add(value, ValueFacts::unknown(value.getType()));
  }

  bool join(ValueFacts &known, const ValueFacts &other,
            unsigned numChanges) override {
    constexpr unsigned maxChanges = 4;
    ValueFacts joined = ValueFacts::join(known, other);
    if (joined == known)
      return false;
    known = numChanges < maxChanges ? joined : known.widen(joined);
    return true;
  }

  bool mayBe(Value condition, bool state) const override {
    std::optional<APInt> constant = getFacts(condition).getConstant();
    return !constant || constant->isZero() != state;
  }

  /// The values lb, lb + step, ... below ub. Steps are positive, and no sum
  /// wraps.
  ValueFacts inferInduction(scf::ForOp loop) const {
    ValueFacts lower = getFacts(loop.getLowerBound());
    ValueFacts upper = getFacts(loop.getUpperBound());
    ValueFacts step = getFacts(loop.getStep());
    bool isSigned = !loop.getUnsignedCmp();
    ValueFacts facts = ValueFacts::unknown(loop.getInductionVar().getType());
    facts.setZeros(std::min(lower.getZeros(), step.getZeros()));
    const ConstantIntRanges &from = lower.getRange(), &to = upper.getRange();
    APInt min = isSigned ? from.smin() : from.umin();
    APInt end = isSigned ? to.smax() : to.umax();
    if (isSigned ? min.slt(end) : min.ult(end))
      facts.setRange(ConstantIntRanges::range(min, end - 1, isSigned));
    facts.normalize();
    return facts;
  }
};

ValueFactsAnalysis::ValueFactsAnalysis(Operation *root)
    : solver(std::make_unique<Solver>(root)) {}
ValueFactsAnalysis::~ValueFactsAnalysis() = default;

ValueFacts ValueFactsAnalysis::getFacts(Value value) const {
  return solver->getFacts(value);
}

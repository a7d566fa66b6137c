//===- ValueFactsAnalysis.cpp - Facts of every value of a kernel ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "mlir/Analysis/DataFlow/SparseAnalysis.h"
#include "mlir/Analysis/DataFlow/Utils.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// Bounds of a type's own width; those that lie outside it say nothing.
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

namespace {

/// The facts of a value so far. Ranges of what is carried around loops may grow
/// step by step for as many steps as there are integers: after some the rest is
/// taken at once.
class FactsLattice : public dataflow::AbstractSparseLattice {
public:
  using AbstractSparseLattice::AbstractSparseLattice;

  const std::optional<ValueFacts> &getFacts() const { return facts; }

  ChangeResult join(const AbstractSparseLattice &other) override {
    const auto &from = static_cast<const FactsLattice &>(other).facts;
    return from ? join(*from) : ChangeResult::NoChange;
  }

  ChangeResult join(const ValueFacts &from) {
    if (!facts) {
      facts = from;
      return ChangeResult::Change;
    }
    ValueFacts joined = ValueFacts::join(*facts, from);
    // Every cycle goes through an argument of a block.
    if (isa<BlockArgument>(getAnchor()) && joined != *facts &&
        ++numChanges > maxChanges)
      joined = facts->widen(joined);
    if (joined == *facts)
      return ChangeResult::NoChange;
    facts = joined;
    return ChangeResult::Change;
  }

  void print(raw_ostream &os) const override {
    if (facts)
      os << *facts;
    else
      os << "not reached";
  }

private:
  static constexpr unsigned maxChanges = 4;
  std::optional<ValueFacts> facts;
  unsigned numChanges = 0;
};

class FactsSolver
    : public dataflow::SparseForwardDataFlowAnalysis<FactsLattice> {
public:
  using SparseForwardDataFlowAnalysis::SparseForwardDataFlowAnalysis;

  LogicalResult visitOperation(Operation *op,
                               ArrayRef<const FactsLattice *> operands,
                               ArrayRef<FactsLattice *> results) override {
    SmallVector<ValueFacts> facts;
    for (const FactsLattice *operand : operands) {
      if (!operand->getFacts())
        return success();
      facts.push_back(*operand->getFacts());
    }
    for (auto [lattice, result] : llvm::zip_equal(results, op->getResults()))
      propagateIfChanged(lattice, lattice->join(inferFacts(result, facts)));
    return success();
  }

  /// The arguments that no branch sets: what counts a loop's iterations, and
  /// those of reductions.
  void visitNonControlFlowArguments(Operation *op,
                                    const RegionSuccessor &successor,
                                    ArrayRef<FactsLattice *> arguments,
                                    unsigned firstIndex) override {
    // A loop that carries nothing has no first index of what it carries.
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!loop || firstIndex > 1)
      return SparseForwardDataFlowAnalysis::visitNonControlFlowArguments(
          op, successor, arguments, firstIndex);
    visitInduction(loop, arguments[0]);
  }

  void setToEntryState(FactsLattice *lattice) override {
    propagateIfChanged(lattice, lattice->join(ValueFacts::unknown(
                                    lattice->getAnchor().getType())));
  }

private:
  /// lb, lb + step, ... below ub: steps are positive and no sum wraps.
  void visitInduction(scf::ForOp loop, FactsLattice *lattice) {
    ProgramPoint *point = getProgramPointBefore(loop.getBody());
    auto factsOf = [&](Value value) {
      return getLatticeElementFor(point, value)->getFacts();
    };
    std::optional<ValueFacts> lower = factsOf(loop.getLowerBound());
    std::optional<ValueFacts> upper = factsOf(loop.getUpperBound());
    std::optional<ValueFacts> step = factsOf(loop.getStep());
    if (!lower || !upper || !step)
      return;
    bool isSigned = !loop.getUnsignedCmp();
    ValueFacts facts = ValueFacts::unknown(loop.getInductionVar().getType());
    facts.setZeros(std::min(lower->getZeros(), step->getZeros()));
    const ConstantIntRanges &from = lower->getRange(), &to = upper->getRange();
    APInt min = isSigned ? from.smin() : from.umin();
    APInt end = isSigned ? to.smax() : to.umax();
    if (isSigned ? min.slt(end) : min.ult(end))
      facts.setRange(ConstantIntRanges::range(min, end - 1, isSigned));
    facts.normalize();
    propagateIfChanged(lattice, lattice->join(facts));
  }
};

} // namespace

ValueFactsAnalysis::ValueFactsAnalysis(Operation *root)
    : solver(DataFlowConfig().setInterprocedural(false)) {
  dataflow::loadBaselineAnalyses(solver);
  solver.load<FactsSolver>();
  // Nothing in the analyses fails.
  (void)solver.initializeAndRun(root);
}

ValueFacts ValueFactsAnalysis::getFacts(Value value) const {
  const auto *lattice = solver.lookupState<FactsLattice>(value);
  if (lattice && lattice->getFacts())
    return *lattice->getFacts();
  return ValueFacts::unknown(value.getType());
}

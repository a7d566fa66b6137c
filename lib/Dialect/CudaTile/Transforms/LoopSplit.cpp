//===- LoopSplit.cpp - Split loops where a comparison changes -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitPoint.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/MatrixMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_CUDATILELOOPSPLIT
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

static constexpr StringLiteral hintName = "cuda_tile.loop_split";

//===----------------------------------------------------------------------===//
// Benefits of splitting
//===----------------------------------------------------------------------===//

/// True for an op so expensive that it always pays to remove a branch or a mask
/// around it.
static bool isHeavy(Operation *op) {
  return op->getNumRegions() != 0 || isMatrixProduct(op) ||
         !isMemoryEffectFree(op);
}

static bool hasMoreOps(ForOp loop, int64_t limit) {
  int64_t size = 0;
  return loop.getRegion()
      .walk([&](Operation *) {
        return ++size > limit ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
/// The simplification that a split allows.
struct Benefit {
  int64_t size = 0;
  bool hasHeavyOp = false;

  void count(Operation *op) {
    ++size;
    hasHeavyOp |= isHeavy(op);
  }
  bool reaches(int64_t threshold) const {
    return threshold > 0 && (size >= threshold || hasHeavyOp);
  }
};
} // namespace

/// The larger of two branches, without its terminator.
static Benefit getBranchBenefit(IfOp op) {
  Benefit result;
  for (Region *branch : {&op.getThenRegion(), &op.getElseRegion()}) {
    Benefit benefit;
    if (!branch->empty())
      for (Operation &inner : branch->front().without_terminator())
        benefit.count(&inner);
    result.size = std::max(result.size, benefit.size);
    result.hasHeavyOp |= benefit.hasHeavyOp;
  }
  return result;
}

/// The ops that use a mask or values derived from it, at most `limit`.
static Benefit getMaskBenefit(Value mask, size_t limit) {
  llvm::SetVector<Operation *> users(mask.user_begin(), mask.user_end());
  Benefit result;
  for (size_t i = 0; i < users.size() && i < limit; ++i) {
    result.count(users[i]);
    users.insert(users[i]->user_begin(), users[i]->user_end());
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

namespace {
/// A comparison in the body of a loop, and the facts about it there.
struct Condition {
  CmpIOp op;
  SplitComparison comparison;
};

/// A loop and the conditions in it that change at the same counter.
struct Part {
  ForOp loop;
  SmallVector<Condition> conditions;
};
} // namespace

/// Moves the bound before `loop`: a literal inside serves as well as one
/// outside.
static void hoistBound(RewriterBase &rewriter, ForOp loop, SplitPoint &point) {
  // Literals alone are inside, and the only bounds of theirs.
  if (point.bound.empty() || !isDefinedInside(loop, point.bound.front()))
    return;
  rewriter.setInsertionPoint(loop);
  Operation *literal = point.bound.front().getDefiningOp();
  point.bound = {rewriter.clone(*literal)->getResult(0)};
}

/// Clones `part` with other bounds.
static Part clonePart(RewriterBase &rewriter, const Part &part, Value lower,
                      Value upper, ValueRange inits) {
  IRMapping mapping;
  Part result;
  result.loop = cast<ForOp>(rewriter.clone(*part.loop, mapping));
  result.loop.getLowerBoundMutable().assign(lower);
  result.loop.getUpperBoundMutable().assign(upper);
  result.loop.getInitValuesMutable().assign(inits);
  for (Condition condition : part.conditions) {
    Value copy = mapping.lookup(condition.op.getResult());
    result.conditions.push_back(
        {copy.getDefiningOp<CmpIOp>(), condition.comparison});
  }
  return result;
}

/// Replaces a loop by two: the early iterations, then the others.
static std::pair<Part, Part> splitPart(RewriterBase &rewriter, const Part &part,
                                       const SplitPoint &point) {
  ForOp loop = part.loop;
  rewriter.setInsertionPoint(loop);
  SplitBounds bounds = computeSplit(rewriter, loop, point);
  Part early = clonePart(rewriter, part, loop.getLowerBound(), bounds.earlyEnd,
                         loop.getInitValues());
  Part late = clonePart(rewriter, part, bounds.lateBegin, loop.getUpperBound(),
                        early.loop.getResults());
  rewriter.replaceOp(loop, late.loop.getResults());
  return {std::move(early), std::move(late)};
}

/// The block that `op` executes if its condition is `value`, or null.
static Block *getBranch(IfOp op, bool value) {
  Region &branch = value ? op.getThenRegion() : op.getElseRegion();
  return branch.empty() ? nullptr : &branch.front();
}

/// The known value of the condition of `op` in the early or the late
/// iterations, if it is one of `part`.
static std::optional<bool> getKnownValue(const Part &part, IfOp op,
                                         bool isEarly) {
  for (Condition condition : part.conditions)
    if (op.getCondition() == condition.op.getResult())
      return condition.comparison.early == isEarly;
  return std::nullopt;
}

/// Erases the ops of the body after a branch that ends the iteration.
static void eraseBehind(RewriterBase &rewriter, Part &part, IfOp end) {
  Block &body = *end->getBlock();
  llvm::erase_if(part.conditions, [&](const Condition &condition) {
    return end->isBeforeInBlock(body.findAncestorOpInBlock(*condition.op));
  });
  while (&body.back() != end)
    rewriter.eraseOp(&body.back());
}

/// Replaces `op` by the ops of the branch that it takes. The conditions in the
/// other branch are erased with it.
static void inlineBranch(RewriterBase &rewriter, Part &part, IfOp op,
                         bool value) {
  Region &dropped = value ? op.getElseRegion() : op.getThenRegion();
  llvm::erase_if(part.conditions, [&](Condition condition) {
    return dropped.isAncestor(condition.op->getParentRegion());
  });
  Block *branch = getBranch(op, value);
  if (!branch)
    return rewriter.eraseOp(op);
  Operation *end = branch->getTerminator();
  rewriter.inlineBlockBefore(branch, op);
  if (!isa<YieldOp>(end))
    return rewriter.eraseOp(op);
  rewriter.replaceOp(op, end->getOperands());
  rewriter.eraseOp(end);
}

/// Applies the known conditions to the loop, whose iterations are all early or
/// all late: an `if` directly in the body is resolved, other users get a
/// constant.
static void resolve(RewriterBase &rewriter, Part &part, bool isEarly) {
  Block &body = part.loop.getRegion().front();
  // Resolving one `if` may make the condition of the next one known, as it may
  // be a result.
  for (auto it = body.begin(); it != body.end();) {
    auto branch = dyn_cast<IfOp>(*it++);
    std::optional<bool> value =
        branch ? getKnownValue(part, branch, isEarly) : std::nullopt;
    if (!value)
      continue;
    Block *taken = getBranch(branch, *value);
    if (taken && !isa<YieldOp>(taken->back())) {
      eraseBehind(rewriter, part, branch);
      it = body.end();
    }
    inlineBranch(rewriter, part, branch, *value);
  }

  for (Condition condition : part.conditions) {
    CmpIOp op = condition.op;
    rewriter.setInsertionPoint(op);
    if (op->use_empty())
      rewriter.eraseOp(op);
    else
      rewriter.replaceOpWithNewOp<ConstantOp>(
          op, DenseIntElementsAttr::get(cast<TileType>(op.getType()),
                                        condition.comparison.early == isEarly));
  }
}

/// Makes three loops; the middle one runs at most once, when the counter equals
/// the bound.
static void peelEquality(RewriterBase &rewriter, const Part &part,
                         SplitPoint point) {
  auto [before, rest] = splitPart(rewriter, part, point);
  point.offset = -1;
  auto [at, after] = splitPart(rewriter, rest, point);
  resolve(rewriter, before, /*isEarly=*/true);
  resolve(rewriter, at, /*isEarly=*/false);
  resolve(rewriter, after, /*isEarly=*/true);
}

static void split(RewriterBase &rewriter, const Part &part,
                  const SplitPoint &point) {
  auto [early, late] = splitPart(rewriter, part, point);
  resolve(rewriter, early, /*isEarly=*/true);
  size_t numConditions = late.conditions.size();
  llvm::erase_if(late.conditions, [](const Condition &condition) {
    return !condition.comparison.exact;
  });
  // The remaining conditions would be found again at the same counter.
  if (late.conditions.size() != numConditions)
    late.loop->setAttr(hintName, rewriter.getI64IntegerAttr(0));
  resolve(rewriter, late, /*isEarly=*/false);
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
class LoopSplit : public tessera::impl::CudaTileLoopSplitBase<LoopSplit> {
public:
  using CudaTileLoopSplitBase::CudaTileLoopSplitBase;

  void runOnOperation() override {
    // Inner loops come first, so that their copies need not be processed again.
    SmallVector<ForOp> loops;
    getOperation()->walk([&](ForOp loop) { loops.push_back(loop); });
    for (ForOp loop : loops)
      splitLoop(loop);
    if (dropHints)
      getOperation()->walk([](Operation *op) { op->removeAttr(hintName); });
  }

private:
  void splitLoop(ForOp loop);
  int64_t getThreshold(Operation *op, ForOp loop) const;
  bool isProfitable(ForOp loop, const Condition &condition) const;
};
} // namespace

/// The hint of `op` (a branch, or `loop` itself), of `loop`, or of the
/// function, or the option of the pass, whichever exists first.
int64_t LoopSplit::getThreshold(Operation *op, ForOp loop) const {
  auto function = loop->getParentOfType<FunctionOpInterface>();
  for (Operation *place : {op, loop.getOperation(), function.getOperation()})
    if (place)
      if (auto hint = place->getAttrOfType<IntegerAttr>(hintName))
        return hint.getValue().trySExtValue().value_or(INT64_MAX);
  return splitThreshold;
}

bool LoopSplit::isProfitable(ForOp loop, const Condition &condition) const {
  if (condition.comparison.equality && !peelEqualities)
    return false;
  CmpIOp op = condition.op;
  bool isMask = !cast<TileType>(op.getType()).getShape().empty();
  if (isMask)
    return splitMasks &&
           getMaskBenefit(op, maxSize).reaches(getThreshold(loop, loop));
  return llvm::any_of(op->getUsers(), [&](Operation *user) {
    auto branch = dyn_cast<IfOp>(user);
    return branch &&
           getBranchBenefit(branch).reaches(getThreshold(branch, loop));
  });
}

void LoopSplit::splitLoop(ForOp loop) {
  if (hasMoreOps(loop, maxSize))
    return;
  SmallVector<Condition> conditions;
  loop.getRegion().walk([&](CmpIOp op) {
    if (auto comparison = findSplitComparison(loop, op))
      conditions.push_back({op, *comparison});
  });
  const Condition *first = llvm::find_if(conditions, [&](Condition &condition) {
    return isProfitable(loop, condition);
  });
  if (first == conditions.end())
    return;

  SplitComparison chosen = first->comparison;
  llvm::erase_if(conditions, [&](const Condition &condition) {
    return !(condition.comparison.point == chosen.point) ||
           condition.comparison.equality != chosen.equality;
  });
  ++numSplit;
  numResolved += conditions.size();
  IRRewriter rewriter(&getContext());
  Part part{loop, std::move(conditions)};
  hoistBound(rewriter, loop, chosen.point);
  if (chosen.equality)
    peelEquality(rewriter, part, chosen.point);
  else
    split(rewriter, part, chosen.point);
}

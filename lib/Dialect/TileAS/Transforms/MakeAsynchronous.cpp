//===- MakeAsynchronous.cpp - Copies that pass the registers by -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for %i = ... {                    %ring = tileas.alloc_shared : ...
//     %b = tileas.alloc_shared : ...      scf.for %i = ... {
//     %x, %t = tileas.load ...              %to = tileas.slice %ring[%i]
//     tileas.shared_store %x to %b          %c = tileas.async_copy ... to %to
//     use %b                        ->      %g = tileas.commit %c
//   }                                       %from = tileas.slice %ring[%i]
//                                           tileas.wait %g for %from
//                                           use %from
//                                         }
//
// What computes the addresses is copied to the start of the iteration, too, so
// that it depends on nothing else there: tileas-pipeline-loops can take it
// along to an earlier iteration.
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASMAKEASYNCHRONOUS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {
/// What loads take that is computed in the body of a loop: ops, and values that
/// the loop carries, such as a pointer that moves on in each iteration.
struct Ahead {
  llvm::DenseSet<Operation *> ops;
  llvm::SetVector<BlockArgument> carried;
};
} // namespace

/// Adds what a load takes; false, and nothing is added, if that cannot be
/// computed in an earlier iteration.
static bool collectAhead(LoadOp load, scf::ForOp loop, Ahead &ahead) {
  Ahead found = ahead;
  SmallVector<Value> worklist;
  for (Value operand : load->getOperands())
    if (operand != load.getOther())
      worklist.push_back(operand);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (value.getParentRegion() != &loop.getRegion() ||
        value == loop.getInductionVar())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (found.carried.insert(argument))
        worklist.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getNumRegions() || !isPure(op))
      return false;
    if (found.ops.insert(op).second)
      llvm::append_range(worklist, op->getOperands());
  }
  ahead = std::move(found);
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Whether the pipeliner of upstream takes a loop: each value that it carries
/// is made by an op in each iteration.
static bool carriesResults(scf::ForOp loop) {
  return llvm::all_of(loop.getYieldedValues(),
                      [](Value value) { return value.getDefiningOp(); });
}

/// Whether the induction variable itself may count the turns of a ring: it
/// begins at 0 or later and grows by 1.
static bool countsTurns(scf::ForOp loop) {
  APInt lower, step;
  return matchPattern(loop.getLowerBound(), m_ConstantInt(&lower)) &&
         lower.isNonNegative() &&
         matchPattern(loop.getStep(), m_ConstantInt(&step)) && step.isOne() &&
         !loop.getUnsignedCmp();
}

/// The same loop, counted from 0 in steps of 1, as a number of 64 bits that no
/// bounds of 32 bits let overflow.
static scf::ForOp countFromZero(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type wide = builder.getI64Type();
  auto widen = [&](Value value) -> Value {
    if (loop.getUnsignedCmp())
      return arith::ExtUIOp::create(builder, loc, wide, value);
    return arith::ExtSIOp::create(builder, loc, wide, value);
  };
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  };
  // At most 0 where the loop does not run.
  Value upper = widen(loop.getUpperBound());
  Value lower = widen(loop.getLowerBound());
  Value trips = arith::SubIOp::create(builder, loc, upper, lower);
  if (!matchPattern(loop.getStep(), m_One())) {
    Value step = widen(loop.getStep());
    Value rest = arith::SubIOp::create(builder, loc, step, constant(1));
    trips = arith::AddIOp::create(builder, loc, trips, rest);
    trips = arith::DivSIOp::create(builder, loc, trips, step);
  }
  Value zero = constant(0), one = constant(1);
  auto counted =
      scf::ForOp::create(builder, loc, zero, trips, one, loop.getInitArgs());
  Block *body = counted.getBody();
  // One without values has its terminator already.
  body->clear();
  body->getOperations().splice(body->begin(), loop.getBody()->getOperations());
  for (auto [from, to] :
       llvm::zip_equal(loop.getRegionIterArgs(), counted.getRegionIterArgs()))
    from.replaceAllUsesWith(to);
  builder.setInsertionPointToStart(body);
  Value turn =
      arith::TruncIOp::create(builder, loc, loop.getInductionVar().getType(),
                              counted.getInductionVar());
  Value offset = arith::MulIOp::create(builder, loc, turn, loop.getStep());
  Value index =
      arith::AddIOp::create(builder, loc, loop.getLowerBound(), offset);
  loop.getInductionVar().replaceAllUsesWith(index);
  loop.replaceAllUsesWith(counted.getResults());
  loop.erase();
  return counted;
}

namespace {

struct MakeAsynchronousPass
    : tessera::impl::TileASMakeAsynchronousBase<MakeAsynchronousPass> {
  void runOnOperation() override {
    target = lookupTarget(getOperation().getSpec().getTarget());
    FailureOr<SharedAllocation> allocation =
        SharedAllocation::create(getOperation());
    if (failed(allocation))
      return signalPassFailure();
    SmallVector<Plan> plans;
    SharedAllocation withRings = *allocation;
    getOperation().walk([&](scf::ForOp loop) {
      StringRef reason;
      if (std::optional<Plan> plan = makePlan(loop, withRings, reason))
        plans.push_back(std::move(*plan));
      else if (!reason.empty())
        explain(loop, reason);
    });
    // Buffers that come and go can leave gaps that nothing fits into.
    while (!plans.empty() &&
           withRings.place() > target->getCapacities().maxSharedBytesPerBlock) {
      explain(plans.pop_back_val().loop, noRoom);
      withRings = *allocation;
      for (const Plan &plan : plans)
        withRings.keepThroughout(plan.loop, plan.getBuffers(), plan.stages);
    }
    for (Plan &plan : plans)
      carryOut(plan);
    if (getOperation().getSpec().getStages() && plans.empty())
      remark::missed(getOperation().getLoc(),
                     named("RemarkHintIgnored", remarks::hints))
          << remark::reason("'tt.num_stages' has no effect: no loop of the "
                            "kernel is pipelined")
          << remark::suggest("{0}", remarks::moreTileBlocks);
  }

private:
  /// What becomes of a loop.
  struct Plan {
    scf::ForOp loop;
    SmallVector<AsyncCopy> copies;
    int64_t stages;

    SmallVector<AllocSharedOp> getBuffers() const {
      return llvm::map_to_vector(
          copies, [](const AsyncCopy &copy) { return copy.buffer; });
    }
  };

  static constexpr StringLiteral noRoom =
      "shared memory has no room for the tiles of two iterations";

  /// Nothing where all loads of a loop stay what they are; `reason` says why,
  /// unless there are none. Otherwise shared memory has the rings.
  std::optional<Plan> makePlan(scf::ForOp loop, SharedAllocation &allocation,
                               StringRef &reason) {
    // Loops over the slices of a tile are the compiler's own.
    if (loop.getOps<LoadOp>().empty() || loop->hasAttr(tileaa::slicesAttrName))
      return std::nullopt;
    reason = "this GPU has no asynchronous copies";
    if (!target || !target->hasCpAsync())
      return std::nullopt;
    reason = "it is not counted by 32 bits, or hands on values as they are";
    if (!loop.getInductionVar().getType().isInteger(32) ||
        !carriesResults(loop))
      return std::nullopt;
    Plan plan{loop, {}, 0};
    Ahead ahead;
    for (LoadOp load : loop.getOps<LoadOp>()) {
      std::optional<AsyncCopy> copy = matchCopy(load, reason);
      if (!copy)
        continue;
      if (collectAhead(load, loop, ahead))
        plan.copies.push_back(std::move(*copy));
      else
        reason = "an address depends on what the loop has read";
    }
    if (plan.copies.empty())
      return std::nullopt;
    plan.stages = chooseStages(plan, allocation);
    reason = getOperation().getSpec().getStages() == 1 ? "'tt.num_stages' is 1"
                                                       : noRoom;
    if (plan.stages < 1 || getOperation().getSpec().getStages() == 1)
      return std::nullopt;
    allocation.keepThroughout(loop, plan.getBuffers(), plan.stages);
    return plan;
  }

  void carryOut(Plan &plan) {
    numCopies += plan.copies.size();
    if (plan.stages > 1)
      remark::passed(plan.loop.getLoc(),
                     named("RemarkLoopPipelined", remarks::schedule))
          << remark::metric("Copies", plan.copies.size())
          << remark::metric("Stages", plan.stages);
    else
      explain(plan.loop, noRoom);
    if (!countsTurns(plan.loop))
      plan.loop = countFromZero(plan.loop);
    rewrite(plan.loop, plan.copies, plan.stages);
  }

  remark::RemarkOpts named(StringRef name, StringRef category) {
    return remark::RemarkOpts::name(name).category(category).function(
        getOperation().getSymName());
  }

  void explain(scf::ForOp loop, StringRef reason) {
    remark::missed(loop.getLoc(),
                   named("RemarkLoopNotPipelined", remarks::schedule))
        << remark::reason("not pipelined: {0}", reason)
        << remark::suggest("{0}", remarks::moreTileBlocks);
  }

  /// How many iterations' copies shared memory has room for. With 1 they cannot
  /// run ahead, but pass the registers. Three or more stages are worth more
  /// than a second block on the SM only where not even they fit beside it.
  int64_t chooseStages(const Plan &plan, const SharedAllocation &allocation) {
    constexpr int64_t kMostStages = 4;
    const Capacities &capacities = target->getCapacities();
    KernelSpecAttr spec = getOperation().getSpec();
    int64_t asked = spec.getStages();
    auto [ring, others] =
        allocation.getBytesDuring(plan.loop, plan.getBuffers());
    auto fitting = [&, ring = ring, others = others](int64_t room) {
      return std::min((room - others) / ring, asked ? asked : kMostStages);
    };
    auto fittingBeside = [&](int64_t blocks) {
      return fitting(capacities.sharedBytesPerSM / blocks -
                     int64_t(capacities.reservedSharedBytesPerBlock));
    };
    int64_t most = fitting(capacities.maxSharedBytesPerBlock);
    if (unsigned blocks = spec.getMinCtasPerSm())
      most = std::min(most, fittingBeside(blocks));
    if (asked)
      return most;
    int64_t beside = std::min(fittingBeside(2), most);
    return beside >= 3 ? beside : std::min<int64_t>(most, 3);
  }

  /// Has `loop` carry the values with these numbers once more, for what is
  /// computed ahead. What they become is yet to be said.
  static scf::ForOp carryTwice(scf::ForOp loop, ArrayRef<unsigned> numbers) {
    if (numbers.empty())
      return loop;
    auto pick = [&](ValueRange values) {
      return llvm::map_to_vector(numbers,
                                 [&](unsigned k) { return values[k]; });
    };
    IRRewriter rewriter(loop);
    auto yieldSame = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
      return pick(loop.getYieldedValues());
    };
    return cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, pick(loop.getInitArgs()),
        /*replaceInitOperandUsesInLoop=*/false, yieldSame));
  }

  /// Computes what loads take at the start of the body, behind which it leaves
  /// `builder`. Returns the loop, which may be another one.
  static scf::ForOp computeAhead(scf::ForOp loop, ArrayRef<AsyncCopy> copies,
                                 OpBuilder &builder, IRMapping &early) {
    Ahead ahead;
    for (const AsyncCopy &copy : copies)
      collectAhead(copy.load, loop, ahead);
    auto numbers = llvm::map_to_vector(ahead.carried,
                                       [](BlockArgument argument) -> unsigned {
                                         return argument.getArgNumber() - 1;
                                       });
    unsigned numOld = loop.getNumRegionIterArgs();
    loop = carryTwice(loop, numbers);
    for (auto [k, number] : llvm::enumerate(numbers))
      early.map(loop.getRegionIterArg(number),
                loop.getRegionIterArg(numOld + k));
    SmallVector<Operation *> inOrder;
    for (Operation &op : *loop.getBody())
      if (ahead.ops.contains(&op))
        inOrder.push_back(&op);
    builder.setInsertionPointToStart(loop.getBody());
    for (Operation *op : inOrder)
      builder.clone(*op, early);
    MutableArrayRef<OpOperand> yields = *loop.getYieldedValuesMutable();
    for (OpOperand &yield : yields.drop_front(numOld))
      yield.set(early.lookupOrDefault(yield.get()));
    return loop;
  }

  static void rewrite(scf::ForOp loop, MutableArrayRef<AsyncCopy> copies,
                      int64_t stages) {
    OpBuilder builder(loop);
    IRMapping early;
    loop = computeAhead(loop, copies, builder, early);
    OpBuilder outside(loop);
    Location loc = loop.getLoc();
    auto completion = builder.getType<CompletionType>();
    Value turn = loop.getInductionVar();
    if (!turn.getType().isInteger(32))
      turn = arith::TruncIOp::create(builder, loc, builder.getI32Type(), turn);
    SmallVector<AllocSharedOp> rings;
    SmallVector<Value> completions;
    for (AsyncCopy &copy : copies) {
      rings.push_back(AllocSharedOp::create(
          outside, copy.buffer.getLoc(),
          copy.buffer.getBuffer().getType().withStages(stages),
          /*offset=*/IntegerAttr()));
      Value to = SliceOp::create(builder, loc, rings.back(), turn);
      completions.push_back(copy.begin(builder, to, [&](Value value) {
        return early.lookupOrDefault(value);
      }));
    }
    Value group = CommitOp::create(builder, loc, completion, completions);
    SmallVector<Value> filled;
    for (AllocSharedOp ring : rings)
      filled.push_back(SliceOp::create(builder, loc, ring, turn));
    WaitOp::create(builder, loc, group, filled);
    for (auto [copy, buffer] : llvm::zip_equal(copies, filled))
      copy.replace(buffer);
  }

  const TargetInfo *target = nullptr;
};

} // namespace

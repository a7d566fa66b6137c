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
#include "CountedLoops.h"
#include "RunAhead.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASMAKEASYNCHRONOUS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Adds what a copy in place of a load takes: all but what the load gives for
/// elements that do not exist.
static bool addLoad(RunAhead &ahead, LoadOp load) {
  SmallVector<Value> values;
  for (Value operand : load->getOperands())
    if (operand != load.getOther())
      values.push_back(operand);
  return ahead.add(values);
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
    auto hasRing = [](const Plan &plan) { return plan.stages > 0; };
    for (Plan &last : llvm::make_filter_range(llvm::reverse(plans), hasRing)) {
      if (withRings.place() <= target->getCapacities().maxSharedBytesPerBlock)
        break;
      last.stages = 0;
      withRings = *allocation;
      for (const Plan &plan : llvm::reverse(plans))
        if (hasRing(plan))
          withRings.keepThroughout(plan.loop, plan.getBuffers(), plan.stages);
    }
    for (Plan &plan : plans)
      carryOut(plan);
    if (getOperation().getSpec().getStages() && llvm::none_of(plans, hasRing))
      remark::missed(getOperation().getLoc(),
                     named("RemarkHintIgnored", remarks::hints))
          << remark::reason("'tt.num_stages' has no effect: no loop of the "
                            "kernel is pipelined")
          << remark::suggest("{0}", remarks::moreTileBlocks);
  }

private:
  /// What becomes of a loop. Without a stage each copy stays where it is.
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
    RunAhead ahead(loop);
    for (LoadOp load : loop.getOps<LoadOp>()) {
      std::optional<AsyncCopy> copy = matchCopy(load, reason);
      if (!copy)
        continue;
      if (addLoad(ahead, load))
        plan.copies.push_back(std::move(*copy));
      else
        reason = "an address depends on what the loop has read";
    }
    if (plan.copies.empty())
      return std::nullopt;
    plan.stages = std::max<int64_t>(chooseStages(plan, allocation), 0);
    reason = "'tt.num_stages' is 1";
    if (getOperation().getSpec().getStages() == 1)
      return std::nullopt;
    if (plan.stages > 0)
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
    if (plan.stages == 0)
      return copyInPlace(plan.copies);
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
  /// run ahead, but pass the registers, and with 0 one after another. Three or
  /// more stages are worth more than a second block on the SM only where not
  /// even they fit beside it.
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

  /// Has each tile be copied and waited for where it was stored: it takes as
  /// much shared memory as before, and no registers.
  static void copyInPlace(MutableArrayRef<AsyncCopy> copies) {
    for (AsyncCopy &copy : copies) {
      OpBuilder builder(copy.store);
      Location loc = copy.load.getLoc();
      Value buffer = copy.buffer.getBuffer();
      Value completion =
          copy.begin(builder, buffer, [](Value value) { return value; });
      Value group = CommitOp::create(
          builder, loc, builder.getType<CompletionType>(), completion);
      waitFor(builder, group, buffer, copy, IRMapping());
      copy.eraseLoad();
    }
  }

  static void rewrite(scf::ForOp loop, MutableArrayRef<AsyncCopy> copies,
                      int64_t stages) {
    OpBuilder builder(loop);
    IRMapping early;
    RunAhead ahead(loop);
    for (const AsyncCopy &copy : copies)
      addLoad(ahead, copy.load);
    loop = ahead.compute(builder, early);
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
    waitFor(builder, group, filled, copies, early);
    for (auto [copy, buffer] : llvm::zip_equal(copies, filled))
      copy.replace(buffer);
    removeDeadOps(loop);
  }

  /// Waits for copies to buffers. What was ordered after a load comes after the
  /// end of its copy, and what that came after.
  static void waitFor(OpBuilder &builder, Value group, ValueRange buffers,
                      ArrayRef<AsyncCopy> copies, const IRMapping &early) {
    auto isOrdered = [](const AsyncCopy &copy) {
      LoadOp load = copy.load;
      return !load.getResultToken().use_empty();
    };
    Location loc = group.getLoc();
    Type token;
    if (llvm::any_of(copies, isOrdered))
      token = builder.getType<tileaa::TokenType>();
    auto wait =
        WaitOp::create(builder, loc, token, group, buffers, /*pending=*/0);
    for (const AsyncCopy &copy : llvm::make_filter_range(copies, isOrdered)) {
      LoadOp load = copy.load;
      Value after = wait.getResultToken();
      if (Value before = load.getToken())
        after = tileaa::JoinTokensOp::create(
            builder, loc, ValueRange{early.lookupOrDefault(before), after});
      load.getResultToken().replaceAllUsesWith(after);
    }
  }

  const TargetInfo *target = nullptr;
};

} // namespace

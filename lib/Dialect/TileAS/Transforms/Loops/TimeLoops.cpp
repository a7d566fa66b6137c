//===- TimeLoops.cpp - Times for loops that were expanded -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scheduler decides on stages and order, expansion carries them out, and
// other passes change the ops behind it. So the times of a loop are found last,
// by the ops that it has: with the order of the text, nothing is left to decide.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/LoopDependences.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASTIMELOOPS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Says which dependence an order contradicts.
static LogicalResult reportContradiction(const LoopDependences &dependences,
                                         const ModuloProblem::Edge &edge) {
  InFlightDiagnostic error =
      dependences.getOps()[edge.to]->emitOpError(dependences.describe(edge));
  error << ": no times of an iteration allow the order of its loop";
  error.attachNote(dependences.getOps()[edge.from]->getLoc())
      << "this op comes first";
  return error;
}

/// Gives an expanded loop and its ops their times. An op that was added to the
/// loop has the stage of the one that it stands before.
static void setTimes(scf::ForOp loop, const LoopDependences &dependences,
                     const ModuloSchedule &found) {
  ScheduleAttr by = getExpandedBy(loop);
  int64_t stage = by.getStages() - 1;
  SmallVector<std::pair<Operation *, unsigned>> order;
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator())) {
    stage = findStage(&op).value_or(stage);
    op.removeAttr(kStageName);
    order.emplace_back(&op, stage);
  }
  std::reverse(order.begin(), order.end());
  dependences.setSlots(order, found);
  // The scheduler has proven it for the dependences that leave it a choice.
  bool isMinimal = found.isMinimal ||
                   (by.getMinimal() && found.interval == by.getInterval());
  loop->removeAttr(kExpandedName);
  loop->setAttr(ScheduleAttr::attributeName,
                ScheduleAttr::get(loop.getContext(), found.interval,
                                  by.getStages(), isMinimal,
                                  /*expanded=*/true));
}

namespace {

struct TimeLoopsPass : tessera::impl::TileASTimeLoopsBase<TimeLoopsPass> {
  void runOnOperation() override {
    // Inner loops come first: to those around them they are ops.
    WalkResult result = getOperation().walk([&](scf::ForOp loop) {
      std::optional<OpTimes> times = OpTimes::find(loop);
      if (!getExpandedBy(loop) || !times)
        return WalkResult::advance();
      LoopDependences dependences(loop, *times);
      // The stages are over: iterations of the new loop follow one another.
      SmallVector<std::pair<Operation *, unsigned>> order;
      for (Operation &op : loop.getBody()->without_terminator())
        order.emplace_back(&op, 0);
      if (const ModuloProblem::Edge *edge =
              dependences.findContradiction(order))
        return WalkResult(reportContradiction(dependences, *edge));
      setTimes(loop, dependences, dependences.scheduleInOrder(order));
      ++numLoops;
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace

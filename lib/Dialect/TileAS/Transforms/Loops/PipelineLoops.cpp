//===- PipelineLoops.cpp - Loops expanded by their schedules --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If copies fill rings of S stages, the schedule puts the wait first, then the
// copies, then the rest. So one barrier separates both the last reads of a
// stage from the copy that overwrites it, and the wait from the reads after it:
//
//   wait for the copies of iteration i
//   barrier
//   begin those of iteration i + S - 1, if there is one
//   the rest of iteration i
//
//===----------------------------------------------------------------------===//

#include "LoopExpansion.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASPIPELINELOOPS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

struct PipelineLoopsPass
    : tessera::impl::TileASPipelineLoopsBase<PipelineLoopsPass> {
  void runOnOperation() override {
    LoopExpander expander;
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      auto schedule = getSchedule(loop);
      if (schedule && !schedule.getExpanded())
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      carryOut(loop, expander);
    expander.foldNumbers(getOperation());
  }

private:
  void carryOut(scf::ForOp loop, LoopExpander &expander) {
    StagedOps order = getScheduledOrder(loop);
    StringRef obstacle = LoopExpander::findObstacle(loop, order);
    if (!obstacle.empty())
      return giveUp(loop, obstacle);
    expander.expand(loop, std::move(order));
    ++numLoops;
  }

  /// Drops the schedule. Iterations then run one after the other, which is
  /// right for copies to rings, too: each waits for its own.
  void giveUp(scf::ForOp loop, StringRef obstacle) {
    loop->removeAttr(ScheduleAttr::attributeName);
    for (Operation &op : *loop.getBody())
      setSlot(&op, SlotAttr());
    remark::missed(loop.getLoc(),
                   remark::RemarkOpts::name("RemarkLoopNotPipelined")
                       .category(remarks::schedule)
                       .function(getOperation().getSymName()))
        << remark::reason("not pipelined: by its schedule, {0}", obstacle);
  }
};

} // namespace

//===- VerifySchedules.cpp - Schedules against the machine model ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/LoopDependences.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include <map>

namespace tessera {
#define GEN_PASS_DEF_TILEASVERIFYSCHEDULES
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static LogicalResult verifyDependences(ScheduleAttr schedule,
                                       const LoopDependences &dependences) {
  ArrayRef<Operation *> ops = dependences.getOps();
  for (const ModuloProblem::Edge &edge : dependences.getProblem().edges) {
    Operation *from = ops[edge.from], *to = ops[edge.to];
    int64_t least = getStart(getSlot(from), schedule) + edge.latency -
                    edge.distance * schedule.getInterval();
    int64_t start = getStart(getSlot(to), schedule);
    if (start >= least)
      continue;
    InFlightDiagnostic error = to->emitOpError(dependences.describe(edge));
    error << ": by the schedule of its loop it starts in cycle " << start
          << " of an iteration, and cycle " << least << " is the first";
    error.attachNote(from->getLoc()) << "this op comes first";
    return error;
  }
  return success();
}

static LogicalResult verifyUnits(ScheduleAttr schedule,
                                 const LoopDependences &dependences) {
  struct Occupied {
    int64_t cycles;
    Operation *op;
  };
  // By unit and start.
  std::map<unsigned, std::multimap<int64_t, Occupied>> units;
  for (auto [op, uses] :
       llvm::zip_equal(dependences.getOps(), dependences.getProblem().ops))
    for (const ModuloProblem::Use &use : uses)
      if (use.occupies())
        units[use.unit].emplace(getSlot(op).getCycle(),
                                Occupied{use.cycles, op});
  for (const auto &[unit, starts] : units) {
    // The last op of an interval is followed by the first one of the next.
    auto before = std::prev(starts.end());
    int64_t end =
        before->first + before->second.cycles - schedule.getInterval();
    for (auto it = starts.begin(); it != starts.end(); before = it++) {
      if (it->first < end) {
        InFlightDiagnostic error =
            it->second.op->emitOpError("starts in cycle ")
            << it->first << " of the interval on a unit ("
            << Unit::fromNumber(unit).getName()
            << ") that another op keeps busy up to cycle " << end;
        error.attachNote(before->second.op->getLoc()) << "this op does";
        return error;
      }
      end = it->first + it->second.cycles;
    }
  }
  return success();
}

namespace {

struct VerifySchedulesPass
    : tessera::impl::TileASVerifySchedulesBase<VerifySchedulesPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    WalkResult result = getOperation().walk([&](scf::ForOp loop) {
      ScheduleAttr schedule = getSchedule(loop);
      std::optional<OpTimes> times = OpTimes::find(loop);
      if (!schedule || !times)
        return WalkResult::advance();
      LoopDependences dependences(loop, *times);
      return failed(verifyUnits(schedule, dependences)) ||
                     failed(verifyDependences(schedule, dependences))
                 ? WalkResult::interrupt()
                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace

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

static bool isVerb(Operation *op, RingVerb verb) {
  auto ofRing = dyn_cast<RingOpInterface>(op);
  return ofRing && ofRing.getVerb() == verb;
}

/// The rule that an op breaks by starting too early behind another one.
static StringRef describe(Operation *from, Operation *to) {
  if (isVerb(from, RingVerb::Release) && isVerb(to, RingVerb::Acquire))
    return "acquires a stage before the turn that has it is released";
  if (isVerb(from, RingVerb::Commit) && isVerb(to, RingVerb::Wait))
    return "waits for copies that are under way";
  if (isVerb(to, RingVerb::Release) || isVerb(to, RingVerb::Commit))
    return "ends a turn while its stage is in use";
  return "starts before what it waits for has ended";
}

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
    InFlightDiagnostic error = to->emitOpError(describe(from, to));
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
      if (use.cycles)
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
    KernelSpecAttr spec = getOperation().getSpec();
    const TargetInfo *target = lookupTarget(spec.getTarget());
    if (!target)
      return;
    WalkResult result = getOperation().walk([&](scf::ForOp loop) {
      ScheduleAttr schedule = getSchedule(loop);
      if (!schedule)
        return WalkResult::advance();
      OpTimes times(spec.getWarps(), *target);
      LoopDependences dependences(loop, times);
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

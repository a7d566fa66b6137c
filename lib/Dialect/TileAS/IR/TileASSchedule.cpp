//===- TileASSchedule.cpp - Schedules of loops ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

Producer tileas::findProducer(scf::ForOp loop, Value value) {
  // Values may be passed on in a cycle, so the distance is bounded.
  for (int64_t distance = 0; distance <= loop.getNumRegionIterArgs();
       ++distance) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument) {
      Operation *op = value.getDefiningOp();
      return op->getBlock() == loop.getBody() ? Producer{op, distance}
                                              : Producer();
    }
    if (argument.getOwner() != loop.getBody() ||
        argument == loop.getInductionVar())
      break;
    value = loop.getTiedLoopYieldedValue(argument)->get();
  }
  return {};
}

ScheduleAttr ScheduleAttr::asExpanded() const {
  return get(getContext(), getInterval(), getStages(), getMinimal(),
             /*expanded=*/true);
}

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t interval, int64_t stages,
                                   bool minimal, bool expanded) {
  if (interval < 1 || stages < 1)
    return emitError() << "a schedule has an interval and stages of at least 1";
  return success();
}

LogicalResult SlotAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t stage, int64_t cycle) {
  if (stage < 0 || cycle < 0)
    return emitError() << "a slot has no negative stage or cycle";
  return success();
}

/// The start of an op relative to its iteration.
static std::optional<int64_t> getTime(Operation *op, ScheduleAttr schedule) {
  auto slot = op->getAttrOfType<SlotAttr>(SlotAttr::attributeName);
  if (!slot)
    return std::nullopt;
  return slot.getStage() * schedule.getInterval() + slot.getCycle();
}

/// Checks that an op does not start before the ops whose results it uses, in
/// its own iteration or, through loop-carried values, in an earlier one.
static LogicalResult verifyOrder(Operation *op, scf::ForOp loop,
                                 ScheduleAttr schedule) {
  std::optional<int64_t> time = getTime(op, schedule);
  if (!time)
    return op->emitOpError("has no '")
           << SlotAttr::attributeName
           << "', which each op of a loop with a schedule has";
  WalkResult result = op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands()) {
      auto [producer, distance] = findProducer(loop, operand);
      if (!producer)
        continue;
      int64_t begin = *time + distance * schedule.getInterval();
      std::optional<int64_t> produced = getTime(producer, schedule);
      if (!produced || *produced <= begin)
        continue;
      InFlightDiagnostic error = op->emitOpError(
          "starts before what it uses, by the schedule of its loop");
      error.attachNote(producer->getLoc()) << "this op starts later";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return success(!result.wasInterrupted());
}

static LogicalResult verifySchedule(Operation *op, Attribute attribute) {
  auto schedule = dyn_cast<ScheduleAttr>(attribute);
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!schedule || !loop)
    return op->emitOpError("'") << ScheduleAttr::attributeName
                                << "' is a schedule, and stands at an scf.for";
  if (schedule.getExpanded())
    return success();
  for (Operation &inner : loop.getBody()->without_terminator())
    if (failed(verifyOrder(&inner, loop, schedule)))
      return failure();
  return success();
}

static LogicalResult verifySlot(Operation *op, Attribute attribute) {
  auto slot = dyn_cast<SlotAttr>(attribute);
  auto schedule = op->getParentOp()
                      ? op->getParentOp()->getAttrOfType<ScheduleAttr>(
                            ScheduleAttr::attributeName)
                      : ScheduleAttr();
  if (!slot || !schedule)
    return op->emitOpError("'")
           << SlotAttr::attributeName
           << "' is a slot, and stands in a loop with a schedule";
  if (slot.getStage() >= schedule.getStages())
    return op->emitOpError("is in stage ")
           << slot.getStage() << ", but the loop has stages from 0 to "
           << schedule.getStages() - 1;
  if (slot.getCycle() >= schedule.getInterval())
    return op->emitOpError("starts in cycle ")
           << slot.getCycle() << " of an interval of "
           << schedule.getInterval();
  return success();
}

LogicalResult
TileASDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  if (attribute.getName() == ScheduleAttr::attributeName)
    return verifySchedule(op, attribute.getValue());
  if (attribute.getName() == SlotAttr::attributeName)
    return verifySlot(op, attribute.getValue());
  return success();
}

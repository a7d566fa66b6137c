//===- TileASSchedule.cpp - Schedules of loops ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/LoopValues.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"

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

LogicalResult ScheduleAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t interval, int64_t stages,
                                   bool minimal, bool expanded) {
  if (interval < 1 || stages < 1)
    return emitError() << "a schedule has an interval and stages of at least 1";
  return success();
}

LogicalResult SlotAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               int64_t stage, int64_t cycle, StringRef) {
  if (stage < 0 || cycle < 0)
    return emitError() << "a slot has no negative stage or cycle";
  return success();
}

int64_t tileas::countTrips(LoopLikeOpInterface loop) {
  std::optional<APInt> trips = loop.getStaticTripCount();
  return trips ? int64_t(trips->getLimitedValue(
                     std::numeric_limits<int64_t>::max()))
               : kAssumedTrips;
}

//===----------------------------------------------------------------------===//
// Slots
//===----------------------------------------------------------------------===//

ScheduleAttr tileas::getSchedule(Operation *loop) {
  return loop->getAttrOfType<ScheduleAttr>(ScheduleAttr::attributeName);
}

ScheduleAttr tileas::getExpandedBy(Operation *loop) {
  return loop->getAttrOfType<ScheduleAttr>(kExpandedName);
}

bool tileas::isExpanded(Operation *loop) {
  ScheduleAttr schedule = getSchedule(loop);
  return schedule ? schedule.getExpanded() : getExpandedBy(loop) != nullptr;
}

std::optional<int64_t> tileas::findStage(Operation *op) {
  auto stage = op->getAttrOfType<IntegerAttr>(kStageName);
  return stage ? std::optional(stage.getInt()) : std::nullopt;
}

SlotAttr tileas::getSlot(Operation *op) {
  return op->getAttrOfType<SlotAttr>(SlotAttr::attributeName);
}

void tileas::setSlot(Operation *op, SlotAttr slot) {
  if (slot)
    op->setAttr(SlotAttr::attributeName, slot);
  else
    op->removeAttr(SlotAttr::attributeName);
}

bool tileas::comesFirst(SlotAttr slot, SlotAttr other) {
  return std::pair(slot.getCycle(), -slot.getStage()) <
         std::pair(other.getCycle(), -other.getStage());
}

int64_t tileas::getStart(SlotAttr slot, ScheduleAttr schedule) {
  int64_t stage = schedule.getExpanded() ? 0 : slot.getStage();
  return stage * schedule.getInterval() + slot.getCycle();
}

static void completeSlotsOf(scf::ForOp loop) {
  SlotAttr near;
  SmallVector<Operation *> last;
  for (Operation &op : llvm::reverse(loop.getBody()->without_terminator())) {
    if (SlotAttr slot = getSlot(&op))
      near = slot;
    else if (near)
      setSlot(&op, near);
    else
      last.push_back(&op);
  }
  if (last.empty() || !near)
    return;
  near = getSlot(last.back()->getPrevNode());
  for (Operation *op : last)
    setSlot(op, near);
}

void tileas::completeSlots(Operation *root) {
  root->walk([](scf::ForOp loop) {
    if (ScheduleAttr schedule = getSchedule(loop);
        schedule && schedule.getExpanded())
      completeSlotsOf(loop);
  });
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks that an op does not start before the ops whose results it uses, in
/// its own iteration or, through loop-carried values, in an earlier one.
static LogicalResult verifyOrder(Operation *op, scf::ForOp loop,
                                 ScheduleAttr schedule) {
  int64_t start = getStart(getSlot(op), schedule);
  WalkResult result = op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands()) {
      auto [producer, distance] = findProducer(loop, operand);
      if (!producer || getStart(getSlot(producer), schedule) <=
                           start + distance * schedule.getInterval())
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

/// Checks that the ops of an expanded loop stand in the order of their cycles.
static LogicalResult verifyOrderOfText(Operation *op) {
  Operation *before = op->getPrevNode();
  if (!before || getSlot(before).getCycle() <= getSlot(op).getCycle())
    return success();
  InFlightDiagnostic error = op->emitOpError(
      "stands behind an op that comes later, by the schedule of its loop");
  error.attachNote(before->getLoc()) << "this op comes later";
  return error;
}

static LogicalResult verifySchedule(Operation *op, Attribute attribute) {
  auto schedule = dyn_cast<ScheduleAttr>(attribute);
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!schedule || !loop)
    return op->emitOpError("'") << ScheduleAttr::attributeName
                                << "' is a schedule, and stands at an scf.for";
  for (Operation &inner : loop.getBody()->without_terminator())
    if (!getSlot(&inner))
      return inner.emitOpError("has no '")
             << SlotAttr::attributeName
             << "', which each op of a loop with a schedule has";
  for (Operation &inner : loop.getBody()->without_terminator())
    if (failed(verifyOrder(&inner, loop, schedule)) ||
        (schedule.getExpanded() && failed(verifyOrderOfText(&inner))))
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
  auto kernel = op->getParentOfType<KernelOpInterface>();
  if (!slot.getAgent().empty() && kernel &&
      !kernel.getSpec().findAgent(slot.getAgent()))
    return op->emitOpError("is for agent '")
           << slot.getAgent()
           << "', which the spec of the kernel does not have";
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

static LogicalResult verifyExpanded(Operation *op, Attribute attribute) {
  if (!isa<ScheduleAttr>(attribute) || !isa<scf::ForOp>(op) || getSchedule(op))
    return op->emitOpError("'")
           << kExpandedName
           << "' is a schedule, and stands at an scf.for without '"
           << ScheduleAttr::attributeName << "'";
  return success();
}

static LogicalResult verifyStage(Operation *op, Attribute attribute) {
  auto stage = dyn_cast<IntegerAttr>(attribute);
  Operation *loop = op->getParentOp();
  ScheduleAttr schedule = loop ? getExpandedBy(loop) : ScheduleAttr();
  if (!stage || !schedule)
    return op->emitOpError("'")
           << kStageName << "' is a number, and stands in a loop with '"
           << kExpandedName << "'";
  if (stage.getInt() < 0 || stage.getInt() >= schedule.getStages())
    return op->emitOpError("is in stage ")
           << stage.getInt() << ", but the loop has stages from 0 to "
           << schedule.getStages() - 1;
  return success();
}

LogicalResult
TileASDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  if (attribute.getName() == ScheduleAttr::attributeName)
    return verifySchedule(op, attribute.getValue());
  if (attribute.getName() == SlotAttr::attributeName)
    return verifySlot(op, attribute.getValue());
  if (attribute.getName() == kExpandedName)
    return verifyExpanded(op, attribute.getValue());
  if (attribute.getName() == kStageName)
    return verifyStage(op, attribute.getValue());
  return success();
}

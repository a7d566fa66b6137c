//===- Provenance.cpp - Which arguments an address derives from -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A data flow analysis over the pointers and views of an entry. It starts from
// its arguments and goes on until nothing changes. The origin of a pointer is a
// set of arguments, or unknown, the top of the lattice; sets only grow. It runs
// on the control flow as it was written, in which an exit hands its operands to
// the loop that it belongs to.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {

class ProvenanceAnalysis {
public:
  explicit ProvenanceAnalysis(EntryOp entry);

  /// The origins of the pointer or view `value`; null if unknown.
  tileaa::ProvenanceAttr getProvenance(Value value) const;

private:
  struct Origin {
    bool unknown = false;
    llvm::SmallBitVector arguments;
  };

  void visit(Operation *op);
  void visitExit(Operation *exit);
  /// Adds what is known of `from` to what is known of `to`.
  void flow(Value from, Value to);
  void flow(ValueRange from, ValueRange to);
  void setUnknown(Value value);

  DenseMap<Value, Origin> origins;
  unsigned numArguments;
  bool changed = true;
};

} // namespace

static bool isAddress(Type type) {
  auto tile = dyn_cast<TileType>(type);
  return isViewType(type) || (tile && isa<PointerType>(tile.getElementType()));
}

ProvenanceAnalysis::ProvenanceAnalysis(EntryOp entry)
    : numArguments(entry.getNumArguments()) {
  for (BlockArgument argument : entry.getArguments()) {
    if (!isAddress(argument.getType()))
      continue;
    Origin &origin = origins[argument];
    origin.arguments.resize(numArguments);
    origin.arguments.set(argument.getArgNumber());
  }
  while (changed) {
    changed = false;
    entry.walk([&](Operation *op) { visit(op); });
  }
}

void ProvenanceAnalysis::setUnknown(Value value) {
  Origin &origin = origins[value];
  changed |= !origin.unknown;
  origin.unknown = true;
}

void ProvenanceAnalysis::flow(Value from, Value to) {
  if (!isAddress(to.getType()))
    return;
  // A copy, since the map may grow.
  Origin source = origins.lookup(from);
  if (source.unknown)
    return setUnknown(to);
  if (source.arguments.none())
    return;
  Origin &target = origins[to];
  target.arguments.resize(numArguments);
  if (source.arguments.test(target.arguments)) {
    target.arguments |= source.arguments;
    changed = true;
  }
}

void ProvenanceAnalysis::flow(ValueRange from, ValueRange to) {
  for (auto [source, target] : llvm::zip_equal(from, to))
    flow(source, target);
}

/// Hands the operands of `yield`, `continue` and `break` to where they go.
void ProvenanceAnalysis::visitExit(Operation *exit) {
  Operation *frame = exit->getParentOp();
  if (!isa<YieldOp>(exit))
    while (isa<IfOp>(frame))
      frame = frame->getParentOp();
  if (isa<YieldOp>(exit) && isa<IfOp>(frame)) {
    flow(exit->getOperands(), frame->getResults());
  } else if (auto loop = dyn_cast<ForOp>(frame)) {
    flow(exit->getOperands(), loop.getRegionIterValues());
    flow(exit->getOperands(), loop->getResults());
  } else if (auto loop = dyn_cast<LoopOp>(frame)) {
    if (isa<ContinueOp>(exit))
      flow(exit->getOperands(), loop.getRegionIterValues());
    else if (isa<BreakOp>(exit))
      flow(exit->getOperands(), loop->getResults());
  }
}

void ProvenanceAnalysis::visit(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return visitExit(op);
  if (isa<IfOp>(op))
    return;
  if (auto loop = dyn_cast<ForOp>(op)) {
    flow(loop.getInitValues(), loop.getRegionIterValues());
    return flow(loop.getInitValues(), loop->getResults());
  }
  if (auto loop = dyn_cast<LoopOp>(op))
    return flow(loop.getInitValues(), loop.getRegionIterValues());
  bool derives = isa<AssumeOp, BroadcastOp, MakeGatherScatterViewOp,
                     MakePartitionViewOp, MakeStridedViewOp, MakeTensorViewOp,
                     OffsetOp, PermuteOp, PtrToPtrOp, ReshapeOp, SelectOp>(op);
  for (Value result : op->getResults()) {
    if (!isAddress(result.getType()))
      continue;
    if (!derives) {
      setUnknown(result);
      continue;
    }
    for (Value operand : op->getOperands())
      if (isAddress(operand.getType()))
        flow(operand, result);
  }
}

tileaa::ProvenanceAttr ProvenanceAnalysis::getProvenance(Value value) const {
  Origin origin = origins.lookup(value);
  if (origin.unknown || origin.arguments.none())
    return {};
  SmallVector<int64_t> arguments(origin.arguments.set_bits());
  return tileaa::ProvenanceAttr::get(value.getContext(), arguments);
}

void tessera::annotateProvenance(EntryOp entry) {
  ProvenanceAnalysis analysis(entry);
  entry.walk([&](Operation *op) {
    Value base = llvm::TypeSwitch<Operation *, Value>(op)
                     .Case([](LoadPtrTkoOp op) { return op.getSource(); })
                     .Case([](StorePtrTkoOp op) { return op.getDestination(); })
                     .Case<AtomicRMWTkoOp, AtomicCASTkoOp>(
                         [](auto op) { return op.getPointers(); })
                     .Case<LoadViewTkoOp, StoreViewTkoOp, AtomicRedViewTkoOp>(
                         [](auto op) { return op.getView(); })
                     .Default([](Operation *) { return Value(); });
    if (!base)
      return;
    if (tileaa::ProvenanceAttr provenance = analysis.getProvenance(base))
      op->setAttr(provenanceAttrName, provenance);
  });
}

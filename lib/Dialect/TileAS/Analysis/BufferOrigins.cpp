//===- BufferOrigins.cpp - Origins of buffers -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/BufferOrigins.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The constant by which a value of a loop's body grows from one iteration to
/// the next.
static std::optional<int64_t> getGrowth(Value value, scf::ForOp loop) {
  if (value == loop.getInductionVar()) {
    APInt step;
    if (matchPattern(loop.getStep(), m_ConstantInt(&step)))
      return step.getSExtValue();
    return std::nullopt;
  }
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != loop.getBody())
    return std::nullopt;
  StageIndex next =
      getStageIndex(loop.getTiedLoopYieldedValue(argument)->get());
  if (next.base != value)
    return std::nullopt;
  return next.offset;
}

static bool isInside(Value value, Operation *op) {
  return value && op->isAncestor(value.getParentRegion()->getParentOp());
}

/// The same origin, with an offset from 0 to the number of stages.
static BufferOrigin normalized(BufferOrigin origin) {
  if (origin.stage) {
    int64_t stages = origin.alloc.getBuffer().getType().getStages();
    int64_t rest = origin.stage->offset % stages;
    origin.stage->offset = rest < 0 ? rest + stages : rest;
  }
  return origin;
}

BufferOrigin BufferOrigin::atStage(StageIndex other) const {
  return normalized({alloc, other});
}

BufferOrigin BufferOrigin::inNextIteration(Operation *loop) const {
  if (!stage || !isInside(stage->base, loop))
    return *this;
  auto counted = dyn_cast<scf::ForOp>(loop);
  std::optional<int64_t> growth;
  if (counted)
    growth = getGrowth(stage->base, counted);
  if (!growth)
    return {alloc, std::nullopt};
  return normalized({alloc, StageIndex{stage->base, stage->offset - *growth}});
}

/// The origin of a successor value to which a terminator passes a buffer: in
/// the next iteration, or after the op.
static BufferOrigin afterRegion(const BufferOrigin &origin, Operation *branch,
                                Value successor) {
  if (successor.getDefiningOp() != branch)
    return origin.inNextIteration(branch);
  if (origin.stage && isInside(origin.stage->base, branch))
    return {origin.alloc, std::nullopt};
  return origin;
}

BufferOrigins::BufferOrigins(Operation *root) {
  root->walk([&](AllocSharedOp alloc) { add(alloc, {alloc, std::nullopt}); });
  while (!worklist.empty()) {
    auto [buffer, origin] = worklist.pop_back_val();
    for (OpOperand &use : buffer.getUses())
      propagate(use, origin);
  }
}

ArrayRef<BufferOrigin> BufferOrigins::lookup(Value buffer) const {
  auto it = origins.find(buffer);
  return it == origins.end() ? ArrayRef<BufferOrigin>() : it->second;
}

ArrayRef<Value> BufferOrigins::getValues(AllocSharedOp alloc) const {
  return values.find(alloc)->second;
}

void BufferOrigins::add(Value buffer, const BufferOrigin &origin) {
  SmallVector<BufferOrigin, 1> &known = origins[buffer];
  if (llvm::is_contained(known, origin))
    return;
  SmallVector<Value, 2> &sharing = values[origin.alloc];
  if (llvm::none_of(known, [&](const BufferOrigin &other) {
        return other.alloc == origin.alloc;
      }))
    sharing.push_back(buffer);
  known.push_back(origin);
  worklist.emplace_back(buffer, origin);
}

/// Follows the buffer from an operand to the values derived from it: a slice,
/// or values of control flow.
void BufferOrigins::propagate(OpOperand &use, const BufferOrigin &origin) {
  Operation *op = use.getOwner();
  auto addStage = [&](Value stage, BufferType ring, Value index) {
    // The stage of a ring with one stage is all of it.
    add(stage, ring.getStages() > 1
                   ? normalized({origin.alloc, getStageIndex(index)})
                   : origin);
  };
  if (auto slice = dyn_cast<SliceOp>(op))
    return addStage(slice.getStage(), slice.getRing().getType(),
                    slice.getCount());
  if (auto ring = dyn_cast<RingOp>(op))
    return add(ring.getRing(), origin);
  if (auto verb = dyn_cast<RingOpInterface>(op)) {
    for (Value result : op->getResults())
      if (isa<BufferType>(result.getType()))
        addStage(result, cast<RingType>(use.get().getType()).getBuffer(),
                 verb.getTurn());
    return;
  }
  auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(op);
  auto branch = terminator
                    ? dyn_cast<RegionBranchOpInterface>(op->getParentOp())
                    : dyn_cast<RegionBranchOpInterface>(op);
  if (!branch) {
    // Such as arith.select, whose result is one of its operands.
    for (Value result : op->getResults())
      if (isa<BufferType>(result.getType()))
        add(result, origin);
    return;
  }
  RegionBranchSuccessorMapping mapping;
  branch.getSuccessorOperandInputMapping(
      mapping,
      terminator ? RegionBranchPoint(terminator) : RegionBranchPoint::parent());
  for (Value successor : mapping.lookup(&use))
    add(successor,
        terminator ? afterRegion(origin, branch, successor) : origin);
}

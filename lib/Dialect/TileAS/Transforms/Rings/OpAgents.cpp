//===- OpAgents.cpp - The agents that execute the ops of a kernel ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An agent is planned with warps enough to copy by their threads. The machine copies
// for one thread, which then does all that there is to do for a ring: it looks for the
// map, waits for the stage, begins the copy and arrives. So such an agent becomes one
// of a single warp for each ring:
//
//   agent "load" warps 4 {           agent "load" warps 1 {   agent "load2" warps 1 {
//     %m = tensor_map                  %m = tensor_map           %n = tensor_map
//     %n = tensor_map                  for %i {                  for %i {
//     for %i {                           acquire %a[%i]            acquire %b[%i]
//       acquire %a[%i]          ->       tensor_copy %m            tensor_copy %n
//       tensor_copy %m                   commit %a[%i]             commit %b[%i]
//       commit %a[%i]                  }                         }
//       acquire %b[%i]               }                        }
//       tensor_copy %n
//       commit %b[%i]
//
// Neither waits for the other's ring, and maps are looked for side by side.
//
//===----------------------------------------------------------------------===//

#include "OpAgents.h"
#include "RingMBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The buffer that an op fills, or in whose turn it copies; null for other ops.
static Value findFilled(Operation *op) {
  if (isa<AcquireOp, CommitOp>(op))
    return cast<RingOpInterface>(op)
        .getRing()
        .getDefiningOp<RingOp>()
        .getBuffer();
  auto copy = dyn_cast<MachineCopyOpInterface>(op);
  if (!copy || !copy.getCompletion())
    return {};
  for (Operation *user : copy.getCompletion().getUsers())
    if (isa<CommitOp>(user))
      return findFilled(user);
  return {};
}

namespace {

/// The ops of an agent by the buffers that they fill.
class CopyParts {
public:
  void add(Operation *op) {
    Value buffer = findFilled(op);
    if (auto commit = dyn_cast<CommitOp>(op)) {
      isDivisible &= !commit.getCopies().empty() &&
                     llvm::all_of(commit.getCopies(), tileas::isByMachine);
    } else if (auto map = dyn_cast<TensorMapOp>(op)) {
      buffer = joinCopies(map);
    }
    isDivisible &= bool(buffer);
    ops.emplace_back(op, buffer);
  }

  void joinAll() {
    for (auto [op, buffer] : ops)
      if (isDivisible)
        together.unionSets(ops.front().second, buffer);
  }

  /// The ops of each part, in the order of the text; none unless the machine makes all
  /// copies, and there is nothing else to do.
  SmallVector<SmallVector<Operation *>> get() {
    llvm::MapVector<Value, SmallVector<Operation *>> parts;
    for (auto [op, buffer] : ops)
      if (isDivisible)
        parts[together.getOrInsertLeaderValue(buffer)].push_back(op);
    return llvm::to_vector(llvm::make_second_range(parts));
  }

private:
  /// A map is of the thread that copies by it. Returns one of the buffers, or null.
  Value joinCopies(TensorMapOp map) {
    Value first;
    for (Operation *copy : map->getUsers()) {
      Value buffer = findFilled(copy);
      if (!buffer)
        return {};
      first = first ? first : buffer;
      together.unionSets(first, buffer);
    }
    return first;
  }

  llvm::EquivalenceClasses<Value> together;
  SmallVector<std::pair<Operation *, Value>> ops;
  bool isDivisible = true;
};

} // namespace

OpAgents::OpAgents(KernelOpInterface kernel)
    : kernel(kernel), spec(kernel.getSpec()) {
  for (AgentAttr agent : spec.getPlannedAgents())
    settle(agent);
}

AgentAttr OpAgents::findPlanned(Operation *op) const {
  if (auto map = dyn_cast<TensorMapOp>(op); map && !map->use_empty())
    op = *map->user_begin();
  while (op != kernel && !getSlot(op))
    op = op->getParentOp();
  SlotAttr slot = getSlot(op);
  return slot ? spec.findAgent(slot.getAgent()) : AgentAttr();
}

AgentAttr OpAgents::find(Operation *op) const {
  if (AgentAttr part = ofOtherParts.lookup(op))
    return part;
  AgentAttr planned = findPlanned(op);
  return planned ? settled.lookup(planned) : planned;
}

/// True if two CTAs may multiply as a pair. Each has half as much to copy then, and the
/// copies of one warp of each tell both (`PairSignals.cpp`).
bool OpAgents::mayPair() const {
  const TargetInfo *target = lookupTarget(spec.getTarget());
  return spec.countWorkingCTAs() == 2 && target &&
         target->getCapacities().tensorMemoryColumns;
}

/// Makes agents of one warp of one whose copies the machine makes.
void OpAgents::settle(AgentAttr planned) {
  CopyParts copies;
  kernel->walk([&](Operation *op) {
    if (op->getNumRegions() == 0 && !isMemoryEffectFree(op) &&
        findPlanned(op) == planned)
      copies.add(op);
  });
  if (mayPair())
    copies.joinAll();
  SmallVector<SmallVector<Operation *>> parts = copies.get();
  if (parts.empty() || parts.size() > planned.getWarps()) {
    settled[planned] = planned;
    return;
  }
  for (auto [number, part] : llvm::enumerate(parts)) {
    std::string name = planned.getName().str();
    if (number > 0)
      name += std::to_string(number + 1);
    auto agent = AgentAttr::get(planned.getContext(), name, /*warps=*/1);
    if (number == 0)
      settled[planned] = agent;
    else
      for (Operation *op : part)
        ofOtherParts[op] = agent;
  }
}

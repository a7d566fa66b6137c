//===- IssueRules.cpp - Programs of warps that compute and one that begins ===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IssueRules.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// OpsOfAll
//===----------------------------------------------------------------------===//

OpsOfAll::OpsOfAll(KernelOpInterface kernel) {
  Block &body = kernel.getBody().front();
  kernel.getBody().walk([&](Operation *op) {
    if (isa<MBarrierInitOp, TmemAllocOp>(op) ||
        hasEffect<MemoryEffects::Allocate>(op))
      before.insert(op);
  });
  for (Operation *op = body.getTerminator()->getPrevNode();
       isa_and_nonnull<ReleaseMapOp, TmemFreeOp, BarrierOp>(op);
       op = op->getPrevNode())
    behind.insert(op);
}

//===----------------------------------------------------------------------===//
// IssueRules
//===----------------------------------------------------------------------===//

/// Adds the values that a value is elsewhere, or that pure ops make of it. False if
/// anything else uses it but the rows of copies.
static bool addUsersForRows(Value value, llvm::SetVector<Value> &values) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto copy = dyn_cast<TensorCopyOp>(user))
      return copy.getRows() == use.get();
    if (auto loop = dyn_cast<scf::ForOp>(user)) {
      if (use.getOperandNumber() < loop.getNumControlOperands())
        return false;
      values.insert(loop.getTiedLoopRegionIterArg(&use));
      values.insert(loop.getTiedLoopResult(&use));
      return true;
    }
    if (auto yield = dyn_cast<scf::YieldOp>(user)) {
      unsigned number = use.getOperandNumber();
      if (auto loop = dyn_cast<scf::ForOp>(yield->getParentOp()))
        values.insert(loop.getRegionIterArg(number));
      values.insert(yield->getParentOp()->getResult(number));
      return true;
    }
    if (!isPure(user) || user->getNumRegions() != 0)
      return false;
    values.insert_range(user->getResults());
    return true;
  });
}

/// True for a load of numbers of rows that copies gather, and for nothing else: the warp
/// that begins them needs these in its lanes.
static bool isForRows(Operation *op) {
  tileaa::AccessOpInterface load = asLoad(op);
  if (!load || !isa<RankedTensorType>(load.getAccessedType()) ||
      !load.getResultToken().use_empty())
    return false;
  llvm::SetVector<Value> values;
  values.insert(load.getAccessed());
  for (size_t next = 0; next < values.size(); ++next)
    if (!addUsersForRows(values[next], values))
      return false;
  return true;
}

/// True for what one thread begins: products, and copies with their arrivals.
static bool isBegin(Operation *op) {
  if (isForRows(op))
    return true;
  if (auto arrive = dyn_cast<MBarrierArriveOp>(op))
    return arrive.getExecutor() == Executor::One;
  return isa<Tcgen05MmaOp, MachineCopyOpInterface, MBarrierMeetOp, TensorMapOp>(
      op);
}

/// True for a point to which all warps come.
static bool isMeeting(Operation *op) {
  return isa<BarrierOp, CopyBarrierOp, AwaitProductsOp>(op);
}

/// True if an agent may read a buffer that a wait is for: nobody else has to wait.
static bool isReadBy(bool begins, WaitPhaseOp wait) {
  auto isReader = [&](Operation *user) {
    return !isa<WaitPhaseOp, MachineCopyOpInterface>(user) &&
           (isBegin(user) == begins || isMemoryEffectFree(user));
  };
  return wait.getBuffers().empty() ||
         llvm::any_of(wait.getBuffers(), [&](Value buffer) {
           return llvm::any_of(buffer.getUsers(), isReader);
         });
}

bool IssueRules::executes(Operation *op) const {
  if (isMemoryEffectFree(op) || isOutside(op))
    return false;
  if (auto wait = dyn_cast<WaitPhaseOp>(op))
    return isReadBy(begins, wait);
  return isMeeting(op) || isBegin(op) == begins;
}

bool IssueRules::hasPlaceOf(Operation *op) const {
  return begins ? isa<TmemStoreOp, TmemScaleOp>(op) : isa<Tcgen05MmaOp>(op);
}

bool IssueRules::mayHave(Operation *op) const {
  return isMemoryEffectFree(op) || isLoadForAgents(op) || executes(op) ||
         hasPlaceOf(op);
}

SmallVector<Value> IssueRules::getOperands(Operation *op) const {
  if (!hasPlaceOf(op))
    return AgentRules::getOperands(op);
  return llvm::TypeSwitch<Operation *, SmallVector<Value>>(op)
      .Case([](TmemStoreOp store) -> SmallVector<Value> {
        if (store.getPlace())
          return {store.getPlace()};
        return {store.getMemory()};
      })
      .Case([](TmemScaleOp scale) -> SmallVector<Value> {
        return {scale.getSum()};
      })
      .Case([](Tcgen05MmaOp product) -> SmallVector<Value> {
        return {product.getAcc()};
      });
}

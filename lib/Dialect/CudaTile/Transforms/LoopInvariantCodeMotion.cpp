//===- LoopInvariantCodeMotion.cpp - Hoisting out of loops and branches ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace tessera {
#define GEN_PASS_DEF_CUDATILELICM
#include "tessera/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// True if `op` may be executed speculatively. View operations on illegal
/// numbers, and extents that do not fit, do no harm unless they are used.
static bool mayRunAnywhere(Operation *op) {
  return isMemoryEffectFree(op) &&
         (isSpeculatable(op) ||
          isa<MakeTensorViewOp, GetTensorShapeOp, GetIndexSpaceShapeOp>(op));
}

/// Moves the invariant operations of `region`, a body or branch in `loop`, in
/// front of the loop, including those in branches that remain. An `if` is tried
/// as a whole before its parts, which would not be in the loop any more.
static size_t hoistFrom(Region &region, LoopLikeOpInterface loop) {
  size_t numMoved = moveLoopInvariantCode(
      &region,
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) { return mayRunAnywhere(op); },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
  for (IfOp branches : region.getOps<IfOp>())
    for (Region &branch : branches->getRegions())
      numMoved += hoistFrom(branch, loop);
  return numMoved;
}

namespace {
struct LoopInvariantCodeMotion
    : public tessera::impl::CudaTileLICMBase<LoopInvariantCodeMotion> {
  void runOnOperation() override {
    // Post-order visits inner loops first.
    getOperation()->walk([&](LoopLikeOpInterface loop) {
      for (Region *region : loop.getLoopRegions())
        numMoved += hoistFrom(*region, loop);
    });
  }
};
} // namespace

//===- AllocateShared.cpp - Offsets of buffers in shared memory -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASALLOCATESHARED
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

struct AllocateSharedPass
    : tessera::impl::TileASAllocateSharedBase<AllocateSharedPass> {
  void runOnOperation() override {
    FailureOr<SharedAllocation> shared =
        SharedAllocation::create(getOperation());
    if (failed(shared))
      return signalPassFailure();
    int64_t total = shared->place();
    for (SharedInterval interval : shared->getIntervals())
      interval.buffer.setOffset(interval.offset);
    getOperation().setSpecAttr(getOperation().getSpec().withShared(total));
  }
};

} // namespace

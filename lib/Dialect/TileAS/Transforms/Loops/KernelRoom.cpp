//===- KernelRoom.cpp - Room of an SM for a kernel ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelRoom.h"
#include "OverlapTiles.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

KernelRoom::KernelRoom(KernelOpInterface kernel, const TargetInfo &target)
    : kernel(kernel), target(target),
      tensorColumns(countTensorColumns(kernel)) {}

LogicalResult KernelRoom::measure(ArrayRef<const LoopRings *> all,
                                  scf::ForOp loop, const LoopRings &rings) {
  FailureOr<SharedAllocation> allocation = SharedAllocation::create(kernel);
  if (failed(allocation))
    return failure();
  measureAgents(*allocation, all);
  sharedBytes = allocation->place();
  sharedBytesAcrossTiles = sharedBytes;
  if (scf::ForOp tiles = rings.empty() ? scf::ForOp() : getTileLoop(loop)) {
    allocation->keepThroughout(tiles, rings.getBuffers(), /*stages=*/1);
    sharedBytesAcrossTiles = allocation->place();
  }
  allocation->keepFactorsTogether(loop);
  sharedBytesTogether = allocation->place();
  return success();
}

LogicalResult KernelRoom::measureAgents(ArrayRef<const LoopRings *> all) {
  FailureOr<SharedAllocation> allocation = SharedAllocation::create(kernel);
  if (failed(allocation))
    return failure();
  measureAgents(*allocation, all);
  return success();
}

/// Measures the shared memory of the kernel with its longest rings live as those
/// between agents are, from the begin of the kernel until all of them has been read, and
/// their mbarriers.
void KernelRoom::measureAgents(const SharedAllocation &buffers,
                               ArrayRef<const LoopRings *> all) {
  sharedBytesOfAgents = 0;
  if (kernel.getSpec().getPlannedAgents().empty())
    return;
  SharedAllocation allocation = buffers;
  for (const LoopRings *rings : all)
    allocation.keepFromBegin(kernel, rings->getBuffers());
  sharedBytesOfAgents = allocation.place();
  // Rings will have these when they cross agents, beside those counted yet.
  for (const LoopRings *rings : all)
    for (const LoopRing &each : rings->get()) {
      RingOp ring = each.ring;
      RingMBarriers missing = RingMBarriers::find(ring);
      missing = {!missing.full, !missing.empty, /*ready=*/false};
      sharedBytesOfAgents += missing.countBytes(ring.getRing().getType());
    }
}

bool KernelRoom::hasRoomForAgents(int64_t spared) const {
  return !sharedBytesOfAgents ||
         sharedBytesOfAgents - spared <=
             target.getCapacities().maxSharedBytesPerBlock;
}

void KernelRoom::dropAgents() {
  KernelSpecAttr spec = kernel.getSpec();
  kernel.setSpecAttr(spec.withoutAgents(spec.getWarps()));
  sharedBytesOfAgents = 0;
}

bool KernelRoom::hasRoom(int64_t spared) const {
  return sharedBytes - spared <= target.getCapacities().maxSharedBytesPerBlock;
}

int64_t KernelRoom::countBlocks(int64_t spared, int64_t registers) const {
  return std::max(getResidency().countBlocks(sharedBytes - spared, registers),
                  1u);
}

int64_t KernelRoom::countBlocksAcrossTiles(int64_t spared) const {
  return getResidency().countBlocks(sharedBytesAcrossTiles - spared);
}

int64_t KernelRoom::countBlocksTogether(int64_t spared) const {
  return getResidency().countBlocks(sharedBytesTogether - spared);
}

int64_t KernelRoom::limitRegisters(int64_t registers) const {
  return std::min(registers,
                  KernelOpInterface(kernel).getSpec().getMostRegisters());
}

Residency KernelRoom::getResidency() const {
  return Residency(target, KernelOpInterface(kernel).getSpec().getAllWarps(),
                   tensorColumns);
}

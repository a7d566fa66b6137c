//===- TileASKernelSpec.cpp - The launch contract of a kernel -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

unsigned KernelSpecAttr::getNumThreads() const {
  return getWarps() * kWarpSize;
}

std::array<int32_t, 3> KernelSpecAttr::getClusterShape() const {
  DenseI32ArrayAttr cluster = getCluster();
  if (!cluster)
    return {1, 1, 1};
  return {cluster[0], cluster[1], cluster[2]};
}

unsigned KernelSpecAttr::getClusterCTAs() const {
  std::array<int32_t, 3> shape = getClusterShape();
  return shape[0] * shape[1] * shape[2];
}

KernelSpecAttr KernelSpecAttr::withWarps(unsigned warps) const {
  return get(getContext(), getTarget(), warps, getCluster(), getStages(),
             getPersistent(), getMaxRegisters(), getMinCtasPerSm(),
             getMaxClusterRank(), getPlan(), getShared(), getFrozen());
}

int64_t KernelSpecAttr::getMostRegisters(unsigned blocks) const {
  unsigned most = getMostRegistersPerThread(
      getWarps(), std::max({blocks, getMinCtasPerSm(), 1u}));
  return getMaxRegisters() ? std::min(most, getMaxRegisters()) : most;
}

KernelSpecAttr KernelSpecAttr::withShared(int64_t bytes) const {
  return get(getContext(), getTarget(), getWarps(), getCluster(), getStages(),
             getPersistent(), getMaxRegisters(), getMinCtasPerSm(),
             getMaxClusterRank(), getPlan(), bytes, getFrozen());
}

KernelSpecAttr KernelSpecAttr::withMinCTAsPerSM(unsigned ctas) const {
  return get(getContext(), getTarget(), getWarps(), getCluster(), getStages(),
             getPersistent(), getMaxRegisters(), ctas, getMaxClusterRank(),
             getPlan(), getShared(), getFrozen());
}

KernelSpecAttr KernelSpecAttr::withPlan(PlanAttr plan) const {
  return get(getContext(), getTarget(), getWarps(), getCluster(), getStages(),
             getPersistent(), getMaxRegisters(), getMinCtasPerSm(),
             getMaxClusterRank(), plan, getShared(), getFrozen());
}

KernelSpecAttr KernelSpecAttr::asFrozen() const {
  return get(getContext(), getTarget(), getWarps(), getCluster(), getStages(),
             getPersistent(), getMaxRegisters(), getMinCtasPerSm(),
             getMaxClusterRank(), getPlan(), getShared(), /*frozen=*/true);
}

LogicalResult PlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               unsigned blocks, unsigned registers) {
  if (blocks < 1 || registers < 1 ||
      registers > Capacities::maxRegistersPerThread)
    return emitError() << "a plan has at least one block, and from 1 to "
                       << Capacities::maxRegistersPerThread
                       << " registers of a thread";
  return success();
}

LogicalResult
KernelSpecAttr::verifyPlan(function_ref<InFlightDiagnostic()> emitError) const {
  const TargetInfo *target = lookupTarget(getTarget());
  PlanAttr plan = getPlan();
  if (!target || !plan)
    return success();
  BlockNeeds needs{getWarps(), plan.getRegisters(),
                   getFrozen() ? uint64_t(std::max<int64_t>(getShared(), 0))
                               : 0};
  unsigned resident = computeOccupancy(target->getCapacities(), needs).blocks;
  if (plan.getBlocks() <= resident)
    return success();
  return emitError() << "plans for " << plan.getBlocks()
                     << " blocks, but a multiprocessor of " << getTarget()
                     << " holds " << resident << " of " << getWarps()
                     << " warps with " << plan.getRegisters()
                     << " registers of a thread and " << needs.sharedBytes
                     << " bytes of shared memory";
}

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

int64_t KernelSpecAttr::getMostRegisters(unsigned blocks) const {
  unsigned most = getMostRegistersPerThread(
      getWarps(), std::max({blocks, getMinCtasPerSm(), 1u}));
  return getMaxRegisters() ? std::min(most, getMaxRegisters()) : most;
}

namespace {
/// The part of a spec that passes decide on; the front end has fixed the rest.
struct Decisions {
  unsigned warps, minCTAsPerSM;
  PlanAttr plan;
  int64_t shared;
  bool frozen;
};
} // namespace

static KernelSpecAttr change(KernelSpecAttr spec,
                             function_ref<void(Decisions &)> decide) {
  Decisions now{spec.getWarps(), spec.getMinCtasPerSm(), spec.getPlan(),
                spec.getShared(), spec.getFrozen()};
  decide(now);
  return KernelSpecAttr::get(spec.getContext(), spec.getTarget(), now.warps,
                             spec.getCluster(), spec.getStages(),
                             spec.getPersistent(), spec.getMaxRegisters(),
                             now.minCTAsPerSM, spec.getMaxClusterRank(),
                             now.plan, now.shared, now.frozen);
}

KernelSpecAttr KernelSpecAttr::withWarps(unsigned warps) const {
  return change(*this, [&](Decisions &now) { now.warps = warps; });
}

KernelSpecAttr KernelSpecAttr::withShared(int64_t bytes) const {
  return change(*this, [&](Decisions &now) { now.shared = bytes; });
}

KernelSpecAttr KernelSpecAttr::withMinCTAsPerSM(unsigned ctas) const {
  return change(*this, [&](Decisions &now) { now.minCTAsPerSM = ctas; });
}

KernelSpecAttr KernelSpecAttr::withPlan(PlanAttr plan) const {
  return change(*this, [&](Decisions &now) { now.plan = plan; });
}

KernelSpecAttr KernelSpecAttr::asFrozen() const {
  return change(*this, [](Decisions &now) { now.frozen = true; });
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

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
  return getAllWarps() * kWarpSize;
}

unsigned KernelSpecAttr::getAllWarps() const {
  unsigned warps = getWarps();
  for (AgentAttr agent : getPlannedAgents())
    warps += agent.getWarps();
  return warps;
}

SmallVector<AgentAttr, 1> KernelSpecAttr::getPlannedAgents() const {
  SmallVector<AgentAttr, 1> agents;
  if (ArrayAttr all = getAgents())
    for (Attribute agent : all)
      if (auto planned = dyn_cast<AgentAttr>(agent))
        agents.push_back(planned);
  return agents;
}

AgentAttr KernelSpecAttr::findAgent(StringRef name) const {
  for (AgentAttr agent : getPlannedAgents())
    if (agent.getName() == name)
      return agent;
  return {};
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
      getAllWarps(), std::max({blocks, getMinCtasPerSm(), 1u}));
  return getMaxRegisters() ? std::min(most, getMaxRegisters()) : most;
}

unsigned KernelSpecAttr::getLeastRegisters() const {
  return getFindings() ? getFindings().getLeastRegisters() : 0;
}

bool KernelSpecAttr::keepsProductsApart() const {
  return getFindings() && getFindings().getProductsApart();
}

bool KernelSpecAttr::keepsLoadsInPlace() const {
  return getFindings() && getFindings().getLoadsInPlace();
}

bool KernelSpecAttr::keepsLoopsWhole() const {
  return getFindings() && getFindings().getLoopsWhole();
}

bool KernelSpecAttr::keepsPowersTogether() const {
  return getFindings() && getFindings().getPowersTogether();
}

namespace {
/// The part of a spec that passes decide on; the front end has fixed the rest.
struct Decisions {
  unsigned warps, minCTAsPerSM;
  PlanAttr plan;
  ArrayAttr agents;
  int64_t shared;
  bool frozen;
};
} // namespace

static KernelSpecAttr change(KernelSpecAttr spec,
                             function_ref<void(Decisions &)> decide) {
  Decisions now{spec.getWarps(),  spec.getMinCtasPerSm(), spec.getPlan(),
                spec.getAgents(), spec.getShared(),       spec.getFrozen()};
  decide(now);
  return KernelSpecAttr::get(
      spec.getContext(), spec.getTarget(), now.warps, spec.getCluster(),
      spec.getStages(), spec.getPersistent(), spec.getMaxRegisters(),
      now.minCTAsPerSM, spec.getMaxClusterRank(), now.plan, now.agents,
      spec.getSpread(), spec.getFixedWarps(), spec.getFindings(), now.shared,
      now.frozen);
}

KernelSpecAttr KernelSpecAttr::withAgent(AgentAttr agent) const {
  return change(*this, [&](Decisions &now) {
    SmallVector<Attribute> agents;
    if (now.agents)
      llvm::append_range(agents, now.agents);
    agents.push_back(agent);
    now.agents = ArrayAttr::get(getContext(), agents);
  });
}

KernelSpecAttr KernelSpecAttr::withoutAgents(unsigned warps) const {
  return change(*this, [&](Decisions &now) {
    now.warps = warps;
    now.agents = {};
  });
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

LogicalResult AgentAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                StringRef name, unsigned warps) {
  if (name.empty() || !llvm::isPowerOf2_32(warps) ||
      warps > Capacities::maxWarpsPerBlock)
    return emitError() << "an agent has a name, and a power of two of warps up "
                          "to "
                       << Capacities::maxWarpsPerBlock;
  return success();
}

PlanAttr PlanAttr::withBlocks(unsigned blocks) const {
  return get(getContext(), blocks, getRegisters(), getOfGuards(), getCrowded(),
             getSplit());
}

PlanAttr PlanAttr::withRegisters(unsigned registers, unsigned ofGuards) const {
  return get(getContext(), getBlocks(), registers, ofGuards, getCrowded(),
             getSplit());
}

PlanAttr PlanAttr::asSplit() const {
  return get(getContext(), getBlocks(), getRegisters(), getOfGuards(),
             getCrowded(), /*split=*/true);
}

LogicalResult PlanAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               unsigned blocks, unsigned registers,
                               unsigned ofGuards, bool, bool) {
  if (ofGuards >= registers && registers >= 1)
    return emitError() << "guards take some of the registers of a plan: fewer "
                          "than "
                       << registers;
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
  BlockNeeds needs{getAllWarps(), plan.getRegisters(),
                   getFrozen() ? uint64_t(std::max<int64_t>(getShared(), 0))
                               : 0};
  unsigned resident = computeOccupancy(target->getCapacities(), needs).blocks;
  if (plan.getBlocks() <= resident)
    return success();
  return emitError() << "plans for " << plan.getBlocks()
                     << " blocks, but a multiprocessor of " << getTarget()
                     << " holds " << resident << " of " << getAllWarps()
                     << " warps with " << plan.getRegisters()
                     << " registers of a thread and " << needs.sharedBytes
                     << " bytes of shared memory";
}

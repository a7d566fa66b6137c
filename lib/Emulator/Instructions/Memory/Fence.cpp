//===- Fence.cpp - Fences between accesses and between proxies ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "membar, fence" and "griddepcontrol". The host's strongest
// fence implements every order and scope. All proxies share one memory, so that
// proxy fences matter to the race checker alone.
//
//===----------------------------------------------------------------------===//

#include "../../Grid/Block.h"
#include "../../Machine/Lanes.h"
#include "../../Races/Races.h"
#include "TensorCopy.h"

using namespace tessera::ptx;

namespace {

void fenceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (RaceChecker *races = warp.block.launch.races)
    races->fence(warp, mask, inst.order, inst.scope);
}

void fenceInitsLanes(Warp &warp, const Inst &, LaneMask mask) {
  if (RaceChecker *races = warp.block.launch.races)
    races->fenceInits(warp, mask);
}

void fenceProxyLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (RaceChecker *races = warp.block.launch.races)
    races->proxyFence(warp, mask, inst.space);
}

void launchDependents(Warp &warp, const Inst &, LaneMask mask) {
  if (mask)
    warp.block.triggerDependents();
}

/// A launch that does not depend on others waits for none.
void waitForLaunches(Warp &warp, const Inst &, LaneMask mask) {
  const LaunchState &launch = warp.block.launch;
  bool isComplete = true, isDependent = false;
  for (const EarlierLaunch &earlier : launch.after) {
    isDependent |= earlier.isAwaited();
    isComplete &= earlier.launch->isComplete();
  }
  if (!isDependent || !mask)
    return;
  if (!isComplete) {
    warp.block.awaitLaunches();
    return warp.keepWaiting(mask);
  }
  if (launch.races)
    launch.races->joinLaunches(warp, mask);
}

} // namespace

/// fence.proxy.{alias, async…}, membar.proxy.…; `proxy` is taken.
static bool decodeProxyFence(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &noEffect;
  if (d.take("alias"))
    return d.expectOperands(0);
  if (d.needsTarget(90))
    return true;
  inst.execute = &fenceProxyLanes;
  inst.space = Space::Generic;
  if (d.take("async")) {
    if (d.take("global"))
      inst.space = Space::Global;
    else if (d.take("shared::cta") || d.take("shared::cluster"))
      inst.space = Space::Shared;
    return d.expectOperands(0);
  }
  bool isAcquire = d.take("acquire");
  if (!isAcquire && !d.take("release"))
    return true;
  if (d.take("async::generic")) {
    inst.space = Space::Shared;
    return !d.take(isAcquire ? "sync_restrict::shared::cluster"
                             : "sync_restrict::shared::cta") ||
           !d.take("cluster") || d.expectOperands(0);
  }
  return !d.take("tensormap::generic") || decodeMapFence(d, isAcquire);
}

/// fence with an order and a scope, and the restrictions that it may have.
static bool decodeFence(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (d.take("proxy"))
    return decodeProxyFence(d);
  inst.execute = &fenceLanes;
  if (d.take("mbarrier_init")) {
    // It shows mbarriers to other blocks of the cluster. Within the block,
    // nothing follows from it.
    inst.execute = &fenceInitsLanes;
    return !d.take("release") || !d.take("cluster") || d.needsTarget(90) ||
           d.expectOperands(0);
  }
  bool isRestrictedToBlock = d.take("sync_restrict::shared::cta");
  bool isRestrictedToCluster = d.take("sync_restrict::shared::cluster");
  inst.order = d.take("sc")        ? MemoryOrder::SeqCst
               : d.take("acquire") ? MemoryOrder::Acquire
               : d.take("release") ? MemoryOrder::Release
                                   : MemoryOrder::AcqRel;
  d.take("acq_rel");
  if ((isRestrictedToBlock && inst.order != MemoryOrder::Release) ||
      (isRestrictedToCluster && inst.order != MemoryOrder::Acquire))
    return d.fail("the restriction does not go with this order");
  if (!d.takeScope(inst.scope))
    return d.fail("a fence needs a scope");
  if ((isRestrictedToBlock || isRestrictedToCluster) &&
      inst.scope != Scope::Cluster)
    return d.fail("a restricted fence has the scope .cluster");
  return d.expectOperands(0);
}

static bool decodeMembar(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (d.take("proxy"))
    return decodeProxyFence(d);
  inst.execute = &fenceLanes;
  inst.order = MemoryOrder::SeqCst;
  if (d.take("gl"))
    inst.scope = Scope::Gpu;
  else if (d.take("sys"))
    inst.scope = Scope::Sys;
  else if (!d.take("cta"))
    return d.fail("membar needs a level: .cta, .gl or .sys");
  return d.expectOperands(0);
}

static bool decodeDependentLaunch(InstructionDecoder &d) {
  d.inst.execute = &launchDependents;
  if (d.take("launch_dependents"))
    return d.expectOperands(0);
  d.inst.execute = &waitForLaunches;
  d.inst.control = Control::Wait;
  return !d.take("wait") || d.expectOperands(0);
}

void tessera::ptx::addFenceInstructions(InstructionTable &table) {
  table["fence"] = decodeFence;
  table["membar"] = decodeMembar;
  table["griddepcontrol"] = decodeDependentLaunch;
}

//===- Clusters.cpp - Instructions that see a cluster ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "mapa", "getctarank" and "barrier.cluster".
//
//===----------------------------------------------------------------------===//

#include "../Grid/Block.h"
#include "../Machine/Lanes.h"
#include "../Races/Races.h"
#include "LaunchControl.h"

using namespace tessera::ptx;

namespace {

template <typename T>
void mapLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const unsigned size = warp.block.clusterSize();
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const uint32_t *ranks = warp.read<uint32_t>(inst.src[1]);
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    if (ranks[lane] >= size)
      return warp.fault(
          lane, "there is no block of rank " + llvm::Twine(ranks[lane]) +
                    " in the cluster, which has " + llvm::Twine(size) +
                    (size == 1 ? " block" : " blocks"));
    if (inst.space == Space::Generic &&
        (uint64_t(a[lane]) & windowMask) != sharedWindow)
      return warp.fault(lane, "this generic address does not lie in shared "
                              "memory");
    constexpr auto rankBits = static_cast<T>(~windowMask & ~sharedOffsetMask);
    d[lane] = static_cast<T>((a[lane] & ~rankBits) | static_cast<T>(ranks[lane])
                                                         << clusterRankShift);
  }
}

template <typename T>
void rankLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    if (inst.space == Space::Generic &&
        (uint64_t(a[lane]) & windowMask) != sharedWindow)
      return warp.fault(lane, "this generic address does not lie in shared "
                              "memory");
    d[lane] = static_cast<uint32_t>((uint64_t(a[lane]) & ~windowMask) >>
                                    clusterRankShift);
  }
}

void arriveLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.block.getCluster().arrive(warp, mask,
                                 inst.order == MemoryOrder::Relaxed);
}

void waitLanes(Warp &warp, const Inst &, LaneMask mask) {
  LaneMask free = warp.block.getCluster().leave(warp, mask);
  if (warp.hasFaulted())
    return;
  if (RaceChecker *races = warp.block.launch.races; races && free)
    races->leaveCluster(warp, free);
  warp.block.hasMetCluster |= free != 0;
  if (free != mask)
    warp.keepWaiting(mask & ~free);
}

} // namespace

bool tessera::ptx::decodeClusterBarrier(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.control = Control::Wait;
  inst.isAligned = d.take("aligned");
  if (d.take("arrive")) {
    inst.execute = &arriveLanes;
    inst.order = MemoryOrder::Release;
    if (d.take("relaxed"))
      inst.order = MemoryOrder::Relaxed;
    else
      d.take("release");
  } else if (d.take("wait")) {
    inst.execute = &waitLanes;
    inst.order = MemoryOrder::Acquire;
    d.take("acquire");
  } else {
    return true;
  }
  return d.needsTarget(90) || d.expectOperands(0);
}

/// The address is a register, or a variable in shared memory.
static bool decodeMapping(InstructionDecoder &d, bool isRank) {
  Inst &inst = d.inst;
  d.takeSpace(inst.space);
  Type type = d.takeType();
  if ((inst.space != Space::Generic && inst.space != Space::SharedCluster) ||
      (type != Type::U32 && type != Type::U64) ||
      d.expectOperands(isRank ? 2 : 3))
    return true;
  // A 32-bit address can only be one of shared memory.
  if (inst.space == Space::Generic && type == Type::U32)
    return d.fail("a generic address has 64 bits");
  bool isWide = type == Type::U64;
  if (isRank) {
    inst.execute = isWide ? &rankLanes<uint64_t> : &rankLanes<uint32_t>;
    return d.needsTarget(90) || d.destination(0, 32) || d.source(1, type, 0);
  }
  inst.execute = isWide ? &mapLanes<uint64_t> : &mapLanes<uint32_t>;
  return d.needsTarget(90) || d.destination(0, bitWidth(type)) ||
         d.source(1, type, 0) || d.source(2, Type::U32, 1);
}

static bool decodeMapa(InstructionDecoder &d) {
  return decodeMapping(d, /*isRank=*/false);
}
static bool decodeRank(InstructionDecoder &d) {
  return decodeMapping(d, /*isRank=*/true);
}

void tessera::ptx::addClusterInstructions(InstructionTable &table) {
  table["mapa"] = decodeMapa;
  table["getctarank"] = decodeRank;
  table["clusterlaunchcontrol"] = decodeLaunchControl;
}

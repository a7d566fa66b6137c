//===- TensorCore.cpp - Tensor memory, and products in it -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "TensorCore 5th Generation Family Instructions": allocation,
// commits, waits and fences.
//
//===----------------------------------------------------------------------===//

#include "TensorCore.h"
#include "../../Counters/Counters.h"
#include "../../Grid/Block.h"
#include "../../Machine/Control.h"
#include "../../Machine/Lanes.h"
#include "../Memory/AsyncCopy.h"
#include "Matrix.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

/// PTX ISA, section "Issue Granularity": both blocks of a pair allocate and
/// free together; the first one may have to wait for the other, and does so
/// here. `perform` does this block's half, with the memory of the other, and
/// returns the address, or none if it has to wait.
template <typename F>
std::optional<uint32_t> performInPair(const AsyncOrigin &origin,
                                      TensorMemory::PairStep step, F perform) {
  Warp &warp = *origin.warp;
  TensorMemory &own = memoryOf(warp);
  if (!own.isSharedBy(warp)) {
    auto memories = memoriesOf(origin, /*isPair=*/true);
    if (memories.empty() || own.isSharing())
      return std::nullopt;
    TensorMemory &other = *memories[1 - warp.block.rank % 2];
    std::optional<uint32_t> address = perform(&other);
    if (!address)
      return std::nullopt;
    own.share(warp, step, *address, other);
  }
  return own.takeShared();
}

void allocateLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  if (!isWholeWarp(warp, mask))
    return;
  auto columns =
      uniformValue(warp, warp.read<uint32_t>(inst.src[1]), "counts of columns");
  if (!columns)
    return;
  TensorMemory &memory = memoryOf(warp);
  const AsyncOrigin origin(warp, inst, 0);
  if (!memory.useGroup(origin, inst.isUniform))
    return;
  auto allocate = [&](TensorMemory *) {
    return memory.allocate(warp, *columns);
  };
  auto address =
      inst.isUniform
          ? performInPair(origin, TensorMemory::PairStep::Allocation, allocate)
          : allocate(nullptr);
  if (warp.hasFaulted())
    return;
  if (!address)
    return warp.keepWaiting(mask);
  if (warp.counters)
    warp.counters->count(warp.code(), warp.pc(), Counter::TensorColumns,
                         *columns);
  // PTX ISA, section "Asynchronous Operations" of tcgen05: allocation keeps its
  // order with other instructions at the address, so that no proxy fence is
  // needed before a copy.
  LanePointers at;
  if (warp.memory.access(inst, 1, sizeof(uint32_t), Access::Store, at,
                         {Proxy::Async}))
    std::memcpy(at[0], &*address, sizeof(uint32_t));
}

void deallocateLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  if (!isWholeWarp(warp, mask))
    return;
  auto address =
      uniformValue(warp, warp.read<uint32_t>(inst.src[0]), "addresses");
  auto columns =
      uniformValue(warp, warp.read<uint32_t>(inst.src[1]), "counts of columns");
  const AsyncOrigin origin(warp, inst, 0);
  TensorMemory &memory = memoryOf(warp);
  if (!address || !columns || !memory.useGroup(origin, inst.isUniform))
    return;
  // The wait for the other block is no order: its accesses have to be over
  // before the first of both frees.
  auto free = [&](TensorMemory *peer) {
    return memory.deallocate(warp, *address, *columns, peer);
  };
  auto freed =
      inst.isUniform
          ? performInPair(origin, TensorMemory::PairStep::Deallocation, free)
          : free(nullptr);
  if (!freed && !warp.hasFaulted())
    warp.keepWaiting(mask);
}

void relinquishLanes(Warp &warp, const Inst &inst, LaneMask) {
  if (memoryOf(warp).useGroup(AsyncOrigin(warp, inst, 0), inst.isUniform))
    memoryOf(warp).relinquish();
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

void waitLanes(Warp &warp, const Inst &inst, LaneMask) {
  memoryOf(warp).wait(warp, /*isForLoads=*/!inst.isNegated);
}

//===----------------------------------------------------------------------===//
// Commits
//===----------------------------------------------------------------------===//

/// Makes the mbarrier at a place track the work that the thread has begun.
void commitTo(const AsyncOrigin &origin, const MbarrierPlace &place) {
  AsyncUnit &home = place.home->asyncUnit();
  if (Mbarrier *mbarrier = home.find(origin, place.offset))
    memoryOf(*origin.warp).commit(origin, *place.home, *mbarrier);
}

void commitWorkLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    uint64_t address = warp.memory.effectiveAddress(inst, origin.lane);
    if (!memoryOf(warp).useGroup(origin, inst.isUniform))
      return;
    if (auto place = mbarrierPlace(origin, inst.space, address))
      commitTo(origin, *place);
  }
}

/// Commits at the same offset in each block of the mask.
void multicastCommitLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    uint64_t address = warp.memory.effectiveAddress(inst, origin.lane);
    uint32_t ranks = warp.read<uint16_t>(inst.src[1])[origin.lane];
    if (!memoryOf(warp).useGroup(origin, inst.isUniform))
      return;
    for (; ranks && !warp.hasFaulted(); ranks &= ranks - 1) {
      uint64_t rank = llvm::countr_zero(ranks);
      if (auto place = mbarrierPlace(origin, Space::SharedCluster,
                                     atRank(address, rank)))
        commitTo(origin, *place);
    }
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

bool tessera::ptx::takeBlockGroup(InstructionDecoder &d, bool &isPair) {
  isPair = d.take("cta_group::2");
  return !isPair && !d.take("cta_group::1") &&
         d.fail("this instruction needs .cta_group::1 or .cta_group::2");
}

static bool decodeAllocation(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.control = Control::Wait;
  inst.execute = &allocateLanes;
  return takeBlockGroup(d, inst.isUniform) ||
         (d.takeSpace(inst.space), false) || d.takeType() != Type::B32 ||
         d.expectOperands(2) || d.address(0) || d.source(1, Type::U32, 1);
}

static bool decodeDeallocation(InstructionDecoder &d) {
  d.inst.control = Control::Wait;
  d.inst.execute = &deallocateLanes;
  return takeBlockGroup(d, d.inst.isUniform) || d.takeType() != Type::B32 ||
         d.expectOperands(2) || d.source(0, Type::B32, 0) ||
         d.source(1, Type::U32, 1);
}

static bool decodeCommit(InstructionDecoder &d) {
  Inst &inst = d.inst;
  bool isMulticast = takeMulticast(d);
  inst.execute = isMulticast ? &multicastCommitLanes : &commitWorkLanes;
  return takeBlockGroup(d, inst.isUniform) ||
         !d.take("mbarrier::arrive::one") || (d.takeSpace(inst.space), false) ||
         d.takeType() != Type::B64 || d.expectOperands(1 + isMulticast) ||
         d.address(0) || (isMulticast && d.source(1, Type::B16, 1));
}

/// Instructions that a whole warp executes.
static bool decodeOfWarp(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (d.take("alloc"))
    return takeSyncAligned(d) || decodeAllocation(d);
  if (d.take("dealloc"))
    return takeSyncAligned(d) || decodeDeallocation(d);
  if (d.take("ld"))
    return takeSyncAligned(d) || decodeTensorMovement(d, true);
  if (d.take("st"))
    return takeSyncAligned(d) || decodeTensorMovement(d, false);
  if (d.take("relinquish_alloc_permit")) {
    inst.execute = &relinquishLanes;
    return takeSyncAligned(d) || takeBlockGroup(d, inst.isUniform) ||
           d.expectOperands(0);
  }
  inst.execute = &waitLanes;
  inst.isNegated = d.take("wait::st");
  return (!inst.isNegated && !d.take("wait::ld")) || takeSyncAligned(d) ||
         d.expectOperands(0);
}

static bool decodeTensorCore(InstructionDecoder &d) {
  if (d.needsVariant(100))
    return true;
  if (architectureOf(d) >= 120)
    return d.fail("the targets from sm_120 on have no tensor memory");
  if (d.take("mma"))
    return decodeTensorProduct(d);
  if (d.take("commit"))
    return decodeCommit(d);
  if (d.take("cp"))
    return decodeTensorCopy(d);
  if (d.take("shift"))
    return decodeTensorShift(d);
  if (d.take("fence::before_thread_sync") ||
      d.take("fence::after_thread_sync")) {
    d.inst.execute = &noEffect;
    return d.expectOperands(0);
  }
  return decodeOfWarp(d);
}

void tessera::ptx::addTensorCoreInstructions(InstructionTable &table) {
  table["tcgen05"] = decodeTensorCore;
}

//===- MemoryUnit.cpp - The accesses of a warp to memory ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Async/Async.h"
#include "../Counters/Counters.h"
#include "../Grid/Block.h"
#include "../Races/Races.h"
#include "../Sources/SourceTracker.h"
#include "Access.h"
#include "Lanes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace tessera::ptx;

uint8_t *MemoryUnit::fault(LaunchFault kind, Space space, uint64_t address,
                           uint64_t size, unsigned lane, Access access,
                           const llvm::Twine &what) {
  llvm::StringRef verb = access == Access::Load    ? "load"
                         : access == Access::Store ? "store"
                                                   : "atomic operation";
  warp.fault(kind, lane,
             verb + " of " + llvm::Twine(size) + " bytes at " +
                 spaceName(space) + " address 0x" +
                 llvm::utohexstr(address, /*LowerCase=*/true) + " " + what);
  return nullptr;
}

uint8_t *MemoryUnit::resolveGlobal(Space space, uint64_t address, uint64_t size,
                                   unsigned lane, Access access) {
  const Allocation *allocation =
      warp.block.launch.memory.findAtOrBelow(address);
  if (!allocation || !allocation->contains(address, size))
    return fault(LaunchFault::IllegalAddress, space, address, size, lane,
                 access,
                 "is out of bounds; " +
                     warp.block.launch.memory.describeNearest(address));
  if (allocation->isMulticast())
    return fault(
        LaunchFault::IllegalAddress, space, address, size, lane, access,
        "reaches the multicast object '" + llvm::Twine(allocation->name) +
            "', as multimem instructions alone do");
  if (allocation->isConstant && access != Access::Load)
    return fault(
        LaunchFault::IllegalAddress, space, address, size, lane, access,
        "writes '" + llvm::Twine(allocation->name) + "', which is constant");
  if (space != Space::Generic &&
      allocation->isConstant != (space == Space::Const))
    return fault(LaunchFault::IllegalAddress, space, address, size, lane,
                 access,
                 "reaches '" + llvm::Twine(allocation->name) +
                     "', which lies in another state space");
  // Only global memory that is not constant may skip the checks next time.
  if (!allocation->isConstant)
    lastAllocation = allocation;
  return allocation->bytes.get() + (address - allocation->address);
}

bool MemoryUnit::isAllocated(uint64_t address, uint64_t size) const {
  if (lastAllocation && lastAllocation->contains(address, size))
    return true;
  const Allocation *allocation =
      warp.block.launch.memory.findAtOrBelow(address);
  return allocation && !allocation->isMulticast() &&
         allocation->contains(address, size);
}

uint8_t *MemoryUnit::resolve(Space space, uint64_t address, uint64_t size,
                             unsigned lane, Access access) {
  if (LLVM_UNLIKELY(address & (size - 1)))
    return fault(LaunchFault::MisalignedAddress, space, address, size, lane,
                 access,
                 "is misaligned; the address must be a multiple of " +
                     llvm::Twine(size));
  uint64_t offset = address;
  Space where = space;
  Block *owner = &warp.block;
  if (space == Space::Generic) {
    uint64_t window = address & windowMask;
    if (window) {
      offset = address & ~windowMask;
      where = window == sharedWindow  ? Space::SharedCluster
              : window == localWindow ? Space::Local
              : window == paramWindow ? Space::Param
                                      : Space::Generic;
    }
  }
  uint8_t *base = nullptr;
  uint64_t bytes = 0;
  switch (where) {
  case Space::Generic:
  case Space::Global:
    if (LLVM_LIKELY(lastAllocation && lastAllocation->contains(address, size)))
      return lastAllocation->bytes.get() + (address - lastAllocation->address);
    return resolveGlobal(space, address, size, lane, access);
  case Space::Const:
    return resolveGlobal(space, address, size, lane, access);
  case Space::SharedCluster:
    if (!(owner = warp.block.ownerOf(lane, offset, warp)))
      return nullptr;
    offset &= sharedOffsetMask;
    base = owner->shared.data();
    bytes = owner->shared.size();
    break;
  case Space::Shared:
    offset = warp.block.ownOffset(address);
    if (LLVM_UNLIKELY(offset == ~uint64_t(0)))
      return fault(LaunchFault::Failed, space, address, size, lane, access,
                   "lies in no memory of the block; another block of its "
                   "cluster is reached by shared::cluster alone");
    base = warp.block.shared.data();
    bytes = warp.block.shared.size();
    break;
  case Space::Local:
    base = warp.stack.lane(lane);
    bytes = warp.frame()->localEnd();
    break;
  case Space::Param:
    if (access != Access::Load)
      return fault(LaunchFault::IllegalAddress, space, address, size, lane,
                   access, "writes a kernel parameter, which is constant");
    base = warp.block.launch.parameters.data();
    bytes = warp.block.launch.parameters.size();
    break;
  }
  if (LLVM_UNLIKELY(offset > bytes || size > bytes - offset))
    return fault(LaunchFault::Failed, space, address, size, lane, access,
                 "is out of bounds; the " +
                     llvm::Twine(isShared(where)         ? "block has "
                                 : where == Space::Local ? "thread has "
                                                         : "entry has ") +
                     llvm::Twine(bytes) + " bytes of " + spaceName(where) +
                     " memory");
  return base + offset;
}

/// The space that an address lies in. `offset` receives the place in it and,
/// for shared memory, `home` the rank of the block.
static Space splitAddress(Space space, uint64_t address, uint64_t &offset,
                          uint64_t &home) {
  offset = address & ~windowMask;
  uint64_t window =
      space == Space::SharedCluster ? sharedWindow : address & windowMask;
  switch (window) {
  case sharedWindow:
    home = offset >> clusterRankShift;
    offset &= sharedOffsetMask;
    return Space::Shared;
  case localWindow:
    return Space::Local;
  case paramWindow:
    return Space::Param;
  default:
    offset = address;
    return Space::Global;
  }
}

/// Shows an access to the checkers and warp.counters. If generic addresses of
/// lanes lie in different spaces, each space gets a request.
void MemoryUnit::observe(const Inst &inst, Space space,
                         const uint64_t *addresses, LaneMask mask,
                         uint32_t size, Access kind, const LanePointers &at,
                         AccessDetails details) {
  Request request;
  request.kind = kind;
  request.details = details;
  request.space = space;
  request.order = inst.order;
  request.scope = inst.scope;
  request.allocation = ofAllLanes;
  request.size = size;
  request.bytes = at.data();
  uint64_t offsets[warpSize];
  auto show = [&](LaneMask lanes, const uint64_t *places) {
    request.lanes = lanes;
    request.addresses = places;
    if (ShadowRegisters *shadow = warp.getShadow();
        shadow && shadow->isRunning())
      return shadow->show(request, at);
    if (warp.counters)
      warp.counters->access(*warp.frame()->code, warp.pc(), request);
    Block &home = request.home ? *request.home : warp.block;
    if (home.async && home.async->isGuarding())
      home.async->checkAccess(warp, request);
    if (RaceChecker *races = warp.block.launch.races) {
      unlockRaces();
      heldShards = races->access(warp, request);
    }
  };
  if (space == Space::Shared && warp.block.rank) {
    for (unsigned lane = 0; lane != warpSize; ++lane)
      offsets[lane] = addresses[lane] & sharedOffsetMask;
    return show(mask, offsets);
  }
  if (space != Space::Generic && space != Space::SharedCluster)
    return show(mask, addresses);
  while (mask && !warp.hasFaulted()) {
    LaneMask same = 0;
    uint64_t rank = 0;
    for (LaneMask left = mask; left; left &= left - 1) {
      unsigned lane = static_cast<unsigned>(llvm::countr_zero(left));
      uint64_t home = warp.block.rank;
      Space where = splitAddress(space, addresses[lane], offsets[lane], home);
      if (!same) {
        request.space = where;
        rank = home;
      }
      if (where == request.space && home == rank)
        same |= LaneMask(1) << lane;
    }
    request.home = rank == warp.block.rank
                       ? nullptr
                       : warp.block.cluster->block(static_cast<unsigned>(rank));
    show(same, offsets);
    mask &= ~same;
  }
}

void MemoryUnit::releaseRaces() {
  warp.block.launch.races->unlock(std::exchange(heldShards, 0));
}

/// True if any of these addresses is visible to other threads.
static bool isOutside(Space space, const uint64_t *addresses, LaneMask mask) {
  if (space != Space::Generic)
    return space == Space::Global || isShared(space);
  for (; mask; mask &= mask - 1)
    if ((addresses[llvm::countr_zero(mask)] & windowMask) != localWindow)
      return true;
  return false;
}

uint64_t MemoryUnit::effectiveAddress(const Inst &inst, unsigned lane) const {
  const uint64_t offset = static_cast<uint64_t>(inst.immediate);
  if (inst.isFrameRelative)
    return warp.frame()->localBase + offset;
  if (inst.isWide)
    return warp.read<uint64_t>(inst.src[0])[lane] + offset;
  // Addresses of 32 bits wrap around.
  uint32_t address =
      warp.read<uint32_t>(inst.src[0])[lane] + static_cast<uint32_t>(offset);
  return inst.space == Space::Const ? constantAddress(address) : address;
}

uint64_t MemoryUnit::constantAddress(uint32_t low) const {
  const uint64_t base = warp.block.launch.constantBase;
  return base + (low - static_cast<uint32_t>(base));
}

void MemoryUnit::effectiveAddresses(const Inst &inst,
                                    uint64_t *addresses) const {
  const uint64_t offset = static_cast<uint64_t>(inst.immediate);
  if (inst.isFrameRelative) {
    std::fill_n(addresses, warpSize, warp.frame()->localBase + offset);
  } else if (inst.isWide) {
    const uint64_t *base = warp.read<uint64_t>(inst.src[0]);
    runLoop([=]() __attribute__((always_inline)) {
      forLanes(allLanes, [=](unsigned lane) __attribute__((always_inline)) {
        addresses[lane] = base[lane] + offset;
      });
    });
  } else {
    // Addresses of 32 bits wrap around: nvcc writes [%r3+128] with %r3 = -4.
    const uint32_t *base = warp.read<uint32_t>(inst.src[0]);
    runLoop([=]() __attribute__((always_inline)) {
      forLanes(allLanes, [=](unsigned lane) __attribute__((always_inline)) {
        addresses[lane] = base[lane] + static_cast<uint32_t>(offset);
      });
    });
    if (LLVM_UNLIKELY(inst.space == Space::Const))
      for (unsigned lane = 0; lane != warpSize; ++lane)
        addresses[lane] =
            constantAddress(static_cast<uint32_t>(addresses[lane]));
  }
}

/// Sets the host addresses if all lanes stay within `bytes` bytes at `base`,
/// aligned. Otherwise returns false; the caller then finds the lane at fault.
static bool findWithin(const uint64_t *addresses, LaneMask mask, uint64_t base,
                       uint64_t bytes, uint8_t *host, uint32_t size,
                       LanePointers &at) {
  if (size > bytes)
    return false;
  // In bounds, neither the offset nor the rest behind it has its top bit set. A
  // sum without branches tests that for all lanes at once.
  const uint64_t last = bytes - size;
  uint64_t signs = 0, low = 0;
  auto look = [=, &signs, &low, places = at.data()](
                  LaneMask lanes) __attribute__((always_inline)) {
    uint64_t allSigns = 0, allLow = 0;
    forLanes(lanes, [&](unsigned lane) __attribute__((always_inline)) {
      const uint64_t offset = addresses[lane] - base;
      allSigns |= offset | (last - offset);
      allLow |= addresses[lane];
      // Computed as a number, as it may lie outside.
      places[lane] = reinterpret_cast<uint8_t *>(
          reinterpret_cast<uintptr_t>(host) + static_cast<uintptr_t>(offset));
    });
    signs = allSigns;
    low = allLow;
  };
  if (mask == allLanes)
    runLoop([=]() __attribute__((always_inline)) { look(allLanes); });
  else
    look(mask);
  return !(signs >> 63) && !(low & (size - 1));
}

int64_t MemoryUnit::strideAt(const Inst &inst, uint64_t address) {
  if (!lastReads)
    lastReads = std::make_unique<std::array<LastRead, lastReadCount>>();
  LastRead &last = (*lastReads)[reinterpret_cast<uintptr_t>(&inst) /
                                sizeof(Inst) % lastReadCount];
  const LastRead before = std::exchange(last, {&inst, address});
  return before.inst == &inst ? static_cast<int64_t>(address - before.address)
                              : 0;
}

bool MemoryUnit::resolveAll(Space space, const uint64_t *addresses,
                            LaneMask mask, uint32_t size, Access kind,
                            LanePointers &at) {
  ofAllLanes = nullptr;
  if (space == Space::Shared) {
    if (findWithin(addresses, mask, warp.block.sharedBase(),
                   warp.block.shared.size(), warp.block.shared.data(), size,
                   at))
      return true;
  } else if (space == Space::Param && kind == Access::Load) {
    std::vector<uint8_t> &parameters = warp.block.launch.parameters;
    if (findWithin(addresses, mask, 0, parameters.size(), parameters.data(),
                   size, at))
      return true;
  } else if (mask && (space == Space::Global || space == Space::Generic)) {
    // A warp takes turns between arrays; mostly all lanes are in that of the
    // first one.
    const auto first = static_cast<unsigned>(llvm::countr_zero(mask));
    if (!resolve(space, addresses[first], size, first, kind))
      return false;
    if (lastAllocation && findWithin(addresses, mask, lastAllocation->address,
                                     lastAllocation->size,
                                     lastAllocation->bytes.get(), size, at)) {
      ofAllLanes = lastAllocation;
      return true;
    }
  }
  for (; mask; mask &= mask - 1) {
    unsigned lane = static_cast<unsigned>(llvm::countr_zero(mask));
    at[lane] = resolve(space, addresses[lane], size, lane, kind);
    if (LLVM_UNLIKELY(!at[lane]))
      return false;
  }
  return true;
}

uint64_t Poll::read() const {
  return size == 4 ? __atomic_load_n(reinterpret_cast<const uint32_t *>(place),
                                     __ATOMIC_RELAXED)
                   : __atomic_load_n(reinterpret_cast<const uint64_t *>(place),
                                     __ATOMIC_RELAXED);
}

/// A warp that reads one place again and again, and finds the same value, waits
/// for others: its slice ends.
void MemoryUnit::notePoll(const Inst &inst, const uint8_t *at, uint32_t size) {
  constexpr unsigned mostPolls = 16;
  warp.noteLook();
  if (warp.block.isRandom || size < 4 ||
      (warp.getShadow() && warp.getShadow()->isRunning()))
    return;
  if (polled != &inst || poll.place != at || poll.hasNews()) {
    polled = &inst;
    poll = {at, size, 0};
    poll.value = poll.read();
    polls = 0;
    seenNew = true;
  } else if (++polls == mostPolls) {
    polls = 0;
    polling = true;
    warp.fragments.stop(); // after this instruction
  }
}

/// The record of contents that a place belongs to.
static Contents &contentsOf(Block &block, const uint8_t *at) {
  auto has = [&](const Block &owner) {
    return at >= owner.shared.data() &&
           at < owner.shared.data() + owner.shared.size();
  };
  if (has(block))
    return block.contents;
  for (unsigned i = 0; block.cluster && i != block.cluster->size(); ++i)
    if (Block *other = block.cluster->block(i); other && has(*other))
      return other->contents;
  return block.launch.watch->memory;
}

/// Records writes for comparison, and reads as the places that threads may wait
/// for, strong reads before others.
void MemoryUnit::watch(const Inst &inst, Space space, const uint64_t *addresses,
                       LaneMask mask, uint32_t size, Access kind,
                       const LanePointers &at) {
  const auto first = static_cast<unsigned>(llvm::countr_zero(mask));
  const bool isStrong = inst.order != MemoryOrder::Weak;
  // Shared memory is part of the state that BlockRounds compares.
  if (space == Space::Shared && !isStrong && kind != Access::Atomic &&
      !warp.block.standstill)
    return;
  StateWatch &states = *warp.block.launch.watch;
  Block &block = warp.block;
  if ((isStrong || kind == Access::Atomic) &&
      &contentsOf(block, at[first]) != &states.memory) {
    states.hasSharedTalk = true;
    // The order of turns may decide what the threads tell one another.
    if (block.rounds)
      block.rounds->restart();
  }
  if (kind != Access::Store && (isStrong || !look.isStrong))
    look = {warp.frame()->code, warp.pc(), space,   addresses[first],
            at[first],          size,      isStrong};
  if (kind == Access::Load)
    return;
  if (block.rounds)
    block.rounds->noteWrite(at, mask, size);
  if (!block.standstill)
    return;
  for (; mask; mask &= mask - 1) {
    const uint8_t *place = at[static_cast<unsigned>(llvm::countr_zero(mask))];
    contentsOf(block, place).touch(place, size);
  }
  states.cost += warpSize / 2;
}

bool MemoryUnit::accessAt(const Inst &inst, Space space,
                          const uint64_t *addresses, LaneMask mask,
                          uint32_t size, Access kind, LanePointers &at,
                          AccessDetails details) {
  if (!resolveAll(space, addresses, mask, size, kind, at))
    return false;
  bool reachesOthers = isOutside(space, addresses, mask);
  outside += reachesOthers;
  if (kind == Access::Store)
    warp.block.changes += reachesOthers;
  else if (inst.order != MemoryOrder::Weak)
    notePoll(inst, at[static_cast<unsigned>(llvm::countr_zero(mask))], size);
  if (LLVM_UNLIKELY(warp.block.watchesMemory()) && reachesOthers)
    watch(inst, space, addresses, mask, size, kind, at);
  if (LLVM_UNLIKELY(warp.counters || warp.block.launch.races ||
                    (warp.block.async && warp.block.async->isGuarding()) ||
                    warp.block.watchesCluster || warp.sources))
    return accessWatched(inst, space, addresses, mask, size, kind, at, details);
  return true;
}

bool MemoryUnit::accessWatched(const Inst &inst, Space space,
                               const uint64_t *addresses, LaneMask mask,
                               uint32_t size, Access kind, LanePointers &at,
                               AccessDetails details) {
  if (warp.sources && warp.sources->access(mask, size, kind, at))
    return true;
  if (ShadowRegisters *shadow = warp.getShadow();
      shadow && shadow->isRunning()) {
    shadow->access(inst, space, addresses, mask, size, kind, at);
    return true;
  }
  observe(inst, space, addresses, mask, size, kind, at, details);
  if (kind == Access::Load && inst.order != MemoryOrder::Weak &&
      warp.block.launch.races)
    warp.block.launch.races->takeValues(warp, at);
  if (ShadowRegisters *shadow = warp.getShadow())
    shadow->finishFirst(inst,
                        inst.control == Control::Aligned ? allLanes : mask);
  return !warp.hasFaulted();
}

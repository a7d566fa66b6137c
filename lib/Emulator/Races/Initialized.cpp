//===- Initialized.cpp - Use of unwritten memory --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load of unwritten bytes is not a use yet: from there on the warp has shadow
// registers (ShadowRegisters.cpp), which show what depends on these bytes.
// Atomic operations and asynchronous copies use the bytes that they read.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/Twine.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// True if all elements are aligned and lie in the `size` bytes from `base` on.
static bool areElementsWithin(uint64_t base, uint64_t size,
                              const Request &request) {
  if (request.size > size)
    return false;
  const uint64_t *addresses = request.addresses;
  const uint64_t last = size - request.size;
  uint64_t signs = 0, low = 0; // sums without branches, of all lanes
  inLanes(request.lanes, [&](unsigned lane) {
    uint64_t offset = addresses[lane] - base;
    signs |= offset | (last - offset);
    low |= offset;
  });
  return !(signs >> 63) && !(low & (request.size - 1));
}

/// True if all elements, which are aligned, are set in `bits`, one for each
/// byte from `base` on. Null bits are all set.
static bool areElementsSet(const uint64_t *bits, uint64_t base,
                           const Request &request) {
  if (!bits)
    return true;
  if (request.size > 64)
    return false;
  const uint64_t *addresses = request.addresses;
  auto wordOf = [=](unsigned lane) {
    return __atomic_load_n(&bits[(addresses[lane] - base) / 64],
                           __ATOMIC_RELAXED);
  };
  uint64_t words = ~uint64_t(0); // mostly all bytes around are set
  inLanes(request.lanes, [&](unsigned lane) { words &= wordOf(lane); });
  if (words == ~uint64_t(0))
    return true;
  const uint64_t mask = ~uint64_t(0) >> (64 - request.size);
  uint64_t areSet = mask;
  inLanes(request.lanes, [&](unsigned lane) {
    areSet &= wordOf(lane) >> (addresses[lane] - base) % 64;
  });
  return areSet == mask;
}

namespace {

/// The written bits of one lane's bytes in one space.
class Tracked {
public:
  Tracked(Warp &warp, BlockState &block, WarpState &state)
      : warp(warp), block(block), state(state) {}

  LLVM_ATTRIBUTE_ALWAYS_INLINE
  bool hasAny(Space space, unsigned lane, uint64_t at, uint64_t size) {
    switch (space) {
    case Space::Global: {
      const Allocation *allocation = find(at, size);
      return !allocation ||
             allocation->isAnyWritten(at - allocation->address, size);
    }
    case Space::Shared:
      return block.sharedWritten.hasAny(at, size);
    case Space::Local:
      return state.needLocal().written[lane].hasAny(at, size);
    default:
      return true;
    }
  }

  /// Like hasAny(), for all bytes. In global memory, where copies by malloc's
  /// users and the host leave padding between members unwritten, any byte
  /// suffices.
  LLVM_ATTRIBUTE_ALWAYS_INLINE
  bool hasAll(Space space, unsigned lane, uint64_t at, uint64_t size) {
    return space == Space::Shared ? block.sharedWritten.hasAll(at, size)
           : space == Space::Local
               ? state.needLocal().written[lane].hasAll(at, size)
               : hasAny(space, lane, at, size);
  }

  /// True if all bytes, of several lanes, are written in shared or global
  /// memory.
  bool hasWhole(Space space, uint64_t at, uint64_t size) {
    if (space == Space::Shared)
      return block.sharedWritten.hasAll(at, size);
    const Allocation *allocation =
        space == Space::Global ? find(at, size) : nullptr;
    return allocation &&
           allocation->isAllWritten(at - allocation->address, size);
  }
  /// True if all bytes of all lanes are, which lie in one allocation.
  bool hasWhole(const Request &request) {
    if (request.space == Space::Shared) {
      llvm::ArrayRef<uint64_t> bits = block.sharedWritten.bits();
      return areElementsWithin(0, 64 * bits.size(), request) &&
             areElementsSet(bits.data(), 0, request);
    }
    const Allocation *allocation = request.allocation;
    return allocation && areElementsSet(allocation->written.get(),
                                        allocation->address, request);
  }

  LLVM_ATTRIBUTE_ALWAYS_INLINE
  void mark(Space space, unsigned lane, uint64_t at, uint64_t size) {
    if (space == Space::Shared)
      block.sharedWritten.mark(at, size);
    else if (space == Space::Local)
      state.needLocal().written[lane].mark(at, size);
    else if (const Allocation *allocation = find(at, size);
             allocation &&
             !allocation->isAllWritten(at - allocation->address, size))
      allocation->markWritten(at - allocation->address, size);
  }

  /// Marks the bytes of all lanes, which lie in a row; false, with nothing done, if
  /// they are in no single memory.
  bool markWhole(const Request &request) {
    const uint64_t at = request.addresses[0],
                   size = uint64_t(request.size) * warpSize;
    if (request.space != Space::Shared &&
        (request.space != Space::Global || !find(at, size)))
      return false;
    mark(request.space, 0, at, size);
    return true;
  }

  /// Describes the shuffle that left an element unwritten, if one did.
  std::string shuffleOf(Space space, unsigned lane, uint64_t at,
                        uint64_t size) const {
    if (space != Space::Shared && space != Space::Local)
      return "";
    const auto &flips = space == Space::Shared ? block.sharedFlips
                                               : state.needLocal().flips[lane];
    for (uint64_t i = 0; i != size; ++i)
      if (flips.contains(at + i))
        return space == Space::Shared ? block.sharedShuffle
                                      : state.needLocal().shuffle;
    return "";
  }

  void setShuffle(Space space, std::string shuffle) {
    if (space == Space::Shared)
      block.sharedShuffle = std::move(shuffle);
    else if (space == Space::Local)
      state.needLocal().shuffle = std::move(shuffle);
  }

  /// The bits in which an unwritten byte differs for a shadow.
  uint8_t difference(Space space, unsigned lane, uint64_t at) const {
    if (space == Space::Global)
      return 0xFF;
    const auto &flips = space == Space::Shared ? block.sharedFlips
                                               : state.needLocal().flips[lane];
    auto found = flips.find(at);
    return found == flips.end() ? 0xFF : found->second;
  }

  void unwrite(Space space, unsigned lane, uint64_t at, uint8_t bits) {
    if (space == Space::Shared) {
      block.sharedWritten.mark(at, 1, /*isWritten=*/false);
      block.sharedFlips[at] = bits;
    } else if (space == Space::Local) {
      state.needLocal().written[lane].mark(at, 1, /*isWritten=*/false);
      state.needLocal().flips[lane][at] = bits;
    } else if (const Allocation *allocation = find(at, 1)) {
      allocation->markWritten(at - allocation->address, 1,
                              /*isWritten=*/false);
    }
  }

private:
  const Allocation *find(uint64_t at, uint64_t size) {
    if (!state.lastAllocation || !state.lastAllocation->contains(at, size))
      state.lastAllocation = warp.block.launch.memory.findAtOrBelow(at);
    const Allocation *found = state.lastAllocation;
    return found && found->contains(at, size) ? found : nullptr;
  }

  Warp &warp;
  BlockState &block;
  WarpState &state;
};

} // namespace

void State::reportUnwritten(Warp &warp, unsigned lane, Space space,
                            uint64_t address, uint64_t size,
                            const Block *home) {
  warp.fault(lane,
             "use of memory that nobody has written: " + llvm::Twine(size) +
                 " bytes at " + describeAddress(warp, space, address, home));
}

bool State::checkHeap(Warp &warp, unsigned lane, Space space, uint64_t address,
                      uint64_t size) {
  const LaunchState &launch = warp.block.launch;
  if (LLVM_LIKELY(!launch.heap) || space != Space::Global)
    return true;
  std::string wrong = launch.heap->describeAccess(launch.image, address, size);
  if (wrong.empty())
    return true;
  warp.fault(lane, "use of memory " + wrong + ": " + llvm::Twine(size) +
                       " bytes at " +
                       describeAddress(warp, space, address, nullptr));
  return false;
}

/// Checks all lanes; not inlined, as most launches have no heap.
LLVM_ATTRIBUTE_NOINLINE
static bool checkHeapOf(State &state, Warp &warp, const Request &request) {
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(left));
    if (!state.checkHeap(warp, lane, request.space, request.addresses[lane],
                         request.size))
      return false;
  }
  return true;
}

void State::checkWritten(Warp &warp, const Request &request, unsigned scalar,
                         bool isContiguous) {
  // Parameters and constants are there from the start.
  if (request.space == Space::Param || request.space == Space::Const)
    return;
  if (LLVM_UNLIKELY(warp.block.launch.heap != nullptr) &&
      !checkHeapOf(*this, warp, request))
    return;
  BlockState &block = blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Tracked tracked(warp, homeOf(warp, request), w);
  uint64_t bytes = uint64_t(request.size) * warpSize;
  if (isContiguous && request.kind == Access::Store &&
      tracked.markWhole(request))
    return;
  if (isContiguous
          ? tracked.hasWhole(request.space, request.addresses[0], bytes)
          : tracked.hasWhole(request))
    return;
  uint64_t last = ~uint64_t(0);
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(left));
    uint64_t address = request.addresses[lane];
    // Lanes of a store are often at one place.
    if (request.kind == Access::Store && request.space != Space::Local &&
        std::exchange(last, address) == address)
      continue;
    for (unsigned i = 0; request.kind != Access::Store && i != request.size;
         i += scalar) {
      if (tracked.hasAll(request.space, lane, address + i, scalar))
        continue;
      if (request.kind == Access::Atomic &&
          tracked.hasAny(request.space, lane, address + i, scalar))
        continue;
      if (request.kind == Access::Atomic)
        return reportUnwritten(warp, lane, request.space, address + i, scalar,
                               request.home);
      ShadowRegisters::Origin origin;
      origin.value =
          tracked.shuffleOf(request.space, lane, address + i, scalar);
      if (origin.value.empty())
        origin.value =
            (llvm::Twine("memory that nobody has written: ") +
             llvm::Twine(scalar) + " bytes at " +
             describeAddress(warp, request.space, address + i, request.home))
                .str();
      return warp.beginShadow(std::move(origin));
    }
    if (request.kind != Access::Load)
      tracked.mark(request.space, lane, address, request.size);
  }
}

void RaceChecker::spoil(Warp &warp, const Request &request,
                        uint8_t *const *copy) {
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Tracked tracked(warp, state->homeOf(warp, request), w);
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(left));
    for (uint32_t i = 0; i != request.size; ++i) {
      uint64_t address = request.addresses[lane] + i;
      if (!tracked.hasAny(request.space, lane, address, 1))
        copy[lane][i] ^= tracked.difference(request.space, lane, address);
    }
  }
}

void RaceChecker::storeShadow(Warp &warp, const Request &request,
                              uint8_t *const *copy) {
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Tracked tracked(warp, state->homeOf(warp, request), w);
  unsigned scalar =
      scalarBytes(warp.code().instructions[warp.pc()], request.size);
  std::optional<unsigned> last; // last lane whose store differs
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(left));
    for (unsigned start = 0; start != request.size; start += scalar) {
      // A copy of a structure leaves the padding between members unwritten.
      bool hasEqual = false, isCopy = true, differs = false;
      for (unsigned i = start; i != start + scalar; ++i) {
        uint8_t bits = request.bytes[lane][i] ^ copy[lane][i];
        hasEqual |= !bits;
        differs |= bits != 0;
        isCopy &= !bits || bits == 0xFF;
      }
      uint64_t address = request.addresses[lane] + start;
      if (!differs)
        continue;
      if (request.space == Space::Global && !(isCopy && hasEqual))
        return warp.getShadow()->reportUse(
            lane, "the " + llvm::Twine(scalar) + " bytes stored to " +
                      state->describeAddress(warp, request.space, address,
                                             request.home) +
                      " depend on it");
      last = lane;
      for (unsigned i = 0; i != scalar; ++i)
        if (uint8_t bits =
                request.bytes[lane][start + i] ^ copy[lane][start + i])
          tracked.unwrite(request.space, lane, address + i, bits);
    }
  }
  if (last)
    tracked.setShuffle(request.space, warp.getShadow()->describeShuffle(*last));
}

/// For copies, whose elements are unknown: checks words, or the bytes before
/// the first one.
void State::checkWrittenRange(Warp &warp, unsigned lane, Access kind,
                              Space space, uint64_t address, uint64_t size,
                              Block *home) {
  if (!checkHeap(warp, lane, space, address, size))
    return;
  BlockState &block = blockOf(warp.block);
  Tracked tracked(warp, home ? blockOf(*home) : block,
                  block.warps[warp.number]);
  if (kind != Access::Store && !tracked.hasWhole(space, address, size))
    for (uint64_t at = address, end = address + size; at != end;) {
      uint64_t count = std::min(wordBytes - at % wordBytes, end - at);
      if (!tracked.hasAny(space, lane, at, count))
        return reportUnwritten(warp, lane, space, at, count, home);
      at += count;
    }
  if (kind != Access::Load)
    tracked.mark(space, lane, address, size);
}

void State::checkWrittenRanges(Warp &warp, const Request &request) {
  if (LLVM_UNLIKELY(warp.block.launch.heap != nullptr) &&
      !checkHeapOf(*this, warp, request))
    return;
  BlockState &block = blockOf(warp.block);
  Tracked tracked(warp, block, block.warps[warp.number]);
  if (tracked.hasWhole(request))
    return;
  for (LaneMask left = request.lanes; left && !warp.hasFaulted();
       left &= left - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(left));
    const uint64_t address = request.addresses[lane];
    if (request.kind == Access::Store)
      tracked.mark(request.space, lane, address, request.size);
    else
      checkWrittenRange(warp, lane, request.kind, request.space, address,
                        request.size, nullptr);
  }
}

void RaceChecker::renewGlobal(Warp &warp, uint64_t address, uint64_t size) {
  const Allocation *allocation =
      warp.block.launch.memory.findAtOrBelow(address);
  if (state->checks.memory && allocation && allocation->contains(address, size))
    allocation->markWritten(address - allocation->address, size,
                            /*isWritten=*/false);
  if (!state->checks.race)
    return;
  state->forEachPiece(
      warp, address, size, [&](Shadow &shadow, uint64_t first, uint64_t count) {
        for (uint64_t at = first; at < first + count; at += wordBytes) {
          shadow.cell(at) = {};
          state->forgetLocations(shadow, at, wordBytes);
        }
        return true;
      });
}

void RaceChecker::markLocal(Warp &warp, LaneMask lanes, uint64_t offset,
                            uint64_t size, bool isWritten) {
  if (!state->checks.memory)
    return;
  WarpState &w = state->warpOf(warp);
  for (; lanes; lanes &= lanes - 1)
    w.needLocal().written[static_cast<unsigned>(llvm::countr_zero(lanes))].mark(
        offset, size, isWritten);
}

void RaceChecker::copyLocal(Warp &warp, LaneMask lanes, uint64_t from,
                            uint64_t to, uint64_t size) {
  if (!state->checks.memory)
    return;
  WarpState &w = state->warpOf(warp);
  for (; lanes; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(lanes));
    InitializedBytes &written = w.needLocal().written[lane];
    auto &flips = w.needLocal().flips[lane];
    for (uint64_t i = 0; i != size; ++i) {
      written.mark(to + i, 1, written.hasAny(from + i, 1));
      auto found = flips.find(from + i);
      uint8_t bits = found == flips.end() ? 0xFF : found->second;
      if (!written.hasAny(from + i, 1) && !flips.empty())
        flips[to + i] = bits;
    }
  }
}

//===- MemoryUnit.h - The accesses of a warp to memory --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every instruction that touches memory resolves the addresses of its lanes
// through MemoryUnit::access, which checks bounds and calls the checkers and
// counters. They see the access of a whole warp as one Request.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_MEMORYUNIT_H
#define TESSERA_LIB_EMULATOR_MACHINE_MEMORYUNIT_H

#include "Access.h"
#include "tessera/Emulator/Memory.h"
#include <array>
#include <memory>

namespace tessera::ptx {

class Warp;

/// A read of 4 or 8 bytes of memory that waits for a new value.
struct Poll {
  const uint8_t *place = nullptr; ///< null: no poll
  uint32_t size = 0;
  uint64_t value = 0; ///< that was read

  uint64_t read() const;
  bool hasNews() const { return place && read() != value; }
};

/// In a block that is watched: the last place that lanes looked at.
struct Look {
  const Code *code = nullptr; ///< null: nowhere
  uint32_t pc = 0;
  Space space = Space::Global;
  uint64_t address = 0;
  const uint8_t *place = nullptr;
  uint32_t size = 0;
  bool isStrong = false;
};

class MemoryUnit {
public:
  explicit MemoryUnit(Warp &warp) : warp(warp) {}

  /// Resolves the access of a memory instruction: `size` bytes for each lane of
  /// `mask` at its effective address, in the instruction's space, order and
  /// scope. Sets the host's addresses of these lanes; false after a fault.
  bool access(const Inst &inst, LaneMask mask, uint32_t size, Access kind,
              LanePointers &at, AccessDetails details = {}) {
    uint64_t addresses[warpSize];
    effectiveAddresses(inst, addresses);
    return accessAt(inst, inst.space, addresses, mask, size, kind, at, details);
  }
  /// Like access(), at addresses that the caller gives.
  bool accessAt(const Inst &inst, Space space, const uint64_t *addresses,
                LaneMask mask, uint32_t size, Access kind, LanePointers &at,
                AccessDetails details = {});

  /// Host address of `size` bytes that `lane` accesses, or null after a fault.
  /// Checkers and counters do not see it: use it for accesses that access() has
  /// shown them.
  uint8_t *resolve(Space space, uint64_t address, uint64_t size, unsigned lane,
                   Access access);
  /// The same for all lanes of `mask`; false after a fault.
  bool resolveAll(Space space, const uint64_t *addresses, LaneMask mask,
                  uint32_t size, Access kind, LanePointers &at);
  /// The allocation that has all elements of the last call; null if unknown.
  const Allocation *allocationOfAll() const { return ofAllLanes; }
  /// True if a range of global memory lies in one allocation.
  bool isAllocated(uint64_t address, uint64_t size) const;
  /// The distance to an address from the one that an instruction had the last
  /// time; 0 if that is unknown.
  int64_t strideAt(const Inst &inst, uint64_t address);
  /// Addresses that a memory instruction gives for all lanes, whether they
  /// execute it or not.
  void effectiveAddresses(const Inst &inst, uint64_t *addresses) const;
  /// The same for one lane.
  uint64_t effectiveAddress(const Inst &inst, unsigned lane) const;
  /// Full address of constant memory for an address of 32 bits.
  uint64_t constantAddress(uint32_t low) const;

  /// Shows an access to checkers and counters.
  void observe(const Inst &inst, Space space, const uint64_t *addresses,
               LaneMask mask, uint32_t size, Access kind,
               const LanePointers &at, AccessDetails details = {});

  /// Number of instructions that have accessed memory visible to other threads.
  uint64_t accessesOutside() const { return outside; }
  /// Counts an instruction that accesses such memory other than by access().
  void noteAccessOutside() { ++outside; }

  /// Ends the access of the last instruction: releases the checker's locks.
  void unlockRaces() {
    if (LLVM_UNLIKELY(heldShards != 0))
      releaseRaces();
  }

  /// A slice begins.
  void beginSlice() { polling = seenNew = false; }
  /// True if the slice ended because the warp polled one place in vain.
  bool isPolling() const { return polling; }
  /// The place that the warp polled last.
  const Poll &lastPoll() const { return poll; }
  const Look &lastLook() const { return look; }
  void forgetLook() { look = {}; }
  /// True if a strong read of this slice has found a new value or place.
  bool hasSeenNew() const { return seenNew; }

private:
  void releaseRaces();
  uint8_t *resolveGlobal(Space space, uint64_t address, uint64_t size,
                         unsigned lane, Access access);
  uint8_t *fault(LaunchFault kind, Space space, uint64_t address, uint64_t size,
                 unsigned lane, Access access, const llvm::Twine &what);
  void notePoll(const Inst &inst, const uint8_t *at, uint32_t size);
  void watch(const Inst &inst, Space space, const uint64_t *addresses,
             LaneMask mask, uint32_t size, Access kind, const LanePointers &at);
  bool accessWatched(const Inst &inst, Space space, const uint64_t *addresses,
                     LaneMask mask, uint32_t size, Access kind,
                     LanePointers &at, AccessDetails details);

  Warp &warp;
  uint64_t heldShards = 0; ///< locked by RaceChecker::access
  const Allocation *lastAllocation = nullptr;
  const Allocation *ofAllLanes = nullptr; ///< see Request::allocation
  /// An instruction and the address that it had the last time; each has its place
  /// in a table.
  struct LastRead {
    const Inst *inst = nullptr;
    uint64_t address = 0;
  };
  static constexpr size_t lastReadCount = 64;
  std::unique_ptr<std::array<LastRead, lastReadCount>> lastReads;
  uint64_t outside = 0;
  bool polling = false, seenNew = false;
  /// The last strong read; `polls` counts how often in a row it found one
  /// value.
  const Inst *polled = nullptr;
  Poll poll;
  unsigned polls = 0;
  Look look;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_MEMORYUNIT_H

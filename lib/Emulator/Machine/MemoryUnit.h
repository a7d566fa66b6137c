//===- MemoryUnit.h - The accesses of a warp to memory --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every instruction that touches memory resolves the addresses of its lanes
// through MemoryUnit::access, which is where the machine's bounds are kept and
// where checkers and counters look on. They see the access of a whole warp as
// one Request.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_MEMORYUNIT_H
#define TESSERA_LIB_EMULATOR_MACHINE_MEMORYUNIT_H

#include "Access.h"
#include "tessera/Emulator/Memory.h"

namespace tessera::ptx {

class Warp;

/// A look at memory for something new, of 4 bytes or 8.
struct Poll {
  const uint8_t *place = nullptr; ///< null: nobody looks for anything
  uint32_t size = 0;
  uint64_t value = 0; ///< what was there

  uint64_t read() const;
  bool hasNews() const { return place && read() != value; }
};

/// In a standstill: where lanes looked last.
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
  /// The same at addresses that the caller gives.
  bool accessAt(const Inst &inst, Space space, const uint64_t *addresses,
                LaneMask mask, uint32_t size, Access kind, LanePointers &at,
                AccessDetails details = {});

  /// Host address of `size` bytes that `lane` accesses, or null after a fault.
  /// No checker or counter sees this: for what access() has shown them.
  uint8_t *resolve(Space space, uint64_t address, uint64_t size, unsigned lane,
                   Access access);
  /// Whether a range of global memory lies in one allocation.
  bool isAllocated(uint64_t address, uint64_t size) const;
  /// Addresses that a memory instruction gives for all lanes, whether they
  /// execute it or not.
  void effectiveAddresses(const Inst &inst, uint64_t *addresses) const;
  /// The same for one lane.
  uint64_t effectiveAddress(const Inst &inst, unsigned lane) const;
  /// Of constant memory, by an address of 32 bits.
  uint64_t constantAddress(uint32_t low) const;

  /// Shows an access to checkers and counters.
  void observe(const Inst &inst, Space space, const uint64_t *addresses,
               LaneMask mask, uint32_t size, Access kind,
               const LanePointers &at, AccessDetails details = {});

  /// Instructions that have accessed memory that other threads see.
  uint64_t accessesOutside() const { return outside; }
  /// The instruction does so in another way than by access().
  void noteAccessOutside() { ++outside; }

  /// The access of the last instruction is over.
  void unlockRaces() {
    if (LLVM_UNLIKELY(heldShards != 0))
      releaseRaces();
  }

  /// A turn begins.
  void beginTurn() { polling = seenNew = false; }
  /// The turn ended because the warp looked at one place for something new.
  bool isPolling() const { return polling; }
  /// That place.
  const Poll &lastPoll() const { return poll; }
  const Look &lastLook() const { return look; }
  void forgetLook() { look = {}; }
  /// In its turn, by strong reads.
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
  bool resolveAll(Space space, const uint64_t *addresses, LaneMask mask,
                  uint32_t size, Access kind, LanePointers &at);
  bool accessWatched(const Inst &inst, Space space, const uint64_t *addresses,
                     LaneMask mask, uint32_t size, Access kind,
                     LanePointers &at, AccessDetails details);

  Warp &warp;
  uint64_t heldShards = 0; ///< what RaceChecker::access has locked
  const Allocation *lastAllocation = nullptr;
  const Allocation *ofAllLanes = nullptr; ///< see Request::allocation
  uint64_t outside = 0;
  bool polling = false, seenNew = false;
  /// The last strong read, and how often in a row it has found the same value.
  const Inst *polled = nullptr;
  Poll poll;
  unsigned polls = 0;
  Look look;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_MEMORYUNIT_H

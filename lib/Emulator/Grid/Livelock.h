//===- Livelock.h - Lanes that come round with everything as it was -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_LIVELOCK_H
#define TESSERA_LIB_EMULATOR_GRID_LIVELOCK_H

#include "../Machine/Frame.h"
#include "Contents.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::ptx {

class CallStack;

/// Appends all that decides what lanes in a frame do next, but for memory that
/// other threads see.
void appendState(const Frame *frame, const CallStack &stack, LaneMask lanes,
                 std::vector<uint8_t> &state);

/// What all blocks of a launch have in common in a standstill.
struct StateWatch {
  /// Global memory; that of a block is beside it.
  Contents memory;
  llvm::DenseSet<uint64_t> seenMemory; ///< sums
  bool hasNewMemory = false;           ///< since that was last asked
  /// Changes with each state that no lanes have been in before.
  uint64_t epoch = 1;
  uint64_t cost = 0; ///< of comparing, in instructions; since last asked
  uint64_t repeats = 0;
  /// Since time has stood still or jumped: whether a thread has read a clock,
  /// and whether threads have spoken to each other by shared memory, with
  /// strong accesses.
  bool hasReadClock = false, hasSharedTalk = false;

  /// Of the memory, as part of a state.
  uint64_t sum();
  void forget();
  void forgetSigns();
};

/// In a standstill: the states in which lanes have come to the ends of loops.
/// Lanes circle that have been there again and again since anybody was last in
/// a state that is new.
class StateCycles {
public:
  void note(StateWatch &watch, uint64_t state, LaneMask lanes);
  void forget();
  LaneMask circling(const StateWatch &watch) const {
    return epoch == watch.epoch ? found.back() : 0;
  }

private:
  /// Lanes that were in states seen before, once, twice and so on.
  std::array<LaneMask, 8> found = {};
  uint64_t epoch = 0; ///< to which `found` belongs
  llvm::DenseSet<uint64_t> states;
};

/// Lanes that go round in a loop in which they learn nothing from anybody, and
/// come to its end with everything as it was, do so for ever.
class LonelyLoops {
public:
  /// A turn of the warp, in which it had contact with others so often in all.
  void noteTurn(uint64_t instructions, uint64_t contactsInAll);
  /// Whether loops are to be looked at in this turn, as those before have gone
  /// on for long without a contact.
  bool isLooking() const { return alone >= patience; }
  /// Whether the end of a loop has been reached in this state before.
  bool note(uint64_t state);

private:
  uint64_t alone = 0;          ///< instructions since the last contact
  uint64_t contacts = 0;       ///< in all
  uint64_t patience = 1 << 14; ///< doubles when it was in vain
  llvm::DenseSet<uint64_t> states;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_LIVELOCK_H

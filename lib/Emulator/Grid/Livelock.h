//===- Livelock.h - Detects lanes that loop for ever ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_LIVELOCK_H
#define TESSERA_LIB_EMULATOR_GRID_LIVELOCK_H

#include "../Machine/Frame.h"
#include "Contents.h"
#include "StateHash.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::ptx {

class CallStack;

/// Adds everything that decides what lanes in a frame do next, except memory
/// that other threads see.
void addState(const Frame *frame, const CallStack &stack, LaneMask lanes,
              StateHash &state);

/// State shared by all blocks of a launch in a standstill.
struct StateWatch {
  /// Contents of global memory; each block has its own for shared memory.
  Contents memory;
  llvm::DenseSet<uint64_t> seenMemory; ///< all values of sum()
  bool hasNewMemory = false;           ///< since this was last reset
  /// Incremented by each state that no lanes have been in before.
  uint64_t epoch = 1;
  uint64_t cost = 0; ///< of comparing, in instructions; since it was last reset
  uint64_t repeats = 0;
  /// Since time has stood still or jumped: whether a thread has read a clock,
  /// and whether threads have spoken to each other by shared memory, with
  /// strong accesses.
  bool hasReadClock = false, hasSharedTalk = false;

  /// Hash of global memory, as part of a state.
  uint64_t sum();
  void forget();
  void forgetSigns();
};

/// In a standstill: the states in which lanes have come to the ends of loops.
/// Lanes circle if they have come back to known states several times since any
/// lane of the launch reached a new one.
class StateCycles {
public:
  void note(StateWatch &watch, uint64_t state, LaneMask lanes);
  void forget();
  LaneMask circling(const StateWatch &watch) const {
    return epoch == watch.epoch ? found.back() : 0;
  }

private:
  /// Element i: lanes that have been in a known state more than i times.
  std::array<LaneMask, 8> found = {};
  uint64_t epoch = 0; ///< epoch that `found` belongs to
  llvm::DenseSet<uint64_t> states;
};

/// Finds endless loops without contact: lanes that come back to the end of a
/// loop in the same state, having learned nothing from other threads, do so for
/// ever.
class LonelyLoops {
public:
  /// Counts a slice of the warp. `contactsInAll` is its number of contacts with
  /// other threads since it began.
  void noteSlice(uint64_t instructions, uint64_t contactsInAll);
  /// True if the ends of loops are to be noted in this slice, as the warp has
  /// run for long without a contact.
  bool isLooking() const { return alone >= patience; }
  /// Returns true if the end of a loop has been reached in this state before.
  bool note(uint64_t state);

private:
  uint64_t alone = 0;          ///< instructions since the last contact
  uint64_t contacts = 0;       ///< in all
  uint64_t patience = 1 << 14; ///< doubles each time that nothing is found
  llvm::DenseSet<uint64_t> states;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_LIVELOCK_H

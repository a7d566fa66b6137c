//===- Memos.h - What the race checker remembers to be fast -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares steps of the checker that can be taken again as they were,
// and guesses that save time where they are right.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_MEMOS_H
#define TESSERA_LIB_EMULATOR_RACES_MEMOS_H

#include "Shadow.h"
#include <array>

namespace tessera::ptx::races {

/// A word's cell before and after an access.
struct Step {
  uint64_t id = 0; ///< which bytes which lanes accessed; 0: nothing
  Cell before, after;

  static constexpr uint64_t idOf(LaneMask lanes, uint8_t bytes, bool isRepeat,
                                 bool isMixed = false) {
    return uint64_t(lanes) << 32 | uint64_t(bytes) << 8 |
           uint64_t(isMixed) << 1 | uint64_t(isRepeat);
  }
};

/// The same for all steps of an instruction: which one it was, and what the
/// warp knew.
struct StepKey {
  uint64_t stamp = ~uint64_t(0);
  uint64_t instruction = 0;

  bool operator==(const StepKey &o) const {
    return stamp == o.stamp && instruction == o.instruction;
  }
};

/// One step of an instruction.
struct Memo {
  StepKey key;
  Step step;
};

/// The last step of each of an instruction's records, by its first lane; in
/// their ids lanes count from there, so that those of single lanes are equal.
struct LaneMemos {
  StepKey key;
  std::array<Step, warpSize> steps;
};

/// Whether a load reads places without order, so that its words had better have
/// chains of their own. It is guessed from how many chains the last times made
/// that no other word has had, and found out anew now and then.
class ScatterGuess {
public:
  bool isScattered() const { return state > leastTimes; }
  /// The load of so many lanes has made so many nodes of chains.
  void note(uint64_t nodes, unsigned lanes) {
    if (isScattered())
      state = state == leastTimes + 1 ? leastTimes - 1 : state - 1;
    else
      state = 2 * nodes < lanes ? 0 : state + 1;
    if (state == leastTimes)
      state = leastTimes + times;
  }

private:
  static constexpr uint8_t leastTimes = 4, times = 64;
  uint8_t state = 0;
};

/// By which turn the lanes of an instruction had the fewest records; it is
/// found anew after so many times.
struct TurnGuess {
  static constexpr uint8_t times = 64;
  uint32_t site = ~uint32_t(0), size = 0;
  uint8_t turn = 0, left = 0;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_MEMOS_H

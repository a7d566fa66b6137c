//===- Rounds.h - Lanes that come round with everything as it was ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_ROUNDS_H
#define TESSERA_LIB_EMULATOR_MACHINE_ROUNDS_H

#include "Frame.h"

namespace tessera::ptx {

class CallStack;

/// Appends all that decides what lanes in a frame do next, but for memory that
/// other threads see.
void appendState(const Frame *frame, const CallStack &stack, LaneMask lanes,
                 std::vector<uint8_t> &state);

/// In a standstill: the states with which lanes have come to places.
class Rounds {
public:
  /// Lanes look at what others may change.
  void note(const Inst &inst, const Frame *frame, const CallStack &stack,
            LaneMask lanes);
  void forget();
  /// Lanes that came to a place with everything as it was.
  LaneMask circling() const { return found; }

private:
  LaneMask found = 0;
  std::vector<uint64_t> states; ///< hashes
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_ROUNDS_H

//===- CallStack.h - Activations of functions and their local memory ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_CALLSTACK_H
#define TESSERA_LIB_EMULATOR_MACHINE_CALLSTACK_H

#include "Fragments.h"

namespace tessera::ptx {

class Block;
class Warp;

/// Bytes of .local memory that a thread has.
constexpr uint64_t largestLocal = 512 << 10;

/// The local memory of the lanes of a warp, and the frames in it.
class CallStack {
public:
  explicit CallStack(Warp &warp) : warp(warp) {}

  /// The frame of the entry.
  std::shared_ptr<Frame> begin();
  /// Lanes of a fragment go on in a function that they call, where they get
  /// their arguments. False after a fault.
  bool enter(Fragment &fragment, const Code &callee, LaneMask mask);
  /// Lanes of a fragment go on behind their call, which gets its results.
  void leave(Fragment &fragment, LaneMask mask);

  /// Makes local memory behind a frame's variables, `bytes` in all; false if a
  /// thread has not that much.
  bool grow(Frame &frame, uint64_t bytes);
  /// The local memory of a lane.
  uint8_t *lane(unsigned number) { return bytes.data() + number * stride; }
  const uint8_t *lane(unsigned number) const {
    return bytes.data() + number * stride;
  }

private:
  bool reserve(uint64_t size);
  std::shared_ptr<Frame> makeFrame(const Code &code);
  std::shared_ptr<Frame> activationOf(const std::shared_ptr<Frame> &caller,
                                      const Code &callee, uint32_t returnPc);

  Warp &warp;
  std::vector<uint8_t> bytes;
  uint64_t stride = 0; ///< from lane to lane
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_CALLSTACK_H

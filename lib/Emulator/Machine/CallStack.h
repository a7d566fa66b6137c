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

/// Limit on the bytes of .local memory of a thread.
constexpr uint64_t largestLocal = 512 << 10;

/// The local memory of the lanes of a warp, and the frames in it.
class CallStack {
public:
  explicit CallStack(Warp &warp) : warp(warp) {}

  /// The frame of the entry.
  std::shared_ptr<Frame> begin();
  /// Makes lanes of a fragment enter a function that they call, and copies
  /// their arguments. False after a fault.
  bool enter(Fragment &fragment, const Code &callee, LaneMask mask);
  /// Makes lanes of a fragment return behind their call, and copies its
  /// results.
  void leave(Fragment &fragment, LaneMask mask);

  /// Makes local memory behind a frame's variables, `bytes` in all; false if
  /// that is more than a thread has.
  bool grow(Frame &frame, uint64_t bytes);
  /// The local memory of a lane.
  uint8_t *lane(unsigned number) { return bytes.data() + number * stride; }
  const uint8_t *lane(unsigned number) const {
    return bytes.data() + number * stride;
  }

private:
  bool reserve(uint64_t size);
  std::shared_ptr<Frame> makeFrame(const Code &code, bool isFirst);
  std::shared_ptr<Frame> activationOf(const std::shared_ptr<Frame> &caller,
                                      const Code &callee, uint32_t returnPc);

  Warp &warp;
  std::vector<uint8_t> bytes;
  uint64_t stride = 0; ///< from one lane to the next
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_CALLSTACK_H

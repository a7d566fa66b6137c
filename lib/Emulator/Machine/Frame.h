//===- Frame.h - Registers of an activation of a function -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_FRAME_H
#define TESSERA_LIB_EMULATOR_MACHINE_FRAME_H

#include "../Code.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace tessera::ptx {

/// Buffers that a host thread keeps for reuse while this lives: blocks come and go
/// with buffers of few sizes.
class LaneBufferPool {
public:
  LaneBufferPool();
  LaneBufferPool(const LaneBufferPool &) = delete;
  LaneBufferPool &operator=(const LaneBufferPool &) = delete;
  ~LaneBufferPool();

  class Buffers;

private:
  std::unique_ptr<Buffers> own;
  Buffers *outer;
};

/// Bytes aligned for vector registers of any host, from the pool of the thread if it
/// has one.
class LaneBuffer {
public:
  /// All bytes are zero.
  explicit LaneBuffer(size_t size) : bytes(take(size)), size(size) {
    std::memset(bytes, 0, size);
  }
  /// Some pieces, by offset and size, are zero, and others what they are.
  LaneBuffer(size_t size, llvm::ArrayRef<std::pair<uint32_t, uint32_t>> cleared)
      : bytes(take(size)), size(size) {
    for (auto [at, count] : cleared)
      std::memset(bytes + at, 0, count);
  }
  LaneBuffer(LaneBuffer &&other)
      : bytes(std::exchange(other.bytes, nullptr)), size(other.size) {}
  LaneBuffer &operator=(LaneBuffer &&) = delete;
  ~LaneBuffer() {
    if (bytes)
      giveBack(bytes, size);
  }
  uint8_t *data() const { return bytes; }

private:
  static uint8_t *take(size_t size);
  static void giveBack(uint8_t *bytes, size_t size);

  uint8_t *bytes;
  size_t size;
};

/// One activation of a function by a group of lanes. Lanes that come to one
/// call in several groups share the activation, so that they can meet inside;
/// no lane uses the registers of another.
struct Frame {
  /// `isFirst`: of the kernel itself. Other frames come and go while a loop is
  /// watched, whose states would differ by what nobody has written.
  Frame(const Code &code, const uint8_t *constants, bool isFirst)
      : code(&code), constants(constants),
        registers(isFirst ? LaneBuffer(code.frameBytes, code.readFirst)
                          : LaneBuffer(code.frameBytes)) {}

  const Code *code;
  const uint8_t *constants;
  LaneBuffer registers;
  std::unique_ptr<LaneBuffer> shadow; ///< of the registers, see ShadowRegisters
  /// The sources of registers that have some, by slot; see SourceTracker.
  llvm::DenseMap<Slot, std::vector<uint32_t>> sources;
  std::shared_ptr<Frame> caller;
  unsigned depth = 0;
  uint32_t returnPc = 0;
  uint64_t localBase = 0; ///< of .local and .param variables, in each lane
  /// Size of the local memory behind the variables, taken by alloca in any lane
  /// or by the array of a variadic function. `stackTops` is the end of it in
  /// each lane.
  uint64_t dynamicBytes = 0;
  std::array<uint64_t, warpSize> stackTops = {};
  uint64_t localEnd() const {
    return localBase + code->syntax->localBytes + dynamicBytes;
  }
  /// Activations of callees, which may still be running.
  std::vector<std::weak_ptr<Frame>> callees;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_FRAME_H

//===- RegisterFile.h - The registers that instructions of a warp use -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_REGISTERFILE_H
#define TESSERA_LIB_EMULATOR_MACHINE_REGISTERFILE_H

#include "Frame.h"
#include <utility>

namespace tessera::ptx {

/// Registers and constants of the frame that is active, lane by lane.
class RegisterFile {
public:
  template <typename T> T *write(Slot slot) const {
    return reinterpret_cast<T *>(registers + slot);
  }
  template <typename T> const T *read(Slot slot) const {
    const uint8_t *base = slot & constantBit ? constants : registers;
    return reinterpret_cast<const T *>(base + (slot & ~constantBit));
  }
  LaneMask readPredicate(Slot slot) const { return *read<LaneMask>(slot); }
  /// Sets the predicate for the lanes of `mask`.
  void writePredicate(Slot slot, LaneMask mask, LaneMask value) {
    LaneMask &p = *write<LaneMask>(slot);
    p = (p & ~mask) | (value & mask);
  }
  /// Slots of the registers in an operand list.
  const Slot *list(const Inst &inst) const {
    return active->code->slots.data() + inst.list;
  }
  /// Null before the first lane begins and after the last one has ended.
  Frame *frame() const { return active; }

  /// Makes instructions use the registers of this frame from now on.
  void activate(Frame &frame) {
    active = &frame;
    registers = frame.registers.data();
    constants = frame.constants;
  }
  void deactivate() { active = nullptr; }
  /// Makes instructions use other registers, laid out like the frame's; returns
  /// those that they have used so far.
  uint8_t *exchange(uint8_t *others) {
    return std::exchange(registers, others);
  }

private:
  uint8_t *registers = nullptr;
  const uint8_t *constants = nullptr;
  Frame *active = nullptr;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_REGISTERFILE_H

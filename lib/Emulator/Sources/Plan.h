//===- Plan.h - The operands of an instruction, for its sources -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_SOURCES_PLAN_H
#define TESSERA_LIB_EMULATOR_SOURCES_PLAN_H

#include "../Code.h"

namespace tessera::ptx {

/// A register of 32 lanes. A predicate counts as a byte of each lane.
struct LaneRegister {
  Slot slot;
  unsigned bytes;
  bool isPredicate;

  uint8_t get(const uint8_t *registers, unsigned lane, unsigned byte) const;
  void set(uint8_t *registers, unsigned lane, unsigned byte,
           uint8_t value) const;
};

bool hasPredicates(llvm::ArrayRef<LaneRegister> list);

/// The way in which an instruction's results depend on its operands.
enum class Dependence : uint8_t {
  /// It decides by its operands, and gives no values that lie in memory.
  None,
  /// Each result on all operands of its lane.
  Whole,
  /// Bytes on bytes of the lane, which experiments find: for values of the
  /// operands that hold for every execution ...
  Bytes,
  /// ... or with operands that have no sources, such as a mask, as they are.
  Moves,
  /// Like Moves, on bytes of all lanes.
  Shuffle,
  /// Elements on elements of all lanes, which experiments find.
  Product,
  /// Each result on the operands of all lanes.
  Vote,
  /// The element in memory on itself and on the operands; the result on it.
  Atomic,
  /// The operation itself says which bytes it copies (LabelMemory).
  Copies,
  Unknown,
};

/// The decoded operands of an instruction. Bytes of a lane count from the first
/// register on, in order.
struct Plan {
  Plan(const Code &code, uint32_t pc);

  Dependence dependence;
  llvm::SmallVector<LaneRegister, 4> results, operands, addresses;
  /// Operands that say how far bits move, or which.
  llvm::SmallVector<LaneRegister, 2> amounts;
  unsigned operandBytes = 0; ///< of a lane
  /// Bytes of an element of the results, all of which have the same sources.
  unsigned granule = 1;
  /// Bytes of an element of the operands, on all of which a truth value depends.
  unsigned operandGranule = 1;
  bool isExchange = false; ///< of an atomic operation: the old element is lost
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_SOURCES_PLAN_H

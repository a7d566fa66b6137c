//===- RegisterWatch.h - Registers that products in flight use ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "wgmma.fence" and "wgmma.wait_group". Registers of a
// PTX ISA, sections "wgmma.fence" and "wgmma.wait_group". Registers of a
// product in flight, accumulators and the fragment of A, belong to it until a
// wait; earlier accesses to them need a fence before the product. These are
// rules of the text, not of a schedule: hardware goes on without, as ptxas
// orders such accesses itself. So Checks::sync alone looks for them: a warp
// that has executed its first wgmma shows each instruction to its watch. An
// accumulator of a product may be one of the next product of the same shape
// without a wait or fence.
//

#ifndef TESSERA_LIB_EMULATOR_MACHINE_REGISTERWATCH_H
#define TESSERA_LIB_EMULATOR_MACHINE_REGISTERWATCH_H

#include "Frame.h"
#include "llvm/ADT/ArrayRef.h"

namespace tessera::ptx {

class Warp;

class RegisterWatch {
public:
  /// The use that a product makes of a register.
  enum class Role : uint8_t { Accumulator, Multiplicand };

  /// Fills usedRegisters and registerUses of code whose products are decoded.
  static void listUses(Code &code);

  /// wgmma.fence.
  void fence();
  /// Checks an instruction other than wgmma: faults if it uses registers of a
  /// product in flight.
  void check(Warp &warp);
  /// Gives registers of the warp's frame to a product; false after a fault.
  /// `shape` identifies products that may share accumulators in flight.
  bool take(Warp &warp, llvm::ArrayRef<uint32_t> registers, Role role,
            uint64_t shape);
  /// Takes registers of a frame back from a product that a wait has ended.
  void release(const Frame &frame, llvm::ArrayRef<uint32_t> registers,
               Role role);

private:
  struct Use {
    uint32_t accumulating = 0, multiplying = 0; ///< products in flight
    uint64_t shape = 0;
    uint64_t touched = 0;   ///< number of fences before the last other access
    uint32_t touchedPc = 0; ///< of that access
    uint32_t productPc = 0; ///< of the last product
  };
  struct Table {
    const Frame *frame;
    const Code *code;
    std::vector<Use> uses; ///< by the number of the register
  };

  Table &tableOf(const Frame &frame);
  void refuse(Warp &warp, const Table &table, uint32_t number, bool isBusy);
  std::string describe(const Table &table, uint32_t number) const;

  uint64_t fences = 0;
  std::vector<Table> tables;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MACHINE_REGISTERWATCH_H

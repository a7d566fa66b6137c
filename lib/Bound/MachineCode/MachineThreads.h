//===- MachineThreads.h - Threads that load the same ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. An address is followed back to the bits of the thread's number
// that it is computed of. Threads whose numbers differ in other bits load the same:
//
//   S2R R0, SR_TID.X            bits 0 to 9
//   SHF.R.U32.HI R1, RZ, 5, R0  bits 5 to 9, which all lanes of a warp share
//   LDG.E R2, [R4.64]           where R4 comes from R1: 4 bytes of a warp, not 128
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_MACHINECODE_MACHINETHREADS_H
#define TESSERA_LIB_BOUND_MACHINECODE_MACHINETHREADS_H

#include "MachineAddress.h"

namespace tessera::bound {

class ThreadReader {
public:
  explicit ThreadReader(const MachineKernel &kernel)
      : kernel(kernel), reader(kernel) {}

  /// The share of the bytes that the warps of a block load by an instruction which no
  /// other of their threads loads by it as well. Results that are not understood count as
  /// different for each thread.
  double findShare(uint32_t at, unsigned warps);

private:
  /// Bits of a thread's number. If the value is no more than these bits, moved to the
  /// right, by how many places.
  struct Bits {
    uint32_t mask = 0;
    std::optional<int> shift;

    bool operator==(const Bits &other) const {
      return mask == other.mask && shift == other.shift;
    }
  };
  /// A block has no more than 1024 threads.
  static constexpr uint32_t allBits = 0x3ff;

  Bits read(llvm::StringRef text, uint32_t at, bool isPair = false);
  Bits readDefinition(uint32_t definition);
  Bits readResult(uint32_t definition);
  Bits readLogic(llvm::ArrayRef<llvm::StringRef> operands, uint32_t at);

  const MachineKernel &kernel;
  AddressReader reader;
  /// By definition: what is known of it. Values that a loop carries are looked for in
  /// rounds, until none has more bits than in the last one.
  std::map<uint32_t, Bits> known;
  std::map<uint32_t, unsigned> lastRound;
  unsigned round = 0;
  bool hasChanged = false;
};

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_MACHINECODE_MACHINETHREADS_H

//===- MachineListing.h - Machine code that nvdisasm lists ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_BOUND_MACHINELISTING_H
#define TESSERA_BOUND_MACHINELISTING_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace tessera::bound {

/// A warp has six; a seventh number stands for none.
constexpr unsigned numScoreboards = 6;

/// A machine instruction of 128 bits, of Volta and later GPUs. Besides what it
/// does, its bits tell the scheduler when it may be issued (Jia et al.,
/// Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking, arXiv
/// 1804.06826, "Control information"): bits 105 to 121, which a listing without
/// encodings lacks.
struct MachineInstruction {
  uint64_t address = 0;
  /// "@P0", "@!UP1"; empty for none.
  std::string guard;
  /// "HGMMA.64x128x16.F32".
  std::string opcode;
  /// "R88, gdesc[UR20].tnspB, R88".
  std::string operands;
  /// Cycles from its issue to that of the warp's next instruction.
  unsigned stall = 1;
  /// The scoreboards, 0 to 5, that it holds until its result is there, and until
  /// its operands have been read.
  std::optional<unsigned> resultScoreboard, operandScoreboard;
  /// The scoreboards that it waits for, a bit each.
  unsigned waits = 0;

  /// True for "@!PT", which never runs.
  bool isDead() const { return guard == "@!PT"; }
};

/// The code of a kernel, functions that ptxas adds behind it included.
struct MachineKernel {
  std::string name;
  std::vector<MachineInstruction> code;
  /// The index of the instruction that a label stands before.
  llvm::StringMap<uint32_t> labels;
};

struct MachineListing {
  /// "sm_90a"; empty if the listing does not say.
  std::string target;
  std::vector<MachineKernel> kernels;

  /// Null if there is none of this name.
  const MachineKernel *find(llvm::StringRef name) const;
};

/// Reads what `nvdisasm -c` prints, or `nvdisasm -c -hex`, whose encodings tell
/// stalls and scoreboards. Lines that it does not know count as comments.
MachineListing parseMachineListing(llvm::StringRef text);

} // namespace tessera::bound

#endif // TESSERA_BOUND_MACHINELISTING_H

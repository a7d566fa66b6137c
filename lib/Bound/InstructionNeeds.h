//===- InstructionNeeds.h - Work that PTX instructions need -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The work that machine code has to do for one instruction of PTX, from the
// words of its text: "mma", "sync", "aligned", "m16n8k16", ...
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_BOUND_INSTRUCTIONNEEDS_H
#define TESSERA_LIB_BOUND_INSTRUCTIONNEEDS_H

#include "tessera/Emulator/CounterReport.h"
#include "tessera/Target/Boards.h"
#include "tessera/Target/MachineModel.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace tessera::bound {

/// The opcode and the modifiers of an instruction, without its guard.
struct Words {
  explicit Words(llvm::StringRef text);

  llvm::StringRef opcode() const {
    return all.empty() ? llvm::StringRef() : all.front();
  }
  bool has(llvm::StringRef word) const;
  bool hasAny(std::initializer_list<llvm::StringRef> words) const;

  llvm::SmallVector<llvm::StringRef> all;
};

/// The work of one pipe.
struct PipeNeed {
  Work work;
  /// Machine instructions.
  double count;
};

/// The work for one warp instruction.
struct Need {
  /// Machine instructions that a scheduler issues at least.
  double issue = 0;
  /// False if `issue` assumes that ptxas joins at most two instructions.
  bool isCertain = true;
  std::optional<PipeNeed> pipe;
};

/// The need of an instruction that is no product of matrices.
Need findNeed(const Words &words, ptx::InstructionClass kind,
              const TargetInfo &target);

/// The rate of a product of matrices on a board, in operations per cycle and
/// SM: the best of all forms of its unit for these types, so that the bound
/// holds for any form that ptxas picks. Nothing if no rate is known.
std::optional<Figure> findProductRate(const Words &words,
                                      const TargetInfo &target,
                                      const Board &board);

/// Bytes that a product of a warp group reads from shared memory, for each of
/// its four warps: B, and A if the text names a descriptor for it. 0 for other
/// instructions.
double findSharedBytes(const Words &words, llvm::StringRef text);

/// The rate of products by tcgen05.mma with elements of this type.
std::optional<Figure> findTensorRate(MatrixElement element, bool isPacked,
                                     const TargetInfo &target);

} // namespace tessera::bound

#endif // TESSERA_LIB_BOUND_INSTRUCTIONNEEDS_H

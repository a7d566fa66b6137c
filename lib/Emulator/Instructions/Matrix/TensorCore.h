//===- TensorCore.h - Common parts of tensor memory instructions ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_TENSORCORE_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_TENSORCORE_H

#include "../../Async/TensorMemory.h"
#include "../../Decoder.h"
#include "../../Grid/Block.h"
#include "../../Machine/Warp.h"
#include <optional>

namespace tessera::ptx {

/// Number of words that an address takes in the list of operands.
inline constexpr unsigned wordsOfAddress = 4;

inline TensorMemory &memoryOf(Warp &warp) {
  return warp.block.asyncUnit().tensorMemory();
}

/// A value that must be equal in all lanes of a warp; none after a fault, which
/// calls it `what`.
std::optional<uint32_t> uniformValue(Warp &warp, const uint32_t *lanes,
                                     const char *what);

/// Takes .cta_group, which says if the blocks of a pair act together. True
/// after an error.
bool takeBlockGroup(InstructionDecoder &d, bool &isPair);

/// The tensor memories that an instruction uses: that of the block, or those of
/// a pair, the even one first. Empty after a fault.
std::vector<TensorMemory *> memoriesOf(const AsyncOrigin &origin, bool isPair);

/// Lists the cells of a matrix that a descriptor names; false after a fault,
/// which calls the matrix `name`.
bool resolveCells(const AsyncOrigin &origin, const SharedMatrix &matrix,
                  uint64_t bits, const char *name,
                  std::shared_ptr<const MatrixCells> &cells);

/// Counts the reads of a matrix by `blocks` blocks at the instruction.
void countCells(const AsyncOrigin &origin, const SharedMatrix &matrix,
                const MatrixCells &cells, size_t blocks);

/// Tells the race checker which cells the work reads in the shared memory of
/// these blocks: those that are not null.
void tellWork(TensorWork &work, llvm::ArrayRef<TensorMemory *> memories,
              std::initializer_list<const MatrixCells *> cells);

/// tcgen05.mma (TensorProducts.cpp), tcgen05.cp and tcgen05.shift
/// (TensorTransfers.cpp). The .mma, .cp or .shift has been taken.
bool decodeTensorProduct(InstructionDecoder &d);
bool decodeTensorCopy(InstructionDecoder &d);
bool decodeTensorShift(InstructionDecoder &d);

/// tcgen05.ld and tcgen05.st, after .ld or .st was taken. True after an error.
bool decodeTensorMovement(InstructionDecoder &d, bool isLoad);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_MATRIX_TENSORCORE_H

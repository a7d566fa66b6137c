//===- GroupOperation.h - Products of warp groups -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on wgmma.mma_async and wgmma.mma_async.sp. Warp w of a
// group has rows 16w to 16w + 15 of A and D, laid out like those of
// mma.m16n8k16 and its like, for any n. A sparse A has half of k; its metadata
// say which half.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_GROUPOPERATION_H
#define TESSERA_LIB_EMULATOR_MATRIX_GROUPOPERATION_H

#include "Product.h"
#include "SharedMatrix.h"
#include <optional>
#include <vector>

namespace tessera::ptx {

constexpr unsigned warpsOfGroup = 4;
constexpr unsigned rowsOfWarp = 16;
constexpr unsigned rowsOfGroup = rowsOfWarp * warpsOfGroup;

/// One decoded product, an element of Code::groupProducts.
struct GroupOperation {
  /// Its shape is that of the multiplication: for a sparse product, half of k.
  ProductKind kind;
  bool isSparse = false;
  unsigned selector = 0; ///< the threads with the metadata
  bool negatesA = false, negatesB = false;
  bool isAInRegisters = false;
  SharedMatrix a, b; ///< B has the k of the instruction
  /// Registers of D and of A in the list of slots.
  unsigned dRegisters = 0, aRegisters = 0;
  /// Their numbers in the function, for RegisterWatch. None of A by descriptor.
  std::vector<uint32_t> accumulators, multiplicands;

  /// The part of one warp.
  MatrixShape shapeOfWarp() const {
    return {rowsOfWarp, kind.shape.n, kind.shape.k};
  }
  /// Products may share accumulators in flight if their keys are equal.
  uint64_t shapeKey() const {
    return uint64_t(kind.shape.n) << 32 | b.k << 1 | (kind.d == Type::F16);
  }
};

/// The indices in k of the elements in a row of a sparse A.
struct SparseIndices {
  /// Decodes the metadata of the lanes of a warp, for its 16 rows. Returns the
  /// first lane with a chunk that has no meaning, if there is one.
  std::optional<unsigned> decode(const GroupOperation &operation,
                                 const uint32_t *metadata, unsigned firstRow);

  std::vector<uint16_t> indices; ///< row * (k / 2) + place
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_GROUPOPERATION_H

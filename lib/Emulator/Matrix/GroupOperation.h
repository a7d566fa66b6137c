//===- GroupOperation.h - Products of warp groups -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on wgmma.mma_async and wgmma.mma_async.sp. Warp w of a
// group has rows 16w to 16w + 15 of A and D, laid out like those of
// mma.m16n8k16 and its like, whatever n is. A sparse A has half of k; which
// halves, its metadata say.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_GROUPOPERATION_H
#define TESSERA_LIB_EMULATOR_MATRIX_GROUPOPERATION_H

#include "Product.h"
#include "SharedMatrix.h"
#include <optional>

namespace tessera::ptx {

constexpr unsigned warpsOfGroup = 4;
constexpr unsigned rowsOfWarp = 16;
constexpr unsigned rowsOfGroup = rowsOfWarp * warpsOfGroup;

/// One product, decoded: what Code::groupProducts holds.
struct GroupOperation {
  /// Its shape is what is multiplied: of a sparse product, half of k.
  ProductKind kind;
  bool isSparse = false;
  unsigned selector = 0; ///< which threads have the metadata
  bool negatesA = false, negatesB = false;
  bool isAInRegisters = false;
  SharedMatrix a, b; ///< k of B is that of the instruction
  FragmentLayout aFragment{{16, 8, 16}, MatrixRole::A, 2};
  FragmentLayout dFragment{{16, 8, 16}, MatrixRole::C, 2};
  /// Registers in the list of slots, which are those of D and of A.
  unsigned dRegisters = 0, aRegisters = 0;

  /// Products that may share accumulators in flight have equal ones.
  uint64_t shapeKey() const {
    return uint64_t(kind.shape.n) << 32 | b.k << 1 | (kind.d == Type::F16);
  }
};

/// Where the elements of a row of a sparse A stand: by row and place, the index
/// in k.
struct SparseIndices {
  /// The metadata of the lanes of a warp, for its 16 rows. The first word that
  /// has no meaning and its lane, if there is one.
  std::optional<unsigned> decode(const GroupOperation &operation,
                                 const uint32_t *metadata, unsigned firstRow);

  std::vector<uint16_t> indices; ///< row * (k / 2) + place
};

/// D = A * B + D for all rows. Elements of A lie by rows, of B by k; bits of
/// tf32 count only where the format has them.
void multiplyGroup(const GroupOperation &operation, std::vector<uint32_t> &a,
                   std::vector<uint32_t> &b, const SparseIndices &sparse,
                   uint32_t *d);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_GROUPOPERATION_H

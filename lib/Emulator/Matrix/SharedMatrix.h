//===- SharedMatrix.h - Matrices in shared memory, by descriptor ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Matrix Descriptor Format" and "Canonical Layouts" of
// wgmma.mma_async. A matrix is made of cells of 16 bytes, each with neighbours
// along its major dimension. A line is all cells with one index along the other
// dimension. For example, A of 64 x 16 f16 has 64 lines (rows) of two cells if
// it is K-major, and 16 lines (columns) of eight cells if it is M-major.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_SHAREDMATRIX_H
#define TESSERA_LIB_EMULATOR_MATRIX_SHAREDMATRIX_H

#include "../Async/Swizzle.h"
#include "../Machine/Access.h"
#include "llvm/Support/Endian.h"
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tessera::ptx {

/// Fields of a descriptor, in bytes.
struct MatrixDescriptor {
  /// A descriptor of wgmma.
  explicit MatrixDescriptor(uint64_t bits);
  /// Decodes a descriptor of tcgen05. Returns nothing for bits that it refuses,
  /// and says in `why` what is wrong with them.
  static std::optional<MatrixDescriptor> ofTensorCore(uint64_t bits,
                                                      const char *&why);

  uint32_t start, leading, stride;
  uint32_t patternStart; ///< modulo the pattern's length: the base offset
  Swizzle swizzle;

  bool operator==(const MatrixDescriptor &o) const {
    return start == o.start && leading == o.leading && stride == o.stride &&
           patternStart == o.patternStart && swizzle == o.swizzle;
  }

  /// Number of a line's cells that lie in one piece of swizzled memory.
  unsigned cellsOfPiece() const;
  /// Number of lines in a group; the stride leads to the next one.
  unsigned linesOfGroup() const;
};

/// The cells of a matrix that a descriptor names.
struct MatrixCells {
  std::vector<uint32_t> places; ///< offsets in shared memory, line by line
  uint64_t end = 0;             ///< of the last one in memory
  SharedPieces pieces;
  std::vector<SharedPieces> ofRows; ///< by 16 rows of A or columns of B
};

/// The place of the elements of A or B in shared memory. `outer` is m or n.
struct SharedMatrix {
  unsigned outer = 0, k = 0;
  unsigned bits = 16;        ///< of an element
  bool isOuterMajor = false; ///< M- or N-major; otherwise K-major

  unsigned lines() const { return isOuterMajor ? k : outer; }
  unsigned cells() const { return (isOuterMajor ? outer : k) * bits / 128; }
  unsigned size() const { return lines() * cells(); }

  /// True if a descriptor can name the matrix: rows longer than a swizzled
  /// piece have no layout.
  bool fits(const MatrixDescriptor &descriptor) const;
  /// Offsets in shared memory of the cells, line by line.
  std::vector<uint32_t> places(const MatrixDescriptor &descriptor) const;
  /// These, and what follows from them. A loop names the same cells again and
  /// again: each thread of the host keeps those that it was asked for last.
  std::shared_ptr<const MatrixCells>
  cellsOf(const MatrixDescriptor &descriptor) const;
  bool operator==(const SharedMatrix &o) const {
    return outer == o.outer && k == o.k && bits == o.bits &&
           isOuterMajor == o.isOuterMajor;
  }
  /// The wavefronts in which the banks deliver the cells, 8 lines of one cell
  /// at a time; without conflicts one each.
  struct Wavefronts {
    unsigned actual = 0, ideal = 0;
  };
  Wavefronts countWavefronts(const std::vector<uint32_t> &places) const;
  /// Stores the elements of cells at outer * outerStride + k * kStride.
  template <typename T>
  void unpack(const uint8_t *cellBytes, T *elements, unsigned outerStride,
              unsigned kStride) const;

private:
  MatrixCells listCells(const MatrixDescriptor &descriptor) const;
  template <typename Element, typename T>
  void unpackAs(const uint8_t *cellBytes, T *elements, unsigned outerStride,
                unsigned kStride) const;
};

template <typename T>
void SharedMatrix::unpack(const uint8_t *bytes, T *elements,
                          unsigned outerStride, unsigned kStride) const {
  if (bits == 8)
    unpackAs<uint8_t>(bytes, elements, outerStride, kStride);
  else if (bits == 16)
    unpackAs<uint16_t>(bytes, elements, outerStride, kStride);
  else
    unpackAs<uint32_t>(bytes, elements, outerStride, kStride);
}

template <typename Element, typename T>
void SharedMatrix::unpackAs(const uint8_t *bytes, T *elements,
                            unsigned outerStride, unsigned kStride) const {
  const unsigned along = isOuterMajor ? outerStride : kStride;
  const unsigned across = isOuterMajor ? kStride : outerStride;
  const unsigned count = isOuterMajor ? outer : k;
  auto valueAt = [](const uint8_t *from) {
    return static_cast<T>(
        llvm::support::endian::read<Element, llvm::endianness::little>(from));
  };
  for (unsigned line = 0; line != lines(); ++line) {
    const uint8_t *from = bytes + size_t(line) * count * sizeof(Element);
    T *to = elements + size_t(line) * across;
    // Neighbours are copied in vectors.
    for (unsigned i = 0; along == 1 && i != count; ++i)
      to[i] = valueAt(from + i * sizeof(Element));
    for (unsigned i = 0; along != 1 && i != count; ++i)
      to[size_t(i) * along] = valueAt(from + i * sizeof(Element));
  }
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_SHAREDMATRIX_H

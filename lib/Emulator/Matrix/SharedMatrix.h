//===- SharedMatrix.h - Matrices in shared memory, by descriptor ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Matrix Descriptor Format" and "Canonical Layouts" of
// wgmma.mma_async. A matrix is made of cells of 16 bytes, which neighbours
// along its major dimension share, and a line is what has the same place along
// the other one. For example, A of 64 x 16 f16 has 64 lines (rows) of two cells
// if it is K-major, and 16 lines (columns) of eight cells if it is M-major.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_MATRIX_SHAREDMATRIX_H
#define TESSERA_LIB_EMULATOR_MATRIX_SHAREDMATRIX_H

#include "../Async/Swizzle.h"
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace tessera::ptx {

/// Fields of a descriptor, in bytes.
struct MatrixDescriptor {
  /// Of wgmma.
  explicit MatrixDescriptor(uint64_t bits);
  /// Of tcgen05: nothing where it has another form than is supported, and why.
  static std::optional<MatrixDescriptor> ofTensorCore(uint64_t bits,
                                                      const char *&why);

  uint32_t start, leading, stride;
  uint32_t patternStart; ///< modulo the pattern's length: the base offset
  Swizzle swizzle;

  /// Cells of a line that lie in one piece of swizzled memory.
  unsigned cellsOfPiece() const;
  /// Lines after which the stride leads on.
  unsigned linesOfGroup() const;
};

/// Where the elements of a matrix of A or B lie. `outer` is m or n.
struct SharedMatrix {
  unsigned outer = 0, k = 0;
  unsigned bits = 16;        ///< of an element
  bool isOuterMajor = false; ///< M- or N-major; otherwise K-major

  unsigned lines() const { return isOuterMajor ? k : outer; }
  unsigned cells() const { return (isOuterMajor ? outer : k) * bits / 128; }
  unsigned size() const { return lines() * cells(); }

  /// Whether a descriptor can name the matrix: rows that are longer than a
  /// swizzled piece have no layout.
  bool fits(const MatrixDescriptor &descriptor) const;
  /// Offsets in shared memory of the cells, line by line.
  std::vector<uint32_t> places(const MatrixDescriptor &descriptor) const;
  /// The wavefronts in which the banks give cells, 8 lines of one cell at a
  /// time, of which one would do.
  struct Wavefronts {
    unsigned actual = 0, ideal = 0;
  };
  Wavefronts countWavefronts(const std::vector<uint32_t> &places) const;
  /// The elements of cells, at outer * outerStride + k * kStride.
  template <typename T>
  void unpack(const uint8_t *cellBytes, T *elements, unsigned outerStride,
              unsigned kStride) const;
};

template <typename T>
void SharedMatrix::unpack(const uint8_t *bytes, T *elements,
                          unsigned outerStride, unsigned kStride) const {
  unsigned along = isOuterMajor ? outerStride : kStride;
  unsigned across = isOuterMajor ? kStride : outerStride;
  unsigned count = isOuterMajor ? outer : k, size = bits / 8;
  for (unsigned line = 0; line != lines(); ++line)
    for (unsigned i = 0; i != count; ++i, bytes += size) {
      uint32_t value = 0;
      for (unsigned b = 0; b != size; ++b)
        value |= uint32_t(bytes[b]) << (8 * b);
      elements[line * across + i * along] = static_cast<T>(value);
    }
}

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_MATRIX_SHAREDMATRIX_H

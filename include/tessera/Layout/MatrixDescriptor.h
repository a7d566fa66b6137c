//===- MatrixDescriptor.h - Factors that a descriptor names -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `wgmma` reads a factor from shared memory by a *matrix descriptor*, 64 bits
// that say where the factor of one instruction lies (PTX ISA, "Matrix
// Descriptor Format" and "Canonical Layouts" of wgmma.mma_async).
//
// A factor is made of *cells* of 16 bytes, each with neighbours along the major
// dimension: K, or the other one, which is *outer* here (rows of A, columns of
// B). All cells with one index along the minor dimension are a *line*. Lines
// lie in groups of eight. The part of a line that is contiguous is a *piece* of
// 1, 2, 4 or 8 cells. The eight pieces of a group are the unit of the swizzle,
// which exchanges cells so that the eight cells of a column lie in different
// banks. The *stride* leads from group to group, the *leading* offset from
// piece to piece; without a swizzle and with a major outer dimension it is the
// other way round.
//
// `tcgen05` takes words with a major outer dimension too, by a swizzle of its own
// that exchanges *atoms* of two cells. Its groups have four lines.
//
// A swizzle is linear over F2, so that all of this is a layout of a buffer. The
// layouts that `makeDescribedLayout` gives for a tile of 64 x 64 f16, with the
// rows of A, and with the rows of B as lines:
//
//   K-major:  offset = k0 .. k5, m0 ^ k3, m1 ^ k4, m2 ^ k5, m3 .. m5
//   MN-major: offset = n0 .. n5, k0 ^ n3, k1 ^ n4, k2 ^ n5, k3 .. k5
//
// and for a tile of 64 x 64 words with the rows of B as lines:
//
//   MN-major: offset = n0 .. n4, k0 ^ n3, k1 ^ n4, k2 .. k5, n5
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_MATRIXDESCRIPTOR_H
#define TESSERA_LAYOUT_MATRIXDESCRIPTOR_H

#include "tessera/Layout/MatrixFragments.h"

namespace tessera {

/// A swizzle, by the number that a descriptor of `wgmma` has for it. It knows no
/// atoms of 32 bytes.
enum class MatrixSwizzle : uint8_t {
  None,
  Bytes128,
  Bytes64,
  Bytes32,
  Bytes128Atoms32
};

/// Bytes of a piece: 16, 128, 64 or 32.
int64_t getPieceBytes(MatrixSwizzle swizzle);

/// The place of a byte, where that would be `address` without the swizzle. It
/// is its own inverse.
int64_t applySwizzle(MatrixSwizzle swizzle, int64_t address);

/// The places of the factors of all instructions of a product in a buffer: the
/// fields of their descriptors that are alike, and where each begins.
class MatrixDescriptor {
public:
  /// Sizes in elements of the factor of one instruction.
  struct Shape {
    int64_t outer, depth;
  };

  /// The descriptor by which instructions read a buffer; nothing where none
  /// names it. `offsets` maps the coordinates, those of a matrix or of a batch
  /// of them, to "offset", in elements of `bytes` bytes.
  static std::optional<MatrixDescriptor> match(const LinearLayout &offsets,
                                               MatrixSide side, int64_t bytes,
                                               Shape shape);

  MatrixSwizzle getSwizzle() const { return swizzle; }
  /// True if the major dimension is the outer one, and not K.
  bool isOuterMajor() const { return outerMajor; }
  /// Distances in bytes.
  int64_t getLeading() const { return leading; }
  int64_t getStride() const { return stride; }
  /// Bytes to a multiple of which the buffer must be aligned.
  int64_t getAlignment() const { return 8 * getPieceBytes(swizzle); }

  /// Bytes from the start of the buffer to that of the factor with the first
  /// element (`outer`, `k`), multiples of the instruction's shape, of matrix
  /// `batch`. The fields of a descriptor count by 16 bytes, and so does this.
  int64_t getStart(int64_t outer, int64_t k, int64_t batch = 0) const;

  /// All bits but those of the start, which is added in units of 16 bytes.
  uint64_t getBits() const;

private:
  MatrixDescriptor() = default;

  MatrixSwizzle swizzle = MatrixSwizzle::None;
  bool outerMajor = false;
  int64_t leading = 16, stride = 16;
  /// The starts of the elements 1, 2, 4, ... along each dimension, in bytes.
  llvm::SmallVector<int64_t> ofOuter, ofDepth, ofBatch;
};

/// The layout of a buffer for matrices of this shape ((batch,) rows, columns)
/// that a descriptor names: a map from "offset", in elements of `bytes` bytes,
/// to the coordinates. Lines are as long as a piece of the widest swizzle that
/// the major dimension, number `major`, has room for; the pieces beyond follow
/// one another after all lines, and then the matrices of a batch. Lines of words
/// across K (`isOuterMajor`) take 128 bytes, or have no descriptor.
LinearLayout makeDescribedLayout(llvm::ArrayRef<int64_t> shape, unsigned major,
                                 int64_t bytes, bool isOuterMajor = false);

} // namespace tessera

#endif // TESSERA_LAYOUT_MATRIXDESCRIPTOR_H

//===- TensorBoxes.h - Tiles that a tensor map writes -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `cp.async.bulk.tensor` copies a *box* of a tensor to shared memory (PTX ISA,
// "Tensors"). A tensor map says where the tensor lies, and what each box is:
// its extents, up to 256 along each of up to 5 dimensions, and a swizzle. The
// elements of a box lie in row-major order; a swizzle of 128 bytes then
// exchanges cells of 16 bytes, as one of a matrix descriptor does
// (MatrixDescriptor.h), so that a product reads what a box has written. Rows of
// a box are as long as the swizzle is wide.
//
// A tile takes one box or several. The boxes of a tile of 64 x 128 f16 whose
// rows are 256 bytes long, in 16 KiB:
//
//   box 0: columns 0 .. 63, bytes 0 .. 8191; box 1: columns 64 .. 127, the rest
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LAYOUT_TENSORBOXES_H
#define TESSERA_LAYOUT_TENSORBOXES_H

#include "tessera/Layout/MatrixDescriptor.h"

namespace tessera {

/// The rows that an instruction gathers, each by a box of one (PTX ISA, "Tensors").
inline constexpr int64_t kGatheredRows = 4;

/// The boxes by which a tensor map writes a tile to a buffer.
class TensorBoxes {
public:
  /// The most dimensions of a tensor map.
  static constexpr size_t maxRank = 5;

  /// The boxes of a tile; nothing where no map writes such a buffer. `offsets`
  /// maps the coordinates of an element to "offset", in elements of `bytes`
  /// bytes.
  /// Boxes are as large as can be, but no fewer than `least`, a power of two.
  static std::optional<TensorBoxes> match(const LinearLayout &offsets,
                                          int64_t bytes, int64_t least = 1);

  MatrixSwizzle getSwizzle() const { return swizzle; }
  /// The dimensions of the tile as those of the tensor map, the one along which
  /// elements are neighbours in memory first.
  llvm::ArrayRef<unsigned> getOrder() const LLVM_LIFETIME_BOUND {
    return order;
  }
  /// The elements of a box along each dimension of the tile.
  llvm::ArrayRef<int64_t> getBox() const LLVM_LIFETIME_BOUND { return box; }
  /// Bytes to a multiple of which the buffer must be aligned.
  int64_t getAlignment() const;

  int64_t getNumBoxes() const { return int64_t(1) << steps.size(); }
  /// The first element of a box in the tile, and its place in bytes.
  struct Start {
    llvm::SmallVector<int64_t> element;
    int64_t offset;
  };
  Start getStart(int64_t number) const;

private:
  /// The distance that a bit of a box's number adds to its start.
  struct Step {
    unsigned dim;
    int64_t distance, offset;
  };

  static std::optional<TensorBoxes> matchSwizzle(const LinearLayout &offsets,
                                                 int64_t bytes,
                                                 MatrixSwizzle swizzle,
                                                 int64_t least);

  MatrixSwizzle swizzle = MatrixSwizzle::None;
  llvm::SmallVector<unsigned> order;
  llvm::SmallVector<int64_t> box;
  llvm::SmallVector<Step> steps;
};

} // namespace tessera

#endif // TESSERA_LAYOUT_TENSORBOXES_H

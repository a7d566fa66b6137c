//===- TensorBox.h - The elements that a tensor copy moves ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Tiled Mode", "im2col mode", "im2col::w and im2col::w::128
// modes" and "Interleave layout". A box consists of rows: elements that are
// neighbours in dimension 0, and lie one behind the other in shared memory
// before it is swizzled.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_TENSORBOX_H
#define TESSERA_LIB_EMULATOR_ASYNC_TENSORBOX_H

#include "Swizzle.h"
#include "tessera/Emulator/TensorMap.h"
#include "llvm/ADT/SmallVector.h"

namespace tessera::ptx {

/// Part of a row that lies within the tensor.
struct TensorRow {
  uint64_t address = 0; ///< in global memory
  uint32_t offset = 0;  ///< in the box in shared memory, not swizzled
  uint32_t units = 0;   ///< TensorMap::globalUnit, sharedUnit
  /// Bytes behind the row that a store writes although they lie outside the
  /// tensor: where the box goes on there, the hardware writes whole 16 bytes.
  uint32_t beside = 0;
};

struct TensorBox {
  uint32_t bytes = 0; ///< in shared memory, with the part outside the tensor
  llvm::SmallVector<TensorRow, 0> rows;
};

using TensorCoordinates = std::array<int32_t, TensorMap::mostRank>;

/// The box of a map at the coordinates `at`.
TensorBox tileOf(const TensorMap &map, const TensorCoordinates &at);
/// One column and four rows: .tile::gather4 and .tile::scatter4.
TensorBox rowsOf(const TensorMap &map, const TensorCoordinates &at);
/// Pixels from the coordinates on; `offsets` are those of W, H, D.
TensorBox pixelsOf(const TensorMap &map, const TensorCoordinates &at,
                   const std::array<uint32_t, 3> &offsets);
/// Pixels of one row of W, image after image, and `halo` more: for .im2col::w
/// the next ones; for .im2col::w::128 those behind each 32 pixels, first the
/// first of each group, then the second ones. `offset` is that of W.
TensorBox widePixelsOf(const TensorMap &map, const TensorCoordinates &at,
                       uint32_t halo, uint32_t offset);

Swizzle swizzleOf(const TensorMap &map);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_TENSORBOX_H

//===- TensorBox.cpp - Which elements a tensor copy moves -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorBox.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tessera::ptx;

Swizzle tessera::ptx::swizzleOf(const TensorMap &map) {
  static constexpr Swizzle ofAtoms[] = {
      Swizzle::Bytes128, Swizzle::Bytes128Atom32, Swizzle::Bytes128Atom32Flip8,
      Swizzle::Bytes128Atom64};
  switch (map.swizzle) {
  case 1:
    return Swizzle::Bytes32;
  case 2:
    return Swizzle::Bytes64;
  case 3:
    return ofAtoms[map.atomicity & 3];
  case 4:
    return Swizzle::Bytes96;
  default:
    return Swizzle::None;
  }
}

/// Adds the part of a row of `count` units, from element `first` of dimension
/// 0 on, that lies within the tensor; `outer` are the other coordinates.
static void addRow(TensorBox &box, const TensorMap &map, int64_t first,
                   uint32_t count, llvm::ArrayRef<int64_t> outer) {
  const uint32_t offset = box.bytes;
  const int64_t unit = map.unitElements();
  box.bytes += count * map.sharedUnit();
  uint64_t address = map.address;
  for (size_t i = 0; i != outer.size(); ++i) {
    if (outer[i] < 0 || static_cast<uint64_t>(outer[i]) >= map.dims[i + 1])
      return;
    address += static_cast<uint64_t>(outer[i]) * map.strides[i];
  }
  int64_t begin = std::max<int64_t>(first, 0);
  int64_t end = std::min<int64_t>(first + count * unit,
                                  static_cast<int64_t>(map.dims[0]));
  if (begin >= end)
    return;
  TensorRow row;
  row.address =
      address + static_cast<uint64_t>(begin / unit) * map.globalUnit();
  row.offset =
      offset + static_cast<uint32_t>((begin - first) / unit) * map.sharedUnit();
  row.units = static_cast<uint32_t>((end - begin) / unit);
  box.rows.push_back(row);
}

TensorBox tessera::ptx::tileOf(const TensorMap &map,
                               const TensorCoordinates &at) {
  TensorBox box;
  // In dimension 0 the driver ignores the element stride.
  std::array<uint32_t, TensorMap::mostRank> counts = {}, step = {};
  uint64_t rows = 1;
  for (unsigned i = 1; i != map.rank; ++i) {
    counts[i] = static_cast<uint32_t>(
        llvm::divideCeil(map.box[i], map.elementStrides[i]));
    rows *= counts[i];
  }
  llvm::SmallVector<int64_t, 4> outer(map.rank - 1);
  for (uint64_t row = 0; row != rows; ++row) {
    for (unsigned i = 1; i != map.rank; ++i)
      outer[i - 1] = int64_t(at[i]) + int64_t(step[i]) * map.elementStrides[i];
    addRow(box, map, at[0], map.box[0] / map.unitElements(), outer);
    for (unsigned i = 1; i != map.rank && ++step[i] == counts[i]; ++i)
      step[i] = 0;
  }
  return box;
}

TensorBox tessera::ptx::rowsOf(const TensorMap &map,
                               const TensorCoordinates &at) {
  TensorBox box;
  for (unsigned row = 1; row != 5; ++row) {
    int64_t outer = at[row];
    addRow(box, map, at[0], map.box[0] / map.unitElements(), outer);
  }
  return box;
}

TensorBox tessera::ptx::pixelsOf(const TensorMap &map,
                                 const TensorCoordinates &at,
                                 const std::array<uint32_t, 3> &offsets) {
  TensorBox box;
  // Dimensions 1 to spatial are W, H, D; the last one is N.
  const unsigned spatial = map.rank - 2;
  llvm::SmallVector<int64_t, 4> base(at.begin() + 1, at.begin() + map.rank);
  for (uint32_t pixel = 0; pixel != map.pixels; ++pixel) {
    llvm::SmallVector<int64_t, 4> place = base;
    for (unsigned i = 0; i != spatial; ++i)
      place[i] += offsets[i];
    addRow(box, map, at[0], map.channels / map.unitElements(), place);
    // Within the bounding box, then to the next row, layer or image.
    unsigned i = 0;
    for (; i != spatial; ++i) {
      int64_t last = static_cast<int64_t>(map.dims[i + 1]) - 1 + map.upper[i];
      base[i] += map.elementStrides[i + 1];
      if (base[i] <= last)
        break;
      base[i] = map.lower[i];
    }
    if (i == spatial)
      ++base[spatial];
  }
  return box;
}

//===- TensorBox.cpp - The elements that a tensor copy moves --------------===//
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

namespace {

/// The tensor as rows of elements that lie side by side, and the dimensions
/// that lead from row to row. In an interleaved tensor, such as NC/8HWC8, a row
/// is a slice of channels, and the slices are the dimension before the last
/// one.
class TensorRows {
public:
  explicit TensorRows(const TensorMap &map);

  /// Adds the part of a row of `count` units from element `first` on that lies
  /// within the tensor; `outer` are the other coordinates.
  void add(TensorBox &box, int64_t first, uint32_t count,
           llvm::ArrayRef<int64_t> outer) const;

private:
  /// TensorRow::beside of a row whose box has `elements` elements behind the
  /// tensor's end.
  uint32_t besideOf(int64_t elements) const;

  const TensorMap &map;
  const unsigned unitElements, globalUnit, sharedUnit;
  uint64_t length; ///< elements of a row
  llvm::SmallVector<uint64_t, TensorMap::mostRank> sizes, strides;
};

/// The channels of a box: units of a row from an element on, and slices.
struct Channels {
  int64_t first = 0;
  uint32_t units = 0;
  int64_t firstSlice = 0;
  uint32_t slices = 1;
};

} // namespace

TensorRows::TensorRows(const TensorMap &map)
    : map(map), unitElements(map.unitElements()), globalUnit(map.globalUnit()),
      sharedUnit(map.sharedUnit()), length(map.dims[0]) {
  for (unsigned i = 1; i != map.rank; ++i) {
    sizes.push_back(map.dims[i]);
    strides.push_back(map.strides[i - 1]);
  }
  if (!map.interleave)
    return;
  length = map.sliceElements();
  const unsigned last = map.rank - 2;
  sizes.insert(sizes.begin() + last, llvm::divideCeil(map.dims[0], length));
  strides.insert(strides.begin() + last, map.sliceStride());
}

uint32_t TensorRows::besideOf(int64_t elements) const {
  // Slices of an interleaved tensor are whole, and packed elements fill 16
  // bytes.
  if (elements <= 0 || map.interleave || globalUnit != sharedUnit)
    return 0;
  const uint64_t extent = length / unitElements * globalUnit;
  const uint64_t inBox =
      static_cast<uint64_t>(elements) / unitElements * globalUnit;
  return static_cast<uint32_t>(
      std::min(inBox, llvm::alignTo<16>(extent) - extent));
}

void TensorRows::add(TensorBox &box, int64_t first, uint32_t count,
                     llvm::ArrayRef<int64_t> outer) const {
  const uint32_t offset = box.bytes;
  const int64_t unit = unitElements;
  box.bytes += count * sharedUnit;
  uint64_t address = map.address;
  for (size_t i = 0; i != outer.size(); ++i) {
    if (outer[i] < 0 || static_cast<uint64_t>(outer[i]) >= sizes[i])
      return;
    address += static_cast<uint64_t>(outer[i]) * strides[i];
  }
  int64_t begin = std::max<int64_t>(first, 0);
  int64_t end =
      std::min<int64_t>(first + count * unit, static_cast<int64_t>(length));
  if (begin >= end)
    return;
  TensorRow row;
  row.address = address + static_cast<uint64_t>(begin / unit) * globalUnit;
  row.offset =
      offset + static_cast<uint32_t>((begin - first) / unit) * sharedUnit;
  row.units = static_cast<uint32_t>((end - begin) / unit);
  row.beside = besideOf(first + count * unit - end);
  box.rows.push_back(row);
}

static Channels channelsOf(const TensorMap &map, int64_t first,
                           uint32_t count) {
  const unsigned unit = map.unitElements();
  if (!map.interleave)
    return {first, count / unit};
  const int64_t slice = map.sliceElements();
  return {0, static_cast<uint32_t>(slice / unit), first / slice,
          static_cast<uint32_t>(llvm::divideCeil(count, slice))};
}

TensorBox tessera::ptx::tileOf(const TensorMap &map,
                               const TensorCoordinates &at) {
  struct Range {
    int64_t first;
    uint32_t count, step;
    uint32_t done = 0;
  };
  TensorBox box;
  const TensorRows space(map);
  const Channels channels = channelsOf(map, at[0], map.box[0]);
  // In dimension 0 the driver ignores the element stride.
  llvm::SmallVector<Range, TensorMap::mostRank> ranges;
  for (unsigned i = 1; i != map.rank; ++i)
    ranges.push_back({at[i],
                      static_cast<uint32_t>(
                          llvm::divideCeil(map.box[i], map.elementStrides[i])),
                      map.elementStrides[i]});
  if (map.interleave)
    ranges.insert(ranges.end() - 1, {channels.firstSlice, channels.slices, 1});
  uint64_t rows = 1;
  for (const Range &range : ranges)
    rows *= range.count;
  box.rows.reserve(rows);
  llvm::SmallVector<int64_t, TensorMap::mostRank> outer(ranges.size());
  for (uint64_t row = 0; row != rows; ++row) {
    for (auto [place, range] : llvm::zip(outer, ranges))
      place = range.first + int64_t(range.done) * range.step;
    space.add(box, channels.first, channels.units, outer);
    for (Range &range : ranges) {
      if (++range.done != range.count)
        break;
      range.done = 0;
    }
  }
  return box;
}

TensorBox tessera::ptx::rowsOf(const TensorMap &map,
                               const TensorCoordinates &at) {
  TensorBox box;
  const TensorRows space(map);
  for (unsigned row = 1; row != 5; ++row) {
    int64_t outer = at[row];
    space.add(box, at[0], map.box[0] / map.unitElements(), outer);
  }
  return box;
}

//===----------------------------------------------------------------------===//
// Pixels
//===----------------------------------------------------------------------===//

using Pixel = llvm::SmallVector<int64_t, 4>;

/// `count` pixels one after the other from the coordinates on: within the
/// bounding box, then in the next row, layer or image. Only the first `walked`
/// of W, H and D are walked; the others stay as they are.
static std::vector<Pixel> walk(const TensorMap &map,
                               const TensorCoordinates &at, unsigned walked,
                               const std::array<uint32_t, 3> &offsets,
                               uint32_t count) {
  std::vector<Pixel> pixels;
  pixels.reserve(count);
  Pixel base(at.begin() + 1, at.begin() + map.rank);
  while (pixels.size() != count) {
    pixels.push_back(base);
    for (unsigned i = 0; i != walked; ++i)
      pixels.back()[i] += offsets[i];
    unsigned i = 0;
    for (; i != walked; ++i) {
      int64_t last = static_cast<int64_t>(map.dims[i + 1]) - 1 + map.upper[i];
      base[i] += map.elementStrides[i + 1];
      if (base[i] <= last)
        break;
      base[i] = map.lower[i];
    }
    if (i == walked)
      ++base.back();
  }
  return pixels;
}

/// All channels of the pixels; slice by slice if they are interleaved.
static TensorBox boxOfPixels(const TensorMap &map, int64_t channel,
                             llvm::ArrayRef<Pixel> pixels) {
  TensorBox box;
  const TensorRows space(map);
  const Channels channels = channelsOf(map, channel, map.channels);
  for (uint32_t slice = 0; slice != channels.slices; ++slice)
    for (Pixel place : pixels) {
      if (map.interleave)
        place.insert(place.end() - 1, channels.firstSlice + slice);
      space.add(box, channels.first, channels.units, place);
    }
  return box;
}

TensorBox tessera::ptx::pixelsOf(const TensorMap &map,
                                 const TensorCoordinates &at,
                                 const std::array<uint32_t, 3> &offsets) {
  return boxOfPixels(map, at[0],
                     walk(map, at, map.rank - 2, offsets, map.pixels));
}

TensorBox tessera::ptx::widePixelsOf(const TensorMap &map,
                                     const TensorCoordinates &at, uint32_t halo,
                                     uint32_t offset) {
  constexpr uint32_t fixed = 128, group = 32;
  const bool isFixed = map.mode == TensorMap::Mode::Im2colW128;
  const uint32_t count = isFixed ? fixed : map.pixels;
  std::vector<Pixel> pixels =
      walk(map, at, /*walked=*/1, {offset, 0, 0}, count + halo);
  if (!isFixed)
    return boxOfPixels(map, at[0], pixels);
  std::vector<Pixel> placed(pixels.begin(), pixels.begin() + fixed);
  for (uint32_t i = 0; i != halo; ++i)
    for (uint32_t next = group; next <= fixed; next += group)
      placed.push_back(pixels[next + i]);
  return boxOfPixels(map, at[0], placed);
}

//===- TensorBoxes.cpp - Tiles that a tensor map writes -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TensorBoxes.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;

// PTX ISA, "Tensors" and "cp.async.bulk.tensor"; CUDA driver API,
// cuTensorMapEncodeTiled.
static constexpr int64_t kMaxBoxExtent = 256;
static constexpr int64_t kRowUnit = 16;       ///< bytes of a row of a box
static constexpr int64_t kBoxAlignment = 128; ///< of a box in shared memory
static constexpr int64_t kRowsOfSwizzle = 8;  ///< until its pattern begins anew

int64_t TensorBoxes::getAlignment() const {
  return swizzle == MatrixSwizzle::None
             ? kBoxAlignment
             : kRowsOfSwizzle * getPieceBytes(swizzle);
}

TensorBoxes::Start TensorBoxes::getStart(int64_t number) const {
  Start start{SmallVector<int64_t>(box.size(), 0), 0};
  for (auto [bit, step] : enumerate(steps))
    if (number >> bit & 1) {
      start.element[step.dim] += step.distance;
      start.offset += step.offset;
    }
  return start;
}

namespace {
/// The bit of a coordinate that a bit of the offset is.
struct CoordinateBit {
  unsigned dim, bit;
};
} // namespace

/// The bits of the coordinates in the order of the bits of the offset, where
/// that would lie without the swizzle; nothing if a bit of the offset is more
/// than one of them.
static std::optional<SmallVector<CoordinateBit>>
orderBits(const LinearLayout &offsets, int64_t bytes, MatrixSwizzle swizzle) {
  SmallVector<std::optional<CoordinateBit>> found(
      Log2_64(offsets.getOutDimSize(kOffset)));
  for (unsigned dim : seq(unsigned(offsets.getInDimNames().size())))
    for (auto [bit, basis] : enumerate(offsets.getBases(dimName(dim)))) {
      int64_t address = applySwizzle(swizzle, basis.front() * bytes);
      if (!isPowerOf2_64(address) || address < bytes)
        return std::nullopt;
      unsigned place = Log2_64(address) - Log2_64(bytes);
      if (place >= found.size() || found[place])
        return std::nullopt;
      found[place] = {dim, unsigned(bit)};
    }
  SmallVector<CoordinateBit> bits;
  for (std::optional<CoordinateBit> each : found) {
    if (!each)
      return std::nullopt;
    bits.push_back(*each);
  }
  return bits;
}

std::optional<TensorBoxes>
TensorBoxes::matchSwizzle(const LinearLayout &offsets, int64_t bytes,
                          MatrixSwizzle swizzle, int64_t least) {
  std::optional<SmallVector<CoordinateBit>> bits =
      orderBits(offsets, bytes, swizzle);
  size_t rank = offsets.getInDimNames().size();
  if (!bits || bits->size() <= Log2_64(least) || rank > maxRank)
    return std::nullopt;
  TensorBoxes result;
  result.swizzle = swizzle;
  result.box.assign(rank, 1);
  int64_t span = swizzle == MatrixSwizzle::None ? kMaxBoxExtent * bytes
                                                : getPieceBytes(swizzle);
  // A box takes bits as long as they count on in the dimension that they are
  // of, or begin another one.
  size_t ofBox = 0;
  for (CoordinateBit each : ArrayRef(*bits).drop_back(Log2_64(least))) {
    int64_t &extent = result.box[each.dim];
    bool isNew = !is_contained(result.order, each.dim);
    bool isRow = result.order.size() == 1 && !isNew;
    if (int64_t(1) << each.bit != extent || extent == kMaxBoxExtent ||
        (isRow && extent * bytes == span) ||
        (!isNew && result.order.back() != each.dim))
      break;
    if (isNew)
      result.order.push_back(each.dim);
    extent *= 2;
    ++ofBox;
  }
  // The neighbours in memory are no neighbours in the tile.
  if (result.order.empty())
    return std::nullopt;
  int64_t row = result.box[result.order.front()] * bytes;
  if (row % kRowUnit || (swizzle != MatrixSwizzle::None && row != span))
    return std::nullopt;
  for (size_t place : seq(ofBox, bits->size())) {
    CoordinateBit each = (*bits)[place];
    int64_t offset = bytes << place;
    if (offset % result.getAlignment())
      return std::nullopt;
    result.steps.push_back({each.dim, int64_t(1) << each.bit, offset});
  }
  for (unsigned dim : reverse(seq(unsigned(rank))))
    if (!is_contained(result.order, dim))
      result.order.push_back(dim);
  return result;
}

std::optional<TensorBoxes> TensorBoxes::match(const LinearLayout &offsets,
                                              int64_t bytes, int64_t least) {
  for (MatrixSwizzle swizzle :
       {MatrixSwizzle::Bytes128, MatrixSwizzle::Bytes64, MatrixSwizzle::Bytes32,
        MatrixSwizzle::None, MatrixSwizzle::Bytes128Atoms32})
    if (std::optional<TensorBoxes> boxes =
            matchSwizzle(offsets, bytes, swizzle, least))
      return boxes;
  return std::nullopt;
}

//===- LayoutUtils.cpp - Choosing and deriving layouts --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Layout/MatrixFragments.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Collects the bases of a layout, each a power of two along one dimension.
class LayoutBuilder {
public:
  using Bases = std::vector<LinearLayout::Basis>;

  LayoutBuilder(ArrayRef<int64_t> shape)
      : shape(shape), next(shape.size(), 1), limit(shape) {}

  /// Adds the lowest unused bit of `dim`; false if there is none.
  bool takeLow(Bases &bases, unsigned dim) {
    if (next[dim] >= limit[dim])
      return false;
    append(bases, dim, next[dim]);
    next[dim] *= 2;
    return true;
  }

  /// Adds the highest unused bit of `dim`; false if there is none.
  bool takeHigh(Bases &bases, unsigned dim) {
    if (next[dim] >= limit[dim])
      return false;
    limit[dim] /= 2;
    append(bases, dim, limit[dim]);
    return true;
  }

  void addFree(Bases &bases) { append(bases, 0, 0); }

  /// Gives the registers all unused bits, those of `order[0]` first.
  void takeRest(Bases &registers, ArrayRef<unsigned> order) {
    for (unsigned dim : order)
      while (takeLow(registers, dim)) {
      }
  }

  LayoutAttr make(MLIRContext *context, const Bases &registers,
                  const Bases &lanes, const Bases &warps) {
    return LayoutAttr::get(
        context, llvm::cantFail(LinearLayout::fromBases(
                     {{kRegister, registers}, {kLane, lanes}, {kWarp, warps}},
                     tileDims(shape))));
  }

private:
  void append(Bases &bases, unsigned dim, int32_t value) {
    bases.emplace_back(shape.size(), 0)[dim] = value;
  }

  ArrayRef<int64_t> shape;
  SmallVector<int64_t> next, limit;
};

} // namespace

LayoutAttr tileas::makeBlockedLayout(MLIRContext *context,
                                     ArrayRef<int64_t> shape,
                                     ArrayRef<unsigned> order,
                                     unsigned numWarps, ArrayRef<int64_t> sizes,
                                     int64_t least) {
  LayoutBuilder builder(shape);
  LayoutBuilder::Bases registers, lanes, warps;
  int64_t elements = ShapedType::getNumElements(shape);
  int64_t share = std::max(least, elements / (kWarpSize * numWarps));
  if (!sizes.empty())
    for (unsigned dim : order)
      for (int64_t run = 1; run < sizes[dim]; run *= 2)
        if (int64_t(1) << registers.size() >= share ||
            !builder.takeLow(registers, dim))
          break;
  for (unsigned bit = 0; bit < llvm::Log2_32(kWarpSize); ++bit)
    if (llvm::none_of(
            order, [&](unsigned dim) { return builder.takeLow(lanes, dim); }))
      builder.addFree(lanes);
  // Takes the highest unused bits, the lowest of them first, so that
  // neighbouring warps are neighbours in the tile.
  unsigned numWarpBits = llvm::Log2_32(numWarps);
  for (unsigned dim : llvm::reverse(order))
    while (warps.size() < numWarpBits && builder.takeHigh(warps, dim)) {
    }
  std::reverse(warps.begin(), warps.end());
  while (warps.size() < numWarpBits)
    builder.addFree(warps);
  builder.takeRest(registers, order);
  return builder.make(context, registers, lanes, warps);
}

LayoutAttr
tileas::makeTiledLayout(MLIRContext *context, ArrayRef<int64_t> shape,
                        ArrayRef<int64_t> sizes, std::array<unsigned, 2> lanes,
                        ArrayRef<unsigned> warpBits, unsigned numWarps) {
  LayoutBuilder builder(shape);
  LayoutBuilder::Bases registers, ofLane, warps;
  SmallVector<unsigned> order(
      llvm::reverse(llvm::seq<unsigned>(0, shape.size())));
  for (auto [dim, count] : llvm::enumerate(warpBits))
    for (unsigned bit = 0; bit < count; ++bit)
      builder.takeHigh(warps, dim);
  std::reverse(warps.begin(), warps.end());
  while (warps.size() < llvm::Log2_32(numWarps))
    builder.addFree(warps);
  for (unsigned dim : order)
    for (int64_t size = 1; size < sizes[dim]; size *= 2)
      builder.takeLow(registers, dim);
  for (unsigned k : {0u, 1u})
    for (unsigned lane = 1; lane < lanes[k]; lane *= 2)
      builder.takeLow(ofLane, order[k]);
  while (ofLane.size() < llvm::Log2_32(kWarpSize))
    if (!builder.takeLow(ofLane, order[1]) &&
        !builder.takeLow(ofLane, order[0]))
      builder.addFree(ofLane);
  builder.takeRest(registers, order);
  return builder.make(context, registers, ofLane, warps);
}

LayoutAttr tileas::makeTurningLayout(MLIRContext *context,
                                     ArrayRef<int64_t> shape, unsigned alongK,
                                     int64_t bytes, unsigned numWarps) {
  constexpr int64_t bytesOfCell = 16, bytesOfWord = 4;
  auto rank = static_cast<unsigned>(shape.size());
  unsigned across = 2 * rank - 3 - alongK;
  int64_t share =
      ShapedType::getNumElements(shape) / (int64_t(kWarpSize) * numWarps);
  // A pair of bytes, or a cell of words, lies across K, and the rest along it.
  int64_t lines = bytes == 1 ? 2 : bytesOfCell / bytes;
  int64_t depth = std::min(bytesOfCell / bytes, share / lines);
  if (depth < bytesOfWord / bytes || shape[across] < bytesOfCell)
    return {};
  LayoutBuilder builder(shape);
  LayoutBuilder::Bases registers, lanes, ofColumns, warps;
  // Words lie as they come from memory, across K; the bytes of a word along it.
  auto takeRegisters = [&](unsigned dim, int64_t count) {
    for (int64_t bit = 1; bit < count; bit *= 2)
      builder.takeLow(registers, dim);
  };
  if (bytes == bytesOfWord)
    takeRegisters(across, lines);
  takeRegisters(alongK, depth);
  if (bytes != bytesOfWord)
    takeRegisters(across, lines);
  // The lanes that store together fill a line; so ldmatrix has them, too.
  size_t ofLine = bytes == 1 ? 2 : 3, ofLanes = llvm::Log2_32(kWarpSize);
  for (size_t bit = ofLine; bit < ofLanes; ++bit)
    builder.takeLow(ofColumns, across);
  while (lanes.size() < ofLine)
    if (!builder.takeLow(lanes, alongK) && !builder.takeLow(lanes, across))
      return {};
  lanes.insert(lanes.end(), ofColumns.begin(), ofColumns.end());
  SmallVector<unsigned> order = {across, alongK};
  if (rank == 3)
    order.push_back(0);
  while (warps.size() < llvm::Log2_32(numWarps))
    if (llvm::none_of(
            order, [&](unsigned dim) { return builder.takeLow(warps, dim); }))
      return {};
  builder.takeRest(registers, order);
  return builder.make(context, registers, lanes, warps);
}

std::optional<LinearLayout>
tileas::getTransposedRows(const LinearLayout &tile) {
  constexpr int64_t perWord = 4;
  unsigned rank = tile.getNumOutDims();
  if (rank < 2)
    return std::nullopt;
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs}) {
    unsigned alongK = rank - (side == MatrixSide::Lhs ? 1 : 2);
    if (tile.getNumConsecutive(kRegister, dimName(alongK)) >= perWord)
      return getFactorRows(tile, side, perWord, /*isTransposed=*/true);
  }
  return std::nullopt;
}

LayoutAttr tileas::makeCopyLayout(MLIRContext *context, ArrayRef<int64_t> shape,
                                  unsigned dim, int64_t piece, int64_t segment,
                                  unsigned numWarps) {
  LayoutBuilder builder(shape);
  LayoutBuilder::Bases registers, lanes, warps;
  SmallVector<unsigned> rowsFirst;
  for (unsigned other : llvm::reverse(llvm::seq<unsigned>(0, shape.size())))
    if (other != dim)
      rowsFirst.push_back(other);
  rowsFirst.push_back(dim);
  auto take = [&](LayoutBuilder::Bases &bases) {
    if (llvm::none_of(rowsFirst, [&](unsigned each) {
          return builder.takeLow(bases, each);
        }))
      builder.addFree(bases);
  };
  for (int64_t at = 1; at < piece; at *= 2)
    builder.takeLow(registers, dim);
  for (int64_t at = piece; at < segment; at *= 2)
    builder.takeLow(lanes, dim);
  while (lanes.size() < llvm::Log2_32(kWarpSize))
    take(lanes);
  while (warps.size() < llvm::Log2_32(numWarps))
    take(warps);
  builder.takeRest(registers, llvm::to_vector(llvm::reverse(rowsFirst)));
  return builder.make(context, registers, lanes, warps);
}

LayoutAttr tileas::makeRowMajorLayout(MLIRContext *context,
                                      ArrayRef<int64_t> shape,
                                      unsigned numWarps) {
  SmallVector<unsigned> order(
      llvm::reverse(llvm::seq<unsigned>(0, shape.size())));
  return makeBlockedLayout(context, shape, order, numWarps);
}

LayoutAttr tileas::follow(LayoutAttr layout, const LinearLayout &map) {
  return LayoutAttr::get(
      layout.getContext(),
      layout.getMap().compose(map).removeDependentBases(kRegister));
}

LayoutAttr tileas::repeatInRegisters(LayoutAttr layout,
                                     const LinearLayout &map) {
  LinearLayout first = layout.getMap().compose(map.pseudoInvert());
  std::vector<LinearLayout::Basis> repeats;
  for (auto [dim, in] : llvm::enumerate(map.getInDims()))
    for (auto [bit, image] : llvm::enumerate(in.second)) {
      if (llvm::any_of(image, [](int32_t along) { return along != 0; }))
        continue;
      LinearLayout::Basis &basis =
          repeats.emplace_back(first.getNumOutDims(), 0);
      basis[dim] = int32_t(1) << bit;
    }
  LinearLayout others = llvm::cantFail(LinearLayout::fromBases(
      {{kRegister, std::move(repeats)}}, first.getOutDims()));
  return LayoutAttr::get(layout.getContext(), first.concatIns(others));
}

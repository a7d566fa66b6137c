//===- LayoutUtils.cpp - Choosing and deriving layouts --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Transforms/LayoutUtils.h"
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

  /// Adds the lowest bit of `dim` that nobody has; false if there is none.
  bool takeLow(Bases &bases, unsigned dim) {
    if (next[dim] >= limit[dim])
      return false;
    append(bases, dim, next[dim]);
    next[dim] *= 2;
    return true;
  }

  /// Adds the highest bit of `dim` that nobody has; false if there is none.
  bool takeHigh(Bases &bases, unsigned dim) {
    if (next[dim] >= limit[dim])
      return false;
    limit[dim] /= 2;
    append(bases, dim, limit[dim]);
    return true;
  }

  void addFree(Bases &bases) { append(bases, 0, 0); }

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
                                     unsigned numWarps,
                                     ArrayRef<int64_t> sizes) {
  LayoutBuilder builder(shape);
  LayoutBuilder::Bases registers, lanes, warps;
  int64_t elements = ShapedType::getNumElements(shape);
  int64_t share = std::max<int64_t>(1, elements / (kWarpSize * numWarps));
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
  // The highest bits that are left, the lowest of them first: neighbouring
  // warps are neighbours in the tile.
  unsigned numWarpBits = llvm::Log2_32(numWarps);
  for (unsigned dim : llvm::reverse(order))
    while (warps.size() < numWarpBits && builder.takeHigh(warps, dim)) {
    }
  std::reverse(warps.begin(), warps.end());
  while (warps.size() < numWarpBits)
    builder.addFree(warps);
  for (unsigned dim : order)
    while (builder.takeLow(registers, dim)) {
    }
  SmallVector<LinearLayout::OutDim> outs;
  for (auto [dim, extent] : llvm::enumerate(shape))
    outs.emplace_back(dimName(dim), llvm::Log2_64(extent));
  return LayoutAttr::get(context, llvm::cantFail(LinearLayout::fromBases(
                                      {{kRegister.str(), registers},
                                       {kLane.str(), lanes},
                                       {kWarp.str(), warps}},
                                      outs)));
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

std::optional<SmallVector<int64_t>>
tileas::matchRegisters(const LinearLayout &from, const LinearLayout &to) {
  SmallVector<StringRef> others = from.getInDimNames();
  llvm::erase(others, StringRef(kRegister));
  for (StringRef dim : others)
    if (from.getInDimSizeLog2(dim) != to.getInDimSizeLog2(dim))
      return std::nullopt;
  // From a place in `to` to one with the same element in `from`.
  std::optional<LinearLayout> registers =
      to.invertAndCompose(from).quotient(others);
  if (!registers)
    return std::nullopt;
  SmallVector<int64_t> result;
  for (int64_t reg = 0, e = to.getInDimSize(kRegister); reg < e; ++reg)
    result.push_back(registers->applyFlat(reg));
  return result;
}

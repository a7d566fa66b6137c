//===- LayoutUtils.cpp - Choosing and deriving layouts --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Transforms/LayoutUtils.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Collects the bits of a layout, each a power of two along one dimension.
class LayoutBuilder {
public:
  LayoutBuilder(ArrayRef<int64_t> shape)
      : shape(shape), next(shape.size(), 1), limit(shape) {}

  /// Adds the lowest bit of `dim` that nobody has; false if there is none.
  bool takeLow(SmallVectorImpl<int32_t> &bases, unsigned dim) {
    if (next[dim] >= limit[dim])
      return false;
    append(bases, dim, next[dim]);
    next[dim] *= 2;
    return true;
  }

  /// Adds the highest bit of `dim` that nobody has; false if there is none.
  bool takeHigh(SmallVectorImpl<int32_t> &bases, unsigned dim) {
    if (next[dim] >= limit[dim])
      return false;
    limit[dim] /= 2;
    append(bases, dim, limit[dim]);
    return true;
  }

  void addFree(SmallVectorImpl<int32_t> &bases) { append(bases, 0, 0); }

private:
  void append(SmallVectorImpl<int32_t> &bases, unsigned dim, int32_t value) {
    size_t start = bases.size();
    bases.append(shape.size(), 0);
    bases[start + dim] = value;
  }

  ArrayRef<int64_t> shape;
  SmallVector<int64_t> next, limit;
};

} // namespace

LayoutAttr tileas::makeBlockedLayout(MLIRContext *context,
                                     ArrayRef<int64_t> shape,
                                     ArrayRef<unsigned> order,
                                     unsigned numWarps, int64_t width) {
  LayoutBuilder builder(shape);
  SmallVector<int32_t> registers, lanes, warps;
  int64_t elements = ShapedType::getNumElements(shape);
  int64_t share = std::max<int64_t>(1, elements / (kWarpSize * numWarps));
  for (int64_t run = 1; run < std::min(width, share); run *= 2)
    if (!builder.takeLow(registers, order.front()))
      break;
  for (unsigned bit = 0; bit < llvm::Log2_32(kWarpSize); ++bit)
    if (llvm::none_of(
            order, [&](unsigned dim) { return builder.takeLow(lanes, dim); }))
      builder.addFree(lanes);
  // The highest bits that are left, the lowest of them first: neighbouring
  // warps are neighbours in the tile.
  SmallVector<int32_t> high;
  unsigned numTaken = 0, numWarpBits = llvm::Log2_32(numWarps);
  for (unsigned dim : llvm::reverse(order))
    while (numTaken < numWarpBits && builder.takeHigh(high, dim))
      ++numTaken;
  for (unsigned bit = numTaken; bit > 0; --bit)
    llvm::append_range(
        warps, ArrayRef(high).slice((bit - 1) * shape.size(), shape.size()));
  for (unsigned bit = numTaken; bit < numWarpBits; ++bit)
    builder.addFree(warps);
  for (unsigned dim : order)
    while (builder.takeLow(registers, dim)) {
    }
  return LayoutAttr::get(context, shape.size(), registers, lanes, warps);
}

int64_t tileas::getRunLength(LayoutAttr layout, unsigned dim) {
  unsigned rank = layout.getRank();
  ArrayRef<int32_t> registers = layout.getRegisterBases();
  unsigned bits = 0;
  auto isStep = [&](unsigned bit) {
    ArrayRef<int32_t> basis = registers.slice(bit * rank, rank);
    for (auto [index, value] : llvm::enumerate(basis))
      if (value != (index == dim ? 1 << bit : 0))
        return false;
    return true;
  };
  while (bits < layout.getNumRegisterBits() && isStep(bits))
    ++bits;
  // Nobody else may move a thread within its run.
  auto limit = [&](ArrayRef<int32_t> bases) {
    for (size_t at = dim; at < bases.size(); at += rank)
      if (bases[at])
        bits = std::min<unsigned>(bits, llvm::countr_zero(uint32_t(bases[at])));
  };
  limit(registers.drop_front(bits * rank));
  limit(layout.getLaneBases());
  limit(layout.getWarpBases());
  return int64_t(1) << bits;
}

LayoutAttr tileas::reshapeLayout(RankedTensorType tile,
                                 ArrayRef<int64_t> shape) {
  // The algebra flattens the first dimension lowest, row-major order the last.
  auto reversedDims = [](unsigned rank) {
    SmallVector<std::string> names;
    for (unsigned dim = rank; dim > 0; --dim)
      names.push_back(dimName(dim - 1));
    return names;
  };
  LinearLayout linear = getLinearLayout(tile);
  SmallVector<std::string> oldNames = reversedDims(tile.getRank());
  SmallVector<std::string> newNames = reversedDims(shape.size());
  SmallVector<StringRef> oldOrder(oldNames.begin(), oldNames.end());
  SmallVector<std::pair<StringRef, int64_t>> newDims;
  for (auto [name, extent] : llvm::zip(newNames, llvm::reverse(shape)))
    newDims.emplace_back(name, extent);
  SmallVector<StringRef> newOrder(newNames.rbegin(), newNames.rend());
  return LayoutAttr::fromLinear(
      tile.getContext(),
      linear.transposeOuts(oldOrder).reshapeOuts(newDims).transposeOuts(
          newOrder));
}

/// Rebuilds each basis vector of a layout; `rebuild` appends the new one.
static SmallVector<int32_t> mapBases(
    ArrayRef<int32_t> flat, unsigned rank,
    function_ref<void(ArrayRef<int32_t>, SmallVectorImpl<int32_t> &)> rebuild) {
  SmallVector<int32_t> result;
  for (size_t i = 0; i < flat.size(); i += rank)
    rebuild(flat.slice(i, rank), result);
  return result;
}

LayoutAttr tileas::permuteLayout(LayoutAttr layout,
                                 ArrayRef<int32_t> permutation) {
  auto permute = [&](ArrayRef<int32_t> flat) {
    return mapBases(
        flat, layout.getRank(),
        [&](ArrayRef<int32_t> basis, SmallVectorImpl<int32_t> &out) {
          for (int32_t source : permutation)
            out.push_back(basis[source]);
        });
  };
  return LayoutAttr::get(
      layout.getContext(), layout.getRank(), permute(layout.getRegisterBases()),
      permute(layout.getLaneBases()), permute(layout.getWarpBases()));
}

/// Only the bases that are no sum of those before them.
static SmallVector<int32_t> dropDependent(ArrayRef<int32_t> flat,
                                          unsigned rank) {
  SmallVector<int32_t> result;
  SmallVector<SmallVector<int32_t>> reduced;
  for (size_t i = 0; i < flat.size(); i += rank) {
    SmallVector<int32_t> rest(flat.slice(i, rank));
    for (const SmallVector<int32_t> &other : reduced) {
      // The lesser of the two has the leading bit of `other` cleared.
      SmallVector<int32_t> sum(rest);
      for (unsigned dim = 0; dim < rank; ++dim)
        sum[dim] ^= other[dim];
      rest = std::min(rest, sum);
    }
    if (llvm::all_of(rest, [](int32_t value) { return value == 0; }))
      continue;
    llvm::append_range(result, flat.slice(i, rank));
    reduced.push_back(std::move(rest));
  }
  return result;
}

LayoutAttr tileas::projectLayout(LayoutAttr layout, ArrayRef<unsigned> dims) {
  auto project = [&](ArrayRef<int32_t> flat) {
    return mapBases(
        flat, layout.getRank(),
        [&](ArrayRef<int32_t> basis, SmallVectorImpl<int32_t> &out) {
          size_t start = out.size();
          llvm::append_range(out, basis);
          for (unsigned dim : dims)
            out[start + dim] = 0;
        });
  };
  unsigned rank = layout.getRank();
  return LayoutAttr::get(
      layout.getContext(), rank,
      dropDependent(project(layout.getRegisterBases()), rank),
      project(layout.getLaneBases()), project(layout.getWarpBases()));
}

LayoutAttr tileas::dropDim(LayoutAttr layout, unsigned dim) {
  auto drop = [&](ArrayRef<int32_t> flat) {
    return mapBases(
        flat, layout.getRank(),
        [&](ArrayRef<int32_t> basis, SmallVectorImpl<int32_t> &out) {
          llvm::append_range(out, basis.take_front(dim));
          llvm::append_range(out, basis.drop_front(dim + 1));
        });
  };
  return LayoutAttr::get(layout.getContext(), layout.getRank() - 1,
                         drop(layout.getRegisterBases()),
                         drop(layout.getLaneBases()),
                         drop(layout.getWarpBases()));
}

std::optional<SmallVector<int64_t>>
tileas::matchRegisters(RankedTensorType from, RankedTensorType to) {
  LinearLayout source = getLinearLayout(from);
  LinearLayout target = getLinearLayout(to);
  for (StringRef dim : {StringRef(kLane), StringRef(kWarp)}) {
    if (source.getInDimSizeLog2(dim) != target.getInDimSizeLog2(dim))
      return std::nullopt;
    for (int bit = 0, e = source.getInDimSizeLog2(dim); bit < e; ++bit)
      if (source.getBasis(dim, bit) != target.getBasis(dim, bit))
        return std::nullopt;
  }
  // With equal lanes and warps, register numbers map to one another by
  // themselves; both sides hold each element once.
  SmallVector<StringRef> dims = source.getOutDimNames();
  LinearLayout sourceRegisters = source.sublayout({kRegister}, dims);
  LinearLayout targetRegisters = target.sublayout({kRegister}, dims);
  llvm::DenseMap<uint64_t, int64_t> registerOf;
  for (int64_t i = 0, e = source.getInDimSize(kRegister); i < e; ++i)
    registerOf[sourceRegisters.applyFlat(i)] = i;
  SmallVector<int64_t> result;
  for (int64_t i = 0, e = target.getInDimSize(kRegister); i < e; ++i) {
    auto it = registerOf.find(targetRegisters.applyFlat(i));
    if (it == registerOf.end())
      return std::nullopt;
    result.push_back(it->second);
  }
  return result;
}

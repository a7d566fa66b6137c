//===- LinearLayoutAlgebra.cpp - Layouts made from layouts ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutSupport.h"
#include "tessera/Layout/LinearLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tessera {

using OutDim = LinearLayout::OutDim;

//===----------------------------------------------------------------------===//
// Composition and inverses
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::compose(const LinearLayout &outer) const {
  requireLayout(outer.inDims.size() == outDims.size(),
                "compose: the outputs of the inner layout are not the inputs "
                "of the outer one");
  for (const auto &[name, bits] : outDims)
    requireLayout(bits <= outer.getInDimSizeLog2(name),
                  "compose: '" + name.getName() +
                      "' is too large for the outer layout");
  // The bases of `outer` for each output dimension of this layout.
  auto outerBases = map_to_vector(outDims, [&](const OutDim &out) {
    return ArrayRef(outer.inDims[outer.getInDimIndex(out.first)].second);
  });
  LinearLayout result = *this;
  result.outDims = outer.outDims;
  for (auto &[name, bases] : result.inDims)
    for (Basis &basis : bases) {
      Basis image(outer.outDims.size(), 0);
      for (const auto &[coord, images] : zip_equal(basis, outerBases))
        for (uint32_t rest = coord; rest != 0; rest &= rest - 1)
          for (auto [sum, value] : zip_equal(image, images[countr_zero(rest)]))
            sum ^= value;
      basis = std::move(image);
    }
  return result;
}

LinearLayout LinearLayout::invert() const {
  // The only inverse, so that nobody owns anything: one elimination finds it, and
  // both conditions.
  F2Echelon echelon = toMatrix().reduce();
  requireLayout(int(echelon.rank()) == getTotalInDimSizeLog2(),
                "invert: the layout is not one-to-one");
  requireLayout(int(echelon.rank()) == getTotalOutDimSizeLog2(),
                "invert: the layout is not onto");
  SmallVector<uint64_t> columns;
  for (int bit = 0, bits = getTotalOutDimSizeLog2(); bit < bits; ++bit)
    columns.push_back(echelon.getTransform().getColumn(bit));
  return fromColumns(outDims, getInDimBits(), columns);
}

LinearLayout LinearLayout::pseudoInvert() const {
  OwnerSolver owners = getOwnerSolver();
  SmallVector<uint64_t> columns;
  for (int bit = 0, bits = getTotalOutDimSizeLog2(); bit < bits; ++bit) {
    std::optional<uint64_t> owner = owners.solve(uint64_t(1) << bit);
    requireLayout(owner.has_value(), "invert: the layout is not onto");
    columns.push_back(*owner);
  }
  return fromColumns(outDims, getInDimBits(), columns);
}

LinearLayout LinearLayout::dual() const {
  F2Matrix rows = toMatrix().transpose();
  SmallVector<uint64_t> columns;
  for (int bit = 0, bits = getTotalOutDimSizeLog2(); bit < bits; ++bit)
    columns.push_back(rows.getColumn(bit));
  return fromColumns(outDims, getInDimBits(), columns);
}

LinearLayout LinearLayout::leftInvert() const {
  requireLayout(isInjective(), "leftInvert: the layout is not one-to-one");
  // The dual of a one-to-one map is onto, and R^T A = (A^T R)^T.
  return dual().pseudoInvert().dual();
}

LinearLayout LinearLayout::invertAndCompose(const LinearLayout &outer) const {
  // Widen the outputs to common sizes, in the order of `outer`.
  requireLayout(outDims.size() == outer.outDims.size(),
                "invertAndCompose: different output dimensions");
  LinearLayout from = transposeOuts(outer.getOutDimNames()), to = outer;
  for (auto [a, b] : zip_equal(from.outDims, to.outDims))
    a.second = b.second = std::max(a.second, b.second);

  OwnerSolver owners = to.getOwnerSolver();
  SmallVector<OutDim> outs = to.getInDimBits();
  SmallVector<uint64_t> columns;
  for (const auto &[name, bases] : from.inDims)
    for (const auto &[bit, basis] : enumerate(bases)) {
      int shift = 0;
      std::optional<uint64_t> image;
      for (const auto &[outName, outBases] : to.inDims) {
        if (outName == name && bit < outBases.size() && outBases[bit] == basis)
          image = uint64_t(1) << (shift + bit);
        shift += outBases.size();
      }
      if (!image)
        image = owners.solve(from.flattenBasis(basis));
      requireLayout(image.has_value(),
                    "invertAndCompose: the outer layout does not reach basis " +
                        Twine(bit) + " of '" + name.getName() + "'");
      columns.push_back(*image);
    }
  return fromColumns(from.getInDimBits(), outs, columns);
}

//===----------------------------------------------------------------------===//
// Direct sums and their quotients
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::operator*(const LinearLayout &upper) const {
  std::vector<OutDim> outs = outDims;
  for (const OutDim &dim : upper.outDims) {
    if (hasOutDim(dim.first))
      outs[getOutDimIndex(dim.first)].second += dim.second;
    else
      outs.push_back(dim);
  }
  std::vector<InDim> ins = inDims;
  for (auto &[name, bases] : ins)
    for (Basis &basis : bases)
      basis.resize(outs.size(), 0);

  for (const auto &[name, bases] : upper.inDims) {
    if (!hasInDim(name))
      ins.emplace_back(name, std::vector<Basis>());
    InDim &dim = hasInDim(name) ? ins[getInDimIndex(name)] : ins.back();
    for (const Basis &basis : bases) {
      Basis &shifted = dim.second.emplace_back(outs.size(), 0);
      for (const auto &[index, out] : enumerate(outs)) {
        if (!upper.hasOutDim(out.first))
          continue;
        int64_t coord = basis[upper.getOutDimIndex(out.first)];
        if (hasOutDim(out.first))
          coord <<= getOutDimSizeLog2(out.first);
        shifted[index] = coord;
      }
    }
  }
  // A coordinate can only have overflowed if its dimension has too many bits,
  // which is reported here.
  return LinearLayout(std::move(ins), std::move(outs));
}

LinearLayout &LinearLayout::operator*=(const LinearLayout &upper) {
  return *this = *this * upper;
}

std::optional<LinearLayout> LinearLayout::divide(const LinearLayout &factor,
                                                 bool fromLeft) const {
  LinearLayout rest = *this;
  for (const auto &[name, bits] : factor.outDims) {
    if (!hasOutDim(name) || getOutDimSizeLog2(name) < bits)
      return std::nullopt;
    rest.outDims[getOutDimIndex(name)].second -= bits;
  }
  for (const auto &[name, bases] : factor.inDims) {
    if (!hasInDim(name) || size_t(getInDimSizeLog2(name)) < bases.size())
      return std::nullopt;
    auto &remaining = rest.inDims[getInDimIndex(name)].second;
    auto first = fromLeft ? remaining.begin() : remaining.end() - bases.size();
    remaining.erase(first, first + bases.size());
  }
  for (auto &[name, bases] : rest.inDims)
    for (Basis &basis : bases)
      for (const auto &[coord, out] : zip_equal(basis, rest.outDims)) {
        if (fromLeft && factor.hasOutDim(out.first))
          coord >>= factor.getOutDimSizeLog2(out.first);
        if (coord >> out.second)
          return std::nullopt;
      }
  // Multiplying back must give this layout; otherwise bits other than the
  // factor's were cut away.
  LinearLayout product = fromLeft ? factor * rest : rest * factor;
  if (product.transposeIns(getInDimNames()).transposeOuts(getOutDimNames()) !=
      *this)
    return std::nullopt;
  return rest;
}

std::optional<LinearLayout>
LinearLayout::divideLeft(const LinearLayout &lower) const {
  return divide(lower, /*fromLeft=*/true);
}

std::optional<LinearLayout>
LinearLayout::divideRight(const LinearLayout &upper) const {
  return divide(upper, /*fromLeft=*/false);
}

std::optional<LinearLayout> LinearLayout::quotient(ArrayRef<Dim> dims) const {
  if (!isTrivialOver(dims))
    return std::nullopt;
  auto isKept = [&](Dim name) { return !is_contained(dims, name); };
  return sublayout(to_vector(make_filter_range(getInDimNames(), isKept)),
                   to_vector(make_filter_range(getOutDimNames(), isKept)));
}

//===----------------------------------------------------------------------===//
// Dimensions: selecting, ordering, cutting, naming
//===----------------------------------------------------------------------===//

LinearLayout LinearLayout::sublayout(ArrayRef<Dim> ins,
                                     ArrayRef<Dim> outs) const {
  std::vector<OutDim> newOuts;
  SmallVector<size_t> places;
  for (Dim name : outs) {
    places.push_back(getOutDimIndex(name));
    newOuts.push_back(outDims[places.back()]);
  }
  std::vector<InDim> newIns;
  for (Dim name : ins) {
    InDim &dim = newIns.emplace_back(name, std::vector<Basis>());
    for (const Basis &basis : inDims[getInDimIndex(name)].second) {
      Basis &selected = dim.second.emplace_back();
      for (size_t place : places)
        selected.push_back(basis[place]);
    }
  }
  return LinearLayout(std::move(newIns), std::move(newOuts));
}

LinearLayout LinearLayout::transposeIns(ArrayRef<Dim> order) const {
  requireLayout(order.size() == inDims.size(),
                "transposeIns: the order does not name each dimension once");
  return sublayout(order, getOutDimNames());
}

LinearLayout LinearLayout::transposeOuts(ArrayRef<Dim> order) const {
  requireLayout(order.size() == outDims.size(),
                "transposeOuts: the order does not name each dimension once");
  return sublayout(getInDimNames(), order);
}

/// Dimensions (name, size) as (name, bits), which have to be `total` bits.
static SmallVector<OutDim> toBits(ArrayRef<std::pair<Dim, int64_t>> dims,
                                  int total) {
  SmallVector<OutDim> result;
  for (auto [name, size] : dims) {
    result.emplace_back(name, layoutSizeLog2(size));
    total -= result.back().second;
  }
  requireLayout(total == 0, "reshape: the number of elements changes");
  return result;
}

LinearLayout
LinearLayout::reshapeIns(ArrayRef<std::pair<Dim, int64_t>> newDims) const {
  return fromColumns(toBits(newDims, getTotalInDimSizeLog2()), outDims,
                     getColumns());
}

LinearLayout
LinearLayout::reshapeOuts(ArrayRef<std::pair<Dim, int64_t>> newDims) const {
  return fromColumns(getInDimBits(), toBits(newDims, getTotalOutDimSizeLog2()),
                     getColumns());
}

LinearLayout LinearLayout::flattenIns() const {
  if (inDims.empty())
    return *this;
  return reshapeIns({{inDims.front().first, getTotalInDimSize()}});
}

LinearLayout LinearLayout::flattenOuts() const {
  if (outDims.empty())
    return *this;
  return reshapeOuts({{outDims.front().first, getTotalOutDimSize()}});
}

LinearLayout LinearLayout::renameInDim(Dim from, Dim to) const {
  std::vector<InDim> renamed = inDims;
  renamed[getInDimIndex(from)].first = to;
  return LinearLayout(std::move(renamed), outDims);
}

LinearLayout LinearLayout::renameOutDim(Dim from, Dim to) const {
  std::vector<OutDim> renamed = outDims;
  renamed[getOutDimIndex(from)].first = to;
  return LinearLayout(inDims, std::move(renamed));
}

LinearLayout LinearLayout::concatIns(const LinearLayout &other) const {
  LinearLayout aligned = other.transposeOuts(getOutDimNames());
  requireLayout(aligned.outDims == outDims,
                "concatIns: output dimensions of different size");
  std::vector<InDim> joined = inDims;
  for (const InDim &dim : aligned.inDims) {
    if (hasInDim(dim.first))
      append_range(joined[getInDimIndex(dim.first)].second, dim.second);
    else
      joined.push_back(dim);
  }
  return LinearLayout(std::move(joined), outDims);
}

LinearLayout LinearLayout::removeDependentBases(Dim inDim) const {
  std::vector<InDim> kept = inDims;
  std::vector<Basis> &bases = kept[getInDimIndex(inDim)].second;
  SmallVector<uint64_t> columns;
  for (const Basis &basis : bases)
    columns.push_back(flattenBasis(basis));
  uint64_t pivots = F2Matrix::fromColumns(columns, getTotalOutDimSizeLog2())
                        .reduce()
                        .getPivotMask();
  size_t next = 0;
  erase_if(bases, [&](const Basis &) { return !(pivots >> next++ & 1); });
  return LinearLayout(std::move(kept), outDims);
}

} // namespace tessera

//===- LinearLayout.cpp - Layouts as linear maps over bits ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file builds layouts, answers questions about their dimensions, applies
// them and finds their properties. LinearLayoutAlgebra.cpp makes layouts from
// layouts, LinearLayoutText.cpp reads and prints them.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LinearLayout.h"
#include "LayoutSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <map>

using namespace llvm;

namespace tessera {

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

LinearLayout::LinearLayout(std::vector<InDim> ins, std::vector<OutDim> outs)
    : inDims(std::move(ins)), outDims(std::move(outs)) {
  if (Error error = checkInvariants())
    requireLayout(false, llvm::toString(std::move(error)));
}

LinearLayout LinearLayout::identity1D(int64_t size, Dim inDim, Dim outDim) {
  int bits = layoutSizeLog2(size);
  SmallVector<uint64_t> columns;
  for (int bit = 0; bit < bits; ++bit)
    columns.push_back(uint64_t(1) << bit);
  return fromColumns({{inDim, bits}}, {{outDim, bits}}, columns);
}

LinearLayout LinearLayout::zeros1D(int64_t size, Dim inDim, Dim outDim,
                                   int64_t outSize) {
  int bits = layoutSizeLog2(size);
  return fromColumns({{inDim, bits}}, {{outDim, layoutSizeLog2(outSize)}},
                     SmallVector<uint64_t>(bits, 0));
}

Expected<LinearLayout> LinearLayout::fromBases(ArrayRef<InDim> bases,
                                               ArrayRef<OutDim> outDims) {
  LinearLayout result;
  result.inDims = bases.vec();
  result.outDims = outDims.vec();
  if (Error error = result.checkInvariants())
    return error;
  return result;
}

LinearLayout LinearLayout::fromColumns(ArrayRef<OutDim> ins,
                                       ArrayRef<OutDim> outs,
                                       ArrayRef<uint64_t> columns) {
  std::vector<InDim> inDims;
  for (const auto &[name, bits] : ins) {
    std::vector<Basis> bases;
    for (uint64_t column : columns.take_front(bits)) {
      Basis &basis = bases.emplace_back();
      for (const OutDim &out : outs) {
        basis.push_back(column & maskTrailingOnes<uint64_t>(out.second));
        column >>= out.second;
      }
    }
    columns = columns.drop_front(bits);
    inDims.emplace_back(name, std::move(bases));
  }
  return LinearLayout(std::move(inDims), outs.vec());
}

/// The first name that is empty, has an unexpected character, or repeats.
template <typename Dims>
static Error checkNames(const Dims &dims, StringRef side) {
  for (const auto &[index, dim] : enumerate(dims)) {
    StringRef name = dim.first.getName();
    bool isIdentifier =
        !name.empty() && !isDigit(name.front()) &&
        all_of(name, [](char c) { return isAlnum(c) || c == '_'; });
    if (!isIdentifier)
      return createStringError("the name '" + name + "' of an " + side +
                               " dimension is no identifier");
    for (const auto &earlier : ArrayRef(dims).take_front(index))
      if (earlier.first == dim.first)
        return createStringError(side + " dimension '" + name +
                                 "' is there twice");
  }
  return Error::success();
}

/// Checks that `basis` has one coordinate for each output dimension, and that
/// each lies inside of its dimension.
static Error checkBasis(const LinearLayout::Basis &basis,
                        ArrayRef<LinearLayout::OutDim> outDims) {
  if (basis.size() != outDims.size())
    return createStringError(Twine(basis.size()) + " coordinates for " +
                             Twine(outDims.size()) + " output dimensions");
  for (const auto &[coord, out] : zip(basis, outDims))
    if (coord < 0 || int64_t(coord) >> out.second)
      return createStringError("coordinate " + Twine(coord) + " is outside '" +
                               out.first.getName() + "' of size " +
                               Twine(int64_t(1) << out.second));
  return Error::success();
}

Error LinearLayout::checkInvariants() const {
  if (Error error = checkNames(inDims, "input"))
    return error;
  if (Error error = checkNames(outDims, "output"))
    return error;
  uint64_t outBits = 0, inBits = 0;
  for (const auto &[name, bits] : outDims) {
    if (bits < 0 || bits > maxOutDimBits)
      return createStringError("output dimension '" + name.getName() +
                               "' has " + Twine(bits) + " bits; 0 to " +
                               Twine(maxOutDimBits) + " are possible");
    outBits += bits;
  }
  for (const auto &[name, bases] : inDims) {
    inBits += bases.size();
    for (const auto &[bit, basis] : enumerate(bases))
      if (Error error = checkBasis(basis, outDims))
        return createStringError("basis " + Twine(bit) + " of '" +
                                 name.getName() +
                                 "': " + llvm::toString(std::move(error)));
  }
  if (inBits > maxTotalBits || outBits > maxTotalBits)
    return createStringError(Twine(inBits) + " input and " + Twine(outBits) +
                             " output bits; at most " + Twine(maxTotalBits) +
                             " of each are possible");
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Dimensions and bases
//===----------------------------------------------------------------------===//

template <typename Dims> static SmallVector<Dim> getNames(const Dims &dims) {
  return map_to_vector(dims, [](const auto &dim) { return dim.first; });
}

template <typename Dims> static auto findDim(const Dims &dims, Dim name) {
  return find_if(dims, [&](const auto &dim) { return dim.first == name; });
}

template <typename Dims>
static size_t getIndex(const Dims &dims, Dim name, StringRef side) {
  size_t index = findDim(dims, name) - dims.begin();
  if (index == dims.size()) {
    auto known = map_to_vector(
        dims, [](const auto &dim) { return dim.first.getName(); });
    requireLayout(false, "no " + side + " dimension '" + name.getName() +
                             "' among " + join(known, ", "));
  }
  return index;
}

SmallVector<Dim> LinearLayout::getInDimNames() const {
  return getNames(inDims);
}

SmallVector<Dim> LinearLayout::getOutDimNames() const {
  return getNames(outDims);
}

bool LinearLayout::hasInDim(Dim name) const {
  return findDim(inDims, name) != inDims.end();
}

bool LinearLayout::hasOutDim(Dim name) const {
  return findDim(outDims, name) != outDims.end();
}

size_t LinearLayout::getInDimIndex(Dim name) const {
  return getIndex(inDims, name, "input");
}

size_t LinearLayout::getOutDimIndex(Dim name) const {
  return getIndex(outDims, name, "output");
}

int LinearLayout::getInDimSizeLog2(Dim name) const {
  return inDims[getInDimIndex(name)].second.size();
}

int64_t LinearLayout::getInDimSize(Dim name) const {
  return int64_t(1) << getInDimSizeLog2(name);
}

int LinearLayout::getOutDimSizeLog2(Dim name) const {
  return outDims[getOutDimIndex(name)].second;
}

int64_t LinearLayout::getOutDimSize(Dim name) const {
  return int64_t(1) << getOutDimSizeLog2(name);
}

int LinearLayout::getTotalInDimSizeLog2() const {
  int bits = 0;
  for (const auto &[name, bases] : inDims)
    bits += bases.size();
  return bits;
}

int64_t LinearLayout::getTotalInDimSize() const {
  return int64_t(1) << getTotalInDimSizeLog2();
}

int LinearLayout::getTotalOutDimSizeLog2() const {
  int total = 0;
  for (const auto &[name, bits] : outDims)
    total += bits;
  return total;
}

int64_t LinearLayout::getTotalOutDimSize() const {
  return int64_t(1) << getTotalOutDimSizeLog2();
}

ArrayRef<LinearLayout::Basis> LinearLayout::getBases(Dim inDim) const {
  return inDims[getInDimIndex(inDim)].second;
}

ArrayRef<int32_t> LinearLayout::getBasis(Dim inDim, int bit) const {
  const InDim &dim = inDims[getInDimIndex(inDim)];
  requireLayout(bit >= 0 && size_t(bit) < dim.second.size(),
                "no bit " + Twine(bit) + " in '" + inDim.getName() + "'");
  return dim.second[bit];
}

int32_t LinearLayout::getBasis(Dim inDim, int bit, Dim outDim) const {
  return getBasis(inDim, bit)[getOutDimIndex(outDim)];
}

SmallVector<LinearLayout::OutDim> LinearLayout::getInDimBits() const {
  return map_to_vector(inDims, [](const InDim &dim) {
    return OutDim(dim.first, dim.second.size());
  });
}

uint64_t LinearLayout::flattenBasis(const Basis &basis) const {
  uint64_t flat = 0;
  int shift = 0;
  for (const auto &[coord, out] : zip_equal(basis, outDims)) {
    flat |= uint64_t(coord) << shift;
    shift += out.second;
  }
  return flat;
}

SmallVector<uint64_t> LinearLayout::getColumns() const {
  SmallVector<uint64_t> columns;
  for (const auto &[name, bases] : inDims)
    for (const Basis &basis : bases)
      columns.push_back(flattenBasis(basis));
  return columns;
}

//===----------------------------------------------------------------------===//
// Application
//===----------------------------------------------------------------------===//

SmallVector<std::pair<Dim, int32_t>>
LinearLayout::apply(ArrayRef<std::pair<Dim, int64_t>> ins) const {
  auto result = map_to_vector(outDims, [](const OutDim &out) {
    return std::pair(out.first, int32_t(0));
  });
  for (auto [name, value] : ins) {
    const auto &bases = inDims[getInDimIndex(name)].second;
    requireLayout(value >= 0 && value >> bases.size() == 0,
                  Twine(value) + " is outside input dimension '" +
                      name.getName() + "'");
    for (const auto &[bit, basis] : enumerate(bases))
      if (value >> bit & 1)
        for (auto [coord, out] : zip(basis, result))
          out.second ^= coord;
  }
  return result;
}

SmallVector<int32_t> LinearLayout::applyAlong(Dim inDim) const {
  const auto &bases = inDims[getInDimIndex(inDim)].second;
  size_t rank = outDims.size();
  SmallVector<int32_t> images(rank);
  // The images of inputs with one more bit set are those of the inputs without
  // it, XOR the basis of that bit.
  for (const Basis &basis : bases)
    for (size_t i = 0, e = images.size(); i < e; ++i)
      images.push_back(images[i] ^ basis[i % rank]);
  return images;
}

uint64_t LinearLayout::applyFlat(uint64_t in) const {
  requireLayout(in >> getTotalInDimSizeLog2() == 0,
                Twine(in) + " is no flattened input");
  uint64_t result = 0;
  for (auto [bit, column] : enumerate(getColumns()))
    if (in >> bit & 1)
      result ^= column;
  return result;
}

F2Matrix LinearLayout::toMatrix() const {
  return F2Matrix::fromColumns(getColumns(), getTotalOutDimSizeLog2());
}

SmallVector<LinearLayout::BitMove> LinearLayout::getBitMoves(Dim inDim,
                                                             Dim outDim) const {
  size_t out = getOutDimIndex(outDim);
  std::map<int, uint64_t> maskOfShift;
  for (auto [bit, basis] : enumerate(getBases(inDim)))
    for (uint32_t rest = basis[out]; rest != 0; rest &= rest - 1)
      maskOfShift[countr_zero(rest) - int(bit)] |= uint64_t(1) << bit;
  return map_to_vector(
      maskOfShift, [](auto move) { return BitMove{move.first, move.second}; });
}

//===----------------------------------------------------------------------===//
// Properties
//===----------------------------------------------------------------------===//

unsigned LinearLayout::rank() const { return toMatrix().rank(); }

bool LinearLayout::isSurjective() const {
  return int(rank()) == getTotalOutDimSizeLog2();
}

bool LinearLayout::isInjective() const {
  return int(rank()) == getTotalInDimSizeLog2();
}

bool LinearLayout::isInvertible() const {
  return isSurjective() && isInjective();
}

bool LinearLayout::isTrivialOver(ArrayRef<Dim> dims) const {
  for (Dim dim : dims)
    if (!hasInDim(dim) || !hasOutDim(dim) ||
        getInDimSizeLog2(dim) != getOutDimSizeLog2(dim))
      return false;
  for (const auto &[name, bases] : inDims)
    for (const auto &[bit, basis] : enumerate(bases))
      for (const auto &[coord, out] : zip(basis, outDims)) {
        if (!is_contained(dims, name) && !is_contained(dims, out.first))
          continue;
        if (coord != (name == out.first ? int32_t(1) << bit : 0))
          return false;
      }
  return true;
}

SmallVector<unsigned> LinearLayout::getOwnershipOrder() const {
  constexpr Dim hardware[] = {kRegister, kLane, kWarp, kBlock};
  SmallVector<std::pair<size_t, unsigned>> ranked;
  for (const auto &[name, bases] : inDims)
    for (size_t bit = 0; bit < bases.size(); ++bit)
      ranked.emplace_back(find(hardware, name) - hardware, ranked.size());
  // The place of a bit in the layout breaks ties.
  llvm::sort(ranked);
  return to_vector(make_second_range(ranked));
}

OwnerSolver LinearLayout::getOwnerSolver() const {
  return OwnerSolver(getColumns(), getTotalOutDimSizeLog2(),
                     getOwnershipOrder());
}

uint64_t LinearLayout::freeBits(Dim inDim) const {
  size_t index = getInDimIndex(inDim);
  unsigned shift = 0;
  for (const InDim &dim : ArrayRef(inDims).take_front(index))
    shift += dim.second.size();
  return getOwnerSolver().getFreeMask() >> shift &
         maskTrailingOnes<uint64_t>(inDims[index].second.size());
}

uint64_t LinearLayout::getBitsAlong(Dim inDim, Dim outDim) const {
  size_t out = getOutDimIndex(outDim);
  uint64_t bits = 0;
  for (auto [bit, basis] : enumerate(getBases(inDim)))
    bits |= uint64_t(basis[out] != 0) << bit;
  return bits;
}

uint32_t LinearLayout::getReachedBits(Dim inDim, Dim outDim) const {
  size_t out = getOutDimIndex(outDim);
  uint32_t bits = 0;
  for (const Basis &basis : getBases(inDim))
    bits |= basis[out];
  return bits;
}

SmallVector<uint64_t> LinearLayout::kernel() const {
  return toMatrix().reduce().kernel();
}

SmallVector<uint64_t> LinearLayout::image() const {
  // The rows of the reduced transpose span the columns of this matrix.
  F2Echelon echelon = toMatrix().transpose().reduce();
  SmallVector<uint64_t> basis;
  for (unsigned row = 0; row < echelon.rank(); ++row)
    basis.push_back(echelon.getReduced().getRow(row));
  llvm::sort(basis);
  return basis;
}

int64_t LinearLayout::getNumConsecutive(Dim inDim, Dim outDim) const {
  size_t in = getInDimIndex(inDim), out = getOutDimIndex(outDim);
  const auto &bases = inDims[in].second;
  size_t count = 0;
  for (; count < std::min<size_t>(bases.size(), outDims[out].second); ++count) {
    Basis expected(outDims.size(), 0);
    expected[out] = int32_t(1) << count;
    if (bases[count] != expected)
      break;
  }
  // A group is aligned only up to the lowest bit that another input reaches.
  for (const auto &[index, dim] : enumerate(inDims))
    for (const Basis &basis :
         ArrayRef(dim.second).drop_front(index == in ? count : 0))
      if (basis[out] != 0)
        count = std::min<size_t>(count, countr_zero(uint32_t(basis[out])));
  return int64_t(1) << count;
}

hash_code hash_value(const LinearLayout &layout) {
  hash_code hash = hash_combine(layout.inDims.size(), layout.outDims.size());
  for (const auto &[name, bases] : layout.inDims) {
    hash = hash_combine(hash, name, bases.size());
    for (const LinearLayout::Basis &basis : bases)
      hash = hash_combine(hash, hash_combine_range(basis));
  }
  for (const auto &[name, bits] : layout.outDims)
    hash = hash_combine(hash, name, bits);
  return hash;
}

} // namespace tessera

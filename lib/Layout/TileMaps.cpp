//===- TileMaps.cpp - Maps between the coordinates of tiles ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;

using InDim = LinearLayout::InDim;
using OutDim = LinearLayout::OutDim;
using Basis = LinearLayout::Basis;

SmallVector<OutDim> tessera::tileDims(ArrayRef<int64_t> shape) {
  SmallVector<OutDim> dims;
  for (auto [dim, extent] : enumerate(shape))
    dims.emplace_back(dimName(dim), Log2_64(extent));
  return dims;
}

/// The map that sends dimension i of `shape` to dimension `places[i]` of the
/// result, which has `rank` of them. Dimensions without a place are dropped.
static LinearLayout moveDims(ArrayRef<int64_t> shape,
                             ArrayRef<std::optional<unsigned>> places,
                             unsigned rank) {
  SmallVector<InDim> ins;
  SmallVector<OutDim> outs;
  for (unsigned dim : seq(rank))
    outs.emplace_back(dimName(dim), 0);
  for (auto [dim, extent] : enumerate(shape)) {
    InDim &in = ins.emplace_back(dimName(dim), std::vector<Basis>());
    for (int64_t bit = 1; bit < extent; bit *= 2) {
      Basis &basis = in.second.emplace_back(rank, 0);
      if (places[dim])
        basis[*places[dim]] = bit;
    }
    if (places[dim])
      outs[*places[dim]].second = Log2_64(extent);
  }
  return cantFail(LinearLayout::fromBases(ins, outs));
}

static SmallVector<std::optional<unsigned>> samePlaces(unsigned rank) {
  return {seq(rank).begin(), seq(rank).end()};
}

LinearLayout tessera::reshapeMap(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  // The algebra flattens the first dimension lowest, row-major order the last.
  SmallVector<Dim> order;
  for (unsigned dim : seq(std::max(from.size(), to.size())))
    order.push_back(dimName(dim));
  auto reversed = [&](unsigned rank) {
    return SmallVector<Dim>(reverse(ArrayRef(order).take_front(rank)));
  };
  SmallVector<std::pair<Dim, int64_t>> dims;
  for (auto [name, extent] : zip(reversed(to.size()), reverse(to)))
    dims.emplace_back(name, extent);
  return moveDims(from, samePlaces(from.size()), from.size())
      .transposeOuts(reversed(from.size()))
      .reshapeOuts(dims)
      .transposeOuts(ArrayRef(order).take_front(to.size()));
}

LinearLayout tessera::rowMajorMap(ArrayRef<int64_t> shape) {
  int64_t elements = 1;
  for (int64_t extent : shape)
    elements *= extent;
  return reshapeMap(shape, elements).renameOutDim(dimName(0), kOffset);
}

LinearLayout tessera::permuteMap(ArrayRef<int64_t> shape,
                                 ArrayRef<int32_t> permutation) {
  SmallVector<std::optional<unsigned>> places(shape.size());
  for (auto [dim, source] : enumerate(permutation))
    places[source] = dim;
  return moveDims(shape, places, shape.size());
}

LinearLayout tessera::projectMap(ArrayRef<int64_t> shape,
                                 ArrayRef<unsigned> dims) {
  SmallVector<std::optional<unsigned>> places = samePlaces(shape.size());
  for (unsigned dim : dims)
    places[dim].reset();
  return moveDims(shape, places, shape.size());
}

LinearLayout tessera::dropMap(ArrayRef<int64_t> shape, unsigned dim) {
  SmallVector<std::optional<unsigned>> places;
  unsigned rank = 0;
  for (unsigned source : seq<unsigned>(0, shape.size()))
    places.push_back(source == dim ? std::nullopt : std::optional(rank++));
  return moveDims(shape, places, rank);
}

/// From a tile's coordinates to some bits of each: along dimension i, the bits
/// whose value is at least `first[i]` and less than `end[i]`, shifted down to
/// the lowest.
static LinearLayout selectBits(ArrayRef<int64_t> shape, ArrayRef<int64_t> first,
                               ArrayRef<int64_t> end) {
  SmallVector<InDim> ins;
  SmallVector<OutDim> outs;
  for (auto [dim, extent] : enumerate(shape)) {
    InDim &in = ins.emplace_back(dimName(dim), std::vector<Basis>());
    for (int64_t bit = 1; bit < extent; bit *= 2) {
      Basis &basis = in.second.emplace_back(shape.size(), 0);
      if (bit >= first[dim] && bit < end[dim])
        basis[dim] = bit / first[dim];
    }
    outs.emplace_back(dimName(dim), Log2_64(end[dim] / first[dim]));
  }
  return cantFail(LinearLayout::fromBases(ins, outs));
}

LinearLayout tessera::withinBoxMap(ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> box) {
  return selectBits(shape, SmallVector<int64_t>(shape.size(), 1), box);
}

LinearLayout tessera::boxNumberMap(ArrayRef<int64_t> shape,
                                   ArrayRef<int64_t> box) {
  return selectBits(shape, box, shape);
}

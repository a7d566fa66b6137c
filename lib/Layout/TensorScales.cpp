//===- TensorScales.cpp - Scale factors in tensor memory ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/TensorScales.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace tessera;

static constexpr int64_t kBytesOfWord = 4, kWordsOfCell = 4, kLanes = 32;

/// The dimensions along rows of A or columns of B, and along K.
static std::pair<unsigned, unsigned> getDims(unsigned rank, MatrixSide side) {
  unsigned m = rank - 2, n = rank - 1;
  return side == MatrixSide::Lhs ? std::pair(m, n) : std::pair(n, m);
}

std::optional<LinearLayout>
tessera::makeTensorScaleLayout(ArrayRef<int64_t> shape, MatrixSide side) {
  unsigned rank = shape.size();
  if (rank != 2 && rank != 3)
    return std::nullopt;
  auto [outer, depth] = getDims(rank, side);
  // The words of a cell are of other rows first, then of other blocks.
  int64_t rowsOfPiece = std::min(shape[outer], kWordsOfCell * kLanes);
  int64_t blocksOfPiece = kScalePieceBytes / rowsOfPiece;
  if (rowsOfPiece < 2 * kLanes || shape[depth] < blocksOfPiece)
    return std::nullopt;
  std::vector<LinearLayout::Basis> bases;
  auto add = [&](unsigned dim, int64_t from, int64_t to) {
    for (int64_t at = from; at < to; at *= 2)
      bases.emplace_back(rank, 0)[dim] = static_cast<int32_t>(at);
  };
  add(depth, 1, kBytesOfWord);
  add(outer, kLanes, rowsOfPiece);
  add(depth, kBytesOfWord, blocksOfPiece);
  add(outer, 1, kLanes);
  // An instruction of 256 columns takes two neighbouring pieces.
  add(outer, rowsOfPiece, shape[outer]);
  add(depth, blocksOfPiece, shape[depth]);
  if (rank == 3)
    add(0, 1, shape[0]);
  return cantFail(LinearLayout::fromBases({{kOffset, bases}}, tileDims(shape)));
}

TensorScalePlace tessera::getTensorScalePlace(const LinearLayout &layout,
                                              MatrixSide side, int64_t batch,
                                              int64_t outer, int64_t depth) {
  unsigned rank = layout.getNumOutDims();
  auto [outerDim, depthDim] = getDims(rank, side);
  SmallVector<std::pair<Dim, int64_t>> at;
  for (unsigned dim = 0; dim < rank; ++dim)
    at.emplace_back(dimName(dim), dim == outerDim   ? outer
                                  : dim == depthDim ? depth
                                                    : batch);
  int64_t offset = layout.invert().apply(at).front().second;
  int64_t word = offset % (kBytesOfWord * kWordsOfCell) / kBytesOfWord;
  return {offset / kScalePieceBytes * kScalePieceColumns + word,
          static_cast<unsigned>(offset % kBytesOfWord)};
}

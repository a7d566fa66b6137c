//===- BoxesOfTiles.cpp - Parts of tiles that shared memory can hold ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoxesOfTiles.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Layout/TileMaps.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

int64_t tileas::countBytes(ArrayRef<int64_t> shape, Type element) {
  return ShapedType::getNumElements(shape) * getElementBytes(element);
}

LinearLayout tileas::getBoxLayout(RankedTensorType tile,
                                  ArrayRef<int64_t> box) {
  return getLinearLayout(tile)
      .compose(withinBoxMap(tile.getShape(), box))
      .removeDependentBases(kRegister);
}

/// Number of instructions by which a thread moves a tile box by box. If the
/// registers in a box depend on the thread, each register counts for as many
/// boxes as threads may use it for.
static int64_t countAccesses(RankedTensorType tile, ArrayRef<int64_t> box) {
  LinearLayout numbers =
      getLinearLayout(tile).compose(boxNumberMap(tile.getShape(), box));
  int64_t accesses = numbers.getInDimSize(kRegister);
  for (Dim dim : numbers.getOutDimNames())
    accesses <<= llvm::popcount(uint64_t(numbers.getReachedBits(kLane, dim)) |
                                numbers.getReachedBits(kWarp, dim));
  return accesses;
}

/// Calls `visit` with each way to halve a box `count` times.
static void forEachBox(SmallVectorImpl<int64_t> &box, unsigned count,
                       unsigned dim,
                       function_ref<void(ArrayRef<int64_t>)> visit) {
  if (count == 0)
    return visit(box);
  if (dim == box.size())
    return;
  int64_t whole = box[dim];
  for (unsigned halvings = 0; halvings <= count && whole >> halvings > 0;
       ++halvings) {
    box[dim] = whole >> halvings;
    forEachBox(box, count - halvings, dim + 1, visit);
  }
  box[dim] = whole;
}

SmallVector<int64_t> tileas::chooseBox(RankedTensorType from,
                                       RankedTensorType to, int64_t bytes) {
  SmallVector<int64_t> box(to.getShape()), best;
  int64_t whole = countBytes(box, to.getElementType());
  unsigned count = 0;
  while (whole >> count > std::max<int64_t>(bytes, 1) &&
         (int64_t(1) << count) < ShapedType::getNumElements(box))
    ++count;
  int64_t least = std::numeric_limits<int64_t>::max();
  forEachBox(box, count, 0, [&](ArrayRef<int64_t> candidate) {
    int64_t accesses =
        countAccesses(from, candidate) + countAccesses(to, candidate);
    if (accesses < least) {
      least = accesses;
      best.assign(candidate.begin(), candidate.end());
    }
  });
  return best;
}

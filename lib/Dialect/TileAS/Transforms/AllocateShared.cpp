//===- AllocateShared.cpp - Offsets of buffers in shared memory -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASALLOCATESHARED
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// A buffer is live from its allocation to the end of the last op of the same
/// block that uses it, in the order of the text. A loop around that block needs
/// no care, since what the next iteration overwrites is dead; a loop inside it
/// counts as a whole, since its next iteration may read what this one wrote.
struct Interval {
  AllocSharedOp buffer;
  unsigned begin, end;
  int64_t size, offset = 0;
};

struct AllocateSharedPass
    : tessera::impl::TileASAllocateSharedBase<AllocateSharedPass> {
  void runOnOperation() override {
    SmallVector<Interval> intervals = computeIntervals();
    int64_t total = 0;
    for (size_t i = 0; i < intervals.size(); ++i) {
      place(intervals[i], ArrayRef(intervals).take_front(i));
      total = std::max(total, intervals[i].offset + intervals[i].size);
    }
    getOperation().setSpecAttr(getOperation().getSpec().withShared(total));
  }

private:
  SmallVector<Interval> computeIntervals() {
    // Ops are numbered in the order in which they end.
    llvm::DenseMap<Operation *, unsigned> position;
    getOperation().walk([&](Operation *op) {
      unsigned next = position.size();
      position[op] = next;
    });
    SmallVector<Interval> intervals;
    getOperation().walk([&](AllocSharedOp op) {
      unsigned end = position[op];
      for (Operation *user : op->getUsers())
        end = std::max(end,
                       position[op->getBlock()->findAncestorOpInBlock(*user)]);
      intervals.push_back(
          {op, position[op], end, op.getBuffer().getType().getSizeInBytes()});
    });
    return intervals;
  }

  /// First fit: the lowest offset at which no buffer that is live at the same
  /// time lies.
  void place(Interval &interval, ArrayRef<Interval> placed) {
    SmallVector<std::pair<int64_t, int64_t>> taken;
    for (const Interval &other : placed)
      if (other.begin <= interval.end && interval.begin <= other.end)
        taken.emplace_back(other.offset, other.offset + other.size);
    llvm::sort(taken);
    for (auto [begin, end] : taken)
      if (interval.offset + interval.size > begin)
        interval.offset = std::max<int64_t>(
            interval.offset, llvm::alignTo(end, kMaxSharedAccessBytes));
    interval.buffer.setOffset(interval.offset);
  }
};

} // namespace

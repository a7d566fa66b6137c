//===- AllocateShared.cpp - Offsets of buffers in shared memory -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/BufferOrigins.h"
#include "tessera/Dialect/TileAS/IR/Ops/Program.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASALLOCATESHARED
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// A buffer is live from its allocation to the end of the last op that uses it,
/// in the order of the text; of the ops of the block that has the allocation,
/// or the one that control flow hands the buffer to. A loop around that block
/// needs no care, since what the next iteration overwrites is dead; a loop
/// inside it counts as a whole, since its next iteration may read what this one
/// wrote.
struct Interval {
  AllocSharedOp buffer;
  unsigned begin, end;
  int64_t size, offset = 0;
};

struct AllocateSharedPass
    : tessera::impl::TileASAllocateSharedBase<AllocateSharedPass> {
  void runOnOperation() override {
    FailureOr<SmallVector<Interval>> computed = computeIntervals();
    if (failed(computed))
      return signalPassFailure();
    SmallVector<Interval> &intervals = *computed;
    int64_t total = 0;
    for (size_t i = 0; i < intervals.size(); ++i) {
      place(intervals[i], ArrayRef(intervals).take_front(i));
      total = std::max(total, intervals[i].offset + intervals[i].size);
    }
    getOperation().setSpecAttr(getOperation().getSpec().withShared(total));
  }

private:
  FailureOr<SmallVector<Interval>> computeIntervals() {
    // Ops are numbered in the order in which they end.
    llvm::DenseMap<Operation *, unsigned> position;
    getOperation().walk([&](Operation *op) {
      unsigned next = position.size();
      position[op] = next;
    });
    BufferOrigins origins(getOperation());
    SmallVector<Interval> intervals;
    WalkResult result = getOperation().walk([&](AllocSharedOp op) {
      ArrayRef<Value> values = origins.getValues(op);
      FailureOr<Block *> block = findBlock(op, values);
      if (failed(block))
        return WalkResult::interrupt();
      unsigned end = position[op];
      for (Value value : values)
        for (Operation *user : value.getUsers())
          end = std::max(end, position[(*block)->findAncestorOpInBlock(*user)]);
      intervals.push_back(
          {op, position[op], end, op.getBuffer().getType().getSizeInBytes()});
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
    return intervals;
  }

  /// The innermost block around an allocation and all that its buffer becomes.
  /// Fails where a loop around the allocation carries it on.
  static FailureOr<Block *> findBlock(AllocSharedOp alloc,
                                      ArrayRef<Value> values) {
    Block *block = alloc->getBlock();
    for (Value value : values) {
      Operation *owner = value.getParentBlock()->getParentOp();
      if (isa<BlockArgument>(value) && owner->isProperAncestor(alloc))
        return alloc.emitOpError("outlives the iteration of the loop that "
                                 "allocates it; allocate it before the loop, "
                                 "with a stage for each iteration it lives");
      while (!block->getParentOp()->isAncestor(owner))
        block = block->getParentOp()->getBlock();
    }
    return block;
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

//===- AllocateScratch.cpp - Memory of a tile block -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Scratch.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASALLOCATESCRATCH
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

struct AllocateScratchPass
    : tessera::impl::TileASAllocateScratchBase<AllocateScratchPass> {
  void runOnOperation() override {
    SmallVector<tileaa::AllocaOp> allocas;
    getOperation().walk([&](tileaa::AllocaOp op) { allocas.push_back(op); });
    if (allocas.empty())
      return;
    SmallVector<int64_t> offsets;
    int64_t total = 0, alignment = 1;
    bool isGlobal = false;
    for (tileaa::AllocaOp op : allocas) {
      int64_t align = op.getAlignment(), bytes = op.getBytes();
      if (align > kMaxScratchBytes || bytes > kMaxScratchBytes ||
          (total = llvm::alignTo(total, align)) + bytes > kMaxScratchBytes) {
        op.emitOpError("is beyond the ")
            << kMaxScratchBytes << " bytes that a tile block may allocate";
        return signalPassFailure();
      }
      offsets.push_back(total);
      total += bytes;
      alignment = std::max(alignment, align);
      isGlobal |= op.getGlobal();
    }
    Value slot = claim(total, alignment, isGlobal);
    for (auto [op, offset] : llvm::zip_equal(allocas, offsets))
      replace(op, slot, offset);
  }

private:
  Value claim(int64_t bytes, int64_t alignment, bool isGlobal) {
    Block &body = getOperation().getBody().front();
    Location loc = getOperation().getLoc();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    Value claimed = ClaimScratchOp::create(builder, loc,
                                           tileaa::PtrType::get(&getContext()),
                                           bytes, alignment, isGlobal);
    Value slot = PublishOp::create(builder, loc, claimed.getType(), claimed);
    builder.setInsertionPoint(body.getTerminator());
    BarrierOp::create(builder, loc);
    ReleaseScratchOp::create(builder, loc, slot, bytes, alignment);
    return slot;
  }

  void replace(tileaa::AllocaOp op, Value slot, int64_t offset) {
    OpBuilder builder(op);
    if (op->getParentOfType<LoopLikeOpInterface>())
      BarrierOp::create(builder, op.getLoc());
    Value pointer = PlaceScratchOp::create(builder, op.getLoc(), op.getType(),
                                           op.getBytes(), op.getAlignment(),
                                           op.getGlobal(), offset, slot);
    auto none = IntegerAttr();
    op.replaceAllUsesWith(
        tileaa::AssumeOp::create(builder, op.getLoc(), op.getType(), pointer,
                                 op.getAlignmentAttr(), none, none, none,
                                 DenseI64ArrayAttr(), none, none)
            .getResult());
    op.erase();
  }
};

} // namespace

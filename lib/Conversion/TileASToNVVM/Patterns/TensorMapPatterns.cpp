//===- TensorMapPatterns.cpp - Tensor maps, and copies by them ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first thread writes a map; behind a barrier, the elected lane of each warp
// acquires it, since copies are begun by such lanes alone.
//
//===----------------------------------------------------------------------===//

#include "../Emitters/AccessEmitter.h"
#include "../Emitters/BufferEmitter.h"
#include "../Ptx/PtxOps.h"
#include "MachineCopyEmitter.h"
#include "Patterns.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Layout/TensorBoxes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// PTX ISA, "tensormap.replace", swizzle_mode.
static int getSwizzleNumber(MatrixSwizzle swizzle) {
  switch (swizzle) {
  case MatrixSwizzle::None:
    return 0;
  case MatrixSwizzle::Bytes32:
    return 1;
  case MatrixSwizzle::Bytes64:
    return 2;
  case MatrixSwizzle::Bytes128:
    return 3;
  }
  llvm_unreachable("all cases return");
}

namespace {

class TensorMapPattern : public KernelPattern<TensorMapOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TensorMapOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &all = kernel.getAgent(op);
    Value map = adaptor.getSlot().front();
    auto made = scf::IfOp::create(rewriter, loc,
                                  all.getOwnerPredicate(rewriter.getI32Type()),
                                  /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(made.thenBlock());
      ptxops::makeTensorMap(rewriter, loc, map,
                            getFields(rewriter, op, adaptor));
    }
    ptxops::barrier(rewriter, loc, all.getBarrier(), all.getNumThreads());
    ptxops::acquireTensorMap(rewriter, loc, map,
                             ptxops::electLane(rewriter, loc));
    rewriter.replaceOp(op, map);
    return success();
  }

private:
  static ptxops::TensorMapFields getFields(OpBuilder &builder, TensorMapOp op,
                                           OneToNOpAdaptor adaptor) {
    TensorMapType type = op.getMap().getType();
    ptxops::TensorMapFields fields;
    fields.base = adaptor.getBase().front();
    fields.elementBytes = type.getTile().getElementBytes();
    fields.swizzle = getSwizzleNumber(type.getBoxes().getSwizzle());
    Value bytes = i64(builder, op.getLoc(), fields.elementBytes);
    SmallVector<int64_t> box = type.getBox();
    for (auto [place, dim] : llvm::enumerate(type.getOrder())) {
      fields.box.push_back(box[dim]);
      fields.extents.push_back(adaptor.getExtents()[dim].front());
      if (place > 0)
        fields.strides.push_back(LLVM::MulOp::create(
            builder, op.getLoc(), adaptor.getStrides()[dim].front(), bytes));
    }
    return fields;
  }
};

class TensorCopyPattern : public KernelPattern<TensorCopyOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(TensorCopyOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MachineCopyBegin begin = beginMachineCopy(rewriter, op, adaptor, kernel);
    TensorMapType type = op.getMap().getType();
    TensorBoxes boxes = type.getBoxes();
    for (int64_t number = 0; number < boxes.getNumBoxes(); ++number) {
      SmallVector<int64_t> start = type.getBoxStart(number);
      SmallVector<Value> positions;
      for (unsigned dim : type.getOrder()) {
        Value position = adaptor.getStarts()[dim].front();
        if (int64_t distance = start[dim])
          position = LLVM::AddOp::create(
              rewriter, loc, position,
              i32(rewriter, loc, static_cast<int32_t>(distance)));
        positions.push_back(position);
      }
      Value buffer = adaptor.getBuffer().front();
      Value to = LLVM::GEPOp::create(
          rewriter, loc, buffer.getType(), rewriter.getI8Type(), buffer,
          ArrayRef<LLVM::GEPArg>{
              static_cast<int32_t>(boxes.getStart(number).offset)});
      ptxops::copyBox(rewriter, loc, to, adaptor.getMap().front(), positions,
                      begin.barrier, begin.predicate);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateTensorMapPatterns(RewritePatternSet &patterns,
                                       const RegisterTypeConverter &converter,
                                       KernelContext &kernel) {
  patterns.add<TensorMapPattern, TensorCopyPattern>(converter, kernel);
}

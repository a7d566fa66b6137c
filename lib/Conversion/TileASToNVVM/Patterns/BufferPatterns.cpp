//===- BufferPatterns.cpp - Buffers in shared memory ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/BufferEmitter.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

Value tileas::getStage(OpBuilder &builder, Location loc, BufferType ring,
                       Value start, Value count) {
  auto constant = [&](int64_t value) {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getI32IntegerAttr(value));
  };
  Value stage =
      LLVM::URemOp::create(builder, loc, count, constant(ring.getStages()));
  Value offset =
      LLVM::MulOp::create(builder, loc, stage, constant(ring.getStageBytes()));
  return LLVM::GEPOp::create(builder, loc, start.getType(), builder.getI8Type(),
                             start, ArrayRef<LLVM::GEPArg>{offset});
}

namespace {

class AllocSharedPattern : public KernelPattern<AllocSharedOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AllocSharedOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getOffset())
      return op.emitOpError("has no offset; run tileas-allocate-shared first");
    Value start = kernel.getSharedMemory();
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
        op, start.getType(), rewriter.getI8Type(), start,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(*op.getOffset())});
    return success();
  }
};

class SlicePattern : public KernelPattern<SliceOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SliceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    rewriter.replaceOp(op, getStage(rewriter, loc, op.getRing().getType(),
                                    adaptor.getRing().front(),
                                    adaptor.getCount().front()));
    return success();
  }
};

/// The offsets of a value's registers in its buffer; nothing for a scalar.
std::optional<LinearLayout> getOffsets(BufferType buffer, Type value) {
  auto tile = dyn_cast<RankedTensorType>(value);
  if (!tile)
    return std::nullopt;
  return getBufferOffsets(buffer, tile);
}

class SharedStorePattern : public KernelPattern<SharedStoreOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SharedStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    Type type = op.getValue().getType();
    BufferEmitter buffer(rewriter, loc, agent, adaptor.getBuffer().front(),
                         converter.convertElement(type),
                         getOffsets(op.getBuffer().getType(), type));
    Value owner = agent.getOwnerPredicate(type);
    for (ArrayRef<int64_t> group : buffer.getGroups())
      buffer.store(group, adaptor.getValue(), owner);
    rewriter.eraseOp(op);
    return success();
  }
};

class SharedLoadPattern : public KernelPattern<SharedLoadOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SharedLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    Type element = converter.convertElement(op.getType());
    BufferEmitter buffer(rewriter, loc, agent, adaptor.getBuffer().front(),
                         element,
                         getOffsets(op.getBuffer().getType(), op.getType()));
    SmallVector<Type> types;
    if (failed(converter.convertType(op.getType(), types)))
      return rewriter.notifyMatchFailure(op, "the tile has no registers");
    SmallVector<Value> values(types.size());
    for (ArrayRef<int64_t> group : buffer.getGroups())
      buffer.load(group, values);
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

class BarrierPattern : public KernelPattern<BarrierOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(BarrierOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AgentContext &agent = kernel.getAgent(op);
    ptxops::barrier(rewriter, op.getLoc(), agent.getBarrier(),
                    agent.getNumThreads());
    rewriter.eraseOp(op);
    return success();
  }
};

class ProxyFencePattern : public KernelPattern<ProxyFenceOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ProxyFenceOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::fenceForAsyncProxy(rewriter, op.getLoc(), /*predicate=*/{});
    rewriter.eraseOp(op);
    return success();
  }
};

/// The PTX ISA does not limit how far ptxas moves instructions. In practice it
/// moves none across `pmevent`, which is emitted here with no event.
class SchedBarrierPattern : public KernelPattern<SchedBarrierOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SchedBarrierOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::instruction(rewriter, op.getLoc(), "pmevent.mask 0");
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateBufferPatterns(RewritePatternSet &patterns,
                                    const RegisterTypeConverter &converter,
                                    KernelContext &kernel) {
  patterns.add<AllocSharedPattern, SlicePattern, SharedStorePattern,
               SharedLoadPattern, BarrierPattern, ProxyFencePattern,
               SchedBarrierPattern>(converter, kernel);
}

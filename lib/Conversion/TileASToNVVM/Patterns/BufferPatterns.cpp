//===- BufferPatterns.cpp - Buffers in shared memory ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/BufferEmitter.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/Views.h"

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

StageAddress tileas::splitStage(Value address) {
  auto stage = address.getDefiningOp<LLVM::GEPOp>();
  if (!stage || stage.getDynamicIndices().size() != 1 ||
      !stage.getElemType().isInteger(8))
    return {address, Value()};
  return {stage.getBase(), stage.getDynamicIndices().front()};
}

Value tileas::getPhaseParity(OpBuilder &builder, Location loc, BufferType ring,
                             Value turn, bool isPrevious) {
  auto constant = [&](int64_t value) {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getI32IntegerAttr(value));
  };
  Value phase =
      LLVM::UDivOp::create(builder, loc, turn, constant(ring.getStages()));
  if (isPrevious)
    phase = LLVM::XOrOp::create(builder, loc, phase, constant(1));
  return LLVM::AndOp::create(builder, loc, phase, constant(1));
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

class PermuteBufferPattern : public KernelPattern<PermuteBufferOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(PermuteBufferOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, adaptor.getBuffer().front());
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

/// Reads the bytes of a tile by `ldmatrix`, which transposes pairs of them. Two
/// words that it gives, one of each of two neighbours along K, are made into
/// words of four bytes along K.
class TransposedRead {
public:
  TransposedRead(OpBuilder &builder, Location loc, AgentContext &agent,
                 Value pointer, BufferType type, RankedTensorType tile,
                 const SharedRead &read)
      : builder(builder), loc(loc), row(read.row), tile(getLinearLayout(tile)),
        buffer(builder, loc, agent, pointer, builder.getI8Type(),
               *read.getOffsets(type.getOffsets())) {}

  SmallVector<Value> run() {
    SmallVector<Value> bytes(tile.getInDimSize(kRegister));
    size_t words = bytes.size() / kPerWord;
    size_t matrices = std::min(words, kMostMatrices);
    // The register of the tile's neighbour across K, among the words.
    size_t neighbour = findNeighbour();
    for (size_t first = 0; first < words; first += matrices) {
      SmallVector<Value> read = ptxops::loadMatrices(
          builder, loc, buffer.getPointer({int64_t(first / matrices) * row}),
          matrices, /*isTransposed=*/true);
      for (size_t at = 0; at < matrices; at += 2) {
        size_t pair = (first + at) / 2, below = neighbour - 1;
        size_t word = (pair & below) | (pair & ~below) << 1;
        ArrayRef<Value> halves = ArrayRef(read).slice(at, 2);
        takeBytes(permute(halves, 0x6420), word, bytes);
        takeBytes(permute(halves, 0x7531), word | neighbour, bytes);
      }
    }
    return bytes;
  }

private:
  static constexpr size_t kPerWord = 4, kMostMatrices = 4;

  size_t findNeighbour() const {
    ArrayRef<LinearLayout::Basis> registers = tile.getBases(kRegister);
    const auto *at = llvm::find_if(registers.drop_front(2),
                                   [&](const LinearLayout::Basis &basis) {
                                     return llvm::is_contained(basis, 1);
                                   });
    return size_t(1) << (at - registers.begin() - 2);
  }

  Value permute(ArrayRef<Value> words, int32_t selector) {
    Value which = LLVM::ConstantOp::create(builder, loc,
                                           builder.getI32IntegerAttr(selector));
    return NVVM::PermuteOp::create(builder, loc, builder.getI32Type(), words[0],
                                   words[1], which, NVVM::PermuteMode::DEFAULT);
  }

  void takeBytes(Value word, size_t index, SmallVectorImpl<Value> &bytes) {
    Type type = VectorType::get(kPerWord, builder.getI8Type());
    Value four = LLVM::BitcastOp::create(builder, loc, type, word);
    for (size_t byte = 0; byte < kPerWord; ++byte) {
      Value number = LLVM::ConstantOp::create(builder, loc,
                                              builder.getI32IntegerAttr(byte));
      bytes[index * kPerWord + byte] =
          LLVM::ExtractElementOp::create(builder, loc, four, number);
    }
  }

  OpBuilder &builder;
  Location loc;
  int64_t row;
  const LinearLayout &tile;
  BufferEmitter buffer;
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
    BufferType type = op.getBuffer().getType();
    if (auto tile = dyn_cast<RankedTensorType>(op.getType())) {
      SharedRead read = getSharedRead(type, tile);
      if (read.row > 1) {
        TransposedRead rows(rewriter, loc, agent, adaptor.getBuffer().front(),
                            type, tile, read);
        rewriter.replaceOpWithMultiple(op, {rows.run()});
        return success();
      }
    }
    BufferEmitter buffer(rewriter, loc, agent, adaptor.getBuffer().front(),
                         element, getOffsets(type, op.getType()));
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
    kernel.getAgent(op).meet(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

class ClusterBarrierPattern : public KernelPattern<ClusterBarrierOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ClusterBarrierOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::clusterBarrier(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

class CopyBarrierPattern : public KernelPattern<CopyBarrierOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(CopyBarrierOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    if (agent.isTogether()) {
      ptxops::passBarrier(rewriter, loc, op.getFirst(),
                          agent.getThreadsOfBarrier(), !op.getPassing());
      rewriter.eraseOp(op);
      return success();
    }
    Value turn = adaptor.getTurn().front();
    if (turn.getType() != rewriter.getI32Type())
      turn = LLVM::TruncOp::create(rewriter, loc, rewriter.getI32Type(), turn);
    ptxops::waitForOthers(rewriter, loc, turn, op.getStages(), op.getFirst(),
                          agent.getNumThreads(),
                          agent.isOfFirstWarps(kernel.countCopyingWarps()));
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

class SchedBarrierPattern : public KernelPattern<SchedBarrierOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SchedBarrierOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::keepApart(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateBufferPatterns(RewritePatternSet &patterns,
                                    const RegisterTypeConverter &converter,
                                    KernelContext &kernel) {
  patterns.add<AllocSharedPattern, SlicePattern, PermuteBufferPattern,
               SharedStorePattern, SharedLoadPattern, BarrierPattern,
               ClusterBarrierPattern, CopyBarrierPattern, ProxyFencePattern,
               SchedBarrierPattern>(converter, kernel);
}

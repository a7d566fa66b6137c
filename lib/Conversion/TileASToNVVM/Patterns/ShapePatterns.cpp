//===- ShapePatterns.cpp - Moves that are renamings of registers ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "tessera/Conversion/TileASToNVVM/Passes.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class IotaPattern : public KernelPattern<tileaa::IotaOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::IotaOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AgentContext &agent = kernel.getAgent(op);
    auto tile = cast<RankedTensorType>(op.getType());
    ThreadMap registers(agent, getLinearLayout(tile));
    SmallVector<Value> values;
    for (int64_t reg = 0; reg < registers.getNumRegisters(); ++reg)
      values.push_back(fit(rewriter, op.getLoc(),
                           registers.get(rewriter, op.getLoc(), reg, 0),
                           tile.getElementType()));
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }

private:
  static Value fit(OpBuilder &builder, Location loc, Value value, Type type) {
    unsigned bits = type.getIntOrFloatBitWidth();
    if (bits > 32)
      return arith::ExtUIOp::create(builder, loc, type, value);
    if (bits < 32)
      return arith::TruncIOp::create(builder, loc, type, value);
    return value;
  }
};

class SplatPattern : public KernelPattern<tileaa::SplatOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::SplatOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values(getLayout(op.getType()).getNumRegisters(),
                              adaptor.getValue().front());
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

/// The values of the given registers.
SmallVector<Value> pick(ValueRange values, ArrayRef<int64_t> registers) {
  return llvm::map_to_vector(registers,
                             [&](int64_t reg) { return values[reg]; });
}

/// Converts ops whose result has the same value in each register as the
/// operand.
template <typename OpT> class RenamingPattern : public KernelPattern<OpT> {
public:
  using KernelPattern<OpT>::KernelPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename KernelPattern<OpT>::OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {llvm::to_vector(adaptor.getValue())});
    return success();
  }
};

/// Converts ops that leave each element in its thread: each register of the
/// result is one of the operand.
class MovePattern
    : public OpInterfaceConversionPattern<tileaa::MoveOpInterface> {
public:
  MovePattern(const RegisterTypeConverter &converter, KernelContext &kernel)
      : OpInterfaceConversionPattern(converter, kernel.getContext()) {}

  LogicalResult
  matchAndRewrite(tileaa::MoveOpInterface op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    const LinearLayout &operand = getLinearLayout(op->getOperand(0).getType());
    const LinearLayout &result = getLinearLayout(op->getResult(0).getType());
    rewriter.replaceOpWithMultiple(
        op,
        {pick(operands.front(),
              *matchRegisters(operand, result.compose(op.getSourceMap())))});
    return success();
  }
};

class ConvertLayoutPattern : public KernelPattern<ConvertLayoutOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ConvertLayoutOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    const LinearLayout &operand = getLinearLayout(op.getValue().getType());
    const LinearLayout &result = getLinearLayout(op.getType());
    if (auto registers = matchRegisters(operand, result)) {
      rewriter.replaceOpWithMultiple(op,
                                     {pick(adaptor.getValue(), *registers)});
      return success();
    }
    std::optional<LinearLayout> places = matchLanes(operand, result);
    if (!places)
      return op.emitOpError("moves elements between warps; run "
                            "tileas-place-in-shared first");
    rewriter.replaceOpWithMultiple(
        op, {exchange(rewriter, op, adaptor.getValue(), *places)});
    return success();
  }

private:
  /// Each lane takes what it needs from another one. Where lanes need different
  /// registers of theirs, all of those travel, and each lane keeps its own.
  SmallVector<Value> exchange(OpBuilder &builder, ConvertLayoutOp op,
                              ValueRange values,
                              const LinearLayout &places) const {
    Location loc = op.getLoc();
    ThreadMap source(
        kernel.getAgent(op),
        places.sublayout({kRegister, kLane, kWarp}, {kLane, kRegister}));
    SmallVector<int32_t> choices = getLaneChoices(places);
    SmallVector<Value> results;
    for (int64_t reg = 0; reg < source.getNumRegisters(); ++reg) {
      Value lane = source.get(builder, loc, reg, /*dim=*/0);
      Value result;
      for (int32_t choice : choices) {
        Value value = values[source.getConstant(reg, /*dim=*/1) ^ choice];
        Value moved = ptxops::shuffle(builder, loc, value, lane);
        if (!result) {
          result = moved;
          continue;
        }
        Value isMine = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::eq, source.getStart(/*dim=*/1),
            arith::ConstantOp::create(builder, loc,
                                      builder.getI32IntegerAttr(choice)));
        result = LLVM::SelectOp::create(builder, loc, isMine, moved, result);
      }
      results.push_back(result);
    }
    return results;
  }
};

/// Three special registers, one for each dimension.
template <typename XOp, typename YOp, typename ZOp>
SmallVector<Value> readCoordinates(OpBuilder &builder, Location loc) {
  Type i32 = builder.getI32Type();
  Value x = XOp::create(builder, loc, i32);
  Value y = YOp::create(builder, loc, i32);
  Value z = ZOp::create(builder, loc, i32);
  return {x, y, z};
}

/// A tile block is a cluster: of one CTA, for which the grid of CTAs is the
/// grid of tile blocks, or of several.
class BlockIdPattern : public KernelPattern<tileaa::BlockIdOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::BlockIdOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool single = kernel.getSpec().getClusterCTAs() == 1;
    auto read = single ? readCoordinates<NVVM::BlockIdXOp, NVVM::BlockIdYOp,
                                         NVVM::BlockIdZOp>
                       : readCoordinates<NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
                                         NVVM::ClusterIdZOp>;
    rewriter.replaceOp(op, read(rewriter, op.getLoc()));
    return success();
  }
};

class CtaRankPattern : public KernelPattern<tileaa::CtaRankOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::CtaRankOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    // NVVM's ClusterId is PTX's %cluster_ctarank.
    rewriter.replaceOpWithNewOp<NVVM::ClusterId>(op, rewriter.getI32Type());
    return success();
  }
};

class NumBlocksPattern : public KernelPattern<tileaa::NumBlocksOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::NumBlocksOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool single = kernel.getSpec().getClusterCTAs() == 1;
    // NVVM's ClusterDim is PTX's %nclusterid, the number of clusters of the
    // grid.
    auto read = single
                    ? readCoordinates<NVVM::GridDimXOp, NVVM::GridDimYOp,
                                      NVVM::GridDimZOp>
                    : readCoordinates<NVVM::ClusterDimXOp, NVVM::ClusterDimYOp,
                                      NVVM::ClusterDimZOp>;
    rewriter.replaceOp(op, read(rewriter, op.getLoc()));
    return success();
  }
};

template <typename OpT> class ErasedTokenPattern : public KernelPattern<OpT> {
public:
  using KernelPattern<OpT>::KernelPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename KernelPattern<OpT>::OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }
};

/// The marker remains until loops are blocks (StructuredToBlocks.cpp).
class KeepLoopPattern : public KernelPattern<tileaa::KeepLoopOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::KeepLoopOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, rewriter.getStringAttr(kKeepLoopIntrinsic), ValueRange());
    return success();
  }
};

} // namespace

void tileas::populateShapePatterns(RewritePatternSet &patterns,
                                   const RegisterTypeConverter &converter,
                                   KernelContext &kernel) {
  patterns.add<IotaPattern, SplatPattern, MovePattern, ConvertLayoutPattern,
               RenamingPattern<tileaa::UnsplatOp>,
               RenamingPattern<tileaa::AssumeOp>,
               ErasedTokenPattern<tileaa::MakeTokenOp>,
               ErasedTokenPattern<tileaa::JoinTokensOp>, BlockIdPattern,
               CtaRankPattern, NumBlocksPattern, KeepLoopPattern>(converter,
                                                                  kernel);
}

//===- ShapePatterns.cpp - Moves that are renamings of registers ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "tessera/Dialect/TileAS/Transforms/LayoutUtils.h"
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
    auto tile = cast<RankedTensorType>(op.getType());
    RegisterCoordinates registers(tile);
    Value start = kernel.getCoordinates(tile)[0];
    SmallVector<Value> values;
    for (int64_t reg = 0; reg < registers.getNumRegisters(); ++reg)
      values.push_back(fit(rewriter, op.getLoc(),
                           getElementCoordinate(rewriter, op.getLoc(), start,
                                                registers.get(reg, 0),
                                                hasDisjointRegisters(tile)),
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

/// Ops whose result holds in each register what its operand held there: all
/// that they change is which element that is.
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

class BroadcastPattern : public KernelPattern<tileaa::BroadcastOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::BroadcastOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    RankedTensorType from = op.getValue().getType();
    RegisterCoordinates source(from), target(op.getType());
    // The operand's layout is that of the result without the repeated
    // dimensions.
    std::map<SmallVector<int32_t>, int64_t> registerOf;
    for (int64_t reg = 0; reg < source.getNumRegisters(); ++reg)
      registerOf[llvm::to_vector(source.get(reg))] = reg;
    SmallVector<Value> values;
    for (int64_t reg = 0; reg < target.getNumRegisters(); ++reg) {
      SmallVector<int32_t> coordinates(target.get(reg));
      for (int64_t dim = 0; dim < from.getRank(); ++dim)
        if (from.getDimSize(dim) == 1)
          coordinates[dim] = 0;
      values.push_back(adaptor.getValue()[registerOf.at(coordinates)]);
    }
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

class ConvertLayoutPattern : public KernelPattern<ConvertLayoutOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ConvertLayoutOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto sources = matchRegisters(op.getValue().getType(), op.getType());
    if (!sources)
      return op.emitOpError("moves elements between threads; run "
                            "tileas-place-in-shared first");
    SmallVector<Value> values;
    for (int64_t source : *sources)
      values.push_back(adaptor.getValue()[source]);
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

/// Coordinates of the tile block. A tile block is one CTA, and the grid of CTAs
/// is the launch grid.
template <typename OpT, typename XOp, typename YOp, typename ZOp>
class CoordinatesPattern : public KernelPattern<OpT> {
public:
  using KernelPattern<OpT>::KernelPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename KernelPattern<OpT>::OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type i32 = rewriter.getI32Type();
    rewriter.replaceOp(op, {XOp::create(rewriter, op.getLoc(), i32),
                            YOp::create(rewriter, op.getLoc(), i32),
                            ZOp::create(rewriter, op.getLoc(), i32)});
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

} // namespace

void tileas::populateShapePatterns(RewritePatternSet &patterns,
                                   const RegisterTypeConverter &converter,
                                   KernelContext &kernel) {
  patterns.add<
      IotaPattern, SplatPattern, BroadcastPattern, ConvertLayoutPattern,
      RenamingPattern<tileaa::ReshapeOp>, RenamingPattern<tileaa::PermuteOp>,
      RenamingPattern<tileaa::UnsplatOp>, RenamingPattern<tileaa::AssumeOp>,
      ErasedTokenPattern<tileaa::MakeTokenOp>,
      ErasedTokenPattern<tileaa::JoinTokensOp>,
      CoordinatesPattern<tileaa::BlockIdOp, NVVM::BlockIdXOp, NVVM::BlockIdYOp,
                         NVVM::BlockIdZOp>,
      CoordinatesPattern<tileaa::NumBlocksOp, NVVM::GridDimXOp,
                         NVVM::GridDimYOp, NVVM::GridDimZOp>>(converter,
                                                              kernel);
}

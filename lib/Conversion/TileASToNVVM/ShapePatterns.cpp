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

/// Three special registers, one for each dimension.
template <typename XOp, typename YOp, typename ZOp>
SmallVector<Value> readCoordinates(OpBuilder &builder, Location loc) {
  Type i32 = builder.getI32Type();
  Value x = XOp::create(builder, loc, i32);
  Value y = YOp::create(builder, loc, i32);
  Value z = ZOp::create(builder, loc, i32);
  return {x, y, z};
}

/// A tile block is a cluster: of one CTA, and then the grid of CTAs is that of
/// tile blocks, or of several.
class BlockIdPattern : public KernelPattern<tileaa::BlockIdOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::BlockIdOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool single = kernel.getKernel().getSpec().getClusterCTAs() == 1;
    auto read = single ? readCoordinates<NVVM::BlockIdXOp, NVVM::BlockIdYOp,
                                         NVVM::BlockIdZOp>
                       : readCoordinates<NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
                                         NVVM::ClusterIdZOp>;
    rewriter.replaceOp(op, read(rewriter, op.getLoc()));
    return success();
  }
};

class NumBlocksPattern : public KernelPattern<tileaa::NumBlocksOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::NumBlocksOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool single = kernel.getKernel().getSpec().getClusterCTAs() == 1;
    // ClusterDim is what PTX calls %nclusterid, the clusters of the grid.
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

} // namespace

void tileas::populateShapePatterns(RewritePatternSet &patterns,
                                   const RegisterTypeConverter &converter,
                                   KernelContext &kernel) {
  patterns.add<
      IotaPattern, SplatPattern, BroadcastPattern, ConvertLayoutPattern,
      RenamingPattern<tileaa::ReshapeOp>, RenamingPattern<tileaa::PermuteOp>,
      RenamingPattern<tileaa::UnsplatOp>, RenamingPattern<tileaa::AssumeOp>,
      ErasedTokenPattern<tileaa::MakeTokenOp>,
      ErasedTokenPattern<tileaa::JoinTokensOp>, BlockIdPattern,
      NumBlocksPattern>(converter, kernel);
}

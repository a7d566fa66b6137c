//===- ScratchPatterns.cpp - Memory that a tile block claims --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/SlotPool.h"
#include "Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Ops/Scratch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

constexpr StringLiteral kPoolName = "scratch";

class ClaimScratchPattern : public KernelPattern<ClaimScratchOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ClaimScratchOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    SlotPool pool(kernel, kPoolName, op.getBytes(), op.getAlignment());
    pool.makeArrays(loc);
    Type pointer = converter.convertType(op.getType());
    auto claimed = scf::IfOp::create(
        rewriter, loc, agent.getOwnerPredicate(op.getType()),
        [&](OpBuilder &builder, Location loc) {
          Value address = pool.claim(builder, loc);
          Value slot = LLVM::IntToPtrOp::create(builder, loc, pointer, address);
          scf::YieldOp::create(builder, loc, slot);
        },
        [&](OpBuilder &builder, Location loc) {
          Value none = LLVM::ZeroOp::create(builder, loc, pointer);
          scf::YieldOp::create(builder, loc, none);
        });
    rewriter.replaceOp(op, claimed.getResults());
    return success();
  }
};

class PlaceScratchPattern : public KernelPattern<PlaceScratchOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(PlaceScratchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value slot = adaptor.getSlot().front();
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
        op, slot.getType(), rewriter.getI8Type(), slot,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(op.getOffset())});
    return success();
  }
};

class ReleaseScratchPattern : public KernelPattern<ReleaseScratchOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ReleaseScratchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    SlotPool pool(kernel, kPoolName, op.getBytes(), op.getAlignment());
    scf::IfOp::create(rewriter, loc,
                      agent.getOwnerPredicate(op.getSlot().getType()),
                      [&](OpBuilder &builder, Location loc) {
                        pool.release(builder, loc, adaptor.getSlot().front());
                        scf::YieldOp::create(builder, loc);
                      });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateScratchPatterns(RewritePatternSet &patterns,
                                     const RegisterTypeConverter &converter,
                                     KernelContext &kernel) {
  patterns.add<ClaimScratchPattern, PlaceScratchPattern, ReleaseScratchPattern>(
      converter, kernel);
}

//===- AsyncPatterns.cpp - Asynchronous copies ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessEmitter.h"
#include "BufferEmitter.h"
#include "Patterns.h"
#include "PtxOps.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class AsyncCopyPattern : public KernelPattern<AsyncCopyOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AsyncCopyOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    auto tile = cast<RankedTensorType>(op.getTile());
    Type element = converter.convertElement(tile);
    Value owner = kernel.getOwnerPredicate(tile);
    // One for all threads: what is not copied costs no more than a branch.
    OpBuilder::InsertionGuard guard(rewriter);
    if (!adaptor.getCondition().empty()) {
      auto branch =
          scf::IfOp::create(rewriter, loc, adaptor.getCondition().front());
      rewriter.setInsertionPointToStart(branch.thenBlock());
    }
    AccessEmitter<OneToNOpAdaptor> access(rewriter, loc, kernel, adaptor, tile,
                                          element);
    int64_t width = op.getWidth(), bytes = getElementBytes(element);
    auto copyAll = [&](bool isInside) {
      // Of its own on each side of a branch.
      BufferEmitter buffer(rewriter, loc, kernel, adaptor.getBuffer().front(),
                           element,
                           getBufferOffsets(op.getBuffer().getType(), tile));
      for (int64_t reg = 0; reg < getLayout(tile).getNumRegisters();
           reg += width) {
        Value from = access.getPointer(reg);
        Value to = buffer.getPointer({reg});
        Value existing = getExisting(rewriter, loc, access, reg, op, isInside);
        ptxops::copyAsync(rewriter, loc, to, from, width * bytes,
                          scale(rewriter, loc, existing, bytes), owner);
      }
      return SmallVector<Value>();
    };
    emitAccess(
        rewriter, loc, access, width, TypeRange(),
        [&] { return copyAll(false); }, [&] { return copyAll(true); });
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }

private:
  /// How many elements of a piece exist; null for all.
  static Value getExisting(OpBuilder &builder, Location loc,
                           AccessEmitter<OneToNOpAdaptor> &access, int64_t reg,
                           AsyncCopyOp op, bool isInside) {
    if (!isInside && !op.getWhole())
      return access.countExisting(reg, op.getWidth());
    Value exists = isInside ? access.getMask(reg) : access.getPredicate(reg);
    if (!exists)
      return {};
    Value all = i32(builder, loc, op.getWidth()), none = i32(builder, loc, 0);
    return arith::SelectOp::create(builder, loc, exists, all, none);
  }

  static Value scale(OpBuilder &builder, Location loc, Value count,
                     int64_t bytes) {
    if (!count || bytes == 1)
      return count;
    return arith::MulIOp::create(builder, loc, count, i32(builder, loc, bytes));
  }
};

class CommitPattern : public KernelPattern<CommitOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(CommitOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::instruction(rewriter, op.getLoc(), "cp.async.commit_group");
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }
};

class WaitPattern : public KernelPattern<WaitOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(WaitOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::instruction(rewriter, op.getLoc(),
                        "cp.async.wait_group " +
                            std::to_string(op.getPending()));
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateAsyncPatterns(RewritePatternSet &patterns,
                                   const RegisterTypeConverter &converter,
                                   KernelContext &kernel) {
  patterns.add<AsyncCopyPattern, CommitPattern, WaitPattern>(converter, kernel);
}

//===- AsyncPatterns.cpp - Asynchronous copies ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/AccessEmitter.h"
#include "../Emitters/BufferEmitter.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
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
    AgentContext &agent = kernel.getAgent(op);
    auto tile = cast<RankedTensorType>(op.getTile());
    Type element = converter.convertElement(tile);
    Value copies = agent.getOwnerPredicate(tile);
    OpBuilder::InsertionGuard guard(rewriter);
    if (!adaptor.getCondition().empty()) {
      Value condition = adaptor.getCondition().front();
      if (op.getWhole()) {
        copies = conjunction(rewriter, loc, condition, copies);
      } else {
        // Uses one branch for all threads: a copy that does not happen costs no
        // more than the branch.
        auto branch = scf::IfOp::create(rewriter, loc, condition);
        rewriter.setInsertionPointToStart(branch.thenBlock());
      }
    }
    AccessEmitter<OneToNOpAdaptor> access(rewriter, loc, agent, adaptor, tile,
                                          element);
    int64_t width = op.getWidth(), bytes = getElementBytes(element);
    auto copyAll = [&](bool isInside) {
      // One of its own on each side of a branch.
      BufferEmitter buffer(rewriter, loc, agent, adaptor.getBuffer().front(),
                           element,
                           getBufferOffsets(op.getBuffer().getType(), tile));
      for (int64_t reg = 0; reg < getLayout(tile).getNumRegisters();
           reg += width) {
        Value from = access.getPointer(reg);
        Value to = buffer.getPointer({reg});
        Value existing =
            getExisting(rewriter, loc, access, reg, op, bytes, isInside);
        ptxops::copyAsync(rewriter, loc, to, from, width * bytes, existing,
                          copies);
      }
      return SmallVector<Value>();
    };
    // If each piece exists as a whole or not at all, it has its own predicate.
    // That costs less than a second version, and leaves the loop without
    // branches.
    if (op.getWhole())
      copyAll(false);
    else
      emitAccess(
          rewriter, loc, access, width, TypeRange(),
          [&] { return copyAll(false); }, [&] { return copyAll(true); });
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }

private:
  /// True (i1) if a piece exists, or the number of its bytes that exist (i32);
  /// null if all do.
  static Value getExisting(OpBuilder &builder, Location loc,
                           AccessEmitter<OneToNOpAdaptor> &access, int64_t reg,
                           AsyncCopyOp op, int64_t bytes, bool isInside) {
    if (isInside)
      return access.getMask(reg);
    if (op.getWhole() || op.getWidth() == 1)
      return access.getPredicate(reg);
    Value count = access.countExisting(reg, op.getWidth());
    if (!count || bytes == 1)
      return count;
    Value size = i32(builder, loc, bytes);
    return arith::MulIOp::create(builder, loc, count, size);
  }
};

class CommitGroupPattern : public KernelPattern<CommitGroupOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(CommitGroupOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::instruction(rewriter, op.getLoc(), "cp.async.commit_group");
    rewriter.eraseOp(op);
    return success();
  }
};

/// Erases a wait, whose token takes no register.
template <typename Op>
void eraseWait(Op op, ConversionPatternRewriter &rewriter) {
  if (op.getResultToken())
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
  else
    rewriter.eraseOp(op);
}

class WaitGroupPattern : public KernelPattern<WaitGroupOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(WaitGroupOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::instruction(rewriter, op.getLoc(),
                        "cp.async.wait_group " +
                            std::to_string(op.getPending()));
    eraseWait(op, rewriter);
    return success();
  }
};

class WaitPhasePattern : public KernelPattern<WaitPhaseOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(WaitPhaseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto phases =
        llvm::map_to_vector(adaptor.getPhases(), [](ValueRange phase) {
          return ptxops::PhaseWait{phase[0], phase[1]};
        });
    ptxops::waitForPhases(rewriter, op.getLoc(), phases,
                          kernel.getTarget().has(Feature::MBarrierTryWait));
    eraseWait(op, rewriter);
    return success();
  }
};

} // namespace

void tileas::populateAsyncPatterns(RewritePatternSet &patterns,
                                   const RegisterTypeConverter &converter,
                                   KernelContext &kernel) {
  patterns.add<AsyncCopyPattern, CommitGroupPattern, WaitGroupPattern,
               WaitPhasePattern>(converter, kernel);
}

//===- MBarrierPatterns.cpp - mbarriers and bulk copies -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/BufferEmitter.h"
#include "../Ptx/PtxOps.h"
#include "MachineCopyEmitter.h"
#include "Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class MBarrierInitPattern : public KernelPattern<MBarrierInitOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(MBarrierInitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    BufferType ring = op.getRing().getType();
    unsigned arrivals = cast<MBarrierType>(ring.getElementType()).getArrivals();
    Value start = adaptor.getRing().front();
    Value first = agent.getOwnerPredicate(rewriter.getI32Type());
    for (int64_t stage = 0; stage < ring.getStages(); ++stage) {
      auto offset = static_cast<int32_t>(stage * ring.getStageBytes());
      Value barrier = LLVM::GEPOp::create(rewriter, loc, start.getType(),
                                          rewriter.getI8Type(), start,
                                          ArrayRef<LLVM::GEPArg>{offset});
      ptxops::initMBarrier(rewriter, loc, barrier, arrivals, first);
    }
    // Without bulk copies the barrier behind the op is enough.
    if (kernel.getTarget().has(Feature::MBarrierTryWait))
      ptxops::publishMBarriers(rewriter, loc);
    rewriter.eraseOp(op);
    return success();
  }
};

class MBarrierArrivePattern : public KernelPattern<MBarrierArriveOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(MBarrierArriveOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    Value barrier =
        getStage(rewriter, loc, op.getRing().getType(),
                 adaptor.getRing().front(), adaptor.getTurn().front());
    int64_t bytes = op.getBytes();
    if (op.getExecutor() == Executor::One) {
      Value first = electIf(rewriter, op, kernel, adaptor.getCondition());
      if (isOfPair(op.getRing().getType())) {
        first = conjunction(rewriter, loc, first,
                            ptxops::isFirstCTA(rewriter, loc));
        bytes *= 2;
      }
      if (bytes)
        ptxops::arriveExpecting(rewriter, loc, barrier, bytes, first);
      else
        ptxops::arrive(rewriter, loc, barrier, first);
      rewriter.eraseOp(op);
      return success();
    }
    if (bytes)
      ptxops::expectBytes(rewriter, loc, barrier, bytes,
                          agent.getOwnerPredicate(rewriter.getI32Type()));
    if (!op.getCopies().empty())
      ptxops::expectCopies(rewriter, loc, barrier);
    // The work of all threads comes before the arrival of the first.
    ptxops::syncWarp(rewriter, loc);
    ptxops::arrive(rewriter, loc, barrier, agent.isLaneZero(kWarpSize - 1));
    rewriter.eraseOp(op);
    return success();
  }
};

class MBarrierMeetPattern : public KernelPattern<MBarrierMeetOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(MBarrierMeetOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    BufferType ring = op.getRing().getType();
    Value turn = adaptor.getTurn().front();
    MachineCopyBegin begin = beginMachineCopy(rewriter, op, adaptor, kernel);
    scf::IfOp::create(
        rewriter, loc, begin.predicate, [&](OpBuilder &builder, Location) {
          ptxops::arriveAtPeers(builder, loc, begin.barrier,
                                kernel.getSpec().countWorkingCTAs());
          ptxops::waitForPeers(builder, loc, begin.barrier,
                               getPhaseParity(builder, loc, ring, turn));
          scf::YieldOp::create(builder, loc);
        });
    rewriter.eraseOp(op);
    return success();
  }
};

class MBarrierPhasePattern : public KernelPattern<MBarrierPhaseOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(MBarrierPhaseOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    BufferType ring = op.getRing().getType();
    Value turn = adaptor.getTurn().front();
    Value barrier =
        getStage(rewriter, loc, ring, adaptor.getRing().front(), turn);
    Value parity = getPhaseParity(rewriter, loc, ring, turn, op.getPrevious());
    // The second CTA's are in their first phase for ever, behind one that has ended.
    if (isOfPair(ring))
      parity = LLVM::OrOp::create(
          rewriter, loc, parity,
          NVVM::ClusterId::create(rewriter, loc, parity.getType()));
    SmallVector<Value> end{barrier, parity};
    rewriter.replaceOpWithMultiple(op, {end});
    return success();
  }
};

/// A group waits at its own mbarrier, and lets the other one go on at that one's.
class GroupTurnPattern : public KernelPattern<GroupTurnOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(GroupTurnOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    BufferType turns = op.getTurns().getType();
    Value ring = adaptor.getTurns().front();
    Value isFirst = agent.isOfFirstWarps(kWarpsOfGroup);
    Value one = makeNumber(rewriter, loc, 1);
    Value group = LLVM::SelectOp::create(rewriter, loc, isFirst,
                                         makeNumber(rewriter, loc, 0), one);
    Value own = getStage(rewriter, loc, turns, ring, group);
    Value arrives = agent.isLaneZero(kWarpSize - 1);
    if (op.getVerb() == TurnVerb::Open)
      arrives = LLVM::AndOp::create(rewriter, loc, arrives, isFirst);
    // The work of all threads comes before the arrival of the first.
    ptxops::syncWarp(rewriter, loc);
    if (op.getVerb() == TurnVerb::Take) {
      ptxops::arrive(rewriter, loc, own, arrives);
      Value parity =
          LLVM::AndOp::create(rewriter, loc, adaptor.getTurn().front(), one);
      ptxops::waitForPhases(rewriter, loc, ptxops::PhaseWait{own, parity},
                            kernel.getTarget().has(Feature::MBarrierTryWait));
    } else {
      ptxops::arriveAtOther(rewriter, loc, own, arrives);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  static Value makeNumber(OpBuilder &builder, Location loc, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc, builder.getI32Type(), value);
  }
};

class BulkCopyPattern : public KernelPattern<BulkCopyOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(BulkCopyOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    MachineCopyBegin begin = beginMachineCopy(rewriter, op, adaptor, kernel);
    ptxops::copyBulk(rewriter, loc, adaptor.getBuffer().front(),
                     adaptor.getSource().front(),
                     op.getBuffer().getType().getStageBytes(), begin.barrier,
                     begin.predicate);
    rewriter.eraseOp(op);
    return success();
  }
};

class AskBlockPattern : public KernelPattern<AskBlockOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AskBlockOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    MachineCopyBegin begin = beginMachineCopy(rewriter, op, adaptor, kernel);
    ptxops::askForBlock(rewriter, op.getLoc(), adaptor.getBuffer().front(),
                        begin.barrier, begin.predicate);
    rewriter.eraseOp(op);
    return success();
  }
};

class NextBlockPattern : public KernelPattern<NextBlockOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(NextBlockOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, ptxops::readAnswer(rewriter, op.getLoc(),
                                              adaptor.getAnswer().front()));
    return success();
  }
};

} // namespace

void tileas::populateMBarrierPatterns(RewritePatternSet &patterns,
                                      const RegisterTypeConverter &converter,
                                      KernelContext &kernel) {
  patterns.add<MBarrierInitPattern, MBarrierArrivePattern, MBarrierMeetPattern,
               MBarrierPhasePattern, GroupTurnPattern, BulkCopyPattern,
               AskBlockPattern, NextBlockPattern>(converter, kernel);
}

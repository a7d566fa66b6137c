//===- AgentPatterns.cpp - Warps that do different things -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// A branch for each agent, between two barriers of all threads; in it the
/// threads first take or give registers. The blocks of the programs stay what
/// they are, by which the context knows their threads.
class AgentsPattern : public KernelPattern<AgentsOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AgentsOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ptxops::barrier(rewriter, loc);
    for (auto [number, body] : llvm::enumerate(op.getBodies())) {
      Value isMember = kernel.getAgent(body.front().getTerminator()).isMember();
      auto branch = scf::IfOp::create(rewriter, loc, isMember,
                                      /*withElseRegion=*/false);
      Block *empty = branch.thenBlock();
      rewriter.inlineRegionBefore(body, empty);
      rewriter.eraseBlock(empty);
      if (op.getRegisters())
        changeRegisters((*op.getRegisters())[number], branch, rewriter);
    }
    ptxops::barrier(rewriter, loc);
    rewriter.eraseOp(op);
    return success();
  }

private:
  void changeRegisters(unsigned registers, scf::IfOp branch,
                       ConversionPatternRewriter &rewriter) const {
    unsigned launched = getLaunchedRegisters(kernel.getSpec());
    if (registers == launched)
      return;
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(branch.thenBlock());
    ptxops::setRegisters(rewriter, branch.getLoc(), registers,
                         /*isIncrease=*/registers > launched);
  }
};

class EndPattern : public KernelPattern<EndOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(EndOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<scf::YieldOp>(op);
    return success();
  }
};

} // namespace

void tileas::populateAgentPatterns(RewritePatternSet &patterns,
                                   const RegisterTypeConverter &converter,
                                   KernelContext &kernel) {
  patterns.add<AgentsPattern, EndPattern>(converter, kernel);
}

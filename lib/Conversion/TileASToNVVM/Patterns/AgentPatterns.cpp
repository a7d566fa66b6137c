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

/// A branch for each agent, between two barriers of all threads unless agents are
/// together; in it the threads first take or give registers. The blocks of the programs
/// stay what they are, by which the context knows their threads.
class AgentsPattern : public KernelPattern<AgentsOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AgentsOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    if (op.getTogether()) {
      branchOnce(op, rewriter);
    } else {
      ptxops::barrier(rewriter, loc);
      for (unsigned number = 0; number != op.getBodies().size(); ++number)
        branch(op, number, /*others=*/false, rewriter);
      ptxops::barrier(rewriter, loc);
    }
    rewriter.eraseOp(op);
    return success();
  }

private:
  /// A branch that the threads of an agent take; `others` have one, too.
  scf::IfOp branch(AgentsOp op, unsigned number, bool others,
                   ConversionPatternRewriter &rewriter) const {
    Region &body = op.getBodies()[number];
    Value isMember = kernel.getAgent(body.front().getTerminator()).isMember();
    auto branch = scf::IfOp::create(rewriter, op.getLoc(), isMember, others);
    replace(branch.thenBlock(), body, rewriter);
    if (op.getRegisters())
      changeRegisters((*op.getRegisters())[number], branch, rewriter);
    return branch;
  }

  /// Branches to the first agent or, for all other threads, to the next. The last one
  /// has all that are left.
  void branchOnce(AgentsOp op, ConversionPatternRewriter &rewriter) const {
    OpBuilder::InsertionGuard guard(rewriter);
    unsigned last = op.getBodies().size() - 1;
    for (unsigned number = 0; number != last; ++number) {
      scf::IfOp agent = branch(op, number, /*others=*/true, rewriter);
      if (number + 1 == last)
        replace(agent.elseBlock(), op.getBodies()[last], rewriter);
      else
        rewriter.setInsertionPointToStart(agent.elseBlock());
    }
  }

  static void replace(Block *empty, Region &body,
                      ConversionPatternRewriter &rewriter) {
    rewriter.inlineRegionBefore(body, empty);
    rewriter.eraseBlock(empty);
  }

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

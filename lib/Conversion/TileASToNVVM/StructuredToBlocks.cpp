//===- StructuredToBlocks.cpp - Structured control flow becomes blocks ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The patterns are MLIR's; the order in which they run is ours. A pattern
// splits the block that its op stands in and moves all that follows to a new
// one. A conversion of MLIR begins with the first op and moves the rest of the
// program each time: `n` loops in a row move n * n / 2 ops. Beginning with the
// last op moves only the ops up to the next op that was converted.
//
// An op comes before those in its regions, as in MLIR, since a pattern may
// inspect its regions.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileASToNVVM/Passes.h"

#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Rewrite/PatternApplicator.h"

using namespace mlir;

namespace tessera {
#define GEN_PASS_DEF_CONVERTSTRUCTUREDTOBLOCKS
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"

namespace {
struct ConvertStructuredToBlocks
    : public impl::ConvertStructuredToBlocksBase<ConvertStructuredToBlocks> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateSCFToControlFlowConversionPatterns(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    // Each pattern erases only its own op and terminators of regions, none of
    // which is in the list.
    SmallVector<Operation *> structured;
    getOperation()->walk<WalkOrder::PreOrder, ReverseIterator>(
        [&](Operation *op) {
          if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
            structured.push_back(op);
          else if (isKeepLoop(op))
            op->erase();
        });

    PatternApplicator applicator(patterns);
    applicator.applyDefaultCostModel();
    PatternRewriter rewriter(&getContext());
    for (Operation *op : structured) {
      rewriter.setInsertionPoint(op);
      Location loc = op->getLoc();
      if (failed(applicator.matchAndRewrite(op, rewriter))) {
        emitError(loc, "this control flow cannot be made of blocks");
        return signalPassFailure();
      }
    }
  }

private:
  static bool isKeepLoop(Operation *op) {
    auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
    return call && call.getIntrin() == kKeepLoopIntrinsic;
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
} // namespace tessera

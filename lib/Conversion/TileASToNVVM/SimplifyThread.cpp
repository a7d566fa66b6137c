//===- SimplifyThread.cpp - Removes repeated values -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering to the registers of a thread creates a constant at each use, and
// the same address computation for each register: a third of a matrix product's
// operations. LLVM would remove all of that, but each operation would first
// cost a conversion and a translation.
//
// Operands come before their uses, so a walk from the front sees them in their
// final form, and one from the back sees the uses of an operation go before the
// operation itself. Only structured control flow, with its loop-carried values,
// is left to patterns; there is little of it.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileASToNVVM/Passes.h"

#include "tessera/Support/PatternNames.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/ScopedHashTable.h"
#include <numeric>

using namespace mlir;

namespace tessera {
#define GEN_PASS_DEF_SIMPLIFYTHREAD
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"

namespace {
/// Compares operations by their computation. Operands are compared by identity,
/// since equal ones have been merged before.
struct ByValue : llvm::DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    auto *same = const_cast<Operation *>(op);
    // Commutative operations are equal with swapped operands, so the hash
    // ignores their order.
    llvm::hash_code operands =
        same->hasTrait<OpTrait::IsCommutative>()
            ? std::accumulate(same->operand_begin(), same->operand_end(),
                              llvm::hash_code(0),
                              [](llvm::hash_code sum, Value operand) {
                                return sum + hash_value(operand);
                              })
            : llvm::hash_combine_range(same->operand_begin(),
                                       same->operand_end());
    return llvm::hash_combine(same->getName().getAsOpaquePointer(), operands);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    if (lhs == rhs)
      return true;
    auto isMark = [](const Operation *op) {
      return op == getTombstoneKey() || op == getEmptyKey();
    };
    return !isMark(lhs) && !isMark(rhs) &&
           OperationEquivalence::isEquivalentTo(
               const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
               OperationEquivalence::IgnoreLocations);
  }
};

/// The forward walk: it moves each constant to the start of the function once,
/// folds operations, and replaces an operation by an equal earlier one.
class ForwardWalk {
public:
  explicit ForwardWalk(MLIRContext *context) : folder(context) {}

  void visit(Region &region) {
    for (Block &block : region) {
      // A block sees values of the blocks around it, but not those of its
      // siblings.
      Known::ScopeTy scope(known);
      for (Operation &op : llvm::make_early_inc_range(block))
        visit(&op);
    }
  }

private:
  using Known = llvm::ScopedHashTable<Operation *, Operation *, ByValue>;

  void visit(Operation *op) {
    for (Region &region : op->getRegions())
      visit(region);
    // Operations with regions are left to patterns.
    if (op->getNumRegions() > 0 || op->getNumResults() == 0)
      return;
    if (succeeded(folder.tryToFold(op)) || !isAddressArithmetic(op))
      return;
    if (Operation *same = known.lookup(op)) {
      op->replaceAllUsesWith(same);
      op->erase();
    } else {
      known.insert(op, op);
    }
  }

  /// The operations that the lowering repeats for each register. A search for
  /// others does not pay.
  static bool isAddressArithmetic(Operation *op) {
    return isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
           !op->hasTrait<OpTrait::ConstantLike>() && isPure(op);
  }

  OperationFolder folder;
  Known known;
};

struct SimplifyThread : public impl::SimplifyThreadBase<SimplifyThread> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    scf::IfOp::getCanonicalizationPatterns(set, context);
    scf::ForOp::getCanonicalizationPatterns(set, context);
    scf::WhileOp::getCanonicalizationPatterns(set, context);
    // tileaa-propagate-conditions has done the work of the first. The second
    // compares all loop-carried values, accumulators among them, pairwise
    // without success; it took half of the time of the pass.
    patterns = FrozenRewritePatternSet(
        std::move(set),
        anonymousPatterns(
            {"ConditionPropagation", "RemoveDuplicateSuccessorInputUses"}));
    return success();
  }

  void runOnOperation() override {
    Operation *function = getOperation();
    for (Region &region : function->getRegions())
      ForwardWalk(&getContext()).visit(region);

    SmallVector<Operation *> structured;
    function->walk([&](Operation *op) {
      if (isa<scf::IfOp, scf::ForOp, scf::WhileOp>(op))
        structured.push_back(op);
    });
    // The worklist is a stack. A branch takes in the next one of the same condition,
    // whose operations move: from the front each moves once.
    std::reverse(structured.begin(), structured.end());
    if (!structured.empty()) {
      GreedyRewriteConfig config;
      config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
      config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
      (void)applyOpPatternsGreedily(structured, patterns, config);
    }

    for (Region &region : function->getRegions())
      eraseUnused(region);
  }

private:
  static void eraseUnused(Region &region) {
    for (Block &block : region)
      for (Operation &op :
           llvm::make_early_inc_range(llvm::reverse(block.getOperations()))) {
        for (Region &nested : op.getRegions())
          eraseUnused(nested);
        if (op.use_empty() && isOpTriviallyDead(&op))
          op.erase();
      }
  }

  FrozenRewritePatternSet patterns;
};
} // namespace
} // namespace tessera

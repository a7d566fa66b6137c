//===- ScalarsToLLVM.cpp - Scalars and branches become LLVM's -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops of address arithmetic, and branches, each have an equivalent LLVM op with
// the same operands and results. Replacing them takes no dialect conversion,
// which would visit every op of the function several times. Divisions without
// an equivalent are expanded by MLIR's patterns first. MLIR's conversions run
// only if other ops are left.
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileASToNVVM/Passes.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Rewrite/PatternApplicator.h"
#include "tessera/Support/LackOfMemory.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace tessera {
#define GEN_PASS_DEF_CONVERTSCALARSTOLLVM
#include "tessera/Conversion/TileASToNVVM/Passes.h.inc"

/// Makes this thread's cache of compatible types, which the dialect has in any context. It
/// outlives the call, and left half made would break the next one.
static void makeCacheOfTypes(MLIRContext *context) {
  UsesReserve use;
  (void)LLVM::isCompatibleType(IntegerType::get(context, /*width=*/1));
}

/// True if all types of `op` are types of LLVM, hence no index.
static bool isOnLLVMTypes(Operation *op) {
  auto isKept = [](Type type) {
    return isa<IntegerType, FloatType, LLVM::LLVMPointerType>(type) &&
           LLVM::isCompatibleType(type);
  };
  return llvm::all_of(op->getOperandTypes(), isKept) &&
         llvm::all_of(op->getResultTypes(), isKept);
}

template <typename To>
static Operation *replace(OpBuilder &builder, Operation *op) {
  return To::create(builder, op->getLoc(), op->getResultTypes(),
                    op->getOperands());
}

/// Returns an equivalent LLVM op, or null if there is no simple one.
static Operation *convert(OpBuilder &builder, Operation *op) {
  using llvm::TypeSwitch;
  return TypeSwitch<Operation *, Operation *>(op)
      .Case([&](arith::ConstantOp op) {
        return LLVM::ConstantOp::create(builder, op.getLoc(), op.getType(),
                                        op.getValue());
      })
      .Case([&](arith::CmpIOp op) {
        // Predicates have the same numbers in both dialects.
        return LLVM::ICmpOp::create(
            builder, op.getLoc(),
            static_cast<LLVM::ICmpPredicate>(op.getPredicate()), op.getLhs(),
            op.getRhs());
      })
      .Case([&](arith::AddIOp op) { return replace<LLVM::AddOp>(builder, op); })
      .Case([&](arith::SubIOp op) { return replace<LLVM::SubOp>(builder, op); })
      .Case([&](arith::MulIOp op) { return replace<LLVM::MulOp>(builder, op); })
      .Case([&](arith::AndIOp op) { return replace<LLVM::AndOp>(builder, op); })
      .Case([&](arith::OrIOp op) { return replace<LLVM::OrOp>(builder, op); })
      .Case([&](arith::XOrIOp op) { return replace<LLVM::XOrOp>(builder, op); })
      .Case([&](arith::ShLIOp op) { return replace<LLVM::ShlOp>(builder, op); })
      .Case(
          [&](arith::ShRUIOp op) { return replace<LLVM::LShrOp>(builder, op); })
      .Case(
          [&](arith::ShRSIOp op) { return replace<LLVM::AShrOp>(builder, op); })
      .Case(
          [&](arith::DivUIOp op) { return replace<LLVM::UDivOp>(builder, op); })
      .Case(
          [&](arith::DivSIOp op) { return replace<LLVM::SDivOp>(builder, op); })
      .Case(
          [&](arith::RemUIOp op) { return replace<LLVM::URemOp>(builder, op); })
      .Case(
          [&](arith::RemSIOp op) { return replace<LLVM::SRemOp>(builder, op); })
      .Case(
          [&](arith::MinSIOp op) { return replace<LLVM::SMinOp>(builder, op); })
      .Case(
          [&](arith::MinUIOp op) { return replace<LLVM::UMinOp>(builder, op); })
      .Case(
          [&](arith::MaxSIOp op) { return replace<LLVM::SMaxOp>(builder, op); })
      .Case(
          [&](arith::MaxUIOp op) { return replace<LLVM::UMaxOp>(builder, op); })
      .Case(
          [&](arith::ExtUIOp op) { return replace<LLVM::ZExtOp>(builder, op); })
      .Case(
          [&](arith::ExtSIOp op) { return replace<LLVM::SExtOp>(builder, op); })
      .Case([&](arith::TruncIOp op) {
        return replace<LLVM::TruncOp>(builder, op);
      })
      .Case([&](arith::BitcastOp op) {
        return replace<LLVM::BitcastOp>(builder, op);
      })
      .Case([&](arith::SIToFPOp op) {
        return replace<LLVM::SIToFPOp>(builder, op);
      })
      .Case([&](arith::SelectOp op) {
        return replace<LLVM::SelectOp>(builder, op);
      })
      .Default(static_cast<Operation *>(nullptr));
}

/// True if `op` has flags other than those that `copyOverflow` copies.
static bool hasFlags(Operation *op) {
  std::optional<Attribute> exact = op->getInherentAttr("isExact");
  return (exact && *exact) || !op->getDiscardableAttrs().empty();
}

static void copyOverflow(Operation *from, Operation *to) {
  auto known = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(from);
  auto flagged = dyn_cast<LLVM::IntegerOverflowFlagsInterface>(to);
  if (!known || !flagged)
    return;
  auto flags = LLVM::IntegerOverflowFlags::none;
  if (known.hasNoSignedWrap())
    flags = flags | LLVM::IntegerOverflowFlags::nsw;
  if (known.hasNoUnsignedWrap())
    flags = flags | LLVM::IntegerOverflowFlags::nuw;
  if (flags != LLVM::IntegerOverflowFlags::none)
    flagged.setOverflowFlags(flags);
}

/// Operands of branches need no conversion.
static void convertBranches(Operation *function) {
  function->walk([](Operation *op) {
    OpBuilder builder(op);
    if (auto branch = dyn_cast<cf::BranchOp>(op))
      LLVM::BrOp::create(builder, op->getLoc(), branch.getDestOperands(),
                         branch.getDest());
    else if (auto branch = dyn_cast<cf::CondBranchOp>(op))
      LLVM::CondBrOp::create(builder, op->getLoc(), branch.getCondition(),
                             branch.getTrueDestOperands(),
                             branch.getFalseDestOperands(),
                             branch.getBranchWeightsAttr(),
                             branch.getTrueDest(), branch.getFalseDest());
    else
      return;
    op->erase();
  });
}

namespace {
struct ConvertScalarsToLLVM
    : public impl::ConvertScalarsToLLVMBase<ConvertScalarsToLLVM> {
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    arith::populateCeilFloorDivExpandOpsPatterns(set);
    expansions = std::move(set);
    return success();
  }

  void runOnOperation() override {
    makeCacheOfTypes(&getContext());
    convertBranches(getOperation());
    SmallVector<Operation *> left = convertPlain();
    if (left.empty())
      return;
    expand(left);
    if (convertPlain().empty())
      return;
    OpPassManager conversion(getOperation()->getName());
    conversion.addPass(createArithToLLVMConversionPass());
    conversion.addPass(createUBToLLVMConversionPass());
    if (failed(runPipeline(conversion, getOperation())))
      signalPassFailure();
  }

private:
  /// Converts ops that have an equivalent. Returns the others.
  SmallVector<Operation *> convertPlain() {
    SmallVector<Operation *> left;
    getOperation()->walk([&](Operation *op) {
      if (!isa_and_nonnull<arith::ArithDialect, ub::UBDialect>(
              op->getDialect()))
        return;
      OpBuilder builder(op);
      Operation *converted =
          isOnLLVMTypes(op) && !hasFlags(op) ? convert(builder, op) : nullptr;
      if (!converted) {
        left.push_back(op);
        return;
      }
      copyOverflow(op, converted);
      op->replaceAllUsesWith(converted);
      op->erase();
    });
    return left;
  }

  /// Turns divisions that round down or up, as in the trip counts of loops,
  /// into divisions that round to zero.
  void expand(ArrayRef<Operation *> ops) {
    PatternApplicator applicator(expansions);
    applicator.applyDefaultCostModel();
    PatternRewriter rewriter(&getContext());
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      (void)applicator.matchAndRewrite(op, rewriter);
    }
  }

  FrozenRewritePatternSet expansions;
};
} // namespace
} // namespace tessera

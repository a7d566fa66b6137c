//===- AttributePatterns.cpp - Removal of optional attributes -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTilePatterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::reduction;

using OperandRanges = SmallVector<MutableOperandRange, 3>;

/// The operands of `op` that may be absent: one each, or none.
static OperandRanges getOptionalOperands(Operation *op) {
  return llvm::TypeSwitch<Operation *, OperandRanges>(op)
      .Case([](LoadPtrTkoOp op) {
        return OperandRanges{op.getPaddingValueMutable(), op.getMaskMutable(),
                             op.getTokenMutable()};
      })
      .Case<StorePtrTkoOp, AtomicCASTkoOp, AtomicRMWTkoOp>([](auto op) {
        return OperandRanges{op.getMaskMutable(), op.getTokenMutable()};
      })
      .Case<LoadViewTkoOp, StoreViewTkoOp, AtomicRedViewTkoOp, PrintTkoOp,
            GdcWaitTkoOp, GdcLaunchDependentsTkoOp>(
          [](auto op) { return OperandRanges{op.getTokenMutable()}; })
      .Default(OperandRanges());
}

namespace {

/// Removes the i-th attribute, or gives it its default value. If the operation
/// needs it, the verifier rejects the result.
struct DropAttribute : AnyOpPattern {
  DropAttribute(MLIRContext *context, unsigned i)
      : AnyOpPattern(context, "drop-attribute"), i(i) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    ArrayRef<NamedAttribute> attributes = op->getAttrs();
    if (i >= attributes.size() ||
        attributes[i].getName() == "operandSegmentSizes")
      return failure();
    StringAttr name = attributes[i].getName();
    Attribute value = attributes[i].getValue();
    op->removeAttr(name);
    if (op->getPropertiesStorageSize())
      op->getName().populateDefaultProperties(op->getPropertiesStorage());
    if (op->getAttr(name) == value)
      return failure();
    rewriter.modifyOpInPlace(op, [] {});
    return success();
  }

private:
  unsigned i;
};

/// Removes the i-th operand that may be absent.
struct DropOperand : AnyOpPattern {
  DropOperand(MLIRContext *context, unsigned i)
      : AnyOpPattern(context, "drop-operand"), i(i) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    OperandRanges ranges = getOptionalOperands(op);
    if (i >= ranges.size() || ranges[i].empty())
      return failure();
    rewriter.modifyOpInPlace(op, [&] { ranges[i].clear(); });
    return success();
  }

private:
  unsigned i;
};

/// Makes an access weak, and removes its scope.
struct WeakenOrdering : AnyOpPattern {
  WeakenOrdering(MLIRContext *context)
      : AnyOpPattern(context, "weaken-ordering") {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    constexpr StringRef ordering = "memory_ordering_semantics",
                        scope = "memory_scope";
    auto weak = MemoryOrderingSemanticsAttr::get(op->getContext(),
                                                 MemoryOrderingSemantics::Weak);
    Attribute now = op->getAttr(ordering);
    if (!now || now == weak)
      return failure();
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr(ordering, weak);
      op->removeAttr(scope);
    });
    return success();
  }
};

/// Removes the promises of an access through a view about the position of its
/// tile.
struct DropInbounds : AnyOpPattern {
  DropInbounds(MLIRContext *context) : AnyOpPattern(context, "drop-inbounds") {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    auto promises = op->getAttrOfType<DenseBoolArrayAttr>("inbounds");
    if (!promises || !llvm::is_contained(promises.asArrayRef(), true))
      return failure();
    SmallVector<bool> none(promises.size(), false);
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr("inbounds", rewriter.getDenseBoolArrayAttr(none));
    });
    return success();
  }
};

/// Fills a literal with the number, unless all its elements are 0 or 1 already:
/// conditions and bounds need one or the other.
struct FillLiteral : OpRewritePattern<ConstantOp> {
  FillLiteral(MLIRContext *context, unsigned number)
      : OpRewritePattern(context), number(number) {
    setDebugName("fill-literal");
  }

  LogicalResult matchAndRewrite(ConstantOp op,
                                PatternRewriter &rewriter) const override {
    auto type = cast<TileType>(op.getResult().getType());
    for (unsigned plain : {0, 1})
      if (op.getValue() == reduction::makeLiteral(type, plain))
        return failure();
    ElementsAttr literal = reduction::makeLiteral(type, number);
    rewriter.modifyOpInPlace(op, [&] { op.setValueAttr(literal); });
    return success();
  }

private:
  unsigned number;
};

/// Sets all elements of a literal to the first one.
struct RepeatFirst : OpRewritePattern<ConstantOp> {
  RepeatFirst(MLIRContext *context) : OpRewritePattern(context) {
    setDebugName("repeat-first");
  }

  LogicalResult matchAndRewrite(ConstantOp op,
                                PatternRewriter &rewriter) const override {
    DenseElementsAttr elements = getDenseElements(op.getValue());
    if (elements.isSplat())
      return failure();
    auto first = *elements.value_begin<Attribute>();
    auto literal = toLiteral(cast<TileType>(op.getResult().getType()),
                             DenseElementsAttr::get(elements.getType(), first));
    rewriter.modifyOpInPlace(op, [&] { op.setValueAttr(literal); });
    return success();
  }
};

} // namespace

void reduction::populateAttributePatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  for (unsigned number : {0, 1})
    patterns.add<FillLiteral>(context, number);
  patterns.add<RepeatFirst, WeakenOrdering, DropInbounds>(context);
  for (unsigned i : {0, 1, 2})
    patterns.add<DropOperand>(context, i);
  // No operation of the dialect has more attributes.
  for (unsigned i = 0; i < 8; ++i)
    patterns.add<DropAttribute>(context, i);
}

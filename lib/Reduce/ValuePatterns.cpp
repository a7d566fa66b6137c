//===- ValuePatterns.cpp - Operations go, others stand in for them --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaTilePatterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/TileModule.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::reduction;

ElementsAttr reduction::makeLiteral(TileType type, unsigned number) {
  TileType dense = getDenseType(type);
  Type element = dense.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element))
    return toLiteral(
        type, DenseElementsAttr::get(dense, APInt(integer.getWidth(), number)));
  // Some formats have no zero; the all-zeros encoding is then the least
  // magnitude.
  const llvm::fltSemantics &format =
      cast<FloatType>(element).getFloatSemantics();
  APFloat value =
      number ? APFloat::getOne(format)
             : APFloat(format, APInt::getZero(APFloat::getSizeInBits(format)));
  return toLiteral(type, DenseElementsAttr::get(dense, value));
}

bool reduction::canMakeValue(Type type) {
  auto tile = dyn_cast<TileType>(type);
  return isa<TokenType>(type) || (tile && isNumberType(tile.getElementType()));
}

Value reduction::makeValue(OpBuilder &builder, Location loc, Type type,
                           unsigned number) {
  if (isa<TokenType>(type))
    return MakeTokenOp::create(builder, loc, type);
  return ConstantOp::create(builder, loc,
                            makeLiteral(cast<TileType>(type), number));
}

/// The operand of `op` with this type that comes after the first `skip` of
/// them.
static Value findOperand(Operation *op, Type type, unsigned skip) {
  for (Value operand : op->getOperands())
    if (operand.getType() == type && skip-- == 0)
      return operand;
  return nullptr;
}

/// True if `op` makes its result without operands.
static bool isConstantLike(Operation *op) {
  return isa_and_nonnull<ConstantOp, MakeTokenOp>(op);
}

/// True if `earlier` is at least as simple as `value`. Constants are the
/// simplest, and only equal ones replace each other: otherwise patterns would
/// swap constants for ever.
static bool canReplace(Value earlier, Value value) {
  Operation *constant = value.getDefiningOp(), *other = earlier.getDefiningOp();
  return earlier.getType() == value.getType() &&
         (!isConstantLike(constant) ||
          (isConstantLike(other) &&
           other->getAttrDictionary() == constant->getAttrDictionary()));
}

/// The outermost value before `op` that can replace `value`.
static Value findEarlier(Operation *op, Value value) {
  Value found;
  auto consider = [&](Value earlier) {
    if (!found && canReplace(earlier, value))
      found = earlier;
  };
  if (!op->hasTrait<OpTrait::IsIsolatedFromAbove>())
    if (Operation *parent = op->getParentOp())
      if (Value outer = findEarlier(parent, value))
        return outer;
  Block *block = op->getBlock();
  if (!block)
    return nullptr;
  llvm::for_each(block->getArguments(), consider);
  for (Operation &earlier : *block) {
    if (&earlier == op || found)
      break;
    llvm::for_each(earlier.getResults(), consider);
  }
  return found;
}

namespace {

/// Erases kernels, globals, and modules of them.
struct EraseSymbol : AnyOpPattern {
  EraseSymbol(MLIRContext *context) : AnyOpPattern(context, "erase-symbol") {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isTileModule(op) && !isa<EntryOpInterface, GlobalOp>(op))
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

/// Erases an operation whose results have no uses, whatever its effects.
struct EraseUnused : AnyOpPattern {
  EraseUnused(MLIRContext *context) : AnyOpPattern(context, "erase-unused") {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!op->use_empty() || op->hasTrait<OpTrait::IsTerminator>() ||
        isa<SymbolOpInterface>(op) || !op->getBlock())
      return failure();
    rewriter.eraseOp(op);
    return success();
  }
};

/// Replaces each result by an operand of its type, the one after the first
/// `skip`. An access then passes its token on.
struct ForwardOperands : AnyOpPattern {
  ForwardOperands(MLIRContext *context, unsigned skip)
      : AnyOpPattern(context, "forward-operands"), skip(skip) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    SmallVector<Value> values;
    for (Value result : op->getResults())
      values.push_back(findOperand(op, result.getType(), skip));
    if (values.empty() || llvm::is_contained(values, nullptr))
      return failure();
    rewriter.replaceOp(op, values);
    return success();
  }

private:
  unsigned skip;
};

/// Replaces results by constants, and tokens by the operation's own token
/// operand.
struct ReplaceByConstants : AnyOpPattern {
  ReplaceByConstants(MLIRContext *context, unsigned number)
      : AnyOpPattern(context, "replace-by-constants"), number(number) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->use_empty() || isConstantLike(op) ||
        !llvm::all_of(op->getResultTypes(), canMakeValue))
      return failure();
    SmallVector<Value> values;
    for (Type type : op->getResultTypes()) {
      Value token = isa<TokenType>(type) ? findOperand(op, type, 0) : Value();
      values.push_back(token ? token
                             : makeValue(rewriter, op->getLoc(), type, number));
    }
    rewriter.replaceOp(op, values);
    return success();
  }

private:
  unsigned number;
};

/// Replaces results by values from further up.
struct ReplaceByEarlier : AnyOpPattern {
  ReplaceByEarlier(MLIRContext *context)
      : AnyOpPattern(context, "replace-by-earlier") {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (op->use_empty())
      return failure();
    SmallVector<Value> values;
    for (Value result : op->getResults())
      values.push_back(findEarlier(op, result));
    if (llvm::is_contained(values, nullptr))
      return failure();
    rewriter.replaceOp(op, values);
    return success();
  }
};

/// Replaces the i-th operand by a value from further up.
struct RewireOperand : AnyOpPattern {
  RewireOperand(MLIRContext *context, unsigned i)
      : AnyOpPattern(context, "rewire-operand"), i(i) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (i >= op->getNumOperands())
      return failure();
    Value now = op->getOperand(i), earlier = findEarlier(op, now);
    if (earlier == now)
      return failure();
    rewriter.modifyOpInPlace(op, [&] { op->setOperand(i, earlier); });
    return success();
  }

private:
  unsigned i;
};

/// Erases arguments that the kernel does not use.
struct EraseArguments : OpRewritePattern<EntryOpInterface> {
  EraseArguments(MLIRContext *context) : OpRewritePattern(context) {
    setDebugName("erase-arguments");
  }

  LogicalResult matchAndRewrite(EntryOpInterface entry,
                                PatternRewriter &rewriter) const override {
    auto op = cast<FunctionOpInterface>(entry.getOperation());
    llvm::BitVector unused(op.getNumArguments());
    for (BlockArgument argument : op.getArguments())
      unused[argument.getArgNumber()] = argument.use_empty();
    if (unused.none())
      return failure();
    bool done = false;
    rewriter.modifyOpInPlace(
        op, [&] { done = succeeded(op.eraseArguments(unused)); });
    return success(done);
  }
};

} // namespace

void reduction::populateValuePatterns(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  patterns.add<EraseSymbol, EraseUnused>(context);
  for (unsigned skip : {0, 1, 2})
    patterns.add<ForwardOperands>(context, skip);
  for (unsigned number : {0, 1})
    patterns.add<ReplaceByConstants>(context, number);
  patterns.add<ReplaceByEarlier, EraseArguments>(context);
  // Only terminators and lists of indices have more operands.
  for (unsigned i = 0; i < 4; ++i)
    patterns.add<RewireOperand>(context, i);
}

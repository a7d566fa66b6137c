//===- CanonicalizationMemory.cpp - Tokens, masks and assertions ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Erases ops that never touch memory, and weak loads without uses. The order of
// the remaining ops is the same: ops after an erased one come after its
// predecessors.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

OpFoldResult JoinTokensOp::fold(FoldAdaptor) {
  llvm::SmallSetVector<Value, 4> tokens;
  for (Value token : getTokens()) {
    auto inner = token.getDefiningOp<JoinTokensOp>();
    // An inner join with other users is not merged: inlining all of them would
    // let chains of joins grow quadratically.
    if (inner && inner->hasOneUse())
      tokens.insert_range(inner.getTokens());
    else if (!token.getDefiningOp<MakeTokenOp>())
      tokens.insert(token);
  }
  if (tokens.empty())
    return getTokens().front();
  if (tokens.size() == 1)
    return tokens.front();
  if (llvm::equal(tokens, getTokens()))
    return nullptr;
  getTokensMutable().assign(tokens.getArrayRef());
  return getResult();
}

/// Erases an op with an optional token, and replaces the uses of `results`,
/// which are all results but the token.
template <typename Op>
static void replaceUnordered(Op op, ValueRange results,
                             PatternRewriter &rewriter) {
  SmallVector<Value> values(results);
  values.push_back(op.getToken() ? op.getToken()
                                 : MakeTokenOp::create(rewriter, op.getLoc()));
  rewriter.replaceOp(op, values);
}

/// A weak load whose tile is unused only passes on its token.
template <typename Op> static bool isUnusedLoad(Op op) {
  return op->getResult(0).use_empty() &&
         op.getMemoryOrderingSemantics() == MemoryOrderingSemantics::Weak;
}

template <typename Op>
static LogicalResult removeUnusedLoad(Op op, PatternRewriter &rewriter) {
  if (!isUnusedLoad(op))
    return rewriter.notifyMatchFailure(op,
                                       "its tile is used, or it orders others");
  Value token = op.getToken() ? op.getToken()
                              : MakeTokenOp::create(rewriter, op.getLoc());
  rewriter.replaceAllUsesWith(op.getResultToken(), token);
  rewriter.eraseOp(op);
  return success();
}

/// The token that an unused load passes on, null if it has none; nothing for
/// any other token.
static std::optional<Value> findPassedOn(Value token) {
  if (auto load = token.getDefiningOp<LoadPtrTkoOp>();
      load && isUnusedLoad(load))
    return load.getToken();
  if (auto load = token.getDefiningOp<LoadViewTkoOp>();
      load && isUnusedLoad(load))
    return load.getToken();
  return std::nullopt;
}

/// Looks behind all unused loads at once: each that is removed by itself brings
/// the join up again, which is as long as there are loads.
LogicalResult JoinTokensOp::canonicalize(JoinTokensOp op,
                                         PatternRewriter &rewriter) {
  llvm::SmallSetVector<Value, 4> tokens;
  DenseSet<Value> passedOn;
  for (Value token : op.getTokens()) {
    std::optional<Value> next;
    while (token && (next = findPassedOn(token)))
      // Another token may have led to the same load.
      token = passedOn.insert(token).second ? *next : Value();
    if (token)
      tokens.insert(token);
  }
  if (passedOn.empty())
    return rewriter.notifyMatchFailure(op, "no token is of an unused load");
  if (tokens.empty())
    tokens.insert(MakeTokenOp::create(rewriter, op.getLoc()));
  rewriter.modifyOpInPlace(
      op, [&] { op.getTokensMutable().assign(tokens.getArrayRef()); });
  return success();
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

/// The mask of all elements, if it is a constant with equal elements.
template <typename Op> static std::optional<bool> getConstantMask(Op op) {
  if (!op.getMask())
    return std::nullopt;
  std::optional<uint64_t> mask = getSplat(op.getMask());
  return mask ? std::optional(*mask != 0) : std::nullopt;
}

/// Drops a mask that is all true.
template <typename Op>
static LogicalResult removeTrueMask(Op op, PatternRewriter &rewriter) {
  if (getConstantMask(op) != true)
    return rewriter.notifyMatchFailure(op, "no mask is known to be true");
  rewriter.modifyOpInPlace(op, [&] { op.getMaskMutable().clear(); });
  return success();
}

LogicalResult LoadPtrTkoOp::canonicalize(LoadPtrTkoOp op,
                                         PatternRewriter &rewriter) {
  if (succeeded(removeUnusedLoad(op, rewriter)))
    return success();
  std::optional<bool> mask = getConstantMask(op);
  bool isPaddingIdle = !op.getMask() && op.getPaddingValue();
  if (mask == true || isPaddingIdle) {
    rewriter.modifyOpInPlace(op, [&] {
      op.getMaskMutable().clear();
      op.getPaddingValueMutable().clear();
    });
    return success();
  }
  if (mask != false)
    return rewriter.notifyMatchFailure(op, "no mask is known");
  // Without padding the elements are undefined.
  if (!op.getPaddingValue())
    return rewriter.notifyMatchFailure(op, "there is no padding to load");
  replaceUnordered(op, op.getPaddingValue(), rewriter);
  return success();
}

LogicalResult LoadViewTkoOp::canonicalize(LoadViewTkoOp op,
                                          PatternRewriter &rewriter) {
  return removeUnusedLoad(op, rewriter);
}

LogicalResult StorePtrTkoOp::canonicalize(StorePtrTkoOp op,
                                          PatternRewriter &rewriter) {
  if (getConstantMask(op) != false)
    return removeTrueMask(op, rewriter);
  replaceUnordered(op, ValueRange(), rewriter);
  return success();
}

LogicalResult AtomicCASTkoOp::canonicalize(AtomicCASTkoOp op,
                                           PatternRewriter &rewriter) {
  if (getConstantMask(op) != false)
    return removeTrueMask(op, rewriter);
  replaceUnordered(op, op.getCmp(), rewriter);
  return success();
}

LogicalResult AtomicRMWTkoOp::canonicalize(AtomicRMWTkoOp op,
                                           PatternRewriter &rewriter) {
  // Under a mask that is all false the elements are undefined.
  return removeTrueMask(op, rewriter);
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

LogicalResult AssertOp::canonicalize(AssertOp op, PatternRewriter &rewriter) {
  if (getSplat(op.getCondition()) != 1)
    return rewriter.notifyMatchFailure(op, "the condition may be false");
  rewriter.eraseOp(op);
  return success();
}

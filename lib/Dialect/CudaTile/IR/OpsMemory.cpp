//===- OpsMemory.cpp - Tokens and accesses to memory ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "Checks.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera::cuda_tile;

LogicalResult JoinTokensOp::verify() {
  if (getTokens().size() < 2)
    return emitOpError() << "needs at least two tokens, found "
                         << getTokens().size();
  return success();
}

//===----------------------------------------------------------------------===//
// What accesses share
//===----------------------------------------------------------------------===//

/// Checks the ordering and that a scope is there iff it is needed.
template <typename Op>
static LogicalResult verifyOrdering(Op op,
                                    ArrayRef<MemoryOrderingSemantics> allowed) {
  MemoryOrderingSemantics ordering = op.getMemoryOrderingSemantics();
  if (failed(verifyOneOf(op, "memory ordering", ordering, allowed)))
    return failure();
  bool isWeak = ordering == MemoryOrderingSemantics::Weak;
  if (isWeak && op.getMemoryScope())
    return op.emitOpError("must not have a memory scope, as it is weak");
  if (!isWeak && !op.getMemoryScope())
    return op.emitOpError() << "needs a memory scope (tl_blk, device or sys), "
                            << "as it is " << stringifyEnum(ordering);
  return success();
}

static constexpr MemoryOrderingSemantics loadOrderings[] = {
    MemoryOrderingSemantics::Weak, MemoryOrderingSemantics::Relaxed,
    MemoryOrderingSemantics::Acquire};
static constexpr MemoryOrderingSemantics storeOrderings[] = {
    MemoryOrderingSemantics::Weak, MemoryOrderingSemantics::Relaxed,
    MemoryOrderingSemantics::Release};

static LogicalResult verifyMask(Operation *op, Value mask, Value pointers,
                                StringRef pointersName) {
  auto shapeOf = [](Value value) {
    return cast<TileType>(value.getType()).getShape();
  };
  if (mask && shapeOf(mask) != shapeOf(pointers))
    return op->emitOpError()
           << "mask must have the shape of " << pointersName << ", found "
           << mask.getType() << " and " << pointers.getType();
  return success();
}

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// An access that is not weak is seen by others, so that it may neither vanish
/// nor merge with another one: it counts as a read and a write.
template <typename Effect, typename Op>
static void getAccessEffects(Op op, Effects &effects) {
  if (op.getMemoryOrderingSemantics() == MemoryOrderingSemantics::Weak) {
    effects.emplace_back(Effect::get());
    return;
  }
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// Accesses through pointers
//===----------------------------------------------------------------------===//

LogicalResult LoadPtrTkoOp::verify() {
  if (failed(verifyOrdering(*this, loadOrderings)) ||
      failed(verifyMask(*this, getMask(), getSource(), "source")))
    return failure();
  if (!getPaddingValue())
    return success();
  if (!getMask())
    return emitOpError("paddingValue has no meaning without a mask");
  if (getPaddingValue().getType() != getResult().getType())
    return emitOpError() << "paddingValue must have the type "
                         << getResult().getType() << " of the result, found "
                         << getPaddingValue().getType();
  return success();
}

void LoadPtrTkoOp::getEffects(Effects &effects) {
  getAccessEffects<MemoryEffects::Read>(*this, effects);
}

LogicalResult StorePtrTkoOp::verify() {
  if (failed(verifyOrdering(*this, storeOrderings)) ||
      failed(verifyMask(*this, getMask(), getDestination(), "destination")))
    return failure();
  Type pointee = cast<PointerType>(getDestination().getType().getElementType())
                     .getPointeeType();
  Type element = getValue().getType().getElementType();
  if (pointee != element)
    return emitOpError() << "destination points to " << pointee
                         << ", but value has elements of " << element;
  return success();
}

void StorePtrTkoOp::getEffects(Effects &effects) {
  getAccessEffects<MemoryEffects::Write>(*this, effects);
}

//===----------------------------------------------------------------------===//
// Accesses through views
//===----------------------------------------------------------------------===//

/// The rules that loads and stores through views have in common.
template <typename Op>
static LogicalResult
verifyViewAccess(Op op, ArrayRef<MemoryOrderingSemantics> orderings) {
  if (failed(verifyOrdering(op, orderings)))
    return failure();
  TileView view = op.getView().getType();
  size_t numIndices = op.getIndex().size();
  if (numIndices != view.getIndexRank())
    return op.emitOpError() << "the view needs " << view.getIndexRank()
                            << " indices, found " << numIndices;
  if (failed(view.verifyIndices(op.getIndex().getTypes(),
                                [&] { return op.emitOpError(); })))
    return failure();
  if (op.getInbounds().size() != numIndices)
    return op.emitOpError()
           << "inbounds must have one flag for each of the " << numIndices
           << " indices, found " << op.getInbounds().size();
  if (op.getTile().getType() != view.getViewTileType())
    return op.emitOpError()
           << "tile must have the type " << view.getViewTileType()
           << " that the view has tiles of, found " << op.getTile().getType();
  return success();
}

static DenseBoolArrayAttr getNoneInbounds(OpBuilder &builder, size_t count) {
  return builder.getDenseBoolArrayAttr(SmallVector<bool>(count, false));
}

void LoadViewTkoOp::build(OpBuilder &builder, OperationState &state, Value view,
                          ValueRange index, Value token) {
  build(builder, state, cast<TileView>(view.getType()).getViewTileType(),
        builder.getType<TokenType>(), view, index, token,
        MemoryOrderingSemantics::Weak, MemoryScopeAttr(),
        OptimizationHintsAttr(), getNoneInbounds(builder, index.size()));
}

LogicalResult LoadViewTkoOp::verify() {
  return verifyViewAccess(*this, loadOrderings);
}

void LoadViewTkoOp::getEffects(Effects &effects) {
  getAccessEffects<MemoryEffects::Read>(*this, effects);
}

void StoreViewTkoOp::build(OpBuilder &builder, OperationState &state,
                           Value tile, Value view, ValueRange index,
                           Value token) {
  build(builder, state, builder.getType<TokenType>(), tile, view, index, token,
        MemoryOrderingSemantics::Weak, MemoryScopeAttr(),
        OptimizationHintsAttr(), getNoneInbounds(builder, index.size()));
}

LogicalResult StoreViewTkoOp::verify() {
  return verifyViewAccess(*this, storeOrderings);
}

void StoreViewTkoOp::getEffects(Effects &effects) {
  getAccessEffects<MemoryEffects::Write>(*this, effects);
}

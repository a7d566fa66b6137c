//===- OpsMemory.cpp - Tokens and accesses to memory ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssemblyDirectives.h"
#include "Checks.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Multimem.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera::cuda_tile;

LogicalResult JoinTokensOp::verify() {
  if (getTokens().size() < 2)
    return emitOpError() << "needs at least two tokens, found "
                         << getTokens().size();
  return success();
}

//===----------------------------------------------------------------------===//
// Checks of all accesses
//===----------------------------------------------------------------------===//

/// Checks the ordering, and that there is a scope if and only if it is needed.
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

/// A multicast address stands for the memory of several GPUs, which only the
/// multimem operations access. `name` is the operand with the attribute
/// `ptrAttr`.
static LogicalResult refuseMulticast(Operation *op, StringRef name,
                                     PtrAttrAttr ptrAttr) {
  if (!ptrAttr || ptrAttr.getValue() != PtrAttr::Multicast)
    return success();
  return op->emitOpError()
         << name << " must not be multicast: only the multimem operations "
         << "access such memory";
}

static LogicalResult refuseMulticast(Operation *op, StringRef name,
                                     TileType pointers) {
  return refuseMulticast(
      op, name, cast<PointerType>(pointers.getElementType()).getPtrAttr());
}

static PtrAttrAttr getPtrAttr(TileView view) {
  return cast<TensorViewType>(view.getTensorView()).getPtrAttr();
}

using Effects = SmallVectorImpl<MemoryEffects::EffectInstance>;

/// An access that is not weak is visible to others, so it may neither be erased
/// nor merged with another one: it counts as a read and a write.
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
// AllocaOp
//===----------------------------------------------------------------------===//

LogicalResult AllocaOp::verify() {
  int64_t numElements = getNumElemAttr().getInt();
  int64_t alignment = getAlignmentAttr().getInt();
  if (numElements < 0)
    return emitOpError() << "num_elem must not be negative, found "
                         << numElements;
  Type pointee = cast<PointerType>(getType().getElementType()).getPointeeType();
  int64_t size = llvm::divideCeil(getPackedBitWidth(pointee), 8);
  if (alignment < size || !llvm::isPowerOf2_64(alignment))
    return emitOpError() << "alignment must be a power of two and at least "
                         << size << ", the size of " << pointee << ", found "
                         << alignment;
  return success();
}

//===----------------------------------------------------------------------===//
// Accesses through pointers
//===----------------------------------------------------------------------===//

LogicalResult LoadPtrTkoOp::verify() {
  if (failed(verifyOrdering(*this, loadOrderings)) ||
      failed(refuseMulticast(*this, "source", getSource().getType())) ||
      failed(verifyMask(*this, getMask(), getSource(), "source")))
    return failure();
  if (getPaddingValue() && getPaddingValue().getType() != getResult().getType())
    return emitOpError() << "paddingValue must have the type "
                         << getResult().getType() << " of the result, found "
                         << getPaddingValue().getType();
  return success();
}

void LoadPtrTkoOp::getEffects(Effects &effects) {
  getAccessEffects<MemoryEffects::Read>(*this, effects);
}

/// Checks that the pointers, called `name`, point to elements of `value`.
static LogicalResult verifyPointee(Operation *op, StringRef name,
                                   TileType pointers, StringRef valueName,
                                   TileType value) {
  Type pointee = cast<PointerType>(pointers.getElementType()).getPointeeType();
  if (pointee != value.getElementType())
    return op->emitOpError()
           << name << " points to " << pointee << ", but " << valueName
           << " has elements of " << value.getElementType();
  return success();
}

LogicalResult StorePtrTkoOp::verify() {
  if (failed(verifyOrdering(*this, storeOrderings)) ||
      failed(
          refuseMulticast(*this, "destination", getDestination().getType())) ||
      failed(verifyMask(*this, getMask(), getDestination(), "destination")))
    return failure();
  return verifyPointee(*this, "destination", getDestination().getType(),
                       "value", getValue().getType());
}

void StorePtrTkoOp::getEffects(Effects &effects) {
  getAccessEffects<MemoryEffects::Write>(*this, effects);
}

//===----------------------------------------------------------------------===//
// Accesses through views
//===----------------------------------------------------------------------===//

template <typename Op> static LogicalResult verifyNumIndices(Op op) {
  size_t needed = op.getView().getType().getIndexRank();
  if (op.getIndex().size() != needed)
    return op.emitOpError() << "the view needs " << needed << " indices, found "
                            << op.getIndex().size();
  return success();
}

/// Checks that `tile`, called `name`, is one of those of `view`.
static LogicalResult verifyTileOfView(Operation *op, StringRef name,
                                      TileType tile, TileView view) {
  if (tile != view.getViewTileType())
    return op->emitOpError()
           << name << " must have the type " << view.getViewTileType()
           << " that the view has tiles of, found " << tile;
  return success();
}

template <typename Op> static LogicalResult verifyInbounds(Op op) {
  if (op.getInbounds().size() != op.getIndex().size())
    return op.emitOpError() << "inbounds must have one flag for each of the "
                            << op.getIndex().size() << " indices, found "
                            << op.getInbounds().size();
  return success();
}

/// The rules for place and tile of loads and stores through views.
template <typename Op> static LogicalResult verifyPlaceAndTile(Op op) {
  if (failed(verifyNumIndices(op)))
    return failure();
  TileView view = op.getView().getType();
  if (failed(view.verifyIndices(op.getIndex().getTypes(),
                                [&] { return op.emitOpError(); })) ||
      failed(verifyInbounds(op)))
    return failure();
  return verifyTileOfView(op, "tile", op.getTile().getType(), view);
}

/// The rules that loads and stores through views have in common.
template <typename Op>
static LogicalResult
verifyViewAccess(Op op, ArrayRef<MemoryOrderingSemantics> orderings) {
  if (failed(verifyOrdering(op, orderings)) ||
      failed(refuseMulticast(op, "view", getPtrAttr(op.getView().getType()))))
    return failure();
  return verifyPlaceAndTile(op);
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

//===----------------------------------------------------------------------===//
// Accesses to all participants of a multicast view
//===----------------------------------------------------------------------===//

static constexpr StringRef multimemElements = "i32, i64, f16, bf16, f32 or f64";

static bool isMultimemElement(Type type) {
  return type.isInteger(32) || type.isInteger(64) ||
         isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

/// Elements of 16 bits are accessed in pairs of neighbours.
static LogicalResult verifyPairs(Operation *op, TileView view) {
  auto tile = cast<TileType>(view.getViewTileType());
  Type element = tile.getElementType();
  if (!element.isF16() && !element.isBF16())
    return success();
  auto tensor = cast<TensorViewType>(view.getTensorView());
  if (llvm::count(tensor.getStrides(), 1) != 1)
    return op->emitOpError()
           << "view must have exactly one static stride of 1, as its elements "
           << "are " << element << ", found " << tensor;
  if (cast<ShapedType>(tile).getNumElements() == 1)
    return op->emitOpError() << "tile must have two elements of " << element
                             << " at least, found " << tile;
  return success();
}

/// The rules that these operations have in common.
template <typename Op> static LogicalResult verifyMultimem(Op op) {
  TileView view = op.getView().getType();
  PtrAttrAttr ptrAttr = getPtrAttr(view);
  if (!ptrAttr || ptrAttr.getValue() != PtrAttr::Multicast)
    return op.emitOpError() << "view must be one of a multicast tensor_view, "
                            << "found " << view;
  if (failed(verifyPlaceAndTile(op)))
    return failure();
  Type element = op.getTile().getType().getElementType();
  if (!isMultimemElement(element))
    return op.emitOpError() << "tile must have elements of " << multimemElements
                            << ", found " << element;
  return verifyPairs(op, view);
}

/// Checks that `op` supports the elements of its tile; for 16-bit elements,
/// only the reductions in `halfKinds`.
template <typename Op>
static LogicalResult
verifyReduction(Op op, ArrayRef<MultimemReductionKind> halfKinds) {
  Type element = op.getTile().getType().getElementType();
  if (element.isInteger())
    return success();
  bool isHalf = element.isF16() || element.isBF16();
  auto kinds = isHalf ? halfKinds : halfKinds.take_front();
  if (llvm::is_contained(kinds, op.getReduction()))
    return success();
  return op.emitOpError() << "reduction " << stringifyEnum(op.getReduction())
                          << " does not exist for elements of " << element;
}

LogicalResult MultimemLoadReduceViewTkoOp::verify() {
  if (failed(verifyOrdering(*this, loadOrderings)) ||
      failed(verifyMultimem(*this)))
    return failure();
  return verifyReduction(*this, {MultimemReductionKind::Add,
                                 MultimemReductionKind::Min,
                                 MultimemReductionKind::Max});
}

void MultimemLoadReduceViewTkoOp::getEffects(Effects &effects) {
  getAccessEffects<MemoryEffects::Read>(*this, effects);
}

LogicalResult MultimemReduceViewTkoOp::verify() {
  if (failed(verifyOneOf<MemoryOrderingSemantics>(
          *this, "memory ordering", getMemoryOrderingSemantics(),
          {MemoryOrderingSemantics::Relaxed,
           MemoryOrderingSemantics::Release})) ||
      failed(verifyMultimem(*this)))
    return failure();
  return verifyReduction(*this, MultimemReductionKind::Add);
}

void MultimemReduceViewTkoOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult MultimemStoreViewTkoOp::verify() {
  if (failed(verifyOrdering(*this, storeOrderings)))
    return failure();
  return verifyMultimem(*this);
}

void MultimemStoreViewTkoOp::getEffects(Effects &effects) {
  getAccessEffects<MemoryEffects::Write>(*this, effects);
}

//===----------------------------------------------------------------------===//
// Atomics
//===----------------------------------------------------------------------===//

static void getAtomicEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

/// The rules of the atomics that take pointers; `value`, called `valueName`, is
/// the operand that they store or compute with.
template <typename Op>
static LogicalResult verifyPointerAtomic(Op op, StringRef valueName,
                                         TileType value) {
  TileType pointers = op.getPointers().getType();
  if (failed(verifyOneOf<MemoryOrderingSemantics>(
          op, "memory ordering", op.getMemoryOrderingSemantics(),
          {MemoryOrderingSemantics::Relaxed, MemoryOrderingSemantics::Acquire,
           MemoryOrderingSemantics::Release, MemoryOrderingSemantics::AcqRel})))
    return failure();
  if (pointers.getShape() != value.getShape())
    return op.emitOpError()
           << "pointers and " << valueName << " must have one shape, found "
           << pointers << " and " << value;
  if (failed(refuseMulticast(op, "pointers", pointers)) ||
      failed(verifyMask(op, op.getMask(), op.getPointers(), "pointers")))
    return failure();
  return verifyPointee(op, "pointers", pointers, valueName, value);
}

/// True for number types of 32 or 64 bits.
static bool isWord(Type type) {
  return type.isInteger(32) || type.isInteger(64) || type.isF32() ||
         type.isF64();
}

/// Checks that `mode` supports elements of `type`.
static LogicalResult verifyMode(Operation *op, AtomicRMWMode mode, Type type) {
  auto check = [&](bool fits, StringRef needed) -> LogicalResult {
    if (fits)
      return success();
    return op->emitOpError()
           << "mode " << stringifyEnum(mode) << " needs elements of " << needed
           << ", found " << type;
  };
  if (mode == AtomicRMWMode::AddF)
    return check(type.isF16() || type.isBF16() || type.isF32() || type.isF64(),
                 "f16, bf16, f32 or f64");
  if (mode == AtomicRMWMode::Xchg)
    return check(isWord(type), "i32, i64, f32 or f64");
  return check(type.isInteger(32) || type.isInteger(64), "i32 or i64");
}

LogicalResult AtomicCASTkoOp::verify() {
  if (failed(verifyPointerAtomic(*this, "val", getVal().getType())))
    return failure();
  Type element = getVal().getType().getElementType();
  if (!isWord(element))
    return emitOpError() << "val must have elements of i32, i64, f32 or f64, "
                         << "found " << element;
  return success();
}

void AtomicCASTkoOp::getEffects(Effects &effects) { getAtomicEffects(effects); }

LogicalResult AtomicRMWTkoOp::verify() {
  if (failed(verifyPointerAtomic(*this, "arg", getArg().getType())))
    return failure();
  return verifyMode(*this, getMode(), getArg().getType().getElementType());
}

void AtomicRMWTkoOp::getEffects(Effects &effects) { getAtomicEffects(effects); }

/// Checks that the index names a tile of the view, and that the value is one.
static LogicalResult verifyViewAndValue(AtomicRedViewTkoOp op) {
  TileView view = op.getView().getType();
  if (!isa<PartitionViewType, StridedViewType>(view))
    return op.emitOpError() << "view must be a partition_view or a "
                            << "strided_view, found " << view;
  if (failed(refuseMulticast(op, "view", getPtrAttr(view))) ||
      failed(verifyNumIndices(op)) || failed(verifyInbounds(op)))
    return failure();
  for (Type type : op.getIndex().getTypes())
    if (!cast<TileType>(type).getShape().empty())
      return op.emitOpError() << "the indices must be scalars, found " << type;
  return verifyTileOfView(op, "value", op.getValue().getType(), view);
}

LogicalResult AtomicRedViewTkoOp::verify() {
  if (failed(verifyOneOf<MemoryOrderingSemantics>(
          *this, "memory ordering", getMemoryOrderingSemantics(),
          {MemoryOrderingSemantics::Relaxed})) ||
      failed(
          verifyOneOf<MemoryScope>(*this, "memory scope", getMemoryScope(),
                                   {MemoryScope::TlBlk, MemoryScope::Device})))
    return failure();
  if (getMode() == AtomicRMWMode::Xchg)
    return emitOpError("mode must not be xchg: nothing is given back");
  if (failed(verifyViewAndValue(*this)))
    return failure();
  return verifyMode(*this, getMode(), getValue().getType().getElementType());
}

void AtomicRedViewTkoOp::getEffects(Effects &effects) {
  getAtomicEffects(effects);
}

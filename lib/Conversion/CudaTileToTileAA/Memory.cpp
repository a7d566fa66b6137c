//===- Memory.cpp - Tokens, address arithmetic, accesses by pointers ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Pointers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

static bool isBool(Type type) {
  return getElementTypeOrSelf(type).isInteger(1);
}

/// Access through pointers touches at most one element of f4E2M1FN per byte.
static bool isHalfByte(Type type) {
  return getElementTypeOrSelf(type).isInteger(4);
}

/// The type of the bytes that hold the booleans of `type`.
static Type getByteType(OpBuilder &builder, Type type) {
  return withElementType(type, builder.getI8Type());
}

std::pair<Value, Value> tessera::makeLoad(OpBuilder &builder, Location loc,
                                          Type type, const AccessPlace &place,
                                          Value other, Value token,
                                          const AccessOrder &order,
                                          tileaa::AtomicModeAttr multimem) {
  bool isPart = isBool(type) || isHalfByte(type);
  Type loaded = isPart ? getByteType(builder, type) : type;
  if (other && isPart)
    other = arith::ExtUIOp::create(
        builder, loc, getByteType(builder, other.getType()), other);
  auto load = tileaa::LoadOp::create(builder, loc, {place, order, token},
                                     loaded, other, multimem);
  Value result = load.getResult();
  if (isBool(type))
    result =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, result,
                              makeIntSplat(builder, loc, loaded, 0));
  else if (isHalfByte(type))
    result = arith::TruncIOp::create(builder, loc, type, result);
  return {result, load.getResultToken()};
}

Value tessera::makeStore(OpBuilder &builder, Location loc, Value value,
                         const AccessPlace &place, Value token,
                         const AccessOrder &order, bool multimem) {
  if (isBool(value.getType()) || isHalfByte(value.getType()))
    value = arith::ExtUIOp::create(
        builder, loc, getByteType(builder, value.getType()), value);
  auto store = tileaa::StoreOp::create(builder, loc, {place, order, token},
                                       value, multimem);
  return store.getResultToken();
}

tileaa::AtomicOp tessera::makeAtomic(OpBuilder &builder, Location loc,
                                     tileaa::AtomicMode mode, Value value,
                                     Value compare, const AccessPlace &place,
                                     Value token, const AccessOrder &order,
                                     bool multimem) {
  return tileaa::AtomicOp::create(builder, loc, {place, order, token}, mode,
                                  value, compare, multimem);
}

tileaa::AtomicMode tessera::convertMode(AtomicRMWMode mode) {
  static_assert(int(AtomicRMWMode::And) == int(tileaa::AtomicMode::And) &&
                int(AtomicRMWMode::Xchg) == int(tileaa::AtomicMode::Xchg));
  return static_cast<tileaa::AtomicMode>(mode);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

namespace {

/// The offset counts elements and is signed. Neither the product nor the sum
/// may overflow.
struct ConvertOffset : public OpConversionPattern<OffsetOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(OffsetOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value offset = adaptor.getOffset();
    Type type = withElementType(offset.getType(), rewriter.getI64Type());
    // 64-bit products may wrap, as addresses themselves do.
    auto overflow = arith::IntegerOverflowFlags::none;
    if (offset.getType() != type) {
      offset = arith::ExtSIOp::create(rewriter, loc, type, offset);
      overflow = arith::IntegerOverflowFlags::nsw;
    }
    auto pointer = cast<PointerType>(op.getType().getElementType());
    if (int64_t bytes = getStorageBytes(pointer.getPointeeType()); bytes != 1)
      offset = arith::MulIOp::create(rewriter, loc, offset,
                                     makeIntSplat(rewriter, loc, type, bytes),
                                     overflow);
    rewriter.replaceOpWithNewOp<tileaa::PtrAddOp>(
        op, adaptor.getPtr().getType(), adaptor.getPtr(), offset);
    return success();
  }
};

/// The place with one pointer for each element.
AccessPlace getPlace(Value pointers, Value mask) {
  AccessPlace place;
  place.base = pointers;
  place.mask = mask;
  return place;
}

struct ConvertLoadPtr : public OpConversionPattern<LoadPtrTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(LoadPtrTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    AccessPlace place = getPlace(adaptor.getSource(), adaptor.getMask());
    // Without a mask no element is absent.
    Value other = place.mask ? adaptor.getPaddingValue() : Value();
    auto [value, token] =
        makeLoad(rewriter, op.getLoc(),
                 getTypeConverter()->convertType(op.getResult().getType()),
                 place, other, adaptor.getToken(), getAccessOrder(op));
    rewriter.replaceOp(op, {value, token});
    return success();
  }
};

struct ConvertStorePtr : public OpConversionPattern<StorePtrTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(StorePtrTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, makeStore(rewriter, op.getLoc(), adaptor.getValue(),
                      getPlace(adaptor.getDestination(), adaptor.getMask()),
                      adaptor.getToken(), getAccessOrder(op)));
    return success();
  }
};

struct ConvertGetGlobal : public OpConversionPattern<GetGlobalOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(GetGlobalOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tileaa::GetGlobalOp>(
        op, tileaa::PtrType::get(op.getContext()), op.getNameAttr());
    return success();
  }
};

struct ConvertAtomicRMW : public OpConversionPattern<AtomicRMWTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicRMWTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, makeAtomic(rewriter, op.getLoc(), convertMode(op.getMode()),
                       adaptor.getArg(), /*compare=*/Value(),
                       getPlace(adaptor.getPointers(), adaptor.getMask()),
                       adaptor.getToken(), getAccessOrder(op)));
    return success();
  }
};

struct ConvertAtomicCAS : public OpConversionPattern<AtomicCASTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AtomicCASTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(
        op, makeAtomic(rewriter, op.getLoc(), tileaa::AtomicMode::Cas,
                       adaptor.getVal(), adaptor.getCmp(),
                       getPlace(adaptor.getPointers(), adaptor.getMask()),
                       adaptor.getToken(), getAccessOrder(op)));
    return success();
  }
};

struct ConvertAlloca : public OpConversionPattern<AllocaOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AllocaOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type pointee =
        cast<PointerType>(op.getType().getElementType()).getPointeeType();
    rewriter.replaceOpWithNewOp<tileaa::AllocaOp>(
        op, tileaa::PtrType::get(op.getContext()),
        op.getNumElem() * getStorageBytes(pointee), op.getAlignment(),
        op.getGlobal());
    return success();
  }
};

} // namespace

void tessera::populateMemoryPatterns(const TypeConverter &converter,
                                     RewritePatternSet &patterns) {
  patterns.add<ConvertElementwise<MakeTokenOp, tileaa::MakeTokenOp>,
               ConvertElementwise<JoinTokensOp, tileaa::JoinTokensOp>,
               ConvertElementwise<MemoryFenceAliasTkoOp, tileaa::FenceAliasOp>,
               ConvertElementwise<GdcWaitTkoOp, tileaa::GdcWaitOp>,
               ConvertElementwise<GdcLaunchDependentsTkoOp,
                                  tileaa::GdcLaunchDependentsOp>,
               ConvertOffset, ConvertLoadPtr, ConvertStorePtr, ConvertAtomicRMW,
               ConvertAtomicCAS, ConvertGetGlobal, ConvertAlloca>(
      converter, patterns.getContext());
}

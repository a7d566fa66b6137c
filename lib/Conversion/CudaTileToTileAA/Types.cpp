//===- Types.cpp - The types, enums and literals of tileaa ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

static void appendTensorViewTypes(TensorViewType view,
                                  SmallVectorImpl<Type> &types) {
  MLIRContext *context = view.getContext();
  types.push_back(tileaa::PtrType::get(context));
  types.append(view.getNumDynamicDims() + view.getNumDynamicStrides(),
               IntegerType::get(context, 64));
}

TileAATypeConverter::TileAATypeConverter() {
  addConversion([](Type type) -> std::optional<Type> {
    if (isa<CudaTileDialect>(type.getDialect()))
      return std::nullopt;
    return type;
  });
  addConversion([](cuda_tile::TokenType type) -> Type {
    return tileaa::TokenType::get(type.getContext());
  });
  addConversion([](TileType type) -> Type {
    Type element = convertElementType(type.getElementType());
    if (type.getShape().empty())
      return element;
    return RankedTensorType::get(type.getShape(), element);
  });
  addConversion(
      [](TensorViewType type,
         SmallVectorImpl<Type> &types) -> std::optional<LogicalResult> {
        appendTensorViewTypes(type, types);
        return success();
      });
  addConversion([](TileView type, SmallVectorImpl<Type> &types)
                    -> std::optional<LogicalResult> {
    appendTensorViewTypes(cast<TensorViewType>(type.getTensorView()), types);
    return success();
  });
}

Type tessera::withElementType(Type type, Type elementType) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.clone(elementType);
  return elementType;
}

Value tessera::makeSplat(OpBuilder &builder, Location loc, Type type,
                         TypedAttr element) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    element = DenseElementsAttr::get(tensor, element);
  return arith::ConstantOp::create(builder, loc, element);
}

Value tessera::makeIntSplat(OpBuilder &builder, Location loc, Type type,
                            int64_t element) {
  return makeSplat(builder, loc, type,
                   builder.getIntegerAttr(getElementTypeOrSelf(type), element));
}

tileaa::Rounding tessera::convertRounding(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NearestEven:
    return tileaa::Rounding::NearestEven;
  case RoundingMode::Zero:
    return tileaa::Rounding::Zero;
  case RoundingMode::NegativeInf:
    return tileaa::Rounding::NegativeInf;
  case RoundingMode::PositiveInf:
    return tileaa::Rounding::PositiveInf;
  case RoundingMode::Approx:
    return tileaa::Rounding::Approx;
  case RoundingMode::Full:
    return tileaa::Rounding::Full;
  case RoundingMode::NearestAway:
    return tileaa::Rounding::NearestAway;
  case RoundingMode::NearestIntToZero:
    break;
  }
  llvm_unreachable("a mode of conversions to integers, which have no other");
}

arith::IntegerOverflowFlags tessera::convertOverflow(IntegerOverflow overflow) {
  switch (overflow) {
  case IntegerOverflow::None:
    return arith::IntegerOverflowFlags::none;
  case IntegerOverflow::NoSignedWrap:
    return arith::IntegerOverflowFlags::nsw;
  case IntegerOverflow::NoUnsignedWrap:
    return arith::IntegerOverflowFlags::nuw;
  case IntegerOverflow::NoWrap:
    return arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;
  }
  llvm_unreachable("all cases return");
}

tileaa::Ordering tessera::convertOrdering(MemoryOrderingSemantics ordering) {
  switch (ordering) {
  case MemoryOrderingSemantics::Weak:
    return tileaa::Ordering::Weak;
  case MemoryOrderingSemantics::Relaxed:
    return tileaa::Ordering::Relaxed;
  case MemoryOrderingSemantics::Acquire:
    return tileaa::Ordering::Acquire;
  case MemoryOrderingSemantics::Release:
    return tileaa::Ordering::Release;
  case MemoryOrderingSemantics::AcqRel:
    return tileaa::Ordering::AcqRel;
  }
  llvm_unreachable("all cases return");
}

tileaa::Scope tessera::convertScope(MemoryScope scope) {
  switch (scope) {
  case MemoryScope::TlBlk:
    return tileaa::Scope::Block;
  case MemoryScope::Device:
    return tileaa::Scope::Device;
  case MemoryScope::Sys:
    return tileaa::Scope::System;
  }
  llvm_unreachable("all cases return");
}

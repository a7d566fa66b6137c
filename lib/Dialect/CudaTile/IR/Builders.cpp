//===- Builders.cpp - Builders that know the types of results -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where operands determine the types of results, MLIR's generated builders
// infer them. The builders here need an attribute or a part of a type as well.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Views.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Globals.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tessera::cuda_tile;

static TileType typeOf(Value tile) { return cast<TileType>(tile.getType()); }

/// The type of `tile` with another shape.
static TileType withShape(Value tile, ArrayRef<int64_t> shape) {
  return TileType::get(shape, typeOf(tile).getElementType());
}

/// The type of `tile` with other elements.
static TileType withElement(Value tile, Type element) {
  return TileType::get(typeOf(tile).getShape(), element);
}

//===----------------------------------------------------------------------===//
// Values and shapes
//===----------------------------------------------------------------------===//

void GetGlobalOp::build(OpBuilder &builder, OperationState &state,
                        GlobalOp global) {
  Type element = cast<TileType>(global.getValue().getType()).getElementType();
  build(builder, state, TileType::get({}, PointerType::get(element)),
        global.getSymName());
}

void IotaOp::build(OpBuilder &builder, OperationState &state, int64_t count,
                   Type element) {
  build(builder, state, TileType::get(count, element));
}

void BroadcastOp::build(OpBuilder &builder, OperationState &state, Value source,
                        ArrayRef<int64_t> shape) {
  build(builder, state, withShape(source, shape), source);
}

Value tessera::cuda_tile::createFilled(OpBuilder &builder, Location loc,
                                       Value scalar, ArrayRef<int64_t> shape) {
  if (shape.empty())
    return scalar;
  SmallVector<int64_t> ones(shape.size(), 1);
  Value one = ReshapeOp::create(builder, loc, scalar, ones);
  return BroadcastOp::create(builder, loc, one, shape);
}

void ReshapeOp::build(OpBuilder &builder, OperationState &state, Value source,
                      ArrayRef<int64_t> shape) {
  build(builder, state, withShape(source, shape), source);
}

void PermuteOp::build(OpBuilder &builder, OperationState &state, Value source,
                      ArrayRef<int32_t> permutation) {
  ArrayRef<int64_t> from = typeOf(source).getShape();
  auto shape =
      llvm::map_to_vector(permutation, [&](int32_t dim) { return from[dim]; });
  build(builder, state, withShape(source, shape), source, permutation);
}

//===----------------------------------------------------------------------===//
// Parts, bytes and addresses
//===----------------------------------------------------------------------===//

void CatOp::build(OpBuilder &builder, OperationState &state, Value lhs,
                  Value rhs, int64_t dim) {
  SmallVector<int64_t> shape(typeOf(lhs).getShape());
  shape[dim] += typeOf(rhs).getShape()[dim];
  build(builder, state, withShape(lhs, shape), lhs, rhs, dim);
}

void ExtractOp::build(OpBuilder &builder, OperationState &state, Value source,
                      ArrayRef<int64_t> shape, ValueRange indices) {
  build(builder, state, withShape(source, shape), source, indices);
}

/// The number of elements of type `element` that the bits of `tile` make.
static int64_t countElements(Value tile, Type element) {
  int64_t bits = typeOf(tile).getNumElements() *
                 getPackedBitWidth(typeOf(tile).getElementType());
  return bits / getPackedBitWidth(element);
}

void PackOp::build(OpBuilder &builder, OperationState &state, Value source) {
  Type byte = builder.getI8Type();
  build(builder, state, TileType::get(countElements(source, byte), byte),
        source);
}

void UnpackOp::build(OpBuilder &builder, OperationState &state, Value source,
                     Type element) {
  build(builder, state, TileType::get(countElements(source, element), element),
        source);
}

void PtrToIntOp::build(OpBuilder &builder, OperationState &state,
                       Value source) {
  build(builder, state, withElement(source, builder.getI64Type()), source);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

void MakeTensorViewOp::build(OpBuilder &builder, OperationState &state,
                             Value base, ArrayRef<int64_t> shape,
                             ArrayRef<int64_t> strides, ValueRange dynamicShape,
                             ValueRange dynamicStrides) {
  auto pointer = cast<PointerType>(typeOf(base).getElementType());
  auto type = TensorViewType::get(pointer.getPointeeType(), shape, strides,
                                  pointer.getPtrAttr());
  build(builder, state, type, base, dynamicShape, dynamicStrides);
}

void MakePartitionViewOp::build(OpBuilder &builder, OperationState &state,
                                Value tensorView, ArrayRef<int32_t> tileShape,
                                PaddingValueAttr paddingValue) {
  auto dimMap = llvm::to_vector(llvm::seq<int32_t>(0, tileShape.size()));
  auto type = PartitionViewType::get(tileShape,
                                     cast<TensorViewType>(tensorView.getType()),
                                     dimMap, paddingValue);
  build(builder, state, type, tensorView);
}

/// One scalar for each dimension.
static SmallVector<Type> getExtentTypes(size_t rank, Type element) {
  return SmallVector<Type>(rank, TileType::get({}, element));
}

void GetTensorShapeOp::build(OpBuilder &builder, OperationState &state,
                             Value view, Type element) {
  unsigned rank = cast<TensorViewType>(view.getType()).getRank();
  build(builder, state, getExtentTypes(rank, element), view);
}

void GetIndexSpaceShapeOp::build(OpBuilder &builder, OperationState &state,
                                 Value view, Type element) {
  unsigned rank = cast<TileView>(view.getType()).getIndexRank();
  build(builder, state, getExtentTypes(rank, element), view);
}

//===- SourceTiles.cpp - Ops of cuda_tile on whole tiles ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SourceTiles.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

Value tessera::makeTileConstant(OpBuilder &builder, Location loc, TileType type,
                                Attribute element) {
  auto elements = DenseElementsAttr::get(type, element);
  return ConstantOp::create(builder, loc, type,
                            cast<DenseIntOrFPElementsAttr>(elements));
}

/// `tile` in another shape, by an `Op` if the shape differs.
template <class Op>
static Value toShape(OpBuilder &builder, Location loc, Value tile,
                     ArrayRef<int64_t> shape) {
  auto from = cast<TileType>(tile.getType());
  auto type = TileType::get(shape, from.getElementType());
  return from == type ? tile : Op::create(builder, loc, type, tile).getResult();
}

Value tessera::reshapeTile(OpBuilder &builder, Location loc, Value tile,
                           ArrayRef<int64_t> shape) {
  return toShape<ReshapeOp>(builder, loc, tile, shape);
}

Value tessera::broadcastTile(OpBuilder &builder, Location loc, Value tile,
                             ArrayRef<int64_t> shape) {
  return toShape<BroadcastOp>(builder, loc, tile, shape);
}

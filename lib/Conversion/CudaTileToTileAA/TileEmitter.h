//===- TileEmitter.h - Ops on tiles, made at one place ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_TILEEMITTER_H
#define TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_TILEEMITTER_H

#include "Patterns.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"

namespace tessera {

/// Emits ops on tiles at one place.
class TileEmitter {
public:
  TileEmitter(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

  mlir::Value reshape(mlir::Value tile, llvm::ArrayRef<int64_t> shape) {
    auto type = llvm::cast<mlir::RankedTensorType>(tile.getType());
    if (type.getShape() == shape)
      return tile;
    return tileaa::ReshapeOp::create(builder, loc, type.clone(shape), tile);
  }

  mlir::Value broadcast(mlir::Value tile, llvm::ArrayRef<int64_t> shape) {
    auto type = llvm::cast<mlir::RankedTensorType>(tile.getType());
    if (type.getShape() == shape)
      return tile;
    return tileaa::BroadcastOp::create(builder, loc, type.clone(shape), tile);
  }

  /// Broadcasts a tile of rank 1 along dimension `dim` to `shape`.
  mlir::Value spread(mlir::Value line, llvm::ArrayRef<int64_t> shape,
                     unsigned dim) {
    llvm::SmallVector<int64_t> thin(shape.size(), 1);
    thin[dim] = shape[dim];
    return broadcast(reshape(line, thin), shape);
  }

  /// The coordinate `dim` of each element.
  mlir::Value coordinate(llvm::ArrayRef<int64_t> shape, unsigned dim,
                         mlir::Type element) {
    mlir::Value range = tileaa::IotaOp::create(
        builder, loc, mlir::RankedTensorType::get(shape[dim], element));
    return spread(range, shape, dim);
  }

  /// Reduces dimension `dim` away by a bitwise or.
  mlir::Value orAlong(mlir::Value bits, unsigned dim) {
    auto type = llvm::cast<mlir::RankedTensorType>(bits.getType());
    mlir::Type element = type.getElementType();
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + dim);
    auto reduce = tileaa::ReduceOp::create(
        builder, loc, mlir::TypeRange(type.clone(shape)), bits, dim,
        builder.getArrayAttr(builder.getIntegerAttr(element, 0)));
    mlir::OpBuilder::InsertionGuard guard(builder);
    mlir::Block *body = builder.createBlock(&reduce.getBody(), {},
                                            {element, element}, {loc, loc});
    mlir::Value both = mlir::arith::OrIOp::create(
        builder, loc, body->getArgument(0), body->getArgument(1));
    tileaa::YieldOp::create(builder, loc, both);
    return reduce.getResult(0);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
};

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_CUDATILETOTILEAA_TILEEMITTER_H

//===- ReducedTiles.cpp - Reductions of whole tiles -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReducedTiles.h"
#include "mlir/IR/IRMapping.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAA/IR/TileSlice.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

FailureOr<SmallVector<Value>> tileaa::applyToTiles(OpBuilder &builder,
                                                   ReduceOp reduce,
                                                   ArrayRef<Value> lhs,
                                                   ArrayRef<Value> rhs) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(lhs.front().getType()).getShape();
  Block &body = reduce.getBody().front();
  IRMapping mapping;
  for (size_t i = 0; i < lhs.size(); ++i) {
    mapping.map(body.getArgument(2 * i), lhs[i]);
    mapping.map(body.getArgument(2 * i + 1), rhs[i]);
  }
  auto lookup = [&](Value value) -> Value {
    Value tile = mapping.lookupOrDefault(value);
    if (isa<RankedTensorType>(tile.getType()))
      return tile;
    tile = SplatOp::create(builder, reduce.getLoc(),
                           RankedTensorType::get(shape, value.getType()), tile);
    mapping.map(value, tile);
    return tile;
  };
  for (Operation &op : body.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>()) {
      builder.clone(op, mapping);
      continue;
    }
    if (!op.hasTrait<OpTrait::Elementwise>())
      return failure();
    SmallVector<Type> types;
    for (Type type : op.getResultTypes())
      types.push_back(RankedTensorType::get(shape, type));
    SmallVector<Value> operands = llvm::map_to_vector(op.getOperands(), lookup);
    mapping.map(op.getResults(),
                recreate(builder, &op, operands, types)->getResults());
  }
  return llvm::map_to_vector(body.getTerminator()->getOperands(), lookup);
}

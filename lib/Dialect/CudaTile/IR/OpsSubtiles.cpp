//===- OpsSubtiles.cpp - Tiles taken apart and put together ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

using namespace mlir;
using namespace tessera::cuda_tile;

/// Checks that `a` and `b` have the same element type and rank.
static LogicalResult verifySameKind(Operation *op, TileType a, StringRef aName,
                                    TileType b, StringRef bName) {
  if (a.getElementType() != b.getElementType())
    return op->emitOpError()
           << aName << " and " << bName << " must have one element type, found "
           << a.getElementType() << " and " << b.getElementType();
  if (a.getShape().size() != b.getShape().size())
    return op->emitOpError()
           << aName << " and " << bName << " must have one rank, found "
           << a.getShape().size() << " and " << b.getShape().size();
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of a tile
//===----------------------------------------------------------------------===//

LogicalResult CatOp::verify() {
  TileType lhs = getLhs().getType(), rhs = getRhs().getType();
  if (failed(verifySameKind(*this, lhs, "lhs", rhs, "rhs")) ||
      failed(verifySameKind(*this, lhs, "lhs", getType(), "result")))
    return failure();
  int64_t dim = getDimAttr().getInt(), rank = lhs.getShape().size();
  if (dim < 0 || dim >= rank)
    return emitOpError() << "dim must name one of the " << rank
                         << " dimensions of the operands, found " << dim;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t a = lhs.getShape()[i], b = rhs.getShape()[i];
    if (i != dim && a != b)
      return emitOpError() << "lhs and rhs must differ in dimension " << dim
                           << " at most, found the extents " << a << " and "
                           << b << " of dimension " << i;
    int64_t expected = i == dim ? a + b : a;
    if (getType().getShape()[i] != expected)
      return emitOpError() << "dimension " << i << " of the result must have "
                           << "the extent " << expected << ", found "
                           << getType().getShape()[i];
  }
  return success();
}

/// Checks that `whole` is a grid of tiles like `part`, and that `numIndices`
/// indices select one.
static LogicalResult verifyGrid(Operation *op, TileType part,
                                StringRef partName, TileType whole,
                                StringRef wholeName, size_t numIndices) {
  if (failed(verifySameKind(op, part, partName, whole, wholeName)))
    return failure();
  for (auto [i, a, b] : llvm::enumerate(part.getShape(), whole.getShape()))
    if (b % a != 0)
      return op->emitOpError() << "dimension " << i << " of " << wholeName
                               << " must be a multiple of that of " << partName
                               << ", found " << b << " and " << a;
  if (numIndices != part.getShape().size())
    return op->emitOpError()
           << "needs one index for each of the " << part.getShape().size()
           << " dimensions, found " << numIndices;
  return success();
}

LogicalResult ExtractOp::verify() {
  return verifyGrid(*this, getType(), "the result", getSource().getType(),
                    "the source", getIndices().size());
}

LogicalResult InsertOp::verify() {
  return verifyGrid(*this, getSource().getType(), "the source",
                    getDestination().getType(), "the destination",
                    getIndices().size());
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// Checks that `bytes` holds the elements of `numbers`, called `name`.
static LogicalResult verifyBytes(Operation *op, TileType numbers,
                                 StringRef name, TileType bytes) {
  if (numbers.getShape().size() != 1 || bytes.getShape().size() != 1)
    return op->emitOpError() << "source and result must have rank 1, found "
                             << op->getOperand(0).getType() << " and "
                             << op->getResult(0).getType();
  Type element = numbers.getElementType();
  unsigned width = getPackedBitWidth(element);
  if (width == 8)
    return op->emitOpError()
           << "the elements of " << name << " must not have 8 bits, found "
           << element << "; use bitcast";
  int64_t numBits = numbers.getNumElements() * width;
  if (numBits != bytes.getNumElements() * 8)
    return op->emitOpError()
           << name << " has " << numBits
           << " bits in total, which must fill the bytes, found "
           << bytes.getNumElements() << " bytes";
  return success();
}

LogicalResult PackOp::verify() {
  return verifyBytes(*this, getSource().getType(), "the source", getType());
}

LogicalResult UnpackOp::verify() {
  return verifyBytes(*this, getType(), "the result", getSource().getType());
}

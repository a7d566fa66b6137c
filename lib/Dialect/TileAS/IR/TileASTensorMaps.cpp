//===- TileASTensorMaps.cpp - Tensor maps, and copies by them -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCopies.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Layout/TensorBoxes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

LogicalResult
TensorMapType::verify(function_ref<InFlightDiagnostic()> emitError,
                      BufferType tile) {
  if (tile.getStages() != 1 || tile.getSpace() != MemorySpace::Shared ||
      !tile.getElementType().isIntOrFloat())
    return emitError() << "a tensor map is for one tile of numbers in shared "
                          "memory, not "
                       << tile;
  if (!TensorBoxes::match(tile.getOffsets(), tile.getElementBytes()))
    return emitError() << "no tensor map writes a tile that lies as in "
                       << tile;
  return success();
}

TensorBoxes TensorMapType::getBoxes() const {
  return *TensorBoxes::match(getTile().getOffsets(),
                             getTile().getElementBytes());
}

LogicalResult TensorMapOp::verify() {
  if (!isa_and_nonnull<KernelOpInterface>((*this)->getParentOp()))
    return emitOpError("stands in the kernel's own block, where it is executed "
                       "once");
  TensorMapType type = getMap().getType();
  size_t rank = type.getTile().getShape().size();
  if (getExtents().size() != rank || getStrides().size() != rank)
    return emitOpError("needs ")
           << rank << " extents and strides, as many as dimensions of a tile";
  unsigned inner = type.getBoxes().getOrder().front();
  if (!matchPattern(getStrides()[inner], m_One()))
    return emitOpError("has no stride of 1 along dimension ")
           << inner << ", whose elements are neighbours in a tile";
  return success();
}

LogicalResult TensorCopyOp::verify() {
  size_t rank = getBuffer().getType().getShape().size();
  if (getStarts().size() != rank)
    return emitOpError("needs ")
           << rank << " positions, not " << getStarts().size();
  return verifyEnd(*this);
}

SmallVector<BufferAccess> TensorCopyOp::getBufferAccesses() {
  return accessByMachine(getBufferMutable(), getRingMutable());
}

void TensorCopyOp::createOn(OpBuilder &builder, Value ring, Value turn) {
  create(builder, getLoc(), /*completion=*/Type(), getMap(), getStarts(),
         getBuffer(), getCondition(), ring, turn);
}

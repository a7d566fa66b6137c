//===- ShapeOps.cpp - Sources of values, shapes, selection ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The laws are those of the Tile IR specification, section "Core".
//
//===----------------------------------------------------------------------===//

#include "../Frame.h"
#include "Decode.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Grid.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Constant.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Sources of values
//===----------------------------------------------------------------------===//

/// constant: the literal.
static LogicalResult constant(ConstantOp op, Frame &frame) {
  frame.set(op.getResult(), frame.machine.program.literalOf(op));
  return success();
}

/// iota: 0, 1, ..., n-1, to be read as unsigned.
static LogicalResult iota(IotaOp op, Frame &frame) {
  frame.set(op.getResult(), elements::iota(shapeOf(op.getResult()),
                                           elementFormatOf(op.getType())));
  return success();
}

static void setGridPoint(Operation *op, Frame &frame, const GridPoint &point) {
  for (auto [result, coordinate] : llvm::zip_equal(op->getResults(), point))
    frame.set(result, Tile::scalar(Format::I32, coordinate));
}

/// get_tile_block_id: the coordinates of this tile block in the grid.
static LogicalResult getTileBlockId(GetTileBlockIdOp op, Frame &frame) {
  setGridPoint(op, frame, frame.position);
  return success();
}

/// get_num_tile_blocks: the extents of the grid.
static LogicalResult getNumTileBlocks(GetNumTileBlocksOp op, Frame &frame) {
  setGridPoint(op, frame, frame.machine.config.grid);
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// broadcast: the source, repeated along its dimensions of extent 1.
static LogicalResult broadcast(BroadcastOp op, Frame &frame) {
  frame.set(op.getResult(), elements::broadcast(frame.tile(op.getSource()),
                                                shapeOf(op.getResult())));
  return success();
}

/// permute: result dimension i is source dimension permutation[i].
static LogicalResult permute(PermuteOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::permute(frame.tile(op.getSource()), op.getPermutation()));
  return success();
}

/// reshape: the same elements in row-major order with another shape.
static LogicalResult reshape(ReshapeOp op, Frame &frame) {
  frame.set(op.getResult(),
            frame.tile(op.getSource()).reshaped(shapeOf(op.getResult())));
  return success();
}

/// select: the element of the first value where the condition is 1, else the
/// second's.
static LogicalResult selectOp(SelectOp op, Frame &frame) {
  frame.set(op.getResult(), elements::select(frame.tile(op.getCond()),
                                             frame.tile(op.getValIfTrue()),
                                             frame.tile(op.getValIfFalse())));
  return success();
}

void interp::addShapeOps(OpTable &table) {
  table.add<broadcast>();
  table.add<constant>(Kind::Elementwise);
  table.add<getNumTileBlocks>();
  table.add<getTileBlockId>();
  table.add<iota>();
  table.add<permute>();
  table.add<reshape>();
  table.add<selectOp>(Kind::Elementwise);
}

//===- OpTable.cpp - The function of each operation -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpTable.h"
#include "Frame.h"

using namespace mlir;
using namespace tessera::interp;

OpTable::OpTable() {
  addControlFlowOps(*this);
  addConversionOps(*this);
  addElementaryOps(*this);
  addFloatOps(*this);
  addIntegerOps(*this);
  addMatrixOps(*this);
  addMemoryOps(*this);
  addMiscOps(*this);
  addPartsOps(*this);
  addReductionOps(*this);
  addShapeOps(*this);
  addViewOps(*this);
  addAgentOps(*this);
  addArithOps(*this);
  addMBarrierOps(*this);
  addTileAAAccessOps(*this);
  addProductOps(*this);
  addTileAAStructureOps(*this);
  addTileAATileOps(*this);
  addRingOps(*this);
  addTileASPlacementOps(*this);
}

const OpTable &OpTable::get() {
  static const OpTable table;
  return table;
}

const OpTable::Entry *OpTable::lookup(Operation *op) const {
  auto it = entries.find(op->getName().getStringRef());
  return it == entries.end() ? nullptr : &it->second;
}

Flow OpTable::flowOf(LogicalResult result) {
  return succeeded(result) ? Flow::Next : Flow::Stop;
}

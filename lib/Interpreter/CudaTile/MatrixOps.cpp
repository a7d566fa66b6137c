//===- MatrixOps.cpp - Matrix products ------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The specification, "mmaf", leaves open how the sum is rounded and in which
// order it is taken; Elements.h says what we do.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Frame.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;
using namespace tessera::interp;

/// mmaf: lhs * rhs + acc. fast_acc allows less precision and changes nothing.
static LogicalResult mmaF(MmaFOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::mma(frame.tile(op.getLhs()), frame.tile(op.getRhs()),
                          frame.tile(op.getAcc())));
  return success();
}

/// mmaf_scaled: (lhs * lhs_scale) * (rhs * rhs_scale) + acc. A scale holds for
/// a block of neighbours along k; one below zero is undefined.
static LogicalResult mmaFScaled(MmaFScaledOp op, Frame &frame) {
  const Tile &lhsScale = frame.tile(op.getLhsScale());
  const Tile &rhsScale = frame.tile(op.getRhsScale());
  for (auto [side, scales] : {std::pair("lhs", &lhsScale), {"rhs", &rhsScale}})
    if (std::optional<int64_t> at = elements::findNegative(*scales))
      return frame.fail(op, Twine("a scale of ") + side + " is negative", *at,
                        scales->getShape());
  frame.set(op.getResult(),
            elements::mmaScaled(frame.tile(op.getLhs()),
                                frame.tile(op.getRhs()),
                                frame.tile(op.getAcc()), lhsScale, rhsScale));
  return success();
}

/// mmai: lhs * rhs + acc modulo 2^32, the bytes read as stated for each side.
static LogicalResult mmaI(MmaIOp op, Frame &frame) {
  frame.set(op.getResult(), elements::mmaInt(frame.tile(op.getLhs()),
                                             getReading(op.getSignednessLhs()),
                                             frame.tile(op.getRhs()),
                                             getReading(op.getSignednessRhs()),
                                             frame.tile(op.getAcc())));
  return success();
}

void interp::addMatrixOps(OpTable &table) {
  table.add<mmaF>();
  table.add<mmaFScaled>();
  table.add<mmaI>();
}

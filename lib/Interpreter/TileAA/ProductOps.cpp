//===- ProductOps.cpp - Matrix products of tileaa and tileas --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Frame.h"
#include "Placement.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using numerics::Signedness;
using tileaa::FactorFormat;

/// What the bits of a factor are; of an integer nothing more than a byte.
static Format formatOf(FactorFormat format) {
  std::optional<tileaa::FloatFormat> number = tileaa::getFloatFormat(format);
  return number ? tileaa::toNumerics(*number) : Format::I8;
}

static Signedness readingOf(FactorFormat format) {
  return format == FactorFormat::S8 ? Signedness::Signed : Signedness::Unsigned;
}

/// mma: as its record says.
template <typename Op> static LogicalResult product(Op op, Frame &frame) {
  for (mlir::Value factor : {op.getLhs(), op.getRhs()})
    if (isa<tileas::BufferType>(factor.getType()) &&
        failed(checkHolds(op, factor, frame)))
      return failure();
  const Tile &lhs = *frame.find(op.getLhs()), &rhs = *frame.find(op.getRhs());
  const Tile &acc = frame.tile(op.getAcc());
  Format lhsFormat = formatOf(op.getLhsFormat());
  Format rhsFormat = formatOf(op.getRhsFormat());
  frame.set(op.getResult(),
            lhsFormat == Format::I8
                ? elements::mmaInt(lhs, readingOf(op.getLhsFormat()), rhs,
                                   readingOf(op.getRhsFormat()), acc)
                : elements::mma(lhs.reinterpreted(lhsFormat),
                                rhs.reinterpreted(rhsFormat), acc));
  return success();
}

void interp::addProductOps(OpTable &table) {
  table.add<product<tileaa::MmaOp>>();
  table.add<product<tileas::MmaOp>>();
}

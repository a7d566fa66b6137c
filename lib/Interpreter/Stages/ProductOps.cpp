//===- ProductOps.cpp - Matrix products of tileaa and tileas --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Frame.h"
#include "Agents.h"
#include "Placement.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::interp;
using numerics::Signedness;
using tileaa::FactorFormat;

/// The format of a factor's bits; any integer is just a byte.
static Format formatOf(FactorFormat format) {
  std::optional<tileaa::FloatFormat> number = tileaa::getFloatFormat(format);
  return number ? tileaa::toNumerics(*number) : Format::I8;
}

static Signedness readingOf(FactorFormat format) {
  return format == FactorFormat::S8 ? Signedness::Signed : Signedness::Unsigned;
}

/// Splits each byte into its halves, the low one first, as neighbours along
/// dimension `dim`.
static Tile splitBytes(const Tile &bytes, unsigned dim, Format format) {
  Shape shape(bytes.getShape());
  int64_t inner = numElements(bytes.getShape().drop_front(dim + 1));
  shape[dim] *= 2;
  Tile result(shape, format);
  for (int64_t i = 0; i < result.size(); ++i) {
    int64_t line = i / inner, half = line % 2;
    Element byte = bytes.elementAt(line / 2 * inner + i % inner);
    result.set(i, byte.bits >> (4 * half) & 0xF);
    if (TermTable *table = byte.term ? bytes.getTerms()->table : nullptr)
      result.setTerm(i, table->partOf(byte.term, half, 2), table);
  }
  return result;
}

template <typename Op>
static Tile multiplyScaled(Op op, const Tile &lhs, const Tile &rhs,
                           const Tile &acc, Frame &frame) {
  auto factor = [](const Tile &tile, FactorFormat format, unsigned dim) {
    return tileaa::getFloatsPerElement(format) == 1
               ? tile.reinterpreted(formatOf(format))
               : splitBytes(tile, dim, formatOf(format));
  };
  auto scales = [&](mlir::Value codes) {
    return frame.find(codes)->reinterpreted(
        tileaa::toNumerics(*op.getScaleFormat()));
  };
  unsigned last = lhs.getShape().size() - 1;
  return elements::mmaScaled(factor(lhs, op.getLhsFormat(), last),
                             factor(rhs, op.getRhsFormat(), last - 1), acc,
                             scales(op.getScales()[0]),
                             scales(op.getScales()[1]));
}

/// A factor's numbers, which a product of tileas may have to round.
static Tile readFactor(const Tile &factor, FactorFormat format, bool rounds) {
  return rounds ? elements::convertFloat(factor, formatOf(format),
                                         numerics::Rounding::NearestEven)
                : factor.reinterpreted(formatOf(format));
}

/// The part of a factor, whose dimension `dim` is K, that a product multiplies:
/// all of it, or a part of a buffer.
static Tile takePart(tileaa::ProductOpInterface op, const Tile &factor,
                     unsigned dim) {
  int64_t depth = tileaa::getProductShape(op).k;
  if (factor.getShape()[dim] == depth)
    return factor;
  Shape start(factor.getShape().size()), shape(factor.getShape());
  start[dim] = op.getPart()->front();
  shape[dim] = depth;
  return elements::extract(factor, start, shape);
}

/// mma, as defined by its op description.
template <typename Op> static LogicalResult product(Op op, Frame &frame) {
  SmallVector<mlir::Value> read{op.getLhs(), op.getRhs()};
  llvm::append_range(read, op.getScales());
  for (mlir::Value operand : read)
    if (isa<tileas::BufferType>(operand.getType()) &&
        failed(checkHolds(op, operand, frame)))
      return failure();
  const Tile &lhs = *frame.find(op.getLhs()), &rhs = *frame.find(op.getRhs());
  const Tile &acc = frame.tile(op.getAcc());
  if (op.getScaleFormat()) {
    frame.set(op.getResult(), multiplyScaled(op, lhs, rhs, acc, frame));
    return success();
  }
  unsigned last = acc.getShape().size() - 1;
  Tile left = takePart(op, lhs, last), right = takePart(op, rhs, last - 1);
  bool roundsLhs = false, roundsRhs = false;
  if constexpr (std::is_same_v<Op, tileas::MmaOp>) {
    roundsLhs = op.getRoundsLhs();
    roundsRhs = op.getRoundsRhs();
  }
  frame.set(op.getResult(),
            formatOf(op.getLhsFormat()) == Format::I8
                ? elements::mmaInt(left, readingOf(op.getLhsFormat()), right,
                                   readingOf(op.getRhsFormat()), acc)
                : elements::mma(readFactor(left, op.getLhsFormat(), roundsLhs),
                                readFactor(right, op.getRhsFormat(), roundsRhs),
                                acc));
  return success();
}

/// A sum under way is what it will be: nobody can read it before it is settled.
static LogicalResult pend(tileas::PendOp op, Frame &frame) {
  frame.set(op.getResult(), interp::Value(frame.get(op.getTile())));
  return success();
}

template <typename Op> static LogicalResult passOn(Op op, Frame &frame) {
  frame.set(op.getResult(), interp::Value(frame.get(op.getSum())));
  return success();
}

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

/// A product that threads need not wait for reads its factors when it begins,
/// and tells mbarriers at once.
static LogicalResult beginProduct(tileas::Tcgen05MmaOp op, Frame &frame) {
  if (failed(product(op, frame)))
    return failure();
  frame.set(op.getEnd(), interp::Value());
  for (auto [ring, turn] : llvm::zip_equal(op.getMbarriers(), op.getTurns()))
    if (failed(arriveByOne(op, ring, turn, frame)))
      return failure();
  return success();
}

/// A sum is a value, and nobody asks where it lies.
static LogicalResult allocate(tileas::TmemAllocOp op, Frame &frame) {
  frame.set(op.getMemory(), interp::Value());
  return success();
}

static LogicalResult slice(tileas::TmemSliceOp op, Frame &frame) {
  frame.set(op.getStage(), interp::Value());
  return success();
}

template <typename Op> static LogicalResult doNothing(Op, Frame &) {
  return success();
}

static LogicalResult storeSum(tileas::TmemStoreOp op, Frame &frame) {
  frame.set(op.getResult(), interp::Value(frame.get(op.getTile())));
  return success();
}

/// Only an agent has it that knows of a tile no more than where it lies, or that it is to
/// begin there with zeros.
static LogicalResult placeSum(tileas::TmemPlaceOp op, Frame &frame) {
  if (op.getEmpty()) {
    RankedTensorType tile = op.getResult().getType().getTile();
    frame.set(op.getResult(),
              Tile::splat(tile.getShape(), elementFormatOf(tile), 0));
    return success();
  }
  return frame.fail(op, "a place in tensor memory has no tile; run the program "
                        "as it was before tileas-split-issue");
}

static LogicalResult loadSum(tileas::TmemLoadOp op, Frame &frame) {
  frame.set(op.getResult(), interp::Value(frame.get(op.getSum())));
  return success();
}

static LogicalResult scaleSum(tileas::TmemScaleOp op, Frame &frame) {
  frame.set(op.getResult(),
            elements::mul(frame.tile(op.getSum()), frame.tile(op.getFactors()),
                          numerics::FloatMode()));
  return success();
}

void interp::addProductOps(OpTable &table) {
  table.add<product<tileaa::MmaOp>>();
  table.add<product<tileas::MmaOp>>();
  table.add<product<tileas::WgmmaOp>>();
  table.add<pend>();
  table.add<passOn<tileas::ChainOp>>();
  table.add<passOn<tileas::RetireOp>>();
  table.add<passOn<tileas::SettleOp>>();
  table.add<beginProduct>();
  table.add<allocate>();
  table.add<slice>();
  table.add<doNothing<tileas::TmemFreeOp>>();
  table.add<doNothing<tileas::AwaitProductsOp>>();
  table.add<storeSum>();
  table.add<placeSum>();
  table.add<loadSum>();
  table.add<scaleSum>();
}

//===- TensorCopies.cpp - Tiles that a tensor map may copy ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A map knows 32-bit positions and extents from 1 on; views have extents of 0,
// and 64-bit starts of tiles that lie outside. Such tiles are moved to where
// nothing exists:
//
//   %in = cmpi ult, %start, %extent
//   %at = select %in, trunci %start, -2^31
//
// so that an extent of 0 may stand as 1 in the map.
//
//===----------------------------------------------------------------------===//

#include "TensorCopies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/IR/Access.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Analysis/SameInAllCTAs.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/Views.h"
#include "tessera/Layout/TensorBoxes.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Dimensions
//===----------------------------------------------------------------------===//

/// The dimensions of a load as those of its map: first the ones that the buffer
/// does not have, then those of the buffer. Nothing if the tile was cut on its
/// way.
static std::optional<SmallVector<int32_t>> orderDims(AsyncCopy &copy,
                                                     BufferType buffer) {
  auto tile = cast<RankedTensorType>(copy.load.getAccessedType());
  SmallVector<int32_t> longDims, shortDims, ofBuffer;
  for (int32_t dim : copy.order)
    (tile.getDimSize(dim) == 1 ? shortDims : longDims).push_back(dim);
  size_t numLong = 0, numShort = 0;
  for (int64_t extent : buffer.getShape()) {
    bool isShort = extent == 1;
    auto &dims = isShort ? shortDims : longDims;
    size_t &used = isShort ? numShort : numLong;
    if (used == dims.size() || tile.getDimSize(dims[used]) != extent)
      return std::nullopt;
    ofBuffer.push_back(dims[used++]);
  }
  if (numLong != longDims.size())
    return std::nullopt;
  SmallVector<int32_t> order(ArrayRef(shortDims).drop_front(numShort));
  llvm::append_range(order, ofBuffer);
  return order;
}

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// The place of a copy's tile, whose dimensions are those of the map.
static tileaa::AccessPlace getPlace(const AsyncCopy &copy,
                                    const TensorBox &box) {
  return tileaa::Access::of(copy.load).place.permuted(box.order);
}

/// True for a buffer whose readers are multiply-adds.
static bool isOfMultiplyAdds(Value buffer) {
  return llvm::any_of(buffer.getUsers(), [](Operation *user) {
    if (auto view = dyn_cast<PermuteBufferOp>(user))
      return isOfMultiplyAdds(view->getResult(0));
    auto product = dyn_cast<tileas::ProductOpInterface>(user);
    return product && !product.getInstruction();
  });
}

const tileaa::ValueFactsAnalysis &TensorMaps::getFacts() {
  if (!facts)
    facts = std::make_unique<tileaa::ValueFactsAnalysis>(kernel);
  return *facts;
}

/// The integers of a map of gathered rows, as far as they are no literals.
static tileaa::AccessPlace getKnownPlace(const GatheredRows &gathered) {
  tileaa::AccessPlace place;
  place.base = gathered.base;
  if (gathered.columns)
    place.extents.push_back(gathered.columns);
  if (gathered.stride.scalar)
    place.strides.push_back(gathered.stride.scalar);
  return place;
}

std::optional<TensorBox> TensorMaps::matchRows(AsyncCopy &copy,
                                               StringRef &reason) {
  reason = copy.findMapObstacle(/*gathers=*/true);
  BufferType buffer = copy.buffer.getBuffer().getType();
  if (!reason.empty())
    return std::nullopt;
  std::optional<GatheredRows> gathered =
      GatheredRows::match(copy.load, getFacts(), reason);
  if (!gathered)
    return std::nullopt;
  reason = "the tile does not lie in its buffer as rows of a matrix do";
  if (buffer.getStageBytes() % kDescribedAlignment || !canGather(buffer) ||
      copy.isRounded() || buffer.getShape() != copy.getTile().getShape())
    return std::nullopt;
  TensorBox box{TensorMapType::get(buffer, /*outer=*/0, /*ctas=*/1,
                                   /*gathers=*/true),
                /*isRounded=*/false, copy.order, std::move(gathered)};
  if (copy.order[box.type.getOrder().back()] !=
      int32_t(box.gathered->dimOfRows))
    return std::nullopt;
  int64_t bytes = buffer.getElementBytes();
  reason = tileaa::findMapObstacle(getKnownPlace(*box.gathered),
                                   /*inner=*/std::nullopt, bytes,
                                   kernel.getBody().front(), getFacts());
  if (reason.empty() && box.gathered->stride.literal * bytes % 16)
    reason = "strides are not known to be multiples of 16 bytes below 2^40";
  return reason.empty() ? std::optional(box) : std::nullopt;
}

std::optional<TensorBox> TensorMaps::match(AsyncCopy &copy, StringRef &reason) {
  tileaa::AccessOpInterface load = copy.load;
  BufferType buffer = copy.buffer.getBuffer().getType();
  const TargetInfo *gpu = lookupTarget(kernel.getSpec().getTarget());
  if (isa<RankedTensorType>(load.getBase().getType()) && gpu &&
      gpu->has(Feature::TMAGather))
    return matchRows(copy, reason);
  reason = copy.findMapObstacle();
  if (!reason.empty())
    return std::nullopt;
  reason = "the tile does not lie in its buffer as boxes of a view do";
  std::optional<SmallVector<int32_t>> order = orderDims(copy, buffer);
  std::optional<TensorBoxes> boxes =
      TensorBoxes::match(buffer.getOffsets(), buffer.getElementBytes());
  if (!order || order->size() > TensorBoxes::maxRank || !boxes ||
      buffer.getStageBytes() % getAlignmentOfBoxes(*boxes) ||
      !isKnownToMaps(boxes->getSwizzle(), gpu))
    return std::nullopt;
  // A CTA of a pair does not wait for what the other one copies for it, and all CTAs
  // meet before such a copy, which a condition would leave out.
  unsigned ctas = kernel.getSpec().countWorkingCTAs();
  if (ctas > 1 && (!load.getResultToken().use_empty() ||
                   isa<scf::IfOp>(load->getParentOp()) ||
                   !isSameInAllCTAs(load, load->getOperands()) ||
                   !TensorBoxes::match(buffer.getOffsets(),
                                       buffer.getElementBytes(), ctas)))
    ctas = 1;
  TensorBox box{TensorMapType::get(
                    buffer, order->size() - buffer.getShape().size(), ctas),
                copy.isRounded(), *order};
  reason = tileaa::findMapObstacle(
      getPlace(copy, box), box.type.getOrder().front(),
      buffer.getElementBytes(), kernel.getBody().front(), getFacts());
  if (!reason.empty())
    return std::nullopt;
  // Behind waits for phases in a loop over tiles, ptxas has spilled what these read, and
  // copies are not what limits them.
  reason = "multiply-adds of a loop or branch read the tile";
  if (getPlace(copy, box).base.getParentBlock() != &kernel.getBody().front() &&
      isOfMultiplyAdds(copy.buffer.getBuffer()))
    return std::nullopt;
  reason = "";
  return box;
}

//===----------------------------------------------------------------------===//
// Maps
//===----------------------------------------------------------------------===//

/// A builder behind all of these values, which the block has.
static OpBuilder makeBehind(Block &body, ValueRange values) {
  Operation *last = nullptr;
  for (Value value : values)
    if (Operation *op = value.getDefiningOp())
      if (!last || last->isBeforeInBlock(op))
        last = op;
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  if (last)
    builder.setInsertionPointAfter(last);
  return builder;
}

/// The multiple of a power of two at or below an integer or address.
static Value roundDown(OpBuilder &builder, Value value, int64_t unit) {
  Location loc = value.getLoc();
  Type type = value.getType();
  bool isAddress = !type.isInteger();
  if (isAddress)
    value =
        tileaa::PtrToIntOp::create(builder, loc, builder.getI64Type(), value);
  Value mask = arith::ConstantOp::create(
      builder, loc, builder.getIntegerAttr(value.getType(), -unit));
  value = arith::AndIOp::create(builder, loc, value, mask);
  return isAddress
             ? Value(tileaa::IntToPtrOp::create(builder, loc, type, value))
             : value;
}

/// A value for which promises hold wherever it is, and which is the same where they do.
static Value keepPromises(OpBuilder &builder, Value value,
                          tileaa::AssumeOp promise) {
  Location loc = promise.getLoc();
  auto makeBound = [&](int64_t bound) -> Value {
    return arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(value.getType(), bound));
  };
  if (std::optional<int64_t> lower = promise.getLower()) {
    Value bound = makeBound(*lower);
    value = arith::MaxSIOp::create(builder, loc, value, bound);
  }
  if (std::optional<int64_t> upper = promise.getUpper()) {
    Value bound = makeBound(*upper);
    value = arith::MinSIOp::create(builder, loc, value, bound);
  }
  std::optional<int64_t> unit = promise.getDivBy();
  return unit ? roundDown(builder, value, *unit) : value;
}

/// A scalar as the kernel's own block has it. A branch may make it of promises that hold
/// there alone, so that the map would otherwise be none where the branch is not taken.
Value TensorMaps::computeInKernel(Value value) {
  Block &body = kernel.getBody().front();
  if (value.getParentBlock() == &body)
    return value;
  if (Value known = computed.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(computeInKernel(operand));
  OpBuilder builder = makeBehind(body, operands);
  Value result;
  if (auto promise = dyn_cast<tileaa::AssumeOp>(op)) {
    result = keepPromises(builder, operands.front(), promise);
  } else {
    Operation *copy = builder.clone(*op);
    copy->setOperands(operands);
    result = copy->getResult(0);
  }
  computed.map(value, result);
  return result;
}

/// An extent, and 1 in place of 0.
static Value makeExtent(OpBuilder &builder, Value extent) {
  Location loc = extent.getLoc();
  if (!extent.getType().isInteger(64))
    extent = arith::ExtUIOp::create(builder, loc, builder.getI64Type(), extent);
  Value one =
      arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(1));
  return arith::MaxUIOp::create(builder, loc, extent, one);
}

/// The word of shared memory for a map of a block's own, which is given back where
/// the kernel ends.
static Value makeSpare(KernelOpInterface kernel) {
  Block &body = kernel.getBody().front();
  Location loc = kernel.getLoc();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  Value spare = AllocSharedOp::create(
      builder, loc, BufferType::getOfPointer(kernel.getContext()),
      /*offset=*/IntegerAttr());
  Operation *end = body.getTerminator();
  builder.setInsertionPoint(end);
  if (!isa_and_nonnull<ReleaseMapOp>(end->getPrevNode()))
    BarrierOp::create(builder, loc);
  ReleaseMapOp::create(builder, loc, spare);
  return spare;
}

Value TensorMaps::make(const tileaa::AccessPlace &place, const TensorBox &box) {
  for (const auto &[other, map] : made)
    if (map.getType() == box.type &&
        map.getDefiningOp<TensorMapOp>().getRounded() == box.isRounded &&
        other.base == place.base && other.extents == place.extents &&
        other.strides == place.strides)
      return map;
  Value spare = makeSpare(kernel);
  SmallVector<Value> operands{place.base, spare};
  llvm::append_range(operands, place.extents);
  llvm::append_range(operands, place.strides);
  OpBuilder builder = makeBehind(kernel.getBody().front(), operands);
  SmallVector<Value> extents;
  for (Value extent : place.extents)
    extents.push_back(box.gathered && matchPattern(extent, m_Constant())
                          ? extent
                          : makeExtent(builder, extent));
  Value map =
      TensorMapOp::create(builder, place.base.getLoc(), box.type, place.base,
                          extents, place.strides, spare, box.isRounded);
  made.emplace_back(place, map);
  return map;
}

Value TensorMaps::makeLiteral(int64_t value) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  return arith::ConstantOp::create(builder, kernel.getLoc(),
                                   builder.getI64IntegerAttr(value));
}

/// The matrix of gathered rows: a row that does not exist has a number that is none, so
/// that any other one may be the last.
tileaa::AccessPlace TensorMaps::makePlaceOfRows(const TensorBox &box) {
  const GatheredRows &gathered = *box.gathered;
  Value most = makeLiteral(GatheredRows::kMostRows + 1);
  Value columns = gathered.columns ? gathered.columns : most;
  Value stride = gathered.stride.scalar ? gathered.stride.scalar
                                        : makeLiteral(gathered.stride.literal);
  unsigned inner = box.type.getOrder().front();
  tileaa::AccessPlace place;
  place.base = gathered.base;
  place.extents = {most, most};
  place.extents[inner] = columns;
  place.strides = {stride, stride};
  place.strides[inner] = makeLiteral(1);
  return place;
}

/// A word of shared memory for each row that a box gathers.
static Value makeWords(KernelOpInterface kernel, int64_t rows) {
  OpBuilder builder = OpBuilder::atBlockBegin(&kernel.getBody().front());
  return AllocSharedOp::create(builder, kernel.getLoc(),
                               BufferType::get(kernel.getContext(), rows,
                                               builder.getI32Type(),
                                               /*layout=*/{}, /*stages=*/1),
                               /*offset=*/IntegerAttr());
}

void TensorMaps::make(AsyncCopy &copy) {
  bool gathers = copy.box->gathered.has_value();
  tileaa::AccessPlace place =
      gathers ? makePlaceOfRows(*copy.box) : getPlace(copy, *copy.box);
  if (gathers) {
    int64_t rows = copy.buffer.getBuffer()
                       .getType()
                       .getShape()[copy.box->type.getOrder().back()];
    copy.box->rows = numbers.make(*copy.box->gathered, rows);
    copy.box->via = makeWords(kernel, rows);
  }
  place.base = computeInKernel(place.base);
  for (Value &extent : place.extents)
    extent = computeInKernel(tileaa::getWidePosition(extent));
  for (Value &stride : place.strides)
    stride = computeInKernel(stride);
  copy.box->map = make(place, *copy.box);
}

//===----------------------------------------------------------------------===//
// The copy
//===----------------------------------------------------------------------===//

/// A position at which nothing exists.
static Value makeNowhere(OpBuilder &builder, Location loc) {
  return arith::ConstantOp::create(
      builder, loc,
      builder.getI32IntegerAttr(std::numeric_limits<int32_t>::min()));
}

/// The position of a tile along a dimension, as an i32.
static Value makePosition(OpBuilder &builder, Location loc, Value start,
                          Value extent, bool isInside) {
  Type i32 = builder.getI32Type();
  Value position = start;
  if (start.getType() != i32)
    position = arith::TruncIOp::create(builder, loc, i32, start);
  if (isInside)
    return position;
  Value nowhere = makeNowhere(builder, loc);
  Value exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                       start, extent);
  return arith::SelectOp::create(builder, loc, exists, position, nowhere);
}

Value tileas::beginTensorCopy(OpBuilder &builder, Location loc,
                              const TensorBox &box,
                              const tileaa::AccessPlace &place, Value condition,
                              Value to) {
  SmallVector<Value> positions;
  for (unsigned dim : llvm::seq<unsigned>(place.starts.size()))
    positions.push_back(makePosition(builder, loc, place.starts[dim],
                                     place.extents[dim],
                                     place.inbounds && place.inbounds[dim]));
  return TensorCopyOp::create(builder, loc, builder.getType<CompletionType>(),
                              box.map, positions, /*rows=*/Value(),
                              /*via=*/Value(), to, condition,
                              /*ring=*/Value(), /*turn=*/Value())
      .getCompletion();
}

Value tileas::beginGather(OpBuilder &builder, Location loc,
                          const TensorBox &box,
                          function_ref<Value(Value)> mapped, Value condition,
                          Value to) {
  const CommonInteger &first = box.gathered->column;
  Value column = first.scalar ? mapped(first.scalar) : Value();
  if (!column)
    column = arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(first.literal));
  // The map has a column where there is none.
  if (Value columns = box.gathered->columns) {
    Value none = arith::ConstantOp::create(
        builder, loc, builder.getIntegerAttr(columns.getType(), 0));
    Value exists = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                         columns, none);
    Value nowhere = makeNowhere(builder, loc);
    column = arith::SelectOp::create(builder, loc, exists, column, nowhere);
  }
  return TensorCopyOp::create(builder, loc, builder.getType<CompletionType>(),
                              box.map, column, mapped(box.rows), box.via, to,
                              condition, /*ring=*/Value(), /*turn=*/Value())
      .getCompletion();
}

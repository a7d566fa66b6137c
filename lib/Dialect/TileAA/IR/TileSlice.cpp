//===- TileSlice.cpp - Slices of ops' results -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/TileSlice.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

using Slices = FailureOr<SmallVector<Value>>;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

TileSlice TileSlice::whole(ArrayRef<int64_t> shape) {
  return {SmallVector<int64_t>(shape), SmallVector<Value>(shape.size())};
}

RankedTensorType TileSlice::getType(Type tile) const {
  return cast<RankedTensorType>(tile).clone(sizes);
}

static Value makeI64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

Value TileSlice::getStart(OpBuilder &builder, Location loc,
                          unsigned dim) const {
  if (!steps[dim])
    return {};
  return arith::MulIOp::create(builder, loc, steps[dim],
                               makeI64(builder, loc, sizes[dim]));
}

//===----------------------------------------------------------------------===//
// Elementwise ops
//===----------------------------------------------------------------------===//

Operation *tileaa::recreate(OpBuilder &builder, Operation *op,
                            ValueRange operands, TypeRange types) {
  return builder.insert(Operation::create(
      op->getLoc(), op->getName(), types, operands,
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      /*successors=*/{}, /*numRegions=*/0));
}

Slices tileaa::sliceElementwise(OpBuilder &builder, Operation *op,
                                const TileSlice &slice, GetSlice getSlice) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    // A scalar is used for each element.
    if (!isa<RankedTensorType>(operand.getType())) {
      operands.push_back(operand);
      continue;
    }
    FailureOr<Value> part = getSlice(operand, slice);
    if (failed(part))
      return failure();
    operands.push_back(*part);
  }
  SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(slice.getType(type));
  return llvm::to_vector_of<Value>(
      recreate(builder, op, operands, types)->getResults());
}

//===----------------------------------------------------------------------===//
// Ops that make tiles
//===----------------------------------------------------------------------===//

Slices IotaOp::makeSlices(OpBuilder &builder, const TileSlice &slice,
                          GetSlice) {
  RankedTensorType type = slice.getType(getType());
  Value part = IotaOp::create(builder, getLoc(), type);
  Value start = slice.getStart(builder, getLoc(), 0);
  if (!start)
    return SmallVector<Value>{part};
  Type element = type.getElementType();
  if (!element.isInteger(64))
    start = arith::TruncIOp::create(builder, getLoc(), element, start);
  Value starts = SplatOp::create(builder, getLoc(), type, start);
  return SmallVector<Value>{
      arith::AddIOp::create(builder, getLoc(), part, starts)};
}

Slices SplatOp::makeSlices(OpBuilder &builder, const TileSlice &slice,
                           GetSlice) {
  return SmallVector<Value>{
      SplatOp::create(builder, getLoc(), slice.getType(getType()), getValue())};
}

Slices AssumeOp::makeSlices(OpBuilder &builder, const TileSlice &slice,
                            GetSlice getSlice) {
  FailureOr<Value> value = getSlice(getValue(), slice);
  if (failed(value))
    return failure();
  auto part = cast<AssumeOp>(builder.clone(*this->getOperation()));
  part.getValueMutable().assign(*value);
  part.getResult().setType(value->getType());
  // If the slice cuts a group, the group does not begin where the slice does.
  if (part.getEvery() &&
      int64_t(*part.getEvery()) > slice.sizes[*part.getAlong()]) {
    part.removeDivByAttr();
    part.removeEveryAttr();
    part.removeAlongAttr();
    part.removeStepAttr();
  }
  if (std::optional<ArrayRef<int64_t>> groups = part.getSameElements()) {
    SmallVector<int64_t> cut;
    for (auto [group, size] : llvm::zip_equal(*groups, slice.sizes))
      // Groups of other sizes do not begin where slices do.
      cut.push_back(group >= size                ? size
                    : llvm::isPowerOf2_64(group) ? group
                                                 : 1);
    part.setSameElements(cut);
  }
  return SmallVector<Value>{part};
}

//===----------------------------------------------------------------------===//
// Ops that move elements
//===----------------------------------------------------------------------===//

Slices BroadcastOp::makeSlices(OpBuilder &builder, const TileSlice &slice,
                               GetSlice getSlice) {
  TileSlice source = slice;
  for (auto [dim, extent] : llvm::enumerate(getValue().getType().getShape()))
    if (extent == 1) {
      source.sizes[dim] = 1;
      source.steps[dim] = {};
    }
  FailureOr<Value> value = getSlice(getValue(), source);
  if (failed(value))
    return failure();
  RankedTensorType type = slice.getType(getType());
  if (value->getType() == type)
    return SmallVector<Value>{*value};
  return SmallVector<Value>{
      BroadcastOp::create(builder, getLoc(), type, *value)};
}

Slices PermuteOp::makeSlices(OpBuilder &builder, const TileSlice &slice,
                             GetSlice getSlice) {
  TileSlice source = slice;
  for (auto [dim, from] : llvm::enumerate(getPermutation())) {
    source.sizes[from] = slice.sizes[dim];
    source.steps[from] = slice.steps[dim];
  }
  FailureOr<Value> value = getSlice(getValue(), source);
  if (failed(value))
    return failure();
  return SmallVector<Value>{PermuteOp::create(
      builder, getLoc(), slice.getType(getType()), *value, getPermutation())};
}

namespace {
/// The bits of the row-major position of an element, by dimension: those of
/// dimension k are `first[k]` to `first[k] + width[k]`.
struct PositionBits {
  explicit PositionBits(ArrayRef<int64_t> shape)
      : first(shape.size()), width(shape.size()) {
    unsigned next = 0;
    for (unsigned dim = shape.size(); dim-- > 0;) {
      first[dim] = next;
      width[dim] = llvm::Log2_64(shape[dim]);
      next += width[dim];
    }
  }
  SmallVector<unsigned> first, width;
};
} // namespace

/// The slice of the source that becomes a slice of the reshaped tile, if it is
/// a box: within each dimension of the source, bits that vary in the slice must
/// be below the bits of its steps.
static FailureOr<TileSlice> sliceBeforeReshape(OpBuilder &builder, Location loc,
                                               const TileSlice &slice,
                                               ArrayRef<int64_t> shape,
                                               ArrayRef<int64_t> sourceShape) {
  PositionBits bits(shape), sourceBits(sourceShape);
  // The position bits that vary within the slice.
  llvm::SmallBitVector varies(64);
  for (auto [dim, size] : llvm::enumerate(slice.sizes))
    if (size > 1)
      varies.set(bits.first[dim], bits.first[dim] + llvm::Log2_64(size));
  TileSlice source = TileSlice::whole(sourceShape);
  for (unsigned dim = 0; dim < sourceShape.size(); ++dim) {
    unsigned begin = sourceBits.first[dim], end = begin + sourceBits.width[dim];
    unsigned middle = begin;
    while (middle < end && varies.test(middle))
      ++middle;
    for (unsigned bit = middle; bit < end; ++bit)
      if (varies.test(bit))
        return failure();
    source.sizes[dim] = int64_t(1) << (middle - begin);
    // The bits from `middle` on come from the steps of the result.
    for (unsigned from = 0; from < shape.size(); ++from) {
      unsigned low = bits.first[from] + llvm::Log2_64(slice.sizes[from]);
      unsigned high = bits.first[from] + bits.width[from];
      unsigned lowest = std::max(low, middle), highest = std::min(high, end);
      if (lowest >= highest || !slice.steps[from])
        continue;
      Value part = slice.steps[from];
      if (lowest > low)
        part = arith::ShRUIOp::create(builder, loc, part,
                                      makeI64(builder, loc, lowest - low));
      if (highest < high)
        part = arith::AndIOp::create(
            builder, loc, part,
            makeI64(builder, loc,
                    llvm::maskTrailingOnes<uint64_t>(highest - lowest)));
      if (lowest > middle)
        part = arith::ShLIOp::create(builder, loc, part,
                                     makeI64(builder, loc, lowest - middle));
      source.steps[dim] =
          source.steps[dim]
              ? arith::AddIOp::create(builder, loc, source.steps[dim], part)
                    .getResult()
              : part;
    }
  }
  return source;
}

Slices ReshapeOp::makeSlices(OpBuilder &builder, const TileSlice &slice,
                             GetSlice getSlice) {
  FailureOr<TileSlice> source =
      sliceBeforeReshape(builder, getLoc(), slice, getType().getShape(),
                         getValue().getType().getShape());
  if (failed(source))
    return failure();
  FailureOr<Value> value = getSlice(getValue(), *source);
  if (failed(value))
    return failure();
  RankedTensorType type = slice.getType(getType());
  if (value->getType() == type)
    return SmallVector<Value>{*value};
  return SmallVector<Value>{ReshapeOp::create(builder, getLoc(), type, *value)};
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

Slices ReduceOp::makeSlices(OpBuilder &builder, const TileSlice &slice,
                            GetSlice getSlice) {
  auto operandType = cast<RankedTensorType>(getOperands().front().getType());
  TileSlice source = slice;
  source.sizes.insert(source.sizes.begin() + getDim(),
                      operandType.getDimSize(getDim()));
  source.steps.insert(source.steps.begin() + getDim(), Value());
  SmallVector<Value> operands;
  for (Value operand : getOperands()) {
    FailureOr<Value> part = getSlice(operand, source);
    if (failed(part))
      return failure();
    operands.push_back(*part);
  }
  SmallVector<Type> types;
  for (Type type : getResultTypes())
    types.push_back(slice.getType(type));
  auto part = ReduceOp::create(builder, getLoc(), types, operands, getDim(),
                               getIdentities());
  IRMapping mapping;
  getBody().cloneInto(&part.getBody(), mapping);
  return llvm::to_vector_of<Value>(part.getResults());
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

Slices LoadOp::makeSlices(OpBuilder &builder, const TileSlice &slice,
                          GetSlice getSlice) {
  FailureOr<Operation *> part = sliceAccess(builder, *this, slice, getSlice);
  if (failed(part))
    return failure();
  return SmallVector<Value>((*part)->getResults());
}

FailureOr<Operation *> tileaa::sliceAccess(OpBuilder &builder,
                                           AccessOpInterface access,
                                           const TileSlice &slice,
                                           GetSlice getSlice) {
  Location loc = access.getLoc();
  IRMapping mapping;
  for (Value operand : access->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      continue;
    FailureOr<Value> part = getSlice(operand, slice);
    if (failed(part))
      return failure();
    mapping.map(operand, *part);
  }
  Operation *part = builder.clone(*access, mapping);
  for (OpResult result : part->getResults())
    if (isa<RankedTensorType>(result.getType()))
      result.setType(slice.getType(result.getType()));
  OpBuilder before(part);
  MutableArrayRef<OpOperand> starts =
      cast<AccessOpInterface>(part).getStartsMutable();
  for (auto [dim, start] : llvm::enumerate(starts))
    if (Value distance = slice.getStart(before, loc, dim)) {
      Type type = start.get().getType();
      if (distance.getType() != type)
        distance = arith::TruncIOp::create(before, loc, type, distance);
      start.set(arith::AddIOp::create(before, loc, start.get(), distance));
    }
  return part;
}

//===----------------------------------------------------------------------===//
// Assertions
//===----------------------------------------------------------------------===//

FailureOr<Operation *> tileaa::sliceAssertion(OpBuilder &builder,
                                              AssertOp assertion,
                                              const TileSlice &slice,
                                              GetSlice getSlice) {
  FailureOr<Value> condition = getSlice(assertion.getCondition(), slice);
  if (failed(condition))
    return failure();
  Location loc = assertion.getLoc();
  SmallVector<Value> starts(assertion.getStarts());
  if (starts.empty())
    starts.assign(slice.sizes.size(), makeI64(builder, loc, 0));
  for (auto [dim, start] : llvm::enumerate(starts))
    if (Value distance = slice.getStart(builder, loc, dim))
      start = arith::AddIOp::create(builder, loc, start, distance);
  return AssertOp::create(builder, loc, *condition, starts,
                          assertion.getMessageAttr())
      .getOperation();
}

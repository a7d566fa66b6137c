//===- FoldsShape.cpp - Folds of shapes, parts, bytes and assumptions -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Conversion.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/Select.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Pointers.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Core.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Tiles/Parts.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

//===----------------------------------------------------------------------===//
// Elements of a tile by position
//===----------------------------------------------------------------------===//

/// The distances between neighbours along each dimension, in row-major order.
static SmallVector<int64_t> getStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 1);
  for (size_t i = shape.size(); i-- > 1;)
    strides[i - 1] = strides[i] * shape[i];
  return strides;
}

/// Calls `fn(i, offset + sum(c[k] * strides[k]))` for each element of `shape`:
/// the i-th in row-major order, at coordinates c.
static void forEachElement(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides,
                           int64_t offset,
                           function_ref<void(int64_t, int64_t)> fn) {
  SmallVector<int64_t> coordinates(shape.size(), 0);
  int64_t count = llvm::product_of(shape);
  for (int64_t i = 0; i < count; ++i) {
    fn(i, offset);
    for (size_t k = shape.size(); k-- > 0;) {
      offset += strides[k];
      if (++coordinates[k] < shape[k])
        break;
      offset -= shape[k] * strides[k];
      coordinates[k] = 0;
    }
  }
}

/// The literal of `type` with the elements of `source` at these places.
static Attribute gather(TileType type, const std::optional<Literal> &source,
                        ArrayRef<int64_t> strides, int64_t offset = 0) {
  if (!source)
    return nullptr;
  if (source->isSplat())
    return makeLiteral(type, (*source)[0]);
  if (!isFoldableSize(type))
    return nullptr;
  SmallVector<uint64_t> bits(type.getNumElements());
  forEachElement(type.getShape(), strides, offset,
                 [&](int64_t i, int64_t place) { bits[i] = (*source)[place]; });
  return makeLiteral(type, bits);
}

/// Writes the elements of `source` into those of a tile of type `whole`, from
/// `offset` on.
static void scatter(const Literal &source, TileType whole, int64_t offset,
                    MutableArrayRef<uint64_t> bits) {
  forEachElement(source.getType().getShape(), getStrides(whole.getShape()),
                 offset,
                 [&](int64_t i, int64_t place) { bits[place] = source[i]; });
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

OpFoldResult IotaOp::fold(FoldAdaptor) {
  return getType().getNumElements() == 1 ? makeLiteral(getType(), uint64_t(0))
                                         : Attribute();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<BroadcastOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  ArrayRef<int64_t> shape = getSource().getType().getShape();
  SmallVector<int64_t> strides = getStrides(shape);
  for (auto [stride, extent] : llvm::zip_equal(strides, shape))
    if (extent == 1)
      stride = 0;
  return gather(getType(), Literal::get(adaptor.getSource()), strides);
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  if (auto inner = getSource().getDefiningOp<ReshapeOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return gather(getType(), Literal::get(adaptor.getSource()),
                getStrides(getType().getShape()));
}

OpFoldResult PermuteOp::fold(FoldAdaptor adaptor) {
  ArrayRef<int32_t> permutation = getPermutation();
  if (llvm::equal(permutation, llvm::seq<int32_t>(0, permutation.size())))
    return getSource();
  if (auto inner = getSource().getDefiningOp<PermuteOp>()) {
    auto both = llvm::map_to_vector(
        permutation, [&](int32_t dim) { return inner.getPermutation()[dim]; });
    setPermutation(both);
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  SmallVector<int64_t> sourceStrides =
      getStrides(getSource().getType().getShape());
  auto strides = llvm::map_to_vector(
      permutation, [&](int32_t dim) { return sourceStrides[dim]; });
  return gather(getType(), Literal::get(adaptor.getSource()), strides);
}

OpFoldResult OffsetOp::fold(FoldAdaptor adaptor) {
  return isSplatOf(adaptor.getOffset(), 0) ? getPtr() : Value();
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

/// One of two values, depending on whether they are equal.
static Value foldSelectOfCompared(SelectOp op) {
  auto comparison = op.getCond().getDefiningOp<CmpIOp>();
  if (!comparison)
    return nullptr;
  Value lhs = comparison.getLhs(), rhs = comparison.getRhs();
  Value ifTrue = op.getValIfTrue(), ifFalse = op.getValIfFalse();
  if (!(ifTrue == lhs && ifFalse == rhs) && !(ifTrue == rhs && ifFalse == lhs))
    return nullptr;
  switch (comparison.getComparisonPredicate()) {
  case ComparisonPredicate::Equal:
    return ifFalse;
  case ComparisonPredicate::NotEqual:
    return ifTrue;
  default:
    return nullptr;
  }
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  if (getValIfTrue() == getValIfFalse())
    return getValIfTrue();
  if (Value value = foldSelectOfCompared(*this))
    return value;
  if (std::optional<uint64_t> cond = getSplat(adaptor.getCond()))
    return *cond ? getValIfTrue() : getValIfFalse();
  // For true and false, the result is the condition itself.
  if (getType() == getCond().getType() &&
      isSplatOf(adaptor.getValIfTrue(), 1) &&
      isSplatOf(adaptor.getValIfFalse(), 0))
    return getCond();
  return foldElements(getType(), adaptor.getOperands(),
                      [](ArrayRef<uint64_t> x) { return x[0] ? x[1] : x[2]; });
}

/// The operand that a select by `cond` chooses if `cond` is known to be
/// `known`.
static Value skipChoice(Value value, Value cond, bool known) {
  auto inner = value.getDefiningOp<SelectOp>();
  if (!inner || inner.getCond() != cond)
    return value;
  return known ? inner.getValIfTrue() : inner.getValIfFalse();
}

/// For 1 and 0, the result is an extension of the condition.
static LogicalResult replaceByExtension(SelectOp op,
                                        PatternRewriter &rewriter) {
  std::optional<uint64_t> ifTrue = getSplat(op.getValIfTrue()),
                          ifFalse = getSplat(op.getValIfFalse());
  if (!isa<IntegerType>(op.getType().getElementType()))
    return failure();
  if (!ifTrue || !ifFalse || *ifTrue > 1 || *ifTrue + *ifFalse != 1)
    return rewriter.notifyMatchFailure(op, "the choice is not of 1 and 0");
  Value cond = op.getCond();
  if (*ifFalse == 1) {
    Value one = createSplat(rewriter, op.getLoc(), cond.getType(), 1);
    cond = XOrIOp::create(rewriter, op.getLoc(), cond, one);
  }
  rewriter.replaceOpWithNewOp<ExtIOp>(op, op.getType(), cond,
                                      Signedness::Unsigned);
  return success();
}

LogicalResult SelectOp::canonicalize(SelectOp op, PatternRewriter &rewriter) {
  if (Value cond = getNegated(op.getCond())) {
    rewriter.replaceOpWithNewOp<SelectOp>(op, cond, op.getValIfFalse(),
                                          op.getValIfTrue());
    return success();
  }
  if (op.getType() == op.getCond().getType() &&
      getSplat(op.getValIfTrue()) == 0 && getSplat(op.getValIfFalse()) == 1) {
    rewriter.replaceOpWithNewOp<XOrIOp>(op, op.getCond(), op.getValIfFalse());
    return success();
  }
  Value ifTrue = skipChoice(op.getValIfTrue(), op.getCond(), true),
        ifFalse = skipChoice(op.getValIfFalse(), op.getCond(), false);
  if (ifTrue != op.getValIfTrue() || ifFalse != op.getValIfFalse()) {
    rewriter.modifyOpInPlace(op, [&] {
      op.getValIfTrueMutable().assign(ifTrue);
      op.getValIfFalseMutable().assign(ifFalse);
    });
    return success();
  }
  return replaceByExtension(op, rewriter);
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

OpFoldResult CatOp::fold(FoldAdaptor adaptor) {
  std::optional<Literal> lhs = Literal::get(adaptor.getLhs());
  std::optional<Literal> rhs = Literal::get(adaptor.getRhs());
  if (!lhs || !rhs)
    return nullptr;
  if (lhs->isSplat() && rhs->isSplat() && (*lhs)[0] == (*rhs)[0])
    return makeLiteral(getType(), (*lhs)[0]);
  if (!isFoldableSize(getType()))
    return nullptr;
  SmallVector<uint64_t> bits(getType().getNumElements());
  size_t dim = getDimAttr().getInt();
  scatter(*lhs, getType(), 0, bits);
  scatter(*rhs, getType(),
          getLhs().getType().getShape()[dim] *
              getStrides(getType().getShape())[dim],
          bits);
  return makeLiteral(getType(), bits);
}

/// The position in `whole` of the first element of the part at constant
/// indices. Nothing for other indices, and for indices outside the grid.
static std::optional<int64_t> getPartOffset(ArrayRef<Attribute> indices,
                                            TileType part, TileType whole) {
  int64_t offset = 0;
  SmallVector<int64_t> strides = getStrides(whole.getShape());
  for (auto [k, attribute] : llvm::enumerate(indices)) {
    std::optional<uint64_t> index = getSplat(attribute);
    int64_t extent = part.getShape()[k];
    if (!index || *index >= uint64_t(whole.getShape()[k] / extent))
      return std::nullopt;
    offset += *index * extent * strides[k];
  }
  return offset;
}

OpFoldResult ExtractOp::fold(FoldAdaptor adaptor) {
  // A grid of one part, where every index but 0 is undefined.
  if (getSource().getType() == getType())
    return getSource();
  auto inserted = getSource().getDefiningOp<InsertOp>();
  if (inserted && inserted.getSource().getType() == getType() &&
      inserted.getIndices() == getIndices())
    return inserted.getSource();
  std::optional<Literal> source = Literal::get(adaptor.getSource());
  if (source && source->isSplat())
    return makeLiteral(getType(), (*source)[0]);
  std::optional<int64_t> offset =
      getPartOffset(adaptor.getIndices(), getType(), getSource().getType());
  if (!offset)
    return nullptr;
  return gather(getType(), source, getStrides(getSource().getType().getShape()),
                *offset);
}

OpFoldResult InsertOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  auto extracted = getSource().getDefiningOp<ExtractOp>();
  if (extracted && extracted.getSource() == getDestination() &&
      extracted.getIndices() == getIndices())
    return getDestination();
  std::optional<Literal> part = Literal::get(adaptor.getSource());
  std::optional<Literal> whole = Literal::get(adaptor.getDestination());
  if (!part || !whole)
    return nullptr;
  if (part->isSplat() && whole->isSplat() && (*part)[0] == (*whole)[0])
    return getDestination();
  std::optional<int64_t> offset =
      getPartOffset(adaptor.getIndices(), getSource().getType(), getType());
  if (!offset || !isFoldableSize(getType()))
    return nullptr;
  SmallVector<uint64_t> bits(getType().getNumElements());
  for (auto [i, element] : llvm::enumerate(bits))
    element = (*whole)[i];
  scatter(*part, getType(), *offset, bits);
  return makeLiteral(getType(), bits);
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// The literal of `type`, of rank 1, that holds the bits of `source`, whose
/// elements are contiguous from the lowest bit on.
static Attribute repack(TileType type, Attribute source) {
  std::optional<Literal> literal = Literal::get(source);
  if (!literal || !isFoldableSize(type) || !isFoldableSize(literal->getType()))
    return nullptr;
  unsigned from = getPackedBitWidth(literal->getType().getElementType());
  unsigned to = getPackedBitWidth(type.getElementType());
  SmallVector<uint64_t> bits(type.getNumElements(), 0);
  for (int64_t i = 0, n = literal->getType().getNumElements() * from; i < n;
       ++i)
    bits[i / to] |= ((*literal)[i / from] >> (i % from) & 1) << (i % to);
  return makeLiteral(type, bits);
}

OpFoldResult PackOp::fold(FoldAdaptor adaptor) {
  auto inner = getSource().getDefiningOp<UnpackOp>();
  if (inner && inner.getSource().getType() == getType())
    return inner.getSource();
  return repack(getType(), adaptor.getSource());
}

OpFoldResult UnpackOp::fold(FoldAdaptor adaptor) {
  auto inner = getSource().getDefiningOp<PackOp>();
  if (inner && inner.getSource().getType() == getType())
    return inner.getSource();
  return repack(getType(), adaptor.getSource());
}

/// Packing and then unpacking as another type of the same width is a bitcast.
LogicalResult UnpackOp::canonicalize(UnpackOp op, PatternRewriter &rewriter) {
  auto inner = op.getSource().getDefiningOp<PackOp>();
  if (!inner)
    return failure();
  Type from = inner.getSource().getType().getElementType();
  Type to = op.getType().getElementType();
  if (!isNumberType(from) || !isNumberType(to) ||
      getNumberWidth(from) != getNumberWidth(to))
    return rewriter.notifyMatchFailure(
        op, "the elements packed are no numbers of the same width");
  rewriter.replaceOpWithNewOp<BitcastOp>(op, op.getType(), inner.getSource());
  return success();
}

//===----------------------------------------------------------------------===//
// Assumptions
//===----------------------------------------------------------------------===//

/// True if the fact holds for every value.
static bool saysNothing(AssumePredicate predicate) {
  if (auto bounded = dyn_cast<BoundedAttr>(predicate))
    return !bounded.getLb() && !bounded.getUb();
  if (auto same = dyn_cast<SameElementsAttr>(predicate))
    return llvm::all_of(same.getValues(), [](int64_t n) { return n == 1; });
  // Runs of more than one element promise contiguity, whatever the divisor.
  auto multiple = dyn_cast<DivByAttr>(predicate);
  return multiple && multiple.getDivisor() == 1 &&
         multiple.getEvery().value_or(1) == 1;
}

OpFoldResult AssumeOp::fold(FoldAdaptor) {
  if (saysNothing(getPredicate()))
    return getValue();
  // A repeated fact is dropped. Only few facts are searched, since the time
  // grows quadratically with their number.
  constexpr unsigned maxFacts = 16;
  auto inner = getValue().getDefiningOp<AssumeOp>();
  for (unsigned i = 0; inner && i < maxFacts; ++i) {
    if (inner.getPredicate() == getPredicate())
      return getValue();
    inner = inner.getValue().getDefiningOp<AssumeOp>();
  }
  return nullptr;
}

//===- TileAAOps.cpp - Verifiers and syntax of the tileaa ops -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/PatternMatch.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/KernelSyntax.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Program.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Support/PrintFormat.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

#include "tessera/Dialect/TileAA/IR/Interfaces.cpp.inc"

//===----------------------------------------------------------------------===//
// EntryOp
//===----------------------------------------------------------------------===//

ParseResult EntryOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseKernel<EntryOp>(parser, result);
}

void EntryOp::print(OpAsmPrinter &printer) { printKernel(*this, printer); }

/// The upstream ops that are allowed in kernels, by the table in the docs of
/// the dialect.
static bool isUpstreamOp(Operation *op) {
  using namespace arith;
  return isa<AddIOp, SubIOp, MulIOp, MulSIExtendedOp, MulUIExtendedOp, DivSIOp,
             DivUIOp, CeilDivSIOp, CeilDivUIOp, FloorDivSIOp, RemSIOp, RemUIOp,
             AndIOp, OrIOp, XOrIOp, ShLIOp, ShRSIOp, ShRUIOp, MaxSIOp, MaxUIOp,
             MinSIOp, MinUIOp>(op) ||
         isa<ConstantOp, SelectOp, CmpIOp, CmpFOp, NegFOp, ExtSIOp, ExtUIOp,
             TruncIOp, ExtFOp, TruncFOp, SIToFPOp, UIToFPOp, FPToSIOp, FPToUIOp,
             BitcastOp>(op) ||
         isa<scf::IfOp, scf::ForOp, scf::WhileOp, scf::ConditionOp,
             scf::YieldOp>(op) ||
         isa<ub::PoisonOp>(op);
}

/// True if the op may be computed other than exactly as specified.
static bool isInexact(Operation *op) {
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    if (fast.getFastMathFlagsAttr() &&
        fast.getFastMathFlagsAttr().getValue() != arith::FastMathFlags::none)
      return true;
  auto rounding = dyn_cast<arith::ArithRoundingModeInterface>(op);
  return rounding && rounding.getRoundingModeAttr();
}

LogicalResult tileaa::verifyKernelBody(Operation *kernel) {
  StringRef own = kernel->getDialect()->getNamespace();
  WalkResult result = kernel->walk([&](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    if (dialect == own || dialect == TileAADialect::getDialectNamespace())
      return WalkResult::advance();
    if (!isUpstreamOp(op)) {
      op->emitOpError("has no place in '") << kernel->getName() << "'";
      return WalkResult::interrupt();
    }
    if (!isInexact(op))
      return WalkResult::advance();
    op->emitOpError("has fast-math flags or a rounding mode, which only ops of "
                    "tileaa may have");
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult EntryOp::verifyRegions() { return verifyKernelBody(*this); }

LogicalResult EntryOp::verify() {
  if (!getResultTypes().empty())
    return emitOpError("returns nothing, but its type has ")
           << getResultTypes().size() << " results";
  for (auto [index, type] : llvm::enumerate(getArgumentTypes()))
    if (isa<ShapedType>(type))
      return emitOpError("takes scalars and pointers, but argument ")
             << index << " is " << type;
  return success();
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

LogicalResult AllocaOp::verify() {
  if (llvm::isPowerOf2_64(getAlignment()))
    return success();
  return emitOpError("needs a power of two as alignment, not ")
         << int64_t(getAlignment());
}

LogicalResult GlobalOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getValue().getType());
  if (!isa<DenseElementsAttr>(getValue()) || !type || type.getRank() != 1)
    return emitOpError("needs dense elements of rank 1, not ")
           << getValue().getType();
  if (!llvm::isPowerOf2_64(getAlignment()))
    return emitOpError("needs a power of two as alignment, not ")
           << int64_t(getAlignment());
  return success();
}

LogicalResult GetGlobalOp::verifySymbolUses(SymbolTableCollection &symbols) {
  if (symbols.lookupNearestSymbolFrom<GlobalOp>(*this, getNameAttr()))
    return success();
  return emitOpError("names no global of the module: ") << getNameAttr();
}

//===----------------------------------------------------------------------===//
// Float arithmetic
//===----------------------------------------------------------------------===//

/// Every op supports the IEEE rounding modes; `others` are the additional modes
/// of this one. Flushing, and the additional modes, exist for f32 only.
static LogicalResult verifyRounding(Operation *op, Rounding rounding, bool ftz,
                                    ArrayRef<Rounding> others) {
  bool isF32 = getElementTypeOrSelf(op->getResult(0)).isF32();
  if (ftz && !isF32)
    return op->emitOpError("flushes subnormal numbers, which only f32 can");
  switch (rounding) {
  case Rounding::NearestEven:
  case Rounding::Zero:
  case Rounding::NegativeInf:
  case Rounding::PositiveInf:
    return success();
  default:
    if (isF32 && llvm::is_contained(others, rounding))
      return success();
    return op->emitOpError("cannot round by ")
           << stringifyRounding(rounding) << " here";
  }
}

LogicalResult AddFOp::verify() {
  return verifyRounding(*this, getRounding(), getFtz(), {});
}
LogicalResult SubFOp::verify() {
  return verifyRounding(*this, getRounding(), getFtz(), {});
}
LogicalResult MulFOp::verify() {
  return verifyRounding(*this, getRounding(), getFtz(), {});
}
LogicalResult FmaOp::verify() {
  return verifyRounding(*this, getRounding(), getFtz(), {});
}
LogicalResult DivFOp::verify() {
  return verifyRounding(*this, getRounding(), getFtz(),
                        {Rounding::Approx, Rounding::Full});
}
LogicalResult SqrtOp::verify() {
  return verifyRounding(*this, getRounding(), getFtz(), {Rounding::Approx});
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

Type tileaa::getStorageType(FloatFormat format, MLIRContext *context) {
  Builder builder(context);
  switch (format) {
  case FloatFormat::F4E2M1FN:
    return builder.getIntegerType(4);
  case FloatFormat::F8E4M3FN:
  case FloatFormat::F8E5M2:
  case FloatFormat::F8E8M0FNU:
  case FloatFormat::F8E5M3FNU:
    return builder.getI8Type();
  case FloatFormat::F16:
    return builder.getF16Type();
  case FloatFormat::BF16:
    return builder.getBF16Type();
  case FloatFormat::TF32:
  case FloatFormat::F32:
    return builder.getF32Type();
  case FloatFormat::F64:
    return builder.getF64Type();
  }
  llvm_unreachable("all formats are listed");
}

/// True if one format represents every number of the other, so that no rounding
/// takes place.
static bool isExact(FloatFormat from, FloatFormat to) {
  const numerics::FloatEncoding &source =
      numerics::encodingOf(toNumerics(from));
  const numerics::FloatEncoding &target = numerics::encodingOf(toNumerics(to));
  auto maxExponent = [](const numerics::FloatEncoding &encoding) {
    return int(encoding.largest() >> encoding.fractionBits) - encoding.bias;
  };
  return source.fractionBits <= target.fractionBits &&
         maxExponent(source) <= maxExponent(target) &&
         source.minExponent() - source.fractionBits >=
             target.minExponent() - target.fractionBits;
}

/// The rounding modes of a conversion to a float format, as in Tile IR 13.4.
static bool canRound(FloatFormat from, FloatFormat to, Rounding rounding) {
  auto isOneOf = [&](std::initializer_list<Rounding> modes) {
    return llvm::is_contained(modes, rounding);
  };
  if (to == FloatFormat::F8E8M0FNU)
    return isOneOf({Rounding::Zero, Rounding::PositiveInf});
  if (to < FloatFormat::F16)
    return rounding == Rounding::NearestEven;
  if (isExact(from, to))
    return !isOneOf({Rounding::Approx, Rounding::Full});
  if (to == FloatFormat::F32)
    return isOneOf({Rounding::NearestEven, Rounding::Zero,
                    Rounding::NegativeInf, Rounding::PositiveInf});
  if (to == FloatFormat::TF32 && from == FloatFormat::F32)
    return isOneOf(
        {Rounding::NearestEven, Rounding::Zero, Rounding::NearestAway});
  return isOneOf({Rounding::NearestEven, Rounding::Zero});
}

LogicalResult ConvertFloatOp::verify() {
  auto check = [&](StringRef what, Type type,
                   FloatFormat format) -> LogicalResult {
    Type storage = getStorageType(format, getContext());
    if (getElementTypeOrSelf(type) == storage)
      return success();
    return emitOpError("has ")
           << what << " of type " << type << ", but elements of "
           << stringifyFloatFormat(format) << " are " << storage;
  };
  if (failed(check("an operand", getOperand().getType(), getFrom())) ||
      failed(check("a result", getType(), getTo())))
    return failure();
  if (canRound(getFrom(), getTo(), getRounding()))
    return success();
  return emitOpError("cannot round ")
         << stringifyFloatFormat(getFrom()) << " to "
         << stringifyFloatFormat(getTo()) << " by "
         << stringifyRounding(getRounding());
}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

static LogicalResult verifySameElements(Operation *op, Type from, Type to) {
  if (getElementTypeOrSelf(from) == getElementTypeOrSelf(to))
    return success();
  return op->emitOpError("changes the element type from ")
         << getElementTypeOrSelf(from) << " to " << getElementTypeOrSelf(to);
}

int64_t tileaa::countRegisters(RankedTensorType tile) {
  Type element = tile.getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return tile.getNumElements() * llvm::divideCeil(bits, 32);
}

LogicalResult IotaOp::verify() {
  auto type = cast<RankedTensorType>(getType());
  if (type.getRank() != 1 || !type.getElementType().isInteger())
    return emitOpError("makes a tile of integers of rank 1, not ") << type;
  return success();
}

LogicalResult SplatOp::verify() {
  return verifySameElements(*this, getValue().getType(), getType());
}

LogicalResult UnsplatOp::verify() {
  if (cast<RankedTensorType>(getValue().getType()).getNumElements() != 1)
    return emitOpError("takes a tile of one element, not ")
           << getValue().getType();
  return verifySameElements(*this, getValue().getType(), getType());
}

LogicalResult BroadcastOp::verify() {
  auto from = cast<RankedTensorType>(getValue().getType());
  auto to = cast<RankedTensorType>(getType());
  if (from.getRank() != to.getRank())
    return emitOpError("changes the rank from ")
           << from.getRank() << " to " << to.getRank();
  for (auto [dim, source, target] :
       llvm::enumerate(from.getShape(), to.getShape()))
    if (source != target && source != 1)
      return emitOpError("repeats dimension ")
             << dim << " of extent " << source << ", which is not 1";
  return verifySameElements(*this, from, to);
}

LinearLayout BroadcastOp::getSourceMap() {
  ArrayRef<int64_t> from = getValue().getType().getShape();
  ArrayRef<int64_t> to = getType().getShape();
  SmallVector<unsigned> repeated;
  for (unsigned dim = 0; dim < to.size(); ++dim)
    if (from[dim] != to[dim])
      repeated.push_back(dim);
  return projectMap(to, repeated);
}

LogicalResult ReshapeOp::verify() {
  auto from = cast<RankedTensorType>(getValue().getType());
  auto to = cast<RankedTensorType>(getType());
  if (from.getNumElements() != to.getNumElements())
    return emitOpError("changes the number of elements from ")
           << from.getNumElements() << " to " << to.getNumElements();
  return verifySameElements(*this, from, to);
}

LinearLayout ReshapeOp::getSourceMap() {
  return reshapeMap(getType().getShape(), getValue().getType().getShape());
}

LogicalResult PermuteOp::verify() {
  auto from = cast<RankedTensorType>(getValue().getType());
  auto to = cast<RankedTensorType>(getType());
  ArrayRef<int32_t> permutation = getPermutation();
  SmallVector<bool> seen(from.getRank());
  if (to.getRank() != from.getRank() ||
      static_cast<int64_t>(permutation.size()) != from.getRank())
    return emitOpError("needs one number for each dimension");
  for (auto [dim, source] : llvm::enumerate(permutation)) {
    if (source < 0 || source >= from.getRank() || seen[source])
      return emitOpError("needs a permutation of 0 to ") << from.getRank() - 1;
    seen[source] = true;
    if (to.getDimSize(dim) != from.getDimSize(source))
      return emitOpError("gives dimension ")
             << dim << " the extent " << to.getDimSize(dim)
             << ", but dimension " << source << " of the operand has "
             << from.getDimSize(source);
  }
  return verifySameElements(*this, from, to);
}

LinearLayout PermuteOp::getSourceMap() {
  SmallVector<int32_t> inverse(getPermutation().size());
  for (auto [dim, source] : llvm::enumerate(getPermutation()))
    inverse[source] = dim;
  return permuteMap(getType().getShape(), inverse);
}

/// Equal elements remain equal, however they are moved.
static OpFoldResult moveConstant(Attribute value, RankedTensorType type) {
  auto splat = dyn_cast_if_present<SplatElementsAttr>(value);
  return splat ? splat.resizeSplat(type) : OpFoldResult();
}

OpFoldResult BroadcastOp::fold(FoldAdaptor adaptor) {
  return moveConstant(adaptor.getValue(), getType());
}

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  return moveConstant(adaptor.getValue(), getType());
}

OpFoldResult PermuteOp::fold(FoldAdaptor adaptor) {
  return moveConstant(adaptor.getValue(), getType());
}

/// The same for a scalar that is known at run time only.
template <typename ShapeOp>
static LogicalResult moveSplat(ShapeOp op, PatternRewriter &rewriter) {
  auto splat = op.getValue().template getDefiningOp<SplatOp>();
  if (!splat)
    return failure();
  rewriter.replaceOpWithNewOp<SplatOp>(op, op.getType(), splat.getValue());
  return success();
}

LogicalResult BroadcastOp::canonicalize(BroadcastOp op,
                                        PatternRewriter &rewriter) {
  return moveSplat(op, rewriter);
}

LogicalResult ReshapeOp::canonicalize(ReshapeOp op, PatternRewriter &rewriter) {
  return moveSplat(op, rewriter);
}

LogicalResult PermuteOp::canonicalize(PermuteOp op, PatternRewriter &rewriter) {
  return moveSplat(op, rewriter);
}

OpFoldResult UnsplatOp::fold(FoldAdaptor) {
  auto splat = getValue().getDefiningOp<SplatOp>();
  return splat ? splat.getValue() : OpFoldResult();
}

LogicalResult ReduceOp::verify() {
  size_t count = getOperands().size();
  if (count == 0 || getResults().size() != count ||
      getIdentities().size() != count)
    return emitOpError("needs as many results and identities as operands, and "
                       "at least one");
  auto first = cast<RankedTensorType>(getOperands().front().getType());
  if (getDim() >= static_cast<uint64_t>(first.getRank()))
    return emitOpError("reduces dimension ")
           << getDim() << " of a tile of rank " << first.getRank();
  SmallVector<int64_t> shape(first.getShape());
  shape.erase(shape.begin() + getDim());
  Block &body = getBody().front();
  if (body.getNumArguments() != 2 * count)
    return emitOpError("needs a body of ") << 2 * count << " arguments";
  for (size_t i = 0; i < count; ++i) {
    auto operand = cast<RankedTensorType>(getOperands()[i].getType());
    Type element = operand.getElementType();
    auto shaped = dyn_cast<RankedTensorType>(getResults()[i].getType());
    ArrayRef<int64_t> resultShape =
        shaped ? shaped.getShape() : ArrayRef<int64_t>();
    if (operand.getShape() != first.getShape())
      return emitOpError("operands differ in shape");
    if (resultShape != ArrayRef<int64_t>(shape) ||
        getElementTypeOrSelf(getResults()[i].getType()) != element)
      return emitOpError("result ") << i << " does not fit its operand";
    if (body.getArgument(2 * i).getType() != element ||
        body.getArgument(2 * i + 1).getType() != element)
      return emitOpError("body arguments ")
             << 2 * i << " and " << 2 * i + 1 << " must be " << element;
    auto identity = dyn_cast<TypedAttr>(getIdentities()[i]);
    if (!identity || identity.getType() != element)
      return emitOpError("identity ") << i << " must be " << element;
  }
  auto yield = dyn_cast<YieldOp>(body.getTerminator());
  if (!yield || yield.getValues().size() != count)
    return emitOpError("needs a body that yields ") << count << " values";
  for (size_t i = 0; i < count; ++i)
    if (yield.getValues()[i].getType() != body.getArgument(2 * i).getType())
      return emitOpError("yields ")
             << yield.getValues()[i].getType() << " for operand " << i;
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The shape of a tile; empty for a scalar.
static ArrayRef<int64_t> shapeOf(Type type) {
  auto shaped = dyn_cast<RankedTensorType>(type);
  return shaped ? shaped.getShape() : ArrayRef<int64_t>();
}

LogicalResult tileaa::verifyAccess(AccessOpInterface access) {
  Type value = access.getAccessedType(), base = access.getBase().getType();
  ArrayRef<int64_t> shape = shapeOf(value);
  bool isBox = isa<RankedTensorType>(value) && !isa<RankedTensorType>(base);
  size_t expected = isBox ? shape.size() : 0;
  if (access.getStarts().size() != expected ||
      access.getExtents().size() != expected ||
      access.getStrides().size() != expected)
    return access->emitOpError("needs ")
           << expected << " starts, extents and strides to reach " << value
           << " from " << base;
  for (auto [start, extent] :
       llvm::zip_equal(access.getStarts(), access.getExtents()))
    if (start.getType() != extent.getType())
      return access->emitOpError("compares positions of ")
             << start.getType() << " with an extent of " << extent.getType();
  DenseBoolArrayAttr inbounds = access.getInboundsAttr();
  if (inbounds && size_t(inbounds.size()) != expected)
    return access->emitOpError("needs ")
           << expected << " flags in inbounds, but has " << inbounds.size();
  if (!isBox && shapeOf(base) != shape)
    return access->emitOpError("has pointers of another shape than ") << value;
  if (access.getMask() && shapeOf(access.getMask().getType()) != shape)
    return access->emitOpError("has a mask of another shape than ") << value;
  if ((access.getOrdering() == Ordering::Weak) == access.getScope().has_value())
    return access->emitOpError("needs a scope exactly if it is not weak");
  return success();
}

LogicalResult tileaa::verifyMultimemElement(Operation *op, AtomicMode mode,
                                            Type element) {
  bool fits = element.isInteger(32) || element.isInteger(64);
  switch (mode) {
  case AtomicMode::Xchg:
  case AtomicMode::Cas:
    fits = false;
    break;
  case AtomicMode::AddF:
    fits = isa<FloatType>(element) && element.getIntOrFloatBitWidth() >= 16;
    break;
  case AtomicMode::Min:
  case AtomicMode::Max:
    fits |= element.isF16() || element.isBF16();
    break;
  default:
    break;
  }
  if (fits)
    return success();
  return op->emitOpError("with multimem cannot be ")
         << stringifyAtomicMode(mode) << " of elements of " << element;
}

LogicalResult tileaa::verifyAtomicElement(Operation *op, AtomicMode mode,
                                          Type element) {
  bool fits;
  unsigned bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
  bool isWord = bits == 32 || bits == 64;
  switch (mode) {
  case AtomicMode::AddF:
    fits = isa<FloatType>(element) && bits >= 16;
    break;
  case AtomicMode::Xchg:
  case AtomicMode::Cas:
    fits = isWord;
    break;
  default:
    fits = isWord && element.isInteger();
  }
  if (fits)
    return success();
  return op->emitOpError("cannot be ")
         << stringifyAtomicMode(mode) << " of elements of " << element;
}

LogicalResult AssumeOp::verify() {
  ArrayRef<int64_t> shape = shapeOf(getType());
  if (getDivBy() && !llvm::isPowerOf2_64(*getDivBy()))
    return emitOpError("div_by must be a power of two, but is ")
           << int64_t(*getDivBy());
  if (getEvery().has_value() != getAlong().has_value() ||
      (getEvery() && !getDivBy()) || (getStep() && !getEvery()))
    return emitOpError("needs div_by, every and along where it has one of "
                       "every, along and step");
  if (getEvery() && (*getAlong() >= shape.size() || *getEvery() < 1 ||
                     *getEvery() > uint64_t(shape[*getAlong()])))
    return emitOpError("every must be 1 to the extent of dimension along of ")
           << getType();
  if (getSameElements() && getSameElements()->size() != shape.size())
    return emitOpError("same_elements needs one number for each dimension of ")
           << getType();
  if (getSameElements() &&
      llvm::any_of(*getSameElements(), [](int64_t size) { return size < 1; }))
    return emitOpError("same_elements must be positive");
  return success();
}

LogicalResult LoadOp::verify() { return verifyLoad(*this); }

LogicalResult StoreOp::verify() { return verifyStore(*this); }

LogicalResult AtomicOp::verify() { return verifyAtomic(*this); }

LogicalResult PrintOp::verify() {
  if (llvm::Error error = checkFormat(getFormat(), getArgs().size()))
    return emitOpError("format ") << llvm::toString(std::move(error));
  return success();
}

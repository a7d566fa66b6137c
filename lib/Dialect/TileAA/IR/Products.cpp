//===- Products.cpp - Matrix products of tileaa and tileas ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

static constexpr bool hasNumberOf(FactorFormat format, MatrixElement element) {
  return static_cast<unsigned>(format) == static_cast<unsigned>(element);
}
static_assert(hasNumberOf(FactorFormat::F16, MatrixElement::F16) &&
              hasNumberOf(FactorFormat::BF16, MatrixElement::BF16) &&
              hasNumberOf(FactorFormat::TF32, MatrixElement::TF32) &&
              hasNumberOf(FactorFormat::F32, MatrixElement::F32) &&
              hasNumberOf(FactorFormat::F64, MatrixElement::F64) &&
              hasNumberOf(FactorFormat::S8, MatrixElement::S8) &&
              hasNumberOf(FactorFormat::U8, MatrixElement::U8) &&
              hasNumberOf(FactorFormat::E4M3, MatrixElement::E4M3) &&
              hasNumberOf(FactorFormat::E5M2, MatrixElement::E5M2) &&
              hasNumberOf(FactorFormat::E2M1, MatrixElement::E2M1));

std::optional<FloatFormat> tileaa::getFloatFormat(FactorFormat format) {
  switch (format) {
  case FactorFormat::F16:
    return FloatFormat::F16;
  case FactorFormat::BF16:
    return FloatFormat::BF16;
  case FactorFormat::TF32:
    return FloatFormat::TF32;
  case FactorFormat::F32:
    return FloatFormat::F32;
  case FactorFormat::F64:
    return FloatFormat::F64;
  case FactorFormat::E4M3:
    return FloatFormat::F8E4M3FN;
  case FactorFormat::E5M2:
    return FloatFormat::F8E5M2;
  case FactorFormat::E2M1:
    return FloatFormat::F4E2M1FN;
  case FactorFormat::S8:
  case FactorFormat::U8:
    return std::nullopt;
  }
  llvm_unreachable("all cases return");
}

std::optional<FactorFormat> tileaa::getFactorFormat(FloatFormat format) {
  for (unsigned number = 0; number <= getMaxEnumValForFactorFormat(); ++number)
    if (std::optional<FactorFormat> factor = symbolizeFactorFormat(number))
      if (getFloatFormat(*factor) == format)
        return factor;
  return std::nullopt;
}

MatrixElement tileaa::getMatrixElement(FactorFormat format) {
  return static_cast<MatrixElement>(format);
}

MatrixElement tileaa::getSumElement(ProductOpInterface product) {
  Type type = getElementTypeOrSelf(product.getAcc().getType());
  return type.isF16()   ? MatrixElement::F16
         : type.isF32() ? MatrixElement::F32
         : type.isF64() ? MatrixElement::F64
                        : MatrixElement::S32;
}

ProductShape tileaa::getProductShape(ProductOpInterface product) {
  ArrayRef<int64_t> lhs =
      cast<ShapedType>(product.getLhs().getType()).getShape();
  ArrayRef<int64_t> acc =
      cast<ShapedType>(product.getAcc().getType()).getShape();
  std::optional<ArrayRef<int64_t>> part = product.getPart();
  return {acc.size() == 3 ? acc.front() : 1, acc.end()[-2], acc.end()[-1],
          part ? part->back() - part->front() : lhs.back()};
}

int64_t tileaa::getFloatsPerElement(FactorFormat format) {
  return format == FactorFormat::E2M1 ? 2 : 1;
}

int64_t tileaa::getScaleVector(ProductOpInterface product) {
  if (product.getScales().empty())
    return 0;
  auto scale = cast<ShapedType>(product.getScales().front().getType());
  return getProductShape(product).k *
         getFloatsPerElement(product.getLhsFormat()) / scale.getShape().back();
}

/// The next wider format, if there is one.
static std::optional<FactorFormat> getWider(FactorFormat format) {
  switch (format) {
  case FactorFormat::E4M3:
  case FactorFormat::E5M2:
    return FactorFormat::F16;
  case FactorFormat::BF16:
  case FactorFormat::TF32:
    return FactorFormat::F32;
  default:
    return std::nullopt;
  }
}

ProductForm tileaa::chooseForm(MmaOp product, const TargetInfo &target) {
  ProductForm form{product.getLhsFormat(), product.getRhsFormat(), nullptr};
  if (int64_t vector = getScaleVector(product)) {
    form.instruction = target.chooseScaledMmaSync(
        getMatrixElement(form.lhs), getMatrixElement(form.rhs), vector);
    return form;
  }
  while (true) {
    form.instruction = target.chooseMmaSync(
        getMatrixElement(form.lhs), getMatrixElement(form.rhs),
        getSumElement(product), getProductShape(product).k);
    std::optional<FactorFormat> lhs = getWider(form.lhs),
                                rhs = getWider(form.rhs);
    if (form.instruction || !lhs || !rhs)
      return form;
    form.lhs = *lhs;
    form.rhs = *rhs;
  }
}

const MatrixInstruction *tileaa::findWideInstruction(ProductOpInterface product,
                                                     const TargetInfo &target) {
  MatrixElement sum = getSumElement(product);
  if (target.sumsInFull(getMatrixElement(product.getLhsFormat()), sum))
    return nullptr;
  return target.chooseMmaSync(MatrixElement::F16, MatrixElement::F16, sum,
                              /*depth=*/16);
}

std::optional<MatrixUnit> tileaa::findFasterUnit(ProductOpInterface product,
                                                 const TargetInfo &target) {
  MatrixElement lhs = getMatrixElement(product.getLhsFormat()),
                rhs = getMatrixElement(product.getRhsFormat());
  unsigned vector = getScaleVector(product);
  // The best unit comes first.
  for (const MatrixInstruction *form : target.getMatrixInstructions())
    if (form->unit != MatrixUnit::MmaSync && form->scaleVector == vector &&
        form->takes(lhs, rhs, getSumElement(product)))
      return form->unit;
  return std::nullopt;
}

Type tileaa::getStorageType(FactorFormat format, MLIRContext *context) {
  if (getFloatsPerElement(format) > 1)
    return IntegerType::get(context, 8);
  if (std::optional<FloatFormat> number = getFloatFormat(format))
    return getStorageType(*number, context);
  return IntegerType::get(context, 8);
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// True if products of factors of the format are accumulated in the type.
static bool canSumIn(FactorFormat format, Type acc) {
  switch (format) {
  case FactorFormat::F16:
  case FactorFormat::E4M3:
  case FactorFormat::E5M2:
    return acc.isF16() || acc.isF32();
  case FactorFormat::BF16:
  case FactorFormat::TF32:
  case FactorFormat::F32:
  case FactorFormat::E2M1:
    return acc.isF32();
  case FactorFormat::F64:
    return acc.isF64();
  case FactorFormat::S8:
  case FactorFormat::U8:
    return acc.isInteger(32);
  }
  llvm_unreachable("all cases return");
}

static LogicalResult verifyFactor(ProductOpInterface product, StringRef name,
                                  Value factor, FactorFormat format,
                                  ArrayRef<int64_t> expected) {
  auto type = cast<ShapedType>(factor.getType());
  Type acc = getElementTypeOrSelf(product.getAcc().getType());
  if (type.getElementType() != getStorageType(format, type.getContext()) ||
      !canSumIn(format, acc))
    return product->emitOpError("takes ")
           << name << " of " << type << " as " << stringifyFactorFormat(format)
           << " and sums in " << acc;
  if (type.getShape() != expected)
    return product->emitOpError("needs ")
           << name << " of the shape " << expected << ", not " << type;
  return success();
}

/// Scaled blocks must have float formats for which there are instructions with
/// scales.
static LogicalResult verifyScales(ProductOpInterface product) {
  auto [batch, m, n, k] = getProductShape(product);
  std::optional<FloatFormat> format = product.getScaleFormat();
  OperandRange scales = product.getScales();
  if (!format && scales.empty()) {
    if (product.getLhsFormat() != FactorFormat::E2M1)
      return success();
    return product->emitOpError("multiplies e2m1 without scales");
  }
  if (!format || scales.size() != 2)
    return product->emitOpError("needs a format and two tiles of scales");
  if (*format != FloatFormat::F8E8M0FNU && *format != FloatFormat::F8E4M3FN)
    return product->emitOpError("has no scales of ")
           << stringifyFloatFormat(*format);
  int64_t count = cast<ShapedType>(scales[0].getType()).getShape().back();
  int64_t floats = k * getFloatsPerElement(product.getLhsFormat());
  int64_t rank = cast<ShapedType>(product.getAcc().getType()).getRank();
  SmallVector<int64_t> lhs(rank - 2, batch), rhs = lhs;
  lhs.append({m, count});
  rhs.append({count, n});
  for (unsigned side : {0u, 1u}) {
    auto type = cast<ShapedType>(scales[side].getType());
    ArrayRef<int64_t> shape = side == 0 ? lhs : rhs;
    if (!type.getElementType().isInteger(8) || type.getShape() != shape)
      return product->emitOpError("needs scales of i8 and of the shape ")
             << shape << ", not " << type;
  }
  if (count > floats || floats % count)
    return product->emitOpError("has ")
           << count << " scales for " << floats << " elements along K";
  return success();
}

static LogicalResult verifyPart(ProductOpInterface product) {
  std::optional<ArrayRef<int64_t>> part = product.getPart();
  if (!part)
    return success();
  if (part->size() != 2 || part->front() < 0 || part->front() >= part->back())
    return product->emitOpError("multiplies no such part of K: ") << *part;
  if (product.getScales().empty())
    return success();
  return product->emitOpError("multiplies a part of K of scaled blocks");
}

/// The required extent of a factor along K, its dimension `dim`: that of the
/// multiplied part. A buffer may hold more of K than the part.
static int64_t getNeededDepth(ProductOpInterface product, Value factor,
                              int64_t dim) {
  auto type = cast<ShapedType>(factor.getType());
  std::optional<ArrayRef<int64_t>> part = product.getPart();
  if (!part || isa<RankedTensorType>(type) || dim >= type.getRank())
    return getProductShape(product).k;
  int64_t k = getProductShape(product).k, held = type.getDimSize(dim);
  return held == k ? k : std::max(part->back(), held);
}

LogicalResult tileaa::verifyProduct(ProductOpInterface product) {
  auto rankOf = [](Value value) {
    return cast<ShapedType>(value.getType()).getRank();
  };
  int64_t rank = rankOf(product.getAcc());
  if ((rank != 2 && rank != 3) || rankOf(product.getLhs()) != rank)
    return product->emitOpError("multiplies matrices, or batches of them, all "
                                "of one rank");
  if (failed(verifyPart(product)))
    return failure();
  auto [batch, m, n, k] = getProductShape(product);
  SmallVector<int64_t> lhs(rank - 2, batch), rhs = lhs;
  lhs.append({m, getNeededDepth(product, product.getLhs(), rank - 1)});
  rhs.append({getNeededDepth(product, product.getRhs(), rank - 2), n});
  if (failed(verifyFactor(product, "lhs", product.getLhs(),
                          product.getLhsFormat(), lhs)))
    return failure();
  if (failed(verifyFactor(product, "rhs", product.getRhs(),
                          product.getRhsFormat(), rhs)))
    return failure();
  return verifyScales(product);
}

LogicalResult MmaOp::verify() { return verifyProduct(*this); }

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

FailureOr<SmallVector<Value>> MmaOp::makeSlices(OpBuilder &builder,
                                                const TileSlice &slice,
                                                GetSlice getSlice) {
  int64_t k = getProductShape(*this).k;
  // All of K: rows of one factor, columns of the other.
  TileSlice rows = slice, columns = slice;
  rows.sizes.back() = k;
  rows.steps.back() = Value();
  columns.sizes.end()[-2] = k;
  columns.steps.end()[-2] = Value();
  FailureOr<Value> lhs = getSlice(getLhs(), rows);
  FailureOr<Value> rhs = getSlice(getRhs(), columns);
  FailureOr<Value> acc = getSlice(getAcc(), slice);
  if (failed(lhs) || failed(rhs) || failed(acc))
    return failure();
  SmallVector<Value> operands = {*lhs, *rhs, *acc};
  for (auto [number, scale] : llvm::enumerate(getScales())) {
    bool isOfRows = number == 0;
    TileSlice own = isOfRows ? rows : columns;
    ArrayRef<int64_t> shape = cast<ShapedType>(scale.getType()).getShape();
    (isOfRows ? own.sizes.back() : own.sizes.end()[-2]) =
        isOfRows ? shape.back() : shape.end()[-2];
    FailureOr<Value> sliced = getSlice(scale, own);
    if (failed(sliced))
      return failure();
    operands.push_back(*sliced);
  }
  return SmallVector<Value>{
      recreate(builder, *this, operands, acc->getType())->getResult(0)};
}

FailureOr<MmaOp> tileaa::sliceAlongDepth(OpBuilder &builder, MmaOp product,
                                         Value step, int64_t size, Value acc,
                                         GetSlice getSlice) {
  int64_t depth = getProductShape(product).k;
  // The slice of a factor or of its scales, which have one element for several
  // along K.
  auto sliceOf = [&](Value operand, bool isOfRows) -> FailureOr<Value> {
    ArrayRef<int64_t> shape = cast<ShapedType>(operand.getType()).getShape();
    size_t dim = shape.size() - (isOfRows ? 1 : 2);
    if (shape[dim] * size % depth != 0)
      return failure();
    TileSlice slice = TileSlice::whole(shape);
    slice.sizes[dim] = shape[dim] * size / depth;
    slice.steps[dim] = step;
    return getSlice(operand, slice);
  };
  FailureOr<Value> lhs = sliceOf(product.getLhs(), /*isOfRows=*/true);
  FailureOr<Value> rhs = sliceOf(product.getRhs(), /*isOfRows=*/false);
  if (failed(lhs) || failed(rhs))
    return failure();
  SmallVector<Value> operands = {*lhs, *rhs, acc};
  for (auto [number, scale] : llvm::enumerate(product.getScales())) {
    FailureOr<Value> slice = sliceOf(scale, /*isOfRows=*/number == 0);
    if (failed(slice))
      return failure();
    operands.push_back(*slice);
  }
  return cast<MmaOp>(recreate(builder, product, operands, acc.getType()));
}

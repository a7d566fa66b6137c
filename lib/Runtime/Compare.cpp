//===- Compare.cpp - Comparison of two runs -------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Compare.h"
#include "mlir/IR/Operation.h"
#include "tessera/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace tessera;
using namespace tessera::runtime;
using interp::ElementBounds;
using llvm::Twine;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// The format in which elements are compared. Raw bytes that are no power of
/// two are compared one by one.
static Format comparedFormat(const NpyArray &array) {
  if (array.format)
    return *array.format;
  switch (array.elementBytes) {
  case 2:
    return Format::I16;
  case 4:
    return Format::I32;
  case 8:
    return Format::I64;
  default:
    return Format::I8;
  }
}

/// The value of an element; every float format is exact in a double.
static double valueOf(Format format, uint64_t bits) {
  if (numerics::isInteger(format))
    return double(numerics::signExtend(bits, numerics::bitWidth(format)));
  llvm::APFloat number = numerics::decode(format, bits);
  bool lost;
  number.convert(llvm::APFloat::IEEEdouble(),
                 llvm::APFloat::rmNearestTiesToEven, &lost);
  return number.convertToDouble();
}

namespace {
/// One of two values that are compared.
struct Side {
  Format format;
  uint64_t bits;

  double value() const { return valueOf(format, bits); }
};
} // namespace

/// |left - right|.
static double distance(const Side &left, const Side &right) {
  double a = left.value(), b = right.value();
  if (a == b)
    return 0;
  double difference = std::fabs(a - b);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                : difference;
}

/// Compares by bits within one format, and by value between two formats.
static bool isSame(const Side &left, const Side &right) {
  if (left.format == right.format)
    return isSameScalar(left.format, left.bits, right.bits);
  // Sign extension to 64 bits keeps every value of an integer.
  if (numerics::isInteger(left.format))
    return numerics::signExtend(left.bits, numerics::bitWidth(left.format)) ==
           numerics::signExtend(right.bits, numerics::bitWidth(right.format));
  double a = left.value(), b = right.value();
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// True if the value is allowed for an element of this format. A value of a
/// wider format is allowed if it lies between the bounds.
static bool isAllowed(Format format, const ElementBounds &allowed,
                      const Side &side) {
  if (side.format == format || numerics::isInteger(format))
    return interp::mayBe(format, allowed, side.bits);
  double lo = valueOf(format, allowed.lo), hi = valueOf(format, allowed.hi);
  double value = side.value();
  if (std::isnan(value))
    return allowed.isNaNOr || std::isnan(lo);
  return lo <= value && value <= hi;
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

/// Records the difference between the elements at this offset.
static void compare(Difference &diff, Format format, int64_t offset,
                    const Side &left, const Side &right,
                    const std::optional<AllowedValues> &allowedValues) {
  if (isSame(left, right))
    return;
  std::optional<ElementBounds> allowed;
  if (allowedValues)
    allowed = (*allowedValues)(offset);
  if (allowed && allowed->isLost()) {
    if (diff.undecided++ == 0) {
      diff.firstUndecided = offset;
      diff.undecidedAt = allowed->undecidedAt;
    }
    return;
  }
  double difference = distance(left, right);
  if (allowed && isAllowed(format, *allowed, left) &&
      isAllowed(format, *allowed, right)) {
    ++diff.within;
    double width = distance({format, allowed->lo}, {format, allowed->hi});
    double used = std::isfinite(width) && width > 0 ? difference / width : 0;
    if (used > diff.mostUsed) {
      diff.mostUsed = used;
      diff.mostUsedAt = offset;
    }
    return;
  }
  if (diff.differing++ == 0 || difference > diff.largest) {
    diff.worst = offset;
    diff.largest = difference;
    diff.left = left.bits;
    diff.right = right.bits;
    diff.allowed = allowed;
  }
}

Difference tessera::runtime::compareArrays(
    const NpyArray &array, llvm::ArrayRef<uint8_t> left,
    llvm::ArrayRef<uint8_t> right, std::optional<AllowedValues> allowed) {
  Format format = comparedFormat(array);
  unsigned bytes = numerics::storageBytes(format);
  Difference diff;
  diff.rightFormat = format;
  diff.elements = left.size() / bytes;
  for (int64_t i = 0; i < diff.elements; ++i)
    compare(diff, format, i,
            {format, loadScalar(format, left.data() + i * bytes)},
            {format, loadScalar(format, right.data() + i * bytes)}, allowed);
  return diff;
}

/// True if `other` is another format that can represent every value of
/// `format`.
static bool isWider(Format format, Format other) {
  if (numerics::isInteger(format) || numerics::isInteger(other))
    return numerics::isInteger(format) && numerics::isInteger(other) &&
           numerics::bitWidth(other) > numerics::bitWidth(format);
  const numerics::FloatEncoding &narrow = numerics::encodingOf(format);
  const numerics::FloatEncoding &wide = numerics::encodingOf(other);
  return wide.fractionBits >= narrow.fractionBits &&
         wide.exponentBits >= narrow.exponentBits;
}

llvm::Expected<Difference> tessera::runtime::compareWithExpected(
    const NpyArray &array, llvm::ArrayRef<uint8_t> bytes,
    const NpyArray &expected, std::optional<AllowedValues> allowed) {
  Format format = comparedFormat(array);
  Format other = expected.format.value_or(
      expected.elementBytes == array.elementBytes ? format
                                                  : comparedFormat(expected));
  auto list = [](const std::vector<int64_t> &shape) {
    std::string text;
    llvm::raw_string_ostream os(text);
    llvm::interleaveComma(shape, os << "[");
    return text + "]";
  };
  if (array.shape != expected.shape)
    return llvm::createStringError("what is expected has the shape " +
                                   list(expected.shape) + ", and the array " +
                                   list(array.shape));
  if (format != other && !isWider(format, other))
    return llvm::createStringError(
        "what is expected are elements of " + numerics::name(other) +
        ", which do not hold all values of the array's " +
        numerics::name(format));
  Difference diff;
  diff.rightFormat = other;
  diff.elements = array.getNumElements();
  std::vector<int64_t> strides = expected.getStrides();
  for (int64_t i = 0; i < diff.elements; ++i) {
    int64_t at = 0;
    for (auto [index, stride] : llvm::zip_equal(array.getIndex(i), strides))
      at += index * stride;
    compare(diff, format, i,
            {format, loadScalar(format, bytes.data() + i * array.elementBytes)},
            {other, loadScalar(other, expected.data.data() +
                                          at * expected.elementBytes)},
            allowed);
  }
  return diff;
}

//===----------------------------------------------------------------------===//
// Describing
//===----------------------------------------------------------------------===//

/// The index of an element, "[1, 2]"; its offset if the elements compared are
/// not those of the array.
static std::string placeOf(const NpyArray &array, int64_t offset) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '[';
  if (array.format)
    llvm::interleaveComma(array.getIndex(offset), os);
  else
    os << offset;
  os << ']';
  return text;
}

static std::string describeOperation(mlir::Operation *op) {
  std::string text = op->getName().getStringRef().str();
  if (mlir::FileLineColLoc place = findFileLocation(op->getLoc()))
    text += (" at " + place.getFilename().getValue() + ":" +
             Twine(place.getLine()) + ":" + Twine(place.getColumn()))
                .str();
  return text;
}

static std::string describeAgreement(const NpyArray &array,
                                     const Difference &diff) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!diff.within) {
    os << "all " << diff.elements
       << " elements agree bit for bit (largest difference 0)";
    return text;
  }
  os << "all " << diff.elements
     << " elements agree: " << diff.elements - diff.within << " bit for bit, "
     << diff.within << " within their error bounds, of which they use at most "
     << llvm::format("%.2g", 100 * diff.mostUsed) << " %";
  if (diff.mostUsed > 0)
    os << ", at " << placeOf(array, diff.mostUsedAt);
  return text;
}

std::string tessera::runtime::describeDifference(const NpyArray &array,
                                                 const Difference &diff,
                                                 llvm::StringRef left,
                                                 llvm::StringRef right) {
  if (diff.agrees())
    return describeAgreement(array, diff);
  std::string text;
  llvm::raw_string_ostream os(text);
  if (diff.undecided)
    os << diff.undecided << " of " << diff.elements
       << " elements differ, and it is not decidable by how much they may; the "
          "first is "
       << placeOf(array, diff.firstUndecided) << ", not known since "
       << describeOperation(diff.undecidedAt);
  if (!diff.differing)
    return text;
  Format format = comparedFormat(array);
  os << (diff.undecided ? "; " : "") << diff.differing << " of "
     << diff.elements << " elements differ"
     << (diff.allowed ? " by more than their error bounds" : "")
     << "; largest difference " << llvm::format("%.17g", diff.largest) << " at "
     << placeOf(array, diff.worst) << ": " << left << " "
     << describeScalar(format, diff.left) << ", " << right << " "
     << describeScalar(diff.rightFormat, diff.right);
  if (diff.allowed)
    os << ", allowed " << (diff.allowed->isNaNOr ? "nan or " : "")
       << describeScalar(format, diff.allowed->lo) << " to "
       << describeScalar(format, diff.allowed->hi);
  return text;
}

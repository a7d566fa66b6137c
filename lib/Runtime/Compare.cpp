//===- Compare.cpp - Do two runs agree? -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Compare.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <limits>

using namespace tessera;
using namespace tessera::runtime;

/// Raw bytes of no power of two are compared byte by byte.
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

/// |left - right|; every float format is exact in a double.
static double distance(Format format, uint64_t left, uint64_t right) {
  if (numerics::isInteger(format)) {
    unsigned width = numerics::bitWidth(format);
    double a = double(numerics::signExtend(left, width));
    double b = double(numerics::signExtend(right, width));
    return std::fabs(a - b);
  }
  auto value = [&](uint64_t bits) {
    llvm::APFloat number = numerics::decode(format, bits);
    bool exact;
    number.convert(llvm::APFloat::IEEEdouble(),
                   llvm::APFloat::rmNearestTiesToEven, &exact);
    return number.convertToDouble();
  };
  double a = value(left), b = value(right);
  if (a == b)
    return 0;
  double difference = std::fabs(a - b);
  return std::isnan(difference) ? std::numeric_limits<double>::infinity()
                                : difference;
}

Difference tessera::runtime::compareArrays(const NpyArray &array,
                                           llvm::ArrayRef<uint8_t> left,
                                           llvm::ArrayRef<uint8_t> right) {
  Format format = comparedFormat(array);
  unsigned bytes = numerics::storageBytes(format);
  Difference diff;
  diff.elements = left.size() / bytes;
  for (int64_t i = 0; i < diff.elements; ++i) {
    uint64_t a = loadScalar(format, left.data() + i * bytes);
    uint64_t b = loadScalar(format, right.data() + i * bytes);
    if (a == b || (numerics::isFloat(format) && numerics::isNaN(format, a) &&
                   numerics::isNaN(format, b)))
      continue;
    double difference = distance(format, a, b);
    if (diff.differing++ == 0 || difference > diff.largest) {
      diff.worst = i;
      diff.largest = difference;
      diff.left = a;
      diff.right = b;
    }
  }
  return diff;
}

std::string tessera::runtime::describeDifference(const NpyArray &array,
                                                 const Difference &diff,
                                                 llvm::StringRef left,
                                                 llvm::StringRef right) {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (diff.agrees()) {
    os << "all " << diff.elements
       << " elements agree bit for bit (largest difference 0)";
    return text;
  }
  Format format = comparedFormat(array);
  auto value = [&](uint64_t bits) {
    return printScalar(format, bits) + " (0x" +
           llvm::utohexstr(bits, /*LowerCase=*/true,
                           numerics::storageBytes(format) * 2) +
           ")";
  };
  os << diff.differing << " of " << diff.elements
     << " elements differ; largest difference "
     << llvm::format("%.17g", diff.largest) << " at [";
  if (array.format)
    llvm::interleaveComma(array.getIndex(diff.worst), os);
  else
    os << diff.worst;
  os << "]: " << left << " " << value(diff.left) << ", " << right << " "
     << value(diff.right);
  return text;
}

//===- Printf.cpp - C's printf on tiles -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Printf.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Support/PrintFormat.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include <cstdio>

using namespace llvm;
using namespace tessera;
using namespace tessera::interp;

static constexpr unsigned largestField = 4096;

static Error invalid(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// Fails for a width or a precision that would make the output huge.
static Error checkSizes(const FormatPiece &piece) {
  // Zeros before a width are flags, and behind the point no width.
  for (StringRef part : split(piece.field, '.')) {
    StringRef digits = part.ltrim("%-+ #0");
    unsigned size = 0;
    if (!digits.empty() &&
        (digits.getAsInteger(10, size) || size > largestField))
      return invalid("a field of " + digits + " characters is wider than the " +
                     Twine(largestField) + " that can be printed");
  }
  return Error::success();
}

template <typename T>
static void printNumber(const std::string &spec, T value, raw_ostream &os) {
  // Grown to fit: a %f of a large f64 has hundreds of digits.
  int length = std::snprintf(nullptr, 0, spec.c_str(), value);
  std::string text(length + 1, '\0');
  std::snprintf(text.data(), text.size(), spec.c_str(), value);
  os.write(text.data(), length);
}

static void printElement(const FormatPiece &conversion,
                         const PrintfArgument &argument, int64_t index,
                         raw_ostream &os) {
  const Tile &tile = *argument.tile;
  std::string spec = conversion.field;
  StringRef integers = "diuoxX", floats = "eEfFgGaA";
  char letter = conversion.letter;
  if (numerics::isFloat(tile.getFormat())) {
    spec += floats.contains(letter) ? letter : 'f';
    uint64_t bits = tile.getFormat() == Format::F64
                        ? tile[index]
                        : numerics::convertFloat(tile.getFormat(), Format::F64,
                                                 tile[index]);
    return printNumber(spec, llvm::bit_cast<double>(bits), os);
  }
  if (letter == 'c' && !argument.isPointer)
    return printNumber(spec + "c", static_cast<int>(tile[index]), os);
  if (argument.isPointer && !integers.contains(letter))
    return printNumber(
        ("%#" + StringRef(conversion.field).drop_front() + "llx").str(),
        static_cast<unsigned long long>(tile[index]), os);
  if (!integers.contains(letter))
    letter = 'd';
  spec += std::string("ll") + letter;
  bool isSigned = letter == 'd' || letter == 'i';
  if (isSigned && tile.getFormat() != Format::I1) // true prints as 1
    return printNumber(spec, static_cast<long long>(tile.signedAt(index)), os);
  printNumber(spec, static_cast<unsigned long long>(tile[index]), os);
}

/// Prints the elements from `index` on within the dimensions from `dim` on, and
/// moves `index` behind them.
static void printNested(const FormatPiece &conversion,
                        const PrintfArgument &argument, size_t dim,
                        int64_t &index, raw_ostream &os) {
  ArrayRef<int64_t> shape = argument.tile->getShape();
  if (dim == shape.size()) {
    printElement(conversion, argument, index++, os);
    return;
  }
  bool hasBrackets = dim >= argument.inner;
  if (hasBrackets)
    os << '[';
  for (int64_t i = 0; i < shape[dim]; ++i) {
    if (i)
      os << ", ";
    printNested(conversion, argument, dim + 1, index, os);
  }
  if (hasBrackets)
    os << ']';
}

/// Prints text, in which %% is a percent sign.
static void printText(StringRef text, raw_ostream &os) {
  while (!text.empty()) {
    auto [plain, rest] = text.split("%%");
    os << plain;
    if (plain.size() != text.size())
      os << '%';
    text = rest;
  }
}

Error interp::formatTiles(StringRef format, ArrayRef<PrintfArgument> arguments,
                          raw_ostream &os) {
  Expected<SmallVector<FormatPiece>> pieces = splitFormat(format);
  if (!pieces)
    return invalid("the format string " + toString(pieces.takeError()));
  for (const FormatPiece &piece : *pieces) {
    printText(piece.text, os);
    if (!piece.hasConversion())
      continue;
    if (Error error = checkSizes(piece))
      return error;
    if (arguments.empty())
      return invalid("the format string has more conversions than there are "
                     "operands");
    int64_t index = 0;
    printNested(piece, arguments.front(), 0, index, os);
    arguments = arguments.drop_front();
  }
  return Error::success();
}

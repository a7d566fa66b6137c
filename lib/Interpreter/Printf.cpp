//===- Printf.cpp - C's printf on tiles -----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Printf.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/bit.h"
#include <cstdio>

using namespace llvm;
using namespace tessera;
using namespace tessera::interp;

static constexpr unsigned largestField = 4096;

namespace {
/// One conversion of a format string.
struct Conversion {
  /// Flags, width and precision, as they stand between % and the length.
  std::string field;
  char letter = 0;
};
} // namespace

static Error invalid(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

/// Removes digits from the front and checks that the number is a usable size.
static Error takeSize(StringRef &text, std::string &field) {
  StringRef digits =
      text.take_while([](char c) { return c >= '0' && c <= '9'; });
  unsigned size = 0;
  if (!digits.empty() && (digits.getAsInteger(10, size) || size > largestField))
    return invalid("a field of " + digits + " characters is wider than the " +
                   Twine(largestField) + " that can be printed");
  field += digits;
  text = text.drop_front(digits.size());
  return Error::success();
}

/// Removes a conversion from the front; its percent sign is already gone.
static Expected<Conversion> takeConversion(StringRef &text) {
  Conversion conversion;
  StringRef all = text;
  StringRef flags =
      text.take_while([](char c) { return StringRef("-+ #0").contains(c); });
  conversion.field = flags.str();
  text = text.drop_front(flags.size());
  if (Error error = takeSize(text, conversion.field))
    return std::move(error);
  if (text.consume_front(".")) {
    conversion.field += '.';
    if (Error error = takeSize(text, conversion.field))
      return std::move(error);
  }
  text =
      text.drop_while([](char c) { return StringRef("hlLqjzt").contains(c); });
  if (text.empty() || !StringRef("diuoxXeEfFgGaAcsSpn").contains(text.front()))
    return invalid("'%" + all.take_front(all.size() - text.size() + 1) +
                   "' is no conversion of C's printf");
  conversion.letter = text.front();
  text = text.drop_front();
  return conversion;
}

template <typename T>
static void printNumber(const std::string &spec, T value, raw_ostream &os) {
  // Grown to fit: a %f of a large f64 has hundreds of digits.
  int length = std::snprintf(nullptr, 0, spec.c_str(), value);
  std::string text(length + 1, '\0');
  std::snprintf(text.data(), text.size(), spec.c_str(), value);
  os.write(text.data(), length);
}

static void printElement(const Conversion &conversion,
                         const PrintfArgument &argument, int64_t index,
                         raw_ostream &os) {
  const Tile &tile = *argument.tile;
  std::string spec = "%" + conversion.field;
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
    return printNumber(spec + "c", static_cast<int>(tile.signedAt(index)), os);
  if (argument.isPointer && !integers.contains(letter))
    return printNumber("%#" + conversion.field + "llx",
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
static void printNested(const Conversion &conversion,
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

Error interp::formatTiles(StringRef format, ArrayRef<PrintfArgument> arguments,
                          raw_ostream &os) {
  while (!format.empty()) {
    StringRef plain = format.take_until([](char c) { return c == '%'; });
    os << plain;
    format = format.drop_front(plain.size());
    if (!format.consume_front("%"))
      break;
    if (format.consume_front("%")) {
      os << '%';
      continue;
    }
    Expected<Conversion> conversion = takeConversion(format);
    if (!conversion)
      return conversion.takeError();
    if (arguments.empty())
      return invalid("the format string has more conversions than there are "
                     "operands");
    int64_t index = 0;
    printNested(*conversion, arguments.front(), 0, index, os);
    arguments = arguments.drop_front();
  }
  return Error::success();
}

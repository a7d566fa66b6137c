//===- Scalar.cpp - Element formats and values as users write them --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Runtime/Scalar.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace tessera;
using namespace tessera::runtime;
using llvm::APFloat;
using llvm::APInt;
using llvm::StringRef;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isSubByte(Format format) {
  return format == Format::I4 || format == Format::F4E2M1FN;
}

std::optional<Format> tessera::runtime::findFormat(StringRef name) {
  // Tile IR's integers have no sign, so numpy's unsigned names mean them too.
  auto numpy = llvm::StringSwitch<std::optional<Format>>(name)
                   .Case("bool", Format::I1)
                   .Cases({"int8", "uint8"}, Format::I8)
                   .Cases({"int16", "uint16"}, Format::I16)
                   .Cases({"int32", "uint32"}, Format::I32)
                   .Cases({"int64", "uint64"}, Format::I64)
                   .Case("float8_e4m3fn", Format::F8E4M3FN)
                   .Case("float8_e5m2", Format::F8E5M2)
                   .Case("float8_e8m0fnu", Format::F8E8M0FNU)
                   .Case("float16", Format::F16)
                   .Case("bfloat16", Format::BF16)
                   .Case("float32", Format::F32)
                   .Case("float64", Format::F64)
                   .Default(std::nullopt);
  if (numpy)
    return numpy;
  std::optional<Format> ours = numerics::formatNamed(name);
  return ours && isSubByte(*ours) ? std::nullopt : ours;
}

std::string tessera::runtime::listFormats() {
  std::string names;
  for (Format format : numerics::allFormats())
    if (!isSubByte(format))
      names += (names.empty() ? "" : ", ") + numerics::name(format).str();
  return names;
}

//===----------------------------------------------------------------------===//
// Text to bits
//===----------------------------------------------------------------------===//

static llvm::Error notAValue(Format format, StringRef text, StringRef why) {
  return llvm::createStringError("'" + text + "' is not a value of type " +
                                 numerics::name(format) + ": " + why);
}

static llvm::Expected<uint64_t> parseInteger(Format format, StringRef text) {
  unsigned width = numerics::bitWidth(format);
  if (format == Format::I1 && (text == "true" || text == "false"))
    return text == "true";
  StringRef digits = text;
  bool negative = digits.consume_front("-");
  // With automatic radix getAsInteger would read 010 as eight.
  unsigned radix = digits.consume_front_insensitive("0x") ? 16 : 10;
  APInt magnitude;
  if (digits.empty() || digits.getAsInteger(radix, magnitude))
    return notAValue(format, text, "it is not an integer");
  magnitude = magnitude.zext(std::max(magnitude.getBitWidth(), 65u));
  unsigned bits = magnitude.getBitWidth();
  APInt limit = negative ? APInt::getOneBitSet(bits, width - 1)
                         : APInt::getLowBitsSet(bits, width);
  if (magnitude.ugt(limit))
    return notAValue(format, text, "it does not fit");
  if (negative)
    magnitude.negate();
  return magnitude.trunc(width).getZExtValue();
}

static llvm::Expected<uint64_t> parseFloat(Format format, StringRef text) {
  if (text.starts_with_insensitive("0x") && !text.contains_insensitive("p")) {
    uint64_t bits;
    if (text.size() != 2 + numerics::storageBytes(format) * 2 ||
        text.drop_front(2).getAsInteger(16, bits))
      return notAValue(format, text, "a bit pattern needs all its digits");
    return bits;
  }
  std::optional<numerics::ParsedFloat> value =
      numerics::parseFloat(format, text);
  if (!value)
    return notAValue(format, text, "it is not a number");
  if (!value->fits)
    return notAValue(format, text, "it does not fit");
  return value->bits;
}

llvm::Expected<uint64_t> tessera::runtime::parseScalar(Format format,
                                                       StringRef text) {
  return numerics::isFloat(format) ? ::parseFloat(format, text)
                                   : parseInteger(format, text);
}

//===----------------------------------------------------------------------===//
// Bits to text
//===----------------------------------------------------------------------===//

uint64_t tessera::runtime::loadScalar(Format format, const uint8_t *memory) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < numerics::storageBytes(format); ++i)
    bits |= uint64_t(memory[i]) << (8 * i);
  return bits;
}

void tessera::runtime::storeScalar(Format format, uint64_t bits,
                                   uint8_t *memory) {
  for (unsigned i = 0; i < numerics::storageBytes(format); ++i)
    memory[i] = uint8_t(bits >> (8 * i));
}

bool tessera::runtime::isSameScalar(Format format, uint64_t a, uint64_t b) {
  return a == b || (numerics::isFloat(format) && numerics::isNaN(format, a) &&
                    numerics::isNaN(format, b));
}

std::string tessera::runtime::printScalar(Format format, uint64_t bits) {
  if (format == Format::I1)
    return bits ? "1" : "0";
  if (numerics::isInteger(format))
    return llvm::itostr(numerics::signExtend(bits, numerics::bitWidth(format)));
  APFloat value = numerics::decode(format, bits);
  if (value.isNaN())
    return "nan";
  if (value.isInfinity())
    return value.isNegative() ? "-inf" : "inf";
  llvm::SmallString<32> text;
  value.toString(text);
  return std::string(text);
}

std::string tessera::runtime::describeScalar(Format format, uint64_t bits) {
  return printScalar(format, bits) + " (0x" +
         llvm::utohexstr(bits, /*LowerCase=*/true,
                         numerics::storageBytes(format) * 2) +
         ")";
}

//===- ConvertTable.cpp - Conversions of lib/Numerics for other programs --===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ConvertTable FROM TO ROUNDING converts elements from standard input to
// standard output, each a word of 8 bytes in the order of the host. Formats
// have the names of the language, with `u` in front of unsigned integers.
// test/Numerics compares the results with numpy.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace tessera::numerics;

namespace {
struct Element {
  Format format;
  Signedness signedness;
};
} // namespace

static std::optional<Element> elementNamed(llvm::StringRef name) {
  Signedness signedness =
      name.consume_front("u") ? Signedness::Unsigned : Signedness::Signed;
  std::optional<Format> format = formatNamed(name);
  if (!format)
    return std::nullopt;
  return Element{*format, signedness};
}

static std::optional<Rounding> roundingNamed(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<Rounding>>(name)
      .Case("nearest_even", Rounding::NearestEven)
      .Case("zero", Rounding::Zero)
      .Case("negative_inf", Rounding::NegativeInf)
      .Case("positive_inf", Rounding::PositiveInf)
      .Case("nearest_away", Rounding::NearestAway)
      .Default(std::nullopt);
}

static uint64_t convert(Element from, Element to, uint64_t bits,
                        Rounding rounding) {
  if (isFloat(from.format))
    return isFloat(to.format)
               ? convertFloat(from.format, to.format, bits, rounding)
               : floatToIntSaturating(from.format, to.format, bits,
                                      to.signedness, rounding);
  return isFloat(to.format)
             ? intToFloat(from.format, to.format, bits, from.signedness,
                          rounding)
             : extendInt(from.format, to.format, bits, from.signedness);
}

int main(int argc, char **argv) {
  std::optional<Element> from, to;
  std::optional<Rounding> rounding;
  if (argc == 4) {
    from = elementNamed(argv[1]);
    to = elementNamed(argv[2]);
    rounding = roundingNamed(argv[3]);
  }
  auto input = llvm::MemoryBuffer::getSTDIN();
  if (!from || !to || !rounding || !input) {
    llvm::errs() << "usage: ConvertTable FROM TO ROUNDING <elements\n";
    return 1;
  }
  llvm::StringRef bytes = (*input)->getBuffer();
  for (; bytes.size() >= sizeof(uint64_t);
       bytes = bytes.drop_front(sizeof(uint64_t))) {
    uint64_t bits;
    std::memcpy(&bits, bytes.data(), sizeof bits);
    bits = convert(*from, *to, bits, *rounding);
    llvm::outs().write(reinterpret_cast<const char *>(&bits), sizeof bits);
  }
  return 0;
}

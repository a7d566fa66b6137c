//===- Format.cpp - The element formats of tile programs ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Format.h"
#include "Unpacked.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::numerics;

namespace {
struct Facts {
  Format format;
  StringLiteral name;
  unsigned bits;
  const fltSemantics &(*semantics)();
};
} // namespace

/// In the order of the enumeration, which indexes it.
static constexpr Facts table[] = {
    {Format::I1, "i1", 1, nullptr},
    {Format::I4, "i4", 4, nullptr},
    {Format::I8, "i8", 8, nullptr},
    {Format::I16, "i16", 16, nullptr},
    {Format::I32, "i32", 32, nullptr},
    {Format::I64, "i64", 64, nullptr},
    {Format::F4E2M1FN, "f4E2M1FN", 4, APFloat::Float4E2M1FN},
    {Format::F8E4M3FN, "f8E4M3FN", 8, APFloat::Float8E4M3FN},
    {Format::F8E5M2, "f8E5M2", 8, APFloat::Float8E5M2},
    {Format::F8E8M0FNU, "f8E8M0FNU", 8, APFloat::Float8E8M0FNU},
    {Format::F8E5M3FNU, "f8E5M3FNU", 8, APFloat::IEEEdouble},
    {Format::F16, "f16", 16, APFloat::IEEEhalf},
    {Format::BF16, "bf16", 16, APFloat::BFloat},
    {Format::TF32, "tf32", 32, APFloat::FloatTF32},
    {Format::F32, "f32", 32, APFloat::IEEEsingle},
    {Format::F64, "f64", 64, APFloat::IEEEdouble},
};

static const Facts &facts(Format format) {
  return table[static_cast<unsigned>(format)];
}

/// True if LLVM has semantics for the format, so that its bits are those of
/// APFloat.
static bool hasOwnSemantics(Format format) {
  const FloatEncoding &encoding = encodingOf(format);
  return APFloat::semanticsSizeInBits(semantics(format)) ==
         encoding.width() - encoding.padding;
}

ArrayRef<Format> numerics::allFormats() {
  static const std::array<Format, std::size(table)> formats = [] {
    std::array<Format, std::size(table)> result;
    transform(table, result.begin(), [](const Facts &f) { return f.format; });
    return result;
  }();
  return formats;
}

StringRef numerics::name(Format format) { return facts(format).name; }

std::optional<Format> numerics::formatNamed(StringRef name) {
  for (const Facts &f : table)
    if (f.name == name)
      return f.format;
  return std::nullopt;
}

unsigned numerics::bitWidth(Format format) { return facts(format).bits; }

unsigned numerics::storageBytes(Format format) {
  return (bitWidth(format) + 7) / 8;
}

const fltSemantics &numerics::semantics(Format format) {
  assert(isFloat(format) && "integers have no float semantics");
  return facts(format).semantics();
}

APFloat numerics::decode(Format format, uint64_t bits) {
  const FloatEncoding &encoding = encodingOf(format);
  if (!hasOwnSemantics(format))
    return decode(Format::F64, convertExact(format, Format::F64, bits));
  unsigned width = encoding.width() - encoding.padding;
  return APFloat(semantics(format),
                 APInt(width, (bits >> encoding.padding) & lowBits(width)));
}

uint64_t numerics::encode(Format format, const APFloat &value) {
  assert(&value.getSemantics() == &semantics(format));
  uint64_t bits = value.bitcastToAPInt().getZExtValue();
  if (!hasOwnSemantics(format))
    return convertExact(Format::F64, format, bits);
  return bits << encodingOf(format).padding;
}

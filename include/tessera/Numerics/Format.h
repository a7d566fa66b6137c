//===- Format.h - The element formats of tile programs ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file names the integer and float formats of Tile IR and their facts.
//
// Everywhere in this library one element is a `uint64_t` that holds its bits,
// zero-extended. The bits are those of the storage form: an i1 is 0 or 1; a
// tf32 is the 32-bit word of the f32 of the same value, low 13 bits zero; the
// formats of 4 bits lie in the low half of a byte.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_NUMERICS_FORMAT_H
#define TESSERA_NUMERICS_FORMAT_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace tessera::numerics {

enum class Format : uint8_t {
  I1,
  I4,
  I8,
  I16,
  I32,
  I64,
  F4E2M1FN,
  F8E4M3FN,
  F8E5M2,
  F8E8M0FNU,
  F16,
  BF16,
  TF32,
  F32,
  F64,
};

/// Every format, integers first, in order of width.
llvm::ArrayRef<Format> allFormats();

/// The keyword of the format in Tile IR text, such as "i32" or "f8E4M3FN".
llvm::StringRef name(Format format);

/// The format with this keyword, if there is one.
std::optional<Format> formatNamed(llvm::StringRef name);

/// True for the formats from f4E2M1FN on.
inline bool isFloat(Format format) { return format >= Format::F4E2M1FN; }
inline bool isInteger(Format format) { return !isFloat(format); }

/// Bits of the storage form that may be nonzero. 32 for tf32.
unsigned bitWidth(Format format);

/// Bytes of one element in a register of the interpreter: 1, 2, 4 or 8.
unsigned storageBytes(Format format);

/// The semantics of a float format in LLVM's arithmetic.
const llvm::fltSemantics &semantics(Format format);

/// The value with these bits; they must be bits of the storage form.
llvm::APFloat decode(Format format, uint64_t bits);

/// The bits of a value whose semantics are those of `format`.
uint64_t encode(Format format, const llvm::APFloat &value);

/// The NaN that every arithmetic operation gives: positive, all bits of the
/// significand set, as PTX has it for f16, bf16 and f32. For a format without
/// NaN the largest value, as the saturating conversions of PTX give.
uint64_t canonicalNaN(Format format);

bool isNaN(Format format, uint64_t bits);

/// The low `width` bits set.
constexpr uint64_t lowBits(unsigned width) {
  return width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1;
}

/// The low `width` bits of `bits`, read as a two's complement number.
constexpr int64_t signExtend(uint64_t bits, unsigned width) {
  return static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
}

} // namespace tessera::numerics

#endif // TESSERA_NUMERICS_FORMAT_H

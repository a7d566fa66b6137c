//===- FloatFormats.h - The float formats of tileaa -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps between the formats of `tileaa.convert_float`, the formats of
// lib/Numerics, which define the bits, and the types that hold a float from
// tileaa on. Formats without arithmetic are held as integers of their bits,
// like the .b8 and .b32 registers of PTX. Types of their own would concern
// every op, pass and pattern that moves elements.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_FLOATFORMATS_H
#define TESSERA_DIALECT_TILEAA_IR_FLOATFORMATS_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Numerics/Format.h"

namespace tessera::tileaa {

// Both enums list the floats in order of width.
inline constexpr unsigned firstFloat =
    static_cast<unsigned>(numerics::Format::F4E2M1FN);
static_assert(static_cast<unsigned>(numerics::Format::F64) - firstFloat ==
              static_cast<unsigned>(FloatFormat::F64));

inline numerics::Format toNumerics(FloatFormat format) {
  return static_cast<numerics::Format>(static_cast<unsigned>(format) +
                                       firstFloat);
}

/// `format` must be a float format.
inline FloatFormat fromNumerics(numerics::Format format) {
  return static_cast<FloatFormat>(static_cast<unsigned>(format) - firstFloat);
}

/// The type that holds one float of the format: i4 for f4E2M1FN, i8 for 8-bit
/// formats, f32 for tf32, and the builtin float type for the others.
mlir::Type getStorageType(FloatFormat format, mlir::MLIRContext *context);

/// The float format of a factor; nothing for integers.
std::optional<FloatFormat> getFloatFormat(FactorFormat format);
/// The inverse; nothing for formats that no product takes.
std::optional<FactorFormat> getFactorFormat(FloatFormat format);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_FLOATFORMATS_H

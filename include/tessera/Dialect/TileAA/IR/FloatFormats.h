//===- FloatFormats.h - The float formats of tileaa -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Between the formats that `tileaa.convert_float` names, those of lib/Numerics,
// which know the bits, and the types that hold a float from tileaa on. Types of
// their own for formats without arithmetic would have to be known by every op,
// pass and pattern that moves elements; as the bits that they are, like the
// .b8 and .b32 registers of PTX, they need none.
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

/// `format` must be that of floats.
inline FloatFormat fromNumerics(numerics::Format format) {
  return static_cast<FloatFormat>(static_cast<unsigned>(format) - firstFloat);
}

/// The type of one float of the format: i4 for f4E2M1FN, i8 for those of 8
/// bits, f32 for tf32, and its own for each of the others.
mlir::Type getStorageType(FloatFormat format, mlir::MLIRContext *context);

/// The float format of a factor; nothing for integers.
std::optional<FloatFormat> getFloatFormat(FactorFormat format);
/// The other way; nothing for floats that no product takes.
std::optional<FactorFormat> getFactorFormat(FloatFormat format);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_FLOATFORMATS_H

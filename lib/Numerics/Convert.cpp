//===- Convert.cpp - Conversions between element formats ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Convert.h"
#include "HostFloat.h"
#include "RoundingMode.h"
#include "llvm/ADT/APSInt.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::numerics;

static bool saturates(Format format) {
  return isFloat(format) && format < Format::F16;
}

/// The exponent byte of the power of two beside the magnitude of `value`.
static uint64_t toE8M0(const APFloat &value, Rounding rounding) {
  constexpr int bias = 127, largest = 254;
  if (value.isNaN())
    return canonicalNaN(Format::F8E8M0FNU);
  if (value.isInfinity())
    return largest;
  if (value.isZero())
    return 0;
  int exponent = ilogb(value);
  APFloat power = scalbn(APFloat::getOne(value.getSemantics()), exponent,
                         RoundingMode::NearestTiesToEven);
  bool exact = llvm::abs(value).compare(power) == APFloat::cmpEqual;
  if (!exact && rounding == Rounding::PositiveInf)
    ++exponent;
  return std::clamp(exponent + bias, 0, largest);
}

/// Rounds an exact value, whose semantics may be any, into the format.
static uint64_t roundTo(Format to, APFloat value, Rounding rounding) {
  if (to == Format::F8E8M0FNU)
    return toE8M0(value, rounding);
  if (value.isNaN())
    return canonicalNaN(to);
  const fltSemantics &target = semantics(to);
  bool negative = value.isNegative();
  if (saturates(to) && value.isInfinity())
    return encode(to, APFloat::getLargest(target, negative));
  bool losesInfo;
  value.convert(target, roundingMode(rounding), &losesInfo);
  if (saturates(to) && !value.isFinite())
    return encode(to, APFloat::getLargest(target, negative));
  return encode(to, value);
}

/// As roundTo, to nearest even, for a double and a host float.
static uint64_t roundHost(Format to, double value) {
  if (value != value)
    return canonicalNaN(to);
  if (to == Format::F64)
    return bit_cast<uint64_t>(value);
  if (to == Format::F32)
    return bit_cast<uint32_t>(static_cast<float>(value));
  return roundToNarrow(to, value);
}

uint64_t numerics::convertFloat(Format from, Format to, uint64_t bits,
                                Rounding rounding) {
  if (isHostFloat(from) && isHostFloat(to) && rounding == Rounding::NearestEven)
    return roundHost(to, toDouble(from, bits));
  return roundTo(to, decode(from, bits), rounding);
}

uint64_t numerics::intToFloat(Format from, Format to, uint64_t bits,
                              Signedness signedness) {
  APInt integer(bitWidth(from), bits);
  // The quadruple format holds every 64-bit integer exactly, so that the one
  // rounding is that of roundTo.
  APFloat value(APFloat::IEEEquad());
  value.convertFromAPInt(integer, signedness == Signedness::Signed,
                         RoundingMode::NearestTiesToEven);
  return roundTo(to, value, Rounding::NearestEven);
}

/// The truncated integer, clamped; `inRange` tells whether that changed it.
static uint64_t truncate(Format from, Format to, uint64_t bits,
                         Signedness signedness, bool &inRange) {
  APSInt integer(bitWidth(to),
                 /*isUnsigned=*/signedness == Signedness::Unsigned);
  bool exact;
  inRange = decode(from, bits)
                .convertToInteger(integer, RoundingMode::TowardZero, &exact) !=
            APFloat::opInvalidOp;
  return integer.getZExtValue();
}

std::optional<uint64_t> numerics::floatToInt(Format from, Format to,
                                             uint64_t bits,
                                             Signedness signedness) {
  bool inRange;
  uint64_t integer = truncate(from, to, bits, signedness, inRange);
  if (!inRange)
    return std::nullopt;
  return integer;
}

uint64_t numerics::floatToIntSaturating(Format from, Format to, uint64_t bits,
                                        Signedness signedness) {
  bool inRange;
  return truncate(from, to, bits, signedness, inRange);
}

uint64_t numerics::extendInt(Format from, Format to, uint64_t bits,
                             Signedness signedness) {
  if (signedness == Signedness::Unsigned)
    return bits;
  return signExtend(bits, bitWidth(from)) & lowBits(bitWidth(to));
}

//===- Convert.cpp - Conversions between element formats ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Convert.h"
#include "Unpacked.h"
#include "tessera/Numerics/HostFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::numerics;

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

uint64_t numerics::convertFloat(Format from, Format to, uint64_t bits,
                                Rounding rounding) {
  if (isHostFloat(from) && isHostFloat(to) && rounding == Rounding::NearestEven)
    return withHostFormat(from, [&](auto source) {
      return withHostFormat(to, [&](auto target) -> uint64_t {
        using From = decltype(source);
        return convertHost<From, decltype(target)>(
            static_cast<typename From::Word>(bits));
      });
    });
  return pack(encodingOf(to), unpack(encodingOf(from), bits), rounding);
}

/// Unpacks a value whose semantics are at most those of IEEE quad. If not
/// `isExact`, lower bits were cut off before.
static Unpacked unpackWide(APFloat value, bool isExact) {
  constexpr unsigned fractionBits = 112;
  constexpr int bias = 16383;
  bool losesInfo;
  value.convert(APFloat::IEEEquad(), RoundingMode::TowardZero, &losesInfo);
  assert(!losesInfo && "wider than IEEE quad");
  bool negative = value.isNegative();
  if (value.isNaN())
    return {Unpacked::Kind::NaN, negative};
  if (value.isInfinity())
    return {Unpacked::Kind::Infinity, negative};
  if (value.isZero() && isExact)
    return {Unpacked::Kind::Zero, negative};
  // A subnormal quad is unpacked with too large a value. That does no harm: it
  // is still far below half the smallest number of any format, and all such
  // numbers round alike.
  APInt bits = value.bitcastToAPInt();
  int exponent = bits.extractBitsAsZExtValue(15, fractionBits);
  uint64_t high = bits.extractBitsAsZExtValue(63, fractionBits - 63);
  bool hasRest = !bits.trunc(fractionBits - 63).isZero() || !isExact;
  return {Unpacked::Kind::Number, negative, exponent - bias,
          uint64_t(1) << 63 | high | hasRest};
}

static bool fits(const FloatEncoding &encoding, const Unpacked &value,
                 Rounding rounding) {
  if (value.negative && !encoding.hasSign)
    return false;
  switch (value.kind) {
  case Unpacked::Kind::Zero:
    return encoding.hasSubnormals;
  case Unpacked::Kind::Number:
    return roundMagnitude(encoding, value, value.negative, rounding) <=
           encoding.largest();
  case Unpacked::Kind::Infinity:
    return encoding.nonFinite == NonFinite::InfinityAndNaN;
  case Unpacked::Kind::NaN:
    return encoding.nonFinite != NonFinite::None;
  }
  llvm_unreachable("unknown kind of value");
}

/// As `pack`, but keeps an infinity in a format that saturates.
static uint64_t packWide(const FloatEncoding &encoding, const Unpacked &value,
                         Rounding rounding) {
  if (value.kind == Unpacked::Kind::Infinity && fits(encoding, value, rounding))
    return (value.negative ? encoding.signBit() : 0) | (encoding.largest() + 1)
                                                           << encoding.padding;
  return pack(encoding, value, rounding);
}

uint64_t numerics::roundFloat(Format to, const APFloat &value,
                              Rounding rounding) {
  return packWide(encodingOf(to), unpackWide(value, /*isExact=*/true),
                  rounding);
}

bool numerics::fitsFloat(Format to, const APFloat &value, Rounding rounding) {
  return fits(encodingOf(to), unpackWide(value, /*isExact=*/true), rounding);
}

std::optional<ParsedFloat> numerics::parseFloat(Format to, StringRef text,
                                                Rounding rounding) {
  APFloat value(APFloat::IEEEquad());
  Expected<APFloat::opStatus> status =
      value.convertFromString(text, RoundingMode::TowardZero);
  if (!status) {
    consumeError(status.takeError());
    return std::nullopt;
  }
  bool isExact = !(*status & APFloat::opInexact);
  Unpacked exact = unpackWide(value, isExact);
  const FloatEncoding &encoding = encodingOf(to);
  return ParsedFloat{packWide(encoding, exact, rounding),
                     fits(encoding, exact, rounding)};
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

uint64_t numerics::intToFloat(Format from, Format to, uint64_t bits,
                              Signedness signedness, Rounding rounding) {
  return pack(encodingOf(to), unpackInteger(bitWidth(from), bits, signedness),
              rounding);
}

/// The integer nearest to a number, clamped to `limit`; `fits` tells if it was
/// not clamped.
static uint64_t roundToInteger(const Unpacked &value, uint64_t limit,
                               Rounding rounding, bool &fits) {
  fits = true;
  if (value.kind == Unpacked::Kind::Zero)
    return 0;
  fits = value.kind == Unpacked::Kind::Number && value.exponent < 64;
  if (!fits)
    return value.kind == Unpacked::Kind::NaN ? 0 : limit;
  int shift = 63 - value.exponent;
  uint64_t integer =
      shift == 0 ? value.significand
                 : roundOff(value.significand, shift, value.negative, rounding);
  fits = integer <= limit;
  return std::min(integer, limit);
}

/// The rounded integer, clamped to the range; `fits` tells if it was not
/// clamped.
static uint64_t clampToInteger(Format from, Format to, uint64_t bits,
                               Signedness signedness, Rounding rounding,
                               bool &fits) {
  Unpacked value = unpack(encodingOf(from), bits);
  unsigned width = bitWidth(to);
  if (width == 1) {
    fits = true;
    return value.kind != Unpacked::Kind::Zero;
  }
  bool isSigned = signedness == Signedness::Signed;
  uint64_t most = lowBits(width - isSigned);
  uint64_t least = isSigned ? most + 1 : 0;
  uint64_t integer =
      roundToInteger(value, value.negative ? least : most, rounding, fits);
  return (value.negative ? -integer : integer) & lowBits(width);
}

std::optional<uint64_t> numerics::floatToInt(Format from, Format to,
                                             uint64_t bits,
                                             Signedness signedness,
                                             Rounding rounding) {
  bool fits;
  uint64_t integer = clampToInteger(from, to, bits, signedness, rounding, fits);
  if (!fits)
    return std::nullopt;
  return integer;
}

uint64_t numerics::floatToIntSaturating(Format from, Format to, uint64_t bits,
                                        Signedness signedness,
                                        Rounding rounding) {
  bool fits;
  return clampToInteger(from, to, bits, signedness, rounding, fits);
}

uint64_t numerics::extendInt(Format from, Format to, uint64_t bits,
                             Signedness signedness) {
  if (signedness == Signedness::Unsigned)
    return bits;
  return signExtend(bits, bitWidth(from)) & lowBits(bitWidth(to));
}

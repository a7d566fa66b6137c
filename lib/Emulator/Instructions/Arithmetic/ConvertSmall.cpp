//===- ConvertSmall.cpp - cvt of pairs of small floats --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section on cvt: .e4m3x2, .e5m2x2, .e3m2x2, .e2m3x2 and .e2m1x2 from
// .f32, .f16x2 and .bf16x2 and to .f16x2 and, scaled, .bf16x2; .ue8m0x2 from
// .f32 and .bf16x2 and to .bf16x2; .s2f6x2, fixed point, between .f32, .bf16x2
// and itself. The ISA leaves open the signs of .ue8m0, and values beyond its
// numbers without .satfinite. Here they are as in cuda_fp8.hpp for hosts: the
// sign does not count, and an overflow is a NaN.
//
//===----------------------------------------------------------------------===//

#include "../../Machine/WideLanes.h"
#include "../../Numerics/HostFloat.h"
#include "../Matrix/TensorCore.h"
#include "Convert.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

using namespace tessera::ptx;

namespace {

/// A format with a sign, in a byte or half a byte.
struct SmallFormat {
  Type pair;
  FloatFormat format;
  unsigned step;    ///< bits from one element of a pair to the other
  uint64_t largest; ///< the largest number
  uint64_t nan;     ///< the result for a NaN
  bool isIeee;      ///< has infinities and many NaNs

  uint64_t sign() const { return format.signBit(); }
  bool isNan(uint64_t x) const {
    x &= sign() - 1;
    return isIeee ? format.isNan(x) : x > largest;
  }
};

constexpr SmallFormat smallFormats[] = {
    {Type::E4M3x2, {4, 3}, 8, 0x7E, 0x7F, false},
    {Type::E5M2x2, {5, 2}, 8, 0x7B, 0x7F, true},
    {Type::E3M2x2, {3, 2}, 8, 0x1F, 0x1F, false},
    {Type::E2M3x2, {2, 3}, 8, 0x1F, 0x1F, false},
    {Type::E2M1x2, {2, 1}, 4, 0x07, 0x07, false},
};

const SmallFormat *findSmallFormat(Type pair) {
  for (const SmallFormat &format : smallFormats)
    if (format.pair == pair)
      return &format;
  return nullptr;
}

/// A format that has no infinities uses their codes for numbers. Except for the
/// place of the sign, a number has the bits that a format with one more
/// exponent bit gives to a smaller multiple of it.
FloatFormat scaledFormat(const SmallFormat &small) {
  return {small.format.exponentBits + 1, small.format.fractionBits};
}
double scaleOf(const SmallFormat &small) {
  return 1 << (scaledFormat(small).bias() - small.format.bias());
}

/// Rounds to nearest even, and never to an infinity.
uint64_t toSmallFloat(const SmallFormat &to, FloatFormat from, uint64_t x) {
  if (from.isNan(x))
    return to.nan;
  uint64_t sign = x & from.signBit() ? to.sign() : 0;
  x &= ~from.signBit();
  if (to.isIeee)
    return sign | clampToFinite(to.format, convertFloat(from, to.format, x,
                                                        Rounding::Nearest));
  uint64_t scaled =
      fromDouble(scaledFormat(to), toDouble(from, x) / scaleOf(to));
  return sign | std::min(scaled, to.largest);
}

/// Exact: f16 has all these numbers.
uint64_t fromSmallFloat(const SmallFormat &from, uint64_t x) {
  if (from.isNan(x))
    return halfFormat.canonicalNan();
  uint64_t sign = x & from.sign() ? halfFormat.signBit() : 0;
  x &= from.sign() - 1;
  if (from.isIeee)
    return sign | x << (halfFormat.fractionBits - from.format.fractionBits);
  double value = toDouble(scaledFormat(from), x) * scaleOf(from);
  return sign | fromDouble(halfFormat, value);
}

/// The numbers of a format as f16, by bytes, of which bits beyond the sign do not
/// count.
const std::array<uint16_t, 256> &halvesOf(const SmallFormat &from) {
  static const auto ofFormats = [] {
    std::array<std::array<uint16_t, 256>, std::size(smallFormats)> all;
    for (const SmallFormat &format : smallFormats)
      for (unsigned byte = 0; byte != 256; ++byte)
        all[&format - smallFormats][byte] = static_cast<uint16_t>(
            fromSmallFloat(format, byte & (2 * format.sign() - 1)));
    return all;
  }();
  return ofFormats[&from - smallFormats];
}

/// .relu on a number of any format: zero if it is negative.
uint64_t clampNegative(uint64_t x, uint64_t sign, bool isNan) {
  return (x & sign) && !isNan ? 0 : x;
}

/// Packs two numbers of .f32 (a to the upper half), or the halves of a pair,
/// each converted by `convert`.
template <typename Convert>
void packLanes(Warp &warp, const Inst &inst, LaneMask mask, unsigned step,
               Convert convert) {
  uint16_t *d = warp.write<uint16_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  bool isSingle = inst.sourceType == Type::F32;
  const uint32_t *b = isSingle ? warp.read<uint32_t>(inst.src[1]) : a;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint64_t low = convert(isSingle ? b[l] : b[l] & 0xFFFF);
    uint64_t high = convert(isSingle ? a[l] : a[l] >> 16);
    d[l] = static_cast<uint16_t>(high << step | low);
  }
}

uint64_t encode(const SmallFormat &to, FloatFormat from, uint64_t x,
                bool isRelu) {
  uint64_t result = toSmallFloat(to, from, x);
  return isRelu ? clampNegative(result, to.sign(), to.isNan(result)) : result;
}

void packSmallLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const SmallFormat &to = *findSmallFormat(inst.type);
  FloatFormat from = inst.sourceType == Type::F32     ? singleFormat
                     : inst.sourceType == Type::F16x2 ? halfFormat
                                                      : bfloatFormat;
  packLanes(warp, inst, mask, to.step,
            [&](uint64_t x) { return encode(to, from, x, inst.isRelu); });
}

/// The same of two numbers of .f32, a in the upper half, as vectors of lanes have
/// it: the last bit of the sum with a power of two is the last one of the format.
template <unsigned number, bool isRelu> struct PackSingles {
  static constexpr bool isLong = true;
  static constexpr SmallFormat to = smallFormats[number];
  static constexpr unsigned single = singleFormat.fractionBits,
                            fractionBits = to.format.fractionBits;
  /// The bits of a positive normal number as those of a float.
  LLVM_ATTRIBUTE_ALWAYS_INLINE static constexpr uint32_t widened(uint32_t x) {
    return (x << (single - fractionBits)) +
           (uint32_t(singleFormat.bias() - to.format.bias()) << single);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t one(uint32_t bits) {
    constexpr uint32_t infinity = singleFormat.infinity();
    constexpr uint32_t leastPower = widened(1u << fractionBits);
    const uint32_t all = bits & (singleFormat.signBit() - 1);
    const uint32_t most = widened(to.largest);
    const uint32_t magnitude = all < most ? all : most;
    const uint32_t power = magnitude & infinity;
    const uint32_t least = power > leastPower ? power : leastPower;
    const uint32_t anchor = least + ((single - fractionBits) << single);
    const uint32_t rounded =
        floatToBits(bitsToFloat(magnitude) + bitsToFloat(anchor)) - anchor;
    // `rounded` has the leading bit of normal numbers: the exponent is one less.
    const uint32_t code =
        rounded + ((least - leastPower) >> (single - fractionBits));
    const uint32_t sign = bits >> 31 ? static_cast<uint32_t>(to.sign()) : 0;
    const uint32_t result = isRelu && sign ? 0 : sign | code;
    return all > infinity ? static_cast<uint32_t>(to.nan) : result;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint16_t apply(uint32_t a, uint32_t b) {
    return static_cast<uint16_t>(one(a) << to.step | one(b));
  }
};

template <bool isRelu> Handler packSinglesHandler(Type type) {
  const Handler handlers[] = {
      wideBinaryOf<uint32_t, PackSingles<0, isRelu>, uint16_t>(),
      wideBinaryOf<uint32_t, PackSingles<1, isRelu>, uint16_t>(),
      wideBinaryOf<uint32_t, PackSingles<2, isRelu>, uint16_t>(),
      wideBinaryOf<uint32_t, PackSingles<3, isRelu>, uint16_t>(),
      wideBinaryOf<uint32_t, PackSingles<4, isRelu>, uint16_t>()};
  static_assert(std::size(handlers) == std::size(smallFormats));
  return handlers[findSmallFormat(type) - smallFormats];
}

/// Unpacks the elements of a pair to the halves of .f16x2 or .bf16x2.
template <typename Convert>
void unpackLanes(Warp &warp, const Inst &inst, LaneMask mask, unsigned step,
                 Convert convert) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint16_t *a = warp.read<uint16_t>(inst.src[0]);
  uint64_t element = (uint64_t(1) << step) - 1;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    d[l] = static_cast<uint32_t>(convert(a[l] & element) |
                                 convert(a[l] >> step & element) << 16);
  }
}

void unpackSmallLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const SmallFormat &from = *findSmallFormat(inst.sourceType);
  const auto &halves = halvesOf(from);
  unpackLanes(warp, inst, mask, from.step, [&](uint64_t x) {
    const uint64_t result = halves[x];
    return inst.isRelu ? clampNegative(result, halfFormat.signBit(),
                                       halfFormat.isNan(result))
                       : result;
  });
}

/// Unpacks to .bf16x2, multiplied by powers of two if there are any.
void unpackScaledLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const SmallFormat &from = *findSmallFormat(inst.sourceType);
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint16_t *a = warp.read<uint16_t>(inst.src[0]);
  const uint16_t *scales =
      inst.src[1] == noSlot ? nullptr : warp.read<uint16_t>(inst.src[1]);
  auto convert = [&](uint64_t x, unsigned power) {
    constexpr unsigned one = 127, nan = 0xFF;
    double value =
        toDouble(halfFormat, fromSmallFloat(from, x & (2 * from.sign() - 1)));
    value = power == nan ? NAN : std::ldexp(value, int(power) - int(one));
    uint64_t result = fromDouble(bfloatFormat, value);
    if (inst.isFiniteSaturated)
      result = clampToFinite(bfloatFormat, result);
    return inst.isRelu ? clampNegative(result, bfloatFormat.signBit(),
                                       bfloatFormat.isNan(result))
                       : result;
  };
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    unsigned powers = scales ? scales[l] : 0x7F7F;
    d[l] = static_cast<uint32_t>(convert(a[l], powers & 0xFF) |
                                 convert(a[l] >> from.step, powers >> 8) << 16);
  }
}

//===----------------------------------------------------------------------===//
// Powers of two
//===----------------------------------------------------------------------===//

constexpr uint64_t powerNan = 0xFF, largestPower = 0xFE;

/// The biased exponent, as in formats with 8 exponent bits. Its least value,
/// 2^-127, is a subnormal number there; smaller numbers become it.
uint64_t toPower(FloatFormat from, uint64_t x, bool isUp, bool isFinite) {
  x &= from.signBit() - 1;
  if (from.isNan(x))
    return powerNan;
  uint64_t fraction = x & ((uint64_t(1) << from.fractionBits) - 1);
  uint64_t least = uint64_t(1) << (from.fractionBits - 1);
  uint64_t power = x >> from.fractionBits;
  if (isUp && fraction && x > least)
    ++power;
  return isFinite ? std::min(power, largestPower) : power;
}

void packPowerLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  FloatFormat from = inst.sourceType == Type::F32 ? singleFormat : bfloatFormat;
  packLanes(warp, inst, mask, 8, [&](uint64_t x) {
    return toPower(from, x, inst.rounding == Rounding::Up,
                   inst.isFiniteSaturated);
  });
}

void unpackPowerLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  unpackLanes(warp, inst, mask, 8, [](uint64_t x) {
    return x == powerNan ? bfloatFormat.canonicalNan()
           : x == 0      ? uint64_t(1) << (bfloatFormat.fractionBits - 1)
                         : x << bfloatFormat.fractionBits;
  });
}

//===----------------------------------------------------------------------===//
// Fixed point
//===----------------------------------------------------------------------===//

constexpr double fixedUnits = 64; ///< of 1
constexpr uint64_t largestFixed = 0x7F;

/// Rounds to nearest even, and clamps to the range; there is no NaN.
uint64_t toFixed(double x, bool isRelu) {
  if (std::isnan(x))
    return largestFixed;
  x = std::clamp(x * fixedUnits, isRelu ? 0.0 : -128.0, 127.0);
  double below = std::floor(x), rest = x - below;
  auto units = static_cast<int>(below);
  if (rest > 0.5 || (rest == 0.5 && units % 2 != 0))
    ++units;
  return static_cast<uint8_t>(units);
}

/// The value of an exponent without a sign; 1 without scale factors.
double powerOf(const uint16_t *scales, unsigned lane, bool isUpper) {
  unsigned power = scales ? scales[lane] >> (isUpper ? 8 : 0) & 0xFF : 0x7F;
  return power == powerNan ? NAN
                           : std::ldexp(1.0, static_cast<int>(power) - 127);
}

/// The scale factors, an operand behind the converted ones; null without.
const uint16_t *scalesOf(Warp &warp, const Inst &inst) {
  Slot slot = inst.src[inst.sourceType == Type::F32 ? 2 : 1];
  return slot == noSlot ? nullptr : warp.read<uint16_t>(slot);
}

void packFixedLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint16_t *d = warp.write<uint16_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  bool isSingle = inst.sourceType == Type::F32;
  const uint32_t *b = isSingle ? warp.read<uint32_t>(inst.src[1]) : nullptr;
  const uint16_t *scales = scalesOf(warp, inst);
  FloatFormat from = isSingle ? singleFormat : bfloatFormat;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    double high = toDouble(from, isSingle ? a[l] : a[l] >> 16);
    double low = toDouble(from, isSingle ? b[l] : a[l] & 0xFFFF);
    high /= powerOf(scales, l, true);
    low /= powerOf(scales, l, false);
    d[l] = static_cast<uint16_t>(toFixed(high, inst.isRelu) << 8 |
                                 toFixed(low, inst.isRelu));
  }
}

void unpackFixedLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint16_t *a = warp.read<uint16_t>(inst.src[0]);
  const uint16_t *scales = scalesOf(warp, inst);
  auto convert = [&](unsigned l, bool isUpper) -> uint32_t {
    auto units = static_cast<int8_t>(a[l] >> (isUpper ? 8 : 0));
    uint64_t x = fromDouble(bfloatFormat,
                            units / fixedUnits * powerOf(scales, l, isUpper));
    if (inst.isFiniteSaturated)
      x = clampToFinite(bfloatFormat, x);
    return static_cast<uint32_t>(
        inst.isRelu
            ? clampNegative(x, bfloatFormat.signBit(), bfloatFormat.isNan(x))
            : x);
  };
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    d[l] = convert(l, true) << 16 | convert(l, false);
  }
}

} // namespace

bool tessera::ptx::isSmallPair(Type type) {
  return type == Type::UE8M0x2 || type == Type::S2F6x2 || findSmallFormat(type);
}

FloatFormat tessera::ptx::formatOfSmallPair(Type pair) {
  return findSmallFormat(pair)->format;
}

uint64_t tessera::ptx::encodeSmall(Type pair, uint64_t x, bool isRelu) {
  return encode(*findSmallFormat(pair), doubleFormat, x, isRelu);
}

Handler tessera::ptx::smallPairHandler(const Inst &inst) {
  switch (inst.type) {
  case Type::S2F6x2:
    return &packFixedLanes;
  case Type::UE8M0x2:
    return &packPowerLanes;
  case Type::F16x2:
    return &unpackSmallLanes;
  case Type::BF16x2:
    return inst.sourceType == Type::S2F6x2    ? &unpackFixedLanes
           : inst.sourceType == Type::UE8M0x2 ? &unpackPowerLanes
                                              : &unpackScaledLanes;
  default:
    if (inst.sourceType != Type::F32)
      return &packSmallLanes;
    return inst.isRelu ? packSinglesHandler<true>(inst.type)
                       : packSinglesHandler<false>(inst.type);
  }
}

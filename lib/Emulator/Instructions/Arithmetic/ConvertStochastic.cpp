//===- ConvertStochastic.cpp - cvt with random bits -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section on cvt, .rs: random bits are added to the bits that do not
// fit the narrower number, and a carry rounds away from zero. The ISA shows by
// figures which random bits belong to which operand; its text leaves open:
//
// - The bits are added to the uppermost of those that are cut off.
// - Two operands of .e4m3x4 and its like share 16 bits.
// - Each operand of .e2m1x4 has 8 bits of its own: a and b the upper ones of
//   the upper and the lower half, e and f the lower ones.
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include <cmath>

using namespace tessera::ptx;

namespace {

/// Random bits of one operand.
struct RandomBits {
  uint32_t bits;
  unsigned count;
};

/// Rounds |x| to a number of `to`, with the sign of x, as if `to` had no
/// largest number. NaNs and infinities stay.
double roundStochastically(float x, FloatFormat to, RandomBits random) {
  if (!std::isfinite(x) || x == 0)
    return x;
  constexpr int fractionBits = 23;
  int exponent = std::max(std::ilogb(x), 1 - singleFormat.bias());
  auto significand =
      static_cast<uint64_t>(std::ldexp(std::fabs(x), fractionBits - exponent));
  int unit = std::max(exponent, 1 - to.bias()) -
             static_cast<int>(to.fractionBits); // log2 of the last place
  int cut = unit - (exponent - fractionBits);
  auto count = static_cast<int>(random.count);
  // For smaller numbers, the sum cannot carry.
  if (cut > fractionBits + count)
    return std::copysign(0.0, x);
  uint64_t sum = significand + (uint64_t(random.bits) << (cut - count));
  return std::copysign(std::ldexp(static_cast<double>(sum >> cut), unit), x);
}

uint64_t withoutNegative(uint64_t x, FloatFormat format) {
  return (x & format.signBit()) && !format.isNan(x) ? 0 : x;
}

/// .f16x2 and .bf16x2: each operand has 16 random bits, of which the lower ones
/// count, as many as bits are cut off.
void roundPairLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  FloatFormat to = formatOf(inst.type);
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *sources[] = {warp.read<uint32_t>(inst.src[1]),
                               warp.read<uint32_t>(inst.src[0])};
  const uint32_t *random = warp.read<uint32_t>(inst.src[2]);
  unsigned count = singleFormat.fractionBits - to.fractionBits;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint32_t result = 0;
    for (unsigned half : {0u, 1u}) {
      uint32_t bits = random[l] >> (16 * half) & ((1u << count) - 1);
      double value =
          roundStochastically(bitsToFloat(sources[half][l]), to, {bits, count});
      uint64_t x = fromDouble(to, value);
      if (inst.isFiniteSaturated)
        x = clampToFinite(to, x);
      if (inst.isRelu)
        x = withoutNegative(x, to);
      result |= static_cast<uint32_t>(x) << (16 * half);
    }
    d[l] = result;
  }
}

/// The random bits of operand `i` of four; the last operand has the lowest.
RandomBits randomOf(uint32_t random, unsigned i, bool isNibble) {
  unsigned fromLow = 3 - i;
  if (!isNibble)
    return {random >> (fromLow / 2 * 16) & 0xFFFF, 16};
  return {random >> (fromLow / 2 * 8 + fromLow % 2 * 16) & 0xFF, 8};
}

template <typename D>
void roundFourLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const Slot *list = warp.list(inst);
  const uint32_t *random = warp.read<uint32_t>(inst.src[0]);
  FloatFormat to = formatOfSmallPair(inst.type);
  bool isNibble = inst.type == Type::E2M1x2;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint32_t result = 0;
    for (unsigned i = 0; i != 4; ++i) {
      float x = bitsToFloat(warp.read<uint32_t>(list[i])[l]);
      double value =
          roundStochastically(x, to, randomOf(random[l], i, isNibble));
      result = result << (isNibble ? 4 : 8) |
               static_cast<uint32_t>(
                   encodeSmall(inst.type, doubleToBits(value), inst.isRelu));
    }
    d[l] = static_cast<D>(result);
  }
}

} // namespace

bool tessera::ptx::decodeStochastic(InstructionDecoder &d) {
  static constexpr std::pair<const char *, Type> quads[] = {
      {"e4m3x4", Type::E4M3x2},
      {"e5m2x4", Type::E5M2x2},
      {"e3m2x4", Type::E3M2x2},
      {"e2m3x4", Type::E2M3x2},
      {"e2m1x4", Type::E2M1x2}};
  Inst &inst = d.inst;
  inst.execute = &roundPairLanes;
  for (auto [name, pair] : quads)
    if (d.take(name)) {
      inst.type = pair;
      inst.execute = pair == Type::E2M1x2 ? &roundFourLanes<uint16_t>
                                          : &roundFourLanes<uint32_t>;
    }
  if (inst.type == Type::None)
    inst.type = d.takeType();
  inst.sourceType = d.takeType();
  return false;
}

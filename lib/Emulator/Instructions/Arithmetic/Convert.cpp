//===- Convert.cpp - The cvt instruction ----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Data Movement and Conversion Instructions": cvt, cvt.pack.
//
//===----------------------------------------------------------------------===//

#include "Convert.h"
#include "../../Machine/WideLanes.h"
#include "../../Numerics/HostFloat.h"
#include <algorithm>

using namespace tessera::ptx;

namespace {

/// The low bits of x, extended to 64 by the type's signedness.
uint64_t extend(uint64_t x, Type type) {
  unsigned drop = 64 - bitWidth(type);
  return isSigned(type) ? uint64_t(int64_t(x << drop) >> drop)
                        : x << drop >> drop;
}

/// Clamps an integer of type `from` to the range of type `to`.
uint64_t saturateInteger(uint64_t x, Type from, Type to) {
  unsigned width = bitWidth(to);
  bool isNegative = isSigned(from) && int64_t(x) < 0;
  if (isNegative) {
    if (!isSigned(to))
      return 0;
    int64_t least = -(int64_t(1) << (width - 1));
    return uint64_t(std::max(int64_t(x), least));
  }
  uint64_t greatest = ~uint64_t(0) >> (64 - (width - isSigned(to)));
  return std::min(x, greatest);
}

/// The integer that a NaN is converted to: 0, but in 64-bit conversions the
/// integer with only the top bit set.
uint64_t nanInteger(Type from, Type to) {
  bool isWide = from == Type::F64 || bitWidth(to) == 64;
  return isWide ? uint64_t(1) << (bitWidth(to) - 1) : 0;
}

/// A tf32 is stored in the top bits of 32.
constexpr unsigned tf32Shift = 32 - tf32Format.width();

uint64_t convertBetweenFloats(const Inst &inst, uint64_t x, Type from,
                              Type to) {
  FloatFormat source = formatOf(from);
  FloatFormat target = to == Type::TF32 ? tf32Format : formatOf(to);
  if (inst.flushes && from == Type::F32)
    x = flushSubnormal(source, x);
  if (inst.roundsToInteger)
    x = roundToIntegral(source, x, inst.rounding);
  x = convertFloat(source, target, x, inst.rounding);
  if (inst.flushes && to == Type::F32)
    x = flushSubnormal(target, x);
  if (inst.isFiniteSaturated)
    x = clampToFinite(target, x);
  if (inst.saturates)
    x = saturateFloat(target, x);
  if (inst.isRelu && (x & target.signBit()) && !target.isNan(x))
    x = 0;
  return to == Type::TF32 ? x << tf32Shift : x;
}

uint64_t convertValue(const Inst &inst, uint64_t x) {
  Type from = inst.sourceType, to = inst.type;
  if (!isFloat(from)) {
    x = extend(x, from);
    if (!isFloat(to)) {
      if (inst.saturates)
        x = saturateInteger(x, from, to);
      return extend(x, to);
    }
    uint64_t y = integerToFloat(formatOf(to), x, isSigned(from), inst.rounding);
    return inst.saturates ? saturateFloat(formatOf(to), y) : y;
  }
  if (isFloat(to))
    return convertBetweenFloats(inst, x, from, to);
  FloatFormat source = formatOf(from);
  if (inst.flushes && from == Type::F32)
    x = flushSubnormal(source, x);
  return floatToInteger(source, x, inst.rounding, bitWidth(to), isSigned(to),
                        nanInteger(from, to));
}

template <typename D, typename S>
void convertLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const S *a = warp.read<S>(inst.src[0]);
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    d[l] = static_cast<D>(convertValue(inst, a[l]));
  }
}

/// Converts between integers without saturation: extensions are shifts.
template <typename D, typename S>
void resizeLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const S *a = warp.read<S>(inst.src[0]);
  unsigned in = 64 - bitWidth(inst.sourceType), out = 64 - bitWidth(inst.type);
  bool isSignedIn = isSigned(inst.sourceType),
       isSignedOut = isSigned(inst.type);
  forLanes(mask, [=](unsigned l) {
    uint64_t x = uint64_t(a[l]) << in;
    x = isSignedIn ? uint64_t(int64_t(x) >> in) : x >> in;
    x <<= out;
    d[l] = static_cast<D>(isSignedOut ? uint64_t(int64_t(x) >> out) : x >> out);
  });
}

/// To [0, 1]: numbers with a sign and NaNs become 0.
template <bool flushes> struct Saturate {
  static uint32_t apply(uint32_t x) {
    constexpr uint32_t one = singleFormat.one();
    if (flushes && x < 1u << singleFormat.fractionBits)
      x = 0;
    return x > singleFormat.infinity() ? 0 : x < one ? x : one;
  }
};

struct WidenFloat {
  static uint64_t apply(uint32_t a) {
    float x = bitsToFloat(a);
    return x != x ? doubleFormat.canonicalNan() : doubleToBits(x);
  }
};
struct NarrowDouble {
  static uint32_t apply(uint64_t a) {
    double x = bitsToDouble(a);
    return x != x ? 0x7FFFFFFFu : floatToBits(static_cast<float>(x));
  }
};
template <typename S> struct IntegerToFloat {
  static uint32_t apply(S a) { return floatToBits(static_cast<float>(a)); }
};
struct FloatToInt32 {
  static uint32_t apply(uint32_t a) {
    float x = bitsToFloat(a);
    if (!(x == x))
      return 0;
    if (x >= 2147483648.0f)
      return 0x7FFFFFFF;
    if (x < -2147483648.0f)
      return 0x80000000;
    return static_cast<uint32_t>(static_cast<int32_t>(x));
  }
};
struct WidenHalf {
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t apply(uint16_t a) {
    return widenHalf(a);
  }
};
struct WidenBfloat {
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t apply(uint16_t a) {
    return widenBfloat(a);
  }
};
template <typename Half> struct NarrowFloat {
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint16_t apply(uint32_t a) {
    return static_cast<uint16_t>(Half::narrow(bitsToFloat(a)));
  }
};
template <typename Half> struct NarrowPair {
  LLVM_ATTRIBUTE_ALWAYS_INLINE static uint32_t apply(uint32_t a, uint32_t b) {
    return Half::narrow(bitsToFloat(a)) << 16 | Half::narrow(bitsToFloat(b));
  }
};

/// d = {a, b}: a goes to the upper half.
void convertPairLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint32_t *a = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *b = warp.read<uint32_t>(inst.src[1]);
  Type half = inst.type == Type::F16x2 ? Type::F16 : Type::BF16;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint64_t high = convertBetweenFloats(inst, a[l], Type::F32, half);
    uint64_t low = convertBetweenFloats(inst, b[l], Type::F32, half);
    d[l] = static_cast<uint32_t>(high << 16 | low);
  }
}

//===----------------------------------------------------------------------===//
// cvt.pack
//===----------------------------------------------------------------------===//

/// Packs two integers, clamped to inst.count bits, below the low bits of c.
void packIntegerLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const int32_t *a = warp.read<int32_t>(inst.src[0]);
  const int32_t *b = warp.read<int32_t>(inst.src[1]);
  const uint32_t *c =
      inst.src[2] == noSlot ? nullptr : warp.read<uint32_t>(inst.src[2]);
  unsigned width = inst.count;
  int32_t least = inst.isNegated ? -(1 << (width - 1)) : 0;
  int32_t greatest = (1 << (width - inst.isNegated)) - 1;
  uint32_t part = (1u << width) - 1;
  forLanes(mask, [=](unsigned l) {
    uint32_t high =
        static_cast<uint32_t>(std::clamp(a[l], least, greatest)) & part;
    uint32_t low =
        static_cast<uint32_t>(std::clamp(b[l], least, greatest)) & part;
    uint32_t rest = c ? c[l] << (2 * width) : 0;
    d[l] = rest | high << width | low;
  });
}

template <typename D>
Handler generalHandler(unsigned sourceWidth, bool isResize) {
  switch (sourceWidth) {
  case 16:
    return isResize ? &resizeLanes<D, uint16_t> : &convertLanes<D, uint16_t>;
  case 32:
    return isResize ? &resizeLanes<D, uint32_t> : &convertLanes<D, uint32_t>;
  default:
    return isResize ? &resizeLanes<D, uint64_t> : &convertLanes<D, uint64_t>;
  }
}

/// A handler that uses the host's own conversions, if they give the very same
/// bits.
Handler hostHandler(const Inst &inst, unsigned width, unsigned sourceWidth) {
  if (inst.isRelu || inst.isFiniteSaturated || width != bitWidth(inst.type) ||
      sourceWidth != bitWidth(inst.sourceType))
    return nullptr;
  Type from = inst.sourceType, to = inst.type;
  if (inst.saturates && to == Type::F32 && from == Type::F32 &&
      !inst.roundsToInteger)
    return inst.flushes ? &unaryLanes<uint32_t, uint32_t, Saturate<true>>
                        : &unaryLanes<uint32_t, uint32_t, Saturate<false>>;
  if (inst.saturates || inst.flushes)
    return nullptr;
  bool isNearest = inst.rounding == Rounding::Nearest && !inst.roundsToInteger;
  if (to == Type::F64 && from == Type::F32 && !inst.roundsToInteger)
    return &unaryLanes<uint64_t, uint32_t, WidenFloat>;
  if (to == Type::F32 && from == Type::F64 && isNearest)
    return &unaryLanes<uint32_t, uint64_t, NarrowDouble>;
  if (to == Type::F32 && from == Type::S32 && isNearest)
    return &unaryLanes<uint32_t, int32_t, IntegerToFloat<int32_t>>;
  if (to == Type::F32 && from == Type::U32 && isNearest)
    return &unaryLanes<uint32_t, uint32_t, IntegerToFloat<uint32_t>>;
  if (to == Type::S32 && from == Type::F32 && inst.rounding == Rounding::Zero)
    return &unaryLanes<uint32_t, uint32_t, FloatToInt32>;
  if (to == Type::F32 && from == Type::F16)
    return wideUnaryOf<uint16_t, WidenHalf, uint32_t>();
  if (to == Type::F32 && from == Type::BF16)
    return wideUnaryOf<uint16_t, WidenBfloat, uint32_t>();
  if (to == Type::F16 && from == Type::F32 && isNearest)
    return wideUnaryOf<uint32_t, NarrowFloat<HostHalf>, uint16_t>();
  if (to == Type::BF16 && from == Type::F32 && isNearest)
    return wideUnaryOf<uint32_t, NarrowFloat<HostBfloat>, uint16_t>();
  return nullptr;
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// cvt.pack.sat.type.s32{.b32} d, a, b{, c}
static bool decodePack(InstructionDecoder &d) {
  Inst &inst = d.inst;
  static constexpr std::pair<const char *, uint8_t> types[] = {
      {"u16", 16}, {"s16", 16}, {"u8", 8}, {"s8", 8},
      {"u4", 4},   {"s4", 4},   {"u2", 2}, {"s2", 2}};
  for (auto [name, width] : types)
    if (d.take(name)) {
      inst.count = width;
      inst.isNegated = name[0] == 's'; // signed
    }
  for (const char *rest : {"sat", "s32", "b32"})
    d.take(rest);
  inst.execute = &packIntegerLanes;
  return false;
}

/// Converts numbers of .f32 to .f16x2 or .bf16x2.
static Handler pairHandler(const Inst &inst) {
  if (inst.rounding != Rounding::Nearest || inst.isRelu ||
      inst.isFiniteSaturated)
    return &convertPairLanes;
  return inst.type == Type::F16x2
             ? wideBinaryOf<uint32_t, NarrowPair<HostHalf>>()
             : wideBinaryOf<uint32_t, NarrowPair<HostBfloat>>();
}

/// Bits of each lane of an operand, which may be wider than its type.
static unsigned laneWidth(const InstructionDecoder &d, size_t i, Type type) {
  const Operand &op = d.operand(i);
  bool isRegister = op.kind == Operand::Kind::Register;
  return std::max(16u, isRegister ? d.registerWidth(op) : bitWidth(type));
}

/// Converts one number to another type.
static Handler scalarHandler(const InstructionDecoder &d) {
  const Inst &inst = d.inst;
  unsigned width = laneWidth(d, 0, inst.type);
  unsigned sourceWidth = laneWidth(d, 1, inst.sourceType);
  if (Handler host = hostHandler(inst, width, sourceWidth))
    return host;
  bool isResize =
      !isFloat(inst.type) && !isFloat(inst.sourceType) && !inst.saturates;
  return width == 16   ? generalHandler<uint16_t>(sourceWidth, isResize)
         : width == 32 ? generalHandler<uint32_t>(sourceWidth, isResize)
                       : generalHandler<uint64_t>(sourceWidth, isResize);
}

static bool decodeConvert(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (d.take("pack"))
    return decodePack(d);
  bool isStochastic = d.take("rs");
  inst.roundsToInteger = !d.takeRounding() && d.takeIntegerRounding();
  inst.flushes = d.take("ftz");
  inst.saturates = d.take("sat");
  inst.isRelu = d.take("relu");
  inst.isFiniteSaturated = d.take("satfinite");
  d.take("scaled::n2::ue8m0"); // takes one more operand
  if (isStochastic)
    return decodeStochastic(d);
  inst.type = d.takeType();
  inst.sourceType = d.takeType();
  inst.execute = isSmallPair(inst.type) || isSmallPair(inst.sourceType)
                     ? smallPairHandler(inst)
                 : isPackedHalf(inst.type) ? pairHandler(inst)
                                           : scalarHandler(d);
  return false;
}

void tessera::ptx::addConvertInstructions(InstructionTable &table) {
  table["cvt"] = decodeConvert;
}

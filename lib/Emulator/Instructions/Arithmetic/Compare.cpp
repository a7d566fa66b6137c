//===- Compare.cpp - Comparison and selection instructions ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Comparison and Selection Instructions".
//
//===----------------------------------------------------------------------===//

#include "../../Machine/Lanes.h"
#include "../../Numerics/HostFloat.h"

using namespace tessera::ptx;

namespace {

/// A key that orders the numbers of a format; both zeros are 0.
int64_t numericKey(FloatFormat f, uint64_t x) {
  auto magnitude = static_cast<int64_t>(x & (f.signBit() - 1));
  return x & f.signBit() ? -magnitude : magnitude;
}

bool compareFloats(const Inst &inst, FloatFormat f, uint64_t a, uint64_t b) {
  if (inst.flushes) {
    a = flushSubnormal(f, a);
    b = flushSubnormal(f, b);
  }
  bool isUnordered = f.isNan(a) || f.isNan(b);
  if (inst.comparison == Comparison::Num || inst.comparison == Comparison::Nan)
    return isUnordered == (inst.comparison == Comparison::Nan);
  if (isUnordered)
    return inst.isUnordered;
  return compareValues(inst.comparison, numericKey(f, a), numericKey(f, b));
}

/// The result in each lane, as a mask. Lanes outside the mask are computed too,
/// as a comparison has no effects.
template <typename T>
LLVM_ATTRIBUTE_ALWAYS_INLINE LaneMask integerMask(const Warp &warp,
                                                  const Inst &inst) {
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  auto collect = [=](auto holds) __attribute__((always_inline)) {
    LaneMask result = 0;
    for (unsigned l = 0; l < warpSize; ++l)
      result |= LaneMask(holds(a[l], b[l])) << l;
    return result;
  };
  switch (inst.comparison) {
  case Comparison::Eq:
    return collect([](T x, T y) { return x == y; });
  case Comparison::Ne:
    return collect([](T x, T y) { return x != y; });
  case Comparison::Lt:
    return collect([](T x, T y) { return x < y; });
  case Comparison::Le:
    return collect([](T x, T y) { return x <= y; });
  case Comparison::Gt:
    return collect([](T x, T y) { return x > y; });
  default:
    return collect([](T x, T y) { return x >= y; });
  }
}

/// The same, for numbers that the host compares.
template <typename T, typename Load>
LLVM_ATTRIBUTE_ALWAYS_INLINE LaneMask hostFloatMask(const Warp &warp,
                                                    const Inst &inst,
                                                    Load load) {
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  auto collect = [=](auto holds) __attribute__((always_inline)) {
    LaneMask result = 0;
    for (unsigned l = 0; l < warpSize; ++l)
      result |= LaneMask(holds(load(a[l]), load(b[l]))) << l;
    return result;
  };
  auto isNan = [](auto x, auto y) { return (x != x) | (y != y); };
  LaneMask value = 0;
  switch (inst.comparison) {
  case Comparison::Eq:
    value = collect([](auto x, auto y) { return x == y; });
    break;
  case Comparison::Ne:
    value = collect([](auto x, auto y) { return (x < y) | (x > y); });
    break;
  case Comparison::Lt:
    value = collect([](auto x, auto y) { return x < y; });
    break;
  case Comparison::Le:
    value = collect([](auto x, auto y) { return x <= y; });
    break;
  case Comparison::Gt:
    value = collect([](auto x, auto y) { return x > y; });
    break;
  case Comparison::Ge:
    value = collect([](auto x, auto y) { return x >= y; });
    break;
  case Comparison::Num:
    return ~collect(isNan);
  case Comparison::Nan:
    return collect(isNan);
  }
  return inst.isUnordered ? value | collect(isNan) : value;
}

/// `shift` selects the half of a packed type.
template <typename T>
LaneMask floatMask(const Warp &warp, const Inst &inst, unsigned shift = 0) {
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  FloatFormat f = formatOf(inst.sourceType);
  uint64_t piece = f.signBit() | (f.signBit() - 1);
  LaneMask result = 0;
  for (unsigned l = 0; l < warpSize; ++l)
    result |= LaneMask(compareFloats(inst, f, uint64_t(a[l]) >> shift & piece,
                                     uint64_t(b[l]) >> shift & piece))
              << l;
  return result;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE LaneMask comparisonMask(const Warp &warp,
                                                     const Inst &inst) {
  switch (inst.sourceType) {
  case Type::F16:
  case Type::BF16:
    return floatMask<uint16_t>(warp, inst);
  case Type::F16x2:
  case Type::BF16x2:
    return floatMask<uint32_t>(warp, inst);
  case Type::F32:
    return inst.flushes ? hostFloatMask<uint32_t>(warp, inst, loadFloat<true>)
                        : hostFloatMask<uint32_t>(warp, inst, loadFloat<false>);
  case Type::F64:
    return hostFloatMask<uint64_t>(warp, inst, bitsToDouble);
  case Type::S16:
    return integerMask<int16_t>(warp, inst);
  case Type::S32:
    return integerMask<int32_t>(warp, inst);
  case Type::S64:
    return integerMask<int64_t>(warp, inst);
  case Type::B16:
  case Type::U16:
    return integerMask<uint16_t>(warp, inst);
  case Type::B32:
  case Type::U32:
    return integerMask<uint32_t>(warp, inst);
  default:
    return integerMask<uint64_t>(warp, inst);
  }
}

LaneMask combine(const Warp &warp, const Inst &inst, LaneMask value) {
  if (inst.boolean == Boolean::None)
    return value;
  LaneMask c = warp.readPredicate(inst.src[2]);
  if (inst.isNegated)
    c = ~c;
  return inst.boolean == Boolean::And  ? value & c
         : inst.boolean == Boolean::Or ? value | c
                                       : value ^ c;
}

void setpLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  LaneMask value = comparisonMask(warp, inst);
  bool isPacked = isPackedHalf(inst.sourceType);
  LaneMask second = isPacked ? floatMask<uint32_t>(warp, inst, 16) : ~value;
  LaneMask p = combine(warp, inst, value), q = combine(warp, inst, second);
  if (inst.dst != noSlot)
    warp.writePredicate(inst.dst, mask, p);
  if (inst.dst2 != noSlot)
    warp.writePredicate(inst.dst2, mask, q);
}

/// The bits of "true" in the destination of set, or in one half of it.
uint32_t trueBits(const Inst &inst) {
  switch (inst.type) {
  case Type::F32:
    return singleFormat.one();
  case Type::F16:
  case Type::F16x2:
    return halfFormat.one();
  case Type::BF16:
  case Type::BF16x2:
    return bfloatFormat.one();
  case Type::U16:
  case Type::S16:
    return 0xFFFF;
  default:
    return isPackedHalf(inst.sourceType) ? 0xFFFF : ~0u;
  }
}

template <typename T>
void setLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  LaneMask value = combine(warp, inst, comparisonMask(warp, inst));
  LaneMask high = isPackedHalf(inst.sourceType)
                      ? combine(warp, inst, floatMask<uint32_t>(warp, inst, 16))
                      : 0;
  uint32_t bits = trueBits(inst);
  T *d = warp.write<T>(inst.dst);
  forLanes(mask, [=](unsigned l) {
    uint32_t result = value >> l & 1 ? bits : 0;
    if (high >> l & 1)
      result |= bits << 16;
    d[l] = static_cast<T>(result);
  });
}

template <typename T>
void selectLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  LaneMask c = warp.readPredicate(inst.src[2]);
  if (inst.isNegated)
    c = ~c;
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  forLanes(mask, [=](unsigned l) { d[l] = c >> l & 1 ? a[l] : b[l]; });
}

/// slct: by the sign of c. A NaN selects b, as does a negative number; -0 is
/// not negative.
template <typename T>
void signSelectLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  bool isFloatSign = inst.sourceType == Type::F32;
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  const uint32_t *c = warp.read<uint32_t>(inst.src[2]);
  forLanes(mask, [=](unsigned l) {
    uint64_t sign = c[l];
    if (isFloatSign && inst.flushes)
      sign = flushSubnormal(singleFormat, sign);
    bool takesA = isFloatSign ? !singleFormat.isNan(sign) &&
                                    numericKey(singleFormat, sign) >= 0
                              : static_cast<int32_t>(sign) >= 0;
    d[l] = takesA ? a[l] : b[l];
  });
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

struct ComparisonName {
  llvm::StringLiteral name;
  Comparison comparison;
  bool isUnordered = false;
};

/// Takes the comparison and the operation that its result is combined by. `lo`
/// and its like are `lt` of unsigned numbers.
static void takeComparison(InstructionDecoder &d) {
  static constexpr ComparisonName names[] = {
      {"eq", Comparison::Eq},        {"ne", Comparison::Ne},
      {"lt", Comparison::Lt},        {"le", Comparison::Le},
      {"gt", Comparison::Gt},        {"ge", Comparison::Ge},
      {"lo", Comparison::Lt},        {"ls", Comparison::Le},
      {"hi", Comparison::Gt},        {"hs", Comparison::Ge},
      {"equ", Comparison::Eq, true}, {"neu", Comparison::Ne, true},
      {"ltu", Comparison::Lt, true}, {"leu", Comparison::Le, true},
      {"gtu", Comparison::Gt, true}, {"geu", Comparison::Ge, true},
      {"num", Comparison::Num},      {"nan", Comparison::Nan}};
  Inst &inst = d.inst;
  for (const ComparisonName &c : names)
    if (d.take(c.name)) {
      inst.comparison = c.comparison;
      inst.isUnordered = c.isUnordered;
      break;
    }
  inst.boolean = d.take("and")   ? Boolean::And
                 : d.take("or")  ? Boolean::Or
                 : d.take("xor") ? Boolean::Xor
                                 : Boolean::None;
  inst.flushes = d.take("ftz");
}

static bool decodeSetp(InstructionDecoder &d) {
  takeComparison(d);
  d.inst.sourceType = d.takeType();
  d.inst.execute = onHost<&setpLanes>;
  return false;
}

static bool decodeSet(InstructionDecoder &d) {
  takeComparison(d);
  d.inst.type = d.takeType();
  d.inst.sourceType = d.takeType();
  d.inst.execute =
      bitWidth(d.inst.type) == 16 ? &setLanes<uint16_t> : &setLanes<uint32_t>;
  return false;
}

static bool decodeSelp(InstructionDecoder &d) {
  d.inst.execute = forBits(d.takeType(), [](auto t) -> Handler {
    return onHost<&selectLanes<decltype(t)>>;
  });
  return false;
}

static bool decodeSlct(InstructionDecoder &d) {
  d.inst.flushes = d.take("ftz");
  d.inst.execute = forBits(d.takeType(), [](auto t) -> Handler {
    return &signSelectLanes<decltype(t)>;
  });
  d.inst.sourceType = d.takeType();
  return false;
}

void tessera::ptx::addCompareInstructions(InstructionTable &table) {
  table["setp"] = decodeSetp;
  table["set"] = decodeSet;
  table["selp"] = decodeSelp;
  table["slct"] = decodeSlct;
}

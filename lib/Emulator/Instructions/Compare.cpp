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

#include "../Lanes.h"

using namespace tessera::ptx;

namespace {

/// Orders the numbers of a format; both zeros are 0.
int64_t numericKey(FloatFormat f, uint64_t x) {
  auto magnitude = static_cast<int64_t>(x & (f.signBit() - 1));
  return x & f.signBit() ? -magnitude : magnitude;
}

template <typename T> bool compareValues(Comparison comparison, T a, T b) {
  switch (comparison) {
  case Comparison::Eq:
    return a == b;
  case Comparison::Ne:
    return a != b;
  case Comparison::Lt:
    return a < b;
  case Comparison::Le:
    return a <= b;
  case Comparison::Gt:
    return a > b;
  case Comparison::Ge:
    return a >= b;
  default:
    return false;
  }
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

/// The result in each lane, as a mask. Lanes outside any mask are computed too:
/// comparing has no effect on anything.
template <typename T> LaneMask integerMask(const Warp &warp, const Inst &inst) {
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  auto collect = [=](auto holds) {
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

LaneMask comparisonMask(const Warp &warp, const Inst &inst) {
  switch (inst.sourceType) {
  case Type::F16:
  case Type::BF16:
    return floatMask<uint16_t>(warp, inst);
  case Type::F16x2:
  case Type::BF16x2:
  case Type::F32:
    return floatMask<uint32_t>(warp, inst);
  case Type::F64:
    return floatMask<uint64_t>(warp, inst);
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

/// The bits of "true" in the destination of set.
uint32_t trueBits(Type type) {
  switch (type) {
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
    return ~0u;
  }
}

template <typename T>
void setLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  LaneMask value = combine(warp, inst, comparisonMask(warp, inst));
  LaneMask high = isPackedHalf(inst.sourceType)
                      ? combine(warp, inst, floatMask<uint32_t>(warp, inst, 16))
                      : 0;
  uint32_t bits = trueBits(inst.type);
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

/// The comparison among the modifiers, with lo, ls, hi, hs as the unsigned
/// ones.
static bool takeComparison(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, Comparison> names[] = {
      {"eq", Comparison::Eq},   {"ne", Comparison::Ne},
      {"lt", Comparison::Lt},   {"le", Comparison::Le},
      {"gt", Comparison::Gt},   {"ge", Comparison::Ge},
      {"lo", Comparison::Lt},   {"ls", Comparison::Le},
      {"hi", Comparison::Gt},   {"hs", Comparison::Ge},
      {"num", Comparison::Num}, {"nan", Comparison::Nan}};
  for (auto [name, comparison] : names) {
    bool isUnordered = d.take((name + "u").str());
    if (!isUnordered && !d.take(name))
      continue;
    d.inst.comparison = comparison;
    d.inst.isUnordered = isUnordered;
    return true;
  }
  return false;
}

static bool decodeComparison(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (!takeComparison(d))
    return d.fail("the comparison is missing or unknown");
  inst.boolean = d.take("and")   ? Boolean::And
                 : d.take("or")  ? Boolean::Or
                 : d.take("xor") ? Boolean::Xor
                                 : Boolean::None;
  inst.flushes = d.take("ftz");
  return false;
}

static bool isComparable(Type type) {
  return isFloat(type) || isPackedHalf(type) ||
         (isInteger(type) && bitWidth(type) >= 16 && bitWidth(type) <= 64);
}

/// Operands a, b and, with a boolean operator, c.
static bool decodeComparedOperands(InstructionDecoder &d) {
  bool hasC = d.inst.boolean != Boolean::None;
  return d.expectOperands(hasC ? 4 : 3) || d.source(1, d.inst.sourceType, 0) ||
         d.source(2, d.inst.sourceType, 1) || (hasC && d.predicateSource(3, 2));
}

static bool decodeSetp(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (decodeComparison(d))
    return true;
  inst.sourceType = d.takeType();
  inst.execute = &setpLanes;
  if (!isComparable(inst.sourceType) || decodeComparedOperands(d))
    return true;
  const Operand &target = d.operand(0);
  if (target.kind != Operand::Kind::Pair)
    return d.predicateDestination(0);
  Slot *slots[] = {&inst.dst, &inst.dst2};
  for (unsigned i = 0; i != 2; ++i) {
    const Operand &part = target.elements[i];
    if (part.kind == Operand::Kind::Sink)
      continue;
    if (part.kind != Operand::Kind::Register || d.registerWidth(part) != 1)
      return d.fail("setp writes predicates");
    *slots[i] = d.function.registerSlot(part.index);
  }
  return false;
}

static bool decodeSet(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (decodeComparison(d))
    return true;
  inst.type = d.takeType();
  inst.sourceType = d.takeType();
  unsigned width = bitWidth(inst.type);
  inst.execute = width == 16   ? &setLanes<uint16_t>
                 : width == 32 ? &setLanes<uint32_t>
                               : nullptr;
  return !isComparable(inst.sourceType) || decodeComparedOperands(d) ||
         d.destination(0, width);
}

static bool decodeSelp(InstructionDecoder &d) {
  Type type = d.takeType();
  d.inst.execute = forBits(
      type, [](auto t) -> Handler { return &selectLanes<decltype(t)>; });
  return d.expectOperands(4) || d.destination(0, bitWidth(type)) ||
         d.source(1, type, 0) || d.source(2, type, 1) ||
         d.predicateSource(3, 2);
}

static bool decodeSlct(InstructionDecoder &d) {
  d.inst.flushes = d.take("ftz");
  Type type = d.takeType();
  Type sign = d.inst.sourceType = d.takeType();
  d.inst.execute = forBits(
      type, [](auto t) -> Handler { return &signSelectLanes<decltype(t)>; });
  return (sign != Type::S32 && sign != Type::F32) || d.expectOperands(4) ||
         d.destination(0, bitWidth(type)) || d.source(1, type, 0) ||
         d.source(2, type, 1) || d.source(3, sign, 2);
}

void tessera::ptx::addCompareInstructions(InstructionTable &table) {
  table["setp"] = decodeSetp;
  table["set"] = decodeSet;
  table["selp"] = decodeSelp;
  table["slct"] = decodeSlct;
}

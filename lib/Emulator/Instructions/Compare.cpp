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

#include "../Machine/Lanes.h"
#include "../Numerics/HostFloat.h"

using namespace tessera::ptx;

namespace {

/// Orders the numbers of a format; both zeros are 0.
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

/// The same for numbers that the host compares.
template <typename T, typename Load>
LaneMask hostFloatMask(const Warp &warp, const Inst &inst, Load load) {
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = warp.read<T>(inst.src[1]);
  auto collect = [=](auto holds) {
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

LaneMask comparisonMask(const Warp &warp, const Inst &inst) {
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

/// What kind of numbers a comparison is for.
enum class Compared : uint8_t { All, Ordered, Unsigned, Floats };

struct ComparisonName {
  llvm::StringLiteral name;
  Comparison comparison;
  Compared kind;
  bool isUnordered = false;
};

/// The comparison among the modifiers; the types are known. `lo` and its like
/// are those of unsigned numbers, and untyped bits are equal or not.
static bool takeComparison(InstructionDecoder &d) {
  static constexpr ComparisonName names[] = {
      {"eq", Comparison::Eq, Compared::All},
      {"ne", Comparison::Ne, Compared::All},
      {"lt", Comparison::Lt, Compared::Ordered},
      {"le", Comparison::Le, Compared::Ordered},
      {"gt", Comparison::Gt, Compared::Ordered},
      {"ge", Comparison::Ge, Compared::Ordered},
      {"lo", Comparison::Lt, Compared::Unsigned},
      {"ls", Comparison::Le, Compared::Unsigned},
      {"hi", Comparison::Gt, Compared::Unsigned},
      {"hs", Comparison::Ge, Compared::Unsigned},
      {"equ", Comparison::Eq, Compared::Floats, true},
      {"neu", Comparison::Ne, Compared::Floats, true},
      {"ltu", Comparison::Lt, Compared::Floats, true},
      {"leu", Comparison::Le, Compared::Floats, true},
      {"gtu", Comparison::Gt, Compared::Floats, true},
      {"geu", Comparison::Ge, Compared::Floats, true},
      {"num", Comparison::Num, Compared::Floats},
      {"nan", Comparison::Nan, Compared::Floats}};
  Type type = d.inst.sourceType;
  for (const ComparisonName &c : names) {
    if (!d.take(c.name))
      continue;
    d.inst.comparison = c.comparison;
    d.inst.isUnordered = c.isUnordered;
    bool isFloatType = isFloat(type) || isPackedHalf(type);
    return c.kind == Compared::All ||
           (c.kind == Compared::Ordered && !isUntyped(type)) ||
           (c.kind == Compared::Unsigned && isUnsigned(type)) ||
           (c.kind == Compared::Floats && isFloatType);
  }
  return false;
}

static bool decodeComparison(InstructionDecoder &d) {
  Inst &inst = d.inst;
  Type type = inst.sourceType;
  if (!takeComparison(d))
    return d.fail("the comparison is missing or unknown, or not one of ." +
                  typeName(type));
  inst.boolean = d.take("and")   ? Boolean::And
                 : d.take("or")  ? Boolean::Or
                 : d.take("xor") ? Boolean::Xor
                                 : Boolean::None;
  if (type == Type::F16 || type == Type::F16x2 || type == Type::F32)
    inst.flushes = d.take("ftz");
  return false;
}

static bool isComparable(Type type) {
  return (isFloat(type) && type != Type::TF32) || isPackedHalf(type) ||
         (isInteger(type) && bitWidth(type) >= 16 && bitWidth(type) <= 64);
}

/// Operands a, b and, with a boolean operator, c.
static bool decodeComparedOperands(InstructionDecoder &d) {
  bool hasC = d.inst.boolean != Boolean::None;
  return d.expectOperands(hasC ? 4 : 3) || d.source(1, d.inst.sourceType, 0) ||
         d.source(2, d.inst.sourceType, 1) || (hasC && d.predicateSource(3, 2));
}

static bool isBfloat(Type type) {
  return type == Type::BF16 || type == Type::BF16x2;
}

static bool decodeSetp(InstructionDecoder &d) {
  Inst &inst = d.inst;
  Type type = inst.sourceType = d.takeType();
  inst.execute = &setpLanes;
  if (!isComparable(type) || decodeComparison(d) ||
      (isBfloat(type) && d.needsTarget(90)) || decodeComparedOperands(d))
    return true;
  const Operand &target = d.operand(0);
  if (target.kind != Operand::Kind::Pair)
    return d.predicateDestination(0);
  if (type == Type::F16 || type == Type::BF16)
    return d.fail("this comparison writes one predicate");
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

/// Whether `set` of numbers of type `from` can write `to`.
static bool isSettable(Type to, Type from) {
  bool isWord = to == Type::U32 || to == Type::S32;
  bool isShort = to == Type::U16 || to == Type::S16;
  switch (from) {
  case Type::F16x2:
  case Type::BF16x2:
    return to == from || isWord;
  case Type::BF16:
    return isShort || isWord || to == Type::BF16;
  case Type::F16:
    return isShort || isWord || to == Type::F16 || to == Type::BF16;
  default:
    return isWord || to == Type::F32 || to == Type::F16 || to == Type::BF16;
  }
}

static bool decodeSet(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.type = d.takeType();
  inst.sourceType = d.takeType();
  if (!isComparable(inst.sourceType) ||
      !isSettable(inst.type, inst.sourceType) || decodeComparison(d))
    return true;
  bool isBfloatSet = isBfloat(inst.type) || isBfloat(inst.sourceType);
  if (isBfloatSet && (inst.flushes || d.needsTarget(90)))
    return true;
  inst.execute =
      bitWidth(inst.type) == 16 ? &setLanes<uint16_t> : &setLanes<uint32_t>;
  return decodeComparedOperands(d) || d.destination(0, bitWidth(inst.type));
}

/// The types of selp and slct: of 16 to 64 bits, without halves.
static bool isSelectable(Type type) {
  return (isInteger(type) && bitWidth(type) >= 16 && bitWidth(type) <= 64) ||
         type == Type::F32 || type == Type::F64;
}

static bool decodeSelp(InstructionDecoder &d) {
  Type type = d.takeType();
  d.inst.execute = forBits(
      type, [](auto t) -> Handler { return &selectLanes<decltype(t)>; });
  return !isSelectable(type) || d.expectOperands(4) ||
         d.destination(0, bitWidth(type)) || d.source(1, type, 0) ||
         d.source(2, type, 1) || d.predicateSource(3, 2);
}

static bool decodeSlct(InstructionDecoder &d) {
  Type type = d.takeType();
  Type sign = d.inst.sourceType = d.takeType();
  if (sign == Type::F32)
    d.inst.flushes = d.take("ftz");
  d.inst.execute = forBits(
      type, [](auto t) -> Handler { return &signSelectLanes<decltype(t)>; });
  return !isSelectable(type) || (sign != Type::S32 && sign != Type::F32) ||
         d.expectOperands(4) || d.destination(0, bitWidth(type)) ||
         d.source(1, type, 0) || d.source(2, type, 1) || d.source(3, sign, 2);
}

void tessera::ptx::addCompareInstructions(InstructionTable &table) {
  table["setp"] = decodeSetp;
  table["set"] = decodeSet;
  table["selp"] = decodeSelp;
  table["slct"] = decodeSlct;
}

//===- Float.cpp - Floating-point arithmetic instructions -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Floating Point Instructions" and "Half Precision Floating
// Point Instructions". The approximate functions are computed in double and
// rounded, which stays within the error that the ISA allows.
//
//===----------------------------------------------------------------------===//

#include "../HostFloat.h"
#include "../Lanes.h"
#include <cmath>

using namespace tessera::ptx;

namespace {

enum class FloatOp : uint8_t {
  Add,
  Sub,
  Mul,
  Fma,
  Div,
  Rcp,
  Sqrt,
  Min,
  Max,
  Abs,
  Neg,
  CopySign,
  Rsqrt,
  Sin,
  Cos,
  Ex2,
  Lg2,
  Tanh,
};

uint64_t approximate(FloatOp operation, FloatFormat f, uint64_t a) {
  double x = toDouble(f, a), y = 0;
  switch (operation) {
  case FloatOp::Rsqrt:
    y = 1.0 / std::sqrt(x);
    break;
  case FloatOp::Sin:
    y = std::sin(x);
    break;
  case FloatOp::Cos:
    y = std::cos(x);
    break;
  case FloatOp::Ex2:
    y = std::exp2(x);
    break;
  case FloatOp::Lg2:
    y = std::log2(x);
    break;
  default:
    y = std::tanh(x);
    break;
  }
  return fromDouble(f, y);
}

uint64_t minMax(const Inst &inst, FloatFormat f, uint64_t a, uint64_t b) {
  bool isMax = static_cast<FloatOp>(inst.operation) == FloatOp::Max;
  uint64_t sign = 0;
  if (inst.isXorSign) {
    sign = (a ^ b) & f.signBit();
    a &= ~f.signBit();
    b &= ~f.signBit();
  }
  uint64_t result = minMaxFloat(f, a, b, isMax, inst.propagatesNan);
  return inst.isXorSign && !f.isNan(result) ? result | sign : result;
}

/// One exact operation on one element.
uint64_t operate(const Inst &inst, FloatFormat f, uint64_t a, uint64_t b,
                 uint64_t c) {
  Rounding r = inst.rounding;
  switch (auto operation = static_cast<FloatOp>(inst.operation)) {
  case FloatOp::Add:
    return addFloat(f, a, b, r);
  case FloatOp::Sub:
    return addFloat(f, a, b ^ f.signBit(), r);
  case FloatOp::Mul:
    return mulFloat(f, a, b, r);
  case FloatOp::Fma:
    return fmaFloat(f, a, b, c, r);
  case FloatOp::Div:
    return divFloat(f, a, b, r);
  case FloatOp::Rcp:
    return divFloat(f, f.one(), a, r);
  case FloatOp::Sqrt:
    return sqrtFloat(f, a, r);
  case FloatOp::Min:
  case FloatOp::Max: {
    uint64_t result = minMax(inst, f, a, b);
    return inst.src[2] == noSlot ? result : minMax(inst, f, result, c);
  }
  case FloatOp::Abs:
    return a & ~f.signBit();
  case FloatOp::Neg:
    return a ^ f.signBit();
  case FloatOp::CopySign:
    return (a & f.signBit()) | (b & ~f.signBit());
  default:
    return approximate(operation, f, a);
  }
}

uint64_t evaluate(const Inst &inst, FloatFormat f, uint64_t a, uint64_t b,
                  uint64_t c) {
  if (inst.flushes) {
    a = flushSubnormal(f, a);
    b = flushSubnormal(f, b);
    c = flushSubnormal(f, c);
  }
  uint64_t result = operate(inst, f, a, b, c);
  if (inst.flushes)
    result = flushSubnormal(f, result);
  if (inst.saturates)
    result = saturateFloat(f, result);
  if (inst.isRelu && (result & f.signBit()))
    result = 0;
  return result;
}

/// The general path: `pieces` elements in each lane of type T.
template <typename T, unsigned pieces>
void floatLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  constexpr unsigned width = 8 * sizeof(T) / pieces;
  constexpr uint64_t piece =
      width == 64 ? ~uint64_t(0) : (uint64_t(1) << (width % 64)) - 1;
  FloatFormat f = formatOf(inst.type);
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  const T *b = inst.src[1] == noSlot ? a : warp.read<T>(inst.src[1]);
  const T *c = inst.src[2] == noSlot ? a : warp.read<T>(inst.src[2]);
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint64_t result = 0;
    for (unsigned shift = 0; shift != 8 * sizeof(T); shift += width)
      result |= evaluate(inst, f, uint64_t(a[l]) >> shift & piece,
                         uint64_t(b[l]) >> shift & piece,
                         uint64_t(c[l]) >> shift & piece)
                << shift;
    d[l] = static_cast<T>(result);
  }
}

/// Mixed precision: a, and b of fma, are halves; the rest and the arithmetic
/// are f32.
template <bool isFma>
void mixedLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  FloatFormat half = formatOf(inst.sourceType);
  auto widen = [=](uint64_t x) {
    return convertFloat(half, singleFormat, x, Rounding::Nearest);
  };
  uint32_t *d = warp.write<uint32_t>(inst.dst);
  const uint16_t *a = warp.read<uint16_t>(inst.src[0]);
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint64_t b = isFma ? widen(warp.read<uint16_t>(inst.src[1])[l])
                       : warp.read<uint32_t>(inst.src[1])[l];
    uint64_t c = isFma ? warp.read<uint32_t>(inst.src[2])[l] : 0;
    d[l] =
        static_cast<uint32_t>(evaluate(inst, singleFormat, widen(a[l]), b, c));
  }
}

//===----------------------------------------------------------------------===//
// The host's arithmetic, for rounding to nearest
//===----------------------------------------------------------------------===//

template <FloatOp op> float hostFloat(float a, float b, float c) {
  if constexpr (op == FloatOp::Add)
    return a + b;
  else if constexpr (op == FloatOp::Sub)
    return a - b;
  else if constexpr (op == FloatOp::Mul)
    return a * b;
  else if constexpr (op == FloatOp::Div)
    return a / b;
  else
    return static_cast<float>(fmaToOdd(a, b, c));
}
template <FloatOp op> double hostDouble(double a, double b, double c) {
  if constexpr (op == FloatOp::Add)
    return a + b;
  else if constexpr (op == FloatOp::Sub)
    return a - b;
  else if constexpr (op == FloatOp::Mul)
    return a * b;
  else if constexpr (op == FloatOp::Div)
    return a / b;
  else
    return std::fma(a, b, c);
}

template <FloatOp op, bool flushes> struct HostFloat {
  static uint32_t apply(uint32_t a, uint32_t b) { return apply(a, b, 0); }
  static uint32_t apply(uint32_t a, uint32_t b, uint32_t c) {
    return storeFloat<flushes>(hostFloat<op>(
        loadFloat<flushes>(a), loadFloat<flushes>(b), loadFloat<flushes>(c)));
  }
};
template <FloatOp op> struct HostDouble {
  static uint64_t apply(uint64_t a, uint64_t b) { return apply(a, b, 0); }
  static uint64_t apply(uint64_t a, uint64_t b, uint64_t c) {
    double x =
        hostDouble<op>(bitsToDouble(a), bitsToDouble(b), bitsToDouble(c));
    return x != x ? doubleFormat.canonicalNan() : doubleToBits(x);
  }
};

/// One or both halves of T, each rounded once.
template <FloatOp op, typename Half, typename T> struct HostHalves {
  static uint32_t one(uint16_t a, uint16_t b, uint16_t c) {
    float x = Half::widen(a), y = Half::widen(b), z = Half::widen(c);
    if constexpr (op == FloatOp::Add)
      return Half::narrow(fmaToOdd(x, 1, y));
    else if constexpr (op == FloatOp::Sub)
      return Half::narrow(fmaToOdd(x, 1, -y));
    else if constexpr (op == FloatOp::Mul)
      return Half::narrow(double(x) * double(y));
    else
      return Half::narrow(fmaToOdd(x, y, z));
  }
  static T apply(T a, T b) { return apply(a, b, 0); }
  static T apply(T a, T b, T c) {
    uint32_t result = one(a, b, c);
    if constexpr (sizeof(T) == 4)
      result |= one(a >> 16, b >> 16, c >> 16) << 16;
    return static_cast<T>(result);
  }
};

template <FloatOp op, typename Half, typename T> Handler halfHandler() {
  if constexpr (op == FloatOp::Fma)
    return ternaryOf<T, HostHalves<op, Half, T>>;
  else
    return binaryOf<T, HostHalves<op, Half, T>>;
}

/// The handler for f16 and bf16, alone or in pairs, or null.
template <FloatOp op> Handler halfHandler(Type type) {
  if constexpr (op == FloatOp::Div)
    return nullptr;
  else
    switch (type) {
    case Type::F16:
      return halfHandler<op, HostHalf, uint16_t>();
    case Type::F16x2:
      return halfHandler<op, HostHalf, uint32_t>();
    case Type::BF16:
      return halfHandler<op, HostBfloat, uint16_t>();
    case Type::BF16x2:
      return halfHandler<op, HostBfloat, uint32_t>();
    default:
      return nullptr;
    }
}

template <FloatOp op> Handler hostHandler(Type type, bool flushes) {
  if (Handler handler = halfHandler<op>(type))
    return handler;
  constexpr bool isFma = op == FloatOp::Fma;
  if (type == Type::F64) {
    if constexpr (isFma)
      return ternaryOf<uint64_t, HostDouble<op>>;
    else
      return binaryOf<uint64_t, HostDouble<op>>;
  }
  if constexpr (isFma)
    return flushes ? ternaryOf<uint32_t, HostFloat<op, true>>
                   : ternaryOf<uint32_t, HostFloat<op, false>>;
  else
    return flushes ? binaryOf<uint32_t, HostFloat<op, true>>
                   : binaryOf<uint32_t, HostFloat<op, false>>;
}

Handler generalHandler(Type type) {
  switch (type) {
  case Type::F16:
  case Type::BF16:
    return &floatLanes<uint16_t, 1>;
  case Type::F16x2:
  case Type::BF16x2:
    return &floatLanes<uint32_t, 2>;
  case Type::F32:
    return &floatLanes<uint32_t, 1>;
  case Type::F32x2:
    return &floatLanes<uint64_t, 2>;
  case Type::F64:
    return &floatLanes<uint64_t, 1>;
  default:
    return nullptr;
  }
}

/// The fast handler where the host computes the very same, or null.
Handler hostHandler(const Inst &inst) {
  bool isScalar = inst.type == Type::F32 || inst.type == Type::F64;
  bool isHalf = formatOf(inst.type).width() == 16 && !inst.flushes;
  if (inst.rounding != Rounding::Nearest || inst.saturates || inst.isRelu ||
      !(isScalar || isHalf))
    return nullptr;
  switch (static_cast<FloatOp>(inst.operation)) {
  case FloatOp::Add:
    return hostHandler<FloatOp::Add>(inst.type, inst.flushes);
  case FloatOp::Sub:
    return hostHandler<FloatOp::Sub>(inst.type, inst.flushes);
  case FloatOp::Mul:
    return hostHandler<FloatOp::Mul>(inst.type, inst.flushes);
  case FloatOp::Fma:
    return hostHandler<FloatOp::Fma>(inst.type, inst.flushes);
  case FloatOp::Div:
    return isHalf ? nullptr
                  : hostHandler<FloatOp::Div>(inst.type, inst.flushes);
  default:
    return nullptr;
  }
}

Handler chooseHandler(const Inst &inst) {
  Handler host = hostHandler(inst);
  return host ? host : generalHandler(inst.type);
}

//===----------------------------------------------------------------------===//
// testp
//===----------------------------------------------------------------------===//

enum class FloatTest : uint8_t {
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal,
  Subnormal,
};

bool testFloat(FloatTest test, FloatFormat f, uint64_t x) {
  uint64_t magnitude = x & (f.signBit() - 1);
  switch (test) {
  case FloatTest::Finite:
    return magnitude < f.infinity();
  case FloatTest::Infinite:
    return magnitude == f.infinity();
  case FloatTest::Number:
    return magnitude <= f.infinity();
  case FloatTest::NotANumber:
    return magnitude > f.infinity();
  case FloatTest::Normal:
    return (magnitude & f.infinity()) && magnitude < f.infinity();
  case FloatTest::Subnormal:
    return f.isSubnormal(x);
  }
  llvm_unreachable("a test without a rule");
}

template <typename T>
void testLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const T *a = warp.read<T>(inst.src[0]);
  LaneMask result = 0;
  for (LaneMask left = mask; left; left &= left - 1) {
    unsigned l = firstLane(left);
    result |= LaneMask(testFloat(static_cast<FloatTest>(inst.operation),
                                 formatOf(inst.type), a[l]))
              << l;
  }
  warp.writePredicate(inst.dst, mask, result);
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// add, sub and fma of f32 whose factors are halves.
static bool decodeMixed(InstructionDecoder &d, FloatOp operation) {
  Inst &inst = d.inst;
  inst.type = Type::F32;
  inst.operation = static_cast<uint8_t>(operation);
  inst.saturates = d.take("sat");
  bool isFma = operation == FloatOp::Fma;
  inst.execute = isFma ? &mixedLanes<true> : &mixedLanes<false>;
  return d.expectOperands(isFma ? 4 : 3) || d.destination(0, 32) ||
         d.source(1, inst.sourceType, 0) ||
         d.source(2, isFma ? inst.sourceType : Type::F32, 1) ||
         (isFma && d.source(3, Type::F32, 2));
}

/// The type of the halves in a mixed-precision instruction.
static bool takeMixed(InstructionDecoder &d, Type type) {
  if (type != Type::F32)
    return false;
  d.inst.sourceType = d.takeType();
  return d.inst.sourceType == Type::F16 || d.inst.sourceType == Type::BF16;
}

static bool finishFloat(InstructionDecoder &d, Type type, FloatOp operation,
                        size_t sources) {
  Inst &inst = d.inst;
  inst.type = type;
  inst.operation = static_cast<uint8_t>(operation);
  inst.flushes = d.take("ftz");
  inst.saturates = d.take("sat");
  inst.isRelu = d.take("relu");
  inst.execute = chooseHandler(inst);
  return !inst.execute || d.uniformOperands(type, sources);
}

bool tessera::ptx::decodeFloatArithmetic(InstructionDecoder &d, Type type) {
  llvm::StringRef name = d.syntax.opcode;
  Inst &inst = d.inst;
  if (name == "abs" || name == "neg")
    return finishFloat(d, type, name == "abs" ? FloatOp::Abs : FloatOp::Neg, 1);
  if (name == "min" || name == "max") {
    inst.propagatesNan = d.take("NaN");
    inst.isXorSign = d.take("xorsign");
    if (inst.isXorSign && !d.take("abs"))
      return d.fail(".xorsign needs .abs");
    return finishFloat(d, type, name == "min" ? FloatOp::Min : FloatOp::Max,
                       d.operandCount() == 4 ? 3 : 2);
  }
  bool hasRounding = d.takeRounding();
  if (name == "div") {
    bool isApproximate = d.take("approx") || d.take("full");
    if (!hasRounding && !isApproximate)
      return d.fail("div of floats needs a rounding, .approx or .full");
    return finishFloat(d, type, FloatOp::Div, 2);
  }
  if (name == "mad" && !hasRounding)
    return d.fail("mad of floats needs a rounding");
  if (name == "rem")
    return d.failUnsupported();
  if ((name == "add" || name == "sub") && takeMixed(d, type))
    return decodeMixed(d, name == "add" ? FloatOp::Add : FloatOp::Sub);
  return finishFloat(d, type,
                     name == "add"   ? FloatOp::Add
                     : name == "sub" ? FloatOp::Sub
                     : name == "mul" ? FloatOp::Mul
                                     : FloatOp::Fma,
                     name == "mad" ? 3 : 2);
}

static bool decodeFma(InstructionDecoder &d) {
  Type type = d.takeType();
  if (!d.takeRounding())
    return d.fail("fma needs a rounding");
  if (takeMixed(d, type))
    return decodeMixed(d, FloatOp::Fma);
  return finishFloat(d, type, FloatOp::Fma, 3);
}

static bool decodeRoot(InstructionDecoder &d) {
  Type type = d.takeType();
  if (!d.takeRounding() && !d.take("approx"))
    return d.fail("this instruction needs a rounding or .approx");
  return finishFloat(
      d, type, d.syntax.opcode == "rcp" ? FloatOp::Rcp : FloatOp::Sqrt, 1);
}

static bool decodeApproximate(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, FloatOp> names[] = {
      {"rsqrt", FloatOp::Rsqrt}, {"sin", FloatOp::Sin},
      {"cos", FloatOp::Cos},     {"ex2", FloatOp::Ex2},
      {"lg2", FloatOp::Lg2},     {"tanh", FloatOp::Tanh}};
  Type type = d.takeType();
  if (!d.take("approx"))
    return d.fail("this instruction needs .approx");
  for (auto [name, operation] : names)
    if (d.syntax.opcode == name)
      return finishFloat(d, type, operation, 1);
  return true;
}

static bool decodeCopySign(InstructionDecoder &d) {
  return finishFloat(d, d.takeType(), FloatOp::CopySign, 2);
}

static bool decodeTest(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, FloatTest> names[] = {
      {"finite", FloatTest::Finite}, {"infinite", FloatTest::Infinite},
      {"number", FloatTest::Number}, {"notanumber", FloatTest::NotANumber},
      {"normal", FloatTest::Normal}, {"subnormal", FloatTest::Subnormal}};
  bool isKnown = false;
  for (auto [name, test] : names)
    if (d.take(name)) {
      d.inst.operation = static_cast<uint8_t>(test);
      isKnown = true;
    }
  Type type = d.inst.type = d.takeType();
  d.inst.execute = type == Type::F32   ? &testLanes<uint32_t>
                   : type == Type::F64 ? &testLanes<uint64_t>
                                       : nullptr;
  return !isKnown || d.expectOperands(2) || d.predicateDestination(0) ||
         d.source(1, type, 0);
}

void tessera::ptx::addFloatInstructions(InstructionTable &table) {
  table["fma"] = decodeFma;
  table["rcp"] = table["sqrt"] = decodeRoot;
  for (const char *name : {"rsqrt", "sin", "cos", "ex2", "lg2", "tanh"})
    table[name] = decodeApproximate;
  table["copysign"] = decodeCopySign;
  table["testp"] = decodeTest;
}

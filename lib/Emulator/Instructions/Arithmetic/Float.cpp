//===- Float.cpp - Floating-point arithmetic instructions -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Floating-Point Instructions", "Half Precision
// Floating-Point Instructions" and "Mixed Precision Floating-Point
// Instructions". This is the general path, on exact integers, for instructions
// that FloatHost.cpp has no handler for. The approximate functions are computed
// in double and rounded, which stays within the error that the ISA allows.
//
//===----------------------------------------------------------------------===//

#include "Float.h"
#include "../../Machine/Lanes.h"
#include "../../Numerics/HostFloat.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>

using namespace tessera::ptx;

namespace {

/// Within less than one unit in the last place: one step of Newton's method, on
/// the exact error, corrects the double rounding.
double inverseSquareRoot(double x) {
  double y = 1.0 / std::sqrt(x);
  if (!std::isnormal(y))
    return y;
  double product = x * y, low = std::fma(x, y, -product);
  double error = std::fma(-product, y, 1.0) - low * y;
  return std::fma(0.5 * y, error, y);
}

uint64_t approximate(FloatOp operation, FloatFormat f, uint64_t a) {
  double x = toDouble(f, a), y = 0;
  switch (operation) {
  case FloatOp::Rsqrt:
    y = inverseSquareRoot(x);
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
  if (inst.isXorSign)
    sign = (a ^ b) & f.signBit();
  if (inst.isAbsolute) {
    a &= ~f.signBit();
    b &= ~f.signBit();
  }
  uint64_t result = minMaxFloat(f, a, b, isMax, inst.propagatesNan);
  return f.isNan(result) ? result : result | sign;
}

/// The upper half of an f64 as a format: 1 sign, 11 exponent and 20 fraction
/// bits.
constexpr FloatFormat upperFormat = {11, 20};

/// The approximations of f64 that read and write only upper halves.
uint64_t approximateUpper(FloatOp operation, uint64_t a) {
  const FloatFormat f = upperFormat;
  uint64_t x = flushSubnormal(f, a >> 32);
  uint64_t y = operation == FloatOp::RcpGross
                   ? divFloat(f, f.one(), x, Rounding::Nearest)
                   : fromDouble(f, inverseSquareRoot(toDouble(f, x)));
  return flushSubnormal(f, y) << 32;
}

/// True if div.approx multiplies by zero instead of dividing: for 2^126 < |b| <
/// 2^128.
bool isLargeDivisor(FloatFormat f, uint64_t b) {
  uint64_t magnitude = b & (f.signBit() - 1);
  uint64_t limit = uint64_t(f.bias() + 126) << f.fractionBits;
  return magnitude > limit && magnitude < f.infinity();
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
  case FloatOp::DivApprox:
    return isLargeDivisor(f, b) ? mulFloat(f, a, b & f.signBit(), r)
                                : divFloat(f, a, b, r);
  case FloatOp::Rcp:
    return divFloat(f, f.one(), a, r);
  case FloatOp::RcpGross:
  case FloatOp::RsqrtGross:
    return approximateUpper(operation, a);
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

/// The NaN that an operation of f64 passes on: its first operand that is one. 0
/// if none is, or if the operation has rules of its own. In place of operands
/// that an instruction lacks, pass its first.
uint64_t passedNan(const Inst &inst, uint64_t a, uint64_t b, uint64_t c) {
  switch (static_cast<FloatOp>(inst.operation)) {
  case FloatOp::Abs:
  case FloatOp::Neg:
  case FloatOp::CopySign:
  case FloatOp::RcpGross:
  case FloatOp::RsqrtGross:
    return 0;
  case FloatOp::Min:
  case FloatOp::Max:
    return doubleFormat.isNan(a) && doubleFormat.isNan(b) ? a | quietBit : 0;
  default:
    for (uint64_t x : {a, b, c})
      if (doubleFormat.isNan(x))
        return x | quietBit;
    return 0;
  }
}

uint64_t evaluate(const Inst &inst, FloatFormat f, uint64_t a, uint64_t b,
                  uint64_t c) {
  if (inst.type == Type::F64)
    if (uint64_t nan = passedNan(inst, a, b, c))
      return nan;
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
  case FloatTest::Normal: // the ISA counts zeros among them
    return !f.isSubnormal(x) && magnitude < f.infinity();
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

/// The last step of decoding: chooses the handler by the type and the modifiers
/// taken so far.
static bool finishFloat(InstructionDecoder &d, Type type, FloatOp operation) {
  Inst &inst = d.inst;
  inst.type = type;
  inst.operation = static_cast<uint8_t>(operation);
  Handler host = hostFloatHandler(inst);
  inst.execute = host ? host : generalHandler(type);
  return false;
}

/// add, sub, mul, fma and mad. A second type is that of the factors: halves,
/// with an addend of f32.
static bool decodeRounded(InstructionDecoder &d, Type type, FloatOp operation) {
  Inst &inst = d.inst;
  d.takeRounding();
  inst.flushes = d.take("ftz");
  inst.saturates = d.take("sat");
  inst.isRelu = d.take("relu");
  inst.sourceType = d.takeType();
  finishFloat(d, type, operation);
  if (inst.sourceType != Type::None)
    inst.execute =
        operation == FloatOp::Fma ? &mixedLanes<true> : &mixedLanes<false>;
  return false;
}

static bool decodeDivision(InstructionDecoder &d, Type type) {
  bool isApproximate = d.take("approx");
  if (!isApproximate && !d.take("full"))
    d.takeRounding();
  d.inst.flushes = d.take("ftz");
  return finishFloat(d, type,
                     isApproximate ? FloatOp::DivApprox : FloatOp::Div);
}

static bool decodeMinMax(InstructionDecoder &d, Type type, FloatOp operation) {
  Inst &inst = d.inst;
  inst.flushes = d.take("ftz");
  inst.propagatesNan = d.take("NaN");
  inst.isXorSign = d.take("xorsign");
  inst.isAbsolute = d.take("abs");
  return finishFloat(d, type, operation);
}

static bool decodeSign(InstructionDecoder &d, Type type, FloatOp operation) {
  d.inst.flushes = d.take("ftz");
  return finishFloat(d, type, operation);
}

bool tessera::ptx::decodeFloatArithmetic(InstructionDecoder &d, Type type) {
  static constexpr std::pair<llvm::StringLiteral, FloatOp> rounded[] = {
      {"add", FloatOp::Add},
      {"sub", FloatOp::Sub},
      {"mul", FloatOp::Mul},
      {"mad", FloatOp::Fma}};
  llvm::StringRef name = d.syntax.opcode;
  for (auto [mnemonic, operation] : rounded)
    if (name == mnemonic)
      return decodeRounded(d, type, operation);
  if (name == "abs" || name == "neg")
    return decodeSign(d, type, name == "abs" ? FloatOp::Abs : FloatOp::Neg);
  if (name == "min" || name == "max")
    return decodeMinMax(d, type, name == "min" ? FloatOp::Min : FloatOp::Max);
  return decodeDivision(d, type);
}

static bool decodeFma(InstructionDecoder &d) {
  return decodeRounded(d, d.takeType(), FloatOp::Fma);
}

/// rcp, sqrt and rsqrt. The approximations of f64 with .ftz read only upper
/// halves.
static bool decodeRoot(InstructionDecoder &d) {
  llvm::StringRef name = d.syntax.opcode;
  Type type = d.takeType();
  if (!d.take("approx"))
    d.takeRounding();
  bool flushes = d.take("ftz"), isGross = flushes && type == Type::F64;
  d.inst.flushes = flushes && !isGross;
  FloatOp operation = name == "sqrt" ? FloatOp::Sqrt
                      : name == "rcp"
                          ? (isGross ? FloatOp::RcpGross : FloatOp::Rcp)
                          : (isGross ? FloatOp::RsqrtGross : FloatOp::Rsqrt);
  return finishFloat(d, type, operation);
}

/// sin, cos, lg2, ex2 and tanh.
static bool decodeApproximate(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, FloatOp> names[] = {
      {"sin", FloatOp::Sin},
      {"cos", FloatOp::Cos},
      {"ex2", FloatOp::Ex2},
      {"lg2", FloatOp::Lg2},
      {"tanh", FloatOp::Tanh}};
  d.take("approx");
  d.inst.flushes = d.take("ftz");
  for (auto [name, operation] : names)
    if (d.syntax.opcode == name)
      return finishFloat(d, d.takeType(), operation);
  return true;
}

static bool decodeCopySign(InstructionDecoder &d) {
  return finishFloat(d, d.takeType(), FloatOp::CopySign);
}

static bool decodeTest(InstructionDecoder &d) {
  static constexpr std::pair<llvm::StringLiteral, FloatTest> names[] = {
      {"finite", FloatTest::Finite}, {"infinite", FloatTest::Infinite},
      {"number", FloatTest::Number}, {"notanumber", FloatTest::NotANumber},
      {"normal", FloatTest::Normal}, {"subnormal", FloatTest::Subnormal}};
  for (auto [name, test] : names)
    if (d.take(name))
      d.inst.operation = static_cast<uint8_t>(test);
  d.inst.type = d.takeType();
  d.inst.execute =
      d.inst.type == Type::F32 ? &testLanes<uint32_t> : &testLanes<uint64_t>;
  return false;
}

void tessera::ptx::addFloatInstructions(InstructionTable &table) {
  table["fma"] = decodeFma;
  table["rcp"] = table["sqrt"] = table["rsqrt"] = decodeRoot;
  for (const char *name : {"sin", "cos", "lg2", "ex2", "tanh"})
    table[name] = decodeApproximate;
  table["copysign"] = decodeCopySign;
  table["testp"] = decodeTest;
}

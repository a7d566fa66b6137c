//===- FormsFloat.cpp - The results of floating-point forms ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, products, quotients and roots are computed in long double, rounded to
// odd: towards zero by fesetround, with the last bit set if the host reports
// FE_INEXACT. With at least two bits more than the format, that can be rounded
// again without error. For f64 where that is too little, std::fma rounds
// directly.
//
//===----------------------------------------------------------------------===//

#include "Forms.h"
#include <cfenv>
#include <cfloat>
#include <cmath>
#include <cstring>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

static_assert(LDBL_MANT_DIG >= 64, "long double holds f64 with bits to spare");

/// A format by its precision and exponents.
struct Shape {
  int precision, least, greatest;
  unsigned width;
};

Shape shapeOf(const std::string &type) {
  if (type == "f16" || type == "f16x2")
    return {11, -14, 15, 16};
  if (type == "bf16" || type == "bf16x2")
    return {8, -126, 127, 16};
  if (type == "f64")
    return {53, -1022, 1023, 64};
  return {24, -126, 127, 32};
}

uint64_t signBit(const Shape &s) { return uint64_t(1) << (s.width - 1); }
uint64_t infinity(const Shape &s) {
  return (uint64_t(2 * s.greatest + 1)) << (s.precision - 1);
}
bool isNan(const Shape &s, uint64_t x) {
  return (x & (signBit(s) - 1)) > infinity(s);
}
uint64_t canonicalNan(const Shape &s) {
  return s.width == 64 ? 0xFFF8000000000000 : signBit(s) - 1;
}

long double decode(const Shape &s, uint64_t x) {
  bool isNegative = x & signBit(s);
  uint64_t magnitude = x & (signBit(s) - 1);
  long double value;
  uint64_t fraction = magnitude & ((uint64_t(1) << (s.precision - 1)) - 1);
  int field = static_cast<int>(magnitude >> (s.precision - 1));
  if (magnitude > infinity(s))
    value = NAN;
  else if (magnitude == infinity(s))
    value = INFINITY;
  else if (field == 0)
    value = std::ldexp((long double)fraction, s.least - s.precision + 1);
  else
    value =
        std::ldexp((long double)(fraction | uint64_t(1) << (s.precision - 1)),
                   field + s.least - s.precision);
  return isNegative ? -value : value;
}

class HostRounding {
public:
  explicit HostRounding(int direction) : old(std::fegetround()) {
    std::fesetround(direction);
  }
  ~HostRounding() { std::fesetround(old); }

private:
  int old;
};

/// Rounds a value that is exact or rounded to odd to a format.
uint64_t encode(const Shape &s, long double x, int direction) {
  if (x != x)
    return canonicalNan(s);
  uint64_t sign = std::signbit(x) ? signBit(s) : 0;
  if (std::isinf(x))
    return sign | infinity(s);
  if (x == 0)
    return sign;
  int unit = std::max(std::ilogb(x), s.least) - s.precision + 1;
  volatile long double scaled = std::ldexp(x, -unit);
  HostRounding guard(direction);
  volatile long double rounded = std::rint(scaled);
  auto count = static_cast<uint64_t>(std::fabs((long double)rounded));
  // In units of the fraction's last bit, including a carry into the exponent.
  uint64_t magnitude = count + (uint64_t(unit - (s.least - s.precision + 1))
                                << (s.precision - 1));
  if (magnitude < infinity(s))
    return sign | magnitude;
  bool isAway = direction == FE_TONEAREST ||
                direction == (sign ? FE_DOWNWARD : FE_UPWARD);
  return sign | (isAway ? infinity(s) : infinity(s) - 1);
}

/// f() rounded to odd. An exact zero gets its sign from the direction.
template <typename F> long double toOdd(int direction, F f) {
  volatile long double exact = 0, result;
  {
    HostRounding guard(FE_TOWARDZERO);
    std::feclearexcept(FE_INEXACT);
    result = f();
    if (std::fetestexcept(FE_INEXACT)) {
      long double odd = result;
      uint64_t low;
      std::memcpy(&low, &odd, sizeof low);
      low |= 1;
      std::memcpy(&odd, &low, sizeof low);
      return odd;
    }
  }
  if (result == 0) {
    HostRounding guard(direction);
    exact = f();
    return exact;
  }
  return result;
}

int directionOf(const Form &form) {
  return form.has("rz")   ? FE_TOWARDZERO
         : form.has("rm") ? FE_DOWNWARD
         : form.has("rp") ? FE_UPWARD
                          : FE_TONEAREST;
}

uint64_t flushed(const Shape &s, uint64_t x) {
  uint64_t least = uint64_t(1) << (s.precision - 1);
  return (x & (signBit(s) - 1)) < least ? x & signBit(s) : x;
}

struct Numbers {
  uint64_t a, b, c;
  long double x, y, z;
};

/// add, sub, mul, fma, div, rcp and sqrt.
bool rounded(const Form &form, const Shape &s, const Numbers &n,
             uint64_t &result) {
  const std::string &op = form.opcode;
  int direction = directionOf(form);
  volatile long double x = n.x, y = n.y, z = n.z;
  auto put = [&](auto f) {
    result = encode(s, toOdd(direction, f), direction);
    return true;
  };
  if (op == "add")
    return put([&] { return x + y; });
  if (op == "sub")
    return put([&] { return x - y; });
  if (op == "mul")
    return put([&] { return x * y; });
  if (op == "div")
    return put([&] { return x / y; });
  if (op == "rcp")
    return put([&] { return 1 / x; });
  if (op == "sqrt")
    return put([&] { return std::sqrt((long double)x); });
  if (op != "fma" && op != "mad")
    return false;
  if (s.width != 64) // the product is exact
    return put([&] { return x * y + z; });
  HostRounding guard(direction);
  volatile double a = double(x), b = double(y), c = double(z);
  volatile double fused = std::fma(a, b, c);
  double value = fused;
  std::memcpy(&result, &value, sizeof result);
  if (isNan(s, result))
    result = canonicalNan(s);
  return true;
}

/// The exact function of an approximate instruction.
bool function(const Form &form, long double x, long double &value) {
  const std::string &op = form.opcode;
  if (op == "sin")
    value = std::sin(x);
  else if (op == "cos")
    value = std::cos(x);
  else if (op == "ex2")
    value = std::exp2(x);
  else if (op == "lg2")
    value = std::log2(x);
  else if (op == "tanh")
    value = std::tanh(x);
  else if (op == "rsqrt")
    value = 1 / std::sqrt(x);
  else
    return false;
  return true;
}

/// A number of one format in a wider one.
uint64_t widened(const Shape &from, const Shape &to, uint64_t x) {
  return encode(to, decode(from, x), FE_TONEAREST);
}

/// min and max of two numbers; the zeros differ.
uint64_t extremum(const Form &form, const Shape &s, uint64_t a, uint64_t b) {
  if (isNan(s, a) || isNan(s, b)) {
    if (form.has("NaN") || (isNan(s, a) && isNan(s, b)))
      return canonicalNan(s);
    return isNan(s, a) ? b : a;
  }
  long double x = decode(s, a), y = decode(s, b);
  bool isLess = x < y || (x == y && std::signbit(x) && !std::signbit(y));
  return isLess == (form.opcode == "min") ? a : b;
}

uint64_t signed_(const Form &form, const Shape &s, const Numbers &n) {
  uint64_t bits = signBit(s);
  if (form.opcode == "abs")
    return n.a & ~bits;
  if (form.opcode == "neg")
    return n.a ^ bits;
  if (form.opcode == "copysign")
    return (n.b & ~bits) | (n.a & bits);
  uint64_t mask = form.has("abs") ? ~bits : ~uint64_t(0);
  uint64_t result = extremum(form, s, n.a & mask, n.b & mask);
  if (form.operands.size() == 4)
    result = extremum(form, s, result, n.c & mask);
  if (form.has("xorsign") && !isNan(s, result))
    result |= (n.a ^ n.b) & bits;
  return result;
}

bool keepsBits(const Form &form) {
  for (const char *op : {"abs", "neg", "copysign", "min", "max"})
    if (form.opcode == op)
      return true;
  return false;
}

/// rcp.approx.ftz.f64 and rsqrt.approx.ftz.f64 on upper halves, 1.11.20.
uint64_t upperHalf(const Form &form, uint64_t a, uint64_t &alternative) {
  const Shape s = {21, -1022, 1023, 32};
  long double x = decode(s, flushed(s, a >> 32));
  long double value = form.opcode == "rcp" ? 1 / x : 1 / std::sqrt(x);
  auto finish = [&](long double y) {
    return flushed(s, encode(s, y, FE_TONEAREST)) << 32;
  };
  alternative = finish(value * (1 + 0x1p-51L));
  return finish(value);
}

/// One element; `alternative` as in LaneOutput.
uint64_t element(const Form &form, const Shape &s, Numbers n,
                 uint64_t &alternative) {
  bool flushes = form.has("ftz");
  if (form.opcode[0] == 'r' && form.has("approx") && flushes && s.width == 64)
    return upperHalf(form, n.a, alternative);
  if (flushes) {
    n.a = flushed(s, n.a);
    n.b = flushed(s, n.b);
    n.c = flushed(s, n.c);
  }
  n.x = decode(s, n.a);
  n.y = decode(s, n.b);
  n.z = decode(s, n.c);
  uint64_t result = 0;
  long double value;
  if (s.width == 64 && !keepsBits(form)) {
    // A NaN passes through an operation of f64, quiet.
    uint64_t operands[] = {n.a, n.b, n.c};
    for (size_t i = 0; i + 1 < form.operands.size(); ++i)
      if (isNan(s, operands[i]))
        return alternative = operands[i] | uint64_t(1) << 51;
  }
  if (keepsBits(form)) {
    result = alternative = signed_(form, s, n);
    bool isBothNan = isNan(s, n.a) && isNan(s, n.b);
    if (s.width == 64 && form.operands.size() == 3 && isBothNan &&
        form.opcode != "copysign")
      result = alternative = n.a | uint64_t(1) << 51;
  } else if (form.opcode == "div" && form.has("approx") &&
             std::fabs(n.y) > 0x1p126L && std::fabs(n.y) < INFINITY) {
    result = alternative = encode(s, n.x * std::copysign(0.0L, n.y), 0);
  } else if (rounded(form, s, n, result)) {
    alternative = result;
  } else if (function(form, n.x, value)) {
    // The functions of narrower formats are computed in double, with an error
    // below 2^-51; a value close to a midpoint may go either way. Here the
    // error is that of long double.
    long double error = s.width == 64 ? 0x1p-60L : 0x1p-51L;
    result = encode(s, value * (1 - error), FE_TONEAREST);
    alternative = encode(s, value * (1 + error), FE_TONEAREST);
  }
  for (uint64_t *x : {&result, &alternative}) {
    if (flushes)
      *x = flushed(s, *x);
    long double clamped = decode(s, *x);
    if (form.has("sat"))
      *x = clamped > 1 ? encode(s, 1, 0) : clamped > 0 ? *x : 0;
    if (form.has("relu") && clamped <= 0)
      *x = 0;
  }
  return result;
}

} // namespace

uint64_t test::oneOf(const std::string &type) {
  return encode(shapeOf(type), 1, FE_TONEAREST);
}

bool test::compareNumbers(const std::string &comparison,
                          const std::string &type, bool flushes, uint64_t a,
                          uint64_t b) {
  Shape s = shapeOf(type);
  uint64_t mask = signBit(s) | (signBit(s) - 1);
  a &= mask;
  b &= mask;
  if (flushes) {
    a = flushed(s, a);
    b = flushed(s, b);
  }
  bool isUnordered = isNan(s, a) || isNan(s, b);
  if (comparison == "num" || comparison == "nan")
    return isUnordered == (comparison == "nan");
  if (isUnordered)
    return comparison.size() == 3;
  long double x = decode(s, a), y = decode(s, b);
  std::string ordered = comparison.substr(0, 2);
  return ordered == "eq"   ? x == y
         : ordered == "ne" ? x != y
         : ordered == "lt" ? x < y
         : ordered == "le" ? x <= y
         : ordered == "gt" ? x > y
                           : x >= y;
}

bool test::evaluateFloat(const Form &form, const LaneInput &in,
                         LaneOutput &out) {
  Shape s = shapeOf(form.lastType());
  uint64_t mask = signBit(s) | (signBit(s) - 1);
  if (form.types.size() == 2) { // factors of a narrower type
    Shape wide = shapeOf(form.types[0]);
    bool isFma = form.opcode == "fma";
    uint64_t a = widened(s, wide, in.source[0] & mask);
    uint64_t b = isFma ? widened(s, wide, in.source[1] & mask) : in.source[1];
    out.value =
        element(form, wide, {a, b, in.source[2], 0, 0, 0}, out.alternative);
    return true;
  }
  if (form.opcode == "testp") {
    uint64_t x = in.source[0] & (signBit(s) - 1);
    uint64_t leastNormal = uint64_t(1) << (s.precision - 1);
    bool isSubnormal = x && x < leastNormal;
    out.value = form.has("finite")       ? x < infinity(s)
                : form.has("infinite")   ? x == infinity(s)
                : form.has("number")     ? x <= infinity(s)
                : form.has("notanumber") ? x > infinity(s)
                : form.has("subnormal")  ? isSubnormal
                                         : x < infinity(s) && !isSubnormal;
    return true;
  }
  for (unsigned shift = 0; shift < typeWidth(form.lastType());
       shift += s.width) {
    Numbers n = {in.source[0] >> shift & mask,
                 in.source[1] >> shift & mask,
                 in.source[2] >> shift & mask,
                 0,
                 0,
                 0};
    uint64_t alternative = 0;
    out.value |= element(form, s, n, alternative) << shift;
    out.alternative |= alternative << shift;
  }
  return true;
}

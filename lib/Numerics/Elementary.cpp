//===- Elementary.cpp - Elementary functions ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Except for roots and some powers, these functions have transcendental values
// for arguments other than zero (or one). So they never lie exactly in the
// middle of two numbers, and enough precision decides every rounding. 1/sqrt(x)
// never lies there either, and powers that do are computed exactly.
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Elementary.h"
#include "WideFunctions.h"
#include <optional>

using namespace llvm;
using namespace tessera;
using namespace tessera::numerics;
using Kind = Unpacked::Kind;

//===----------------------------------------------------------------------===//
// Rounding
//===----------------------------------------------------------------------===//

static uint64_t round(Format format, const Unpacked &value) {
  return pack(encodingOf(format), value, Rounding::NearestEven);
}

/// Rounds to odd, which does not change the result of the rounding that
/// follows.
template <unsigned N>
static uint64_t round(Format format, const Wide<N> &value) {
  uint64_t rest = 0;
  for (unsigned i = 0; i + 1 < N; ++i)
    rest |= value.significand[i];
  return round(format, {Kind::Number, value.negative, value.exponent,
                        value.significand[N - 1] | (rest != 0)});
}

/// The nearest number, if all values within the error round to the same one.
template <unsigned N>
static std::optional<uint64_t> tryRound(Format format, const Wide<N> &value) {
  Wide<N> error(1);
  error.exponent = value.exponent + errorBits - static_cast<int>(64 * N);
  uint64_t below = round(format, value - error);
  if (below != round(format, value + error))
    return std::nullopt;
  return below;
}

namespace {
/// A precision as an argument.
template <unsigned N> using Precision = std::integral_constant<unsigned, N>;
} // namespace

/// Evaluates with rising precision until the result can be rounded. 64 bits
/// decide all but one in 2^19 results in f32, and 128 bits all but as few in
/// f64.
template <typename Fn> static uint64_t nearest(Format format, Fn evaluate) {
  std::optional<uint64_t> result;
  if (format != Format::F64)
    if ((result = tryRound(format, evaluate(Precision<1>()))))
      return *result;
  if ((result = tryRound(format, evaluate(Precision<2>()))))
    return *result;
  if ((result = tryRound(format, evaluate(Precision<4>()))))
    return *result;
  return round(format, evaluate(Precision<8>()));
}

//===----------------------------------------------------------------------===//
// Special values
//===----------------------------------------------------------------------===//

static Unpacked unpackFrom(Format format, uint64_t bits) {
  assert(isFloat(format) && hasArithmetic(format) && format != Format::TF32 &&
         "the language has no such function of it");
  return unpack(encodingOf(format), bits);
}

static constexpr Unpacked one = {Kind::Number, false, 0, uint64_t(1) << 63};
static constexpr Unpacked minusOne = {Kind::Number, true, 0, one.significand};
static constexpr Unpacked notANumber = {Kind::NaN};

static Unpacked zero(bool negative = false) { return {Kind::Zero, negative}; }
static Unpacked infinity(bool negative = false) {
  return {Kind::Infinity, negative};
}

namespace {
/// The values of a function at minus and plus infinity.
struct Ends {
  Unpacked atMinusInfinity, atPlusInfinity;
};
} // namespace

/// A function that is `atZero` at zeros, with their sign if `isOdd`.
template <typename Fn>
static uint64_t unary(Format format, uint64_t bits, const Ends &ends,
                      Unpacked atZero, bool isOdd, Fn evaluate) {
  Unpacked x = unpackFrom(format, bits);
  switch (x.kind) {
  case Kind::NaN:
    return canonicalNaN(format);
  case Kind::Infinity:
    return round(format,
                 x.negative ? ends.atMinusInfinity : ends.atPlusInfinity);
  case Kind::Zero:
    atZero.negative ^= isOdd && x.negative;
    return round(format, atZero);
  case Kind::Number:
    return nearest(format, [&](auto precision) {
      return evaluate(Wide<decltype(precision)::value>(x));
    });
  }
  return canonicalNaN(format);
}

/// True if the bits are a negative number, for which a function of positive
/// numbers is undefined.
static bool isBelowZero(Format format, uint64_t bits) {
  Unpacked x = unpackFrom(format, bits);
  return x.kind == Kind::Number && x.negative;
}

/// The exponent of the lowest bit that is set in a number.
static int lowestExponent(const Unpacked &x) {
  return x.exponent - 63 + llvm::countr_zero(x.significand);
}
static bool isIntegral(const Unpacked &x) { return lowestExponent(x) >= 0; }

//===----------------------------------------------------------------------===//
// Functions of one number
//===----------------------------------------------------------------------===//

uint64_t numerics::exp(Format format, uint64_t value) {
  return unary(format, value, {zero(), infinity()}, one, /*isOdd=*/false,
               [](const auto &x) { return numerics::exp(x); });
}

uint64_t numerics::exp2(Format format, uint64_t value, bool flushToZero) {
  value = flushSubnormal(format, value, flushToZero);
  Unpacked x = unpackFrom(format, value);
  uint64_t result;
  if (x.kind == Kind::Number && x.exponent < hugeExponent && isIntegral(x)) {
    int power = static_cast<int>(x.significand >> (63 - x.exponent));
    result = round(format, makeNumber(false, 1, x.negative ? -power : power));
  } else {
    result = unary(format, value, {zero(), infinity()}, one, /*isOdd=*/false,
                   [](const auto &wide) { return numerics::exp2(wide); });
  }
  return flushSubnormal(format, result, flushToZero);
}

uint64_t numerics::sinh(Format format, uint64_t value) {
  return unary(format, value, {infinity(true), infinity()}, zero(),
               /*isOdd=*/true, [](const auto &x) { return numerics::sinh(x); });
}

uint64_t numerics::cosh(Format format, uint64_t value) {
  return unary(format, value, {infinity(), infinity()}, one, /*isOdd=*/false,
               [](const auto &x) { return numerics::cosh(x); });
}

uint64_t numerics::tanh(Format format, uint64_t value) {
  return unary(format, value, {minusOne, one}, zero(),
               /*isOdd=*/true, [](const auto &x) { return numerics::tanh(x); });
}

/// A logarithm, which is +0 at 1 and has a sign elsewhere.
template <typename Fn>
static uint64_t logarithm(Format format, uint64_t value, Fn evaluate) {
  if (isBelowZero(format, value))
    return canonicalNaN(format);
  if (value == round(format, one))
    return round(format, zero());
  return unary(format, value, {notANumber, infinity()}, infinity(true),
               /*isOdd=*/false, evaluate);
}

uint64_t numerics::log(Format format, uint64_t value) {
  return logarithm(format, value,
                   [](const auto &x) { return numerics::log(x); });
}

uint64_t numerics::log2(Format format, uint64_t value) {
  return logarithm(format, value,
                   [](const auto &x) { return numerics::log2(x); });
}

uint64_t numerics::sin(Format format, uint64_t value) {
  return unary(format, value, {notANumber, notANumber}, zero(), /*isOdd=*/true,
               [](const auto &x) { return numerics::sin(x); });
}

uint64_t numerics::cos(Format format, uint64_t value) {
  return unary(format, value, {notANumber, notANumber}, one, /*isOdd=*/false,
               [](const auto &x) { return numerics::cos(x); });
}

uint64_t numerics::tan(Format format, uint64_t value) {
  return unary(format, value, {notANumber, notANumber}, zero(), /*isOdd=*/true,
               [](const auto &x) { return numerics::tan(x); });
}

uint64_t numerics::rsqrt(Format format, uint64_t value, bool flushToZero) {
  value = flushSubnormal(format, value, flushToZero);
  if (isBelowZero(format, value))
    return canonicalNaN(format);
  // The result is never subnormal: no format has numbers of the size 1/x^2 for
  // a subnormal x.
  return unary(format, value, {notANumber, zero()}, infinity(), /*isOdd=*/true,
               [](const auto &x) { return inverseRoot(x); });
}

//===----------------------------------------------------------------------===//
// Functions of two numbers
//===----------------------------------------------------------------------===//

/// pi * quarters / 4.
static uint64_t fractionOfPi(Format format, bool negative, int quarters) {
  if (quarters == 0)
    return round(format, zero(negative));
  return nearest(format, [=](auto precision) {
    constexpr unsigned n = decltype(precision)::value;
    Wide<n> angle = pi<n>().scaled(-2) * Wide<n>(quarters);
    return negative ? -angle : angle;
  });
}

uint64_t numerics::atan2(Format format, uint64_t yBits, uint64_t xBits) {
  Unpacked y = unpackFrom(format, yBits), x = unpackFrom(format, xBits);
  if (y.kind == Kind::NaN || x.kind == Kind::NaN)
    return canonicalNaN(format);
  // The point is on an axis, or on a diagonal at infinity.
  if (x.kind == Kind::Infinity && y.kind == Kind::Infinity)
    return fractionOfPi(format, y.negative, x.negative ? 3 : 1);
  if (y.kind == Kind::Zero || x.kind == Kind::Infinity)
    return fractionOfPi(format, y.negative, x.negative ? 4 : 0);
  if (x.kind == Kind::Zero || y.kind == Kind::Infinity)
    return fractionOfPi(format, y.negative, 2);
  return nearest(format, [&](auto precision) {
    constexpr unsigned n = decltype(precision)::value;
    return numerics::atan2(Wide<n>(y), Wide<n>(x));
  });
}

/// Replaces m * 2^e, for an odd m, by its square root if that is of the same
/// form.
static bool takeExactRoot(uint64_t &m, int &e) {
  // No significand has more than 53 bits, so the double is exact, and so is its
  // root if it is an integer.
  uint64_t root = static_cast<uint64_t>(std::sqrt(static_cast<double>(m)));
  if (e % 2 != 0 || root * root != m)
    return false;
  m = root;
  e /= 2;
  return true;
}

/// |x|^y, if it has so few bits that it may be a number or the middle of two.
/// With x = m 2^e and y = n 2^f, m and n odd: if m is 1, the power is 2^(e y);
/// otherwise y has to be positive, and m a power with the exponent 2^-f.
static std::optional<Unpacked> exactPower(const Unpacked &x,
                                          const Unpacked &y) {
  int e = lowestExponent(x), f = lowestExponent(y);
  uint64_t m = x.significand >> llvm::countr_zero(x.significand);
  uint64_t n = y.significand >> llvm::countr_zero(y.significand);
  if (y.negative && m != 1)
    return std::nullopt;
  for (; f < 0; ++f)
    if (!takeExactRoot(m, e))
      return std::nullopt;
  // A larger power exceeds all numbers, or has more than 64 bits.
  if (f >= 12 || n >= uint64_t(1) << (12 - f))
    return std::nullopt;
  n <<= f;
  uint64_t power = 1;
  for (uint64_t i = 0; i < n && m != 1; ++i) {
    uint128_t next = uint128_t(power) * m;
    if (next >> 64 != 0)
      return std::nullopt;
    power = static_cast<uint64_t>(next);
  }
  int exponent = e * static_cast<int>(n);
  return makeNumber(false, power, y.negative ? -exponent : exponent);
}

/// |x|^y if x is a zero or an infinity, or if y is an infinity and |x| is not
/// 1.
static Unpacked limitOfPower(const Unpacked &x, const Unpacked &y) {
  bool isLarge =
      x.kind == Kind::Infinity || (x.kind == Kind::Number && x.exponent >= 0);
  return isLarge == y.negative ? zero() : infinity();
}

static uint64_t power(Format format, const Unpacked &x, const Unpacked &y) {
  bool isUnit = x.kind == Kind::Number && x.exponent == 0 &&
                x.significand == one.significand;
  if (y.kind == Kind::Zero || (isUnit && !x.negative))
    return round(format, one);
  if (x.kind == Kind::NaN || y.kind == Kind::NaN)
    return canonicalNaN(format);
  bool isOdd = y.kind == Kind::Number && lowestExponent(y) == 0;
  bool negative = x.negative && isOdd;
  if (x.kind == Kind::Number && y.kind == Kind::Number) {
    if (x.negative && !isIntegral(y))
      return canonicalNaN(format);
    if (std::optional<Unpacked> exact = exactPower(x, y)) {
      exact->negative = negative;
      return round(format, *exact);
    }
    return nearest(format, [&](auto precision) {
      constexpr unsigned n = decltype(precision)::value;
      Wide<n> result = numerics::pow(Wide<n>(x), Wide<n>(y));
      result.negative = negative;
      return result;
    });
  }
  // An infinite exponent keeps the absolute value of the base only for 1 and
  // -1; 1 was handled above.
  Unpacked limit = isUnit ? one : limitOfPower(x, y);
  limit.negative = negative;
  return round(format, limit);
}

uint64_t numerics::pow(Format format, uint64_t x, uint64_t y) {
  return power(format, unpackFrom(format, x), unpackFrom(format, y));
}

uint64_t numerics::powi(Format format, uint64_t x, int64_t n) {
  uint64_t magnitude = n < 0 ? -static_cast<uint64_t>(n) : n;
  return power(format, unpackFrom(format, x), makeNumber(n < 0, magnitude, 0));
}

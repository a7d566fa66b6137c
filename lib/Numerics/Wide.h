//===- Wide.h - Binary floats of any precision -----------------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file defines the arithmetic in which elementary functions are evaluated:
// floats with N limbs of significand, and fixed-point numbers below 4, in which
// power series are cheap to sum. All is integer arithmetic, so that every host
// computes the same. Nothing is rounded: bits that do not fit are cut off, and
// each function states the resulting error. "Last place" means 2^(1 - 64 N),
// relative to the highest bit.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_NUMERICS_WIDE_H
#define TESSERA_LIB_NUMERICS_WIDE_H

#include "Unpacked.h"
#include <array>
#include <cmath>
#include <vector>

namespace tessera::numerics {

__extension__ using uint128_t = unsigned __int128;

/// Limbs, the lowest first.
template <unsigned N> using Limbs = std::array<uint64_t, N>;

/// Adds `y` and returns the carry.
template <unsigned N> bool addTo(Limbs<N> &x, const Limbs<N> &y) {
  uint128_t carry = 0;
  for (unsigned i = 0; i < N; ++i) {
    carry += uint128_t(x[i]) + y[i];
    x[i] = static_cast<uint64_t>(carry);
    carry >>= 64;
  }
  return carry != 0;
}

/// Subtracts `y`, modulo 2^(64 N).
template <unsigned N> void subtractFrom(Limbs<N> &x, const Limbs<N> &y) {
  bool borrow = false;
  for (unsigned i = 0; i < N; ++i) {
    uint128_t rest = uint128_t(x[i]) - y[i] - borrow;
    x[i] = static_cast<uint64_t>(rest);
    borrow = rest >> 64 != 0;
  }
}

template <unsigned N> void shiftLeft(Limbs<N> &x, unsigned count) {
  unsigned limbs = count / 64, bits = count % 64;
  for (unsigned i = N; i-- > 0;) {
    uint64_t high = i >= limbs ? x[i - limbs] : 0;
    uint64_t low = i >= limbs + 1 ? x[i - limbs - 1] : 0;
    x[i] = bits ? high << bits | low >> (64 - bits) : high;
  }
}

template <unsigned N> void shiftRight(Limbs<N> &x, unsigned count) {
  unsigned limbs = count / 64, bits = count % 64;
  for (unsigned i = 0; i < N; ++i) {
    uint64_t low = i + limbs < N ? x[i + limbs] : 0;
    uint64_t high = i + limbs + 1 < N ? x[i + limbs + 1] : 0;
    x[i] = bits ? low >> bits | high << (64 - bits) : low;
  }
}

/// Number of zero bits above the highest bit that is set.
template <unsigned N> unsigned leadingZeros(const Limbs<N> &x) {
  unsigned count = 0;
  for (unsigned i = N; i-- > 0; count += 64)
    if (x[i])
      return count + llvm::countl_zero(x[i]);
  return count;
}

template <unsigned N, unsigned M>
Limbs<N + M> multiply(const Limbs<N> &x, const Limbs<M> &y) {
  Limbs<N + M> product = {};
  for (unsigned i = 0; i < N; ++i) {
    uint128_t carry = 0;
    for (unsigned j = 0; j < M; ++j) {
      carry += uint128_t(x[i]) * y[j] + product[i + j];
      product[i + j] = static_cast<uint64_t>(carry);
      carry >>= 64;
    }
    product[i + M] = static_cast<uint64_t>(carry);
  }
  return product;
}

/// The highest N limbs of a product that is shifted to the left first.
template <unsigned N> Limbs<N> highPart(Limbs<2 * N> product, unsigned shift) {
  Limbs<N> high;
  for (unsigned i = 0; i < N; ++i)
    high[i] = shift
                  ? product[N + i] << shift | product[N + i - 1] >> (64 - shift)
                  : product[N + i];
  return high;
}

template <unsigned N> void divideBy(Limbs<N> &x, uint64_t divisor) {
  uint128_t rest = 0;
  for (unsigned i = N; i-- > 0;) {
    rest = rest << 64 | x[i];
    x[i] = static_cast<uint64_t>(rest / divisor);
    rest %= divisor;
  }
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// A finite number. Zero has no bit set, and an exponent below all others.
template <unsigned N> struct Wide {
  static constexpr int zeroExponent = -(1 << 28);

  bool negative = false;
  /// The exponent of the highest bit of the significand.
  int exponent = zeroExponent;
  /// The significand, with its highest bit set unless the number is zero.
  Limbs<N> significand = {};

  Wide() = default;
  /// Converts a number or a zero, exactly.
  explicit Wide(const Unpacked &value) {
    if (value.kind != Unpacked::Kind::Number)
      return;
    negative = value.negative;
    exponent = value.exponent;
    significand[N - 1] = value.significand;
  }
  explicit Wide(int64_t value)
      : Wide(makeNumber(value < 0, value < 0 ? -uint64_t(value) : value, 0)) {}

  /// The number whose significand is the highest bits of `limbs`; the top bit
  /// of `limbs`, if it is set, has this exponent. Cuts off less than a last
  /// place.
  template <unsigned M>
  static Wide normalize(bool negative, int exponent, Limbs<M> limbs) {
    Wide result;
    unsigned zeros = leadingZeros<M>(limbs);
    if (zeros == 64 * M)
      return result;
    shiftLeft<M>(limbs, zeros);
    for (unsigned i = 1; i <= std::min(N, M); ++i)
      result.significand[N - i] = limbs[M - i];
    result.negative = negative;
    result.exponent = exponent - static_cast<int>(zeros);
    return result;
  }

  bool isZero() const { return significand[N - 1] == 0; }

  /// The significand as a double from 1 up to 2, with an error of at most
  /// 2^-52.
  double leading() const {
    return static_cast<double>(significand[N - 1] >> 11) * 0x1p-52;
  }

  Wide operator-() const {
    Wide result = *this;
    result.negative = !negative;
    return result;
  }
  Wide magnitude() const {
    Wide result = *this;
    result.negative = false;
    return result;
  }
  /// The product with a power of two, exactly.
  Wide scaled(int power) const {
    Wide result = *this;
    if (!isZero())
      result.exponent += power;
    return result;
  }
};

/// True if |x| < |y|.
template <unsigned N> bool isSmaller(const Wide<N> &x, const Wide<N> &y) {
  if (x.exponent != y.exponent)
    return x.exponent < y.exponent;
  for (unsigned i = N; i-- > 0;)
    if (x.significand[i] != y.significand[i])
      return x.significand[i] < y.significand[i];
  return false;
}

/// The sum, within two last places of the larger operand. It is exact if no bit
/// lies below those of the larger one.
template <unsigned N> Wide<N> operator+(Wide<N> x, Wide<N> y) {
  if (isSmaller(x, y))
    std::swap(x, y);
  int distance = x.exponent - y.exponent;
  if (y.isZero() || distance >= int(64 * N))
    return x;
  shiftRight<N>(y.significand, distance);
  if (x.negative != y.negative) {
    subtractFrom<N>(x.significand, y.significand);
    return Wide<N>::template normalize<N>(x.negative, x.exponent,
                                          x.significand);
  }
  if (addTo<N>(x.significand, y.significand)) {
    shiftRight<N>(x.significand, 1);
    x.significand[N - 1] |= uint64_t(1) << 63;
    ++x.exponent;
  }
  return x;
}

template <unsigned N> Wide<N> operator-(const Wide<N> &x, const Wide<N> &y) {
  return x + -y;
}

/// The product, too small by less than a last place.
template <unsigned N> Wide<N> operator*(const Wide<N> &x, const Wide<N> &y) {
  Wide<N> result;
  if (x.isZero() || y.isZero())
    return result;
  Limbs<2 * N> product = multiply<N, N>(x.significand, y.significand);
  bool isHigh = product[2 * N - 1] >> 63;
  result.negative = x.negative != y.negative;
  result.exponent = x.exponent + y.exponent + isHigh;
  result.significand = highPart<N>(product, isHigh ? 0 : 1);
  return result;
}

/// Number of Newton steps, each of which doubles the number of exact bits, from
/// 50 until the significand is full.
template <unsigned N> constexpr unsigned newtonSteps() {
  unsigned steps = 0;
  for (unsigned bits = 50; bits < 64 * N; bits *= 2)
    ++steps;
  return steps;
}

/// Converts a double, exactly.
template <unsigned N> Wide<N> fromDouble(double value) {
  return Wide<N>(
      unpack(encodingOf(Format::F64), llvm::bit_cast<uint64_t>(value)));
}

/// 1 / x, within eight last places: the last Newton step makes four errors of
/// at most two, and squares the error of the step before.
template <unsigned N> Wide<N> inverse(const Wide<N> &x) {
  Wide<N> scaled = x, one(1);
  scaled.negative = false;
  scaled.exponent = 0;
  Wide<N> y = fromDouble<N>(1 / x.leading());
  for (unsigned i = 0; i < newtonSteps<N>(); ++i)
    y = y + y * (one - scaled * y);
  y.negative = x.negative;
  return y.scaled(-x.exponent);
}

/// x / y for a number y, within ten last places.
template <unsigned N> Wide<N> operator/(const Wide<N> &x, const Wide<N> &y) {
  return x * inverse(y);
}

/// 1 / sqrt(x) for a positive number, within eight last places, like `inverse`.
template <unsigned N> Wide<N> inverseRoot(const Wide<N> &x) {
  int odd = x.exponent & 1;
  Wide<N> scaled = x, one(1);
  scaled.exponent = odd;
  Wide<N> y = fromDouble<N>(1 / std::sqrt(odd ? 2 * x.leading() : x.leading()));
  for (unsigned i = 0; i < newtonSteps<N>(); ++i)
    y = y + (y * (one - scaled * y * y)).scaled(-1);
  return y.scaled((odd - x.exponent) / 2);
}

//===----------------------------------------------------------------------===//
// Power series
//===----------------------------------------------------------------------===//

/// A number from 0 up to 4 in units of 2^(2 - 64 N).
template <unsigned N> using Fixed = Limbs<N>;

template <unsigned N> Fixed<N> fixedOne() {
  Fixed<N> one = {};
  one[N - 1] = uint64_t(1) << 62;
  return one;
}

/// A number from 0 up to 4, too small by less than a unit.
template <unsigned N> Fixed<N> toFixed(const Wide<N> &x) {
  Fixed<N> result = x.significand;
  int shift = 1 - x.exponent;
  if (shift >= int(64 * N))
    return {};
  shiftRight<N>(result, shift);
  return result;
}

/// Coefficients c0 = 1, c1, ... of a power series, each within two units.
template <unsigned N> class Series {
public:
  /// Computes as many coefficients as arguments up to `largest` need. The next
  /// coefficient is the last one (or, with `isHarmonic`, one) divided by
  /// divisor(k).
  template <typename Fn> Series(double largest, bool isHarmonic, Fn divisor) {
    double step = std::log2(largest), size = 0;
    Fixed<N> next = fixedOne<N>();
    for (unsigned k = 1; size > -64.0 * N; ++k) {
      coefficients.push_back(next);
      if (isHarmonic)
        next = fixedOne<N>();
      divideBy<N>(next, divisor(k));
      double decrease = std::log2(static_cast<double>(divisor(k)));
      size = isHarmonic ? k * step - decrease : size + step - decrease;
    }
  }

  /// c0 + c1 x + c2 x^2 ..., or with `alternates` c0 - c1 x + c2 x^2 ..., for 0
  /// <= x <= `largest` (0.8 at most). The error is within 20 units: each Horner
  /// step adds three units to x times the error of the step before.
  Fixed<N> operator()(const Fixed<N> &x, bool alternates) const {
    Fixed<N> sum = coefficients.back();
    for (size_t k = coefficients.size() - 1; k-- > 0;) {
      Fixed<N> rest = highPart<N>(multiply<N, N>(sum, x), 2);
      sum = coefficients[k];
      if (alternates)
        subtractFrom<N>(sum, rest);
      else
        addTo<N>(sum, rest);
    }
    return sum;
  }

  /// The same sum for a Wide.
  Wide<N> operator()(const Wide<N> &x, bool alternates) const {
    return Wide<N>::template normalize<N>(/*negative=*/false, /*exponent=*/1,
                                          (*this)(toFixed(x), alternates));
  }

private:
  std::vector<Fixed<N>> coefficients;
};

} // namespace tessera::numerics

#endif // TESSERA_LIB_NUMERICS_WIDE_H

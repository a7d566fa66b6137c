//===- WideFunctions.h - Elementary functions of wide floats ---*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file evaluates elementary functions with a stated error (J.-M. Muller,
// "Elementary Functions", 3rd edition, 2016, chapters 4, 5 and 11). Each
// reduces its argument, sums a power series, and undoes the reduction.
// Constants are computed, not copied. The relative error of all results is at
// most 2^(errorBits - 64 N); the comments count last places of 2^(1 - 64 N).
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_NUMERICS_WIDEFUNCTIONS_H
#define TESSERA_LIB_NUMERICS_WIDEFUNCTIONS_H

#include "Wide.h"

namespace tessera::numerics {

/// The largest error is that of pow: the relative error of a logarithm is less
/// than 2^7 last places, and the exponent of e multiplies it by less than 2^11
/// if the result is a number of any format.
inline constexpr int errorBits = 20;

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// 1 + x/3 + x^2/5 ..., for x up to tan(pi/8)^2 and a little more.
template <unsigned N> const Series<N> &arcTangentSeries() {
  static const Series<N> series(0.172, /*isHarmonic=*/true,
                                [](unsigned k) { return 2 * k + 1; });
  return series;
}

/// atan(1/n), for n from 3 up.
template <unsigned N> Wide<N> arcTangentOfInverse(int n) {
  Wide<N> x = inverse(Wide<N>(n));
  return x * arcTangentSeries<N>()(x * x, /*alternates=*/true);
}

/// J. Machin's formula, within 32 last places.
template <unsigned N> const Wide<N> &pi() {
  static const Wide<N> value =
      (arcTangentOfInverse<N>(5).scaled(2) - arcTangentOfInverse<N>(239))
          .scaled(2);
  return value;
}

/// 2 atanh(1/3), within 32 last places.
template <unsigned N> const Wide<N> &ln2() {
  static const Wide<N> value = [] {
    Wide<N> x = inverse(Wide<N>(3));
    return (x * arcTangentSeries<N>()(x * x, /*alternates=*/false)).scaled(1);
  }();
  return value;
}

template <unsigned N> const Wide<N> &log2OfE() {
  static const Wide<N> value = inverse(ln2<N>());
  return value;
}

//===----------------------------------------------------------------------===//
// Exponentials
//===----------------------------------------------------------------------===//

/// From this exponent on, e^x exceeds the numbers of all formats.
inline constexpr int hugeExponent = 12;

/// floor(x * log2(e)), or one beside it, for |x| < 2^hugeExponent.
template <unsigned N> int quotientByLn2(const Wide<N> &x) {
  if (x.exponent < -60)
    return x.negative ? -1 : 0;
  double value = static_cast<double>(x.significand[N - 1] >> 11) *
                 llvm::bit_cast<double>(uint64_t(x.exponent - 52 + 1023) << 52);
  return static_cast<int>(
      std::floor((x.negative ? -value : value) * 0x1.71547652b82fep0));
}

/// e^x, as 2^k e^r with 0 <= r < ln 2. The error of k ln 2 is k times that of
/// ln 2, and the absolute error of x is the relative error of e^x.
template <unsigned N> Wide<N> exp(const Wide<N> &x) {
  static const Series<N> series(0.7, /*isHarmonic=*/false,
                                [](unsigned k) { return k; });
  if (x.exponent >= hugeExponent)
    return Wide<N>(1).scaled(x.negative ? -(1 << 20) : 1 << 20);
  int k = quotientByLn2(x);
  Wide<N> rest = x - Wide<N>(k) * ln2<N>();
  for (; rest.negative && !rest.isZero(); --k)
    rest = rest + ln2<N>();
  return series(rest, /*alternates=*/false).scaled(k);
}

template <unsigned N> Wide<N> exp2(const Wide<N> &x) {
  if (x.exponent >= hugeExponent)
    return exp(x);
  return exp(x * ln2<N>());
}

/// sinh(x)/x and cosh(x), or with `alternates` sin(x)/x and cos(x), as series
/// in x^2 for |x| up to pi/4.
template <unsigned N>
Wide<N> sineSeries(const Wide<N> &square, bool alternates) {
  static const Series<N> series(0.62, /*isHarmonic=*/false,
                                [](unsigned k) { return 2 * k * (2 * k + 1); });
  return series(square, alternates);
}
template <unsigned N>
Wide<N> cosineSeries(const Wide<N> &square, bool alternates) {
  static const Series<N> series(0.62, /*isHarmonic=*/false,
                                [](unsigned k) { return (2 * k - 1) * 2 * k; });
  return series(square, alternates);
}

template <unsigned N> Wide<N> sinh(const Wide<N> &x) {
  if (x.exponent < -1)
    return x * sineSeries(x * x, /*alternates=*/false);
  Wide<N> power = exp(x.magnitude());
  Wide<N> result = (power - inverse(power)).scaled(-1);
  return x.negative ? -result : result;
}

template <unsigned N> Wide<N> cosh(const Wide<N> &x) {
  Wide<N> power = exp(x.magnitude());
  return (power + inverse(power)).scaled(-1);
}

template <unsigned N> Wide<N> tanh(const Wide<N> &x) {
  if (x.exponent < -1) {
    Wide<N> square = x * x;
    return x * sineSeries(square, false) / cosineSeries(square, false);
  }
  Wide<N> one(1), power = exp(x.magnitude().scaled(1));
  Wide<N> result = one - inverse(power + one).scaled(1);
  return x.negative ? -result : result;
}

//===----------------------------------------------------------------------===//
// Logarithms and powers
//===----------------------------------------------------------------------===//

/// The natural logarithm of a positive number of up to 63 bits: k ln 2 + log m
/// with 3/4 <= m < 3/2, and log m = 2 atanh((m - 1) / (m + 1)). m - 1 is exact,
/// so that a logarithm near 0 has no larger relative error than others; k ln 2
/// never cancels more than two bits.
template <unsigned N> Wide<N> log(const Wide<N> &x) {
  static const Series<N> series(0.0401, /*isHarmonic=*/true,
                                [](unsigned k) { return 2 * k + 1; });
  bool isUpper = x.significand[N - 1] >> 62 == 3;
  int k = x.exponent + isUpper;
  Wide<N> m = x.scaled(-k), one(1);
  Wide<N> s = (m - one) / (m + one);
  Wide<N> logM = (s * series(s * s, /*alternates=*/false)).scaled(1);
  return Wide<N>(k) * ln2<N>() + logM;
}

template <unsigned N> Wide<N> log2(const Wide<N> &x) {
  return log(x) * log2OfE<N>();
}

/// |x|^y.
template <unsigned N> Wide<N> pow(const Wide<N> &x, const Wide<N> &y) {
  return exp(y * log(x.magnitude()));
}

//===----------------------------------------------------------------------===//
// Trigonometry
//===----------------------------------------------------------------------===//

/// x minus the nearest multiple of pi/2, and that multiple modulo 4.
template <unsigned N> struct Reduced {
  Wide<N> rest;
  unsigned quadrant;
};

/// The limbs of 2/pi, the highest first, as many as the largest f64 needs.
inline const std::vector<uint64_t> &limbsOfTwoOverPi() {
  static const std::vector<uint64_t> limbs = [] {
    constexpr unsigned count = 28;
    Wide<count> value = inverse(pi<count>()).scaled(1);
    return std::vector<uint64_t>(value.significand.rbegin(),
                                 value.significand.rend());
  }();
  return limbs;
}

/// For a positive number of up to 64 bits, by the method of M. H. Payne and R.
/// N. Hanek ("Radian reduction for trigonometric functions", 1983): with x = M
/// 2^e, limbs of 2/pi whose product with 2^e is a multiple of 4 are left out.
/// The product of M and the next N + 3 limbs has an error of 2^(-62 - 64 N),
/// and no f64 is nearer to a multiple of pi/2 than 2^-62.
template <unsigned N> Reduced<N> reduceByHalfPi(const Wide<N> &x) {
  constexpr unsigned taken = N + 3;
  if (x.exponent < -1)
    return {x, 0};
  int e = x.exponent - 63;
  unsigned first = e >= 2 ? (e - 2) / 64 : 0;
  const std::vector<uint64_t> &twoOverPi = limbsOfTwoOverPi();
  Limbs<taken> part;
  for (unsigned i = 0; i < taken; ++i)
    part[taken - 1 - i] = twoOverPi[first + i];
  Limbs<1> factor = {x.significand[N - 1]};
  Limbs<taken + 1> product = multiply<taken, 1>(part, factor);
  // The bit of weight 1, which may lie just above all bits of the product.
  unsigned one = 64 * (first + taken) - e, above = 64 * (taken + 1);
  auto bit = [&](unsigned at) -> unsigned {
    return at < above ? product[at / 64] >> at % 64 & 1 : 0;
  };
  unsigned quadrant = bit(one) | bit(one + 1) << 1;
  bool isUpper = bit(one - 1);
  // Shifts the bits below it to the top of the limbs.
  shiftLeft<taken + 1>(product, above - one);
  if (isUpper) {
    Limbs<taken + 1> fraction = {};
    subtractFrom<taken + 1>(fraction, product);
    product = fraction;
  }
  Wide<N> turns = Wide<N>::template normalize<taken + 1>(isUpper, -1, product);
  return {turns * pi<N>().scaled(-1), (quadrant + isUpper) % 4};
}

template <unsigned N> Wide<N> sineIn(const Reduced<N> &angle) {
  Wide<N> square = angle.rest * angle.rest;
  Wide<N> result = angle.quadrant & 1
                       ? cosineSeries(square, /*alternates=*/true)
                       : angle.rest * sineSeries(square, /*alternates=*/true);
  return angle.quadrant & 2 ? -result : result;
}

template <unsigned N> Wide<N> sin(const Wide<N> &x) {
  Wide<N> result = sineIn(reduceByHalfPi(x.magnitude()));
  return x.negative ? -result : result;
}

template <unsigned N> Wide<N> cos(const Wide<N> &x) {
  Reduced<N> angle = reduceByHalfPi(x.magnitude());
  return sineIn<N>({angle.rest, angle.quadrant + 1});
}

template <unsigned N> Wide<N> tan(const Wide<N> &x) {
  Reduced<N> angle = reduceByHalfPi(x.magnitude());
  Wide<N> result = sineIn(angle) / sineIn<N>({angle.rest, angle.quadrant + 1});
  return x.negative ? -result : result;
}

/// The angle of the point (x, y), both not zero: computed for positive
/// coordinates, then moved to the quadrant of the point.
template <unsigned N> Wide<N> atan2(const Wide<N> &y, const Wide<N> &x) {
  Wide<N> low = y.magnitude(), high = x.magnitude();
  bool isSteep = isSmaller(high, low);
  if (isSteep)
    std::swap(low, high);
  Wide<N> tangent = low / high, angle;
  if (!isSmaller(tangent, fromDouble<N>(0x1.a8p-2))) {
    // Beyond pi/8: atan(t) = pi/4 - atan((1 - t) / (1 + t)).
    tangent = (high - low) / (high + low);
    angle = pi<N>().scaled(-2) -
            tangent * arcTangentSeries<N>()(tangent * tangent, true);
  } else if (tangent.exponent >= -60) {
    angle = tangent * arcTangentSeries<N>()(tangent * tangent, true);
  } else {
    // A quotient of two f64 that is no midpoint of f64 is at least 2^-108 away
    // from one. Any value slightly below the quotient therefore rounds as this
    // angle does.
    angle = tangent - tangent.scaled(-116);
  }
  if (isSteep)
    angle = pi<N>().scaled(-1) - angle;
  if (x.negative)
    angle = pi<N>() - angle;
  return y.negative ? -angle : angle;
}

} // namespace tessera::numerics

#endif // TESSERA_LIB_NUMERICS_WIDEFUNCTIONS_H

//===- WideFunctionsTest.cpp - The error of elementary functions ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Correct rounding relies on the error bound that lib/Numerics states for a
// precision. This test compares each function with itself at a higher
// precision.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Numerics/WideFunctions.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera::numerics;

/// The same number with more limbs.
template <unsigned M, unsigned N> static Wide<M> widen(const Wide<N> &x) {
  return Wide<M>::template normalize<N>(x.negative, x.exponent, x.significand);
}

/// log2 of the relative error of fn<N> against fn<M>, plus 64 N.
template <unsigned N, unsigned M, typename Fn>
static double errorAt(Fn fn, double x, double y) {
  Wide<N> got = fn(fromDouble<N>(x), fromDouble<N>(y));
  Wide<M> want = fn(fromDouble<M>(x), fromDouble<M>(y));
  Wide<M> error = widen<M>(got) - want;
  if (error.isZero())
    return -INFINITY;
  return error.exponent - want.exponent + 64.0 * N + 1;
}

template <unsigned N, unsigned M, typename Fn>
static void expectWithinBound(Fn fn, int largest, bool isPositive,
                              unsigned count) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> significand(1, 2);
  std::uniform_int_distribution<int> exponent(-12, largest);
  for (unsigned i = 0; i < count; ++i) {
    double x = std::ldexp(significand(random), exponent(random));
    double y = std::ldexp(significand(random), exponent(random));
    if (!isPositive && i % 2)
      x = -x;
    if (i % 4 >= 2)
      y = -y;
    EXPECT_LE((errorAt<N, M>(fn, x, y)), errorBits)
        << N << " limbs, " << x << ", " << y;
  }
}

/// Checks all precisions that decide roundings. Operands have either sign
/// unless the first one `isPositive`, with exponents up to `largest`.
template <typename Fn>
static void expectWithinBound(Fn fn, int largest, bool isPositive = false) {
  expectWithinBound<1, 2>(fn, largest, isPositive, 20000);
  expectWithinBound<2, 4>(fn, largest, isPositive, 8000);
  expectWithinBound<4, 8>(fn, largest, isPositive, 500);
}

/// Exponents of x for which e^x is in the range of some format, and of any
/// number.
static constexpr int exponential = 9, any = 1000;

TEST(WideFunctions, errorOfExponentials) {
  expectWithinBound([](const auto &x, const auto &) { return exp(x); },
                    exponential);
  expectWithinBound([](const auto &x, const auto &) { return exp2(x); },
                    exponential);
  expectWithinBound([](const auto &x, const auto &) { return sinh(x); },
                    exponential);
  expectWithinBound([](const auto &x, const auto &) { return cosh(x); },
                    exponential);
  expectWithinBound([](const auto &x, const auto &) { return tanh(x); },
                    exponential);
}

TEST(WideFunctions, errorOfLogarithmsAndRoots) {
  expectWithinBound([](const auto &x, const auto &) { return log(x); }, any,
                    /*isPositive=*/true);
  expectWithinBound([](const auto &x, const auto &) { return log2(x); }, any,
                    /*isPositive=*/true);
  expectWithinBound([](const auto &x, const auto &) { return inverseRoot(x); },
                    any, /*isPositive=*/true);
}

TEST(WideFunctions, errorOfPowers) {
  // |y log x| stays below 2^10.
  expectWithinBound([](const auto &x, const auto &y) { return pow(x, y); }, 6);
}

TEST(WideFunctions, errorOfTrigonometry) {
  expectWithinBound([](const auto &x, const auto &) { return sin(x); }, any);
  expectWithinBound([](const auto &x, const auto &) { return cos(x); }, any);
  expectWithinBound([](const auto &x, const auto &) { return tan(x); }, any);
  expectWithinBound([](const auto &y, const auto &x) { return atan2(y, x); },
                    40);
}

TEST(WideFunctions, identitiesInTheHighestPrecision) {
  constexpr unsigned n = 8;
  Wide<n> one(1);
  auto expectNear = [](const Wide<n> &got, const Wide<n> &want) {
    Wide<n> error = got - want;
    EXPECT_LE(error.exponent - want.exponent + 64 * int(n), errorBits);
  };
  for (double value : {0.37, 1.0, 0.99, 1.7, 12.5, 300.0}) {
    Wide<n> x = fromDouble<n>(value);
    expectNear(sin(x) * sin(x) + cos(x) * cos(x), one);
    expectNear(cosh(x) + sinh(x), exp(x));
    expectNear(tanh(x) * cosh(x), sinh(x));
    expectNear(exp2(log2(x)), x);
  }
}

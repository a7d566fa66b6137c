//===- EstimateTest.cpp - The error of estimated functions ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Estimate.h"
#include "tessera/Numerics/Elementary.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera::numerics;

namespace {

/// Floats of every size between 2^-30 and 2^8, some of them close to one.
std::vector<float> sample() {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> exponent(-30, 8);
  std::vector<float> numbers;
  for (int i = 0; i < 20000; ++i) {
    double size = std::exp2(exponent(random));
    numbers.push_back(static_cast<float>(i % 3 ? size : 1 + size / 256));
  }
  return numbers;
}

/// Compares an estimate with the f64 nearest to the exact value, whose own
/// relative error is 2^-53.
template <typename Estimate, typename Exact>
void expectClose(const char *what, Estimate estimate, Exact exact,
                 bool isOfNegative) {
  for (float positive : sample())
    for (double x : {double(positive), -double(positive)}) {
      if (x < 0 && !isOfNegative)
        continue;
      double want = llvm::bit_cast<double>(
          exact(Format::F64, llvm::bit_cast<uint64_t>(x)));
      ASSERT_LE(std::fabs(estimate(x) - want),
                (errorOfEstimate - 0x1p-52) * std::fabs(want))
          << what << " of " << x;
    }
}

TEST(Estimate, staysWithinItsError) {
  expectClose("exp", estimate::exp, tessera::numerics::exp, true);
  expectClose(
      "exp2", estimate::exp2,
      [](Format format, uint64_t x) {
        return tessera::numerics::exp2(format, x);
      },
      true);
  expectClose("tanh", estimate::tanh, tessera::numerics::tanh, true);
  expectClose("log", estimate::log, tessera::numerics::log, false);
  expectClose("log2", estimate::log2, tessera::numerics::log2, false);
  expectClose(
      "rsqrt", estimate::rsqrt,
      [](Format format, uint64_t x) {
        return tessera::numerics::rsqrt(format, x);
      },
      false);
}

TEST(Estimate, ofFloatsFarOutAreZeroOrInfiniteAsFloats) {
  for (double x : {150.0, 1e3, 1e30, double(INFINITY)}) {
    EXPECT_EQ(static_cast<float>(estimate::exp(x)), INFINITY);
    EXPECT_EQ(static_cast<float>(estimate::exp2(x)), INFINITY);
    EXPECT_EQ(static_cast<float>(estimate::exp(-x)), 0.0f);
    EXPECT_EQ(static_cast<float>(estimate::exp2(-x - 1)), 0.0f);
    EXPECT_EQ(static_cast<float>(estimate::tanh(-x)), -1.0f);
  }
}

TEST(Estimate, saysNothingOfWhatHasNoLogarithm) {
  for (double x : {0.0, -0.0, -1.0, double(INFINITY), double(NAN)}) {
    EXPECT_TRUE(std::isinf(estimate::log(x))) << x;
    EXPECT_TRUE(std::isinf(estimate::log2(x))) << x;
  }
}

} // namespace

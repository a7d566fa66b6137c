//===- FloatProduct.cpp - Products of floating-point matrices -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SumModel.h says what is computed. It is done for eight columns at a time, in
// loops that compilers turn into vector code: a product is exact in the host's
// float or double, so is its multiple by a power of two, and the conversion to
// an integer cuts off what the model cuts off.
//
//===----------------------------------------------------------------------===//

#include "../Numerics/HostFloat.h"
#include "Product.h"
#include "llvm/Support/Compiler.h"
#include <algorithm>
#include <cmath>
#include <type_traits>

using namespace tessera::ptx;

namespace {

constexpr unsigned width = 8;
/// Terms whose integers have a sum of 32 bits: each is less than 4 * 2^25.
constexpr unsigned exactTerms = 8;
/// Of zeros, which never have the largest exponent.
constexpr int16_t zeroExponent = -2000;

/// A decoded multiplicand. Infinities and NaNs count as zeros here.
template <typename Real> struct Factors {
  alignas(64) Real values[mostMultiplicands];
  alignas(64) int16_t exponents[mostMultiplicands];
  bool hasSpecials = false;
};

/// The numbers of a format of at most 32 bits, as floats.
template <unsigned exponentBits, unsigned fractionBits> struct Element {
  static constexpr int bias = (1 << (exponentBits - 1)) - 1;
  static constexpr unsigned sign = 1u << (exponentBits + fractionBits);
  static constexpr unsigned largestField = (1u << exponentBits) - 1;
  /// e4m3 has no infinity, and one NaN.
  static constexpr bool isE4M3 = exponentBits == 4;
  static constexpr unsigned leastSpecial =
      isE4M3 ? 0x7F : largestField << fractionBits;

  static bool isSpecial(uint32_t bits) {
    return (bits & (sign - 1)) >= leastSpecial;
  }
  /// The value; subnormals are exact too.
  static float value(uint32_t bits) {
    uint32_t magnitude = bits & (sign - 1);
    // The exponent is rebiased by a multiplication, in two steps where the
    // format has the bias of float.
    float scaled = bitsToFloat(magnitude << (23 - fractionBits));
    if constexpr (bias != 127)
      scaled *= bitsToFloat(uint32_t(127 + 127 - bias) << 23);
    return bits & sign ? -scaled : scaled;
  }
  static int exponent(uint32_t bits) {
    int field = static_cast<int>((bits & (sign - 1)) >> fractionBits);
    return (field ? field : 1) - bias;
  }
};
using Half = Element<5, 10>;
using Bfloat = Element<8, 7>;
using Tf32 = Element<8, 10>;
using E4m3 = Element<4, 3>;
using E5m2 = Element<5, 2>;

/// A number as the format has it, infinities and NaNs included.
template <typename Format> double exactValue(uint32_t bits) {
  if (!Format::isSpecial(bits))
    return Format::value(bits);
  bool isInfinite =
      !Format::isE4M3 && (bits & (Format::sign - 1)) == Format::leastSpecial;
  double value = isInfinite ? HUGE_VAL : NAN;
  return bits & Format::sign ? -value : value;
}

template <typename Format, typename Real>
void decode(const uint32_t *bits, unsigned count, Factors<Real> &factors) {
  uint32_t specials = 0;
  for (unsigned i = 0; i != count; ++i) {
    bool isSpecial = Format::isSpecial(bits[i]);
    bool isZero = !(bits[i] & (Format::sign - 1));
    specials |= isSpecial;
    float value = Format::value(bits[i]);
    factors.values[i] = isSpecial ? 0 : value;
    factors.exponents[i] =
        isSpecial || isZero ? zeroExponent
                            : static_cast<int16_t>(Format::exponent(bits[i]));
  }
  factors.hasSpecials = specials;
}

double powerOfTwo(int exponent) {
  return bitsToDouble(static_cast<uint64_t>(exponent + 1023) << 52);
}

/// The exponent of an accumulator, and zeroExponent of zero.
int accumulatorExponent(double value, int least) {
  int exponent = static_cast<int>(doubleToBits(value) >> 52 & 0x7FF) - 1023;
  return value == 0 ? zeroExponent : std::max(exponent, least);
}

/// Cuts a double off to a float of fewer bits of fraction; too large a number
/// becomes infinite.
double cutOff(double value, unsigned fractionBits) {
  uint64_t bits = doubleToBits(value);
  uint64_t sign = bits & doubleFormat.signBit();
  double normal =
      bitsToDouble(bits >> (52 - fractionBits) << (52 - fractionBits));
  bool isSmall = std::fabs(value) < 0x1p-126;
  double unit = powerOfTwo(-126 - static_cast<int>(fractionBits));
  double inUnits =
      isSmall ? value * powerOfTwo(126 + static_cast<int>(fractionBits)) : 0;
  double small = static_cast<int32_t>(inUnits) * unit;
  double result = isSmall ? small : normal;
  return static_cast<float>(bitsToDouble(doubleToBits(result) | sign));
}

double roundToHalf(double value) {
  return bitsToFloat(
      widenHalf(static_cast<uint16_t>(narrowDouble<5, 10>(value))));
}

/// Adds a block of products to eight accumulators, all of them finite.
template <typename Real>
void addBlock(const SumModel &model, const Real *a, const int16_t *aExponents,
              const Real *b, const int16_t *bExponents, unsigned stride,
              unsigned length, double *accumulators) {
  int16_t largest[width];
  for (unsigned j = 0; j != width; ++j)
    largest[j] = static_cast<int16_t>(
        std::max(accumulatorExponent(accumulators[j], model.leastExponent()),
                 leastAlignment));
  for (unsigned k = 0; k != length; ++k)
    for (unsigned j = 0; j != width; ++j)
      largest[j] = std::max(
          largest[j],
          static_cast<int16_t>(aExponents[k] + bExponents[k * stride + j]));

  int fractionBits = static_cast<int>(model.fractionBits);
  Real scales[width];
  double totals[width];
  for (unsigned j = 0; j != width; ++j) {
    double scale = powerOfTwo(fractionBits - largest[j]);
    totals[j] = static_cast<int32_t>(accumulators[j] * scale);
    // Where float cannot hold the scale, the products are all zero.
    constexpr bool isFloat = std::is_same_v<Real, float>;
    scales[j] = static_cast<Real>(isFloat ? std::min(scale, 0x1p127) : scale);
  }
  for (unsigned first = 0; first < length; first += exactTerms) {
    int32_t sums[width] = {};
    unsigned last = std::min(first + exactTerms, length);
    for (unsigned k = first; k != last; ++k)
      for (unsigned j = 0; j != width; ++j)
        sums[j] += static_cast<int32_t>(a[k] * b[k * stride + j] * scales[j]);
    for (unsigned j = 0; j != width; ++j)
      totals[j] += sums[j];
  }
  for (unsigned j = 0; j != width; ++j) {
    double sum = totals[j] * powerOfTwo(largest[j] - fractionBits);
    accumulators[j] =
        model.isHalf ? roundToHalf(sum) : cutOff(sum, model.resultBits);
  }
}

bool areFinite(const double *values) {
  bool result = true;
  for (unsigned j = 0; j != width; ++j)
    result &= std::fabs(values[j]) < HUGE_VAL;
  return result;
}

/// Where infinities or NaNs take part, the sum has no other terms that count.
template <typename FormatA, typename FormatB>
double specialSum(const uint32_t *a, const uint32_t *b, unsigned stride,
                  unsigned length, double accumulator) {
  double sum = accumulator;
  for (unsigned k = 0; k != length; ++k)
    sum += exactValue<FormatA>(a[k]) * exactValue<FormatB>(b[k * stride]);
  return sum;
}

template <typename FormatA, typename FormatB, typename Real>
void multiply(const ProductKind &kind, const uint32_t *a, const uint32_t *b,
              double *c) {
  Factors<Real> left, right;
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  decode<FormatA>(a, m * k, left);
  decode<FormatB>(b, k * n, right);
  bool hasSpecials = left.hasSpecials || right.hasSpecials;
  unsigned length = std::min(kind.model.blockLength, k);
  for (unsigned row = 0; row != m; ++row)
    for (unsigned column = 0; column != n; column += width)
      for (unsigned first = 0; first != k; first += length) {
        double *sums = c + row * n + column;
        unsigned aAt = row * k + first, bAt = first * n + column;
        double before[width];
        bool isSpecial = hasSpecials || !areFinite(sums);
        if (LLVM_UNLIKELY(isSpecial))
          for (unsigned j = 0; j != width; ++j) {
            before[j] = sums[j];
            sums[j] = std::isfinite(sums[j]) ? sums[j] : 0;
          }
        addBlock(kind.model, left.values + aAt, left.exponents + aAt,
                 right.values + bAt, right.exponents + bAt, n, length, sums);
        if (LLVM_UNLIKELY(isSpecial))
          for (unsigned j = 0; j != width; ++j) {
            double sum = specialSum<FormatA, FormatB>(a + aAt, b + bAt + j, n,
                                                      length, before[j]);
            if (!std::isfinite(sum))
              sums[j] = sum;
          }
      }
}

/// Chooses the second format, which is the first one but for fp8.
template <typename FormatA>
void multiplyFp8(const ProductKind &kind, const uint32_t *a, const uint32_t *b,
                 double *c) {
  if (kind.b == Type::E4M3)
    multiply<FormatA, E4m3, float>(kind, a, b, c);
  else
    multiply<FormatA, E5m2, float>(kind, a, b, c);
}

/// The f16 that is equal to a number of fp8.
uint32_t fp8ToHalf(Type type, uint32_t bits) {
  if (type == Type::E5M2)
    return bits << 8;
  return narrowDouble<5, 10>(exactValue<E4m3>(bits));
}

void multiplyAsHalves(const ProductKind &kind, const uint32_t *a,
                      const uint32_t *b, double *c) {
  uint32_t left[mostMultiplicands], right[mostMultiplicands];
  MatrixShape shape = kind.shape;
  for (unsigned i = 0; i != unsigned(shape.m) * shape.k; ++i)
    left[i] = fp8ToHalf(kind.a, a[i]);
  for (unsigned i = 0; i != unsigned(shape.k) * shape.n; ++i)
    right[i] = fp8ToHalf(kind.b, b[i]);
  multiply<Half, Half, float>(kind, left, right, c);
}

} // namespace

void tessera::ptx::multiplyFloats(const ProductKind &kind, const uint32_t *a,
                                  const uint32_t *b, uint32_t *c) {
  alignas(64) double sums[mostAccumulators];
  unsigned count = unsigned(kind.shape.m) * kind.shape.n;
  for (unsigned i = 0; i != count; ++i)
    sums[i] = kind.c == Type::F16
                  ? bitsToFloat(widenHalf(static_cast<uint16_t>(c[i])))
                  : bitsToFloat(c[i]);
  if (kind.model.convertsToHalf)
    multiplyAsHalves(kind, a, b, sums);
  else if (kind.a == Type::F16)
    multiply<Half, Half, float>(kind, a, b, sums);
  else if (kind.a == Type::BF16)
    multiply<Bfloat, Bfloat, double>(kind, a, b, sums);
  else if (kind.a == Type::TF32)
    multiply<Tf32, Tf32, double>(kind, a, b, sums);
  else if (kind.a == Type::E4M3)
    multiplyFp8<E4m3>(kind, a, b, sums);
  else
    multiplyFp8<E5m2>(kind, a, b, sums);
  for (unsigned i = 0; i != count; ++i) {
    if (kind.d == Type::F16)
      c[i] = narrowDouble<5, 10>(sums[i]);
    else
      c[i] = sums[i] != sums[i]
                 ? static_cast<uint32_t>(singleFormat.canonicalNan())
                 : floatToBits(static_cast<float>(sums[i]));
  }
}

/// Rounding to nearest is the host's own.
static uint64_t fuse(uint64_t a, uint64_t b, uint64_t c, Rounding rounding) {
  if (rounding != Rounding::Nearest)
    return fmaFloat(doubleFormat, a, b, c, rounding);
  double sum = std::fma(bitsToDouble(a), bitsToDouble(b), bitsToDouble(c));
  return sum != sum ? doubleFormat.canonicalNan() : doubleToBits(sum);
}

void tessera::ptx::multiplyDoubles(const ProductKind &kind, const uint64_t *a,
                                   const uint64_t *b, uint64_t *c) {
  unsigned m = kind.shape.m, n = kind.shape.n, depth = kind.shape.k;
  for (unsigned row = 0; row != m; ++row)
    for (unsigned k = 0; k != depth; ++k)
      for (unsigned column = 0; column != n; ++column) {
        uint64_t &sum = c[row * n + column];
        sum = fuse(a[row * depth + k], b[k * n + column], sum, kind.rounding);
      }
}

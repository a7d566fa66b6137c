//===- FloatProduct.cpp - Products of floating-point matrices -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the sums of SumModel.h for all numbers, eight columns at a time, in
// vectors. A product is exact in the host's double, as is its multiple by a
// power of two; the conversion to an integer then cuts off the bits that the
// model cuts off. FloatSums.h has a faster way for most numbers.
//
//===----------------------------------------------------------------------===//

#include "Factors.h"
#include "FloatSums.h"
#include "VectorUnit.h"
#include "llvm/Support/Compiler.h"
#include <memory>
#include <vector>

using namespace tessera::ptx;

namespace {

constexpr unsigned width = 8;
/// Terms whose integers fit a sum of 32 bits: each is less than 4 * 2^25.
constexpr unsigned exactTerms = 8;

/// One number for each of the columns that are summed at once. Compilers split
/// the vector into registers of the host.
template <typename T> struct Columns {
  typedef T Vector __attribute__((vector_size(width * sizeof(T))));
};
using Doubles = Columns<double>::Vector;
using Longs = Columns<int64_t>::Vector;
using Shorts = Columns<int16_t>::Vector;

template <typename T>
LLVM_ATTRIBUTE_ALWAYS_INLINE typename Columns<T>::Vector load(const T *from) {
  typename Columns<T>::Vector values;
  std::memcpy(&values, from, sizeof values);
  return values;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE Doubles powersOfTwo(const Shorts &exponents) {
  return (Doubles)((__builtin_convertvector(exponents, Longs) + 1023) << 52);
}

/// The numbers without their fractions.
LLVM_ATTRIBUTE_ALWAYS_INLINE Doubles cutToIntegers(const Doubles &values) {
  return __builtin_convertvector(
      __builtin_convertvector(values, Columns<int32_t>::Vector), Doubles);
}

/// accumulatorExponent() of each number, but no less than `least`.
LLVM_ATTRIBUTE_ALWAYS_INLINE Shorts alignmentsOf(const Doubles &values,
                                                 int16_t least) {
  Shorts exponents =
      __builtin_convertvector((Longs)values >> 52 & 0x7FF, Shorts) - 1023;
  Shorts isZero = __builtin_convertvector(values == 0, Shorts);
  exponents = exponents > least ? exponents : least + Shorts{};
  return isZero ? leastAlignment + Shorts{} : exponents;
}

/// Cuts finite numbers off to floats of `fractionBits` bits of fraction; too
/// large ones become infinite.
LLVM_ATTRIBUTE_ALWAYS_INLINE Doubles cutOff(const Doubles &values,
                                            unsigned fractionBits) {
  constexpr int64_t signs = INT64_MIN, exponents = 0x7FFll << 52;
  const Doubles least = 0x1p-126 + Doubles{};
  Doubles power = (Doubles)((Longs)values & exponents);
  power = power > least ? power : least;
  Doubles unit = power * powerOfTwo(-static_cast<int>(fractionBits));
  Doubles perUnit = (Doubles)((2046ll << 52) - (Longs)unit);
  Doubles cut = cutToIntegers(values * perUnit) * unit;
  cut = (Doubles)((Longs)cut | ((Longs)values & signs));
  return __builtin_convertvector(
      __builtin_convertvector(cut, Columns<float>::Vector), Doubles);
}

double roundToHalf(double value) {
  return bitsToFloat(
      widenHalf(static_cast<uint16_t>(narrowDouble<5, 10>(value))));
}

/// Adds a block of products to eight accumulators, all of them finite.
LLVM_ATTRIBUTE_ALWAYS_INLINE Doubles
addBlock(const SumModel &model, const double *a, const int16_t *aExponents,
         const double *b, const int16_t *bExponents, unsigned stride,
         unsigned length, const Doubles &before) {
  using Ints = Columns<int32_t>::Vector;
  Shorts largest =
      alignmentsOf(before, static_cast<int16_t>(model.leastExponent()));
  for (unsigned k = 0; k != length; ++k) {
    Shorts exponents = load(bExponents + k * stride) + aExponents[k];
    largest = exponents > largest ? exponents : largest;
  }
  auto fractionBits = static_cast<int16_t>(model.fractionBits);
  const Doubles scales = powersOfTwo(fractionBits - largest);
  Doubles totals = cutToIntegers(before * scales);
  for (unsigned first = 0; first < length; first += exactTerms) {
    Ints sums = {};
    unsigned last = std::min(first + exactTerms, length);
    for (unsigned k = first; k != last; ++k)
      sums +=
          __builtin_convertvector(a[k] * load(b + k * stride) * scales, Ints);
    totals += __builtin_convertvector(sums, Doubles);
  }
  Doubles sums = totals * powersOfTwo(largest - fractionBits);
  if (!model.isHalf)
    return cutOff(sums, model.resultBits);
  for (unsigned j = 0; j != width; ++j)
    sums[j] = roundToHalf(sums[j]);
  return sums;
}

LLVM_ATTRIBUTE_ALWAYS_INLINE bool areFinite(const Doubles &values) {
  const Longs exponents = (0x7FFll << 52) + Longs{};
  Longs areSpecial = ((Longs)values & exponents) == exponents;
  int64_t any = 0;
  for (unsigned j = 0; j != width; ++j)
    any |= areSpecial[j];
  return !any;
}

/// With infinities or NaNs, no other term of the sum counts.
double specialSum(const Factors &a, unsigned aAt, const Factors &b,
                  unsigned bAt, unsigned stride, unsigned length,
                  double accumulator) {
  double sum = accumulator;
  for (unsigned k = 0; k != length; ++k)
    sum += a.exactValue(aAt + k) * b.exactValue(bAt + k * stride);
  return sum;
}

/// The same if infinities or NaNs may occur: they count as zeros here, and then
/// decide the sums that they are in.
LLVM_ATTRIBUTE_NOINLINE void addSpecialBlock(const SumModel &model,
                                             const Factors &left, unsigned aAt,
                                             const Factors &right, unsigned bAt,
                                             unsigned stride, unsigned length,
                                             double *accumulators) {
  Doubles before = load(accumulators), finite = before;
  for (unsigned j = 0; j != width; ++j)
    finite[j] = std::isfinite(before[j]) ? before[j] : 0;
  Doubles sums = addBlock(model, left.values + aAt, left.exponents + aAt,
                          right.values + bAt, right.exponents + bAt, stride,
                          length, finite);
  for (unsigned j = 0; j != width; ++j) {
    double sum =
        specialSum(left, aAt, right, bAt + j, stride, length, before[j]);
    accumulators[j] = std::isfinite(sum) ? sums[j] : sum;
  }
}

LLVM_ATTRIBUTE_ALWAYS_INLINE void multiplyRows(const ProductKind &kind,
                                               const Factors &left,
                                               const Factors &right,
                                               double *c) {
  const SumModel model = kind.model;
  const unsigned m = kind.shape.m, n = kind.shape.n, depth = kind.shape.k;
  const unsigned length = std::min(model.blockLength, depth);
  const bool hasSpecials = left.hasSpecials || right.hasSpecials;
  for (unsigned row = 0; row != m; ++row)
    for (unsigned column = 0; column != n; column += width) {
      double *accumulators = c + row * n + column;
      Doubles sums = load(accumulators);
      for (unsigned first = 0; first != depth; first += length) {
        unsigned aAt = row * depth + first, bAt = first * n + column;
        if (LLVM_LIKELY(!hasSpecials && areFinite(sums))) {
          sums = addBlock(model, left.values + aAt, left.exponents + aAt,
                          right.values + bAt, right.exponents + bAt, n, length,
                          sums);
          continue;
        }
        std::memcpy(accumulators, &sums, sizeof sums);
        addSpecialBlock(model, left, aAt, right, bAt, n, length, accumulators);
        sums = load(accumulators);
      }
      std::memcpy(accumulators, &sums, sizeof sums);
    }
}

void multiply(const ProductKind &kind, const Factors &left,
              const Factors &right, double *c) {
  runLoop([&]() __attribute__((always_inline)) {
    multiplyRows(kind, left, right, c);
  });
}

void multiply(const ProductKind &kind, const uint32_t *a, const uint32_t *b,
              double *c) {
  Factors left, right;
  decodeFactors(kind.a, a, unsigned(kind.shape.m) * kind.shape.k, left);
  decodeFactors(kind.b, b, unsigned(kind.shape.k) * kind.shape.n, right);
  multiply(kind, left, right, c);
}

/// Numbers of fp8 are multiplied as f16, which holds them all: the exponent is
/// then that of the f16, even if the fp8 is subnormal.
void multiplyAsHalves(const ProductKind &kind, const uint32_t *a,
                      const uint32_t *b, double *c) {
  uint32_t halves[2][mostMultiplicands];
  auto convert = [](Type type, const uint32_t *bits, unsigned count,
                    uint32_t *halves) {
    Factors factors;
    decodeFactors(type, bits, count, factors);
    for (unsigned i = 0; i != count; ++i)
      halves[i] = narrowDouble<5, 10>(factors.exactValue(i));
  };
  MatrixShape shape = kind.shape;
  convert(kind.a, a, unsigned(shape.m) * shape.k, halves[0]);
  convert(kind.b, b, unsigned(shape.k) * shape.n, halves[1]);
  ProductKind half = kind;
  half.a = half.b = Type::F16;
  multiply(half, halves[0], halves[1], c);
}

void loadSums(const ProductKind &kind, const uint32_t *c, double *sums) {
  for (unsigned i = 0; i != unsigned(kind.shape.m) * kind.shape.n; ++i)
    sums[i] = kind.c == Type::F16
                  ? bitsToFloat(widenHalf(static_cast<uint16_t>(c[i])))
                  : bitsToFloat(c[i]);
}

void storeSums(const ProductKind &kind, const double *sums, uint32_t *c) {
  for (unsigned i = 0; i != unsigned(kind.shape.m) * kind.shape.n; ++i)
    if (kind.d == Type::F16)
      c[i] = narrowDouble<5, 10>(sums[i]);
    else
      c[i] = sums[i] != sums[i]
                 ? static_cast<uint32_t>(singleFormat.canonicalNan())
                 : floatToBits(static_cast<float>(sums[i]));
}

/// Number of rows of A, or columns of B, that fit into Factors.
unsigned mostLines(const ProductKind &kind, unsigned all) {
  return std::min(all, mostMultiplicands / kind.shape.k / width * width);
}

/// Splits a product into parts that fit multiply(): all rows, for as many
/// columns as Factors holds.
void multiplyParts(const ProductKind &kind, const uint32_t *a,
                   const uint32_t *b, uint32_t *c) {
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  unsigned rows = m == 1 ? 1 : mostLines(kind, m), columns = mostLines(kind, n);
  std::vector<Factors> lefts((m + rows - 1) / rows);
  for (unsigned row = 0; row < m; row += rows)
    decodeFactors(kind.a, a + row * k, std::min(rows, m - row) * k,
                  lefts[row / rows]);
  std::vector<uint32_t> someB(size_t(k) * columns),
      part(size_t(rows) * columns);
  std::vector<double> sums(size_t(rows) * columns);
  Factors right;
  for (unsigned column = 0; column < n; column += columns) {
    unsigned width = std::min(columns, n - column);
    for (unsigned i = 0; i != k; ++i)
      std::copy_n(b + i * n + column, width, &someB[i * width]);
    decodeFactors(kind.b, someB.data(), k * width, right);
    for (unsigned row = 0; row < m; row += rows) {
      ProductKind some = kind;
      some.shape.m = static_cast<uint16_t>(std::min(rows, m - row));
      some.shape.n = static_cast<uint16_t>(width);
      for (unsigned i = 0; i != some.shape.m; ++i)
        std::copy_n(c + (row + i) * n + column, width, &part[i * width]);
      loadSums(some, part.data(), sums.data());
      multiply(some, lefts[row / rows], right, sums.data());
      storeSums(some, sums.data(), part.data());
      for (unsigned i = 0; i != some.shape.m; ++i)
        std::copy_n(&part[i * width], width, c + (row + i) * n + column);
    }
  }
}

/// Multiplies a block's numbers by a power of two, whose exponent biased by 127
/// is `code`, or by NaN. `stride` is the distance between neighbours along k.
void scaleBlock(Factors &factors, unsigned first, unsigned stride,
                unsigned length, uint8_t code) {
  constexpr uint8_t nan = 0xFF;
  factors.hasSpecials |= code == nan;
  for (unsigned i = 0; i != length; ++i) {
    unsigned at = first + i * stride;
    if (code == nan) {
      factors.exact[at] = NAN;
      factors.values[at] = 0;
      factors.exponents[at] = zeroExponent;
      continue;
    }
    int exponent = code - 127;
    factors.exact[at] *= powerOfTwo(exponent);
    factors.values[at] *= powerOfTwo(exponent);
    if (factors.exponents[at] != zeroExponent)
      factors.exponents[at] += static_cast<int16_t>(exponent);
  }
}

/// Multiplies as without scales, with the scales added to the exponents.
void multiplyPowers(const ProductKind &kind, const uint32_t *a,
                    const uint32_t *b, const uint8_t *aScales,
                    const uint8_t *bScales, double *c) {
  unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  unsigned length = kind.scaleVector, blocks = k / length;
  Factors left, right;
  auto decode = [](Type type, const uint32_t *bits, unsigned count,
                   Factors &factors) {
    decodeFactors(type, bits, count, factors);
    if (!factors.hasSpecials)
      std::copy_n(factors.values, count, factors.exact);
  };
  decode(kind.a, a, m * k, left);
  decode(kind.b, b, k * n, right);
  for (unsigned i = 0; i != blocks; ++i) {
    for (unsigned row = 0; row != m; ++row)
      scaleBlock(left, row * k + i * length, 1, length,
                 aScales[row * blocks + i]);
    for (unsigned column = 0; column != n; ++column)
      scaleBlock(right, i * length * n + column, n, length,
                 bScales[column * blocks + i]);
  }
  multiply(kind, left, right, c);
}

} // namespace

bool tessera::ptx::isSmallFloat(Type type) {
  return type == Type::E4M3 || type == Type::E5M2 || type == Type::E3M2 ||
         type == Type::E2M3 || type == Type::E2M1;
}

void tessera::ptx::multiplyFloats(const ProductKind &kind, const uint32_t *a,
                                  const uint32_t *b, uint32_t *c) {
  alignas(64) double sums[mostAccumulators];
  loadSums(kind, c, sums);
  if (kind.model.convertsToHalf)
    multiplyAsHalves(kind, a, b, sums);
  else
    multiply(kind, a, b, sums);
  storeSums(kind, sums, c);
}

void tessera::ptx::multiplyWideFloats(const ProductKind &kind,
                                      const uint32_t *a, const uint32_t *b,
                                      Accumulators &sums) {
  const size_t m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  constexpr size_t mostRows = Accumulators::mostRows;
  const size_t count = (mostRows + n) * k;
  std::unique_ptr<float[]> factors(new float[2 * count]);
  FloatFactors left = {factors.get(), factors.get() + count};
  FloatFactors right = left.from(mostRows * k);
  right.decode(kind.model, kind.b, b, static_cast<unsigned>(n * k));
  std::unique_ptr<uint32_t[]> c(new uint32_t[2 * mostRows * n]);
  uint32_t *const d = c.get() + mostRows * n;
  ProductKind some = kind;
  for (size_t first = 0; first < m; first += mostRows) {
    const size_t rows = std::min(mostRows, m - first);
    some.shape.m = static_cast<uint16_t>(rows);
    const uint32_t *const ofA = a + first * k;
    left.decode(kind.model, kind.a, ofA, static_cast<unsigned>(rows * k));
    sums.load(static_cast<unsigned>(first), some.shape.m, c.get());
    const bool isExact = multiplyInFloats(some, left, right, c.get(), d);
    if (!isExact)
      multiplyParts(some, ofA, b, c.get());
    sums.store(static_cast<unsigned>(first), some.shape.m,
               isExact ? d : c.get());
  }
}

void tessera::ptx::multiplyScaled(const ProductKind &kind, const uint32_t *a,
                                  const uint32_t *b, const uint8_t *aScales,
                                  const uint8_t *bScales, uint32_t *c) {
  alignas(64) double sums[mostAccumulators];
  loadSums(kind, c, sums);
  if (kind.model.groupLength)
    multiplyGroups(kind, a, b, aScales, bScales, sums);
  else
    multiplyPowers(kind, a, b, aScales, bScales, sums);
  storeSums(kind, sums, c);
}

/// The host rounds to nearest itself.
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

//===- FloatSums.cpp - Sums of tensor cores in the host's vectors ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of two factors is exact in float, as is its multiple by a power of
// two; the conversion to an integer then cuts off the bits that the model cuts
// off. Sixteen such terms have a sum of 32 bits, as each is less than 2^27.
// Lanes for which a step would not be exact are noted as bad, and go on with
// any number.
//
//===----------------------------------------------------------------------===//

#include "FloatSums.h"
#include "Factors.h"
#include "VectorUnit.h"
#include "llvm/Support/Compiler.h"

using namespace tessera::ptx;

namespace {

/// Terms whose integers fit a sum of 32 bits.
constexpr unsigned exactTerms = 16;
/// Terms whose sum, with an accumulator, is so far from the ends of 32 bits that
/// nobody has to look.
constexpr unsigned safeTerms = 13;

/// Neighbouring columns, which compilers split into registers of the host.
template <unsigned width> struct Vectors {
  typedef float Floats __attribute__((vector_size(width * sizeof(float))));
  typedef int32_t Ints __attribute__((vector_size(width * sizeof(int32_t))));
  typedef int16_t Shorts __attribute__((vector_size(width * sizeof(int16_t))));
  typedef uint32_t Pairs __attribute__((vector_size(width * sizeof(int16_t))));

  template <typename Vector, typename T>
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Vector load(const T *from) {
    Vector values;
    std::memcpy(&values, from, sizeof values);
    return values;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Ints exponentsOf(const Floats &values) {
    return ((Ints)values >> 23 & 0xFF) - 127;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Floats
  powersOfTwo(const Ints &exponents) {
    return (Floats)((exponents + 127) << 23);
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Ints areSpecial(const Floats &values) {
    return ((Ints)values & 0x7F800000) == 0x7F800000;
  }
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Ints magnitudes(const Ints &values) {
    return values < 0 ? -values : values;
  }

  /// Numbers of f16 that are finite, as floats.
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Floats widenHalves(const Ints &halves) {
    Floats values = (Floats)((halves & 0x7FFF) << 13) * 0x1p112f;
    return (Floats)((Ints)values | (halves & 0x8000) << 16);
  }
  /// narrowToHalf() of each number.
  LLVM_ATTRIBUTE_ALWAYS_INLINE static Ints
  narrowToHalves(const Floats &values) {
    Floats all = (Floats)((Ints)values & 0x7FFFFFFF);
    const Floats most = 0x1p16f + Floats{}, least = 0x1p-14f + Floats{};
    all = all < most ? all : most;
    Floats powers = (Floats)((Ints)all & 0x7F800000);
    Floats anchors = (powers > least ? powers : least) * 0x1p13f;
    Ints rounded = (Ints)(all + anchors) - (Ints)anchors;
    constexpr int32_t exponentOfOne = 127 + 13 - 15 + 1;
    Ints exponents = ((Ints)anchors >> 13) - (exponentOfOne << 10);
    return ((Ints)values >> 16 & 0x8000) | (rounded + exponents);
  }
};

/// Accumulators of a row, and the lanes that are not exact.
template <unsigned width> struct Sums {
  typename Vectors<width>::Floats values;
  typename Vectors<width>::Ints areBad;
};

/// Integers times powers of two, cut off to floats of `fractionBits` bits of
/// fraction or, with `isOdd`, rounded to odd: a second rounding to at most 22
/// bits then gives the exact number rounded once.
template <unsigned width>
LLVM_ATTRIBUTE_ALWAYS_INLINE typename Vectors<width>::Floats
cutOff(const typename Vectors<width>::Ints &totals,
       const typename Vectors<width>::Ints &exponents, unsigned fractionBits,
       bool isOdd) {
  using V = Vectors<width>;
  using Floats = typename V::Floats;
  using Ints = typename V::Ints;
  Ints all = V::magnitudes(totals);
  Floats nearest = __builtin_convertvector(all, Floats);
  Ints back = __builtin_convertvector(nearest, Ints);
  // The number below is one less as an integer, too.
  Ints bits = (Ints)nearest + (back > all);
  if (isOdd)
    bits |= (back != all) & 1;
  bits &= -(1 << (23 - fractionBits));
  Floats values = (Floats)bits * V::powersOfTwo(exponents);
  return (Floats)((Ints)values | (totals & INT32_MIN));
}

/// Adds a block of `length` products to the accumulators.
template <unsigned width, unsigned length>
LLVM_ATTRIBUTE_ALWAYS_INLINE void
addBlock(const SumModel &model, const float *a, const uint32_t *aExponents,
         const float *b, const int16_t *bExponents, unsigned stride,
         Sums<width> &sums) {
  using V = Vectors<width>;
  using Floats = typename V::Floats;
  using Ints = typename V::Ints;
  using Shorts = typename V::Shorts;
  using Pairs = typename V::Pairs;
  const Ints areSpecial = V::areSpecial(sums.values);
  Ints areBad = sums.areBad | areSpecial;
  const Floats before = areSpecial ? Floats{} : sums.values;

  const Ints leastExponent = model.leastExponent() + Ints{};
  Ints alignments = V::exponentsOf(before);
  alignments = alignments > leastExponent ? alignments : leastExponent;
  alignments = before == 0 ? leastAlignment + Ints{} : alignments;
  Shorts largest = __builtin_convertvector(alignments, Shorts);
  for (unsigned k = 0; k != length; ++k) {
    Shorts exponents = (Shorts)(aExponents[k] + Pairs{}) +
                       V::template load<Shorts>(bExponents + k * stride);
    largest = exponents > largest ? exponents : largest;
  }
  alignments = __builtin_convertvector(largest, Ints);

  // The exponent of the last bit that counts. Its power of two, the inverse and
  // the result are normal floats, unless all terms are zero.
  Ints units = alignments - static_cast<int32_t>(model.fractionBits);
  const Ints leastUnit = -126 + Ints{};
  areBad |= (units < leastUnit) & (alignments > leastAlignment);
  units = units > leastUnit ? units : leastUnit;
  const Floats scales = V::powersOfTwo(-units);
  Ints totals = __builtin_convertvector(before * scales, Ints);
  for (unsigned first = 0; first != length;) {
    const unsigned last = std::min(first + exactTerms, length);
    Ints part = {};
    for (; first != last; ++first)
      part += __builtin_convertvector(
          a[first] * V::template load<Floats>(b + first * stride) * scales,
          Ints);
    typedef uint32_t Words
        __attribute__((vector_size(width * sizeof(uint32_t))));
    Ints sum = (Ints)((Words)totals + (Words)part);
    if constexpr (length > safeTerms)
      areBad |= ((sum ^ totals) & (sum ^ part)) < 0;
    totals = sum;
  }
  // A number that rounds to 2^31 does not come back from float.
  constexpr int32_t most = INT32_MAX - 0x80;
  static_assert((safeTerms + 1) * (int64_t(1) << 27) < most);
  if constexpr (length > safeTerms)
    areBad |= (totals > most) | (totals < -most);
  totals = areBad ? Ints{} : totals;
  const unsigned resultBits = model.isHalf ? 23 : model.resultBits;
  sums.values = cutOff<width>(totals, units, resultBits, model.isHalf);
  if (model.isHalf) {
    // An infinite result is bad only as an accumulator.
    Ints halves = V::narrowToHalves(sums.values);
    Floats widened = V::widenHalves(halves);
    sums.values =
        (Floats)((Ints)widened |
                 ((halves & 0x7C00) == 0x7C00 ? 0x7F800000 + Ints{} : Ints{}));
  }
  sums.areBad = areBad;
}

template <unsigned width>
LLVM_ATTRIBUTE_ALWAYS_INLINE Sums<width> loadSums(Type type,
                                                  const uint32_t *c) {
  using V = Vectors<width>;
  using Ints = typename V::Ints;
  const auto bits = V::template load<Ints>(c);
  Sums<width> sums;
  sums.values = (typename V::Floats)bits;
  sums.areBad = Ints{};
  if (type == Type::F16) {
    sums.values = V::widenHalves(bits);
    sums.areBad = (bits & 0x7C00) == 0x7C00;
  }
  return sums;
}

template <unsigned width>
LLVM_ATTRIBUTE_ALWAYS_INLINE void storeSums(Type type, const Sums<width> &sums,
                                            uint32_t *d) {
  using V = Vectors<width>;
  auto bits = (typename V::Ints)sums.values;
  if (type == Type::F16)
    bits = V::narrowToHalves(sums.values);
  std::memcpy(d, &bits, sizeof bits);
}

/// The columns [first, first + width * n) of all rows; true if none is bad.
template <unsigned width, unsigned length>
LLVM_ATTRIBUTE_ALWAYS_INLINE bool
multiplyColumns(const ProductKind &kind, const LeftFactors &left,
                const RightFactors &right, unsigned first, unsigned end,
                const uint32_t *c, uint32_t *d) {
  const SumModel model = kind.model;
  const unsigned m = kind.shape.m, n = kind.shape.n, depth = kind.shape.k;
  typename Vectors<width>::Ints areBad = {};
  for (unsigned column = first; column != end; column += width)
    for (unsigned row = 0; row != m; ++row) {
      Sums<width> sums = loadSums<width>(kind.c, c + row * n + column);
      for (unsigned k = 0; k != depth; k += length) {
        const unsigned a = row * depth + k, b = k * n + column;
        addBlock<width, length>(model, left.values + a, left.exponents + a,
                                right.values + b, right.exponents + b, n, sums);
      }
      storeSums(kind.d, sums, d + row * n + column);
      areBad |= sums.areBad;
    }
  int32_t any = 0;
  for (unsigned i = 0; i != width; ++i)
    any |= areBad[i];
  return !any;
}

template <unsigned length>
bool multiplyBlocks(const ProductKind &kind, const LeftFactors &left,
                    const RightFactors &right, const uint32_t *c, uint32_t *d) {
  // The columns from `column` on, as many as vectors of a width have.
  unsigned column = 0;
  bool isExact = true;
  auto multiply = [&](auto width) {
    const unsigned end = kind.shape.n / width * width;
    if (!isExact || column == end)
      return;
    runLoop([&]() __attribute__((always_inline)) {
      isExact =
          multiplyColumns<width, length>(kind, left, right, column, end, c, d);
    });
    column = end;
  };
  multiply(std::integral_constant<unsigned, 32>());
  multiply(std::integral_constant<unsigned, 16>());
  multiply(std::integral_constant<unsigned, 8>());
  return isExact;
}

/// The numbers of a format, none of whose exponents is less than `least`.
template <typename Format, typename Exponent>
void decodeNumbers(int16_t least, const uint32_t *bits, unsigned count,
                   FloatFactors<Exponent> &factors) {
  float *const values = factors.values;
  Exponent *const exponents = factors.exponents;
  // Copies of 16 bits, side by side.
  constexpr Exponent copies = sizeof(Exponent) == 4 ? 0x10001 : 1;
  FloatRange &range = factors.range;
  runLoop([=, &range]() __attribute__((always_inline)) {
    uint32_t areSpecial = 0;
    int32_t smallest = INT16_MAX, greatest = INT16_MIN;
    for (unsigned i = 0; i != count; ++i) {
      areSpecial |= Format::isSpecial(bits[i]);
      const float value = Format::value(bits[i]);
      const bool isZero = !(bits[i] & (Format::sign - 1));
      int32_t exponent = int32_t(floatToBits(value) >> 23 & 0xFF) - 127;
      exponent = std::max<int32_t>(exponent, least);
      smallest = std::min(smallest, isZero ? INT16_MAX : exponent);
      greatest = std::max(greatest, isZero ? INT16_MIN : exponent);
      exponent = isZero ? zeroExponent : exponent;
      values[i] = value;
      exponents[i] = static_cast<Exponent>((exponent & 0xFFFF) * copies);
    }
    range = {smallest, greatest, areSpecial != 0};
  });
}

} // namespace

template <typename Exponent>
void FloatFactors<Exponent>::decode(const SumModel &model, Type type,
                                    const uint32_t *bits, unsigned count) {
  // Numbers of fp8 that are multiplied as f16 have the exponents of f16.
  constexpr int leastOfHalf = 1 - Element<5, 10>::bias;
  withElement(type, [&](auto format) {
    using Format = decltype(format);
    const int least = model.convertsToHalf ? leastOfHalf : 1 - Format::bias;
    decodeNumbers<Format>(static_cast<int16_t>(least), bits, count, *this);
  });
}

template struct tessera::ptx::FloatFactors<uint32_t>;
template struct tessera::ptx::FloatFactors<int16_t>;

bool tessera::ptx::multiplyInFloats(const ProductKind &kind,
                                    const LeftFactors &left,
                                    const RightFactors &right,
                                    const uint32_t *c, uint32_t *d) {
  const unsigned depth = kind.shape.k;
  const unsigned length = std::min(kind.model.blockLength, depth);
  if (!left.range.fits(right.range) || depth % length || kind.model.groupLength)
    return false;
  switch (length) {
  case 4:
    return multiplyBlocks<4>(kind, left, right, c, d);
  case 8:
    return multiplyBlocks<8>(kind, left, right, c, d);
  case 16:
    return multiplyBlocks<16>(kind, left, right, c, d);
  case 32:
    return multiplyBlocks<32>(kind, left, right, c, d);
  default:
    return false;
  }
}

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
// Columns for which a step would not be exact are noted as bad, and go on with
// any number.
//
//===----------------------------------------------------------------------===//

#include "FloatSums.h"
#include "Factors.h"
#include "VectorUnit.h"
#include "llvm/Support/Compiler.h"
#include <cfenv>

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
  typedef uint32_t Words __attribute__((vector_size(width * sizeof(uint32_t))));

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

/// Accumulators of some rows, and the columns that are not exact.
template <unsigned width, unsigned rows> struct Sums {
  typename Vectors<width>::Floats values[rows];
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

/// Rows of A, `depth` apart, and columns of B, at a block of `length` products.
/// All rows use a vector of B once it is loaded. Loops over products stay loops:
/// unrolled, compilers would begin more of them than the host has registers for.
template <unsigned width, unsigned length, unsigned rows> struct Block {
  using V = Vectors<width>;
  using Floats = typename V::Floats;
  using Ints = typename V::Ints;

  FloatFactors left; ///< from the first row and product on
  unsigned depth;
  FloatFactors right; ///< from the first column and product on
  unsigned stride;

  /// Raises powers of two to the greatest of those of all products.
  LLVM_ATTRIBUTE_ALWAYS_INLINE void raise(Floats (&largest)[rows]) const {
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
    for (unsigned k = 0; k != length; ++k) {
      const auto powers = V::template load<Floats>(right.powers + k * stride);
      for (unsigned row = 0; row != rows; ++row) {
        const Floats power = left.powers[row * depth + k] * powers;
        largest[row] = power > largest[row] ? power : largest[row];
      }
    }
  }

  /// Adds the products times powers of two, cut off; notes where a sum may not be
  /// right.
  LLVM_ATTRIBUTE_ALWAYS_INLINE void addTo(Ints (&totals)[rows],
                                          const Floats (&scales)[rows],
                                          Ints &areBad) const {
    using Words = typename V::Words;
    for (unsigned first = 0; first != length;) {
      const unsigned last = std::min(first + exactTerms, length);
      Ints parts[rows] = {};
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
      for (unsigned k = first; k != last; ++k) {
        const auto b = V::template load<Floats>(right.values + k * stride);
        for (unsigned row = 0; row != rows; ++row)
          parts[row] += __builtin_convertvector(
              left.values[row * depth + k] * b * scales[row], Ints);
      }
      first = last;
      for (unsigned row = 0; row != rows; ++row) {
        const Ints &total = totals[row], &part = parts[row];
        Ints sum = (Ints)((Words)total + (Words)part);
        if constexpr (length > exactTerms)
          areBad |= ((sum ^ total) & (sum ^ part)) < 0;
        totals[row] = sum;
      }
    }
    // A sum of sixteen terms and an accumulator that does not fit comes out next
    // to the other end, and a number next to the ends does not come back from
    // float.
    constexpr int32_t most = INT32_MAX - (1 << 26);
    static_assert((safeTerms + 1) * (int64_t(1) << 27) < most);
    if constexpr (length > safeTerms)
      for (const Ints &total : totals)
        areBad |= (total > most) | (total < -most);
  }
};

/// Adds a block of products to the accumulators of a row.
template <unsigned width, unsigned length>
LLVM_ATTRIBUTE_ALWAYS_INLINE void addBlock(const SumModel &model,
                                           const Block<width, length, 1> &block,
                                           Sums<width, 1> &sums) {
  using V = Vectors<width>;
  using Floats = typename V::Floats;
  using Ints = typename V::Ints;
  Floats &value = sums.values[0];
  const Ints areSpecial = V::areSpecial(value);
  Ints areBad = sums.areBad | areSpecial;
  const Floats before = areSpecial ? Floats{} : value;

  const Ints leastExponent = model.leastExponent() + Ints{};
  Ints alignments = V::exponentsOf(before);
  alignments = alignments > leastExponent ? alignments : leastExponent;
  alignments = before == 0 ? leastAlignment + Ints{} : alignments;
  Floats largest[] = {Floats{}};
  block.raise(largest);
  const Ints ofProducts =
      largest[0] == 0 ? leastAlignment + Ints{} : V::exponentsOf(largest[0]);
  alignments = alignments > ofProducts ? alignments : ofProducts;

  // The exponent of the last bit that counts. Its power of two, the inverse and
  // the result are normal floats, unless all terms are zero.
  Ints units = alignments - static_cast<int32_t>(model.fractionBits);
  const Ints leastUnit = -126 + Ints{};
  areBad |= (units < leastUnit) & (alignments > leastAlignment);
  units = units > leastUnit ? units : leastUnit;
  const Floats scales[] = {V::powersOfTwo(-units)};
  Ints totals[] = {__builtin_convertvector(before * scales[0], Ints)};
  block.addTo(totals, scales, areBad);
  totals[0] = areBad ? Ints{} : totals[0];
  const unsigned resultBits = model.isHalf ? 23 : model.resultBits;
  value = cutOff<width>(totals[0], units, resultBits, model.isHalf);
  if (model.isHalf) {
    // An infinite result is bad only as an accumulator.
    Ints halves = V::narrowToHalves(value);
    Floats widened = V::widenHalves(halves);
    value =
        (Floats)((Ints)widened |
                 ((halves & 0x7C00) == 0x7C00 ? 0x7F800000 + Ints{} : Ints{}));
  }
  sums.areBad = areBad;
}

/// Bounds on exponents within which sums of f32 need few steps: products, and
/// numbers that are not zero among accumulators, have at least `least`, and their
/// sums do not overflow.
struct NarrowRange {
  explicit NarrowRange(const SumModel &model)
      : least(1 - bias + static_cast<int>(model.fractionBits)) {}

  /// True if products are within bounds, and every sum of them that is not zero,
  /// which is a multiple of the last bit that counts, too.
  bool has(const FloatRange &a, const FloatRange &b,
           const SumModel &model) const {
    return a.least + b.least >= least + static_cast<int>(model.fractionBits) &&
           a.greatest + b.greatest <= most;
  }

  static constexpr int bias = 127, most = 100;
  int least;
};

/// The same for sums of f32 of several rows, of numbers in a NarrowRange, while
/// conversions of the host cut off.
template <unsigned width, unsigned length, unsigned rows>
LLVM_ATTRIBUTE_ALWAYS_INLINE void
addNarrowBlock(const SumModel &model, const Block<width, length, rows> &block,
               Sums<width, rows> &sums) {
  using V = Vectors<width>;
  using Floats = typename V::Floats;
  using Ints = typename V::Ints;
  const auto fractionBits = static_cast<int32_t>(model.fractionBits);
  constexpr int bias = NarrowRange::bias;
  const Ints leastPower =
      (NarrowRange(model).least + bias) * (1 << 23) + Ints{};
  Floats powers[rows];
  for (unsigned row = 0; row != rows; ++row) {
    const Ints power = (Ints)sums.values[row] & 0x7F800000;
    powers[row] = (Floats)(power > leastPower ? power : leastPower);
  }
  block.raise(powers);

  // The bits of a power with the opposite exponent are those of 2^(2 * bias) less
  // those of the power.
  using Words = typename V::Words;
  const uint32_t ofUnit = static_cast<uint32_t>(2 * bias + fractionBits) << 23;
  Floats scales[rows];
  Ints totals[rows];
  for (unsigned row = 0; row != rows; ++row) {
    scales[row] = (Floats)(ofUnit - (Words)powers[row]);
    totals[row] = __builtin_convertvector(sums.values[row] * scales[row], Ints);
  }
  block.addTo(totals, scales, sums.areBad);
  for (unsigned row = 0; row != rows; ++row) {
    const Ints bits = (Ints) __builtin_convertvector(totals[row], Floats) &
                      -(1 << (23 - model.resultBits));
    const Ints units = (Ints)powers[row] - (fractionBits << 23);
    sums.values[row] = (Floats)bits * (Floats)units;
  }
}

/// Loads the accumulators of a row, and adds to the columns that are not exact.
template <unsigned width>
LLVM_ATTRIBUTE_ALWAYS_INLINE typename Vectors<width>::Floats
loadSums(Type type, const uint32_t *c, typename Vectors<width>::Ints &areBad) {
  using V = Vectors<width>;
  using Ints = typename V::Ints;
  const auto bits = V::template load<Ints>(c);
  if (type != Type::F16)
    return (typename V::Floats)bits;
  areBad |= (bits & 0x7C00) == 0x7C00;
  return V::widenHalves(bits);
}

template <unsigned width>
LLVM_ATTRIBUTE_ALWAYS_INLINE void
storeSums(Type type, const typename Vectors<width>::Floats &values,
          uint32_t *d) {
  using V = Vectors<width>;
  auto bits = (typename V::Ints)values;
  if (type == Type::F16)
    bits = V::narrowToHalves(values);
  std::memcpy(d, &bits, sizeof bits);
}

/// Numbers that are not zero, and not within the bounds of a NarrowRange.
template <unsigned width>
LLVM_ATTRIBUTE_ALWAYS_INLINE typename Vectors<width>::Ints
areOutside(const SumModel &model,
           const typename Vectors<width>::Floats &values) {
  using Words = typename Vectors<width>::Words;
  const NarrowRange range(model);
  const Words fields = (Words)values >> 23 & 0xFF;
  const uint32_t least = static_cast<uint32_t>(range.least + range.bias);
  const uint32_t count = static_cast<uint32_t>(range.most + range.bias) - least;
  return (fields - least > count) & (values != 0);
}

/// The columns from `column` on of some rows; returns those that are not exact.
template <unsigned width, unsigned length, unsigned rows, bool isNarrow>
LLVM_ATTRIBUTE_ALWAYS_INLINE typename Vectors<width>::Ints
multiplyRows(const ProductKind &kind, const FloatFactors &left,
             const FloatFactors &right, unsigned row, unsigned column,
             const uint32_t *c, uint32_t *d) {
  const unsigned n = kind.shape.n, depth = kind.shape.k;
  const size_t first = row * n + column;
  Sums<width, rows> sums;
  sums.areBad = typename Vectors<width>::Ints{};
  for (unsigned i = 0; i != rows; ++i) {
    auto &values = sums.values[i];
    values = loadSums<width>(kind.c, c + first + i * n, sums.areBad);
    if constexpr (isNarrow)
      sums.areBad |= areOutside<width>(kind.model, values);
  }
  for (unsigned k = 0; k != depth; k += length) {
    const Block<width, length, rows> block = {left.from(row * depth + k), depth,
                                              right.from(k * n + column), n};
    if constexpr (isNarrow)
      addNarrowBlock(kind.model, block, sums);
    else
      addBlock(kind.model, block, sums);
  }
  for (unsigned i = 0; i != rows; ++i)
    storeSums<width>(kind.d, sums.values[i], d + first + i * n);
  return sums.areBad;
}

/// The columns [first, end) of all rows; true if none is bad.
template <unsigned width, unsigned length, bool isNarrow>
LLVM_ATTRIBUTE_ALWAYS_INLINE bool
multiplyColumns(const ProductKind &kind, const FloatFactors &left,
                const FloatFactors &right, unsigned first, unsigned end,
                const uint32_t *c, uint32_t *d) {
  constexpr unsigned rows = isNarrow ? 4 : 1;
  const unsigned m = kind.shape.m;
  typename Vectors<width>::Ints areBad = {};
  for (unsigned column = first; column != end; column += width) {
    unsigned row = 0;
    for (; row + rows <= m; row += rows)
      areBad |= multiplyRows<width, length, rows, isNarrow>(kind, left, right,
                                                            row, column, c, d);
    for (; row != m; ++row)
      areBad |= multiplyRows<width, length, 1, isNarrow>(kind, left, right, row,
                                                         column, c, d);
  }
  int32_t any = 0;
  for (unsigned i = 0; i != width; ++i)
    any |= areBad[i];
  return !any;
}

template <unsigned length, bool isNarrow>
LLVM_ATTRIBUTE_NOINLINE bool
multiplyBlocks(const ProductKind &kind, const FloatFactors &left,
               const FloatFactors &right, const uint32_t *c, uint32_t *d) {
  // So many columns at once that sums of four rows stay in the host's registers.
  const unsigned most = vectorUnit == VectorUnit::Avx512 ? 32
                        : vectorUnit == VectorUnit::Avx2 ? 16
                                                         : 8;
  unsigned column = 0;
  bool isExact = true;
  // The columns from `column` on, as many as vectors of a width have.
  auto multiply = [&](auto width) {
    const unsigned end = kind.shape.n / width * width;
    if (!isExact || column == end || width > most)
      return;
    runLoop([&]() __attribute__((always_inline)) {
      isExact = multiplyColumns<width, length, isNarrow>(kind, left, right,
                                                         column, end, c, d);
    });
    column = end;
  };
  multiply(std::integral_constant<unsigned, 32>());
  multiply(std::integral_constant<unsigned, 16>());
  multiply(std::integral_constant<unsigned, 8>());
  return isExact;
}

/// While it lives, conversions of the host's integers to float cut off. Functions
/// that use it are not inlined where it is made, so that no conversion leaves
/// them.
class CutOff {
public:
#if defined(__x86_64__)
  CutOff() : before(__builtin_ia32_stmxcsr()) {
    constexpr unsigned towardsZero = 3 << 13;
    __builtin_ia32_ldmxcsr(before | towardsZero);
  }
  ~CutOff() { __builtin_ia32_ldmxcsr(before); }
#else
  CutOff() : before(std::fegetround()) { std::fesetround(FE_TOWARDZERO); }
  ~CutOff() { std::fesetround(before); }
#endif

private:
#if defined(__x86_64__)
  unsigned before;
#else
  int before;
#endif
};

template <unsigned length>
bool multiplyInBlocks(const ProductKind &kind, const FloatFactors &left,
                      const FloatFactors &right, const uint32_t *c,
                      uint32_t *d) {
  if (!kind.model.isHalf && kind.d != Type::F16 &&
      NarrowRange(kind.model).has(left.range, right.range, kind.model)) {
    const CutOff cutOff;
    if (multiplyBlocks<length, true>(kind, left, right, c, d))
      return true;
  }
  return multiplyBlocks<length, false>(kind, left, right, c, d);
}

/// The numbers of a format, none of whose exponents is less than `least`.
template <typename Format>
void decodeNumbers(int least, const uint32_t *bits, unsigned count,
                   FloatFactors &factors) {
  float *const values = factors.values, *const powers = factors.powers;
  constexpr uint32_t field = 0xFF << 23;
  const uint32_t leastPower = static_cast<uint32_t>(least + 127) << 23;
  FloatRange &range = factors.range;
  runLoop([=, &range]() __attribute__((always_inline)) {
    uint32_t areSpecial = 0, smallest = field, greatest = 0;
    for (unsigned i = 0; i != count; ++i) {
      areSpecial |= Format::isSpecial(bits[i]);
      const float value = Format::value(bits[i]);
      const bool isZero = !(bits[i] & (Format::sign - 1));
      const uint32_t power = std::max(floatToBits(value) & field, leastPower);
      smallest = std::min(smallest, isZero ? field : power);
      greatest = std::max(greatest, isZero ? 0 : power);
      values[i] = value;
      powers[i] = bitsToFloat(isZero ? 0 : power);
    }
    auto exponentOf = [](uint32_t power) { return int(power >> 23) - 127; };
    range = {};
    range.hasSpecials = areSpecial != 0;
    if (!greatest)
      return;
    range.least = exponentOf(smallest);
    range.greatest = exponentOf(greatest);
  });
}

} // namespace

void FloatFactors::decode(const SumModel &model, Type type,
                          const uint32_t *bits, unsigned count) {
  if (isSmallInteger(type))
    return decodeIntegers(type, bits, count, values);
  // Numbers of fp8 that are multiplied as f16 have the exponents of f16.
  constexpr int leastOfHalf = 1 - Element<5, 10>::bias;
  withElement(type, [&](auto format) {
    using Format = decltype(format);
    const int least = model.convertsToHalf ? leastOfHalf : 1 - Format::bias;
    decodeNumbers<Format>(least, bits, count, *this);
  });
}

bool tessera::ptx::multiplyInFloats(const ProductKind &kind,
                                    const FloatFactors &left,
                                    const FloatFactors &right,
                                    const uint32_t *c, uint32_t *d) {
  const unsigned depth = kind.shape.k;
  const unsigned length = std::min(kind.model.blockLength, depth);
  if (!left.range.fits(right.range) || depth % length || kind.model.groupLength)
    return false;
  switch (length) {
  case 4:
    return multiplyInBlocks<4>(kind, left, right, c, d);
  case 8:
    return multiplyInBlocks<8>(kind, left, right, c, d);
  case 16:
    return multiplyInBlocks<16>(kind, left, right, c, d);
  case 32:
    return multiplyInBlocks<32>(kind, left, right, c, d);
  default:
    return false;
  }
}

//===- ElementsHarness.h - Numbers for tests of elements --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_INTERPRETER_ELEMENTSHARNESS_H
#define TESSERA_UNITTESTS_INTERPRETER_ELEMENTSHARNESS_H

#include "../../lib/Interpreter/Elements.h"
#include "gtest/gtest.h"
#include <random>

namespace tessera::interp {

inline constexpr Format hostFloats[] = {Format::F16, Format::BF16, Format::F32,
                                        Format::F64};
inline constexpr Format integers[] = {Format::I1,  Format::I4,  Format::I8,
                                      Format::I16, Format::I32, Format::I64};
inline constexpr numerics::Signedness readings[] = {
    numerics::Signedness::Signed, numerics::Signedness::Unsigned};

/// Runs each test with the vector unit (true), if there is one, and without.
class Elements : public testing::TestWithParam<bool> {
protected:
  void SetUp() override {
    elements::usesVectorUnit = GetParam() && hadVectorUnit;
  }
  void TearDown() override { elements::usesVectorUnit = hadVectorUnit; }

  const bool hadVectorUnit = elements::usesVectorUnit;
};
inline Tile tileOf(Format format, const std::vector<uint64_t> &bits) {
  Tile tile({int64_t(bits.size())}, format);
  for (size_t i = 0; i < bits.size(); ++i)
    tile.set(i, bits[i]);
  return tile;
}

/// Numbers around each power of two and at both ends of a format, of both
/// signs, and random ones.
inline std::vector<uint64_t> sample(Format format, size_t random,
                                    unsigned seed) {
  unsigned width = numerics::bitWidth(format);
  std::mt19937_64 generator(seed);
  std::vector<uint64_t> bits;
  for (unsigned bit = 0; bit < width; ++bit)
    for (uint64_t around : {-1, 0, 1})
      for (uint64_t sign : {0, 1})
        bits.push_back(((uint64_t(1) << bit) + around) ^ sign << (width - 1));
  for (size_t i = 0; i < random; ++i) {
    uint64_t one = generator();
    // Every other number ends in many equal bits, as halfway cases do.
    if (i % 2)
      one |= numerics::lowBits(generator() % width);
    bits.push_back(one);
  }
  if (numerics::isFloat(format)) {
    uint64_t fraction = numerics::encodingOf(format).fractionBits;
    for (uint64_t exponent :
         {uint64_t(0), uint64_t(1),
          numerics::lowBits(numerics::encodingOf(format).exponentBits)})
      for (uint64_t around : {-1, 0, 1})
        bits.push_back((exponent << fraction) + around);
  }
  for (uint64_t &one : bits)
    one &= numerics::lowBits(width);
  return bits;
}

/// Every number of up to 16 bits; for wider formats, a sample.
inline std::vector<uint64_t> numbers(Format format, unsigned seed = 1) {
  if (numerics::bitWidth(format) > 16)
    return sample(format, 8000, seed);
  std::vector<uint64_t> bits(uint64_t(1) << numerics::bitWidth(format));
  for (size_t i = 0; i < bits.size(); ++i)
    bits[i] = i;
  return bits;
}

/// `count` numbers of the format: the n-th choice of partners from a sample.
inline std::vector<uint64_t> partners(Format format, size_t count, unsigned n) {
  std::vector<uint64_t> few = sample(format, 200, 2);
  std::vector<uint64_t> bits(count);
  for (size_t i = 0; i < count; ++i)
    bits[i] = few[(i * 7 + n * 31) % few.size()];
  return bits;
}

inline void expectEqual(const Tile &got, const Tile &want, const char *what) {
  ASSERT_EQ(got.getFormat(), want.getFormat()) << what;
  ASSERT_EQ(got.getShape(), want.getShape()) << what;
  for (int64_t i = 0; i < got.size(); ++i)
    ASSERT_EQ(got[i], want[i])
        << what << " of " << numerics::name(got.getFormat()).str()
        << " at element " << i;
}

/// Compares `got` with `fn(bits...)` of the operands' elements.
template <typename Fn, typename... Tiles>
void expectElements(const char *what, const Tile &got, Fn fn,
                    const Tiles &...operands) {
  Tile want(got.getShape(), got.getFormat());
  for (int64_t i = 0; i < want.size(); ++i)
    want.set(i, fn(operands[i]...));
  expectEqual(got, want, what);
}

/// Compares a search, on one element at a time, with `breaks(bits...)`.
template <typename Find, typename Breaks, typename... Tiles>
void expectFound(Find find, Breaks breaks, const Tiles &...operands) {
  for (int64_t i = 0; i < std::get<0>(std::tie(operands...)).size(); ++i) {
    bool found =
        find(Tile::scalar(operands.getFormat(), operands[i])...).has_value();
    ASSERT_EQ(found, bool(breaks(operands[i]...))) << "at element " << i;
  }
}

} // namespace tessera::interp

#endif // TESSERA_UNITTESTS_INTERPRETER_ELEMENTSHARNESS_H

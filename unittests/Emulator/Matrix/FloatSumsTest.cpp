//===- FloatSumsTest.cpp - The fast sums beside those for all numbers -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// multiplyInFloats() gives the bits of multiplyFloats(), or says that it cannot:
// for all formats, models, block lengths and widths of vectors, with numbers of
// any range, zeros, subnormal numbers, infinities and NaNs.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Matrix/FloatSums.h"
#include "../HostUnits.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

/// The fields of a format, below its sign.
struct Fields {
  unsigned exponentBits, fractionBits;
};

Fields fieldsOf(Type type) {
  switch (type) {
  case Type::F32:
    return {8, 23};
  case Type::F16:
    return {5, 10};
  case Type::BF16:
    return {8, 7};
  case Type::TF32:
    return {8, 10};
  case Type::E4M3:
    return {4, 3};
  case Type::E5M2:
    return {5, 2};
  case Type::E3M2:
    return {3, 2};
  case Type::E2M3:
    return {2, 3};
  default:
    return {2, 1};
  }
}

/// Random numbers of a kind.
enum class Numbers { Near, Far, Whole, Sparse, Any, Largest };

class Source {
public:
  explicit Source(unsigned seed) : random(seed) {}

  uint32_t below(uint32_t limit) { return random() % limit; }
  uint32_t number(Type type, Numbers numbers) {
    const Fields f = fieldsOf(type);
    const unsigned width = f.exponentBits + f.fractionBits;
    uint32_t bits = random() & ((2u << width) - 1);
    const uint32_t sign = bits & 1u << width;
    const uint32_t fraction = bits & ((1u << f.fractionBits) - 1);
    const uint32_t bias = (1u << (f.exponentBits - 1)) - 1;
    auto withField = [&](uint32_t field) {
      return sign | field << f.fractionBits | fraction;
    };
    switch (numbers) {
    case Numbers::Near: // of a few binades below 2
      return withField(bias - below(std::min(bias, 6u)));
    case Numbers::Far: // finite, of 40 binades around 1
      return withField(bias + below(std::min(2 * bias, 20u)) -
                       std::min(bias, 20u) + 1);
    case Numbers::Whole: // -1, 0, 1
      return below(3) ? sign | bias << f.fractionBits : sign;
    case Numbers::Sparse: // mostly zeros, and subnormal numbers
      return below(4) ? sign : sign | fraction;
    case Numbers::Any:
      return bits;
    case Numbers::Largest:
      return withField(2 * bias) | ((1u << f.fractionBits) - 2);
    }
    return bits;
  }

private:
  std::mt19937 random;
};

/// A dense product whose factors have one type, with sums of f32, by the model of
/// a target.
ProductKind kindOf(Type type, MatrixShape shape, unsigned target) {
  ProductKind kind;
  kind.a = kind.b = type;
  kind.c = kind.d = Type::F32;
  kind.shape = shape;
  kind.model = SumModel::of(target, type, /*isHalf=*/false, /*isWmma=*/false);
  return kind;
}

struct Case {
  ProductKind kind;
  Numbers a, b, c;
};

/// Compares one product; true if it took the fast way.
bool compare(Source &source, const Case &each) {
  const ProductKind &kind = each.kind;
  const unsigned m = kind.shape.m, n = kind.shape.n, k = kind.shape.k;
  std::vector<uint32_t> a(m * k), b(k * n), c(m * n), d(m * n);
  std::vector<float> values((m + n) * k), powers((m + n) * k);
  for (uint32_t &x : a)
    x = source.number(kind.a, each.a);
  for (uint32_t &x : b)
    x = source.number(kind.b, each.b);
  for (uint32_t &x : c)
    x = source.number(kind.c, each.c);
  FloatFactors left = {values.data(), powers.data()};
  FloatFactors right = left.from(m * k);
  left.decode(kind.model, kind.a, a.data(), m * k);
  right.decode(kind.model, kind.b, b.data(), k * n);
  bool isFast = multiplyInFloats(kind, left, right, c.data(), d.data());
  multiplyFloats(kind, a.data(), b.data(), c.data());
  if (isFast)
    EXPECT_EQ(d, c) << m << "x" << n << "x" << k << " of types " << int(kind.a)
                    << ", " << int(kind.b) << ", F " << kind.model.fractionBits;
  return isFast;
}

/// All models of mma, wgmma and tcgen05 for a type.
std::vector<SumModel> modelsOf(Type type, bool isHalf) {
  std::vector<SumModel> models;
  // Volta multiplies f16 alone.
  for (unsigned architecture : {70, 80, 89, 90, 120})
    if (architecture != 70 || type == Type::F16)
      for (bool isWmma : {false, true})
        models.push_back(SumModel::of(architecture, type, isHalf, isWmma));
  models.push_back(SumModel::ofWarpGroups(type, isHalf));
  models.push_back(SumModel::ofTensorMemory(isHalf));
  return models;
}

constexpr Type multiplicands[] = {Type::F16,  Type::BF16, Type::TF32,
                                  Type::E4M3, Type::E5M2, Type::E3M2,
                                  Type::E2M3, Type::E2M1};

/// Calls `what` with products of all formats and models.
template <typename What> void forKinds(What what) {
  for (Type type : multiplicands)
    for (bool isHalf : {false, true})
      for (const SumModel &model : modelsOf(type, isHalf)) {
        ProductKind kind;
        kind.a = kind.b = type;
        if (type == Type::E4M3)
          kind.b = Type::E5M2;
        kind.c = kind.d = isHalf ? Type::F16 : Type::F32;
        kind.model = model;
        // As many terms as the instructions of the type have, or as a block.
        unsigned depth = type == Type::TF32                        ? 8
                         : type == Type::F16 || type == Type::BF16 ? 16
                                                                   : 32;
        for (unsigned columns : {8u, 16u, 24u, 32u}) {
          kind.shape = {5, static_cast<uint16_t>(columns),
                        static_cast<uint16_t>(depth)};
          what(kind);
        }
      }
}

class FloatSumsTest : public HostUnits {};

TEST_P(FloatSumsTest, HasTheBitsOfTheSumsForAllNumbers) {
  Source source(1);
  unsigned fast = 0;
  constexpr Numbers all[] = {Numbers::Near,   Numbers::Far, Numbers::Whole,
                             Numbers::Sparse, Numbers::Any, Numbers::Largest};
  forKinds([&](const ProductKind &kind) {
    for (Numbers a : all)
      for (Numbers b : all)
        fast += compare(source, {kind, a, b, all[source.below(6)]});
  });
  EXPECT_GT(fast, 1000u);
}

TEST_P(FloatSumsTest, TakesUsualNumbers) {
  Source source(2);
  forKinds([&](const ProductKind &kind) {
    for (Numbers a : {Numbers::Near, Numbers::Whole})
      EXPECT_TRUE(compare(source, {kind, a, Numbers::Near, Numbers::Near}))
          << int(kind.a) << ", blocks of " << kind.model.blockLength;
  });
}

TEST_P(FloatSumsTest, ConvertsBetweenTypesOfAccumulators) {
  Source source(3);
  for (auto [c, d] :
       {std::pair(Type::F16, Type::F32), {Type::F32, Type::F16}}) {
    ProductKind kind = kindOf(Type::F16, {8, 16, 16}, 80);
    kind.c = c;
    kind.d = d;
    for (unsigned i = 0; i != 64; ++i)
      compare(source, {kind, Numbers::Far, Numbers::Far, Numbers::Any});
  }
}

/// Sums that leave the range of 32 bits, and products that are too large or too
/// small for float.
TEST_P(FloatSumsTest, RefusesWhatIsNotExact) {
  Source source(4);
  const ProductKind kind = kindOf(Type::BF16, {4, 16, 16}, 90);
  EXPECT_FALSE(compare(
      source, {kind, Numbers::Largest, Numbers::Largest, Numbers::Whole}));
  EXPECT_FALSE(
      compare(source, {kind, Numbers::Sparse, Numbers::Sparse, Numbers::Any}));
  EXPECT_FALSE(
      compare(source, {kind, Numbers::Whole, Numbers::Near, Numbers::Any}));
}

TEST_P(FloatSumsTest, LeavesTheRoundingOfTheHost) {
  Source source(5);
  const ProductKind kind = kindOf(Type::F16, {8, 16, 16}, 90);
  EXPECT_TRUE(
      compare(source, {kind, Numbers::Near, Numbers::Near, Numbers::Near}));
  volatile int32_t tie = (1 << 24) + 3;
  EXPECT_EQ(static_cast<float>(tie), 0x1p24f + 4);
}

INSTANTIATE_TEST_SUITE_P(Units, FloatSumsTest, allUnits());

} // namespace

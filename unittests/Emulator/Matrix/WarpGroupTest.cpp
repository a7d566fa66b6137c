//===- WarpGroupTest.cpp - Products of warp groups ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on wgmma.mma_async. Sums of these numbers are exact, so
// that D is compared bit for bit.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Matrix/SharedMatrix.h"
#include "WarpGroupHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

struct Types {
  const char *d, *a, *b;
};
const Types allTypes[] = {
    {"f32", "f16", "f16"},   {"f16", "f16", "f16"},   {"f32", "bf16", "bf16"},
    {"f32", "tf32", "tf32"}, {"f32", "e4m3", "e4m3"}, {"f32", "e4m3", "e5m2"},
    {"f16", "e5m2", "e4m3"}, {"f32", "e5m2", "e5m2"}, {"s32", "s8", "s8"},
    {"s32", "u8", "s8"},     {"s32", "s8", "u8"},     {"s32", "u8", "u8"},
    {"s32", "b1", "b1"}};
constexpr unsigned swizzles[] = {0, 32, 64, 128};

GroupCase makeCase(const Types &types) {
  GroupCase test;
  test.d = types.d;
  test.a = types.a;
  test.b = types.b;
  return test;
}

void expectRight(const GroupCase &test, uint64_t seed = 1,
                 const std::function<void(LaunchConfig &)> &configure = {}) {
  GroupNumbers numbers(test, seed);
  std::string error;
  NumberMatrix d = runGroup(test, numbers, error, configure);
  ASSERT_EQ(error, "") << test.describe();
  ASSERT_EQ(d.values, expectedOf(test, numbers).values) << test.describe();
}

} // namespace

TEST(WarpGroup, EveryShape) {
  for (const Types &types : allTypes)
    for (unsigned n = 8; n <= 256; n += 8) {
      GroupCase test = makeCase(types);
      test.n = n;
      if (test.isInteger() && n > 32 && n % 16)
        continue;
      test.swizzleA = swizzles[n / 8 % 4];
      test.swizzleB = swizzles[n / 32 % 4];
      test.isAInRegisters = n / 16 % 2;
      expectRight(test, n);
    }
}

TEST(WarpGroup, EverySparseShape) {
  for (const Types &types : allTypes)
    for (unsigned n = 8; n <= 256; n += 8) {
      GroupCase test = makeCase(types);
      test.isSparse = true;
      test.n = n;
      if (test.isBits() || (test.isInteger() && n > 32 && n % 16))
        continue;
      test.swizzleA = swizzles[n / 8 % 4];
      test.swizzleB = n / 32 % 2 ? 64 : n / 64 % 2 ? 128 : 0;
      test.isAInRegisters = n / 16 % 2;
      test.selector = test.bits() == 8 ? 0 : n / 8 % 2;
      expectRight(test, n);
    }
}

TEST(WarpGroup, EveryLayout) {
  for (const char *type : {"f16", "bf16"})
    for (unsigned modes = 0; modes != 128; ++modes) {
      GroupCase test = makeCase({"f32", type, type});
      test.n = 72;
      test.swizzleA = swizzles[modes % 4];
      test.swizzleB = swizzles[modes / 4 % 4];
      test.isAOuterMajor = modes / 16 % 2;
      test.isBOuterMajor = modes / 32 % 2;
      test.isSparse = modes / 64;
      // 64 bytes of a row do not fit.
      if (test.isSparse && !test.isBOuterMajor && test.swizzleB == 32)
        continue;
      expectRight(test, modes);
    }
}

// The base offset of a descriptor says where its pattern starts: all places move
// along with that.
TEST(WarpGroup, PatternsStartAnywhere) {
  for (bool isOuterMajor : {false, true})
    for (uint64_t mode : {1, 2, 3}) {
      SharedMatrix matrix{64, 16, 16, isOuterMajor};
      auto placesFrom = [&](uint64_t line) {
        // Lines have 128 bytes; the other fields count units of 16 bytes.
        return matrix.places(MatrixDescriptor(line << 3 | uint64_t(64) << 16 |
                                              uint64_t(128) << 32 | line << 49 |
                                              mode << 62));
      };
      const std::vector<uint32_t> fromZero = placesFrom(0);
      for (uint64_t line = 1; line != 8; ++line) {
        std::vector<uint32_t> moved = fromZero;
        for (uint32_t &place : moved)
          place += 128 * line;
        EXPECT_EQ(placesFrom(line), moved) << "mode " << mode;
      }
    }
}

TEST(WarpGroup, SignsAndScale) {
  for (const Types &types : allTypes)
    for (unsigned modes = 0; modes != 8; ++modes) {
      GroupCase test = makeCase(types);
      test.n = 16;
      test.negatesA = modes % 2;
      test.negatesB = modes / 2 % 2;
      test.accumulates = modes / 4;
      if (test.isInteger() && (test.negatesA || test.negatesB))
        continue;
      expectRight(test, modes);
    }
}

TEST(WarpGroup, AnyMoment) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random})
    for (uint64_t seed = 0; seed != 20; ++seed)
      expectRight(makeCase(allTypes[seed % std::size(allTypes)]), seed,
                  [&](LaunchConfig &config) {
                    config.async = policy;
                    config.seed = seed;
                    config.warps =
                        seed % 2 ? OrderPolicy::Random : OrderPolicy::Fair;
                  });
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// By hand: a dense product is 64 x 24 sums of 32 bytes of factors each; a
/// product with a sparse A has twice the depth, and its zeros count.
TEST(WarpGroup, Counters) {
  struct Kind {
    Types types;
    Counter counter;
    unsigned k;
  };
  const Kind kinds[] = {{{"f32", "f16", "f16"}, Counter::WgmmaF16, 16},
                        {{"f16", "f16", "f16"}, Counter::WgmmaF16, 16},
                        {{"f32", "bf16", "bf16"}, Counter::WgmmaF16, 16},
                        {{"f32", "tf32", "tf32"}, Counter::WgmmaTf32, 8},
                        {{"f32", "e4m3", "e5m2"}, Counter::WgmmaF8, 32},
                        {{"f16", "e5m2", "e4m3"}, Counter::WgmmaF8, 32},
                        {{"s32", "s8", "u8"}, Counter::WgmmaI8, 32},
                        {{"s32", "u8", "u8"}, Counter::WgmmaI8, 32},
                        {{"s32", "b1", "b1"}, Counter::WgmmaB1, 256}};
  for (const Kind &kind : kinds)
    for (bool isSparse : {false, true}) {
      GroupCase test = makeCase(kind.types);
      test.n = 24;
      test.isSparse = isSparse;
      if (isSparse && test.isBits())
        continue;
      CounterValues values;
      std::string error;
      runGroup(test, GroupNumbers(test, 1), error, {}, &values);
      ASSERT_EQ(error, "") << test.describe();
      uint64_t operations = uint64_t(2) * 64 * 24 * kind.k * (isSparse ? 2 : 1);
      Counter sum =
          test.isInteger() ? Counter::MatrixIops : Counter::MatrixFlops;
      for (Counter counter :
           {Counter::WgmmaF16, Counter::WgmmaTf32, Counter::WgmmaF8,
            Counter::WgmmaI8, Counter::WgmmaB1, Counter::MatrixIops,
            Counter::MatrixFlops})
        EXPECT_EQ(values[counter],
                  counter == kind.counter || counter == sum ? operations : 0)
            << counterName(counter).str() << ", " << test.describe();
    }
}

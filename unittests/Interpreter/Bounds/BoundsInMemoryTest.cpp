//===- BoundsInMemoryTest.cpp - Error bounds of elements in memory --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundedProgram.h"
#include "llvm/ADT/bit.h"

using namespace tessera;
using namespace tessera::interp;

/// Bounds of memory that held `old` after an atomic addition of `term`.
template <typename T>
static ElementBounds boundsAfter(const std::string &element, T old, T term,
                                 BoundsMode mode) {
  Format format = numerics::formatNamed(element).value();
  Harness h;
  ErrorBounds bounds(mode);
  h.config.bounds = &bounds;
  std::string pointer = "tile<ptr<" + element + ">>",
              tile = "tile<" + element + ">";
  EXPECT_TRUE(h.parseKernel(
      "%p: " + pointer + ", %q: " + pointer,
      "%x, %t = load_ptr_tko weak %q : " + pointer + " -> " + tile +
          ", token\n"
          "%u, %a = atomic_rmw_tko relaxed device %p, "
          "addf, %x : " +
          pointer + ", " + tile + " -> " + tile + ", token\n"))
      << h.errors;
  Argument sum = h.array<T>({old});
  EXPECT_TRUE(h.launch({sum, h.array<T>({term})})) << h.errors;
  std::optional<ElementBounds> x = bounds.find(sum.getBits(), format);
  return x ? *x : ElementBounds{h.read<T>(sum, 1)[0], h.read<T>(sum, 1)[0]};
}

/// Additions of f32 may flush subnormal numbers, before and after.
TEST(BoundsInMemory, ofAtomicAdditionsThatMayFlush) {
  struct Case {
    uint32_t old, term;
    std::vector<uint32_t> results;
  };
  const Case cases[] = {
      {0x00000001, 0x00000001, {0x00000002, 0x00000000}},
      {0x80000001, 0x80000000, {0x80000001, 0x80000000}},
      {0x00000000, 0x00000002, {0x00000002, 0x00000000}},
      {0x00C00000, 0x80800000, {0x00400000, 0x00000000}}, // normal terms
      {0x00800000, 0x00000001, {0x00800001, 0x00800000}},
  };
  const uint32_t leastNormals = 0x01800000; // four of them
  for (BoundsMode mode : {BoundsMode::Engines, BoundsMode::Reals})
    for (const Case &test : cases) {
      ElementBounds x = boundsAfter("f32", test.old, test.term, mode);
      for (uint32_t result : test.results)
        EXPECT_TRUE(mayBe(Format::F32, x, result))
            << std::hex << test.old << " + " << test.term << ": " << result;
      EXPECT_FALSE(mayBe(Format::F32, x, leastNormals)) << test.old;
    }
}

/// If nothing can be subnormal, and in other formats, sums are points.
TEST(BoundsInMemory, ofAtomicAdditionsThatMayNot) {
  for (BoundsMode mode : {BoundsMode::Engines, BoundsMode::Reals}) {
    auto expect = [&](Format format, ElementBounds x, uint64_t sum) {
      EXPECT_EQ(x.lo, sum) << numerics::name(format).str();
      EXPECT_EQ(x.hi, sum) << numerics::name(format).str();
      EXPECT_FALSE(x.undecidedAt);
    };
    expect(Format::F32,
           boundsAfter<uint32_t>("f32", 0x3F800000, 0x3F800000, mode),
           0x40000000);
    expect(Format::F32, boundsAfter<uint32_t>("f32", 0x3F800000, 0, mode),
           0x3F800000);
    expect(Format::F64, boundsAfter<uint64_t>("f64", 1, 1, mode), 2);
    expect(Format::F16, boundsAfter<uint16_t>("f16", 1, 1, mode), 2);
    expect(Format::BF16, boundsAfter<uint16_t>("bf16", 1, 1, mode), 2);
  }
}

/// A store over a sum, alone or together with its neighbours, ends it.
TEST(BoundsInMemory, ofSumsEndWhereOthersStore) {
  for (std::string store :
       {"%w = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i64>>\n"
        "%l = constant <i64: 0> : tile<i64>\n"
        "%s = store_ptr_tko weak %w, %l token=%a : tile<ptr<i64>>, tile<i64> "
        "-> token\n",
        "%w = ptr_to_ptr %q : tile<ptr<f32>> -> tile<ptr<i32>>\n"
        "%l = constant <i32: 0> : tile<i32>\n"
        "%v, %s = atomic_rmw_tko relaxed device %w, and, %l token=%a : "
        "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"}) {
    Harness h;
    ErrorBounds bounds(BoundsMode::Engines);
    h.config.bounds = &bounds;
    ASSERT_TRUE(h.parseKernel(
        "%p: tile<ptr<f32>>",
        "%i = constant <i32: 1> : tile<i32>\n"
        "%x = constant <f32: 0.1> : tile<f32>\n"
        "%q = offset %p, %i : tile<ptr<f32>>, tile<i32> -> tile<ptr<f32>>\n"
        "%u, %a = atomic_rmw_tko relaxed device %q, addf, %x : "
        "tile<ptr<f32>>, tile<f32> -> tile<f32>, token\n" +
            store +
            "%y, %b = atomic_rmw_tko relaxed device %q, addf, %x token=%s : "
            "tile<ptr<f32>>, tile<f32> -> tile<f32>, token\n"))
        << h.errors;
    Argument array = h.array<float>({0, 0});
    ASSERT_TRUE(h.launch({array})) << h.errors;
    // Only the one addition to zero is left.
    EXPECT_EQ(h.read<float>(array, 2)[1], 0.1f);
    std::optional<ElementBounds> x =
        bounds.find(array.getBits() + sizeof(float), Format::F32);
    EXPECT_TRUE(!x || mayBe(Format::F32, *x, llvm::bit_cast<uint32_t>(0.1f)))
        << store;
  }
}

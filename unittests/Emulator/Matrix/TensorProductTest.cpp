//===- TensorProductTest.cpp - Products of pairs and scaled blocks --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.mma beyond dense products of one block. The places of rows, columns
// and scale factors are taken from the tables of PTX ISA and from CUTLASS 4.2
// (cute/atom/mma_traits_sm100.hpp), as formulas of this test's own.
//
//===----------------------------------------------------------------------===//

#include "TensorProductHarness.h"

using namespace tessera::ptx;
using namespace tessera::ptx::test;

/// 256 rows are 128 of each block; 128 rows are 64 of each, and the halves of
/// the columns are in lanes from 0 and from 64 on.
TEST(TensorProduct, ProductsOfPairs) {
  for (const ElementType &type : elementTypes)
    for (unsigned m : {128u, 256u})
      for (unsigned n : {32u, 96u, 256u})
        for (bool isInTensorMemory : {false, true}) {
          WorkCase test;
          test.type = &type;
          if (std::string(type.kind).find("mx") == 0)
            continue;
          test.m = m;
          test.n = n;
          test.blocks = 2;
          test.isAInTensorMemory = isInTensorMemory;
          test.accumulates = n != 96;
          expectRight(test, m + n);
        }
}

TEST(TensorProduct, ScaledProducts) {
  struct Size {
    const char *kind, *name;
    unsigned block;
    bool hasFloats;
    unsigned step; ///< of the first byte of factors
  };
  const Size sizes[] = {{"mxf8f6f4", "", 32, false, 1},
                        {"mxf8f6f4", ".scale_vec::1X", 32, false, 1},
                        {"mxf8f6f4", ".block32", 32, false, 1},
                        {"mxf4", "", 32, false, 2},
                        {"mxf4", ".scale_vec::2X", 32, false, 2},
                        {"mxf4", ".block32", 32, false, 2},
                        {"mxf4nvf4", ".scale_vec::2X", 32, false, 2},
                        {"mxf4nvf4", ".block32", 32, false, 2},
                        {"mxf4nvf4", ".scale_vec::4X", 16, false, 4},
                        {"mxf4nvf4", ".block16", 16, false, 4},
                        {"mxf4nvf4", ".block16", 16, true, 4}};
  unsigned number = 0;
  for (const ElementType &type : elementTypes)
    for (const Size &size : sizes)
      for (unsigned blocks : {1u, 2u}) {
        if (std::string(type.kind) != size.kind)
          continue;
        ++number;
        WorkCase test;
        test.type = &type;
        test.blocks = blocks;
        test.m = blocks == 2 && number % 3 ? 256 : 128;
        test.n = 16 * (1 + number * 5 % 16);
        // Factors of each half begin at a column.
        if (test.isTwoByTwo())
          test.n = 128;
        test.isAInTensorMemory = number / 2 % 2;
        test.accumulates = number % 4;
        test.block = size.block;
        test.hasFloatScales = size.hasFloats;
        test.aByte = number * size.step % 4;
        test.bByte = (number / 2 + 1) * size.step % 4;
        test.sizeName = size.name;
        expectRight(test, number);
      }
}

TEST(TensorProduct, StationaryProducts) {
  for (const ElementType &type : elementTypes)
    for (unsigned m : {32u, 64u, 128u})
      for (unsigned n : {64u, 128u, 256u}) {
        if (std::string(type.kind).find("mx") == 0)
          continue;
        WorkCase test;
        test.type = &type;
        test.isStationary = true;
        test.m = m;
        test.n = n;
        test.isAInTensorMemory = m == 128 && n == 64;
        expectRight(test, m + n);
      }
}

TEST(TensorProduct, SparseProducts) {
  unsigned number = 0;
  for (const ElementType &type : elementTypes)
    for (unsigned blocks : {1u, 2u})
      for (bool isInTensorMemory : {false, true}) {
        ++number;
        WorkCase test;
        test.type = &type;
        test.isSparse = true;
        test.blocks = blocks;
        test.m = 128 * blocks;
        test.n = 32 * (1 + number % 3);
        test.isAInTensorMemory = isInTensorMemory;
        if (type.bits >= 16)
          test.selector = number % 2;
        if (std::string(type.kind).find("mx") == 0) {
          test.block = type.kind == std::string("mxf4nvf4") ? 16 : 32;
          test.sizeName = test.block == 16 ? ".block16" : ".block32";
        }
        expectRight(test, number);
      }
}

/// With half of the rows in a block, and with .ws.
TEST(TensorProduct, SparseProductsOfOtherLayouts) {
  unsigned number = 0;
  for (const ElementType &type : elementTypes)
    for (unsigned form = 0; form != 5; ++form) {
      if (std::string(type.kind).find("mx") == 0)
        continue;
      ++number;
      WorkCase test;
      test.type = &type;
      test.isSparse = true;
      test.isStationary = form == 4;
      test.blocks = 1 + (form / 2 == 1);
      test.m = test.isStationary ? 128 : 64 * test.blocks;
      test.n = test.isStationary ? 64 : 32 * (1 + number % 3);
      test.isAInTensorMemory = form % 2;
      if (type.bits >= 16)
        test.selector = number % 2;
      expectRight(test, number);
    }
}

/// Masks whose first columns are those in the ISA's examples, the last column
/// first.
TEST(TensorProduct, ZeroColumns) {
  struct Example {
    unsigned m;
    uint64_t mask; ///< start counts, first spans, 1, skip and use span, shift
    std::vector<std::string> parts; ///< the least columns, the last one first
    unsigned shift;
  };
  constexpr uint64_t on =
      uint64_t(1) << 39 | uint64_t(2) << 40 | uint64_t(3) << 48;
  const Example examples[] = {
      {128, uint64_t(4) << 40 | uint64_t(3) << 48, {"0"}, 0},
      {128, on, {"11100001110000"}, 0},
      {64,
       on | uint64_t(1) << 32,
       {"11100001110000111", "00001110000111"
                             "0000"},
       0},
      {32,
       on | uint64_t(3) << 32 | uint64_t(2) << 56 | 0x01020100,
       {"00001110000111", "0000111000011", "111000011100", "1110000111000"},
       2},
      {64, uint64_t(32) << 56, {"0", "0"}, 32}};
  unsigned number = 0;
  for (const Example &example : examples)
    for (unsigned n : {64u, 128u, 256u}) {
      const ElementType *types[] = {&elementTypes[0], &elementTypes[1],
                                    &elementTypes[2], &elementTypes[3]};
      WorkCase test;
      test.type = types[++number % 4];
      test.isStationary = true;
      test.m = example.m;
      test.n = n;
      test.zeroMask = example.mask;
      test.shift = example.shift;
      for (std::string part : example.parts) {
        std::reverse(part.begin(), part.end());
        // The pattern of seven columns is continued.
        while (part.size() < n / example.parts.size())
          part += part.size() < 7 ? part.back() : part[part.size() - 7];
        test.zeros += part.substr(0, n / example.parts.size());
      }
      expectRight(test, number);
    }
  WorkCase wrong;
  wrong.type = &elementTypes[0];
  wrong.isStationary = true;
  wrong.n = 64;
  wrong.zeros = std::string(64, '0');
  wrong.zeroMask = uint64_t(1) << 56;
  EXPECT_NE(WorkRun(wrong, 1).run().find("shifts columns farther"),
            std::string::npos);
  wrong.zeroMask = uint64_t(1) << 36;
  EXPECT_NE(WorkRun(wrong, 1).run().find("has reserved bits"),
            std::string::npos);
}

TEST(TensorProduct, TransposedSingles) {
  for (unsigned blocks : {1u, 2u})
    for (unsigned n : {32u, 128u}) {
      WorkCase test;
      test.type = &elementTypes[1];
      test.blocks = blocks;
      test.m = 128 * blocks;
      test.n = n * blocks;
      test.transposes = true;
      expectRight(test, n);
    }
}

TEST(TensorProduct, ShiftedRows) {
  for (const char *name : {"f16", "s8", "e4m3"})
    for (const ElementType &type : elementTypes)
      if (type.name == std::string(name)) {
        WorkCase test;
        test.type = &type;
        test.isAInTensorMemory = test.shiftsA = true;
        expectRight(test, 5);
      }
}

TEST(TensorProduct, PairsAtAnyMoment) {
  for (AsyncPolicy policy :
       {AsyncPolicy::Eager, AsyncPolicy::Lazy, AsyncPolicy::Random})
    for (uint64_t seed = 0; seed != 8; ++seed) {
      WorkCase test;
      test.type = &elementTypes[seed % 2 ? 0 : 9];
      test.blocks = 2;
      test.m = 256;
      test.n = 64;
      if (seed % 2 == 0) {
        test.block = 16;
        test.sizeName = ".block16";
      }
      expectRight(test, seed, [&](LaunchConfig &config) {
        config.async = policy;
        config.seed = seed;
        config.warps = seed % 2 ? OrderPolicy::Random : OrderPolicy::Fair;
      });
    }
}

TEST(TensorProduct, WhatIsWrong) {
  WorkCase test;
  test.type = &elementTypes[4];
  test.block = 32;
  WorkRun differing(test, 1);
  differing.images[0].byteAt(40, aScaleColumn, 0) ^= 1;
  EXPECT_NE(differing.run().find("the scale factors of row 8 are not the same "
                                 "in all partitions of 32 lanes"),
            std::string::npos);
  WorkCase sparse;
  sparse.type = &elementTypes[2];
  sparse.isSparse = true;
  WorkRun unclear(sparse, 1);
  unclear.images[0].at(7, metadataColumn) &= ~0xF0u;
  EXPECT_NE(unclear.run().find("the metadata of row 7 of A, chunk 1, are 0"),
            std::string::npos);
  test.bByte = 1;
  test.type = &elementTypes[8];
  EXPECT_NE(WorkRun(test, 1).run().find("selects bytes of scale factors"),
            std::string::npos);
  auto errorOf = [](const std::string &work, unsigned blocks = 1) {
    std::vector<BlockImage> images(blocks);
    return runWork(work, images);
  };
  auto expectPart = [](const std::string &error, const char *part) {
    EXPECT_NE(error.find(part), std::string::npos) << error;
  };
  const std::string descriptor = descriptorText("%da", descriptorOf(0, 256));
  expectPart(errorOf(descriptor + "  tcgen05.cp.cta_group::2.128x128b [%tm], "
                                  "%da;\n"),
             "must have one .cta_group, but others had .cta_group::1");
  expectPart(errorOf(descriptor + "  add.u32 %r9, %tm, 0x10000;\n  tcgen05.cp."
                                  "cta_group::1.128x128b [%r9], %da;\n"),
             "begin at lane 0 of tensor memory, not at lane 1");
  expectPart(errorOf("  add.u32 %r9, %tm, 0x10000;\n  tcgen05.shift."
                     "cta_group::1.down [%r9];\n"),
             "begins at a multiple of 32 lanes");
  expectPart(
      errorOf(descriptorText("%da", descriptorOf(0, 256) | uint64_t(1) << 61) +
              "  tcgen05.cp.cta_group::1.128x128b [%tm], %da;\n"),
      "has a swizzle that the matrix cannot have");
}

//===----------------------------------------------------------------------===//
// Counters
//===----------------------------------------------------------------------===//

/// By hand: products of 128 x 64 x 32 and of pairs of 256 x 64 x 64.
TEST(TensorProduct, Counters) {
  auto countOf = [](const WorkCase &test) {
    CounterValues values;
    WorkRun run(test, 1);
    EXPECT_EQ(run.run({}, &values), "");
    return values;
  };
  WorkCase one;
  one.type = &elementTypes[2];
  one.n = 64;
  CounterValues values = countOf(one);
  EXPECT_EQ(values[Counter::TensorF8F6F4], 2u * 128 * 64 * 32);
  EXPECT_EQ(values[Counter::MatrixFlops], 2u * 128 * 64 * 32);
  EXPECT_EQ(values[Counter::TensorColumns], 512u);
  // 128 rows of A and 64 of B have two cells each; eight are contiguous.
  EXPECT_EQ(values[Counter::DescriptorBytes], (128u + 64) * 32);
  EXPECT_EQ(values[Counter::DescriptorWavefronts], (16u + 8) * 2);
  EXPECT_EQ(values[Counter::DescriptorIdeal], (16u + 8) * 2);

  WorkCase integers = one;
  integers.type = &elementTypes[3];
  values = countOf(integers);
  EXPECT_EQ(values[Counter::TensorI8], 2u * 128 * 64 * 32);
  EXPECT_EQ(values[Counter::MatrixIops], 2u * 128 * 64 * 32);
  EXPECT_EQ(values[Counter::MatrixFlops], 0u);

  WorkCase pair;
  pair.type = &elementTypes[9];
  pair.blocks = 2;
  pair.m = 256;
  pair.n = 64;
  pair.block = 16;
  pair.sizeName = ".block16";
  values = countOf(pair);
  EXPECT_EQ(values[Counter::TensorMxF4NvF4], 2u * 256 * 64 * 64);
  EXPECT_EQ(values[Counter::TensorColumns], 1024u);
  // In each block, 128 rows of A and 32 of B, of 32 bytes each.
  EXPECT_EQ(values[Counter::DescriptorBytes], 2u * (128 + 32) * 32);
  pair.isSparse = true;
  pair.isAInTensorMemory = true;
  values = countOf(pair);
  EXPECT_EQ(values[Counter::TensorMxF4NvF4], 2u * 256 * 64 * 128);
  EXPECT_EQ(values[Counter::DescriptorBytes], 2u * 32 * 64);
}

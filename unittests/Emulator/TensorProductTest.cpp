//===- TensorProductTest.cpp - Products of pairs and scaled blocks --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tcgen05.mma beyond dense products of one block. Where rows, columns and scale
// factors lie is taken from the tables of PTX ISA and from CUTLASS 4.2
// (cute/atom/mma_traits_sm100.hpp), as formulas of this test's own.
//
//===----------------------------------------------------------------------===//

#include "TensorWorkHarness.h"
#include <cmath>
#include <map>
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

struct ElementType {
  const char *name;
  const char *kind;
  uint32_t code;        ///< in instruction descriptors
  unsigned bits;        ///< of an element
  unsigned sharedBits;  ///< of an element where it is not packed
  unsigned k;           ///< of a product
  unsigned shiftInWord; ///< of an element in its byte of tensor memory
  int exponentBits, fractionBits;
};
const ElementType elementTypes[] = {{"f16", "f16", 0, 16, 16, 16, 0, 5, 10},
                                    {"tf32", "tf32", 2, 32, 32, 8, 0, 8, 10},
                                    {"e4m3", "f8f6f4", 0, 8, 8, 32, 0, 4, 3},
                                    {"s8", "i8", 1, 8, 8, 32, 0, 0, 0},
                                    {"e5m2", "mxf8f6f4", 1, 8, 8, 32, 0, 5, 2},
                                    {"e2m3", "mxf8f6f4", 3, 6, 8, 32, 0, 2, 3},
                                    {"e3m2", "mxf8f6f4", 4, 6, 8, 32, 0, 3, 2},
                                    {"e2m1", "mxf8f6f4", 5, 4, 8, 32, 2, 2, 1},
                                    {"e2m1", "mxf4", 1, 4, 4, 64, 0, 2, 1},
                                    {"e2m1", "mxf4nvf4", 1, 4, 4, 64, 0, 2, 1}};

struct WorkCase {
  const ElementType *type = nullptr;
  unsigned m = 128, n = 16, blocks = 1;
  bool isStationary = false, isAInTensorMemory = false, shiftsA = false;
  bool accumulates = true;
  bool isSparse = false;
  unsigned selector = 0;   ///< of metadata
  bool transposes = false; ///< both, with the swizzle of 32-byte atoms
  unsigned block = 0;      ///< elements that share a scale factor
  bool hasFloatScales = false;
  unsigned aByte = 0, bByte = 0; ///< of scale factors
  std::string sizeName = "";
  uint64_t zeroMask = 0;  ///< of columns
  std::string zeros = ""; ///< the columns that it names: '1'
  unsigned shift = 0;     ///< of B's columns

  unsigned rows() const { return m / blocks; }
  unsigned k() const { return type->k * (isSparse ? 2 : 1); }
  unsigned factors() const { return block ? type->k / block : 0; }
  bool isTwoByTwo() const {
    return m == 64 * blocks && (isStationary || (blocks == 2 && !isSparse));
  }
  /// Whether rows have 16 of each 32 lanes.
  bool hasHalfOfLanes() const { return rows() == 64 && !isTwoByTwo(); }
  unsigned laneOfRow(unsigned row) const {
    return hasHalfOfLanes() ? row / 16 * 32 + row % 16 : row;
  }
  uint32_t descriptor() const;
  /// Lane and column of an element of the part of D that a block has.
  Place placeOfD(unsigned row, unsigned column) const;
};

uint32_t WorkCase::descriptor() const {
  uint32_t bits = type->code << 7 | type->code << 10 | n / 8 << 17 |
                  uint32_t(isSparse) << 2 | selector | (shift ? 3u << 30 : 0);
  if (block)
    return bits | bByte << 4 | aByte << 29 | (m / 128) << 27 |
           uint32_t(!hasFloatScales) << 23;
  bool isInteger = std::string(type->name) == "s8";
  return bits | (isInteger ? 2u : 1u) << 4 | uint32_t(transposes) << 15 |
         uint32_t(transposes) << 16 | m / 16 << 24;
}

Place WorkCase::placeOfD(unsigned row, unsigned column) const {
  if (m == 32)
    return {row + column / (n / 4) * 32, column % (n / 4)};
  if (isTwoByTwo())
    return {row + column / (n / 2) * 64, column % (n / 2)};
  return {laneOfRow(row), column};
}

constexpr unsigned aAt = 0, bAt = 32768, stride = 512;
constexpr unsigned dColumn = 0, aColumn = 256, aScaleColumn = 300,
                   bScaleColumn = 320, metadataColumn = 340;

/// Writes `bits` bits at a bit of a row.
void putBits(const std::function<uint8_t &(unsigned byte)> &byteAt,
             unsigned first, unsigned bits, uint32_t value) {
  for (unsigned b = 0; b != bits; ++b) {
    uint8_t &byte = byteAt((first + b) / 8);
    unsigned at = (first + b) % 8;
    byte = static_cast<uint8_t>((byte & ~(1u << at)) | (value >> b & 1) << at);
  }
}

class WorkRun {
public:
  WorkRun(const WorkCase &test, uint64_t seed)
      : images(test.blocks), test(test), random(seed), a(test.m, test.k()),
        b(test.k(), test.n), c(test.m, test.n) {
    scramble(images, seed);
    fill();
  }

  /// Counts too, where somebody wants to know.
  std::string run(const std::function<void(LaunchConfig &)> &configure = {},
                  CounterValues *counters = nullptr);
  void expectRight(const std::function<void(LaunchConfig &)> &configure);

  std::vector<BlockImage> images;

private:
  void fill();
  uint32_t bitsOf(double value) const {
    const ElementType &type = *test.type;
    if (!type.exponentBits)
      return static_cast<uint32_t>(static_cast<int>(value)) & 0xFF;
    return type.bits >= 16
               ? static_cast<uint32_t>(encode(type.name, value))
               : encodeSmall(type.exponentBits, type.fractionBits, value);
  }
  void putShared(BlockImage &image, unsigned start, unsigned row, unsigned i,
                 double value);
  void putTensor(BlockImage &image, unsigned row, unsigned i, double value);
  void putScales(bool isOfA);
  void makeSparse(unsigned row, std::vector<double> &stored);

  const WorkCase test;
  std::mt19937_64 random;
  NumberMatrix a, b, c;
  std::map<std::pair<unsigned, unsigned>, double> aScales, bScales;
};

/// Of K-major matrices rows of 32 bytes, those of less than 8 bits packed at
/// the start of 16 bytes where they have bytes of their own in products; of
/// transposed tf32, lines along m or n in the swizzle of 32-byte atoms.
void WorkRun::putShared(BlockImage &image, unsigned start, unsigned row,
                        unsigned i, double value) {
  const ElementType &type = *test.type;
  if (test.transposes) {
    // ((T,8,m),(4,k)):((1,T,LBO),(8T,SBO)), Swizzle<2,5,2>
    unsigned place =
        start + row / 32 * 1024 + row % 32 * 4 + i % 4 * 128 + i / 4 * 512;
    place ^= (place >> 7 & 3) << 5;
    putBits(
        [&](unsigned byte) -> uint8_t & { return image.shared[place + byte]; },
        0, 32, bitsOf(value));
    return;
  }
  unsigned inCell = 128 / type.sharedBits, cell = i / inCell;
  putBits(
      [&](unsigned byte) -> uint8_t & {
        return image.shared[placeOf(start, stride, row, 16 * cell + byte)];
      },
      i % inCell * type.bits, type.bits, bitsOf(value));
}

void WorkRun::putTensor(BlockImage &image, unsigned row, unsigned i,
                        double value) {
  const ElementType &type = *test.type;
  unsigned lane = test.laneOfRow(row);
  putBits(
      [&](unsigned byte) -> uint8_t & {
        return image.byteAt(lane, aColumn + byte / 4, byte % 4);
      },
      i *type.sharedBits + type.shiftInWord, type.bits, bitsOf(value));
}

/// Factors of line l in lanes l % 32 of all partitions, from byte `id` of
/// column l / 32 on; of a B in two halves, each in the partitions of its half.
void WorkRun::putScales(bool isOfA) {
  unsigned lines = isOfA ? test.m : test.n;
  auto &scales = isOfA ? aScales : bScales;
  bool isHalved = !isOfA && test.isTwoByTwo();
  unsigned each = isOfA ? test.rows() : isHalved ? test.n / 2 : test.n;
  for (unsigned line = 0; line != lines; ++line)
    for (unsigned f = 0; f != test.factors(); ++f) {
      double scale = std::ldexp(1, static_cast<int>(random() % 3) - 1);
      if (test.hasFloatScales)
        scale = 1 + static_cast<double>(random() % 3) / 2;
      scales[{line, f}] = scale;
      uint32_t bits =
          test.hasFloatScales
              ? encodeSmall(4, 3, scale)
              : static_cast<uint32_t>(127 + std::lround(std::log2(scale)));
      for (unsigned block = 0; block != test.blocks; ++block)
        for (unsigned partition = 0; partition != 4; ++partition)
          if ((!isOfA || line / each == block) &&
              (!isHalved || partition / 2 == line / each))
            images[block].byteAt(line % each % 32 + 32 * partition,
                                 (isOfA ? aScaleColumn : bScaleColumn) +
                                     line % each / 32,
                                 (isOfA ? test.aByte : test.bByte) + f) =
                static_cast<uint8_t>(bits);
    }
}

/// Has some elements of a row stay, and writes the metadata: in CUTLASS's
/// tmem_e_frg, bit `i` of a row of f16 is at ((16, 2)):((128, 8)) and the row
/// at
/// ((8, 2, 8)):((1, 2048, 16)) of lanes that are 1 apart and bits that are 128
/// apart; of tf32 in units of two bits, and of less than 16 bits row by row.
void WorkRun::makeSparse(unsigned row, std::vector<double> &stored) {
  const ElementType &type = *test.type;
  bool isSingle = type.bits == 32, isHalf = type.bits == 16;
  unsigned width = type.sharedBits == 4 ? 2 : 1, chunk = isSingle ? 2 : 4;
  const std::pair<unsigned, unsigned> pairs[] = {{0, 1}, {0, 2}, {0, 3}, {1, 2},
                                                 {1, 3}, {2, 1}, {2, 3}};
  for (unsigned c = 0; c != test.k() / chunk / width; ++c) {
    auto [low, high] = pairs[random() % std::size(pairs)];
    uint32_t bits = low | high << 2;
    if (isSingle) {
      low = high = static_cast<unsigned>(random() % 2);
      bits = low ? 0b1110 : 0b0100;
    }
    for (unsigned i = 0; i != chunk * width; ++i)
      if (i / width != low && i / width != high)
        a.at({row, c * chunk * width + i}) = 0;
    for (unsigned place : {low, high})
      for (unsigned i = 0; i != width && (!isSingle || stored.size() == c); ++i)
        stored.push_back(a.at({row, (c * chunk + place) * width + i}));
    unsigned in = row % test.rows();
    for (unsigned b = 0; b != 4; ++b) {
      unsigned lane = in, bit = 4 * c + b;
      if (isSingle || isHalf) {
        unsigned unit = isSingle ? 2 : 1, half = 16 / unit;
        unsigned at = in % 8 + in / 8 % 2 * 128 * half + in / 16 * 16;
        unsigned k = (4 * c + b) / unit; // of 16 or 8 in a half
        at += k % half * 128 + k / half * 8;
        lane = at % 128;
        bit = at / 128 * unit + b % unit;
      }
      BlockImage &image = images[row / test.rows()];
      uint8_t &byte =
          image.byteAt(test.laneOfRow(lane),
                       metadataColumn + test.selector + bit / 32, bit % 32 / 8);
      byte = static_cast<uint8_t>((byte & ~(1u << bit % 8)) | (bits >> b & 1)
                                                                  << bit % 8);
    }
  }
}

void WorkRun::fill() {
  auto number = [&] { return static_cast<double>(int(random() % 7) - 3); };
  for (NumberMatrix *matrix : {&a, &b, &c})
    for (double &value : matrix->values)
      value = number();
  bool isInteger = !test.type->exponentBits;
  for (unsigned row = 0; row != test.m; ++row) {
    BlockImage &image = images[row / test.rows()];
    unsigned in = row % test.rows();
    std::vector<double> stored;
    if (test.isSparse)
      makeSparse(row, stored);
    for (unsigned i = 0; i != test.type->k; ++i) {
      double value = test.isSparse ? stored.at(i) : a.at({row, i});
      if (test.isAInTensorMemory)
        putTensor(image, in, i, value);
      else
        putShared(image, aAt, in, i, value);
    }
    for (unsigned column = 0; column != test.n; ++column) {
      auto [lane, at] = test.placeOfD(in, column);
      image.at(lane, dColumn + at) = static_cast<uint32_t>(
          encode(isInteger ? "s32" : "f32", c.at({row, column})));
    }
  }
  unsigned columnsOfBlock = test.n / test.blocks;
  for (unsigned column = 0; column != test.n; ++column)
    for (unsigned i = 0; i != test.k(); ++i)
      putShared(images[column / columnsOfBlock], bAt,
                column % columnsOfBlock + test.shift, i, b.at({i, column}));
  if (test.block) {
    putScales(true);
    putScales(false);
  }
}

std::string WorkRun::run(const std::function<void(LaunchConfig &)> &configure,
                         CounterValues *counters) {
  uint64_t mode = test.transposes
                      ? uint64_t(1) << 61 | 1024 >> 4 << 16 |
                            uint64_t(512 >> 4) << 32 | uint64_t(1) << 46
                      : 0;
  std::string work =
      descriptorText("%da",
                     mode ? mode | aAt >> 4 : descriptorOf(aAt, stride)) +
      descriptorText("%db",
                     mode ? mode | bAt >> 4 : descriptorOf(bAt, stride)) +
      "  add.u32 %r9, %tm, " + std::to_string(aColumn) +
      "; add.u32 %r10, %tm, " + std::to_string(aScaleColumn) +
      "; add.u32 %r11, %tm, " + std::to_string(bScaleColumn) +
      "; add.u32 %r12, %tm, " + std::to_string(metadataColumn) +
      ";\n  tcgen05.mma" + (test.isStationary ? ".ws" : "") +
      (test.isSparse ? ".sp" : "") +
      ".cta_group::" + std::to_string(test.blocks) +
      ".kind::" + test.type->kind +
      (test.block ? ".block_scale" + test.sizeName : "") +
      (test.shiftsA ? ".ashift" : "") + " [%tm], " +
      (test.isAInTensorMemory ? "[%r9]" : "%da") + ", %db, " +
      (test.isSparse ? "[%r12], " : "") + std::to_string(test.descriptor()) +
      (test.block ? ", [%r10], [%r11]" : "") +
      (test.accumulates ? ", 1" : ", 0") +
      (test.zeros.empty() ? "" : ", " + std::to_string(test.zeroMask)) + ";\n";
  std::string error = runWork(work, images, "sm_100a", configure, counters);
  if (!error.empty())
    error += work;
  return error;
}

void WorkRun::expectRight(
    const std::function<void(LaunchConfig &)> &configure) {
  std::vector<BlockImage> expected = images;
  for (unsigned row = 0; row != test.m; ++row) {
    unsigned in = row % test.rows();
    unsigned from = test.shiftsA && in + 1 != test.rows() ? row + 1 : row;
    for (unsigned column = 0; column != test.n; ++column) {
      double sum = test.accumulates ? c.at({row, column}) : 0;
      unsigned block = test.block * (test.isSparse ? 2 : 1);
      for (unsigned i = 0; i != test.k(); ++i) {
        double product = a.at({from, i}) * b.at({i, column});
        if (!test.zeros.empty() && test.zeros[column] == '1')
          product = 0;
        if (test.block)
          product *= aScales[{row, i / block}] * bScales[{column, i / block}];
        sum += product;
      }
      auto [lane, at] = test.placeOfD(in, column);
      expected[row / test.rows()].at(lane, dColumn + at) =
          static_cast<uint32_t>(
              encode(test.type->exponentBits ? "f32" : "s32", sum));
    }
  }
  ASSERT_EQ(run(configure), "");
  expectEqual(images, expected,
              std::string(test.type->kind) + " " + test.type->name + " m " +
                  std::to_string(test.m) + " n " + std::to_string(test.n));
}

void expectRight(const WorkCase &test, uint64_t seed,
                 const std::function<void(LaunchConfig &)> &configure = {}) {
  WorkRun(test, seed).expectRight(configure);
}

} // namespace

/// 256 rows are 128 of each block; 128 rows are 64 of each, and the halves of
/// the columns lie in lanes from 0 and from 64 on.
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
        // Factors of halves begin at a column each.
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

/// Half of the rows in a block, and with .ws.
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

/// Masks whose first columns are those that the ISA's examples show, the last
/// column first.
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
        // The pattern of seven columns goes on.
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
  // 128 rows of A and 64 of B have two cells each; eight lie side by side.
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
  // In each block, 128 rows of A and 32 of B of 32 bytes.
  EXPECT_EQ(values[Counter::DescriptorBytes], 2u * (128 + 32) * 32);
  pair.isSparse = true;
  pair.isAInTensorMemory = true;
  values = countOf(pair);
  EXPECT_EQ(values[Counter::TensorMxF4NvF4], 2u * 256 * 64 * 128);
  EXPECT_EQ(values[Counter::DescriptorBytes], 2u * 32 * 64);
}

//===- TensorProductHarness.cpp - Runs products in tests ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorProductHarness.h"
#include <cmath>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

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

/// Writes `bits` bits of `value` at bit `first` of a row.
static void putBits(const std::function<uint8_t &(unsigned byte)> &byteAt,
                    unsigned first, unsigned bits, uint32_t value) {
  for (unsigned b = 0; b != bits; ++b) {
    uint8_t &byte = byteAt((first + b) / 8);
    unsigned at = (first + b) % 8;
    byte = static_cast<uint8_t>((byte & ~(1u << at)) | (value >> b & 1) << at);
  }
}

/// In K-major matrices, rows of 32 bytes; elements of less than 8 bits are
/// packed at the start of 16 bytes if products give them a byte each. In
/// transposed tf32, lines along m or n with the swizzle of 32-byte atoms.
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

/// Factors of line l go to lanes l % 32 of all partitions, from byte `id` of
/// column l / 32 on; in a B in two halves, only to the partitions of its half.
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

/// Chooses the stored elements of a row, and writes the metadata. In CUTLASS's
/// tmem_e_frg, bit `i` of a row of f16 is at ((16, 2)):((128, 8)) and the row
/// at ((8, 2, 8)):((1, 2048, 16)), where lanes are 1 apart and bits 128; tf32
/// has units of two bits, and less than 16 bits go row by row.
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
      "; add.u32 %r10, %tm, " +
      std::to_string(aScaleColumn | test.aByte << 30) +
      "; add.u32 %r11, %tm, " +
      std::to_string(bScaleColumn | test.bByte << 30) +
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

void tessera::ptx::test::expectRight(
    const WorkCase &test, uint64_t seed,
    const std::function<void(LaunchConfig &)> &configure) {
  WorkRun(test, seed).expectRight(configure);
}

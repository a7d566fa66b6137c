//===- TensorProductHarness.h - Runs products in tests ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One product of tcgen05.mma on random numbers, with operands in shared and
// tensor memory as in the PTX ISA, and its expected result.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_MATRIX_TENSORPRODUCTHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_MATRIX_TENSORPRODUCTHARNESS_H

#include "TensorWorkHarness.h"
#include <map>
#include <random>

namespace tessera::ptx::test {

struct ElementType {
  const char *name;
  const char *kind;
  uint32_t code;        ///< in instruction descriptors
  unsigned bits;        ///< of an element
  unsigned sharedBits;  ///< of an unpacked element
  unsigned k;           ///< of a product
  unsigned shiftInWord; ///< of an element in its byte of tensor memory
  int exponentBits, fractionBits;
};
inline const ElementType elementTypes[] = {
    {"f16", "f16", 0, 16, 16, 16, 0, 5, 10},
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
  /// True if rows use 16 of each 32 lanes.
  bool hasHalfOfLanes() const { return rows() == 64 && !isTwoByTwo(); }
  unsigned laneOfRow(unsigned row) const {
    return hasHalfOfLanes() ? row / 16 * 32 + row % 16 : row;
  }
  uint32_t descriptor() const;
  /// Lane and column of an element of a block's part of D.
  Place placeOfD(unsigned row, unsigned column) const;
};

/// The places of operands.
constexpr unsigned aAt = 0, bAt = 32768, stride = 512;
constexpr unsigned dColumn = 0, aColumn = 256, aScaleColumn = 300,
                   bScaleColumn = 320, metadataColumn = 340;

/// The memory of a case, and its expected contents afterwards.
class WorkRun {
public:
  WorkRun(const WorkCase &test, uint64_t seed)
      : images(test.blocks), test(test), random(seed), a(test.m, test.k()),
        b(test.k(), test.n), c(test.m, test.n) {
    scramble(images, seed);
    fill();
  }

  /// Counts too, if `counters` is not null.
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

void expectRight(const WorkCase &test, uint64_t seed,
                 const std::function<void(LaunchConfig &)> &configure = {});

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_MATRIX_TENSORPRODUCTHARNESS_H

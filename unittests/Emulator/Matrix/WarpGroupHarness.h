//===- WarpGroupHarness.h - Runs one product of a warp group in tests -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layouts as data, in the notation of CuTe: a list of sizes and strides for
// each coordinate. Layouts in shared memory are the table of PTX ISA, section
// "Canonical Layouts"; those of fragments and metadata are the ISA's figures as
// CUTLASS 4.2 writes them (cute/atom/mma_traits_sm90_gmma.hpp, ALayout_64x16
// and its like, and mma_traits_sm90_gmma_sparse.hpp, ELayout_64x32 and its
// like). Nothing here is shared with the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_MATRIX_WARPGROUPHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_MATRIX_WARPGROUPHARNESS_H

#include "MatrixHarness.h"

namespace tessera::ptx::test {

/// Sizes and strides of one coordinate, the fastest first.
using Modes = std::vector<std::pair<unsigned, unsigned>>;
inline unsigned offsetOf(const Modes &modes, unsigned index) {
  unsigned offset = 0;
  for (auto [size, stride] : modes) {
    offset += index % size * stride;
    index /= size;
  }
  return offset;
}

/// One instruction and the layouts of its matrices.
struct GroupCase {
  std::string d = "f32", a = "f16", b = "f16";
  unsigned n = 8;
  bool isSparse = false, isAInRegisters = false;
  unsigned swizzleA = 0, swizzleB = 0; ///< bytes: 0, 32, 64, 128
  bool isAOuterMajor = false, isBOuterMajor = false;
  bool negatesA = false, negatesB = false;
  unsigned selector = 0;
  bool accumulates = true;
  bool saturates = false;

  bool isBits() const { return a == "b1"; }
  bool isInteger() const { return d == "s32"; }
  unsigned bits() const { return isBits() ? 1 : bitsOf(a); }
  unsigned k() const { return (isSparse ? 512 : 256) / bits(); }
  std::string mnemonic() const;
  std::string operands() const;
  std::string describe() const;
};

/// A matrix's image in shared memory, and its descriptor.
struct SharedImage {
  /// `element(i, k)` gives the bits at outer place i; k counts elements, or
  /// words of single bits.
  SharedImage(unsigned outer, unsigned k, unsigned bits, bool isOuterMajor,
              unsigned swizzle, unsigned start,
              const std::function<uint32_t(unsigned, unsigned)> &element);

  uint64_t descriptor;
  std::vector<std::pair<unsigned, uint8_t>> bytes; ///< by address
};

/// Numbers for a case: a dense A (half of it zeros if it is sparse), B and C.
struct GroupNumbers {
  GroupNumbers(const GroupCase &test, uint64_t seed);
  NumberMatrix a, b, c;
  /// For a sparse A, by row: the columns that are stored.
  std::vector<std::vector<unsigned>> stored;
};

/// Runs the instruction and returns D; may count, too.
NumberMatrix runGroup(const GroupCase &test, const GroupNumbers &numbers,
                      std::string &error,
                      const std::function<void(LaunchConfig &)> &configure = {},
                      CounterValues *counted = nullptr);

/// The expected D.
NumberMatrix expectedOf(const GroupCase &test, const GroupNumbers &numbers);

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_MATRIX_WARPGROUPHARNESS_H

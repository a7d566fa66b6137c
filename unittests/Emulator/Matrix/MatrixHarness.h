//===- MatrixHarness.h - Runs one matrix instruction in tests -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fragments of PTX ISA, sections "Matrix Fragments for mma...", written
// down section by section as in the ISA, and the elements' encodings. Nothing
// here is shared with the emulator.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_UNITTESTS_EMULATOR_MATRIX_MATRIXHARNESS_H
#define TESSERA_UNITTESTS_EMULATOR_MATRIX_MATRIXHARNESS_H

#include "../Harness.h"
#include <functional>

namespace tessera::ptx::test {

/// A row and a column.
using Place = std::pair<unsigned, unsigned>;
/// The place of element i of a lane.
using Formula = std::function<Place(unsigned lane, unsigned i)>;

/// A matrix of numbers that are exact in its element type.
struct NumberMatrix {
  NumberMatrix(unsigned rows, unsigned columns)
      : rows(rows), columns(columns), values(rows * columns) {}
  double &at(Place p) { return values[p.first * columns + p.second]; }
  double at(Place p) const { return values[p.first * columns + p.second]; }

  unsigned rows, columns;
  std::vector<double> values;
};

unsigned bitsOf(const std::string &type);
/// The bits of a number, which must be exact in the type.
uint64_t encode(const std::string &type, double value);
double decode(const std::string &type, uint64_t bits);
/// The same by another way, for floats of at most 8 bits: searches all numbers
/// that these fields can encode.
uint32_t encodeSmall(int exponentBits, int fractionBits, double value);

/// The registers of all lanes, as 32-bit words: lane after lane.
std::vector<uint32_t> makeFragment(const std::string &type,
                                   const NumberMatrix &matrix,
                                   const Formula &formula,
                                   unsigned elements = 0);
/// Adds the contents of registers to a matrix.
void readFragment(const std::string &type, const std::vector<uint32_t> &words,
                  NumberMatrix &matrix, const Formula &formula,
                  const std::function<bool(unsigned)> &takesLane);

/// mma.sync.aligned.<modifiers>; the types are those of D, A, B, C.
struct MmaText {
  std::string modifiers;
  std::string d, a, b, c;
  unsigned dWords, aWords, bWords, cWords; ///< 32-bit words of each lane
  std::string target = "sm_90a";

  /// A kernel that reads A, B, C from p1, p2, p3 and writes D to p0.
  std::string kernel() const;
};

/// Replaces the target that test::kernel names.
std::string withTarget(std::string text, const std::string &target);

/// Runs the instruction on fragments and returns D's words, lane after lane.
std::vector<uint32_t> runMma(const MmaText &mma, const std::vector<uint32_t> &a,
                             const std::vector<uint32_t> &b,
                             const std::vector<uint32_t> &c);

/// D = A * B + C of exact numbers.
NumberMatrix multiplyAdd(const NumberMatrix &a, const NumberMatrix &b,
                         const NumberMatrix &c);

} // namespace tessera::ptx::test

#endif // TESSERA_UNITTESTS_EMULATOR_MATRIX_MATRIXHARNESS_H

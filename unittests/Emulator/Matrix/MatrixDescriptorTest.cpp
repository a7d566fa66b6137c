//===- MatrixDescriptorTest.cpp - Descriptors of the compiler's layouts ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler finds the descriptor of a layout, the emulator the places of a
// descriptor, and neither knows the other.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MatrixDescriptor.h"
#include "../../../lib/Emulator/Matrix/SharedMatrix.h"
#include "tessera/Layout/TileMaps.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {

/// The descriptor that an instruction has: words across K are tcgen05's alone.
ptx::MatrixDescriptor decode(uint64_t bits, bool isOfTensorCore) {
  if (!isOfTensorCore)
    return ptx::MatrixDescriptor(bits);
  constexpr uint64_t always = uint64_t(1) << 46;
  const char *why = nullptr;
  auto named = ptx::MatrixDescriptor::ofTensorCore(bits | always, why);
  EXPECT_TRUE(named) << why;
  return *named;
}

/// Compares the places of the cells of each instruction's factor. The buffer
/// begins at `base`.
void expectSamePlaces(const LinearLayout &offsets, MatrixSide side,
                      int64_t bytes, MatrixDescriptor::Shape shape,
                      int64_t base) {
  auto descriptor = MatrixDescriptor::match(offsets, side, bytes, shape);
  ASSERT_TRUE(descriptor);
  ptx::SharedMatrix matrix;
  matrix.outer = shape.outer;
  matrix.k = shape.depth;
  matrix.bits = 8 * bytes;
  matrix.isOuterMajor = descriptor->isOuterMajor();
  Dim outerDim = dimName(side == MatrixSide::Lhs ? 0 : 1),
      depthDim = dimName(side == MatrixSide::Lhs ? 1 : 0);
  for (int64_t x = 0; x < offsets.getInDimSize(outerDim); x += shape.outer)
    for (int64_t y = 0; y < offsets.getInDimSize(depthDim); y += shape.depth) {
      uint64_t bits = descriptor->getBits() |
                      uint64_t(base + descriptor->getStart(x, y)) >> 4;
      ptx::MatrixDescriptor named =
          decode(bits, descriptor->isOuterMajor() && bytes == 4);
      ASSERT_TRUE(matrix.fits(named));
      std::vector<uint32_t> places = matrix.places(named);
      for (unsigned line = 0; line != matrix.lines(); ++line)
        for (unsigned cell = 0; cell != matrix.cells(); ++cell) {
          int64_t major = cell * (16 / bytes), minor = line;
          bool isOuter = matrix.isOuterMajor;
          int64_t offset =
              offsets
                  .apply({{outerDim, x + (isOuter ? major : minor)},
                          {depthDim, y + (isOuter ? minor : major)}})[0]
                  .second;
          ASSERT_EQ(places[line * matrix.cells() + cell], base + offset * bytes)
              << "line " << line << ", cell " << cell;
        }
    }
}

TEST(MatrixDescriptor, OfLayoutsOfTheCompiler) {
  for (int64_t bytes : {1, 2, 4})
    for (int64_t outer : {64, 128, 256})
      for (int64_t depth = 32 / bytes; depth <= 256 / bytes; depth *= 2)
        for (bool isOuterMajor : {false, true}) {
          if (isOuterMajor && bytes == 1)
            continue;
          SCOPED_TRACE(testing::Message()
                       << bytes << " bytes, " << outer << " x " << depth);
          for (int64_t base : {0, 1024, 32768}) {
            LinearLayout lhs = makeDescribedLayout(
                {outer, depth}, isOuterMajor ? 0 : 1, bytes, isOuterMajor);
            expectSamePlaces(lhs.invert(), MatrixSide::Lhs, bytes,
                             {64, 32 / bytes}, base);
            LinearLayout rhs = makeDescribedLayout(
                {depth, outer}, isOuterMajor ? 1 : 0, bytes, isOuterMajor);
            expectSamePlaces(rhs.invert(), MatrixSide::Rhs, bytes,
                             {outer, 32 / bytes}, base);
          }
        }
}

} // namespace

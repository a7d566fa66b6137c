//===- MatrixDescriptorTest.cpp - Factors that a descriptor names ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The canonical layouts stand here as PTX ISA, section "Canonical Layouts", has
// them, in the notation of CuTe: sizes and strides of each coordinate.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MatrixDescriptor.h"
#include "tessera/Layout/TileMaps.h"
#include "gtest/gtest.h"

using namespace tessera;

namespace {

using Modes = std::vector<std::pair<int64_t, int64_t>>;
int64_t getOffset(const Modes &modes, int64_t index) {
  int64_t offset = 0;
  for (auto [size, stride] : modes) {
    offset += index % size * stride;
    index /= size;
  }
  return offset;
}

/// The address of an element of the factor of one instruction, relative to a
/// buffer whose address the swizzle does not see.
int64_t getCanonicalAddress(const MatrixDescriptor &descriptor, int64_t start,
                            int64_t bytes, int64_t outer, int64_t k) {
  constexpr int64_t many = 1 << 20;
  bool swizzled = descriptor.getSwizzle() != MatrixSwizzle::None;
  int64_t t = 16 / bytes, w = getPieceBytes(descriptor.getSwizzle()) / 16;
  int64_t sbo = descriptor.getStride() / bytes,
          lbo = descriptor.getLeading() / bytes;
  Modes ofOuter, ofDepth;
  if (descriptor.isOuterMajor() && swizzled) {
    ofOuter = {{t, 1}, {w, t}, {many, lbo}};
    ofDepth = {{8, w * t}, {many, sbo}};
  } else if (descriptor.isOuterMajor()) {
    ofOuter = {{t, 1}, {many, sbo}};
    ofDepth = {{8, t}, {many, lbo}};
  } else {
    ofOuter = {{8, w * t}, {many, sbo}};
    ofDepth = {{t, 1}, {many, swizzled ? t : lbo}};
  }
  int64_t address =
      start + (getOffset(ofOuter, outer) + getOffset(ofDepth, k)) * bytes;
  // Swizzle<B, 4, 3>
  return address ^ (address >> 7 & (w - 1)) << 4;
}

/// Compares all elements of all instructions.
void expectNamed(const LinearLayout &offsets, MatrixSide side, int64_t bytes,
                 MatrixDescriptor::Shape shape) {
  std::optional<MatrixDescriptor> descriptor =
      MatrixDescriptor::match(offsets, side, bytes, shape);
  ASSERT_TRUE(descriptor);
  Dim outerDim = dimName(side == MatrixSide::Lhs ? 0 : 1),
      depthDim = dimName(side == MatrixSide::Lhs ? 1 : 0);
  auto find = [&](int64_t outer, int64_t k) {
    return offsets.apply({{outerDim, outer}, {depthDim, k}})[0].second * bytes;
  };
  for (int64_t x = 0; x < offsets.getInDimSize(outerDim); ++x)
    for (int64_t y = 0; y < offsets.getInDimSize(depthDim); ++y) {
      int64_t outer = x % shape.outer, k = y % shape.depth;
      int64_t start = descriptor->getStart(x - outer, y - k);
      ASSERT_EQ(find(x, y),
                getCanonicalAddress(*descriptor, start, bytes, outer, k))
          << "element " << x << ", " << y;
    }
}

TEST(MatrixDescriptor, NamesTheLayoutsThatAreMadeForIt) {
  for (int64_t bytes : {1, 2, 4})
    for (int64_t outer : {64, 128, 256})
      for (int64_t depth = 32 / bytes; depth <= 256 / bytes; depth *= 2)
        for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
          for (unsigned major : {0u, 1u}) {
            bool isLhs = side == MatrixSide::Lhs;
            bool isOuterMajor = major == (isLhs ? 0 : 1);
            if (isOuterMajor && bytes != 2)
              continue; // 16 bits alone may be M- or N-major.
            SCOPED_TRACE(testing::Message()
                         << bytes << " bytes, " << outer << " x " << depth
                         << ", major " << major);
            LinearLayout layout = makeDescribedLayout(
                {isLhs ? outer : depth, isLhs ? depth : outer}, major, bytes);
            for (int64_t width : {int64_t(64), outer})
              expectNamed(layout.invert(), side, bytes, {width, 32 / bytes});
          }
}

/// The matrices of a batch follow one another, each as it would lie alone.
TEST(MatrixDescriptor, NamesTheMatricesOfABatch) {
  for (unsigned major : {1u, 2u}) {
    LinearLayout alone = makeDescribedLayout({64, 32}, major - 1, 2).invert(),
                 batch = makeDescribedLayout({4, 64, 32}, major, 2).invert();
    auto one = MatrixDescriptor::match(alone, MatrixSide::Lhs, 2, {64, 16}),
         all = MatrixDescriptor::match(batch, MatrixSide::Lhs, 2, {64, 16});
    ASSERT_TRUE(one && all);
    EXPECT_EQ(all->getBits(), one->getBits());
    for (int64_t number : {0, 1, 2, 3}) {
      int64_t offset = number * 64 * 32;
      EXPECT_EQ(all->getStart(0, 16, number),
                one->getStart(0, 16) + 2 * offset);
      for (auto [row, column] : {std::pair(0, 1), {5, 17}, {63, 31}})
        EXPECT_EQ(batch
                      .apply({{dimName(0), number},
                              {dimName(1), row},
                              {dimName(2), column}})[0]
                      .second,
                  offset +
                      alone.apply({{dimName(0), row}, {dimName(1), column}})[0]
                          .second);
    }
  }
}

/// The fields that NVIDIA's tileiras 13.5 gives its descriptors, for a factor
/// of 64 columns along K and one of 128 columns.
TEST(MatrixDescriptor, HasTheFieldsOfOtherCompilers) {
  auto lhs =
      MatrixDescriptor::match(makeDescribedLayout({128, 64}, 1, 2).invert(),
                              MatrixSide::Lhs, 2, {64, 16});
  ASSERT_TRUE(lhs);
  EXPECT_EQ(lhs->getBits() >> 32, 0x40000040u);
  EXPECT_EQ(lhs->getStart(0, 16), 32);
  EXPECT_EQ(lhs->getStart(64, 0), 8192);
  EXPECT_EQ(lhs->getAlignment(), 1024);
  auto rhs =
      MatrixDescriptor::match(makeDescribedLayout({64, 128}, 1, 2).invert(),
                              MatrixSide::Rhs, 2, {128, 16});
  ASSERT_TRUE(rhs);
  EXPECT_EQ(rhs->getBits(), 0x4000004002000000u);
  EXPECT_EQ(rhs->getStart(0, 16), 2048);
}

/// The same of tcgen05, for words across K, 64 of them deep, but for the bit that all
/// its descriptors have.
TEST(MatrixDescriptor, HasTheFieldsOfOtherCompilersForWords) {
  LinearLayout layout = makeDescribedLayout({64, 128}, 1, 4, true);
  auto rhs =
      MatrixDescriptor::match(layout.invert(), MatrixSide::Rhs, 4, {128, 8});
  ASSERT_TRUE(rhs);
  EXPECT_TRUE(rhs->isOuterMajor());
  EXPECT_EQ(rhs->getBits(), 0x2000002002000000u);
  EXPECT_EQ(rhs->getStart(0, 8), 1024);
  EXPECT_EQ(rhs->getStart(32, 0), 8192);
}

TEST(MatrixDescriptor, NamesCellsWithoutASwizzle) {
  // Cells of 8 rows side by side: the core matrices of the ISA.
  auto layout = LinearLayout::parse(
      "{offset: [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0], [8, 0], "
      "[16, 0], [32, 0], [0, 8], [0, 16]]} -> [dim0: 64, dim1: 32]");
  ASSERT_TRUE(bool(layout)) << toString(layout.takeError());
  expectNamed(layout->invert(), MatrixSide::Lhs, 2, {64, 16});
}

TEST(MatrixDescriptor, RefusesOtherLayouts) {
  auto refuses = [](const LinearLayout &layout) {
    return !MatrixDescriptor::match(layout, MatrixSide::Lhs, 2, {64, 16});
  };
  EXPECT_TRUE(refuses(rowMajorMap({64, 64})));
  EXPECT_TRUE(refuses(rowMajorMap({64, 8})));
  EXPECT_TRUE(refuses(rowMajorMap({32, 64})));
  // Any two bases of an offset exchanged, or one added to another. A layout
  // that is still named must be so rightly.
  LinearLayout good = makeDescribedLayout({128, 64}, 1, 2);
  std::vector<LinearLayout::Basis> bases = good.getBases(kOffset);
  unsigned refused = 0;
  for (size_t i = 0; i < bases.size(); ++i)
    for (size_t j = 0; j < bases.size(); ++j) {
      if (i == j)
        continue;
      for (bool exchanges : {true, false}) {
        std::vector<LinearLayout::Basis> changed = bases;
        if (exchanges)
          std::swap(changed[i], changed[j]);
        else
          for (auto [to, from] : llvm::zip_equal(changed[i], bases[j]))
            to ^= from;
        LinearLayout layout = llvm::cantFail(
            LinearLayout::fromBases({{kOffset, changed}}, good.getOutDims()));
        if (refuses(layout.invert()))
          ++refused;
        else
          expectNamed(layout.invert(), MatrixSide::Lhs, 2, {64, 16});
      }
    }
  EXPECT_GT(refused, 250u);
}

} // namespace

//===- LinearLayoutTest.cpp - Tests of linear layouts by example ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/raw_ostream.h"
#include "gmock/gmock.h"

using namespace llvm;
using namespace tessera;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

const Dim dimA = Dim::get("a"), dimB = Dim::get("b"), dimC = Dim::get("c"),
          dimX = Dim::get("x"), dimY = Dim::get("y"), dimZ = Dim::get("z");

LinearLayout layoutOf(StringRef text) {
  return cantFail(LinearLayout::parse(text));
}

std::string textOf(const LinearLayout &layout) {
  std::string text;
  raw_string_ostream(text) << layout;
  return text;
}

std::string errorOf(Expected<LinearLayout> layout) {
  return layout ? "no error: " + textOf(*layout) : toString(layout.takeError());
}

/// The accumulator of mma.m16n8k16 (PTX ISA, "Matrix Fragments for
/// mma.m16n8k16"): rows groupID and groupID + 8, columns two by two.
LinearLayout mmaAccumulator() {
  return LinearLayout::identity1D(2, kRegister, dimName(1)) *
         LinearLayout::identity1D(4, kLane, dimName(1)) *
         LinearLayout::identity1D(8, kLane, dimName(0)) *
         LinearLayout::identity1D(2, kRegister, dimName(0));
}

// The numbered examples at the head of LinearLayout.h.
TEST(LinearLayout, ExamplesOfTheHeader) {
  // 1 and 2.
  LinearLayout pairs = LinearLayout::identity1D(2, kRegister, dimName(0)) *
                       LinearLayout::identity1D(4, kLane, dimName(0));
  EXPECT_EQ(textOf(pairs), "{register: [[1]], lane: [[2], [4]]} -> [dim0: 8]");
  EXPECT_EQ(pairs.apply({{kRegister, 1}, {kLane, 3}})[0].second, 7);
  EXPECT_EQ(textOf(pairs.invert()),
            "{dim0: [[1, 0], [0, 1], [0, 2]]} -> [register: 2, lane: 4]");
  EXPECT_THAT(pairs.invert().apply({{dimName(0), 6}}),
              ElementsAre(std::pair<Dim, int32_t>(kRegister, 0),
                          std::pair<Dim, int32_t>(kLane, 3)));
  // 3.
  LinearLayout warp = layoutOf(
      "{register: [[1]], lane: [[2], [4], [0], [0], [0]]} -> [dim0: 8]");
  EXPECT_EQ(warp.freeBits(kLane), 0b11100u);
  for (int64_t lane : {3, 7, 11})
    EXPECT_EQ(warp.apply({{kLane, lane}})[0].second, 6);
  // 4.
  EXPECT_EQ(textOf(layoutOf("{register: [[0, 1]], lane: [[1, 0]]} -> "
                            "[dim0: 2, dim1: 2]")
                       .compose(permuteMap({2, 2}, {1, 0}))),
            "{register: [[1, 0]], lane: [[0, 1]]} -> [dim0: 2, dim1: 2]");
  // 5.
  LinearLayout apart =
      layoutOf("{register: [[4]], lane: [[1], [2]]} -> [dim0: 8]");
  EXPECT_EQ(textOf(apart.invertAndCompose(pairs)),
            "{register: [[0, 2]], lane: [[1, 0], [0, 1]]} -> "
            "[register: 2, lane: 4]");
  EXPECT_EQ(apart.apply({{kRegister, 1}}), pairs.apply({{kLane, 2}}));
  // 6.
  LinearLayout swizzle = layoutOf(
      "{offset: [[0, 1], [0, 2], [1, 1], [2, 2]]} -> [row: 4, column: 4]");
  SmallVector<int64_t> columns;
  for (int64_t offset : {4, 5, 6, 7}) {
    EXPECT_EQ(swizzle.apply({{kOffset, offset}})[0].second, 1);
    columns.push_back(swizzle.apply({{kOffset, offset}})[1].second);
  }
  EXPECT_THAT(columns, ElementsAre(1, 0, 3, 2));
  LinearLayout offsets = swizzle.invert();
  for (int64_t column = 0; column < 4; ++column) {
    std::set<int32_t> places;
    for (int64_t row = 0; row < 4; ++row)
      places.insert(offsets.apply({{kRow, row}, {kColumn, column}})[0].second %
                    4);
    EXPECT_EQ(places.size(), 4u);
  }
}

TEST(LinearLayout, EmptyMapsZeroToZero) {
  LinearLayout empty = LinearLayout::empty();
  EXPECT_EQ(empty.getTotalInDimSize(), 1);
  EXPECT_EQ(empty.getTotalOutDimSize(), 1);
  EXPECT_EQ(empty.applyFlat(0), 0u);
  EXPECT_EQ(empty.rank(), 0u);
  EXPECT_TRUE(empty.isInvertible());
  EXPECT_EQ(empty.invert(), empty);
  EXPECT_EQ(empty.compose(empty), empty);
  EXPECT_EQ(empty.flattenIns(), empty);
  EXPECT_EQ(empty.divideLeft(empty), empty);
  EXPECT_EQ(textOf(empty), "{} -> []");
  EXPECT_EQ(layoutOf("{} -> []"), empty);
}

TEST(LinearLayout, SizeOneDimensionsKeepTheirPlace) {
  LinearLayout one = LinearLayout::identity1D(1, kLane, dimName(0));
  EXPECT_EQ(textOf(one), "{lane: []} -> [dim0: 1]");
  EXPECT_NE(one, LinearLayout::empty());
  EXPECT_TRUE(one.hasInDim(kLane));
  EXPECT_EQ(one.getInDimSize(kLane), 1);
  EXPECT_EQ(one.freeBits(kLane), 0u);
  EXPECT_TRUE(one.isInvertible());
  EXPECT_EQ(one.getNumConsecutive(kLane, dimName(0)), 1);
}

TEST(LinearLayout, IdentityAndZeros) {
  LinearLayout identity = LinearLayout::identity1D(8, kLane, dimName(0));
  EXPECT_EQ(textOf(identity), "{lane: [[1], [2], [4]]} -> [dim0: 8]");
  EXPECT_EQ(identity.getNumConsecutive(kLane, dimName(0)), 8);
  LinearLayout zeros = LinearLayout::zeros1D(4, kWarp, dimName(0), 2);
  EXPECT_EQ(textOf(zeros), "{warp: [[0], [0]]} -> [dim0: 2]");
  EXPECT_EQ(zeros.rank(), 0u);
  EXPECT_EQ(zeros.freeBits(kWarp), 3u);
  EXPECT_EQ(
      LinearLayout::zeros1D(4, kWarp, dimName(0)).getOutDimSize(dimName(0)), 1);
}

TEST(LinearLayout, ProductBuildsTheMmaAccumulator) {
  LinearLayout layout = mmaAccumulator();
  EXPECT_EQ(textOf(layout),
            "{register: [[1, 0], [0, 8]], lane: [[2, 0], [4, 0], [0, 1], "
            "[0, 2], [0, 4]]} -> [dim1: 8, dim0: 16]");
  for (int lane = 0; lane < 32; ++lane)
    for (int reg = 0; reg < 4; ++reg) {
      int row = lane / 4 + (reg >= 2 ? 8 : 0), col = lane % 4 * 2 + reg % 2;
      EXPECT_THAT(layout.apply({{kRegister, reg}, {kLane, lane}}),
                  ElementsAre(std::pair<Dim, int32_t>(dimName(1), col),
                              std::pair<Dim, int32_t>(dimName(0), row)));
    }
  EXPECT_TRUE(layout.isInvertible());
  EXPECT_EQ(layout.getNumConsecutive(kRegister, dimName(1)), 2);
  EXPECT_EQ(layout.getNumConsecutive(kRegister, dimName(0)), 1);
}

TEST(LinearLayout, BasesByName) {
  LinearLayout layout = mmaAccumulator();
  EXPECT_THAT(layout.getInDimNames(), ElementsAre(kRegister, kLane));
  EXPECT_THAT(layout.getOutDimNames(), ElementsAre(dimName(1), dimName(0)));
  EXPECT_THAT(layout.getBasis(kRegister, 1), ElementsAre(0, 8));
  EXPECT_EQ(layout.getBasis(kLane, 4, dimName(0)), 4);
  EXPECT_EQ(layout.getInDimSizeLog2(kLane), 5);
  EXPECT_EQ(layout.getTotalInDimSizeLog2(), 7);
  EXPECT_EQ(layout.getTotalOutDimSize(), 128);
}

TEST(LinearLayout, ReplicationShowsInFreeBits) {
  // A tile of 8 elements over 32 lanes and 4 warps.
  LinearLayout layout = LinearLayout::identity1D(8, kLane, dimName(0)) *
                        LinearLayout::zeros1D(4, kLane, dimName(0)) *
                        LinearLayout::zeros1D(4, kWarp, dimName(0));
  EXPECT_EQ(layout.freeBits(kLane), 0b11000u);
  EXPECT_EQ(layout.freeBits(kWarp), 0b11u);
  EXPECT_TRUE(layout.isSurjective());
  EXPECT_FALSE(layout.isInjective());
}

TEST(LinearLayout, RegistersOwnBeforeLanesWhateverTheOrder) {
  LinearLayout layout = layoutOf("{lane: [[1]], register: [[1]]} -> [x: 2]");
  EXPECT_EQ(layout.freeBits(kLane), 1u);
  EXPECT_EQ(layout.freeBits(kRegister), 0u);
  EXPECT_EQ(textOf(layout.pseudoInvert()),
            "{x: [[0, 1]]} -> [lane: 2, register: 2]");
}

TEST(LinearLayout, SwizzleIsNotConsecutive) {
  // Offset within a row of 4 is exclusive-ored with the row.
  LinearLayout layout = layoutOf(
      "{offset: [[0, 1], [0, 2], [1, 1], [2, 2]]} -> [row: 4, col: 4]");
  EXPECT_TRUE(layout.isInvertible());
  EXPECT_EQ(layout.getNumConsecutive(kOffset, Dim::get("col")), 1);
  layout = layoutOf("{offset: [[0, 1], [0, 2], [1, 2], [2, 0]]} -> "
                    "[row: 4, col: 4]");
  EXPECT_EQ(layout.getNumConsecutive(kOffset, Dim::get("col")), 2);
}

TEST(LinearLayout, ConversionWithinARegisterFileMovesNothingElse) {
  LinearLayout blocked =
      layoutOf("{register: [[1]], lane: [[2], [4]], warp: [[0]]} -> [dim0: 8]");
  LinearLayout swapped =
      layoutOf("{register: [[4]], lane: [[2], [1]], warp: [[0]]} -> [dim0: 8]");
  EXPECT_EQ(textOf(blocked.invertAndCompose(swapped)),
            "{register: [[0, 2, 0]], lane: [[0, 1, 0], [1, 0, 0]], "
            "warp: [[0, 0, 1]]} -> [register: 2, lane: 4, warp: 2]");
}

TEST(LinearLayout, OrderIsPartOfEquality) {
  LinearLayout layout = mmaAccumulator();
  LinearLayout turned = layout.transposeIns({kLane, kRegister});
  EXPECT_NE(layout, turned);
  EXPECT_EQ(turned.transposeIns({kRegister, kLane}), layout);
  EXPECT_EQ(layout.renameInDim(kLane, dimX).renameInDim(dimX, kLane), layout);
  EXPECT_THAT(layout.renameOutDim(dimName(0), kRow).getOutDimNames(),
              ElementsAre(dimName(1), kRow));
}

TEST(LinearLayout, LargestLayouts) {
  LinearLayout layout;
  for (Dim name : {dimA, dimB})
    layout *= LinearLayout::identity1D(int64_t(1) << 30, name, name);
  layout *= LinearLayout::identity1D(4, dimC, dimC);
  EXPECT_EQ(layout.getTotalInDimSizeLog2(), LinearLayout::maxTotalBits);
  EXPECT_TRUE(layout.isInvertible());
  EXPECT_EQ(layout.invert(), layout);
  EXPECT_EQ(layout.applyFlat((uint64_t(1) << 62) - 1), (uint64_t(1) << 62) - 1);
  EXPECT_EQ(layoutOf(textOf(layout)), layout);
}

TEST(LinearLayout, FromBasesNamesWhatIsWrong) {
  auto error = [](std::vector<LinearLayout::InDim> ins,
                  std::vector<LinearLayout::OutDim> outs) {
    return errorOf(LinearLayout::fromBases(ins, outs));
  };
  EXPECT_EQ(error({{kLane, {{2}}}}, {{dimX, 1}}),
            "basis 0 of 'lane': coordinate 2 is outside 'x' of size 2");
  EXPECT_EQ(error({{kLane, {{0}, {-1}}}}, {{dimX, 1}}),
            "basis 1 of 'lane': coordinate -1 is outside 'x' of size 2");
  EXPECT_EQ(error({{kLane, {{0, 0}}}}, {{dimX, 1}}),
            "basis 0 of 'lane': 2 coordinates for 1 output dimensions");
  EXPECT_EQ(error({{kLane, {}}, {kLane, {}}}, {}),
            "input dimension 'lane' is there twice");
  EXPECT_EQ(error({}, {{dimX, 0}, {dimY, 0}, {dimX, 0}}),
            "output dimension 'x' is there twice");
  EXPECT_EQ(error({{Dim::get(""), {}}}, {}),
            "the name '' of an input dimension is no identifier");
  EXPECT_EQ(error({}, {{Dim::get("2x"), 0}}),
            "the name '2x' of an output dimension is no identifier");
  EXPECT_EQ(error({}, {{dimX, 31}}),
            "output dimension 'x' has 31 bits; 0 to 30 are possible");
  EXPECT_EQ(error({}, {{dimX, -1}}),
            "output dimension 'x' has -1 bits; 0 to 30 are possible");
  EXPECT_EQ(error({{dimX, std::vector<LinearLayout::Basis>(63)}}, {}),
            "63 input and 0 output bits; at most 62 of each are possible");
  EXPECT_EQ(error({}, {{dimX, 30}, {dimY, 30}, {dimZ, 30}}),
            "0 input and 90 output bits; at most 62 of each are possible");
}

TEST(LinearLayout, ParserNamesTheColumn) {
  auto error = [](StringRef text) {
    return errorOf(LinearLayout::parse(text));
  };
  EXPECT_EQ(error(""), "layout, column 1: expected '{'");
  EXPECT_EQ(error("{lane}"), "layout, column 6: expected ':'");
  EXPECT_EQ(error("{: []} -> []"),
            "layout, column 2: expected the name of a dimension");
  EXPECT_EQ(error("{a: [[1 2]]} -> []"),
            "layout, column 9: expected ',' or ']'");
  EXPECT_EQ(error("{a: [[x]]} -> []"), "layout, column 7: expected a number");
  EXPECT_EQ(error("{a: [[99999999999]]} -> []"),
            "layout, column 7: the number 99999999999 does not fit in 31 bits");
  EXPECT_EQ(error("{}"), "layout, column 3: expected '->'");
  EXPECT_EQ(error("{} -> [x: 3]"),
            "layout, column 11: the size 3 is not a power of two");
  EXPECT_EQ(error("{} -> [x: 0]"),
            "layout, column 11: the size 0 is not a power of two");
  EXPECT_EQ(error("{} -> [] {}"),
            "layout, column 10: unexpected text after the layout");
  EXPECT_EQ(error("{a: [[4]]} -> [x: 4]"),
            "layout: basis 0 of 'a': coordinate 4 is outside 'x' of size 4");
}

TEST(LinearLayout, ParserIgnoresSpace) {
  EXPECT_EQ(layoutOf(" { lane:[[1,0],\n[0 ,1]] }->[ dim0 :2,dim1:2 ] "),
            layoutOf("{lane: [[1, 0], [0, 1]]} -> [dim0: 2, dim1: 2]"));
}

TEST(LinearLayout, Table) {
  LinearLayout layout = LinearLayout::identity1D(2, kRegister, dimName(1)) *
                        LinearLayout::identity1D(16, kLane, dimName(0)) *
                        LinearLayout::identity1D(1, kBlock, dimName(0));
  EXPECT_EQ(layout.toString(), "input       dim1  dim0\n"
                               "register 1     1     0\n"
                               "lane 1         0     1\n"
                               "lane 2         0     2\n"
                               "lane 4         0     4\n"
                               "lane 8         0     8\n"
                               "block          -     -\n"
                               "size           2    16\n");
}

TEST(LinearLayoutDeathTest, MisuseEndsWithAMessage) {
  LinearLayout layout = mmaAccumulator();
  EXPECT_DEATH((void)layout.getInDimSize(Dim::get("wrap")),
               "no input dimension 'wrap' among register, lane");
  EXPECT_DEATH((void)LinearLayout::identity1D(3, dimA, dimB),
               "size 3 is not a power of two");
  EXPECT_DEATH((void)layout.apply({{kLane, 32}}),
               "32 is outside input dimension 'lane'");
  EXPECT_DEATH((void)LinearLayout::zeros1D(2, dimA, dimB).invert(),
               "not one-to-one");
  EXPECT_DEATH((void)LinearLayout::zeros1D(2, dimA, dimB, 2).pseudoInvert(),
               "not onto");
  EXPECT_DEATH((void)layout.transposeIns({kLane, kLane}), "there twice");
  EXPECT_DEATH((void)layout.reshapeIns({{dimA, 64}}), "number of elements");
}

} // namespace

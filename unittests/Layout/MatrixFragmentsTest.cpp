//===- MatrixFragmentsTest.cpp - Fragments, element by element ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/MatrixFragments.h"
#include "tessera/Layout/MatrixDescriptor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;

namespace {

using Coordinates = std::vector<int64_t>;

Coordinates at(const LinearLayout &layout, int64_t reg, int64_t lane,
               int64_t warp = 0) {
  Coordinates result;
  for (auto [name, value] :
       layout.apply({{kRegister, reg}, {kLane, lane}, {kWarp, warp}}))
    result.push_back(value);
  return result;
}

/// Calls `visit` with shapes from 1 x 1 to 32 x 64, some of them batches, and
/// with every distribution of two warp bits over their dimensions.
template <typename Fn> void forEachAccumulator(Fn visit) {
  for (unsigned rows : {8u, 16u})
    for (int64_t batch : {0, 1, 4})
      for (int64_t m = 1; m <= 32; m *= 2)
        for (int64_t n = 1; n <= 64; n *= 2)
          for (unsigned ofRows : {0u, 1u}) {
            llvm::SmallVector<int64_t> shape = {m, n};
            llvm::SmallVector<unsigned> bits = {m >= 2 * rows ? ofRows : 0,
                                                n >= 16 ? 1u : 0u};
            if (batch) {
              shape.insert(shape.begin(), batch);
              bits.insert(bits.begin(), 0);
            }
            for (int64_t row : {1, 2})
              for (int64_t column : {1, 2, 4})
                if ((row == 1 || m >> ofRows >= 16) &&
                    (column == 1 || n >> bits.back() >= 8 * column))
                  visit(makeAccumulatorLayout(shape, rows, bits,
                                              /*numWarpBits=*/2, {row, column}),
                        rows);
          }
}

// PTX ISA, "Register Fragments for wgmma.mma_async.m64nNk16", accumulator: row =
// 16 * (w % 4) + l / 4, + 8 for every second pair; column = i / 4 * 8 + l % 4 * 2
// + i % 2. Groups have blocks of rows, or of columns.
TEST(MatrixFragments, AccumulatorOfWarpGroupsIsThatOfPtx) {
  for (int64_t m : {64, 128, 256})
    for (int64_t n : {8, 64, 256})
      for (unsigned ofRows : {0u, 1u})
        for (unsigned ofColumns : {0u, 1u}) {
          int64_t rows = m >> ofRows, columns = n >> ofColumns;
          if (rows < 64 || columns < 8)
            continue;
          LinearLayout layout =
              makeWarpGroupLayout({m, n}, {ofRows, ofColumns});
          ASSERT_EQ(layout.getInDimSize(kRegister), rows * columns / 128);
          ASSERT_EQ(layout.getInDimSize(kWarp), 4 << (ofRows + ofColumns));
          for (int64_t warp = 0; warp < layout.getInDimSize(kWarp); ++warp)
            for (int64_t lane = 0; lane < 32; ++lane)
              for (int64_t reg = 0; reg < rows * columns / 128; ++reg) {
                int64_t block = reg / (columns / 2), i = reg % (columns / 2);
                int64_t group = warp / 4;
                int64_t row = group % (1 << ofRows) * rows + block * 64 +
                              warp % 4 * 16 + lane / 4 + i / 2 % 2 * 8;
                int64_t column = (group >> ofRows) * columns + i / 4 * 8 +
                                 lane % 4 * 2 + i % 2;
                ASSERT_EQ(at(layout, reg, lane, warp),
                          (Coordinates{row, column}));
              }
        }
}

/// With a row step of 2, the rows l / 4 and l / 4 + 8 of a fragment are neighbours in
/// the tile.
TEST(MatrixFragments, RowsOfWarpGroupsAreAStepApart) {
  LinearLayout plain = makeWarpGroupLayout({128, 64}, {0, 0});
  LinearLayout stepped = makeWarpGroupLayout({128, 64}, {0, 0}, {2, 1});
  for (int64_t warp = 0; warp < 4; ++warp)
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t reg = 0; reg < 64; ++reg) {
        Coordinates want = at(plain, reg, lane, warp);
        int64_t row = want[0] % 16;
        want[0] += row % 8 * 2 + row / 8 - row;
        ASSERT_EQ(at(stepped, reg, lane, warp), want);
      }
}

/// The most pairs of words of `factor`, registers `reg` and `reg + 1` of 16 lanes, in
/// one of the 16 pairs of banks.
int64_t countInOneBank(const LinearLayout &factor, const LinearLayout &offsets,
                       int64_t reg, int64_t firstLane, int64_t warp) {
  std::vector<int64_t> ofBanks(16, 0);
  for (int64_t lane = firstLane; lane < firstLane + 16; ++lane) {
    SmallVector<std::pair<Dim, int64_t>> place;
    for (auto [name, value] :
         factor.apply({{kRegister, reg}, {kLane, lane}, {kWarp, warp}}))
      place.emplace_back(name, value);
    ++ofBanks[offsets.apply(place).front().second / 2 % 16];
  }
  return *llvm::max_element(ofBanks);
}

/// Words of a factor across K lie with the swizzle of 128 bytes, and a lane reads two
/// at once.
TEST(MatrixFragments, SpreadRowsAreReadWithoutBankConflicts) {
  constexpr int64_t m = 128, depth = 32;
  // (K, m), as a right factor lies whose transpose is multiplied.
  LinearLayout offsets =
      makeDescribedLayout({m, depth}, /*major=*/0, /*bytes=*/4,
                          /*isOuterMajor=*/false)
          .invert();
  LinearLayout stepped = makeWarpGroupLayout({m, 64}, {0, 0}, {2, 1});
  auto countMost = [&](const LinearLayout &acc) {
    LinearLayout factor =
        getFactorLayout(acc, MatrixSide::Lhs, depth, {16, 8, 1});
    int64_t most = 0;
    for (int64_t reg = 0; reg < m * depth / 128; reg += 2)
      for (int64_t warp = 0; warp < 4; ++warp)
        for (int64_t lane : {0, 16})
          most =
              std::max(most, countInOneBank(factor, offsets, reg, lane, warp));
    return most;
  };
  EXPECT_EQ(countMost(stepped), 2);
  EXPECT_EQ(countMost(spreadRows(stepped)), 1);
}

// PTX ISA, "tcgen05.st", of .16x128b: word i of lane l is row l / 4, + 8 for every
// second one, and column i / 2 * 4 + l % 4, each with two elements of 16 bits.
TEST(MatrixFragments, FactorsInTensorMemoryHaveTwoElementsInAColumn) {
  constexpr int64_t n = 64, rows = 128;
  LinearLayout layout = makeTensorMemoryLayout({rows, n}, rows, {0, 0});
  LinearLayout places =
      layout.compose(makeTensorMemoryPlaces({rows, n}, rows, /*perColumn=*/2));
  for (int64_t warp = 0; warp < 4; ++warp)
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t reg = 0; reg < n; ++reg) {
        int64_t i = reg % (n / 2) / 2, half = reg / (n / 2);
        int64_t row = warp * 32 + half * 16 + lane / 4 + i % 2 * 8;
        int64_t column = i / 2 * 4 + lane % 4;
        ASSERT_EQ(at(places, reg, lane, warp),
                  (Coordinates{row << 16 | column}));
      }
}

// PTX ISA, "tcgen05.ld" and "Data Path Layout Organization": of 128 rows, row r lies
// in lane r, of 64 in the first 16 lanes of the 32 of each warp. Register i of lane l
// of .16x256b is in row l / 4, + 8 for every second pair, and column i / 4 * 8 +
// l % 4 * 2 + i % 2; fragments of the other 16 lanes follow.
TEST(MatrixFragments, SumsInTensorMemoryAreThoseOfPtx) {
  for (int64_t rows : {64, 128})
    for (int64_t m : {128, 256})
      for (unsigned ofRows : {0u, 1u}) {
        constexpr int64_t n = 64;
        if (m >> ofRows < rows)
          continue;
        LinearLayout layout = makeTensorMemoryLayout({m, n}, rows, {ofRows, 1});
        LinearLayout places =
            layout.compose(makeTensorMemoryPlaces({m, n}, rows));
        int64_t columns = n / 2, halves = rows / 64,
                ofSlab = columns / 2; // registers of 16 rows
        ASSERT_EQ(layout.getInDimSize(kRegister), (m >> ofRows) / 64 * ofSlab);
        for (int64_t warp = 0; warp < layout.getInDimSize(kWarp); ++warp)
          for (int64_t lane = 0; lane < 32; ++lane)
            for (int64_t reg = 0; reg < layout.getInDimSize(kRegister); ++reg) {
              int64_t i = reg % ofSlab, half = reg / ofSlab % halves,
                      block = reg / ofSlab / halves, group = warp / 4;
              int64_t row =
                  warp % 4 * 32 + half * 16 + lane / 4 + i / 2 % 2 * 8;
              int64_t column = (group >> ofRows) * columns + i / 4 * 8 +
                               lane % 4 * 2 + i % 2;
              block += group % (1 << ofRows) * ((m >> ofRows) / rows);
              ASSERT_EQ(at(places, reg, lane, warp),
                        (Coordinates{row << 16 | (block * n + column)}));
            }
      }
}

// PTX ISA, "tcgen05.ld": a warp reaches the 32 lanes of its number modulo 4, and one of
// .16x256b 16 of them, so that two warps share them.
TEST(MatrixFragments, TwoWarpsShareTheRowsOfAQuarter) {
  constexpr int64_t n = 32, rows = 128;
  for (unsigned ofColumns : {0u, 1u}) {
    TensorGroups groups{0, ofColumns, 1};
    LinearLayout layout = makeTensorMemoryLayout({rows, n}, rows, groups);
    LinearLayout places =
        layout.compose(makeTensorMemoryPlaces({rows, n}, rows));
    int64_t columns = n >> ofColumns;
    ASSERT_EQ(layout.getInDimSize(kWarp), 8 << ofColumns);
    ASSERT_EQ(layout.getInDimSize(kRegister), columns / 2);
    for (int64_t warp = 0; warp < layout.getInDimSize(kWarp); ++warp)
      for (int64_t lane = 0; lane < 32; ++lane)
        for (int64_t reg = 0; reg < columns / 2; ++reg) {
          int64_t row =
              warp % 4 * 32 + warp / 4 % 2 * 16 + lane / 4 + reg / 2 % 2 * 8;
          int64_t column =
              warp / 8 * columns + reg / 4 * 8 + lane % 4 * 2 + reg % 2;
          ASSERT_EQ(at(places, reg, lane, warp),
                    (Coordinates{row << 16 | column}));
        }
  }
}

// PTX ISA, "tcgen05.ld" and "tcgen05.st", of .32x32b: register i of lane l is column i of
// the row of that lane, and a word of a factor has two elements of its row.
TEST(MatrixFragments, ALaneMayHaveARowOfTensorMemory) {
  constexpr int64_t rows = 128;
  for (int64_t m : {128, 256})
    for (int64_t perColumn : {1, 2}) {
      constexpr int64_t n = 64;
      LinearLayout layout = makeTensorMemoryLayout(
          {m, n}, rows,
          {/*rowBits=*/0, /*columnBits=*/1, /*halfBits=*/0,
           /*hasRowInLane=*/true});
      LinearLayout places =
          layout.compose(makeTensorMemoryPlaces({m, n}, rows, perColumn));
      ASSERT_EQ(layout.getInDimSize(kWarp), 8);
      ASSERT_EQ(layout.getInDimSize(kRegister), m / rows * n / 2);
      for (int64_t warp = 0; warp < 8; ++warp)
        for (int64_t lane = 0; lane < 32; ++lane)
          for (int64_t reg = 0; reg < layout.getInDimSize(kRegister); ++reg) {
            int64_t row = warp % 4 * 32 + lane, block = reg / (n / 2);
            int64_t column = warp / 4 * n / 2 + reg % (n / 2) + block * n;
            ASSERT_EQ(at(places, reg, lane, warp),
                      (Coordinates{row << 16 | column / perColumn}));
          }
    }
}

TEST(MatrixFragments, GroupsAreThoseThatALayoutWasMadeOf) {
  for (unsigned ofRows : {0u, 1u})
    for (unsigned ofColumns : {0u, 1u})
      for (unsigned ofHalves : {0u, 1u}) {
        TensorGroups groups = getTensorGroups(makeTensorMemoryLayout(
            {256, 64}, /*rows=*/128, {ofRows, ofColumns, ofHalves}));
        EXPECT_EQ(groups.rowBits, ofRows);
        EXPECT_EQ(groups.columnBits, ofColumns);
        EXPECT_EQ(groups.halfBits, ofHalves);
        EXPECT_FALSE(groups.hasRowInLane);
      }
  EXPECT_TRUE(
      getTensorGroups(makeTensorMemoryLayout({256, 64}, /*rows=*/128,
                                             {/*rowBits=*/1, /*columnBits=*/0,
                                              /*halfBits=*/0,
                                              /*hasRowInLane=*/true}))
          .hasRowInLane);
}

// PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type",
// accumulator: row = l / 4, + 8 for c2 and c3; column = l % 4 * 2 + i % 2.
TEST(MatrixFragments, AccumulatorIsThatOfPtx) {
  LinearLayout layout = makeAccumulatorLayout({16, 8}, 16, {0, 0}, 0);
  for (int64_t lane = 0; lane < 32; ++lane)
    for (int64_t i = 0; i < 4; ++i)
      EXPECT_EQ(at(layout, i, lane),
                (Coordinates{lane / 4 + i / 2 * 8, lane % 4 * 2 + i % 2}));
}

// With a step of s, fragment j of s has the columns j, j + s and so on: a
// thread then has neighbouring columns, s from two fragments of 8 columns each.
TEST(MatrixFragments, ColumnsMayBeApart) {
  for (int64_t step : {2, 4}) {
    LinearLayout acc =
        makeAccumulatorLayout({16, 8 * step}, 16, {0, 0}, 0, {1, step});
    LinearLayout rhs = getFactorLayout(acc, MatrixSide::Rhs, 8, {16, 8, 1});
    EXPECT_EQ(getFragmentSteps(acc).column, step);
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t fragment = 0; fragment < step; ++fragment) {
        for (int64_t i = 0; i < 4; ++i) {
          int64_t column = (lane % 4 * 2 + i % 2) * step + fragment;
          int64_t reg = fragment + i % 2 * step + i / 2 * 2 * step;
          EXPECT_EQ(at(acc, reg, lane),
                    (Coordinates{lane / 4 + i / 2 * 8, column}));
        }
        for (int64_t word = 0; word < 2; ++word)
          EXPECT_EQ(
              at(rhs, fragment * 2 + word, lane),
              (Coordinates{lane % 4 + word * 4, lane / 4 * step + fragment}));
      }
  }
}

// With a row step the rows l / 4 and l / 4 + 8 of a fragment are neighbouring
// rows of the tile, 2 * (l / 4) and the next one. With fragments of 8 rows, two
// fragments have them.
TEST(MatrixFragments, RowsMayBeApart) {
  for (unsigned rows : {8u, 16u}) {
    LinearLayout acc = makeAccumulatorLayout({16, 8}, rows, {0, 0}, 0, {2, 1});
    LinearLayout lhs =
        getFactorLayout(acc, MatrixSide::Lhs, 8, {rows, rows == 8 ? 4 : 8, 1});
    EXPECT_EQ(getFragmentSteps(acc).row, 2);
    EXPECT_EQ(getFragmentSteps(acc).column, 1);
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t i = 0; i < 4; ++i) {
        int64_t row = lane / 4 * 2 + i / 2;
        EXPECT_EQ(at(acc, i, lane), (Coordinates{row, lane % 4 * 2 + i % 2}));
        EXPECT_EQ(at(lhs, i, lane),
                  (Coordinates{lane / 4 * 2 + i % 2, lane % 4 + i / 2 * 4}));
      }
  }
}

// The same for A and B of 16, 8 and 32 bits: a word holds e elements, the words
// of A go first down by 8 rows, then along K by 4 * e.
TEST(MatrixFragments, FactorsAreThoseOfPtx) {
  LinearLayout acc = makeAccumulatorLayout({16, 8}, 16, {0, 0}, 0);
  for (int64_t e : {1, 2, 4}) {
    LinearLayout lhs =
        getFactorLayout(acc, MatrixSide::Lhs, 8 * e, {16, 8 * e, e});
    LinearLayout rhs =
        getFactorLayout(acc, MatrixSide::Rhs, 8 * e, {16, 8 * e, e});
    for (int64_t lane = 0; lane < 32; ++lane)
      for (int64_t i = 0; i < e; ++i)
        for (int64_t word = 0; word < 4; ++word) {
          int64_t k = lane % 4 * e + i;
          EXPECT_EQ(
              at(lhs, word * e + i, lane),
              (Coordinates{lane / 4 + word % 2 * 8, k + word / 2 * 4 * e}));
          if (word < 2)
            EXPECT_EQ(at(rhs, word * e + i, lane),
                      (Coordinates{k + word * 4 * e, lane / 4}));
        }
  }
}

// PTX ISA, "Block Scaling for mma.sync": thread-id 0 of A names the lanes 4g
// and 4g + 1, which have the rows g and g + 8; that of B lane 4g, which has
// column g.
TEST(MatrixFragments, ScalesAreThoseOfPtx) {
  LinearLayout acc = makeAccumulatorLayout({32, 16}, 16, {0, 0}, 0);
  LinearLayout lhs = getScaleLayout(acc, MatrixSide::Lhs, 4);
  LinearLayout rhs = getScaleLayout(acc, MatrixSide::Rhs, 4);
  EXPECT_EQ(lhs.getInDimSize(kRegister), 8);
  EXPECT_EQ(rhs.getInDimSize(kRegister), 8);
  for (int64_t lane = 0; lane < 32; ++lane)
    for (int64_t block = 0; block < 4; ++block)
      for (int64_t fragment : {0, 1}) {
        int64_t reg = block + 4 * fragment;
        EXPECT_EQ(
            at(lhs, reg, lane),
            (Coordinates{lane / 4 + lane % 2 * 8 + 16 * fragment, block}));
        EXPECT_EQ(at(rhs, reg, lane),
                  (Coordinates{block, lane / 4 + 8 * fragment}));
      }
}

// Every element has a place, and no thread holds one twice.
TEST(MatrixFragments, LayoutsAreLayoutsOfTiles) {
  auto expectTile = [](const LinearLayout &layout) {
    EXPECT_TRUE(layout.isSurjective()) << layout.toString();
    EXPECT_EQ(layout.freeBits(kRegister), 0u) << layout.toString();
  };
  forEachAccumulator([&](const LinearLayout &acc, unsigned rows) {
    expectTile(acc);
    EXPECT_TRUE(isAccumulatorLayout(acc, rows));
    for (int64_t depth = 1; depth <= 64; depth *= 4)
      for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs}) {
        for (int64_t perWord : {1, 2, 4})
          for (int64_t step : {4 * perWord, 8 * perWord})
            expectTile(
                getFactorLayout(acc, side, depth, {rows, step, perWord}));
        expectTile(getScalarFactorLayout(acc, side, depth));
        expectTile(getScaleLayout(acc, side, depth));
      }
  });
}

// A thread holds all that it multiplies by itself. The operand of one
// instruction is the result of one ldmatrix of four matrices, in its order, and
// needs no moves: two rows of words, each two deep, of the left factor.
TEST(MatrixFragments, InstructionsTakeNeighbours) {
  LinearLayout acc = makeAccumulatorLayout({64, 32}, 16, {0, 0}, 0);
  LinearLayout lhs = getFactorLayout(acc, MatrixSide::Lhs, 64, {16, 16, 2});
  LinearLayout rhs = getFactorLayout(acc, MatrixSide::Rhs, 64, {16, 16, 2});
  for (int64_t word = 0; word < 4; ++word) {
    EXPECT_EQ(at(lhs, word * 2, 0), (Coordinates{word % 2 * 8, word / 2 * 8}));
    EXPECT_EQ(at(rhs, word * 2, 0), (Coordinates{word % 2 * 8, word / 2 * 8}));
  }
}

TEST(MatrixFragments, ScalarFactorsAreAtHand) {
  forEachAccumulator([&](const LinearLayout &acc, unsigned) {
    constexpr int64_t depth = 2;
    LinearLayout lhs = getScalarFactorLayout(acc, MatrixSide::Lhs, depth);
    LinearLayout rhs = getScalarFactorLayout(acc, MatrixSide::Rhs, depth);
    auto holds = [](const LinearLayout &layout, int64_t lane, int64_t warp,
                    const Coordinates &wanted) {
      for (int64_t reg = 0; reg < layout.getInDimSize(kRegister); ++reg)
        if (at(layout, reg, lane, warp) == wanted)
          return true;
      return false;
    };
    for (int64_t lane : {0, 13, 31})
      for (int64_t warp : {0, 3})
        for (int64_t reg = 0; reg < acc.getInDimSize(kRegister); ++reg) {
          Coordinates row = at(acc, reg, lane, warp), column = row;
          row.end()[-1] = depth - 1;
          column.end()[-2] = depth - 1;
          EXPECT_TRUE(holds(lhs, lane, warp, row));
          EXPECT_TRUE(holds(rhs, lane, warp, column));
        }
  });
}

// PTX ISA, "ldmatrix": lane l gets word l % 4 of row l / 4 of each matrix, or
// with .trans the elements of rows 2 * (l % 4) and the next one in column l
// / 4.
TEST(MatrixFragments, RowsMakeFactors) {
  unsigned numChecked = 0;
  forEachAccumulator([&](const LinearLayout &acc, unsigned m) {
    for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
      for (int64_t perWord : {1, 2, 4})
        for (bool isTransposed : {false, true}) {
          constexpr int64_t depth = 32;
          LinearLayout factor =
              getFactorLayout(acc, side, depth, {m, 8 * perWord, perWord});
          std::optional<LinearLayout> rows =
              getFactorRows(factor, side, perWord, isTransposed);
          // A word of bytes comes from two that are read: see PairsMakeFactors.
          if (!rows || (isTransposed && perWord == 4))
            continue;
          ++numChecked;
          int64_t numWords = factor.getInDimSize(kRegister) / perWord;
          int64_t matrices = std::min<int64_t>(numWords, 4);
          int64_t rowElements = 4 * perWord;
          for (int64_t reg = 0; reg < factor.getInDimSize(kRegister); ++reg)
            for (int64_t lane = 0; lane < 32; ++lane) {
              int64_t word = reg / perWord, element = reg % perWord;
              int64_t row = lane / 4, position = lane % 4 * perWord + element;
              if (isTransposed)
                std::swap(row, position);
              int64_t first = word / matrices * rowElements;
              EXPECT_EQ(at(*rows, first + position, word % matrices * 8 + row),
                        at(factor, reg, lane));
            }
        }
  });
  EXPECT_GT(numChecked, 100u);
}

// Lane l gets the bytes of rows 2 * (l % 4) and the next one in the columns 2 *
// (l / 4) and the next one, of each of two matrices. The bytes of one column
// are a word. For the left factor, rows and columns are exchanged.
TEST(MatrixFragments, PairsMakeFactors) {
  unsigned numChecked[2] = {0, 0};
  forEachAccumulator([&](const LinearLayout &acc, unsigned m) {
    for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs}) {
      bool isLhs = side == MatrixSide::Lhs;
      LinearLayout factor = getFactorLayout(acc, side, 32, {m, 32, 4});
      std::optional<LinearLayout> rows = getFactorRows(factor, side, 4, true);
      FragmentSteps steps = getFragmentSteps(acc);
      EXPECT_EQ(rows.has_value(), (isLhs ? steps.row : steps.column) == 2);
      if (!rows)
        continue;
      ++numChecked[isLhs];
      // Checks the matrix and the lane of each byte that one instruction reads.
      auto expectWord = [&](int64_t word, int64_t first, int64_t matrix,
                            int64_t neighbour, int64_t lane) {
        for (int64_t byte = 0; byte < 4; ++byte) {
          int64_t row = lane % 4 * 2 + byte % 2;
          int64_t position = lane / 4 * 2 + neighbour;
          EXPECT_EQ(at(*rows, first + position, (matrix + byte / 2) * 8 + row),
                    at(factor, word * 4 + byte, lane));
        }
      };
      // Registers of a factor: 4 bytes, then 2 words along K and 2 columns; for
      // the left factor with fragments of 16 rows, 2 rows and 2 words along K.
      bool areNeighboursFirst = isLhs && m == 16;
      int64_t numWords = factor.getInDimSize(kRegister) / 4;
      for (int64_t group = 0; group < numWords / 4; ++group)
        for (int64_t lane = 0; lane < 32; ++lane)
          for (int64_t word = 0; word < 4; ++word) {
            int64_t low = word % 2, high = word / 2;
            expectWord(group * 4 + word, group * 16,
                       (areNeighboursFirst ? high : low) * 2,
                       areNeighboursFirst ? low : high, lane);
          }
    }
  });
  EXPECT_GT(numChecked[0], 10u);
  EXPECT_GT(numChecked[1], 10u);
}

} // namespace

//===- SharedLayoutTest.cpp - Trips through shared memory, counted --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the banks that a warp touches access by access, thread by thread, from
// the offsets alone.
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/SharedLayout.h"
#include "RandomLayouts.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace tessera;
using namespace tessera::testing_support;

namespace {

/// Instructions of a warp, and the wavefronts that they take.
struct Traffic {
  int64_t instructions = 0, wavefronts = 0;
  /// False if an instruction takes registers that are no neighbours.
  bool isInPlace = true;
};

/// The traffic of all warps when they access elements of `bytes` bytes at
/// `offsets`, `width` elements at once. Fails if an access is no aligned group.
Traffic count(const LinearLayout &offsets, int64_t bytes, int64_t width) {
  Traffic traffic;
  int64_t registers = offsets.getInDimSize(kRegister);
  for (int64_t warp = 0; warp < offsets.getInDimSize(kWarp); ++warp) {
    auto offset = [&](int64_t reg, int64_t lane) -> int64_t {
      return offsets.apply({{kRegister, reg}, {kLane, lane}, {kWarp, warp}})[0]
          .second;
    };
    // The registers of each access, in the order of their offsets.
    std::map<int64_t, std::set<int64_t>> accesses;
    for (int64_t reg = 0; reg < registers; ++reg)
      accesses[(offset(reg, 0) ^ offset(0, 0)) / width].insert(reg);
    for (const auto &[start, group] : accesses) {
      EXPECT_EQ(int64_t(group.size()), width);
      int64_t begin = *group.begin();
      for (int64_t reg : group)
        traffic.isInPlace &= begin % width == 0 && reg < begin + width &&
                             (offset(reg, 0) ^ offset(begin, 0)) == reg - begin;
      ++traffic.instructions;
      int64_t lanes = std::min<int64_t>(32, 128 / (width * bytes));
      for (int64_t first = 0; first < 32; first += lanes) {
        std::map<int64_t, std::set<int64_t>> wordsOfBank;
        for (int64_t lane = first; lane < first + lanes; ++lane) {
          int64_t low = offset(*group.begin(), lane) / width * width;
          for (int64_t reg : group)
            EXPECT_EQ(offset(reg, lane) / width * width, low);
          for (int64_t at = low * bytes; at < (low + width) * bytes; ++at)
            wordsOfBank[at / 4 % 32].insert(at / 4);
        }
        size_t most = 0;
        for (const auto &[bank, words] : wordsOfBank)
          most = std::max(most, words.size());
        traffic.wavefronts += most;
      }
    }
  }
  return traffic;
}

class SharedLayoutTest : public testing::Test {
protected:
  unsigned pick(unsigned first, unsigned last) {
    return std::uniform_int_distribution<unsigned>(first, last)(random);
  }

  /// A tile of 2^`bits` elements in two dimensions, whose bits are shared out
  /// among 5 lane bits, `warps` warp bits and registers.
  LinearLayout randomLayout(int rowBits, int columnBits, int warps) {
    std::vector<LinearLayout::Basis> elements;
    for (int bit = 0; bit < rowBits; ++bit)
      elements.push_back({1 << bit, 0});
    for (int bit = 0; bit < columnBits; ++bit)
      elements.push_back({0, 1 << bit});
    std::shuffle(elements.begin(), elements.end(), random);
    // Sometimes sums of bits as well.
    for (unsigned step = pick(0, 1) ? 0 : pick(1, 6); step > 0; --step) {
      unsigned from = pick(0, elements.size() - 1);
      unsigned to = pick(0, elements.size() - 1);
      if (from != to)
        for (int dim = 0; dim < 2; ++dim)
          elements[to][dim] ^= elements[from][dim];
    }
    std::vector<LinearLayout::Basis> lanes, ofWarps;
    auto take = [&](std::vector<LinearLayout::Basis> &bases, int count) {
      for (; count > 0; --count) {
        // Several threads hold the same element of a small tile.
        if (elements.empty() || pick(0, 15) == 0) {
          bases.push_back({0, 0});
          continue;
        }
        bases.push_back(elements.back());
        elements.pop_back();
      }
    };
    take(lanes, 5);
    take(ofWarps, warps);
    return llvm::cantFail(LinearLayout::fromBases(
        {{kRegister, elements}, {kLane, lanes}, {kWarp, ofWarps}},
        {{dimName(0), rowBits}, {dimName(1), columnBits}}));
  }

  std::mt19937 random{20261121};
};

TEST_F(SharedLayoutTest, TripsCostWhatIsCounted) {
  int freeOfConflicts = 0, wide = 0;
  for (int round = 0; round < 600; ++round) {
    int rowBits = pick(1, 6), columnBits = pick(1, 6), warps = pick(0, 2);
    int64_t bytes = int64_t(1) << pick(0, 3);
    LinearLayout store = randomLayout(rowBits, columnBits, warps);
    LinearLayout load = randomLayout(rowBits, columnBits, warps);
    LinearLayout layout = chooseSharedLayout(store, load, bytes);
    SCOPED_TRACE(testing::PrintToString(store) + testing::PrintToString(load) +
                 testing::PrintToString(layout));
    ASSERT_TRUE(layout.isInvertible());
    for (const LinearLayout *side : {&store, &load}) {
      LinearLayout offsets = side->compose(layout.invert());
      int64_t width = getSharedWidth(offsets, bytes);
      ASSERT_LE(width * bytes, 16);
      Traffic traffic = count(offsets, bytes, width);
      ASSERT_FALSE(HasFailure());
      int64_t perWarp = int64_t(1) << warps;
      EXPECT_EQ(getSharedAccessCost(offsets, bytes) * perWarp,
                2 * traffic.instructions + traffic.wavefronts +
                    (traffic.isInPlace
                         ? 0
                         : side->getInDimSize(kRegister) * perWarp));
      int64_t ideal =
          traffic.instructions * std::max<int64_t>(1, width * bytes * 32 / 128);
      freeOfConflicts += traffic.wavefronts <= ideal;
      wide += width > 1;
    }
  }
  // Conflicts remain where narrow accesses would cost more.
  EXPECT_GT(freeOfConflicts, 1100);
  EXPECT_GT(wide, 300);
}

/// The layout of a tile of 2^6 x 2^6 elements that 4 warps access along
/// dimension `dim`, 2^widthBits elements a thread.
LinearLayout along(int dim, int widthBits) {
  std::vector<LinearLayout::Basis> registers, lanes, warps;
  auto basis = [&](int along, int bit) {
    LinearLayout::Basis result = {0, 0};
    result[along] = 1 << bit;
    return result;
  };
  int low = 0, high = 0;
  for (; low < widthBits; ++low)
    registers.push_back(basis(dim, low));
  for (int lane = 0; lane < 5; ++lane)
    lanes.push_back(low < 6 ? basis(dim, low++) : basis(1 - dim, high++));
  while (high < 4)
    registers.push_back(basis(1 - dim, high++));
  warps = {basis(1 - dim, 4), basis(1 - dim, 5)};
  while (low < 6)
    registers.push_back(basis(dim, low++));
  return llvm::cantFail(LinearLayout::fromBases(
      {{kRegister, registers}, {kLane, lanes}, {kWarp, warps}},
      {{dimName(0), 6}, {dimName(1), 6}}));
}

// A tile of f32 or bytes that comes in rows, in pieces of 4 to 16 bytes, and is
// read by rows or by columns.
TEST_F(SharedLayoutTest, CopiesKeepTheirPieces) {
  int numFree = 0, numChosen = 0;
  for (int64_t bytes : {1, 2, 4})
    for (int64_t piece = 4 / bytes; piece * bytes <= 16; piece *= 2)
      for (int round = 0; round < 50; ++round) {
        std::vector<LinearLayout::Basis> registers, lanes;
        for (int bit = 0; bit < 5; ++bit)
          (bit < int(llvm::Log2_64(piece)) ? registers : lanes)
              .push_back({0, 1 << bit});
        for (int bit = 0; bit < 6; ++bit)
          (lanes.size() < 5 ? lanes : registers).push_back({1 << bit, 0});
        LinearLayout store = llvm::cantFail(LinearLayout::fromBases(
            {{kRegister, registers}, {kLane, lanes}, {kWarp, {}}},
            {{dimName(0), 6}, {dimName(1), 5}}));
        LinearLayout load = randomLayout(6, 5, 0);
        std::optional<LinearLayout> layout =
            chooseCopiedLayout(store, load, bytes, piece);
        // None exists if sums of rows and columns are neighbours in the load.
        if (!layout)
          continue;
        ++numChosen;
        LinearLayout offsets = store.compose(layout->invert());
        EXPECT_GE(offsets.getNumConsecutive(kRegister, kOffset), piece);
        Traffic traffic = count(offsets, bytes, piece);
        EXPECT_EQ(getSharedAccessCost(offsets, bytes, false, piece),
                  2 * traffic.instructions + traffic.wavefronts);
        numFree += traffic.wavefronts ==
                   std::max(traffic.instructions,
                            traffic.instructions * piece * bytes / 4);
      }
  EXPECT_GT(numChosen, 350);
  EXPECT_EQ(numFree, numChosen);
}

TEST_F(SharedLayoutTest, TransposesAreFreeOfConflicts) {
  for (int64_t bytes : {1, 2, 4, 8}) {
    LinearLayout store = along(1, llvm::Log2_64(16 / bytes));
    LinearLayout load = along(0, llvm::Log2_64(16 / bytes));
    LinearLayout layout = chooseSharedLayout(store, load, bytes);
    for (const LinearLayout *side : {&store, &load}) {
      LinearLayout offsets = side->compose(layout.invert());
      int64_t width = getSharedWidth(offsets, bytes);
      Traffic traffic = count(offsets, bytes, width);
      EXPECT_EQ(traffic.wavefronts,
                traffic.instructions *
                    std::max<int64_t>(1, width * bytes * 32 / 128))
          << bytes << " bytes, width " << width;
    }
  }
}

} // namespace

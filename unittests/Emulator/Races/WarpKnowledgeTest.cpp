//===- WarpKnowledgeTest.cpp - What lanes know, beside a copy of each -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that know the same share one object. Whatever some of them learn, meet by
// or forget, each must know what it would with an object of its own.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Races/WarpKnowledge.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera::ptx;
using namespace tessera::ptx::races;

namespace {

constexpr uint32_t rows = 40;

unsigned countObjects(const WarpKnowledge &known) {
  unsigned count = 0;
  LaneMask seen = 0;
  known.forEach(allLanes, [&](const LaneKnowledge &, LaneMask lanes) {
    EXPECT_FALSE(seen & lanes);
    seen |= lanes;
    ++count;
  });
  EXPECT_EQ(seen, allLanes);
  return count;
}

bool areEqual(const Row *a, const Row *b) {
  static const Row none;
  return (a ? a : &none)->epochs == (b ? b : &none)->epochs;
}

bool areEqual(const LaneKnowledge &a, const LaneKnowledge &b) {
  bool are = a.shown == b.shown && areEqual(a.warpRow.get(), b.warpRow.get());
  for (uint32_t row = 0; row != rows; ++row)
    are &= areEqual(a.base.all.row(row), b.base.all.row(row)) &&
           areEqual(a.base.proxied[0].row(row), b.base.proxied[0].row(row));
  return are;
}

/// A warp whose lanes share what they know, and one whose lanes do not.
class Warps {
public:
  explicit Warps(unsigned seed) : random(seed) {}

  void step() {
    const LaneMask some = lanes();
    switch (random() % 5) {
    case 0: { // a barrier
      LaneKnowledge sum;
      known.forEach(some, [&](const LaneKnowledge &each, LaneMask) {
        sum.base.join(each.base);
        sum.warpRow = join(sum.warpRow, each.warpRow);
      });
      LaneKnowledge ofLanes;
      forEachLane(some, [&](unsigned lane) {
        ofLanes.base.join(alone[lane].base);
        ofLanes.warpRow = join(ofLanes.warpRow, alone[lane].warpRow);
      });
      known.set(some, sum);
      forEachLane(some, [&](unsigned lane) { alone[lane] = ofLanes; });
      return;
    }
    case 1: // a fence
      return change(some, [epoch = epoch()](LaneKnowledge &each) {
        each.base.proxied[0].join(each.base.all);
        each.shown[0] = epoch;
      });
    case 2: { // of the own warp
      RowRef row(new Row);
      row->epochs[random() % warpSize] = epoch();
      return change(some, [row](LaneKnowledge &each) {
        each.warpRow = join(each.warpRow, row);
      });
    }
    default: { // an acquire
      const uint32_t row = random() % rows;
      const LaneMask others = lanes();
      return change(some, [=, epoch = epoch()](LaneKnowledge &each) {
        each.base.all.raiseLanes(row, others, epoch);
      });
    }
    }
  }

  void compare() const {
    countObjects(known);
    for (unsigned lane = 0; lane != warpSize; ++lane)
      ASSERT_TRUE(areEqual(known[lane], alone[lane])) << "lane " << lane;
  }

private:
  LaneMask lanes() {
    const LaneMask masks[] = {allLanes, LaneMask(1) << random() % warpSize,
                              LaneMask(0xFF) << 8 * (random() % 4),
                              static_cast<LaneMask>(random()) | 1};
    return masks[random() % 4];
  }
  Epoch epoch() { return 1 + random() % 8; }

  template <typename F> static void forEachLane(LaneMask some, F what) {
    for (unsigned lane = 0; lane != warpSize; ++lane)
      if (some >> lane & 1)
        what(lane);
  }
  template <typename F> void change(LaneMask some, F what) {
    known.change(some, what);
    forEachLane(some, [&](unsigned lane) { what(alone[lane]); });
  }

  std::mt19937 random;
  WarpKnowledge known;
  std::array<LaneKnowledge, warpSize> alone;
};

TEST(WarpKnowledge, IsThatOfEachLane) {
  for (unsigned seed = 0; seed != 100; ++seed) {
    Warps warps(seed);
    for (unsigned i = 0; i != 60; ++i) {
      warps.step();
      warps.compare();
      ASSERT_FALSE(testing::Test::HasFailure())
          << "seed " << seed << ", step " << i;
    }
  }
}

/// As at an mbarrier that lanes wait at one after the other.
TEST(WarpKnowledge, LanesThatLearnTheSameShareItAgain) {
  Clock learned;
  learned.raise(5, 3, 7);
  WarpKnowledge known;
  for (unsigned lane = 0; lane != warpSize; ++lane) {
    known.changeOne(lane,
                    [&](LaneKnowledge &each) { each.base.all = learned; });
    EXPECT_EQ(countObjects(known), lane + 1 == warpSize ? 1u : 2u);
  }
}

TEST(WarpKnowledge, BarrierOfAllLanesMakesItOne) {
  WarpKnowledge known;
  for (unsigned lane = 0; lane != warpSize; ++lane)
    known.changeOne(
        lane, [&](LaneKnowledge &each) { each.base.all.raise(1, lane, 1); });
  EXPECT_EQ(countObjects(known), warpSize);
  known.set(allLanes, known[0]);
  EXPECT_EQ(countObjects(known), 1u);
}

} // namespace

//===- LayoutUtilsTest.cpp - Layouts against plain enumeration ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expected values are computed from the bases of the attribute alone, by
// exclusive or, element by element, and never with the algebra under test.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"

#include "mlir/AsmParser/AsmParser.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

using Coordinates = std::vector<int64_t>;
using Shape = SmallVector<int64_t>;

/// The element that a thread holds in a register.
Coordinates elementAt(LayoutAttr layout, uint64_t reg, uint64_t lane,
                      uint64_t warp) {
  Coordinates result(layout.getRank());
  uint64_t positions[] = {reg, lane, warp};
  for (auto [dim, position] : llvm::zip(layout.getMap().getInDims(), positions))
    for (auto [bit, basis] : llvm::enumerate(dim.second))
      if ((position >> bit) & 1)
        for (auto [coordinate, value] : llvm::zip(result, basis))
          coordinate ^= value;
  return result;
}

int64_t rowMajor(const Coordinates &element, ArrayRef<int64_t> shape) {
  int64_t position = 0;
  for (auto [coordinate, extent] : llvm::zip(element, shape))
    position = position * extent + coordinate;
  return position;
}

uint64_t numWarps(LayoutAttr layout) {
  return layout.getMap().getInDimSize(kWarp);
}

/// Calls `visit(lane, warp)` for every thread.
template <typename Visit> void forEachThread(LayoutAttr layout, Visit visit) {
  for (uint64_t warp = 0; warp < numWarps(layout); ++warp)
    for (uint64_t lane = 0; lane < kWarpSize; ++lane)
      visit(lane, warp);
}

/// Calls `visit(reg, lane, warp)` for every register of every thread.
template <typename Visit> void forEachRegister(LayoutAttr layout, Visit visit) {
  forEachThread(layout, [&](uint64_t lane, uint64_t warp) {
    for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg)
      visit(reg, lane, warp);
  });
}

/// The elements that a thread holds, in the order of its registers.
std::vector<Coordinates> elementsOf(LayoutAttr layout, uint64_t lane,
                                    uint64_t warp) {
  std::vector<Coordinates> result;
  for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg)
    result.push_back(elementAt(layout, reg, lane, warp));
  return result;
}

class LayoutUtilsTest : public testing::Test {
protected:
  LayoutUtilsTest() { context.loadDialect<TileASDialect>(); }

  unsigned pick(unsigned first, unsigned last) {
    return std::uniform_int_distribution<unsigned>(first, last)(random);
  }

  /// A shape of `bits` bits in all.
  Shape randomShape(unsigned bits) {
    Shape shape(pick(1, 4), 1);
    for (unsigned bit = 0; bit < bits; ++bit)
      shape[pick(0, shape.size() - 1)] *= 2;
    return shape;
  }

  SmallVector<unsigned> randomOrder(unsigned rank) {
    SmallVector<unsigned> order;
    for (unsigned dim = 0; dim < rank; ++dim)
      order.push_back(dim);
    std::shuffle(order.begin(), order.end(), random);
    return order;
  }

  LayoutAttr randomBlocked(ArrayRef<int64_t> shape) {
    return makeBlockedLayout(&context, shape, randomOrder(shape.size()),
                             1u << pick(0, 3));
  }

  /// Any layout that the verifier accepts: a blocked one whose bits are mixed,
  /// by an invertible map of the elements, and by adding bits of the registers
  /// to those of lanes and warps.
  LayoutAttr randomLayout(ArrayRef<int64_t> shape) {
    SmallVector<LinearLayout::InDim> dims(
        randomBlocked(shape).getMap().getInDims());
    unsigned rank = shape.size();
    for (unsigned step = pick(0, 8); step > 0; --step) {
      unsigned fromDim = pick(0, rank - 1), toDim = pick(0, rank - 1);
      int64_t fromBit = int64_t(1) << pick(0, 5), toBit = int64_t(1)
                                                          << pick(0, 5);
      if (fromBit >= shape[fromDim] || toBit >= shape[toDim] ||
          (fromDim == toDim && fromBit == toBit))
        continue;
      for (auto &[name, bases] : dims)
        for (LinearLayout::Basis &basis : bases)
          if (basis[fromDim] & fromBit)
            basis[toDim] ^= toBit;
    }
    auto &registers = dims.front().second;
    for (auto &[name, bases] : llvm::drop_begin(dims))
      if (!registers.empty() && !bases.empty() && pick(0, 3) == 0)
        add(bases[pick(0, bases.size() - 1)],
            registers[pick(0, registers.size() - 1)]);
    return makeLayout(dims, shape);
  }

  static void add(LinearLayout::Basis &basis,
                  const LinearLayout::Basis &other) {
    for (auto [coordinate, value] : llvm::zip(basis, other))
      coordinate ^= value;
  }

  LayoutAttr makeLayout(ArrayRef<LinearLayout::InDim> dims,
                        ArrayRef<int64_t> shape) {
    SmallVector<LinearLayout::OutDim> outs;
    for (auto [dim, extent] : llvm::enumerate(shape))
      outs.emplace_back(dimName(dim), llvm::Log2_64(extent));
    return LayoutAttr::get(&context,
                           llvm::cantFail(LinearLayout::fromBases(dims, outs)));
  }

  std::string text(Attribute attribute) {
    std::string result;
    llvm::raw_string_ostream os(result);
    os << attribute;
    return result;
  }

  static constexpr int kRounds = 1500;
  MLIRContext context;
  std::mt19937 random{20240607};
};

TEST_F(LayoutUtilsTest, BlockedLayoutSpreadsElementsEvenly) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 11));
    LayoutAttr layout = randomBlocked(shape);
    int64_t elements = ShapedType::getNumElements(shape);
    int64_t threads = kWarpSize * numWarps(layout);
    SCOPED_TRACE(text(layout));
    // No thread holds more than its share, so none holds an element twice.
    EXPECT_EQ(layout.getNumRegisters(),
              std::max<int64_t>(1, elements / threads));
    std::map<Coordinates, std::set<std::pair<uint64_t, uint64_t>>> holders;
    forEachRegister(layout, [&](uint64_t reg, uint64_t lane, uint64_t warp) {
      Coordinates element = elementAt(layout, reg, lane, warp);
      EXPECT_TRUE(holders[element].insert({lane, warp}).second);
    });
    EXPECT_EQ(static_cast<int64_t>(holders.size()), elements);
    for (const auto &[element, threadsOf] : holders) {
      for (auto [coordinate, extent] : llvm::zip(element, shape))
        EXPECT_LT(coordinate, extent);
      EXPECT_EQ(static_cast<int64_t>(threadsOf.size()),
                std::max<int64_t>(1, threads / elements));
    }
  }
}

TEST_F(LayoutUtilsTest, BlockedLayoutRunsLanesAlongTheFirstDimension) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 11));
    SmallVector<unsigned> order = randomOrder(shape.size());
    LayoutAttr layout =
        makeBlockedLayout(&context, shape, order, 1u << pick(0, 3));
    SCOPED_TRACE(text(layout));
    for (int64_t lane = 0; lane < kWarpSize; ++lane) {
      Coordinates expected(shape.size());
      int64_t rest = lane % ShapedType::getNumElements(shape);
      for (unsigned dim : order) {
        expected[dim] = rest % shape[dim];
        rest /= shape[dim];
      }
      EXPECT_EQ(elementAt(layout, 0, lane, 0), expected) << "lane " << lane;
    }
  }
}

TEST_F(LayoutUtilsTest, BlockedLayoutGivesLanesTheBlocksThatFit) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 11));
    SmallVector<unsigned> order = randomOrder(shape.size());
    unsigned numWarps = 1u << pick(0, 3);
    Shape sizes;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      sizes.push_back(int64_t(1) << pick(0, 4));
    LayoutAttr layout =
        makeBlockedLayout(&context, shape, order, numWarps, sizes);
    SCOPED_TRACE(text(layout));
    int64_t share = std::max<int64_t>(1, ShapedType::getNumElements(shape) /
                                             (kWarpSize * numWarps));
    // Register by register along the first dimension, then the next.
    int64_t first = 1;
    for (unsigned dim : order) {
      int64_t size = std::min({sizes[dim], shape[dim], share / first});
      for (int64_t i = 0; i < size; ++i) {
        Coordinates expected(shape.size());
        expected[dim] = i;
        EXPECT_EQ(elementAt(layout, i * first, 0, 0), expected);
      }
      first *= size;
    }
  }
}

TEST_F(LayoutUtilsTest, BlockedLayoutSharesOutTheLastDimensionAmongWarps) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(8, 11));
    SmallVector<unsigned> order = randomOrder(shape.size());
    LayoutAttr layout = makeBlockedLayout(&context, shape, order, 8);
    SCOPED_TRACE(text(layout));
    unsigned last = order.back();
    // The part of the last dimension that remains after 32 lanes, which take it
    // last.
    int64_t before = ShapedType::getNumElements(shape) / shape[last];
    int64_t byLanes = std::clamp<int64_t>(kWarpSize / before, 1, shape[last]);
    int64_t slabs = std::min<int64_t>(8, shape[last] / byLanes);
    for (int64_t warp = 0; warp < slabs; ++warp)
      EXPECT_EQ(elementAt(layout, 0, 0, warp * (8 / slabs))[last],
                warp * (shape[last] / slabs));
  }
}

TEST_F(LayoutUtilsTest, EveryElementHasOneOwner) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 10));
    LayoutAttr layout = randomLayout(shape);
    SCOPED_TRACE(text(layout));
    const LinearLayout &linear = layout.getMap();
    EXPECT_EQ(linear.freeBits(kRegister), 0u);
    std::map<Coordinates, int> owners;
    forEachRegister(layout, [&](uint64_t reg, uint64_t lane, uint64_t warp) {
      bool isOwner =
          !(lane & linear.freeBits(kLane)) && !(warp & linear.freeBits(kWarp));
      owners[elementAt(layout, reg, lane, warp)] += isOwner;
    });
    EXPECT_EQ(static_cast<int64_t>(owners.size()),
              ShapedType::getNumElements(shape));
    for (const auto &[element, count] : owners)
      EXPECT_EQ(count, 1);
  }
}

TEST_F(LayoutUtilsTest, ReshapeKeepsRowMajorPositions) {
  for (int round = 0; round < kRounds; ++round) {
    unsigned bits = pick(0, 10);
    Shape from = randomShape(bits), to = randomShape(bits);
    LayoutAttr before = randomLayout(from);
    LayoutAttr after = follow(before, reshapeMap(from, to));
    SCOPED_TRACE(text(before) + " to " + text(after));
    ASSERT_EQ(after.getRank(), to.size());
    ASSERT_EQ(after.getNumRegisters(), before.getNumRegisters());
    ASSERT_EQ(numWarps(after), numWarps(before));
    forEachRegister(before, [&](uint64_t reg, uint64_t lane, uint64_t warp) {
      EXPECT_EQ(rowMajor(elementAt(before, reg, lane, warp), from),
                rowMajor(elementAt(after, reg, lane, warp), to));
    });
  }
}

TEST_F(LayoutUtilsTest, PermuteMovesCoordinates) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 10));
    LayoutAttr before = randomLayout(shape);
    SmallVector<int32_t> permutation(
        llvm::to_vector_of<int32_t>(randomOrder(shape.size())));
    LayoutAttr after = follow(before, permuteMap(shape, permutation));
    SCOPED_TRACE(text(before) + " to " + text(after));
    forEachRegister(before, [&](uint64_t reg, uint64_t lane, uint64_t warp) {
      Coordinates expected;
      for (int32_t source : permutation)
        expected.push_back(elementAt(before, reg, lane, warp)[source]);
      EXPECT_EQ(elementAt(after, reg, lane, warp), expected);
    });
  }
}

TEST_F(LayoutUtilsTest, ProjectKeepsInEachThreadWhatItNeeds) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 10));
    LayoutAttr before = randomLayout(shape);
    SmallVector<unsigned> dims;
    for (unsigned dim = 0; dim < shape.size(); ++dim)
      if (pick(0, 1))
        dims.push_back(dim);
    LayoutAttr after = follow(before, projectMap(shape, dims));
    SCOPED_TRACE(text(before) + " to " + text(after));
    ASSERT_EQ(numWarps(after), numWarps(before));
    forEachThread(before, [&](uint64_t lane, uint64_t warp) {
      std::set<Coordinates> needed;
      for (Coordinates element : elementsOf(before, lane, warp)) {
        for (unsigned dim : dims)
          element[dim] = 0;
        needed.insert(element);
      }
      std::vector<Coordinates> held = elementsOf(after, lane, warp);
      EXPECT_EQ(std::set<Coordinates>(held.begin(), held.end()), needed);
      EXPECT_EQ(held.size(), needed.size()) << "an element twice in a thread";
    });
  }
}

TEST_F(LayoutUtilsTest, DropLeavesTheOtherCoordinates) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 10));
    if (shape.size() == 1)
      continue;
    unsigned dim = pick(0, shape.size() - 1);
    LayoutAttr before = randomLayout(shape);
    LayoutAttr after = follow(before, dropMap(shape, dim));
    SCOPED_TRACE(text(before) + " to " + text(after));
    ASSERT_EQ(numWarps(after), numWarps(before));
    forEachThread(before, [&](uint64_t lane, uint64_t warp) {
      std::set<Coordinates> expected;
      for (Coordinates element : elementsOf(before, lane, warp)) {
        element.erase(element.begin() + dim);
        expected.insert(element);
      }
      std::vector<Coordinates> held = elementsOf(after, lane, warp);
      EXPECT_EQ(std::set<Coordinates>(held.begin(), held.end()), expected);
      EXPECT_EQ(held.size(), expected.size()) << "an element twice in a thread";
    });
  }
}

/// The register of `from` that holds in every thread the element of `reg` in
/// `to`.
std::optional<int64_t> findSource(LayoutAttr from, LayoutAttr to, int64_t reg) {
  for (int64_t source = 0; source < from.getNumRegisters(); ++source) {
    bool fits = true;
    forEachThread(to, [&](uint64_t lane, uint64_t warp) {
      fits = fits && elementAt(from, source, lane, warp) ==
                         elementAt(to, reg, lane, warp);
    });
    if (fits)
      return source;
  }
  return std::nullopt;
}

TEST_F(LayoutUtilsTest, MatchRegistersAnswersWhereARenamingIsEnough) {
  int matches = 0, refusals = 0;
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 9));
    LayoutAttr from = randomLayout(shape);
    LayoutAttr to = randomLayout(shape);
    // Random layouts that differ only in their registers are rare.
    if (pick(0, 1)) {
      SmallVector<LinearLayout::InDim> dims(from.getMap().getInDims());
      auto &registers = dims.front().second;
      for (unsigned step = 0; !registers.empty() && step < 4; ++step) {
        unsigned target = pick(0, registers.size() - 1);
        unsigned source = pick(0, registers.size() - 1);
        if (target != source)
          add(registers[target], registers[source]);
      }
      to = makeLayout(dims, shape);
    }
    if (numWarps(from) != numWarps(to))
      continue;
    SCOPED_TRACE(text(from) + " to " + text(to));
    auto answer = matchRegisters(from.getMap(), to.getMap());
    std::optional<SmallVector<int64_t>> expected = SmallVector<int64_t>();
    for (int64_t reg = 0; expected && reg < to.getNumRegisters(); ++reg) {
      if (std::optional<int64_t> source = findSource(from, to, reg))
        expected->push_back(*source);
      else
        expected.reset();
    }
    EXPECT_EQ(answer, expected);
    ++(answer ? matches : refusals);
  }
  EXPECT_GT(matches, 100);
  EXPECT_GT(refusals, 100);
}

TEST_F(LayoutUtilsTest, MatchLanesNamesPlacesOfTheSameWarp) {
  int matches = 0, choices = 0;
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 8));
    LayoutAttr from = randomLayout(shape), to = randomLayout(shape);
    if (numWarps(from) != numWarps(to))
      continue;
    auto places = matchLanes(from.getMap(), to.getMap());
    if (!places)
      continue;
    SCOPED_TRACE(text(from) + " to " + text(to));
    ++matches;
    SmallVector<int32_t> among = getLaneChoices(*places);
    choices += among.size() > 1;
    forEachRegister(to, [&](uint64_t reg, uint64_t lane, uint64_t warp) {
      auto place =
          places->apply({{kRegister, reg}, {kLane, lane}, {kWarp, warp}});
      EXPECT_EQ(uint64_t(place[2].second), warp);
      EXPECT_EQ(elementAt(from, place[0].second, place[1].second, warp),
                elementAt(to, reg, lane, warp));
      // The register is that of lane 0, changed by one of the choices.
      auto first = places->apply({{kRegister, reg}, {kLane, 0}, {kWarp, warp}});
      EXPECT_TRUE(llvm::is_contained(among, place[0].second ^ first[0].second));
    });
  }
  EXPECT_GT(matches, 50);
  EXPECT_GT(choices, 10);
}

TEST_F(LayoutUtilsTest, LayoutsOfUnequalWarpsNeverMatch) {
  Shape shape = {64};
  LayoutAttr two = makeBlockedLayout(&context, shape, {0u}, 2);
  LayoutAttr four = makeBlockedLayout(&context, shape, {0u}, 4);
  EXPECT_FALSE(matchRegisters(two.getMap(), four.getMap()));
}

TEST_F(LayoutUtilsTest, AttributeSurvivesText) {
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = randomShape(pick(0, 11));
    LayoutAttr layout = randomLayout(shape);
    EXPECT_EQ(parseAttribute(text(layout), &context), layout);
    // The algebra agrees with the bases about each register.
    uint64_t reg = pick(0, layout.getNumRegisters() - 1), lane = pick(0, 31),
             warp = pick(0, numWarps(layout) - 1);
    Coordinates element;
    for (auto [name, value] : layout.getMap().apply(
             {{kRegister, reg}, {kLane, lane}, {kWarp, warp}}))
      element.push_back(value);
    EXPECT_EQ(element, elementAt(layout, reg, lane, warp));
  }
}

} // namespace

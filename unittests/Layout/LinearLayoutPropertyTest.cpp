//===- LinearLayoutPropertyTest.cpp - Layouts against brute force ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares what seeded random layouts say of themselves with its definition, by
// enumerating all inputs. LinearLayoutAlgebraTest.cpp has the operations that make
// layouts of others.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::testing_support;

namespace {

const Dim dimZ = Dim::get("z");

constexpr int rounds = 2000;

TEST(LinearLayoutProperty, ApplyFollowsTheBases) {
  LayoutGenerator random(1);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    auto ins = insOf(layout);
    auto outs = outsOf(layout);
    std::vector<uint64_t> images = enumerateImages(layout);
    ASSERT_EQ(layout.toMatrix().getNumCols(),
              unsigned(layout.getTotalInDimSizeLog2()));
    for (uint64_t in = 0; in < images.size(); ++in) {
      ASSERT_EQ(layout.applyFlat(in), images[in]);
      ASSERT_EQ(layout.toMatrix().apply(in), images[in]);
      Point point = unflatten(ins, in);
      std::vector<std::pair<Dim, int64_t>> named(point.begin(), point.end());
      Point expected = unflatten(outs, images[in]);
      auto result = layout.apply(named);
      ASSERT_EQ(result.size(), outs.size());
      for (auto [i, out] : enumerate(result)) {
        ASSERT_EQ(out.first, outs[i].first);
        ASSERT_EQ(out.second, expected[out.first]);
      }
    }
  }
}

TEST(LinearLayoutProperty, RankKernelAndImage) {
  LayoutGenerator random(2);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    std::vector<uint64_t> images = enumerateImages(layout);
    std::set<uint64_t> reached(images.begin(), images.end());
    ASSERT_EQ(reached.size(), uint64_t(1) << layout.rank());
    ASSERT_EQ(layout.isSurjective(),
              reached.size() == uint64_t(layout.getTotalOutDimSize()));
    ASSERT_EQ(layout.isInjective(), reached.size() == images.size());
    ASSERT_EQ(layout.isInvertible(),
              layout.isSurjective() && layout.isInjective());

    auto span = [](ArrayRef<uint64_t> basis) {
      std::set<uint64_t> sums = {0};
      for (uint64_t vector : basis) {
        std::set<uint64_t> more = sums;
        for (uint64_t sum : sums)
          more.insert(sum ^ vector);
        sums = more;
      }
      return sums;
    };
    ASSERT_EQ(span(layout.image()), reached);
    ASSERT_EQ(layout.image().size(), layout.rank());
    ASSERT_TRUE(is_sorted(layout.image()));
    std::set<uint64_t> zeros;
    for (uint64_t in = 0; in < images.size(); ++in)
      if (images[in] == 0)
        zeros.insert(in);
    ASSERT_EQ(span(layout.kernel()), zeros);
    ASSERT_EQ(zeros.size(), images.size() >> layout.rank());
  }
}

TEST(LinearLayoutProperty, ImageBasisDependsOnTheImageOnly) {
  LayoutGenerator random(3);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    auto order = layout.getInDimNames();
    random.shuffle(order);
    ASSERT_EQ(layout.image(), layout.transposeIns(order).image());
  }
}

TEST(LinearLayoutProperty, OneOwnerPerElement) {
  LayoutGenerator random(4);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    auto ins = insOf(layout);
    std::vector<uint64_t> images = enumerateImages(layout);
    std::map<Dim, uint64_t> free;
    for (const auto &in : ins)
      free[in.first] = layout.freeBits(in.first);
    std::map<uint64_t, int> owners;
    for (uint64_t in = 0; in < images.size(); ++in) {
      Point point = unflatten(ins, in);
      owners[images[in]] += all_of(point, [&](const auto &c) {
        return (c.second & free[c.first]) == 0;
      });
    }
    for (auto [element, count] : owners)
      ASSERT_EQ(count, 1);
  }
}

TEST(LinearLayoutProperty, OwnersPreferRegistersThenLanesWarpsAndBlocks) {
  LayoutGenerator random(5);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    auto outs = outsOf(layout);
    // By definition: bases that add nothing to the reached elements, when bases
    // are added in the order of ownership.
    std::vector<Dim> order = {kRegister, kLane, kWarp, kBlock};
    for (Dim name : layout.getInDimNames())
      if (!is_contained(order, name))
        order.push_back(name);
    std::set<uint64_t> reached = {0};
    for (Dim name : order) {
      if (!layout.hasInDim(name))
        continue;
      uint64_t expected = 0;
      for (int bit = 0; bit < layout.getInDimSizeLog2(name); ++bit) {
        Point point;
        for (const auto &out : outs)
          point[out.first] = layout.getBasis(name, bit, out.first);
        uint64_t flat = flatten(outs, point);
        expected |= uint64_t(reached.count(flat)) << bit;
        std::set<uint64_t> more = reached;
        for (uint64_t value : reached)
          more.insert(value ^ flat);
        reached = more;
      }
      ASSERT_EQ(layout.freeBits(name), expected);
    }
  }
}

TEST(LinearLayoutProperty, ApplyAlongIsApplyForEachValue) {
  LayoutGenerator random(23);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    for (Dim name : layout.getInDimNames()) {
      SmallVector<int32_t> images = layout.applyAlong(name);
      size_t rank = layout.getNumOutDims();
      ASSERT_EQ(images.size(), rank * layout.getInDimSize(name));
      for (int64_t i = 0, e = layout.getInDimSize(name); i < e; ++i)
        for (auto [dim, out] : enumerate(layout.apply({{name, i}})))
          ASSERT_EQ(images[i * rank + dim], out.second);
    }
  }
}

TEST(LinearLayoutProperty, BitMovesMakeTheCoordinate) {
  LayoutGenerator random(22);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    for (const auto &[inDim, bases] : layout.getInDims())
      for (const auto &[outDim, bits] : layout.getOutDims()) {
        auto moves = layout.getBitMoves(inDim, outDim);
        for (size_t i = 1; i < moves.size(); ++i)
          ASSERT_LT(moves[i - 1].shift, moves[i].shift);
        for (uint64_t value = 0; value < uint64_t(1) << bases.size(); ++value) {
          Point point = unflatten(insOf(layout), 0);
          point[inDim] = value;
          uint64_t sum = 0;
          for (auto [shift, mask] : moves) {
            ASSERT_NE(mask, 0u);
            sum ^=
                shift < 0 ? (value & mask) >> -shift : (value & mask) << shift;
          }
          ASSERT_EQ(int64_t(sum), image(layout, point)[outDim]);
        }
      }
  }
}

TEST(LinearLayoutProperty, BitsAlongAreThoseThatMove) {
  LayoutGenerator random(23);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    for (const auto &[inDim, bases] : layout.getInDims())
      for (const auto &[outDim, bits] : layout.getOutDims()) {
        uint64_t along = 0, reached = 0;
        Point point = unflatten(insOf(layout), 0);
        for (uint64_t value = 0; value < uint64_t(1) << bases.size(); ++value) {
          point[inDim] = value;
          uint64_t coordinate = image(layout, point)[outDim];
          reached |= coordinate;
          if (isPowerOf2_64(value) && coordinate != 0)
            along |= value;
        }
        ASSERT_EQ(layout.getBitsAlong(inDim, outDim), along);
        ASSERT_EQ(layout.getReachedBits(inDim, outDim), reached);
      }
  }
}

TEST(LinearLayoutProperty, RemovingDependentBasesLeavesEachPointOnce) {
  LayoutGenerator random(18);
  // The points that one dimension reaches, each as often as it is reached.
  auto pointsAlong = [](const LinearLayout &layout, Dim name) {
    std::vector<Point> points;
    Point in = unflatten(insOf(layout), 0);
    for (int64_t i = 0, e = layout.getInDimSize(name); i < e; ++i) {
      in[name] = i;
      points.push_back(image(layout, in));
    }
    llvm::sort(points);
    return points;
  };
  int changed = 0;
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    if (layout.getNumInDims() == 0)
      continue;
    Dim name = layout.getInDimNames()[random.below(layout.getNumInDims())];
    LinearLayout packed = layout.removeDependentBases(name);
    std::vector<Point> before = pointsAlong(layout, name);
    before.erase(std::unique(before.begin(), before.end()), before.end());
    ASSERT_EQ(pointsAlong(packed, name), before);
    changed += packed != layout;
    // Remaining bases keep their order, and of equal ones the first stays.
    int bit = 0;
    for (int next = 0; next < packed.getInDimSizeLog2(name); ++next)
      while (layout.getBasis(name, bit++) != packed.getBasis(name, next))
        ASSERT_LT(bit, layout.getInDimSizeLog2(name));
  }
  ASSERT_GT(changed, 100);
}

TEST(LinearLayoutProperty, TrivialDimensionsAndQuotient) {
  LayoutGenerator random(19);
  int trivial = 0;
  for (int round = 0; round < rounds; ++round) {
    LinearLayout rest = random.layout();
    LinearLayout layout = rest;
    if (random.below(2) == 0)
      layout *= LinearLayout::identity1D(1 << random.below(3), dimZ, dimZ);
    else
      layout *= random.layout(random.dims({kLane, dimZ}, 2), {{dimZ, 2}});
    // By definition: z is the identity, and no other dimension depends on it.
    bool expected =
        layout.hasInDim(dimZ) && layout.hasOutDim(dimZ) &&
        layout.getInDimSizeLog2(dimZ) == layout.getOutDimSizeLog2(dimZ);
    for (int64_t in = 0; expected && in < layout.getTotalInDimSize(); ++in) {
      Point point = unflatten(insOf(layout), in), without = point;
      without[dimZ] = 0;
      Point out = image(layout, point), base = image(layout, without);
      expected &= out[dimZ] == point[dimZ];
      out[dimZ] = base[dimZ] = 0;
      expected &= out == base;
    }
    ASSERT_EQ(layout.isTrivialOver({dimZ}), expected);
    std::optional<LinearLayout> quotient = layout.quotient({dimZ});
    ASSERT_EQ(quotient.has_value(), expected);
    if (quotient) {
      ++trivial;
      ASSERT_EQ(*quotient * LinearLayout::identity1D(layout.getInDimSize(dimZ),
                                                     dimZ, dimZ),
                layout
                    .transposeIns([&] {
                      auto names = quotient->getInDimNames();
                      names.push_back(dimZ);
                      return names;
                    }())
                    .transposeOuts([&] {
                      auto names = quotient->getOutDimNames();
                      names.push_back(dimZ);
                      return names;
                    }()));
    }
  }
  EXPECT_GT(trivial, rounds / 4);
}

TEST(LinearLayoutProperty, NumConsecutive) {
  LayoutGenerator random(20);
  int wide = 0;
  for (int round = 0; round < rounds; ++round) {
    auto ins = random.dims({kRegister, kLane}, 3);
    LinearLayout layout =
        LinearLayout::identity1D(1 << random.below(3), kRegister, dimName(0)) *
        random.layout(ins, random.dims({dimName(0), dimName(1)}, 3));
    std::vector<LinearLayout::OutDim> inDims = insOf(layout);
    // By definition: the largest group size for which it is true of all groups.
    int64_t expected = 1;
    for (int64_t n = 1; n <= layout.getInDimSize(kRegister); n *= 2) {
      bool holds = true;
      for (int64_t in = 0; in < layout.getTotalInDimSize(); ++in) {
        Point point = unflatten(inDims, in), first = point;
        first[kRegister] &= -n;
        Point out = image(layout, point), base = image(layout, first);
        holds &= base[dimName(0)] % n == 0;
        base[dimName(0)] += point[kRegister] - first[kRegister];
        holds &= out == base;
      }
      if (holds)
        expected = n;
    }
    ASSERT_EQ(layout.getNumConsecutive(kRegister, dimName(0)), expected);
    wide += expected > 1;
  }
  EXPECT_GT(wide, rounds / 8);
}

TEST(LinearLayoutProperty, TextIsReadBack) {
  LayoutGenerator random(21);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    std::string text;
    raw_string_ostream(text) << layout;
    Expected<LinearLayout> parsed = LinearLayout::parse(text);
    ASSERT_TRUE(bool(parsed)) << text << ": " << toString(parsed.takeError());
    ASSERT_EQ(*parsed, layout);
    ASSERT_EQ(hash_value(*parsed), hash_value(layout));
  }
}

TEST(LinearLayoutProperty, BrokenTextIsAnError) {
  LayoutGenerator random(22);
  constexpr StringLiteral characters = "{}[]-> ,:_09a";
  for (int round = 0; round < rounds; ++round) {
    std::string text;
    raw_string_ostream(text) << random.layout();
    for (unsigned edits = 1 + random.below(3); edits != 0; --edits)
      text[random.below(text.size())] =
          characters[random.below(characters.size())];
    // The result is an error or a consistent layout.
    Expected<LinearLayout> parsed = LinearLayout::parse(text);
    if (!parsed) {
      std::string message = toString(parsed.takeError());
      ASSERT_EQ(message.find("layout"), 0u) << message;
      continue;
    }
    std::string again;
    raw_string_ostream(again) << *parsed;
    ASSERT_EQ(cantFail(LinearLayout::parse(again)), *parsed);
  }
}

} // namespace

//===- LinearLayoutAlgebraTest.cpp - Layouts of layouts -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares every operation that makes a layout of seeded random ones with its
// definition, by enumerating all inputs.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::testing_support;

namespace {

const Dim dimA = Dim::get("a"), dimB = Dim::get("b"), dimC = Dim::get("c"),
          dimD = Dim::get("d"), dimY = Dim::get("y"), dimZ = Dim::get("z");

constexpr int rounds = 2000;

uint64_t sizeOf(ArrayRef<LinearLayout::OutDim> dims) {
  uint64_t size = 1;
  for (const auto &dim : dims)
    size <<= dim.second;
  return size;
}

TEST(LinearLayoutAlgebra, ComposeIsPointwise) {
  LayoutGenerator random(6);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout inner = random.layout();
    auto middle = outsOf(inner);
    random.shuffle(middle);
    for (auto &dim : middle)
      dim.second += random.below(2);
    LinearLayout outer =
        random.layout(middle, random.dims({dimName(0), dimY, dimZ}, 3));
    LinearLayout both = inner.compose(outer);
    ASSERT_EQ(insOf(both), insOf(inner));
    ASSERT_EQ(outsOf(both), outsOf(outer));
    for (int64_t in = 0; in < inner.getTotalInDimSize(); ++in) {
      Point point = unflatten(insOf(inner), in);
      ASSERT_EQ(image(both, point), image(outer, image(inner, point)));
    }
  }
}

TEST(LinearLayoutAlgebra, InverseUndoes) {
  LayoutGenerator random(7);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.onto(/*oneToOne=*/true);
    LinearLayout inverse = layout.invert();
    ASSERT_EQ(insOf(inverse), outsOf(layout));
    ASSERT_EQ(outsOf(inverse), insOf(layout));
    std::vector<uint64_t> images = enumerateImages(layout);
    for (uint64_t in = 0; in < images.size(); ++in)
      ASSERT_EQ(inverse.applyFlat(images[in]), in);
    ASSERT_EQ(inverse.invert(), layout);
  }
}

TEST(LinearLayoutAlgebra, LeftInverseUndoesWhatIsOneToOne) {
  LayoutGenerator random(21);
  int count = 0, notOnto = 0;
  while (count < rounds) {
    LinearLayout layout = random.layout();
    if (!layout.isInjective())
      continue;
    ++count;
    LinearLayout inverse = layout.leftInvert();
    ASSERT_EQ(insOf(inverse), outsOf(layout));
    ASSERT_EQ(outsOf(inverse), insOf(layout));
    std::vector<uint64_t> images = enumerateImages(layout);
    for (uint64_t in = 0; in < images.size(); ++in)
      ASSERT_EQ(inverse.applyFlat(images[in]), in);
    if (layout.isInvertible())
      ASSERT_EQ(inverse, layout.invert());
    else
      ++notOnto;
  }
  EXPECT_GT(notOnto, rounds / 4);
}

TEST(LinearLayoutAlgebra, PseudoInverseYieldsTheOwner) {
  LayoutGenerator random(8);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.onto(/*oneToOne=*/false);
    LinearLayout inverse = layout.pseudoInvert();
    for (uint64_t out = 0; out < uint64_t(layout.getTotalOutDimSize()); ++out) {
      uint64_t owner = inverse.applyFlat(out);
      ASSERT_EQ(layout.applyFlat(owner), out);
      for (const auto &[name, value] : unflatten(insOf(layout), owner))
        ASSERT_EQ(value & layout.freeBits(name), 0u);
    }
    if (layout.isInjective())
      ASSERT_EQ(inverse, layout.invert());
  }
}

TEST(LinearLayoutAlgebra, InvertAndComposeFindsPreimages) {
  LayoutGenerator random(9);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout outer = random.onto(/*oneToOne=*/false);
    auto outs = outsOf(outer);
    random.shuffle(outs);
    LinearLayout inner = random.layout(random.ins(), outs);
    LinearLayout conversion = inner.invertAndCompose(outer);
    ASSERT_EQ(insOf(conversion), insOf(inner));
    ASSERT_EQ(outsOf(conversion), insOf(outer));
    for (int64_t in = 0; in < inner.getTotalInDimSize(); ++in) {
      Point point = unflatten(insOf(inner), in);
      ASSERT_EQ(image(outer, image(conversion, point)), image(inner, point));
    }
    // A conversion to the same layout moves nothing, replicated or not.
    LinearLayout same = outer.invertAndCompose(outer);
    for (int64_t in = 0; in < outer.getTotalInDimSize(); ++in)
      ASSERT_EQ(same.applyFlat(in), uint64_t(in));
  }
}

/// Splits a point of two layouts side by side into that of `low`, whose bits
/// come first, and that of the other one.
static std::pair<Point, Point> splitIns(const LinearLayout &low,
                                        const Point &point) {
  Point lowIn, highIn;
  for (auto [name, value] : point) {
    int shift = low.hasInDim(name) ? low.getInDimSizeLog2(name) : 0;
    lowIn[name] = value & ((int64_t(1) << shift) - 1);
    highIn[name] = value >> shift;
  }
  return {lowIn, highIn};
}

TEST(LinearLayoutAlgebra, ProductIsTheDirectSum) {
  LayoutGenerator random(10);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout low = random.layout(), high = random.layout();
    LinearLayout product = low * high;
    for (int64_t in = 0; in < product.getTotalInDimSize();
         in += 1 + random.below(7)) {
      Point point = unflatten(insOf(product), in);
      auto [lowIn, highIn] = splitIns(low, point);
      Point expected = image(low, lowIn);
      for (auto [name, value] : image(high, highIn))
        expected[name] +=
            value << (low.hasOutDim(name) ? low.getOutDimSizeLog2(name) : 0);
      ASSERT_EQ(image(product, point), expected);
    }
  }
}

TEST(LinearLayoutAlgebra, ProductIsAMonoid) {
  LayoutGenerator random(11);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout a = random.layout(), b = random.layout(), c = random.layout();
    ASSERT_EQ((a * b) * c, a * (b * c));
    ASSERT_EQ(a * LinearLayout::empty(), a);
    ASSERT_EQ(LinearLayout::empty() * a, a);
  }
}

TEST(LinearLayoutAlgebra, DivisionUndoesTheProduct) {
  LayoutGenerator random(12);
  for (int round = 0; round < rounds; ++round) {
    // With the same dimensions the factor comes back unchanged.
    auto ins = random.ins(), outs = random.outs();
    LinearLayout low = random.layout(ins, outs),
                 high = random.layout(ins, outs);
    ASSERT_EQ((low * high).divideLeft(low), high);
    ASSERT_EQ((low * high).divideRight(high), low);

    // With other dimensions it comes back up to dimensions of size 1.
    LinearLayout other = random.layout();
    LinearLayout product = low * other;
    std::optional<LinearLayout> quotient = product.divideLeft(low);
    ASSERT_TRUE(quotient.has_value());
    ASSERT_EQ(low * *quotient, product);
    quotient = product.divideRight(other);
    ASSERT_TRUE(quotient.has_value());
    ASSERT_EQ((*quotient * other)
                  .transposeIns(product.getInDimNames())
                  .transposeOuts(product.getOutDimNames()),
              product);
  }
}

TEST(LinearLayoutAlgebra, WhatIsNoFactorIsRefused) {
  LayoutGenerator random(13);
  int refused = 0;
  for (int round = 0; round < rounds; ++round) {
    auto ins = random.ins(), outs = random.outs();
    LinearLayout whole = random.layout(ins, outs);
    for (auto *dims : {&ins, &outs})
      for (auto &dim : *dims)
        dim.second = random.below(dim.second + 1);
    LinearLayout factor = random.layout(ins, outs);
    for (bool left : {true, false}) {
      std::optional<LinearLayout> quotient =
          left ? whole.divideLeft(factor) : whole.divideRight(factor);
      if (quotient)
        ASSERT_EQ(left ? factor * *quotient : *quotient * factor, whole);
      else
        ++refused;
    }
  }
  EXPECT_GT(refused, rounds / 4);
}

TEST(LinearLayoutAlgebra, SublayoutHoldsTheOtherInputsAtZero) {
  LayoutGenerator random(14);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    auto ins = layout.getInDimNames(), outs = layout.getOutDimNames();
    random.shuffle(ins);
    random.shuffle(outs);
    ins.truncate(random.below(ins.size() + 1));
    outs.truncate(random.below(outs.size() + 1));
    LinearLayout part = layout.sublayout(ins, outs);
    ASSERT_EQ(part.getInDimNames(), ins);
    ASSERT_EQ(part.getOutDimNames(), outs);
    for (int64_t in = 0; in < part.getTotalInDimSize(); ++in) {
      Point point = unflatten(insOf(part), in), whole = point;
      for (const auto &dim : layout.getInDims())
        whole.emplace(dim.first, 0);
      Point expected = image(layout, whole);
      for (const auto &[name, value] : image(part, point))
        ASSERT_EQ(value, expected[name]);
    }
  }
}

TEST(LinearLayoutAlgebra, TransposeKeepsTheMap) {
  LayoutGenerator random(15);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    auto ins = layout.getInDimNames(), outs = layout.getOutDimNames();
    random.shuffle(ins);
    random.shuffle(outs);
    LinearLayout turned = layout.transposeIns(ins).transposeOuts(outs);
    for (int64_t in = 0; in < layout.getTotalInDimSize(); ++in) {
      Point point = unflatten(insOf(layout), in);
      ASSERT_EQ(image(turned, point), image(layout, point));
    }
  }
}

/// A random split of `size` into dimensions.
std::vector<std::pair<Dim, int64_t>> cut(LayoutGenerator &random,
                                         uint64_t size) {
  std::vector<std::pair<Dim, int64_t>> dims;
  for (Dim name : {dimA, dimB, dimC}) {
    uint64_t part = uint64_t(1) << random.below(3);
    part = std::min(part, size);
    dims.emplace_back(name, part);
    size /= part;
  }
  dims.emplace_back(dimD, size);
  return dims;
}

TEST(LinearLayoutAlgebra, ReshapeAndFlattenKeepTheFlattenedMap) {
  LayoutGenerator random(16);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout layout = random.layout();
    std::vector<uint64_t> images = enumerateImages(layout);
    ASSERT_EQ(enumerateImages(layout.flattenIns()), images);
    ASSERT_EQ(enumerateImages(layout.flattenOuts()), images);
    ASSERT_LE(layout.flattenIns().getNumInDims(), 1u);
    ASSERT_LE(layout.flattenOuts().getNumOutDims(), 1u);
    LinearLayout cutIns = layout.reshapeIns(cut(random, sizeOf(insOf(layout))));
    ASSERT_EQ(cutIns.getNumInDims(), 4u);
    ASSERT_EQ(enumerateImages(cutIns), images);
    LinearLayout cutOuts =
        layout.reshapeOuts(cut(random, sizeOf(outsOf(layout))));
    ASSERT_EQ(cutOuts.getNumOutDims(), 4u);
    ASSERT_EQ(enumerateImages(cutOuts), images);
  }
}

TEST(LinearLayoutAlgebra, ConcatInsAddsTheImages) {
  LayoutGenerator random(17);
  for (int round = 0; round < rounds; ++round) {
    LinearLayout low = random.layout();
    auto outs = outsOf(low);
    random.shuffle(outs);
    LinearLayout high = random.layout(random.ins(), outs);
    LinearLayout both = low.concatIns(high);
    for (int64_t in = 0; in < both.getTotalInDimSize();
         in += 1 + random.below(7)) {
      Point point = unflatten(insOf(both), in);
      auto [lowIn, highIn] = splitIns(low, point);
      Point expected = image(low, lowIn);
      for (auto [name, value] : image(high, highIn))
        expected[name] ^= value;
      ASSERT_EQ(image(both, point), expected);
    }
  }
}

} // namespace

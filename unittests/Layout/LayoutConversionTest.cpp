//===- LayoutConversionTest.cpp - Conversions against brute force ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/LayoutConversion.h"
#include "RandomLayouts.h"
#include "tessera/Layout/TileMaps.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::testing_support;

namespace {

TEST(LayoutConversionTest, GroupsTheRegistersThatBecomeOne) {
  LayoutGenerator random(1);
  int several = 0;
  for (int round = 0; round < 2000; ++round) {
    std::vector<LinearLayout::OutDim> outs;
    SmallVector<int64_t> shape;
    for (unsigned dim = 0; dim < 3; ++dim) {
      outs.emplace_back(dimName(dim), random.below(3));
      shape.push_back(int64_t(1) << outs.back().second);
    }
    LinearLayout from = random.layout(
        {{kRegister, int(random.below(6))}, {kLane, 2}, {kWarp, 1}}, outs);
    unsigned along = random.below(3);
    LinearLayout map = projectMap(shape, along);
    LinearLayout to = from.compose(map).removeDependentBases(kRegister);
    auto groups = groupRegisters(from, to, map, dimName(along));

    auto coordinatesOf = [](const LinearLayout &layout, int64_t reg) {
      Point point = unflatten(insOf(layout), 0);
      point[kRegister] = reg;
      return image(layout, point);
    };
    ASSERT_EQ(int64_t(groups.size()), to.getInDimSize(kRegister));
    std::set<int64_t> seen;
    for (auto [target, group] : enumerate(groups)) {
      several += group.size() > 1;
      int64_t last = -1;
      for (int64_t reg : group) {
        ASSERT_TRUE(seen.insert(reg).second);
        Point element = coordinatesOf(from, reg);
        int64_t place = element[dimName(along)];
        ASSERT_LE(last, place);
        last = place;
        element[dimName(along)] = 0;
        ASSERT_EQ(element, coordinatesOf(to, target));
      }
    }
    ASSERT_EQ(int64_t(seen.size()), from.getInDimSize(kRegister));
  }
  EXPECT_GT(several, 1000);
}

} // namespace

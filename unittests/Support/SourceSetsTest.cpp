//===- SourceSetsTest.cpp - Sets that exist once --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Support/SourceSets.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace tessera;
using Numbers = std::set<uint64_t>;

static SourceSets::Set make(SourceSets &sets, const Numbers &numbers) {
  SourceSets::Set set = 0;
  for (uint64_t number : numbers)
    set = sets.unite(set, sets.single(number));
  return set;
}

/// Numbers of a few neighbourhoods, so that sets meet at all levels.
static Numbers makeNumbers(std::mt19937_64 &random) {
  Numbers numbers;
  for (unsigned i = random() % 40; i; --i)
    numbers.insert((random() % 3 << 40) + (random() % 3 << 12) +
                   random() % 130);
  return numbers;
}

TEST(SourceSets, GiveEqualSetsOneName) {
  SourceSets sets;
  std::mt19937_64 random(7);
  for (unsigned round = 0; round < 2000; ++round) {
    Numbers a = makeNumbers(random), b = makeNumbers(random);
    Numbers both = a, rest, common;
    both.insert(b.begin(), b.end());
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(),
                        std::inserter(rest, rest.end()));
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(),
                          std::inserter(common, common.end()));
    SourceSets::Set left = make(sets, a), right = make(sets, b);
    EXPECT_EQ(sets.unite(left, right), make(sets, both));
    EXPECT_EQ(sets.unite(right, left), make(sets, both));
    EXPECT_EQ(sets.subtract(left, right), make(sets, rest));
    EXPECT_EQ(sets.intersect(left, right), make(sets, common));
    EXPECT_EQ(sets.count(left), a.size());
    EXPECT_EQ(left == right, a == b);
    if (!a.empty())
      EXPECT_EQ(sets.least(left), *a.begin());
  }
}

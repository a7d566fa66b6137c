//===- BankUseTest.cpp - Wavefronts against the words of each lane --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expected values come from the words of each lane one by one, by the
// definitions in BankUse.h and by nothing that is known of linear maps.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/BankUse.h"

#include "tessera/Layout/LinearLayout.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace tessera;
using namespace tessera::tileas;

namespace {

constexpr int64_t kBanks = 32, kWordBytes = 4;

using Words = std::set<int64_t>;

unsigned countUsesOfOneBank(const Words &words) {
  std::map<int64_t, unsigned> uses;
  unsigned most = 0;
  for (int64_t word : words)
    most = std::max(most, ++uses[word % kBanks]);
  return most;
}

int64_t offsetOf(const LinearLayout &offsets, Dim dim, int64_t place) {
  return offsets.apply({{dim, place}}).front().second;
}

/// True if an input is a copy of another one that comes before it.
bool isCopy(const LinearLayout *owners, Dim dim, int64_t place) {
  return owners && (owners->freeBits(dim) & place);
}

BankUse countOneByOne(const LinearLayout &offsets, int64_t bytes, int64_t width,
                      const LinearLayout *owners) {
  BankUse use;
  unsigned instructions = 0;
  for (int64_t reg = 0; reg < offsets.getInDimSize(kRegister); ++reg)
    instructions += offsetOf(offsets, kRegister, reg) % width == 0 &&
                    !isCopy(owners, kRegister, reg);
  int64_t lanes = offsets.getInDimSize(kLane);
  int64_t atOnce = std::min(
      std::max<int64_t>(kBanks * kWordBytes / (width * bytes), 1), lanes);
  Words all;
  for (int64_t first = 0; first < lanes; first += atOnce) {
    Words words;
    for (int64_t lane = first; lane < first + atOnce; ++lane) {
      if (isCopy(owners, kLane, lane))
        continue;
      int64_t begin = offsetOf(offsets, kLane, lane) / width * width;
      for (int64_t byte = begin * bytes; byte < (begin + width) * bytes; ++byte)
        words.insert(byte / kWordBytes);
    }
    use.ideal += words.empty() ? 0 : instructions;
    use.wavefronts += countUsesOfOneBank(words) * instructions;
    all.insert(words.begin(), words.end());
  }
  use.least = countUsesOfOneBank(all) * instructions;
  return use;
}

/// A map from a thread's registers, lanes and warps to offsets below 2^12, all of
/// which are taken at random; 0 and those that come again are among them.
LinearLayout makeOffsets(std::mt19937 &random) {
  constexpr int kBits = 12;
  std::vector<LinearLayout::InDim> ins;
  for (auto [dim, bits] : {std::pair(kRegister, 4), {kLane, 5}, {kWarp, 2}}) {
    std::vector<LinearLayout::Basis> bases;
    for (int bit = 0; bit < bits; ++bit) {
      int32_t offset = random() % 8 == 0   ? 0
                       : random() % 2 == 0 ? 1 << random() % kBits
                                           : random() % (1 << kBits);
      bases.push_back({offset});
    }
    ins.emplace_back(dim, std::move(bases));
  }
  return llvm::cantFail(LinearLayout::fromBases(ins, {{kOffset, kBits}}));
}

TEST(BankUse, CountsAsOneByOne) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 50; ++trial) {
    LinearLayout offsets = makeOffsets(random);
    LinearLayout tile = makeOffsets(random);
    for (int64_t bytes : {1, 2, 4, 8})
      for (int64_t width = 1; width * bytes <= 16; width *= 2)
        for (const LinearLayout *owners :
             {(const LinearLayout *)nullptr, (const LinearLayout *)&tile}) {
          BankUse expected = countOneByOne(offsets, bytes, width, owners);
          BankUse use = countBankUse(offsets, bytes, width, owners);
          EXPECT_EQ(use.wavefronts, expected.wavefronts) << offsets.toString();
          EXPECT_EQ(use.ideal, expected.ideal) << offsets.toString();
          EXPECT_EQ(use.least, expected.least) << offsets.toString();
        }
  }
}

} // namespace

//===- StateHashTest.cpp - The hash of a block's state --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block that has not come round must not seem to: changes of one bit and of
// two, such as the signs of two numbers, give other hashes, on each unit of the
// host the same ones.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Grid/StateHash.h"
#include "../HostUnits.h"
#include "gtest/gtest.h"
#include <random>
#include <set>
#include <vector>

using namespace tessera::ptx;
using namespace tessera::ptx::test;

namespace {

class StateHashTest : public HostUnits {};

std::vector<uint8_t> randomBytes(size_t size) {
  std::mt19937 random(static_cast<unsigned>(size));
  std::vector<uint8_t> bytes(size);
  for (uint8_t &byte : bytes)
    byte = static_cast<uint8_t>(random());
  return bytes;
}

uint64_t hashOf(const std::vector<uint8_t> &bytes) {
  return StateHash::hash(bytes.data(), bytes.size());
}

TEST_P(StateHashTest, SeesEachBit) {
  for (size_t size : {1u, 255u, 256u, 257u, 700u, 1024u}) {
    for (bool isZero : {false, true}) {
      std::vector<uint8_t> bytes =
          isZero ? std::vector<uint8_t>(size) : randomBytes(size);
      std::set<uint64_t> hashes = {hashOf(bytes)};
      for (size_t bit = 0; bit != 8 * size; ++bit) {
        bytes[bit / 8] ^= 1 << bit % 8;
        EXPECT_TRUE(hashes.insert(hashOf(bytes)).second) << size << ", " << bit;
        bytes[bit / 8] ^= 1 << bit % 8;
      }
    }
  }
}

TEST_P(StateHashTest, SeesPairsOfBits) {
  std::vector<uint8_t> bytes = randomBytes(4096);
  std::set<uint64_t> hashes = {hashOf(bytes)};
  // The same bit of numbers that come into one sum, at any distance.
  for (size_t bit : {0u, 31u, 32u, 62u, 63u})
    for (size_t first = 0; first != 16; ++first)
      for (size_t second = 0; second != first; ++second) {
        auto flip = [&](size_t row) {
          bytes[256 * row + bit / 8] ^= 1 << bit % 8;
        };
        flip(first);
        flip(second);
        EXPECT_TRUE(hashes.insert(hashOf(bytes)).second)
            << bit << ": " << first << ", " << second;
        flip(first);
        flip(second);
      }
}

TEST_P(StateHashTest, SeesOrderAndLength) {
  std::vector<uint8_t> bytes = randomBytes(2048), turned = bytes;
  std::rotate(turned.begin(), turned.begin() + 256, turned.end());
  EXPECT_NE(hashOf(bytes), hashOf(turned));
  EXPECT_NE(hashOf(std::vector<uint8_t>(512)),
            hashOf(std::vector<uint8_t>(513)));
}

TEST_P(StateHashTest, IsTheSameOnEachUnit) {
  const std::vector<uint8_t> bytes = randomBytes(5000);
  const uint64_t here = hashOf(bytes);
  vectorUnit = VectorUnit::None;
  EXPECT_EQ(here, hashOf(bytes));
}

INSTANTIATE_TEST_SUITE_P(Units, StateHashTest, allUnits());

} // namespace

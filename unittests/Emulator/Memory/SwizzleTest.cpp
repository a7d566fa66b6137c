//===- SwizzleTest.cpp - The swizzles of shared memory --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares with the tables of PTX ISA, section "Swizzling Modes", which give
// for each line of 128 bytes the source's cell of 16 bytes at each place.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Emulator/Async/Swizzle.h"
#include "gtest/gtest.h"
#include <string>
#include <vector>

using namespace tessera::ptx;

namespace {

/// `lines`: for each line, the source's cell at each place.
void expectTable(Swizzle mode, const std::vector<std::string> &lines) {
  for (uint64_t line = 0; line != 4 * lines.size(); ++line)
    for (uint64_t place = 0; place != 8; ++place) {
      uint64_t cell = lines[line % lines.size()][place] - '0';
      uint64_t from = line * 128 + cell * 16, to = line * 128 + place * 16;
      EXPECT_EQ(swizzle(mode, from), to) << "line " << line;
      EXPECT_EQ(swizzle(mode, to), from) << "line " << line;
      EXPECT_EQ(swizzle(mode, from + 5), to + 5) << "line " << line;
    }
}

TEST(Swizzle, TablesOfTheIsa) {
  expectTable(Swizzle::None, {"01234567"});
  expectTable(Swizzle::Bytes32, {"01234567", "10325476"});
  expectTable(Swizzle::Bytes96, {"01234567", "10325476"});
  expectTable(Swizzle::Bytes64,
              {"01234567", "10325476", "23016745", "32107654"});
  expectTable(Swizzle::Bytes128,
              {"01234567", "10325476", "23016745", "32107654", "45670123",
               "54761032", "67452301", "76543210"});
  expectTable(Swizzle::Bytes128Atom32,
              {"01234567", "23016745", "45670123", "67452301"});
  expectTable(Swizzle::Bytes128Atom64, {"01234567", "45670123"});
}

/// As with atoms of 32 bytes, but in odd lines the halves of a cell are
/// exchanged.
TEST(Swizzle, Flip) {
  for (uint64_t address = 0; address != 1024; address += 8) {
    uint64_t plain = swizzle(Swizzle::Bytes128Atom32, address);
    bool isOdd = address / 128 % 2;
    EXPECT_EQ(swizzle(Swizzle::Bytes128Atom32Flip8, address),
              isOdd ? plain % 16 ? plain - 8 : plain + 8 : plain);
  }
}

TEST(Swizzle, PeriodsAreThoseOfTheIsa) {
  for (auto mode :
       {Swizzle::None, Swizzle::Bytes32, Swizzle::Bytes64, Swizzle::Bytes96,
        Swizzle::Bytes128, Swizzle::Bytes128Atom32,
        Swizzle::Bytes128Atom32Flip8, Swizzle::Bytes128Atom64}) {
    uint64_t period = swizzlePeriod(mode);
    for (uint64_t address = 0; address != 4096; ++address)
      EXPECT_EQ(swizzle(mode, address + period),
                swizzle(mode, address) + period);
  }
}

} // namespace

//===- DimTest.cpp --------------------------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Layout/Dim.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <thread>

using namespace llvm;
using namespace tessera;

namespace {

TEST(DimTest, ConstantsAreTheirNames) {
  for (auto [dim, name] : {std::pair(kRegister, StringRef("register")),
                           {kLane, "lane"},
                           {kWarp, "warp"},
                           {kBlock, "block"},
                           {kOffset, "offset"},
                           {kRow, "row"},
                           {kColumn, "column"}}) {
    EXPECT_EQ(dim.getName(), name);
    EXPECT_EQ(Dim::get(name), dim);
  }
}

TEST(DimTest, NumberedDimsAreTheirNames) {
  for (unsigned number = 0; number < 100; ++number) {
    std::string name = "dim" + std::to_string(number);
    EXPECT_EQ(Dim::numbered(number).getName(), name);
    EXPECT_EQ(Dim::get(name), Dim::numbered(number));
  }
}

TEST(DimTest, EqualIfTheNamesAre) {
  std::vector<std::string> names = {"",      "x",     "X",     "dim", "dim00",
                                    "dim01", "dim-1", "lanes", "Lane"};
  for (unsigned number = 0; number < 30; ++number)
    names.push_back("dim" + std::to_string(number));
  for (const std::string &lhs : names)
    for (const std::string &rhs : names) {
      EXPECT_EQ(Dim::get(lhs) == Dim::get(rhs), lhs == rhs);
      EXPECT_EQ(Dim::get(lhs) != Dim::get(rhs), lhs != rhs);
      if (lhs == rhs)
        EXPECT_EQ(hash_value(Dim::get(lhs)), hash_value(Dim::get(rhs)));
      EXPECT_EQ(Dim::get(lhs).getName(), lhs);
    }
}

TEST(DimTest, ThreadsAgree) {
  auto nameOf = [](unsigned i) { return "shared" + std::to_string(i); };
  std::vector<std::vector<Dim>> seen(4);
  std::vector<std::thread> threads;
  for (auto &dims : seen)
    threads.emplace_back([&dims, nameOf] {
      for (unsigned i = 0; i < 1000; ++i)
        dims.push_back(Dim::get(nameOf(i)));
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const auto &dims : seen)
    for (unsigned i = 0; i < 1000; ++i) {
      EXPECT_EQ(dims[i], seen.front()[i]);
      EXPECT_EQ(dims[i].getName(), nameOf(i));
    }
}

} // namespace

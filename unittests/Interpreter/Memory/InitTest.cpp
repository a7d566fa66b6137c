//===- InitTest.cpp - Reads of unwritten memory ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera::interp;
using testing::AllOf;
using testing::HasSubstr;

namespace {
/// A kernel on %p, four unwritten i32; %i holds 0 to 3, and %q points to each.
class Init : public testing::Test {
protected:
  bool parse(const std::string &body) {
    return h.parseKernel(
        "%p: tile<ptr<i32>>",
        "%i = iota : tile<4xi32> %one = constant <i32: 1> : tile<i32> "
        "%p1 = reshape %p : tile<ptr<i32>> -> tile<1xptr<i32>> "
        "%p4 = broadcast %p1 : tile<1xptr<i32>> -> tile<4xptr<i32>> "
        "%q = offset %p4, %i : tile<4xptr<i32>>, tile<4xi32> -> "
        "tile<4xptr<i32>>\n" +
            body);
  }
  std::string run(const std::string &body) {
    h.errors.clear();
    if (parse(body)) {
      bool succeeded = h.launch({Argument::pointer(memory)});
      EXPECT_EQ(succeeded, h.errors.empty());
    }
    return h.errors;
  }

  Harness h;
  uint64_t memory = h.memory.allocate(16, "scratch");
};

const char *loadFour = "%v, %t = load_ptr_tko weak %q : tile<4xptr<i32>> -> "
                       "tile<4xi32>, token\n";
const char *storeOne = "%s = store_ptr_tko weak %p, %one : tile<ptr<i32>>, "
                       "tile<i32> -> token\n";
const char *loadOne = "%w, %u = load_ptr_tko weak %p token=%s : "
                      "tile<ptr<i32>> -> tile<i32>, token\n";
} // namespace

TEST_F(Init, whatNobodyHasWritten) {
  EXPECT_EQ(run(loadFour),
            "2: nobody has written what is read here: 0 bytes into 'scratch' "
            "(16 bytes); store there first, or launch with an array that has "
            "contents (element [0], tile block (0, 0, 0))\n");
  EXPECT_EQ(run(std::string(storeOne) + loadOne), "");
  // The memory keeps the written bits from launch to launch.
  EXPECT_EQ(run(loadFour),
            "2: nobody has written what is read here: 4 bytes into 'scratch' "
            "(16 bytes); store there first, or launch with an array that has "
            "contents (element [1], tile block (0, 0, 0))\n");
  EXPECT_EQ(run("%s = store_ptr_tko weak %q, %i : tile<4xptr<i32>>, "
                "tile<4xi32> -> token\n"),
            "");
  EXPECT_EQ(run(loadFour), "");
}

TEST_F(Init, whatTheHostHasWritten) {
  ASSERT_TRUE(h.memory.write(memory, std::vector<uint8_t>(15)));
  EXPECT_THAT(run(loadFour),
              AllOf(HasSubstr("15 bytes into 'scratch' (16 bytes)"),
                    HasSubstr("(element [3]")));
  ASSERT_TRUE(h.memory.write(memory, std::vector<uint8_t>(16)));
  EXPECT_EQ(run(loadFour), "");
}

TEST_F(Init, elementsThatAreNotReadMayBeUnwritten) {
  ASSERT_TRUE(h.memory.write(memory, std::vector<uint8_t>(8)));
  auto masked = [](const std::string &mask) {
    return "%m = constant <i1: " + mask +
           "> : tile<4xi1>\n%v, %t = load_ptr_tko weak %q, %m : "
           "tile<4xptr<i32>>, tile<4xi1> -> tile<4xi32>, token\n";
  };
  EXPECT_EQ(run(masked("[true, true, false, false]")), "");
  EXPECT_THAT(run(masked("[true, true, false, true]")),
              HasSubstr("12 bytes into"));
}

TEST_F(Init, atomicOperationsRead) {
  const std::string add =
      "%v, %t = atomic_rmw_tko relaxed device %p, add, %one token=%s : "
      "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n";
  const std::string swap =
      "%v, %t = atomic_cas_tko relaxed device %p, %one, %one token=%s : "
      "tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n";
  const std::string none = "%s = make_token : token\n";
  EXPECT_THAT(run(none + add), HasSubstr("nobody has written"));
  EXPECT_THAT(run(none + swap), HasSubstr("nobody has written"));
  EXPECT_EQ(run(storeOne + add), "");
  EXPECT_EQ(run(none + swap), "");
}

TEST_F(Init, views) {
  const std::string view =
      "%z = constant <i32: 0> : tile<i32>\n"
      "%tv = make_tensor_view %p, shape = [3], strides = [1] : "
      "tensor_view<3xi32, strides=[1]>\n"
      "%v = make_partition_view %tv : partition_view<tile=(4), "
      "tensor_view<3xi32, strides=[1]>>\n";
  const std::string load =
      "%x, %t = load_view_tko weak %v[%z] token=%s : partition_view<tile=(4), "
      "tensor_view<3xi32, strides=[1]>>, tile<i32> -> tile<4xi32>, token\n";
  EXPECT_THAT(run(view + "%s = make_token : token\n" + load),
              HasSubstr("0 bytes into 'scratch'"));
  EXPECT_EQ(run(view +
                "%s = store_view_tko weak %i, %v[%z] : tile<4xi32>, "
                "partition_view<tile=(4), tensor_view<3xi32, strides=[1]>>, "
                "tile<i32> -> token\n" +
                load),
            "");
  // The element beyond the tensor was dropped.
  EXPECT_THAT(run(loadFour), HasSubstr("12 bytes into"));
}

TEST_F(Init, allocas) {
  const std::string room =
      "%a = alloca num_elem = 2, alignment = 4 : tile<ptr<i32>>\n";
  const std::string load = "%v, %t = load_ptr_tko weak %a token=%s : "
                           "tile<ptr<i32>> -> tile<i32>, token\n";
  EXPECT_THAT(run(room + "%s = make_token : token\n" + load),
              HasSubstr("0 bytes into 'alloca' (8 bytes)"));
  EXPECT_EQ(run(room +
                "%s = store_ptr_tko weak %a, %one : tile<ptr<i32>>, tile<i32> "
                "-> token\n" +
                load),
            "");
}

TEST_F(Init, theCheckMayBeOff) {
  h.config.checks.init = false;
  EXPECT_EQ(run(loadFour), "");
}

/// Compares the bytes marked as written with one bool for each byte.
TEST(Written, anyRange) {
  std::mt19937 random(7);
  constexpr uint64_t size = 300;
  for (int round = 0; round < 200; ++round) {
    GlobalMemory memory;
    uint64_t address = memory.allocate(size, "x");
    std::vector<bool> written(size);
    for (int i = 0; i < 6; ++i) {
      uint64_t first = random() % size, count = 1 + random() % (size - first);
      if (count == size)
        continue;
      if (i % 2)
        memory.resolve(address + first, count).markWritten(count);
      else
        EXPECT_TRUE(memory.write(address + first, std::vector<uint8_t>(count)));
      std::fill_n(written.begin() + first, count, true);
      uint64_t from = random() % size, length = random() % (size - from);
      uint64_t expected = 0;
      while (expected < length && written[from + expected])
        ++expected;
      EXPECT_EQ(memory.resolve(address + from, length).findUnwritten(length),
                expected);
    }
  }
}

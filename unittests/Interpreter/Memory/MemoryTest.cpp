//===- MemoryTest.cpp - Memory, pointers and the launch's arguments -------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include <array>
#include <sstream>

using namespace tessera::interp;
using tessera::numerics::Format;
using testing::ElementsAre;
using testing::HasSubstr;

//===----------------------------------------------------------------------===//
// GlobalMemory
//===----------------------------------------------------------------------===//

TEST(GlobalMemory, allocationsAreApartAndZeroed) {
  GlobalMemory memory;
  uint64_t a = memory.allocate(10, "a"), b = memory.allocate(4, "b");
  EXPECT_EQ(a % 256, 0u);
  EXPECT_GT(b, a + 10);
  std::vector<uint8_t> bytes(10, 1);
  EXPECT_TRUE(memory.read(a, bytes));
  EXPECT_EQ(bytes, std::vector<uint8_t>(10, 0));
  EXPECT_FALSE(memory.write(a + 1, bytes));
  EXPECT_FALSE(memory.read(a - 1, bytes));
  EXPECT_FALSE(memory.read(0, bytes));
  // An address near the end of the address space does not wrap around.
  EXPECT_FALSE(memory.resolve(~uint64_t(0), 2));
}

TEST(GlobalMemory, mappedMemoryIsDescribedWithItsAddress) {
  std::array<uint8_t, 4> bytes;
  auto address = reinterpret_cast<uint64_t>(bytes.data());
  // Allocations that are made come after what is mapped.
  GlobalMemory memory(UINT64_C(1) << 48);
  ASSERT_TRUE(memory.map(address, bytes.size(), "a", nullptr));
  std::ostringstream start;
  start << std::hex << address;
  EXPECT_EQ(memory.describe(address + 3),
            "3 bytes into 'a' at 0x" + start.str() + " (4 bytes)");
}

TEST(GlobalMemory, emptyAllocationsHoldNothing) {
  GlobalMemory memory;
  uint64_t empty = memory.allocate(0, "empty");
  EXPECT_NE(empty, 0u);
  EXPECT_FALSE(memory.resolve(empty, 1));
  EXPECT_TRUE(memory.write(empty, {}));
}

TEST(GlobalMemory, largeAllocationsCostOnlyWhatIsWritten) {
  GlobalMemory memory;
  uint64_t size = uint64_t(1) << 36;
  uint64_t large = memory.allocate(size, "large");
  if (!large)
    GTEST_SKIP() << "the host does not reserve 64 GiB";
  EXPECT_TRUE(memory.write(large + size - 1, {7}));
  EXPECT_TRUE(memory.resolve(large + (uint64_t(1) << 33), 8));
  EXPECT_EQ(memory.allocate(~uint64_t(0), "too large"), 0u);
}

TEST(GlobalMemory, describesAddresses) {
  GlobalMemory memory;
  EXPECT_EQ(memory.describe(5), "no memory is allocated");
  uint64_t a = memory.allocate(16, "a"), b = memory.allocate(16, "b");
  EXPECT_EQ(memory.describe(a + 20), "4 bytes past the end of 'a' (16 bytes)");
  EXPECT_EQ(memory.describe(b - 8), "8 bytes before 'b' (16 bytes)");
  EXPECT_EQ(memory.describe(a + 14), "14 bytes into 'a' (16 bytes)");
  EXPECT_EQ(memory.describe(a - 8), "8 bytes before 'a' (16 bytes)");
}

//===----------------------------------------------------------------------===//
// Pointers
//===----------------------------------------------------------------------===//

/// Pointers to four elements from `base` on, with the offsets %i.
static std::string pointers(const std::string &name, const std::string &base,
                            const std::string &type) {
  return "%" + name + "1 = reshape %" + base + " : tile<ptr<" + type +
         ">> -> tile<1xptr<" + type + ">>\n%" + name + "4 = broadcast %" +
         name + "1 : tile<1xptr<" + type + ">> -> tile<4xptr<" + type +
         ">>\n%" + name + " = offset %" + name + "4, %i : tile<4xptr<" + type +
         ">>, tile<4xi32> -> tile<4xptr<" + type + ">>\n";
}

TEST(Pointers, gatherAndScatterThroughOffsets) {
  Harness h;
  ASSERT_TRUE(h.parseKernel(
      "%a: tile<ptr<i16>>, %b: tile<ptr<i16>>",
      "%i = constant <i32: [3, 0, 2, 0]> : tile<4xi32>\n" +
          pointers("p", "a", "i16") +
          "%v, %t = load_ptr_tko weak %p : tile<4xptr<i16>> -> tile<4xi16>, "
          "token\n"
          "%j = iota : tile<4xi32>\n"
          "%b1 = reshape %b : tile<ptr<i16>> -> tile<1xptr<i16>>\n"
          "%b4 = broadcast %b1 : tile<1xptr<i16>> -> tile<4xptr<i16>>\n"
          "%q = offset %b4, %j : tile<4xptr<i16>>, tile<4xi32> -> "
          "tile<4xptr<i16>>\n"
          "%u = store_ptr_tko weak %q, %v token=%t : tile<4xptr<i16>>, "
          "tile<4xi16> -> token"))
      << h.errors;
  Argument a = h.array<int16_t>({10, 11, 12, 13});
  Argument b = h.array<int16_t>({0, 0, 0, 0});
  ASSERT_TRUE(h.launch({a, b})) << h.errors;
  EXPECT_THAT(h.read<int16_t>(b, 4), ElementsAre(13, 10, 12, 10));
}

/// Negative offsets count backward; atomic orderings move the same data.
TEST(Pointers, negativeOffsetsAndStrongOrderings) {
  for (const char *ordering : {"relaxed device", "acquire sys"}) {
    Harness h;
    ASSERT_TRUE(h.parseKernel(
        "%a: tile<ptr<i32>>",
        "%m = constant <i8: -2> : tile<i8>\n"
        "%p = offset %a, %m : tile<ptr<i32>>, tile<i8> -> tile<ptr<i32>>\n"
        "%v, %t = load_ptr_tko " +
            std::string(ordering) +
            " %p : tile<ptr<i32>> -> tile<i32>, token\n"
            "%u = store_ptr_tko release tl_blk %a, %v : tile<ptr<i32>>, "
            "tile<i32> -> token"))
        << h.errors;
    Argument a = h.array<int32_t>({5, 6, 7});
    ASSERT_TRUE(h.launch({Argument::pointer(a.getBits() + 8)})) << h.errors;
    EXPECT_THAT(h.read<int32_t>(a, 3), ElementsAre(5, 6, 5));
  }
}

/// Masked-off lanes may point anywhere.
TEST(Pointers, masksAndPadding) {
  Harness h;
  ASSERT_TRUE(h.parseKernel(
      "%a: tile<ptr<f32>>, %b: tile<ptr<f32>>",
      "%i = constant <i32: [0, 1, 0x7FFFFFFF, -5]> : tile<4xi32>\n"
      "%m = constant <i1: [true, true, false, false]> : tile<4xi1>\n"
      "%pad = constant <f32: [8.0, 8.5, 9.0, 9.5]> : tile<4xf32>\n" +
          pointers("p", "a", "f32") +
          "%v, %t = load_ptr_tko weak %p, %m, %pad : tile<4xptr<f32>>, "
          "tile<4xi1>, tile<4xf32> -> tile<4xf32>, token\n"
          "%s = print_tko \"%g\", %v : tile<4xf32> -> token\n" +
          pointers("q", "b", "f32") +
          "%u = store_ptr_tko weak %q, %v, %m : tile<4xptr<f32>>, tile<4xf32>, "
          "tile<4xi1> -> token"))
      << h.errors;
  Argument a = h.array<float>({1.5f, 2.5f});
  Argument b = h.array<float>({0.f, 0.f, 0.f});
  ASSERT_TRUE(h.launch({a, b})) << h.errors;
  EXPECT_EQ(h.printed, "[1.5, 2.5, 9, 9.5]");
  EXPECT_THAT(h.read<float>(b, 3), ElementsAre(1.5f, 2.5f, 0.f));
}

TEST(Pointers, aBoolIsAByte) {
  Harness h;
  ASSERT_TRUE(h.parseKernel(
      "%a: tile<ptr<i1>>, %b: tile<ptr<i1>>",
      "%i = iota : tile<4xi32>\n" + pointers("p", "a", "i1") +
          "%v, %t = load_ptr_tko weak %p : tile<4xptr<i1>> -> tile<4xi1>, "
          "token\n" +
          pointers("q", "b", "i1") +
          "%u = store_ptr_tko weak %q, %v : tile<4xptr<i1>>, tile<4xi1> -> "
          "token"))
      << h.errors;
  Argument a = h.array<uint8_t>({0, 1, 2, 0x80});
  Argument b = h.array<uint8_t>({9, 9, 9, 9});
  ASSERT_TRUE(h.launch({a, b})) << h.errors;
  EXPECT_THAT(h.read<uint8_t>(b, 4), ElementsAre(0, 1, 1, 1));
}

TEST(Pointers, conversionsKeepTheAddress) {
  Harness h;
  ASSERT_TRUE(h.parseKernel(
      "%a: tile<ptr<f32>>",
      "%i = ptr_to_int %a : tile<ptr<f32>> -> tile<i64>\n"
      "%four = constant <i64: 4> : tile<i64>\n"
      "%j = addi %i, %four : tile<i64>\n"
      "%p = int_to_ptr %j : tile<i64> -> tile<ptr<f32>>\n"
      "%q = ptr_to_ptr %p : tile<ptr<f32>> -> tile<ptr<i32>>\n"
      "%v, %t = load_ptr_tko weak %q : tile<ptr<i32>> -> tile<i32>, token\n"
      "%s = print_tko \"%x\", %v : tile<i32> -> token"))
      << h.errors;
  ASSERT_TRUE(h.launch({h.array<float>({0.f, 1.f})})) << h.errors;
  EXPECT_EQ(h.printed, "3f800000");
}

TEST(Pointers, tokensJoin) {
  Harness h;
  ASSERT_TRUE(h.parseKernel("", "%a = make_token : token\n"
                                "%b = make_token : token\n"
                                "%c = join_tokens %a, %b : token\n"
                                "%d = print_tko \"x\" token=%c -> token"))
      << h.errors;
  ASSERT_TRUE(h.launch({}));
  EXPECT_EQ(h.printed, "x");
}

/// Tile blocks that write to disjoint places give one result on any number of
/// threads.
TEST(Pointers, aGridFillsAnArray) {
  Harness h;
  ASSERT_TRUE(h.parseKernel(
      "%a: tile<ptr<i32>>",
      "%x, %y, %z = get_tile_block_id : tile<i32>\n"
      "%nx, %ny, %nz = get_num_tile_blocks : tile<i32>\n"
      "%row = muli %y, %nx : tile<i32>\n"
      "%n = addi %row, %x : tile<i32>\n"
      "%p = offset %a, %n : tile<ptr<i32>>, tile<i32> -> tile<ptr<i32>>\n"
      "%v = muli %n, %n : tile<i32>\n"
      "%t = store_ptr_tko weak %p, %v : tile<ptr<i32>>, tile<i32> -> token"))
      << h.errors;
  std::vector<int32_t> want(50 * 40);
  for (size_t i = 0; i < want.size(); ++i)
    want[i] = static_cast<int32_t>(i * i);
  h.config.grid = {50, 40, 1};
  for (unsigned threads : {1, 3, 8}) {
    h.config.hostThreads = threads;
    Argument a = h.array<int32_t>(std::vector<int32_t>(want.size()));
    ASSERT_TRUE(h.launch({a})) << h.errors;
    EXPECT_EQ(h.read<int32_t>(a, want.size()), want);
  }
}

TEST(Pointers, outOfBoundsIsReportedWithElementAndAllocation) {
  Harness h;
  ASSERT_TRUE(h.parseKernel(
      "%a: tile<ptr<i32>>",
      "%i = iota : tile<4xi32>\n" + pointers("p", "a", "i32") +
          "%v, %t = load_ptr_tko weak %p : tile<4xptr<i32>> -> tile<4xi32>, "
          "token"))
      << h.errors;
  EXPECT_FALSE(h.launch({h.array<int32_t>({1, 2, 3}, "x")}));
  EXPECT_EQ(h.errors, "5: out-of-bounds load of 4 bytes at 0x100000000c, 0 "
                      "bytes past the end of 'x' (12 bytes) (element [3], tile "
                      "block (0, 0, 0))\n");
}

TEST(Pointers, misalignedIsReported) {
  Harness h;
  ASSERT_TRUE(h.parseKernel("%a: tile<ptr<f64>>, %v: tile<f64>",
                            "%t = store_ptr_tko weak %a, %v : tile<ptr<f64>>, "
                            "tile<f64> -> token"))
      << h.errors;
  Argument a = h.array<double>({0, 0});
  EXPECT_FALSE(h.launch(
      {Argument::pointer(a.getBits() + 4), Argument::scalar(Format::F64, 0)}));
  EXPECT_THAT(h.errors, HasSubstr("1: misaligned store of 8 bytes at "
                                  "0x1000000004, which is not a multiple of 8 "
                                  "(tile block (0, 0, 0))"));
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

namespace {
class Arguments : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(
        h.parseKernel("%p: tile<ptr<f32>>, %n: tile<i32>, %b: tile<i1>, "
                      "%h: tile<f16>",
                      "%t = print_tko \"%d %u %g\", %n, %b, %h : "
                      "tile<i32>, tile<i1>, tile<f16> -> token"))
        << h.errors;
  }
  Harness h;
  Argument p = Argument::pointer(0), n = Harness::i32(-3),
           b = Argument::scalar(Format::I1, 1),
           f = Argument::scalar(Format::F16, 0x3E00);
};
} // namespace

TEST_F(Arguments, reachTheKernel) {
  EXPECT_TRUE(h.launch({p, n, b, f})) << h.errors;
  EXPECT_EQ(h.printed, "-3 1 1.5");
}

TEST_F(Arguments, wrongNumber) {
  EXPECT_FALSE(h.launch({p, n}));
  EXPECT_THAT(h.errors, HasSubstr("the entry 'k' takes 4 arguments (ptr<f32>, "
                                  "i32, i1, f16), but 2 are given"));
}

TEST_F(Arguments, wrongType) {
  EXPECT_FALSE(h.launch({p, Argument::scalar(Format::I64, 3), b, f}));
  EXPECT_THAT(h.errors, HasSubstr("but argument 1 is given as i64"));
  EXPECT_FALSE(h.launch({p, p, b, f}));
  EXPECT_THAT(h.errors, HasSubstr("but argument 1 is given as a pointer"));
  EXPECT_FALSE(h.launch({n, n, b, f}));
  EXPECT_THAT(h.errors, HasSubstr("but argument 0 is given as i32"));
}

TEST_F(Arguments, bitsThatTheTypeDoesNotHave) {
  EXPECT_FALSE(h.launch({p, n, Argument::scalar(Format::I1, 2), f}));
}

TEST_F(Arguments, noSuchEntry) {
  EXPECT_FALSE(h.launch({}, "main"));
  EXPECT_THAT(h.errors,
              HasSubstr("there is no entry 'main'; the module has k"));
}

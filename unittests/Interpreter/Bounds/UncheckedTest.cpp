//===- UncheckedTest.cpp - Undefined behaviour with the checks off --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With a check off, a program that breaks its rules goes on as on a GPU: with
// unspecified values, and without harm to anything else. The same programs stop
// with the check on.
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::interp;
using tessera::numerics::Format;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
/// Runs a body on %p, an array of four i32: 10, 11, 12 and 13; %z is 0.
class Unchecked : public testing::Test {
protected:
  /// The output with this one check off; all other checks must pass.
  std::string printed(bool Checks::*check, const std::string &body) {
    Harness on;
    EXPECT_FALSE(launch(on, body)) << body;
    EXPECT_NE(on.errors, "") << body;
    Harness off;
    off.config.checks.*check = false;
    EXPECT_TRUE(launch(off, body)) << off.errors << body;
    memory = off.read<int32_t>(array, 4);
    return off.printed;
  }

  std::vector<int32_t> memory;

private:
  bool launch(Harness &h, const std::string &body) {
    if (!h.parseKernel("%p: tile<ptr<i32>>",
                       "%z = constant <i32: 0> : tile<i32>\n" + body)) {
      ADD_FAILURE() << h.errors << body;
      return false;
    }
    array = h.array<int32_t>({10, 11, 12, 13});
    return h.launch({array});
  }

  Argument array = Argument::pointer(0);
};

/// %q, `bytes` bytes behind %p.
std::string behind(int bytes) {
  return "%k = constant <i64: " + std::to_string(bytes) +
         "> : tile<i64>\n%pi = ptr_to_int %p : tile<ptr<i32>> -> tile<i64>\n"
         "%qi = addi %pi, %k : tile<i64>\n%q = int_to_ptr %qi : tile<i64> -> "
         "tile<ptr<i32>>\n";
}
const char *loadQ = "%v, %t = load_ptr_tko weak %q token=%s : tile<ptr<i32>> "
                    "-> tile<i32>, token\n"
                    "%w = print_tko \"%x\", %v : tile<i32> -> token\n";
const char *storeQ = "%s = store_ptr_tko weak %q, %z : tile<ptr<i32>>, "
                     "tile<i32> -> token\n";
const char *noToken = "%s = make_token : token\n";
} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(Unchecked, outOfBounds) {
  for (int where : {16, -4, 1 << 30}) {
    EXPECT_EQ(printed(&Checks::memory, behind(where) + noToken + loadQ),
              "a5a5a5a5");
    EXPECT_EQ(printed(&Checks::memory, behind(where) + storeQ + loadQ),
              "a5a5a5a5");
    EXPECT_THAT(memory, ElementsAre(10, 11, 12, 13));
    EXPECT_EQ(printed(&Checks::memory,
                      behind(where) +
                          "%v, %t = atomic_rmw_tko relaxed device %q, add, %z "
                          ": tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
                          "%w = print_tko \"%x\", %v : tile<i32> -> token\n"),
              "a5a5a5a5");
  }
}

TEST_F(Unchecked, misaligned) {
  EXPECT_EQ(printed(&Checks::memory, behind(6) + noToken + loadQ), "c0000");
  EXPECT_EQ(printed(&Checks::memory, behind(7) + storeQ + loadQ), "0");
  EXPECT_THAT(memory, ElementsAre(10, 11, 0, 13));
  EXPECT_EQ(printed(&Checks::memory,
                    "%one = constant <i32: 1> : tile<i32>\n" + behind(6) +
                        "%v, %t = atomic_rmw_tko acq_rel device %q, add, %one "
                        ": tile<ptr<i32>>, tile<i32> -> tile<i32>, token\n"
                        "%w = print_tko \"%x\", %v : tile<i32> -> token\n"),
            "c0000");
  EXPECT_THAT(memory, ElementsAre(10, 65547, 12, 13));
}

/// A misaligned access is several accesses, which order nothing and race by
/// themselves.
TEST(UncheckedMemory, misalignedAccessesAreNotStrong) {
  Harness h;
  h.config.checks.memory = false;
  ASSERT_TRUE(h.parseKernel(
      "%q: tile<ptr<i32>>",
      "%z = constant <i32: 0> : tile<i32>\n"
      "%a = store_ptr_tko relaxed device %q, %z : tile<ptr<i32>>, tile<i32> -> "
      "token\n"
      "%v, %b = load_ptr_tko relaxed device %q : tile<ptr<i32>> -> tile<i32>, "
      "token\n"))
      << h.errors;
  Argument array = h.array<int32_t>({0, 0});
  EXPECT_TRUE(h.launch({array})) << h.errors;
  EXPECT_FALSE(h.launch({Argument::pointer(array.getBits() + 2)}));
  EXPECT_THAT(h.errors, HasSubstr("load of misaligned bytes"));
}

TEST_F(Unchecked, addressesThatThereAreNot) {
  EXPECT_EQ(printed(&Checks::memory,
                    "%tv = make_tensor_view %p, shape = [2, 2], strides = "
                    "[4611686018427387904, 1] : tensor_view<2x2xi32, "
                    "strides=[4611686018427387904,1]>\n"
                    "%v = make_partition_view %tv : partition_view<tile=(2x2), "
                    "tensor_view<2x2xi32, strides=[4611686018427387904,1]>>\n"
                    "%x, %t = load_view_tko weak %v[%z, %z] : "
                    "partition_view<tile=(2x2), tensor_view<2x2xi32, "
                    "strides=[4611686018427387904,1]>>, tile<i32> -> "
                    "tile<2x2xi32>, token\n"
                    "%w = print_tko \"%x\", %x : tile<2x2xi32> -> token\n"),
            "[[a, b], [a5a5a5a5, a5a5a5a5]]");
}

//===----------------------------------------------------------------------===//
// Promises
//===----------------------------------------------------------------------===//

/// %v, the partition of a tensor of three elements into tiles of two.
static const std::string partition =
    "partition_view<tile=(2), padding_value = zero, tensor_view<3xi32, "
    "strides=[1]>>";
static const std::string parts =
    "%tv = make_tensor_view %p, shape = [3], strides = [1] : "
    "tensor_view<3xi32, "
    "strides=[1]>\n%v = make_partition_view %tv : " +
    partition + "\n";

static std::string loadPart(const std::string &index,
                            const std::string &clause = "") {
  return parts + "%i = constant <i32: " + index +
         "> : tile<i32>\n%x, %t = load_view_tko weak %v[%i]" + clause + " : " +
         partition +
         ", tile<i32> -> tile<2xi32>, token\n"
         "%w = print_tko \"%d\", %x : tile<2xi32> -> token\n";
}

TEST_F(Unchecked, tilesOutsideOfTheIndexSpace) {
  for (const char *index : {"2", "1000000", "-1"}) {
    EXPECT_EQ(printed(&Checks::indexSpace, loadPart(index)), "[0, 0]");
    printed(&Checks::indexSpace,
            parts + "%i = constant <i32: " + index +
                "> : tile<i32>\n%x = constant <i32: 7> : tile<2xi32>\n"
                "%t = store_view_tko weak %x, %v[%i] : tile<2xi32>, " +
                partition + ", tile<i32> -> token\n");
    EXPECT_THAT(memory, ElementsAre(10, 11, 12, 13));
  }
}

TEST_F(Unchecked, loops) {
  for (const char *step : {"0", "-1"})
    EXPECT_EQ(printed(&Checks::assume,
                      std::string("%s = constant <i32: ") + step +
                          "> : tile<i32>\n%n = constant <i32: 5> : tile<i32>\n"
                          "for %i in (%z to %n, step %s) : tile<i32> {\n"
                          "%w = print_tko \"%d \", %i : tile<i32> -> token\n"
                          "continue }\n"),
              "0 ");
}

TEST_F(Unchecked, arithmetic) {
  auto result = [&](const std::string &operands, const std::string &op,
                    const std::string &type) {
    return printed(&Checks::assume, operands + "%r = " + op +
                                        "\n%w = print_tko \"%d\", %r : tile<" +
                                        type + "> -> token\n");
  };
  const std::string numbers = "%a = constant <i8: -128> : tile<i8>\n"
                              "%b = constant <i8: -1> : tile<i8>\n"
                              "%n = constant <i8: 0> : tile<i8>\n";
  // Sums wrap.
  EXPECT_EQ(result(numbers, "addi %a, %b overflow<no_wrap> : tile<i8>", "i8"),
            "127");
  EXPECT_EQ(result(numbers, "subi %n, %a overflow<no_wrap> : tile<i8>", "i8"),
            "-128");
  EXPECT_EQ(result(numbers, "muli %a, %a overflow<no_wrap> : tile<i8>", "i8"),
            "0");
  EXPECT_EQ(
      result(numbers, "negi %a overflow<no_signed_wrap> : tile<i8>", "i8"),
      "-128");
  EXPECT_EQ(result(numbers,
                   "trunci %a overflow<no_wrap> : tile<i8> -> tile<i4>", "i4"),
            "0");
  // These have no meaningful value, but must end.
  for (const char *op :
       {"divi %a, %n signed : tile<i8>", "divi %a, %n unsigned : tile<i8>",
        "remi %a, %n signed : tile<i8>", "remi %a, %n unsigned : tile<i8>",
        "divi %a, %b signed : tile<i8>"})
    EXPECT_NE(result(numbers, op, "i8"), "") << op;
  EXPECT_NE(result("%a = constant <f32: 0x7FC00000> : tile<f32>\n",
                   "ftoi %a signed : tile<f32> -> tile<i8>", "i8"),
            "");
  EXPECT_EQ(result(numbers, "assume bounded<0, ?>, %b : tile<i8>", "i8"), "-1");
  EXPECT_EQ(result(numbers, "assume div_by<8>, %b : tile<i8>", "i8"), "-1");
}

TEST_F(Unchecked, partsThatThereAreNot) {
  const std::string tile = "%a = constant <i32: [1, 2, 3, 4]> : tile<4xi32>\n"
                           "%k = constant <i32: 5> : tile<i32>\n"
                           "%b = constant <i32: [7, 8]> : tile<2xi32>\n";
  EXPECT_NE(printed(&Checks::assume,
                    tile + "%r = extract %a[%k] : tile<4xi32> -> tile<2xi32>\n"
                           "%w = print_tko \"%d\", %r : tile<2xi32> -> "
                           "token\n"),
            "");
}

//===----------------------------------------------------------------------===//
// Huge memory
//===----------------------------------------------------------------------===//

/// Elements beyond 2^31 and bytes beyond 2^32, few of which are touched.
TEST(Sparse, fiveGibibytes) {
  constexpr uint64_t count = uint64_t(5) << 30;
  for (Checks checks : {Checks(), Checks::none()}) {
    Harness h;
    h.config.checks = checks;
    ASSERT_TRUE(h.parseKernel(
        "%p: tile<ptr<i8>>",
        "%last = constant <i64: 5368709119> : tile<i64>\n"
        "%n = constant <i64: 5368709120> : tile<i64>\n"
        "%tileNumber = constant <i64: 41943039> : tile<i64>\n"
        "%seven = constant <i8: 7> : tile<i8>\n"
        "%x = constant <i8: 9> : tile<128xi8>\n"
        "%q = offset %p, %last : tile<ptr<i8>>, tile<i64> -> tile<ptr<i8>>\n"
        "%a = store_ptr_tko weak %p, %seven : tile<ptr<i8>>, tile<i8> -> "
        "token\n"
        "%tv = make_tensor_view %p, shape = [%n], strides = [1] : tile<i64> -> "
        "tensor_view<?xi8, strides=[1]>\n"
        "%v = make_partition_view %tv : partition_view<tile=(128), "
        "tensor_view<?xi8, strides=[1]>>\n"
        "%b = store_view_tko weak %x, %v[%tileNumber] : tile<128xi8>, "
        "partition_view<tile=(128), tensor_view<?xi8, strides=[1]>>, tile<i64> "
        "-> token\n"
        "%c = store_ptr_tko weak %q, %seven token=%b : tile<ptr<i8>>, tile<i8> "
        "-> token\n"
        "%y, %d = load_view_tko weak %v[%tileNumber] token=%c : "
        "partition_view<tile=(128), tensor_view<?xi8, strides=[1]>>, tile<i64> "
        "-> tile<128xi8>, token\n"
        "%w = print_tko \"%d\", %y : tile<128xi8> -> token\n"))
        << h.errors;
    uint64_t address = h.memory.allocate(count, "huge");
    ASSERT_NE(address, 0u);
    ASSERT_TRUE(h.launch({Argument::pointer(address)})) << h.errors;
    EXPECT_THAT(h.printed, testing::EndsWith("9, 7]"));
    uint8_t ends[2];
    ASSERT_TRUE(h.memory.read(address, ends[0]));
    ASSERT_TRUE(h.memory.read(address + count - 1, ends[1]));
    EXPECT_THAT(ends, ElementsAre(7, 7));
  }
}

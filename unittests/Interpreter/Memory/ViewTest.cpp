//===- ViewTest.cpp - Views and accesses through them ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Harness.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace tessera::interp;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {
/// A tensor of i16 at %a, of run-time extents and strides, cut into tiles.
class Views : public testing::Test {
protected:
  /// Declares %view of `tile` over a tensor of `rank`, whose extents and
  /// strides are the constants given.
  static std::string view(const std::string &tile, const std::string &extents,
                          const std::string &strides, const std::string &type,
                          const std::string &before = "",
                          const std::string &behind = "") {
    return "%tv = make_tensor_view %a, shape = [" + extents + "], strides = [" +
           strides + "] : tensor_view<" + type +
           ">\n%view = make_partition_view %tv : " +
           partition(tile, type, before, behind) + "\n";
  }
  static std::string partition(const std::string &tile, const std::string &type,
                               const std::string &before = "",
                               const std::string &behind = "") {
    return "partition_view<tile=(" + tile + "), " + before + "tensor_view<" +
           type + ">" + behind + ">";
  }

  /// Runs the body on an array 0, 1, 2, ... and returns what it printed.
  std::string run(const std::string &body, int count) {
    h.errors.clear();
    if (!h.parseKernel("%a: tile<ptr<i16>>, %n: tile<i32>", body)) {
      ADD_FAILURE() << h.errors;
      return "";
    }
    std::vector<int16_t> values(count);
    for (int i = 0; i < count; ++i)
      values[i] = i;
    array = h.array<int16_t>(values, "a");
    succeeded = h.launch({array, Harness::i32(n)});
    return h.printed;
  }

  Harness h;
  Argument array = Argument::pointer(0);
  int32_t n = 0;
  bool succeeded = false;
};
} // namespace

static const char *indices = "%c0 = constant <i32: 0> : tile<i32>\n"
                             "%c1 = constant <i32: 1> : tile<i32>\n"
                             "%c2 = constant <i32: 2> : tile<i32>\n";

TEST_F(Views, tilesOfARowMajorTensor) {
  // 4x6 in tiles of 2x2: index (1, 2) starts at row 2, column 4.
  std::string type = "4x6xi16, strides=[6,1]";
  EXPECT_EQ(run(indices + view("2x2", "4, 6", "6, 1", type) +
                    "%t, %k = load_view_tko weak %view[%c1, %c2] : " +
                    partition("2x2", type) +
                    ", tile<i32> -> tile<2x2xi16>, token\n"
                    "%p = print_tko \"%d\", %t : tile<2x2xi16> -> token",
                24),
            "[[16, 17], [22, 23]]");
}

TEST_F(Views, overhangIsPaddingAlongEachDimension) {
  // 3x3 in tiles of 2x2: the last tile holds one element of the tensor.
  std::string type = "3x3xi16, strides=[3,1]", zero = "padding_value = zero, ";
  EXPECT_EQ(run(indices + view("2x2", "3, 3", "3, 1", type, zero) +
                    "%t, %k = load_view_tko weak %view[%c1, %c1] : " +
                    partition("2x2", type, zero) +
                    ", tile<i32> -> tile<2x2xi16>, token\n"
                    "%u, %l = load_view_tko weak %view[%c1, %c0] : " +
                    partition("2x2", type, zero) +
                    ", tile<i32> -> tile<2x2xi16>, token\n"
                    "%p = print_tko \"%d %d\", %t, %u : tile<2x2xi16>, "
                    "tile<2x2xi16> -> token",
                9),
            "[[8, 0], [0, 0]] [[6, 7], [0, 0]]");
}

TEST_F(Views, paddingOfFloats) {
  for (auto [padding, text] :
       {std::pair("zero", "[7, 0]"), std::pair("neg_zero", "[7, -0]"),
        std::pair("pos_inf", "[7, inf]"), std::pair("neg_inf", "[7, -inf]"),
        std::pair("nan", "[7, nan]")})
    for (const char *element : {"f16", "bf16", "f32", "f64"}) {
      Harness f;
      std::string type = std::string("1x") + element + ", strides=[1]";
      std::string before = std::string("padding_value = ") + padding + ", ";
      std::string e = element;
      ASSERT_TRUE(f.parseKernel(
          "%a: tile<ptr<" + e + ">>",
          indices + view("2", "1", "1", type, before) + "%seven = constant <" +
              e + ": 7.0> : tile<2x" + e +
              ">\n%s = store_view_tko weak %seven, %view[%c0] : tile<2x" + e +
              ">, " + partition("2", type, before) +
              ", tile<i32> -> token\n%t, %k = load_view_tko weak %view[%c0] "
              "token=%s : " +
              partition("2", type, before) + ", tile<i32> -> tile<2x" + e +
              ">, token\n%p = print_tko \"%g\", %t : tile<2x" + e +
              "> -> token"))
          << f.errors;
      ASSERT_TRUE(f.launch({f.array<uint8_t>(std::vector<uint8_t>(8))}))
          << f.errors;
      EXPECT_EQ(f.printed, text) << element;
    }
}

/// Without a padding value the elements outside are unspecified, and the ones
/// inside are loaded; nothing behind the tensor is accessed.
TEST_F(Views, overhangWithoutPadding) {
  std::string type = "3xi16, strides=[1]";
  run(indices + view("4", "3", "1", type) +
          "%t, %k = load_view_tko weak %view[%c0] : " + partition("4", type) +
          ", tile<i32> -> tile<4xi16>, token\n"
          "%p = print_tko \"%d\", %t : tile<4xi16> -> token",
      3);
  EXPECT_TRUE(succeeded) << h.errors;
  EXPECT_THAT(h.printed, HasSubstr("[0, 1, 2, "));
}

TEST_F(Views, storesDropTheOverhang) {
  // Rows of 3 in storage of 4: the fourth column is outside the tensor.
  std::string type = "3x3xi16, strides=[4,1]";
  run(indices + view("2x4", "3, 3", "4, 1", type) +
          "%v = constant <i16: -1> : tile<2x4xi16>\n"
          "%k = store_view_tko weak %v, %view[%c1, %c0] : tile<2x4xi16>, " +
          partition("2x4", type) + ", tile<i32> -> token",
      16);
  EXPECT_TRUE(succeeded) << h.errors;
  EXPECT_THAT(
      h.read<int16_t>(array, 16),
      ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, 11, 12, 13, 14, 15));
}

/// dim_map = [1, 0]: tile dimension 0 lies along tensor dimension 1. The result
/// is the plain load of the transposed tile, transposed; index 0 belongs to
/// tensor dimension 1.
TEST_F(Views, dimMapTransposes) {
  std::string type = "2x8xi16, strides=[8,1]", map = ", dim_map=[1, 0]";
  EXPECT_EQ(run(indices + view("4x2", "2, 8", "8, 1", type, "", map) +
                    "%t, %k = load_view_tko weak %view[%c1, %c0] : " +
                    partition("4x2", type, "", map) +
                    ", tile<i32> -> tile<4x2xi16>, token\n"
                    "%x, %y = get_index_space_shape %view : " +
                    partition("4x2", type, "", map) +
                    " -> tile<i32>\n"
                    "%p = print_tko \"%d %d %d\", %t, %x, %y : tile<4x2xi16>, "
                    "tile<i32>, tile<i32> -> token",
                16),
            "[[4, 12], [5, 13], [6, 14], [7, 15]] 2 1");
}

TEST_F(Views, dimMapWithARaggedEdge) {
  // 3x5, tiles of 4 along the columns and 2 along the rows.
  std::string type = "3x5xi16, strides=[5,1]", map = ", dim_map=[1, 0]",
              zero = "padding_value = zero, ";
  EXPECT_EQ(run(indices + view("4x2", "3, 5", "5, 1", type, zero, map) +
                    "%t, %k = load_view_tko weak %view[%c1, %c1] : " +
                    partition("4x2", type, zero, map) +
                    ", tile<i32> -> tile<4x2xi16>, token\n"
                    "%p = print_tko \"%d\", %t : tile<4x2xi16> -> token",
                15),
            "[[14, 0], [0, 0], [0, 0], [0, 0]]");
}

TEST_F(Views, runTimeExtentsAndStrides) {
  // Column-major: element (i, j) at i + 3j; 3 comes at run time, twice.
  n = 3;
  std::string type = "?x2xi16, strides=[1,?]";
  EXPECT_EQ(run(indices +
                    ("%tv = make_tensor_view %a, shape = [%n, 2], strides = "
                     "[1, %n] : tile<i32> -> tensor_view<" +
                     type + ">\n%view = make_partition_view %tv : ") +
                    partition("2x2", type) +
                    "\n%t, %k = load_view_tko weak %view[%c0, %c0] : " +
                    partition("2x2", type) +
                    ", tile<i32> -> tile<2x2xi16>, token\n"
                    "%x, %y = get_tensor_shape %tv : tensor_view<" +
                    type +
                    "> -> tile<i64>\n"
                    "%u, %v = get_index_space_shape %view : " +
                    partition("2x2", type) +
                    " -> tile<i32>\n"
                    "%p = print_tko \"%d %d %d %d %d\", %t, %x, %y, %u, %v : "
                    "tile<2x2xi16>, tile<i64>, tile<i64>, tile<i32>, tile<i32> "
                    "-> token",
                6),
            "[[0, 3], [1, 4]] 3 2 2 1");
}

TEST_F(Views, aStrideOfZeroRepeats) {
  n = 0;
  std::string type = "4xi16, strides=[?]";
  EXPECT_EQ(run(indices +
                    ("%tv = make_tensor_view %a, shape = [4], strides = [%n] : "
                     "tile<i32> -> tensor_view<" +
                     type + ">\n%view = make_partition_view %tv : ") +
                    partition("4", type) +
                    "\n%t, %k = load_view_tko relaxed device %view[%c0] : " +
                    partition("4", type) +
                    ", tile<i32> -> tile<4xi16>, token\n"
                    "%p = print_tko \"%d\", %t : tile<4xi16> -> token",
                1),
            "[0, 0, 0, 0]");
}

//===----------------------------------------------------------------------===//
// Undefined behaviour
//===----------------------------------------------------------------------===//

TEST_F(Views, indexOutsideTheIndexSpace) {
  std::string type = "5xi16, strides=[1]";
  std::string body =
      view("2", "5", "1", type) +
      "%t, %k = load_view_tko weak %view[%n] : " + partition("2", type) +
      ", tile<i32> -> tile<2xi16>, token";
  n = 2;
  run(body, 5);
  EXPECT_TRUE(succeeded) << h.errors;
  n = 3;
  run(body, 5);
  EXPECT_EQ(h.errors,
            "3: index 3 of dimension 0 lies outside of the index "
            "space, which has 3 tiles there (tile block (0, 0, 0))\n");
  // Indices are unsigned.
  n = -1;
  run(body, 5);
  EXPECT_THAT(h.errors, HasSubstr("index 4294967295 of dimension 0"));
}

TEST_F(Views, anEmptyTensorHasNoTiles) {
  std::string type = "?xi16, strides=[1]";
  run(indices +
          ("%tv = make_tensor_view %a, shape = [%n], strides = [1] : tile<i32> "
           "-> tensor_view<" +
           type + ">\n%view = make_partition_view %tv : ") +
          partition("2", type) + "\n%t, %k = load_view_tko weak %view[%c0] : " +
          partition("2", type) + ", tile<i32> -> tile<2xi16>, token",
      1);
  EXPECT_THAT(h.errors, HasSubstr("which has 0 tiles there"));
}

TEST_F(Views, brokenInboundsPromise) {
  std::string type = "5xi16, strides=[1]";
  std::string body =
      view("2", "5", "1", type) +
      "%t, %k = load_view_tko weak %view[%n] inbounds = [true] : " +
      partition("2", type) + ", tile<i32> -> tile<2xi16>, token";
  n = 1;
  run(body, 5);
  EXPECT_TRUE(succeeded) << h.errors;
  n = 2;
  run(body, 5);
  EXPECT_THAT(
      h.errors,
      HasSubstr("inbounds promises that the tile lies inside the tensor "
                "along dimension 0, but only 1 of its 2 elements"));
}

TEST_F(Views, aViewLargerThanItsMemory) {
  std::string type = "4x2xi16, strides=[2,1]";
  run(indices + view("4x2", "4, 2", "2, 1", type) +
          "%v = constant <i16: 1> : tile<4x2xi16>\n"
          "%k = store_view_tko weak %v, %view[%c0, %c0] : tile<4x2xi16>, " +
          partition("4x2", type) + ", tile<i32> -> token",
      5);
  EXPECT_THAT(h.errors,
              HasSubstr("out-of-bounds store of 2 bytes at 0x100000000a, 0 "
                        "bytes past the end of 'a' (10 bytes) (element [2, 1], "
                        "tile block (0, 0, 0))"));
}

TEST_F(Views, misalignedBase) {
  std::string type = "2xi32, strides=[1]";
  run(indices +
          ("%one = constant <i64: 1> : tile<i64>\n"
           "%q = offset %a, %one : tile<ptr<i16>>, tile<i64> -> "
           "tile<ptr<i16>>\n"
           "%w = ptr_to_ptr %q : tile<ptr<i16>> -> tile<ptr<i32>>\n"
           "%tv = make_tensor_view %w, shape = [2], strides = [1] : "
           "tensor_view<" +
           type + ">\n%view = make_partition_view %tv : ") +
          partition("2", type) + "\n%t, %k = load_view_tko weak %view[%c0] : " +
          partition("2", type) + ", tile<i32> -> tile<2xi32>, token",
      8);
  EXPECT_THAT(h.errors,
              HasSubstr("misaligned load of 4 bytes at 0x1000000002"));
}

TEST_F(Views, addressesBeyondTheAddressSpace) {
  n = -1;
  std::string type = "4x4xi16, strides=[?,1]";
  run("%big = exti %n signed : tile<i32> -> tile<i64>\n"
      "%c0 = constant <i32: 0> : tile<i32>\n" +
          ("%tv = make_tensor_view %a, shape = [4, 4], strides = [%big, 1] : "
           "tile<i64> -> tensor_view<" +
           type + ">\n%view = make_partition_view %tv : ") +
          partition("4x4", type) +
          "\n%t, %k = load_view_tko weak %view[%c0, %c0] : " +
          partition("4x4", type) + ", tile<i32> -> tile<4x4xi16>, token",
      4);
  EXPECT_THAT(h.errors,
              HasSubstr("the address in the tensor of shape [4, 4] and strides "
                        "[18446744073709551615, 1] exceeds the address space "
                        "(element [1, 0], "));
}

TEST_F(Views, anExtentThatDoesNotFit) {
  n = 300;
  std::string type = "?xi16, strides=[1]";
  std::string body = "%tv = make_tensor_view %a, shape = [%n], strides = [1] : "
                     "tile<i32> -> tensor_view<" +
                     type + ">\n%s = get_tensor_shape %tv : tensor_view<" +
                     type + "> -> tile<i8>";
  run(body, 1);
  EXPECT_THAT(h.errors, HasSubstr("the extent 300 does not fit unsigned i8"));
  n = 255;
  run(body, 1);
  EXPECT_TRUE(succeeded) << h.errors;
}

//===- TileViewTest.cpp - Strided and gather/scatter views ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and atomic reductions through views of random shapes, against
// the definition: the place of each element of the tile in the tensor.
//
//===----------------------------------------------------------------------===//

#include "../TileProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "gmock/gmock.h"
#include <numeric>
#include <random>

using namespace tessera::interp;
using testing::ElementsAre;
using testing::HasSubstr;

template <typename T> static std::string list(const std::vector<T> &numbers) {
  std::vector<std::string> texts;
  for (T number : numbers)
    texts.push_back(std::to_string(number));
  return llvm::join(texts, ", ");
}

static std::string extents(const std::vector<int64_t> &numbers) {
  std::vector<std::string> texts;
  for (int64_t number : numbers)
    texts.push_back(std::to_string(number));
  return llvm::join(texts, "x");
}

namespace {
/// A view of a packed tensor of i32, by the definition.
struct ViewModel {
  std::vector<int64_t> tensor, tile, steps, dimMap;
  /// The tile dimension whose elements are rows; none if negative.
  int sparse = -1;
  bool hasPadding = true;

  std::string tensorType() const {
    std::vector<int64_t> strides = this->strides();
    return "tensor_view<" + extents(tensor) + "xi32, strides=[" +
           list(strides) + "]>";
  }
  std::string type() const {
    std::string padding = hasPadding ? "padding_value = zero, " : "";
    if (sparse >= 0)
      return "gather_scatter_view<tile=(" + extents(tile) + "), " + padding +
             tensorType() + ", sparse_dim=" + std::to_string(sparse) + ">";
    return "strided_view<tile=(" + extents(tile) + "), traversal_strides=[" +
           list(steps) + "], " + padding + tensorType() + ", dim_map=[" +
           list(dimMap) + "]>";
  }
  std::vector<int64_t> strides() const {
    std::vector<int64_t> strides(tensor.size(), 1);
    for (size_t d = tensor.size(); d-- > 1;)
      strides[d - 1] = strides[d] * tensor[d];
    return strides;
  }
  int64_t indexSpace(size_t k) const {
    return (tensor[dimMap[k]] + steps[k] - 1) / steps[k];
  }
  static int64_t count(const std::vector<int64_t> &shape) {
    return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                           std::multiplies<>());
  }
  /// Calls fn(element of the tile, element of the tensor or -1 outside).
  template <typename Fn>
  void forEach(const std::vector<int64_t> &index,
               const std::vector<uint32_t> &rows, Fn fn) const {
    for (int64_t e = 0, n = count(tile); e < n; ++e) {
      int64_t rest = e, place = 0;
      for (size_t k = tile.size(); k-- > 0; rest /= tile[k]) {
        int64_t i = rest % tile[k];
        int64_t c =
            int(k) == sparse ? int64_t(rows[i]) : index[k] * steps[k] + i;
        if (c >= tensor[dimMap[k]])
          place = -1;
        if (place >= 0)
          place += c * strides()[dimMap[k]];
      }
      fn(e, place);
    }
  }

  /// The operations that make %view, and the indices of an access, in brackets,
  /// with their types.
  std::string make(const std::vector<int64_t> &index, std::string &indices,
                   std::string &types) const {
    std::string text =
        "%tv = make_tensor_view %a.base, shape = [" + list(tensor) +
        "], strides = [" + list(strides()) + "] : " + tensorType() +
        "\n%view = " +
        (sparse >= 0 ? "make_gather_scatter_view" : "make_strided_view") +
        " %tv : " + type() + "\n";
    std::vector<std::string> names;
    for (size_t k = 0; k < tile.size(); ++k) {
      if (int(k) == sparse) {
        names.push_back("%rows");
        continue;
      }
      names.push_back("%i" + std::to_string(k));
      text += names.back() + " = constant <i32: " + std::to_string(index[k]) +
              "> : tile<i32>\n";
    }
    indices = "[" + llvm::join(names, ", ") + "]";
    types = type();
    if (sparse >= 0) {
      // All index types, as they differ.
      std::vector<std::string> all;
      for (size_t k = 0; k < tile.size(); ++k)
        all.push_back(int(k) == sparse ? TileProgram::type("i32", {tile[k]})
                                       : std::string("tile<i32>"));
      types += ", " + llvm::join(all, ", ");
    } else {
      types += ", tile<i32>";
    }
    return text;
  }
};
} // namespace

static ViewModel randomView(std::mt19937 &random, bool isSparse) {
  ViewModel view;
  size_t rank = 1 + random() % 3;
  for (size_t k = 0; k < rank; ++k) {
    view.tensor.push_back(1 + random() % 7);
    view.tile.push_back(1 << random() % 3);
    view.steps.push_back(isSparse ? 1 : 1 + random() % 5);
    view.dimMap.push_back(k);
  }
  if (isSparse)
    view.sparse = random() % rank;
  else
    std::shuffle(view.dimMap.begin(), view.dimMap.end(), random);
  return view;
}

/// A tensor of 100, 101, ..., an access to it at a random index, and rows, some
/// of which lie outside.
struct Access {
  Access(std::mt19937 &random, bool isSparse)
      : view(randomView(random, isSparse)),
        tensor(ViewModel::count(view.tensor)) {
    std::iota(tensor.begin(), tensor.end(), 100);
    for (size_t k = 0; k < view.tile.size(); ++k)
      index.push_back(random() % view.indexSpace(k));
    if (view.sparse < 0)
      return;
    // Each row once: of two stores to a row, any may stay.
    std::vector<uint32_t> all(2 * view.tile[view.sparse] + 8);
    std::iota(all.begin(), all.end(), 0);
    all.push_back(~0u);
    std::shuffle(all.begin(), all.end(), random);
    rows.assign(all.begin(), all.begin() + view.tile[view.sparse]);
  }

  /// Gives the program the tensor at %a.base; returns the operations that make
  /// %view.
  std::string give(TileProgram &program) {
    program.input<uint32_t>("a", "i32", padded(), paddedTensor());
    if (view.sparse >= 0)
      program.input<uint32_t>("rows", "i32", {int64_t(rows.size())}, rows);
    return view.make(index, indices, types);
  }
  /// TileProgram loads its inputs as tiles, whose extents are powers of two.
  std::vector<int64_t> padded() const {
    return {int64_t(llvm::PowerOf2Ceil(tensor.size()))};
  }
  std::vector<uint32_t> paddedTensor() const {
    std::vector<uint32_t> all = tensor;
    all.resize(padded()[0], 7);
    return all;
  }

  ViewModel view;
  std::vector<uint32_t> tensor, rows;
  std::vector<int64_t> index;
  std::string indices, types;
};

class TileViews : public testing::TestWithParam<bool> {};

TEST_P(TileViews, loadTheElementsOfTheTensorOrThePadding) {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    Access access(random, GetParam());
    TileProgram program;
    std::string text = access.give(program);
    std::vector<uint32_t> expected(ViewModel::count(access.view.tile));
    access.view.forEach(access.index, access.rows, [&](int64_t e, int64_t at) {
      expected[e] = at < 0 ? 0 : access.tensor[at];
    });
    EXPECT_EQ(program.run<uint32_t>(
                  "i32", access.view.tile,
                  text + "%r, %k = load_view_tko weak %view" + access.indices +
                      " : " + access.types + " -> " +
                      TileProgram::type("i32", access.view.tile) + ", token"),
              expected);
  }
}

/// The contents of the tensor after `operation` on a tile of 1000, 1001, ...
static std::vector<uint32_t> tensorAfter(Access &access,
                                         const std::string &operation) {
  TileProgram program;
  std::string text = access.give(program);
  std::vector<uint32_t> tile(ViewModel::count(access.view.tile));
  std::iota(tile.begin(), tile.end(), 1000);
  program.input<uint32_t>("x", "i32", access.view.tile, tile);
  std::string all = TileProgram::type("i32", access.padded());
  std::string pointers = TileProgram::type("ptr<i32>", access.padded());
  return program.run<uint32_t>("i32", access.padded(),
                               text + operation +
                                   "%r, %k = load_ptr_tko weak %a.p token = "
                                   "%done : " +
                                   pointers + " -> " + all + ", token");
}

TEST_P(TileViews, storeTheElementsInsideAndDropTheOthers) {
  std::mt19937 random(12);
  for (int round = 0; round < 60; ++round) {
    Access access(random, GetParam());
    std::string indices, types;
    access.view.make(access.index, indices, types);
    std::vector<uint32_t> expected = access.paddedTensor();
    // Steps never make elements within a tile overlap.
    access.view.forEach(access.index, access.rows, [&](int64_t e, int64_t at) {
      if (at >= 0)
        expected[at] = 1000 + e;
    });
    // Rows may be named more than once.
    std::string ordering = GetParam() ? "relaxed tl_blk" : "weak";
    EXPECT_EQ(
        tensorAfter(access, "%done = store_view_tko " + ordering +
                                " %x, %view" + indices + " token=%a.t : " +
                                TileProgram::type("i32", access.view.tile) +
                                ", " + types + " -> token\n"),
        expected);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, TileViews, testing::Bool(),
                         [](const testing::TestParamInfo<bool> &info) {
                           return info.param ? "gatherScatter" : "strided";
                         });

TEST(TileViews, atomicReductionsModifyTheElementsInside) {
  std::mt19937 random(13);
  const std::pair<const char *, uint32_t (*)(uint32_t, uint32_t)> modes[] = {
      {"add", [](uint32_t x, uint32_t y) { return x + y; }},
      {"and", [](uint32_t x, uint32_t y) { return x & y; }},
      {"xor", [](uint32_t x, uint32_t y) { return x ^ y; }},
      {"umax", [](uint32_t x, uint32_t y) { return std::max(x, y); }},
  };
  for (int round = 0; round < 40; ++round) {
    const auto &mode = modes[round % std::size(modes)];
    Access access(random, /*isSparse=*/false);
    access.view.hasPadding = false;
    std::string indices, types;
    access.view.make(access.index, indices, types);
    std::vector<uint32_t> expected = access.paddedTensor();
    access.view.forEach(access.index, access.rows, [&](int64_t e, int64_t at) {
      if (at >= 0)
        expected[at] = mode.second(expected[at], 1000 + e);
    });
    EXPECT_EQ(
        tensorAfter(access, "%done = atomic_red_view_tko relaxed device %view" +
                                indices + ", " + mode.first +
                                ", %x token=%a.t : " +
                                TileProgram::type("i32", access.view.tile) +
                                ", " + types + " -> token\n"),
        expected);
  }
}

//===----------------------------------------------------------------------===//
// Index spaces and what is undefined
//===----------------------------------------------------------------------===//

static const std::string tensor64x16 = "tensor_view<64x16xi32, strides=[16,1]>";

static std::string shapeOf(const std::string &kind, const std::string &type) {
  return "%tv = make_tensor_view %a.base, shape = [64, 16], strides = [16, 1] "
         ": " +
         tensor64x16 + "\n%view = make_" + kind + " %tv : " + type +
         "\n%n:2 = get_index_space_shape %view : " + type +
         " -> tile<i32>\n%x = reshape %n#0 : tile<i32> -> tile<1xi32>\n"
         "%y = reshape %n#1 : tile<i32> -> tile<1xi32>\n"
         "%r = cat %x, %y dim = 0 : tile<1xi32>, tile<1xi32> -> tile<2xi32>\n";
}

TEST(TileViews, indexSpacesCountSteps) {
  auto space = [](const std::string &kind, const std::string &type) {
    TileProgram p;
    p.input<uint32_t>("a", "i32", {1}, {0});
    return p.run<uint32_t>("i32", {2}, shapeOf(kind, type));
  };
  EXPECT_THAT(space("strided_view", "strided_view<tile=(4x2), "
                                    "traversal_strides=[4,3], " +
                                        tensor64x16 + ">"),
              ElementsAre(16, 6));
  EXPECT_THAT(space("strided_view", "strided_view<tile=(4x2), "
                                    "traversal_strides=[4,3], " +
                                        tensor64x16 + ", dim_map=[1, 0]>"),
              ElementsAre(4, 22));
  EXPECT_THAT(space("gather_scatter_view", "gather_scatter_view<tile=(4x2), " +
                                               tensor64x16 + ", sparse_dim=0>"),
              ElementsAre(64, 16));
}

static std::string gather(const std::string &rows, int column,
                          const std::string &inbounds = "") {
  std::string type =
      "gather_scatter_view<tile=(2x4), " + tensor64x16 + ", sparse_dim=0>";
  return "%tv = make_tensor_view %a.base, shape = [64, 16], strides = [16, 1] "
         ": " +
         tensor64x16 + "\n%view = make_gather_scatter_view %tv : " + type +
         "\n%rows = constant <i32: [" + rows +
         "]> : tile<2xi32>\n%c = constant <i32: " + std::to_string(column) +
         "> : tile<i32>\n%r, %k = load_view_tko weak %view[%rows, %c] " +
         inbounds + " : " + type +
         ", tile<2xi32>, tile<i32> -> tile<2x4xi32>, token";
}

TEST(TileViews, whatAGatherMayNotDo) {
  TileProgram p;
  std::vector<uint32_t> values(1024);
  std::iota(values.begin(), values.end(), 0);
  p.input<uint32_t>("a", "i32", {1024}, values);
  // Rows may repeat; columns may be any element.
  EXPECT_THAT(p.run<uint32_t>("i32", {2, 4}, gather("3, 3", 11)),
              ElementsAre(59, 60, 61, 62, 59, 60, 61, 62));
  EXPECT_THAT(p.stop(gather("0, 1", 16)),
              HasSubstr("index 16 of dimension 1 lies outside of the index "
                        "space, which has 16 elements there"));
  EXPECT_THAT(p.stop(gather("0, 64", 0, "inbounds = [true, false]")),
              HasSubstr("along dimension 0, but row 64 does not (element [1]"));
  EXPECT_THAT(p.stop(gather("0, 1", 13, "inbounds = [false, true]")),
              HasSubstr("along dimension 1, but only 3 of its 4 elements"));
}

//===----------------------------------------------------------------------===//
// Elements of 4 bits
//===----------------------------------------------------------------------===//

/// Two elements share a byte, the even one in its low half; a store of one does
/// not change the other.
TEST(TileViews, elementsOfFourBits) {
  TileProgram p;
  p.input<uint8_t>("a", "i8", {4}, {0x10, 0x32, 0x54, 0x76});
  const std::string tensor = "tensor_view<8xf4E2M1FN, strides=[1]>";
  const std::string every = "tensor_view<2xf4E2M1FN, strides=[3]>";
  const std::string body =
      "%q = ptr_to_ptr %a.base : tile<ptr<i8>> -> tile<ptr<f4E2M1FN>>\n"
      "%z = constant <i32: 0> : tile<i32>\n"
      "%tv = make_tensor_view %q, shape = [8], strides = [1] : " +
      tensor + "\n%v = make_partition_view %tv : partition_view<tile=(8), " +
      tensor +
      ">\n%ev = make_tensor_view %q, shape = [2], strides = [3] : " + every +
      "\n%w = make_partition_view %ev : partition_view<tile=(2), " + every +
      ">\n";
  const std::string load = "%x, %k = load_view_tko weak %v[%z] token=%s : "
                           "partition_view<tile=(8), " +
                           tensor +
                           ">, tile<i32> -> tile<8xf4E2M1FN>, token\n"
                           "%r = pack %x : tile<8xf4E2M1FN> -> tile<4xi8>\n";
  EXPECT_THAT(
      p.run<uint8_t>("i8", {4}, body + "%s = make_token : token\n" + load),
      ElementsAre(0x10, 0x32, 0x54, 0x76));
  // Elements 0 and 3 become 0.5 and -6.
  const std::string store =
      "%n = constant <f4E2M1FN: [0.5, -6.0]> : tile<2xf4E2M1FN>\n"
      "%s = store_view_tko weak %n, %w[%z] token=%a.t : tile<2xf4E2M1FN>, "
      "partition_view<tile=(2), " +
      every + ">, tile<i32> -> token\n";
  EXPECT_THAT(p.run<uint8_t>("i8", {4}, body + store + load),
              ElementsAre(0x11, 0xF2, 0x54, 0x76));
}

//===- PartsTest.cpp - Tiles taken apart and put together -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileProgram.h"
#include "gmock/gmock.h"
#include <numeric>
#include <random>

using namespace tessera::interp;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;
using Coordinates = std::vector<int64_t>;

namespace {
/// A tile by the definition: a shape and a number at each coordinate.
struct Model {
  explicit Model(Coordinates shape, uint32_t first = 0)
      : shape(std::move(shape)), elements(count()) {
    std::iota(elements.begin(), elements.end(), first);
  }
  int64_t count() const {
    return std::accumulate(shape.begin(), shape.end(), int64_t(1),
                           std::multiplies<>());
  }
  Coordinates coordinatesOf(int64_t index) const {
    Coordinates c(shape.size());
    for (size_t k = shape.size(); k-- > 0; index /= shape[k])
      c[k] = index % shape[k];
    return c;
  }
  uint32_t &at(const Coordinates &c) {
    int64_t index = 0;
    for (size_t k = 0; k < c.size(); ++k)
      index = index * shape[k] + c[k];
    return elements[index];
  }
  std::string type() const { return TileProgram::type("i32", shape); }

  Coordinates shape;
  std::vector<uint32_t> elements;
};
} // namespace

static void give(TileProgram &program, const std::string &name,
                 const Model &model) {
  program.input<uint32_t>(name, "i32", model.shape, model.elements);
}

static Coordinates randomShape(std::mt19937 &random, size_t rank) {
  Coordinates shape(rank);
  for (int64_t &extent : shape)
    extent = 1 << random() % 3;
  return shape;
}

/// The constants %i0, %i1, ... and the list of their names.
static std::string constants(const Coordinates &indices, std::string &names) {
  std::string text;
  for (size_t k = 0; k < indices.size(); ++k) {
    std::string name = "%i" + std::to_string(k);
    text += name + " = constant <i32: " + std::to_string(indices[k]) +
            "> : tile<i32>\n";
    names += (k ? ", " : "") + name;
  }
  return text;
}

TEST(Parts, catPutsTheRightBehindTheLeftAlongAnyDimension) {
  std::mt19937 random(1);
  for (int round = 0; round < 60; ++round) {
    Model lhs(randomShape(random, 1 + random() % 3));
    size_t dim = random() % lhs.shape.size();
    Model rhs(lhs.shape, 1000);
    Model whole(lhs.shape);
    whole.shape[dim] *= 2;
    whole = Model(whole.shape);
    for (int64_t i = 0; i < lhs.count(); ++i) {
      Coordinates c = lhs.coordinatesOf(i);
      uint32_t left = lhs.at(c), right = rhs.at(c);
      whole.at(c) = left;
      c[dim] += lhs.shape[dim];
      whole.at(c) = right;
    }
    TileProgram p;
    give(p, "l", lhs);
    give(p, "x", rhs);
    EXPECT_EQ(p.run<uint32_t>("i32", whole.shape,
                              "%r = cat %l, %x dim = " + std::to_string(dim) +
                                  " : " + lhs.type() + ", " + rhs.type() +
                                  " -> " + whole.type()),
              whole.elements);
  }
}

TEST(Parts, extractTakesAndInsertReplacesTheNumberedPart) {
  std::mt19937 random(2);
  for (int round = 0; round < 80; ++round) {
    Model part(randomShape(random, random() % 4), 1000);
    Coordinates slots = randomShape(random, part.shape.size()), index = slots;
    Model whole(part.shape);
    for (size_t k = 0; k < slots.size(); ++k) {
      whole.shape[k] *= slots[k];
      index[k] = random() % slots[k];
    }
    whole = Model(whole.shape);
    Model taken(part.shape), replaced = whole;
    for (int64_t i = 0; i < part.count(); ++i) {
      Coordinates c = part.coordinatesOf(i), inWhole = c;
      for (size_t k = 0; k < c.size(); ++k)
        inWhole[k] += index[k] * part.shape[k];
      taken.at(c) = whole.at(inWhole);
      replaced.at(inWhole) = part.at(c);
    }
    std::string names, text = constants(index, names);
    TileProgram p;
    give(p, "whole", whole);
    give(p, "part", part);
    EXPECT_EQ(p.run<uint32_t>("i32", part.shape,
                              text + "%r = extract %whole[" + names +
                                  "] : " + whole.type() + " -> " + part.type()),
              taken.elements);
    EXPECT_EQ(p.run<uint32_t>("i32", whole.shape,
                              text + "%r = insert %part, %whole[" + names +
                                  "] : " + part.type() + ", " + whole.type()),
              replaced.elements);
  }
}

TEST(Parts, aPartThatIsNotThereIsUndefined) {
  Model whole({4, 8}), part({2, 8});
  for (const char *index : {"2", "-1"}) {
    TileProgram p;
    give(p, "whole", whole);
    give(p, "part", part);
    std::string indices = "%z = constant <i32: 0> : tile<i32>\n"
                          "%i = constant <i32: " +
                          std::string(index) + "> : tile<i32>\n";
    EXPECT_THAT(
        p.stop(indices + "%r = extract %whole[%i, %z] : tile<4x8xi32> -> "
                         "tile<2x8xi32>"),
        HasSubstr("of dimension 0 lies outside of the tile, which has 2 parts "
                  "there"));
    EXPECT_THAT(
        p.stop(indices + "%r = insert %part, %whole[%z, %i] : tile<2x8xi32>, "
                         "tile<4x8xi32>"),
        HasSubstr("of dimension 1 lies outside of the tile, which has 1 part "
                  "there"));
  }
}

//===----------------------------------------------------------------------===//
// Bytes
//===----------------------------------------------------------------------===//

/// The bytes of elements of whole bytes, lowest first.
TEST(Parts, packGivesTheBytesOfWideElements) {
  TileProgram p;
  p.input<uint16_t>("x", "f16", {2}, {0x1234, 0xABCD});
  EXPECT_THAT(p.run<uint8_t>("i8", {4},
                             "%r = pack %x : tile<2xf16> -> "
                             "tile<4xi8>"),
              ElementsAre(0x34, 0x12, 0xCD, 0xAB));
  TileProgram q;
  q.input<uint64_t>("x", "i64", {1}, {0x0807060504030201});
  EXPECT_THAT(q.run<uint8_t>("i8", {8},
                             "%r = pack %x : tile<1xi64> -> "
                             "tile<8xi8>"),
              ElementsAre(1, 2, 3, 4, 5, 6, 7, 8));
}

/// Narrow elements fill each byte from its lowest bits up.
TEST(Parts, packFillsBytesFromTheLowestBit) {
  TileProgram p;
  p.input<uint8_t>("x", "i1", {16},
                   {1, 0, 0, 0, 0, 0, 0, 1, //
                    0, 1, 1, 0, 0, 0, 0, 0});
  EXPECT_THAT(p.run<uint8_t>("i8", {2},
                             "%r = pack %x : tile<16xi1> -> "
                             "tile<2xi8>"),
              ElementsAre(0x81, 0x06));
  TileProgram q;
  q.input<uint8_t>("x", "i8", {4}, {0x13, 0x1F, 0x00, 0x28});
  EXPECT_THAT(q.run<uint8_t>("i8", {2},
                             "%n = trunci %x : tile<4xi8> -> tile<4xi4>\n"
                             "%r = pack %n : tile<4xi4> -> tile<2xi8>"),
              ElementsAre(0xF3, 0x80));
}

TEST(Parts, unpackReadsNarrowElements) {
  TileProgram p;
  p.input<uint8_t>("x", "i8", {2}, {0x81, 0xF3});
  EXPECT_THAT(
      p.run<uint8_t>("i8", {4},
                     "%n = unpack %x : tile<2xi8> -> tile<4xi4>\n"
                     "%r = exti %n unsigned : tile<4xi4> -> tile<4xi8>"),
      ElementsAre(1, 8, 3, 15));
  EXPECT_THAT(p.run<uint8_t>("i1", {16},
                             "%r = unpack %x : tile<2xi8> -> "
                             "tile<16xi1>"),
              ElementsAre(1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 1, 1, 1, 1));
  // 0.5 and -6 in f4E2M1FN.
  TileProgram q;
  q.input<uint8_t>("x", "i8", {1}, {0xF1});
  EXPECT_THAT(
      q.run<uint32_t>("f32", {2},
                      "%n = unpack %x : tile<1xi8> -> tile<2xf4E2M1FN>\n"
                      "%r = ftof %n : tile<2xf4E2M1FN> -> tile<2xf32>"),
      ElementsAre(0x3F000000, 0xC0C00000));
}

/// Any bytes come back unchanged.
TEST(Parts, packUndoesUnpack) {
  std::vector<uint8_t> bytes(256);
  std::iota(bytes.begin(), bytes.end(), 0);
  const std::pair<const char *, int> widths[] = {
      {"i1", 1},   {"i4", 4},   {"f4E2M1FN", 4}, {"i16", 16}, {"i32", 32},
      {"i64", 64}, {"f16", 16}, {"bf16", 16},    {"f32", 32}, {"f64", 64}};
  for (auto [element, width] : widths) {
    std::string type = TileProgram::type(element, {256 * 8 / width});
    TileProgram p;
    p.input<uint8_t>("x", "i8", {256}, bytes);
    EXPECT_EQ(p.run<uint8_t>("i8", {256},
                             "%n = unpack %x : tile<256xi8> -> " + type +
                                 "\n%r = pack %n : " + type +
                                 " -> tile<256xi8>"),
              bytes)
        << element;
  }
}

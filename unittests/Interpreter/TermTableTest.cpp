//===- TermTableTest.cpp - Terms that only look alike ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Interpreter/Elements.h"
#include "../../lib/Interpreter/Terms/Symbols.h"
#include "gtest/gtest.h"

using namespace tessera;
using namespace tessera::interp;
using llvm::ArrayRef;
using numerics::Signedness;
using Law = Symbol::Law;

namespace {

class TermTableTest : public ::testing::Test {
protected:
  /// The element that the array holds at an address.
  Element at(uint64_t address, Format format) {
    return {table.initial(address, numerics::bitWidth(format) / 8), 0, format};
  }
  static Element number(uint64_t bits, Format format) {
    return {concrete, bits, format};
  }
  Element apply(const Symbol &symbol, Element x, Element y) {
    Element result{concrete, 0, x.format};
    result.term = table.apply(symbol, {x, y}, result);
    return result;
  }

  Tile tileOf(ArrayRef<Element> elements, ArrayRef<int64_t> shape) {
    Tile tile(shape, elements.front().format);
    for (auto [index, element] : llvm::enumerate(elements)) {
      tile.set(index, element.bits);
      if (element.term)
        tile.setTerm(index, element.term, &table);
    }
    return tile;
  }
  /// The term of a row times a column.
  Term productOf(ArrayRef<Element> row, ArrayRef<Element> column,
                 Signedness ofRow = Signedness::Signed,
                 Signedness ofColumn = Signedness::Signed) {
    const int64_t depth = row.size();
    const Tile x = tileOf(row, {1, depth}), y = tileOf(column, {depth, 1});
    if (numerics::isInteger(x.getFormat()))
      return elements::mmaInt(x, ofRow, y, ofColumn,
                              Tile::splat({1, 1}, Format::I32, 0))
          .elementAt(0)
          .term;
    return elements::mma(x, y, Tile::splat({1, 1}, Format::F32, 0))
        .elementAt(0)
        .term;
  }

  TermTable table;
};

constexpr Symbol subi("subi", Law::Difference);
constexpr Symbol muli("muli", Law::Product);
constexpr Symbol shli("shli", Law::ShiftLeft);

TEST_F(TermTableTest, ProductsHaveTheFormatsOfTheirFactors) {
  Element x = at(16, Format::F8E4M3FN), y = at(17, Format::F8E4M3FN);
  Element other = at(16, Format::F8E5M2);
  EXPECT_EQ(productOf({x}, {y}), productOf({y}, {x}));
  EXPECT_NE(productOf({x}, {y}), productOf({other}, {y}));
  EXPECT_NE(productOf({x}, {y}), productOf({y}, {other}));
}

TEST_F(TermTableTest, EachFactorHasItsSignedness) {
  const auto isSigned = Signedness::Signed, isNot = Signedness::Unsigned;
  Element x = at(16, Format::I8), y = at(17, Format::I8);
  EXPECT_EQ(productOf({x}, {y}, isNot, isSigned),
            productOf({y}, {x}, isSigned, isNot));
  EXPECT_NE(productOf({x}, {y}, isNot, isSigned),
            productOf({x}, {y}, isSigned, isNot));
  EXPECT_NE(productOf({x}, {y}, isNot, isSigned),
            productOf({y}, {x}, isNot, isSigned));
}

TEST_F(TermTableTest, ZeroTimesSomethingNotFiniteIsNotZero) {
  Element zero = number(0, Format::F16), x = at(16, Format::F16);
  Element minus = number(0x8000, Format::F16),
          one = number(0x3C00, Format::F16);
  const Term alone = productOf({x}, {x});
  EXPECT_NE(alone, concrete);
  for (Element finite : {number(0x7BFF, Format::F16), minus, zero}) {
    EXPECT_EQ(productOf({x, zero}, {x, finite}), alone);
    EXPECT_EQ(productOf({x, finite}, {x, minus}), alone);
  }
  for (Element other : {number(0x7C00, Format::F16),
                        number(0x7E00, Format::F16), at(18, Format::F16)}) {
    EXPECT_NE(productOf({x, zero}, {x, other}), alone);
    EXPECT_NE(productOf({x, other}, {x, minus}), alone);
  }
  EXPECT_NE(productOf({x, one}, {x, one}), alone);
}

/// A matrix of sums is that of its products, one after another.
TEST_F(TermTableTest, ProductsOfMatricesAreSumsOfProducts) {
  constexpr int64_t m = 5, n = 6, depth = 7;
  const Element kinds[] = {number(0, Format::F16), number(0x8000, Format::F16),
                           number(0x3C00, Format::F16),
                           number(0x7C00, Format::F16)};
  auto makeElement = [&](uint64_t seed) {
    uint64_t kind = seed * 0x9E3779B97F4A7C15 >> 61;
    return kind < 4 ? kinds[kind] : at(2 * seed, Format::F16);
  };
  std::vector<Element> x, y;
  for (int64_t i = 0; i < m * depth; ++i)
    x.push_back(makeElement(i));
  for (int64_t i = 0; i < depth * n; ++i)
    y.push_back(makeElement(100 + i));
  // A sum of numbers alone would be a number.
  std::vector<Element> before;
  for (int64_t i = 0; i < m * n; ++i)
    before.push_back(at(1024 + 4 * i, Format::F32));
  const Tile whole = elements::mma(tileOf(x, {m, depth}), tileOf(y, {depth, n}),
                                   tileOf(before, {m, n}));
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      Tile sum = tileOf({before[i * n + j]}, {1, 1});
      for (int64_t k = 0; k < depth; ++k)
        sum = elements::mma(tileOf({x[i * depth + k]}, {1, 1}),
                            tileOf({y[k * n + j]}, {1, 1}), sum);
      EXPECT_EQ(whole.elementAt(i * n + j).term, sum.elementAt(0).term);
    }
}

TEST_F(TermTableTest, ScalesHaveFormats) {
  Element x = at(16, Format::F8E4M3FN);
  EXPECT_NE(table.scaled(x, at(17, Format::F8E8M0FNU)),
            table.scaled(x, at(17, Format::F8E4M3FN)));
  Element zero = number(0, Format::F8E4M3FN);
  EXPECT_EQ(table.scaled(zero, number(0xFE, Format::F8E8M0FNU)), concrete);
  EXPECT_NE(table.scaled(zero, number(0xFF, Format::F8E8M0FNU)), concrete);
  EXPECT_NE(table.scaled(zero, at(17, Format::F8E8M0FNU)), concrete);
}

/// As many as would need more bits than a shifted hash has.
TEST_F(TermTableTest, HighPowersOfTwoKeepTermsApart) {
  for (unsigned shift : {40, 60, 63}) {
    llvm::DenseSet<Term> terms;
    for (uint64_t address = 0; address < 64 * 8; address += 8) {
      Element x = at(address, Format::I64);
      Element shifted = apply(shli, x, number(shift, Format::I64));
      EXPECT_TRUE(terms.insert(shifted.term).second) << shift;
      Element factor = number(uint64_t(1) << shift, Format::I64);
      EXPECT_EQ(apply(muli, x, factor).term, shifted.term);
      EXPECT_EQ(apply(muli, factor, x).term, shifted.term);
    }
  }
  // Lower ones are linear.
  Element x = at(0, Format::I64), four = number(4, Format::I64);
  Element twice = apply(symbols::addi(), x, x);
  EXPECT_EQ(apply(symbols::addi(), twice, twice).term,
            apply(muli, x, four).term);
}

/// A scan takes the total of its neighbour as the exclusive or of both and its
/// own.
TEST_F(TermTableTest, ExclusiveOrsOfTheSameElementCancel) {
  Element x = at(0, Format::I32), y = at(4, Format::I32),
          z = at(8, Format::I32);
  table.openLaw(table.lawOf(symbols::xori(), Format::I32));
  Element both = apply(symbols::xori(), x, y);
  EXPECT_EQ(apply(symbols::xori(), both, x).term, y.term);
  EXPECT_EQ(apply(symbols::xori(), y, both).term, x.term);
  EXPECT_EQ(apply(symbols::xori(), both, both).term, concrete);
  Element three = apply(symbols::xori(), both, z);
  EXPECT_EQ(apply(symbols::xori(), three, both).term, z.term);
  EXPECT_NE(three.term, both.term);
  // Twice an element is none of it here alone.
  table.openLaw(table.lawOf(symbols::addf({}), Format::F32));
  Element f = at(0, Format::F32), g = at(4, Format::F32);
  Element sum = apply(symbols::addf({}), f, g);
  EXPECT_NE(apply(symbols::addf({}), sum, f).term, g.term);
}

/// A byte that is read as a truth value, stored as one and read again.
TEST_F(TermTableTest, TruthValuesDifferFromZeroIfTheyAreTrue) {
  auto differs = [&](Element x, Element y) {
    Element result{concrete, 0, Format::I1};
    result.term = table.apply(symbols::unequal(), {x, y}, result);
    return result;
  };
  const Element zero = number(0, Format::I8);
  const Element byte = at(0, Format::I8);
  const Element truth = differs(byte, zero);
  EXPECT_NE(truth.term, byte.term);
  const Element stored = {truth.term, 0, Format::I8};
  EXPECT_EQ(differs(stored, zero).term, truth.term);
  EXPECT_EQ(differs(zero, stored).term, truth.term);
  EXPECT_NE(differs(stored, number(1, Format::I8)).term, truth.term);
  // Modulo 2 a sum is the exclusive or.
  EXPECT_EQ(apply(symbols::addi(), truth, truth).term, concrete);
  EXPECT_EQ(apply(subi, number(0, Format::I1), truth).term, truth.term);
  EXPECT_EQ(apply(muli, truth, number(1, Format::I1)).term, truth.term);
  EXPECT_EQ(apply(muli, truth, truth).term, truth.term);
}

TEST_F(TermTableTest, OrdersThatAreTheSameForAllNumbers) {
  using elements::Relation;
  const Element x = at(0, Format::I8), y = at(1, Format::I8);
  auto isOpen = [&](Relation relation, bool isSigned, Element a, Element b) {
    const Symbol symbol("cmpi", Law::None, uint64_t(relation) << 8 | isSigned);
    return table.apply(symbol, {a, b}, {concrete, 0, Format::I1}) != concrete;
  };
  for (auto [isSigned, least, greatest] :
       {std::tuple(false, 0, 0xFF), {true, 0x80, 0x7F}}) {
    for (uint64_t bits : {0, 1, 0x7F, 0x80, 0xFF}) {
      const Element n = number(bits, Format::I8);
      const bool isLeast = bits == uint64_t(least);
      const bool isGreatest = bits == uint64_t(greatest);
      EXPECT_EQ(isOpen(Relation::Less, isSigned, x, n), !isLeast) << bits;
      EXPECT_EQ(isOpen(Relation::Less, isSigned, n, x), !isGreatest) << bits;
      EXPECT_EQ(isOpen(Relation::LessOrEqual, isSigned, x, n), !isGreatest);
      EXPECT_EQ(isOpen(Relation::LessOrEqual, isSigned, n, x), !isLeast);
    }
    for (Relation relation : {Relation::Less, Relation::LessOrEqual}) {
      EXPECT_FALSE(isOpen(relation, isSigned, x, x));
      EXPECT_TRUE(isOpen(relation, isSigned, x, y));
    }
  }
}

TEST_F(TermTableTest, OperandsThatChangeNothing) {
  const Element x = at(0, Format::I32), y = at(4, Format::I32);
  const Symbol mini("mini", Law::Extremum, 1), divi("divi", Law::Quotient);
  EXPECT_EQ(apply(mini, x, x).term, x.term);
  EXPECT_EQ(apply(mini, x, y).term, apply(mini, y, x).term);
  EXPECT_NE(apply(mini, x, y).term, x.term);
  EXPECT_EQ(apply(divi, x, number(1, Format::I32)).term, x.term);
  EXPECT_NE(apply(divi, number(1, Format::I32), x).term, x.term);
  EXPECT_NE(apply(divi, x, y).term, apply(divi, y, x).term);
  // A float may be a NaN, which becomes the canonical one.
  const Element f = at(0, Format::F32);
  for (auto rule : {numerics::NaNRule::Propagate, numerics::NaNRule::Ignore})
    for (bool flushes : {false, true}) {
      const Symbol minf = symbols::extremum("minf", rule, flushes);
      EXPECT_NE(apply(minf, f, f).term, f.term);
    }
}

TEST_F(TermTableTest, EqualTermsHaveTheSourcesOfTheShortestExpression) {
  SourceSets sets;
  table.trackSources(sets);
  Element x = at(0, Format::I32), y = at(4, Format::I32);
  table.setSources(x.term, sets.single(1));
  table.setSources(y.term, sets.single(2));
  // x is first seen in a sum that cancels.
  Element other = apply(symbols::addi(), x, y);
  Element back = apply(subi, other, y);
  EXPECT_EQ(back.term, x.term);
  EXPECT_EQ(table.sourcesOf(back.term), sets.single(1));
}

TEST_F(TermTableTest, SumsThatCancelEndTheSearchForADifference) {
  table.keepTerms();
  std::pair<Term, Term> pair;
  for (auto [term, element] :
       {std::pair(&pair.first, TermTable::first(0, Format::I32, 0)),
        std::pair(&pair.second, TermTable::second(0, Format::I32, 0))}) {
    *term = element.term;
    Element zero = number(0, Format::I32), one = number(1, Format::I32);
    EXPECT_EQ(apply(symbols::addi(), element, zero).term, element.term);
    Element next = apply(symbols::addi(), element, one);
    EXPECT_EQ(apply(subi, next, one).term, element.term);
  }
  EXPECT_EQ(table.findDifference(pair.first, pair.second), pair);
}

} // namespace

//===- ElementsTest.cpp - Tiles of elements against lib/Numerics ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file compares each function of the vocabulary with the function of
// lib/Numerics that defines it for one element: on every number of 16 bits, and
// on wider ones close to critical values. All tests run twice, on the host's
// plain instructions and on its vector unit.
//
//===----------------------------------------------------------------------===//

#include "ElementsHarness.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/Elementary.h"
#include "tessera/Numerics/HostFloat.h"

using namespace tessera;
using namespace tessera::interp;
using numerics::FloatMode;
using numerics::NaNRule;
using numerics::Overflow;
using numerics::Rounding;
using numerics::Signedness;

namespace {

INSTANTIATE_TEST_SUITE_P(VectorUnit, Elements, testing::Bool(),
                         [](const auto &info) {
                           return info.param ? "used" : "notUsed";
                         });

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

TEST_P(Elements, roundedFloats) {
  for (Format f : hostFloats) {
    std::vector<uint64_t> bits = numbers(f);
    Tile x = tileOf(f, bits);
    std::vector<FloatMode> modes = {{}, {Rounding::Zero, false}};
    if (f == Format::F32)
      modes.push_back({Rounding::NearestEven, true});
    for (FloatMode mode : modes) {
      expectElements(
          "sqrt", elements::sqrt(x, mode),
          [&](uint64_t a) { return numerics::sqrt(f, a, mode); }, x);
      for (unsigned n = 0; n < 4; ++n) {
        Tile y = tileOf(f, partners(f, bits.size(), n));
        Tile z = tileOf(f, partners(f, bits.size(), 3 * n + 1));
        auto binary = [&](auto fn) {
          return [=](uint64_t a, uint64_t b) { return fn(f, a, b, mode); };
        };
        expectElements("add", elements::add(x, y, mode), binary(numerics::add),
                       x, y);
        expectElements("sub", elements::sub(x, y, mode), binary(numerics::sub),
                       x, y);
        expectElements("mul", elements::mul(x, y, mode), binary(numerics::mul),
                       x, y);
        expectElements("div", elements::div(x, y, mode), binary(numerics::div),
                       x, y);
        expectElements("div", elements::div(y, x, mode), binary(numerics::div),
                       y, x);
        expectElements(
            "fma", elements::fma(x, y, z, mode),
            [&](uint64_t a, uint64_t b, uint64_t c) {
              return numerics::fma(f, a, b, c, mode);
            },
            x, y, z);
      }
    }
  }
}

TEST_P(Elements, otherFloats) {
  for (Format f : hostFloats) {
    std::vector<uint64_t> bits = numbers(f);
    Tile x = tileOf(f, bits), y = tileOf(f, partners(f, bits.size(), 5));
    auto unary = [&](auto fn) { return [=](uint64_t a) { return fn(f, a); }; };
    expectElements("neg", elements::neg(x), unary(numerics::neg), x);
    expectElements("abs", elements::abs(x), unary(numerics::abs), x);
    expectElements("ceil", elements::ceil(x), unary(numerics::ceil), x);
    expectElements("floor", elements::floor(x), unary(numerics::floor), x);
    expectElements(
        "rem", elements::rem(x, y),
        [&](uint64_t a, uint64_t b) { return numerics::rem(f, a, b); }, x, y);
    for (NaNRule rule : {NaNRule::Ignore, NaNRule::Propagate})
      for (bool flush : {false, true}) {
        expectElements(
            "max", elements::max(x, y, rule, flush),
            [&](uint64_t a, uint64_t b) {
              return numerics::max(f, a, b, rule, flush);
            },
            x, y);
        expectElements(
            "min", elements::min(y, x, rule, flush),
            [&](uint64_t a, uint64_t b) {
              return numerics::min(f, a, b, rule, flush);
            },
            y, x);
      }
  }
}

TEST_P(Elements, approximateQuotients) {
  std::vector<uint64_t> bits = numbers(Format::F32);
  for (unsigned n = 0; n < 8; ++n) {
    Tile x = tileOf(Format::F32, partners(Format::F32, bits.size(), n));
    Tile y = tileOf(Format::F32, bits);
    for (bool flush : {false, true})
      expectElements(
          "divApprox", elements::divApprox(x, y, flush),
          [&](uint64_t a, uint64_t b) {
            return numerics::divApprox(a, b, flush);
          },
          x, y);
  }
}

TEST_P(Elements, elementaryFunctions) {
  for (Format f : hostFloats) {
    std::vector<uint64_t> bits = numbers(f);
    // For most patterns, e^x is far out of range.
    if (f == Format::F32)
      for (uint32_t one = 0x3D000000; one < 0x44000000; one += 997)
        bits.insert(bits.end(), {one, one | 0x80000000});
    Tile x = tileOf(f, bits);
    auto expect = [&](const char *what, const Tile &got, auto fn) {
      expectElements(what, got, [=](uint64_t a) { return fn(f, a); }, x);
    };
    expect("exp", elements::exp(x), numerics::exp);
    expect("tanh", elements::tanh(x), numerics::tanh);
    expect("log", elements::log(x), numerics::log);
    expect("log2", elements::log2(x), numerics::log2);
    for (bool flush : {false, true}) {
      auto flushing = [=](auto fn) {
        return [=](Format format, uint64_t a) { return fn(format, a, flush); };
      };
      expect("exp2", elements::exp2(x, flush), flushing(numerics::exp2));
      expect("rsqrt", elements::rsqrt(x, flush), flushing(numerics::rsqrt));
    }
  }
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

TEST_P(Elements, integers) {
  for (Format f : integers) {
    std::vector<uint64_t> bits = numbers(f);
    unsigned w = numerics::bitWidth(f);
    Tile x = tileOf(f, bits);
    auto unary = [&](auto fn) { return [=](uint64_t a) { return fn(w, a); }; };
    expectElements(
        "negInt", elements::negInt(x),
        [=](uint64_t a) { return numerics::wrap(w, ~a + 1); }, x);
    expectElements("absInt", elements::absInt(x), unary(numerics::absSigned),
                   x);
    for (unsigned n = 0; n < 40; ++n) {
      Tile y = tileOf(f, partners(f, bits.size(), n));
      auto expect = [&](const char *what, const Tile &got, auto fn) {
        expectElements(what, got, fn, x, y);
      };
      auto binary = [&](auto fn) {
        return [=](uint64_t a, uint64_t b) { return fn(w, a, b); };
      };
      auto wrapped = [&](auto fn) {
        return
            [=](uint64_t a, uint64_t b) { return numerics::wrap(w, fn(a, b)); };
      };
      using U = uint64_t;
      expect("addInt", elements::addInt(x, y), wrapped(std::plus<U>()));
      expect("subInt", elements::subInt(x, y), wrapped(std::minus<U>()));
      expect("mulInt", elements::mulInt(x, y), wrapped(std::multiplies<U>()));
      expect("andBits", elements::andBits(x, y), wrapped(std::bit_and<U>()));
      expect("orBits", elements::orBits(x, y), wrapped(std::bit_or<U>()));
      expect("xorBits", elements::xorBits(x, y), wrapped(std::bit_xor<U>()));
      expect("shiftLeft", elements::shiftLeft(x, y),
             binary(numerics::shiftLeft));
      for (Signedness s : readings) {
        bool isSigned = s == Signedness::Signed;
        expect("mulHighInt", elements::mulHighInt(x, y, s),
               isSigned ? binary(numerics::mulHighSigned)
                        : binary(numerics::mulHighUnsigned));
        expect("shiftRight", elements::shiftRight(x, y, s),
               isSigned ? binary(numerics::shiftRightArithmetic)
                        : binary(numerics::shiftRightLogical));
        expect("maxInt", elements::maxInt(x, y, s),
               [=](U a, U b) { return numerics::maxInt(w, a, b, s); });
        expect("minInt", elements::minInt(x, y, s),
               [=](U a, U b) { return numerics::minInt(w, a, b, s); });
      }
    }
  }
}

TEST_P(Elements, quotientsOfIntegers) {
  using numerics::DivRounding;
  for (Format f : integers) {
    std::vector<uint64_t> bits = numbers(f);
    unsigned w = numerics::bitWidth(f);
    Tile x = tileOf(f, bits);
    for (unsigned n = 0; n < 10; ++n)
      for (Signedness s : readings) {
        Tile y = tileOf(f, partners(f, bits.size(), n));
        bool isSigned = s == Signedness::Signed;
        for (DivRounding rounding :
             {DivRounding::Zero, DivRounding::NegativeInf,
              DivRounding::PositiveInf})
          expectElements(
              "divInt", elements::divInt(x, y, s, rounding),
              [=](uint64_t a, uint64_t b) {
                if (b == 0)
                  return numerics::lowBits(w);
                if (!numerics::hasQuotient(w, a, b, s))
                  return a;
                return isSigned ? numerics::divSigned(w, a, b, rounding)
                                : numerics::divUnsigned(a, b, rounding);
              },
              x, y);
        expectElements(
            "remInt", elements::remInt(x, y, s),
            [=](uint64_t a, uint64_t b) {
              if (b == 0)
                return a;
              return isSigned ? numerics::remSigned(w, a, b) : a % b;
            },
            x, y);
      }
  }
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

using elements::Relation;
constexpr Relation relations[] = {Relation::Equal,   Relation::NotEqual,
                                  Relation::Less,    Relation::LessOrEqual,
                                  Relation::Greater, Relation::GreaterOrEqual};

/// True if the relation holds between numbers that compare so.
bool holds(Relation relation, bool isLess, bool isGreater) {
  switch (relation) {
  case Relation::Equal:
    return !isLess && !isGreater;
  case Relation::NotEqual:
    return isLess || isGreater;
  case Relation::Less:
    return isLess;
  case Relation::LessOrEqual:
    return !isGreater;
  case Relation::Greater:
    return isGreater;
  case Relation::GreaterOrEqual:
    return !isLess;
  }
  return false;
}

TEST_P(Elements, comparisons) {
  using numerics::Ordering;
  for (Relation relation : relations) {
    for (Format f : hostFloats) {
      Tile x = tileOf(f, numbers(f));
      Tile y = tileOf(f, partners(f, x.size(), int(relation)));
      for (bool ifUnordered : {false, true})
        expectElements(
            "compareFloats",
            elements::compareFloats(relation, ifUnordered, x, y),
            [&](uint64_t a, uint64_t b) {
              Ordering order = numerics::compare(f, a, b);
              return order == Ordering::Unordered
                         ? ifUnordered
                         : holds(relation, order == Ordering::Less,
                                 order == Ordering::Greater);
            },
            x, y);
    }
    for (Format f : integers)
      for (Signedness s : readings) {
        unsigned w = numerics::bitWidth(f);
        Tile x = tileOf(f, numbers(f));
        Tile y = tileOf(f, partners(f, x.size(), int(relation)));
        expectElements(
            "compareInts", elements::compareInts(relation, s, x, y),
            [&](uint64_t a, uint64_t b) {
              int64_t i = numerics::signExtend(a, w);
              int64_t j = numerics::signExtend(b, w);
              return s == Signedness::Signed ? holds(relation, i<j, i> j)
                                             : holds(relation, a<b, a> b);
            },
            x, y);
      }
  }
}

TEST_P(Elements, selection) {
  for (Format f : {Format::I8, Format::F16, Format::F32, Format::I64}) {
    Tile x = tileOf(f, numbers(f, 1)), y = tileOf(f, numbers(f, 2));
    Tile condition({x.size()}, Format::I1);
    for (int64_t i = 0; i < x.size(); ++i)
      condition.set(i, i % 3 == 0);
    expectElements(
        "select", elements::select(condition, x, y),
        [](uint64_t c, uint64_t a, uint64_t b) { return c ? a : b; }, condition,
        x, y);
  }
}

//===----------------------------------------------------------------------===//
// Broken rules
//===----------------------------------------------------------------------===//

TEST_P(Elements, theFirstOfManyIsFound) {
  for (int64_t n : {1, 5, 1023, 1024, 1025, 3000}) {
    Tile x = elements::addInt(elements::iota({n}, Format::I16),
                              Tile::scalar(Format::I16, 1));
    EXPECT_EQ(elements::findZero(x), std::nullopt);
    for (int64_t at : {n - 1, n / 2, int64_t(0)}) {
      x.set(at, 0);
      EXPECT_EQ(elements::findZero(x), at);
    }
  }
}

TEST_P(Elements, overflows) {
  for (Format f : integers)
    for (Overflow forbidden :
         {Overflow{true, false}, Overflow{false, true}, Overflow{true, true}}) {
      unsigned w = numerics::bitWidth(f);
      std::vector<uint64_t> few = sample(f, 500, 3);
      Tile x = tileOf(f, few), y = tileOf(f, partners(f, few.size(), 0));
      auto broken = [&](auto overflowOf) {
        return [=](uint64_t a, uint64_t b) {
          Overflow overflow = overflowOf(w, a, b);
          return (overflow.isSigned && forbidden.isSigned) ||
                 (overflow.isUnsigned && forbidden.isUnsigned);
        };
      };
      auto with = [&](auto find) {
        return
            [=](const Tile &a, const Tile &b) { return find(a, b, forbidden); };
      };
      expectFound(with(elements::findAddOverflow),
                  broken(numerics::addOverflow), x, y);
      expectFound(with(elements::findSubOverflow),
                  broken(numerics::subOverflow), x, y);
      expectFound(with(elements::findMulOverflow),
                  broken(numerics::mulOverflow), x, y);
      expectFound(with(elements::findShiftLeftOverflow),
                  broken(numerics::shiftLeftOverflow), x, y);
      for (Format to : integers) {
        if (numerics::bitWidth(to) >= w)
          continue;
        expectFound(
            [&](const Tile &a) {
              return elements::findTruncOverflow(a, to, forbidden);
            },
            [&](uint64_t a) {
              Overflow overflow =
                  numerics::truncOverflow(w, numerics::bitWidth(to), a);
              return (overflow.isSigned && forbidden.isSigned) ||
                     (overflow.isUnsigned && forbidden.isUnsigned);
            },
            x);
      }
      expectFound(
          elements::findSignedMin,
          [&](uint64_t a) { return numerics::isSignedMin(w, a); }, x);
      expectFound(
          elements::findQuotientOverflow,
          [&](uint64_t a, uint64_t b) {
            return b != 0 &&
                   !numerics::hasQuotient(w, a, b, Signedness::Signed);
          },
          x, y);
    }
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

TEST_P(Elements, aScalarGoesWithATileOfAnyShape) {
  Tile x = elements::iota({2, 3}, Format::I32);
  Tile ten = Tile::scalar(Format::I32, 10);
  expectElements(
      "addInt", elements::addInt(ten, x), [](uint64_t a) { return a + 10; }, x);
  expectElements(
      "subInt", elements::subInt(x, ten),
      [](uint64_t a) { return uint32_t(a - 10); }, x);
  Tile yes = Tile::scalar(Format::I1, 1);
  expectEqual(elements::select(yes, x, ten), x, "select");
  expectEqual(elements::addInt(ten, ten), Tile::scalar(Format::I32, 20),
              "addInt");
}

TEST_P(Elements, slices) {
  Tile x = elements::iota({2, 3, 4}, Format::I16);
  for (int64_t dim : {0, 1, 2}) {
    elements::Slices slices(x.getShape(), dim);
    ASSERT_EQ(slices.extent, x.getShape()[dim]);
    Tile copy({2, 3, 4}, Format::I16);
    for (int64_t position = 0; position < slices.extent; ++position) {
      Tile slice = slices.get(x, position);
      for (int64_t i = 0; i < slice.size(); ++i) {
        Shape coordinates = coordinatesOf(i, slice.getShape());
        coordinates.insert(coordinates.begin() + dim, position);
        EXPECT_EQ(slice[i], x[indexOf(coordinates, x.getShape())]);
      }
      slices.put(copy, position, slice);
    }
    expectEqual(copy, x, "put");
  }
}

} // namespace

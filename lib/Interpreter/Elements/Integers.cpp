//===- Integers.cpp - Integer arithmetic on tiles -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Terms/Symbols.h"

using namespace tessera;
using namespace tessera::interp;
using elements::findInInts;
using elements::mapInts;
using numerics::DivRounding;
using numerics::lowBits;
using numerics::Overflow;
using numerics::Signedness;
using Law = Symbol::Law;

//===----------------------------------------------------------------------===//
// Wrapping arithmetic
//===----------------------------------------------------------------------===//

Tile elements::addInt(const Tile &x, const Tile &y) {
  return termed(symbols::addi(),
                mapInts([](unsigned width, uint64_t a,
                           uint64_t b) { return numerics::wrap(width, a + b); },
                        x, y),
                x, y);
}

Tile elements::subInt(const Tile &x, const Tile &y) {
  return termed({"subi", Law::Difference},
                mapInts([](unsigned width, uint64_t a,
                           uint64_t b) { return numerics::wrap(width, a - b); },
                        x, y),
                x, y);
}

Tile elements::mulInt(const Tile &x, const Tile &y) {
  return termed({"muli", Law::Product},
                mapInts([](unsigned width, uint64_t a,
                           uint64_t b) { return numerics::wrap(width, a * b); },
                        x, y),
                x, y);
}

Tile elements::mulHighInt(const Tile &x, const Tile &y, Signedness signedness) {
  return termed({"mulhi", Law::Commutes, uint64_t(signedness)},
                signedness == Signedness::Signed
                    ? mapInts<numerics::mulHighSigned>(x, y)
                    : mapInts<numerics::mulHighUnsigned>(x, y),
                x, y);
}

Tile elements::negInt(const Tile &x) {
  return subInt(Tile::scalar(x.getFormat(), 0), x);
}

/// The larger one of a number and its negative, as it is lowered; that of the
/// least number is itself.
Tile elements::absInt(const Tile &x) {
  if (x.getTerms())
    return maxInt(x, negInt(x), Signedness::Signed);
  return mapInts<numerics::absSigned>(x);
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

Tile elements::divInt(const Tile &x, const Tile &y, Signedness signedness,
                      DivRounding rounding) {
  Tile quotients = mapInts(
      [=](unsigned width, uint64_t a, uint64_t b) {
        if (!numerics::hasQuotient(width, a, b, signedness))
          return b == 0 ? lowBits(width) : numerics::wrap(width, 0 - a);
        return signedness == Signedness::Signed
                   ? numerics::divSigned(width, a, b, rounding)
                   : numerics::divUnsigned(a, b, rounding);
      },
      x, y);
  return termed(
      {"divi", Law::Quotient, uint64_t(signedness) << 8 | uint64_t(rounding)},
      std::move(quotients), x, y);
}

Tile elements::remInt(const Tile &x, const Tile &y, Signedness signedness) {
  Tile remainders = mapInts(
      [=](unsigned width, uint64_t a, uint64_t b) {
        if (b == 0)
          return a;
        return signedness == Signedness::Signed
                   ? numerics::remSigned(width, a, b)
                   : a % b;
      },
      x, y);
  return termed({"remi", Law::None, uint64_t(signedness)},
                std::move(remainders), x, y);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

Tile elements::andBits(const Tile &x, const Tile &y) {
  return termed(
      {"andi", Law::And},
      mapInts([](unsigned, uint64_t a, uint64_t b) { return a & b; }, x, y), x,
      y);
}

Tile elements::orBits(const Tile &x, const Tile &y) {
  return termed(
      {"ori", Law::Or},
      mapInts([](unsigned, uint64_t a, uint64_t b) { return a | b; }, x, y), x,
      y);
}

Tile elements::xorBits(const Tile &x, const Tile &y) {
  return termed(
      symbols::xori(),
      mapInts([](unsigned, uint64_t a, uint64_t b) { return a ^ b; }, x, y), x,
      y);
}

Tile elements::shiftLeft(const Tile &x, const Tile &amount) {
  return termed({"shli", Law::ShiftLeft},
                mapInts<numerics::shiftLeft>(x, amount), x, amount);
}

Tile elements::shiftRight(const Tile &x, const Tile &amount,
                          Signedness signedness) {
  return termed({"shri", Law::None, uint64_t(signedness)},
                signedness == Signedness::Signed
                    ? mapInts<numerics::shiftRightArithmetic>(x, amount)
                    : mapInts<numerics::shiftRightLogical>(x, amount),
                x, amount);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

Tile elements::maxInt(const Tile &x, const Tile &y, Signedness signedness) {
  Tile bare[] = {x.withoutTerms(), y.withoutTerms()};
  Tile isFirst = compareInts(Relation::Greater, signedness, bare[0], bare[1]);
  return termed({"maxi", Law::Extremum, uint64_t(signedness)},
                select(isFirst, bare[0], bare[1]), x, y);
}

Tile elements::minInt(const Tile &x, const Tile &y, Signedness signedness) {
  Tile bare[] = {x.withoutTerms(), y.withoutTerms()};
  Tile isFirst = compareInts(Relation::Less, signedness, bare[0], bare[1]);
  return termed({"mini", Law::Extremum, uint64_t(signedness)},
                select(isFirst, bare[0], bare[1]), x, y);
}

//===----------------------------------------------------------------------===//
// Broken rules
//===----------------------------------------------------------------------===//

static bool breaks(Overflow overflow, Overflow forbidden) {
  return (overflow.isSigned && forbidden.isSigned) ||
         (overflow.isUnsigned && forbidden.isUnsigned);
}

/// The first element with a forbidden overflow, by `overflowOf`.
template <Overflow (*overflowOf)(unsigned, uint64_t, uint64_t)>
static std::optional<int64_t> findOverflow(const Tile &x, const Tile &y,
                                           Overflow forbidden) {
  return findInInts(
      [=](unsigned width, uint64_t a, uint64_t b) {
        return breaks(overflowOf(width, a, b), forbidden);
      },
      x, y);
}

std::optional<int64_t> elements::findAddOverflow(const Tile &x, const Tile &y,
                                                 Overflow forbidden) {
  return findOverflow<numerics::addOverflow>(x, y, forbidden);
}

std::optional<int64_t> elements::findSubOverflow(const Tile &x, const Tile &y,
                                                 Overflow forbidden) {
  return findOverflow<numerics::subOverflow>(x, y, forbidden);
}

std::optional<int64_t> elements::findMulOverflow(const Tile &x, const Tile &y,
                                                 Overflow forbidden) {
  return findOverflow<numerics::mulOverflow>(x, y, forbidden);
}

std::optional<int64_t> elements::findShiftLeftOverflow(const Tile &x,
                                                       const Tile &amount,
                                                       Overflow forbidden) {
  return findOverflow<numerics::shiftLeftOverflow>(x, amount, forbidden);
}

std::optional<int64_t> elements::findTruncOverflow(const Tile &x, Format to,
                                                   Overflow forbidden) {
  unsigned narrow = numerics::bitWidth(to);
  return findInInts(
      [=](unsigned width, uint64_t a) {
        return breaks(numerics::truncOverflow(width, narrow, a), forbidden);
      },
      x);
}

std::optional<int64_t> elements::findZero(const Tile &x) {
  return findInInts([](unsigned, uint64_t a) { return a == 0; }, x);
}

std::optional<int64_t> elements::findSignedMin(const Tile &x) {
  return findInInts([](unsigned width,
                       uint64_t a) { return numerics::isSignedMin(width, a); },
                    x);
}

std::optional<int64_t> elements::findQuotientOverflow(const Tile &x,
                                                      const Tile &y) {
  return findInInts(
      [](unsigned width, uint64_t a, uint64_t b) {
        return numerics::isSignedMin(width, a) && b == lowBits(width);
      },
      x, y);
}

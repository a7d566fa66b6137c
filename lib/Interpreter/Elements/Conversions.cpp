//===- Conversions.cpp - Conversions of tiles -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Terms/TermTable.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/HostFloat.h"

using namespace tessera;
using namespace tessera::interp;
using numerics::isHostFloat;
using numerics::Signedness;
using numerics::withHostFormat;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// Applies `fn(width, bits)` to integers, with results in another integer
/// format.
template <typename Fn>
static Tile convertInts(Format to, Fn fn, const Tile &x) {
  return elements::withIntegerFormat(x.getFormat(), [&](auto integer) {
    using Integer = decltype(integer);
    using In = typename Integer::Word;
    return withWord(numerics::storageBytes(to), [&](auto word) {
      using Out = decltype(word);
      return elements::mapTiles<Out, In>(
          to,
          [=](In bits) { return static_cast<Out>(fn(Integer::width, bits)); },
          x);
    });
  });
}

static Tile extend(const Tile &x, Format to, Signedness signedness) {
  if (signedness == Signedness::Unsigned)
    return convertInts(to, [](unsigned, uint64_t bits) { return bits; }, x);
  uint64_t mask = numerics::lowBits(numerics::bitWidth(to));
  return convertInts(
      to,
      [=](unsigned width, uint64_t bits) {
        return numerics::signExtend(bits, width) & mask;
      },
      x);
}

Tile elements::extendInt(const Tile &x, Format to, Signedness signedness) {
  if (x.getFormat() == to)
    return x;
  return termed({"exti", Symbol::Law::None, uint64_t(signedness)},
                extend(x, to, signedness), x);
}

Tile elements::truncateInt(const Tile &x, Format to) {
  uint64_t mask = numerics::lowBits(numerics::bitWidth(to));
  return termed(
      "trunci",
      convertInts(
          to, [=](unsigned, uint64_t bits) { return bits & mask; }, x),
      x);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static Tile convertFloatBits(const Tile &x, Format to,
                             numerics::Rounding rounding) {
  Format from = x.getFormat();
  if (!isHostFloat(from) || !isHostFloat(to) ||
      rounding != numerics::Rounding::NearestEven)
    return elements::map(
        to,
        [=](uint64_t bits) {
          return numerics::convertFloat(from, to, bits, rounding);
        },
        x);
  return withHostFormat(from, [&](auto source) {
    return withHostFormat(to, [&](auto target) {
      using From = decltype(source);
      using To = decltype(target);
      return elements::mapTiles<typename To::Word, typename From::Word>(
          to,
          [](typename From::Word bits) {
            return numerics::convertHost<From, To>(bits);
          },
          x);
    });
  });
}

Tile elements::convertFloat(const Tile &x, Format to,
                            numerics::Rounding rounding) {
  return termed({"convertFloat", Symbol::Law::None, uint64_t(rounding)},
                convertFloatBits(x, to, rounding), x);
}

//===----------------------------------------------------------------------===//
// Between integers and floats
//===----------------------------------------------------------------------===//

static Tile intToFloatBits(const Tile &x, Format to, Signedness signedness) {
  Format from = x.getFormat();
  // Doubles represent all integers of 32 bits.
  if (x.width() > 32 || !isHostFloat(to))
    return elements::map(
        to,
        [=](uint64_t bits) {
          return numerics::intToFloat(from, to, bits, signedness);
        },
        x);
  Tile wide = extend(x, Format::I64, signedness);
  return withHostFormat(to, [&](auto host) {
    using Host = decltype(host);
    return elements::mapTiles<typename Host::Word, uint64_t>(
        to,
        [](uint64_t bits) {
          return numerics::roundDouble<Host>(
              static_cast<double>(static_cast<int64_t>(bits)));
        },
        wide);
  });
}

Tile elements::intToFloat(const Tile &x, Format to, Signedness signedness) {
  return termed({"intToFloat", Symbol::Law::None, uint64_t(signedness)},
                intToFloatBits(x, to, signedness), x);
}

/// True if doubles represent the ends of the range and all integers between. An
/// i1 is not a truncated number.
static bool isHostInteger(Format from, Format to) {
  return isHostFloat(from) && numerics::bitWidth(to) <= 32 && to != Format::I1;
}

namespace {
/// The range of an integer format of at most 32 bits.
struct Range {
  Range(Format format, Signedness signedness) {
    bool isSigned = signedness == Signedness::Signed;
    double magnitude = std::ldexp(1.0, numerics::bitWidth(format) - isSigned);
    least = isSigned ? -magnitude : 0;
    most = magnitude - 1;
  }

  double least, most;
};
} // namespace

static Tile floatToIntBits(const Tile &x, Format to, Signedness signedness) {
  Format from = x.getFormat();
  if (!isHostInteger(from, to))
    return elements::map(
        to,
        [=](uint64_t bits) {
          return numerics::floatToIntSaturating(from, to, bits, signedness);
        },
        x);
  Range range(to, signedness);
  uint64_t mask = numerics::lowBits(numerics::bitWidth(to));
  return withHostFormat(from, [&](auto host) {
    using Host = decltype(host);
    using In = typename Host::Word;
    return withWord(numerics::storageBytes(to), [&](auto word) {
      using Out = decltype(word);
      return elements::mapTiles<Out, In>(
          to,
          [=](In bits) {
            double number = Host::read(bits);
            number = number < range.least ? range.least : number;
            number = number > range.most ? range.most : number;
            number = number == number ? number : 0;
            return static_cast<Out>(static_cast<int64_t>(number) & mask);
          },
          x);
    });
  });
}

Tile elements::floatToInt(const Tile &x, Format to, Signedness signedness) {
  return termed({"floatToInt", Symbol::Law::None, uint64_t(signedness)},
                floatToIntBits(x, to, signedness), x);
}

std::optional<int64_t> elements::findNoInteger(const Tile &x, Format to,
                                               Signedness signedness) {
  Format from = x.getFormat();
  if (!isHostInteger(from, to)) {
    for (int64_t i = 0, n = x.size(); i < n; ++i)
      if (!numerics::floatToInt(from, to, x[i], signedness))
        return i;
    return std::nullopt;
  }
  Range range(to, signedness);
  return withHostFormat(from, [&](auto host) {
    using Host = decltype(host);
    return findInTiles<typename Host::Word>(
        [=](typename Host::Word bits) {
          double number = Host::read(bits);
          // Truncation changes a number by less than one.
          return !(number > range.least - 1 && number < range.most + 1);
        },
        x);
  });
}

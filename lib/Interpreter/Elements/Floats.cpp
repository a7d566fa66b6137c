//===- Floats.cpp - Float arithmetic and comparison on tiles --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Terms/Symbols.h"
#include "../Terms/TermTable.h"
#include "tessera/Numerics/HostFloat.h"

using namespace tessera;
using namespace tessera::interp;
using numerics::FloatMode;
using numerics::HostFormat;
using numerics::Rounding;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

/// Applies `fn(host, bits...)` to floats of one format, which is also the
/// result's: `host` is the HostFormat.
template <typename Fn, typename... Tiles>
static Tile mapFloats(Fn fn, const Tile &x, const Tiles &...others) {
  Format format = x.getFormat();
  return numerics::withHostFormat(format, [&](auto host) {
    using Word = typename decltype(host)::Word;
    return elements::mapTiles<Word, Word, elements::WordFor<Word, Tiles>...>(
        format,
        [fn, host](auto... bits) {
          return static_cast<Word>(fn(host, bits...));
        },
        x, others...);
  });
}

/// An operation rounded once. To nearest even it is `fn(host, numbers...)` on
/// host floats; in other modes `exact(format, bits..., mode)`.
template <typename Fn, typename Exact, typename... Tiles>
static Tile rounded(FloatMode mode, Fn fn, Exact exact, const Tile &x,
                    const Tiles &...others) {
  Format format = x.getFormat();
  if (mode.rounding != Rounding::NearestEven)
    return elements::map(
        format, [=](auto... bits) { return exact(format, bits..., mode); }, x,
        others...);
  if (!mode.flushToZero)
    return mapFloats(
        [fn](auto host, auto... bits) {
          return host.round(fn(host, host.read(bits)...));
        },
        x, others...);
  return mapFloats(
      [fn](auto host, auto... bits) {
        auto flush = [](auto word) {
          return static_cast<decltype(word)>(
              numerics::flushSubnormal(decltype(host)::format, word));
        };
        return flush(host.round(fn(host, host.read(flush(bits))...)));
      },
      x, others...);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

Tile elements::add(const Tile &x, const Tile &y, FloatMode mode) {
  return termed(symbols::addf(mode),
                rounded(
                    mode, [](auto, auto a, auto b) { return a + b; },
                    numerics::add, x, y),
                x, y);
}

Tile elements::sub(const Tile &x, const Tile &y, FloatMode mode) {
  return termed(symbols::subf(mode),
                rounded(
                    mode, [](auto, auto a, auto b) { return a - b; },
                    numerics::sub, x, y),
                x, y);
}

Tile elements::mul(const Tile &x, const Tile &y, FloatMode mode) {
  return termed(symbols::mulf(mode),
                rounded(
                    mode, [](auto, auto a, auto b) { return a * b; },
                    numerics::mul, x, y),
                x, y);
}

Tile elements::div(const Tile &x, const Tile &y, FloatMode mode) {
  return termed(symbols::divf(mode),
                rounded(
                    mode, [](auto, auto a, auto b) { return a / b; },
                    numerics::div, x, y),
                x, y);
}

Tile elements::fma(const Tile &x, const Tile &y, const Tile &z,
                   FloatMode mode) {
  return termed(
      symbols::fma(mode),
      rounded(
          mode,
          [](auto host, auto a, auto b, auto c) { return host.fma(a, b, c); },
          numerics::fma, x, y, z),
      x, y, z);
}

Tile elements::sqrt(const Tile &x, FloatMode mode) {
  return termed(
      symbols::sqrt(mode),
      rounded(
          mode, [](auto, auto a) { return std::sqrt(a); }, numerics::sqrt, x),
      x);
}

Tile elements::divApprox(const Tile &x, const Tile &y, bool flushToZero) {
  using Host = HostFormat<Format::F32>;
  auto flush = [=](uint32_t bits) {
    return flushToZero ? static_cast<uint32_t>(
                             numerics::flushSubnormal(Format::F32, bits))
                       : bits;
  };
  auto quotient = [=](uint32_t a, uint32_t b) {
    float dividend = Host::read(flush(a)), divisor = Host::read(flush(b));
    // The reciprocal of such a large number is subnormal and counts as zero.
    bool isHuge = std::fabs(divisor) > 0x1p126f &&
                  std::fabs(divisor) < std::numeric_limits<float>::infinity();
    float product = dividend * std::copysign(0.0f, divisor);
    return flush(Host::round(isHuge ? product : dividend / divisor));
  };
  return termed(
      {"approximate divf", Symbol::Law::None, flushToZero},
      mapTiles<uint32_t, uint32_t, uint32_t>(Format::F32, quotient, x, y), x,
      y);
}

Tile elements::rem(const Tile &x, const Tile &y) {
  // C defines fmod as exact.
  return termed("remf",
                mapFloats(
                    [](auto host, auto a, auto b) {
                      return host.round(std::fmod(host.read(a), host.read(b)));
                    },
                    x, y),
                x, y);
}

//===----------------------------------------------------------------------===//
// One operand
//===----------------------------------------------------------------------===//

Tile elements::neg(const Tile &x) {
  return termed("negf",
                mapFloats(
                    [](auto host, auto bits) {
                      return numerics::neg(decltype(host)::format, bits);
                    },
                    x),
                x);
}

Tile elements::abs(const Tile &x) {
  return termed("absf",
                mapFloats(
                    [](auto host, auto bits) {
                      return numerics::abs(decltype(host)::format, bits);
                    },
                    x),
                x);
}

Tile elements::ceil(const Tile &x) {
  return termed("ceil",
                mapFloats(
                    [](auto host, auto bits) {
                      return host.round(std::ceil(host.read(bits)));
                    },
                    x),
                x);
}

Tile elements::floor(const Tile &x) {
  return termed("floor",
                mapFloats(
                    [](auto host, auto bits) {
                      return host.round(std::floor(host.read(bits)));
                    },
                    x),
                x);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// The greater or the lesser of two elements, as defined by numerics::extremum.
/// Everything that is the same for all elements is decided once, here.
template <bool isMax>
static Tile extremum(const Tile &x, const Tile &y, numerics::NaNRule rule,
                     bool flushToZero) {
  auto with = [&](auto rule, auto flush) {
    return mapFloats(
        [](auto host, auto a, auto b) {
          return numerics::extremum(isMax, decltype(host)::format, a, b,
                                    decltype(rule)::value,
                                    decltype(flush)::value);
        },
        x, y);
  };
  auto withRule = [&](auto rule) {
    return flushToZero ? with(rule, std::true_type())
                       : with(rule, std::false_type());
  };
  using numerics::NaNRule;
  return rule == NaNRule::Ignore
             ? withRule(std::integral_constant<NaNRule, NaNRule::Ignore>())
             : withRule(std::integral_constant<NaNRule, NaNRule::Propagate>());
}

Tile elements::max(const Tile &x, const Tile &y, numerics::NaNRule rule,
                   bool flushToZero) {
  return termed(symbols::extremum("maxf", rule, flushToZero),
                extremum</*isMax=*/true>(x, y, rule, flushToZero), x, y);
}

Tile elements::min(const Tile &x, const Tile &y, numerics::NaNRule rule,
                   bool flushToZero) {
  return termed(symbols::extremum("minf", rule, flushToZero),
                extremum</*isMax=*/false>(x, y, rule, flushToZero), x, y);
}

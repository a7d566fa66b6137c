//===- Elementary.cpp - Elementary functions on tiles ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Elementary.h"
#include "../Elements.h"
#include "../Terms/TermTable.h"
#include "tessera/Numerics/Estimate.h"

using namespace tessera;
using namespace tessera::interp;
using numerics::errorOfEstimate;

/// Applies `exact(bits)` to each element, or the faster `estimate(number)`
/// where that leaves no doubt. Flushes operands and results.
template <typename Estimate, typename Exact>
static Tile mapEstimated(const Tile &x, bool flushToZero, Estimate estimate,
                         Exact exact) {
  if (x.getFormat() == Format::F64)
    return elements::map(Format::F64, exact, x);
  Tile out(x.getShape(), x.getFormat());
  std::vector<uint8_t> doubts(x.size());
  bool hasDoubt = numerics::withHostFormat(x.getFormat(), [&](auto host) {
    using Host = decltype(host);
    using Word = typename Host::Word;
    auto flush = [=](Word word) {
      auto flushed =
          static_cast<Word>(numerics::flushSubnormal(Host::format, word));
      return flushToZero ? flushed : word;
    };
    const Word *in = x.words<Word>();
    Word *to = out.words<Word>();
    uint8_t *doubt = doubts.data(), any = 0;
    elements::runLoop([=, &any, n = x.size()]() __attribute__((always_inline)) {
      uint8_t anyDoubt = 0;
      for (int64_t i = 0; i < n; ++i) {
        double value = estimate(double(Host::read(flush(in[i]))));
        double error = value * errorOfEstimate;
        Word below = numerics::roundDouble<Host>(value - error);
        Word above = numerics::roundDouble<Host>(value + error);
        to[i] = flush(below);
        doubt[i] = below != above;
        anyDoubt |= doubt[i];
      }
      any = anyDoubt;
    });
    return any != 0;
  });
  for (int64_t i = 0; hasDoubt && i < out.size(); ++i)
    if (doubts[i])
      out.set(i, exact(x.bitsAt(i)));
  return out;
}

/// The same for a function of Elementary.h that flushes nothing.
template <auto estimate, auto exact> static Tile mapEstimated(const Tile &x) {
  return mapEstimated(
      x, /*flushToZero=*/false, [](double number) { return estimate(number); },
      [format = x.getFormat()](uint64_t bits) { return exact(format, bits); });
}

/// The same for a function that may flush.
template <auto estimate, auto exact>
static Tile mapEstimated(const Tile &x, bool flushToZero) {
  return mapEstimated(
      x, flushToZero, [](double number) { return estimate(number); },
      [=, format = x.getFormat()](uint64_t bits) {
        return exact(format, bits, flushToZero);
      });
}

namespace estimate = tessera::numerics::estimate;

Tile elements::exp(const Tile &x) {
  return termed("exp", mapEstimated<estimate::exp, numerics::exp>(x), x);
}

Tile elements::exp2(const Tile &x, bool flushToZero) {
  return termed({"exp2", Symbol::Law::None, flushToZero},
                mapEstimated<estimate::exp2, numerics::exp2>(x, flushToZero),
                x);
}

Tile elements::tanh(const Tile &x) {
  return termed("tanh", mapEstimated<estimate::tanh, numerics::tanh>(x), x);
}

Tile elements::log(const Tile &x) {
  return termed("log", mapEstimated<estimate::log, numerics::log>(x), x);
}

Tile elements::log2(const Tile &x) {
  return termed("log2", mapEstimated<estimate::log2, numerics::log2>(x), x);
}

Tile elements::rsqrt(const Tile &x, bool flushToZero) {
  return termed({"rsqrt", Symbol::Law::None, flushToZero},
                mapEstimated<estimate::rsqrt, numerics::rsqrt>(x, flushToZero),
                x);
}

Tile elements::powi(const Tile &x, const Tile &n) {
  Format format = x.getFormat();
  llvm::ArrayRef<int64_t> shape = commonShape(x, n);
  Tile bases = x.splattedTo(shape), exponents = n.splattedTo(shape);
  Tile out(shape, format);
  for (int64_t i = 0; i < out.size(); ++i)
    out.set(i, numerics::powi(
                   format, bases.bitsAt(i),
                   numerics::signExtend(exponents.bitsAt(i), n.width())));
  return termed("powi", std::move(out), x, n);
}

//===- Elementary.cpp - Elementary functions on tiles ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Elementary.h"
#include "../Elements.h"
#include "tessera/Numerics/Estimate.h"

using namespace tessera;
using namespace tessera::interp;
using numerics::errorOfEstimate;

/// The tile of `exact(bits)` of each element, by way of `estimate(number)`
/// where that leaves no doubt. Flushes after both.
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
    const Word *in = x.words<Word>();
    Word *to = out.words<Word>();
    uint8_t *doubt = doubts.data(), any = 0;
    elements::runLoop([=, &any, n = x.size()]() __attribute__((always_inline)) {
      uint8_t anyDoubt = 0;
      for (int64_t i = 0; i < n; ++i) {
        double value = estimate(double(Host::read(in[i])));
        double error = value * errorOfEstimate;
        Word below = numerics::roundDouble<Host>(value - error);
        Word above = numerics::roundDouble<Host>(value + error);
        Word flushed =
            static_cast<Word>(numerics::flushSubnormal(Host::format, below));
        to[i] = flushToZero ? flushed : below;
        doubt[i] = below != above;
        anyDoubt |= doubt[i];
      }
      any = anyDoubt;
    });
    return any != 0;
  });
  for (int64_t i = 0; hasDoubt && i < out.size(); ++i)
    if (doubts[i])
      out.set(i, exact(x[i]));
  return out;
}

Tile elements::exp(const Tile &x) {
  Format format = x.getFormat();
  return mapEstimated(
      x, /*flushToZero=*/false,
      [](double number) { return numerics::estimate::exp(number); },
      [=](uint64_t bits) { return numerics::exp(format, bits); });
}

Tile elements::exp2(const Tile &x, bool flushToZero) {
  Format format = x.getFormat();
  // A subnormal number is so close to zero that flushing it changes nothing.
  return mapEstimated(
      x, flushToZero,
      [](double number) { return numerics::estimate::exp2(number); },
      [=](uint64_t bits) { return numerics::exp2(format, bits, flushToZero); });
}

Tile elements::powi(const Tile &x, const Tile &n) {
  Format format = x.getFormat();
  llvm::ArrayRef<int64_t> shape = commonShape(x, n);
  Tile bases = x.splattedTo(shape), exponents = n.splattedTo(shape);
  Tile out(shape, format);
  for (int64_t i = 0; i < out.size(); ++i)
    out.set(i, numerics::powi(format, bases[i], exponents.signedAt(i)));
  return out;
}

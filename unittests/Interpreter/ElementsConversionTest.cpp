//===- ElementsConversionTest.cpp - Conversions and products of tiles -----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// More tests of Elements, which ElementsTest.cpp instantiates.
//
//===----------------------------------------------------------------------===//

#include "ElementsHarness.h"
#include "tessera/Numerics/Convert.h"
#include "tessera/Numerics/HostFloat.h"

using namespace tessera;
using namespace tessera::interp;
using numerics::FloatMode;
using numerics::NaNRule;
using numerics::Overflow;
using numerics::Rounding;
using numerics::Signedness;

namespace {

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

TEST_P(Elements, betweenFloats) {
  for (Format from : numerics::allFormats())
    for (Format to : numerics::allFormats()) {
      if (numerics::isInteger(from) || numerics::isInteger(to) || from == to)
        continue;
      Tile x = tileOf(from, numbers(from));
      for (Rounding rounding : {Rounding::NearestEven, Rounding::Zero})
        expectElements(
            "convertFloat", elements::convertFloat(x, to, rounding),
            [&](uint64_t bits) {
              // For f16 and wider formats, another algorithm.
              return numerics::bitWidth(to) >= 16
                         ? numerics::roundFloat(
                               to, numerics::decode(from, bits), rounding)
                         : numerics::convertFloat(from, to, bits, rounding);
            },
            x);
    }
}

TEST_P(Elements, betweenFloatsAndIntegers) {
  for (Format number : numerics::allFormats())
    for (Format integer : integers)
      for (Signedness s : readings) {
        if (numerics::isInteger(number))
          continue;
        Tile x = tileOf(integer, numbers(integer));
        expectElements(
            "intToFloat", elements::intToFloat(x, number, s),
            [&](uint64_t bits) {
              return numerics::intToFloat(integer, number, bits, s);
            },
            x);
        Tile y = tileOf(number, numbers(number));
        expectElements(
            "floatToInt", elements::floatToInt(y, integer, s),
            [&](uint64_t bits) {
              return numerics::floatToIntSaturating(number, integer, bits, s);
            },
            y);
        expectFound(
            [&](const Tile &a) {
              return elements::findNoInteger(a, integer, s);
            },
            [&](uint64_t bits) {
              return !numerics::floatToInt(number, integer, bits, s);
            },
            tileOf(number, sample(number, 500, 4)));
      }
}

TEST_P(Elements, betweenIntegers) {
  for (Format from : integers)
    for (Format to : integers) {
      Tile x = tileOf(from, numbers(from));
      unsigned width = numerics::bitWidth(to);
      for (Signedness s : readings)
        if (numerics::bitWidth(from) < width)
          expectElements(
              "extendInt", elements::extendInt(x, to, s),
              [&](uint64_t bits) {
                return numerics::extendInt(from, to, bits, s);
              },
              x);
      if (numerics::bitWidth(from) > width)
        expectElements(
            "truncateInt", elements::truncateInt(x, to),
            [&](uint64_t bits) { return numerics::wrap(width, bits); }, x);
    }
}

//===----------------------------------------------------------------------===//
// Matrix products
//===----------------------------------------------------------------------===//

/// A tile of that shape with numbers of the sample, few of which are not
/// finite.
Tile matrix(llvm::ArrayRef<int64_t> shape, Format format, unsigned seed) {
  std::vector<uint64_t> bits = sample(format, 400, seed);
  Tile tile(shape, format);
  std::mt19937_64 random(seed);
  for (int64_t i = 0; i < tile.size(); ++i) {
    uint64_t one = bits[random() % bits.size()];
    bool isFinite = numerics::decode(format, one).isFinite();
    tile.set(i, isFinite || random() % 50 == 0 ? one : 0);
  }
  return tile;
}

/// value + acc, rounded once: the exact product of two numbers may be a double.
static uint64_t addExact(Format format, double value, uint64_t acc) {
  return numerics::withHostFormat(format, [&](auto host) -> uint64_t {
    using Host = decltype(host);
    double number = Host::read(static_cast<typename Host::Word>(acc));
    return numerics::roundDouble<Host>(numerics::addToOdd(value, number));
  });
}

TEST_P(Elements, productsOfMatrices) {
  struct Types {
    Format factor, sum;
  };
  constexpr int64_t b = 2, m = 3, k = 5, n = 37;
  for (Types types : {Types{Format::F16, Format::F32},
                      {Format::F16, Format::F16},
                      {Format::BF16, Format::F32},
                      {Format::TF32, Format::F32},
                      {Format::F32, Format::F32},
                      {Format::F8E4M3FN, Format::F16},
                      {Format::F8E5M2, Format::F32},
                      {Format::F64, Format::F64}})
    for (unsigned seed = 0; seed < 20; ++seed) {
      Tile x = matrix({b, m, k}, types.factor, 3 * seed);
      Tile y = matrix({b, k, n}, types.factor, 3 * seed + 1);
      Tile acc = matrix({b, m, n}, types.sum, 3 * seed + 2);
      Tile want(acc.getShape(), types.sum);
      // Each sum has one rounding; f16 is f32 until the end.
      Format wide = types.sum == Format::F16 ? Format::F32 : types.sum;
      for (int64_t i = 0; i < want.size(); ++i) {
        uint64_t sum = numerics::convertFloat(types.sum, wide, acc[i]);
        int64_t row = i / n, batch = row / m;
        for (int64_t step = 0; step < k; ++step) {
          uint64_t left =
              numerics::convertFloat(types.factor, wide, x[row * k + step]);
          uint64_t right = numerics::convertFloat(
              types.factor, wide, y[(batch * k + step) * n + i % n]);
          sum = numerics::fma(wide, left, right, sum);
        }
        want.set(i, numerics::convertFloat(wide, types.sum, sum));
      }
      expectEqual(elements::mma(x, y, acc), want, "mma");
    }
}

TEST_P(Elements, productsOfScaledMatrices) {
  constexpr int64_t m = 4, k = 8, n = 19, blocks = 2;
  for (unsigned seed = 0; seed < 20; ++seed) {
    Tile x = matrix({m, k}, Format::F8E4M3FN, 3 * seed);
    Tile y = matrix({k, n}, Format::F8E4M3FN, 3 * seed + 1);
    Tile acc = matrix({m, n}, Format::F32, 3 * seed + 2);
    Tile xScale = matrix({m, blocks}, Format::F8E8M0FNU, seed + 100);
    Tile yScale = matrix({blocks, n}, Format::F8E8M0FNU, seed + 200);
    auto number = [](const Tile &tile, int64_t i) {
      llvm::APFloat value = numerics::decode(tile.getFormat(), tile[i]);
      return value.convertToDouble();
    };
    Tile want({m, n}, Format::F32);
    for (int64_t i = 0; i < m * n; ++i) {
      uint64_t sum = acc[i];
      for (int64_t step = 0; step < k; ++step) {
        int64_t block = step * blocks / k;
        double left = number(x, i / n * k + step) *
                      number(xScale, i / n * blocks + block);
        double right =
            number(y, step * n + i % n) * number(yScale, block * n + i % n);
        sum = addExact(Format::F32, left * right, sum);
      }
      want.set(i, sum);
    }
    expectEqual(elements::mmaScaled(x, y, acc, xScale, yScale), want,
                "mmaScaled");
  }
}

TEST_P(Elements, productsOfMatricesOfBytes) {
  constexpr int64_t m = 3, k = 70, n = 33;
  Tile x = matrix({m, k}, Format::F8E5M2, 1).reinterpreted(Format::I8);
  Tile y = matrix({k, n}, Format::F8E5M2, 2).reinterpreted(Format::I8);
  Tile acc = matrix({m, n}, Format::F32, 3).reinterpreted(Format::I32);
  for (Signedness left : readings)
    for (Signedness right : readings) {
      Tile want({m, n}, Format::I32);
      for (int64_t i = 0; i < m * n; ++i) {
        uint64_t sum = acc[i];
        for (int64_t step = 0; step < k; ++step) {
          int64_t a = i / n * k + step, b = step * n + i % n;
          sum += (left == Signedness::Signed ? x.signedAt(a) : x[a]) *
                 (right == Signedness::Signed ? y.signedAt(b) : y[b]);
        }
        want.set(i, sum);
      }
      expectEqual(elements::mmaInt(x, left, y, right, acc), want, "mmaInt");
    }
}

} // namespace

//===- Matrices.cpp - Matrix products of tiles ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "tessera/Numerics/HostFloat.h"

using namespace tessera;
using namespace tessera::interp;
using numerics::HostFormat;
using numerics::Rounding;
using numerics::Signedness;

//===----------------------------------------------------------------------===//
// The product
//===----------------------------------------------------------------------===//

namespace {
struct Extents {
  Extents(const Tile &lhs, const Tile &rhs)
      : batch(lhs.getShape().size() == 3 ? lhs.getShape()[0] : 1),
        m(lhs.getShape().end()[-2]), n(rhs.getShape().back()),
        k(lhs.getShape().back()) {}

  int64_t batch, m, n, k;
};
} // namespace

/// A copy of `tile` that may be written to.
static Tile copyOf(const Tile &tile) {
  Tile copy(tile.getShape(), tile.getFormat());
  std::copy_n(tile.data(), tile.size() * tile.elementBytes(), copy.data());
  return copy;
}

/// acc[i, j] = step(lhs[i, k], rhs[k, j], acc[i, j]) for k = 0, 1, ..., on the
/// words of the tiles. The inner loop is over j, along which elements are
/// contiguous.
template <typename In, typename Sum, typename Step>
static Tile multiply(const Tile &lhs, const Tile &rhs, const Tile &acc,
                     Step step) {
  Extents extents(lhs, rhs);
  Tile result = copyOf(acc);
  const In *x = lhs.words<In>(), *y = rhs.words<In>();
  Sum *sum = result.words<Sum>();
  elements::runLoop([=]() __attribute__((always_inline)) {
    auto [batches, m, n, depth] = extents;
    for (int64_t batch = 0; batch < batches; ++batch)
      for (int64_t i = 0; i < m; ++i)
        for (int64_t k = 0; k < depth; ++k) {
          In left = x[(batch * m + i) * depth + k];
          const In *right = y + (batch * depth + k) * n;
          Sum *row = sum + (batch * m + i) * n;
          for (int64_t j = 0; j < n; ++j)
            row[j] = step(left, right[j], row[j]);
        }
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// The product if `Host` is the accumulator's format and can represent the
/// numbers of both factors as operands of its `fma`.
template <typename Host>
static Tile multiplyFloats(const Tile &lhs, const Tile &rhs, const Tile &acc) {
  using Number = typename Host::Number;
  using Word = typename Host::Word;
  return multiply<Number, Word>(
      lhs, rhs, acc, [](Number x, Number y, Word old) {
        return Host::round(Host::fma(x, y, Host::read(old)));
      });
}

/// The same numbers in a format that has them all.
static Tile widened(const Tile &tile, Format to) {
  return tile.getFormat() == to
             ? tile
             : elements::convertFloat(tile, to, Rounding::NearestEven);
}

Tile elements::mma(const Tile &lhs, const Tile &rhs, const Tile &acc) {
  switch (acc.getFormat()) {
  case Format::F16:
    return convertFloat(mma(lhs, rhs, widened(acc, Format::F32)), Format::F16,
                        Rounding::NearestEven);
  case Format::F32:
    return multiplyFloats<HostFormat<Format::F32>>(
        widened(lhs, Format::F32), widened(rhs, Format::F32), acc);
  case Format::F64:
    return multiplyFloats<HostFormat<Format::F64>>(lhs, rhs, acc);
  default:
    llvm_unreachable("no format of an accumulator");
  }
}

/// Each element of `tile` times its scale, exactly, in f64. The scale is at the
/// same coordinates, divided along `dim` by the block size.
static Tile scaled(const Tile &tile, const Tile &scales, unsigned dim) {
  Tile numbers = widened(tile, Format::F64);
  Tile factors = widened(scales, Format::F64);
  llvm::ArrayRef<int64_t> shape = tile.getShape();
  int64_t extent = shape[dim], count = scales.getShape()[dim];
  int64_t block = extent / count;
  int64_t inner = numElements(shape.drop_front(dim + 1));
  Tile result(shape, Format::F64);
  for (int64_t i = 0; i < result.size(); ++i) {
    int64_t outer = i / (extent * inner), along = i / inner % extent;
    int64_t scale = (outer * count + along / block) * inner + i % inner;
    result.words<double>()[i] =
        numbers.words<double>()[i] * factors.words<double>()[scale];
  }
  return result;
}

Tile elements::mmaScaled(const Tile &lhs, const Tile &rhs, const Tile &acc,
                         const Tile &lhsScale, const Tile &rhsScale) {
  unsigned rank = lhs.getShape().size();
  return numerics::withHostFormat(acc.getFormat(), [&](auto host) {
    using Host = decltype(host);
    using Word = typename Host::Word;
    return multiply<double, Word>(
        scaled(lhs, lhsScale, rank - 1), scaled(rhs, rhsScale, rank - 2), acc,
        [](double x, double y, Word old) {
          // Doubles hold each product exactly.
          double sum = numerics::addToOdd(x * y, double(Host::read(old)));
          return numerics::roundDouble<Host>(sum);
        });
  });
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Tile elements::mmaInt(const Tile &lhs, Signedness lhsReading, const Tile &rhs,
                      Signedness rhsReading, const Tile &acc) {
  return multiply<uint32_t, uint32_t>(
      extendInt(lhs, Format::I32, lhsReading),
      extendInt(rhs, Format::I32, rhsReading), acc,
      [](uint32_t x, uint32_t y, uint32_t sum) { return x * y + sum; });
}

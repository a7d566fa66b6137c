//===- Matrices.cpp - Matrix products of tiles ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Elements.h"
#include "../Terms/Symbols.h"
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

/// The index of an element's scale, which is at the same coordinates, divided
/// along `dim` by the block size.
static int64_t scaleAt(int64_t element, llvm::ArrayRef<int64_t> shape,
                       const Tile &scales, unsigned dim) {
  int64_t extent = shape[dim], count = scales.getShape()[dim];
  int64_t block = extent / count;
  int64_t inner = numElements(shape.drop_front(dim + 1));
  int64_t outer = element / (extent * inner), along = element / inner % extent;
  return (outer * count + along / block) * inner + element % inner;
}

namespace {

/// The terms of one side's factors.
struct FactorTerms {
  /// `scales` belong to blocks along `depth`, the dimension along K.
  FactorTerms(const Tile &tile, const Tile *scales, unsigned depth,
              bool isSigned, TermTable &table);

  /// The elements that one element of the product comes from: a row of the left
  /// factor, a column of the right one.
  struct Line {
    bool isConcrete = true;
    SourceSets::Set sources = 0;
  };

  Tile hashes;
  /// The hashes of the elements that are finite numbers, or zeros, and 0 for all
  /// others. No tile of `finite` if all are terms, infinities and NaNs; none of
  /// `zeros` if no element is zero.
  std::optional<Tile> finite, zeros;
  std::vector<Line> lines;
};

} // namespace

FactorTerms::FactorTerms(const Tile &tile, const Tile *scales, unsigned depth,
                         bool isSigned, TermTable &table)
    : hashes(tile.getShape(), Format::I64) {
  llvm::ArrayRef<int64_t> shape = tile.getShape();
  const int64_t extent = shape[depth];
  const int64_t inner = numElements(shape.drop_front(depth + 1));
  lines.resize(tile.size() / extent);
  for (int64_t i = 0; i < tile.size(); ++i) {
    Element element = tile.elementAt(i);
    if (scales)
      element.term = table.scaled(
          element, scales->elementAt(scaleAt(i, shape, *scales, depth)));
    const uint64_t hash = TermTable::hashOfFactor(element, isSigned);
    hashes.words<uint64_t>()[i] = hash;
    Line &line = lines[i / (extent * inner) * inner + i % inner];
    line.isConcrete &= !element.term;
    table.collect(line.sources, element);
    if (!TermTable::isFinite(element))
      continue;
    if (!finite)
      finite = Tile::splat(shape, Format::I64, 0);
    finite->words<uint64_t>()[i] = hash;
    if (!TermTable::isZero(element))
      continue;
    if (!zeros)
      zeros = Tile::splat(shape, Format::I64, 0);
    zeros->words<uint64_t>()[i] = hash;
  }
}

/// The sums of the products' hashes, without those of a zero and a finite number.
static Tile sumHashes(const FactorTerms &x, const FactorTerms &y,
                      llvm::ArrayRef<int64_t> shape) {
  Tile sums = Tile::splat(shape, Format::I64, 0);
  auto addProducts = [&](const Tile &lhs, const Tile &rhs, uint64_t sign) {
    sums = multiply<uint64_t, uint64_t>(
        lhs, rhs, sums, [sign](uint64_t a, uint64_t b, uint64_t sum) {
          return sum + sign * a * b;
        });
  };
  addProducts(x.hashes, y.hashes, 1);
  if (x.zeros && y.finite)
    addProducts(*x.zeros, *y.finite, -1);
  if (x.finite && y.zeros)
    addProducts(*x.finite, *y.zeros, -1);
  if (x.zeros && y.zeros) // taken out twice
    addProducts(*x.zeros, *y.zeros, 1);
  return sums;
}

/// `result` with its terms: the accumulator and the products, which are
/// combined in an open order.
static Tile productWithTerms(Tile result, const Tile &lhs, const Tile &rhs,
                             const Tile &acc, const Tile *lhsScale = nullptr,
                             const Tile *rhsScale = nullptr,
                             Signedness lhsReading = Signedness::Unsigned,
                             Signedness rhsReading = Signedness::Unsigned) {
  TermTable *table = nullptr;
  for (const Tile *tile : {&lhs, &rhs, &acc, lhsScale, rhsScale})
    if (tile && tile->getTerms())
      table = tile->getTerms()->table;
  if (!table)
    return result;
  unsigned rank = lhs.getShape().size();
  FactorTerms x(lhs, lhsScale, rank - 1, lhsReading == Signedness::Signed,
                *table);
  FactorTerms y(rhs, rhsScale, rank - 2, rhsReading == Signedness::Signed,
                *table);
  Tile sums = sumHashes(x, y, result.getShape());
  const int64_t m = Extents(lhs, rhs).m, n = Extents(lhs, rhs).n;
  Tile terms(result.getShape(), Format::I64);
  for (int64_t at = 0; at < result.size(); ++at) {
    const FactorTerms::Line &row = x.lines[at / n];
    const FactorTerms::Line &column = y.lines[at / (m * n) * n + at % n];
    SourceSets::Set sources = row.sources;
    if (SourceSets *sets = table->getSets())
      sources = sets->unite(sources, column.sources);
    terms.words<uint64_t>()[at] = table->known(
        table->accumulated(acc.elementAt(at), sums.words<uint64_t>()[at],
                           row.isConcrete && column.isConcrete, sources));
  }
  result.setTerms(std::make_shared<TileTerms>(TileTerms{terms, table}));
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

static Tile multiplyFloats(const Tile &lhs, const Tile &rhs, const Tile &acc) {
  switch (acc.getFormat()) {
  case Format::F16:
    return elements::convertFloat(
        multiplyFloats(lhs, rhs, widened(acc, Format::F32)), Format::F16,
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

Tile elements::mma(const Tile &lhs, const Tile &rhs, const Tile &acc) {
  return productWithTerms(multiplyFloats(lhs.withoutTerms(), rhs.withoutTerms(),
                                         acc.withoutTerms()),
                          lhs, rhs, acc);
}

/// Each element of `tile` times its scale, exactly, in f64.
static Tile scaled(const Tile &tile, const Tile &scales, unsigned dim) {
  Tile numbers = widened(tile.withoutTerms(), Format::F64);
  Tile factors = widened(scales.withoutTerms(), Format::F64);
  Tile result(tile.getShape(), Format::F64);
  for (int64_t i = 0; i < result.size(); ++i)
    result.words<double>()[i] =
        numbers.words<double>()[i] *
        factors.words<double>()[scaleAt(i, tile.getShape(), scales, dim)];
  return result;
}

Tile elements::mmaScaled(const Tile &lhs, const Tile &rhs, const Tile &acc,
                         const Tile &lhsScale, const Tile &rhsScale) {
  unsigned rank = lhs.getShape().size();
  Tile result = numerics::withHostFormat(acc.getFormat(), [&](auto host) {
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
  return productWithTerms(std::move(result), lhs, rhs, acc, &lhsScale,
                          &rhsScale);
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

Tile elements::mmaInt(const Tile &lhs, Signedness lhsReading, const Tile &rhs,
                      Signedness rhsReading, const Tile &acc) {
  Tile result = multiply<uint32_t, uint32_t>(
      extendInt(lhs.withoutTerms(), Format::I32, lhsReading),
      extendInt(rhs.withoutTerms(), Format::I32, rhsReading), acc,
      [](uint32_t x, uint32_t y, uint32_t sum) { return x * y + sum; });
  return productWithTerms(std::move(result), lhs, rhs, acc, nullptr, nullptr,
                          lhsReading, rhsReading);
}

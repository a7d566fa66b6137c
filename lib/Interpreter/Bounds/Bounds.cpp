//===- Bounds.cpp - Bounds on elements in other correct runs --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include "tessera/Numerics/Convert.h"
#include "llvm/ADT/bit.h"
#include <cstring>

using namespace tessera;
using namespace tessera::interp;
using numerics::FloatEncoding;

//===----------------------------------------------------------------------===//
// The order of floats
//===----------------------------------------------------------------------===//

int64_t interp::rankOf(Format format, uint64_t bits) {
  const FloatEncoding &encoding = numerics::encodingOf(format);
  auto magnitude = static_cast<int64_t>(encoding.magnitudeOf(bits));
  return bits & encoding.signBit() ? -1 - magnitude : magnitude;
}

/// The rank of the infinity, or of the largest number if there is none.
static int64_t highestRank(const FloatEncoding &encoding) {
  return encoding.largest() +
         (encoding.nonFinite == numerics::NonFinite::InfinityAndNaN);
}

uint64_t interp::floatOfRank(Format format, int64_t rank) {
  const FloatEncoding &encoding = numerics::encodingOf(format);
  int64_t highest = highestRank(encoding);
  if (rank >= 0)
    return uint64_t(std::min(rank, highest)) << encoding.padding;
  if (!encoding.hasSign)
    return 0;
  return encoding.signBit() | uint64_t(std::min(-1 - rank, highest))
                                  << encoding.padding;
}

uint64_t interp::stepped(Format format, uint64_t bits, int64_t steps) {
  int64_t rank = rankOf(format, bits), target = rank + steps;
  // The two zeros have one value.
  if (rank >= 0 && target < 0)
    --target;
  else if (rank < 0 && target >= 0)
    ++target;
  return floatOfRank(format, target);
}

bool interp::isZero(Format format, uint64_t bits) {
  const FloatEncoding &encoding = numerics::encodingOf(format);
  return encoding.hasSubnormals && encoding.magnitudeOf(bits) == 0;
}

bool interp::isInfinite(Format format, uint64_t bits) {
  const FloatEncoding &encoding = numerics::encodingOf(format);
  return encoding.nonFinite == numerics::NonFinite::InfinityAndNaN &&
         encoding.magnitudeOf(bits) == encoding.largest() + 1;
}

double interp::doubleOf(Format format, uint64_t bits) {
  if (format == Format::F32)
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
  if (format != Format::F64)
    bits = numerics::convertFloat(format, Format::F64, bits);
  return llvm::bit_cast<double>(bits);
}

uint64_t interp::floatNotBelow(Format format, double value) {
  return numerics::convertFloat(Format::F64, format,
                                llvm::bit_cast<uint64_t>(value),
                                numerics::Rounding::PositiveInf);
}

uint64_t interp::floatNotAbove(Format format, double value) {
  return numerics::convertFloat(Format::F64, format,
                                llvm::bit_cast<uint64_t>(value),
                                numerics::Rounding::NegativeInf);
}

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

bool interp::mayBe(Format format, const ElementBounds &x, uint64_t bits) {
  if (x.isLost())
    return true;
  if (numerics::isInteger(format))
    return bits == x.lo;
  if (numerics::isNaN(format, bits))
    return x.isNaNOr || numerics::isNaN(format, x.lo);
  if (numerics::isNaN(format, x.lo))
    return false;
  int64_t rank = rankOf(format, bits);
  return rankOf(format, x.lo) <= rank && rank <= rankOf(format, x.hi);
}

bool interp::mayBeZero(Format format, const ElementBounds &x) {
  return rankOf(format, x.lo) <= 0 && rankOf(format, x.hi) >= -1 &&
         (isZero(format, x.lo) || isZero(format, x.hi) ||
          rankOf(format, x.lo) < 0);
}

bool interp::mayBeInfinite(Format format, const ElementBounds &x) {
  return isInfinite(format, x.lo) || isInfinite(format, x.hi);
}

ElementBounds interp::hull(Format format, const ElementBounds &x,
                           const ElementBounds &y) {
  if (numerics::isNaN(format, x.lo))
    return x;
  return {rankOf(format, x.lo) <= rankOf(format, y.lo) ? x.lo : y.lo,
          rankOf(format, x.hi) >= rankOf(format, y.hi) ? x.hi : y.hi};
}

ElementBounds interp::either(Format format, const ElementBounds &x,
                             const ElementBounds &y, mlir::Operation *at) {
  if (x.undecidedAt || y.undecidedAt)
    return undecided(x.undecidedAt ? x.undecidedAt : y.undecidedAt);
  if (numerics::isInteger(format))
    return x.lo == y.lo ? x : undecided(at);
  bool xIsNaN = numerics::isNaN(format, x.lo);
  if (xIsNaN == numerics::isNaN(format, y.lo))
    return hull(format, x, y);
  const ElementBounds &number = xIsNaN ? y : x;
  return {number.lo, number.hi, at, /*isNaNOr=*/true};
}

ElementBounds interp::widened(Format format, const ElementBounds &x,
                              int64_t steps) {
  if (numerics::isNaN(format, x.lo))
    return x;
  return {stepped(format, x.lo, -steps), stepped(format, x.hi, steps)};
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

ElementBounds interp::boundsAt(const Tile &tile, int64_t index) {
  if (tile.getShape().empty())
    index = 0;
  const Bounds *bounds = tile.getBounds();
  if (!bounds)
    return exactly(tile[index]);
  ElementBounds x{bounds->lo[index], bounds->hi[index]};
  if (bounds->undecidedAt) {
    uint64_t operation = (*bounds->undecidedAt)[index];
    x.undecidedAt =
        reinterpret_cast<mlir::Operation *>(operation & ~uint64_t(1));
    x.isNaNOr = operation & 1;
  }
  return x;
}

mlir::Operation *interp::findUndecided(const Tile &tile) {
  const Bounds *bounds = tile.getBounds();
  if (bounds && bounds->undecidedAt)
    for (int64_t i = 0; i < tile.size(); ++i)
      if (uint64_t operation = (*bounds->undecidedAt)[i])
        return reinterpret_cast<mlir::Operation *>(operation & ~uint64_t(1));
  return nullptr;
}

static Tile copyOf(const Tile &tile) {
  Tile copy(tile.getShape(), tile.getFormat());
  std::memcpy(copy.data(), tile.data(), tile.size() * tile.elementBytes());
  return copy;
}

Bounds &BoundsBuilder::bounds() {
  if (!made)
    made = std::make_shared<Bounds>(Bounds{copyOf(tile), copyOf(tile), {}});
  return *made;
}

void BoundsBuilder::set(int64_t index, const ElementBounds &x) {
  if (isExact(x))
    return;
  if (!x.isLost()) {
    bounds().lo.set(index, x.lo);
    bounds().hi.set(index, x.hi);
  }
  if (!x.undecidedAt)
    return;
  std::optional<Tile> &undecidedAt = bounds().undecidedAt;
  if (!undecidedAt)
    undecidedAt = Tile::splat(tile.getShape(), Format::I64, 0);
  undecidedAt->set(index,
                   reinterpret_cast<uint64_t>(x.undecidedAt) | x.isNaNOr);
}

Tile BoundsBuilder::finish() && {
  tile.setBounds(std::move(made));
  return std::move(tile);
}

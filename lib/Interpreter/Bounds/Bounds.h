//===- Bounds.h - Bounds on elements in other correct runs ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the error bounds that a tile carries, and arithmetic on
// the order of floats. Nothing here knows a dialect.
// docs/rationale/interpreter/error-bounds.md has the reasons.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_BOUNDS_BOUNDS_H
#define TESSERA_LIB_INTERPRETER_BOUNDS_BOUNDS_H

#include "../Tile.h"
#include "tessera/Interpreter/ErrorBounds.h"

namespace tessera::interp {

//===----------------------------------------------------------------------===//
// The order of floats
//===----------------------------------------------------------------------===//

/// The rank of a float in the order of all floats of its format but NaN: -0 has
/// rank -1, +0 rank 0.
int64_t rankOf(Format format, uint64_t bits);

/// The float of that rank; beyond the ends, the infinity or largest number.
uint64_t floatOfRank(Format format, int64_t rank);

/// The float `steps` further up, or down if negative. -0 and +0 are one step.
uint64_t stepped(Format format, uint64_t bits, int64_t steps);

bool isZero(Format format, uint64_t bits);
bool isInfinite(Format format, uint64_t bits);
inline bool isFinite(Format format, uint64_t bits) {
  return !isInfinite(format, bits) && !numerics::isNaN(format, bits);
}

/// The value of a float.
double doubleOf(Format format, uint64_t bits);

/// The nearest float that is not below, or not above, a value.
uint64_t floatNotBelow(Format format, double value);
uint64_t floatNotAbove(Format format, double value);

//===----------------------------------------------------------------------===//
// Intervals
//===----------------------------------------------------------------------===//

/// Bounds of a result about which nothing better can be said.
inline ElementBounds undecided(mlir::Operation *at) { return {0, 0, at}; }

inline bool isExact(const ElementBounds &x) {
  return x.lo == x.hi && !x.undecidedAt;
}

/// \name For decided elements of a float format
/// @{
bool mayBeZero(Format format, const ElementBounds &x);
bool mayBeInfinite(Format format, const ElementBounds &x);
/// The interval of both and everything between. Either both are NaN, or neither
/// is.
ElementBounds hull(Format format, const ElementBounds &x,
                   const ElementBounds &y);
/// Bounds of a value that is one or the other; undecided at `at` if they do not
/// form an interval. For integers, too.
ElementBounds either(Format format, const ElementBounds &x,
                     const ElementBounds &y, mlir::Operation *at);
/// `steps` more at both ends.
ElementBounds widened(Format format, const ElementBounds &x, int64_t steps);
/// @}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// The bounds of all elements of a tile; a tile of exact elements has none.
struct Bounds {
  /// The ends, tiles of the same shape and format.
  Tile lo, hi;
  /// For each element, the address of the operation at which it became
  /// undecided, or 0, with isNaNOr as the lowest bit. None: all are decided.
  std::optional<Tile> undecidedAt;
};

/// The bounds of an element; a scalar may stand for a tile of any shape.
ElementBounds boundsAt(const Tile &tile, int64_t index);

/// The first operation at which an element of the tile became undecided, or
/// null.
mlir::Operation *findUndecided(const Tile &tile);

/// True if each element can only be as it is.
inline bool isExact(const Tile &tile) { return !tile.getBounds(); }

/// Gives a tile bounds, element by element.
class BoundsBuilder {
public:
  /// Every element starts as exact.
  explicit BoundsBuilder(Tile tile) : tile(std::move(tile)) {}

  void set(int64_t index, const ElementBounds &x);
  Tile finish() &&;

private:
  Bounds &bounds();

  Tile tile;
  std::shared_ptr<Bounds> made;
};

/// The tile with `fn(index)` as bounds of its elements.
template <typename Fn> Tile withBounds(Tile tile, Fn fn) {
  int64_t count = tile.size();
  BoundsBuilder builder(std::move(tile));
  for (int64_t i = 0; i < count; ++i)
    builder.set(i, fn(i));
  return std::move(builder).finish();
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_BOUNDS_BOUNDS_H

//===- ErrorBounds.h - Bounds on the results of correct runs ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares an optional outcome of a launch: bounds on the values that
// each element of memory may have after another correct run, so that two runs
// can be compared without a tolerance. docs/rationale/interpreter/error-bounds.md has the
// reasons and the sources of all bounds.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_INTERPRETER_ERRORBOUNDS_H
#define TESSERA_INTERPRETER_ERRORBOUNDS_H

#include "tessera/Numerics/Format.h"
#include <memory>
#include <optional>

namespace mlir {
class Operation;
} // namespace mlir

namespace tessera::interp {

class MemoryBounds;

/// The runs that the bounds hold for.
enum class BoundsMode : uint8_t {
  /// Runs of any implementation of the language. Operations with a defined
  /// result give it; the others (elementary functions, approximations, sums
  /// whose order is open) may have their documented error.
  Engines,
  /// These, and exact arithmetic without any rounding.
  Reals,
};

/// The values that one element may hold.
struct ElementBounds {
  /// The ends of an interval, as bits of the element's format; equal if the
  /// element is exact. -0 and +0 are neighbours. NaN stands alone.
  uint64_t lo, hi;
  /// The operation at which the bounds were lost, because a comparison, cast or
  /// the like depends on them; null: the bounds are known.
  mlir::Operation *undecidedAt = nullptr;
  /// The bounds are lost, except that the element is NaN or within the
  /// interval. Examples: the maximum of nothing but NaN, and an identity that
  /// may be combined or not.
  bool isNaNOr = false;

  /// True if nothing is known.
  bool isLost() const { return undecidedAt && !isNaNOr; }
};

/// An element that can only have these bits.
inline ElementBounds exactly(uint64_t bits) { return {bits, bits}; }

/// True if an element of this format may have these bits. An undecided element
/// may have any bits; a decided integer has exact ones.
bool mayBe(numerics::Format format, const ElementBounds &x, uint64_t bits);

/// Filled by the launch whose configuration points to it; for one launch only.
class ErrorBounds {
public:
  explicit ErrorBounds(BoundsMode mode);
  ~ErrorBounds();

  BoundsMode getMode() const { return mode; }

  /// The bounds of the element of this format at an address after the launch;
  /// none: the value in memory is the only one.
  std::optional<ElementBounds> find(uint64_t address,
                                    numerics::Format format) const;

  /// True if the launch failed because the program's course (a branch, an
  /// address, a mask) depends on the bounds. The launch's error names the
  /// place.
  bool isNotDecidable() const { return notDecidable; }
  void setNotDecidable() { notDecidable = true; }

  MemoryBounds &getMemory() { return *memory; }

private:
  BoundsMode mode;
  bool notDecidable = false;
  std::unique_ptr<MemoryBounds> memory;
};

} // namespace tessera::interp

#endif // TESSERA_INTERPRETER_ERRORBOUNDS_H

//===- ErrorBounds.h - What another correct run may give -------*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares what a launch can find out beside its results: the values
// that each element of memory may have after another correct run, so that two
// runs can be compared without a tolerance. docs/rationale/error-bounds.md has
// the reasons and the sources of all bounds.
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

/// Which runs the bounds speak of.
enum class BoundsMode : uint8_t {
  /// Those of any implementation of the language: operations with a defined
  /// result give it; the others (elementary functions, approximations, sums
  /// whose order is open) are as wrong as they are documented to be.
  Engines,
  /// These, and exact arithmetic without any rounding.
  Reals,
};

/// What one element may hold.
struct ElementBounds {
  /// The ends of an interval, as bits of the element's format; equal where it
  /// holds exactly this. Between -0 and +0 lies nothing. NaN stands alone.
  uint64_t lo, hi;
  /// The operation at which it was lost what the element may hold, because a
  /// comparison, cast or the like depends on the bounds; null: it is known.
  mlir::Operation *undecidedAt = nullptr;
  /// It is lost, but for this: it is NaN or within the interval. So is the
  /// maximum of nothing but NaN, and an identity that may be combined or not.
  bool isNaNOr = false;

  /// Whether nothing is known.
  bool isLost() const { return undecidedAt && !isNaNOr; }
};

/// An element that can only have these bits.
inline ElementBounds exactly(uint64_t bits) { return {bits, bits}; }

/// Whether an element of this format may have these bits; one that is not
/// decided may. Of integers, only those of a decided one.
bool mayBe(numerics::Format format, const ElementBounds &x, uint64_t bits);

/// Filled by the launch whose configuration names it; for one launch.
class ErrorBounds {
public:
  explicit ErrorBounds(BoundsMode mode);
  ~ErrorBounds();

  BoundsMode getMode() const { return mode; }

  /// What the element of this format at an address may hold after the launch;
  /// nothing: only what memory has there.
  std::optional<ElementBounds> find(uint64_t address,
                                    numerics::Format format) const;

  /// True where the launch failed, because the program's course (a branch, an
  /// address, a mask) depends on the bounds. The error of the launch says
  /// where.
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

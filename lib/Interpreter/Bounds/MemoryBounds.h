//===- MemoryBounds.h - Error bounds of elements in memory -----*- C++ -*--===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_BOUNDS_MEMORYBOUNDS_H
#define TESSERA_LIB_INTERPRETER_BOUNDS_MEMORYBOUNDS_H

#include "Bounds.h"
#include "OpenSum.h"
#include "llvm/ADT/DenseMap.h"
#include <mutex>

namespace tessera::interp {

/// The elements in memory that are not exact. Places are counted in units of
/// four bits, the smallest element. Any number of threads may use it.
class MemoryBounds {
public:
  /// Sets the bounds of an element of this format at this place; `writer` is
  /// the operation that has stored it.
  void store(uint64_t place, Format format, const ElementBounds &x,
             mlir::Operation *writer);

  /// The bounds of the element there; none: it has the value in memory. If
  /// parts of other elements lie there, it is undecided: at `reader`, or if
  /// that is null, at the operations that stored them.
  std::optional<ElementBounds> load(uint64_t place, Format format,
                                    mlir::Operation *reader) const;

  /// Adds a term to the sum at this place: `old` is the value in memory before.
  /// Requires the lock on `updates`.
  void addTo(uint64_t place, Format format, uint64_t old,
             const ElementBounds &term, BoundsMode mode,
             mlir::Operation *writer);

  /// Held while an element of memory changes in one atomic step, so that its
  /// bounds change in the same order.
  std::mutex updates;

private:
  struct Element {
    Format format;
    ElementBounds bounds;
    mlir::Operation *writer;
  };
  /// 64 bytes of memory: the elements that begin there, by their first unit.
  using Line = llvm::SmallDenseMap<uint8_t, Element, 16>;
  static constexpr unsigned logUnits = 7;

  template <typename Fn>
  void forEachOverlap(uint64_t place, unsigned units, Fn fn) const;
  void erase(uint64_t place, unsigned units);
  void endSums(uint64_t place, unsigned units);
  void put(uint64_t place, Format format, const ElementBounds &x,
           mlir::Operation *writer);

  mutable std::mutex mutex;
  llvm::DenseMap<uint64_t, Line> lines;
  llvm::DenseMap<uint64_t, OpenSum> sums;
};

/// The place of the element at an address, in MemoryBounds' units.
inline uint64_t placeIn(uint64_t address, bool isHighHalf = false) {
  return address * 2 + isHighHalf;
}

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_BOUNDS_MEMORYBOUNDS_H

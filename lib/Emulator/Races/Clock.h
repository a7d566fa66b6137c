//===- Clock.h - What a thread knows of all others ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector clock over millions of threads. Threads are numbered as lanes of
// rows, one row for each warp; a clock is a persistent tree of rows, so that
// clocks which share most of what they know share most of their nodes, and a
// join passes over what is the same object on both sides. Not for several host
// threads at once.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_CLOCK_H
#define TESSERA_LIB_EMULATOR_RACES_CLOCK_H

#include "../Code.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"

namespace tessera::ptx::races {

/// Counts what a warp does; the lanes of a warp share one counter.
using Epoch = uint32_t;

/// What is known of the lanes of one warp: all that each did up to an epoch.
struct Row : llvm::RefCountedBase<Row> {
  std::array<Epoch, warpSize> epochs = {};
};
using RowRef = llvm::IntrusiveRefCntPtr<Row>;

/// Whether all `lanes` of a row are known up to `epoch`.
inline bool covers(const Row &row, LaneMask lanes, Epoch epoch) {
  for (; lanes; lanes &= lanes - 1)
    if (row.epochs[static_cast<unsigned>(llvm::countr_zero(lanes))] < epoch)
      return false;
  return true;
}

/// Either of two rows, or the row of the greater epochs where neither knows all
/// that the other does. Null is a row of zeros.
RowRef join(const RowRef &a, const RowRef &b);

/// A node of level 0 holds rows, of level n nodes of level n - 1.
struct ClockNode : llvm::RefCountedBase<ClockNode> {
  static constexpr unsigned fanOutBits = 5;
  static constexpr unsigned fanOut = 1 << fanOutBits;
  using Ref = llvm::IntrusiveRefCntPtr<ClockNode>;

  explicit ClockNode(unsigned level) : level(level) {}

  unsigned level;
  std::array<RowRef, fanOut> rows;
  std::array<Ref, fanOut> nodes;
};
using ClockRef = llvm::IntrusiveRefCntPtr<ClockNode>;

class Clock {
public:
  Clock() = default;
  /// Knows these rows alone, which start at a number that is a multiple of
  /// their count rounded up to a power of two; at most 32.
  Clock(uint32_t first, llvm::ArrayRef<RowRef> rows);

  /// What it knows of a row, or null for nothing.
  const Row *row(uint32_t number) const;
  RowRef rowRef(uint32_t number) const;

  void join(const Clock &other);
  /// Knows what one lane of a row did up to an epoch, too. Nodes that no other
  /// clock has are changed in place.
  void raise(uint32_t row, unsigned lane, Epoch epoch);

  bool isEmpty() const { return !root; }
  /// Equality of objects; equal knowledge may differ.
  bool operator==(const Clock &other) const { return root == other.root; }

private:
  ClockRef root;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_CLOCK_H

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
// join passes over what is the same object on both sides. A clock is for one
// host thread at a time, but clocks of several may share their nodes: what more
// than one of them has does not change any more.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_CLOCK_H
#define TESSERA_LIB_EMULATOR_RACES_CLOCK_H

#include "../Code.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <atomic>

namespace tessera::ptx::races {

/// Counts what a warp does; the lanes of a warp share one counter.
using Epoch = uint32_t;

/// Race checkers of the process whose launches run on several host threads.
/// While there is none, nobody else counts references at the same time, and
/// that takes no atomic operations.
inline std::atomic<unsigned> checkersOnThreads{0};

/// Counts the references to an object, for llvm::IntrusiveRefCntPtr.
template <typename Derived> class Counted {
public:
  Counted() = default;
  Counted(const Counted &) {}
  Counted &operator=(const Counted &) = delete;

  void Retain() const {
    if (LLVM_UNLIKELY(areOthers()))
      count.fetch_add(1, std::memory_order_relaxed);
    else
      count.store(alone() + 1, std::memory_order_relaxed);
  }
  void Release() const {
    if (LLVM_UNLIKELY(areOthers())) {
      if (count.fetch_sub(1, std::memory_order_acq_rel) == 1)
        delete static_cast<const Derived *>(this);
    } else if (alone() == 1) {
      delete static_cast<const Derived *>(this);
    } else {
      count.store(alone() - 1, std::memory_order_relaxed);
    }
  }
  /// Where it is 1, what others have read of the object lies in the past.
  unsigned UseCount() const { return count.load(std::memory_order_acquire); }

private:
  static bool areOthers() {
    return checkersOnThreads.load(std::memory_order_relaxed) != 0;
  }
  unsigned alone() const { return count.load(std::memory_order_relaxed); }

  mutable std::atomic<unsigned> count{0};
};

/// What is known of the lanes of one warp: all that each did up to an epoch.
struct Row : Counted<Row> {
  std::array<Epoch, warpSize> epochs = {};
};
using RowRef = llvm::IntrusiveRefCntPtr<Row>;

/// Whether all `lanes` of a row are known up to `epoch`.
inline bool covers(const Row &row, LaneMask lanes, Epoch epoch) {
  if (lanes == allLanes) {
    bool isLess = false;
    for (Epoch known : row.epochs)
      isLess |= known < epoch;
    return !isLess;
  }
  for (; lanes; lanes &= lanes - 1)
    if (row.epochs[static_cast<unsigned>(llvm::countr_zero(lanes))] < epoch)
      return false;
  return true;
}

/// Whether some lane of a row is known up to `epoch`.
inline bool coversSome(const Row &row, Epoch epoch) {
  bool isKnown = false;
  for (Epoch known : row.epochs)
    isKnown |= known >= epoch;
  return isKnown;
}

/// Either of two rows, or the row of the greater epochs where neither knows all
/// that the other does. Null is a row of zeros.
RowRef join(const RowRef &a, const RowRef &b);

/// A node of level 0 holds rows, of level n nodes of level n - 1.
struct ClockNode : Counted<ClockNode> {
  static constexpr unsigned fanOutBits = 5;
  static constexpr unsigned fanOut = 1 << fanOutBits;
  using Ref = llvm::IntrusiveRefCntPtr<ClockNode>;

  explicit ClockNode(unsigned level) : level(level) {}

  unsigned level;
  bool isFull = false; ///< all rows are known up to whatever epoch
  std::array<RowRef, fanOut> rows;
  std::array<Ref, fanOut> nodes;
};
using ClockRef = llvm::IntrusiveRefCntPtr<ClockNode>;

/// What clocks have in common that know all that rows will ever do: as one
/// clock, for one host thread at a time.
struct FullNodes {
  FullNodes();
  static constexpr unsigned levels = 7; ///< for rows of 32 bits
  RowRef row;
  std::array<ClockRef, levels> nodes;
};

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
  /// Knows all that is done in `count` rows, now and later.
  void fill(uint32_t first, uint32_t count, const FullNodes &full);

  bool isEmpty() const { return !root; }
  /// Equality of objects; equal knowledge may differ.
  bool operator==(const Clock &other) const { return root == other.root; }

private:
  const RowRef *find(uint32_t number) const;
  void liftTo(uint32_t row);

  ClockRef root;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_CLOCK_H

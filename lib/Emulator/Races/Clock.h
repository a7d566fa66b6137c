//===- Clock.h - Vector clocks of threads ---------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector clock over millions of threads. Threads are numbered as lanes of
// rows, one row for each warp; a clock is a persistent tree of rows, so that
// clocks with nearly the same contents share most of their nodes, and a join
// skips every subtree that is the same object on both sides. A clock belongs to
// one host thread at a time, but clocks of several may share nodes: a node with
// more than one owner is never changed.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_CLOCK_H
#define TESSERA_LIB_EMULATOR_RACES_CLOCK_H

#include "../Code.h"
#include "Recycled.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include <atomic>

namespace tessera::ptx::races {

/// Counts steps of a warp; its lanes share one counter.
using Epoch = uint32_t;

/// Number of race checkers in the process whose launches run on several host
/// threads. While it is 0, references are counted without atomic operations.
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
  /// If it is 1, all reads of the object by former owners are over.
  unsigned UseCount() const { return count.load(std::memory_order_acquire); }

private:
  static bool areOthers() {
    return checkersOnThreads.load(std::memory_order_relaxed) != 0;
  }
  unsigned alone() const { return count.load(std::memory_order_relaxed); }

  mutable std::atomic<unsigned> count{0};
};

/// Knowledge about the lanes of one warp: everything that each lane did up to
/// its epoch.
struct Row : Counted<Row>, Recycled<Row> {
  std::array<Epoch, warpSize> epochs = {};
};
using RowRef = llvm::IntrusiveRefCntPtr<Row>;

/// True if the row covers `epoch` for all of `lanes`.
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

/// True if the row covers all of another one.
inline bool covers(const Row &row, const Row &other) {
  bool isLess = false;
  for (unsigned lane = 0; lane != warpSize; ++lane)
    isLess |= row.epochs[lane] < other.epochs[lane];
  return !isLess;
}

/// True if the row covers `epoch` for some lane.
inline bool coversSome(const Row &row, Epoch epoch) {
  bool isKnown = false;
  for (Epoch known : row.epochs)
    isKnown |= known >= epoch;
  return isKnown;
}

/// The greater epochs of two rows; one of the rows itself, if it covers the
/// other. Null is a row of zeros.
RowRef join(const RowRef &a, const RowRef &b);

/// A node of level 0 holds rows, of level n nodes of level n - 1.
struct ClockNode : Counted<ClockNode>, Recycled<ClockNode> {
  static constexpr unsigned fanOutBits = 5;
  static constexpr unsigned fanOut = 1 << fanOutBits;
  using Ref = llvm::IntrusiveRefCntPtr<ClockNode>;

  explicit ClockNode(unsigned level);
  ClockNode(const ClockNode &other);
  ~ClockNode();

  const unsigned level;
  bool isFull = false; ///< all rows are known up to whatever epoch
  union {
    std::array<RowRef, fanOut> rows; ///< of level 0
    std::array<Ref, fanOut> nodes;   ///< of other levels
  };
};
using ClockRef = llvm::IntrusiveRefCntPtr<ClockNode>;

/// The common part of clocks that know all that rows will ever do: as one
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
  /// A clock of these rows alone, at most 32. `first` is a multiple of their
  /// number rounded up to a power of two.
  Clock(uint32_t first, llvm::ArrayRef<RowRef> rows);

  /// The row of a number, or null if it is all zeros.
  const Row *row(uint32_t number) const;
  RowRef rowRef(uint32_t number) const;

  void join(const Clock &other);
  /// True if nothing would be new; a row of zeros may count as new.
  bool hasAllOf(const Clock &other) const;
  /// Adds everything that one lane of a row did up to an epoch. Nodes that no
  /// other clock shares are changed in place.
  void raise(uint32_t row, unsigned lane, Epoch epoch) {
    raiseLanes(row, LaneMask(1) << lane, epoch);
  }
  /// The same for several lanes.
  void raiseLanes(uint32_t row, LaneMask lanes, Epoch epoch);
  /// Knows all that is done in `count` rows, now and later.
  void fill(uint32_t first, uint32_t count, const FullNodes &full);

  bool isEmpty() const { return !root; }
  /// Compares objects: clocks with equal contents may differ.
  bool operator==(const Clock &other) const { return root == other.root; }

private:
  const RowRef *find(uint32_t number) const;
  void liftTo(uint32_t row);

  ClockRef root;
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_CLOCK_H

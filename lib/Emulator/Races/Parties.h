//===- Parties.h - Threads, operations and barriers in the order ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares who knows something in the happens-before order: lanes,
// warps and blocks, asynchronous operations, and the barriers that pass
// knowledge on. State.h has what is known of memory.
//
// Every warp is a row of the clocks; an asynchronous operation is a lane of two
// rows of its own, one for its reads and one for its writes. The lanes of a
// warp share an epoch counter, which is incremented whenever one of them passes
// on its knowledge.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_PARTIES_H
#define TESSERA_LIB_EMULATOR_RACES_PARTIES_H

#include "../Machine/Warp.h"
#include "Initialized.h"
#include "Memos.h"
#include "Races.h"
#include "RowTable.h"
#include "WarpKnowledge.h"
#include "llvm/ADT/bit.h"
#include <list>
#include <map>
#include <set>

namespace tessera::ptx::races {

/// Calls `what` for each lane of a mask.
template <typename F> void forLanes(LaneMask mask, F what) {
  for (; mask; mask &= mask - 1)
    what(static_cast<unsigned>(llvm::countr_zero(mask)));
}

inline bool isAcquire(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order == MemoryOrder::AcqRel ||
         order == MemoryOrder::SeqCst;
}
inline bool isRelease(MemoryOrder order) {
  return order == MemoryOrder::Release || order == MemoryOrder::AcqRel ||
         order == MemoryOrder::SeqCst;
}

/// Adds what fences of lanes of a warp's row have shown to knowledge.
void addShown(const OwnShown &shown, Knowledge &knowledge, uint32_t row,
              LaneMask lanes);

/// The knowledge of a thread at some moment. The part that it passes on is
/// computed only when it is needed.
struct Moment : LaneKnowledge {
  bool isSet = false;
  Epoch epoch = 0;
  bool isTold = false;
  Knowledge told;
};

/// State of a lane that uses fences and strong accesses.
struct StrongState {
  Moment fence;     ///< the last release fence
  Moment wideFence; ///< the last one whose scope is wider than the block
  Moment initFence; ///< the last fence.mbarrier_init
  /// Initialisations of mbarriers that such fences of other threads have shown.
  Knowledge inits;
  /// Knowledge seen by strong reads, for an acquire fence to take.
  Knowledge pending;     ///< from releases of the own block
  Knowledge widePending; ///< from all
  /// The two by place (shared or not, address), for an acquire operation to
  /// take.
  std::map<std::pair<bool, uint64_t>, std::pair<Knowledge, Knowledge>> reads;
};

/// Asynchronous operations, one of each of some lanes or one alone, that lanes of a
/// warp have waited for: their reads and, in the next row, their writes.
struct Waited {
  uint32_t row = 0;
  Epoch epoch = 0;
  LaneMask doers = 0; ///< that have begun them
  /// Lanes of these rows that never begin anything, so that all that they did is
  /// over, too: AsyncSlot::absent().
  LaneMask absent = 0;
  bool readsOnly = false; ///< they may still write
  LaneMask waiters = 0;
  /// The waiters of which a fence has since shown it to the clocks of
  /// Knowledge::proxied.
  std::array<LaneMask, proxiedCount> shown = {};

  /// The lanes whose operations count for waiters: each waits for its own if it
  /// has begun one, and else for the first.
  LaneMask doersFor(LaneMask some) const {
    LaneMask lanes = some & doers;
    if (some & ~doers)
      lanes |= doers & -doers;
    return lanes ? lanes | absent : 0;
  }
  bool covers(unsigned waiter, uint32_t row, unsigned lane, Epoch epoch) const {
    return (waiters >> waiter & 1) && epoch <= this->epoch &&
           (row == this->row || (row == this->row + 1 && !readsOnly)) &&
           (doersFor(LaneMask(1) << waiter) >> lane & 1);
  }
  /// Adds what some waiters know by it.
  void addTo(Knowledge &known, LaneMask some) const;
  /// Takes in the wait of other lanes for their own operations of this epoch.
  bool join(const Waited &other);
};

struct LaneState {
  std::unique_ptr<StrongState> strong; ///< null until it is needed
  std::vector<uint32_t> slots; ///< its asynchronous operations, oldest first

  StrongState &needStrong() {
    if (!strong)
      strong = std::make_unique<StrongState>();
    return *strong;
  }
};

/// An agent is named by the number of its slot and the low bits of the slot's
/// epoch, so that a late call about one operation does not apply to the next
/// one in the slot.
constexpr unsigned asyncSlotBits = 20;

/// One asynchronous operation, or one of each of several lanes that an
/// instruction begins with the same knowledge. Their lanes may reuse the slot
/// once they know that the operations are over.
struct AsyncSlot {
  uint32_t row = 0; ///< of its reads; the next row is of its writes
  LaneMask lanes = 0;
  Epoch epoch = 0;
  Proxy proxy = Proxy::Generic;
  bool isWaitedFor = false;
  uint32_t version = 0; ///< of the warp's knowledge when it began
  Moment begin;

  /// The lane whose operation counts for a thread that waits: its own or, of an
  /// operation that lanes share, that of the lane which began it.
  unsigned laneFor(unsigned waiting) const {
    return lanes >> waiting & 1
               ? waiting
               : static_cast<unsigned>(llvm::countr_zero(lanes));
  }
  unsigned lane() const {
    return static_cast<unsigned>(llvm::countr_zero(lanes));
  }
  /// The other lanes, if no other slot has its rows.
  LaneMask absent() const { return lanes & (lanes - 1) ? ~lanes : 0; }
};

/// The written bytes of local memory.
struct LocalBytes {
  std::array<InitializedBytes, warpSize> written; ///< by lane
  /// By address of an unwritten byte: the bits in which the shadow's value of it
  /// differs.
  std::array<llvm::DenseMap<uint64_t, uint8_t>, warpSize> flips;
  std::string shuffle; ///< that left some of these, see ShadowRegisters
};

struct WarpState {
  /// Written out, so that a grid's many warps do not begin with zeros for all of it.
  WarpState() {}

  uint32_t row = 0;
  Epoch epoch = 1;
  Epoch lastStore = 0; ///< of its last write to shared memory
  WarpKnowledge known;
  uint32_t version = 0; ///< of what is known
  /// True if all lanes had the same knowledge at `alikeVersion`.
  bool isAlike = false;
  uint64_t alikeVersion = ~uint64_t(0);
  std::array<LaneState, warpSize> lanes;
  /// Operations that lanes have waited for, beyond what is `known`. Mostly all
  /// wait together, and a barrier comes next.
  llvm::SmallVector<Waited, 0> waited;
  LaneMask waiters = 0;            ///< of any of them
  std::vector<uint32_t> asyncRows; ///< row n is for the n-th slots of its lanes
  std::vector<uint32_t> slots;     ///< of several lanes, the oldest first
  size_t asyncPairs = 0;           ///< pairs of rows that its slots have
  std::map<unsigned, Clock> endedWork; ///< by lane: its work seen to be over
  std::unique_ptr<StepMemos> memos;
  JoinMemo lastJoin;
  LaneCells laneCells;                         ///< of an access by lanes
  std::array<ScatterGuess, 16> scatterGuesses; ///< by site
  std::unique_ptr<LocalBytes> localBytes; ///< null until local memory is used
  /// Older values that lanes load, and the knowledge released with them.
  struct Older {
    unsigned lane;
    uint64_t address;
    std::shared_ptr<Location> released;
  };
  std::vector<Older> older;
  std::vector<std::vector<std::array<uint64_t, 2>>> olderBytes; ///< by lane
  /// Lanes that know everything of each other, as of a version and an access.
  LaneMask syncedLanes = 0;
  uint32_t syncedVersion = 0;
  uint64_t syncedAccess = 0;
  uint64_t instructions = 0; ///< number of strong writes
  const Code *lastCode = nullptr;
  uint32_t lastBase = 0; ///< of its sites
  const Allocation *lastAllocation = nullptr;

  LocalBytes &needLocal() {
    if (!localBytes)
      localBytes = std::make_unique<LocalBytes>();
    return *localBytes;
  }

  void wait(const Waited &operations);
  /// Adds the operations that lanes have waited for to their knowledge.
  void settle(LaneMask some);
  /// Forgets them, as all that lanes know is replaced.
  void forgetWaited(LaneMask some);
  /// True if a lane is ordered behind `others` of another warp's row up to `epoch`.
  bool knows(unsigned lane, uint32_t row, LaneMask others, Epoch epoch) const;

  /// True if lanes know the same of other warps, and of their own one from
  /// barriers; false of no lanes. Any others give the same until the version changes.
  bool areAlike(LaneMask live);
  /// Increments the counter: steps from here on are unknown to threads that
  /// were told of the earlier ones.
  void tick() {
    ++epoch;
    ++version;
  }
};

struct BarrierState {
  uint64_t phase = 0;
  Knowledge joined;
  Knowledge lastJoined; ///< part of it: warps mostly know the same
  std::vector<RowRef> rows;
  std::list<std::pair<uint64_t, Knowledge>> done; ///< newest first
};

struct MbarrierState {
  Record init; ///< mbarrier.init, which must come before all uses
  Knowledge pending, complete;
  uint64_t phase = 0; ///< number of complete phases
};

/// The barrier of a cluster.
struct ClusterState {
  struct Phase {
    Knowledge joined, inits;
  };
  Phase current, complete;
  /// Released to the proxy of tensor maps by its threads, in its scope.
  Clock mapsReleased;
};

/// An arrival at an mbarrier of another block.
struct RemoteArrival {
  Record record;
  uint64_t offset = 0, phase = 0;
};

/// The last answer of Actor::followsCommonWrites. Agents that begin behind a
/// barrier know the same.
struct CommonWritesMemo {
  Clock all, shown;    ///< of the agent
  uint64_t phase = 0;  ///< BlockState::commonPhases
  bool follows = true; ///< of an empty block
};

struct BlockState {
  BlockRows rows;
  std::vector<WarpState> warps;
  std::array<BarrierState, 16> barriers;
  llvm::DenseMap<uint64_t, MbarrierState> mbarriers;
  std::vector<AsyncSlot> slots;
  Clock fenceOrder; ///< of fence.sc of the block
  /// By warp: up to which epoch all that its lanes did is known to each thread
  /// of the block, as after a barrier of all.
  std::vector<Epoch> common;
  /// Knowledge about all rows that the last barrier of the whole block gave
  /// each thread.
  Clock commonClock;
  uint64_t commonPhases = 0; ///< number of those barriers
  CommonWritesMemo commonWrites;
  /// The clocks that fences of the proxies have made, by Proxied.
  std::array<ClockSum, proxiedCount> shownSums;
  Shadow shared;
  InitializedBytes sharedWritten;
  llvm::DenseMap<uint64_t, uint8_t> sharedFlips; ///< as LocalBytes::flips
  std::string sharedShuffle;  ///< that left some of these, see ShadowRegisters
  bool isClusterWide = false; ///< its cluster has other blocks
  std::vector<TurnGuess> turnGuesses; ///< by site
  /// Arrivals of other blocks at its mbarriers, in phases that none of its
  /// threads has seen complete.
  std::vector<RemoteArrival> arrivals;
  std::set<uint64_t> fencedMaps; ///< that its threads have acquired
  Clock mapsReleased; ///< to the proxy of tensor maps, by its threads
};

} // namespace tessera::ptx::races

#endif // TESSERA_LIB_EMULATOR_RACES_PARTIES_H

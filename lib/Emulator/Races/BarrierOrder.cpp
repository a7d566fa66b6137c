//===- BarrierOrder.cpp - What barriers order -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file implements the order by barriers of warps and blocks, and by
// mbarriers.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Limit on complete phases of a barrier that threads may still have to leave.
static constexpr size_t mostPhases = 64;

//===----------------------------------------------------------------------===//
// Barriers of warps and blocks
//===----------------------------------------------------------------------===//

/// Adds all that lanes of a warp know, and that they have come so far, to
/// knowledge and to a row for the warp. `last`, if it is not null, is a part of
/// the knowledge: warps mostly know the same.
static void joinLanes(Knowledge &known, RowRef &row, Knowledge *last,
                      const WarpState &warp, LaneMask lanes) {
  row = RowRef(row ? new Row(*row) : new Row);
  warp.known.forEach(lanes, [&](const LaneKnowledge &each, LaneMask some) {
    if (!last || !(*last == each.base))
      known.join(each.base);
    if (last)
      *last = each.base;
    if (each.warpRow)
      for (unsigned i = 0; i != warpSize; ++i)
        row->epochs[i] = std::max(row->epochs[i], each.warpRow->epochs[i]);
    addShown(each.shown, known, warp.row, some);
  });
  for (const Waited &each : warp.waited)
    each.addTo(known, lanes);
  forLanes(lanes, [&](unsigned lane) { row->epochs[lane] = warp.epoch; });
}

void RaceChecker::syncWarp(Warp &warp, LaneMask lanes) {
  if (!state->checks.race)
    return;
  WarpState &w = state->warpOf(warp);
  // A reduction by shuffles makes many steps with no access between them.
  if (!(lanes & ~w.syncedLanes) && w.syncedVersion == w.version &&
      w.syncedAccess == warp.memory.accessesOutside())
    return;
  const LaneKnowledge *one = w.known.ofAll(lanes);
  if (one && one->shown == OwnShown() && w.waited.empty()) {
    // Mostly they learn only how far they have come.
    const RowRef row(one->warpRow ? new Row(*one->warpRow) : new Row);
    forLanes(lanes, [&](unsigned lane) { row->epochs[lane] = w.epoch; });
    w.known.change(lanes, [&](LaneKnowledge &each) { each.warpRow = row; });
  } else {
    LaneKnowledge sum;
    joinLanes(sum.base, sum.warpRow, /*last=*/nullptr, w, lanes);
    w.known.set(lanes, sum);
    w.forgetWaited(lanes);
  }
  w.tick();
  w.syncedLanes = lanes;
  w.syncedVersion = w.version;
  w.syncedAccess = warp.memory.accessesOutside();
}

void RaceChecker::arriveBarrier(Warp &warp, LaneMask lanes, unsigned barrier) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  BarrierState &b = block.barriers[barrier];
  b.rows.resize(block.rows.warps);
  joinLanes(b.joined, b.rows[warp.number], &b.lastJoined, w, lanes);
  w.tick();
}

void RaceChecker::completeBarrier(Block &block, unsigned barrier) {
  if (!state->checks.race)
    return;
  BlockState &s = state->blockOf(block);
  BarrierState &b = s.barriers[barrier];
  bool isOfAll = block.barriers[barrier].expected == 0;
  for (size_t i = 0; isOfAll && i != b.rows.size(); ++i)
    if (const Row *row = b.rows[i].get())
      s.common[i] = std::max(s.common[i], *std::min_element(row->epochs.begin(),
                                                            row->epochs.end()));
  // Warps mostly arrive with all lanes at one epoch, and share one row.
  for (size_t i = 1; i < b.rows.size(); ++i)
    if (b.rows[i] && b.rows[i - 1] &&
        b.rows[i]->epochs == b.rows[i - 1]->epochs)
      b.rows[i] = b.rows[i - 1];
  if (!b.rows.empty())
    b.joined.all.join(Clock(s.rows.first, b.rows));
  if (isOfAll) {
    s.commonClock = b.joined.all;
    ++s.commonPhases;
    state->settleByBarrier(block, s);
  }
  b.done.push_front({b.phase++, std::move(b.joined)});
  b.joined = b.lastJoined = {};
  b.rows.clear();
  if (b.done.size() > mostPhases)
    b.done.pop_back();
}

void RaceChecker::leaveBarrier(Warp &warp, LaneMask lanes, unsigned barrier,
                               uint64_t phase) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  const auto &done = block.barriers[barrier].done;
  const auto found = llvm::find_if(
      done, [=](const auto &each) { return each.first == phase; });
  if (found != done.end()) {
    // It has the knowledge of each of these lanes at its arrival.
    w.known.set(lanes, {found->second, nullptr, {}});
    w.forgetWaited(lanes);
  }
  ++w.version;
}

//===----------------------------------------------------------------------===//
// Mbarriers
//===----------------------------------------------------------------------===//

/// Arrivals and waits are atomic to each other, but the initialisation is a
/// plain write.
void State::checkInit(Warp &warp, Block &home, unsigned lane, uint64_t offset,
                      const MbarrierState &mbarrier) {
  BlockState &block = blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Actor actor{warp, w, block, blockOf(home).shared, /*isShared=*/true};
  actor.home = &home == &warp.block ? nullptr : &home;
  const Record &init = mbarrier.init;
  if (!init.lanes || actor.knows(lane, init))
    return;
  if (const StrongState *strong = w.lanes[lane].strong.get()) {
    const Row *row = strong->inits.all.row(init.row);
    if (row && covers(*row, init.lanes, init.epoch))
      return;
  }
  Record use = init;
  use.lanes = LaneMask(1) << lane;
  use.kind = Access::Atomic;
  reportRace(actor, init, use, offset);
}

void RaceChecker::initMbarrier(Warp &warp, unsigned lane, uint64_t offset) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  MbarrierState &mbarrier = block.mbarriers[offset] = {};
  mbarrier.init.row = w.row;
  mbarrier.init.lanes = LaneMask(1) << lane;
  mbarrier.init.epoch = w.epoch;
  mbarrier.init.site = state->site(warp, w);
  mbarrier.init.kind = Access::Store;
  mbarrier.init.bytes = 0xF;
}

void RaceChecker::invalidateMbarrier(Warp &warp, unsigned, uint64_t offset) {
  if (!state->checks.race)
    return;
  state->blockOf(warp.block).mbarriers.erase(offset);
}

void RaceChecker::arriveMbarrier(Warp &warp, unsigned lane, Block &home,
                                 uint64_t offset, MemoryOrder order, Scope) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  BlockState &owner = state->blockOf(home);
  MbarrierState &mbarrier = owner.mbarriers[offset];
  state->checkInit(warp, home, lane, offset, mbarrier);
  if (&owner != &block) {
    Record record;
    record.row = w.row;
    record.lanes = LaneMask(1) << lane;
    record.epoch = w.epoch;
    record.site = state->site(warp, w);
    record.kind = Access::Atomic;
    owner.arrivals.push_back({record, offset, mbarrier.phase});
  }
  StrongState *strong = w.lanes[lane].strong.get();
  mbarrier.pending.tensor.join(w.known[lane].base.tensor);
  if (isRelease(order)) {
    mbarrier.pending.join(state->tell(w, lane));
    w.tick();
  } else if (strong && strong->fence.isSet) {
    mbarrier.pending.join(state->tell(w, lane, strong->fence));
  }
}

void RaceChecker::completeMbarrier(Block &block, uint64_t offset) {
  if (!state->checks.race)
    return;
  MbarrierState &mbarrier = state->blockOf(block).mbarriers[offset];
  mbarrier.complete.join(mbarrier.pending);
  mbarrier.pending = {};
  ++mbarrier.phase;
}

void RaceChecker::observeMbarrier(Warp &warp, LaneMask lanes, uint64_t offset,
                                  MemoryOrder order, Scope) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  const MbarrierState &mbarrier = block.mbarriers[offset];
  races::forLanes(lanes, [&](unsigned lane) {
    state->checkInit(warp, warp.block, lane, offset, mbarrier);
  });
  llvm::erase_if(block.arrivals, [&](const RemoteArrival &arrival) {
    return arrival.offset == offset && arrival.phase < mbarrier.phase;
  });
  const Knowledge &complete = mbarrier.complete;
  if (isAcquire(order)) {
    w.known.change(lanes, [&](LaneKnowledge &known) {
      w.lastJoin.join(known.base, complete);
    });
    ++w.version;
    return;
  }
  if (!complete.tensor.isEmpty()) {
    w.known.change(lanes, [&](LaneKnowledge &known) {
      known.base.tensor.join(complete.tensor);
    });
    ++w.version;
  }
  races::forLanes(lanes, [&](unsigned lane) {
    StrongState &strong = w.lanes[lane].needStrong();
    strong.pending.join(complete);
    strong.widePending.join(complete);
  });
}

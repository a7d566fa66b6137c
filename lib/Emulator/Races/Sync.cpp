//===- Sync.cpp - Fences, strong accesses and barriers --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Release and Acquire Patterns" and "Memory
// synchronization". Passing on knowledge of a thread also increments the
// counter of its warp.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Limit on complete phases of a barrier that threads may still have to leave.
static constexpr size_t mostPhases = 64;
/// Limit on the places for which a lane remembers what its strong reads saw.
static constexpr size_t mostReads = 64;

static unsigned firstLane(LaneMask mask) {
  return static_cast<unsigned>(llvm::countr_zero(mask));
}

/// Calls `what` for each lane of a mask.
template <typename F> static void forLanes(LaneMask mask, F what) {
  for (; mask; mask &= mask - 1)
    what(firstLane(mask));
}

static bool isAcquire(MemoryOrder order) {
  return order == MemoryOrder::Acquire || order == MemoryOrder::AcqRel ||
         order == MemoryOrder::SeqCst;
}
static bool isRelease(MemoryOrder order) {
  return order == MemoryOrder::Release || order == MemoryOrder::AcqRel ||
         order == MemoryOrder::SeqCst;
}

static StrongState &strongOf(LaneState &lane) {
  if (!lane.strong)
    lane.strong = std::make_unique<StrongState>();
  return *lane.strong;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void State::beginBlock(Block &block, uint64_t number) {
  auto *made = new BlockState;
  block.raceState = std::shared_ptr<void>(made, [this](void *p) {
    auto *block = static_cast<BlockState *>(p);
    {
      std::lock_guard<std::mutex> guard(tables);
      freeShadows.push_back(std::move(block->shared));
      --blocks;
    }
    delete block;
  });
  const LaunchState &launch = block.launch;
  {
    std::lock_guard<std::mutex> guard(tables);
    freeShadows.reserve(++blocks);
    if (!freeShadows.empty()) {
      made->shared = std::move(freeShadows.back());
      freeShadows.pop_back();
    }
    made->rows = rows.takeBlock(launch, number, block.clusterShape,
                                static_cast<uint32_t>(block.warps.size()));
  }
  made->shared.clear();
  // The system makes its own part zero.
  if (launch.reservedSharedBytes)
    made->sharedWritten.mark(0, launch.reservedSharedBytes);
  made->warps = std::vector<WarpState>(block.warps.size());
  made->common.resize(block.warps.size());
  Knowledge known = knownBefore(launch, /*isAwaited=*/false);
  bool isOrdered = !launch.after.empty();
  for (uint32_t i = 0; i != made->rows.warps; ++i) {
    made->warps[i].row = made->rows.first + i;
    if (isOrdered)
      for (LaneState &lane : made->warps[i].lanes)
        lane.base = known;
  }
  made->isClusterWide = block.clusterSize() > 1;
}

void RaceChecker::beginBlock(Block &block, uint64_t number) {
  state->beginBlock(block, number);
}

//===----------------------------------------------------------------------===//
// Clocks
//===----------------------------------------------------------------------===//

void tessera::ptx::races::addShown(const OwnShown &shown, Knowledge &knowledge,
                                   uint32_t row, unsigned lane) {
  for (size_t i = 0; i != shown.size(); ++i) {
    Clock &proxied = knowledge.proxied[i];
    const Row *known = proxied.row(row);
    if (shown[i] && (!known || known->epochs[lane] < shown[i]))
      proxied.raise(row, lane, shown[i]);
  }
}

/// The knowledge that a lane passes on: `base`, knowledge from bar.warp.sync,
/// and its own steps.
static Knowledge tellOf(const Knowledge &base, const RowRef &warpRow,
                        const OwnShown &shown, uint32_t number, unsigned lane,
                        Epoch epoch) {
  RowRef known = join(base.all.rowRef(number), warpRow);
  RowRef row(known ? new Row(*known) : new Row);
  row->epochs[lane] = epoch;
  Knowledge told = base;
  told.all.join(Clock(number, row));
  addShown(shown, told, number, lane);
  return told;
}

Knowledge State::tell(WarpState &warp, unsigned lane) const {
  LaneState &state = warp.lanes[lane];
  state.settle();
  return tellOf(state.base, state.warpRow, state.shown, warp.row, lane,
                warp.epoch);
}

const Knowledge &State::tell(const WarpState &warp, unsigned lane,
                             Moment &moment) const {
  if (!moment.isTold)
    moment.told = tellOf(moment.base, moment.warpRow, moment.shown, warp.row,
                         lane, moment.epoch);
  moment.isTold = true;
  return moment.told;
}

Moment State::now(WarpState &warp, unsigned lane) const {
  LaneState &state = warp.lanes[lane];
  state.settle();
  return {true, state.base, state.warpRow, state.shown, warp.epoch, false, {}};
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

void State::fenceLane(BlockState &block, WarpState &warp, unsigned lane,
                      MemoryOrder order, Scope scope) {
  LaneState &state = warp.lanes[lane];
  StrongState &strong = strongOf(state);
  bool wide = isWide(block, scope);
  if (isAcquire(order))
    state.base.join(wide ? strong.widePending : strong.pending);
  if (wide && order == MemoryOrder::SeqCst) {
    state.base.all.join(state.base.seen);
    state.base.fenced.join(tell(warp, lane).all);
  }
  if (loads && order == MemoryOrder::SeqCst) {
    Clock &ordered = state.base.ordered;
    ordered.join(block.fenceOrder);
    if (wide)
      ordered.join(fenceOrder);
    Clock told = tell(warp, lane).all;
    told.join(ordered);
    block.fenceOrder.join(told);
    if (wide)
      fenceOrder.join(told);
  }
  if (!isRelease(order))
    return;
  strong.fence = now(warp, lane);
  if (wide)
    strong.wideFence = strong.fence;
}

void RaceChecker::fence(Warp &warp, LaneMask lanes, MemoryOrder order,
                        Scope scope) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  forLanes(lanes, [&](unsigned lane) {
    state->fenceLane(block, w, lane, order, scope);
  });
  w.tick();
}

//===----------------------------------------------------------------------===//
// Strong accesses
//===----------------------------------------------------------------------===//

/// Adds the knowledge that an acquire in a block takes from a location.
static void gain(Knowledge &knowledge, const BlockState &block,
                 const Location &location, bool wide) {
  for (const auto &entry : location.ofBlock)
    if (entry.first == block.rows.first)
      knowledge.join(entry.second);
  if (wide)
    knowledge.join(location.wide);
  if (wide || !location.hasMoreBlocks)
    return;
  // There are so many blocks that releases are kept as one: an acquire in the
  // scope of the block has from it what the block itself has done.
  for (uint32_t warp = 0; warp != block.rows.warps; ++warp)
    if (RowRef known = location.wide.all.rowRef(block.rows.first + warp))
      knowledge.all.join(Clock(block.rows.first + warp, known));
}

static void contribute(Location &location, const BlockState &block,
                       const Knowledge &knowledge, bool wide) {
  if (wide)
    location.wide.join(knowledge);
  for (auto &entry : location.ofBlock)
    if (entry.first == block.rows.first)
      return entry.second.join(knowledge);
  if (wide && location.ofBlock.size() >= Location::mostBlocks)
    location.hasMoreBlocks = true;
  else
    location.ofBlock.push_back({block.rows.first, knowledge});
}

static void remember(Location &location, Location::Release release) {
  auto &releases = location.releases;
  for (auto it = releases.begin(); it != releases.end(); ++it)
    if (it->row == release.row && it->lane == release.lane) {
      releases.erase(it);
      break;
    }
  if (releases.size() == Location::mostReleases)
    releases.erase(releases.begin());
  releases.push_back(std::move(release));
}

/// PTX ISA, sections "Fence-SC Order" and "Causality": of two fence.sc, one
/// comes first if an access after it was seen to come before one that precedes
/// the other. Otherwise either may come first.
static void followFences(Knowledge &knowledge, Location &location,
                         bool isWrite) {
  knowledge.seen.join(location.fencedWrites);
  if (isWrite)
    knowledge.seen.join(location.fencedReads);
  (isWrite ? location.fencedWrites : location.fencedReads)
      .join(knowledge.fenced);
}

/// The read of a strong access: an acquire takes the knowledge that it sees at
/// once; otherwise it is kept for a later acquire operation on the same place
/// or an acquire fence.
void State::acquire(const BlockState &block, WarpState &warp, LaneState &state,
                    const Request &request, uint64_t address,
                    const Location *location) {
  bool wide = isWide(block, request.scope);
  auto key = std::make_pair(request.space == Space::Shared, address);
  if (request.home)
    key.second |= uint64_t(request.home->rank + 1) << clusterRankShift << 8;
  if (isAcquire(request.order)) {
    ++warp.version;
    if (location)
      gain(state.base, block, *location, wide);
    if (!state.strong)
      return;
    auto before = state.strong->reads.find(key);
    if (before != state.strong->reads.end())
      state.base.join(wide ? before->second.second : before->second.first);
    return;
  }
  if (!location)
    return;
  StrongState &strong = strongOf(state);
  gain(strong.pending, block, *location, false);
  gain(strong.widePending, block, *location, wide);
  if (strong.reads.size() >= mostReads && !strong.reads.count(key))
    strong.reads.clear();
  auto &[own, all] = strong.reads[key];
  gain(own, block, *location, false);
  gain(all, block, *location, wide);
}

/// A lane's strong access takes the knowledge that releases have left at its
/// location, and leaves its own, if it releases.
void State::synchronizeLane(const Request &request, Shadow &shadow,
                            BlockState &block, WarpState &warp, unsigned lane,
                            bool isRead, bool isWrite) {
  uint64_t address = request.addresses[lane];
  Page &page = shadow.page(address);
  LaneState &state = warp.lanes[lane];
  bool wide = isWide(block, request.scope);
  auto found = page.locations.find(address % pageBytes);
  Location *location =
      found == page.locations.end() ? nullptr : found->second.get();
  const Location *seen = locationSeen(warp, lane, address, location);
  Clock &tensor = state.base.tensor;
  if (isRead && location && !location->tensor.isEmpty()) {
    tensor.join(location->tensor);
    ++warp.version;
  }
  if (isRead)
    acquire(block, warp, state, request, address, seen);
  if (!isWrite && seen != location)
    return; // an older value shows nothing of the newest write
  bool releases = isWrite && isRelease(request.order);
  StrongState *strong = state.strong.get();
  bool hasFence = isWrite && strong && strong->fence.isSet;
  bool isFenced = wide && !state.base.fenced.isEmpty();
  bool hasTensor = isWrite && !tensor.isEmpty();
  if (!location) {
    if (!releases && !hasFence && !isFenced && !hasTensor)
      return;
    location =
        (page.locations[address % pageBytes] = std::make_unique<Location>())
            .get();
  }
  if (wide)
    followFences(state.base, *location, isWrite);
  if (!isWrite)
    return;
  location->tensor.join(tensor);
  if (request.kind == Access::Store)
    location->overwrite();
  for (const Location::Release &old : location->releases)
    if (old.row == warp.row && old.lane == lane)
      contribute(*location, block, old.knowledge, old.isWide && wide);
  if (hasFence && wide && strong->wideFence.isSet)
    contribute(*location, block, tell(warp, lane, strong->wideFence), true);
  // Mostly both are the same fence, so that a list of all blocks is not needed.
  bool isSame = wide && hasFence && strong->wideFence.isSet &&
                strong->wideFence.epoch == strong->fence.epoch;
  if (hasFence && !isSame)
    contribute(*location, block, tell(warp, lane, strong->fence), false);
  if (!releases)
    return;
  Knowledge told = tell(warp, lane);
  contribute(*location, block, told, wide);
  remember(*location, {warp.row, lane, wide, std::move(told)});
}

void State::acquireFirst(Warp &warp, const Request &request) {
  if (!isAcquire(request.order))
    return;
  BlockState &block = blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Shadow &shadow = shadowOf(warp, request);
  forLanes(request.lanes, [&](unsigned lane) {
    uint64_t address = request.addresses[lane];
    Page &page = shadow.page(address);
    auto found = page.locations.find(address % pageBytes);
    if (found != page.locations.end())
      acquire(block, w, w.lanes[lane], request, address,
              locationSeen(w, lane, address, found->second.get()));
  });
}

void State::synchronize(Warp &warp, const Request &request, LaneMask failed,
                        bool isReduction) {
  BlockState &block = blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  bool isRead = request.kind != Access::Store && !isReduction;
  bool isShared = request.space == Space::Shared;
  Actor actor{warp, w, block, shadowOf(warp, request), isShared};
  forLanes(request.lanes, [&](unsigned lane) {
    bool isWrite = request.kind != Access::Load && !(failed >> lane & 1);
    uint64_t address = request.addresses[lane];
    if (isWrite || !locationSeen(w, lane, address, nullptr))
      observe(actor, request, lane, isWrite);
    synchronizeLane(request, actor.shadow, block, w, lane, isRead, isWrite);
  });
  if (request.kind != Access::Load && isRelease(request.order))
    w.tick();
}

/// A weak store ends release sequences.
void State::forgetLocations(Shadow &shadow, uint64_t address, uint64_t size) {
  Page &page = shadow.page(address);
  forgetValues(page, address, size, /*isSame=*/false);
  if (page.locations.empty() && page.observations.empty())
    return;
  for (uint64_t i = 0; i != size; ++i) {
    page.observations.erase((address + i) % pageBytes);
    auto found = page.locations.find((address + i) % pageBytes);
    if (found == page.locations.end())
      continue;
    found->second->overwrite();
  }
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

void RaceChecker::syncWarp(Warp &warp, LaneMask lanes) {
  if (!state->checks.race)
    return;
  WarpState &w = state->warpOf(warp);
  // A reduction by shuffles makes many steps with no access between them.
  if (!(lanes & ~w.syncedLanes) && w.syncedVersion == w.version &&
      w.syncedAccess == warp.memory.accessesOutside())
    return;
  forLanes(lanes, [&](unsigned lane) { w.lanes[lane].settle(); });
  LaneState &first = w.lanes[firstLane(lanes)];
  Knowledge base = first.base;
  RowRef row(first.warpRow ? new Row(*first.warpRow) : new Row);
  forLanes(lanes, [&](unsigned lane) {
    const LaneState &other = w.lanes[lane];
    if (!(other.base == base))
      base.join(other.base);
    if (other.warpRow && other.warpRow != first.warpRow)
      for (unsigned i = 0; i != warpSize; ++i)
        row->epochs[i] = std::max(row->epochs[i], other.warpRow->epochs[i]);
  });
  forLanes(lanes, [&](unsigned lane) {
    row->epochs[lane] = w.epoch;
    addShown(w.lanes[lane].shown, base, w.row, lane);
  });
  forLanes(lanes, [&](unsigned lane) {
    w.lanes[lane].base = base;
    w.lanes[lane].warpRow = row;
    w.lanes[lane].shown = {};
  });
  w.tick();
  w.syncedLanes = lanes;
  w.syncedVersion = w.version;
  w.syncedAccess = warp.memory.accessesOutside();
}

/// Adds to a clock what lanes have waited for. They mostly wait for operations
/// of the same instructions, each for its own: such are one step of the clock.
static void joinWaited(Clock &clock, const WarpState &warp, LaneMask lanes) {
  bool isAny = true;
  for (size_t i = 0; isAny; ++i) {
    Doer doer;
    LaneMask doers = 0;
    isAny = false;
    forLanes(lanes, [&](unsigned lane) {
      const auto &waited = warp.lanes[lane].waited;
      if (i >= waited.size())
        return;
      isAny = true;
      if (doers && (waited[i].row != doer.row || waited[i].epoch != doer.epoch))
        clock.raiseLanes(doer.row, std::exchange(doers, 0), doer.epoch);
      doer = waited[i];
      doers |= LaneMask(1) << doer.lane;
    });
    if (doers)
      clock.raiseLanes(doer.row, doers, doer.epoch);
  }
}

void RaceChecker::arriveBarrier(Warp &warp, LaneMask lanes, unsigned barrier) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  BarrierState &b = block.barriers[barrier];
  b.rows.resize(block.rows.warps);
  RowRef &row = b.rows[warp.number];
  row = RowRef(row ? new Row(*row) : new Row);
  const LaneState *last = nullptr;
  forLanes(lanes, [&](unsigned lane) {
    const LaneState &other = w.lanes[lane];
    if (!last || !(last->base == other.base))
      b.joined.join(other.base);
    addShown(other.shown, b.joined, w.row, lane);
    if (other.warpRow && (!last || other.warpRow != last->warpRow))
      for (unsigned i = 0; i != warpSize; ++i)
        row->epochs[i] = std::max(row->epochs[i], other.warpRow->epochs[i]);
    last = &other;
  });
  joinWaited(b.joined.all, w, lanes);
  forLanes(lanes, [&](unsigned lane) { row->epochs[lane] = w.epoch; });
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
  if (isOfAll)
    s.commonClock = b.joined.all;
  b.done.push_back({b.phase++, std::move(b.joined)});
  b.joined = {};
  b.rows.clear();
  if (b.done.size() > mostPhases)
    b.done.pop_front();
}

void RaceChecker::leaveBarrier(Warp &warp, LaneMask lanes, unsigned barrier,
                               uint64_t phase) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  for (const auto &done : block.barriers[barrier].done)
    if (done.first == phase)
      // It has the knowledge of each of these lanes at its arrival.
      forLanes(lanes, [&](unsigned lane) {
        w.lanes[lane].base = done.second;
        w.lanes[lane].warpRow = nullptr;
        w.lanes[lane].shown = {};
        w.lanes[lane].waited.clear();
      });
  ++w.version;
}

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
  mbarrier.pending.tensor.join(w.lanes[lane].base.tensor);
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

void RaceChecker::observeMbarrier(Warp &warp, unsigned lane, uint64_t offset,
                                  MemoryOrder order, Scope) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  const MbarrierState &mbarrier = block.mbarriers[offset];
  state->checkInit(warp, warp.block, lane, offset, mbarrier);
  llvm::erase_if(block.arrivals, [&](const RemoteArrival &arrival) {
    return arrival.offset == offset && arrival.phase < mbarrier.phase;
  });
  const Knowledge &complete = mbarrier.complete;
  LaneState &l = w.lanes[lane];
  if (isAcquire(order)) {
    w.lastJoin.join(l.base, complete);
    ++w.version;
    return;
  }
  if (!complete.tensor.isEmpty()) {
    l.base.tensor.join(complete.tensor);
    ++w.version;
  }
  strongOf(l).pending.join(complete);
  strongOf(l).widePending.join(complete);
}

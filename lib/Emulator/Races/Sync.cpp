//===- Sync.cpp - Fences and strong accesses ------------------------------===//
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

/// Limit on the places for which a lane remembers what its strong reads saw.
static constexpr size_t mostReads = 64;
/// Limit on the memos of warps that have ended, and on the count of their
/// knowledge, which must not begin anew.
static constexpr size_t mostMemos = 256;
static constexpr uint32_t mostVersion = 1u << 31;

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

void State::endBlock(BlockState &block) {
  std::lock_guard<std::mutex> guard(tables);
  reused.push_back({std::move(block.shared), std::move(block.turnGuesses)});
  --blocks;
  for (WarpState &warp : block.warps)
    if (warp.memos && warp.version <= mostVersion &&
        freeMemos.size() != freeMemos.capacity()) {
      warp.memos->nextVersion = warp.version + 1;
      freeMemos.push_back(std::move(warp.memos));
    }
}

void State::beginBlock(Block &block, uint64_t number) {
  std::vector<WarpState> warps(block.warps.size());
  auto *made = new BlockState;
  block.raceState = std::shared_ptr<void>(made, [this](void *p) {
    auto *block = static_cast<BlockState *>(p);
    endBlock(*block);
    delete block;
  });
  const LaunchState &launch = block.launch;
  {
    std::lock_guard<std::mutex> guard(tables);
    freeMemos.reserve(mostMemos);
    for (WarpState &warp : warps) {
      if (freeMemos.empty()) {
        warp.memos = std::make_unique<StepMemos>();
        continue;
      }
      warp.memos = std::move(freeMemos.back());
      warp.version = warp.memos->nextVersion;
      freeMemos.pop_back();
    }
    reused.reserve(++blocks);
    if (!reused.empty()) {
      made->shared = std::move(reused.back().shared);
      made->turnGuesses = std::move(reused.back().turnGuesses);
      reused.pop_back();
    }
    made->rows = rows.takeBlock(launch, number, block.clusterShape,
                                static_cast<uint32_t>(block.warps.size()));
  }
  made->shared.clear();
  // The system makes its own part zero.
  if (launch.reservedSharedBytes)
    made->sharedWritten.mark(0, launch.reservedSharedBytes);
  made->warps = std::move(warps);
  made->common.resize(block.warps.size());
  Knowledge known = knownBefore(launch, /*isAwaited=*/false);
  bool isOrdered = !launch.after.empty();
  for (uint32_t i = 0; i != made->rows.warps; ++i) {
    made->warps[i].row = made->rows.first + i;
    if (isOrdered)
      made->warps[i].known.set(allLanes, {known, nullptr, {}});
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
                                   uint32_t row, LaneMask lanes) {
  for (size_t i = 0; i != shown.size(); ++i) {
    Clock &proxied = knowledge.proxied[i];
    const Row *known = proxied.row(row);
    if (shown[i] && !(known && covers(*known, lanes, shown[i])))
      proxied.raiseLanes(row, lanes, shown[i]);
  }
}

/// The knowledge that a lane passes on: what it knows, and its own steps.
static Knowledge tellOf(const LaneKnowledge &known, uint32_t number,
                        unsigned lane, Epoch epoch) {
  const RowRef ofWarp = join(known.base.all.rowRef(number), known.warpRow);
  RowRef row(ofWarp ? new Row(*ofWarp) : new Row);
  row->epochs[lane] = epoch;
  Knowledge told = known.base;
  told.all.join(Clock(number, row));
  addShown(known.shown, told, number, LaneMask(1) << lane);
  return told;
}

Knowledge State::tell(WarpState &warp, unsigned lane) const {
  warp.settle(LaneMask(1) << lane);
  return tellOf(warp.known[lane], warp.row, lane, warp.epoch);
}

const Knowledge &State::tell(const WarpState &warp, unsigned lane,
                             Moment &moment) const {
  if (!moment.isTold)
    moment.told = tellOf(moment, warp.row, lane, moment.epoch);
  moment.isTold = true;
  return moment.told;
}

Moment State::now(WarpState &warp, unsigned lane) const {
  warp.settle(LaneMask(1) << lane);
  return {warp.known[lane], true, warp.epoch, false, {}};
}

//===----------------------------------------------------------------------===//
// Fences
//===----------------------------------------------------------------------===//

void State::fenceLane(BlockState &block, WarpState &warp, unsigned lane,
                      MemoryOrder order, Scope scope) {
  StrongState &strong = warp.lanes[lane].needStrong();
  bool wide = isWide(block, scope);
  if (isAcquire(order))
    warp.known.changeOne(lane, [&](LaneKnowledge &known) {
      known.base.join(wide ? strong.widePending : strong.pending);
    });
  if (wide && order == MemoryOrder::SeqCst) {
    warp.settle(LaneMask(1) << lane);
    warp.known.changeOne(lane, [&](LaneKnowledge &known) {
      known.base.all.join(known.base.seen);
      known.base.fenced.join(tellOf(known, warp.row, lane, warp.epoch).all);
    });
  }
  if (loads && order == MemoryOrder::SeqCst) {
    Clock told = tell(warp, lane).all;
    warp.known.changeOne(lane, [&](LaneKnowledge &known) {
      Clock &ordered = known.base.ordered;
      ordered.join(block.fenceOrder);
      if (wide)
        ordered.join(fenceOrder);
      told.join(ordered);
    });
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
void State::acquire(const BlockState &block, WarpState &warp, unsigned lane,
                    const Request &request, const Location *location) {
  LaneState &state = warp.lanes[lane];
  const uint64_t address = request.addresses[lane];
  bool wide = isWide(block, request.scope);
  auto key = std::make_pair(request.space == Space::Shared, address);
  if (request.home)
    key.second |= uint64_t(request.home->rank + 1) << clusterRankShift << 8;
  if (isAcquire(request.order)) {
    ++warp.version;
    warp.known.changeOne(lane, [&](LaneKnowledge &known) {
      if (location)
        gain(known.base, block, *location, wide);
      if (!state.strong)
        return;
      auto before = state.strong->reads.find(key);
      if (before != state.strong->reads.end())
        known.base.join(wide ? before->second.second : before->second.first);
    });
    return;
  }
  if (!location)
    return;
  StrongState &strong = state.needStrong();
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
  bool wide = isWide(block, request.scope);
  auto found = page.locations.find(address % pageBytes);
  Location *location =
      found == page.locations.end() ? nullptr : found->second.get();
  const Location *seen = locationSeen(warp, lane, address, location);
  if (isRead && location && !location->tensor.isEmpty()) {
    warp.known.changeOne(lane, [&](LaneKnowledge &known) {
      known.base.tensor.join(location->tensor);
    });
    ++warp.version;
  }
  if (isRead)
    acquire(block, warp, lane, request, seen);
  if (!isWrite && seen != location)
    return; // an older value shows nothing of the newest write
  bool releases = isWrite && isRelease(request.order);
  StrongState *strong = warp.lanes[lane].strong.get();
  bool hasFence = isWrite && strong && strong->fence.isSet;
  const Clock tensor = warp.known[lane].base.tensor;
  bool isFenced = wide && !warp.known[lane].base.fenced.isEmpty();
  bool hasTensor = isWrite && !tensor.isEmpty();
  if (!location) {
    if (!releases && !hasFence && !isFenced && !hasTensor)
      return;
    location =
        (page.locations[address % pageBytes] = std::make_unique<Location>())
            .get();
  }
  if (wide)
    warp.known.changeOne(lane, [&](LaneKnowledge &known) {
      followFences(known.base, *location, isWrite);
    });
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
      acquire(block, w, lane, request,
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

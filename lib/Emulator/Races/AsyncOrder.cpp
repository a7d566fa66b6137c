//===- AsyncOrder.cpp - The order of asynchronous operations --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous Operations". An operation knows all that its
// lane knew when it began, and only waits for it are ordered behind it.
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

static AsyncSlot *findSlot(BlockState &block, AsyncAgent agent, Epoch &epoch) {
  uint32_t number = agent & ((1u << asyncSlotBits) - 1);
  if (agent == noAgent || number >= block.slots.size())
    return nullptr;
  AsyncSlot &slot = block.slots[number];
  epoch = slot.epoch - ((slot.epoch - (agent >> asyncSlotBits)) &
                        ((1u << (32 - asyncSlotBits)) - 1));
  return &slot;
}

/// True if a lane knows that the operations of a slot are over.
static bool hasSeen(const WarpState &warp, unsigned lane,
                    const AsyncSlot &slot) {
  return warp.knows(lane, slot.row, slot.lanes, slot.epoch) &&
         warp.knows(lane, slot.row + 1, slot.lanes, slot.epoch);
}

/// Takes the number of a slot that can be used again out of a list, the oldest
/// of which are its first `most`; none if there is none.
template <typename F>
static std::optional<uint32_t> takeAgain(std::vector<uint32_t> &slots,
                                         size_t most, F isOver) {
  const auto end = slots.begin() + std::min(most, slots.size());
  const auto again = std::find_if(slots.begin(), end, isOver);
  if (again == end)
    return std::nullopt;
  const uint32_t number = *again;
  slots.erase(again);
  return number;
}

/// Begins an operation in a slot, with what a lane knows now.
static AsyncAgent beginIn(State &state, BlockState &block, WarpState &warp,
                          uint32_t number, unsigned lane, Proxy proxy) {
  AsyncSlot &slot = block.slots[number];
  ++slot.epoch;
  slot.proxy = proxy;
  slot.version = warp.version;
  slot.begin = state.now(warp, lane);
  return number | slot.epoch << asyncSlotBits;
}

/// True if an operation that is under way can go on as what lanes of a warp begin.
static bool isOpen(BlockState &block, const WarpState &warp, LaneMask lanes,
                   AsyncAgent agent) {
  Epoch epoch;
  const AsyncSlot *slot = findSlot(block, agent, epoch);
  return slot && slot->epoch == epoch && slot->lanes == lanes &&
         slot->version == warp.version;
}

AsyncAgent RaceChecker::beginAsync(Warp &warp, unsigned lane, Proxy proxy,
                                   AsyncAgent last) {
  if (!state->checks.race)
    return noAgent;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  if (isOpen(block, w, LaneMask(1) << lane, last))
    return last;
  LaneState &l = w.lanes[lane];
  std::optional<uint32_t> number =
      takeAgain(l.slots, 2, [&](uint32_t candidate) {
        return hasSeen(w, lane, block.slots[candidate]);
      });
  if (!number) {
    number = static_cast<uint32_t>(block.slots.size());
    if (*number >> asyncSlotBits)
      return noAgent;
    size_t order = l.slots.size();
    if (order >= w.asyncRows.size())
      w.asyncRows.push_back(state->takePair(block, warp, w.asyncPairs++));
    AsyncSlot slot;
    slot.row = w.asyncRows[order];
    slot.lanes = LaneMask(1) << lane;
    block.slots.push_back(slot);
  }
  l.slots.push_back(*number);
  return beginIn(*state, block, w, *number, lane, proxy);
}

std::optional<AsyncAgent>
RaceChecker::beginTogether(Warp &warp, LaneMask lanes,
                           std::optional<AsyncAgent> last) {
  if (!state->checks.race)
    return noAgent;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  if (!w.areAlike(warp.live))
    return std::nullopt;
  if (last && isOpen(block, w, lanes, *last))
    return last;
  const auto lane = static_cast<unsigned>(llvm::countr_zero(lanes));
  // As many as a thread has under way in a loop of some stages.
  constexpr size_t mostLooked = 4;
  std::optional<uint32_t> number =
      takeAgain(w.slots, mostLooked, [&](uint32_t candidate) {
        const AsyncSlot &slot = block.slots[candidate];
        return slot.lanes == lanes && hasSeen(w, lane, slot);
      });
  if (!number) {
    number = static_cast<uint32_t>(block.slots.size());
    if (*number >> asyncSlotBits)
      return std::nullopt;
    AsyncSlot slot;
    slot.row = state->takePair(block, warp, w.asyncPairs++);
    slot.lanes = lanes;
    block.slots.push_back(slot);
  }
  w.slots.push_back(*number);
  return beginIn(*state, block, w, *number, lane, Proxy::Generic);
}

void RaceChecker::joinAsync(Warp &warp, LaneMask lanes, AsyncAgent agent,
                            bool readsOnly) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Epoch epoch;
  const AsyncSlot *slot = findSlot(block, agent, epoch);
  if (!slot)
    return;
  Waited operations;
  operations.row = slot->row;
  operations.epoch = epoch;
  operations.doers = slot->lanes;
  operations.absent = slot->absent();
  operations.readsOnly = readsOnly;
  operations.waiters = lanes;
  w.wait(operations);
  ++w.version;
}

void RaceChecker::joinAll(Warp &warp, llvm::ArrayRef<AsyncAgent> agents) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  w.known.change(allLanes, [&](LaneKnowledge &known) {
    for (AsyncAgent agent : agents) {
      Epoch epoch;
      const AsyncSlot *slot = findSlot(block, agent, epoch);
      for (uint32_t part = 0; slot && part != 2; ++part)
        known.base.all.raise(slot->row + part, slot->lane(), epoch);
    }
  });
  ++w.version;
}

void RaceChecker::arriveAsync(Block &block, unsigned lane, AsyncAgent agent,
                              Block &home, uint64_t offset) {
  if (!state->checks.race)
    return;
  BlockState &s = state->blockOf(block);
  Epoch epoch;
  // PTX ISA, section "Asynchronous Operations": this orders only the operation
  // itself, not the accesses before it.
  AsyncSlot *slot = findSlot(s, agent, epoch);
  if (!slot)
    return;
  Knowledge &pending = state->blockOf(home).mbarriers[offset].pending;
  for (uint32_t row : {slot->row, slot->row + 1})
    pending.all.raise(row, slot->laneFor(lane), epoch);
  pending.tensor.join(slot->begin.base.tensor);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

RaceStep RaceChecker::endAccesses(Warp &warp) {
  if (!state->checks.race)
    return {};
  WarpState &w = state->warpOf(warp);
  const RaceStep step = {w.row, allLanes, w.epoch};
  RowRef row(new Row);
  row->epochs.fill(w.epoch);
  const Clock own(w.row, row);
  w.known.change(allLanes,
                 [&](LaneKnowledge &known) { known.base.tensor.join(own); });
  w.tick();
  return step;
}

RaceStep RaceChecker::endWork(Warp &warp, unsigned lane, AsyncAgent agent) {
  if (!state->checks.race)
    return {};
  BlockState &block = state->blockOf(warp.block);
  Epoch epoch;
  const AsyncSlot *slot = findSlot(block, agent, epoch);
  if (!slot)
    return {};
  Clock &ended = block.warps[warp.number].endedWork[lane];
  for (uint32_t row : {slot->row, slot->row + 1})
    ended.raise(row, lane, epoch);
  return {slot->row + 1, slot->lanes, epoch};
}

void RaceChecker::commitWork(Warp &warp, unsigned lane,
                             llvm::ArrayRef<AsyncAgent> underWay, Block &home,
                             uint64_t offset) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  Knowledge &pending = state->blockOf(home).mbarriers[offset].pending;
  const Clock &ended = block.warps[warp.number].endedWork[lane];
  pending.all.join(ended);
  pending.tensor.join(ended);
  for (AsyncAgent agent : underWay) {
    Epoch epoch;
    if (const AsyncSlot *slot = findSlot(block, agent, epoch))
      pending.tensor.raise(slot->row + 1, lane, epoch);
  }
}

bool RaceChecker::follows(Warp &warp, LaneMask lanes,
                          const RaceStep &step) const {
  if (!step.lanes)
    return true;
  const WarpState &w = state->warpOf(warp);
  if (step.row == w.row)
    return true;
  return w.known.anyOf(lanes, [&](const LaneKnowledge &known) {
    const Row *row = known.base.tensor.row(step.row);
    for (LaneMask left = step.lanes; row && left; left &= left - 1)
      if (covers(*row, left & -left, step.epoch))
        return true;
    return false;
  });
}

//===----------------------------------------------------------------------===//
// Fences of the async proxy
//===----------------------------------------------------------------------===//

/// Shows the knowledge of lanes to a proxy. Operations that they have waited for are
/// marked. Warps of a block mostly know the same.
static void showProxy(BlockState &block, WarpState &warp, LaneMask lanes,
                      Proxied what) {
  for (Waited &each : warp.waited)
    each.shown[what] |= each.waiters & lanes;
  warp.known.change(lanes, [&](LaneKnowledge &known) {
    Clock &proxied = known.base.proxied[what];
    proxied = block.shownSums[what].of(proxied, known.base.all);
    if (known.warpRow)
      proxied.join(Clock(warp.row, known.warpRow));
    known.shown[what] = warp.epoch;
  });
}

void RaceChecker::proxyFence(Warp &warp, LaneMask lanes, Space space) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  if (space != Space::Global)
    showProxy(block, w, lanes, Proxied::SharedMemory);
  if (space != Space::Shared)
    showProxy(block, w, lanes, Proxied::GlobalMemory);
  w.tick();
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

bool Actor::isProxied(const Record &record, Proxied what) const {
  const Moment &begin = agent->begin;
  LaneMask lanes = record.lanes;
  if (record.row == state.row && begin.shown[what] >= record.epoch)
    lanes &= ~agent->lanes;
  const Row *row = begin.base.proxied[what].row(record.row);
  return !lanes || (row && covers(*row, lanes, record.epoch));
}

bool Actor::isAcquired(const Record &record,
                       std::initializer_list<Clock MapFence::*> clocks) const {
  return mapFences->any(block.rows, [&](const MapFence &each) {
    for (Clock MapFence::*clock : clocks) {
      const Row *row = (each.*clock).row(record.row);
      if (!row || !covers(*row, record.lanes, record.epoch))
        return false;
    }
    Record fence;
    fence.row = each.doer.row;
    fence.lanes = LaneMask(1) << each.doer.lane;
    fence.epoch = each.doer.epoch;
    fence.kind = Access::Load;
    return knows(agent->lane(), fence);
  });
}

void RaceChecker::releaseMaps(Warp &warp, LaneMask lanes, Scope scope) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  std::lock_guard<std::mutex> guard(state->mapMutex);
  showProxy(block, w, lanes, Proxied::TensorMaps);
  for (; lanes; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(llvm::countr_zero(lanes));
    const Clock shown =
        state->tell(w, lane).proxied[size_t(Proxied::TensorMaps)];
    block.mapsReleased.join(shown);
    if (block.isClusterWide && scope >= Scope::Cluster)
      State::clusterOf(warp.block.getCluster()).mapsReleased.join(shown);
    if (scope >= Scope::Gpu)
      state->mapsReleased.join(shown);
  }
  w.tick();
}

void RaceChecker::fenceMap(Warp &warp, unsigned lane, uint64_t address,
                           Scope scope) {
  if (!state->checks.race)
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  block.fencedMaps.insert(address);
  Knowledge known = state->tell(w, lane);
  std::lock_guard<std::mutex> guard(state->mapMutex);
  // Two threads of a block are in any scope of the other.
  Clock released = block.mapsReleased;
  if (block.isClusterWide && scope >= Scope::Cluster)
    released.join(State::clusterOf(warp.block.getCluster()).mapsReleased);
  if (scope >= Scope::Gpu)
    released.join(state->mapsReleased);
  // The end of a launch needs no fence.
  for (bool isAwaited : {false, true})
    released.join(state->knownBefore(warp.block.launch, isAwaited)
                      .proxied[Proxied::TensorMaps]);
  state->mapFences[address].add({{w.row, lane, w.epoch},
                                 std::move(known.all),
                                 std::move(known.proxied[Proxied::TensorMaps]),
                                 std::move(released)});
  w.tick();
}

/// An access of all lanes of a slot to whole words or parts of them.
static Record recordOf(const AsyncSlot &slot, Access kind, uint32_t site) {
  Record record;
  record.row = slot.row + (kind != Access::Load);
  record.lanes = slot.lanes;
  record.epoch = slot.epoch;
  record.site = site;
  record.kind = kind;
  record.how.isAsync = slot.proxy == Proxy::Async;
  // Reductions are .relaxed in a scope that includes all who reach the memory.
  record.how.isStrong = record.how.isWide = kind == Access::Atomic;
  record.how.shift = 2;
  return record;
}

void RaceChecker::accessAsync(Warp &warp, unsigned lane, AsyncAgent agent,
                              Access kind, Space space, uint64_t address,
                              uint64_t size, Block *home, bool leavesUnwritten,
                              uint8_t turn) {
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  if (state->checks.memory && !leavesUnwritten)
    state->checkWrittenRange(warp, lane, kind, space, address, size, home);
  Epoch epoch;
  const AsyncSlot *slot = findSlot(block, agent, epoch);
  bool isOutside = space == Space::Global || space == Space::Shared;
  if (!state->checks.race || !isOutside || warp.hasFaulted() || !slot)
    return;
  bool isShared = space == Space::Shared;
  BlockState &owner = home ? state->blockOf(*home) : block;
  Record record = recordOf(*slot, kind, state->site(warp, w));
  if (turn && llvm::isPowerOf2_64(size) && size <= Page::lineBytes &&
      address % size == 0) {
    record.turn = turn;
    record.lanes = llvm::rotr(record.lanes,
                              static_cast<int>(Record::turnAt(address, turn)));
  }
  auto accessPiece = [&](Shadow &shadow, uint64_t at, uint64_t count) {
    Actor actor{warp, w, block, shadow, isShared, slot};
    actor.home = isShared && &owner != &block ? home : nullptr;
    if (shadow.chains.wantsCollection())
      shadow.collect();
    return state->accessWords(actor, record, at, count);
  };
  if (isShared) {
    state->settle(warp.block, owner.shared, pagesOf(address, size),
                  kind != Access::Load);
    accessPiece(owner.shared, address, size);
  }
  if (!isShared)
    state->forEachPiece(warp, address, size, accessPiece);
}

void RaceChecker::accessRows(Warp &warp, unsigned lane, AsyncAgent agent,
                             Access kind, Pieces rows) {
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Epoch epoch;
  const AsyncSlot *slot = findSlot(block, agent, epoch);
  Record record;
  if (slot)
    record = recordOf(*slot, kind, state->site(warp, w));
  // Chains are those of one shadow until it collects them.
  State::KnownStep known;
  std::optional<Actor> actor;
  uint32_t generation = 0;
  auto accessPiece = [&](Shadow &shadow, uint64_t at, uint64_t count) {
    if (shadow.chains.wantsCollection())
      shadow.collect();
    if (!actor || &actor->shadow != &shadow ||
        generation != shadow.chains.generation) {
      known = {};
      generation = shadow.chains.generation;
      actor.emplace(Actor{warp, w, block, shadow, /*isShared=*/false, slot});
    }
    return state->accessWords(*actor, record, at, count, known);
  };
  for (auto [address, size] : rows) {
    if (state->checks.memory)
      state->checkWrittenRange(warp, lane, kind, Space::Global, address, size,
                               /*home=*/nullptr);
    if (warp.hasFaulted())
      return;
    if (state->checks.race && slot)
      state->forEachPiece(warp, address, size, accessPiece);
  }
}

void RaceChecker::readPieces(Warp &warp, unsigned lane, AsyncAgent agent,
                             const SharedPieces &pieces, Block *home) {
  if (pieces->empty())
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Epoch epoch;
  const AsyncSlot *slot = findSlot(block, agent, epoch);
  BlockState &owner = home ? state->blockOf(*home) : block;
  Shadow &shadow = owner.shared;
  if (shadow.chains.wantsCollection())
    shadow.collect();
  Actor actor{warp, w, block, shadow, /*isShared=*/true, slot};
  actor.home = &owner != &block ? home : nullptr;
  Record record;
  if (slot)
    record = recordOf(*slot, Access::Load, state->site(warp, w));
  const bool isChecked = state->checks.race && slot;
  const bool isPostponed = isChecked && state->postpone(actor, record, pieces);
  // Mostly all is written from the first to the last piece.
  const uint64_t first = pieces->front().first;
  const bool isAnyUnwritten =
      state->checks.memory &&
      !owner.sharedWritten.hasAll(first, pieces->back().first +
                                             pieces->back().second - first);
  if (isPostponed && !isAnyUnwritten)
    return;
  State::KnownStep known;
  for (auto [address, size] : *pieces) {
    if (isAnyUnwritten)
      state->checkWrittenRange(warp, lane, Access::Load, Space::Shared, address,
                               size, home);
    if (warp.hasFaulted())
      return;
    if (!isChecked || isPostponed)
      continue;
    state->settle(warp.block, shadow, pagesOf(address, size),
                  /*isWrite=*/false);
    if (!state->accessWords(actor, record, address, size, known))
      return;
  }
}

void RaceChecker::accessTogether(Warp &warp, AsyncAgent agent,
                                 const Request &request, uint8_t turn) {
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  if (state->checks.memory)
    state->checkWrittenRanges(warp, request);
  Epoch epoch;
  const AsyncSlot *slot = findSlot(block, agent, epoch);
  if (!state->checks.race || warp.hasFaulted() || !slot)
    return;
  Record record = recordOf(*slot, request.kind, state->site(warp, w));
  record.turn = turn;
  state->forEachPart(warp, request, [&](Shadow &shadow, const Request &part) {
    if (shadow.chains.wantsCollection())
      shadow.collect();
    Actor actor{warp, w, block, shadow, isShared(part.space), slot};
    if (actor.isShared) {
      const PageSet pages = pagesOf(part);
      if (state->postpone(actor, record, part, pages))
        return;
      state->settle(warp.block, shadow, pages, part.kind != Access::Load);
    } else {
      if (part.kind == Access::Load &&
          state->keepOperations(actor, record, part))
        return;
      state->makeUpKept(warp, shadow, part, part.isContiguous());
    }
    state->accessOperations(actor, record, part);
  });
}

uint8_t RaceChecker::turnOfCopies(Warp &warp, const Request &request) {
  BlockState &block = state->blockOf(warp.block);
  return races::turnOf(request, state->site(warp, block.warps[warp.number]),
                       block);
}

void RaceChecker::accessMap(Warp &warp, unsigned lane, AsyncAgent agent,
                            uint64_t address) {
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  constexpr uint64_t size = 128;
  if (state->checks.memory)
    state->checkWrittenRange(warp, lane, Access::Load, Space::Global, address,
                             size, nullptr);
  Epoch epoch;
  const AsyncSlot *slot = findSlot(block, agent, epoch);
  if (!state->checks.race || warp.hasFaulted() || !slot)
    return;
  std::lock_guard<std::mutex> guard(state->mapMutex);
  const MapFences &fences = state->mapFences[address];
  Record record = recordOf(*slot, Access::Load, state->site(warp, w));
  record.how.isAsync = true;
  state->forEachPiece(
      warp, address, size, [&](Shadow &shadow, uint64_t at, uint64_t count) {
        Actor actor{warp, w, block, shadow, /*isShared=*/false, slot};
        actor.mapFences = &fences;
        return state->accessWords(actor, record, at, count);
      });
}

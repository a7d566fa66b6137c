//===- Async.cpp - Asynchronous operations of a block ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Async.h"
#include "../Grid/Block.h"
#include "../Machine/Warp.h"
#include "../Sources/SourceTracker.h"
#include "TensorMemory.h"
#include "WarpGroups.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>

using namespace tessera::ptx;

AsyncOrigin::AsyncOrigin(Warp &warp, const Inst &inst, unsigned lane)
    : warp(&warp), code(warp.frame()->code),
      pc(static_cast<uint32_t>(&inst - code->instructions.data())), lane(lane) {
}

void AsyncOrigin::fault(const llvm::Twine &message) const {
  fault(LaunchFault::Failed, message);
}

void AsyncOrigin::fault(LaunchFault kind, const llvm::Twine &message) const {
  warp->faultAt(kind, *code, pc, lane, message);
  warp->block.blamed = warp;
  warp->block.noteProgress(); // makes the block look for the fault
}

bool AsyncOrigin::isFollowed() const { return warp->sources; }

void AsyncOrigin::noteCopy(const void *to, const void *from,
                           uint64_t bytes) const {
  if (SourceTracker *sources = warp->sources)
    sources->getMemory().copy(
        static_cast<const uint8_t *>(to), static_cast<const uint8_t *>(from),
        bytes, sources->writerAt(warp->block.launch.image, *code, pc));
}

void AsyncOrigin::noteNothing(const void *at, uint64_t bytes) const {
  if (SourceTracker *sources = warp->sources)
    sources->getMemory().clear(static_cast<const uint8_t *>(at), bytes);
}

void AsyncOrigin::noteCombination(const void *to, const void *from,
                                  unsigned bytes) const {
  if (SourceTracker *sources = warp->sources)
    sources->combine(static_cast<const uint8_t *>(to),
                     static_cast<const uint8_t *>(from), bytes,
                     sources->writerAt(warp->block.launch.image, *code, pc));
}

void AsyncOrigin::noteLoss() const {
  if (SourceTracker *sources = warp->sources)
    sources->lose(warp->block.launch.image, *code, pc);
}

/// Bound on the exponent of `rarity`, about a power of two.
static constexpr unsigned mostRarity = 10;

AsyncUnit::AsyncUnit(Block &block)
    : block(block), races(block.launch.races),
      checksSync(block.launch.config.checks.sync),
      isEager(block.launch.config.async == AsyncPolicy::Eager),
      isLazy(block.launch.config.async == AsyncPolicy::Lazy),
      isRandom(block.launch.config.async == AsyncPolicy::Random),
      rarity(isRandom ? 1 + (uint64_t(1) << block.random.below(mostRarity))
                      : 2),
      spins(block.warps.size()) {}

AsyncUnit::~AsyncUnit() = default;

AsyncUnit &AsyncUnit::homeOf(const AsyncOperation &operation) {
  Block *home = operation.mbarrierHome;
  return (home ? *home : operation.origin.warp->block).asyncUnit();
}

const AsyncOperation *AsyncUnit::findReaching(const Block &other) const {
  for (const AsyncReference &operation : flying)
    if (!operation->isDone &&
        (operation->reads == &other || operation->writes == &other ||
         operation->mbarrierHome == &other))
      return operation.get();
  return nullptr;
}

AsyncUnit::Thread &AsyncUnit::thread(const Warp &warp, unsigned lane) {
  if (threads.empty())
    threads.resize(block.warps.size() * warpSize);
  return threads[warp.number * warpSize + lane];
}

AsyncUnit::Groups *AsyncUnit::groupsOfAll(const Warp &warp, LaneMask lanes,
                                          bool isBulk) {
  if (together.empty())
    together.resize(block.warps.size());
  Together &all = together[warp.number];
  return !isBulk && all.areAll && lanes == warp.live ? &all.copies : nullptr;
}

AsyncUnit::Groups &AsyncUnit::groupsOf(const Warp &warp, unsigned lane,
                                       bool isBulk) {
  if (isBulk)
    return thread(warp, lane).bulk;
  if (together.empty())
    together.resize(block.warps.size());
  if (Together &all = together[warp.number]; std::exchange(all.areAll, false)) {
    for (unsigned each = 0; each != warpSize; ++each)
      thread(warp, each).copies = all.copies;
    all.copies = {};
  }
  return thread(warp, lane).copies;
}

//===----------------------------------------------------------------------===//
// The two steps of an operation
//===----------------------------------------------------------------------===//

void AsyncUnit::begin(AsyncReference operation, bool isBulk) {
  AsyncOperation &begun = *operation;
  if (begun.mbarrier) {
    AsyncUnit &home = homeOf(begun);
    Mbarrier *mbarrier = home.find(begun.origin, *begun.mbarrier);
    if (!mbarrier)
      return;
    mbarrier->operations.push_back(operation);
    home.block.noteProgress();
  } else {
    share(operation, begun.origin.lane, isBulk);
  }
  launch(std::move(operation));
}

void AsyncUnit::share(AsyncReference operation, unsigned lane, bool isBulk) {
  if (!isTracking())
    return;
  Groups &groups = groupsOf(*operation->origin.warp, lane, isBulk);
  forgetOpen(groups, lane);
  groups.open.push_back(std::move(operation));
}

void AsyncUnit::keepDone(const AsyncReference &operation, LaneMask lanes) {
  operation->hasRead = operation->isDone = true;
  if (Groups *all = groupsOfAll(*operation->origin.warp, lanes, false)) {
    forgetOpen(*all, operation->origin.lane);
    all->open.push_back(operation);
    lanes = 0;
  }
  for (; lanes; lanes &= lanes - 1)
    share(operation, static_cast<unsigned>(llvm::countr_zero(lanes)),
          /*isBulk=*/false);
  block.noteNews();
}

/// Lanes that arrive at an mbarrier after their copies have groups of their own.
std::optional<AsyncAgent> AsyncUnit::openAgent(const Warp &warp,
                                               LaneMask lanes) {
  const Groups *all = groupsOfAll(warp, lanes, /*isBulk=*/false);
  if (!all || all->open.empty() || !all->open.back()->isDone)
    return std::nullopt;
  return all->open.back()->agent;
}

void AsyncUnit::launch(AsyncReference operation) {
  block.noteNews();
  if (isEager)
    return finish(*operation);
  flying.push_back(std::move(operation));
  forgetDone();
  tick();
}

void AsyncUnit::launch(std::shared_ptr<AsyncArrival> arrival,
                       Mbarrier &mbarrier) {
  mbarrier.arrivals.push_back(arrival);
  block.noteProgress();
  if (isEager)
    return finish(*arrival);
  arrivals.push_back(std::move(arrival));
  forgetDone();
  tick();
}

void AsyncUnit::finish(AsyncOperation &operation) {
  if (operation.isDone)
    return;
  if (!operation.hasRead)
    operation.read();
  operation.hasRead = true;
  operation.write();
  operation.isDone = true;
  if (operation.writesGlobal)
    block.noteEffect();
  if (!operation.mbarrier)
    return;
  AsyncUnit &home = homeOf(operation);
  Mbarrier *mbarrier = home.find(operation.origin, *operation.mbarrier);
  if (!mbarrier)
    return;
  // Searched from the end, as it is mostly the last one.
  auto &operations = mbarrier->operations;
  auto self = std::find_if(
      operations.rbegin(), operations.rend(),
      [&](const AsyncReference &o) { return o.get() == &operation; });
  if (self != operations.rend())
    operations.erase(std::next(self).base());
  auto tell = [&](AsyncOperation &done) {
    if (races)
      races->arriveAsync(operation.origin.warp->block, done.origin.lane,
                         done.agent, home.block, *operation.mbarrier);
  };
  tell(operation);
  if (operation.mapReading) {
    tell(*operation.mapReading);
    operation.mapReading->toldOf(operation.origin.lane).mbarrier =
        *operation.mbarrier;
  }
  home.complete(operation.origin, *mbarrier, operation.transactions);
}

bool AsyncUnit::isReady(const AsyncArrival &arrival) {
  return llvm::all_of(arrival.after,
                      [](const AsyncReference &o) { return o->isDone; });
}

void AsyncUnit::finish(AsyncArrival &arrival) {
  if (arrival.isDone)
    return;
  arrival.isDone = true;
  for (const AsyncReference &copy : llvm::reverse(arrival.after))
    finish(*copy);
  Mbarrier *mbarrier = find(arrival.origin, arrival.mbarrier);
  if (!mbarrier)
    return;
  llvm::erase_if(mbarrier->arrivals,
                 [](const auto &other) { return other->isDone; });
  arrival.phase = mbarrier->phase;
  for (const AsyncReference &copy : arrival.after) {
    copy->toldOf(arrival.origin.lane) = {arrival.mbarrier, mbarrier->phase};
    if (races)
      races->arriveAsync(copy->origin.warp->block, arrival.origin.lane,
                         copy->agent, block, arrival.mbarrier);
  }
  arrive(arrival.origin, *mbarrier, 1);
}

/// Reads, writes, or does both.
void AsyncUnit::step(AsyncOperation &operation) {
  if (operation.hasRead || block.random.oneIn(2))
    return finish(operation);
  operation.read();
  operation.hasRead = true;
}

/// A thread that waits by mbarriers alone never commits. Its completed copies
/// matter to the race checker alone, as a later arrival tells of them too;
/// copies that some mbarrier has been told of are dropped when they are old.
void AsyncUnit::forgetOpen(Groups &groups, unsigned lane) {
  std::vector<AsyncReference> &open = groups.open;
  if (open.size() < groups.mostOpen)
    return;
  auto recent = open.begin() + open.size() / 2;
  auto last =
      std::remove_if(open.begin(), recent, [&](const AsyncReference &copy) {
        return copy->isDone && (!races || copy->isTold(lane));
      });
  open.erase(last, recent);
  groups.mostOpen = std::max<size_t>(128, 2 * open.size());
}

/// The first `count` groups have been waited for. A later
/// cp.async.mbarrier.arrive still tells of their copies.
void AsyncUnit::keepPast(Groups &groups, unsigned lane, size_t count) {
  constexpr size_t mostPast = 64;
  for (size_t i = 0; i != count; ++i)
    for (AsyncReference &copy : groups.committed[i])
      if (!copy->isTold(lane))
        groups.past.push_back(std::move(copy));
  if (groups.past.size() > mostPast)
    groups.past.erase(groups.past.begin(), groups.past.end() - mostPast / 2);
}

/// Bounds the lists by the number of operations in flight.
void AsyncUnit::forgetDone() {
  if (flying.size() + arrivals.size() < mostFlying)
    return;
  auto isDone = [](const auto &other) { return other->isDone; };
  llvm::erase_if(flying, isDone);
  llvm::erase_if(arrivals, isDone);
  mostFlying = std::max<size_t>(64, 2 * (flying.size() + arrivals.size()));
}

bool AsyncUnit::addTo(StateHash &state) const {
  auto isDone = [](const auto &other) { return other->isDone; };
  if (!llvm::all_of(flying, isDone) || !llvm::all_of(arrivals, isDone) ||
      llvm::any_of(groups,
                   [](const auto &group) { return group && group->isBusy(); }))
    return false;
  if (tensor)
    tensor->addTo(state);
  return true;
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

void AsyncUnit::commitGroups(Warp &warp, LaneMask lanes, bool isBulk) {
  auto commit = [](Groups &groups) {
    groups.committed.push_back(std::move(groups.open));
    groups.open.clear();
  };
  Groups *all = groupsOfAll(warp, lanes, isBulk);
  if (all)
    commit(*all);
  for (; lanes; lanes &= lanes - 1) {
    if (!all)
      commit(groupsOf(warp, static_cast<unsigned>(llvm::countr_zero(lanes)),
                      isBulk));
    tick();
  }
}

void AsyncUnit::waitForGroups(Warp &warp, LaneMask lanes, bool isBulk,
                              uint64_t mostPending, bool readsOnly) {
  if (Groups *all = groupsOfAll(warp, lanes, isBulk)) {
    for (LaneMask left = lanes; left; left &= left - 1)
      tick();
    return waitFor(warp, lanes, *all, isBulk, mostPending, readsOnly);
  }
  for (; lanes && !warp.hasFaulted(); lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(llvm::countr_zero(lanes));
    tick();
    waitFor(warp, LaneMask(1) << lane, groupsOf(warp, lane, isBulk), isBulk,
            mostPending, readsOnly);
  }
}

/// Some lanes wait for groups that are those of each.
void AsyncUnit::waitFor(Warp &warp, LaneMask lanes, Groups &groups, bool isBulk,
                        uint64_t mostPending, bool readsOnly) {
  auto &committed = groups.committed;
  if (committed.size() <= mostPending)
    return;
  // The youngest first: nothing orders the copies of a group, so nothing may
  // depend on their order.
  size_t count = committed.size() - mostPending;
  for (size_t i = count; i-- != 0;)
    for (const AsyncReference &operation : llvm::reverse(committed[i])) {
      if (readsOnly && !operation->hasRead) {
        operation->read();
        operation->hasRead = true;
      }
      if (!readsOnly)
        finish(*operation);
      if (races)
        races->joinAsync(warp, lanes, operation->agent, readsOnly);
    }
  if (readsOnly)
    return;
  if (races && !isBulk)
    keepPast(groups, static_cast<unsigned>(llvm::countr_zero(lanes)), count);
  // The next group takes the room of one that is over.
  if (std::vector<AsyncReference> &over = committed.front();
      groups.open.capacity() < over.capacity() && groups.open.empty()) {
    over.clear();
    groups.open.swap(over);
  }
  committed.erase(committed.begin(), committed.begin() + count);
}

void AsyncUnit::arriveAfterCopies(const AsyncOrigin &origin,
                                  Mbarrier &mbarrier) {
  if (!isTracking()) {
    arrive(origin, mbarrier, 1);
    return;
  }
  auto arrival = std::make_shared<AsyncArrival>(
      AsyncArrival{origin, mbarrier.offset, {}, false});
  Groups &copies = groupsOf(*origin.warp, origin.lane, /*isBulk=*/false);
  auto add = [&](const std::vector<AsyncReference> &list) {
    for (const AsyncReference &operation : list)
      if (!operation->isDone || races)
        arrival->after.push_back(operation);
  };
  add(copies.past);
  copies.past.clear();
  for (const auto &group : copies.committed)
    add(group);
  add(copies.open);
  launch(std::move(arrival), mbarrier);
}

//===----------------------------------------------------------------------===//
// Moments
//===----------------------------------------------------------------------===//

void AsyncUnit::tick() {
  if (!isRandom || (flying.empty() && arrivals.empty()))
    return;
  while (block.random.oneIn(rarity)) {
    uint64_t choice = block.random.below(flying.size() + arrivals.size());
    if (choice < flying.size()) {
      step(*flying[choice]);
      continue;
    }
    AsyncArrival &arrival = *arrivals[choice - flying.size()];
    if (isReady(arrival))
      finish(arrival);
  }
  forgetDone();
}

uint64_t AsyncUnit::limitSlice(uint64_t slice) const {
  constexpr unsigned exponent = 7;
  if (!isRandom || (flying.empty() && arrivals.empty()))
    return slice;
  return std::min(slice, block.random.quantum(exponent));
}

/// Removes completed entries from the end of a list, which Random shuffles, and
/// returns the last one that is left, or null.
template <typename T> static T *lastPending(std::vector<T> &list, Random *any) {
  for (; !list.empty(); list.pop_back()) {
    if (any)
      std::swap(list[any->below(list.size())], list.back());
    if (!list.back()->isDone)
      return &list.back();
  }
  return nullptr;
}

bool AsyncUnit::advance() {
  Random *any = isRandom ? &block.random : nullptr;
  // Copies of the references, as an operation that takes place may change the
  // lists.
  if (AsyncReference *operation = lastPending(flying, any))
    finish(*AsyncReference(*operation));
  else if (auto *arrival = lastPending(arrivals, any))
    finish(*std::shared_ptr<AsyncArrival>(*arrival));
  else
    return false;
  return true;
}

void AsyncUnit::finishArrivalsOf(const Block &other) {
  // A copy of the list, as an arrival that takes place changes it.
  std::vector<std::shared_ptr<AsyncArrival>> late;
  llvm::copy_if(arrivals, std::back_inserter(late), [&](const auto &arrival) {
    return !arrival->isDone && &arrival->origin.warp->block == &other;
  });
  for (const auto &arrival : late)
    finish(*arrival);
}

Block::~Block() = default;

void Block::tickAsync() {
  if (async)
    async->tick();
}

bool Block::advanceAsync() { return async && async->advance(); }

AsyncUnit &Block::asyncUnit() {
  if (!async)
    async = std::make_unique<AsyncUnit>(*this);
  return *async;
}

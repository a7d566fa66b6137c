//===- Shards.cpp - Races between blocks on several host threads ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The checker's state of a block belongs to the host thread that runs its
// cluster. Each shard of global memory has a lock, which is held over an access
// and its check together. A thread that needs several shards locks them in
// order, and holds none before.
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Number of shards with several host threads; a set of them is a 64-bit word.
static constexpr size_t shardCount = 64;

/// Calls `what` for each bit of a set.
template <typename F> static void forEachShard(uint64_t set, F what) {
  for (; set; set &= set - 1)
    what(static_cast<size_t>(llvm::countr_zero(set)));
}

void State::shareAmongThreads() {
  shards = std::vector<Shard>(shardCount);
  for (size_t i = 0; i != shardCount; ++i)
    shards[i].shadow.chains.number = static_cast<uint8_t>(i + 1);
  checkersOnThreads.fetch_add(1, std::memory_order_relaxed);
}

State::~State() {
  if (isOnThreads())
    checkersOnThreads.fetch_sub(1, std::memory_order_relaxed);
}

/// Lanes whose element lies in another page than the first lane's.
static LaneMask lanesElsewhere(const Request &request, bool isContiguous) {
  const uint64_t *addresses = request.addresses;
  const uint64_t page = addresses[llvm::countr_zero(request.lanes)] / pageBytes;
  if (isContiguous && addresses[warpSize - 1] / pageBytes == page)
    return 0;
  LaneMask elsewhere = 0;
  for (unsigned lane = 0; lane != warpSize; ++lane)
    elsewhere |= LaneMask(addresses[lane] / pageBytes != page) << lane;
  return elsewhere & request.lanes;
}

namespace {

/// The lanes whose elements are in each shard, and the set of these shards.
struct LanesByShard {
  std::array<LaneMask, shardCount> lanes = {};
  uint64_t shards = 0;
};

} // namespace

static LanesByShard lanesByShard(const State &state, const Request &request) {
  LanesByShard all;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    // An element is aligned, so that it lies in one page.
    const size_t shard =
        state.shardOf(request.addresses[llvm::countr_zero(left)]);
    all.lanes[shard] |= left & -left;
    all.shards |= uint64_t(1) << shard;
  }
  return all;
}

uint64_t State::checkShards(Warp &warp, const Request &request, unsigned scalar,
                            bool isContiguous) {
  if (!lanesElsewhere(request, isContiguous)) {
    size_t shard = shardOf(request.addresses[llvm::countr_zero(request.lanes)]);
    std::unique_lock<std::mutex> lock(shards[shard].mutex);
    checkRaces(warp, request, scalar, isContiguous);
    (void)lock.release();
    return uint64_t(1) << shard;
  }
  const LanesByShard all = lanesByShard(*this, request);
  const uint64_t held = all.shards;
  std::array<std::unique_lock<std::mutex>, shardCount> locks;
  forEachShard(held, [&](size_t shard) {
    locks[shard] = std::unique_lock<std::mutex>(shards[shard].mutex);
  });
  Request part = request;
  forEachShard(held, [&](size_t shard) {
    part.lanes = all.lanes[shard];
    if (!warp.hasFaulted())
      checkRaces(warp, part, scalar, part.isContiguous());
  });
  // They stay locked, unless there was no memory for the check.
  for (std::unique_lock<std::mutex> &lock : locks)
    (void)lock.release();
  return held;
}

void State::unlock(uint64_t held) {
  forEachShard(held, [&](size_t shard) { shards[shard].mutex.unlock(); });
}

void State::forEachPart(
    Warp &warp, const Request &request,
    llvm::function_ref<void(Shadow &, const Request &)> what) {
  if (isShared(request.space) || !isOnThreads())
    return what(shadowOf(warp, request), request);
  warp.memory.unlockRaces();
  const LanesByShard all = lanesByShard(*this, request);
  Request part = request;
  forEachShard(all.shards, [&](size_t shard) {
    std::lock_guard<std::mutex> guard(shards[shard].mutex);
    part.lanes = all.lanes[shard];
    if (!warp.hasFaulted())
      what(shards[shard].shadow, part);
  });
}

void State::forEachPiece(
    Warp &warp, uint64_t address, uint64_t size,
    llvm::function_ref<bool(Shadow &, uint64_t, uint64_t)> what) {
  warp.memory.unlockRaces();
  for (uint64_t end = address + size; address != end;) {
    uint64_t count = std::min(pageBytes - address % pageBytes, end - address);
    Shard &shard = shards[shardOf(address)];
    std::unique_lock<std::mutex> lock(shard.mutex, std::defer_lock);
    if (isOnThreads())
      lock.lock();
    makeUpKept(warp, shard.shadow, address, count);
    if (!what(shard.shadow, address, count))
      return;
    address += count;
  }
}

void RaceChecker::shareAmongThreads() { state->shareAmongThreads(); }
bool RaceChecker::isOnThreads() const { return state->isOnThreads(); }
void RaceChecker::unlock(uint64_t held) { state->unlock(held); }

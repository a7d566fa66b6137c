//===- Cluster.cpp - Blocks that run together -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Cluster.h"
#include "../Async/Async.h"
#include "../Machine/Report.h"
#include "../Machine/Warp.h"
#include "../Races/Races.h"
#include "Block.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"

using namespace tessera::ptx;

void Cluster::add(Block &block, unsigned rank) {
  blocks[rank] = &block;
  lanes.resize(blocks.size());
  lanes[rank].resize(block.warps.size());
  stuckAt.resize(blocks.size(), ~uint64_t(0));
}

void Cluster::end(Block &block) {
  endedChanges += block.changes + block.progress + 1;
  blocks[block.rank] = nullptr;
  completeIfAll();
}

//===----------------------------------------------------------------------===//
// barrier.cluster
//===----------------------------------------------------------------------===//

Cluster::Lanes &Cluster::lanesOf(const Warp &warp) {
  return lanes[warp.block.rank][warp.number];
}

bool Cluster::arrive(Warp &warp, LaneMask mask, bool isRelaxed) {
  Lanes &own = lanesOf(warp);
  if (LaneMask again = mask & (own.arrived | own.free)) {
    warp.fault(static_cast<unsigned>(llvm::countr_zero(again)),
               "this thread arrives at the barrier of the cluster again, but "
               "has not waited since it arrived (barrier.cluster.wait)");
    return false;
  }
  if (RaceChecker *races = warp.block.launch.races)
    races->arriveCluster(warp, mask, isRelaxed);
  own.arrived |= mask;
  arrivals += static_cast<uint64_t>(llvm::popcount(mask));
  ++warp.block.changes;
  completeIfAll();
  return true;
}

LaneMask Cluster::leave(Warp &warp, LaneMask mask) {
  Lanes &own = lanesOf(warp);
  if (LaneMask strange = mask & ~(own.arrived | own.free)) {
    warp.fault(static_cast<unsigned>(llvm::countr_zero(strange)),
               "this thread waits at the barrier of the cluster, but has not "
               "arrived there (barrier.cluster.arrive)");
    return 0;
  }
  LaneMask free = mask & own.free;
  own.free &= ~free;
  return free;
}

/// Threads that have exited count as arrived, and so do blocks that have ended.
void Cluster::completeIfAll() {
  if (!arrivals)
    return;
  for (const Block *block : blocks)
    for (size_t i = 0; block && i != block->warps.size(); ++i)
      if (block->warps[i]->live & ~lanes[block->rank][i].arrived)
        return;
  arrivals = 0;
  for (std::vector<Lanes> &ofBlock : lanes)
    for (Lanes &ofWarp : ofBlock)
      ofWarp.free |= std::exchange(ofWarp.arrived, 0);
  RaceChecker *races = nullptr;
  for (Block *block : blocks)
    if (block) {
      races = block->launch.races;
      ++block->progress;
      ++block->changes;
    }
  if (races)
    races->completeCluster(*this);
}

std::string Cluster::describeBarrier() const {
  uint64_t threads = 0, ended = 0;
  for (const Block *block : blocks)
    if (block)
      for (const auto &warp : block->warps)
        threads += static_cast<uint64_t>(llvm::popcount(warp->live));
    else
      ++ended;
  std::string text = "the barrier of the cluster: " + std::to_string(arrivals) +
                     " of " + std::to_string(threads) + " threads have arrived";
  if (ended)
    text += "; " + std::to_string(ended) + " of its blocks have ended";
  return text;
}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

uint64_t Cluster::changes() const {
  uint64_t sum = endedChanges;
  for (const Block *block : blocks)
    sum += block ? block->changes + block->progress : 0;
  return sum;
}

bool Cluster::noteStuck(Block &block) {
  uint64_t now = changes();
  stuckAt[block.rank] = now;
  for (const Block *other : blocks)
    if (other && stuckAt[other->rank] != now)
      return false;
  return true;
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

unsigned Block::rankOf(const Dim3 &index, const Dim3 &shape) {
  // Avoids divisions, which slow down small blocks.
  if (sizeOf(shape) == 1)
    return 0;
  return index[0] % shape[0] +
         shape[0] * (index[1] % shape[1] + shape[1] * (index[2] % shape[2]));
}

Cluster &Block::getCluster() {
  if (!cluster)
    joinCluster(std::make_shared<Cluster>(1, ticket));
  return *cluster;
}

void Block::joinCluster(std::shared_ptr<Cluster> other) {
  cluster = std::move(other);
  cluster->add(*this, rank);
  watchesCluster = cluster->size() > 1 && launch.config.checks.sync;
}

/// Faults unless `owner`, another block of the cluster, has certainly begun when
/// the lane accesses its shared memory. A relaxed barrier of the cluster tells so
/// too, though it orders no memory.
bool Block::checkBegun(Block &owner, unsigned lane, Warp &warp) {
  if (!watchesCluster || hasMetCluster || !launch.races ||
      launch.races->knowsBegun(warp, lane, owner))
    return true;
  warp.fault(lane, "this thread accesses the shared memory of the block of "
                   "rank " +
                       llvm::Twine(owner.rank) +
                       ", which may not have begun yet; a barrier of the "
                       "cluster before the first such access is missing");
  return false;
}

Block *Block::ownerOf(unsigned lane, uint64_t address, Warp &warp) {
  uint64_t other = (address & ~windowMask) >> clusterRankShift;
  if (other == rank)
    return this;
  Block *owner = cluster && other < cluster->size()
                     ? cluster->block(static_cast<unsigned>(other))
                     : nullptr;
  if (owner) {
    owner->isReachedByOthers = true;
    return checkBegun(*owner, lane, warp) ? owner : nullptr;
  }
  std::string place =
      "shared address 0x" + llvm::utohexstr(address & ~windowMask, true);
  if (other >= clusterSize())
    warp.fault(lane, place + " lies in no block of the cluster, which has " +
                         llvm::Twine(clusterSize()) +
                         (clusterSize() == 1 ? " block" : " blocks"));
  else
    warp.fault(lane, place +
                         " lies in the shared memory of the block of rank " +
                         llvm::Twine(other) +
                         ", which has ended; a barrier of the cluster before "
                         "its exit is missing");
  return nullptr;
}

void Block::finishArrivals() {
  for (unsigned other = 0; cluster && other != cluster->size(); ++other)
    if (Block *peer = cluster->block(other);
        peer && peer != this && peer->async)
      peer->async->finishArrivalsOf(*this);
}

/// All threads have exited, which ends the shared memory: faults if another
/// block may still access it.
bool Block::checkNoneReaches() {
  for (unsigned other = 0; other != cluster->size(); ++other) {
    Block *peer = cluster->block(other);
    const AsyncOperation *late = peer && peer != this && peer->async
                                     ? peer->async->findReaching(*this)
                                     : nullptr;
    if (!late)
      continue;
    late->origin.fault("the block of rank " + llvm::Twine(rank) +
                       " exits while this operation may still access its "
                       "shared memory; a barrier of the cluster before the "
                       "exit, or a wait for the operation, is missing");
    report = peer->describe(*late->origin.warp);
    return false;
  }
  if (!launch.races || !isReachedByOthers)
    return true;
  std::string late = launch.races->describeLateAccess(*this);
  if (late.empty())
    return true;
  report = describeLocation(launch.image, *launch.entry, 0) +
           ": error: " + late + "\n  entry '" + launch.entryTitle() + "'";
  return false;
}

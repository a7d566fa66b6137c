//===- ClusterOrder.cpp - The order of accesses in a cluster --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "barrier.cluster", "membar, fence" (.mbarrier_init) and
// "Shared State Space". Shared memory ends with its block, so that the end of
// all threads of a block counts as a write of all of it: every access of
// another block has to come before it. It begins with its block, too: an access
// of another block has to come after something that the block did.
//
//===----------------------------------------------------------------------===//

#include "../Grid/Cluster.h"
#include "../Machine/Lanes.h"
#include "State.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

ClusterState &State::clusterOf(Cluster &cluster) {
  if (!cluster.raceState)
    cluster.raceState = std::make_shared<ClusterState>();
  return *static_cast<ClusterState *>(cluster.raceState.get());
}

static StrongState &strongOf(LaneState &lane) {
  if (!lane.strong)
    lane.strong = std::make_unique<StrongState>();
  return *lane.strong;
}

void RaceChecker::arriveCluster(Warp &warp, LaneMask lanes, bool isRelaxed) {
  if (!state->checks.race)
    return;
  WarpState &w = state->warpOf(warp);
  ClusterState::Phase &phase =
      State::clusterOf(warp.block.getCluster()).current;
  forLanes(lanes, [&](unsigned lane) {
    StrongState *strong = w.lanes[lane].strong.get();
    if (strong && strong->initFence.isSet)
      phase.inits.join(state->tell(w, lane, strong->initFence));
    if (isRelaxed && strong && strong->wideFence.isSet)
      phase.joined.join(state->tell(w, lane, strong->wideFence));
    phase.joined.tensor.join(w.known[lane].base.tensor);
    if (!isRelaxed)
      phase.joined.join(state->tell(w, lane));
  });
  w.tick();
}

void RaceChecker::completeCluster(Cluster &cluster) {
  if (!state->checks.race)
    return;
  ClusterState &s = State::clusterOf(cluster);
  s.complete = std::exchange(s.current, {});
}

void RaceChecker::leaveCluster(Warp &warp, LaneMask lanes) {
  if (!state->checks.race)
    return;
  WarpState &w = state->warpOf(warp);
  const ClusterState::Phase &phase =
      State::clusterOf(warp.block.getCluster()).complete;
  w.known.change(lanes,
                 [&](LaneKnowledge &each) { each.base.join(phase.joined); });
  if (!phase.inits.all.isEmpty())
    forLanes(lanes, [&](unsigned lane) {
      strongOf(w.lanes[lane]).inits.join(phase.inits);
    });
  ++w.version;
}

void RaceChecker::fenceInits(Warp &warp, LaneMask lanes) {
  if (!state->checks.race)
    return;
  WarpState &w = state->warpOf(warp);
  forLanes(lanes, [&](unsigned lane) {
    strongOf(w.lanes[lane]).initFence = state->now(w, lane);
  });
  w.tick();
}

//===----------------------------------------------------------------------===//
// The beginning and the end of a block
//===----------------------------------------------------------------------===//

bool RaceChecker::knowsBegun(Warp &warp, unsigned lane, Block &other) {
  if (!state->checks.race)
    return true;
  WarpState &ofLane = state->warpOf(warp);
  ofLane.settle(LaneMask(1) << lane);
  const Clock &all = ofLane.known[lane].base.all;
  auto knows = [&](uint32_t row) { return all.row(row) != nullptr; };
  const BlockState &s = state->blockOf(other);
  return llvm::any_of(s.warps,
                      [&](const WarpState &w) { return knows(w.row); }) ||
         llvm::any_of(s.slots, [&](const AsyncSlot &slot) {
           return knows(slot.row) || knows(slot.row + 1);
         });
}

std::string RaceChecker::describeLateAccess(Block &block) {
  if (!state->checks.race)
    return "";
  BlockState &s = state->blockOf(block);
  Clock known;
  for (WarpState &warp : s.warps) {
    warp.settle(allLanes);
    warp.known.forEach(allLanes, [&](const LaneKnowledge &each, LaneMask) {
      known.join(each.base.all);
    });
  }
  auto isLate = [&](const Record &record) {
    if (s.rows.isWarp(record.row))
      return false;
    const Row *row = known.row(record.row);
    return !row || !covers(*row, record.lanes, record.epoch);
  };
  auto describe = [&](const Record &record, uint64_t address) {
    std::string text =
        "the block exits, but nothing orders an access to its shared memory "
        "before that: " +
        state->describeThread(record) + " has accessed " +
        state->describeAddress(*block.warps.front(), Space::Shared, address) +
        "\n  a barrier of the cluster before the exit would, or a wait for "
        "whoever accesses it";
    state->describeSite(text, record.site);
    return text;
  };
  for (const RemoteArrival &arrival : s.arrivals)
    if (isLate(arrival.record))
      return describe(arrival.record, arrival.offset);
  // Operations that the block itself began end with it.
  auto isOwnAsync = [&](const Record &record) {
    auto owner = state->ownerOf(record.row);
    return owner && owner->isAsync && owner->block == block.index &&
           owner->launch == &block.launch;
  };
  std::string text;
  s.shared.forEachCell([&](uint64_t address, const Cell &cell) {
    Cell apart = takeApart(s.shared.chains, cell);
    for (Chain chain : {apart.writes, apart.reads})
      s.shared.chains.forEachMet(chain, 0xF, [&](const Record &met) {
        const Record record = met.at(address);
        if (text.empty() && isLate(record) && !isOwnAsync(record))
          text = describe(record, address);
        return text.empty();
      });
  });
  return text;
}

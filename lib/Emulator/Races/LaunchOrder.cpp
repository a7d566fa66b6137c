//===- LaunchOrder.cpp - The order of launches ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "griddepcontrol". The end of a launch orders everything that
// its threads and their asynchronous operations did, for any proxy, before the
// launches that wait for it.
//
//===----------------------------------------------------------------------===//

#include "State.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

Knowledge State::knownBefore(const LaunchState &launch, bool isAwaited) const {
  Knowledge known;
  for (const EarlierLaunch &earlier : launch.after)
    if (earlier.isAwaited() == isAwaited &&
        earlier.launch->number < ended.size())
      known.join(ended[earlier.launch->number]);
  return known;
}

void RaceChecker::endBlock(Block &block) {
  if (!state->checks.race)
    return;
  BlockState &s = state->blockOf(block);
  if (!s.fencedMaps.empty()) {
    std::lock_guard<std::mutex> guard(state->mapMutex);
    for (uint64_t address : s.fencedMaps)
      state->mapFences[address].endBlock(s.rows);
  }
  if (state->ended.size() <= block.launch.number)
    state->ended.resize(block.launch.number + 1);
  Knowledge &known = state->ended[block.launch.number];
  const Knowledge *last = nullptr;
  for (WarpState &warp : s.warps) {
    warp.settle(allLanes);
    warp.known.forEach(allLanes, [&](const LaneKnowledge &each, LaneMask) {
      if (!last || !(*last == each.base))
        known.join(each.base);
      last = &each.base;
    });
  }
  // Nothing comes after the end, so that one node stands for all blocks of a
  // part of the grid that have ended.
  known.all.fill(s.rows.first, s.rows.count, state->fullNodes);
  for (uint32_t group : s.rows.groups)
    if (group)
      known.all.fill(group, RowTable::rowsOfGroup, state->fullNodes);
  for (Clock &proxied : known.proxied)
    proxied.join(known.all);
}

void RaceChecker::accessByHost(Warp &warp, const HostStep::Range &range) {
  if (!state->checks.race || warp.hasFaulted())
    return;
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Record record;
  record.row = w.row;
  record.lanes = 1;
  record.epoch = w.epoch;
  record.kind = range.isWritten ? Access::Store : Access::Load;
  state->forEachPiece(warp, range.address, range.size,
                      [&](Shadow &shadow, uint64_t at, uint64_t count) {
                        Actor actor{warp, w, block, shadow, /*isShared=*/false};
                        if (shadow.chains.wantsCollection())
                          shadow.collect();
                        bool isClean =
                            state->accessWords(actor, record, at, count);
                        if (isClean && range.isWritten)
                          state->forgetLocations(shadow, at, count);
                        return isClean;
                      });
}

void RaceChecker::joinLaunches(Warp &warp, LaneMask lanes) {
  if (!state->checks.race)
    return;
  WarpState &w = state->warpOf(warp);
  Knowledge known = state->knownBefore(warp.block.launch, /*isAwaited=*/true);
  w.known.change(lanes, [&](LaneKnowledge &each) { each.base.join(known); });
  ++w.version;
}

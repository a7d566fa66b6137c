//===- TensorHistory.cpp - Past accesses to tensor memory -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorHistory.h"
#include "../Machine/Warp.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;

/// True if accesses are made one after the other whoever looks: by one warp, or
/// as work of one thread, whose commits tell of all its earlier work.
static bool areInOrder(const TensorHistory::Access &a,
                       const TensorHistory::Access &b) {
  constexpr auto work = TensorHistory::Actor::Work;
  if (a.origin.warp != b.origin.warp || (a.actor == work) != (b.actor == work))
    return false;
  return a.actor != work || a.origin.lane == b.origin.lane;
}

void TensorHistory::add(const Access &access) {
  // Who follows this access follows all that come before it.
  llvm::erase_if(accesses, [&](const Access &old) {
    return old.isWrite == access.isWrite && areInOrder(old, access) &&
           access.region.contains(old.region);
  });
  accesses.push_back(access);
}

void TensorHistory::forget(unsigned first, unsigned count) {
  llvm::erase_if(accesses, [=](const Access &access) {
    return access.region.first >= first && access.region.first < first + count;
  });
}

const TensorHistory::Access *TensorHistory::findRace(RaceChecker &races,
                                                     const AsyncOrigin &origin,
                                                     const TensorRegion &region,
                                                     bool isWrite,
                                                     bool isWork) const {
  const auto found = llvm::find_if(accesses, [&](const Access &old) {
    if ((!old.isWrite && !isWrite) || !old.region.overlaps(region))
      return false;
    // The order of a thread's own work is that of its pipeline.
    if (isWork && old.actor == Actor::Work && old.origin.warp == origin.warp &&
        old.origin.lane == origin.lane)
      return false;
    const LaneMask lanes =
        isWork ? LaneMask(1) << origin.lane : origin.warp->live;
    return !races.follows(*origin.warp, lanes, old.over);
  });
  return found == accesses.end() ? nullptr : &*found;
}

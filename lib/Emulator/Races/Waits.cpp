//===- Waits.cpp - Operations that lanes have waited for ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes of a warp mostly wait together for what an instruction of all has begun, so
// that one entry stands for all of them until the next barrier.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "Parties.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

/// They are searched one by one.
static constexpr size_t mostWaited = 64;

void Waited::addTo(Knowledge &known, LaneMask some) const {
  some &= waiters;
  if (!some)
    return;
  for (uint32_t each = row; each != row + (readsOnly ? 1 : 2); ++each) {
    known.all.raiseLanes(each, doersFor(some), epoch);
    for (size_t i = 0; i != proxiedCount; ++i)
      if (const LaneMask lanes = doersFor(some & shown[i]))
        known.proxied[i].raiseLanes(each, lanes, epoch);
  }
}

bool Waited::join(const Waited &other) {
  auto isOwn = [](const Waited &each) { return !(each.waiters & ~each.doers); };
  if (row != other.row || epoch != other.epoch || absent != other.absent ||
      readsOnly != other.readsOnly || (waiters & other.waiters) ||
      (doers != other.doers && !(isOwn(*this) && isOwn(other))))
    return false;
  doers |= other.doers;
  waiters |= other.waiters;
  return true;
}

void WarpState::wait(const Waited &operations) {
  // Nobody else waits for what all have waited for.
  const bool isJoined =
      operations.waiters != allLanes &&
      llvm::any_of(waited, [&](Waited &each) { return each.join(operations); });
  if (!isJoined) {
    if (waited.size() == mostWaited)
      settle(allLanes);
    waited.push_back(operations);
  }
  waiters |= operations.waiters;
}

void WarpState::settle(LaneMask some) {
  some &= waiters;
  for (LaneMask left = some; left; left &= left - 1)
    known.change(left & -left, [&](LaneKnowledge &known) {
      for (const Waited &each : waited)
        each.addTo(known.base, left & -left);
    });
  forgetWaited(some);
}

void WarpState::forgetWaited(LaneMask some) {
  if (!(waiters & some))
    return;
  waiters &= ~some;
  for (Waited &each : waited)
    each.waiters &= ~some;
  llvm::erase_if(waited, [](const Waited &each) { return !each.waiters; });
}

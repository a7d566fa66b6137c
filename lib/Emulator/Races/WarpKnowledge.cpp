//===- WarpKnowledge.cpp - What the lanes of a warp know ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WarpKnowledge.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

LaneKnowledge &WarpKnowledge::cut(size_t part, LaneMask lanes) {
  Part &whole = parts[part];
  if (whole.lanes == lanes)
    return whole.known;
  whole.lanes &= ~lanes;
  Part some{lanes, whole.known};
  return parts.emplace_back(std::move(some)).known;
}

void WarpKnowledge::unite(LaneMask changed) {
  for (size_t i = parts.size(); i--;) {
    Part &part = parts[i];
    if (!(part.lanes & changed))
      continue;
    Part *same = llvm::find_if(parts, [&](const Part &other) {
      return &other != &part && other.known == part.known;
    });
    if (same == parts.end())
      continue;
    same->lanes |= part.lanes;
    if (&part != &parts.back())
      part = std::move(parts.back());
    parts.pop_back();
  }
}

void WarpKnowledge::set(LaneMask some, LaneKnowledge known) {
  // The first part stays, so that a barrier of all lanes allocates nothing.
  if (some == allLanes) {
    parts.truncate(1);
    parts.front().lanes = allLanes;
    parts.front().known = std::move(known);
    return;
  }
  change(some, [&](LaneKnowledge &each) { each = known; });
}

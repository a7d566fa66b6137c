//===- KeptLoads.cpp - Loads that wait for a write ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of what a kernel loads from global memory nobody writes, so that no access
// ever asks who has loaded it. A warp's load of neighbouring words that have no
// writes is therefore kept as it comes, one entry for all of its words, and reaches
// their chains in front of the next other step in its page.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

bool State::keepLoad(const Actor &actor, const Record &record,
                     const Request &request) {
  const uint64_t first = request.addresses[0],
                 bytes = uint64_t(request.size) * warpSize;
  if (request.size < wordBytes || !llvm::isPowerOf2_32(request.size) ||
      first % pageBytes + bytes > pageBytes)
    return false;
  Shadow &shadow = actor.shadow;
  Page &page = shadow.page(first);
  if (page.hasWrites(first, bytes))
    return false;
  page.loads.push_back({recordOfNeighbours(record, request),
                        static_cast<uint32_t>(bytes), first});
  if (++shadow.keptLoads == Shadow::mostKeptLoads)
    shadow.forEachPage(
        [&](Page &each) { makeUpLoads(actor.warp, shadow, each); });
  return true;
}

void State::makeUpLoads(Warp &warp, Shadow &shadow, Page &page) {
  // Whoever acts now may know more than the lanes that have loaded.
  Actor actor{warp, warpOf(warp), blockOf(warp.block), shadow,
              /*isShared=*/false};
  actor.isLate = true;
  for (const KeptLoad &load : page.loads)
    accessWords(actor, load.record, load.address, load.size);
  shadow.keptLoads -= page.loads.size();
  page.loads.clear();
}

void State::makeUpLoads(Warp &warp, Shadow &shadow, uint64_t address,
                        uint64_t size) {
  if (!shadow.keptLoads)
    return;
  for (uint64_t at = llvm::alignDown(address, pageBytes); at < address + size;
       at += pageBytes)
    if (Page &page = shadow.page(at); !page.loads.empty())
      makeUpLoads(warp, shadow, page);
}

void State::makeUpLoads(Warp &warp, Shadow &shadow, const Request &request,
                        bool isContiguous) {
  if (isContiguous)
    return makeUpLoads(warp, shadow, request.addresses[0],
                       uint64_t(request.size) * warpSize);
  // Lanes mostly stay in a page.
  uint64_t last = ~uint64_t(0);
  for (LaneMask left = shadow.keptLoads ? request.lanes : 0; left;
       left &= left - 1) {
    const uint64_t address = request.addresses[llvm::countr_zero(left)];
    if (std::exchange(last, address / pageBytes) != address / pageBytes)
      makeUpLoads(warp, shadow, address, request.size);
  }
}

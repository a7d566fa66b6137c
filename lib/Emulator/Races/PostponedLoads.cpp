//===- PostponedLoads.cpp - Loads that a barrier may settle ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PostponedLoads.h"
#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

static constexpr uint64_t pageBits = 8 * sizeof(PageSet);

PageSet tessera::ptx::races::pagesOf(uint64_t address, uint64_t size) {
  const uint64_t first = address / pageBytes,
                 last = (address + std::max<uint64_t>(size, 1) - 1) / pageBytes;
  if (last >= pageBits)
    return ~PageSet(0);
  return llvm::maskTrailingOnes<PageSet>(static_cast<unsigned>(last + 1)) &
         ~llvm::maskTrailingOnes<PageSet>(static_cast<unsigned>(first));
}

PageSet tessera::ptx::races::pagesOf(const Request &request) {
  const uint64_t *addresses = request.addresses;
  if (request.lanes == allLanes) {
    uint64_t some = addresses[0], all = addresses[0];
    for (unsigned lane = 1; lane != warpSize; ++lane) {
      some |= addresses[lane];
      all &= addresses[lane];
    }
    if ((some ^ all) < pageBytes)
      return pagesOf(some, 1);
  }
  PageSet pages = 0;
  inLanes(request.lanes,
          [&](unsigned lane) { pages |= pagesOf(addresses[lane], 1); });
  return pages;
}

/// True if all threads of the block follow all writes of a page.
static bool areWritesCommon(const Actor &actor, unsigned page) {
  Chain known = 0;
  llvm::ArrayRef<Cell> cells = actor.shadow.page(page * pageBytes).allCells();
  for (; !cells.empty(); cells = cells.drop_front(warpSize)) {
    // Neighbours mostly have the same writes.
    Chain difference = 0;
    for (unsigned i = 0; i != warpSize; ++i)
      difference |= cells[i].writes ^ known;
    for (unsigned i = 0; difference && i != warpSize; ++i)
      if (cells[i].writes != known && !actor.areCommon(known = cells[i].writes))
        return false;
  }
  return true;
}

bool State::arePostponable(Actor &actor, PageSet pages) {
  if (!actor.keepsCommon() || (actor.agent && !actor.followsCommonWrites()))
    return false;
  PostponedLoads &postponed = actor.shadow.postponed;
  for (PageSet left = pages & ~postponed.quiet; left; left &= left - 1) {
    const PageSet page = left & -left;
    if ((postponed.noisy & pages) ||
        !areWritesCommon(actor,
                         static_cast<unsigned>(llvm::countr_zero(page)))) {
      postponed.noisy |= page;
      return false;
    }
    postponed.quiet |= page;
  }
  if (postponed.loads.size() < PostponedLoads::most)
    return true;
  settle(actor.warp.block, actor.shadow, ~PageSet(0), /*isWrite=*/true);
  return false;
}

/// The place for a load of some pages.
static PostponedLoad &addLoad(const Actor &actor, const Record &record,
                              PageSet pages) {
  PostponedLoads &postponed = actor.shadow.postponed;
  PostponedLoad &load = postponed.loads.emplace_back();
  load.record = record;
  load.warp = actor.warp.number;
  load.version = actor.state.version;
  load.pages = pages;
  postponed.pages |= pages;
  return load;
}

bool State::postpone(Actor &actor, const Record &record, const Request &request,
                     PageSet pages) {
  if (!arePostponable(actor, pages))
    return false;
  PostponedLoad &load = addLoad(actor, record, pages);
  load.size = request.size;
  load.lanes = request.lanes;
  std::copy_n(request.addresses, warpSize, load.offsets.begin());
  return true;
}

bool State::postpone(Actor &actor, const Record &record, Pieces pieces) {
  PageSet pages = 0;
  uint64_t last = ~uint64_t(0); // page, in which the next piece mostly lies
  for (auto [address, size] : pieces)
    if (address / pageBytes != last || address % pageBytes + size > pageBytes) {
      pages |= pagesOf(address, size);
      last = address / pageBytes;
    }
  if (!arePostponable(actor, pages))
    return false;
  PostponedLoad &load = addLoad(actor, record, pages);
  load.slot = static_cast<uint32_t>(actor.agent - actor.block.slots.data());
  load.pieces.assign(pieces.begin(), pieces.end());
  return true;
}

/// Makes a postponed step. It belongs to the time of the load, which knew no more
/// than its warp does now: what it does not follow must not go from the chains.
void State::makeUp(Block &block, Shadow &shadow, const PostponedLoad &load) {
  BlockState &state = blockOf(block);
  WarpState &warp = state.warps[load.warp];
  Actor actor{*block.warps[load.warp], warp, state, shadow, /*isShared=*/true};
  actor.isLate = warp.version != load.version ||
                 (load.lanes & ~actor.warp.live) || !load.pieces.empty();
  if (!load.pieces.empty()) {
    // Another operation may have its slot by now, of the same lanes.
    actor.agent = &state.slots[load.slot];
    KnownStep known;
    for (auto [address, size] : load.pieces)
      accessWords(actor, load.record, address, size, known);
    return;
  }
  uint64_t addresses[warpSize];
  std::copy_n(load.offsets.begin(), warpSize, addresses);
  Request request;
  request.space = Space::Shared;
  request.size = load.size;
  request.lanes = load.lanes;
  request.addresses = addresses;
  actor.locate(request, request.isContiguous());
  // Steps are remembered by the version.
  const uint32_t version = std::exchange(warp.version, load.version);
  accessElements(actor, load.record, request, 1u << load.record.how.shift,
                 /*idle=*/0, /*failed=*/0);
  warp.version = version;
}

void State::settle(Block &block, Shadow &shadow, PageSet pages, bool isWrite) {
  PostponedLoads &postponed = shadow.postponed;
  if (isWrite) {
    postponed.noisy |= pages;
    postponed.quiet &= ~pages;
  }
  if (!(postponed.pages & pages))
    return;
  postponed.pages = 0;
  llvm::erase_if(postponed.loads, [&](const PostponedLoad &load) {
    if (load.pages & pages) {
      makeUp(block, shadow, load);
      return true;
    }
    postponed.pages |= load.pages;
    return false;
  });
}

void State::settleByBarrier(Block &block, BlockState &state) {
  PostponedLoads &postponed = state.shared.postponed;
  const Actor any{*block.warps.front(), state.warps.front(), state,
                  state.shared, /*isShared=*/true};
  postponed.quiet = postponed.noisy = postponed.pages = 0;
  llvm::erase_if(postponed.loads, [&](const PostponedLoad &load) {
    const bool isSettled = any.isCommon(load.record);
    postponed.pages |= isSettled ? 0 : load.pages;
    return isSettled;
  });
}

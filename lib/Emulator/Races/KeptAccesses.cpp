//===- KeptAccesses.cpp - Accesses that wait for another one --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hardly anybody asks who has loaded a word, or has stored to it: most kernels read
// what nobody writes, and write each word once. So an access of a warp to global
// memory stays beside the cells of its page if it meets nothing there, as a load of
// words that nobody has written and a store to words that nobody has accessed. Any
// other access to the page makes up all that are kept there, in their order.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <optional>

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// A bit for each 64 bytes of a page, set for those that some bytes lie in.
static uint64_t partsOf(uint64_t address, uint64_t size) {
  constexpr uint64_t partBytes = pageBytes / 64;
  const uint64_t first = address % pageBytes / partBytes,
                 last = (address % pageBytes + size - 1) / partBytes;
  return llvm::maskTrailingOnes<uint64_t>(static_cast<unsigned>(last + 1)) &
         ~llvm::maskTrailingOnes<uint64_t>(static_cast<unsigned>(first));
}

/// True if an access to some bytes of a page races with nothing, whoever makes it
/// and whenever, and leaves nothing out of their cells.
static bool meetsNothing(const Page &page, Access kind, uint64_t address,
                         uint64_t size) {
  const uint64_t parts = partsOf(address, size);
  if (kind == Access::Load)
    return !(page.keptWrites & parts) && !page.hasWrites(address, size);
  return !((page.keptWrites | page.keptReads) & parts) &&
         page.keepsNothingElse() && !page.hasAccesses(address, size);
}

/// Adds an access, whose parts of its page are marked.
static KeptAccess &addKept(Shadow &shadow, Page &page, Access kind,
                           const KeptAccess &access) {
  (kind == Access::Load ? page.keptReads : page.keptWrites) |=
      partsOf(access.address, access.extent());
  if (page.kept.empty())
    page.kept.reserve(8);
  ++shadow.keptCount;
  return page.kept.emplace_back(access);
}

void State::limitKept(Warp &warp, Shadow &shadow) {
  if (shadow.keptCount >= Shadow::mostKept)
    shadow.forEachPage([&](Page &each) { makeUpKept(warp, shadow, each); });
}

/// All lanes' elements as one access, if they lie at one distance in a page and have
/// one record.
static std::optional<KeptAccess>
asColumn(const Record &record, const Request &request, const LaneBits &turned) {
  const uint64_t *addresses = request.addresses;
  const uint64_t first = addresses[0], stride = addresses[1] - first;
  if (request.lanes != allLanes || stride <= request.size ||
      stride >= pageBytes ||
      first % pageBytes + (warpSize - 1) * stride >= pageBytes)
    return std::nullopt;
  uint64_t differences = 0;
  for (unsigned lane = 0; lane != warpSize; ++lane)
    differences |= (addresses[lane] - first - lane * stride) |
                   static_cast<uint8_t>(turned[lane] ^ turned[0]);
  if (differences)
    return std::nullopt;
  KeptAccess access = {record, request.size, first,
                       static_cast<uint16_t>(stride), warpSize};
  access.record.lanes = LaneMask(1) << turned[0];
  return access;
}

/// Adds a piece behind those of an access if it has their record and their distance.
static bool extend(KeptAccess &access, const KeptAccess &piece) {
  const uint64_t distance = piece.address - access.address;
  if (piece.record.lanes != access.record.lanes || piece.size != access.size ||
      distance >= pageBytes ||
      access.address / pageBytes != piece.address / pageBytes)
    return false;
  if (access.count == 1 && distance > piece.size)
    access.stride = static_cast<uint16_t>(distance);
  else if (access.count == 1 || distance != access.stride * access.count)
    return false;
  ++access.count;
  return true;
}

/// The lanes whose elements have the record of the lane before, and lie right behind
/// its element in the same page.
static LaneMask lanesBehindOthers(const Request &request,
                                  const LaneBits &turned) {
  const uint64_t *addresses = request.addresses;
  LaneMask behind = 0;
  for (unsigned lane = 1; lane != warpSize; ++lane) {
    const bool isBehind =
        (addresses[lane] == addresses[lane - 1] + request.size) &
        (turned[lane] == turned[lane - 1]) & (addresses[lane] % pageBytes != 0);
    behind |= LaneMask(isBehind) << lane;
  }
  return behind & request.lanes & request.lanes << 1;
}

/// By a good turn most lanes have one record, and follow one another in rows or
/// columns.
bool State::keepOperations(const Actor &actor, Record record,
                           const Request &request) {
  // A kernel that reads few places again and again is better off with cells.
  constexpr unsigned most = 8, mostOfPage = 256;
  Shadow &shadow = actor.shadow;
  const Page &page = shadow.page(request.addresses[firstLane(request.lanes)]);
  if (page.hasCells() || page.kept.size() > mostOfPage)
    return false;
  llvm::SmallVector<KeptAccess, most> accesses;
  LaneBits turned;
  if (record.turn)
    turned = turnedLanes(request, record.turn);
  else
    std::iota(turned.begin(), turned.end(), 0);
  const std::optional<KeptAccess> column = asColumn(record, request, turned);
  if (column)
    accesses.push_back(*column);
  const LaneMask behind = column ? 0 : lanesBehindOthers(request, turned);
  for (LaneMask left = column ? 0 : request.lanes; left;) {
    const unsigned lane = firstLane(left),
                   lanes = 1 + static_cast<unsigned>(llvm::countr_one(
                                   uint64_t(behind) >> (lane + 1)));
    left &= ~(llvm::maskTrailingOnes<LaneMask>(lanes) << lane);
    record.lanes = LaneMask(1) << turned[lane];
    const KeptAccess piece = {record, request.size * lanes,
                              request.addresses[lane]};
    if (!accesses.empty() && extend(accesses.back(), piece))
      continue;
    if (accesses.size() == most)
      return false;
    accesses.push_back(piece);
  }
  if (!llvm::all_of(accesses, [&](const KeptAccess &access) {
        return meetsNothing(shadow.page(access.address), record.kind,
                            access.address, access.extent());
      }))
    return false;
  for (const KeptAccess &access : accesses)
    addKept(shadow, shadow.page(access.address), record.kind, access);
  limitKept(actor.warp, shadow);
  return true;
}

bool State::keep(const Actor &actor, const Record &record,
                 const Request &request, bool isContiguous) {
  if (request.size < wordBytes || !llvm::isPowerOf2_32(request.size))
    return false;
  Shadow &shadow = actor.shadow;
  const uint64_t first = request.addresses[firstLane(request.lanes)],
                 bytes = uint64_t(request.size) * warpSize;
  Page &page = shadow.page(first);
  if (isContiguous) {
    if (first % pageBytes + bytes > pageBytes ||
        !meetsNothing(page, request.kind, first, bytes))
      return false;
    // Turned in its place: what was just stored part by part is slow to copy.
    KeptAccess &access = addKept(shadow, page, request.kind,
                                 {record, static_cast<uint32_t>(bytes), first});
    turnNeighbours(access.record, request);
    limitKept(actor.warp, shadow);
    return true;
  }
  // Others mostly meet something where something was met before.
  if (page.hasCells() || !areDistinct(request.addresses, request.lanes))
    return false;
  Record turned = record;
  turned.turn = turnOf(request, record.site, actor.block);
  return turned.turn && keepOperations(actor, turned, request);
}

void State::makeUpKept(Warp &warp, Shadow &shadow, Page &page) {
  // Whoever acts now may know more than the lanes did.
  Actor actor{warp, warpOf(warp), blockOf(warp.block), shadow,
              /*isShared=*/false};
  actor.isLate = true;
  for (const KeptAccess &access : page.kept) {
    KnownStep known;
    for (uint64_t i = 0; i != access.count; ++i)
      accessWords(actor, access.record, access.address + i * access.stride,
                  access.size, known);
  }
  shadow.keptCount -= page.kept.size();
  page.kept.clear();
  page.keptReads = page.keptWrites = 0;
}

void State::makeUpKept(Warp &warp, Shadow &shadow, uint64_t address,
                       uint64_t size) {
  if (!shadow.keptCount)
    return;
  for (uint64_t at = llvm::alignDown(address, pageBytes); at < address + size;
       at += pageBytes)
    if (Page &page = shadow.page(at); !page.kept.empty())
      makeUpKept(warp, shadow, page);
}

void State::makeUpKept(Warp &warp, Shadow &shadow, const Request &request,
                       bool isContiguous) {
  if (isContiguous)
    return makeUpKept(warp, shadow, request.addresses[0],
                      uint64_t(request.size) * warpSize);
  // Lanes mostly stay in a page.
  uint64_t last = ~uint64_t(0);
  for (LaneMask left = shadow.keptCount ? request.lanes : 0; left;
       left &= left - 1) {
    const uint64_t address = request.addresses[llvm::countr_zero(left)];
    if (std::exchange(last, address / pageBytes) != address / pageBytes)
      makeUpKept(warp, shadow, address, request.size);
  }
}

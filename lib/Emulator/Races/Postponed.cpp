//===- Postponed.cpp - Accesses that a barrier may settle -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access may wait if it races with nothing: all threads of the block follow
// what the chains of its pages have, and of the open accesses of these pages it
// meets none, or it follows all that it may meet.
//
//===----------------------------------------------------------------------===//

#include "Postponed.h"
#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

PageSet tessera::ptx::races::pagesOf(uint64_t address, uint64_t size) {
  const uint64_t first = address / pageBytes,
                 last = (address + std::max<uint64_t>(size, 1) - 1) / pageBytes;
  if (last >= pageSetBits)
    return ~PageSet(0);
  return llvm::maskTrailingOnes<PageSet>(static_cast<unsigned>(last + 1)) &
         ~llvm::maskTrailingOnes<PageSet>(static_cast<unsigned>(first));
}

PageSet tessera::ptx::races::pagesOf(const Request &request) {
  PageSet pages = 0;
  uint64_t some = 0;
  inLanes(request.lanes, [&, addresses = request.addresses](unsigned lane) {
    some |= addresses[lane];
    pages |= PageSet(1) << addresses[lane] / pageBytes % pageSetBits;
  });
  return some / pageBytes < pageSetBits ? pages : ~PageSet(0);
}

/// Numbers of 64 bits that have a bit for each byte of a page.
static constexpr size_t pageWords = pageBytes / 64;

/// Gives bits to the bytes of some pages.
static void cover(std::vector<uint64_t> &bytes, PageSet pages) {
  const size_t count = llvm::bit_width(pages) * pageWords;
  if (bytes.size() < count)
    bytes.resize(count);
}

static void clearPage(std::vector<uint64_t> &bytes, unsigned page) {
  std::fill_n(bytes.begin() + page * pageWords, pageWords, 0);
}

bool Postponed::add(const PostponedAccess &access) {
  const bool isWrite = access.isWrite(),
             isAlone = !isWrite && !(access.pages & written);
  addPages(access);
  if (isAlone)
    return true;
  cover(writtenBytes, access.pages);
  uint64_t met = 0;
  auto ofWord = [&](auto change) {
    access.forEachWord(
        access.pages,
        [&met, change, bytes = writtenBytes.data()](size_t at, uint64_t some) {
          met |= bytes[at] & some;
          change(bytes[at], some);
        });
  };
  if (isWrite)
    ofWord([](uint64_t &bytes, uint64_t some) { bytes |= some; });
  else
    ofWord([](uint64_t, uint64_t) {});
  return !met;
}

bool Postponed::meetsNoRead() {
  const PostponedAccess &access = open.back();
  const PageSet some = access.pages & read;
  cover(readBytes, pages);
  reads.resize(std::max<size_t>(reads.size(), llvm::bit_width(pages)));
  forEachPageOf(some, [this](unsigned page) {
    PostponedReads &known = reads[page];
    for (; known.looked != open.size() - 1; ++known.looked) {
      const PostponedAccess &other = open[known.looked];
      if (other.isWrite() || !(other.pages >> page & 1))
        continue;
      known.numbers.push_back(static_cast<uint32_t>(known.looked));
      other.forEachWord(PageSet(1) << page,
                        [bytes = readBytes.data()](size_t at, uint64_t bits) {
                          bytes[at] |= bits;
                        });
    }
  });
  uint64_t met = 0;
  access.forEachWord(
      some, [&met, bytes = readBytes.data()](size_t at, uint64_t bits) {
        met |= bytes[at] & bits;
      });
  return !met;
}

void Postponed::closePages(PageSet some) {
  // The numbers of others may change.
  forEachPageOf(read, [this](unsigned page) {
    if (page < reads.size() && std::exchange(reads[page].looked, 0)) {
      reads[page].numbers.clear();
      reads[page].followed = 0;
      clearPage(readBytes, page);
    }
  });
  forEachPageOf(written & some,
                [this](unsigned page) { clearPage(writtenBytes, page); });
  written &= ~some;
  read &= ~some;
}

void Postponed::dropReplaced(PageSet by) {
  if (!by)
    return;
  PageSet whole = 0;
  forEachPageOf(by, [&](unsigned page) {
    const auto words =
        llvm::ArrayRef(writtenBytes).slice(page * pageWords, pageWords);
    whole |= PageSet(llvm::all_of(
                 words, [](uint64_t bytes) { return bytes == ~uint64_t(0); }))
             << page;
  });
  llvm::erase_if(settled, [this, by, whole](const PostponedAccess &access) {
    if (access.pages & ~by)
      return false;
    if (!(access.pages & ~whole))
      return true;
    uint64_t left = 0;
    access.forEachWord(access.pages, [&left, bytes = writtenBytes.data()](
                                         size_t at, uint64_t bits) {
      left |= bits & ~bytes[at];
    });
    return !left;
  });
}

void Postponed::clear() {
  closePages(~PageSet(0));
  open.clear();
  settled.clear();
  staying.clear();
  pages = quiet = calm = noisy = stirred = 0;
}

//===----------------------------------------------------------------------===//
// Whether an access may wait
//===----------------------------------------------------------------------===//

/// True if all threads of the block follow some chains of a page: its writes or its
/// reads.
static bool areCommon(const Actor &actor, unsigned page, Chain Cell::*chain) {
  Chain known = 0;
  llvm::ArrayRef<Cell> cells = actor.shadow.page(page * pageBytes).allCells();
  for (; !cells.empty(); cells = cells.drop_front(warpSize)) {
    // Neighbours mostly have the same ones.
    Chain difference = 0;
    for (unsigned i = 0; i != warpSize; ++i)
      difference |= cells[i].*chain ^ known;
    for (unsigned i = 0; difference && i != warpSize; ++i)
      if (cells[i].*chain != known && !actor.areCommon(known = cells[i].*chain))
        return false;
  }
  return true;
}

/// True if everything that some pages' chains have comes before the access.
static bool areBehindChains(const Actor &actor, PageSet pages, bool isWrite) {
  Postponed &postponed = actor.shadow.postponed;
  // The answer for some pages, which is kept until the next barrier.
  auto haveAll = [pages](PageSet &those, PageSet &others, auto isOne) {
    for (PageSet left = pages & ~those; left; left &= left - 1) {
      const PageSet page = left & -left;
      if ((others & pages) ||
          !isOne(static_cast<unsigned>(llvm::countr_zero(page)))) {
        others |= page;
        return false;
      }
      those |= page;
    }
    return true;
  };
  return haveAll(postponed.quiet, postponed.noisy,
                 [&](unsigned page) {
                   return areCommon(actor, page, &Cell::writes);
                 }) &&
         (!isWrite ||
          haveAll(postponed.calm, postponed.stirred, [&](unsigned page) {
            return actor.shadow.page(page * pageBytes).keepsNothingElse() &&
                   areCommon(actor, page, &Cell::reads);
          }));
}

/// True if the actor follows another access at any word.
static bool followsAnywhere(const Actor &actor, const PostponedAccess &other) {
  Record earlier = other.record;
  if (!other.slot) {
    earlier.lanes = allLanes;
    earlier.turn = 0;
  }
  if (actor.followsCommon() && actor.isCommon(earlier))
    return true;
  if (actor.agent)
    return actor.knowsRow(earlier);
  if (earlier.row == actor.state.row || !actor.areAlike())
    return false;
  const LaneKnowledge &known = actor.state.known[firstLane(actor.warp.live)];
  const Row *row = known.base.all.row(earlier.row);
  return row &&
         covers(*row, earlier.turn ? allLanes : earlier.lanes, earlier.epoch);
}

/// True if two accesses of one warp have the same places, each a lane's own. Program
/// order puts one behind the other.
static bool areOfSameLanes(const PostponedAccess &access,
                           const PostponedAccess &other) {
  if (access.slot || other.slot || access.warp != other.warp ||
      access.size != other.size || access.lanes != other.lanes)
    return false;
  bool areSame = true;
  inLanes(access.lanes, [&](unsigned lane) {
    areSame &= access.offsets[lane] == other.offsets[lane];
  });
  return areSame;
}

/// True if the last open access meets nothing of another one, or comes after it.
static bool isBehind(const Actor &actor, const PostponedAccess &access,
                     const PostponedAccess &other) {
  return access.end <= other.first || other.end <= access.first ||
         areOfSameLanes(access, other) || followsAnywhere(actor, other);
}

/// True if the last open access is behind the other ones that write.
static bool isBehindWrites(const Actor &actor) {
  const auto all = llvm::ArrayRef(actor.shadow.postponed.open);
  const PostponedAccess &access = all.back();
  return llvm::all_of(all.drop_back(), [&](const PostponedAccess &other) {
    return !(other.pages & access.pages) || !other.isWrite() ||
           isBehind(actor, access, other);
  });
}

/// The same for those that read some pages, all of which have been looked at.
static bool isBehindReads(const Actor &actor, PageSet pages) {
  constexpr size_t most = 64;
  Postponed &postponed = actor.shadow.postponed;
  const PostponedAccess &access = postponed.open.back();
  // Operations that lanes begin one after the other know the same.
  const PostponedReads::Follower follower = {
      actor.warp.number, actor.state.version,
      actor.agent ? actor.agent->lanes : LaneMask(0)};
  for (; pages; pages &= pages - 1) {
    PostponedReads &reads = postponed.reads[llvm::countr_zero(pages)];
    if (reads.numbers.size() > most)
      return false;
    if (!(reads.follower == follower)) {
      reads.follower = follower;
      reads.followed = 0;
    }
    for (size_t i = reads.followed; i != reads.numbers.size(); ++i) {
      const PostponedAccess &other = postponed.open[reads.numbers[i]];
      if (reads.followed == i && followsAnywhere(actor, other))
        ++reads.followed;
      else if (!isBehind(actor, access, other))
        return false;
    }
  }
  return true;
}

bool State::canWait(Actor &actor, PageSet pages, bool isWrite) {
  const AsyncSlot *agent = actor.agent;
  const bool isBehindCommon =
      !agent || (isWrite ? actor.followsCommon() : actor.followsCommonWrites());
  if (!actor.keepsCommon() || pages == ~PageSet(0) || !isBehindCommon ||
      !areBehindChains(actor, pages, isWrite))
    return false;
  const Postponed &postponed = actor.shadow.postponed;
  if (postponed.open.size() + postponed.settled.size() < Postponed::most)
    return true;
  settle(actor.warp.block, actor.shadow, ~PageSet(0), /*isWrite=*/true);
  return false;
}

PostponedAccess &State::beginPostponed(const Actor &actor, const Record &record,
                                       PageSet pages) {
  PostponedAccess &access = actor.shadow.postponed.open.emplace_back();
  access.record = record;
  access.warp = actor.warp.number;
  access.version = actor.state.version;
  access.pages = pages;
  if (actor.agent)
    access.slot = static_cast<uint32_t>(actor.agent - actor.block.slots.data());
  return access;
}

/// True if no two lanes of an access have one place.
static bool hasDistinctLanes(const PostponedAccess &access) {
  uint64_t addresses[warpSize];
  std::copy_n(access.offsets.begin(), warpSize, addresses);
  return areDistinct(addresses, access.lanes);
}

/// True if the last open access, which is not added yet, races with no other one.
static bool isFree(const Actor &actor) {
  Postponed &postponed = actor.shadow.postponed;
  const PostponedAccess &access = postponed.open.back();
  const bool isWrite = access.isWrite();
  if (isWrite && (access.pages & postponed.read) && !postponed.meetsNoRead() &&
      !isBehindReads(actor, access.pages & postponed.read))
    return false;
  if (postponed.add(access))
    return true;
  return (!isWrite || hasDistinctLanes(access)) && isBehindWrites(actor);
}

bool State::endPostponed(const Actor &actor) {
  if (isFree(actor))
    return true;
  actor.shadow.postponed.open.pop_back();
  return false;
}

bool State::postpone(Actor &actor, const Record &record, const Request &request,
                     PageSet pages, llvm::ArrayRef<LaneMask> repeated) {
  const bool isWrite = record.kind != Access::Load;
  if (!canWait(actor, pages, isWrite))
    return false;
  PostponedAccess &access = beginPostponed(actor, record, pages);
  access.size = request.size;
  access.lanes = request.lanes;
  access.repeated.assign(repeated.begin(), repeated.end());
  std::copy_n(request.addresses, warpSize, access.offsets.begin());
  uint32_t first = ~0u, last = 0;
  inLanes(access.lanes, [&, offsets = access.offsets.data()](unsigned lane) {
    first = std::min(first, offsets[lane]);
    last = std::max(last, offsets[lane]);
  });
  access.first = first;
  access.end = last + access.size;
  return endPostponed(actor);
}

bool State::postpone(Actor &actor, const Record &record,
                     const SharedPieces &pieces) {
  PageSet pages = 0;
  uint64_t last = ~uint64_t(0); // page, in which the next piece mostly lies
  for (auto [address, size] : *pieces)
    if (address / pageBytes != last || address % pageBytes + size > pageBytes) {
      pages |= pagesOf(address, size);
      last = address / pageBytes;
    }
  if (!canWait(actor, pages, /*isWrite=*/false))
    return false;
  PostponedAccess &access = beginPostponed(actor, record, pages);
  access.pieces = pieces;
  access.first = static_cast<uint32_t>(pieces->front().first);
  access.end =
      static_cast<uint32_t>(pieces->back().first + pieces->back().second);
  return endPostponed(actor);
}

//===----------------------------------------------------------------------===//
// Steps that are made up
//===----------------------------------------------------------------------===//

/// Makes a postponed step in some pages. It belongs to the time of the access, which
/// knew no more than its warp does now: what it does not follow must not go from
/// the chains.
void State::makeUp(Block &block, Shadow &shadow, const PostponedAccess &access,
                   PageSet pages) {
  BlockState &state = blockOf(block);
  WarpState &warp = state.warps[access.warp];
  Actor actor{*block.warps[access.warp], warp, state, shadow,
              /*isShared=*/true};
  actor.isLate = warp.version != access.version ||
                 (access.lanes & ~actor.warp.live) || access.slot;
  // Another operation may have its slot by now, of the same lanes.
  if (access.slot)
    actor.agent = &state.slots[*access.slot];
  KnownStep known;
  if (access.pieces) {
    for (auto [address, size] : *access.pieces)
      for (uint64_t at = address, end = at + size, next; at != end; at = next) {
        next = std::min(end, llvm::alignDown(at, pageBytes) + pageBytes);
        if (pagesOf(at, 1) & pages)
          accessWords(actor, access.record, at, next - at, known);
      }
    return;
  }
  uint64_t addresses[warpSize];
  std::copy_n(access.offsets.begin(), warpSize, addresses);
  Request request;
  request.kind = access.record.kind;
  request.space = Space::Shared;
  request.size = access.size;
  request.addresses = addresses;
  for (LaneMask left = access.lanes; left; left &= left - 1)
    if (pagesOf(addresses[firstLane(left)], 1) & pages)
      request.lanes |= left & -left;
  if (access.slot) {
    accessOperations(actor, access.record, request);
    return;
  }
  actor.repeated = access.repeated;
  actor.locate(request, request.isContiguous());
  // Steps are remembered by the version.
  const uint32_t version = std::exchange(warp.version, access.version);
  accessElements(actor, access.record, request, 1u << access.record.how.shift,
                 /*idle=*/0, /*failed=*/0);
  warp.version = version;
}

void State::settle(Block &block, Shadow &shadow, PageSet pages, bool isWrite) {
  Postponed &postponed = shadow.postponed;
  const PageSet madeWritten =
      (isWrite ? pages : PageSet(0)) | (pages & postponed.written);
  postponed.noisy |= madeWritten;
  postponed.quiet &= ~madeWritten;
  postponed.stirred |= pages;
  postponed.calm &= ~pages;
  if (!(postponed.pages & pages))
    return;
  auto makeUpAll = [&](std::vector<PostponedAccess> &accesses) {
    llvm::erase_if(accesses, [&](PostponedAccess &access) {
      if (access.pages & pages)
        makeUp(block, shadow, access, access.pages & pages);
      access.pages &= ~pages;
      return !access.pages;
    });
  };
  makeUpAll(postponed.settled);
  makeUpAll(postponed.open);
  postponed.closePages(pages);
  postponed.pages &= ~pages;
}

void State::settleByBarrier(Block &block, BlockState &state) {
  Postponed &postponed = state.shared.postponed;
  const Actor any{*block.warps.front(), state.warps.front(), state,
                  state.shared, /*isShared=*/true};
  postponed.noisy = postponed.stirred = 0;
  if (postponed.open.empty())
    return;
  // Accesses of threads that are not at the barrier, or are not over, stay open.
  std::vector<PostponedAccess> &open = postponed.staying;
  llvm::erase_if(postponed.open, [&, last = Record(), isOpen = false](
                                     PostponedAccess &access) mutable {
    const Record &record = access.record;
    if (record.row != last.row || record.epoch != last.epoch) {
      last = record;
      isOpen = !any.isCommon(record);
    }
    if (isOpen)
      open.push_back(std::move(access));
    return isOpen || !access.isWrite();
  });
  PageSet settled = 0, left = 0;
  for (const PostponedAccess &access : postponed.open)
    settled |= access.pages;
  for (const PostponedAccess &access : open)
    left |= access.isWrite() ? access.pages : PageSet(0);
  // Only writes that are settled replace others.
  const bool areMixed = settled & left;
  if (areMixed) {
    postponed.closePages(~PageSet(0));
    for (const PostponedAccess &access : postponed.open)
      postponed.add(access);
  }
  postponed.dropReplaced(settled);
  if (postponed.settled.empty())
    postponed.settled.swap(postponed.open);
  else
    llvm::move(postponed.open, std::back_inserter(postponed.settled));
  postponed.open.clear();
  postponed.closePages(areMixed ? ~PageSet(0) : settled);
  postponed.open.swap(open);
  postponed.pages = postponed.written = postponed.read = 0;
  for (const PostponedAccess &access : postponed.settled)
    postponed.pages |= access.pages;
  for (const PostponedAccess &access : postponed.open)
    if (areMixed)
      postponed.add(access);
    else
      postponed.addPages(access);
}

//===- Cells.cpp - The accesses that a word remembers ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Conflict and Data-races". A cell keeps the accesses that a
// later one may race with. An access is dropped when a later one stands for it:
// everything that is ordered after the later one is ordered after the earlier
// one, too, and everything that races with the earlier one races with the later
// one.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Limit on the search of a chain for an access that stands for the new one.
static constexpr unsigned mostSearched = 64;
/// From this length on, a chain is thinned whenever its length is a power of
/// two.
static constexpr uint32_t leastThinned = 8;
/// Limit on the stores of one value that are kept one by one.
static constexpr uint32_t mostRepeats = 16;
/// Up to this length strong writes are kept one by one: a thread that follows
/// one of them need not follow later writes of its lane.
static constexpr uint32_t mostUnthinned = 64;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static Epoch epochOf(const Row *row, unsigned lane) {
  return row ? row->epochs[lane] : 0;
}

bool LaneState::knows(uint32_t row, LaneMask lanes, Epoch epoch) const {
  const Row *known = base.all.row(row);
  if (known && covers(*known, lanes, epoch))
    return true;
  if (waited.empty())
    return false;
  for (; lanes; lanes &= lanes - 1) {
    unsigned lane = firstLane(lanes);
    bool isWaited = llvm::any_of(waited, [&](const Doer &doer) {
      return doer.row == row && doer.lane == lane && doer.epoch >= epoch;
    });
    if (!isWaited && epochOf(known, lane) < epoch)
      return false;
  }
  return true;
}

bool Actor::knows(unsigned lane, const Record &record) const {
  const LaneState &now = state.lanes[lane];
  const Knowledge &base = agent ? agent->begin.base : now.base;
  const Row *warpRow = (agent ? agent->begin.warpRow : now.warpRow).get();
  if (mapFences && record.kind != Access::Load)
    return isShown(record);
  if (needsProxyFence(record)) {
    const Row *row = base.proxied[isShared ? 0 : 1].row(record.row);
    return row && covers(*row, record.lanes, record.epoch);
  }
  const Row *row = base.all.row(record.row);
  if (record.row != state.row)
    return agent ? row && covers(*row, record.lanes, record.epoch)
                 : now.knows(record.row, record.lanes, record.epoch);
  // Program order, then knowledge of the warp's other lanes from barriers.
  LaneMask others = record.lanes;
  if (!agent || agent->begin.epoch >= record.epoch)
    others &= ~(LaneMask(1) << lane);
  for (; others; others &= others - 1) {
    unsigned other = firstLane(others);
    if (std::max(epochOf(row, other), epochOf(warpRow, other)) < record.epoch)
      return false;
  }
  return true;
}

bool Actor::knowsRow(const Record &record) const {
  Record ofAll = record;
  ofAll.lanes = allLanes;
  return !mapFences && knows(agent->lane, ofAll);
}

bool Actor::allKnow(LaneMask lanes, const Record &record) const {
  const LaneState *last = nullptr;
  bool isOwn = record.row == state.row;
  for (; lanes; lanes &= lanes - 1) {
    unsigned lane = firstLane(lanes);
    const LaneState &now = state.lanes[lane];
    if (!isOwn && last && last->base.all == now.base.all &&
        last->waited.empty() && now.waited.empty())
      continue; // same knowledge as the last lane's
    if (!knows(lane, record))
      return false;
    last = &now;
  }
  return true;
}

bool Actor::areAlike() const {
  if (state.alikeVersion == state.version)
    return state.isAlike;
  state.alikeVersion = state.version;
  state.isAlike = true;
  const LaneState &first = state.lanes[firstLane(warp.live)];
  for (LaneMask left = warp.live; left; left &= left - 1) {
    const LaneState &other = state.lanes[firstLane(left)];
    state.isAlike &= other.base.all == first.base.all &&
                     other.warpRow == first.warpRow && other.waited.empty();
  }
  return state.isAlike;
}

bool Actor::comesAfter(const Record &now, const Record &earlier) const {
  if (followsCommon() && isCommon(earlier))
    return true;
  if (!now.turn && !earlier.turn)
    return allKnow(now.lanes, earlier);
  // Holds for whichever lane of the other row.
  bool isOwn = earlier.row == state.row;
  if (!agent && isOwn && now.turn == earlier.turn &&
      now.lanes == earlier.lanes && llvm::has_single_bit(now.lanes))
    return true;
  if (!agent && areAlike()) {
    const LaneState &known = state.lanes[firstLane(warp.live)];
    const Row *row = known.base.all.row(earlier.row);
    if (!row && !isOwn)
      return false;
    if (!earlier.turn && !isOwn)
      return covers(*row, earlier.lanes, earlier.epoch);
    if ((row && covers(*row, allLanes, earlier.epoch)) ||
        (isOwn && known.warpRow &&
         covers(*known.warpRow, allLanes, earlier.epoch)))
      return true;
    // If none of the row's lanes is known up to then, a lane follows only its
    // own earlier steps.
    bool isSomeKnown =
        (row && coversSome(*row, earlier.epoch)) ||
        (isOwn && known.warpRow && coversSome(*known.warpRow, earlier.epoch));
    if (!isSomeKnown && (!isOwn || now.turn == earlier.turn))
      return false;
  }
  if (agent && knowsRow(earlier))
    return true;
  isWordBound = true;
  return allKnow(now.lanesAt(word), earlier.at(word));
}

bool Actor::findCommon(Chain chain) const {
  const bool isKept = keepsCommon();
  for (Chain at = chain; at; at = shadow.chains[at].next) {
    const ChainNode &node = shadow.chains[at];
    if (isKept && node.isCommon)
      break;
    if (!isEnd(node.record) && !isCommon(node.record))
      return false;
  }
  if (isKept)
    shadow.chains.setCommon(chain);
  return true;
}

bool Actor::isWithin(const Record &some, const Record &all) const {
  if (some.turn == all.turn)
    return !(some.lanes & ~all.lanes);
  isWordBound = true;
  return !(some.lanesAt(word) & ~all.lanesAt(word));
}

/// PTX ISA, section "Morally strong operations", for accesses of different
/// threads to one word.
bool Actor::areMorallyStrong(const Record &a, const Record &b) const {
  if (!a.how.isStrong || !b.how.isStrong || a.how.isAsync != b.how.isAsync ||
      a.how.shift != b.how.shift || a.bytes != b.bytes)
    return false;
  // The access b is made by this block.
  return (a.how.isWide && b.how.isWide) || isOfBlock(a.row);
}

/// The first record of a chain that a new access races with.
const Record *State::findRace(const Actor &actor, Chain chain,
                              const Record &record) const {
  const ChainTable &chains = actor.shadow.chains;
  const Chain all = chain;
  if (actor.keepsCommon() && actor.followsCommon() && actor.areCommon(chain))
    return nullptr;
  while (chain) {
    const ChainNode &node = chains[chain];
    const Record &earlier = node.record;
    if (!(earlier.bytes & record.bytes)) {
      chain = node.next;
      continue;
    }
    bool isAlike = earlier.how == record.how && earlier.bytes == record.bytes;
    if (isAlike && record.how.isStrong &&
        (record.how.isWide || (actor.isShared && !actor.block.isClusterWide))) {
      chain = node.skip;
      continue;
    }
    if (!actor.areMorallyStrong(earlier, record) &&
        !actor.comesAfter(record, earlier) &&
        !actor.isObserved(record, earlier, all))
      return &earlier;
    chain = node.next;
  }
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// True if a new access stands for an earlier one of its kind.
static bool standsFor(const Actor &actor, const Record &record,
                      const Record &old) {
  if ((old.bytes & ~record.bytes) || isEnd(old) ||
      (record.how.isStrong && !(old.how == record.how)))
    return false;
  if (old.row == record.row)
    return actor.isWithin(old, record) ||
           (!actor.agent && actor.comesAfter(record, old));
  // Waiting for an asynchronous operation orders only its own accesses. An
  // access that is strong in another block may race with others than this one.
  if (actor.agent || (record.how.isStrong && !actor.isOfBlock(old.row)))
    return false;
  return actor.comesAfter(record, old);
}

/// The chain of some records in front of `rest`.
static Chain makeChain(ChainTable &chains, llvm::ArrayRef<Record> records,
                       Chain rest = 0) {
  for (const Record &record : llvm::reverse(records))
    rest = chains.make(record, rest);
  return rest;
}

/// The chain without the records that `record` stands for.
Chain State::drop(const Actor &actor, Chain chain, const Record &record) const {
  ChainTable &chains = actor.shadow.chains;
  llvm::SmallVector<Record, 32> kept;
  bool isChanged = false;
  for (Chain at = chain; at; at = chains[at].next) {
    if (standsFor(actor, record, chains[at].record))
      isChanged = true;
    else
      kept.push_back(chains[at].record);
  }
  if (!isChanged)
    return chain;
  return makeChain(chains, kept);
}

/// True if a strong write repeats the newest record, so that the chain, which
/// keeps the order of strong writes, need not change.
static bool isSameWrite(const Record &record, const Record &newest) {
  return newest.row == record.row && newest.epoch == record.epoch &&
         newest.lanes == record.lanes && newest.turn == record.turn &&
         newest.kind == record.kind && newest.bytes == record.bytes &&
         newest.how == record.how;
}

/// True if two reads differ only by their lanes, so that they can share a
/// record. Where lanes read places without order, each word has its own
/// readers.
static bool areReadsAlike(const Record &a, const Record &b) {
  return a.row == b.row && a.epoch == b.epoch && a.site == b.site &&
         a.kind == Access::Load && b.kind == Access::Load &&
         a.bytes == b.bytes && a.turn == b.turn && a.how == b.how;
}

/// The chain with more lanes in the read at `place`.
static Chain addReaders(ChainTable &chains, Chain chain, Chain place,
                        LaneMask lanes) {
  if (chains[place].isOwn) {
    chains.addLanes(place, lanes);
    return chain;
  }
  llvm::SmallVector<Record, 8> newer;
  for (Chain at = chain; at != place; at = chains[at].next)
    newer.push_back(chains[at].record);
  Record all = chains[place].record;
  all.lanes |= lanes;
  return makeChain(chains, newer, chains.makeOwn(all, chains[place].next));
}

/// The chain with one more record, unless one of it stands for that already.
Chain State::append(const Actor &actor, Chain chain,
                    const Record &record) const {
  ChainTable &chains = actor.shadow.chains;
  bool isStrongWrite = record.how.isStrong && record.kind != Access::Load;
  if (isStrongWrite && chain) {
    const Record &newest = chains[chain].record;
    if (isSameWrite(record, newest))
      return chain;
    if (newest.epoch != record.epoch && chains[chain].length < mostUnthinned)
      return chains.make(record, chain);
  }
  unsigned searched = isStrongWrite ? mostSearched : 0;
  for (Chain at = chain; at && searched != mostSearched; ++searched) {
    const ChainNode &node = chains[at];
    const Record &old = node.record;
    if (old.row == record.row && old.epoch == record.epoch &&
        !(record.bytes & ~old.bytes) &&
        (!old.how.isStrong || old.how == record.how) &&
        old.how.isAsync == record.how.isAsync && actor.isWithin(record, old))
      return chain;
    if (actor.isScattered && areReadsAlike(old, record))
      return addReaders(chains, chain, at, record.lanes);
    at = node.next;
  }
  uint32_t length = chains[chain].length;
  uint32_t least = isStrongWrite ? mostUnthinned : leastThinned;
  if (length >= least && llvm::isPowerOf2_32(length))
    chain = drop(actor, chain, record);
  else if (chain && standsFor(actor, record, chains[chain].record))
    chain = chains[chain].next;
  bool isOwn = actor.isScattered && chain && record.kind == Access::Load;
  return isOwn ? chains.makeOwn(record, chain) : chains.make(record, chain);
}

bool Actor::areRepeats(Chain writes, unsigned bytes) const {
  for (; writes; writes = shadow.chains[writes].next) {
    const Record &write = shadow.chains[writes].record;
    if ((write.bytes & bytes) &&
        (write.how.isStrong || write.how.isAsync || write.how.isMixed ||
         write.kind != Access::Store))
      return false;
  }
  return true;
}

uint8_t Actor::joinedBytes(Chain writes) const {
  unsigned written = 0;
  for (Chain at = writes; repeats && at; at = shadow.chains[at].next)
    written |= shadow.chains[at].record.bytes;
  uint8_t joined = 0;
  for (unsigned left = repeats & written; left; left &= left - 1)
    if (areRepeats(writes, left & -left))
      joined |= left & -left;
  return joined;
}

bool Actor::followsOne(const Record &now, Chain writes) const {
  isWordBound = true;
  LaneMask left = now.lanesAt(word);
  for (; left && writes; writes = shadow.chains[writes].next) {
    if (!(shadow.chains[writes].record.bytes & now.bytes))
      continue;
    Record write = shadow.chains[writes].record.at(word);
    for (LaneMask from = write.lanes; from; from &= from - 1) {
      write.lanes = LaneMask(1) << firstLane(from);
      for (LaneMask lanes = left; lanes; lanes &= lanes - 1)
        if (knows(firstLane(lanes), write))
          left &= ~(LaneMask(1) << firstLane(lanes));
    }
  }
  return !left;
}

/// For each byte, a load may follow another one of the stores.
const Record *State::findRaceOfLoad(const Actor &actor, Chain writes,
                                    const Record &record) const {
  Record one = record;
  for (unsigned left = record.bytes & (Record::isRow - 1); left;
       left &= left - 1) {
    one.bytes = static_cast<uint8_t>(left & -left);
    const Record *earlier = findRace(actor, writes, one);
    if (earlier && (!actor.areRepeats(writes, one.bytes) ||
                    !actor.followsOne(one, writes)))
      return earlier;
  }
  return nullptr;
}

/// In bytes that the store leaves unchanged, only accesses before the value was
/// first stored can race; in the others, all accesses can.
const Record *State::findRaceOfRepeat(const Actor &actor, const Cell &cell,
                                      const Record &record,
                                      uint8_t joined) const {
  Record part = record;
  auto findIn = [&](unsigned bytes, Chain writes, Chain reads) {
    part.bytes = static_cast<uint8_t>(bytes);
    const Record *earlier = bytes ? findRace(actor, writes, part) : nullptr;
    return earlier || !bytes ? earlier : findRace(actor, reads, part);
  };
  if (const Record *earlier =
          findIn(record.bytes & ~joined, cell.writes, cell.reads))
    return earlier;
  for (Chain at = cell.writes; at; at = actor.shadow.chains[at].next) {
    const Record &end = actor.shadow.chains[at].record;
    if (!isEnd(end))
      continue;
    if (const Record *older =
            findIn(bytesOfEnd(end) & joined, end.row, end.epoch))
      return older;
  }
  return nullptr;
}

/// The earlier access that a new one races with. Stores of the same value do
/// not race with each other, nor with loads that follow one of them. Accesses
/// before the first of these stores must be ordered before all of them. This is
/// decided for each byte.
const Record *State::findRace(const Actor &actor, const Cell &cell,
                              const Record &record) {
  bool isLoad = record.kind == Access::Load;
  const Record *earlier = findRace(actor, cell.writes, record);
  if (!earlier && !isLoad)
    earlier = findRace(actor, cell.reads, record);
  if (!earlier || checks.sameValue || actor.agent || !cell.writes)
    return earlier;
  if (isLoad) {
    // A strong access meets strong writes as a whole.
    if (record.how.isStrong && !actor.areRepeats(cell.writes, record.bytes))
      return earlier;
    return findRaceOfLoad(actor, cell.writes, record);
  }
  actor.findRepeats(record);
  const uint8_t joined = actor.joinedBytes(cell.writes);
  if (!joined)
    return earlier;
  earlier = findRaceOfRepeat(actor, cell, record, joined);
  actor.isWordBound = true; // each repeat is counted
  repeats += !earlier;
  return earlier;
}

bool tessera::ptx::races::isOfRows(const ChainTable &chains, const Cell &cell,
                                   uint8_t bytes) {
  return llvm::all_of(std::array{cell.writes, cell.reads}, [&](Chain chain) {
    return !chain || chains[chain].record.bytes == bytes;
  });
}

static Chain takeApart(ChainTable &chains, Chain chain) {
  if (!chain || !(chains[chain].record.bytes & Record::isRow))
    return chain;
  llvm::SmallVector<Record, 8> rows;
  for (; chain; chain = chains[chain].next)
    rows.push_back(chains[chain].record);
  Chain result = 0;
  for (Record element : llvm::reverse(rows)) {
    if (isEnd(element)) {
      Chain writes = takeApart(chains, element.row);
      Chain reads = takeApart(chains, element.epoch);
      result =
          chains.make(replacedBy(writes, reads, Record::isRow - 1), result);
      continue;
    }
    element.bytes &= Record::isRow - 1;
    auto size = static_cast<unsigned>(llvm::popcount(element.bytes));
    for (unsigned at = 0; at != wordBytes; at += size) {
      result = chains.make(element, result);
      element.bytes = static_cast<uint8_t>(element.bytes << size);
      element.lanes = llvm::rotl(element.lanes, 1);
    }
  }
  return result;
}

Cell tessera::ptx::races::takeApart(ChainTable &chains, const Cell &cell) {
  return {::takeApart(chains, cell.writes), ::takeApart(chains, cell.reads)};
}

namespace {

/// The records of a chain within some bytes, and those in other bytes.
struct Parts {
  Chain within = 0, beside = 0;
};

} // namespace

/// Splits a chain by bytes. Strong accesses meet others as a whole, and stay
/// whole. Within the bytes, no earlier end is kept.
static Parts divide(ChainTable &chains, Chain chain, unsigned bytes) {
  llvm::SmallVector<Record, 8> within, beside;
  bool areAllWithin = true, areAllBeside = true;
  for (Chain at = chain; at; at = chains[at].next) {
    Record record = chains[at].record;
    const unsigned inside = isEnd(record) ? 0 : record.bytes & bytes;
    const unsigned outside =
        (isEnd(record) ? bytesOfEnd(record) : record.bytes) & ~bytes;
    areAllWithin &= inside && !outside;
    areAllBeside &= !isEnd(record) && !inside;
    if (isEnd(record)) {
      record.lanes = outside;
      if (outside)
        beside.push_back(record);
      continue;
    }
    Record part = record;
    part.bytes = static_cast<uint8_t>(inside);
    if (inside)
      within.push_back(part);
    if (!record.how.isStrong)
      record.bytes = static_cast<uint8_t>(outside);
    if (outside)
      beside.push_back(record);
  }
  if (areAllWithin)
    return {chain, 0};
  if (areAllBeside)
    return {0, chain};
  Parts parts;
  parts.within = makeChain(chains, within);
  parts.beside = makeChain(chains, beside);
  return parts;
}

/// Updates a cell after a weak write. Unchanged bytes join the earlier stores
/// of the same value; in the other bytes, all earlier accesses are ordered
/// before the write.
void State::replace(const Actor &actor, Cell &cell,
                    const Record &record) const {
  ChainTable &chains = actor.shadow.chains;
  const uint8_t joined = actor.joinedBytes(cell.writes);
  const auto replaced = static_cast<uint8_t>(record.bytes & ~joined);
  Chain writes = cell.writes, reads = cell.reads;
  if (replaced && (writes || reads)) {
    // Common records come before everything that a thread will do.
    const bool isForgotten = actor.isShared && !actor.block.isClusterWide &&
                             actor.followsCommon() && actor.areCommon(writes) &&
                             actor.areCommon(reads);
    Parts ofWrites = divide(chains, writes, replaced);
    Parts ofReads = divide(chains, reads, replaced);
    writes = ofWrites.beside;
    reads = ofReads.beside;
    if ((ofWrites.within || ofReads.within) && !isForgotten)
      writes = chains.make(
          replacedBy(ofWrites.within, ofReads.within, replaced), writes);
  }
  if (joined) {
    // A load may follow an older store and not this one.
    if (chains[writes].length >= mostRepeats)
      writes = drop(actor, writes, record);
    reads = drop(actor, reads, record);
  }
  if (!joined || !isSameWrite(record, chains[writes].record))
    writes = chains.make(record, writes);
  cell.writes = writes;
  cell.reads = reads;
}

/// Updates a word's cell by an access; false after a report.
bool State::step(const Actor &actor, Cell &cell, const Record &record) {
  actor.isWordBound |= actor.shadow.chains[cell.reads].isOwn;
  if (const Record *earlier = findRace(actor, cell, record)) {
    reportRace(actor, earlier->at(actor.word), record.at(actor.word),
               actor.word);
    return false;
  }
  if (record.kind == Access::Load)
    cell.reads = append(actor, cell.reads, record);
  else if (record.how.isStrong)
    cell.writes = append(actor, cell.writes, record);
  else
    replace(actor, cell, record);
  actor.isWordBound |= actor.shadow.chains[cell.reads].isOwn;
  return true;
}

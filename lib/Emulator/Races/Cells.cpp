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
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Limit on the search of a chain for an access that stands for the new one, which is
/// mostly near: words that a whole grid reads have long chains.
static constexpr unsigned mostSearched = 16;
/// From this length on, a chain is thinned whenever its length is a power of
/// two.
static constexpr uint32_t leastThinned = 8;
/// The same for the writes that a weak store is put in front of.
static constexpr uint32_t leastThinnedWrites = 16;
/// From this length on, equal reads by a warp are looked for.
static constexpr uint32_t leastCompared = 64;
/// Up to this length strong writes are kept one by one: a thread that follows
/// one of them need not follow later writes of its lane.
static constexpr uint32_t mostUnthinned = 64;

//===----------------------------------------------------------------------===//
// Races
//===----------------------------------------------------------------------===//

/// The first record of a chain that a new access races with; of a weak store,
/// the part that is not covered.
State::FoundRecord State::findRace(const Actor &actor, Chain chain,
                                   const Record &record) const {
  const ChainTable &chains = actor.shadow.chains;
  const Chain all = chain;
  if (actor.keepsCommon() && actor.followsCommon() && actor.areCommon(chain))
    return std::nullopt;
  for (unsigned open = record.bytes; chain && open;) {
    const ChainNode &node = chains[chain];
    const Record &earlier = node.record;
    if (!(earlier.bytes & open)) {
      chain = node.next;
      continue;
    }
    bool isAlike = earlier.how == record.how && earlier.bytes == record.bytes;
    if (isAlike && record.how.isStrong &&
        (record.how.isWide || (actor.isShared && !actor.block.isClusterWide))) {
      chain = node.skip();
      continue;
    }
    if (!actor.areMorallyStrong(earlier, record) &&
        !actor.comesAfter(record, earlier) &&
        !actor.isObserved(record, earlier, all)) {
      Record found = earlier;
      if (found.isWeakStore())
        found.bytes = static_cast<uint8_t>(found.bytes & open);
      return found;
    }
    open &= ~node.covered();
    chain = node.next;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Cells
//===----------------------------------------------------------------------===//

/// True if a new access stands for an earlier one of its kind.
static bool standsFor(const Actor &actor, const Record &record,
                      const Record &old) {
  if ((old.bytes & ~record.bytes) ||
      (record.how.isStrong && !(old.how == record.how)))
    return false;
  if (old.row == record.row)
    return actor.isWithin(old, record) ||
           (!actor.agent && !actor.isLate && actor.comesAfter(record, old));
  // Waiting for an asynchronous operation orders only its own accesses. An
  // access that is strong in another block may race with others than this one.
  if (actor.agent || actor.isLate ||
      (record.how.isStrong && !actor.isOfBlock(old.row)))
    return false;
  return actor.comesAfter(record, old);
}

/// The chain of the accesses of some nodes in front of `rest`.
static Chain makeChain(ChainTable &chains, llvm::ArrayRef<ChainNode> nodes,
                       Chain rest = 0) {
  for (const ChainNode &node : llvm::reverse(nodes))
    rest = chains.make(node.record, rest, node.replacement());
  return rest;
}

/// The chain without the records that `record` stands for, and of equal reads
/// by a warp without all but the newest, which stands for the others whoever
/// acts.
Chain State::drop(const Actor &actor, Chain chain, const Record &record) const {
  ChainTable &chains = actor.shadow.chains;
  llvm::SmallVector<ChainNode, 32> kept;
  llvm::DenseSet<std::pair<uint64_t, uint32_t>> reads;
  const bool areCompared = chains[chain].length >= leastCompared;
  bool isChanged = false;
  for (Chain at = chain; at; at = chains[at].next) {
    const Record &old = chains[at].record;
    const auto read = std::make_pair(uint64_t(old.row) << 32 | old.lanes,
                                     uint32_t(old.turn) << 16 | old.bytes << 8 |
                                         llvm::bit_cast<uint8_t>(old.how));
    if (standsFor(actor, record, old) ||
        (areCompared && old.kind == Access::Load && !reads.insert(read).second))
      isChanged = true;
    else
      kept.push_back(chains[at]);
  }
  return isChanged ? makeChain(chains, kept) : chain;
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
  llvm::SmallVector<ChainNode, 8> newer;
  for (Chain at = chain; at != place; at = chains[at].next)
    newer.push_back(chains[at]);
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

/// True if stores of one value may be repeats of this one.
static bool mayBeRepeated(const Record &write) {
  return write.kind == Access::Store && !write.how.isStrong &&
         !write.how.isAsync && !write.how.isMixed;
}

bool Actor::areRepeats(Chain writes, unsigned bytes) const {
  bool are = true;
  shadow.chains.forEachMet(writes, bytes, [&](const Record &write) {
    return are = mayBeRepeated(write);
  });
  return are;
}

/// Each byte has its first store, and all bytes are followed to theirs at once.
uint8_t Actor::joinedBytes(Chain writes) const {
  unsigned joined = 0, open = repeats, forgotten = 0;
  for (; writes && open; writes = shadow.chains[writes].next) {
    const ChainNode &node = shadow.chains[writes];
    if (!mayBeRepeated(node.record))
      open &= ~node.record.bytes;
    forgotten |= node.joined;
    joined |= open & node.covered();
    open &= ~node.covered();
  }
  return static_cast<uint8_t>(joined | (open & forgotten));
}

bool Actor::followsOne(const Record &now, Chain writes) const {
  isWordBound = true;
  if (shadow.chains.isFirstForgotten(writes, now.bytes))
    return true;
  LaneMask left = now.lanesAt(word);
  shadow.chains.forEachMet(writes, now.bytes, [&](const Record &met) {
    Record write = met.at(word);
    for (LaneMask from = write.lanes; from; from &= from - 1) {
      write.lanes = LaneMask(1) << firstLane(from);
      for (LaneMask lanes = left; lanes; lanes &= lanes - 1)
        if (knows(firstLane(lanes), write))
          left &= ~(LaneMask(1) << firstLane(lanes));
    }
    return left != 0;
  });
  return !left;
}

/// For each byte, a load may follow another one of the stores.
State::FoundRecord State::findRaceOfLoad(const Actor &actor, Chain writes,
                                         const Record &record) const {
  Record one = record;
  for (unsigned left = record.bytes & (Record::isRow - 1); left;
       left &= left - 1) {
    one.bytes = static_cast<uint8_t>(left & -left);
    FoundRecord earlier = findRace(actor, writes, one);
    if (earlier && (!actor.areRepeats(writes, one.bytes) ||
                    !actor.followsOne(one, writes)))
      return earlier;
  }
  return std::nullopt;
}

/// In bytes that the store leaves unchanged, only accesses before the value was
/// first stored can race; in the others, all accesses can.
State::FoundRecord State::findRaceOfRepeat(const Actor &actor, const Cell &cell,
                                           const Record &record,
                                           uint8_t joined) const {
  Record part = record;
  auto findIn = [&](unsigned bytes, Chain writes, Chain reads) {
    part.bytes = static_cast<uint8_t>(bytes);
    FoundRecord earlier = findRace(actor, writes, part);
    return earlier ? earlier : findRace(actor, reads, part);
  };
  FoundRecord earlier = findIn(record.bytes & ~joined, cell.writes, cell.reads);
  for (unsigned left = joined; left && !earlier; left &= left - 1) {
    const unsigned byte = left & -left;
    const ChainTable &chains = actor.shadow.chains;
    const ChainNode &first = chains[chains.firstStore(cell.writes, byte)];
    earlier = findIn(byte, first.next, first.replacement().reads);
  }
  return earlier;
}

/// The earlier access that a new one races with. Stores of the same value do
/// not race with each other, nor with loads that follow one of them. Accesses
/// before the first of these stores must be ordered before all of them. This is
/// decided for each byte.
State::FoundRecord State::findRace(const Actor &actor, const Cell &cell,
                                   const Record &record) {
  bool isLoad = record.kind == Access::Load;
  if (actor.isLate)
    return std::nullopt;
  FoundRecord earlier = findRace(actor, cell.writes, record);
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

/// The reads of a chain in all but some bytes. Strong accesses meet others as a
/// whole, and stay whole.
static Chain readsBeside(ChainTable &chains, Chain reads, unsigned bytes) {
  llvm::SmallVector<ChainNode, 8> beside;
  bool isChanged = false;
  for (Chain at = reads; at; at = chains[at].next) {
    ChainNode node = chains[at];
    Record &record = node.record;
    isChanged |= (record.bytes & bytes) != 0;
    if (!(record.bytes & ~bytes))
      continue;
    if (!record.how.isStrong)
      record.bytes = static_cast<uint8_t>(record.bytes & ~bytes);
    beside.push_back(node);
  }
  return isChanged ? makeChain(chains, beside) : reads;
}

/// The writes that a weak store is put in front of: without those right behind
/// it that two stores cover.
static Chain writesBehind(ChainTable &chains, Chain writes, unsigned replaced) {
  auto skip = [&](Chain chain, unsigned covered) {
    while (chain && !(chains[chain].record.bytes & ~covered))
      chain = chains[chain].next;
    return chain;
  };
  const ChainNode newest = chains[writes];
  if (newest.record.bytes & ~replaced)
    return writes;
  const Chain rest = skip(newest.next, newest.covered());
  if (rest == newest.next && !newest.replacement().reads)
    return writes;
  return chains.make(newest.record, rest, {0, newest.replacement().joined});
}

/// The writes that a weak store is put in front of: without all those that two
/// stores cover, and without stores of its value that it stands for. The first
/// store of a value stays.
Chain State::thin(const Actor &actor, Chain writes, const Record &record,
                  unsigned replaced) const {
  ChainTable &chains = actor.shadow.chains;
  llvm::SmallVector<ChainNode, 32> kept;
  // Bytes that at most no store, or one store, has covered so far.
  unsigned open = ~replaced, half = ~0u;
  for (Chain at = writes; at; at = chains[at].next) {
    ChainNode node = chains[at];
    const unsigned bytes = node.record.bytes, covered = node.covered();
    const bool isRepeat =
        node.record.isWeakStore() && !covered && !(bytes & ~open);
    if (!(bytes & open))
      node.readsOrSkip = 0;
    if ((bytes & half) && !(isRepeat && standsFor(actor, record, node.record)))
      kept.push_back(node);
    half &= ~(covered & ~open);
    open &= ~covered;
  }
  return makeChain(chains, kept);
}

/// The common writes that a weak store of some bytes is put in front of: of each
/// other byte those down to the store that gave it its value. Whoever comes after
/// such a store comes after what that has replaced or joined, too.
static Chain commonBehind(ChainTable &chains, Chain writes, unsigned bytes) {
  llvm::SmallVector<ChainNode, 8> kept;
  for (unsigned covered = bytes; writes; writes = chains[writes].next) {
    const ChainNode &node = chains[writes];
    if (node.record.bytes & ~covered)
      kept.push_back(node);
    covered |= node.covered();
  }
  Chain rest = 0;
  unsigned behind = 0;
  for (const ChainNode &node : llvm::reverse(kept)) {
    const auto joined = static_cast<uint8_t>(node.joined & behind);
    rest = chains.make(node.record, rest, {0, joined});
    behind |= node.record.bytes;
  }
  return rest;
}

/// Updates a cell after a weak write. Unchanged bytes join the earlier stores
/// of the same value; in the other bytes, all earlier accesses are ordered
/// before the write.
void State::replace(const Actor &actor, Cell &cell,
                    const Record &record) const {
  ChainTable &chains = actor.shadow.chains;
  Chain writes = cell.writes, reads = cell.reads;
  Replacement replacement;
  replacement.joined = actor.joinedBytes(writes);
  const unsigned replaced = record.bytes & ~replacement.joined;
  // Common records come before everything that a thread will do, and whoever
  // comes after this store comes after them.
  auto areForgotten = [&](Chain chain) {
    return actor.keepsCommon() && actor.followsCommon() &&
           actor.areCommon(chain);
  };
  const bool areReadsForgotten = areForgotten(reads);
  reads =
      readsBeside(chains, reads, areReadsForgotten ? record.bytes : replaced);
  if (reads != cell.reads && !areReadsForgotten)
    replacement.reads = cell.reads;
  if (areReadsForgotten && areForgotten(writes)) {
    writes = commonBehind(chains, writes, record.bytes);
    cell = {chains.make(record, writes, replacement), reads};
    return;
  }
  if (replaced)
    writes = writesBehind(chains, writes, replaced);
  // A load may follow an older store and not this one.
  if (replacement.joined)
    reads = drop(actor, reads, record);
  const uint32_t length = chains[writes].length + 1;
  if (length >= leastThinnedWrites && llvm::isPowerOf2_32(length))
    writes = thin(actor, writes, record, replaced);
  if (replaced || !isSameWrite(record, chains[writes].record))
    writes = chains.make(record, writes, replacement);
  cell.writes = writes;
  cell.reads = reads;
}

/// Updates a word's cell by an access; false after a report.
bool State::step(const Actor &actor, Cell &cell, const Record &record) {
  actor.isWordBound |= actor.shadow.chains[cell.reads].isOwn;
  if (FoundRecord earlier = findRace(actor, cell, record)) {
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

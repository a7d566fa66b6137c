//===- CausalityOrder.cpp - What comes before an access -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Causality Order": earlier accesses beside the knowledge of
// the lanes, or of the operation, that makes the next one.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

static Epoch epochOf(const Row *row, unsigned lane) {
  return row ? row->epochs[lane] : 0;
}

bool WarpState::knows(unsigned lane, uint32_t row, LaneMask others,
                      Epoch epoch) const {
  const Row *ofBarriers = known[lane].base.all.row(row);
  if (ofBarriers && covers(*ofBarriers, others, epoch))
    return true;
  if (!(waiters >> lane & 1))
    return false;
  for (; others; others &= others - 1) {
    unsigned other = firstLane(others);
    bool isWaited = llvm::any_of(waited, [&](const Waited &each) {
      return each.covers(lane, row, other, epoch);
    });
    if (!isWaited && epochOf(ofBarriers, other) < epoch)
      return false;
  }
  return true;
}

bool Actor::knows(unsigned lane, const Record &record) const {
  const LaneKnowledge &known = agent ? agent->begin : state.known[lane];
  if (mapFences && record.kind != Access::Load)
    return isAcquired(record, {&MapFence::shown, &MapFence::released});
  if (needsProxyFence(record))
    return isProxied(record,
                     isShared ? Proxied::SharedMemory : Proxied::GlobalMemory);
  const Row *row = known.base.all.row(record.row);
  if (record.row != state.row)
    return agent ? row && covers(*row, record.lanes, record.epoch)
                 : state.knows(lane, record.row, record.lanes, record.epoch);
  // Program order, then knowledge of the warp's other lanes from barriers.
  LaneMask others = record.lanes;
  if (!agent || agent->begin.epoch >= record.epoch)
    others &= ~(LaneMask(1) << lane);
  for (; others; others &= others - 1) {
    unsigned other = firstLane(others);
    if (std::max(epochOf(row, other), epochOf(known.warpRow.get(), other)) <
        record.epoch)
      return false;
  }
  return true;
}

bool Actor::knowsRow(const Record &record) const {
  if (mapFences)
    return false;
  const bool isFenced = needsProxyFence(record);
  // Turned lanes may be any at another word.
  Record some = record;
  some.lanes = record.turn ? allLanes : record.lanes;
  if (knownRow.row == record.row && knownRow.isFenced == isFenced &&
      !(some.lanes & ~knownRow.lanes) && record.epoch <= knownRow.epoch)
    return true;
  // A lane's own steps come first by program order. Two lanes that each know the
  // others' steps have between them all from barriers.
  const LaneMask others = agent->lanes & (agent->lanes - 1);
  if (!knows(agent->lane(), some) ||
      (others && !knows(firstLane(others), some)))
    return false;
  knownRow = {record.row, some.lanes, record.epoch, isFenced};
  return true;
}

bool Actor::allKnow(LaneMask lanes, const Record &record) const {
  // Lanes with one object have one answer, but for what each has done or has
  // waited for itself.
  const bool areApart = record.row == state.row || (state.waiters & lanes);
  bool doAll = true;
  state.known.forEach(lanes, [&](const LaneKnowledge &, LaneMask some) {
    for (; doAll && some; some = areApart ? some & (some - 1) : 0)
      doAll = knows(firstLane(some), record);
  });
  return doAll;
}

bool WarpState::areAlike(LaneMask live) {
  if (!live)
    return false;
  if (alikeVersion == version)
    return isAlike;
  alikeVersion = version;
  isAlike = !(waiters & live);
  const LaneKnowledge &first = known[firstLane(live)];
  known.forEach(live, [&](const LaneKnowledge &other, LaneMask) {
    isAlike &=
        other.base.all == first.base.all && other.warpRow == first.warpRow;
  });
  return isAlike;
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
    const LaneKnowledge &known = state.known[firstLane(warp.live)];
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
    if (!isCommon(node.record))
      return false;
  }
  if (isKept)
    shadow.chains.setCommon(chain);
  return true;
}

bool Actor::lanesFollow(Chain writes) const {
  if (agent || !areAlike())
    return false;
  ChainSet &followed =
      state.memos->writesBefore.of(shadow.chains, state.version);
  if (followed.has(writes))
    return true;
  const Clock &known = state.known[firstLane(warp.live)].base.all;
  for (Chain at = writes; at; at = shadow.chains[at].next) {
    const Record &write = shadow.chains[at].record;
    const Row *row = known.row(write.row);
    const LaneMask lanes = write.turn ? allLanes : write.lanes;
    if (write.row == state.row || !row || !covers(*row, lanes, write.epoch))
      return false;
  }
  followed.add(writes);
  return true;
}

/// Only stores of the block's own steps have to be shown: a fence often comes
/// behind the last of them, and other steps before the barrier.
bool Actor::showsCommonWrites() const {
  const Clock &shown = agent->begin.base.proxied[Proxied::SharedMemory];
  llvm::SmallVector<RowRef, warpSize> own;
  for (uint32_t i = 0; i != block.rows.warps; ++i) {
    const Row *row = shown.row(block.rows.first + i);
    const Epoch last = std::min(block.common[i], block.warps[i].lastStore);
    if (last && !(row && covers(*row, allLanes, last)))
      return false;
    own.push_back(block.commonClock.rowRef(block.rows.first + i));
  }
  if (!agent->begin.base.all.hasAllOf(block.commonClock))
    return false;
  Clock withOwn = shown;
  withOwn.join(Clock(block.rows.first, own));
  return withOwn.hasAllOf(block.commonClock);
}

/// A true answer for some clocks stays true, as they show what is common by
/// now, and a false one false, as the last stores only get later.
bool Actor::followsCommonWrites() const {
  const Clock &all = agent->begin.base.all;
  const Clock &shown = agent->begin.base.proxied[Proxied::SharedMemory];
  CommonWritesMemo &memo = block.commonWrites;
  if (memo.phase != block.commonPhases || !(memo.all == all) ||
      !(memo.shown == shown))
    memo = {all, shown, block.commonPhases, showsCommonWrites()};
  return memo.follows;
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

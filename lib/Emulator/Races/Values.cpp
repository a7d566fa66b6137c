//===- Values.cpp - The values that a strong load may return --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Axioms". Writes take place in the order in which this
// machine executes them, which is their coherence order. A load may return the
// value of any write except those that precede, in coherence order, another
// write that precedes the load in causality order ("Causality"), or that the
// thread, or a thread whose reading precedes the load, has read ("Sequential
// Consistency Per Location"). Atomic operations return the newest value
// ("Atomicity"). The order of two fence.sc is that of their execution
// ("Fence-SC"). A load of an older value acquires the knowledge released with
// that value.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/bit.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

bool Actor::hasSeen(unsigned lane, const Doer &doer) const {
  Record record;
  record.row = doer.row;
  record.lanes = LaneMask(1) << doer.lane;
  record.epoch = doer.epoch;
  record.kind = Access::Atomic;
  if (knows(lane, record))
    return true;
  const Row *row = state.known[lane].base.ordered.row(doer.row);
  return row && covers(*row, record.lanes, record.epoch);
}

/// The number of the oldest value that a lane may still read.
static uint64_t oldestFor(const Actor &actor, unsigned lane,
                          const History &history) {
  uint64_t oldest = history.first;
  for (const auto &[reader, number] : history.readers)
    if (number > oldest && actor.hasSeen(lane, reader))
      oldest = number;
  if (history.newestWriter && actor.hasSeen(lane, *history.newestWriter))
    return history.newest();
  for (uint64_t number = history.newest(); number-- > oldest;) {
    const Value &value = history.older[number - history.first];
    if (value.writer && actor.hasSeen(lane, *value.writer))
      return number;
  }
  return oldest;
}

void State::chooseValues(Actor &actor, const Request &request,
                         unsigned scalar) {
  WarpState &warp = actor.state;
  warp.older.clear();
  warp.olderBytes.clear();
  if (!loads || actor.warp.getShadow() || scalar > Value::mostBytes)
    return;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    for (unsigned at = 0; at != request.size; at += scalar) {
      uint64_t address = request.addresses[lane] + at;
      auto &histories = actor.shadow.page(address).histories;
      auto found = histories.find(address % pageBytes);
      if (found == histories.end() || found->second.size != scalar)
        continue;
      History &history = found->second;
      uint64_t oldest = oldestFor(actor, lane, history);
      uint64_t number = history.newest();
      // The newest one is likely enough for loops that wait for it.
      if (oldest != number && loads->oneIn(2))
        number = oldest + loads->below(number - oldest);
      Doer reader{warp.row, lane, warp.epoch};
      if (history.readers.size() >= History::mostReaders)
        history.forget();
      if (number >= history.first)
        history.readers.push_back({reader, number});
      if (number == history.newest() || number < history.first)
        continue;
      const Value &value = history.older[number - history.first];
      if (warp.olderBytes.empty())
        warp.olderBytes.resize(warpSize);
      auto &bytes = warp.olderBytes[lane];
      if (bytes.empty()) {
        bytes.resize((request.size + 15) / 16);
        std::memcpy(bytes.data(), request.bytes[lane], request.size);
      }
      std::memcpy(reinterpret_cast<uint8_t *>(bytes.data()) + at,
                  value.bytes.data(), scalar);
      warp.older.push_back({lane, address, value.released});
    }
  }
}

void State::keepValues(Actor &actor, const Request &request, unsigned scalar,
                       LaneMask failed) {
  if (!loads || scalar > Value::mostBytes)
    return;
  WarpState &warp = actor.state;
  for (LaneMask left = request.lanes & ~failed; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    for (unsigned at = 0; at != request.size; at += scalar) {
      uint64_t address = request.addresses[lane] + at;
      Page &page = actor.shadow.page(address);
      forgetValues(page, address, scalar, /*isSame=*/true);
      History &history = page.histories[address % pageBytes];
      history.size = scalar;
      Doer writer{warp.row, lane, warp.epoch};
      // If lanes write one place at once, the last one's value stays.
      if (!history.newestWriter || history.newestWriter->row != warp.row ||
          history.instruction != warp.instructions) {
        Value &value = history.older.emplace_back();
        std::memcpy(value.bytes.data(), request.bytes[lane] + at, scalar);
        value.writer = history.newestWriter;
        auto location = page.locations.find(address % pageBytes);
        value.released = std::make_shared<Location>();
        if (location != page.locations.end()) {
          value.released->wide = location->second->wide;
          value.released->ofBlock = location->second->ofBlock;
          value.released->hasMoreBlocks = location->second->hasMoreBlocks;
        }
      }
      history.newestWriter = writer;
      history.instruction = warp.instructions;
      if (history.older.size() > History::mostValues)
        history.forget();
    }
  }
  ++warp.instructions;
}

void State::forgetValues(Page &page, uint64_t address, uint64_t size,
                         bool isSame) {
  if (page.histories.empty())
    return;
  uint64_t offset = address % pageBytes;
  for (uint64_t at = offset < 16 ? 0 : offset - 15; at < offset + size; ++at) {
    auto found = page.histories.find(static_cast<uint32_t>(at));
    if (found == page.histories.end() || at + found->second.size <= offset ||
        (isSame && at == offset && found->second.size == size))
      continue;
    page.histories.erase(found);
  }
}

const Location *State::locationSeen(const WarpState &warp, unsigned lane,
                                    uint64_t address, const Location *newest) {
  for (const auto &older : warp.older)
    if (older.lane == lane && older.address == address)
      return older.released.get();
  return newest;
}

void RaceChecker::takeValues(Warp &warp, LanePointers &at) {
  if (!state->loads || !state->checks.race)
    return;
  WarpState &w = state->warpOf(warp);
  for (size_t lane = 0; lane != w.olderBytes.size(); ++lane)
    if (!w.olderBytes[lane].empty())
      at[lane] = reinterpret_cast<uint8_t *>(w.olderBytes[lane].data());
  w.older.clear();
}

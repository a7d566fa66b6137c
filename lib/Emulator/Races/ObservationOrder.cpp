//===- ObservationOrder.cpp - The readers of strong writes ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Observation Order" and "Causality Order": a write comes
// before everything that follows a read that has observed it, directly or
// through atomic operations. For example, a block that draws the last ticket
// has observed all tickets before, so that its plain store resets the counter
// without a race. The step from write to read is made only once, at the start:
// it does not order the writer's earlier accesses.
//
// A write that replaces another one follows it in coherence order, which is
// transitive. So a write also comes before everything that a later write in
// that order comes before.
//
// A cell's writes are in the order in which they took place, so that each newer
// atomic operation has observed a write. Two things are missing there: readers
// that write nothing, and stores that replace a write that they do not follow.
// Observations keeps them, and is asked only before a race would be reported.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

static unsigned lastLane(LaneMask mask) {
  return warpSize - 1 - static_cast<unsigned>(llvm::countl_zero(mask));
}

/// The part of an access that one of its lanes makes.
static Record ofLane(const Record &record, unsigned lane) {
  Record one = record;
  one.lanes = LaneMask(1) << lane;
  one.turn = 0;
  return one;
}

/// The cell's writes that an access to some bytes meets, newest first, with
/// lanes that are not rotated.
static llvm::SmallVector<Record, 8>
writesOf(const ChainTable &chains, Chain chain, uint64_t word, unsigned bytes) {
  llvm::SmallVector<Record, 8> writes;
  chains.forEachMet(chain, bytes, [&](const Record &write) {
    writes.push_back(write.at(word));
    return true;
  });
  return writes;
}

/// The address of the location that `record` accesses, some bytes of which are
/// in the word.
static uint64_t locationOf(uint64_t word, const Record &record) {
  uint64_t size = uint64_t(1) << record.how.shift;
  uint64_t first =
      word + static_cast<unsigned>(llvm::countr_zero(record.bytes));
  return first / size * size;
}

bool Actor::knowsReader(unsigned lane,
                        const Observations::Readers *readers) const {
  if (!readers)
    return false;
  Record reading;
  reading.kind = Access::Atomic;
  for (const auto &[row, epochs] : *readers) {
    reading.row = row;
    for (unsigned reader = 0; reader != warpSize; ++reader) {
      if (!epochs.epochs[reader])
        continue;
      reading.lanes = LaneMask(1) << reader;
      reading.epoch = epochs.epochs[reader];
      if (knows(lane, reading))
        return true;
    }
  }
  return false;
}

bool Actor::isObserved(unsigned lane, unsigned writer, const Record &earlier,
                       llvm::ArrayRef<Record> writes) const {
  uint64_t address = locationOf(word, earlier);
  const Observations *observations =
      shadow.page(address).observationsAt(address);
  auto isOlder = [&](const Record &record) {
    return record.row == earlier.row && record.lanes >> writer & 1 &&
           record.epoch >= earlier.epoch;
  };
  // Lanes of one atomic operation act one after the other.
  auto knowsLast = [&](const Record &newer) {
    return knows(lane, ofLane(newer, lastLane(newer.lanes)));
  };
  if (observations) {
    for (const auto &overwritten : observations->overwritten) {
      const auto *found = llvm::find_if(overwritten.writes, isOlder);
      if (found == overwritten.writes.end())
        continue;
      return knowsReader(lane, overwritten.readers.get()) ||
             std::any_of(overwritten.writes.begin(), found, knowsLast);
    }
    if (knowsReader(lane, observations->readers.get()))
      return true;
  }
  const Record *found = llvm::find_if(writes, isOlder);
  bool isOnce =
      found != writes.end() && std::none_of(found + 1, writes.end(), isOlder);
  if (observations && isOnce)
    for (const auto &value : observations->earlier)
      if (llvm::any_of(value.writes, isOlder) &&
          knowsReader(lane, value.readers.get()))
        return true;
  if (std::any_of(writes.begin(), found, knowsLast))
    return true;
  return found != writes.end() && found->kind == Access::Atomic &&
         knowsLast(*found);
}

bool Actor::isObserved(const Record &now, const Record &earlier,
                       Chain chain) const {
  if (earlier.kind == Access::Load || !earlier.how.isStrong)
    return false;
  isWordBound = true;
  llvm::SmallVector<Record, 8> writes =
      writesOf(shadow.chains, chain, word, earlier.bytes & now.bytes);
  LaneMask writers = earlier.lanesAt(word);
  for (LaneMask left = now.lanesAt(word); left; left &= left - 1)
    for (LaneMask from = writers; from; from &= from - 1) {
      unsigned lane = firstLane(left), writer = firstLane(from);
      if (!knows(lane, ofLane(earlier, writer)) &&
          !isObserved(lane, writer, earlier, writes))
        return false;
    }
  return true;
}

/// The strong writes of a location, newest first, one for each lane; up to
/// `most`.
static llvm::SmallVector<Record, 8> strongWritesOf(const Actor &actor,
                                                   uint64_t address,
                                                   uint64_t size, size_t most) {
  auto bytes = static_cast<unsigned>(((1u << std::min(size, wordBytes)) - 1)
                                     << (address - actor.word));
  llvm::SmallVector<Record, 8> writes;
  const Cell cell = actor.shadow.page(address).cellAt(address);
  actor.shadow.chains.forEachMet(cell.writes, bytes, [&](const Record &met) {
    const Record write = met.at(actor.word);
    for (LaneMask left = write.how.isStrong ? write.lanes : 0;
         left && writes.size() < most; left &= ~(LaneMask(1) << lastLane(left)))
      writes.push_back(ofLane(write, lastLane(left)));
    return writes.size() < most;
  });
  return writes;
}

/// The lanes that access the same place as `lane`.
static LaneMask sharersOf(const Request &request, unsigned lane) {
  return lanesEqualTo(request.addresses, request.lanes, lane);
}

/// Records that a lane's store replaces the cell's `writes`, oldest first.
static void overwriteBy(const Actor &actor, Page &page, uint64_t address,
                        unsigned lane, bool isFirst,
                        llvm::ArrayRef<Record> writes) {
  if (writes.empty() || actor.knows(lane, writes.back()))
    return;
  Observations &observations = page.observations[address % pageBytes];
  auto &overwritten = observations.overwritten;
  auto isKept = [&](const Record &write) {
    for (const auto &kept : overwritten)
      for (const Record &old : kept.writes)
        if (old.row == write.row && old.lanes == write.lanes &&
            old.epoch >= write.epoch)
          return true;
    return false;
  };
  if (isFirst && actor.knowsReader(lane, observations.readers.get()))
    return;
  Observations::Overwritten unseen;
  for (const Record &write : llvm::reverse(writes)) {
    if (actor.knows(lane, write))
      break;
    if (!isKept(write))
      unseen.writes.push_back(write);
  }
  if (unseen.writes.empty())
    return;
  if (isFirst)
    unseen.readers = observations.readers;
  if (overwritten.size() == Observations::mostOverwritten)
    overwritten.erase(overwritten.begin());
  overwritten.push_back(std::move(unseen));
}

void State::overwrite(Actor &actor, const Request &request) {
  Record turn;
  turn.row = actor.state.row;
  turn.epoch = actor.state.epoch;
  turn.kind = Access::Store;
  for (LaneMask left = request.lanes; left;) {
    const unsigned first = firstLane(left);
    LaneMask sharers = lanesEqualTo(request.addresses, left, first);
    left &= ~sharers;
    const uint64_t address = request.addresses[first];
    actor.word = address / wordBytes * wordBytes;
    llvm::SmallVector<Record, 8> writes =
        strongWritesOf(actor, address, request.size, Observations::mostWrites);
    std::reverse(writes.begin(), writes.end());
    // Lanes of one store act one after the other.
    for (; sharers; sharers &= sharers - 1) {
      unsigned lane = firstLane(sharers);
      overwriteBy(actor, actor.shadow.page(address), address, lane,
                  lane == first, writes);
      turn.lanes = LaneMask(1) << lane;
      writes.push_back(turn);
    }
  }
}

void State::observe(Actor &actor, const Request &request, unsigned lane,
                    bool isWrite) {
  uint64_t address = request.addresses[lane];
  actor.word = address / wordBytes * wordBytes;
  Page &page = actor.shadow.page(address);
  if (!isWrite) {
    llvm::SmallVector<Record, 8> writes =
        strongWritesOf(actor, address, request.size, /*most=*/1);
    if (!writes.empty() && !actor.knows(lane, writes.front()))
      page.observations[address % pageBytes].addReader(
          {actor.state.row, lane, actor.state.epoch});
    return;
  }
  auto found = page.observations.find(address % pageBytes);
  if (found == page.observations.end() ||
      (request.kind == Access::Store &&
       lastLane(sharersOf(request, lane)) != lane))
    return;
  // A write before this one comes before everything that follows this one.
  Observations &observations = found->second;
  llvm::erase_if(observations.overwritten, [&](auto &overwritten) {
    if (actor.knowsReader(lane, overwritten.readers.get()))
      return true;
    auto *known = llvm::find_if(overwritten.writes, [&](const Record &write) {
      return actor.knows(lane, write);
    });
    overwritten.writes.erase(known, overwritten.writes.end());
    return overwritten.writes.empty();
  });
  auto &values = observations.earlier;
  if (observations.readers) {
    if (values.size() == Observations::mostOverwritten)
      values.erase(values.begin());
    llvm::SmallVector<Record, 8> writes =
        strongWritesOf(actor, address, request.size, Observations::mostWrites);
    values.push_back({{}, std::move(observations.readers)});
    for (const Record &write :
         llvm::ArrayRef(writes).drop_front(writes.empty() ? 0 : 1))
      values.back().writes.push_back(write);
  }
  observations.readers = nullptr;
  if (observations.overwritten.empty() && values.empty())
    page.observations.erase(found);
}

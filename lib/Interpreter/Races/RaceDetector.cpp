//===- RaceDetector.cpp - Finds unordered accesses ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceDetector.h"
#include <set>

using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// Sets of accesses
//===----------------------------------------------------------------------===//

template <typename T> uint32_t RaceDetector::Pool<T>::add(T thing) {
  if (unused.empty()) {
    things.push_back(std::move(thing));
    return things.size() - 1;
  }
  uint32_t number = unused.back();
  unused.pop_back();
  things[number] = std::move(thing);
  return number;
}

template <typename T> void RaceDetector::Pool<T>::sweep() {
  unused.clear();
  for (uint32_t number = things.size(); --number;) {
    T &thing = things[number];
    if (!thing.isMarked) {
      thing = T();
      unused.push_back(number);
    }
    thing.isMarked = false;
  }
}

RaceDetector::WeakAndStrong RaceDetector::unpack(Set set) {
  if (set & isNumber)
    return sets[set];
  WeakAndStrong pair;
  if (set)
    (events[set].kind.isStrong ? pair.strong : pair.weak) = set;
  return pair;
}

RaceDetector::Set RaceDetector::pack(List weak, List strong) {
  if ((weak == 0 || strong == 0) && !((weak | strong) & isNumber))
    return weak | strong;
  return sets.add({weak, strong}) | isNumber;
}

RaceDetector::List RaceDetector::cons(AccessId access, List rest,
                                      uint32_t limit) {
  if (!rest)
    return access;
  auto commonBytesOf = [&](List list) {
    if (list & isNumber)
      return links[list].commonBytes;
    return events[list].kind.getExcusedBytes();
  };
  Link link;
  link.access = access;
  link.rest = rest;
  link.length = 1 + (rest & isNumber ? links[rest].length : 1);
  link.limit = limit;
  link.commonBytes = commonBytesOf(rest);
  if (link.commonBytes != commonBytesOf(access))
    link.commonBytes = 0;
  return links.add(link) | isNumber;
}

/// The list without its newest accesses that a later access makes obsolete:
/// they happen before it, and everything that races with them races with it.
RaceDetector::List RaceDetector::dropObsolete(List list,
                                              const AccessKind &later,
                                              const Clock &clock) {
  while (list) {
    const Event &event = events[newest(list)];
    const AccessKind &earlier = event.kind;
    bool excusesNoLess =
        !later.isStrong ||
        ((earlier.tileBlock == later.tileBlock || !hasLocal) &&
         earlier.isExcusedWith(later) && (!earlier.isLocal || later.isLocal));
    if (!excusesNoLess || !event.happensBefore(clock))
      break;
    list = restOf(list);
  }
  return list;
}

RaceDetector::List RaceDetector::insert(List list, AccessId access,
                                        const Clock &clock) {
  constexpr uint32_t leastLimit = 16;
  if (newest(list) == access)
    return list;
  const AccessKind &kind = events[access].kind;
  list = dropObsolete(list, kind, clock);
  uint32_t limit = list & isNumber ? links[list].limit : leastLimit;
  list = cons(access, list, limit);
  if (!(list & isNumber) || links[list].length <= limit)
    return list;
  list = prune(list);
  // Looks through the list again when it has doubled.
  if (list & isNumber)
    links[list].limit = std::max(leastLimit, 2 * links[list].length);
  return list;
}

/// The list without accesses that others stand for: of equal kinds on one chain
/// only the last stays, and of equal kinds without successors any one. Waiting
/// for a flag leaves many of them.
RaceDetector::List RaceDetector::prune(List list) {
  using Signature = decltype(signatureOf(AccessKind()));
  std::set<std::pair<Signature, uint64_t>> seen;
  llvm::SmallVector<AccessId> kept;
  for (; list; list = restOf(list)) {
    const Event &event = events[newest(list)];
    uint64_t chain = event.isUnordered() ? 0 : event.position.chainNumber;
    // Successors of an access by its own chain follow no other access by that.
    if (!event.ownChain.expired() ||
        seen.emplace(signatureOf(event.kind), chain).second)
      kept.push_back(newest(list));
  }
  List pruned = 0;
  for (AccessId access : llvm::reverse(kept))
    pruned = cons(access, pruned, 0);
  return pruned;
}

//===----------------------------------------------------------------------===//
// The check
//===----------------------------------------------------------------------===//

RaceDetector::AccessId RaceDetector::findRace(List list, const Run &run) {
  const AccessKind &kind = events[run.event].kind;
  unsigned excusedBytes = kind.getExcusedBytes();
  for (; list; list = restOf(list)) {
    if (excusedBytes && list & isNumber &&
        links[list].commonBytes == excusedBytes)
      return 0;
    AccessId access = newest(list);
    const Event &event = events[access];
    // Two halves of a byte in one run are checked by the run itself.
    bool isOtherHalf = event.run == run.number && kind.isHalfByte;
    if (!isOtherHalf && !event.kind.isExcusedWith(kind) &&
        !event.happensBefore(run.beforeAccess))
      return access;
  }
  return 0;
}

std::variant<RaceDetector::Cell, RaceDetector::AccessId>
RaceDetector::advance(Cell cell, const Run &run) {
  const AccessKind kind = events[run.event].kind;
  WeakAndStrong writes = unpack(cell.writes), reads = unpack(cell.reads);
  for (List list : {writes.weak, writes.strong})
    if (AccessId other = findRace(list, run))
      return other;
  if (!kind.writes) {
    List &list = kind.isStrong ? reads.strong : reads.weak;
    // An access without successors stands for all that are alike.
    if (list && kind.isLast) {
      const Event &last = events[newest(list)];
      if (last.isUnordered() && signatureOf(last.kind) == signatureOf(kind))
        return cell;
    }
    list = insert(list, run.event, run.beforeAccess);
    return Cell{cell.writes, pack(reads.weak, reads.strong)};
  }
  for (List list : {reads.weak, reads.strong})
    if (AccessId other = findRace(list, run))
      return other;
  // All others happen before a weak write, which is excused with none.
  if (!kind.isStrong)
    return Cell{run.event, 0};
  return Cell{
      pack(writes.weak, insert(writes.strong, run.event, run.beforeAccess)),
      pack(reads.weak, dropObsolete(reads.strong, kind, run.beforeAccess))};
}

//===----------------------------------------------------------------------===//
// The detector
//===----------------------------------------------------------------------===//

void RaceDetector::forget(uint64_t address, uint64_t size) {
  auto guard = lock();
  shadow.forget(address, size);
  if (size < released.size()) {
    for (uint64_t i = 0; i < size; ++i)
      released.erase(address + i);
    return;
  }
  for (auto &[place, row] : llvm::make_early_inc_range(released))
    if (place - address < size)
      released.erase(place);
}

void RaceDetector::mark(List list) {
  for (; list; list = restOf(list)) {
    if (list & isNumber) {
      if (links[list].isMarked)
        return;
      links[list].isMarked = true;
    }
    events[newest(list)].isMarked = true;
  }
}

void RaceDetector::markSet(Set set) {
  if (set & isNumber) {
    if (sets[set].isMarked)
      return;
    sets[set].isMarked = true;
  }
  WeakAndStrong lists = unpack(set);
  mark(lists.weak);
  mark(lists.strong);
}

void RaceDetector::collectGarbage() {
  size_t cells = 0;
  shadow.forEach([&](const Cell &cell) {
    ++cells;
    markSet(cell.writes);
    markSet(cell.reads);
  });
  for (Run *run : runs) {
    events[run->event].isMarked = true;
    run->hasLast = false;
    run->results.clear();
  }
  events.sweep();
  links.sweep();
  sets.sweep();
  // The next search takes no longer than the additions before it.
  garbageLimit = size() + std::max(leastGarbage, size() + cells / 4);
}

//===----------------------------------------------------------------------===//
// A run of an operation
//===----------------------------------------------------------------------===//

RaceDetector::Run::Run(RaceDetector &detector, const AccessKind &kind,
                       const History *token, int64_t elements)
    : detector(detector), kind(kind), isOfMany(elements > 1) {
  if (token)
    before = *token;
  beforeAccess = before.clock;
  auto guard = detector.lock();
  number = detector.nextRun++;
  // An operation that nothing can happen after needs no place on a chain.
  if (!kind.isLast || (kind.releases && !isOfMany)) {
    auto end = llvm::find_if(before.ends, [&](const auto &end) {
      return before.clock[end->number] == end->length;
    });
    chain = end == before.ends.end()
                ? std::make_shared<Chain>(detector.nextChain++)
                : *end;
    place = ++chain->length;
  }
  detector.collectGarbageIfMuch();
  makeEvent(kind.bytes, /*row=*/nullptr);
  detector.runs.push_back(this);
}

RaceDetector::Run::~Run() {
  auto guard = detector.lock();
  llvm::erase(detector.runs, this);
}

/// `row` is the release sequence that an atomic operation continues at the
/// location, if it does.
void RaceDetector::Run::makeEvent(unsigned bytes, const Released *row) {
  Event made;
  made.kind = kind;
  made.kind.bytes = bytes;
  made.run = number;
  if (chain) {
    made.position.chainNumber = chain->number;
    made.position.place = place;
    made.chain = chain;
  }
  // An acquire of one element of several learns only of that element.
  if (kind.releases && isOfMany) {
    ownChain = row && row->goesOnBehind(beforeAccess)
                   ? row->ownChain
                   : std::make_shared<Chain>(detector.nextChain++);
    made.position.ownChainNumber = ownChain->number;
    made.position.ownPlace = ++ownChain->length;
    made.ownChain = ownChain;
  }
  event = detector.events.add(std::move(made));
}

std::shared_ptr<const History> RaceDetector::Run::getHistory() const {
  auto history = std::make_shared<History>();
  history->clock = Clock::join(before.clock, acquired);
  if (chain) {
    history->clock = history->clock.with(chain, place);
    history->addEnd(chain);
  }
  for (const std::shared_ptr<Chain> &end : before.ends)
    history->addEnd(end);
  return history;
}

/// The release sequence of the last write there, if that was an access of this
/// size.
RaceDetector::Released *RaceDetector::Run::findReleased(uint64_t address) {
  auto row = detector.released.find(address);
  return row != detector.released.end() && row->second.bytes == kind.bytes
             ? &row->second
             : nullptr;
}

/// Orders the current access, and successors of the operation, after everything
/// in the clock.
void RaceDetector::Run::acquire(const Clock &clock) {
  beforeAccess = Clock::join(beforeAccess, clock);
  if (!kind.isLast)
    acquired = Clock::join(acquired, clock);
}

/// Like `acquire`, for a release by another element of this run, which contains
/// everything before the operation, and nothing else that is not acquired yet.
void RaceDetector::Run::acquireOwn(const Released &row) {
  beforeAccess =
      detector.hasLocal ? Clock::join(beforeAccess, row.beyond) : row.beyond;
  acquired = acquired.with(row.ownChain, row.last.ownPlace);
}

/// Publishes at the location of a write what later acquires learn there. `row`
/// is the release sequence that an atomic operation continues. `knowsRow` is
/// true if the access is ordered after all of its part beyond tile blocks.
void RaceDetector::Run::publish(uint64_t address, Released *row,
                                bool knowsRow) {
  if (!row) {
    if (!kind.releases) {
      detector.released.erase(address);
      return;
    }
    row = &detector.released[address];
    *row = Released();
    row->bytes = kind.bytes;
    knowsRow = true;
  }
  if (!kind.releases)
    return;
  Clock clock = isOfMany ? beforeAccess.with(ownChain, ownChain->length)
                         : beforeAccess.with(chain, place);
  if (isOfMany)
    row->ownChain = ownChain;
  row->last = detector.events[event].position;
  row->lastKnowsBeyond = knowsRow;
  if (!kind.isLocal)
    row->beyond = knowsRow ? clock : Clock::join(row->beyond, clock);
  if (detector.hasLocal) {
    Clock &ofOwn = row->ofTileBlock[kind.tileBlock];
    ofOwn = Clock::join(ofOwn, clock);
  }
}

std::optional<RaceDetector::Race> RaceDetector::Run::update(uint64_t address,
                                                            uint64_t size) {
  AccessId other = 0;
  uint64_t at = 0;
  auto advance = [&](uint64_t place, Cell cell) -> std::optional<Cell> {
    if (hasLast && cell == lastCell)
      return lastResult;
    Cell &result = results[uint64_t(cell.writes) << 32 | cell.reads];
    if (result == Cell()) {
      auto outcome = detector.advance(cell, *this);
      if (std::holds_alternative<AccessId>(outcome)) {
        other = std::get<AccessId>(outcome);
        at = place;
        return std::nullopt;
      }
      result = std::get<Cell>(outcome);
    }
    hasLast = true;
    lastCell = cell;
    return lastResult = result;
  };
  if (detector.shadow.update(address, size, std::max(kind.bytes, 1u), advance))
    return std::nullopt;
  return Race{at, detector.events[other].kind, detector.events[event].kind,
              other == event};
}

std::optional<RaceDetector::Race> RaceDetector::Run::access(uint64_t address,
                                                            uint64_t size) {
  if (!kind.isStrong)
    return update(address, size);

  // Each element has clocks of its own.
  hasLast = false;
  results.clear();
  bool isAligned = address % kind.bytes == 0;
  unsigned bytes = isAligned ? kind.bytes : 0;
  Released *row = nullptr;
  if (isAligned && (kind.acquires || kind.modifies))
    row = findReleased(address);
  beforeAccess = before.clock;
  bool knowsRow = row && row->isKnownTo(beforeAccess);
  if (row && kind.acquires) {
    if (detector.hasLocal)
      acquire(row->ofTileBlock.lookup(kind.tileBlock));
    if (!kind.isLocal && !knowsRow) {
      if (row->lastKnowsBeyond && isOwn(row->last))
        acquireOwn(*row);
      else
        acquire(row->beyond);
      knowsRow = true;
    }
  }
  if (detector.events[event].kind.bytes != bytes ||
      (kind.releases && isOfMany)) {
    detector.collectGarbageIfMuch();
    makeEvent(bytes, row);
  }
  if (std::optional<Race> race = update(address, size))
    return race;
  if (isAligned && kind.writes)
    publish(address, kind.modifies ? row : nullptr, knowsRow);
  return std::nullopt;
}

std::optional<RaceDetector::Race>
RaceDetector::Run::accessHalf(uint64_t address, bool isHigh) {
  // Accesses conflict by bytes, except those of one run of an operation.
  if (kind.writes && !halves.insert(2 * address + isHigh).second)
    return Race{address, kind, kind, /*isWithinRun=*/true};
  return access(address, 1);
}

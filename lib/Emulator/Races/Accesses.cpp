//===- Accesses.cpp - Whether an access races with an earlier one ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Conflict and Data-races". A cell keeps what a later access
// may race with: an access goes when a later one stands for it, that is, when
// whatever is ordered after the later one is ordered after the earlier one, and
// whatever may meet the later one unordered may meet the earlier one so.
//
//===----------------------------------------------------------------------===//

#include "../Lanes.h"
#include "State.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Steps that a warp remembers.
static constexpr size_t memoCount = 128;
/// How far a chain is searched for an access that stands for the new one.
static constexpr unsigned mostSearched = 64;
/// A chain is thinned whenever its length is a power of two, from here on.
static constexpr uint32_t leastThinned = 8;
/// Up to this length strong writes are kept one by one: who follows one of them
/// need not follow what its lane wrote later.
static constexpr uint32_t mostUnthinned = 64;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

static Epoch epochOf(const Row *row, unsigned lane) {
  return row ? row->epochs[lane] : 0;
}

bool Actor::knows(unsigned lane, const Record &record) const {
  const LaneState &now = state.lanes[lane];
  const Knowledge &base = agent ? agent->begin.base : now.base;
  const Row *warpRow = (agent ? agent->begin.warpRow : now.warpRow).get();
  if (needsProxyFence(record)) {
    const Row *row = base.proxied[isShared ? 0 : 1].row(record.row);
    return row && covers(*row, record.lanes, record.epoch);
  }
  const Row *row = base.all.row(record.row);
  if (record.row != state.row)
    return row && covers(*row, record.lanes, record.epoch);
  // Program order, then what barriers told of the other lanes of the warp.
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

bool Actor::allKnow(LaneMask lanes, const Record &record) const {
  const LaneState *last = nullptr;
  bool isOwn = record.row == state.row;
  for (; lanes; lanes &= lanes - 1) {
    unsigned lane = firstLane(lanes);
    const LaneState &now = state.lanes[lane];
    if (!isOwn && last && last->base.all == now.base.all)
      continue; // this lane knows what the last one knows
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
    state.isAlike &=
        other.base.all == first.base.all && other.warpRow == first.warpRow;
  }
  return state.isAlike;
}

bool Actor::comesAfter(const Record &now, const Record &earlier) const {
  if (!now.turn && !earlier.turn)
    return allKnow(now.lanes, earlier);
  // What is so for whichever lane of the other row.
  bool isOwn = earlier.row == state.row;
  if (!agent && isOwn && now.turn == earlier.turn &&
      now.lanes == earlier.lanes && llvm::has_single_bit(now.lanes))
    return true;
  if (!agent && areAlike()) {
    const LaneState &known = state.lanes[firstLane(warp.live)];
    const Row *row = known.base.all.row(earlier.row);
    if (!row && !isOwn)
      return false;
    if ((row && covers(*row, allLanes, earlier.epoch)) ||
        (isOwn && known.warpRow &&
         covers(*known.warpRow, allLanes, earlier.epoch)))
      return true;
  }
  isWordBound = true;
  return allKnow(now.lanesAt(word), earlier.at(word));
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
  // Of the two, b is made by this block.
  return (a.how.isWide && b.how.isWide) || isOfBlock(a.row);
}

/// The first record of a chain that a new access races with.
const Record *State::findRace(const Actor &actor, Chain chain,
                              const Record &record) const {
  const ChainTable &chains = actor.shadow.chains;
  const Chain all = chain;
  while (chain) {
    const ChainNode &node = chains[chain];
    const Record &earlier = node.record;
    if (!(earlier.bytes & record.bytes)) {
      chain = node.next;
      continue;
    }
    bool isAlike = earlier.how == record.how && earlier.bytes == record.bytes;
    if (isAlike && record.how.isStrong &&
        (record.how.isWide || actor.isShared)) {
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

/// Whether a new access stands for an earlier one of its kind.
static bool standsFor(const Actor &actor, const Record &record,
                      const Record &old) {
  if ((old.bytes & ~record.bytes) ||
      (record.how.isStrong && !(old.how == record.how)))
    return false;
  if (old.row == record.row)
    return actor.isWithin(old, record) ||
           (!actor.agent && actor.comesAfter(record, old));
  // Waiting for an asynchronous operation orders nothing but what it did. What
  // is strong in another block may meet other accesses than this one may.
  if (actor.agent || (record.how.isStrong && !actor.isOfBlock(old.row)))
    return false;
  return actor.comesAfter(record, old);
}

/// The chain without what the record stands for.
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
  Chain result = 0;
  for (const Record &old : llvm::reverse(kept))
    result = chains.make(old, result);
  return result;
}

/// Whether a strong write changes nothing in a chain that begins with another:
/// the chain keeps the order of strong writes.
static bool isSameWrite(const Record &record, const Record &newest) {
  return newest.row == record.row && newest.epoch == record.epoch &&
         newest.lanes == record.lanes && newest.turn == record.turn &&
         newest.kind == record.kind && newest.bytes == record.bytes &&
         newest.how == record.how;
}

/// The chain with a record more, unless one of it stands for that already.
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
    at = node.next;
  }
  uint32_t length = chains[chain].length;
  uint32_t least = isStrongWrite ? mostUnthinned : leastThinned;
  if (length >= least && llvm::isPowerOf2_32(length))
    chain = drop(actor, chain, record);
  else if (chain && standsFor(actor, record, chains[chain].record))
    chain = chains[chain].next;
  return chains.make(record, chain);
}

/// A word's cell after an access; false after a report.
bool State::step(const Actor &actor, Cell &cell, const Record &record) {
  bool isLoad = record.kind == Access::Load;
  const Record *earlier = findRace(actor, cell.writes, record);
  if (!earlier && !isLoad)
    earlier = findRace(actor, cell.reads, record);
  if (earlier) {
    reportRace(actor, earlier->at(actor.word), record.at(actor.word),
               actor.word);
    return false;
  }
  if (isLoad) {
    cell.reads = append(actor, cell.reads, record);
  } else if (record.how.isStrong) {
    cell.writes = append(actor, cell.writes, record);
  } else {
    // All that it overlaps is ordered before it.
    auto dropCovered = [&](Chain chain) {
      if (record.bytes == 0xF)
        return Chain(0);
      ChainTable &chains = actor.shadow.chains;
      llvm::SmallVector<Record, 8> kept;
      for (; chain; chain = chains[chain].next)
        if (chains[chain].record.bytes & ~record.bytes)
          kept.push_back(chains[chain].record);
      Chain result = 0;
      for (const Record &old : llvm::reverse(kept))
        result = chains.make(old, result);
      return result;
    };
    cell.writes = actor.shadow.chains.make(record, dropCovered(cell.writes));
    cell.reads = dropCovered(cell.reads);
  }
  return true;
}

/// A step that the warp has made before, knowing what it knows now, is made
/// again without looking.
bool State::accessWord(Actor &actor, const Record &record, uint64_t word) {
  Cell &cell = actor.shadow.cell(word);
  actor.word = word;
  actor.isWordBound = false;
  if (actor.agent)
    return step(actor, cell, record);
  WarpState &warp = actor.state;
  if (warp.memos.empty())
    warp.memos.resize(memoCount);
  uint64_t stamp = uint64_t(warp.version) << 32 |
                   (actor.shadow.chains.generation << 1 & ~0u) |
                   unsigned(actor.isShared);
  uint64_t hash =
      (uint64_t(cell.writes) << 32 | cell.reads) * 0x9E3779B97F4A7C15ull ^
      (uint64_t(record.site) << 32 | record.lanes) * 0xBF58476D1CE4E5B9ull;
  Memo &memo = warp.memos[hash >> 40 & (memoCount - 1)];
  if (memo.stamp == stamp && memo.before == cell &&
      memo.lanes == record.lanes && memo.site == record.site &&
      memo.kind == record.kind && memo.bytes == record.bytes &&
      memo.turn == record.turn) {
    cell = memo.after;
    return true;
  }
  Cell before = cell;
  if (!step(actor, cell, record))
    return false;
  if (!actor.isWordBound)
    memo = {stamp,       before,      cell,         record.lanes,
            record.site, record.kind, record.bytes, record.turn};
  return true;
}

bool State::accessWords(Actor &actor, Record record, uint64_t address,
                        uint64_t size) {
  for (uint64_t end = address + size; address < end;) {
    uint64_t within = address % wordBytes;
    uint64_t count = std::min(wordBytes - within, end - address);
    record.bytes = static_cast<uint8_t>(((1u << count) - 1) << within);
    if (!accessWord(actor, record, address - within))
      return false;
    address += count;
  }
  return true;
}

/// Most words of a row have a history of one kind, so that what became of one
/// of them is what becomes of the next. Several elements may share a word.
bool State::accessRow(Actor &actor, Record record, const Request &request) {
  struct Known {
    bool is = false;
    Cell before, after;
  };
  std::array<Known, wordBytes> places;
  record.kind = request.kind;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    uint64_t within = request.addresses[lane] % wordBytes;
    uint64_t address = request.addresses[lane] - within;
    uint64_t count = std::min<uint64_t>(request.size, wordBytes);
    Known &known = places[within];
    record.bytes = static_cast<uint8_t>(((1u << count) - 1) << within);
    record.lanes =
        llvm::rotr(LaneMask(1) << lane,
                   static_cast<int>(Record::turnAt(address, record.turn)));
    Page &page = actor.shadow.page(address);
    Cell *cell = &page.cells[address % pageBytes / wordBytes];
    for (uint64_t at = 0; at < request.size; at += wordBytes, ++cell) {
      if (known.is && *cell == known.before) {
        *cell = known.after;
        continue;
      }
      known.before = *cell;
      if (!accessWord(actor, record, address + at))
        return false;
      known.after = *cell;
      known.is = !actor.isWordBound;
    }
    if (!record.how.isStrong && record.kind == Access::Store &&
        !(page.locations.empty() && page.observations.empty()))
      forgetLocations(actor.shadow, request.addresses[lane], request.size);
  }
  return true;
}

/// The turn of the lanes' records where they access neighbouring
/// elements, else 0.
static uint8_t turnOf(const Request &request) {
  unsigned first = firstLane(request.lanes);
  if (llvm::has_single_bit(request.lanes) || !llvm::isPowerOf2_32(request.size))
    return 0;
  uint64_t base = request.addresses[first] - uint64_t(first) * request.size;
  for (LaneMask left = request.lanes; left; left &= left - 1)
    if (request.addresses[firstLane(left)] !=
        base + uint64_t(firstLane(left)) * request.size)
      return 0;
  return static_cast<uint8_t>(llvm::Log2_32(request.size) + 1);
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Bytes of one scalar: the memory model takes vectors apart.
static unsigned scalarBytes(const Inst &inst, uint32_t size) {
  unsigned scalar = byteWidth(inst.type);
  return inst.count > 1 && scalar && scalar * inst.count == size ? scalar
                                                                 : size;
}

/// Lanes that compare and do not swap. Lanes take their turns in order.
template <typename T>
static LaneMask failedSwaps(const Warp &warp, const Inst &inst,
                            const Request &request) {
  const T *expected = warp.read<T>(inst.src[1]);
  const T *desired = warp.read<T>(inst.src[2]);
  LaneMask failed = 0;
  for (LaneMask left = request.lanes; left;) {
    unsigned first = firstLane(left);
    LaneMask same = lanesEqualTo(request.addresses, left, first);
    left &= ~same;
    T value;
    std::memcpy(&value, request.bytes[first], sizeof value);
    for (; same; same &= same - 1) {
      unsigned lane = firstLane(same);
      if (value == expected[lane])
        value = desired[lane];
      else
        failed |= LaneMask(1) << lane;
    }
  }
  return failed;
}

static LaneMask failedSwaps(const Warp &warp, const Inst &inst,
                            const Request &request) {
  if (request.kind != Access::Atomic || inst.src[1] == noSlot ||
      inst.src[2] == noSlot ||
      static_cast<AtomicOp>(inst.operation) != AtomicOp::CompareSwap)
    return 0;
  switch (request.size) {
  case 2:
    return failedSwaps<uint16_t>(warp, inst, request);
  case 4:
    return failedSwaps<uint32_t>(warp, inst, request);
  case 8:
    return failedSwaps<uint64_t>(warp, inst, request);
  case 16:
    return failedSwaps<Bits128>(warp, inst, request);
  default:
    return 0;
  }
}

/// Whether lanes that store to one place store one value.
static bool storeTheSame(const Warp &warp, const Inst &inst, LaneMask lanes) {
  if (warp.code().syntax->instructions[warp.pc()].opcode != "st")
    return false;
  unsigned first = firstLane(lanes);
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(bitWidth(inst.type));
  for (unsigned i = 0; i != inst.count; ++i) {
    Slot slot = warp.list(inst)[i];
    auto valueOf = [&](unsigned lane) -> uint64_t {
      return inst.registerWidth == 16   ? warp.read<uint16_t>(slot)[lane]
             : inst.registerWidth == 32 ? warp.read<uint32_t>(slot)[lane]
                                        : warp.read<uint64_t>(slot)[lane];
    };
    for (LaneMask left = lanes; left; left &= left - 1)
      if ((valueOf(firstLane(left)) ^ valueOf(first)) & mask)
        return false;
  }
  return true;
}

/// Whether the addresses of the lanes rise, so that no two are equal.
static bool rise(const uint64_t *addresses, LaneMask lanes) {
  uint64_t last = addresses[firstLane(lanes)];
  for (LaneMask left = lanes & (lanes - 1); left; left &= left - 1) {
    uint64_t next = addresses[firstLane(left)];
    if (next <= last)
      return false;
    last = next;
  }
  return true;
}

/// Calls `what` with the request, or with one for each scalar of a vector.
template <typename F>
static void forEachScalar(const Request &request, unsigned scalar, F what) {
  if (scalar == request.size)
    return what(request);
  uint64_t addresses[warpSize];
  Request element = request;
  element.size = scalar;
  element.addresses = addresses;
  for (unsigned at = 0; at != request.size; at += scalar) {
    for (LaneMask left = request.lanes; left; left &= left - 1)
      addresses[firstLane(left)] = request.addresses[firstLane(left)] + at;
    what(element);
  }
}

void State::checkRaces(Warp &warp, const Request &request, unsigned scalar) {
  BlockState &block = blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  bool isShared = request.space == Space::Shared;
  Actor actor{warp, w, block, isShared ? block.shared : global, isShared};
  if (actor.shadow.chains.wantsCollection())
    actor.shadow.collect();
  const Inst &inst = warp.code().instructions[warp.pc()];
  bool isStrong =
      request.order != MemoryOrder::Weak || request.kind == Access::Atomic;
  bool isReduction = request.kind == Access::Atomic && inst.dst == noSlot &&
                     !inst.returnsVector;
  LaneMask failed = isStrong ? failedSwaps(warp, inst, request) : 0;
  if (isStrong && request.kind != Access::Store && !isReduction)
    forEachScalar(request, scalar,
                  [&](const Request &element) { acquireFirst(warp, element); });
  if (isStrong && request.kind == Access::Store)
    forEachScalar(request, scalar, [&](const Request &element) {
      for (LaneMask left = element.lanes; left; left &= left - 1)
        overwrite(actor, element, firstLane(left));
    });
  Record record;
  record.row = w.row;
  record.epoch = w.epoch;
  record.site = site(warp, w);
  record.how.isStrong = isStrong;
  record.how.isWide = isStrong && isWide(block, request.scope);
  record.how.isAsync = request.proxy == Proxy::Async;
  record.how.shift = static_cast<uint8_t>(llvm::Log2_32(scalar));
  auto accessGroup = [&](LaneMask lanes, Access kind) {
    record.lanes = lanes;
    record.kind = kind;
    return accessWords(actor, record, request.addresses[firstLane(lanes)],
                       request.size);
  };
  bool isDistinct = rise(request.addresses, request.lanes);
  record.turn = isDistinct && !failed ? turnOf(request) : 0;
  if (record.turn && !accessRow(actor, record, request))
    return;
  for (LaneMask left = record.turn ? 0 : request.lanes; left;) {
    unsigned lane = firstLane(left);
    LaneMask same = isDistinct ? LaneMask(1) << lane
                               : lanesEqualTo(request.addresses, left, lane);
    left &= ~same;
    if (request.kind == Access::Store && !isStrong && (same & (same - 1)) &&
        !storeTheSame(warp, inst, same))
      return warp.fault(
          firstLane(same & (same - 1)),
          "data race: lanes of one store write different values to " +
              describeAddress(warp, request.space, request.addresses[lane]) +
              " (lanes 0x" + llvm::utohexstr(same, true) +
              "); which of them stays is open");
    LaneMask misses = same & failed, hits = same & ~failed;
    if ((misses && !accessGroup(misses, Access::Load)) ||
        (hits && !accessGroup(hits, request.kind)))
      return;
    if (!isStrong && request.kind == Access::Store)
      forgetLocations(actor.shadow, request.addresses[lane], request.size);
  }
  if (isStrong)
    forEachScalar(request, scalar, [&](const Request &element) {
      synchronize(warp, element, failed, isReduction);
    });
}

//===----------------------------------------------------------------------===//
// The checker
//===----------------------------------------------------------------------===//

RaceChecker::RaceChecker(const Checks &checks)
    : state(std::make_unique<State>(checks)) {}
RaceChecker::~RaceChecker() = default;

void RaceChecker::access(Warp &warp, const Request &request) {
  std::lock_guard<std::mutex> guard(state->mutex);
  unsigned scalar =
      scalarBytes(warp.code().instructions[warp.pc()], request.size);
  if (state->checks.memory)
    state->checkWritten(warp, request, scalar);
  bool isOutside =
      request.space == Space::Global || request.space == Space::Shared;
  if (state->checks.race && isOutside && !warp.hasFaulted())
    state->checkRaces(warp, request, scalar);
}

void RaceChecker::accessAsync(Warp &warp, unsigned lane, AsyncAgent agent,
                              Access kind, Space space, uint64_t address,
                              uint64_t size) {
  std::lock_guard<std::mutex> guard(state->mutex);
  BlockState &block = state->blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  if (state->checks.memory)
    state->checkWrittenRange(warp, lane, kind, space, address, size);
  uint32_t number = agent & ((1u << asyncSlotBits) - 1);
  bool isOutside = space == Space::Global || space == Space::Shared;
  if (!state->checks.race || !isOutside || warp.hasFaulted() ||
      agent == noAgent || number >= block.slots.size())
    return;
  const AsyncSlot &slot = block.slots[number];
  bool isShared = space == Space::Shared;
  Actor actor{warp,     w,    block, isShared ? block.shared : state->global,
              isShared, &slot};
  if (actor.shadow.chains.wantsCollection())
    actor.shadow.collect();
  Record record;
  record.row = slot.row + (kind != Access::Load);
  record.lanes = LaneMask(1) << slot.lane;
  record.epoch = slot.epoch;
  record.site = state->site(warp, w);
  record.kind = kind;
  record.how.isAsync = slot.proxy == Proxy::Async;
  record.how.shift = 2;
  state->accessWords(actor, record, address, size);
}

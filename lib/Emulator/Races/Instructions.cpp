//===- Instructions.cpp - The races of one instruction --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Relates the lanes of one access: lanes that reach the same place, store the
// same value, or compare and do not swap.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Lanes that compare and do not swap. Lanes act one after the other.
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

/// The bytes that a lane of a store leaves in memory, for every instruction
/// whose values are known.
class StoredBytes {
public:
  StoredBytes(const Warp &warp, const Request &request)
      : warp(warp), inst(warp.code().instructions[warp.pc()]),
        request(request) {
    const auto &opcode = warp.code().syntax->instructions[warp.pc()].opcode;
    isOfRegisters = (opcode == "st" || (opcode == "multimem" && isWhole())) &&
                    inst.count &&
                    request.size == byteWidth(inst.type) * inst.count;
  }

  bool areKnown() const {
    return request.size <= most && (request.details.stored || isOfRegisters);
  }
  static constexpr unsigned most = 32; ///< of the widest vector
  using Buffer = std::array<uint8_t, most>;
  /// The bytes of a lane, in the buffer where they lie nowhere else.
  const uint8_t *ofLane(unsigned lane, Buffer &buffer) const;
  /// True if lanes store registers of 32 bits that are equal; quick, and false if
  /// other registers are.
  bool haveOneValue(LaneMask lanes) const;

private:
  /// True for a store that gives each element of its vector, as every st that
  /// comes here does.
  bool isWhole() const {
    return request.kind == Access::Store &&
           !llvm::is_contained(llvm::ArrayRef(warp.list(inst), inst.count),
                               noSlot);
  }

  const Warp &warp;
  const Inst &inst;
  const Request &request;
  bool isOfRegisters;
};

const uint8_t *StoredBytes::ofLane(unsigned lane, Buffer &buffer) const {
  if (request.details.stored)
    return request.details.stored[lane];
  const unsigned width = byteWidth(inst.type);
  for (unsigned i = 0; i != inst.count; ++i) {
    const size_t at = size_t(lane) * inst.registerWidth / 8;
    std::memcpy(buffer.data() + size_t(i) * width,
                warp.read<uint8_t>(warp.list(inst)[i]) + at, width);
  }
  return buffer.data();
}

bool StoredBytes::haveOneValue(LaneMask lanes) const {
  if (request.details.stored || inst.registerWidth != 32)
    return false;
  const llvm::ArrayRef<Slot> slots(warp.list(inst), inst.count);
  return llvm::all_of(slots, [&](Slot slot) {
    return lanesEqualTo(warp.read<uint32_t>(slot), lanes, firstLane(lanes)) ==
           lanes;
  });
}

/// True if lanes that store to one place store one value.
static bool storeTheSame(const StoredBytes &stored, const Request &request,
                         LaneMask lanes) {
  if (!stored.areKnown())
    return false;
  if (stored.haveOneValue(lanes))
    return true;
  StoredBytes::Buffer first, other;
  const uint8_t *value = stored.ofLane(firstLane(lanes), first);
  for (LaneMask left = lanes & (lanes - 1); left; left &= left - 1)
    if (std::memcmp(stored.ofLane(firstLane(left), other), value,
                    request.size) != 0)
      return false;
  return true;
}

using RepeatedWords = llvm::SmallVector<LaneMask, 8>;

/// The same as repeatedWords(), lane by lane.
static RepeatedWords repeatedWordsByLane(const StoredBytes &stored,
                                         const Request &request) {
  StoredBytes::Buffer buffer;
  RepeatedWords repeated(llvm::divideCeil(request.size, wordBytes));
  inLanes(request.lanes, [&](unsigned lane) {
    const uint8_t *value = stored.ofLane(lane, buffer);
    for (unsigned at = 0; at < request.size; at += wordBytes) {
      const size_t count = std::min<size_t>(wordBytes, request.size - at);
      bool isEqual = !std::memcmp(value + at, request.bytes[lane] + at, count);
      repeated[at / wordBytes] |= LaneMask(isEqual) << lane;
    }
  });
  return repeated;
}

/// For each word of their stores, the lanes whose weak stores write the value
/// already there; empty if no lane does.
static RepeatedWords repeatedWords(const Warp &warp, const Inst &inst,
                                   const Request &request) {
  const StoredBytes stored(warp, request);
  if (!stored.areKnown())
    return {};
  const unsigned bytes = byteWidth(inst.type);
  if (request.details.stored || bytes > 8)
    return repeatedWordsByLane(stored, request);
  RepeatedWords repeated(llvm::divideCeil(request.size, wordBytes),
                         request.lanes);
  for (unsigned i = 0; i != inst.count; ++i) {
    Slot slot = warp.list(inst)[i];
    LaneMask differ = request.lanes;
    auto compare = [&](auto memory, auto element) {
      using Memory = decltype(memory);
      const auto *data = warp.read<decltype(element)>(slot);
      inLanes(request.lanes, [&](unsigned lane) {
        Memory value;
        std::memcpy(&value, request.bytes[lane] + i * sizeof value,
                    sizeof value);
        bool isEqual = value == static_cast<Memory>(data[lane]);
        differ ^= LaneMask(isEqual) << lane;
      });
    };
    auto compareTo = [&](auto element) {
      switch (bytes) {
      case 1:
        return compare(uint8_t(), element);
      case 2:
        return compare(uint16_t(), element);
      case 4:
        return compare(uint32_t(), element);
      case 8:
        return compare(uint64_t(), element);
      }
    };
    if (inst.registerWidth == 16)
      compareTo(uint16_t());
    else if (inst.registerWidth == 32)
      compareTo(uint32_t());
    else
      compareTo(uint64_t());
    for (unsigned at = i * bytes; at < (i + 1) * bytes; at += wordBytes)
      repeated[at / wordBytes] &= ~differ;
  }
  return repeated;
}

/// True if some bytes of a store may have been written before. Others have what they
/// held before the kernel, which the host need not even read.
static bool mayRepeat(const Actor &actor, const Request &request,
                      bool isContiguous) {
  if (actor.isShared)
    return true;
  const uint64_t first = request.addresses[0],
                 size = uint64_t(request.size) * warpSize;
  if (isContiguous && first % pageBytes + size <= pageBytes)
    return actor.shadow.page(first).hasWrites(first, size);
  bool isAny = false;
  inLanes(request.lanes, [&](unsigned lane) {
    const uint64_t address = request.addresses[lane];
    isAny |= actor.shadow.page(address).hasWrites(address, request.size);
  });
  return isAny;
}

void Actor::findRepeats(const Record &now) const {
  if (repeats || !stored || (now.bytes & Record::isRow))
    return;
  const StoredBytes values(warp, *stored);
  StoredBytes::Buffer buffer;
  uint8_t same = now.bytes;
  for (LaneMask lanes = now.lanesAt(word); lanes; lanes &= lanes - 1) {
    const unsigned lane = firstLane(lanes);
    const uint8_t *value = values.ofLane(lane, buffer);
    for (unsigned left = same; left; left &= left - 1) {
      uint64_t at = word + static_cast<unsigned>(llvm::countr_zero(left)) -
                    stored->addresses[lane];
      if (at >= stored->size || value[at] != stored->bytes[lane][at])
        same = static_cast<uint8_t>(same & ~(left & -left));
    }
  }
  repeats = same;
}

/// True if the first and the last lane access one place, as they do if all
/// lanes do.
static bool isOfOnePlace(const Request &request) {
  unsigned last = warpSize - 1 - llvm::countl_zero(request.lanes);
  return request.addresses[last] == request.addresses[firstLane(request.lanes)];
}

bool tessera::ptx::races::areDistinct(const uint64_t *addresses,
                                      LaneMask lanes) {
  if (lanes == allLanes) {
    // In most rows addresses rise: then no difference minus 1 has its top bit
    // set.
    uint64_t falls = 0;
    for (unsigned lane = 1; lane != warpSize; ++lane)
      falls |= addresses[lane] | (addresses[lane] - addresses[lane - 1] - 1);
    if (!(falls >> 63))
      return true;
  }
  // Each lane puts its number into a slot, by hash. All equal addresses but
  // the last find another lane there.
  constexpr unsigned slotBits = 12;
  std::array<uint8_t, 1 << slotBits> table; // only written slots are read
  std::array<uint16_t, warpSize> slots;
  inLanes(lanes, [&](unsigned lane) {
    slots[lane] = static_cast<uint16_t>(
        addresses[lane] * 0x9E3779B97F4A7C15ull >> (64 - slotBits));
    table[slots[lane]] = static_cast<uint8_t>(lane);
  });
  unsigned differences = 0;
  inLanes(lanes,
          [&](unsigned lane) { differences |= table[slots[lane]] ^ lane; });
  for (LaneMask left = differences ? lanes : 0; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    if (table[slots[lane]] != lane &&
        lanesEqualTo(addresses, lanes, lane) != LaneMask(1) << lane)
      return false;
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

/// Accesses one place at a time, by groups of lanes. Lanes that compare and do
/// not swap form groups of their own.
bool State::accessGroups(Actor &actor, Record record, const Request &request,
                         bool isDistinct, LaneMask failed) {
  Warp &warp = actor.warp;
  const bool isWeakStore =
      !record.how.isStrong && request.kind == Access::Store;
  auto access = [&](LaneMask lanes, Access kind) {
    record.lanes = lanes;
    record.kind = kind;
    return !lanes ||
           accessWords(actor, record, request.addresses[firstLane(lanes)],
                       request.size);
  };
  for (LaneMask left = request.lanes; left;) {
    unsigned lane = firstLane(left);
    LaneMask same = isDistinct ? LaneMask(1) << lane
                               : lanesEqualTo(request.addresses, left, lane);
    left &= ~same;
    record.how.isMixed =
        isWeakStore && (same & (same - 1)) &&
        !storeTheSame(StoredBytes(warp, request), request, same);
    if (record.how.isMixed && checks.benign) {
      warp.fault(firstLane(same & (same - 1)),
                 "data race: lanes of one store write different values to " +
                     describeAddress(warp, request.space,
                                     request.addresses[lane], request.home) +
                     " (lanes 0x" + llvm::utohexstr(same, true) +
                     "); which of them stays is open");
      return false;
    }
    if (!access(same & failed, Access::Load) ||
        !access(same & ~failed, request.kind))
      return false;
    if (isWeakStore)
      forgetLocations(actor.shadow, request.addresses[lane], request.size);
  }
  return true;
}

/// Loads by groups of lanes, each of one place. By a turn they mostly have one
/// record, as fragments of products without tensor cores have.
bool State::loadGroups(Actor &actor, Record record, const Request &request) {
  llvm::SmallVector<LaneMask, warpSize> groups;
  for (LaneMask left = request.lanes; left; left &= ~groups.back())
    groups.push_back(lanesEqualTo(request.addresses, left, firstLane(left)));
  record.turn = turnOfGroups(request, groups);
  KnownStep known;
  for (LaneMask lanes : groups) {
    const uint64_t address = request.addresses[firstLane(lanes)];
    record.lanes = lanes;
    if (record.turn)
      record.lanes = llvm::rotr(
          lanes, static_cast<int>(Record::turnAt(
                     llvm::alignDown(address, wordBytes), record.turn)));
    else
      known = {};
    if (!accessWords(actor, record, address, request.size, known))
      return false;
  }
  return true;
}

/// True if the pages of the lanes' elements have more than cells.
static bool keepMore(Shadow &shadow, const Request &request, bool isRow) {
  if (!shadow.hasStrong)
    return false;
  auto keepsMore = [&](unsigned lane) {
    return !shadow.page(request.addresses[lane]).keepsNothingElse();
  };
  if (isRow)
    return keepsMore(0) || keepsMore(warpSize - 1);
  bool isAny = false;
  inLanes(request.lanes, [&](unsigned lane) { isAny |= keepsMore(lane); });
  return isAny;
}

/// Accesses the lanes' words; false after a report.
bool State::accessLanes(Actor &actor, Record &record, const Request &request,
                        LaneMask failed) {
  const bool isRow = actor.distance != 0;
  if (!failed && !request.home)
    record.turn = isRow && llvm::isPowerOf2_32(request.size)
                      ? static_cast<uint8_t>(llvm::Log2_32(actor.distance) + 1)
                      : turnOf(request, record.site, actor.block);
  // A shard has few of the lanes; their steps differ from those of another
  // shard.
  actor.isIrregular = !isRow && record.turn <= usualTurn(request) &&
                      (actor.isShared || !isOnThreads());
  const bool areRemembered =
      record.turn && actor.cells && actor.isIrregular && !actor.isScattered;
  LaneMask left = request.lanes;
  // Only weak stores of several lanes to one place may race by themselves, and
  // such steps are not remembered: most lanes need not be told apart.
  if (areRemembered && !record.how.isStrong)
    left = repeatSteps(actor, record, request);
  const bool isDistinct =
      !left || isRow || areDistinct(request.addresses, request.lanes);
  if (!isDistinct || !record.turn) {
    if (left != request.lanes)
      undoSteps(actor, record, request, request.lanes & ~left);
    if (!isDistinct && request.kind == Access::Load && !record.how.isStrong &&
        !request.home)
      return loadGroups(actor, record, request);
    record.turn = 0;
    return accessGroups(actor, record, request, isDistinct, failed);
  }
  if (areRemembered && record.how.isStrong)
    left = repeatSteps(actor, record, request);
  if (left && !accessRow(actor, record, request, left))
    return false;
  if (!record.how.isStrong && request.kind == Access::Store &&
      keepMore(actor.shadow, request, isRow))
    inLanes(request.lanes, [&](unsigned lane) {
      forgetLocations(actor.shadow, request.addresses[lane], request.size);
    });
  return true;
}

/// Accesses the elements of a load whose values are not dead.
bool State::accessUsed(Actor &actor, Record record, const Request &request,
                       unsigned scalar, uint8_t idle) {
  unsigned number = 0;
  bool isClean = true;
  forEachScalar(request, scalar, [&](const Request &element) {
    if (!isClean || idle >> number++ & 1)
      return;
    record.turn = 0;
    actor.findCells(element);
    actor.distance = distanceOfRow(element, element.isContiguous());
    isClean = accessLanes(actor, record, element, 0);
  });
  return isClean;
}

void State::checkReadOnly(Actor &actor, const Request &request) {
  const Warp &warp = actor.warp;
  const ChainTable &chains = actor.shadow.chains;
  uint32_t rowOfOther = ~0u; // a thread's of another launch
  auto isOfLaunch = [&](const Record &write) {
    if (write.row == rowOfOther)
      return false;
    auto owner = ownerOf(write.row);
    const bool isOwn = owner && owner->launch == &warp.block.launch;
    rowOfOther = isOwn ? rowOfOther : write.row;
    return isOwn;
  };
  auto findWrite = [&](uint64_t word, unsigned bytes) -> FoundRecord {
    const uint64_t line = llvm::alignDown(word, Page::lineBytes);
    const Cell *whole = actor.shadow.page(line).lineAt(line);
    const Cell &cell = whole ? *whole : actor.shadow.cell(word);
    for (Chain at = cell.writes; at; at = chains[at].next) {
      const Record &write = chains[at].record;
      if ((write.bytes & (bytes | Record::isRow)) && isOfLaunch(write))
        return write.at(word);
    }
    return std::nullopt;
  };
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    const unsigned lane = firstLane(left);
    const uint64_t begin = request.addresses[lane], end = begin + request.size;
    for (uint64_t word = llvm::alignDown(begin, wordBytes); word < end;
         word += wordBytes) {
      FoundRecord write = findWrite(word, bytesOf(begin, request.size));
      if (!write)
        continue;
      std::string text =
          "load of read-only data at " +
          describeAddress(warp, request.space, std::max(begin, word)) +
          ", which " + describeThread(*write) +
          " has written in this launch\n  the cache of such data need not "
          "show that: load it without .nc, or in a later launch";
      describeSite(text, write->site);
      return actor.warp.fault(lane, text);
    }
  }
}

void Actor::locate(const Request &request, bool isContiguous) {
  distance = distanceOfRow(request, isContiguous);
  // Prefetched here, the cells are there once the rest of the lanes is known.
  if (!distance && !isOfOnePlace(request))
    findCells(request);
}

/// Accesses the elements of lanes; false after a report.
bool State::accessElements(Actor &actor, Record record, const Request &request,
                           unsigned scalar, uint8_t idle, LaneMask failed) {
  WarpState &w = actor.state;
  ScatterGuess *guess = nullptr;
  if (!actor.distance && request.kind == Access::Load) {
    guess = &w.scatterGuesses[record.site % w.scatterGuesses.size()];
    actor.isScattered = guess->isScattered();
    if (actor.isScattered && actor.cells)
      actor.cells->prefetchReaders(actor.shadow.chains, request.lanes, w.row);
  }
  const uint64_t nodesBefore = actor.shadow.chains.nodesMade;
  if (!idle ? !accessLanes(actor, record, request, failed)
            : !accessUsed(actor, record, request, scalar, idle))
    return false;
  if (guess)
    guess->note(actor.shadow.chains.nodesMade - nodesBefore,
                static_cast<unsigned>(llvm::popcount(request.lanes)));
  return true;
}

void State::checkRaces(Warp &warp, const Request &request, unsigned scalar,
                       bool isContiguous) {
  const Inst &inst = warp.code().instructions[warp.pc()];
  bool isStrong =
      request.order != MemoryOrder::Weak || request.kind == Access::Atomic;
  const uint8_t idle =
      checks.benign || request.kind != Access::Load ? 0 : inst.idleElements;
  if (idle == allElements && !isStrong)
    return;
  BlockState &block = blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  bool isShared = request.space == Space::Shared;
  Actor actor{warp, w, block, shadowOf(warp, request), isShared};
  actor.home = request.home;
  Record record;
  record.row = w.row;
  record.epoch = w.epoch;
  record.site = site(warp, w);
  record.kind = request.kind;
  record.how.isStrong = isStrong;
  record.how.isWide = isStrong && isWide(block, request.scope);
  record.how.isAsync = request.details.proxy == Proxy::Async;
  record.how.shift = static_cast<uint8_t>(llvm::Log2_32(scalar));
  const bool isLoad = request.kind == Access::Load;
  if (!isShared) {
    if (!isStrong && !idle && keep(actor, record, request, isContiguous))
      return;
    makeUpKept(warp, actor.shadow, request, isContiguous);
  }
  RepeatedWords repeated;
  if (request.kind == Access::Store && !isStrong && !checks.sameValue &&
      mayRepeat(actor, request, isContiguous))
    repeated = repeatedWords(warp, inst, request);
  actor.repeated = repeated;
  if (isShared) {
    if (!isLoad)
      w.lastStore = w.epoch;
    const PageSet pages =
        isContiguous
            ? pagesOf(request.addresses[0], uint64_t(request.size) * warpSize)
            : pagesOf(request);
    if (!isStrong && !idle && postpone(actor, record, request, pages, repeated))
      return;
    settle(warp.block, actor.shadow, pages, !isLoad);
  }
  if (actor.shadow.chains.wantsCollection())
    actor.shadow.collect();
  actor.locate(request, isContiguous);
  bool isReduction = request.kind == Access::Atomic && inst.dst == noSlot &&
                     !inst.returnsVector;
  actor.shadow.hasStrong |= isStrong;
  LaneMask failed = isStrong ? failedSwaps(warp, inst, request) : 0;
  if (isStrong && isLoad)
    chooseValues(actor, request, scalar);
  if (isStrong && request.kind != Access::Store && !isReduction)
    forEachScalar(request, scalar,
                  [&](const Request &element) { acquireFirst(warp, element); });
  if (isStrong && request.kind == Access::Store)
    forEachScalar(request, scalar,
                  [&](const Request &element) { overwrite(actor, element); });
  if (!repeated.empty())
    actor.stored = &request;
  if (!accessElements(actor, record, request, scalar, idle, failed))
    return;
  if (inst.isOfReadOnly) {
    unsigned number = 0;
    forEachScalar(request, scalar, [&](const Request &element) {
      if (!warp.hasFaulted() && !(idle >> number++ & 1))
        checkReadOnly(actor, element);
    });
  }
  if (isStrong && !isLoad)
    keepValues(actor, request, scalar, failed);
  if (isStrong)
    forEachScalar(request, scalar, [&](const Request &element) {
      synchronize(warp, element, failed, isReduction);
    });
}

//===----------------------------------------------------------------------===//
// The checker
//===----------------------------------------------------------------------===//

RaceChecker::RaceChecker(const Checks &checks, std::optional<Random> loads)
    : state(std::make_unique<State>(checks, loads)) {}
RaceChecker::~RaceChecker() = default;

uint64_t RaceChecker::sameValueStores() const { return state->repeats; }

uint64_t RaceChecker::access(Warp &warp, const Request &request) {
  unsigned scalar =
      scalarBytes(warp.code().instructions[warp.pc()], request.size);
  bool isContiguous = request.isContiguous();
  if (state->checks.memory)
    state->checkWritten(warp, request, scalar, isContiguous);
  bool isOutside =
      request.space == Space::Global || request.space == Space::Shared;
  if (!state->checks.race || !isOutside || warp.hasFaulted())
    return 0;
  if (request.space == Space::Global && state->isOnThreads())
    return state->checkShards(warp, request, scalar, isContiguous);
  state->checkRaces(warp, request, scalar, isContiguous);
  return 0;
}

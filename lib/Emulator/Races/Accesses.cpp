//===- Accesses.cpp - Whether an access races with an earlier one ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The accesses of an instruction, word by word. Most words of a warp's access
// have a history of one kind, and a warp does the same again and again, so that
// what became of one cell is remembered for the next.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Steps that a warp remembers.
static constexpr size_t memoCount = 128, laneMemoCount = 8 * warpSize;
/// That tell tables of chains apart.
static constexpr unsigned tableBits = 7;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// Where a step is remembered. Where lanes have histories of their own, they do
/// not take each other's places.
LLVM_ATTRIBUTE_ALWAYS_INLINE
static Memo &memoOf(const Actor &actor, const Record &record,
                    const Cell &cell) {
  std::vector<Memo> &memos =
      actor.isIrregular ? actor.state.laneMemos : actor.state.memos;
  if (memos.empty())
    memos.resize(actor.isIrregular ? laneMemoCount : memoCount);
  if (actor.isIrregular)
    return memos[(record.site * warpSize + firstLane(record.lanes)) %
                 laneMemoCount];
  uint64_t hash =
      (uint64_t(cell.writes) << 32 | cell.reads) * 0x9E3779B97F4A7C15ull ^
      (uint64_t(record.site) << 32 | record.lanes) * 0xBF58476D1CE4E5B9ull;
  return memos[hash >> 40 & (memoCount - 1)];
}

/// Whether what becomes of a word that is loaded does not depend on who wrote
/// it: all threads of the block know of these writes.
LLVM_ATTRIBUTE_ALWAYS_INLINE
static bool isFreeOfWrites(const Actor &actor, const Record &record,
                           const Cell &cell) {
  return actor.keepsCommon() && record.kind == Access::Load &&
         !(record.bytes & Record::isRow) && actor.followsCommon() &&
         !(actor.shadow.chains[cell.writes].record.bytes & Record::isRow) &&
         actor.areCommon(cell.writes);
}
/// Stands for such writes in the cells of steps that are remembered.
static constexpr Chain anyWrites = ~Chain(0);

/// A step that the warp has made before, knowing what it knows now, is made
/// again without looking.
LLVM_ATTRIBUTE_ALWAYS_INLINE
bool State::accessWord(Actor &actor, const Record &record, uint64_t word,
                       Cell &cell) {
  actor.word = word;
  actor.isWordBound = false;
  if (actor.agent || actor.home) {
    cell = takeApart(actor.shadow.chains, cell);
    return step(actor, cell, record);
  }
  const ChainTable &chains = actor.shadow.chains;
  uint64_t stamp = uint64_t(actor.state.version) << 32 |
                   (chains.generation << tableBits & ~0u) | chains.number;
  uint64_t key = Memo::keyOf(record, actor.isRepeat);
  if (isFreeOfWrites(actor, record, cell))
    return accessFree(actor, record, cell, stamp, key);
  Memo &memo = memoOf(actor, record, cell);
  if (memo.stamp == stamp && memo.key == key && memo.lanes == record.lanes &&
      memo.before == cell) {
    cell = memo.after;
    return true;
  }
  Memo made = {stamp, key, record.lanes, cell, {}};
  if (!accessNewly(actor, record, cell))
    return false;
  made.after = cell;
  if (!actor.isWordBound)
    memo = made;
  return true;
}

/// The same with a step that is remembered whoever wrote the word.
bool State::accessFree(Actor &actor, const Record &record, Cell &cell,
                       uint64_t stamp, uint64_t key) {
  const Cell before = {anyWrites, cell.reads};
  Memo &memo = memoOf(actor, record, before);
  if (memo.stamp == stamp && memo.key == key && memo.lanes == record.lanes &&
      memo.before == before) {
    cell.reads = memo.after.reads;
    return true;
  }
  if (!accessNewly(actor, record, cell))
    return false;
  if (!actor.isWordBound)
    memo = {stamp, key, record.lanes, before, cell};
  return true;
}

bool State::accessNewly(Actor &actor, const Record &record, Cell &cell) {
  if (!(record.bytes & Record::isRow)) {
    cell = takeApart(actor.shadow.chains, cell);
  } else if (!isOfRows(actor.shadow.chains, cell, record.bytes)) {
    actor.isWordBound = true;
    return true;
  }
  return step(actor, cell, record);
}

/// What became of one word is what becomes of the next one with such a cell; of
/// a line that has one cell, all at once.
bool State::accessWords(Actor &actor, Record record, uint64_t address,
                        uint64_t size, llvm::ArrayRef<LaneMask> repeated) {
  struct {
    bool is = false, isRepeat = false;
    uint8_t bytes = 0;
    Cell before, after;
  } known;
  for (uint64_t start = address, end = address + size; address < end;) {
    uint64_t within = address % wordBytes;
    uint64_t count = std::min(wordBytes - within, end - address);
    record.bytes = static_cast<uint8_t>(((1u << count) - 1) << within);
    if (!repeated.empty())
      actor.isRepeat =
          !(record.lanes & ~repeated[(address - start) / wordBytes]);
    Cell *line = nullptr;
    if (repeated.empty() && end - address >= Page::lineBytes)
      line = actor.shadow.page(address).lineAt(address);
    if (line)
      count = Page::lineBytes;
    Cell &cell = line ? *line : actor.shadow.cell(address);
    if (known.is && cell == known.before && record.bytes == known.bytes &&
        actor.isRepeat == known.isRepeat) {
      cell = known.after;
      address += count;
      continue;
    }
    known.before = cell;
    if (!accessWord(actor, record, address - within, cell))
      return false;
    known.is = !actor.isWordBound;
    if (line && actor.isWordBound) {
      // Its words need not stay alike: each gets a cell of its own.
      cell = known.before;
      actor.shadow.cell(address);
      continue;
    }
    known.after = cell;
    known.bytes = record.bytes;
    known.isRepeat = actor.isRepeat;
    address += count;
  }
  return true;
}

/// Whether a contiguous access is one of whole words of one page.
static bool isOfWords(const Request &request) {
  uint64_t first = request.addresses[0];
  return llvm::isPowerOf2_32(request.size) && first % wordBytes == 0 &&
         first % pageBytes + uint64_t(request.size) * warpSize <= pageBytes;
}

/// The words of a contiguous access, where all of them have one history and get
/// one: false where that is not so, and nothing was done.
bool State::accessAlike(Actor &actor, Record record, const Request &request,
                        bool hasRepeats, bool &isClean) {
  uint64_t address = request.addresses[0];
  Page &page = actor.shadow.page(address);
  llvm::MutableArrayRef<Cell> cells =
      page.cells(address, uint64_t(request.size) * warpSize);
  const Cell before = cells.front();
  bool areEqual = page.keepsNothingElse();
  for (const Cell &cell : cells)
    areEqual &= cell == before;
  // Who writes what was there before the kernel repeats nobody.
  if (!areEqual || (hasRepeats && before.writes))
    return false;
  // The elements of the first word, one lane after the other.
  unsigned count = std::min<unsigned>(request.size, wordBytes);
  auto turn = static_cast<int>(Record::turnAt(address, record.turn));
  // They have one history, too, if they had one before.
  if (count < wordBytes && !record.how.isStrong) {
    record.bytes = static_cast<uint8_t>(((1u << count) - 1) | Record::isRow);
    record.lanes = llvm::rotr(LaneMask(1), turn);
    isClean = accessWord(actor, record, address, cells.front());
    if (isClean && actor.isWordBound)
      cells.front() = before;
    else if (isClean)
      std::fill(cells.begin() + 1, cells.end(), cells.front());
    if (!isClean || !actor.isWordBound)
      return true;
  }
  for (unsigned within = 0, lane = 0; within != wordBytes;
       within += count, ++lane) {
    record.bytes = static_cast<uint8_t>(((1u << count) - 1) << within);
    record.lanes = llvm::rotr(LaneMask(1) << lane, turn);
    isClean = accessWord(actor, record, address, cells.front());
    if (!isClean)
      return true;
    if (actor.isWordBound) {
      cells.front() = before;
      return false;
    }
  }
  std::fill(cells.begin() + 1, cells.end(), cells.front());
  return true;
}

/// Most words of a row have a history of one kind, so that what became of one
/// of them is what becomes of the next. Several elements may share a word.
bool State::accessRow(Actor &actor, Record record, const Request &request,
                      bool isContiguous, llvm::ArrayRef<LaneMask> repeated) {
  struct Known {
    bool is = false, isRepeat = false, isFreeOfWrites = false;
    LaneMask lanes = 0;
    Cell before, after;
  };
  std::array<Known, wordBytes> places;
  bool hasRepeats =
      llvm::any_of(repeated, [](LaneMask lanes) { return lanes != 0; });
  actor.isRepeat = false;
  record.kind = request.kind;
  if (isContiguous && isOfWords(request)) {
    bool isClean = true;
    if (accessAlike(actor, record, request, hasRepeats, isClean))
      return isClean;
  }
  // Cells of words without order are not in the host's cache: it shall get them
  // all at once.
  std::array<std::pair<Page *, Cell *>, warpSize> found;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    Page &page = actor.shadow.page(request.addresses[lane]);
    found[lane] = {&page, &page.cell(request.addresses[lane])};
    __builtin_prefetch(found[lane].second);
  }
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
    known.is &= known.lanes == record.lanes;
    auto [page, cell] = found[lane];
    for (uint64_t at = 0; at < request.size; at += wordBytes, ++cell) {
      if (hasRepeats)
        actor.isRepeat = repeated[at / wordBytes] >> lane & 1;
      if (known.is && known.isRepeat == actor.isRepeat) {
        if (*cell == known.before) {
          *cell = known.after;
          continue;
        }
        if (known.isFreeOfWrites && cell->reads == known.before.reads &&
            isFreeOfWrites(actor, record, *cell)) {
          cell->reads = known.after.reads;
          continue;
        }
      }
      known.before = *cell;
      known.isFreeOfWrites = isFreeOfWrites(actor, record, *cell);
      if (!accessWord(actor, record, address + at, *cell))
        return false;
      known.after = *cell;
      known.isRepeat = actor.isRepeat;
      known.lanes = record.lanes;
      known.is = !actor.isWordBound;
    }
    if (!record.how.isStrong && record.kind == Access::Store &&
        !page->keepsNothingElse())
      forgetLocations(actor.shadow, request.addresses[lane], request.size);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

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
  if (inst.registerWidth == 128) { // no vectors have such elements
    const Bits128 *data = warp.read<Bits128>(warp.list(inst)[0]);
    for (LaneMask left = lanes; left; left &= left - 1)
      if (!(data[firstLane(left)] == data[first]))
        return false;
    return true;
  }
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

/// Words that one lane accesses.
static constexpr unsigned mostWords = 8;

/// The lanes whose weak st writes the value that is there, for each word of
/// what they store.
static std::array<LaneMask, mostWords>
repeatedWords(const Warp &warp, const Inst &inst, const Request &request) {
  std::array<LaneMask, mostWords> repeated = {};
  unsigned bytes = byteWidth(inst.type);
  if (!bytes || bytes > 8 || request.size != bytes * inst.count ||
      request.size > mostWords * wordBytes ||
      warp.code().syntax->instructions[warp.pc()].opcode != "st")
    return repeated;
  std::fill_n(repeated.begin(), llvm::divideCeil(request.size, wordBytes),
              request.lanes);
  for (unsigned i = 0; i != inst.count; ++i) {
    Slot slot = warp.list(inst)[i];
    LaneMask differ = request.lanes;
    auto compare = [&](auto memory, auto element) {
      const auto *data = warp.read<decltype(element)>(slot);
      for (LaneMask left = request.lanes; left; left &= left - 1) {
        unsigned lane = firstLane(left);
        std::memcpy(&memory, request.bytes[lane] + i * sizeof memory,
                    sizeof memory);
        bool isEqual = memory == static_cast<decltype(memory)>(data[lane]);
        differ ^= LaneMask(isEqual) << lane;
      }
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
    if (slot != noSlot && inst.registerWidth == 16)
      compareTo(uint16_t());
    else if (slot != noSlot && inst.registerWidth == 32)
      compareTo(uint32_t());
    else if (slot != noSlot && inst.registerWidth == 64)
      compareTo(uint64_t());
    for (unsigned at = i * bytes; at < (i + 1) * bytes; at += wordBytes)
      repeated[at / wordBytes] &= ~differ;
  }
  return repeated;
}

/// Whether no two of the lanes' addresses are equal.
static bool areDistinct(const uint64_t *addresses, LaneMask lanes) {
  uint64_t last = addresses[firstLane(lanes)];
  bool rise = true;
  for (LaneMask left = lanes & (lanes - 1); left && rise; left &= left - 1) {
    rise = addresses[firstLane(left)] > last;
    last = addresses[firstLane(left)];
  }
  if (rise)
    return true;
  // A table of lanes, by hash.
  constexpr unsigned slots = 128;
  std::array<int8_t, slots> table;
  table.fill(-1);
  for (LaneMask left = lanes; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    uint64_t hash = addresses[lane] * 0x9E3779B97F4A7C15ull >> 57;
    for (; table[hash] >= 0; hash = (hash + 1) % slots)
      if (addresses[table[hash]] == addresses[lane])
        return false;
    table[hash] = static_cast<int8_t>(lane);
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

void State::checkRaces(Warp &warp, const Request &request, unsigned scalar,
                       bool isContiguous) {
  BlockState &block = blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  bool isShared = request.space == Space::Shared;
  Actor actor{warp, w, block, shadowOf(warp, request), isShared};
  actor.home = request.home;
  if (actor.shadow.chains.wantsCollection())
    actor.shadow.collect();
  const Inst &inst = warp.code().instructions[warp.pc()];
  bool isStrong =
      request.order != MemoryOrder::Weak || request.kind == Access::Atomic;
  bool isReduction = request.kind == Access::Atomic && inst.dst == noSlot &&
                     !inst.returnsVector;
  LaneMask failed = isStrong ? failedSwaps(warp, inst, request) : 0;
  if (isStrong && request.kind == Access::Load)
    chooseValues(actor, request, scalar);
  if (isStrong && request.kind != Access::Store && !isReduction)
    forEachScalar(request, scalar,
                  [&](const Request &element) { acquireFirst(warp, element); });
  if (isStrong && request.kind == Access::Store)
    forEachScalar(request, scalar,
                  [&](const Request &element) { overwrite(actor, element); });
  Record record;
  record.row = w.row;
  record.epoch = w.epoch;
  record.site = site(warp, w);
  record.how.isStrong = isStrong;
  record.how.isWide = isStrong && isWide(block, request.scope);
  record.how.isAsync = request.proxy == Proxy::Async;
  record.how.shift = static_cast<uint8_t>(llvm::Log2_32(scalar));
  std::array<LaneMask, mostWords> repeated = {};
  if (request.kind == Access::Store && !isStrong && !checks.sameValue)
    repeated = repeatedWords(warp, inst, request);
  auto accessGroup = [&](LaneMask lanes, Access kind) {
    record.lanes = lanes;
    record.kind = kind;
    return accessWords(actor, record, request.addresses[firstLane(lanes)],
                       request.size, repeated);
  };
  bool isDistinct =
      isContiguous || areDistinct(request.addresses, request.lanes);
  if (isDistinct && !failed && !request.home)
    record.turn = isContiguous && llvm::isPowerOf2_32(request.size)
                      ? usualTurn(request)
                      : turnOf(request, record.site, block);
  ScatterGuess *guess = nullptr;
  if (!isContiguous) {
    actor.isIrregular = record.turn <= usualTurn(request);
    if (request.kind == Access::Load)
      guess = &w.scatterGuesses[record.site % w.scatterGuesses.size()];
    actor.isScattered = guess && guess->isScattered();
  }
  const uint64_t nodesBefore = actor.shadow.chains.nodesMade;
  if (record.turn && !accessRow(actor, record, request, isContiguous, repeated))
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
              describeAddress(warp, request.space, request.addresses[lane],
                              request.home) +
              " (lanes 0x" + llvm::utohexstr(same, true) +
              "); which of them stays is open");
    LaneMask misses = same & failed, hits = same & ~failed;
    if ((misses && !accessGroup(misses, Access::Load)) ||
        (hits && !accessGroup(hits, request.kind)))
      return;
    if (!isStrong && request.kind == Access::Store)
      forgetLocations(actor.shadow, request.addresses[lane], request.size);
  }
  if (guess)
    guess->note(actor.shadow.chains.nodesMade - nodesBefore,
                static_cast<unsigned>(llvm::popcount(request.lanes)));
  if (isStrong && request.kind != Access::Load)
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

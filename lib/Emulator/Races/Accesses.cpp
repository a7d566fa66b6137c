//===- Accesses.cpp - The search for an earlier racing access -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the accesses of an instruction, word by word. Most words of a warp's
// access have equal cells, and a warp repeats its instructions, so that the
// step of one cell is remembered for the next.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Number of steps that a warp remembers.
static constexpr size_t memoCount = 128;

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

/// The slot that remembers the step of a cell; `id` receives its key.
LLVM_ATTRIBUTE_ALWAYS_INLINE
static Step &stepOf(const Actor &actor, const Record &record,
                    const Cell &before, uint64_t &id) {
  if (actor.isIrregular) {
    unsigned first = firstLane(record.lanes);
    id = Step::idOf(record.lanes >> first, record.bytes, actor.isRepeat,
                    record.how.isMixed);
    return laneMemosOf(actor, record).steps[first];
  }
  std::vector<Memo> &memos = actor.state.memos->steps;
  if (memos.empty())
    memos.resize(memoCount);
  id = Step::idOf(record.lanes, record.bytes, actor.isRepeat,
                  record.how.isMixed);
  uint64_t hash =
      (uint64_t(before.writes) << 32 | before.reads) * 0x9E3779B97F4A7C15ull ^
      (uint64_t(record.site) << 32 | record.lanes) * 0xBF58476D1CE4E5B9ull;
  Memo &memo = memos[hash >> 40 & (memoCount - 1)];
  if (StepKey key = keyOf(actor, record); !(memo.key == key))
    memo = {key, {}};
  return memo.step;
}

/// Stands for a chain on which a step does not depend.
static constexpr Chain anyChain = ~Chain(0);

/// The cell as far as an access depends on it. All threads of a block are
/// ordered behind common accesses: a load behind any writes, and a weak store of
/// a whole word, which replaces all of them, behind any writes and reads. A load
/// is behind writes of which its whole warp has learned, too.
LLVM_ATTRIBUTE_ALWAYS_INLINE
static Cell causeOf(const Actor &actor, const Record &record,
                    const Cell &cell) {
  if (!actor.keepsCommon() || (record.bytes & Record::isRow) ||
      !actor.followsCommon())
    return cell;
  auto isOfWord = [&](Chain chain) {
    return !(actor.shadow.chains[chain].record.bytes & Record::isRow);
  };
  if (record.kind == Access::Load) {
    const bool isBehind =
        isOfWord(cell.writes) &&
        (actor.areCommon(cell.writes) || actor.lanesFollow(cell.writes));
    return isBehind ? Cell{anyChain, cell.reads} : cell;
  }
  auto isFree = [&](Chain chain) {
    return isOfWord(chain) && actor.areCommon(chain);
  };
  const bool isWhole = record.kind == Access::Store && !record.how.isStrong &&
                       !record.how.isMixed && !actor.isRepeat &&
                       record.bytes == (1u << wordBytes) - 1;
  return isWhole && isFree(cell.writes) && isFree(cell.reads)
             ? Cell{anyChain, anyChain}
             : cell;
}

/// Makes the step that an equal cause has made before. A load leaves writes that
/// it does not depend on as they are.
LLVM_ATTRIBUTE_ALWAYS_INLINE
static void repeatStep(Cell &cell, const Cell &cause, const Cell &after) {
  const bool isLoad = cause.writes == anyChain && cause.reads != anyChain;
  cell = {isLoad ? cell.writes : after.writes, after.reads};
}

/// Repeats a step without a check if the warp has made it before with the
/// knowledge that it has now.
LLVM_ATTRIBUTE_ALWAYS_INLINE
bool State::accessWord(Actor &actor, const Record &record, uint64_t word,
                       Cell &cell) {
  actor.word = word;
  actor.isWordBound = false;
  actor.repeats = actor.isRepeat ? record.bytes : 0;
  if (actor.agent || actor.home)
    return accessByAgent(actor, record, cell);
  // A warp remembers steps of its own.
  if (record.row != actor.state.row)
    return accessNewly(actor, record, cell);
  const Cell cause = causeOf(actor, record, cell);
  uint64_t id;
  Step &known = stepOf(actor, record, cause, id);
  if (known.id == id && known.before == cause) {
    repeatStep(cell, cause, known.after);
    return true;
  }
  if (!accessNewly(actor, record, cell))
    return false;
  if (!actor.isWordBound)
    known = {id, cause, cell};
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

/// True if an asynchronous operation may read behind some writes. The actor knows
/// then whether that is so for its word alone.
bool State::followsWrites(const Actor &actor, const Record &record,
                          Chain writes) const {
  if (actor.isLate)
    return true;
  if (!actor.agent || record.kind != Access::Load ||
      (actor.shadow.chains[writes].record.bytes & Record::isRow))
    return false;
  if (actor.mapFences || record.turn)
    return !findRace(actor, writes, record);
  FollowedWrites &followed = actor.state.memos->followed;
  const uint64_t phase = actor.block.commonPhases;
  if (!followed.areOf(actor.shadow.chains, record, phase))
    followed.begin(actor.shadow.chains, record, phase);
  if (followed.has(writes))
    return true;
  if (actor.keepsCommon() && actor.areCommon(writes)) {
    if (!followed.followsCommon)
      followed.followsCommon = actor.followsCommonWrites();
    if (*followed.followsCommon) {
      followed.add(writes);
      return true;
    }
  }
  if (findRace(actor, writes, record))
    return false;
  if (!actor.isWordBound)
    followed.add(writes);
  return true;
}

/// Repeats the step of an asynchronous operation at an equal cell, or at one of
/// which it depends on the readers alone. A lane's small copy has too few words
/// for that, and reads of tensor maps follow fences of their own.
bool State::accessByAgent(Actor &actor, const Record &record, Cell &cell) {
  ChainTable &chains = actor.shadow.chains;
  if (!actor.agent || actor.mapFences || record.turn) {
    cell = takeApart(chains, cell);
    return step(actor, cell, record);
  }
  const bool isFree =
      followsWrites(actor, record, cell.writes) && !actor.isWordBound;
  const Cell cause = isFree ? Cell{anyChain, cell.reads} : cell;
  Step &known = actor.state.memos->ofAgents.of(chains, actor.agent->lane(),
                                               record, cause);
  if (known.id) {
    repeatStep(cell, cause, known.after);
    return true;
  }
  cell = takeApart(chains, cell);
  if (!step(actor, cell, record))
    return false;
  if (!actor.isWordBound)
    known = {1, cause, cell};
  return true;
}

/// True if an asynchronous operation may read a word, and what becomes of the
/// word's readers depends on them alone. Words that many copies have written
/// differ by their writes, and have the same readers. The actor knows then whether the
/// answer is good for this word alone.
bool State::isReadAlike(Actor &actor, const Record &record, uint64_t word,
                        const Cell &cell) const {
  actor.word = word;
  actor.isWordBound = false;
  return followsWrites(actor, record, cell.writes);
}

/// Makes a known step at each next word, or line with one cell, from `address`
/// on, while their cells are those that it is good for; returns the address of
/// the first other one.
uint64_t State::repeatAlong(Actor &actor, const Record &record,
                            const KnownStep &known, uint64_t address,
                            uint64_t end) const {
  Page &page = actor.shadow.page(address);
  Cell *cell = page.wordAt(address);
  const uint64_t bytes = cell ? wordBytes : Page::lineBytes;
  if (!cell)
    cell = page.lineAt(address);
  if (!cell)
    return address;
  end = std::min(end, llvm::alignDown(address, pageBytes) + pageBytes);
  // Words of one copy have equal writes; those of several are soon known.
  Chain followed = known.before.writes;
  const FollowedWrites &others = actor.state.memos->followed;
  bool areOthersKnown = false;
  for (; address + bytes <= end; address += bytes, ++cell) {
    if (*cell == known.before) {
      *cell = known.after;
      continue;
    }
    if (!(cell->reads == known.before.reads))
      break;
    if (cell->writes != followed &&
        !(areOthersKnown && others.has(cell->writes))) {
      if (!isReadAlike(actor, record, address, *cell) ||
          (bytes != wordBytes && actor.isWordBound))
        break;
      if (!actor.isWordBound)
        followed = cell->writes;
      areOthersKnown = !actor.mapFences && !record.turn;
    }
    cell->reads = known.after.reads;
  }
  return address;
}

/// Applies the step of one word to each next word with an equal cell, and to a
/// line with one cell as a whole.
bool State::accessWords(Actor &actor, Record record, uint64_t address,
                        uint64_t size, KnownStep &known) {
  const llvm::ArrayRef<LaneMask> repeated = actor.repeated;
  for (uint64_t start = address, end = address + size; address < end;) {
    uint64_t within = address % wordBytes;
    uint64_t count = std::min(wordBytes - within, end - address);
    record.bytes = bytesOf(address, count);
    if (!repeated.empty())
      actor.isRepeat =
          !(record.lanes & ~repeated[(address - start) / wordBytes]);
    const bool isSame = known.is && record.bytes == known.bytes &&
                        actor.isRepeat == known.isRepeat;
    if (isSame && repeated.empty() && count == wordBytes) {
      const uint64_t next = repeatAlong(actor, record, known, address, end);
      if (std::exchange(address, next) != next)
        continue;
    }
    Cell *line = nullptr;
    if (repeated.empty() && end - address >= Page::lineBytes)
      line = actor.shadow.page(address).lineAt(address);
    if (line)
      count = Page::lineBytes;
    Cell &cell = line ? *line : actor.shadow.cell(address);
    if (isSame && cell == known.before) {
      cell = known.after;
      address += count;
      continue;
    }
    if (isSame && cell.reads == known.before.reads &&
        isReadAlike(actor, record, address - within, cell)) {
      if (line && actor.isWordBound) {
        // Each of its words is asked about.
        actor.shadow.cell(address);
        continue;
      }
      cell.reads = known.after.reads;
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

/// True if elements in a row begin in a word of their own, and lie in one page.
static bool isOfWords(const Request &request, unsigned distance) {
  const uint64_t first = request.addresses[0], within = first % wordBytes;
  return distance && llvm::isPowerOf2_32(request.size) &&
         within + request.size <= distance &&
         (first - within) % pageBytes + uint64_t(distance) * warpSize <=
             pageBytes;
}

/// Accesses the words of elements in a row if all have one history and get one.
/// Otherwise returns false, with nothing done.
bool State::accessAlike(Actor &actor, Record record, const Request &request,
                        bool &isClean) {
  const uint64_t first = request.addresses[0] % wordBytes;
  const uint64_t address = request.addresses[0] - first;
  Page &page = actor.shadow.page(address);
  llvm::MutableArrayRef<Cell> cells =
      page.cells(address, uint64_t(actor.distance) * warpSize);
  const Cell before = cells.front();
  bool areEqual = page.keepsNothingElse();
  for (const Cell &cell : cells)
    areEqual &= cell == before;
  // A store of the kernel's initial value repeats no other store.
  if (!areEqual || (before.writes && actor.someRepeated()))
    return false;
  // The elements of the first word, one lane after the other.
  unsigned count = std::min<unsigned>(request.size, wordBytes);
  auto turn = static_cast<int>(Record::turnAt(address, record.turn));
  // They keep one history if they had one before.
  if (actor.distance < wordBytes && !record.how.isStrong) {
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
  unsigned lane = 0;
  for (uint64_t within = first; within < wordBytes;
       within += std::min<uint64_t>(actor.distance, wordBytes), ++lane) {
    record.bytes = bytesOf(within, count);
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

bool State::accessRow(Actor &actor, Record record, const Request &request,
                      LaneMask left) {
  actor.isRepeat = false;
  if (!actor.cells && isOfWords(request, actor.distance)) {
    bool isClean = true;
    if (accessAlike(actor, record, request, isClean))
      return isClean;
  }
  if (!actor.cells)
    actor.findCells(request);
  left = storeWholeWords(actor, record, request, left);
  return accessEach(actor, record, request, left);
}

/// The number of cells that one step is good for: all of an element of 16 bytes,
/// if they are equal, or one.
LLVM_ATTRIBUTE_ALWAYS_INLINE
static unsigned countAlike(const Cell *cell, uint64_t size) {
  constexpr unsigned words = 4;
  if (size != words * wordBytes)
    return 1;
  uint64_t difference = 0;
  for (unsigned i = 1; i != words; ++i)
    difference |=
        llvm::bit_cast<uint64_t>(cell[i]) ^ llvm::bit_cast<uint64_t>(cell[0]);
  return difference ? 1 : words;
}

/// Makes the step of an operation at `count` equal cells, the first of which is
/// that of `word`, or at that one alone if its result is not that of the others;
/// `count` receives their number. False after a report.
bool State::accessOperation(Actor &actor, const Record &record, uint64_t word,
                            Cell *cells, uint64_t &count, KnownStep &known) {
  const Cell before = *cells, cause = causeOf(actor, record, before);
  if (known.is && cause == known.cause) {
    repeatStep(*cells, cause, known.after);
  } else {
    actor.word = word;
    actor.isWordBound = false;
    *cells = takeApart(actor.shadow.chains, before);
    if (!step(actor, *cells, record))
      return false;
    known.is = !actor.isWordBound;
    count = known.is ? count : 1;
  }
  known.before = before;
  known.cause = cause;
  known.after = *cells;
  std::fill_n(cells + 1, count - 1, *cells);
  return true;
}

/// Records of the lanes differ by their turned lane alone, so that the step of
/// one word is good for each next word with an equal cell, and that of a line
/// for two lanes with one record.
bool State::accessOperations(Actor &actor, Record record,
                             const Request &request) {
  // Neighbours have one record by the usual turn.
  if (record.turn == usualTurn(request) && request.isContiguous()) {
    turnNeighbours(record, request);
    return accessWords(actor, record, request.addresses[0],
                       uint64_t(request.size) * warpSize);
  }
  StepsByLane<KnownStep> steps;
  record.bytes = 0xF;
  actor.repeats = 0;
  LaneBits turned = {};
  if (record.turn)
    turned = turnedLanes(request, record.turn);
  auto bitOf = [&](unsigned lane) { return record.turn ? turned[lane] : lane; };
  const bool isHalf = request.size * 2 == Page::lineBytes && record.turn;
  uint64_t page = ~uint64_t(0);
  Cell *words = nullptr;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    const unsigned lane = firstLane(left), bit = bitOf(lane);
    const uint64_t address = request.addresses[lane];
    record.lanes = LaneMask(1) << bit;
    KnownStep &known = steps.of(bit);
    if (isHalf && left >> lane & 2 &&
        request.addresses[lane + 1] == address + request.size &&
        bitOf(lane + 1) == bit) {
      Cell *line = actor.shadow.page(address).lineAt(address);
      if (line && known.is && *line == known.before) {
        *line = known.after;
        left &= left - 1;
        continue;
      }
      const Cell before = line ? *line : Cell();
      uint64_t count = 1;
      if (line && !accessOperation(actor, record, address, line, count, known))
        return false;
      if (line && known.is) {
        left &= left - 1;
        continue;
      }
      // Its words need not stay alike.
      if (line)
        *line = before;
    }
    // Lanes of copies mostly stay in a page.
    if (std::exchange(page, address / pageBytes) != address / pageBytes)
      words = actor.shadow.page(address).cellsOfWords();
    Cell *cell = words + address % pageBytes / wordBytes;
    for (uint64_t at = 0, count; at != request.size;
         at += count * wordBytes, cell += count) {
      count = countAlike(cell, request.size - at);
      if (known.is && *cell == known.before) {
        std::fill_n(cell, count, known.after);
        continue;
      }
      if (!accessOperation(actor, record, address + at, cell, count, known))
        return false;
    }
  }
  return true;
}

/// Most words have equal cells where records are equal, so that the step of one
/// is applied to the next. Several elements may share a word.
bool State::accessEach(Actor &actor, Record record, const Request &request,
                       LaneMask left) {
  struct Known {
    uint8_t bytes = 0; ///< 0: no step
    Cell before, cause, after;
  };
  StepsByLane<std::array<Known, 2>> steps;
  const LaneBits turned = turnedLanes(request, record.turn);
  const bool hasRepeats = actor.someRepeated() != 0;
  for (; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    const uint64_t address =
        llvm::alignDown(request.addresses[lane], wordBytes);
    record.bytes = bytesOf(request.addresses[lane], request.size);
    const unsigned bit = turned[lane];
    record.lanes = LaneMask(1) << bit;
    Cell *cell = (*actor.cells)[lane];
    for (uint64_t at = 0, count; at < request.size;
         at += count * wordBytes, cell += count) {
      if (hasRepeats)
        actor.isRepeat = actor.repeated[at / wordBytes] >> lane & 1;
      count = hasRepeats ? 1 : countAlike(cell, request.size - at);
      Known &known = steps.of(bit)[actor.isRepeat];
      if (known.bytes == record.bytes) {
        if (*cell == known.before) {
          std::fill_n(cell, count, known.after);
          continue;
        }
        const Cell before = *cell, cause = causeOf(actor, record, before);
        if (cause == known.cause) {
          repeatStep(*cell, cause, known.after);
          std::fill_n(cell + 1, count - 1, *cell);
          known.before = before;
          known.after = *cell;
          continue;
        }
      }
      known.before = *cell;
      known.cause = causeOf(actor, record, *cell);
      if (!accessWord(actor, record, address + at, *cell))
        return false;
      known.after = *cell;
      known.bytes = actor.isWordBound ? 0 : record.bytes;
      count = known.bytes ? count : 1;
      std::fill_n(cell + 1, count - 1, *cell);
    }
  }
  return true;
}

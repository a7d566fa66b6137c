//===- Turns.cpp - Few records for the lanes of a warp --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words whose records are equal are checked once. The lane masks of records are
// rotated by the address, so that lanes which access elements at a distance
// that is a power of two, or 16 bytes each of rows in a swizzle, have equal
// records. The distance is a guess: any gives the same verdicts, and a good one
// saves time.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

unsigned tessera::ptx::races::distanceOfRow(const Request &request,
                                            bool isContiguous) {
  if (isContiguous)
    return request.size;
  if (request.size >= wordBytes || request.lanes != allLanes)
    return 0;
  bool isRow = true;
  for (unsigned lane = 1; lane != warpSize; ++lane)
    isRow &= request.addresses[lane] == request.addresses[0] + wordBytes * lane;
  return isRow ? wordBytes : 0;
}

LaneBits tessera::ptx::races::turnedLanes(const Request &request,
                                          unsigned turn) {
  LaneBits bits;
  const uint64_t *addresses = request.addresses;
  Record::withTurn(turn, [&](auto at) {
    for (unsigned lane = 0; lane != warpSize; ++lane)
      bits[lane] = static_cast<uint8_t>(
          (lane - at(addresses[lane] & ~(wordBytes - 1))) % warpSize);
  });
  return bits;
}

/// Number of different records that the lanes have by a turn.
static unsigned countRecords(const Request &request, unsigned turn) {
  LaneMask records = 0;
  Record::withTurn(turn, [&](auto at) {
    for (LaneMask left = request.lanes; left; left &= left - 1) {
      const unsigned lane = firstLane(left);
      records |= llvm::rotr(LaneMask(1) << lane,
                            static_cast<int>(at(request.addresses[lane])));
    }
  });
  return static_cast<unsigned>(llvm::popcount(records));
}

/// The turn for rows, as the first two parts of them lie; any other one if they
/// are none.
static uint8_t turnOfRows(const Request &request) {
  const uint64_t *addresses = request.addresses;
  unsigned run = 1;
  while (run != warpSize && addresses[run] == addresses[run - 1] + request.size)
    ++run;
  if (run == warpSize)
    return Record::pairedTurn;
  const auto part = llvm::find_if(Record::rowParts, [&](Record::RowPart each) {
    return request.size == 1u << each.elementLog && run == 1u << each.lanesLog;
  });
  const uint64_t stride = addresses[run] - addresses[0];
  const unsigned strideLog = llvm::Log2_64(stride) - Record::leastRowStride;
  if (part == std::end(Record::rowParts) || !llvm::isPowerOf2_64(stride) ||
      strideLog >= Record::rowStrides)
    return Record::pairedTurn;
  return static_cast<uint8_t>(Record::firstRowTurn +
                              (part - Record::rowParts) * Record::rowStrides +
                              strideLog);
}

/// Calls `what` with the turns for columns that fit the first lanes.
template <typename F>
static void forEachTurnOfColumns(const Request &request, F what) {
  if (request.size < wordBytes || request.size > 16)
    return;
  for (unsigned i = 0; i != Record::columnRows; ++i) {
    const unsigned rowLog = Record::leastColumnRow + i;
    const uint64_t first = request.addresses[0] >> rowLog;
    unsigned run = 1;
    while (run != warpSize && request.addresses[run] >> rowLog == first + run)
      ++run;
    if (run == 1 || run == warpSize || !llvm::has_single_bit(run))
      continue;
    const uint8_t turn = Record::turnOfColumns(llvm::Log2_32(run), rowLog,
                                               llvm::Log2_32(request.size));
    what(turn);
    what(turn | Record::isSwizzled);
  }
}

/// The same for columns in the long rows of global memory.
template <typename F>
static void forEachTurnOfFarColumns(const Request &request, F what) {
  const uint64_t *addresses = request.addresses;
  const uint64_t stride = addresses[1] - addresses[0];
  const unsigned row = llvm::Log2_64(stride) - Record::leastFarRow;
  if (request.size == wordBytes && llvm::isPowerOf2_64(stride) &&
      row < Record::farRows && addresses[4] == addresses[0] + wordBytes)
    what(static_cast<uint8_t>(Record::farTurn + row));
}

/// The turn by which the lanes have the fewest records, if that is at most half
/// of those by the usual one. It serves elements at a distance that is a power
/// of two, each anywhere in its part, as in rows with swizzles. No element
/// crosses a part, as all are aligned. In global memory, where lanes more often
/// access places without order, which have fewer records by some turn by chance,
/// there must be few.
static uint8_t findTurn(const Request &request) {
  const uint8_t usual = usualTurn(request);
  static_assert(pageBytes == 1u << (Record::swizzledTurn - 2));
  constexpr unsigned elementOfSwizzle = 16;
  const unsigned mostTurn = request.size == elementOfSwizzle
                                ? Record::lastTurn
                                : Record::swizzledTurn - 1;
  constexpr unsigned few = 4;
  unsigned least = countRecords(request, usual) / 2 + 1;
  if (!isShared(request.space))
    least = std::min(least, few + 1);
  uint8_t best = usual;
  for (unsigned turn = usual + 1; turn <= mostTurn; ++turn)
    if (unsigned count = countRecords(request, turn); count < least) {
      best = static_cast<uint8_t>(turn);
      least = count;
    }
  if (request.lanes != allLanes || countRecords(request, best) == 1)
    return best;
  auto tryTurn = [&](uint8_t turn) {
    if (unsigned count = countRecords(request, turn); count < least) {
      best = turn;
      least = count;
    }
  };
  if (request.size >= wordBytes && request.size <= elementOfSwizzle)
    tryTurn(turnOfRows(request));
  if (request.size == elementOfSwizzle)
    tryTurn(Record::pairedTurn);
  if (isShared(request.space))
    forEachTurnOfColumns(request, tryTurn);
  forEachTurnOfFarColumns(request, tryTurn);
  return best;
}

/// An instruction keeps the best turn of its last search; 0 for a single lane.
uint8_t tessera::ptx::races::turnOf(const Request &request, uint32_t site,
                                    BlockState &block) {
  if (!(request.lanes & (request.lanes - 1)) ||
      !llvm::isPowerOf2_32(request.size))
    return 0;
  constexpr size_t guesses = 512;
  if (block.turnGuesses.empty())
    block.turnGuesses.resize(guesses);
  // A copy has places in two memories.
  const uint32_t place = 2 * site + isShared(request.space);
  TurnGuess &guess = block.turnGuesses[place % guesses];
  const bool isOther = guess.place != place || guess.size != request.size;
  if (!isOther && guess.left--)
    return guess.turn;
  const uint8_t turn = findTurn(request);
  guess.times = isOther || turn != guess.turn
                    ? TurnGuess::leastTimes
                    : std::min<uint16_t>(2 * guess.times, TurnGuess::mostTimes);
  guess = {place, request.size, turn, guess.times, guess.times};
  return turn;
}

/// Groups whose distances grow like the numbers of their lanes have one record by
/// the turn that the first two ask for.
uint8_t tessera::ptx::races::turnOfGroups(const Request &request,
                                          llvm::ArrayRef<LaneMask> groups) {
  if (groups.size() < 2 || !llvm::isPowerOf2_32(request.size))
    return 0;
  auto addressOf = [&](LaneMask lanes) {
    return llvm::alignDown(request.addresses[firstLane(lanes)], wordBytes);
  };
  const uint64_t stride = addressOf(groups[1]) - addressOf(groups[0]);
  const unsigned shift = firstLane(groups[1]) - firstLane(groups[0]);
  if (!llvm::isPowerOf2_64(stride) || !llvm::isPowerOf2_32(shift))
    return 0;
  const unsigned turn = llvm::Log2_64(stride) - llvm::Log2_32(shift) + 1;
  if (turn < usualTurn(request) || turn >= Record::swizzledTurn)
    return 0;
  auto turned = [&](LaneMask lanes) {
    return llvm::rotr(lanes,
                      static_cast<int>(Record::turnAt(addressOf(lanes), turn)));
  };
  const bool areAlike = llvm::all_of(groups, [&](LaneMask lanes) {
    return turned(lanes) == turned(groups[0]);
  });
  return areAlike ? static_cast<uint8_t>(turn) : 0;
}

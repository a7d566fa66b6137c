//===- Turns.cpp - Few records for the lanes of a warp --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Words whose records are equal are checked once. The lane masks of records are
// rotated by the address, so that lanes which access elements at a distance
// that is a power of two have equal records. The distance is a guess: any gives
// the same verdicts, and a good one saves time.
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

/// Number of different records that the lanes have by a turn.
static unsigned countRecords(const Request &request, unsigned turn) {
  LaneMask records = 0;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    records |= llvm::rotr(
        LaneMask(1) << lane,
        static_cast<int>(Record::turnAt(request.addresses[lane], turn)));
  }
  return static_cast<unsigned>(llvm::popcount(records));
}

/// The turn by which the lanes have the fewest records, if that is less than
/// half of those by the usual one. It serves elements at a distance that is a
/// power of two, each anywhere in its part, as in rows with swizzles. No
/// element crosses a part, as all are aligned.
static uint8_t findTurn(const Request &request) {
  const uint8_t usual = usualTurn(request);
  constexpr unsigned mostTurn = 13;
  static_assert(pageBytes == 1u << (mostTurn - 1));
  unsigned least = countRecords(request, usual);
  uint8_t best = usual;
  least = (least + 1) / 2;
  for (unsigned turn = usual + 1; turn <= mostTurn; ++turn)
    if (unsigned count = countRecords(request, turn); count < least) {
      best = static_cast<uint8_t>(turn);
      least = count;
    }
  return best;
}

/// The turn of the lanes' records, by which neighbouring lanes that access
/// neighbouring elements, or elements at a distance that is a power of two,
/// have equal records; 0 for a single lane.
static uint8_t turnOfRow(const Request &request) {
  LaneMask others = request.lanes & (request.lanes - 1);
  if (!others || !llvm::isPowerOf2_32(request.size))
    return 0;
  const uint64_t *addresses = request.addresses;
  unsigned first = firstLane(request.lanes);
  uint64_t distance = addresses[firstLane(others)] - addresses[first];
  const uint8_t usual = usualTurn(request);
  // All words of an element must be rotated alike.
  if (!llvm::isPowerOf2_64(distance) || distance <= request.size ||
      distance > pageBytes ||
      addresses[first] % distance + request.size > distance)
    return usual;
  uint64_t base = addresses[first] - first * distance;
  for (; others; others &= others - 1)
    if (addresses[firstLane(others)] != base + firstLane(others) * distance)
      return usual;
  return static_cast<uint8_t>(llvm::Log2_64(distance) + 1);
}

/// The same in shared memory: an instruction keeps the best turn of its last
/// search.
static uint8_t turnOfShared(const Request &request, uint32_t site,
                            BlockState &block) {
  if (!(request.lanes & (request.lanes - 1)) ||
      !llvm::isPowerOf2_32(request.size))
    return 0;
  constexpr size_t guesses = 64;
  if (block.turnGuesses.empty())
    block.turnGuesses.resize(guesses);
  TurnGuess &guess = block.turnGuesses[site % guesses];
  if (guess.site != site || guess.size != request.size || !guess.left--)
    guess = {site, request.size, findTurn(request), TurnGuess::times};
  return guess.turn;
}

uint8_t tessera::ptx::races::turnOf(const Request &request, uint32_t site,
                                    BlockState &block) {
  return isShared(request.space) ? turnOfShared(request, site, block)
                                 : turnOfRow(request);
}

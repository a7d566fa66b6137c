//===- LaneSteps.cpp - Steps that a lane repeats --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes with different histories each have a step of their own, which an
// instruction mostly repeats where a loop takes it to the next elements.
//
//===----------------------------------------------------------------------===//

#include "../Machine/Lanes.h"
#include "State.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

/// Number of instructions with a step for each lane that a warp remembers.
static constexpr size_t laneMemoCount = 16;

LaneMemos &tessera::ptx::races::laneMemosOf(const Actor &actor,
                                            const Record &record) {
  std::vector<LaneMemos> &memos = actor.state.memos->byLane;
  if (memos.empty())
    memos.resize(laneMemoCount);
  LaneMemos &memo = memos[record.site % laneMemoCount];
  if (StepKey key = keyOf(actor, record); !(memo.key == key))
    memo = {key, {}};
  return memo;
}

/// Repeats the remembered step of each lane whose step is the same as last
/// time; returns the other lanes, whose cells are unchanged.
template <unsigned size, bool hasRepeats>
static LaneMask repeatSteps(const LaneMemos &memos, const LaneBits &turned,
                            const Request &request, const LaneCells &found,
                            LaneMask repeated) {
  constexpr unsigned words = std::max<unsigned>(size / wordBytes, 1);
  const uint64_t *addresses = request.addresses;
  LaneMask left = 0;
  inLanes(request.lanes, [&left, &memos, &found, addresses, &turned,
                          repeated](unsigned lane) {
    const Step &step = memos.steps[turned[lane]];
    Cell *cells = found[lane];
    bool isRepeat = hasRepeats && (repeated >> lane & 1);
    bool isSame =
        step.id == Step::idOf(1, bytesOf(addresses[lane], size), isRepeat);
    for (unsigned i = 0; i != words; ++i)
      isSame = isSame && cells[i] == step.before;
    if (LLVM_LIKELY(isSame))
      std::fill_n(cells, words, step.after);
    else
      left |= LaneMask(1) << lane;
  });
  return left;
}

template <unsigned size>
static LaneMask repeatSteps(const LaneMemos &memos, const LaneBits &turned,
                            const Request &request, const LaneCells &found,
                            LaneMask repeated) {
  if (!repeated)
    return repeatSteps<size, false>(memos, turned, request, found, 0);
  // In longer elements, each word may be a repeat or not.
  return size > wordBytes
             ? request.lanes
             : repeatSteps<size, true>(memos, turned, request, found, repeated);
}

LaneMask State::repeatSteps(const Actor &actor, const Record &record,
                            const Request &request) {
  const LaneMemos &memos = laneMemosOf(actor, record);
  const LaneCells &cells = *actor.cells;
  const LaneMask lanes = actor.someRepeated();
  const LaneBits turned = turnedLanes(request, record.turn);
  switch (request.size) {
  case 1:
    return ::repeatSteps<1>(memos, turned, request, cells, lanes);
  case 2:
    return ::repeatSteps<2>(memos, turned, request, cells, lanes);
  case 4:
    return ::repeatSteps<4>(memos, turned, request, cells, lanes);
  case 8:
    return ::repeatSteps<8>(memos, turned, request, cells, lanes);
  case 16:
    return ::repeatSteps<16>(memos, turned, request, cells, lanes);
  default:
    return request.lanes;
  }
}

void State::undoSteps(const Actor &actor, const Record &record,
                      const Request &request, LaneMask lanes) {
  const LaneMemos &memos = laneMemosOf(actor, record);
  const LaneBits turned = turnedLanes(request, record.turn);
  while (lanes) {
    unsigned lane = llvm::Log2_32(lanes);
    lanes ^= LaneMask(1) << lane;
    const Step &step = memos.steps[turned[lane]];
    std::fill_n((*actor.cells)[lane], llvm::divideCeil(request.size, wordBytes),
                step.before);
  }
}

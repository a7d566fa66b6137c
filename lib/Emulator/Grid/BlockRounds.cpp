//===- BlockRounds.cpp - Detects blocks that come round -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile kernel that spins on a flag tells it to its threads between barriers,
// and may compute a large product in each iteration. Where all threads meet at a
// barrier, the order of their slices until then has left no trace: the state is
// the same in each round, and two rounds are enough to see that.
//
// Registers decide most: in a loop within a round, a counter differs at each
// meeting. So a sample of the registers of one warp is hashed, and the rest
// only if the sample has been met before.
//
//===----------------------------------------------------------------------===//

#include "BlockRounds.h"
#include "../Async/Async.h"
#include "../Machine/Warp.h"
#include "Block.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tessera::ptx;

void BlockRounds::restart() {
  // Mostly, what others have changed is nothing that it looks at, and it comes
  // round again: one more round shows that.
  if (std::exchange(comesRound, false)) {
    visits.clear();
    spent = 0;
  }
  isStale = true;
}

//===----------------------------------------------------------------------===//
// Writes
//===----------------------------------------------------------------------===//

bool BlockRounds::isInside(const uint8_t *at) const {
  const uint8_t *shared = block.shared.data();
  return at >= shared && at < shared + block.shared.size();
}

/// Copies an aligned place, which another host thread may change by an atomic
/// at the same time.
static void copyPlace(const uint8_t *at, uint32_t size, uint8_t *to) {
  auto copy = [&](auto word) {
    for (uint32_t i = 0; i < size; i += sizeof word) {
      __atomic_load(reinterpret_cast<const decltype(word) *>(at + i), &word,
                    __ATOMIC_RELAXED);
      std::memcpy(to + i, &word, sizeof word);
    }
  };
  if (size % 8 == 0)
    copy(uint64_t());
  else if (size % 4 == 0)
    copy(uint32_t());
  else if (size % 2 == 0)
    copy(uint16_t());
  else
    copy(uint8_t());
}

void BlockRounds::noteWrite(const LanePointers &at, LaneMask lanes,
                            uint32_t size) {
  compareWrites();
  // One effect in a slice, and none of the meetings before, says it all.
  if (isStale && block.effects)
    return;
  if (size > mostBytes)
    return block.noteEffect();
  written = at;
  writtenBytes = size;
  for (; lanes; lanes &= lanes - 1) {
    const auto lane = static_cast<unsigned>(llvm::countr_zero(lanes));
    if (isInside(at[lane]))
      continue;
    writing |= LaneMask(1) << lane;
    copyPlace(at[lane], size, &before[lane * mostBytes]);
  }
}

void BlockRounds::compareWrites() {
  std::array<uint8_t, mostBytes> now;
  for (; writing; writing &= writing - 1) {
    const auto lane = static_cast<unsigned>(llvm::countr_zero(writing));
    copyPlace(written[lane], writtenBytes, now.data());
    if (std::memcmp(&before[lane * mostBytes], now.data(), writtenBytes) != 0)
      return block.noteEffect();
  }
}

//===----------------------------------------------------------------------===//
// Meetings
//===----------------------------------------------------------------------===//

/// The first lanes of a block that meets.
static const Fragment &firstOf(const Block &block) {
  for (const auto &warp : block.warps)
    if (!warp->fragments.empty())
      return warp->fragments.front();
  llvm_unreachable("a meeting without lanes");
}

/// A sample of the registers of a frame, which has lanes 0 and 16 of each
/// register of 32 bits.
static uint64_t sampleOf(const Frame &frame, const Inst &place) {
  constexpr uint32_t stride = 64;
  // Several sums, as each waits for its last multiplication.
  constexpr unsigned sumCount = 8;
  StateHash sample;
  sample.add(&place);
  std::array<uint64_t, sumCount> sums = {};
  uint32_t at = 0;
  auto addTo = [&](uint64_t &sum) {
    uint32_t word;
    std::memcpy(&word, frame.registers.data() + at, sizeof word);
    sum = (sum ^ word) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 32;
    at += stride;
  };
  const uint32_t end = frame.code->frameBytes;
  while (at + (sumCount - 1) * stride < end)
    for (uint64_t &sum : sums)
      addTo(sum);
  while (at < end)
    addTo(sums[0]);
  for (uint64_t sum : sums)
    sample.add(sum);
  return sample.get();
}

/// A hash of everything that decides what the block does next, except memory
/// beyond it; none if asynchronous work is in flight.
std::optional<StateHash> BlockRounds::stateAt(const Barrier &meeting) const {
  StateHash state;
  state.add(block.shared.data(), block.shared.size());
  if (block.async && !block.async->addTo(state))
    return std::nullopt;
  for (const auto &warp : block.warps) {
    state.add(warp->carry);
    for (const auto &fragment : warp->fragments) {
      state.add(fragment->pc);
      state.add(fragment->lanes);
      addState(fragment->frame.get(), warp->stack, fragment->lanes, state);
    }
  }
  for (const Barrier &barrier : block.barriers) {
    if (!barrier.isInUse)
      continue;
    state.add(block.numberOf(barrier));
    state.add(barrier.expected);
    state.add(barrier.count);
    state.add(barrier.all);
    for (LaneMask lanes : barrier.arrived)
      state.add(lanes);
  }
  state.add(block.numberOf(meeting));
  return state;
}

void BlockRounds::noteMeeting(const Barrier &barrier) {
  /// Bytes that are sampled or hashed in the time of an instruction, and the
  /// cost that is allowed before a block has issued many.
  constexpr size_t bytesOfInstruction = 1024, firstAllowance = 8192;
  if (comesRound || block.issued < pausedUntil)
    return;
  compareWrites();
  if (std::exchange(isStale, false)) {
    meetings.clear();
    for (const auto &warp : block.warps)
      warp->memory.forgetLook();
  }
  const Fragment &first = firstOf(block);
  const Inst &place = first.frame->code->instructions[first.pc];
  auto [known, isNew] = meetings.try_emplace(sampleOf(*first.frame, place));
  size_t bytes = first.frame->code->frameBytes;
  if (++visits[&place] <= firstMeetings || !isNew)
    if (std::optional<StateHash> state = stateAt(barrier)) {
      comesRound = known->second == state->get();
      known->second = state->get();
      bytes += state->size();
    }
  spent += 1 + bytes / bytesOfInstruction;
  if (spent < firstAllowance + block.issued / 16)
    return;
  pausedUntil = 2 * block.issued;
  isStale = true;
}

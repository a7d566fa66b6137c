//===- Livelock.cpp - Lanes that look for something in vain ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread waits for an mbarrier in a loop around a test. The loop goes on for
// ever, unless another thread or an operation in flight does something, if the
// lanes come round to the same test with everything as it was: registers, local
// memory, callers, and no access to other memory in between. Such lanes are
// held, which saves the rounds and lets a deadlock be seen at once.
//
// Loops that look at memory, or at a clock, cannot be told so from what others
// do. Where no thread of any block has changed anything for long, the scheduler
// lets time stand still: loops that end after some time, and those that sleep
// between two looks, come round with everything as it was then, too. Such lanes
// are circling. Where all are, or wait, time makes a jump.
//
//===----------------------------------------------------------------------===//

#include "../Async/Async.h"
#include "Block.h"
#include "Rounds.h"
#include "Warp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace tessera::ptx;

void tessera::ptx::appendState(const Frame *frame, const CallStack &stack,
                               LaneMask lanes, std::vector<uint8_t> &state) {
  auto append = [&](const void *from, size_t size) {
    const auto *bytes = static_cast<const uint8_t *>(from);
    state.insert(state.end(), bytes, bytes + size);
  };
  for (const Frame *f = frame; f; f = f->caller.get()) {
    append(&f->code, sizeof f->code);
    append(&f->returnPc, sizeof f->returnPc);
    append(f->registers.data(), f->code->frameBytes);
  }
  uint64_t local = frame->localBase + frame->code->syntax->localBytes;
  for (; lanes && local; lanes &= lanes - 1)
    append(stack.lane(static_cast<unsigned>(llvm::countr_zero(lanes))), local);
}

bool AsyncUnit::isSpinning(Warp &warp, const Inst &inst, LaneMask lanes,
                           LaneMask failed) {
  constexpr size_t mostSpins = 64;
  std::vector<Spin> &known = spins[warp.number];
  Spin *spin = nullptr;
  for (Spin &candidate : known)
    if (candidate.inst == &inst && candidate.lanes == lanes)
      spin = &candidate;
  if (!spin) {
    if (known.size() >= mostSpins)
      known.erase(known.begin());
    known.emplace_back();
    spin = &known.back();
    spin->inst = &inst;
    spin->lanes = lanes;
  }
  bool isSame = spin->failed == failed &&
                spin->accesses == warp.memory.accessesOutside() &&
                spin->rounds != 0;
  spin->failed = failed;
  spin->accesses = warp.memory.accessesOutside();
  spin->rounds = isSame ? spin->rounds + 1 : 1;
  // The state is large, and most tests succeed at once.
  if (spin->rounds < 2)
    return false;
  std::vector<uint8_t> state;
  appendState(warp.frame(), warp.stack, lanes, state);
  isSame = spin->rounds > 2 && state == spin->state;
  spin->state = std::move(state);
  return isSame;
}

void AsyncUnit::forgetSpins() {
  for (std::vector<Spin> &known : spins)
    known.clear();
}

//===----------------------------------------------------------------------===//
// Standstills
//===----------------------------------------------------------------------===//

void Rounds::note(const Inst &inst, const Frame *frame, const CallStack &stack,
                  LaneMask lanes) {
  constexpr size_t mostRounds = 256;
  const Inst *place = &inst;
  std::vector<uint8_t> state(sizeof place + sizeof lanes);
  std::memcpy(state.data(), &place, sizeof place);
  std::memcpy(state.data() + sizeof place, &lanes, sizeof lanes);
  appendState(frame, stack, lanes, state);
  uint64_t round = llvm::xxh3_64bits(state);
  if (llvm::is_contained(states, round)) {
    found |= lanes;
    return;
  }
  if (states.size() == mostRounds)
    states.clear();
  states.push_back(round);
}

void Rounds::forget() {
  states.clear();
  found = 0;
}

void Warp::noteLook(const Inst &inst) {
  ++block.looks;
  if (LLVM_UNLIKELY(block.standstill))
    rounds.note(inst, frame(), stack, running->lanes);
}

uint64_t Warp::readClock() {
  bool stands = block.standstill || (twin && twin->isRunning());
  return stands ? block.clock : ++block.clock;
}

bool Warp::isStuck() const {
  return llvm::all_of(fragments, [&](const auto &fragment) {
    return !fragments.isRunnable(*fragment) ||
           !(fragment->lanes & ~rounds.circling());
  });
}

void Block::setTime(uint64_t newStandstill, uint64_t jump) {
  clock += jump;
  if (standstill == newStandstill)
    return;
  standstill = newStandstill;
  for (const auto &warp : warps)
    warp->forgetRounds();
  ++progress; // lanes that are held look again
  if (async)
    async->forgetSpins();
}

bool Block::isStuck() const {
  return llvm::all_of(warps, [](const auto &warp) { return warp->isStuck(); });
}

//===- Livelock.cpp - Lanes that look for something in vain ---------------===//
//-------------------===//
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
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

using namespace tessera::ptx;

void Warp::appendState(LaneMask lanes, std::vector<uint8_t> &state) const {
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
    append(localMemory.data() + llvm::countr_zero(lanes) * localStride, local);
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
                spin->accesses == warp.accessesOutside && spin->rounds != 0;
  spin->failed = failed;
  spin->accesses = warp.accessesOutside;
  spin->rounds = isSame ? spin->rounds + 1 : 1;
  // The state is large, and most tests succeed at once.
  if (spin->rounds < 2)
    return false;
  std::vector<uint8_t> state;
  warp.appendState(lanes, state);
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

void Warp::noteRound(const Inst &inst) {
  constexpr size_t mostRounds = 256;
  LaneMask lanes = running->lanes;
  const Inst *place = &inst;
  std::vector<uint8_t> state(sizeof place + sizeof lanes);
  std::memcpy(state.data(), &place, sizeof place);
  std::memcpy(state.data() + sizeof place, &lanes, sizeof lanes);
  appendState(lanes, state);
  uint64_t round = llvm::xxh3_64bits(state);
  if (llvm::is_contained(rounds, round)) {
    circling |= lanes;
    return;
  }
  if (rounds.size() == mostRounds)
    rounds.clear();
  rounds.push_back(round);
}

void Warp::forgetRounds() {
  rounds.clear();
  circling = 0;
}

bool Warp::isStuck() const {
  return llvm::all_of(fragments, [&](const auto &fragment) {
    return !isRunnable(*fragment) || !(fragment->lanes & ~circling);
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

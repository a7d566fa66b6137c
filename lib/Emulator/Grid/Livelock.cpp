//===- Livelock.cpp - Detects lanes that loop for ever --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A thread waits for an mbarrier in a loop around a test. The loop is endless,
// unless another thread or an operation in flight does something, if the lanes
// come back to the same test in the same state: registers, local memory,
// callers, and no access to other memory in between. Such lanes are held, which
// saves the iterations and shows a deadlock at once.
//
// A loop in which lanes have no contact with others is endless once they come
// to its end in a state in which they have been there before.
//
// Other endless loops cannot be told from work that way. If nobody has changed
// anything for long, or no block has ended, the scheduler stops time for a
// while, a standstill: loops that end after some time, or that sleep between
// two looks, then come back in the same state, too. A state includes the
// contents of the memory written in that time. If nobody reaches a new state,
// and all have come back to a known one or wait, time jumps ahead. If a jump of
// a century changes nothing, that is a deadlock.
//
//===----------------------------------------------------------------------===//

#include "Livelock.h"
#include "../Async/Async.h"
#include "../Machine/Warp.h"
#include "Block.h"
#include "llvm/ADT/STLExtras.h"

using namespace tessera::ptx;

void tessera::ptx::addState(const Frame *frame, const CallStack &stack,
                            LaneMask lanes, StateHash &state) {
  for (const Frame *f = frame; f; f = f->caller.get()) {
    state.add(f->code);
    state.add(f->returnPc);
    state.add(f->registers.data(), f->code->frameBytes);
  }
  uint64_t local = frame->localEnd();
  for (; lanes && local; lanes &= lanes - 1)
    state.add(stack.lane(static_cast<unsigned>(llvm::countr_zero(lanes))),
              local);
}

/// True if lanes for which a test fails come back to it at once, in the state in
/// which they are.
static bool loopsAtOnce(const Code &code, const Inst &test) {
  const Inst &next = *(&test + 1);
  return test.guard == noSlot && next.control == Control::Branch &&
         &code.instructions[next.target] == &test && next.guard == test.dst &&
         next.isGuardNegated;
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
  // The comparison is costly, and most tests succeed at once.
  if (spin->rounds < 2)
    return false;
  if (failed == lanes && loopsAtOnce(warp.code(), inst))
    return spin->rounds > 2;
  StateHash state;
  addState(warp.frame(), warp.stack, lanes, state);
  isSame = spin->rounds > 2 && state.get() == spin->state;
  spin->state = state.get();
  return isSame;
}

void AsyncUnit::forgetSpins() {
  for (std::vector<Spin> &known : spins)
    known.clear();
}

//===----------------------------------------------------------------------===//
// Standstills
//===----------------------------------------------------------------------===//

uint64_t StateWatch::sum() {
  uint64_t now = memory.sum();
  if (seenMemory.insert(now).second) {
    hasNewMemory |= seenMemory.size() > 1;
    ++epoch;
  }
  return now;
}

void StateWatch::forget() {
  memory.forget();
  seenMemory.clear();
  hasNewMemory = false;
  repeats = 0;
}

void StateWatch::forgetSigns() {
  memory.forgetChanges();
  hasReadClock = hasSharedTalk = false;
}

void StateCycles::note(StateWatch &watch, uint64_t state, LaneMask lanes) {
  if (states.insert(state).second) {
    ++watch.epoch;
    return;
  }
  ++watch.repeats;
  if (std::exchange(epoch, watch.epoch) != watch.epoch)
    found = {};
  for (size_t i = found.size() - 1; i != 0; --i)
    found[i] |= found[i - 1] & lanes;
  found[0] |= lanes;
}

void StateCycles::forget() {
  states.clear();
  epoch = 0;
}

void LonelyLoops::noteSlice(uint64_t instructions, uint64_t contactsInAll) {
  if (contactsInAll == contacts) {
    alone += instructions;
    return;
  }
  contacts = contactsInAll;
  alone = 0;
  states.clear();
}

bool LonelyLoops::note(uint64_t state) {
  if (!states.insert(state).second)
    return true;
  // Bounds the cost for long work on registers alone.
  if (states.size() == patience / 256) {
    states.clear();
    alone = 0;
    patience *= 2;
  }
  return false;
}

void Warp::noteLook() {
  ++block.looks;
  ++contacts;
}

StateHash Warp::stateOf(const Inst &inst, LaneMask lanes) const {
  StateHash state;
  state.add(&inst);
  state.add(lanes);
  state.add(carry);
  addState(frame(), stack, lanes, state);
  return state;
}

bool Warp::noteRound(const Inst &inst, LaneMask lanes) {
  /// Bytes that can be compared in the time of one instruction.
  constexpr size_t bytesOfInstruction = 256;
  if (block.standstill) {
    StateWatch &watch = *block.launch.watch;
    StateHash state = stateOf(inst, lanes);
    lastRound = state.get();
    state.add(block.lastMeeting);
    state.add(watch.sum());
    state.add(block.contents.sum());
    cycles.note(watch, state.get(), lanes);
    watch.cost += 1 + state.size() / bytesOfInstruction;
  } else if (loops.isLooking()) {
    StateHash state = stateOf(inst, lanes);
    state.add(getContacts());
    if (loops.note(state.get())) {
      fault(LaunchFault::Timeout,
            static_cast<unsigned>(llvm::countr_zero(lanes)),
            "endless loop: the thread comes back here with everything as it "
            "was, and looks at nothing that others could change");
      return false;
    }
  }
  return true;
}

uint64_t Warp::readClock() {
  if (block.standstill)
    block.launch.watch->hasReadClock = true;
  if (block.rounds)
    block.rounds->restart();
  bool stands = block.standstill || (shadow && shadow->isRunning());
  return stands ? block.clock : ++block.clock;
}

bool Warp::isStuck() const {
  return llvm::all_of(fragments, [&](const auto &fragment) {
    return !fragments.isRunnable(*fragment) ||
           !(fragment->lanes & ~cycles.circling(*block.launch.watch));
  });
}

/// Warps that meet tell one another more than memory shows, by the meeting
/// itself and by registers (bar.red). So their states belong together: one that
/// comes again with another one than before is new.
void Block::noteMeeting(const Barrier &barrier) {
  if (rounds)
    rounds->noteMeeting(barrier);
  if (!standstill)
    return;
  StateHash meeting;
  for (const auto &warp : warps)
    meeting.add(warp->getLastRound());
  lastMeeting = meeting.get();
}

void Block::setTime(uint64_t newStandstill, uint64_t jump) {
  clock += jump;
  if (standstill == newStandstill)
    return;
  standstill = newStandstill;
  lastMeeting = 0;
  contents.forget();
  for (const auto &warp : warps)
    warp->forgetCycles();
  ++progress; // lanes that are held look again
  if (async)
    async->forgetSpins();
}

bool Block::isStuck() const {
  return llvm::all_of(warps, [](const auto &warp) { return warp->isStuck(); });
}

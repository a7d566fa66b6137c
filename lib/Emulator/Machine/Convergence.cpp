//===- Convergence.cpp - Waits of lanes and warps -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Async/Async.h"
#include "../Counters/Counters.h"
#include "../Grid/Block.h"
#include "../Races/Races.h"
#include "Control.h"
#include "Report.h"
#include "Warp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"

using namespace tessera::ptx;

/// True if the whole warp executes an aligned instruction. Otherwise lanes wait
/// for the rest, or fault if a guard keeps some of them from it.
static bool meetWarp(Warp &warp, Fragment &fragment, LaneMask mask) {
  if (mask == warp.live)
    return true;
  if (mask != fragment.lanes)
    warp.fault(
        llvm::countr_zero(mask),
        "this aligned instruction is executed by only a part of its warp "
        "(lanes 0x" +
            llvm::utohexstr(mask, true) + ")");
  fragment.wait = Fragment::Wait::Aligned;
  return false;
}

/// PTX ISA leaves open what an aligned instruction does in a warp that has lost
/// lanes: the handler always runs for all 32.
bool tessera::ptx::isWholeWarp(Warp &warp, LaneMask mask) {
  if (mask != allLanes) {
    warp.fault(
        llvm::countr_zero(mask),
        "this instruction needs all 32 lanes of its warp, but the others "
        "have exited or never were (lanes 0x" +
            llvm::utohexstr(mask, true) + " are there)");
    return false;
  }
  return true;
}

bool tessera::ptx::runAligned(Warp &warp, Fragment &fragment, const Inst &inst,
                              LaneMask mask) {
  if (mask && (!meetWarp(warp, fragment, mask) || !isWholeWarp(warp, mask)))
    return false;
  warp.count(fragment.lanes, mask);
  if (mask)
    warp.execute(inst, mask);
  ++fragment.pc;
  return true;
}

/// Lanes that the handler holds stay; the others go on.
bool tessera::ptx::runWait(Warp &warp, Fragment &fragment, const Inst &inst,
                           LaneMask mask) {
  if (inst.isAligned && mask && !meetWarp(warp, fragment, mask))
    return false;
  uint64_t before = warp.block.progress;
  if (mask)
    warp.execute(inst, mask);
  LaneMask held = warp.takeHeld();
  fragment.wait = Fragment::Wait::None;
  if (fragment.lanes != held)
    warp.count(fragment.lanes & ~held, mask & ~held);
  if (!held) {
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~held)
    warp.fragments.split(fragment, others, fragment.pc + 1);
  fragment.wait = Fragment::Wait::Async;
  fragment.phase = before;
  return false;
}

bool tessera::ptx::runBarrier(Warp &warp, Fragment &fragment, const Inst &inst,
                              LaneMask mask) {
  auto operation = static_cast<BarrierOp>(inst.operation);
  unsigned lane = mask ? llvm::countr_zero(mask) : 0;
  if (fragment.wait == Fragment::Wait::Barrier) { // it has completed
    fragment.wait = Fragment::Wait::None;
    const uint32_t *results = fragment.results;
    if (operation == BarrierOp::Popc) {
      for (unsigned l = 0; l != warpSize; ++l)
        if (mask >> l & 1)
          warp.write<uint32_t>(inst.dst)[l] = results[0];
    } else if (operation == BarrierOp::And || operation == BarrierOp::Or) {
      bool value = results[operation == BarrierOp::And ? 1 : 2];
      warp.writePredicate(inst.dst, mask, value ? allLanes : 0);
    }
    warp.count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  if (!mask) {
    warp.count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  if (inst.isAligned && !meetWarp(warp, fragment, mask))
    return false;
  if (LaneMask others = fragment.lanes & ~mask)
    warp.fragments.split(fragment, others, fragment.pc + 1);
  const uint32_t *ids = warp.read<uint32_t>(inst.src[0]);
  const uint32_t *counts =
      inst.src[1] == noSlot ? nullptr : warp.read<uint32_t>(inst.src[1]);
  LaneMask same = lanesEqualTo(ids, mask, lane);
  if (counts)
    same = lanesEqualTo(counts, same, lane);
  if (LaneMask others = mask & ~same) {
    if (inst.isAligned) {
      warp.fault(llvm::countr_zero(others),
                 "the lanes of one warp name different "
                 "barriers or counts here");
      return false;
    }
    warp.fragments.split(fragment, others, fragment.pc);
    mask = same;
  }
  uint32_t id = ids[lane];
  uint32_t expected = counts ? counts[lane] : 0;
  LaneMask predicate = 0;
  if (inst.src[2] != noSlot)
    predicate =
        warp.readPredicate(inst.src[2]) ^ (inst.isNegated ? allLanes : 0);
  if (id >= warp.block.barriers.size()) {
    warp.fault(LaunchFault::IllegalInstruction, lane,
               "barrier " + llvm::Twine(id) + " does not exist; there are 16");
    return false;
  }
  if (inst.src[1] != noSlot && (expected == 0 || expected % warpSize != 0)) {
    warp.fault(lane,
               "a barrier's thread count must be a positive multiple of 32, "
               "not " +
                   llvm::Twine(expected));
    return false;
  }
  if (operation != BarrierOp::Arrive) {
    fragment.wait = Fragment::Wait::Barrier;
    fragment.barrier = id;
    fragment.phase = warp.block.barriers[id].phase;
  }
  warp.block.arrive(warp, inst, mask, id, expected, predicate & mask);
  if (warp.hasFaulted())
    return false;
  if (operation == BarrierOp::Arrive) {
    warp.count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  return false;
}

/// bar.warp.sync: its lanes may meet at different instructions.
bool tessera::ptx::runWarpBarrier(Warp &warp, Fragment &fragment,
                                  const Inst &inst, LaneMask mask) {
  if (!mask) {
    warp.count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~mask)
    warp.fragments.split(fragment, others, fragment.pc + 1);
  const uint32_t *members = warp.read<uint32_t>(inst.src[0]);
  unsigned lane = llvm::countr_zero(mask);
  LaneMask group = lanesEqualTo(members, mask, lane);
  if (LaneMask otherGroups = mask & ~group)
    warp.fragments.split(fragment, otherGroups, fragment.pc);
  if (group & ~members[lane]) {
    warp.fault(lane,
               "a lane waits at this barrier but is not in its member mask "
               "0x" +
                   llvm::utohexstr(members[lane], true));
    return false;
  }
  fragment.members = members[lane];
  fragment.wait = Fragment::Wait::Collective;
  auto waitsHere = [&](const Fragment &other) {
    return other.wait == Fragment::Wait::Collective &&
           other.members == fragment.members;
  };
  LaneMask arrived = 0;
  for (auto &other : warp.fragments)
    if (waitsHere(*other))
      arrived |= other->lanes;
  if (fragment.members & warp.live & ~arrived)
    return false;
  if (warp.block.launch.races)
    warp.block.launch.races->syncWarp(warp, arrived);
  for (auto &other : warp.fragments)
    if (other.get() != &fragment && waitsHere(*other)) {
      if (warp.counters)
        warp.counters->issue(*other->frame->code, other->pc, other->lanes,
                             other->lanes);
      ++other->pc;
      other->wait = Fragment::Wait::None;
    }
  warp.count(fragment.lanes, fragment.lanes);
  ++fragment.pc;
  fragment.wait = Fragment::Wait::None;
  return warp.fragments.size() == 1;
}

//===----------------------------------------------------------------------===//
// Barriers of a block
//===----------------------------------------------------------------------===//

/// A warp has arrived once all of its lanes that have not exited have; a
/// barrier then counts it as 32 threads.
bool Block::isComplete(const Barrier &barrier) const {
  uint64_t count = 0;
  for (size_t i = 0; i != warps.size(); ++i) {
    LaneMask missing = warps[i]->live & ~barrier.arrived[i];
    if (barrier.expected == 0 && missing)
      return false;
    if (barrier.arrived[i] && !missing)
      count += warpSize;
  }
  return barrier.expected == 0 || count >= barrier.expected;
}

bool Block::meetsAt(const Barrier &barrier) const {
  bool hasLanes = false;
  for (const auto &warp : warps)
    for (const auto &fragment : warp->fragments) {
      if (fragment->wait != Fragment::Wait::Barrier ||
          fragment->barrier != numberOf(barrier) ||
          fragment->phase != barrier.phase)
        return false;
      hasLanes = true;
    }
  return hasLanes;
}

void Block::complete(Barrier &barrier) {
  /// Instructions that a block issues before it is watched for rounds; most
  /// blocks end before.
  constexpr uint64_t issuedUnwatched = 1 << 12;
  if (issued >= issuedUnwatched)
    watchRounds();
  if (LLVM_UNLIKELY(watchesMemory()) && meetsAt(barrier))
    noteMeeting(barrier);
  if (launch.races)
    launch.races->completeBarrier(*this, numberOf(barrier));
  if (Counters *counters = warps.front()->counters)
    counters->note(LoggedEvent::Kind::Release, number, 0, number,
                   numberOf(barrier));
  // At once, as the barrier may be used again before another warp runs.
  for (const auto &warp : warps)
    for (const auto &fragment : warp->fragments) {
      if (fragment->wait != Fragment::Wait::Barrier ||
          fragment->barrier != numberOf(barrier) ||
          fragment->phase != barrier.phase)
        continue;
      fragment->results[0] = barrier.count;
      fragment->results[1] = barrier.all;
      fragment->results[2] = barrier.count != 0;
      if (launch.races)
        launch.races->leaveBarrier(*warp, fragment->lanes, fragment->barrier,
                                   fragment->phase);
    }
  barrier.count = 0;
  barrier.all = true;
  barrier.isInUse = false;
  barrier.expected = 0;
  std::fill(barrier.arrived.begin(), barrier.arrived.end(), 0);
  ++barrier.phase;
}

/// Formats the count as "64 threads" or "the whole block".
static std::string participants(uint64_t expected) {
  return expected ? std::to_string(expected) + " threads" : "the whole block";
}

/// The first two rules are always checked: the machine keeps one count and one
/// set of lanes for a barrier, and PTX gives other uses no meaning. The other
/// rules need Checks::sync or Checks::uniform.
bool Block::checkArrival(Warp &warp, const Inst &inst, const Barrier &barrier,
                         LaneMask lanes, uint32_t expected) const {
  const Checks &checks = launch.config.checks;
  unsigned lane = llvm::countr_zero(lanes);
  auto name = [&] { return "barrier " + std::to_string(numberOf(barrier)); };
  if (checks.sync && expected > warps.size() * warpSize) {
    warp.fault(lane, name() + " waits for " + llvm::Twine(expected) +
                         " threads, but the block has " + llvm::Twine(threads));
    return false;
  }
  if (!barrier.isInUse)
    return true;
  auto first = [&] {
    return "; the first arrival was at " +
           describeLocation(launch.image, *barrier.firstCode, barrier.firstPc);
  };
  auto count = [&](uint32_t threads) {
    return threads ? threads : warps.size() * warpSize;
  };
  if (count(barrier.expected) != count(expected))
    warp.fault(lane, name() + " is in use for " +
                         participants(barrier.expected) +
                         ", but this arrival expects " +
                         participants(expected) + first());
  else if (barrier.arrived[warp.number] & lanes)
    warp.fault(lane, "threads arrive twice at " + name() +
                         " before it completes" + first());
  else if (checks.sync &&
           barrier.isReduction !=
               (static_cast<BarrierOp>(inst.operation) > BarrierOp::Arrive))
    warp.fault(lane, name() +
                         " is in use by a reduction and by another kind of "
                         "arrival at once" +
                         first());
  else if (checks.uniform && inst.isAligned && expected == 0 &&
           &barrier.firstCode->instructions[barrier.firstPc] != &inst)
    warp.fault(lane, "the threads of a block arrive at " + name() +
                         " by different aligned instructions" + first());
  return !warp.hasFaulted();
}

void Block::arrive(Warp &warp, const Inst &inst, LaneMask lanes, uint32_t id,
                   uint32_t expected, LaneMask predicate) {
  ++changes;
  Barrier &barrier = barriers[id];
  if (!checkArrival(warp, inst, barrier, lanes, expected))
    return;
  if (!barrier.isInUse) {
    barrier.isInUse = true;
    barrier.arrived.resize(warps.size());
    barrier.expected = expected;
    barrier.isReduction =
        static_cast<BarrierOp>(inst.operation) > BarrierOp::Arrive;
    barrier.firstWarp = &warp;
    barrier.firstCode = warp.frame()->code;
    barrier.firstPc =
        static_cast<uint32_t>(&inst - warp.frame()->code->instructions.data());
  }
  if (launch.races)
    launch.races->arriveBarrier(warp, lanes, id);
  bool waits = static_cast<BarrierOp>(inst.operation) != BarrierOp::Arrive;
  if (warp.counters)
    warp.counters->note(waits ? LoggedEvent::Kind::Wait
                              : LoggedEvent::Kind::Arrive,
                        number, warp.number, number, id);
  barrier.arrived[warp.number] |= lanes;
  barrier.count += llvm::popcount(predicate);
  barrier.all &= predicate == lanes;
  if (isComplete(barrier))
    complete(barrier);
}

/// Faults lanes whose exit leaves too few threads for a counted barrier.
void Block::checkLeftOver(Warp &warp, LaneMask lanes,
                          const Barrier &barrier) const {
  uint64_t possible = 0;
  bool isAwaited = false;
  for (const auto &other : warps)
    for (const auto &fragment : other->fragments)
      isAwaited |= fragment->wait == Fragment::Wait::Barrier &&
                   fragment->barrier == numberOf(barrier) &&
                   fragment->phase == barrier.phase;
  if (!isAwaited)
    return;
  for (size_t i = 0; i != warps.size(); ++i)
    if (warps[i]->live || barrier.arrived[i])
      possible += warpSize;
  if (possible < barrier.expected)
    warp.fault(llvm::countr_zero(lanes),
               "after this exit barrier " + llvm::Twine(numberOf(barrier)) +
                   " can never complete: it waits for " +
                   llvm::Twine(barrier.expected) + " threads, and only " +
                   llvm::Twine(possible) +
                   " are left; the first arrival was at " +
                   describeLocation(launch.image, *barrier.firstCode,
                                    barrier.firstPc));
}

void Block::onExit(Warp &warp, LaneMask lanes) {
  noteNews();
  if (async)
    async->checkExit(warp);
  if (cluster)
    cluster->noteExit();
  for (Barrier &barrier : barriers) {
    if (!barrier.isInUse)
      continue;
    if (isComplete(barrier))
      complete(barrier);
    else if (launch.config.checks.sync)
      checkLeftOver(warp, lanes, barrier);
  }
}

/// All threads have ended: reports arrivals that nobody waited for, a mistake
/// that changes nothing.
bool Block::checkEnd() {
  finishArrivals();
  if (blamed || (async && !async->checkEnd())) {
    reportFault(*blamed);
    return false;
  }
  if (cluster && !checkNoneReaches())
    return false;
  if (!launch.config.checks.sync)
    return true;
  for (const Barrier &barrier : barriers) {
    if (!barrier.isInUse)
      continue;
    LaneMask lanes = barrier.arrived[barrier.firstWarp->number];
    barrier.firstWarp->faultAt(
        *barrier.firstCode, barrier.firstPc, llvm::countr_zero(lanes),
        "barrier " + llvm::Twine(numberOf(barrier)) +
            " is left incomplete at the end of the block: it was to count " +
            llvm::Twine(barrier.expected) + " threads");
    reportFault(*barrier.firstWarp);
    return false;
  }
  return true;
}

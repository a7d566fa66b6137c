//===- Warp.cpp - Runs the instructions of a warp -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Warp.h"
#include "../Counters/Counters.h"
#include "../Grid/Block.h"
#include "../Instructions/Matrix/ProductPanels.h"
#include "../Races/Races.h"
#include "../Sources/SourceTracker.h"
#include "Control.h"
#include "RegisterWatch.h"
#include "Report.h"
#include "tessera/Emulator/SourceRun.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

using namespace tessera::ptx;

Warp::Warp(Block &block, unsigned number, LaneMask lanes)
    : block(block), number(number), live(lanes),
      sources(block.launch.config.sources
                  ? &block.launch.config.sources->getTracker()
                  : nullptr),
      fragments(block), stack(*this), memory(*this) {
  fragments.add(stack.begin(), lanes);
}
Warp::~Warp() = default;

void Warp::fault(unsigned lane, const llvm::Twine &message) {
  faultAt(frame() ? code() : *block.launch.entry, currentPc, lane, message);
}

void Warp::fault(LaunchFault kind, unsigned lane, const llvm::Twine &message) {
  faultAt(kind, frame() ? code() : *block.launch.entry, currentPc, lane,
          message);
}

void Warp::faultAt(LaunchFault kind, const Code &code, uint32_t pc,
                   unsigned lane, const llvm::Twine &message) {
  if (!hasFaulted())
    faultKind = kind;
  faultAt(code, pc, lane, message);
}

void Warp::faultAt(const Code &code, uint32_t pc, unsigned lane,
                   const llvm::Twine &message) {
  if (!hasFaulted())
    firstFault = {message.str(), &code, pc, lane};
}

void Warp::activate(const Fragment &fragment) {
  running = &fragment;
  RegisterFile::activate(*fragment.frame);
  if (shadow && !frame()->shadow)
    shadow->addFrame(*frame());
}

void Warp::beginShadow(ShadowRegisters::Origin origin) {
  if (!shadow) {
    multiplyPending(*this);
    shadow = std::make_unique<ShadowRegisters>(*this);
    fragments.stop(); // the plain loop ignores shadows
  }
  origin.code = &code();
  origin.pc = currentPc;
  shadow->setOrigin(std::move(origin));
}

RegisterWatch *Warp::watchRegisters() {
  if (!watch && block.launch.config.checks.sync) {
    watch = std::make_unique<RegisterWatch>();
    fragments.stop(); // the plain loop ignores the watch
  }
  return watch.get();
}

void Warp::runShadowed(const Inst &inst, LaneMask lanes, LaneMask mask) {
  shadow->execute(inst, lanes, mask);
  if (!shadow->isOver())
    return;
  shadow.reset();
  fragments.stop();
}

void Warp::execute(const Inst &inst, LaneMask mask) {
  if (LLVM_UNLIKELY(shadow))
    return runShadowed(inst, mask, mask);
  if (LLVM_UNLIKELY(sources))
    return sources->execute(*this, inst, mask);
  inst.execute(*this, inst, mask);
  if (LLVM_UNLIKELY(shadow))
    shadow->finishFirst(inst, mask);
}

RunStatus Warp::run(uint64_t &budget) {
  const uint64_t all = budget;
  memory.beginSlice();
  if (counters)
    counters->enter(block.number, number);
  isWatchingLoops = block.standstill || loops.isLooking();
  while (budget && !hasFaulted() && !memory.isPolling()) {
    if (fragments.empty())
      return RunStatus::Done;
    Fragment *fragment = fragments.choose();
    if (!fragment) {
      if (fragments.areWaiting())
        return RunStatus::Waiting;
      reportStuck();
      break;
    }
    uint64_t slice = fragments.sliceFor(*fragment, budget), left = slice;
    const RaceChecker *races = block.launch.races;
    if (counters || shadow || watch || sources)
      runFragment<true, true>(*fragment, left);
    else if (races && races->isOnThreads())
      runFragment<false, true>(*fragment, left);
    else
      runFragment<false, false>(*fragment, left);
    memory.unlockRaces();
    if (fragments.size() > 1)
      fragments.charge(fragment,
                       memory.isPolling() ? Fragments::quantum : slice - left);
    budget -= slice - left;
    if (!block.standstill)
      block.clock += slice - left;
  }
  loops.noteSlice(all - budget, getContacts());
  return hasFaulted() ? RunStatus::Faulted : RunStatus::Ready;
}

/// Reports a warp in which no lane can go on and none waits for another warp.
void Warp::reportStuck() {
  Fragment &first = fragments.front();
  activate(first);
  currentPc = first.pc;
  std::string message;
  bool isAligned = first.wait == Fragment::Wait::Aligned;
  message = isAligned
                ? "this aligned instruction is reached by only a part of its "
                  "warp"
                : "this instruction waits for lanes that never reach it";
  message += " (lanes 0x" + llvm::utohexstr(first.lanes, true) + ")";
  for (const auto &other : llvm::drop_begin(fragments))
    message +=
        "; lanes 0x" + llvm::utohexstr(other->lanes, true) + " wait at " +
        describeLocation(block.launch.image, *other->frame->code, other->pc);
  fault(llvm::countr_zero(first.lanes), message);
}

void Warp::count(LaneMask active, LaneMask executed) {
  if (counters)
    counters->issue(code(), currentPc, active, executed);
}

static bool countsItself(Control control) {
  switch (control) {
  case Control::Barrier:
  case Control::Collective:
  case Control::WarpBarrier:
  case Control::Aligned:
  case Control::Wait:
    return true;
  default:
    return false;
  }
}

/// Runs a fragment until it must go back to the scheduler. The plain form
/// ignores counters, shadows and the locks of the race checker.
template <bool isWatched, bool mayLock>
void Warp::runFragment(Fragment &fragment, uint64_t &budget) {
  activate(fragment);
  const Inst *code = frame()->code->instructions.data();
  while (budget) {
    --budget;
    if (mayLock)
      memory.unlockRaces();
    const uint32_t pc = currentPc = fragment.pc;
    const Inst &inst = code[pc];
    LaneMask mask = fragment.lanes;
    if (inst.guard != noSlot)
      mask &= inst.isGuardNegated ? ~readPredicate(inst.guard)
                                  : readPredicate(inst.guard);
    if (isWatched && !countsItself(inst.control))
      count(fragment.lanes, mask);
    if (isWatched && watch && mask) {
      watch->check(*this);
      if (hasFaulted())
        return;
    }
    if (isWatched && sources && inst.guard != noSlot)
      mask = sources->decideGuard(*this, inst, fragment.lanes, mask);
    if (LLVM_LIKELY(inst.control == Control::None)) {
      if (isWatched && sources && mask) {
        sources->execute(*this, inst, mask);
        if (hasFaulted())
          return;
      } else if (isWatched && shadow) {
        runShadowed(inst, fragment.lanes, mask);
        if (hasFaulted())
          return;
      } else if (mask) {
        inst.execute(*this, inst, mask);
        if (LLVM_UNLIKELY(hasFaulted()))
          return;
      }
      fragment.pc = pc + 1;
    } else if ((isWatched && shadow &&
                !shadow->agrees(inst, fragment.lanes, mask)) ||
               !runControl(*this, fragment, inst, mask) || hasFaulted()) {
      return;
    }
    if (fragment.pc >= fragments.stopPc())
      return;
  }
}

bool tessera::ptx::runControl(Warp &warp, Fragment &fragment, const Inst &inst,
                              LaneMask mask) {
  switch (inst.control) {
  case Control::None:
    llvm_unreachable("has no control");
  case Control::Branch:
    return runBranch(warp, fragment, inst, mask);
  case Control::BranchIndexed:
    return runBranchIndexed(warp, fragment, inst, mask);
  case Control::Call:
    return runCall(warp, fragment, inst, mask);
  case Control::Return:
    return runReturn(warp, fragment, inst, mask);
  case Control::Exit:
    return runExit(warp, fragment, mask);
  case Control::Barrier:
    warp.noteContact();
    return runBarrier(warp, fragment, inst, mask);
  case Control::Collective:
    warp.noteMeeting();
    return runCollective(warp, fragment, inst, mask);
  case Control::WarpBarrier:
    warp.noteMeeting();
    return runWarpBarrier(warp, fragment, inst, mask);
  case Control::Aligned:
    warp.noteMeeting();
    return runAligned(warp, fragment, inst, mask);
  case Control::Wait:
    warp.noteContact();
    return runWait(warp, fragment, inst, mask);
  case Control::Yield:
    if (mask)
      warp.execute(inst, mask);
    ++fragment.pc;
    fragment.spent = Fragments::quantum;
    return false;
  }
  llvm_unreachable("a kind of control without a case");
}

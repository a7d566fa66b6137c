//===- Warp.cpp - Scheduling of the lanes of a warp -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Counters/Counters.h"
#include "Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

/// Instructions after which a fragment lets the others of its warp run.
static constexpr uint64_t fragmentQuantum = 1024;
/// In random order, a fragment's turn takes up to 2^this instructions.
static constexpr unsigned fragmentExponent = 6;
static constexpr uint64_t frameAlignment = 256;

Warp::Warp(Block &block, unsigned number, LaneMask lanes)
    : block(block), number(number), live(lanes) {
  reserveLocal(block.launch.entry->syntax->localBytes);
  auto fragment = std::make_unique<Fragment>();
  fragment->frame = makeFrame(*block.launch.entry);
  fragment->lanes = lanes;
  fragments.push_back(std::move(fragment));
}

/// Makes each lane's local memory at least `bytes` large.
bool Warp::growFrame(uint64_t bytes) {
  if (!reserveLocal(frame->localBase + frame->code->syntax->localBytes + bytes))
    return false;
  frame->dynamicBytes = std::max(frame->dynamicBytes, bytes);
  return true;
}

bool Warp::reserveLocal(uint64_t bytes) {
  if (bytes > largestLocal)
    return false;
  if (bytes <= localStride)
    return true;
  uint64_t stride =
      std::min(largestLocal,
               llvm::alignTo(std::max(bytes, 2 * localStride), frameAlignment));
  std::vector<uint8_t> grown(stride * warpSize);
  for (unsigned lane = 0; lane != warpSize && localStride; ++lane)
    std::memcpy(grown.data() + lane * stride,
                localMemory.data() + lane * localStride, localStride);
  localMemory = std::move(grown);
  localStride = stride;
  return true;
}

/// Whether the lanes of a warp have values of their own.
static bool isOfLane(Special special) {
  return special <= Special::TidZ || special == Special::LaneId ||
         (special >= Special::LaneMaskEq && special <= Special::LaneMaskGt);
}

std::shared_ptr<Frame> Warp::makeFrame(const Code &code) {
  auto frame = std::make_shared<Frame>(
      code, block.launch.constants[code.syntax->number].data());
  for (auto [special, slot] : code.specials) {
    bool isLong = specialWidth(special) == 64;
    uint32_t value = block.specialValue(special, number, 0);
    bool isOwn = isOfLane(special);
    for (unsigned lane = 0; lane != warpSize; ++lane) {
      if (isOwn && lane)
        value = block.specialValue(special, number, lane);
      uint8_t *at = frame->registers.data() + slot;
      if (isLong)
        reinterpret_cast<uint64_t *>(at)[lane] = value;
      else
        reinterpret_cast<uint32_t *>(at)[lane] = value;
    }
  }
  return frame;
}

void Warp::fault(unsigned lane, const llvm::Twine &message) {
  if (faulted)
    return;
  faulted = true;
  faultLane = lane;
  faultMessage = message.str();
  faultCode = frame ? frame->code : block.launch.entry;
}

void Warp::faultAt(const Code &code, uint32_t pc, unsigned lane,
                   const llvm::Twine &message) {
  if (faulted)
    return;
  fault(lane, message);
  faultCode = &code;
  faultPc = pc;
}

void Warp::activate(Fragment &fragment) {
  running = &fragment;
  frame = fragment.frame.get();
  registers = frame->registers.data();
  if (twin && !frame->twin)
    makeFrameTwin();
  constants = frame->constants;
}

bool Warp::isRunnable(const Fragment &fragment) const {
  switch (fragment.wait) {
  case Fragment::Wait::None:
    return true;
  case Fragment::Wait::Barrier:
    return block.barriers[fragment.barrier].phase != fragment.phase;
  case Fragment::Wait::Async:
    return block.progress != fragment.phase;
  default:
    return false;
  }
}

/// Lets fragments that wait for lanes of this warp look again.
void Warp::wakeWaiters() {
  for (auto &fragment : fragments)
    if (fragment->wait == Fragment::Wait::Collective ||
        fragment->wait == Fragment::Wait::Aligned)
      fragment->wait = Fragment::Wait::None;
}

/// Whether a fragment must stay apart from others at its instruction: at a
/// barrier lanes may belong to different phases or member masks.
static bool staysApart(const Fragment &f) {
  return f.wait == Fragment::Wait::Barrier ||
         (f.wait == Fragment::Wait::Collective && f.members != 0);
}

void Warp::mergeFragments() {
  for (size_t i = 0; i < fragments.size(); ++i)
    for (size_t j = i + 1; j < fragments.size();) {
      Fragment &a = *fragments[i], &b = *fragments[j];
      bool meet = a.frame == b.frame && a.pc == b.pc && !staysApart(a) &&
                  !staysApart(b);
      if (!meet) {
        ++j;
        continue;
      }
      a.lanes |= b.lanes;
      a.spent = std::max(a.spent, b.spent);
      a.wait = Fragment::Wait::None;
      fragments.erase(fragments.begin() + j);
    }
}

/// The fragment to run next, or null; sets the counter at which it may meet
/// another one. Who has had a turn waits until all others have had theirs, as
/// lanes may wait for lanes.
Fragment *Warp::pick() {
  if (fragments.size() > 1)
    mergeFragments();
  Fragment *best = nullptr;
  bool isTurnOver = false;
  for (auto &candidate : fragments) {
    Fragment &f = *candidate;
    if (!isRunnable(f))
      continue;
    if (f.spent >= fragmentQuantum) {
      isTurnOver = true;
      continue;
    }
    if (!best || (f.frame->depth != best->frame->depth
                      ? f.frame->depth > best->frame->depth
                      : f.pc < best->pc))
      best = &f;
  }
  if (!best && isTurnOver) {
    for (auto &fragment : fragments)
      fragment->spent = 0;
    return pick();
  }
  stopPc = ~0u;
  if (best)
    for (auto &other : fragments)
      if (other.get() != best && other->frame == best->frame &&
          other->pc >= best->pc && isRunnable(*other))
        stopPc = std::min(stopPc, other->pc);
  return best;
}

/// Any fragment that can run, and no meeting on the way; or null to let the
/// usual rule choose, as lanes that part meet again sooner or later.
Fragment *Warp::pickRandom() {
  if (fragments.size() < 2 || block.random.oneIn(2))
    return nullptr;
  mergeFragments();
  Fragment *chosen = nullptr;
  unsigned seen = 0;
  for (auto &candidate : fragments)
    if (isRunnable(*candidate) && block.random.oneIn(++seen))
      chosen = candidate.get();
  stopPc = ~0u;
  return chosen;
}

bool Warp::isWaiting() const {
  bool waits = false;
  for (const auto &fragment : fragments) {
    if (isRunnable(*fragment))
      return false;
    waits |= fragment->wait == Fragment::Wait::Barrier ||
             fragment->wait == Fragment::Wait::Async;
  }
  return waits;
}

/// How long the next fragment may run.
uint64_t Warp::sliceFor(const Fragment &fragment, uint64_t budget) {
  if (fragments.size() == 1)
    return budget;
  return std::min(budget, block.isRandom
                              ? block.random.quantum(fragmentExponent)
                              : fragmentQuantum - fragment.spent);
}

RunStatus Warp::run(uint64_t &budget) {
  isPolling = hasSeenNew = false;
  while (budget && !faulted && !isPolling) {
    if (fragments.empty())
      return RunStatus::Done;
    Fragment *fragment = block.isRandom ? pickRandom() : nullptr;
    if (!fragment)
      fragment = pick();
    if (!fragment) {
      if (isWaiting())
        return RunStatus::Waiting;
      reportStuck();
      break;
    }
    if (fragments.size() == 1)
      fragment->spent = 0;
    uint64_t slice = sliceFor(*fragment, budget), left = slice;
    if (counters || twin)
      runFragment<true>(*fragment, left);
    else
      runFragment<false>(*fragment, left);
    if (fragments.size() > 1)
      for (auto &other : fragments)
        if (other.get() == fragment) // it may have ended
          fragment->spent += isPolling ? fragmentQuantum : slice - left;
    budget -= slice - left;
    if (!block.standstill)
      block.clock += slice - left;
  }
  return faulted ? RunStatus::Faulted : RunStatus::Ready;
}

/// No lane can go on and none waits for another warp.
void Warp::reportStuck() {
  Fragment &first = *fragments.front();
  activate(first);
  faultPc = first.pc;
  std::string message;
  bool isAligned = first.wait == Fragment::Wait::Aligned;
  message = isAligned
                ? "this aligned instruction is reached by only a part of its "
                  "warp"
                : "this instruction waits for lanes that never reach it";
  message += " (lanes 0x" + llvm::utohexstr(first.lanes, true) + ")";
  for (size_t i = 1; i != fragments.size(); ++i)
    message += "; lanes 0x" + llvm::utohexstr(fragments[i]->lanes, true) +
               " wait at " +
               describeLocation(block.launch.image, *fragments[i]->frame->code,
                                fragments[i]->pc);
  fault(llvm::countr_zero(first.lanes), message);
}

/// Counts the instruction that runs. Those that may have to wait for lanes of
/// their warp or block count themselves, once, when they go on.
void Warp::count(LaneMask active, LaneMask executed) {
  if (counters)
    counters->issue(*frame->code, faultPc, active, executed);
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

/// Runs a fragment until it must go back to the scheduler. The plain form knows
/// nothing of counters and twins.
template <bool isWatched>
void Warp::runFragment(Fragment &fragment, uint64_t &budget) {
  activate(fragment);
  const Inst *code = frame->code->instructions.data();
  while (budget) {
    --budget;
    const uint32_t pc = faultPc = fragment.pc;
    const Inst &inst = code[pc];
    LaneMask mask = fragment.lanes;
    if (inst.guard != noSlot)
      mask &= inst.isGuardNegated ? ~readPredicate(inst.guard)
                                  : readPredicate(inst.guard);
    if (isWatched && !countsItself(inst.control))
      count(fragment.lanes, mask);
    if (LLVM_LIKELY(inst.control == Control::None)) {
      if (isWatched && twin) {
        executeTwinned(inst, fragment.lanes, mask);
        if (faulted)
          return;
      } else if (mask) {
        inst.execute(*this, inst, mask);
        if (LLVM_UNLIKELY(faulted))
          return;
      }
      fragment.pc = pc + 1;
    } else if ((isWatched && twin &&
                !agreesWithTwin(inst, fragment.lanes, mask)) ||
               !runControl(fragment, inst, mask) || faulted) {
      return;
    }
    if (fragment.pc >= stopPc)
      return;
  }
}

/// An instruction that decides who runs next; true if the fragment does.
bool Warp::runControl(Fragment &fragment, const Inst &inst, LaneMask mask) {
  switch (inst.control) {
  case Control::None:
    llvm_unreachable("has no control");
  case Control::Branch:
    return runBranch(fragment, inst, mask);
  case Control::BranchIndexed:
    return runBranchIndexed(fragment, inst, mask);
  case Control::Call:
    return runCall(fragment, inst, mask);
  case Control::Return:
    return runReturn(fragment, inst, mask);
  case Control::Exit:
    return runExit(fragment, mask);
  case Control::Barrier:
    return runBarrier(fragment, inst, mask);
  case Control::Collective:
    return runCollective(fragment, inst, mask);
  case Control::WarpBarrier:
    return runWarpBarrier(fragment, inst, mask);
  case Control::Aligned:
    return runAligned(fragment, inst, mask);
  case Control::Wait:
    return runWait(fragment, inst, mask);
  case Control::Yield:
    if (mask)
      execute(inst, mask);
    ++fragment.pc;
    fragment.spent = fragmentQuantum;
    return false;
  }
  llvm_unreachable("a kind of control without a case");
}

/// Moves `lanes` out of the fragment into a new one at `pc`.
void Warp::split(Fragment &fragment, LaneMask lanes, uint32_t pc) {
  auto part = std::make_unique<Fragment>();
  part->frame = fragment.frame;
  part->pc = pc;
  part->lanes = lanes;
  part->spent = fragment.spent;
  fragment.lanes &= ~lanes;
  fragments.push_back(std::move(part));
}

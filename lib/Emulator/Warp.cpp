//===- Warp.cpp - Scheduling of the lanes of a warp -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

/// Instructions after which a fragment lets the others of its warp run.
static constexpr uint64_t fragmentQuantum = 1024;
static constexpr uint64_t largestLocal = 512 << 10;
static constexpr unsigned deepestCall = 4096;
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

std::shared_ptr<Frame> Warp::makeFrame(const Code &code) {
  auto frame = std::make_shared<Frame>(
      code, block.launch.constants[code.syntax->number].data());
  for (auto [special, slot] : code.specials) {
    bool isLong = specialWidth(special) == 64;
    for (unsigned lane = 0; lane != warpSize; ++lane) {
      uint32_t value = block.specialValue(special, number, lane);
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

void Warp::activate(Fragment &fragment) {
  frame = fragment.frame.get();
  registers = frame->registers.data();
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

void Warp::mergeFragments() {
  for (size_t i = 0; i < fragments.size(); ++i)
    for (size_t j = i + 1; j < fragments.size();) {
      Fragment &a = *fragments[i], &b = *fragments[j];
      bool meet = a.frame == b.frame && a.pc == b.pc &&
                  a.wait != Fragment::Wait::Barrier &&
                  b.wait != Fragment::Wait::Barrier;
      if (!meet) {
        ++j;
        continue;
      }
      a.lanes |= b.lanes;
      a.wait = Fragment::Wait::None;
      fragments.erase(fragments.begin() + j);
    }
}

/// The fragment to run next, or null; sets the counter at which it may meet
/// another one.
Fragment *Warp::pick() {
  if (fragments.size() > 1)
    mergeFragments();
  Fragment *best = nullptr;
  for (auto &candidate : fragments) {
    Fragment &f = *candidate;
    if (!isRunnable(f))
      continue;
    bool isBetter = !best || (wantsFairness ? f.lastRun < best->lastRun
                              : f.frame->depth != best->frame->depth
                                  ? f.frame->depth > best->frame->depth
                                  : f.pc < best->pc);
    if (isBetter)
      best = &f;
  }
  stopPc = ~0u;
  if (best && !wantsFairness)
    for (auto &other : fragments)
      if (other.get() != best && other->frame == best->frame &&
          isRunnable(*other))
        stopPc = std::min(stopPc, other->pc);
  wantsFairness = false;
  return best;
}

RunStatus Warp::run(uint64_t &budget) {
  while (budget && !faulted) {
    if (fragments.empty())
      return RunStatus::Done;
    Fragment *fragment = pick();
    if (!fragment) {
      for (auto &waiting : fragments)
        if (waiting->wait == Fragment::Wait::Barrier ||
            waiting->wait == Fragment::Wait::Async)
          return RunStatus::Waiting;
      reportStuck();
      break;
    }
    fragment->lastRun = ++tick;
    uint64_t slice =
        fragments.size() > 1 ? std::min(budget, fragmentQuantum) : budget;
    uint64_t left = slice;
    hasYielded = false;
    runFragment(*fragment, left);
    wantsFairness = left == 0 || hasYielded;
    budget -= slice - left;
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

/// Runs a fragment until it must go back to the scheduler.
void Warp::runFragment(Fragment &fragment, uint64_t &budget) {
  activate(fragment);
  const Inst *code = frame->code->instructions.data();
  while (budget) {
    --budget;
    const Inst &inst = code[fragment.pc];
    LaneMask mask = fragment.lanes;
    if (inst.guard != noSlot)
      mask &= inst.isGuardNegated ? ~readPredicate(inst.guard)
                                  : readPredicate(inst.guard);
    faultPc = fragment.pc;
    if (LLVM_UNLIKELY(counters) && !countsItself(inst.control))
      count(fragment.lanes, mask);
    bool goesOn;
    switch (inst.control) {
    case Control::None:
      if (mask) {
        inst.execute(*this, inst, mask);
        if (LLVM_UNLIKELY(faulted))
          return;
      }
      ++fragment.pc;
      goesOn = true;
      break;
    case Control::Branch:
      goesOn = runBranch(fragment, inst, mask);
      break;
    case Control::BranchIndexed:
      goesOn = runBranchIndexed(fragment, inst, mask);
      break;
    case Control::Call:
      goesOn = runCall(fragment, inst, mask);
      break;
    case Control::Return:
      goesOn = runReturn(fragment, mask);
      break;
    case Control::Exit:
      goesOn = runExit(fragment, mask);
      break;
    case Control::Barrier:
      goesOn = runBarrier(fragment, inst, mask);
      break;
    case Control::Collective:
      goesOn = runCollective(fragment, inst, mask);
      break;
    case Control::WarpBarrier:
      goesOn = runWarpBarrier(fragment, inst, mask);
      break;
    case Control::Aligned:
      goesOn = runAligned(fragment, inst, mask);
      break;
    case Control::Wait:
      goesOn = runWait(fragment, inst, mask);
      break;
    case Control::Yield:
      if (mask)
        inst.execute(*this, inst, mask);
      ++fragment.pc;
      goesOn = false;
      hasYielded = true;
      break;
    }
    if (!goesOn || faulted || fragment.pc >= stopPc)
      return;
  }
}

/// Moves `lanes` out of the fragment into a new one at `pc`.
void Warp::split(Fragment &fragment, LaneMask lanes, uint32_t pc) {
  auto part = std::make_unique<Fragment>();
  part->frame = fragment.frame;
  part->pc = pc;
  part->lanes = lanes;
  part->lastRun = fragment.lastRun;
  fragment.lanes &= ~lanes;
  fragments.push_back(std::move(part));
}

bool Warp::runBranch(Fragment &fragment, const Inst &inst, LaneMask mask) {
  if (mask == fragment.lanes) {
    fragment.pc = inst.target;
    return true;
  }
  if (mask)
    split(fragment, mask, inst.target);
  ++fragment.pc;
  return !mask;
}

/// The lanes of `mask` whose value is that of `lane`.
template <typename T>
static LaneMask lanesEqualTo(const T *values, LaneMask mask, unsigned lane) {
  LaneMask equal = 0;
  for (unsigned other = 0; other != warpSize; ++other)
    equal |= LaneMask(values[other] == values[lane]) << other;
  return equal & mask;
}

bool Warp::runBranchIndexed(Fragment &fragment, const Inst &inst,
                            LaneMask mask) {
  const auto &table = frame->code->branchTables[inst.target];
  const uint32_t *index = read<uint32_t>(inst.src[0]);
  LaneMask others = fragment.lanes & ~mask;
  if (others)
    split(fragment, others, fragment.pc + 1);
  if (LLVM_UNLIKELY(counters) && mask &&
      (others || lanesEqualTo(index, mask, llvm::countr_zero(mask)) != mask))
    counters->diverge(*frame->code, faultPc);
  while (mask) {
    unsigned lane = llvm::countr_zero(mask);
    if (index[lane] >= table.size()) {
      fault(lane, "the index " + llvm::Twine(index[lane]) +
                      " is outside the list of " + llvm::Twine(table.size()) +
                      " targets");
      return false;
    }
    LaneMask same = lanesEqualTo(index, mask, lane);
    mask &= ~same;
    if (mask)
      split(fragment, same, table[index[lane]]);
    else
      fragment.pc = table[index[lane]];
  }
  return false;
}

/// Calls the function of each lane; lanes that call the same one go together.
bool Warp::runCall(Fragment &fragment, const Inst &inst, LaneMask mask) {
  if (!mask) {
    ++fragment.pc;
    return true;
  }
  const Image &image = block.launch.image;
  bool isDirect = inst.src[0] == noSlot;
  if (isDirect && image.codes[inst.target].builtin != Builtin::None) {
    if (image.codes[inst.target].builtin == Builtin::Printf)
      callPrintf(*this, inst, mask);
    else
      callAssertFail(*this, inst, mask);
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~mask)
    split(fragment, others, fragment.pc + 1);
  if (isDirect) {
    enter(fragment, image.codes[inst.target], mask);
    return false;
  }
  const uint64_t *address = read<uint64_t>(inst.src[0]);
  while (mask) {
    unsigned lane = llvm::countr_zero(mask);
    LaneMask same = lanesEqualTo(address, mask, lane);
    mask &= ~same;
    uint64_t function = (address[lane] - functionBase) / functionStride;
    if (address[lane] < functionBase || function >= image.codes.size() ||
        !image.codes[function].syntax->isDefined) {
      fault(lane, "the call of 0x" + llvm::utohexstr(address[lane], true) +
                      " reaches no function of this module");
      return false;
    }
    const Code &callee = image.codes[function];
    if (callee.syntax->parameters.size() != (inst.count & 15u) ||
        callee.syntax->results.size() != (inst.count >> 4u)) {
      fault(lane, "'" + callee.syntax->name +
                      "' takes another number of parameters or results than "
                      "this call gives");
      return false;
    }
    if (mask)
      split(fragment, same, fragment.pc);
    Fragment &caller = mask ? *fragments.back() : fragment;
    enter(caller, callee, same);
    if (faulted)
      return false;
  }
  return false;
}

void Warp::enter(Fragment &fragment, const Code &callee, LaneMask mask) {
  std::shared_ptr<Frame> caller = fragment.frame;
  uint64_t base = llvm::alignTo(
      caller->localBase + caller->code->syntax->localBytes, frameAlignment);
  if (caller->depth >= deepestCall ||
      !reserveLocal(base + callee.syntax->localBytes)) {
    fault(llvm::countr_zero(mask),
          "the call stack exceeds a thread's local memory (512 KiB) or " +
              llvm::Twine(deepestCall) + " calls");
    return;
  }
  std::shared_ptr<Frame> frame = makeFrame(callee);
  frame->localBase = base;
  frame->depth = caller->depth + 1;
  frame->returnPc = fragment.pc + 1;
  const Instruction &call = caller->code->syntax->instructions[fragment.pc];
  for (size_t i = 0; i != call.arguments.size(); ++i) {
    const Variable &from = *call.arguments[i];
    const Variable &to = *callee.syntax->parameters[i];
    for (unsigned lane = 0; lane != warpSize; ++lane)
      if (mask >> lane & 1) {
        uint8_t *local = localMemory.data() + lane * localStride;
        std::memcpy(local + base + to.frameOffset,
                    local + caller->localBase + from.frameOffset,
                    std::min(from.size, to.size));
      }
  }
  frame->caller = std::move(caller);
  fragment.frame = std::move(frame);
  fragment.pc = 0;
}

bool Warp::runReturn(Fragment &fragment, LaneMask mask) {
  std::shared_ptr<Frame> callee = fragment.frame;
  if (!callee->caller)
    return runExit(fragment, mask);
  if (!mask) {
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~mask)
    split(fragment, others, fragment.pc + 1);
  Frame &caller = *callee->caller;
  const Instruction &call =
      caller.code->syntax->instructions[callee->returnPc - 1];
  for (size_t i = 0; i != call.results.size(); ++i) {
    const Variable &to = *call.results[i];
    const Variable &from = *callee->code->syntax->results[i];
    for (unsigned lane = 0; lane != warpSize; ++lane)
      if (mask >> lane & 1) {
        uint8_t *local = localMemory.data() + lane * localStride;
        std::memcpy(local + caller.localBase + to.frameOffset,
                    local + callee->localBase + from.frameOffset,
                    std::min(from.size, to.size));
      }
  }
  fragment.pc = callee->returnPc;
  fragment.frame = callee->caller;
  return false;
}

bool Warp::runExit(Fragment &fragment, LaneMask mask) {
  fragment.lanes &= ~mask;
  live &= ~mask;
  ++fragment.pc;
  if (mask) {
    wakeWaiters();
    block.onExit();
  }
  if (fragment.lanes)
    return true;
  for (size_t i = 0; i != fragments.size(); ++i)
    if (fragments[i].get() == &fragment) {
      fragments.erase(fragments.begin() + i);
      break;
    }
  return false;
}

/// Whether the whole warp executes an aligned instruction; otherwise lanes wait
/// for the rest, or fault where a guard keeps some of them from it.
bool Warp::meetWarp(Fragment &fragment, LaneMask mask) {
  if (mask == live)
    return true;
  if (mask != fragment.lanes)
    fault(llvm::countr_zero(mask),
          "this aligned instruction is executed by only a part of its warp "
          "(lanes 0x" +
              llvm::utohexstr(mask, true) + ")");
  fragment.wait = Fragment::Wait::Aligned;
  return false;
}

/// PTX ISA leaves open what an aligned instruction does for a warp that has
/// lost lanes, so the handler always runs for all 32.
bool Warp::runAligned(Fragment &fragment, const Inst &inst, LaneMask mask) {
  if (mask && !meetWarp(fragment, mask))
    return false;
  if (mask && mask != allLanes) {
    fault(llvm::countr_zero(mask),
          "this instruction needs all 32 lanes of its warp, but the others "
          "have exited or never were (lanes 0x" +
              llvm::utohexstr(mask, true) + " are there)");
    return false;
  }
  count(fragment.lanes, mask);
  if (mask)
    inst.execute(*this, inst, mask);
  ++fragment.pc;
  return true;
}

/// Lanes that the handler holds stay; the others go on.
bool Warp::runWait(Fragment &fragment, const Inst &inst, LaneMask mask) {
  uint64_t before = block.progress;
  held = 0;
  if (mask)
    inst.execute(*this, inst, mask);
  fragment.wait = Fragment::Wait::None;
  if (fragment.lanes != held)
    count(fragment.lanes & ~held, mask & ~held);
  if (!held) {
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~held)
    split(fragment, others, fragment.pc + 1);
  fragment.wait = Fragment::Wait::Async;
  fragment.phase = before;
  return false;
}

bool Warp::runBarrier(Fragment &fragment, const Inst &inst, LaneMask mask) {
  auto operation = static_cast<BarrierOp>(inst.operation);
  unsigned lane = mask ? llvm::countr_zero(mask) : 0;
  if (fragment.wait == Fragment::Wait::Barrier) { // it has completed
    const Barrier &barrier = block.barriers[fragment.barrier];
    fragment.wait = Fragment::Wait::None;
    const uint32_t *results = barrier.results[fragment.phase & 1];
    if (operation == BarrierOp::Popc) {
      for (unsigned l = 0; l != warpSize; ++l)
        if (mask >> l & 1)
          write<uint32_t>(inst.dst)[l] = results[0];
    } else if (operation == BarrierOp::And || operation == BarrierOp::Or) {
      bool value = results[operation == BarrierOp::And ? 1 : 2];
      writePredicate(inst.dst, mask, value ? allLanes : 0);
    }
    count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  if (!mask) {
    count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  if (inst.isAligned && !meetWarp(fragment, mask))
    return false;
  if (LaneMask others = fragment.lanes & ~mask)
    split(fragment, others, fragment.pc + 1);
  uint32_t id = read<uint32_t>(inst.src[0])[lane];
  uint32_t expected =
      inst.src[1] == noSlot ? 0 : read<uint32_t>(inst.src[1])[lane];
  LaneMask predicate = 0;
  if (inst.src[2] != noSlot)
    predicate = readPredicate(inst.src[2]) ^ (inst.isNegated ? allLanes : 0);
  if (id >= block.barriers.size()) {
    fault(lane, "barrier " + llvm::Twine(id) + " does not exist; there are 16");
    return false;
  }
  if (inst.src[1] != noSlot && (expected == 0 || expected % warpSize != 0)) {
    fault(lane, "a barrier's thread count must be a positive multiple of 32, "
                "not " +
                    llvm::Twine(expected));
    return false;
  }
  uint64_t phase = block.barriers[id].phase;
  block.arrive(*this, mask, id, expected, predicate & mask);
  if (faulted)
    return false;
  if (operation == BarrierOp::Arrive) {
    count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  fragment.wait = Fragment::Wait::Barrier;
  fragment.barrier = id;
  fragment.phase = phase;
  return false;
}

bool Warp::runCollective(Fragment &fragment, const Inst &inst, LaneMask mask) {
  if (!mask) {
    count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  // Lanes that are here already wait in fragments of their own.
  if (fragments.size() > 1)
    for (size_t i = 0; i < fragments.size();) {
      Fragment &other = *fragments[i];
      if (&other != &fragment && other.frame == fragment.frame &&
          other.pc == fragment.pc && other.wait == Fragment::Wait::Collective) {
        fragment.lanes |= other.lanes;
        mask |= other.lanes;
        fragments.erase(fragments.begin() + i);
      } else {
        ++i;
      }
    }
  const uint32_t *members = read<uint32_t>(inst.src[0]);
  LaneMask waiting = 0, left = mask;
  while (left) {
    unsigned lane = llvm::countr_zero(left);
    LaneMask group = lanesEqualTo(members, left, lane);
    left &= ~group;
    if (group & ~members[lane]) {
      fault(llvm::countr_zero(group & ~members[lane]),
            "a lane executes this instruction but is not in its member mask "
            "0x" +
                llvm::utohexstr(members[lane], true));
      return false;
    }
    if (members[lane] & live & ~group)
      waiting |= group;
    else
      inst.execute(*this, inst, group);
    if (faulted)
      return false;
  }
  if (mask & ~waiting)
    count(fragment.lanes & ~waiting, mask & ~waiting);
  if (!waiting) {
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~waiting)
    split(fragment, others, fragment.pc + 1);
  fragment.members = 0;
  fragment.wait = Fragment::Wait::Collective;
  return false;
}

/// bar.warp.sync: unlike other collectives, its lanes may meet at different
/// instructions.
bool Warp::runWarpBarrier(Fragment &fragment, const Inst &inst, LaneMask mask) {
  if (!mask) {
    count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~mask)
    split(fragment, others, fragment.pc + 1);
  const uint32_t *members = read<uint32_t>(inst.src[0]);
  unsigned lane = llvm::countr_zero(mask);
  LaneMask group = lanesEqualTo(members, mask, lane);
  if (LaneMask otherGroups = mask & ~group)
    split(fragment, otherGroups, fragment.pc);
  if (group & ~members[lane]) {
    fault(lane, "a lane waits at this barrier but is not in its member mask "
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
  for (auto &other : fragments)
    if (waitsHere(*other))
      arrived |= other->lanes;
  if (fragment.members & live & ~arrived)
    return false;
  for (auto &other : fragments)
    if (other.get() != &fragment && waitsHere(*other)) {
      if (counters)
        counters->issue(*other->frame->code, other->pc, other->lanes,
                        other->lanes);
      ++other->pc;
      other->wait = Fragment::Wait::None;
    }
  count(fragment.lanes, fragment.lanes);
  ++fragment.pc;
  fragment.wait = Fragment::Wait::None;
  return fragments.size() == 1;
}

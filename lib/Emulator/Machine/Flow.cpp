//===- Flow.cpp - Branches, calls and exits of the lanes of a warp --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Counters/Counters.h"
#include "../Races/Races.h"
#include "Machine.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

static constexpr unsigned deepestCall = 4096;
static constexpr uint64_t frameAlignment = 256;

/// PTX ISA: where .uni stands, all lanes that execute the instruction have the
/// same guard and target. The machine can go on without that.
void Warp::checkUniform(LaneMask others) {
  if (others && block.launch.config.checks.uniform)
    fault(llvm::countr_zero(others),
          "the lanes that execute this instruction part here, which .uni rules "
          "out (lanes 0x" +
              llvm::utohexstr(others, true) + " go another way)");
}

bool Warp::runBranch(Fragment &fragment, const Inst &inst, LaneMask mask) {
  if (mask == fragment.lanes) {
    fragment.pc = inst.target;
    return true;
  }
  if (mask) {
    if (LLVM_UNLIKELY(inst.isUniform))
      checkUniform(fragment.lanes & ~mask);
    split(fragment, mask, inst.target);
  }
  ++fragment.pc;
  return !mask;
}

bool Warp::runBranchIndexed(Fragment &fragment, const Inst &inst,
                            LaneMask mask) {
  const auto &table = frame->code->branchTables[inst.target];
  const uint32_t *index = read<uint32_t>(inst.src[0]);
  if (!mask) {
    ++fragment.pc;
    return true;
  }
  LaneMask others = fragment.lanes & ~mask;
  LaneMask first = lanesEqualTo(index, mask, llvm::countr_zero(mask));
  if (others || first != mask) {
    if (counters)
      counters->diverge(*frame->code, faultPc);
    if (inst.isUniform)
      checkUniform(fragment.lanes & ~first);
  }
  if (others)
    split(fragment, others, fragment.pc + 1);
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
    ++accessesOutside;
    callBuiltin(*this, inst, mask, image.codes[inst.target].builtin);
    ++fragment.pc;
    return true;
  }
  const uint64_t *address = isDirect ? nullptr : read<uint64_t>(inst.src[0]);
  if (inst.isUniform) {
    LaneMask first =
        isDirect ? mask : lanesEqualTo(address, mask, llvm::countr_zero(mask));
    checkUniform(fragment.lanes & ~first);
  }
  if (LaneMask others = fragment.lanes & ~mask)
    split(fragment, others, fragment.pc + 1);
  if (isDirect) {
    enter(fragment, image.codes[inst.target], mask);
    return false;
  }
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
    if (!enter(caller, callee, same))
      return false;
  }
  return false;
}

/// The activation of a callee that other lanes have begun at the same call, or
/// a new one.
std::shared_ptr<Frame> Warp::activationOf(const std::shared_ptr<Frame> &caller,
                                          const Code &callee,
                                          uint32_t returnPc) {
  auto &open = caller->callees;
  for (size_t i = 0; i < open.size();) {
    std::shared_ptr<Frame> frame = open[i].lock();
    if (frame && frame->code == &callee && frame->returnPc == returnPc)
      return frame;
    if (frame) {
      ++i;
      continue;
    }
    open[i] = open.back();
    open.pop_back();
  }
  std::shared_ptr<Frame> frame = makeFrame(callee);
  frame->localBase = llvm::alignTo(caller->localEnd(), frameAlignment);
  frame->depth = caller->depth + 1;
  frame->returnPc = returnPc;
  frame->caller = caller;
  open.push_back(frame);
  return frame;
}

bool Warp::enter(Fragment &fragment, const Code &callee, LaneMask mask) {
  std::shared_ptr<Frame> caller = fragment.frame;
  uint64_t base = llvm::alignTo(caller->localEnd(), frameAlignment);
  const Instruction &call = caller->code->syntax->instructions[fragment.pc];
  uint64_t bytes = callee.syntax->localBytes;
  uint64_t variadicBytes = 0;
  if (!call.arguments.empty() &&
      callee.syntax->parameters[call.arguments.size() - 1]->isVariadic) {
    variadicBytes = frameAlignment + call.arguments.back()->size;
    bytes += variadicBytes;
  }
  if (caller->depth >= deepestCall || !reserveLocal(base + bytes)) {
    fault(llvm::countr_zero(mask),
          "the call stack exceeds a thread's local memory (512 KiB) or " +
              llvm::Twine(deepestCall) + " calls");
    return false;
  }
  fragment.frame = activationOf(caller, callee, fragment.pc + 1);
  fragment.frame->dynamicBytes =
      std::max(fragment.frame->dynamicBytes, variadicBytes);
  base = fragment.frame->localBase;
  RaceChecker *races = block.launch.races;
  if (races)
    races->markLocal(*this, mask, base, bytes, /*isWritten=*/false);
  for (size_t i = 0; i != call.arguments.size(); ++i) {
    const Variable &from = *call.arguments[i];
    const Variable &to = *callee.syntax->parameters[i];
    if (races)
      races->copyLocal(*this, mask, caller->localBase + from.frameOffset,
                       base + to.frameOffset,
                       to.isVariadic ? from.size : to.size);
    for (unsigned lane = 0; lane != warpSize; ++lane)
      if (mask >> lane & 1) {
        uint8_t *local = localMemory.data() + lane * localStride;
        std::memcpy(local + base + to.frameOffset,
                    local + caller->localBase + from.frameOffset,
                    to.isVariadic ? from.size : std::min(from.size, to.size));
      }
  }
  fragment.pc = 0;
  return true;
}

bool Warp::runReturn(Fragment &fragment, const Inst &inst, LaneMask mask) {
  std::shared_ptr<Frame> callee = fragment.frame;
  if (inst.isUniform && mask)
    checkUniform(fragment.lanes & ~mask);
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
    if (RaceChecker *races = block.launch.races)
      races->copyLocal(*this, mask, callee->localBase + from.frameOffset,
                       caller.localBase + to.frameOffset, to.size);
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
  activate(fragment); // the callee's frame ends here
  return false;
}

bool Warp::runExit(Fragment &fragment, LaneMask mask) {
  fragment.lanes &= ~mask;
  live &= ~mask;
  ++fragment.pc;
  if (mask) {
    wakeWaiters();
    block.onExit(*this, mask);
  }
  if (fragment.lanes)
    return true;
  for (size_t i = 0; i != fragments.size(); ++i)
    if (fragments[i].get() == &fragment) {
      fragments.erase(fragments.begin() + i);
      break;
    }
  frame = nullptr; // it may have ended with the fragment
  return false;
}

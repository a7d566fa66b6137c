//===- Flow.cpp - Branches, calls and exits of the lanes of a warp --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Counters/Counters.h"
#include "../Grid/Block.h"
#include "Control.h"
#include "Warp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace tessera::ptx;

/// PTX ISA: with .uni, all lanes that execute the instruction have the same
/// guard and target. The machine does not rely on that.
static void checkUniform(Warp &warp, LaneMask others) {
  if (others && warp.block.launch.config.checks.uniform)
    warp.fault(
        llvm::countr_zero(others),
        "the lanes that execute this instruction part here, which .uni rules "
        "out (lanes 0x" +
            llvm::utohexstr(others, true) + " go another way)");
}

bool tessera::ptx::runBranch(Warp &warp, Fragment &fragment, const Inst &inst,
                             LaneMask mask) {
  if (LLVM_UNLIKELY(warp.watchesLoops()) && mask &&
      inst.target <= fragment.pc && !warp.noteRound(inst, mask))
    return false;
  if (mask == fragment.lanes) {
    fragment.pc = inst.target;
    return true;
  }
  if (mask) {
    if (LLVM_UNLIKELY(inst.isUniform))
      checkUniform(warp, fragment.lanes & ~mask);
    warp.fragments.split(fragment, mask, inst.target);
  }
  ++fragment.pc;
  return !mask;
}

bool tessera::ptx::runBranchIndexed(Warp &warp, Fragment &fragment,
                                    const Inst &inst, LaneMask mask) {
  const auto &table = warp.frame()->code->branchTables[inst.target];
  const uint32_t *index = warp.read<uint32_t>(inst.src[0]);
  if (!mask) {
    ++fragment.pc;
    return true;
  }
  // One of its targets may lie before it, which closes a loop.
  if (LLVM_UNLIKELY(warp.watchesLoops()) && !warp.noteRound(inst, mask))
    return false;
  LaneMask others = fragment.lanes & ~mask;
  LaneMask first = lanesEqualTo(index, mask, llvm::countr_zero(mask));
  if (others || first != mask) {
    if (warp.counters)
      warp.counters->diverge(*warp.frame()->code, warp.pc());
    if (inst.isUniform)
      checkUniform(warp, fragment.lanes & ~first);
  }
  if (others)
    warp.fragments.split(fragment, others, fragment.pc + 1);
  while (mask) {
    unsigned lane = llvm::countr_zero(mask);
    if (index[lane] >= table.size()) {
      warp.fault(lane, "the index " + llvm::Twine(index[lane]) +
                           " is outside the list of " +
                           llvm::Twine(table.size()) + " targets");
      return false;
    }
    LaneMask same = lanesEqualTo(index, mask, lane);
    mask &= ~same;
    if (mask)
      warp.fragments.split(fragment, same, table[index[lane]]);
    else
      fragment.pc = table[index[lane]];
  }
  return false;
}

/// Calls the function of each lane; lanes that call the same one go together.
bool tessera::ptx::runCall(Warp &warp, Fragment &fragment, const Inst &inst,
                           LaneMask mask) {
  if (!mask) {
    ++fragment.pc;
    return true;
  }
  const Image &image = warp.block.launch.image;
  bool isDirect = inst.src[0] == noSlot;
  if (isDirect && image.codes[inst.target].builtin != Builtin::None) {
    warp.memory.noteAccessOutside();
    warp.block.noteNews();
    // The output of a kernel is nothing that it can read.
    if (image.codes[inst.target].builtin != Builtin::Printf)
      warp.block.noteEffect();
    callBuiltin(warp, inst, mask, image.codes[inst.target].builtin);
    ++fragment.pc;
    return true;
  }
  const uint64_t *address =
      isDirect ? nullptr : warp.read<uint64_t>(inst.src[0]);
  if (inst.isUniform) {
    LaneMask first =
        isDirect ? mask : lanesEqualTo(address, mask, llvm::countr_zero(mask));
    checkUniform(warp, fragment.lanes & ~first);
  }
  if (LaneMask others = fragment.lanes & ~mask)
    warp.fragments.split(fragment, others, fragment.pc + 1);
  if (isDirect) {
    warp.stack.enter(fragment, image.codes[inst.target], mask);
    return false;
  }
  while (mask) {
    unsigned lane = llvm::countr_zero(mask);
    LaneMask same = lanesEqualTo(address, mask, lane);
    mask &= ~same;
    uint64_t function = (address[lane] - functionBase) / functionStride;
    if (address[lane] < functionBase || function >= image.codes.size() ||
        !image.codes[function].syntax->isDefined) {
      warp.fault(LaunchFault::InvalidPc, lane,
                 "the call of 0x" + llvm::utohexstr(address[lane], true) +
                     " reaches no function of this module");
      return false;
    }
    const Code &callee = image.codes[function];
    if (callee.syntax->parameters.size() != (inst.count & 15u) ||
        callee.syntax->results.size() != (inst.count >> 4u)) {
      warp.fault(lane,
                 "'" + callee.syntax->name +
                     "' takes another number of parameters or results than "
                     "this call gives");
      return false;
    }
    Fragment &caller =
        mask ? warp.fragments.split(fragment, same, fragment.pc) : fragment;
    if (!warp.stack.enter(caller, callee, same))
      return false;
  }
  return false;
}

bool tessera::ptx::runReturn(Warp &warp, Fragment &fragment, const Inst &inst,
                             LaneMask mask) {
  // Keeps the frame alive until the caller's is active.
  std::shared_ptr<Frame> callee = fragment.frame;
  if (inst.isUniform && mask)
    checkUniform(warp, fragment.lanes & ~mask);
  if (!callee->caller)
    return runExit(warp, fragment, mask);
  if (!mask) {
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~mask)
    warp.fragments.split(fragment, others, fragment.pc + 1);
  warp.stack.leave(fragment, mask);
  warp.activate(fragment);
  return false;
}

bool tessera::ptx::runExit(Warp &warp, Fragment &fragment, LaneMask mask) {
  fragment.lanes &= ~mask;
  warp.live &= ~mask;
  ++fragment.pc;
  if (mask) {
    warp.fragments.wakeWaiters();
    warp.block.onExit(warp, mask);
  }
  if (fragment.lanes)
    return true;
  warp.fragments.remove(fragment);
  warp.deactivate(); // the frame may have ended with the fragment
  return false;
}

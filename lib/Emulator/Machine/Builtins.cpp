//===- Builtins.cpp - Functions that a module calls and does not define ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builtins.h"
#include "../Races/Races.h"
#include "Block.h"
#include "Lanes.h"
#include "Warp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

Builtin tessera::ptx::builtinOf(const Function &function) {
  if (function.isDefined)
    return Builtin::None;
  return llvm::StringSwitch<Builtin>(function.name)
      .Case("vprintf", Builtin::Printf)
      .Case("__assertfail", Builtin::AssertFail)
      .Case("malloc", Builtin::Malloc)
      .Case("free", Builtin::Free)
      .Default(Builtin::None);
}

const Instruction &tessera::ptx::callSyntax(const Warp &warp,
                                            const Inst &inst) {
  const Code &code = warp.code();
  return code.syntax->instructions[&inst - code.instructions.data()];
}

uint64_t tessera::ptx::callArgument(Warp &warp, const Instruction &call,
                                    size_t i, unsigned lane) {
  const Variable &variable = *call.arguments[i];
  uint64_t value = 0;
  std::memcpy(&value,
              warp.stack.lane(lane) + warp.frame()->localBase +
                  variable.frameOffset,
              std::min<uint64_t>(variable.size, sizeof value));
  return value;
}

void tessera::ptx::setCallResult(Warp &warp, const Instruction &call,
                                 unsigned lane, uint64_t value) {
  if (call.results.empty())
    return;
  const Variable &result = *call.results[0];
  std::memcpy(warp.stack.lane(lane) + warp.frame()->localBase +
                  result.frameOffset,
              &value, std::min<uint64_t>(result.size, sizeof value));
  if (RaceChecker *races = warp.block.launch.races)
    races->markLocal(warp, LaneMask(1) << lane,
                     warp.frame()->localBase + result.frameOffset, result.size,
                     /*isWritten=*/true);
}

uint64_t Heap::allocate(uint64_t bytes) {
  if (bytes > size)
    return 0;
  bytes = llvm::alignTo(std::max<uint64_t>(bytes, 1), 16);
  std::lock_guard<std::mutex> guard(mutex);
  // The first gap that is large enough.
  uint64_t at = fullBelow;
  for (auto it = blocks.lower_bound(at); it != blocks.end(); ++it) {
    if (it->first - at >= bytes)
      break;
    if (it->first == fullBelow)
      fullBelow = it->second;
    at = it->second;
  }
  if (start + size - at < bytes)
    return 0;
  blocks[at] = at + bytes;
  return at;
}

bool Heap::free(uint64_t address) {
  std::lock_guard<std::mutex> guard(mutex);
  if (!blocks.erase(address))
    return false;
  fullBelow = std::min(fullBelow, address);
  return true;
}

static void callMalloc(Warp &warp, const Inst &inst, LaneMask mask) {
  const Instruction &call = callSyntax(warp, inst);
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    uint64_t bytes = callArgument(warp, call, 0, lane);
    uint64_t address = warp.block.launch.heap->allocate(bytes);
    if (RaceChecker *races = warp.block.launch.races; races && address)
      races->renewGlobal(warp, address, bytes);
    setCallResult(warp, call, lane, address);
  }
}

static void callFree(Warp &warp, const Inst &inst, LaneMask mask) {
  const Instruction &call = callSyntax(warp, inst);
  Heap *heap = warp.block.launch.heap.get();
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    uint64_t address = callArgument(warp, call, 0, lane);
    if (address && !(heap && heap->free(address))) {
      warp.fault(lane, "free of 0x" + llvm::utohexstr(address, true) +
                           ", which malloc has not returned or which was "
                           "freed before");
      return;
    }
  }
}

void tessera::ptx::callBuiltin(Warp &warp, const Inst &inst, LaneMask mask,
                               Builtin builtin) {
  switch (builtin) {
  case Builtin::Printf:
    return callPrintf(warp, inst, mask);
  case Builtin::AssertFail:
    return callAssertFail(warp, inst, mask);
  case Builtin::Malloc:
    return callMalloc(warp, inst, mask);
  case Builtin::Free:
    return callFree(warp, inst, mask);
  case Builtin::None:
    break;
  }
  llvm_unreachable("a function without a body that is not built in");
}

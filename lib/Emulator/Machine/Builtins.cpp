//===- Builtins.cpp - Functions that a module calls and does not define ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Builtins.h"
#include "../Grid/Block.h"
#include "../Races/Races.h"
#include "Lanes.h"
#include "Report.h"
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

/// The first gap that is large enough.
uint64_t Heap::findGap(uint64_t bytes) {
  uint64_t at = fullBelow;
  for (auto it = blocks.lower_bound(at); it != blocks.end(); ++it) {
    if (it->first - at >= bytes)
      break;
    if (it->first == fullBelow)
      fullBelow = it->second;
    at = it->second;
  }
  return at;
}

uint64_t Heap::allocate(uint64_t bytes) {
  if (bytes > size)
    return 0;
  bytes = llvm::alignTo(std::max<uint64_t>(bytes, 1), 16);
  std::lock_guard<std::mutex> guard(mutex);
  bool fitsBehind = start + size - unused >= bytes;
  uint64_t at = isChecked && fitsBehind ? unused : findGap(bytes);
  if (start + size - at < bytes)
    return 0;
  blocks[at] = at + bytes;
  unused = std::max(unused, at + bytes);
  auto it = freed.lower_bound(at);
  if (it != freed.begin() && std::prev(it)->second.end > at)
    --it;
  while (it != freed.end() && it->first < at + bytes)
    it = freed.erase(it);
  return at;
}

bool Heap::free(uint64_t address, const Code &code, uint32_t pc) {
  std::lock_guard<std::mutex> guard(mutex);
  auto it = blocks.find(address);
  if (it == blocks.end())
    return false;
  if (isChecked)
    freed[address] = {it->second, &code, pc};
  blocks.erase(it);
  fullBelow = std::min(fullBelow, address);
  return true;
}

/// The last entry that begins at or below an address; null if there is none.
template <typename T>
static const T *findBelow(const std::map<uint64_t, T> &map, uint64_t address) {
  auto next = map.upper_bound(address);
  return next == map.begin() ? nullptr : &std::prev(next)->second;
}

std::string Heap::describeAccess(const Image &image, uint64_t address,
                                 uint64_t bytes) {
  if (address < start || address >= start + size)
    return "";
  std::lock_guard<std::mutex> guard(mutex);
  const uint64_t *end = findBelow(blocks, address);
  if (end && address + bytes <= *end)
    return "";
  const Freed *old = findBelow(freed, address);
  if (!old || address >= old->end)
    return "that malloc has not given out";
  std::string source = describeSource(image, *old->code, old->pc);
  return "that was freed by '" + instructionText(*old->code, old->pc) +
         "' at " + describeLocation(image, *old->code, old->pc) +
         (source.empty() ? "" : " (" + source + ")");
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
  const auto pc =
      static_cast<uint32_t>(&inst - warp.code().instructions.data());
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    uint64_t address = callArgument(warp, call, 0, lane);
    if (address && !(heap && heap->free(address, warp.code(), pc))) {
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

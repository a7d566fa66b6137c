//===- CallStack.cpp - Activations of functions and their local memory ----===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallStack.h"
#include "../Grid/Block.h"
#include "../Races/Races.h"
#include "Warp.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace tessera::ptx;

static constexpr unsigned deepestCall = 4096;
static constexpr uint64_t frameAlignment = 256;

//===----------------------------------------------------------------------===//
// Local memory
//===----------------------------------------------------------------------===//

bool CallStack::grow(Frame &frame, uint64_t size) {
  if (!reserve(frame.localBase + frame.code->syntax->localBytes + size))
    return false;
  frame.dynamicBytes = std::max(frame.dynamicBytes, size);
  return true;
}

/// Makes the local memory of each lane at least `size` bytes large.
bool CallStack::reserve(uint64_t size) {
  if (size > largestLocal)
    return false;
  if (size <= stride)
    return true;
  uint64_t newStride = std::min(
      largestLocal, llvm::alignTo(std::max(size, 2 * stride), frameAlignment));
  std::vector<uint8_t> grown(newStride * warpSize);
  for (unsigned lane = 0; lane != warpSize && stride; ++lane)
    std::memcpy(grown.data() + lane * newStride, this->lane(lane), stride);
  bytes = std::move(grown);
  stride = newStride;
  return true;
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

/// Sets the value of a special register in each lane.
static void setSpecial(const Warp &warp, Special special,
                       uint32_t (&values)[warpSize]) {
  if (special <= Special::TidZ)
    return warp.block.threadIndices(warp.number,
                                    static_cast<unsigned>(special) -
                                        static_cast<unsigned>(Special::TidX),
                                    values);
  const bool isOfLane =
      special == Special::LaneId ||
      (special >= Special::LaneMaskEq && special <= Special::LaneMaskGt);
  for (unsigned lane = 0; lane != warpSize; ++lane)
    values[lane] = lane && !isOfLane
                       ? values[0]
                       : warp.block.specialValue(special, warp.number, lane);
}

std::shared_ptr<Frame> CallStack::makeFrame(const Code &code, bool isFirst) {
  auto frame = std::make_shared<Frame>(
      code, warp.block.constants()[code.syntax->number].data(), isFirst);
  for (auto [special, slot] : code.specials) {
    uint32_t values[warpSize];
    setSpecial(warp, special, values);
    uint8_t *at = frame->registers.data() + slot;
    if (specialWidth(special) == 64)
      std::copy_n(values, warpSize, reinterpret_cast<uint64_t *>(at));
    else
      std::copy_n(values, warpSize, reinterpret_cast<uint32_t *>(at));
  }
  return frame;
}

std::shared_ptr<Frame> CallStack::begin() {
  const Code &entry = *warp.block.launch.entry;
  reserve(entry.syntax->localBytes);
  return makeFrame(entry, /*isFirst=*/true);
}

/// The activation of a callee that other lanes have begun at the same call, or
/// a new one.
std::shared_ptr<Frame>
CallStack::activationOf(const std::shared_ptr<Frame> &caller,
                        const Code &callee, uint32_t returnPc) {
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
  std::shared_ptr<Frame> frame = makeFrame(callee, /*isFirst=*/false);
  frame->localBase = llvm::alignTo(caller->localEnd(), frameAlignment);
  frame->depth = caller->depth + 1;
  frame->returnPc = returnPc;
  frame->caller = caller;
  open.push_back(frame);
  return frame;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

bool CallStack::enter(Fragment &fragment, const Code &callee, LaneMask mask) {
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
  if (caller->depth >= deepestCall || !reserve(base + bytes)) {
    warp.fault(LaunchFault::StackOverflow, llvm::countr_zero(mask),
               "the call stack exceeds a thread's local memory (512 KiB) or " +
                   llvm::Twine(deepestCall) + " calls");
    return false;
  }
  fragment.frame = activationOf(caller, callee, fragment.pc + 1);
  fragment.frame->dynamicBytes =
      std::max(fragment.frame->dynamicBytes, variadicBytes);
  base = fragment.frame->localBase;
  RaceChecker *races = warp.block.launch.races;
  if (races)
    races->markLocal(warp, mask, base, bytes, /*isWritten=*/false);
  for (size_t i = 0; i != call.arguments.size(); ++i) {
    const Variable &from = *call.arguments[i];
    const Variable &to = *callee.syntax->parameters[i];
    if (races)
      races->copyLocal(warp, mask, caller->localBase + from.frameOffset,
                       base + to.frameOffset,
                       to.isVariadic ? from.size : to.size);
    for (unsigned lane = 0; lane != warpSize; ++lane)
      if (mask >> lane & 1) {
        uint8_t *local = this->lane(lane);
        std::memcpy(local + base + to.frameOffset,
                    local + caller->localBase + from.frameOffset,
                    to.isVariadic ? from.size : std::min(from.size, to.size));
      }
  }
  fragment.pc = 0;
  return true;
}

void CallStack::leave(Fragment &fragment, LaneMask mask) {
  std::shared_ptr<Frame> callee = fragment.frame;
  Frame &caller = *callee->caller;
  const Instruction &call =
      caller.code->syntax->instructions[callee->returnPc - 1];
  const std::vector<Variable *> &results = callee->code->syntax->results;
  for (size_t i = 0; i != results.size(); ++i) {
    const Variable &to = *call.results[i];
    const Variable &from = *results[i];
    if (RaceChecker *races = warp.block.launch.races)
      races->copyLocal(warp, mask, callee->localBase + from.frameOffset,
                       caller.localBase + to.frameOffset, to.size);
    for (unsigned lane = 0; lane != warpSize; ++lane)
      if (mask >> lane & 1) {
        uint8_t *local = this->lane(lane);
        std::memcpy(local + caller.localBase + to.frameOffset,
                    local + callee->localBase + from.frameOffset,
                    std::min(from.size, to.size));
      }
  }
  fragment.pc = callee->returnPc;
  fragment.frame = callee->caller;
}

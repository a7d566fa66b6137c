//===- Written.cpp - Use of memory that nobody has written ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load is reported where no byte of one of its scalars has been written:
// copies of structures read the bytes between their members along with these.
// What is loaded from local memory and only copied (Copies.cpp) is no use yet:
// the copy's bytes are then as little written as these were, until somebody
// uses the copy or stores it where other threads see it.
//
//===----------------------------------------------------------------------===//

#include "State.h"
#include "llvm/ADT/Twine.h"

using namespace tessera::ptx;
using namespace tessera::ptx::races;

using State = RaceChecker::State;

namespace {

/// The bytes of one lane in one space.
class Tracked {
public:
  Tracked(Warp &warp, BlockState &block, WarpState &state)
      : warp(warp), block(block), state(state) {}

  bool hasAny(Space space, unsigned lane, uint64_t at, uint64_t size) {
    switch (space) {
    case Space::Global: {
      const Allocation *allocation = find(at, size);
      return !allocation ||
             allocation->isAnyWritten(at - allocation->address, size);
    }
    case Space::Shared:
      return block.sharedWritten.hasAny(at, size);
    case Space::Local:
      return state.localWritten[lane].hasAny(at, size);
    default:
      return true;
    }
  }

  void mark(Space space, unsigned lane, uint64_t at, uint64_t size) {
    if (space == Space::Shared)
      block.sharedWritten.mark(at, size);
    else if (space == Space::Local)
      state.localWritten[lane].mark(at, size);
    else if (const Allocation *allocation = find(at, size))
      allocation->markWritten(at - allocation->address, size);
  }

private:
  const Allocation *find(uint64_t at, uint64_t size) {
    if (!state.lastAllocation || !state.lastAllocation->contains(at, size))
      state.lastAllocation = warp.block.launch.memory.findAtOrBelow(at);
    const Allocation *found = state.lastAllocation;
    return found && found->contains(at, size) ? found : nullptr;
  }

  Warp &warp;
  BlockState &block;
  WarpState &state;
};

} // namespace

void State::reportUnwritten(Warp &warp, unsigned lane, Space space,
                            uint64_t address, uint64_t size) {
  warp.fault(lane,
             "use of memory that nobody has written: " + llvm::Twine(size) +
                 " bytes at " + describeAddress(warp, space, address));
}

void State::checkWritten(Warp &warp, const Request &request, unsigned scalar) {
  BlockState &block = blockOf(warp.block);
  WarpState &w = block.warps[warp.number];
  Tracked tracked(warp, block, w);
  const Inst &inst = warp.code().instructions[warp.pc()];
  if (inst.copies && request.kind == Access::Load)
    noteCopied(warp, w, inst, request, scalar);
  bool isLocal = request.space == Space::Local;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(left));
    uint64_t address = request.addresses[lane];
    if (request.kind != Access::Store)
      for (unsigned i = 0; i * scalar != request.size; ++i)
        if (!(isLocal && inst.copies >> i & 1) &&
            !tracked.hasAny(request.space, lane, address + i * scalar, scalar))
          return reportUnwritten(warp, lane, request.space,
                                 address + i * scalar, scalar);
    if (request.kind != Access::Load)
      tracked.mark(request.space, lane, address, request.size);
  }
  if (inst.copies && request.kind == Access::Store)
    storeCopied(warp, w, inst, request, scalar);
}

/// A register gets what it is to copy.
void State::noteCopied(const Warp &warp, WarpState &w, const Inst &inst,
                       const Request &request, unsigned scalar) {
  for (unsigned i = 0; i != inst.count; ++i) {
    if (!(inst.copies >> i & 1))
      continue;
    auto &written = w.copied[{warp.frame, warp.list(inst)[i]}];
    for (LaneMask left = request.lanes; left; left &= left - 1) {
      auto lane = static_cast<unsigned>(llvm::countr_zero(left));
      written[lane] = request.space == Space::Local
                          ? w.localWritten[lane].bits(
                                request.addresses[lane] + i * scalar, scalar)
                          : ~uint32_t(0);
    }
  }
}

/// Copies to local memory, which count as written so far.
void State::storeCopied(Warp &warp, WarpState &w, const Inst &inst,
                        const Request &request, unsigned scalar) {
  for (unsigned i = 0; i != inst.count; ++i) {
    Slot slot = warp.list(inst)[i];
    if (!(inst.copies >> i & 1))
      continue;
    auto source = warp.code().copySources.find(slot);
    if (source != warp.code().copySources.end())
      slot = source->second;
    auto found = w.copied.find({warp.frame, slot});
    if (found == w.copied.end())
      continue;
    for (LaneMask left = request.lanes; left; left &= left - 1) {
      auto lane = static_cast<unsigned>(llvm::countr_zero(left));
      uint64_t address = request.addresses[lane] + i * scalar;
      uint32_t written = found->second[lane];
      if (request.space == Space::Local) {
        for (unsigned byte = 0; byte != scalar; ++byte)
          if (!(written >> byte & 1))
            w.localWritten[lane].mark(address + byte, 1, /*isWritten=*/false);
      } else if (!written) {
        return warp.fault(
            lane,
            "use of memory that nobody has written: " + llvm::Twine(scalar) +
                " bytes that were copied from local memory, to " +
                describeAddress(warp, request.space, address));
      }
    }
  }
}

/// Of copies, where no element is known: words, or the bytes before one.
void State::checkWrittenRange(Warp &warp, unsigned lane, Access kind,
                              Space space, uint64_t address, uint64_t size) {
  BlockState &block = blockOf(warp.block);
  Tracked tracked(warp, block, block.warps[warp.number]);
  if (kind != Access::Store)
    for (uint64_t at = address, end = address + size; at != end;) {
      uint64_t count = std::min(wordBytes - at % wordBytes, end - at);
      if (!tracked.hasAny(space, lane, at, count))
        return reportUnwritten(warp, lane, space, at, count);
      at += count;
    }
  if (kind != Access::Load)
    tracked.mark(space, lane, address, size);
}

void RaceChecker::renewGlobal(Warp &warp, uint64_t address, uint64_t size) {
  std::lock_guard<std::mutex> guard(state->mutex);
  const Allocation *allocation =
      warp.block.launch.memory.findAtOrBelow(address);
  if (state->checks.memory && allocation && allocation->contains(address, size))
    allocation->markWritten(address - allocation->address, size,
                            /*isWritten=*/false);
  for (uint64_t at = address; state->checks.race && at < address + size;
       at += wordBytes) {
    state->global.cell(at) = {};
    state->forgetLocations(state->global, at, wordBytes);
  }
}

void RaceChecker::markLocal(Warp &warp, LaneMask lanes, uint64_t offset,
                            uint64_t size, bool isWritten) {
  if (!state->checks.memory)
    return;
  std::lock_guard<std::mutex> guard(state->mutex);
  WarpState &w = state->warpOf(warp);
  for (; lanes; lanes &= lanes - 1)
    w.localWritten[static_cast<unsigned>(llvm::countr_zero(lanes))].mark(
        offset, size, isWritten);
}

void RaceChecker::copyLocal(Warp &warp, LaneMask lanes, uint64_t from,
                            uint64_t to, uint64_t size) {
  if (!state->checks.memory)
    return;
  std::lock_guard<std::mutex> guard(state->mutex);
  WarpState &w = state->warpOf(warp);
  for (; lanes; lanes &= lanes - 1) {
    WrittenBytes &written =
        w.localWritten[static_cast<unsigned>(llvm::countr_zero(lanes))];
    for (uint64_t i = 0; i != size; ++i)
      written.mark(to + i, 1, written.hasAny(from + i, 1));
  }
}

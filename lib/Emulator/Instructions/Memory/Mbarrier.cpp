//===- Mbarrier.cpp - Operations on mbarrier objects ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "mbarrier". The lanes of a warp act one after the other. A
// try_wait that fails returns at once, which its time limit allows.
//
//===----------------------------------------------------------------------===//

#include "../../Async/Async.h"
#include "../../Counters/Counters.h"
#include "../../Grid/Block.h"
#include "../../Machine/Lanes.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

/// Bits of Inst::operation for the arrivals.
enum ArrivalFlag : uint8_t { Drops = 1, NeverCompletes = 2, Expects = 4 };

/// Calls `body` for each lane with the unit and the place of its mbarrier,
/// until a lane faults.
template <typename Body>
void forMbarriers(Warp &warp, const Inst &inst, LaneMask mask, Body body) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    if (auto place =
            mbarrierPlace(origin, inst.space,
                          warp.memory.effectiveAddress(inst, origin.lane)))
      body(place->home->asyncUnit(), origin, *place);
  }
}

/// The same, for mbarriers of this block only.
template <typename Body>
void forOwnMbarriers(Warp &warp, const Inst &inst, LaneMask mask, Body body) {
  AsyncUnit &async = warp.block.asyncUnit();
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    if (auto offset =
            ownMbarrier(origin, inst.space,
                        warp.memory.effectiveAddress(inst, origin.lane)))
      body(async, origin, *offset);
  }
}

uint32_t operandOf(const AsyncOrigin &origin, const Inst &inst) {
  return inst.src[1] == noSlot
             ? 1
             : origin.warp->read<uint32_t>(inst.src[1])[origin.lane];
}

void initLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  forOwnMbarriers(
      warp, inst, mask,
      [&](AsyncUnit &async, const AsyncOrigin &origin, uint64_t offset) {
        async.initialize(origin, offset, operandOf(origin, inst));
      });
}

void invalidateLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  forOwnMbarriers(warp, inst, mask,
                  [&](AsyncUnit &async, const AsyncOrigin &origin,
                      uint64_t offset) { async.invalidate(origin, offset); });
}

void expectLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  forMbarriers(
      warp, inst, mask,
      [&](AsyncUnit &async, const AsyncOrigin &origin, MbarrierPlace place) {
        if (Mbarrier *mbarrier = async.find(origin, place.offset))
          async.expect(origin, *mbarrier, operandOf(origin, inst));
      });
}

void completeLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  forMbarriers(
      warp, inst, mask,
      [&](AsyncUnit &async, const AsyncOrigin &origin, MbarrierPlace place) {
        if (Mbarrier *mbarrier = async.find(origin, place.offset))
          async.complete(origin, *mbarrier, operandOf(origin, inst));
      });
}

void arriveLane(AsyncUnit &async, const AsyncOrigin &origin, const Inst &inst,
                MbarrierPlace place, Mbarrier &mbarrier) {
  if (inst.dst != noSlot && !place.isOf(origin.warp->block))
    return origin.fault("an arrival at an mbarrier of another block returns no "
                        "state; its destination has to be _");
  uint8_t flags = inst.operation;
  uint32_t operand = operandOf(origin, inst);
  uint32_t count = flags & Expects ? 1 : operand;
  MbarrierState state;
  state.offset = mbarrier.offset;
  state.phase = mbarrier.phase & MbarrierState::phaseMask;
  state.pending = mbarrier.pending;
  state.isNoComplete = flags & NeverCompletes;
  if (count > Mbarrier::mostArrivals)
    return origin.fault("a count of arrivals is at most " +
                        llvm::Twine(Mbarrier::mostArrivals) + ", not " +
                        llvm::Twine(count));
  // Its expected transactions keep the phase from completing too early.
  if ((flags & Expects) && !async.expect(origin, mbarrier, operand))
    return;
  if ((flags & NeverCompletes) && count == mbarrier.pending &&
      mbarrier.transactions == 0)
    return origin.fault("an arrival with .noComplete would complete the phase "
                        "of its mbarrier (" +
                        mbarrier.describe() + ")");
  if (flags & Drops) {
    if (count > mbarrier.expected)
      return origin.fault("more arrivals (" + llvm::Twine(count) +
                          ") are dropped than the mbarrier expects (" +
                          llvm::Twine(mbarrier.expected) + ")");
    // arrive() updates the copy in shared memory.
    mbarrier.expected -= count;
  }
  Warp &warp = *origin.warp;
  if (RaceChecker *races = warp.block.launch.races)
    races->arriveMbarrier(warp, origin.lane, *place.home, mbarrier.offset,
                          inst.order, inst.scope);
  if (async.arrive(origin, mbarrier, count) && inst.dst != noSlot)
    warp.write<uint64_t>(inst.dst)[origin.lane] = state.encode();
}

void arriveLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  forMbarriers(
      warp, inst, mask,
      [&](AsyncUnit &async, const AsyncOrigin &origin, MbarrierPlace place) {
        if (Mbarrier *mbarrier = async.find(origin, place.offset))
          arriveLane(async, origin, inst, place, *mbarrier);
      });
}

/// The phase that a lane asks for; none after a fault. A parity only tells the
/// current phase from the one before. The ISA defines 0 and 1 for it; hardware
/// looks at its lowest bit (Triton's loops give all bits).
std::optional<uint64_t> phaseAskedFor(const AsyncOrigin &origin,
                                      const Inst &inst,
                                      const Mbarrier &mbarrier) {
  const Warp &warp = *origin.warp;
  if (inst.isNegated) {
    uint32_t parity = warp.read<uint32_t>(inst.src[1])[origin.lane];
    bool isAny = !warp.block.launch.config.checks.sync;
    if (parity <= 1 || isAny)
      return (mbarrier.phase & 1) == (parity & 1) ? mbarrier.phase
                                                  : mbarrier.phase - 1;
    origin.fault("the parity of a phase is 0 or 1, not " + llvm::Twine(parity));
    return std::nullopt;
  }
  uint64_t bits = warp.read<uint64_t>(inst.src[1])[origin.lane];
  auto state = MbarrierState::decode(bits);
  if (!state || state->offset != mbarrier.offset) {
    origin.fault("0x" + llvm::utohexstr(bits, true) +
                 " is no state that an arrival at this mbarrier has returned");
    return std::nullopt;
  }
  for (uint64_t back : {0, 1})
    if (((mbarrier.phase - back) & MbarrierState::phaseMask) == state->phase)
      return mbarrier.phase - back;
  origin.fault("this asks for phase " + llvm::Twine(state->phase) +
               " of an mbarrier that is in phase " +
               llvm::Twine(mbarrier.phase) +
               "; only that and the one before can be asked for");
  return std::nullopt;
}

/// The lanes from the first of some on, without a gap among these, that ask for the
/// same phase of the same mbarrier.
LaneMask askingAlike(const Warp &warp, const Inst &inst, LaneMask some) {
  const unsigned first = firstLane(some);
  auto askedBy = [&](unsigned lane) {
    return std::pair(warp.memory.effectiveAddress(inst, lane),
                     inst.isNegated
                         ? uint64_t(warp.read<uint32_t>(inst.src[1])[lane])
                         : warp.read<uint64_t>(inst.src[1])[lane]);
  };
  const auto asked = askedBy(first);
  LaneMask left = some & (some - 1);
  while (left && askedBy(firstLane(left)) == asked)
    left &= left - 1;
  return some & ~left;
}

void testLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  async.tick();
  LaneMask completed = 0;
  // A warp tests once: lanes that ask for the same phase get the same answer,
  // on which loops that end by bra.uni rely (Triton's).
  llvm::SmallPtrSet<Mbarrier *, 2> settled, passed;
  // Mostly, the lanes ask for one mbarrier.
  Mbarrier *mbarrier = nullptr;
  uint64_t found = 0; ///< its address
  for (LaneMask left = mask, alike; left; left &= ~alike) {
    AsyncOrigin origin(warp, inst, firstLane(left));
    const uint64_t address = warp.memory.effectiveAddress(inst, origin.lane);
    if (std::exchange(found, address) != address || !mbarrier)
      mbarrier = findOwnMbarrier(origin, inst);
    if (!mbarrier)
      return;
    auto phase = phaseAskedFor(origin, inst, *mbarrier);
    if (!phase)
      return;
    // The phase that a lane asks for by its parity changes with the current one.
    const bool settles =
        mbarrier->phase == *phase && settled.insert(mbarrier).second;
    alike = settles ? left & -left : askingAlike(warp, inst, left);
    if (settles)
      async.settle(*mbarrier);
    if (mbarrier->phase == *phase)
      continue;
    completed |= alike;
    // Without checks, what one lane sees is what each of them does.
    if (passed.insert(mbarrier).second || warp.block.launch.races)
      async.observe(warp, alike, inst, *mbarrier);
  }
  if (warp.hasFaulted())
    return;
  if (completed && warp.counters)
    for (const Mbarrier *mbarrier : passed)
      warp.counters->noteMbarrier(LoggedEvent::Kind::Pass, warp.block.number,
                                  warp.number, warp.block.number,
                                  mbarrier->offset);
  if (completed != mask) {
    warp.noteLook();
    if (warp.counters)
      warp.counters->count(warp.code(), warp.pc(), Counter::MbarrierWaits, 1);
  }
  if (completed != mask &&
      async.isSpinning(warp, inst, mask, mask & ~completed))
    warp.keepWaiting(mask);
  warp.writePredicate(inst.dst, mask, completed);
}

void pendingCountLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  for (; mask; mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    auto state = MbarrierState::decode(warp.read<uint64_t>(inst.src[0])[lane]);
    if (!state || !state->isNoComplete)
      return warp.fault(lane, "this is no state that an arrival with "
                              ".noComplete has returned");
    warp.write<uint32_t>(inst.dst)[lane] = state->pending;
  }
}

} // namespace

std::optional<MbarrierPlace>
tessera::ptx::mbarrierPlace(const AsyncOrigin &origin, Space space,
                            uint64_t address) {
  Warp &warp = *origin.warp;
  if (space == Space::Generic && (address & windowMask) != sharedWindow) {
    origin.fault("an mbarrier lies in shared memory; the generic address 0x" +
                 llvm::utohexstr(address, true) + " does not");
    return std::nullopt;
  }
  // Bounds and alignment are checked as for 8 bytes.
  if (!warp.memory.resolve(space, address, 8, origin.lane, Access::Atomic))
    return std::nullopt;
  Block *home = space == Space::Shared
                    ? &warp.block
                    : warp.block.ownerOf(origin.lane, address, warp);
  return MbarrierPlace{home, address & sharedOffsetMask};
}

std::optional<uint64_t> tessera::ptx::ownMbarrier(const AsyncOrigin &origin,
                                                  Space space,
                                                  uint64_t address) {
  auto place = mbarrierPlace(origin, space, address);
  if (!place)
    return std::nullopt;
  if (place->isOf(origin.warp->block))
    return place->offset;
  origin.fault("only the block whose mbarrier it is may do this");
  return std::nullopt;
}

Mbarrier *tessera::ptx::findOwnMbarrier(const AsyncOrigin &origin,
                                        const Inst &inst) {
  Warp &warp = *origin.warp;
  auto offset = ownMbarrier(origin, inst.space,
                            warp.memory.effectiveAddress(inst, origin.lane));
  return offset ? warp.block.asyncUnit().find(origin, *offset) : nullptr;
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// False if another space is named.
static bool takeSharedSpace(InstructionDecoder &d, bool mayBeRemote = false) {
  return !d.takeSpace(d.inst.space) || d.inst.space == Space::Shared ||
         (mayBeRemote && d.inst.space == Space::SharedCluster);
}

/// Takes .sem and .scope; `strong` is the order without qualifiers.
static void takeOrder(InstructionDecoder &d, MemoryOrder strong) {
  Inst &inst = d.inst;
  inst.order = d.take("relaxed") ? MemoryOrder::Relaxed : strong;
  d.take(strong == MemoryOrder::Release ? "release" : "acquire");
  inst.scope = Scope::Cta;
  d.takeScope(inst.scope);
}

static bool decodeArrival(InstructionDecoder &d, bool drops) {
  Inst &inst = d.inst;
  bool neverCompletes = d.take("noComplete");
  bool expects = d.take("expect_tx");
  if (neverCompletes && expects)
    return true;
  inst.operation = static_cast<uint8_t>((drops ? Drops : 0) |
                                        (neverCompletes ? NeverCompletes : 0) |
                                        (expects ? Expects : 0));
  inst.execute = &arriveLanes;
  takeOrder(d, MemoryOrder::Release);
  bool needsCount = neverCompletes || expects;
  if (expects && d.needsTarget(90))
    return true;
  if (!takeSharedSpace(d, /*mayBeRemote=*/true) || d.takeType() != Type::B64 ||
      d.expectOperands(needsCount ? 3 : 2, 3))
    return true;
  bool hasState = d.operand(0).kind != Operand::Kind::Sink;
  if (inst.space == Space::SharedCluster && (hasState || neverCompletes))
    return d.fail("an arrival by shared::cluster returns no state");
  return (hasState && d.destination(0, 64)) || d.address(1) ||
         (d.operandCount() == 3 && d.source(2, Type::U32, 1));
}

/// test_wait and try_wait. The two kinds of phase are the same for a layout-v0
/// mbarrier.
static bool decodeTest(InstructionDecoder &d, bool mayHaveLimit) {
  Inst &inst = d.inst;
  inst.control = Control::Wait;
  inst.execute = &testLanes;
  inst.isNegated = d.take("parity");
  if (!d.take("phase_type::primary") && inst.isNegated)
    d.take("phase_type::conditional");
  takeOrder(d, MemoryOrder::Acquire);
  if (mayHaveLimit && d.needsTarget(90))
    return true;
  return !takeSharedSpace(d) || d.takeType() != Type::B64 ||
         d.expectOperands(3, mayHaveLimit ? 4 : 3) ||
         d.predicateDestination(0) || d.address(1) ||
         d.source(2, inst.isNegated ? Type::U32 : Type::B64, 1) ||
         (d.operandCount() == 4 && d.source(3, Type::U32, 2));
}

static bool decodeCount(InstructionDecoder &d, Handler handler,
                        bool mayBeRemote) {
  d.inst.execute = handler;
  takeOrder(d, MemoryOrder::Relaxed);
  return !takeSharedSpace(d, mayBeRemote) || d.takeType() != Type::B64 ||
         d.expectOperands(2) || d.address(0) || d.source(1, Type::U32, 1);
}

static bool decodeMbarrier(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (d.take("layout::v1"))
    return d.failUnsupported(
        "the emulator does not execute mbarriers of layout v1");
  if (d.take("init")) {
    d.take("layout::v0");
    return decodeCount(d, &initLanes, false);
  }
  if (d.take("inval")) {
    inst.execute = &invalidateLanes;
    return !takeSharedSpace(d) || d.takeType() != Type::B64 ||
           d.expectOperands(1) || d.address(0);
  }
  if (d.take("arrive"))
    return decodeArrival(d, false);
  if (d.take("arrive_drop"))
    return decodeArrival(d, true);
  if (d.take("expect_tx"))
    return d.needsTarget(90) || decodeCount(d, &expectLanes, true);
  if (d.take("complete_tx"))
    return d.needsTarget(90) || decodeCount(d, &completeLanes, true);
  if (d.take("test_wait"))
    return decodeTest(d, false);
  if (d.take("try_wait"))
    return decodeTest(d, true);
  if (!d.take("pending_count"))
    return true;
  d.take("layout::v0");
  inst.execute = &pendingCountLanes;
  return d.takeType() != Type::B64 || d.expectOperands(2) ||
         d.destination(0, 32) || d.source(1, Type::B64, 0);
}

void tessera::ptx::addMbarrierInstructions(InstructionTable &table) {
  table["mbarrier"] = decodeMbarrier;
}

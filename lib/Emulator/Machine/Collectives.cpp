//===- Collectives.cpp - Instructions that lanes execute together ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections on shfl.sync, vote.sync, match.sync, redux.sync: a lane
// waits until the others of its member mask execute an instruction with the
// same qualifiers and the same mask, maybe at another place in the program.
//
//===----------------------------------------------------------------------===//

#include "../Counters/Counters.h"
#include "../Grid/Block.h"
#include "../Races/Races.h"
#include "../Sources/SourceTracker.h"
#include "Control.h"
#include "Warp.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace tessera::ptx;

namespace {

/// Collects operands of lanes that meet at several instructions: laid out like
/// a frame, with 32 lanes of 64 bits for each operand.
class MeetingPlace {
public:
  static constexpr unsigned sources = 4;

  explicit MeetingPlace(const Inst &like) : inst(like) {
    for (unsigned i = 0; i != sources; ++i)
      if (inst.src[i] != noSlot)
        inst.src[i] = place(i);
    inst.dst = place(sources);
    inst.dst2 = place(sources + 1);
    inst.isNegated = false;
  }

  /// `registers` are those of the frame, or their shadows.
  void bring(const Frame &frame, const uint8_t *registers, const Inst &from,
             LaneMask lanes) {
    for (unsigned i = 0; i != sources; ++i) {
      if (from.src[i] == noSlot)
        continue;
      bool isConstant = from.src[i] & constantBit;
      const uint8_t *base = isConstant ? frame.constants : registers;
      unsigned width = i == 1 ? from.registerWidth : 32;
      copy(data() + inst.src[i], base + (from.src[i] & ~constantBit), width,
           lanes);
    }
    if (from.isNegated)
      *reinterpret_cast<LaneMask *>(data() + inst.src[1]) ^= lanes;
  }
  void take(uint8_t *base, const Inst &to, LaneMask lanes) {
    if (to.dst != noSlot)
      copy(base + to.dst, data() + inst.dst, to.writesPredicate ? 1 : 32,
           lanes);
    if (to.dst2 != noSlot)
      copy(base + to.dst2, data() + inst.dst2, 1, lanes);
  }

  uint8_t *data() const { return bytes.data(); }

  Inst inst; ///< the instruction that works here

private:
  static Slot place(unsigned i) { return i * warpSize * 8; }
  static void copy(uint8_t *to, const uint8_t *from, unsigned width,
                   LaneMask lanes) {
    if (width == 1) {
      auto &mask = *reinterpret_cast<LaneMask *>(to);
      mask =
          (mask & ~lanes) | (*reinterpret_cast<const LaneMask *>(from) & lanes);
      return;
    }
    const unsigned size = width / 8;
    for (; lanes; lanes &= lanes - 1) {
      auto lane = static_cast<unsigned>(llvm::countr_zero(lanes));
      std::memcpy(to + lane * size, from + lane * size, size);
    }
  }

  LaneBuffer bytes = LaneBuffer((sources + 2) * warpSize * 8);
};

bool haveSameQualifiers(const Inst &a, const Inst &b) {
  return a.control == b.control && a.execute == b.execute &&
         a.operation == b.operation && a.type == b.type &&
         a.isAbsolute == b.isAbsolute && a.propagatesNan == b.propagatesNan;
}

/// Lanes of a fragment that execute an instruction together with others.
struct Party {
  Fragment *fragment;
  const Inst *inst;
  LaneMask lanes;
};

/// Executes the instructions of all parties as one, on their registers or on
/// the shadow registers.
void executeTogether(Warp &warp, llvm::ArrayRef<Party> parties,
                     bool isOfShadow) {
  auto registersOf = [&](const Party &party) {
    const Frame &frame = *party.fragment->frame;
    return isOfShadow && frame.shadow ? frame.shadow->data()
                                      : frame.registers.data();
  };
  MeetingPlace place(*parties.front().inst);
  LaneMask present = 0;
  for (const Party &party : parties) {
    place.bring(*party.fragment->frame, registersOf(party), *party.inst,
                party.lanes);
    present |= party.lanes;
  }
  uint8_t *own = warp.exchange(place.data());
  place.inst.execute(warp, place.inst, present);
  warp.exchange(own);
  for (const Party &party : parties)
    place.take(registersOf(party), *party.inst, party.lanes);
}

} // namespace

static void noteExchange(Warp &warp, LaneMask lanes) {
  RaceChecker *races = warp.block.launch.races;
  if (races && !warp.block.launch.config.checks.shuffle)
    races->syncWarp(warp, lanes);
}

/// Makes lanes of `fragment` execute an instruction together with lanes that
/// wait for them at other instructions like it. False if lanes are still
/// missing.
static bool meetElsewhere(Warp &warp, Fragment &fragment, const Inst &inst,
                          LaneMask group, LaneMask members) {
  llvm::SmallVector<Party, 4> parties = {{&fragment, &inst, group}};
  LaneMask present = group;
  for (auto &other : warp.fragments) {
    const Inst &theirs = other->frame->code->instructions[other->pc];
    if (other.get() == &fragment || other->wait != Fragment::Wait::Collective ||
        other->members != 0 || !haveSameQualifiers(inst, theirs))
      continue;
    Slot slot = theirs.src[0];
    const uint8_t *base = slot & constantBit ? other->frame->constants
                                             : other->frame->registers.data();
    const auto *masks =
        reinterpret_cast<const uint32_t *>(base + (slot & ~constantBit));
    LaneMask same = 0;
    for (LaneMask left = other->lanes; left; left &= left - 1) {
      auto lane = static_cast<unsigned>(llvm::countr_zero(left));
      same |= LaneMask(masks[lane] == members) << lane;
    }
    if (same)
      parties.push_back({other.get(), &theirs, same});
    present |= same;
  }
  if (members & warp.live & ~present)
    return false;
  executeTogether(warp, parties, /*isOfShadow=*/false);
  if (warp.sources)
    warp.sources->lose(warp.block.launch.image, warp.code(), warp.pc());
  if (ShadowRegisters *shadow = warp.getShadow())
    shadow->runTogether(
        [&] { executeTogether(warp, parties, /*isOfShadow=*/true); });
  noteExchange(warp, present);
  for (const Party &guest : llvm::ArrayRef(parties).drop_front()) {
    if (warp.counters)
      warp.counters->issue(*guest.fragment->frame->code, guest.fragment->pc,
                           guest.lanes, guest.lanes);
    if (LaneMask others = guest.fragment->lanes & ~guest.lanes) {
      warp.fragments.split(*guest.fragment, others, guest.fragment->pc).wait =
          Fragment::Wait::Collective;
    }
    ++guest.fragment->pc;
    guest.fragment->wait = Fragment::Wait::None;
  }
  return true;
}

bool tessera::ptx::runCollective(Warp &warp, Fragment &fragment,
                                 const Inst &inst, LaneMask mask) {
  if (!mask) {
    warp.count(fragment.lanes, mask);
    ++fragment.pc;
    return true;
  }
  // Lanes that have arrived before wait in fragments of their own.
  if (warp.fragments.size() > 1)
    mask |= warp.fragments.takeWaiting(fragment);
  const uint32_t *members = warp.read<uint32_t>(inst.src[0]);
  LaneMask waiting = 0, left = mask;
  while (left) {
    unsigned lane = llvm::countr_zero(left);
    LaneMask group = lanesEqualTo(members, left, lane);
    left &= ~group;
    if (group & ~members[lane]) {
      warp.fault(
          llvm::countr_zero(group & ~members[lane]),
          "a lane executes this instruction but is not in its member mask "
          "0x" +
              llvm::utohexstr(members[lane], true));
      return false;
    }
    if (!(members[lane] & warp.live & ~group)) {
      warp.execute(inst, group);
      noteExchange(warp, group);
    } else if (!meetElsewhere(warp, fragment, inst, group, members[lane])) {
      waiting |= group;
    }
    if (warp.hasFaulted())
      return false;
  }
  if (mask & ~waiting)
    warp.count(fragment.lanes & ~waiting, mask & ~waiting);
  if (!waiting) {
    ++fragment.pc;
    return true;
  }
  if (LaneMask others = fragment.lanes & ~waiting)
    warp.fragments.split(fragment, others, fragment.pc + 1);
  fragment.members = 0;
  fragment.wait = Fragment::Wait::Collective;
  return false;
}

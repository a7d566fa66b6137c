//===- ShadowRegisters.cpp - Traces undefined values ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the first undefined value, a load of memory that nobody has written or a
// shuffle from a lane that takes no part, a warp runs each instruction twice:
// on its registers, and on a shadow of them with other bytes for the undefined
// value. A result that is the same in both does not depend on these bytes,
// whatever the instructions between: copies, rows of a matrix product that
// nobody reads, bits that a mask clears. A difference counts as a use if it
// decides what the warp does (a guard, an address, an operand of an instruction
// with effects beyond registers) or if it reaches global memory. Shared,
// local and tensor memory pass it on: the bytes stored there count as unwritten
// again.
//
//===----------------------------------------------------------------------===//

#include "ShadowRegisters.h"
#include "../Grid/Block.h"
#include "../Races/Races.h"
#include "Report.h"
#include "Warp.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"

using namespace tessera::ptx;

/// Number of instructions after which the copies are compared; a shadow that no
/// longer differs is dropped.
static constexpr unsigned stepsBetweenComparisons = 1024;

static const Instruction *syntaxOf(const Code &code, uint32_t pc) {
  const auto &instructions = code.syntax->instructions;
  return pc < instructions.size() ? &instructions[pc] : nullptr;
}

/// Makes the shadows of all frames, equal to their registers.
static void makeShadows(Frame *frame) {
  for (; frame; frame = frame->caller.get()) {
    if (frame->shadow)
      continue;
    frame->shadow = std::make_unique<LaneBuffer>(frame->code->frameBytes);
    std::memcpy(frame->shadow->data(), frame->registers.data(),
                frame->code->frameBytes);
  }
}

ShadowRegisters::ShadowRegisters(Warp &warp) : warp(warp), carry(warp.carry) {
  for (auto &fragment : warp.fragments)
    makeShadows(fragment->frame.get());
}

ShadowRegisters::~ShadowRegisters() {
  forFrames([](Frame &frame) { frame.shadow.reset(); });
}

template <typename F> void ShadowRegisters::forFrames(F what) const {
  for (auto &fragment : warp.fragments)
    for (Frame *frame = fragment->frame.get(); frame;
         frame = frame->caller.get())
      what(*frame);
}

void ShadowRegisters::addFrame(Frame &frame) { makeShadows(&frame); }

bool ShadowRegisters::isOver() {
  if (++steps != stepsBetweenComparisons)
    return false;
  steps = 0;
  bool isEqual = carry == warp.carry;
  forFrames([&](Frame &frame) {
    isEqual &= !frame.shadow ||
               !std::memcmp(frame.shadow->data(), frame.registers.data(),
                            frame.code->frameBytes);
  });
  return isEqual;
}

/// Groups of lanes may execute the same shuffle one after the other.
void ShadowRegisters::setOrigin(Origin newOrigin) {
  if (newOrigin.code == origin.code && newOrigin.pc == origin.pc) {
    for (LaneMask left = origin.takers & ~newOrigin.takers; left;
         left &= left - 1) {
      auto lane = static_cast<unsigned>(llvm::countr_zero(left));
      newOrigin.givers[lane] = origin.givers[lane];
      newOrigin.members[lane] = origin.members[lane];
    }
    newOrigin.takers |= origin.takers;
  }
  origin = std::move(newOrigin);
}

static std::string describePlace(const Warp &warp,
                                 const ShadowRegisters::Origin &origin) {
  return describeInstruction(warp.block.launch.image, *origin.code, origin.pc);
}

/// Another lane may have received the value and passed it to this one: then the
/// first lane that received one is described.
std::string ShadowRegisters::describeShuffle(unsigned lane) const {
  if (!origin.takers)
    return "";
  if (!(origin.takers >> lane & 1))
    lane = static_cast<unsigned>(llvm::countr_zero(origin.takers));
  const unsigned giver = origin.givers[lane];
  const LaneMask members = origin.members[lane];
  std::string text = "what lane " + std::to_string(lane) + " gets from lane " +
                     std::to_string(giver) +
                     ", which takes no part in the shuffle: it ";
  text += members >> giver & 1
              ? "has exited, or the block has no such thread"
              : "is not in the member mask 0x" +
                    llvm::utohexstr(members, /*LowerCase=*/true);
  return text + "\n  shuffled by: " + describePlace(warp, origin);
}

void ShadowRegisters::reportUse(unsigned lane, const llvm::Twine &how) {
  const bool isShuffled = origin.takers != 0;
  warp.fault(
      lane, "use of " + (isShuffled ? describeShuffle(lane) : origin.value) +
                "\n  " + how +
                (isShuffled ? std::string()
                            : "\n  loaded by: " + describePlace(warp, origin)));
}

/// Lanes in which a register of the operand differs from its shadow.
LaneMask ShadowRegisters::differingLanes(const Operand &operand) const {
  LaneMask differing = 0;
  for (const Operand &element : operand.elements)
    differing |= differingLanes(element);
  if (operand.kind != Operand::Kind::Register)
    return differing;
  Slot slot = warp.frame()->code->registerSlots[operand.index];
  unsigned width =
      bitWidth(warp.frame()->code->syntax->registers[operand.index].type);
  const uint8_t *own = warp.frame()->registers.data() + slot;
  const uint8_t *other = warp.frame()->shadow->data() + slot;
  if (width == 1) {
    LaneMask a, b;
    std::memcpy(&a, own, sizeof a);
    std::memcpy(&b, other, sizeof b);
    return a ^ b;
  }
  unsigned bytes = width <= 16 ? 2 : width / 8;
  for (unsigned lane = 0; lane != warpSize; ++lane)
    differing |= LaneMask(std::memcmp(own + lane * bytes, other + lane * bytes,
                                      bytes) != 0)
                 << lane;
  return differing;
}

/// Copies the results of an instruction that ran once to the shadow.
void ShadowRegisters::copyResult(const Operand &operand, LaneMask lanes) {
  for (const Operand &element : operand.elements)
    copyResult(element, lanes);
  if (operand.kind != Operand::Kind::Register)
    return;
  Slot slot = warp.frame()->code->registerSlots[operand.index];
  unsigned width =
      bitWidth(warp.frame()->code->syntax->registers[operand.index].type);
  const uint8_t *own = warp.frame()->registers.data() + slot;
  uint8_t *other = warp.frame()->shadow->data() + slot;
  if (width == 1) {
    LaneMask a, b;
    std::memcpy(&a, own, sizeof a);
    std::memcpy(&b, other, sizeof b);
    b = (b & ~lanes) | (a & lanes);
    std::memcpy(other, &b, sizeof b);
    return;
  }
  unsigned bytes = width <= 16 ? 2 : width / 8;
  for (; lanes; lanes &= lanes - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(lanes));
    std::memcpy(other + lane * bytes, own + lane * bytes, bytes);
  }
}

void ShadowRegisters::run(const Inst &inst, LaneMask mask) {
  uint8_t *own = warp.exchange(warp.frame()->shadow->data());
  std::swap(carry, warp.carry);
  running = true;
  inst.execute(warp, inst, mask);
  std::swap(carry, warp.carry);
  warp.exchange(own);
  // Lanes that store to one place leave the data of one of them there, so that
  // a second copy is needed to compare all.
  size_t count = stores.size();
  if (count)
    inst.execute(warp, inst, mask);
  running = false;
  for (size_t i = 0; i != count && count * 2 == stores.size(); ++i) {
    const Stored &stored = stores[count + i];
    Request request = stored.request;
    request.addresses = stored.addresses.data();
    request.bytes = stored.copy.data();
    warp.block.launch.races->storeShadow(warp, request, stores[i].copy.data());
  }
  stores.clear();
  bytes.clear();
}

void ShadowRegisters::finishFirst(const Inst &inst, LaneMask mask) {
  if (std::exchange(isFresh, false))
    run(inst, mask);
}

void ShadowRegisters::runTogether(llvm::function_ref<void()> what) {
  isFresh = false;
  running = true;
  what();
  running = false;
}

bool ShadowRegisters::agrees(const Inst &inst, LaneMask lanes, LaneMask mask) {
  const Instruction *syntax = syntaxOf(*warp.frame()->code, warp.pc());
  if (!syntax)
    return true;
  auto fails = [&](LaneMask differing, const char *how) {
    if (differing)
      reportUse(static_cast<unsigned>(llvm::countr_zero(differing)), how);
    return differing != 0;
  };
  const Effect effect = inst.effect;
  if (effect == Effect::None)
    return true;
  if (inst.guard != noSlot) {
    LaneMask other;
    std::memcpy(&other, warp.frame()->shadow->data() + inst.guard,
                sizeof other);
    if (fails((warp.readPredicate(inst.guard) ^ other) & lanes,
              "whether this instruction is executed depends on it"))
      return false;
  }
  for (size_t i = 0; i != syntax->operands.size(); ++i) {
    const Operand &operand = syntax->operands[i];
    bool isAddress = operand.kind == Operand::Kind::Address;
    bool isData = effect == Effect::Memory || i == 0;
    if ((isAddress || !isData) &&
        fails(differingLanes(operand) & mask,
              isAddress ? "an address depends on it"
                        : "this instruction depends on it"))
      return false;
  }
  return true;
}

void ShadowRegisters::execute(const Inst &inst, LaneMask lanes, LaneMask mask) {
  if (!agrees(inst, lanes, mask))
    return;
  const Instruction *syntax = syntaxOf(*warp.frame()->code, warp.pc());
  LaneMask other = mask;
  if (inst.guard != noSlot) {
    std::memcpy(&other, warp.frame()->shadow->data() + inst.guard,
                sizeof other);
    other = lanes & (inst.isGuardNegated ? ~other : other);
  }
  // A comparison that has the same result for two values may have another one
  // for a third value.
  LaneMask compared = 0;
  bool isComparison =
      syntax && (syntax->opcode == "setp" || syntax->opcode == "testp");
  for (size_t i = 1; isComparison && i < syntax->operands.size() && i < 3; ++i)
    compared |= differingLanes(syntax->operands[i]) & mask;
  if (mask)
    inst.execute(warp, inst, mask);
  if (warp.hasFaulted() || !syntax)
    return;
  if (inst.effect != Effect::Other) {
    if (other)
      run(inst, other);
    for (Slot slot : {inst.dst, inst.dst2}) {
      if (!compared || slot == noSlot)
        continue;
      LaneMask predicate;
      std::memcpy(&predicate, warp.frame()->shadow->data() + slot,
                  sizeof predicate);
      predicate =
          (predicate & ~compared) | (~warp.readPredicate(slot) & compared);
      std::memcpy(warp.frame()->shadow->data() + slot, &predicate,
                  sizeof predicate);
    }
  } else if (!syntax->operands.empty()) {
    copyResult(syntax->operands.front(), mask);
  }
}

void ShadowRegisters::show(const Request &request, const LanePointers &copy) {
  if (request.kind == Access::Load)
    return warp.block.launch.races->spoil(warp, request, copy.data());
  Stored &stored = stores.emplace_back();
  stored.request = request;
  for (LaneMask left = request.lanes; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(left));
    stored.addresses[lane] = request.addresses[lane];
    stored.copy[lane] = copy[lane];
  }
}

void ShadowRegisters::access(const Inst &inst, Space space,
                             const uint64_t *addresses, LaneMask mask,
                             uint32_t size, Access kind, LanePointers &at) {
  bytes.emplace_back(uint64_t(size) * warpSize);
  uint8_t *copy = bytes.back().data();
  for (LaneMask left = mask; left; left &= left - 1) {
    auto lane = static_cast<unsigned>(llvm::countr_zero(left));
    std::memcpy(copy + lane * size, at[lane], size);
    at[lane] = copy + lane * size;
  }
  warp.memory.observe(inst, space, addresses, mask, size, kind, at);
}

//===- Move.cpp - Moves, addresses and vector packing ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Data Movement and Conversion Instructions": mov, cvta,
// isspacep.
//
//===----------------------------------------------------------------------===//

#include "../Lanes.h"
#include "../Parser.h"

using namespace tessera::ptx;

namespace {

template <typename T>
void moveLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  const T *a = warp.read<T>(inst.src[0]);
  forLanes(mask, [=](unsigned l) { d[l] = a[l]; });
}

void movePredicate(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.writePredicate(inst.dst, mask, warp.readPredicate(inst.src[0]));
}

template <typename T>
void moveFrameAddress(Warp &warp, const Inst &inst, LaneMask mask) {
  T *d = warp.write<T>(inst.dst);
  T value = static_cast<T>(warp.frame->localBase + inst.immediate);
  forLanes(mask, [=](unsigned l) { d[l] = value; });
}

/// Clocks count the instructions of the block, so that runs repeat.
void moveClock(Warp &warp, const Inst &inst, LaneMask mask) {
  auto special = static_cast<Special>(inst.operation);
  uint64_t value = ++warp.block.clock;
  if (special == Special::ClockHi || special == Special::GlobalTimerHi)
    value >>= 32;
  if (specialWidth(special) == 64) {
    uint64_t *d = warp.write<uint64_t>(inst.dst);
    forLanes(mask, [=](unsigned l) { d[l] = value; });
  } else {
    uint32_t *d = warp.write<uint32_t>(inst.dst);
    forLanes(mask, [=](unsigned l) { d[l] = static_cast<uint32_t>(value); });
  }
}

/// d = {a, b, …}, the first in the low bits.
template <typename D, typename S>
void packLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const Slot *list = warp.list(inst);
  constexpr unsigned width = 8 * sizeof(S);
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    D value = 0;
    for (unsigned i = 0; i != inst.count; ++i)
      value |= static_cast<D>(warp.read<S>(list[i])[l]) << (i * width);
    d[l] = value;
  }
}

template <typename D, typename S>
void unpackLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const S *a = warp.read<S>(inst.src[0]);
  const Slot *list = warp.list(inst);
  constexpr unsigned width = 8 * sizeof(D);
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    // The source may share its slot with no element: widths differ.
    for (unsigned i = 0; i != inst.count; ++i)
      if (list[i] != noSlot)
        warp.write<D>(list[i])[l] = static_cast<D>(a[l] >> (i * width));
  }
}

/// cvta: adds or, for .to, subtracts the window's base.
void convertAddressLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  uint64_t *d = warp.write<uint64_t>(inst.dst);
  const uint64_t *a = warp.read<uint64_t>(inst.src[0]);
  auto offset = static_cast<uint64_t>(inst.immediate);
  forLanes(mask, [=](unsigned l) { d[l] = a[l] + offset; });
}

uint64_t windowOf(Space space) {
  switch (space) {
  case Space::Shared:
    return sharedWindow;
  case Space::Local:
    return localWindow;
  case Space::Param:
    return paramWindow;
  default:
    return 0;
  }
}

void isSpaceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const uint64_t *a = warp.read<uint64_t>(inst.src[0]);
  LaneMask result = 0;
  for (unsigned l = 0; l != warpSize; ++l) {
    bool isInside = (a[l] & windowMask) == windowOf(inst.space);
    if (isInside &&
        (inst.space == Space::Const || inst.space == Space::Global)) {
      const Allocation *allocation =
          warp.block.launch.memory.findAtOrBelow(a[l]);
      bool isConstant =
          allocation && allocation->contains(a[l], 1) && allocation->isConstant;
      isInside = isConstant == (inst.space == Space::Const);
    }
    result |= LaneMask(isInside) << l;
  }
  warp.writePredicate(inst.dst, mask, result);
}

} // namespace

/// The slots of a vector's elements, each of `width` bits; "_" where allowed.
static bool decodeElements(InstructionDecoder &d, const Operand &vector,
                           unsigned width, bool isWritten) {
  Inst &inst = d.inst;
  Code &code = d.function.code;
  inst.list = static_cast<uint32_t>(code.slots.size());
  inst.count = static_cast<uint8_t>(vector.elements.size());
  Type type = width == 16 ? Type::B16 : width == 32 ? Type::B32 : Type::B64;
  for (const Operand &element : vector.elements) {
    Slot slot = noSlot;
    bool isSkipped = isWritten && element.kind == Operand::Kind::Sink;
    if (isWritten && !isSkipped && element.kind != Operand::Kind::Register)
      return d.fail("a vector that is written holds registers");
    if (!isSkipped && d.anySource(element, type, slot))
      return true;
    code.slots.push_back(slot);
  }
  return false;
}

static bool decodePacking(InstructionDecoder &d, Type type) {
  bool isPack = d.operand(1).kind == Operand::Kind::Vector;
  const Operand &vector = d.operand(isPack ? 1 : 0);
  unsigned width = bitWidth(type);
  size_t count = vector.elements.size();
  if ((count != 2 && count != 4) || width / count < 16)
    return d.fail("mov packs two or four elements of at least 16 bits");
  unsigned part = width / count;
  Inst &inst = d.inst;
  if (width == 32)
    inst.execute = isPack ? &packLanes<uint32_t, uint16_t>
                          : &unpackLanes<uint16_t, uint32_t>;
  else if (part == 32)
    inst.execute = isPack ? &packLanes<uint64_t, uint32_t>
                          : &unpackLanes<uint32_t, uint64_t>;
  else
    inst.execute = isPack ? &packLanes<uint64_t, uint16_t>
                          : &unpackLanes<uint16_t, uint64_t>;
  if (isPack)
    return decodeElements(d, vector, part, false) || d.destination(0, width);
  return decodeElements(d, vector, part, true) || d.source(1, type, 0);
}

static bool decodeMov(InstructionDecoder &d) {
  Inst &inst = d.inst;
  Type type = d.takeType();
  unsigned width = bitWidth(type);
  if (width == 8 || width == 128 || type == Type::None || d.expectOperands(2))
    return true;
  const Operand &from = d.operand(1);
  if (from.kind == Operand::Kind::Vector ||
      d.operand(0).kind == Operand::Kind::Vector)
    return decodePacking(d, type);
  if (d.destination(0, width))
    return true;
  if (from.kind == Operand::Kind::Variable &&
      d.isFrameVariable(*from.variable)) {
    inst.immediate =
        static_cast<int64_t>(from.variable->frameOffset + from.value);
    inst.execute = width == 64   ? &moveFrameAddress<uint64_t>
                   : width == 32 ? &moveFrameAddress<uint32_t>
                                 : nullptr;
    return false;
  }
  if (from.kind == Operand::Kind::Special &&
      changesWhileRunning(static_cast<Special>(from.index))) {
    inst.operation = static_cast<uint8_t>(from.index);
    inst.execute = &moveClock;
    return specialWidth(static_cast<Special>(from.index)) != width;
  }
  inst.execute =
      width == 1 ? &movePredicate : forBits(type, [](auto t) -> Handler {
        return &moveLanes<decltype(t)>;
      });
  return d.source(1, type, 0);
}

static bool decodeCvta(InstructionDecoder &d) {
  bool isTo = d.take("to");
  Space space;
  if (!d.takeSpace(space))
    return d.fail("cvta needs a state space");
  Type type = d.takeType();
  auto base = static_cast<int64_t>(windowOf(space));
  d.inst.immediate = isTo ? -base : base;
  d.inst.execute = &convertAddressLanes;
  return type != Type::U64 || d.uniformOperands(type, 1);
}

static bool decodeIsSpace(InstructionDecoder &d) {
  if (!d.takeSpace(d.inst.space))
    return d.fail("isspacep needs a state space");
  d.inst.execute = &isSpaceLanes;
  return d.expectOperands(2) || d.predicateDestination(0) ||
         d.source(1, Type::U64, 0);
}

void tessera::ptx::addMoveInstructions(InstructionTable &table) {
  table["mov"] = decodeMov;
  table["cvta"] = decodeCvta;
  table["isspacep"] = decodeIsSpace;
}

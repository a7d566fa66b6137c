//===- Move.cpp - Moves, addresses and vector packing ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Data Movement and Conversion Instructions": mov, cvta,
// isspacep, and section "Stack Manipulation Instructions".
//
//===----------------------------------------------------------------------===//

#include "../../Grid/Block.h"
#include "../../Machine/Lanes.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

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
  T value = static_cast<T>(warp.frame()->localBase + inst.immediate);
  forLanes(mask, [=](unsigned l) { d[l] = value; });
}

/// Clocks count the instructions of the block, so that runs repeat.
void moveClock(Warp &warp, const Inst &inst, LaneMask mask) {
  auto special = static_cast<Special>(inst.operation);
  uint64_t value = warp.readClock();
  warp.noteLook();
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

/// The low half of a special register, as older programs read some of them.
template <typename D, typename S>
void moveLowHalf(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const S *a = warp.read<S>(inst.src[0]);
  forLanes(mask, [=](unsigned l) { d[l] = static_cast<D>(a[l]); });
}

/// d = {a, b, …}, the first in the low bits. Elements of a byte have lanes of
/// 16 bits. Only a single element may be d itself, so that one element of all
/// lanes comes after the other.
template <typename D, typename S>
void packLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  D *d = warp.write<D>(inst.dst);
  const Slot *list = warp.list(inst);
  const unsigned width = inst.registerWidth;
  const D part = ~D(0) >> (8 * sizeof(D) - width);
  for (unsigned i = 0; i != inst.count; ++i) {
    const S *a = warp.read<S>(list[i]);
    const D kept = i ? ~D(0) : 0;
    const unsigned shift = i * width;
    forLanes(mask, [=](unsigned l) {
      d[l] = static_cast<D>((d[l] & kept) | (a[l] & part) << shift);
    });
  }
}

/// {d, e, …} = a, likewise; an element may be left out.
template <typename D, typename S>
void unpackLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const S *a = warp.read<S>(inst.src[0]);
  const Slot *list = warp.list(inst);
  const unsigned width = inst.registerWidth;
  const S part = ~S(0) >> (8 * sizeof(S) - width);
  for (unsigned i = 0; i != inst.count; ++i) {
    if (list[i] == noSlot)
      continue;
    D *d = warp.write<D>(list[i]);
    const unsigned shift = i * width;
    forLanes(mask,
             [=](unsigned l) { d[l] = static_cast<D>(a[l] >> shift & part); });
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
  case Space::SharedCluster:
    return sharedWindow;
  case Space::Local:
    return localWindow;
  case Space::Param:
    return paramWindow;
  default:
    return 0;
  }
}

/// Parameters of the kernel lie in the window of global memory, too.
bool isInSpace(const Block &block, Space space, uint64_t address) {
  uint64_t window = address & windowMask;
  const GlobalMemory &memory = block.launch.memory;
  uint64_t rank = (address & ~windowMask) >> clusterRankShift;
  if (window == sharedWindow && isShared(space))
    return space == Space::SharedCluster ? rank < block.clusterSize()
                                         : rank == block.rank;
  if (space != Space::Global && space != Space::Const)
    return window == windowOf(space);
  if (window)
    return window == paramWindow && space == Space::Global;
  const Allocation *allocation = memory.findAtOrBelow(address);
  bool isConstant =
      allocation && allocation->contains(address, 1) && allocation->isConstant;
  return isConstant == (space == Space::Const);
}

void isSpaceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const uint64_t *a = warp.read<uint64_t>(inst.src[0]);
  LaneMask result = 0;
  for (unsigned l = 0; l != warpSize; ++l)
    result |= LaneMask(isInSpace(warp.block, inst.space, a[l])) << l;
  warp.writePredicate(inst.dst, mask, result);
}

//===----------------------------------------------------------------------===//
// The stack: it grows up here, from the end of the frame's variables
//===----------------------------------------------------------------------===//

/// The end of a lane's stack, as an address in local memory.
uint64_t stackTop(const Frame &frame, unsigned lane) {
  return std::max(frame.stackTops[lane],
                  frame.localBase + frame.code->syntax->localBytes);
}

template <typename T>
void saveStackLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    warp.write<T>(inst.dst)[l] = static_cast<T>(stackTop(*warp.frame(), l));
  }
}

template <typename T>
void restoreStackLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  Frame &frame = *warp.frame();
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint64_t top = warp.read<T>(inst.src[0])[l];
    if (top < frame.localBase + frame.code->syntax->localBytes ||
        top > stackTop(frame, l))
      return warp.fault(l, "stackrestore needs what stacksave gave, in the "
                           "same call and since then not restored past");
    frame.stackTops[l] = top;
  }
}

template <typename T>
void allocaLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  Frame &frame = *warp.frame();
  auto alignment = static_cast<uint64_t>(inst.immediate);
  uint64_t start = frame.localBase + frame.code->syntax->localBytes;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint64_t size = warp.read<T>(inst.src[0])[l];
    uint64_t at = llvm::alignTo(stackTop(frame, l), alignment);
    if (size > largestLocal || !warp.stack.grow(frame, at + size - start))
      return warp.fault(l, "alloca of " + llvm::Twine(size) +
                               " bytes exceeds a thread's local memory (512 "
                               "KiB)");
    frame.stackTops[l] = at + size;
    warp.write<T>(inst.dst)[l] = static_cast<T>(at);
  }
}

} // namespace

/// Lists the slots of a vector's elements, each of `width` bits; "_" where
/// allowed.
static bool decodeElements(InstructionDecoder &d, const Operand &vector,
                           unsigned width, bool isWritten) {
  Inst &inst = d.inst;
  Code &code = d.function.code;
  inst.list = static_cast<uint32_t>(code.slots.size());
  inst.count = static_cast<uint8_t>(vector.elements.size());
  Type type = width == 8    ? Type::B8
              : width == 16 ? Type::B16
              : width == 32 ? Type::B32
              : width == 64 ? Type::B64
                            : Type::B128;
  inst.registerWidth = static_cast<uint8_t>(width);
  for (const Operand &element : vector.elements) {
    Slot slot = noSlot;
    bool isSkipped = isWritten && element.kind == Operand::Kind::Sink &&
                     vector.elements.size() > 1;
    if (isWritten && !isSkipped && element.kind != Operand::Kind::Register)
      return d.fail("a vector that is written holds registers");
    if (!isSkipped && d.anySource(element, type, slot))
      return true;
    code.slots.push_back(slot);
  }
  return false;
}

template <typename Scalar, typename Part> static Handler packing(bool isPack) {
  return isPack ? &packLanes<Scalar, Part> : &unpackLanes<Part, Scalar>;
}

static bool decodePacking(InstructionDecoder &d, Type type) {
  bool isPack = d.operand(1).kind == Operand::Kind::Vector;
  const Operand &vector = d.operand(isPack ? 1 : 0);
  unsigned width = bitWidth(type);
  size_t count = vector.elements.size();
  bool isPart =
      (count == 2 || count == 4) && width / count >= 8 && width / count <= 64;
  if (count != 1 && !isPart)
    return d.fail("mov packs one, two or four elements of at least 8 bits");
  if (!isUntyped(type))
    return d.fail("mov packs and unpacks untyped bits: .b16 to .b128");
  unsigned part = width / count;
  Inst &inst = d.inst;
  switch (width) {
  case 16:
    inst.execute = packing<uint16_t, uint16_t>(isPack);
    break;
  case 32:
    inst.execute = part == 32 ? packing<uint32_t, uint32_t>(isPack)
                              : packing<uint32_t, uint16_t>(isPack);
    break;
  case 64:
    inst.execute = part == 64   ? packing<uint64_t, uint64_t>(isPack)
                   : part == 32 ? packing<uint64_t, uint32_t>(isPack)
                                : packing<uint64_t, uint16_t>(isPack);
    break;
  default:
    inst.execute = part == 128  ? packing<Bits128, Bits128>(isPack)
                   : part == 64 ? packing<Bits128, uint64_t>(isPack)
                                : packing<Bits128, uint32_t>(isPack);
    break;
  }
  if (isPack)
    return decodeElements(d, vector, part, false) || d.destination(0, width);
  return decodeElements(d, vector, part, true) || d.source(1, type, 0);
}

/// The address of a variable in the frame, plus `window`.
static bool decodeFrameAddress(InstructionDecoder &d, unsigned width,
                               uint64_t window) {
  const Operand &from = d.operand(1);
  d.inst.immediate =
      static_cast<int64_t>(from.variable->frameOffset + from.value + window);
  d.inst.execute = width == 64   ? &moveFrameAddress<uint64_t>
                   : width == 32 ? &moveFrameAddress<uint32_t>
                                 : nullptr;
  return d.destination(0, width);
}

/// A special register that has no slot, as it changes.
static bool decodeSpecialMov(InstructionDecoder &d, Special special,
                             unsigned width) {
  unsigned actual = specialWidth(special);
  if (changesWhileRunning(special)) {
    d.inst.operation = static_cast<uint8_t>(special);
    d.inst.execute = &moveClock;
    if (actual != width)
      return d.fail("the special register has " + llvm::Twine(actual) +
                    " bits");
  } else {
    d.inst.execute = width == 16 ? &moveLowHalf<uint16_t, uint32_t>
                                 : &moveLowHalf<uint32_t, uint64_t>;
    d.inst.src[0] = d.function.specialSlot(special);
  }
  return d.destination(0, width);
}

static bool decodeMov(InstructionDecoder &d) {
  Inst &inst = d.inst;
  Type type = d.takeType();
  unsigned width = bitWidth(type);
  if (width == 8 || type == Type::None || d.expectOperands(2))
    return true;
  const Operand &from = d.operand(1);
  if (from.kind == Operand::Kind::Vector ||
      d.operand(0).kind == Operand::Kind::Vector)
    return decodePacking(d, type);
  if (from.kind == Operand::Kind::Variable && d.isFrameVariable(*from.variable))
    return decodeFrameAddress(d, width, 0);
  if (from.kind == Operand::Kind::Special) {
    auto special = static_cast<Special>(from.index);
    bool isHalf = (width == 16 && specialWidth(special) == 32) ||
                  (width == 32 && special == Special::GridId);
    if (changesWhileRunning(special) || isHalf)
      return decodeSpecialMov(d, special, width);
  }
  if (width == 1)
    inst.execute = &movePredicate;
  else if (width == 128)
    inst.execute = onHost<&moveLanes<Bits128>>;
  else
    inst.execute = forBits(type, [](auto t) -> Handler {
      return onHost<&moveLanes<decltype(t)>>;
    });
  return d.destination(0, width) || d.source(1, type, 0);
}

static bool decodeCvta(InstructionDecoder &d) {
  bool isTo = d.take("to");
  Space space;
  if (!d.takeSpace(space))
    return d.fail("cvta needs a state space");
  if (space == Space::SharedCluster && d.needsTarget(90))
    return true;
  Type type = d.takeType();
  if (type == Type::U32)
    return d.fail("generic addresses have 64 bits; no target of the emulator "
                  "has those of 32");
  if (type != Type::U64 || d.expectOperands(2))
    return true;
  uint64_t base = windowOf(space);
  const Operand &from = d.operand(1);
  if (from.kind == Operand::Kind::Variable) {
    // Parameters of functions lie in local memory once their address is taken.
    bool isFrame = d.isFrameVariable(*from.variable);
    Space named = space == Space::SharedCluster ? Space::Shared : space;
    if (isTo || (isFrame ? Space::Local : from.variable->space) != named)
      return d.fail("'" + from.variable->name + "' lies in ." +
                    spaceName(from.variable->space) +
                    " memory, which the instruction does not name");
    if (isFrame)
      return decodeFrameAddress(d, 64, base);
  }
  d.inst.immediate = static_cast<int64_t>(isTo ? 0 - base : base);
  d.inst.execute = &convertAddressLanes;
  return d.expectOperands(2) || d.typedDestination(type) ||
         d.source(1, type, 0);
}

static bool decodeIsSpace(InstructionDecoder &d) {
  if (!d.takeSpace(d.inst.space))
    return d.fail("isspacep needs a state space");
  d.inst.execute = &isSpaceLanes;
  return d.expectOperands(2) || d.predicateDestination(0) ||
         d.source(1, Type::U64, 0);
}

static bool decodeAlloca(InstructionDecoder &d) {
  Type type = d.takeType();
  int64_t alignment = 8;
  if ((type != Type::U32 && type != Type::U64) || d.expectOperands(2, 3) ||
      (d.operandCount() == 3 && d.integerLiteral(2, alignment)))
    return true;
  if (!llvm::isPowerOf2_64(static_cast<uint64_t>(alignment)) ||
      alignment > 1 << 23)
    return d.fail("the alignment of alloca is a power of two up to 8388608");
  d.inst.immediate = std::max<int64_t>(alignment, 8);
  d.inst.execute =
      type == Type::U64 ? &allocaLanes<uint64_t> : &allocaLanes<uint32_t>;
  return d.destination(0, bitWidth(type)) || d.source(1, type, 0);
}

static bool decodeStackSave(InstructionDecoder &d) {
  Type type = d.takeType();
  d.inst.execute = type == Type::U64   ? &saveStackLanes<uint64_t>
                   : type == Type::U32 ? &saveStackLanes<uint32_t>
                                       : nullptr;
  return !d.inst.execute || d.expectOperands(1) ||
         d.destination(0, bitWidth(type));
}

static bool decodeStackRestore(InstructionDecoder &d) {
  Type type = d.takeType();
  d.inst.execute = type == Type::U64   ? &restoreStackLanes<uint64_t>
                   : type == Type::U32 ? &restoreStackLanes<uint32_t>
                                       : nullptr;
  return !d.inst.execute || d.expectOperands(1) || d.source(0, type, 0);
}

void tessera::ptx::addMoveInstructions(InstructionTable &table) {
  table["mov"] = decodeMov;
  table["cvta"] = decodeCvta;
  table["isspacep"] = decodeIsSpace;
  table["alloca"] = decodeAlloca;
  table["stacksave"] = decodeStackSave;
  table["stackrestore"] = decodeStackRestore;
}

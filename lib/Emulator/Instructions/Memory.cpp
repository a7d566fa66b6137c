//===- Memory.cpp - Loads and stores --------------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Data Movement and Conversion Instructions": ld, ldu, st,
// prefetch. Ordered accesses are atomics of the host of the same order, so that
// blocks on different host threads see one another as the memory model demands.
//
//===----------------------------------------------------------------------===//

#include "../Lanes.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

template <typename M> M loadOrdered(const uint8_t *at, MemoryOrder order) {
  auto *p = reinterpret_cast<const M *>(at);
  switch (order) {
  case MemoryOrder::Weak: {
    M value;
    std::memcpy(&value, at, sizeof value);
    return value;
  }
  case MemoryOrder::Relaxed:
    return __atomic_load_n(p, __ATOMIC_RELAXED);
  default:
    return __atomic_load_n(p, __ATOMIC_ACQUIRE);
  }
}

template <typename M>
void storeOrdered(uint8_t *at, M value, MemoryOrder order) {
  auto *p = reinterpret_cast<M *>(at);
  switch (order) {
  case MemoryOrder::Weak:
    std::memcpy(at, &value, sizeof value);
    return;
  case MemoryOrder::Relaxed:
    __atomic_store_n(p, value, __ATOMIC_RELAXED);
    return;
  default:
    __atomic_store_n(p, value, __ATOMIC_RELEASE);
    return;
  }
}

/// Loads elements of type M; a signed M is extended to the register R.
template <typename M, typename R>
void loadLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const Slot *list = warp.list(inst);
  LanePointers bytes;
  if (!warp.access(inst, mask, sizeof(M) * inst.count, Access::Load, bytes))
    return;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    const uint8_t *at = bytes[l];
    for (unsigned i = 0; i != inst.count; ++i)
      if (list[i] != noSlot)
        warp.write<R>(list[i])[l] =
            static_cast<R>(loadOrdered<M>(at + i * sizeof(M), inst.order));
  }
}

template <typename M, typename R>
void storeLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  const Slot *list = warp.list(inst);
  LanePointers bytes;
  if (!warp.access(inst, mask, sizeof(M) * inst.count, Access::Store, bytes))
    return;
  for (; mask; mask &= mask - 1) {
    unsigned l = firstLane(mask);
    uint8_t *at = bytes[l];
    for (unsigned i = 0; i != inst.count; ++i)
      storeOrdered<M>(at + i * sizeof(M),
                      static_cast<M>(warp.read<R>(list[i])[l]), inst.order);
  }
}

template <bool isLoad, typename M> Handler pickRegister(unsigned width) {
  switch (width) {
  case 16:
    return isLoad ? &loadLanes<M, uint16_t> : &storeLanes<M, uint16_t>;
  case 32:
    return isLoad ? &loadLanes<M, uint32_t> : &storeLanes<M, uint32_t>;
  default:
    return isLoad ? &loadLanes<M, uint64_t> : &storeLanes<M, uint64_t>;
  }
}

template <bool isLoad> Handler pickAccess(Type type, unsigned width) {
  switch (type) {
  case Type::S8:
    return pickRegister<isLoad, int8_t>(width);
  case Type::S16:
    return pickRegister<isLoad, int16_t>(width);
  case Type::S32:
    return pickRegister<isLoad, int32_t>(width);
  default:
    break;
  }
  switch (byteWidth(type)) {
  case 1:
    return pickRegister<isLoad, uint8_t>(width);
  case 2:
    return pickRegister<isLoad, uint16_t>(width);
  case 4:
    return pickRegister<isLoad, uint32_t>(width);
  case 8:
    return pickRegister<isLoad, uint64_t>(width);
  default:
    return nullptr;
  }
}

void noEffect(Warp &, const Inst &, LaneMask) {}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Hints that change no value. True where one asks for an operand more.
static bool takeHints(InstructionDecoder &d) {
  for (const char *hint : {"ca",
                           "cg",
                           "cs",
                           "lu",
                           "cv",
                           "wb",
                           "wt",
                           "nc",
                           "unified",
                           "L1::evict_normal",
                           "L1::evict_unchanged",
                           "L1::evict_first",
                           "L1::evict_last",
                           "L1::no_allocate",
                           "L2::evict_last",
                           "L2::evict_first",
                           "L2::evict_normal",
                           "L2::64B",
                           "L2::128B",
                           "L2::256B"})
    d.take(hint);
  return d.take("L2::cache_hint");
}

static bool decodeOrder(InstructionDecoder &d, bool isLoad) {
  MemoryOrder &order = d.inst.order;
  bool needsScope = true;
  if (d.take("relaxed")) {
    order = MemoryOrder::Relaxed;
  } else if (d.take("acquire") && isLoad) {
    order = MemoryOrder::Acquire;
  } else if (d.take("release") && !isLoad) {
    order = MemoryOrder::Release;
  } else {
    needsScope = false;
    d.take("weak");
    // Both are relaxed at system scope.
    if (d.take("volatile") || d.take("mmio")) {
      order = MemoryOrder::Relaxed;
      d.inst.scope = Scope::Sys;
    }
  }
  if (d.takeScope(d.inst.scope) != needsScope && needsScope)
    return d.fail("an ordered access needs a scope");
  return false;
}

static unsigned takeVector(InstructionDecoder &d) {
  return d.take("v2") ? 2 : d.take("v4") ? 4 : d.take("v8") ? 8 : 1;
}

/// The registers or constants that are loaded or stored.
static bool decodeData(InstructionDecoder &d, const Operand &data, Type type,
                       unsigned count, bool isLoad) {
  Inst &inst = d.inst;
  Code &code = d.function.code;
  bool isVector = data.kind == Operand::Kind::Vector;
  if (isVector != (count > 1) || (isVector && data.elements.size() != count))
    return d.fail("the vector needs " + llvm::Twine(count) + " elements");
  inst.list = static_cast<uint32_t>(code.slots.size());
  inst.count = static_cast<uint8_t>(count);
  unsigned common = 0;
  for (unsigned i = 0; i != count; ++i) {
    const Operand &element = isVector ? data.elements[i] : data;
    Slot slot = noSlot;
    unsigned width = std::max(16u, bitWidth(type));
    if (element.kind == Operand::Kind::Register) {
      if (d.wideRegister(element, bitWidth(type), slot, width))
        return true;
    } else if (element.kind == Operand::Kind::Sink && isLoad && isVector) {
      width = 0;
    } else if (isLoad || d.anySource(element, type, slot)) {
      return d.fail("a load writes registers");
    }
    if (width && common && width != common)
      return d.fail("the elements of a vector need one width");
    common = width ? width : common;
    code.slots.push_back(slot);
  }
  inst.registerWidth = static_cast<uint8_t>(common ? common : bitWidth(type));
  return false;
}

static bool decodeAccess(InstructionDecoder &d, bool isLoad) {
  Inst &inst = d.inst;
  if (decodeOrder(d, isLoad))
    return true;
  d.takeSpace(inst.space);
  unsigned count = takeVector(d);
  bool hasPolicy = takeHints(d);
  Type type = inst.type = d.takeType();
  unsigned addressAt = isLoad ? 1 : 0, dataAt = isLoad ? 0 : 1;
  if (type == Type::None || type == Type::Pred || bitWidth(type) > 64)
    return true;
  if (bitWidth(type) * count > 256)
    return d.fail("a vector has at most 256 bits");
  if (d.expectOperands(hasPolicy ? 3 : 2) || d.address(addressAt) ||
      decodeData(d, d.operand(dataAt), type, count, isLoad))
    return true;
  // Parameters of functions, and of calls, lie in the frame.
  if (inst.space == Space::Param &&
      (inst.isFrameRelative || !d.function.function.isEntry))
    inst.space = Space::Local;
  if (!isLoad && inst.space == Space::Const)
    return d.fail(".const memory cannot be written");
  inst.execute = isLoad ? pickAccess<true>(type, inst.registerWidth)
                        : pickAccess<false>(type, inst.registerWidth);
  return false;
}

static bool decodeLoad(InstructionDecoder &d) { return decodeAccess(d, true); }
static bool decodeStore(InstructionDecoder &d) {
  return decodeAccess(d, false);
}

/// Instructions that move data between caches have no effect on values.
static bool decodeCacheHint(InstructionDecoder &d) {
  Space space;
  d.takeSpace(space);
  for (const char *modifier :
       {"L1", "L2", "L2::evict_last", "L2::evict_normal", "tensormap"})
    d.take(modifier);
  d.inst.space = space;
  d.inst.execute = &noEffect;
  return d.address(0);
}

void tessera::ptx::addMemoryInstructions(InstructionTable &table) {
  table["ld"] = table["ldu"] = decodeLoad;
  table["st"] = decodeStore;
  table["prefetch"] = table["prefetchu"] = decodeCacheHint;
}

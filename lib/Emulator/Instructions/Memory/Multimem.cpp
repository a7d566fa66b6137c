//===- Multimem.cpp - Accesses to the memory of several GPUs --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "multimem.ld_reduce, multimem.st, multimem.red". A multicast
// object stands for memory of each participant. An instruction accesses that of
// one participant after the other, each by itself, as checkers and counters
// see. The ISA leaves open in which order a load adds; here it is that of the
// participants, in f32 where .acc::f32 asks for it.
//
//===----------------------------------------------------------------------===//

#include "../../Grid/Block.h"
#include "../../Machine/Lanes.h"
#include "../../Numerics/Numerics.h"
#include "MemoryOperands.h"
#include "Reduction.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

/// The multicast objects that the lanes of an instruction access.
class Objects {
public:
  Objects(Warp &warp, const Inst &inst, LaneMask mask, uint32_t size)
      : warp(warp), inst(inst), size(size) {
    warp.memory.effectiveAddresses(inst, addresses);
    for (; mask && !warp.hasFaulted(); mask &= mask - 1)
      find(firstLane(mask));
  }

  size_t countMost() const {
    size_t most = 0;
    for (const Allocation *object : objects)
      most = std::max(most, object ? object->participants.size() : 0);
    return most;
  }

  /// Accesses the memory of one participant after the other, and calls
  /// VISIT(number, lanes, places); false after a fault.
  template <typename Visit> bool access(Access kind, Visit visit) {
    const size_t most = countMost();
    for (size_t number = 0; number != most && !warp.hasFaulted(); ++number) {
      uint64_t places[warpSize] = {};
      LaneMask lanes = 0;
      for (unsigned l = 0; l != warpSize; ++l)
        if (objects[l] && number < objects[l]->participants.size()) {
          places[l] = objects[l]->participants[number] +
                      (addresses[l] - objects[l]->address);
          lanes |= LaneMask(1) << l;
        }
      LanePointers at;
      if (warp.memory.accessAt(inst, Space::Global, places, lanes, size, kind,
                               at))
        visit(number, lanes, at);
    }
    return !warp.hasFaulted();
  }

private:
  void find(unsigned lane) {
    const uint64_t address = addresses[lane];
    const GlobalMemory &memory = warp.block.launch.memory;
    auto fault = [&](LaunchFault kind, const llvm::Twine &what) {
      warp.fault(kind, lane,
                 "multimem access of " + llvm::Twine(size) +
                     " bytes at address 0x" +
                     llvm::utohexstr(address, /*LowerCase=*/true) + " " + what);
    };
    if (address & (size - 1))
      return fault(LaunchFault::MisalignedAddress,
                   "is misaligned; the address must be a multiple of " +
                       llvm::Twine(size));
    const Allocation *object = memory.findAtOrBelow(address);
    if (!object || !object->isMulticast() || !object->contains(address, size))
      return fault(LaunchFault::IllegalAddress,
                   "lies in no multicast object; " +
                       memory.describeNearest(address));
    objects[lane] = object;
  }

  Warp &warp;
  const Inst &inst;
  uint32_t size;
  uint64_t addresses[warpSize];
  std::array<const Allocation *, warpSize> objects = {};
};

/// Changes the halves of a word, the lower one first, or the one that it is.
template <typename Change>
uint64_t mapHalves(Type type, uint64_t word, Change change) {
  if (!isPackedHalf(type))
    return change(word);
  uint64_t low = change(word & 0xFFFF);
  uint64_t high = change(word >> 16 & 0xFFFF);
  return low | high << 16;
}

/// The values that participants have for one element, combined.
uint64_t reduce(const Inst &inst, llvm::ArrayRef<uint64_t> elements) {
  if (inst.sourceType != Type::F32) {
    uint64_t result = elements.front();
    for (uint64_t element : elements.drop_front())
      result = combineElements(inst, result, element);
    return result;
  }
  // Rounds once, after a sum in f32.
  const FloatFormat half = formatOf(inst.type);
  unsigned shift = 0;
  return mapHalves(inst.type, elements.front(), [&](uint64_t first) {
    uint64_t sum = convertFloat(half, singleFormat, first, Rounding::Nearest);
    for (uint64_t element : elements.drop_front())
      sum = addFloat(singleFormat, sum,
                     convertFloat(half, singleFormat, element >> shift & 0xFFFF,
                                  Rounding::Nearest),
                     Rounding::Nearest);
    shift += 16;
    return convertFloat(singleFormat, half, sum, Rounding::Nearest);
  });
}

template <typename T>
void loadLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  Objects objects(warp, inst, mask, sizeof(T) * inst.count);
  const size_t most = objects.countMost();
  // By lane, element and participant.
  std::vector<uint64_t> values(size_t(warpSize) * inst.count * most);
  std::array<size_t, warpSize> counts = {};
  auto load = [&](size_t number, LaneMask lanes, const LanePointers &at) {
    for (; lanes; lanes &= lanes - 1) {
      unsigned l = firstLane(lanes);
      counts[l] = number + 1;
      for (unsigned i = 0; i != inst.count; ++i)
        values[(size_t(l) * inst.count + i) * most + number] = __atomic_load_n(
            reinterpret_cast<const T *>(at[l]) + i, __ATOMIC_SEQ_CST);
    }
  };
  if (!objects.access(Access::Load, load))
    return;
  const Slot *list = warp.list(inst);
  for (unsigned i = 0; i != inst.count; ++i) {
    if (list[i] == noSlot)
      continue;
    T *d = warp.write<T>(list[i]);
    for (LaneMask lanes = mask; lanes; lanes &= lanes - 1) {
      unsigned l = firstLane(lanes);
      llvm::ArrayRef<uint64_t> all(values);
      d[l] = static_cast<T>(reduce(
          inst, all.slice((size_t(l) * inst.count + i) * most, counts[l])));
    }
  }
}

/// Calls VISIT(place, value) for each element that lanes give to participants.
template <typename T, typename Visit>
void giveLanes(Warp &warp, const Inst &inst, LaneMask mask, Access kind,
               Visit visit) {
  Objects objects(warp, inst, mask, sizeof(T) * inst.count);
  const Slot *list = warp.list(inst);
  objects.access(kind, [&](size_t, LaneMask lanes, const LanePointers &at) {
    for (; lanes; lanes &= lanes - 1) {
      unsigned l = firstLane(lanes);
      for (unsigned i = 0; i != inst.count; ++i)
        if (list[i] != noSlot)
          visit(at[l] + i * sizeof(T), warp.read<T>(list[i])[l]);
    }
  });
}

template <typename T>
void storeLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  giveLanes<T>(warp, inst, mask, Access::Store, [](uint8_t *at, T value) {
    __atomic_store_n(reinterpret_cast<T *>(at), value, __ATOMIC_SEQ_CST);
  });
}

template <typename T>
void reduceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  giveLanes<T>(warp, inst, mask, Access::Atomic, [&](uint8_t *at, T value) {
    reduceElement(inst, at, reinterpret_cast<const uint8_t *>(&value));
    ++warp.block.changes;
  });
}

enum class Kind : uint8_t { Load, Store, Reduce };

template <typename T> Handler pick(Kind kind) {
  return kind == Kind::Load    ? &loadLanes<T>
         : kind == Kind::Store ? &storeLanes<T>
                               : &reduceLanes<T>;
}

bool isHalf(Type type) {
  return type == Type::F16 || type == Type::BF16 || isPackedHalf(type);
}

/// True if the ISA has an access of this kind, and a reduction, for a type.
bool isDefined(Kind kind, AtomicOp operation, Type type, bool isVector) {
  bool isWord = bitWidth(type) == 32 || bitWidth(type) == 64;
  bool isFloating = isHalf(type) || isFloat(type);
  if (isVector && (!isFloating || type == Type::F64))
    return false;
  if (kind == Kind::Store)
    return isFloating ? isPackedHalf(type) || isVector || isWord : isWord;
  switch (operation) {
  case AtomicOp::Add:
    return isFloating || isUnsigned(type) ? isWord || isVector
                                          : type == Type::S32;
  case AtomicOp::Min:
  case AtomicOp::Max:
    if (isFloating)
      return isHalf(type) &&
             (isVector || (kind == Kind::Load && isPackedHalf(type)));
    return (isSigned(type) || isUnsigned(type)) && isWord;
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
    return isUntyped(type) && isWord;
  default:
    return false;
  }
}

/// Takes order and scope. Without, an access is relaxed at the scope of the
/// system.
bool takeOrder(InstructionDecoder &d, Kind kind) {
  Inst &inst = d.inst;
  inst.order = MemoryOrder::Relaxed;
  inst.scope = Scope::Sys;
  if (kind != Kind::Reduce && d.take("weak")) {
    inst.order = MemoryOrder::Weak;
    return false;
  }
  bool isOrdered = d.take("relaxed");
  if (!isOrdered && kind == Kind::Load && d.take("acquire")) {
    inst.order = MemoryOrder::Acquire;
    isOrdered = true;
  } else if (!isOrdered && kind != Kind::Load && d.take("release")) {
    inst.order = MemoryOrder::Release;
    isOrdered = true;
  }
  return d.takeScope(inst.scope) != isOrdered &&
         d.fail("an order needs a scope, and a scope an order");
}

/// Takes the reduction, and the type of a load's sums of halves.
bool takeReduction(InstructionDecoder &d, Kind kind) {
  if (!takeAtomicOperation(d))
    return d.fail("multimem.ld_reduce and multimem.red need an operation");
  if (kind == Kind::Load && d.take("acc::f32"))
    d.inst.sourceType = Type::F32;
  return false;
}

bool decodeMultimem(InstructionDecoder &d) {
  Inst &inst = d.inst;
  const bool isLoad = d.take("ld_reduce"), isStore = !isLoad && d.take("st");
  if (!isLoad && !isStore && !d.take("red"))
    return true;
  const Kind kind = isLoad ? Kind::Load : isStore ? Kind::Store : Kind::Reduce;
  if (d.needsTarget(90) || takeOrder(d, kind))
    return true;
  if (d.takeSpace(inst.space) && inst.space != Space::Global)
    return d.fail("multimem instructions access .global memory");
  if (!isStore && takeReduction(d, kind))
    return true;
  const unsigned count = takeVector(d);
  const Type type = inst.type = d.takeType();
  if (!isDefined(kind, static_cast<AtomicOp>(inst.operation), type,
                 count != 1) ||
      bitWidth(type) * count > 128)
    return true;
  if (inst.sourceType == Type::F32 &&
      (!isHalf(type) || static_cast<AtomicOp>(inst.operation) != AtomicOp::Add))
    return d.fail(".acc::f32 is of sums of halves");
  const unsigned addressAt = isLoad ? 1 : 0;
  if (d.expectOperands(2) || d.wideAddress(addressAt) ||
      decodeData(d, d.operand(1 - addressAt), type, count, isLoad))
    return true;
  if (inst.registerWidth != bitWidth(type))
    return d.fail("the data need registers of " + llvm::Twine(bitWidth(type)) +
                  " bits");
  inst.execute = bitWidth(type) == 16   ? pick<uint16_t>(kind)
                 : bitWidth(type) == 32 ? pick<uint32_t>(kind)
                                        : pick<uint64_t>(kind);
  return false;
}

} // namespace

void tessera::ptx::addMultimemInstructions(InstructionTable &table) {
  table["multimem"] = decodeMultimem;
}

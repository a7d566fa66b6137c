//===- AsyncStore.cpp - Stores to other blocks, on their way --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "st.async" and "red.async": the values are read at once and
// written to shared memory of the cluster later, through the generic proxy; an
// mbarrier counts their bytes.
//
//===----------------------------------------------------------------------===//

#include "AsyncStore.h"
#include "../../Grid/Cluster.h"
#include "../../Machine/Lanes.h"
#include "AsyncCopy.h"
#include "Reduction.h"

using namespace tessera::ptx;

namespace {

/// Stores a value, or combines it with the element that is there.
class StoreOperation : public AsyncOperation {
public:
  StoreOperation(const AsyncOrigin &origin, const Inst &inst)
      : AsyncOperation(origin), inst(inst) {}

  void read() override {}
  void write() override {
    if (isReduction)
      reduceElement(inst, to, value.data());
    else
      std::memcpy(to, value.data(), value.size());
  }

  const Inst &inst;
  bool isReduction = false;
  uint8_t *to = nullptr;
  llvm::SmallVector<uint8_t, 16> value;
};

/// Collects the bytes of a lane's operands, element by element.
void takeValue(const Warp &warp, const Inst &inst, unsigned lane,
               llvm::SmallVectorImpl<uint8_t> &value) {
  const unsigned bytes = byteWidth(inst.type);
  for (unsigned i = 0; i != inst.count; ++i) {
    Slot slot = warp.list(inst)[valuesAt + i];
    Bits128 element = bytes == 4   ? warp.read<uint32_t>(slot)[lane]
                      : bytes == 8 ? warp.read<uint64_t>(slot)[lane]
                                   : warp.read<Bits128>(slot)[lane];
    const auto *begin = reinterpret_cast<const uint8_t *>(&element);
    value.append(begin, begin + bytes);
  }
}

template <bool isReduction>
void storeLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  const uint32_t size = byteWidth(inst.type) * inst.count;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    uint64_t to = listedAddress(warp, inst, 0, origin.lane);
    if (inst.space == Space::Generic && (to & windowMask) != sharedWindow)
      return origin.fault("this generic address does not lie in shared memory");
    auto place = mbarrierPlace(origin, inst.space,
                               listedAddress(warp, inst, 1, origin.lane));
    if (!place || !place->home->asyncUnit().find(origin, place->offset))
      return;
    auto store = std::make_shared<StoreOperation>(origin, inst);
    store->isReduction = isReduction;
    store->to = warp.memory.resolve(Space::SharedCluster, to & ~windowMask,
                                    size, origin.lane, Access::Store);
    if (!store->to)
      return;
    store->writes = warp.block.ownerOf(origin.lane, to, warp);
    if (store->writes != place->home)
      return origin.fault("the destination and the mbarrier lie in the shared "
                          "memory of different blocks");
    takeValue(warp, inst, origin.lane, store->value);
    store->mbarrier = place->offset;
    store->mbarrierHome = place->home;
    store->transactions = size;
    const auto turn = static_cast<uint8_t>(llvm::Log2_32(size) + 1);
    tellRaces(*store, Proxy::Generic,
              {{isReduction ? Access::Atomic : Access::Store,
                Space::SharedCluster, to & ~windowMask, size,
                /*isBeside=*/false, turn}});
    warp.block.asyncUnit().begin(std::move(store), /*isBulk=*/true);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Takes destination, value and mbarrier, after all modifiers.
static bool takeOperands(InstructionDecoder &d) {
  Inst &inst = d.inst;
  std::vector<Slot> &slots = d.function.code.slots;
  Space space = inst.space;
  if (d.needsTarget(90) || d.expectOperands(3))
    return true;
  inst.list = static_cast<uint32_t>(slots.size());
  if (listAddress(d, 0, space) || listAddress(d, 2, space))
    return true;
  const Operand &value = d.operand(1);
  bool isVector = inst.count > 1;
  if (isVector && (value.kind != Operand::Kind::Vector ||
                   value.elements.size() != inst.count))
    return d.fail("operand 2 must be a vector of " +
                  llvm::Twine(unsigned(inst.count)) + " elements");
  for (unsigned i = 0; i != inst.count; ++i) {
    Slot slot = noSlot;
    if (d.anySource(isVector ? value.elements[i] : value, inst.type, slot))
      return true;
    slots.push_back(slot);
  }
  return false;
}

static bool takeTarget(InstructionDecoder &d) {
  Space &space = d.inst.space;
  return (d.takeSpace(space) && space != Space::SharedCluster) ||
         !d.take("mbarrier::complete_tx::bytes");
}

bool tessera::ptx::decodeAsyncStore(InstructionDecoder &d) {
  Inst &inst = d.inst;
  d.take("weak");
  if (takeTarget(d))
    return true;
  inst.execute = &storeLanes<false>;
  for (unsigned count : {2, 4})
    if (d.take("v" + std::to_string(count)))
      inst.count = static_cast<uint8_t>(count);
  Type type = inst.type = d.takeType();
  unsigned width = bitWidth(type);
  if (!(isFloat(type) || isInteger(type)) || width < 32 || type == Type::TF32 ||
      width * inst.count > 128)
    return true;
  return (width == 128 && d.needsVersion(92)) || takeOperands(d);
}

bool tessera::ptx::decodeAsyncReduction(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &storeLanes<true>;
  inst.order = MemoryOrder::Relaxed;
  if (!d.take("relaxed") || !d.take("cluster") || takeTarget(d) ||
      !takeAtomicOperation(d))
    return true;
  inst.scope = Scope::Cluster;
  inst.type = d.takeType();
  return !isSharedReduction(static_cast<AtomicOp>(inst.operation), inst.type) ||
         takeOperands(d);
}

//===- AsyncCopy.cpp - Copies that go on beside their thread --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous copy": cp.async, cp.async.bulk,
// cp.reduce.async.bulk without tensors, their groups, cp.async.mbarrier.arrive.
// Addresses are judged when the instruction is issued, whenever the operation
// takes place.
//
//===----------------------------------------------------------------------===//

#include "../Async.h"
#include "../Counters.h"
#include "../Lanes.h"
#include "Reduction.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

class CopyOperation : public AsyncOperation {
public:
  using AsyncOperation::AsyncOperation;

  void read() override {
    data.resize(size);
    if (sourceSize)
      std::memcpy(data.data(), from, sourceSize);
  }
  void write() override {
    if (byteMask == 0xFFFF) {
      if (size)
        std::memcpy(to, data.data(), size);
    } else {
      for (uint32_t i = 0; i != size; ++i)
        if (byteMask >> (i % 16) & 1)
          to[i] = data[i];
    }
    data.clear();
  }

  const uint8_t *from = nullptr;
  uint8_t *to = nullptr;
  uint32_t size = 0;
  uint32_t sourceSize = 0;    ///< what follows in the destination becomes zero
  uint16_t byteMask = 0xFFFF; ///< of each 16 bytes, what is copied

private:
  llvm::SmallVector<uint8_t, 16> data;
};

/// Combines elements of global memory with those of a buffer.
class ReduceOperation : public AsyncOperation {
public:
  ReduceOperation(const AsyncOrigin &origin, const Inst &inst)
      : AsyncOperation(origin), inst(inst) {}

  void read() override { data.assign(from, from + size); }
  void write() override {
    for (uint32_t i = 0; i < size; i += byteWidth(inst.type))
      reduceElement(inst, to + i, data.data() + i);
    data.clear();
  }

  const Inst &inst;
  const uint8_t *from = nullptr;
  uint8_t *to = nullptr;
  uint32_t size = 0;

private:
  std::vector<uint8_t> data;
};

/// Addresses of an instruction that has several lie in its list, each in four
/// words: slot, whether it is 64 bits wide, and the offset.
constexpr unsigned wordsOfAddress = 4;

uint64_t listedAddress(const Warp &warp, const Inst &inst, unsigned position,
                       unsigned lane) {
  const Slot *words = warp.list(inst) + wordsOfAddress * position;
  uint64_t base = words[1] ? warp.read<uint64_t>(words[0])[lane]
                           : warp.read<uint32_t>(words[0])[lane];
  return base + (words[2] | uint64_t(words[3]) << 32);
}

/// The host's address of `size` bytes that a copy reads or writes; null after a
/// fault. `alignment` is that of the address.
uint8_t *resolveRange(const AsyncOrigin &origin, Space space, uint64_t address,
                      uint64_t size, uint64_t alignment, Access access) {
  Warp &warp = *origin.warp;
  if (size == alignment)
    return warp.resolve(space, address, size, origin.lane, access);
  const char *side = access == Access::Load ? "source" : "destination";
  if (address % alignment) {
    origin.fault(
        "the " + llvm::Twine(side) + " of this copy, " + spaceName(space) +
        " address 0x" + llvm::utohexstr(address, true) +
        ", is misaligned; it must be a multiple of " + llvm::Twine(alignment));
    return nullptr;
  }
  bool isInside;
  if (space == Space::Shared) {
    uint64_t bytes = warp.block.shared.size();
    isInside = address <= bytes && size <= bytes - address;
  } else {
    const Allocation *allocation =
        warp.block.launch.memory.findAtOrBelow(address);
    isInside = allocation && allocation->contains(address, size);
  }
  if (isInside)
    return warp.resolve(space, address, 1, origin.lane, access);
  origin.fault(
      "the " + llvm::Twine(side) + " of this copy, " + llvm::Twine(size) +
      " bytes at " + spaceName(space) + " address 0x" +
      llvm::utohexstr(address, true) + ", runs out of bounds; " +
      (space == Space::Shared
           ? "the block has " + std::to_string(warp.block.shared.size()) +
                 " bytes of shared memory"
           : warp.block.launch.memory.describeNearest(address)));
  return nullptr;
}

/// What a race checker has to know of an operation.
struct AsyncAccess {
  Access kind;
  Space space;
  uint64_t address;
  uint64_t size;
};

void tellRaces(AsyncOperation &operation, Proxy proxy,
               std::initializer_list<AsyncAccess> accesses) {
  const AsyncOrigin &origin = operation.origin;
  RaceChecker *races = origin.warp->block.launch.races;
  if (!races)
    return;
  operation.agent = races->beginAsync(*origin.warp, origin.lane, proxy);
  for (const AsyncAccess &a : accesses)
    if (a.size)
      races->accessAsync(*origin.warp, origin.lane, operation.agent, a.kind,
                         a.space, a.address, a.size);
}

//===----------------------------------------------------------------------===//
// cp.async
//===----------------------------------------------------------------------===//

/// Bytes that a lane takes from its source; nothing after a fault.
std::optional<uint32_t> sourceSize(Warp &warp, const Inst &inst,
                                   unsigned lane) {
  auto size = static_cast<uint32_t>(inst.immediate);
  if (inst.src[2] != noSlot) {
    bool ignores = warp.readPredicate(inst.src[2]) >> lane & 1;
    return ignores != inst.isNegated ? 0 : size;
  }
  if (inst.src[1] == noSlot)
    return size;
  uint32_t given = warp.read<uint32_t>(inst.src[1])[lane];
  if (given <= size)
    return given;
  warp.fault(lane, "the source of this copy has " + llvm::Twine(given) +
                       " bytes, more than the " + llvm::Twine(size) +
                       " that are copied");
  return std::nullopt;
}

/// The two accesses of a warp's cp.async, as the counters see them.
struct CopyRequests {
  uint64_t sources[warpSize], destinations[warpSize];
  LanePointers sourceBytes = {}, destinationBytes = {};
  LaneMask reading = 0;

  void count(Warp &warp, const Inst &inst, LaneMask mask) const {
    if (!warp.counters)
      return;
    auto pc =
        static_cast<uint32_t>(&inst - warp.frame->code->instructions.data());
    Request request;
    request.size = static_cast<uint32_t>(inst.immediate);
    request.kind = Access::Load;
    request.space = Space::Global;
    request.lanes = reading;
    request.addresses = sources;
    request.bytes = sourceBytes.data();
    if (reading)
      warp.counters->access(*warp.frame->code, pc, request);
    request.kind = Access::Store;
    request.space = Space::Shared;
    request.lanes = mask;
    request.addresses = destinations;
    request.bytes = destinationBytes.data();
    warp.counters->access(*warp.frame->code, pc, request);
  }
};

void copyLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  ++warp.accessesOutside;
  auto size = static_cast<uint32_t>(inst.immediate);
  CopyRequests requests;
  for (LaneMask left = mask; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    AsyncOrigin origin(warp, inst, lane);
    uint64_t to = requests.destinations[lane] =
        listedAddress(warp, inst, 0, lane);
    uint64_t from = requests.sources[lane] = listedAddress(warp, inst, 1, lane);
    auto taken = sourceSize(warp, inst, lane);
    if (!taken)
      return;
    uint8_t *destination =
        resolveRange(origin, Space::Shared, to, size, size, Access::Store);
    if (!destination)
      return;
    const uint8_t *source = nullptr;
    if (*taken) {
      source =
          resolveRange(origin, Space::Global, from, *taken, size, Access::Load);
      if (!source)
        return;
      requests.reading |= LaneMask(1) << lane;
    }
    requests.sourceBytes[lane] = const_cast<uint8_t *>(source);
    requests.destinationBytes[lane] = destination;
  }
  requests.count(warp, inst, mask);
  for (LaneMask left = mask; left && !warp.hasFaulted(); left &= left - 1) {
    unsigned lane = firstLane(left);
    uint32_t taken = *sourceSize(warp, inst, lane);
    if (!async.isTracking()) {
      uint8_t *to = requests.destinationBytes[lane];
      if (taken)
        std::memcpy(to, requests.sourceBytes[lane], taken);
      std::memset(to + taken, 0, size - taken);
      continue;
    }
    auto copy = std::make_shared<CopyOperation>(AsyncOrigin(warp, inst, lane));
    copy->from = requests.sourceBytes[lane];
    copy->to = requests.destinationBytes[lane];
    copy->size = size;
    copy->sourceSize = taken;
    tellRaces(
        *copy, Proxy::Generic,
        {{Access::Load, Space::Global, requests.sources[lane], taken},
         {Access::Store, Space::Shared, requests.destinations[lane], size}});
    async.begin(std::move(copy), /*isBulk=*/false);
  }
}

void arriveAfterCopiesLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  ++warp.accessesOutside;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    auto offset = mbarrierOffset(origin, inst.space,
                                 warp.effectiveAddress(inst, origin.lane));
    Mbarrier *mbarrier = offset ? async.find(origin, *offset) : nullptr;
    // .noinc: the arrival is one of those that the mbarrier expects.
    if (!mbarrier || (!inst.isNegated && !async.addPending(origin, *mbarrier)))
      return;
    async.arriveAfterCopies(origin, *mbarrier);
  }
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

template <bool isBulk>
void commitLanes(Warp &warp, const Inst &, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  for (; mask; mask &= mask - 1)
    async.commitGroup(warp, firstLane(mask), isBulk);
}

/// A wait brings about what it waits for, so that it never holds its lanes.
template <bool isBulk>
void waitLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1)
    async.waitForGroups(warp, firstLane(mask), isBulk,
                        static_cast<uint64_t>(inst.immediate),
                        /*readsOnly=*/inst.isNegated);
}

void waitForAllLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  commitLanes<false>(warp, inst, mask);
  waitLanes<false>(warp, inst, mask);
}

//===----------------------------------------------------------------------===//
// cp.async.bulk
//===----------------------------------------------------------------------===//

/// Source, destination and size of a lane's bulk operation, resolved; false
/// after a fault.
struct BulkRange {
  uint64_t to = 0, from = 0;
  uint32_t size = 0;
  uint8_t *destination = nullptr;
  const uint8_t *source = nullptr;

  bool resolve(const AsyncOrigin &origin, const Inst &inst, Space toSpace,
               Space fromSpace) {
    Warp &warp = *origin.warp;
    to = listedAddress(warp, inst, 0, origin.lane);
    from = listedAddress(warp, inst, 1, origin.lane);
    size = warp.read<uint32_t>(inst.src[1])[origin.lane];
    if (size % 16) {
      origin.fault("the size of a bulk copy is a multiple of 16, not " +
                   llvm::Twine(size));
      return false;
    }
    if (size == 0)
      return true;
    destination = resolveRange(origin, toSpace, to, size, 16, Access::Store);
    source = destination
                 ? resolveRange(origin, fromSpace, from, size, 16, Access::Load)
                 : nullptr;
    return source;
  }
};

std::shared_ptr<CopyOperation> makeCopy(const AsyncOrigin &origin,
                                        const BulkRange &range) {
  auto copy = std::make_shared<CopyOperation>(origin);
  copy->from = range.source;
  copy->to = range.destination;
  copy->size = copy->sourceSize = range.size;
  return copy;
}

/// From global to shared memory; an mbarrier counts the bytes.
void bulkLoadLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  ++warp.accessesOutside;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    BulkRange range;
    if (!range.resolve(origin, inst, Space::Shared, Space::Global))
      return;
    auto offset = mbarrierOffset(origin, Space::Shared,
                                 listedAddress(warp, inst, 2, origin.lane));
    if (!offset || !async.find(origin, *offset))
      return;
    auto copy = makeCopy(origin, range);
    copy->mbarrier = *offset;
    copy->transactions = range.size;
    tellRaces(*copy, Proxy::Async,
              {{Access::Load, Space::Global, range.from, range.size},
               {Access::Store, Space::Shared, range.to, range.size}});
    async.begin(std::move(copy), /*isBulk=*/true);
  }
}

/// From shared to global memory, in a bulk group.
void bulkStoreLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  ++warp.accessesOutside;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    BulkRange range;
    if (!range.resolve(origin, inst, Space::Global, Space::Shared))
      return;
    auto copy = makeCopy(origin, range);
    if (inst.src[2] != noSlot)
      copy->byteMask = warp.read<uint16_t>(inst.src[2])[origin.lane];
    tellRaces(*copy, Proxy::Async,
              {{Access::Load, Space::Shared, range.from, range.size},
               {Access::Store, Space::Global, range.to, range.size}});
    async.begin(std::move(copy), /*isBulk=*/true);
  }
}

/// From shared memory into global memory, in a bulk group.
void bulkReduceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  ++warp.accessesOutside;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    BulkRange range;
    if (!range.resolve(origin, inst, Space::Global, Space::Shared))
      return;
    auto reduction = std::make_shared<ReduceOperation>(origin, inst);
    reduction->from = range.source;
    reduction->to = range.destination;
    reduction->size = range.size;
    tellRaces(*reduction, Proxy::Async,
              {{Access::Load, Space::Shared, range.from, range.size},
               {Access::Atomic, Space::Global, range.to, range.size}});
    async.begin(std::move(reduction), /*isBulk=*/true);
  }
}

void noEffect(Warp &, const Inst &, LaneMask) {}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

/// Adds an address of a space to the instruction's list.
static bool listAddress(InstructionDecoder &d, size_t i, Space space) {
  Inst &inst = d.inst;
  std::vector<Slot> &slots = d.function.code.slots;
  inst.space = space;
  if (d.address(i))
    return true;
  if (inst.isFrameRelative)
    return d.fail("operand " + llvm::Twine(i + 1) +
                  " lies in memory of the thread");
  auto offset = static_cast<uint64_t>(inst.immediate);
  slots.insert(slots.end(),
               {inst.src[0], inst.isWide, static_cast<Slot>(offset),
                static_cast<Slot>(offset >> 32)});
  return false;
}

static bool listAddresses(InstructionDecoder &d, Space to, Space from) {
  d.inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  return listAddress(d, 0, to) || listAddress(d, 1, from);
}

/// cp.async, of which .async is taken.
static bool decodeSmallCopy(InstructionDecoder &d) {
  Inst &inst = d.inst;
  bool isWhole = d.take("cg");
  if ((!isWhole && !d.take("ca")) ||
      (!d.take("shared") && !d.take("shared::cta")) || !d.take("global"))
    return true;
  for (const char *hint : {"L2::64B", "L2::128B", "L2::256B"})
    d.take(hint);
  bool hasPolicy = d.take("L2::cache_hint");
  inst.execute = &copyLanes;
  int64_t size = 0;
  if (d.expectOperands(3 + hasPolicy, 4 + hasPolicy) ||
      listAddresses(d, Space::Shared, Space::Global) ||
      d.integerLiteral(2, size))
    return true;
  if (size != 16 && (isWhole || (size != 4 && size != 8)))
    return d.fail("the size of the copy must be " +
                  llvm::Twine(isWhole ? "16" : "4, 8 or 16"));
  inst.immediate = size;
  size_t last = d.operandCount() - 1;
  if (hasPolicy && d.source(last, Type::B64, 3))
    return true;
  if (d.operandCount() == 3u + hasPolicy)
    return false;
  const Operand &fourth = d.operand(3);
  bool isPredicate =
      fourth.kind == Operand::Kind::Register && d.registerWidth(fourth) == 1;
  return isPredicate ? d.predicateSource(3, 2) : d.source(3, Type::U32, 1);
}

static bool decodeWait(InstructionDecoder &d, Handler handler) {
  d.inst.execute = handler;
  int64_t count = 0;
  if (d.expectOperands(1) || d.integerLiteral(0, count))
    return true;
  d.inst.immediate = count;
  return count < 0 && d.fail("a number of groups is not negative");
}

static bool decodeCopiesArrival(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &arriveAfterCopiesLanes;
  inst.isNegated = d.take("noinc");
  d.takeSpace(inst.space);
  return !d.take("arrive") || d.takeType() != Type::B64 ||
         d.expectOperands(1) || d.address(0);
}

/// .weak, or .relaxed with a scope and .b128.
static bool takeBulkOrder(InstructionDecoder &d) {
  if (!d.take("relaxed")) {
    d.take("weak");
    return false;
  }
  d.inst.order = MemoryOrder::Relaxed;
  if (!d.takeScope(d.inst.scope) || !d.take("b128"))
    return d.fail("a bulk copy with .relaxed has a scope and the type .b128");
  return false;
}

static bool decodeBulkLoad(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &bulkLoadLanes;
  if (!d.take("mbarrier::complete_tx::bytes"))
    return true;
  bool hasPolicy = d.take("L2::cache_hint");
  return d.expectOperands(4 + hasPolicy) ||
         listAddresses(d, Space::Shared, Space::Global) ||
         listAddress(d, 3, Space::Shared) || d.source(2, Type::U32, 1) ||
         (hasPolicy && d.source(4, Type::B64, 3));
}

static bool decodeBulkStore(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &bulkStoreLanes;
  if (!d.take("bulk_group"))
    return true;
  bool hasPolicy = d.take("L2::cache_hint");
  bool hasMask = d.take("cp_mask");
  return d.expectOperands(3 + hasPolicy + hasMask) ||
         listAddresses(d, Space::Global, Space::Shared) ||
         d.source(2, Type::U32, 1) ||
         (hasPolicy && d.source(3, Type::B64, 3)) ||
         (hasMask && d.source(3 + hasPolicy, Type::B16, 2));
}

/// Whether a reduction into global memory has this operation on this type.
static bool isBulkReduction(AtomicOp operation, Type type) {
  switch (operation) {
  case AtomicOp::Add:
    return type == Type::U32 || type == Type::S32 || type == Type::U64 ||
           type == Type::F16 || type == Type::BF16 || type == Type::F32 ||
           type == Type::F64;
  case AtomicOp::Min:
  case AtomicOp::Max:
    return type == Type::U32 || type == Type::S32 || type == Type::U64 ||
           type == Type::S64 || type == Type::F16 || type == Type::BF16;
  case AtomicOp::Inc:
  case AtomicOp::Dec:
    return type == Type::U32;
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
    return type == Type::B32 || type == Type::B64;
  default:
    return false;
  }
}

static bool decodeBulkReduction(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (!d.take("async") || !d.take("bulk"))
    return true;
  if (d.take("tensor"))
    return d.fail("the emulator does not execute tensor copies (TMA)");
  if (d.take("shared::cluster"))
    return d.fail("the emulator does not copy to other blocks of a cluster");
  inst.execute = &bulkReduceLanes;
  if (d.take("relaxed") && !d.takeScope(inst.scope))
    return d.fail("a reduction with .relaxed has a scope");
  if (!d.take("global") || !d.take("shared::cta") || !d.take("bulk_group"))
    return true;
  bool hasPolicy = d.take("L2::cache_hint");
  if (!takeAtomicOperation(d))
    return true;
  bool keepsSubnormals = d.take("noftz");
  Type type = inst.type = d.takeType();
  auto operation = static_cast<AtomicOp>(inst.operation);
  bool isHalf = type == Type::F16 || type == Type::BF16;
  if (!isBulkReduction(operation, type) ||
      keepsSubnormals != (isHalf && operation == AtomicOp::Add))
    return true;
  return d.expectOperands(3 + hasPolicy) ||
         listAddresses(d, Space::Global, Space::Shared) ||
         d.source(2, Type::U32, 1) || (hasPolicy && d.source(3, Type::B64, 3));
}

static bool decodeBulkPrefetch(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &noEffect;
  if (!d.take("L2") || !d.take("global"))
    return true;
  bool hasPolicy = d.take("L2::cache_hint");
  inst.space = Space::Global;
  return d.expectOperands(2 + hasPolicy) || d.address(0) ||
         d.source(1, Type::U32, 1) || (hasPolicy && d.source(2, Type::B64, 3));
}

/// cp.async.bulk, of which both are taken.
static bool decodeBulk(InstructionDecoder &d) {
  if (d.take("commit_group")) {
    d.inst.execute = &commitLanes<true>;
    return d.expectOperands(0);
  }
  if (d.take("wait_group")) {
    d.inst.isNegated = d.take("read");
    return decodeWait(d, &waitLanes<true>);
  }
  bool isPrefetch = d.take("prefetch");
  if (d.take("tensor"))
    return d.fail("the emulator does not execute tensor copies (TMA)");
  if (isPrefetch)
    return decodeBulkPrefetch(d);
  if (d.take("multicast::cluster"))
    return d.fail("the emulator does not copy to several blocks of a cluster");
  if (takeBulkOrder(d))
    return true;
  bool isToCluster = d.take("shared::cluster");
  // Of source and destination, one is global.
  bool hasOwn = d.take("shared::cta");
  if (isToCluster && hasOwn)
    return d.fail("the emulator does not copy to other blocks of a cluster");
  if (!d.take("global") || (!isToCluster && !hasOwn))
    return true;
  if (isToCluster)
    return decodeBulkLoad(d);
  auto place = [&](llvm::StringRef name) {
    return llvm::find(d.syntax.modifiers, name) - d.syntax.modifiers.begin();
  };
  return place("shared::cta") < place("global") ? decodeBulkLoad(d)
                                                : decodeBulkStore(d);
}

static bool decodeCopy(InstructionDecoder &d) {
  if (d.take("reduce"))
    return decodeBulkReduction(d);
  if (!d.take("async"))
    return true;
  Inst &inst = d.inst;
  if (d.take("bulk"))
    return decodeBulk(d);
  if (d.take("commit_group")) {
    inst.execute = &commitLanes<false>;
    return d.expectOperands(0);
  }
  if (d.take("wait_group"))
    return decodeWait(d, &waitLanes<false>);
  if (d.take("wait_all")) {
    inst.execute = &waitForAllLanes;
    inst.immediate = 0;
    return d.expectOperands(0);
  }
  if (d.take("mbarrier"))
    return decodeCopiesArrival(d);
  return decodeSmallCopy(d);
}

void tessera::ptx::addAsyncCopyInstructions(InstructionTable &table) {
  table["cp"] = decodeCopy;
}

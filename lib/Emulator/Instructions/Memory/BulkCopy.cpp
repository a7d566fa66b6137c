//===- BulkCopy.cpp - Bulk copies and reductions --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous copy": cp.async.bulk and cp.reduce.async.bulk
// without tensors. They go through the async proxy. A multicast copy is one
// operation for each destination block.
//
//===----------------------------------------------------------------------===//

#include "../../Counters/Counters.h"
#include "../../Grid/Block.h"
#include "../../Grid/Cluster.h"
#include "../../Machine/Lanes.h"
#include "AsyncCopy.h"
#include "Reduction.h"
#include "TensorCopy.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

namespace {

/// Combines elements of global memory with those of a buffer.
class ReduceOperation : public AsyncOperation {
public:
  ReduceOperation(const AsyncOrigin &origin, const Inst &inst)
      : AsyncOperation(origin), inst(inst) {}

  void read() override {
    data.assign(from, from + size);
    origin.noteCopy(data.data(), from, size);
  }
  void write() override {
    const uint32_t step = byteWidth(inst.type);
    for (uint32_t i = 0; i < size; i += step) {
      reduceElement(inst, to + i, data.data() + i);
      origin.noteCombination(to + i, data.data() + i, step);
    }
    data.clear();
  }

  const Inst &inst;
  const uint8_t *from = nullptr;
  uint8_t *to = nullptr;
  uint32_t size = 0;

private:
  std::vector<uint8_t> data;
};

/// Source, destination and size of a lane's bulk operation, resolved; false
/// after a fault.
struct BulkRange {
  uint64_t to = 0, from = 0;
  uint32_t size = 0;
  uint32_t left = 0, readSize = 0; ///< the part of the source that is read
  uint8_t *destination = nullptr;
  const uint8_t *source = nullptr;

  bool resolve(const AsyncOrigin &origin, const Inst &inst, Space toSpace,
               Space fromSpace) {
    return resolve(origin, inst, toSpace, fromSpace,
                   listedAddress(*origin.warp, inst, 0, origin.lane));
  }
  bool resolve(const AsyncOrigin &origin, const Inst &inst, Space toSpace,
               Space fromSpace, uint64_t destinationAddress) {
    Warp &warp = *origin.warp;
    to = destinationAddress;
    from = listedAddress(warp, inst, 1, origin.lane);
    size = warp.read<uint32_t>(inst.src[1])[origin.lane];
    if (size % 16) {
      origin.fault("the size of a bulk copy is a multiple of 16, not " +
                   llvm::Twine(size));
      return false;
    }
    readSize = size;
    bool isOwnLoad = toSpace == Space::Shared && fromSpace == Space::Global;
    if (isOwnLoad && inst.src[ignoredLeft] != noSlot &&
        !takeIgnored(origin, inst))
      return false;
    if (size == 0)
      return true;
    destination = resolveRange(origin, toSpace, to, size, 16, Access::Store);
    return destination && resolveSource(origin, fromSpace);
  }

  /// For loads with .ignore_oob: limits on the bytes at each end of the source
  /// that may lie out of bounds. The destination bytes for them are
  /// indeterminate.
  static constexpr unsigned ignoredLeft = 2, ignoredRight = 3;

private:
  bool takeIgnored(const AsyncOrigin &origin, const Inst &inst) {
    left = origin.warp->read<uint32_t>(inst.src[ignoredLeft])[origin.lane];
    uint32_t right =
        origin.warp->read<uint32_t>(inst.src[ignoredRight])[origin.lane];
    if (left > 15 || right > 15)
      origin.fault("up to 15 bytes at each end of a bulk copy can be ignored, "
                   "not " +
                   llvm::Twine(std::max(left, right)));
    readSize = size - std::min(size, left + right);
    return left <= 15 && right <= 15;
  }

  bool resolveSource(const AsyncOrigin &origin, Space space) {
    if (readSize == size)
      source = resolveRange(origin, space, from, size, 16, Access::Load);
    else if (from % 16)
      origin.fault(LaunchFault::MisalignedAddress,
                   "the source of this copy, 0x" + llvm::utohexstr(from, true) +
                       ", is misaligned; it must be a multiple of 16");
    else if (readSize)
      source =
          resolveRange(origin, space, from + left, readSize, 1, Access::Load);
    return source || !readSize;
  }
};

/// Counts an operation. `isAgain`: a multicast one, for a block after the
/// first.
void count(const AsyncOrigin &origin, const BulkRange &range, Space toSpace,
           Space fromSpace, bool isAgain = false) {
  Counters *counters = origin.warp->counters;
  if (!counters)
    return;
  auto add = [&](Counter counter, uint64_t value) {
    counters->count(*origin.code, origin.pc, counter, value);
  };
  bool isLoad = isShared(toSpace);
  add(Counter::BulkSharedBytes,
      uint64_t(range.size) * (isLoad + isShared(fromSpace)));
  if (isAgain)
    return add(Counter::MulticastBytes, range.size);
  add(Counter::BulkRequests, 1);
  if (!isLoad)
    counters->accessGlobal(*origin.code, origin.pc, range.to, range.size);
  else if (!isShared(fromSpace))
    counters->accessGlobal(*origin.code, origin.pc, range.from, range.size);
}

std::shared_ptr<CopyOperation> makeCopy(const AsyncOrigin &origin,
                                        const BulkRange &range) {
  auto copy = std::make_shared<CopyOperation>(origin);
  copy->from = range.source;
  copy->to = range.destination;
  copy->size = range.size;
  copy->sourceAt = range.left;
  copy->sourceSize = range.readSize;
  copy->rest = 0xA5; // indeterminate bytes, any value
  return copy;
}

/// Records the other blocks that an operation reaches.
void noteHomes(AsyncOperation &operation, const AsyncOrigin &origin,
               Space toSpace, uint64_t to, const MbarrierPlace *mbarrier) {
  Warp &warp = *origin.warp;
  if (toSpace == Space::SharedCluster)
    operation.writes = warp.block.ownerOf(origin.lane, to, warp);
  if (!mbarrier)
    return;
  operation.mbarrier = mbarrier->offset;
  operation.mbarrierHome = mbarrier->home;
}

/// Begins a copy to shared memory whose bytes an mbarrier counts; false after a
/// fault.
bool beginLoad(const AsyncOrigin &origin, const Inst &inst, Space toSpace,
               Space fromSpace, const BulkRange &range, uint64_t mbarrier,
               bool isAgain = false) {
  auto place = mbarrierPlace(origin, toSpace, mbarrier);
  if (!place || !place->home->asyncUnit().find(origin, place->offset))
    return false;
  count(origin, range, toSpace, fromSpace, isAgain);
  auto copy = makeCopy(origin, range);
  copy->transactions = range.size;
  copy->writesGlobal = false;
  noteHomes(*copy, origin, toSpace, range.to, &*place);
  tellRaces(*copy, Proxy::Async,
            {{Access::Load, fromSpace, range.from + range.left, range.readSize},
             {Access::Store, toSpace, range.to, range.size}});
  origin.warp->block.asyncUnit().begin(std::move(copy), /*isBulk=*/true);
  return !origin.warp->hasFaulted();
}

/// To shared memory of this block or of others.
template <Space toSpace, Space fromSpace>
void bulkLoadLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    BulkRange range;
    if (!range.resolve(origin, inst, toSpace, fromSpace))
      return;
    if (isShared(fromSpace) &&
        warp.block.ownerOf(origin.lane, range.to, warp) == &warp.block)
      return origin.fault("a copy from shared::cta to shared::cluster goes to "
                          "another block of the cluster, not to its own");
    beginLoad(origin, inst, toSpace, fromSpace, range,
              listedAddress(warp, inst, 2, origin.lane));
  }
}

/// To each block of a mask, at the offsets of destination and mbarrier.
void multicastLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    const uint64_t to = listedAddress(warp, inst, 0, origin.lane);
    const uint64_t mbarrier = listedAddress(warp, inst, 2, origin.lane);
    uint32_t ranks = warp.read<uint16_t>(inst.src[2])[origin.lane];
    bool isAgain = false;
    for (; ranks; ranks &= ranks - 1) {
      uint64_t rank = llvm::countr_zero(ranks);
      BulkRange range;
      if (!range.resolve(origin, inst, Space::SharedCluster, Space::Global,
                         atRank(to, rank)) ||
          !beginLoad(origin, inst, Space::SharedCluster, Space::Global, range,
                     atRank(mbarrier, rank), isAgain))
        return;
      isAgain = true;
    }
  }
}

/// Tells the checkers of zeros that a lane is to store. They are told as small
/// stores of a known value, as several threads may store zeros in one place.
void tellOfZeros(Warp &warp, unsigned lane, uint64_t offset, uint8_t *to,
                 uint64_t size) {
  constexpr uint32_t step = 8;
  static constexpr uint8_t zeros[step] = {};
  RaceChecker *races = warp.block.launch.races;
  std::array<const uint8_t *, warpSize> stored;
  stored.fill(zeros);
  uint64_t addresses[warpSize] = {};
  LanePointers bytes = {};
  Request request;
  request.kind = Access::Store;
  request.space = Space::Shared;
  request.details.stored = stored.data();
  request.size = step;
  request.lanes = LaneMask(1) << lane;
  request.addresses = addresses;
  request.bytes = bytes.data();
  for (uint64_t at = 0; races && at != size && !warp.hasFaulted(); at += step) {
    addresses[lane] = offset + at;
    bytes[lane] = to + at;
    // Shards are of global memory, so that none stays locked.
    (void)races->access(warp, request);
  }
}

/// st.bulk: zeros, stored by the lane itself.
void zeroLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  constexpr uint64_t largest = 16777216;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    unsigned lane = firstLane(mask);
    AsyncOrigin origin(warp, inst, lane);
    uint64_t address = warp.memory.effectiveAddress(inst, lane);
    uint64_t size = inst.sourceType == Type::B64
                        ? warp.read<uint64_t>(inst.src[1])[lane]
                        : warp.read<uint32_t>(inst.src[1])[lane];
    if (inst.space == Space::Generic && (address & windowMask) != sharedWindow)
      return origin.fault("the address 0x" + llvm::utohexstr(address, true) +
                          " of these zeros does not lie in shared memory");
    address &= ~windowMask;
    if (size % 8 || size > largest)
      return origin.fault("the size of these zeros is a multiple of 8 up to " +
                          llvm::Twine(largest) + ", not " + llvm::Twine(size));
    if (!size)
      continue;
    uint8_t *to =
        resolveRange(origin, Space::Shared, address, size, 8, Access::Store);
    if (!to)
      return;
    warp.memory.noteAccessOutside();
    warp.block.noteNews();
    tellOfZeros(warp, lane, address & sharedOffsetMask, to, size);
    if (!warp.hasFaulted())
      std::memset(to, 0, size);
  }
}

/// True if two lanes name one copy: the same bytes to the same place.
bool isSameStore(const Warp &warp, const Inst &inst, unsigned a, unsigned b) {
  auto agreeAt = [&](unsigned position) {
    return listedAddress(warp, inst, position, a) ==
           listedAddress(warp, inst, position, b);
  };
  const uint32_t *sizes = warp.read<uint32_t>(inst.src[1]);
  bool hasMask = inst.src[2] != noSlot;
  const uint16_t *masks = hasMask ? warp.read<uint16_t>(inst.src[2]) : nullptr;
  return agreeAt(0) && agreeAt(1) && sizes[a] == sizes[b] &&
         (!hasMask || masks[a] == masks[b]);
}

/// From shared to global memory, in a bulk group. Lanes that name the same copy
/// share it, as each would write the same.
void bulkStoreLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  warp.memory.noteAccessOutside();
  llvm::SmallVector<AsyncReference, 1> begun;
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    if (shareStore(async, begun, origin, [&](unsigned other) {
          return isSameStore(warp, inst, other, origin.lane);
        }))
      continue;
    BulkRange range;
    if (!range.resolve(origin, inst, Space::Global, Space::Shared))
      return;
    count(origin, range, Space::Global, Space::Shared);
    auto copy = makeCopy(origin, range);
    if (inst.src[2] != noSlot)
      copy->byteMask = warp.read<uint16_t>(inst.src[2])[origin.lane];
    tellRaces(*copy, Proxy::Async,
              {{Access::Load, Space::Shared, range.from, range.size},
               {Access::Store, Space::Global, range.to, range.size}});
    begun.push_back(copy);
    async.begin(std::move(copy), /*isBulk=*/true);
  }
}

std::shared_ptr<ReduceOperation> makeReduction(const AsyncOrigin &origin,
                                               const Inst &inst,
                                               const BulkRange &range) {
  auto reduction = std::make_shared<ReduceOperation>(origin, inst);
  reduction->from = range.source;
  reduction->to = range.destination;
  reduction->size = range.size;
  return reduction;
}

/// From shared memory into global memory, in a bulk group.
void bulkReduceLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    BulkRange range;
    if (!range.resolve(origin, inst, Space::Global, Space::Shared))
      return;
    count(origin, range, Space::Global, Space::Shared);
    auto reduction = makeReduction(origin, inst, range);
    tellRaces(*reduction, Proxy::Async,
              {{Access::Load, Space::Shared, range.from, range.size},
               {Access::Atomic, Space::Global, range.to, range.size}});
    async.begin(std::move(reduction), /*isBulk=*/true);
  }
}

/// The same into the shared memory of another block, with an mbarrier.
void bulkReduceClusterLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    BulkRange range;
    if (!range.resolve(origin, inst, Space::SharedCluster, Space::Shared))
      return;
    auto place = mbarrierPlace(origin, Space::SharedCluster,
                               listedAddress(warp, inst, 2, origin.lane));
    if (!place || !place->home->asyncUnit().find(origin, place->offset))
      return;
    count(origin, range, Space::SharedCluster, Space::Shared);
    auto reduction = makeReduction(origin, inst, range);
    reduction->transactions = range.size;
    noteHomes(*reduction, origin, Space::SharedCluster, range.to, &*place);
    tellRaces(*reduction, Proxy::Async,
              {{Access::Load, Space::Shared, range.from, range.size},
               {Access::Atomic, Space::SharedCluster, range.to, range.size}});
    warp.block.asyncUnit().begin(std::move(reduction), /*isBulk=*/true);
  }
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

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

/// A copy with .ignore_oob, from global memory to this block's shared memory.
static bool decodeIgnoringLoad(InstructionDecoder &d, bool hasPolicy) {
  return d.needsVersion(92) || d.expectOperands(6 + hasPolicy) ||
         listAddresses(d, Space::Shared, Space::Global) ||
         listAddress(d, 5, Space::Shared) || d.source(2, Type::U32, 1) ||
         d.source(3, Type::U32, BulkRange::ignoredLeft) ||
         d.source(4, Type::U32, BulkRange::ignoredRight) ||
         (hasPolicy && d.source(6, Type::B64, 0)); // the addresses are listed
}

/// `from`, `to`: the spaces as the instruction names them.
static bool decodeBulkLoad(InstructionDecoder &d, Space to, Space from) {
  Inst &inst = d.inst;
  bool isToCluster = to == Space::SharedCluster;
  if (isShared(from))
    inst.execute = &bulkLoadLanes<Space::SharedCluster, Space::Shared>;
  else
    inst.execute = isToCluster
                       ? &bulkLoadLanes<Space::SharedCluster, Space::Global>
                       : &bulkLoadLanes<Space::Shared, Space::Global>;
  if (!d.take("mbarrier::complete_tx::bytes"))
    return true;
  bool hasPolicy = !isShared(from) && d.take("L2::cache_hint");
  if (!isToCluster && d.take("ignore_oob"))
    return decodeIgnoringLoad(d, hasPolicy);
  bool isMulticast = isToCluster && !isShared(from) && takeMulticast(d);
  if (isMulticast)
    inst.execute = &multicastLanes;
  return d.expectOperands(4 + hasPolicy + isMulticast) ||
         listAddresses(d, to, from) || listAddress(d, 3, to) ||
         d.source(2, Type::U32, 1) ||
         (isMulticast && d.source(4, Type::B16, 2)) ||
         (hasPolicy && d.source(4 + isMulticast, Type::B64, 3));
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

bool tessera::ptx::isSharedReduction(AtomicOp operation, Type type) {
  switch (operation) {
  case AtomicOp::Add:
    return type == Type::U32 || type == Type::S32 || type == Type::U64;
  case AtomicOp::Min:
  case AtomicOp::Max:
    return type == Type::U32 || type == Type::S32;
  case AtomicOp::Inc:
  case AtomicOp::Dec:
    return type == Type::U32;
  case AtomicOp::And:
  case AtomicOp::Or:
  case AtomicOp::Xor:
    return type == Type::B32;
  default:
    return false;
  }
}

bool tessera::ptx::isBulkReduction(AtomicOp operation, Type type) {
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

static bool decodeClusterReduction(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &bulkReduceClusterLanes;
  if (!d.take("shared::cta") || !d.take("mbarrier::complete_tx::bytes") ||
      !takeAtomicOperation(d))
    return true;
  inst.type = d.takeType();
  return !isSharedReduction(static_cast<AtomicOp>(inst.operation), inst.type) ||
         d.expectOperands(4) ||
         listAddresses(d, Space::SharedCluster, Space::Shared) ||
         listAddress(d, 3, Space::SharedCluster) || d.source(2, Type::U32, 1);
}

bool tessera::ptx::decodeBulkReduction(InstructionDecoder &d) {
  Inst &inst = d.inst;
  if (!d.take("async") || !d.take("bulk") || d.needsTarget(90))
    return true;
  if (d.take("tensor"))
    return decodeTensorReduction(d);
  inst.execute = &bulkReduceLanes;
  if (d.take("relaxed") && !d.takeScope(inst.scope))
    return d.fail("a reduction with .relaxed has a scope");
  if (d.take("shared::cluster"))
    return decodeClusterReduction(d);
  if (!d.take("global") || !d.take("shared::cta") || !d.take("bulk_group"))
    return true;
  bool hasPolicy = d.take("L2::cache_hint");
  if (!takeAtomicOperation(d))
    return true;
  Type type = inst.type = d.takeType();
  auto operation = static_cast<AtomicOp>(inst.operation);
  bool isHalf = type == Type::F16 || type == Type::BF16;
  bool isHalfSum = isHalf && operation == AtomicOp::Add;
  return !isBulkReduction(operation, type) || takeSubnormals(d, isHalfSum) ||
         d.expectOperands(3 + hasPolicy) ||
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

bool tessera::ptx::decodeBulkCopy(InstructionDecoder &d) {
  if (d.take("commit_group")) {
    d.inst.execute = &commitLanes<true>;
    return d.expectOperands(0);
  }
  if (d.take("wait_group")) {
    d.inst.isNegated = d.take("read");
    return decodeGroupWait(d, &waitLanes<true>);
  }
  if (d.needsTarget(90))
    return true;
  bool isPrefetch = d.take("prefetch");
  if (d.take("tensor"))
    return decodeTensorCopy(d, isPrefetch);
  if (isPrefetch)
    return decodeBulkPrefetch(d);
  if (takeBulkOrder(d))
    return true;
  bool isToCluster = d.take("shared::cluster");
  bool hasOwn = d.take("shared::cta");
  if (isToCluster && hasOwn)
    return decodeBulkLoad(d, Space::SharedCluster, Space::Shared);
  if (!d.take("global") || (!isToCluster && !hasOwn))
    return true;
  if (isToCluster)
    return decodeBulkLoad(d, Space::SharedCluster, Space::Global);
  auto place = [&](llvm::StringRef name) {
    return llvm::find(d.syntax.modifiers, name) - d.syntax.modifiers.begin();
  };
  return place("shared::cta") < place("global")
             ? decodeBulkLoad(d, Space::Shared, Space::Global)
             : decodeBulkStore(d);
}

/// st.bulk, after .bulk was taken.
bool tessera::ptx::decodeBulkZeros(InstructionDecoder &d) {
  Inst &inst = d.inst;
  inst.execute = &zeroLanes;
  inst.type = Type::B64; // of the stores that checkers see
  d.take("weak");
  if (d.take("shared::cta"))
    inst.space = Space::Shared;
  int64_t value = 0;
  if (d.needsTarget(100) || d.expectOperands(3) || d.address(0) ||
      d.integerLiteral(2, value))
    return true;
  if (value != 0)
    return d.fail("only zeros can be stored in bulk");
  const Operand &size = d.operand(1);
  bool isWide =
      size.kind == Operand::Kind::Register && d.registerWidth(size) == 64;
  inst.sourceType = isWide ? Type::B64 : Type::B32;
  return d.source(1, inst.sourceType, 1);
}

//===- AsyncCopy.cpp - Copies that go on beside their thread --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "Asynchronous copy": cp.async, its groups and its arrivals
// at mbarriers. Addresses are checked when the instruction is issued, whenever
// the operation takes place.
//
//===----------------------------------------------------------------------===//

#include "AsyncCopy.h"
#include "../../Counters/Counters.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

static constexpr unsigned wordsOfAddress = 4;

uint64_t tessera::ptx::listedAddress(const Warp &warp, const Inst &inst,
                                     unsigned position, unsigned lane) {
  const Slot *words = warp.list(inst) + wordsOfAddress * position;
  uint64_t base = words[1] ? warp.read<uint64_t>(words[0])[lane]
                           : warp.read<uint32_t>(words[0])[lane];
  return base + (words[2] | uint64_t(words[3]) << 32);
}

uint8_t *tessera::ptx::resolveRange(const AsyncOrigin &origin, Space space,
                                    uint64_t address, uint64_t size,
                                    uint64_t alignment, Access access) {
  Warp &warp = *origin.warp;
  if (size == alignment)
    return warp.memory.resolve(space, address, size, origin.lane, access);
  const char *side = access == Access::Load ? "source" : "destination";
  Block *owner = &warp.block;
  if (space == Space::SharedCluster)
    owner = warp.block.ownerOf(origin.lane, address, warp);
  if (!owner)
    return nullptr;
  if (address % alignment) {
    origin.fault(LaunchFault::MisalignedAddress,
                 "the " + llvm::Twine(side) + " of this copy, " +
                     spaceName(space) + " address 0x" +
                     llvm::utohexstr(address, true) +
                     ", is misaligned; it must be a multiple of " +
                     llvm::Twine(alignment));
    return nullptr;
  }
  bool isInside;
  if (isShared(space)) {
    uint64_t bytes = owner->shared.size();
    uint64_t offset = space == Space::Shared ? owner->ownOffset(address)
                                             : address & sharedOffsetMask;
    isInside = offset <= bytes && size <= bytes - offset;
  } else {
    isInside = warp.memory.isAllocated(address, size);
  }
  if (isInside)
    return warp.memory.resolve(space, address, 1, origin.lane, access);
  origin.fault(
      isShared(space) ? LaunchFault::Failed : LaunchFault::IllegalAddress,
      "the " + llvm::Twine(side) + " of this copy, " + llvm::Twine(size) +
          " bytes at " + spaceName(space) + " address 0x" +
          llvm::utohexstr(address, true) + ", runs out of bounds; " +
          (isShared(space)
               ? "the block has " + std::to_string(owner->shared.size()) +
                     " bytes of shared memory"
               : warp.block.launch.memory.describeNearest(address)));
  return nullptr;
}

void tessera::ptx::tellRaces(AsyncOperation &operation, Proxy proxy,
                             llvm::ArrayRef<AsyncAccess> accesses) {
  const AsyncOrigin &origin = operation.origin;
  RaceChecker *races = origin.warp->block.launch.races;
  if (!races)
    return;
  operation.agent = races->beginAsync(*origin.warp, origin.lane, proxy);
  Block &own = origin.warp->block;
  for (const AsyncAccess &a : accesses) {
    if (!a.size)
      continue;
    if (!isShared(a.space)) {
      races->accessAsync(*origin.warp, origin.lane, operation.agent, a.kind,
                         a.space, a.address, a.size, /*home=*/nullptr,
                         a.isBeside, a.turn);
      continue;
    }
    Block *home = a.space == Space::SharedCluster
                      ? own.getCluster().block(static_cast<unsigned>(
                            a.address >> clusterRankShift))
                      : &own;
    races->accessAsync(*origin.warp, origin.lane, operation.agent, a.kind,
                       Space::Shared, a.address & sharedOffsetMask, a.size,
                       home, /*leavesUnwritten=*/false, a.turn);
  }
}

namespace {

/// Number of bytes that a lane reads from its source; none after a fault.
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

/// The copies of a warp's lanes by cp.async.
struct CopyRequests {
  uint64_t sources[warpSize], destinations[warpSize];
  uint32_t taken[warpSize]; ///< bytes of the source
  LanePointers sourceBytes, destinationBytes;
  LaneMask reading = 0;

  bool resolve(Warp &warp, const Inst &inst, LaneMask mask);
  /// The accesses of all lanes to the sources and to the destinations.
  Request reads(const Inst &inst) const;
  Request writes(const Inst &inst, LaneMask mask) const;
  void count(Warp &warp, const Inst &inst, LaneMask mask) const;
};

/// Resolves the addresses; false after a fault.
bool CopyRequests::resolve(Warp &warp, const Inst &inst, LaneMask mask) {
  auto size = static_cast<uint32_t>(inst.immediate);
  for (LaneMask left = mask; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    destinations[lane] = listedAddress(warp, inst, 0, lane);
    sources[lane] = listedAddress(warp, inst, 1, lane);
    auto bytes = sourceSize(warp, inst, lane);
    if (!bytes)
      return false;
    taken[lane] = *bytes;
    destinationBytes[lane] = warp.memory.resolve(
        Space::Shared, destinations[lane], size, lane, Access::Store);
    if (!destinationBytes[lane])
      return false;
    sourceBytes[lane] = nullptr;
    if (!*bytes)
      continue;
    sourceBytes[lane] =
        *bytes == size
            ? warp.memory.resolve(Space::Global, sources[lane], size, lane,
                                  Access::Load)
            : resolveRange(AsyncOrigin(warp, inst, lane), Space::Global,
                           sources[lane], *bytes, size, Access::Load);
    if (!sourceBytes[lane])
      return false;
    reading |= LaneMask(1) << lane;
  }
  return true;
}

Request CopyRequests::reads(const Inst &inst) const {
  Request request;
  request.size = static_cast<uint32_t>(inst.immediate);
  request.kind = Access::Load;
  request.space = Space::Global;
  request.lanes = reading;
  request.addresses = sources;
  request.bytes = sourceBytes.data();
  return request;
}

Request CopyRequests::writes(const Inst &inst, LaneMask mask) const {
  Request request;
  request.size = static_cast<uint32_t>(inst.immediate);
  request.kind = Access::Store;
  request.space = Space::Shared;
  request.lanes = mask;
  request.addresses = destinations;
  request.bytes = destinationBytes.data();
  return request;
}

/// Counts two accesses: the read and the write.
void CopyRequests::count(Warp &warp, const Inst &inst, LaneMask mask) const {
  if (!warp.counters)
    return;
  const Code &code = *warp.frame()->code;
  auto pc = static_cast<uint32_t>(&inst - code.instructions.data());
  if (reading)
    warp.counters->access(code, pc, reads(inst));
  warp.counters->access(code, pc, writes(inst, mask));
}

void copyLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  warp.memory.noteAccessOutside();
  auto size = static_cast<uint32_t>(inst.immediate);
  CopyRequests requests;
  if (!requests.resolve(warp, inst, mask))
    return;
  requests.count(warp, inst, mask);
  uint8_t turns[2] = {};
  if (RaceChecker *races = warp.block.launch.races;
      races && async.isTracking()) {
    turns[0] = races->turnOfCopies(warp, requests.reads(inst));
    turns[1] = races->turnOfCopies(warp, requests.writes(inst, mask));
  }
  for (LaneMask left = mask; left && !warp.hasFaulted(); left &= left - 1) {
    unsigned lane = firstLane(left);
    uint32_t taken = requests.taken[lane];
    uint8_t *to = requests.destinationBytes[lane];
    const uint8_t *from = requests.sourceBytes[lane];
    if (!async.isTracking()) {
      uint8_t bytes[16] = {};
      if (taken)
        std::memcpy(bytes, from, taken);
      std::memcpy(to, bytes, size);
      continue;
    }
    auto copy = std::make_shared<CopyOperation>(AsyncOrigin(warp, inst, lane));
    copy->from = from;
    copy->to = to;
    copy->size = size;
    copy->sourceSize = taken;
    copy->writesGlobal = false;
    tellRaces(*copy, Proxy::Generic,
              {{Access::Load, Space::Global, requests.sources[lane], taken,
                /*isBeside=*/false, turns[0]},
               {Access::Store, Space::Shared, requests.destinations[lane], size,
                /*isBeside=*/false, turns[1]}});
    async.begin(std::move(copy), /*isBulk=*/false);
  }
}

void arriveAfterCopiesLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  warp.memory.noteAccessOutside();
  for (; mask && !warp.hasFaulted(); mask &= mask - 1) {
    AsyncOrigin origin(warp, inst, firstLane(mask));
    Mbarrier *mbarrier = findOwnMbarrier(origin, inst);
    // .noinc: the mbarrier already expects the arrival.
    if (!mbarrier || (!inst.isNegated && !async.addPending(origin, *mbarrier)))
      return;
    async.arriveAfterCopies(origin, *mbarrier);
  }
}

void waitForAllLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  commitLanes<false>(warp, inst, mask);
  waitLanes<false>(warp, inst, mask);
}

} // namespace

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

bool tessera::ptx::listAddress(InstructionDecoder &d, size_t i, Space space) {
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

bool tessera::ptx::listAddresses(InstructionDecoder &d, Space to, Space from) {
  d.inst.list = static_cast<uint32_t>(d.function.code.slots.size());
  return listAddress(d, 0, to) || listAddress(d, 1, from);
}

/// cp.async, after .async was taken.
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

bool tessera::ptx::decodeGroupWait(InstructionDecoder &d, Handler handler) {
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

static bool decodeCopy(InstructionDecoder &d) {
  if (d.take("reduce"))
    return decodeBulkReduction(d);
  if (!d.take("async"))
    return true;
  Inst &inst = d.inst;
  if (d.take("bulk"))
    return decodeBulkCopy(d);
  if (d.take("commit_group")) {
    inst.execute = &commitLanes<false>;
    return d.expectOperands(0);
  }
  if (d.take("wait_group"))
    return decodeGroupWait(d, &waitLanes<false>);
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

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

/// The addresses of all lanes.
static void listedAddresses(const Warp &warp, const Inst &inst,
                            unsigned position, uint64_t *addresses) {
  const Slot *words = warp.list(inst) + wordsOfAddress * position;
  const uint64_t offset = words[2] | uint64_t(words[3]) << 32;
  auto add = [&](const auto *bases) {
    forLanes(allLanes, [=](unsigned l) { addresses[l] = bases[l] + offset; });
  };
  if (words[1])
    add(warp.read<uint64_t>(words[0]));
  else
    add(warp.read<uint32_t>(words[0]));
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
  // Rows of a tensor are told of together.
  auto isRowLike = [](const AsyncAccess &a, const AsyncAccess &first) {
    return a.space == Space::Global && a.kind == first.kind && a.size &&
           !a.isBeside && !a.turn;
  };
  llvm::SmallVector<std::pair<uint64_t, uint64_t>, 64> rows;
  while (!accesses.empty()) {
    const AsyncAccess a = accesses.front();
    rows.clear();
    while (rows.size() != accesses.size() &&
           isRowLike(accesses[rows.size()], a))
      rows.push_back(
          {accesses[rows.size()].address, accesses[rows.size()].size});
    if (!rows.empty()) {
      races->accessRows(*origin.warp, origin.lane, operation.agent, a.kind,
                        rows);
      accesses = accesses.drop_front(rows.size());
      continue;
    }
    accesses = accesses.drop_front();
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

/// Copies of several lanes that have taken place.
class CopiesOfLanes : public AsyncOperation {
public:
  using AsyncOperation::AsyncOperation;
  void read() override {}
  void write() override {}
  Told &toldOf(unsigned lane) override {
    if (!told)
      told = std::make_unique<std::array<Told, warpSize>>();
    return (*told)[lane];
  }
  bool isTold(unsigned lane) const override {
    return told && (*told)[lane].isAny();
  }

private:
  std::unique_ptr<std::array<Told, warpSize>> told; ///< mostly of nobody
};

/// The copies of a warp's lanes by cp.async.
struct CopyRequests {
  uint64_t sources[warpSize], destinations[warpSize];
  uint32_t taken[warpSize]; ///< bytes of the source
  LanePointers sourceBytes, destinationBytes;
  LaneMask reading = 0;
  bool areWhole =
      true; ///< each source has as many bytes as are copied, or none
  /// That all sources lie in; null if unknown.
  const Allocation *allocation = nullptr;

  /// Both are false after a fault.
  bool takeSizes(Warp &warp, const Inst &inst, LaneMask mask);
  bool resolve(Warp &warp, const Inst &inst, LaneMask mask);
  /// The accesses of all lanes to the sources and to the destinations.
  Request reads(const Inst &inst) const;
  Request writes(const Inst &inst, LaneMask mask) const;
  void count(Warp &warp, const Inst &inst, LaneMask mask) const;
  /// Copies elements of a size for each lane.
  template <size_t size> void copyBytes(LaneMask mask) const;
  /// Makes the copies of the lanes now.
  void copy(Warp &warp, const Inst &inst, LaneMask mask) const;
  /// Asks the host for what the lanes will copy when they come here again, if they
  /// go on as far as since the last time.
  void fetchAhead(Warp &warp, const Inst &inst) const;
  std::optional<AsyncAgent> tellTogether(Warp &warp, const Inst &inst,
                                         LaneMask mask,
                                         std::array<uint8_t, 2> turns,
                                         std::optional<AsyncAgent> last) const;
};

/// Sets the number of bytes that each lane reads from its source.
bool CopyRequests::takeSizes(Warp &warp, const Inst &inst, LaneMask mask) {
  const auto size = static_cast<uint32_t>(inst.immediate);
  if (inst.src[1] == noSlot || inst.src[2] != noSlot) {
    LaneMask ignored = 0;
    if (inst.src[2] != noSlot)
      ignored =
          warp.readPredicate(inst.src[2]) ^ (inst.isNegated ? allLanes : 0);
    reading = mask & ~ignored;
    for (unsigned lane = 0; lane != warpSize; ++lane)
      taken[lane] = reading >> lane & 1 ? size : 0;
    return true;
  }
  const uint32_t *given = warp.read<uint32_t>(inst.src[1]);
  for (; mask; mask &= mask - 1) {
    const unsigned lane = firstLane(mask);
    taken[lane] = given[lane];
    if (given[lane] > size) {
      warp.fault(lane, "the source of this copy has " +
                           llvm::Twine(given[lane]) + " bytes, more than the " +
                           llvm::Twine(size) + " that are copied");
      return false;
    }
    reading |= LaneMask(given[lane] != 0) << lane;
    areWhole &= !given[lane] || given[lane] == size;
  }
  return true;
}

/// Resolves the addresses.
bool CopyRequests::resolve(Warp &warp, const Inst &inst, LaneMask mask) {
  const auto size = static_cast<uint32_t>(inst.immediate);
  if (!takeSizes(warp, inst, mask))
    return false;
  listedAddresses(warp, inst, 0, destinations);
  listedAddresses(warp, inst, 1, sources);
  MemoryUnit &memory = warp.memory;
  if (!memory.resolveAll(Space::Shared, destinations, mask, size, Access::Store,
                         destinationBytes))
    return false;
  for (uint64_t &destination : destinations)
    destination &= sharedOffsetMask;
  if (areWhole) {
    const bool isFound =
        !reading || memory.resolveAll(Space::Global, sources, reading, size,
                                      Access::Load, sourceBytes);
    allocation = reading ? memory.allocationOfAll() : nullptr;
    return isFound;
  }
  for (LaneMask left = reading; left; left &= left - 1) {
    unsigned lane = firstLane(left);
    sourceBytes[lane] =
        resolveRange(AsyncOrigin(warp, inst, lane), Space::Global,
                     sources[lane], taken[lane], size, Access::Load);
    if (!sourceBytes[lane])
      return false;
  }
  return true;
}

Request CopyRequests::reads(const Inst &inst) const {
  Request request;
  request.size = static_cast<uint32_t>(inst.immediate);
  request.kind = Access::Load;
  request.space = Space::Global;
  request.lanes = reading;
  request.allocation = allocation;
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

/// Copies at once.
template <size_t size> void CopyRequests::copyBytes(LaneMask mask) const {
  if (LLVM_LIKELY(reading == mask && areWhole))
    return inLanes(mask, [&](unsigned lane) {
      std::memcpy(destinationBytes[lane], sourceBytes[lane], size);
    });
  for (; mask; mask &= mask - 1) {
    const unsigned lane = firstLane(mask);
    uint8_t bytes[size] = {};
    if (taken[lane])
      std::memcpy(bytes, sourceBytes[lane], taken[lane]);
    std::memcpy(destinationBytes[lane], bytes, size);
  }
}

void CopyRequests::fetchAhead(Warp &warp, const Inst &inst) const {
  if (!reading)
    return;
  constexpr uintptr_t line = 64;
  const int64_t stride =
      warp.memory.strideAt(inst, sources[firstLane(reading)]);
  uintptr_t last = 0;
  for (LaneMask left = stride ? reading : 0; left; left &= left - 1) {
    const uintptr_t next =
        reinterpret_cast<uintptr_t>(sourceBytes[firstLane(left)]) +
        static_cast<uintptr_t>(stride);
    if (std::exchange(last, next / line) != next / line)
      __builtin_prefetch(reinterpret_cast<const void *>(next));
  }
}

void CopyRequests::copy(Warp &warp, const Inst &inst, LaneMask mask) const {
  const auto size = static_cast<size_t>(inst.immediate);
  fetchAhead(warp, inst);
  if (size == 16)
    copyBytes<16>(mask);
  else if (size == 8)
    copyBytes<8>(mask);
  else
    copyBytes<4>(mask);
  if (!warp.sources)
    return;
  for (; mask; mask &= mask - 1) {
    const AsyncOrigin origin(warp, inst, firstLane(mask));
    const uint32_t moved = taken[origin.lane];
    uint8_t *to = destinationBytes[origin.lane];
    origin.noteCopy(to, sourceBytes[origin.lane], moved);
    origin.noteNothing(to + moved, size - moved);
  }
}

/// Tells the race checker of all copies as of one instruction; none if each has
/// to be told by itself.
std::optional<AsyncAgent>
CopyRequests::tellTogether(Warp &warp, const Inst &inst, LaneMask mask,
                           std::array<uint8_t, 2> turns,
                           std::optional<AsyncAgent> last) const {
  if (!areWhole)
    return std::nullopt;
  RaceChecker &races = *warp.block.launch.races;
  auto agent = races.beginTogether(warp, mask, last);
  if (!agent)
    return std::nullopt;
  if (reading)
    races.accessTogether(warp, *agent, reads(inst), turns[0]);
  if (!warp.hasFaulted())
    races.accessTogether(warp, *agent, writes(inst, mask), turns[1]);
  return agent;
}

void copyLanes(Warp &warp, const Inst &inst, LaneMask mask) {
  AsyncUnit &async = warp.block.asyncUnit();
  warp.memory.noteAccessOutside();
  auto size = static_cast<uint32_t>(inst.immediate);
  CopyRequests requests;
  if (!requests.resolve(warp, inst, mask))
    return;
  requests.count(warp, inst, mask);
  std::array<uint8_t, 2> turns = {};
  std::optional<AsyncAgent> last, together;
  if (RaceChecker *races = warp.block.launch.races) {
    turns[0] = races->turnOfCopies(warp, requests.reads(inst));
    turns[1] = races->turnOfCopies(warp, requests.writes(inst, mask));
    last = async.openAgent(warp, mask);
    together = requests.tellTogether(warp, inst, mask, turns, last);
  }
  const bool areDone = !async.isTracking() || (together && async.isImmediate());
  if (areDone && !warp.hasFaulted())
    requests.copy(warp, inst, mask);
  for (LaneMask left = areDone ? 0 : mask; left && !warp.hasFaulted();
       left &= left - 1) {
    unsigned lane = firstLane(left);
    auto copy = std::make_shared<CopyOperation>(AsyncOrigin(warp, inst, lane));
    copy->from = requests.sourceBytes[lane];
    copy->to = requests.destinationBytes[lane];
    copy->size = size;
    copy->sourceSize = requests.taken[lane];
    copy->writesGlobal = false;
    if (together)
      copy->agent = *together;
    else
      tellRaces(*copy, Proxy::Generic,
                {{Access::Load, Space::Global, requests.sources[lane],
                  requests.taken[lane], /*isBeside=*/false, turns[0]},
                 {Access::Store, Space::Shared, requests.destinations[lane],
                  size, /*isBeside=*/false, turns[1]}});
    async.begin(std::move(copy), /*isBulk=*/false);
  }
  if (!async.isTracking() || !areDone || warp.hasFaulted())
    return;
  // Operations that go on are in their group.
  if (last && together == last)
    return warp.block.noteNews();
  auto copies =
      std::make_shared<CopiesOfLanes>(AsyncOrigin(warp, inst, firstLane(mask)));
  copies->agent = *together;
  copies->writesGlobal = false;
  async.keepDone(copies, mask);
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

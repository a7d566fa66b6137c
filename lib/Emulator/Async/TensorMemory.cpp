//===- TensorMemory.cpp - Tensor memory of a block ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"
#include "../Grid/Block.h"
#include "../Machine/Report.h"
#include "../Machine/Warp.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace tessera::ptx;

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

void tessera::ptx::spreadCells(unsigned bits, std::vector<uint8_t> &bytes) {
  constexpr unsigned cellBytes = 16, cellElements = 16;
  if (bits >= 8)
    return;
  for (size_t cell = 0; cell != bytes.size(); cell += cellBytes) {
    uint8_t packed[cellBytes + 1] = {};
    std::memcpy(packed, &bytes[cell], cellBytes);
    for (unsigned i = 0; i != cellElements; ++i) {
      unsigned at = i * bits;
      unsigned two = packed[at / 8] | packed[at / 8 + 1] << 8;
      bytes[cell + i] =
          static_cast<uint8_t>(two >> at % 8 & ((1u << bits) - 1));
    }
  }
}

void TensorMemory::finishThrough(TensorWork &last) {
  computeThrough(pending, last);
}

void TensorMemory::begin(std::shared_ptr<TensorWork> work) {
  pending.push_back(work);
  for (const TensorUse &use : work->uses) {
    if (use.isWrite)
      use.memory->markWritten(use.region);
    auto &list = use.memory->unobserved;
    llvm::erase_if(list, [](const auto &other) { return other->isObserved; });
    if (list.empty() || list.back() != work)
      list.push_back(work);
    if (use.memory != this)
      work->reads = work->writes = &use.memory->block;
  }
  async.launch(std::move(work));
}

void TensorMemory::commit(const AsyncOrigin &origin, Block &home,
                          Mbarrier &mbarrier) {
  Commit commit;
  commit.arrival = std::make_shared<AsyncArrival>(
      AsyncArrival{origin, mbarrier.offset, {}, false});
  auto isOwn = [&](const std::shared_ptr<TensorWork> &work) {
    return work->origin.warp == origin.warp && work->origin.lane == origin.lane;
  };
  for (const auto &work : unobserved)
    if (!work->isObserved && isOwn(work)) {
      commit.work.push_back(work);
      commit.arrival->after.push_back(work);
    }
  // A thread that waits for the mbarrier is ordered behind the committing one.
  if (RaceChecker *races = block.launch.races) {
    races->arriveMbarrier(*origin.warp, origin.lane, home, mbarrier.offset,
                          MemoryOrder::Release, Scope::Cluster);
    llvm::SmallVector<AsyncAgent, 8> underWay;
    for (const auto &work : commit.work)
      underWay.push_back(work->agent);
    races->commitWork(*origin.warp, origin.lane, underWay, home,
                      mbarrier.offset);
  }
  auto arrival = commit.arrival;
  AsyncUnit &unit = home.asyncUnit();
  unit.tensorMemory().commits.push_back(std::move(commit));
  unit.launch(std::move(arrival), mbarrier);
}

void TensorMemory::observe(const Mbarrier &mbarrier) {
  bool hasChanged = false;
  for (const Commit &commit : commits) {
    const AsyncArrival &arrival = *commit.arrival;
    if (arrival.mbarrier != mbarrier.offset || !arrival.isDone ||
        arrival.phase >= mbarrier.phase)
      continue;
    hasChanged = true;
    for (const auto &work : commit.work) {
      if (!work->isObserved && block.launch.races)
        work->memory.keepObserved(work);
      work->isObserved = true;
    }
  }
  if (!hasChanged)
    return;
  llvm::erase_if(unobserved, [](const auto &work) { return work->isObserved; });
  llvm::erase_if(commits, [&](const Commit &commit) {
    return llvm::all_of(commit.work,
                        [](const auto &work) { return work->isObserved; }) &&
           commit.arrival->isDone;
  });
}

void TensorMemory::keepObserved(const std::shared_ptr<TensorWork> &work) {
  const AsyncOrigin &origin = work->origin;
  const RaceStep over =
      block.launch.races->endWork(*origin.warp, origin.lane, work->agent);
  for (const TensorUse &use : work->uses)
    use.memory->past.add(
        {TensorHistory::Actor::Work, use.region, use.isWrite, origin, over});
}

//===----------------------------------------------------------------------===//
// Allocation
//===----------------------------------------------------------------------===//

TensorMemory::TensorMemory(AsyncUnit &async, Block &block)
    : block(block), async(async), columns(TensorColumns::of(block)),
      words(tensorLanes * tensorColumns), written(tensorColumns),
      loads(block.warps.size()), stores(block.warps.size()) {
  columns->join(*this);
}

std::string TensorMemory::describe(const AsyncOrigin &origin) const {
  return describeInstruction(block.launch.image, *origin.code, origin.pc);
}

bool TensorMemory::useGroup(const AsyncOrigin &origin, bool isPair) {
  if (!isOfPair)
    isOfPair = isPair;
  if (*isOfPair == isPair)
    return true;
  origin.fault(llvm::Twine("all instructions of tensor memory in a kernel must "
                           "have one .cta_group, but others had ") +
               (isPair ? ".cta_group::1" : ".cta_group::2"));
  return false;
}

bool TensorMemory::hasAnyOf(uint32_t first, uint32_t count) const {
  return llvm::any_of(allocations, [&](const Allocation &a) {
    return first < a.first + a.count && a.first < first + count;
  });
}

void TensorMemory::addTo(StateHash &state) const {
  for (const Allocation &a : allocations) {
    state.add(a.first);
    state.add(a.count);
  }
  state.add(reinterpret_cast<const uint8_t *>(words.data()),
            words.size() * sizeof words.front());
}

uint32_t TensorMemory::countAllocated() const {
  uint32_t count = 0;
  for (const Allocation &a : allocations)
    count += a.count;
  return count;
}

static bool isColumnCount(uint32_t columns) {
  return columns >= 32 && columns <= tensorColumns &&
         (columns & (columns - 1)) == 0;
}

bool TensorMemory::checkAllocation(Warp &warp, uint32_t count) const {
  auto fail = [&](const llvm::Twine &message) {
    warp.fault(0, message);
    return false;
  };
  if (!isColumnCount(count))
    return fail("columns of tensor memory are a power of two from 32 to 512, "
                "not " +
                llvm::Twine(count));
  if (isRelinquished)
    return fail("the block has given up its right to allocate tensor memory "
                "(tcgen05.relinquish_alloc_permit)");
  if (block.launch.config.checks.sync && last && count > last->count)
    return fail("a block may not allocate more columns of tensor memory, " +
                llvm::Twine(count) + ", than in the allocation before, " +
                llvm::Twine(last->count));
  return true;
}

std::optional<uint32_t> TensorMemory::allocate(Warp &warp, uint32_t count) {
  if (!checkAllocation(warp, count))
    return std::nullopt;
  std::optional<uint32_t> first = columns->findFree(count);
  TensorMemory *holder = columns->takePermit(*this);
  // A holder that has freed all its columns is about to end, and holds nobody
  // up.
  if (holder && first && !holder->allocations.empty())
    holder->heldUp = block.index;
  isWaiting = holder || !first;
  if (isWaiting)
    return std::nullopt;
  const Inst &inst = warp.code().instructions[warp.pc()];
  last = {*first, count, AsyncOrigin(warp, inst, 0)};
  allocations.push_back(*last);
  // Only now, as the other block of a pair may have freed its columns later.
  past.forget(*first, count);
  for (uint32_t i = 0; i != count; ++i)
    written[*first + i].reset();
  for (uint32_t i = 0; i != count && !differences.empty(); ++i)
    for (unsigned lane = 0; lane != tensorLanes; ++lane)
      differences.erase(lane * tensorColumns + *first + i);
  // A waiting block looks anew whether only the permit is missing.
  heldUp.reset();
  columns->wakeOthers(*this);
  return first;
}

/// A block that waits for the permit has no columns, and a block with columns
/// but without the permit has given it up and waits for neither: so blocks do
/// not wait in a circle.
bool TensorMemory::awaitsNeighbours() const {
  const TensorMemory *holder = columns->holder();
  if (!isWaiting || holder != this)
    return isWaiting && holder;
  return columns->countAllocated() != countAllocated();
}

void TensorMemory::relinquish() {
  isRelinquished = true;
  columns->releasePermit(*this);
}

void TensorMemory::share(const Warp &warp, PairStep step, uint32_t address,
                         TensorMemory &other) {
  shared = {warp.number, step, address};
  auto at = static_cast<size_t>(step);
  ++shares[at];
  if (other.shares[at] >= shares[at])
    bothHave[at] = other.bothHave[at] = shares[at];
  other.block.noteProgress();
}

bool TensorMemory::isSharedBy(const Warp &warp) const {
  return shared && shared->warp == warp.number;
}

std::optional<uint32_t> TensorMemory::takeShared() {
  auto at = static_cast<size_t>(shared->step);
  if (bothHave[at] < shares[at])
    return std::nullopt;
  uint32_t address = shared->address;
  shared.reset();
  block.noteProgress();
  return address;
}

std::optional<uint32_t> TensorMemory::deallocate(Warp &warp, uint32_t address,
                                                 uint32_t count,
                                                 TensorMemory *peer) {
  auto it = llvm::find_if(
      allocations, [&](const Allocation &a) { return a.first == address; });
  if (it == allocations.end() || it->count != count) {
    std::string what = it == allocations.end()
                           ? "no allocation of tensor memory begins at 0x" +
                                 llvm::utohexstr(address, true) +
                                 ": it was freed before, or never made"
                           : "the allocation of tensor memory has " +
                                 std::to_string(it->count) + " columns, not " +
                                 std::to_string(count);
    warp.fault(0, what);
    return std::nullopt;
  }
  TensorRegion all;
  all.lanes.set();
  all.first = address;
  all.count = count;
  const Inst &inst = warp.code().instructions[warp.pc()];
  const AsyncOrigin origin(warp, inst, 0);
  for (const TensorMemory *memory : {this, peer})
    if (memory &&
        (!memory->checkFlight(origin, all, /*isWrite=*/true, nullptr) ||
         !memory->checkPast(origin, all, /*isWrite=*/true, /*isWork=*/false)))
      return std::nullopt;
  allocations.erase(it);
  freedByPeer.reset();
  if (peer && peer->hasAnyOf(address, count))
    peer->freedByPeer = {address, count, origin};
  block.noteProgress();
  columns->wakeOthers(*this);
  return address;
}

bool TensorMemory::checkEnd() {
  if (!block.launch.config.checks.sync)
    return true;
  if (!allocations.empty()) {
    const Allocation &left = allocations.front();
    left.origin.fault(
        LaunchFault::TensorMemoryLeak,
        "the block ends with " + llvm::Twine(left.count) +
            " columns of tensor memory that it has allocated here and "
            "not freed");
    return false;
  }
  if (isRelinquished || !heldUp)
    return true;
  last->origin.fault(
      "the block ends without tcgen05.relinquish_alloc_permit, which has to "
      "follow its last allocation, this one: block " +
      formatDim(*heldUp) +
      " on the same multiprocessor could not allocate tensor memory until "
      "then, though enough columns were free");
  return false;
}

std::string TensorMemory::describeWait() const {
  if (shared)
    return std::string("for the other block of the pair, which has to execute "
                       "tcgen05.") +
           (shared->step == PairStep::Allocation ? "alloc" : "dealloc") +
           " too";
  const TensorMemory *holder = columns->holder();
  if (holder && holder != this)
    return "for the permit to allocate tensor memory, which block " +
           formatDim(holder->block.index) +
           " on the same multiprocessor has not given up "
           "(tcgen05.relinquish_alloc_permit)";
  uint32_t all = columns->countAllocated(), own = countAllocated();
  std::string text = "for tensor memory: " + std::to_string(all) + " of " +
                     std::to_string(tensorColumns) + " columns are allocated";
  if (own != all)
    text += ", " + std::to_string(all - own) +
            " of them by other blocks on the same multiprocessor";
  return text;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

bool TensorMemory::check(const AsyncOrigin &origin,
                         const TensorRegion &region) const {
  if (freedByPeer && region.first < freedByPeer->first + freedByPeer->count &&
      freedByPeer->first < region.first + region.count) {
    origin.fault(
        "tensor memory is used here that the other block of the pair frees: "
        "nothing orders the use before that; a barrier of both blocks would"
        "\n  freed by: " +
        describe(freedByPeer->origin));
    return false;
  }
  for (const Allocation &a : allocations)
    if (region.first >= a.first &&
        region.first + region.count <= a.first + a.count)
      return true;
  origin.fault("columns " + llvm::Twine(region.first) + " to " +
               llvm::Twine(region.first + region.count - 1) +
               " of tensor memory lie in no allocation of the block");
  return false;
}

bool TensorMemory::checkFlight(const AsyncOrigin &origin,
                               const TensorRegion &region, bool isWrite,
                               const TensorWork *work) const {
  auto fail = [&](const char *what, const AsyncOrigin &other) {
    origin.fault(llvm::Twine("tensor memory that this instruction ") +
                 (isWrite ? "writes" : "reads") + " is in use by " + what +
                 "\n  first: " + describe(other));
    return false;
  };
  for (const auto &other : unobserved) {
    if (other->isObserved ||
        (work && work->isOfThreadOf(*other) && work->comesAfter(*other)))
      continue;
    for (const TensorUse &use : other->uses)
      if (use.memory == this && (use.isWrite || isWrite) &&
          use.region.overlaps(region))
        return fail(other->workKind == TensorWork::Kind::Product
                        ? "a product that is not known to be over: "
                          "tcgen05.commit, and a wait for its mbarrier, have "
                          "to come first"
                        : "a copy or shift that is not known to be over: "
                          "tcgen05.commit, and a wait for its mbarrier, have "
                          "to come first",
                    other->origin);
  }
  for (const auto &flights : stores)
    for (const Flight &flight : flights)
      if (flight.region.overlaps(region))
        return fail(
            "a store that is not known to be over: tcgen05.wait::st has "
            "to come first",
            flight.origin);
  for (const auto &flights : loads)
    for (const Flight &flight : flights)
      if (isWrite && flight.region.overlaps(region))
        return fail("a load that is not known to be over: tcgen05.wait::ld has "
                    "to come first",
                    flight.origin);
  return true;
}

bool TensorMemory::checkPast(const AsyncOrigin &origin,
                             const TensorRegion &region, bool isWrite,
                             bool isWork) const {
  RaceChecker *races = block.launch.races;
  const TensorHistory::Access *first =
      races ? past.findRace(*races, origin, region, isWrite, isWork) : nullptr;
  if (!first)
    return true;
  using Actor = TensorHistory::Actor;
  origin.fault(
      llvm::Twine("race on tensor memory: nothing orders the threads that ") +
      (isWrite ? "write" : "read") + " it here behind " +
      (first->actor == Actor::Load    ? "a load"
       : first->actor == Actor::Store ? "a store"
                                      : "work") +
      " that " + (first->isWrite ? "writes" : "reads") +
      " it; a barrier, or a wait at the mbarrier of a commit, would\n  "
      "first: " +
      describe(first->origin));
  return false;
}

void TensorMemory::order(TensorWork &work) {
  work.number = ++begun;
  // Work comes after all predecessors of its predecessors.
  for (const auto &other : llvm::reverse(unobserved)) {
    if (!work.isOfThreadOf(*other) || work.comesAfter(*other) ||
        !work.isPipelinedAfter(*other))
      continue;
    std::vector<uint64_t> before = other->earlier, all;
    before.push_back(other->number); // larger than the others
    std::set_union(work.earlier.begin(), work.earlier.end(), before.begin(),
                   before.end(), std::back_inserter(all));
    work.earlier = std::move(all);
  }
}

bool TensorMemory::checkUses(TensorWork &work, bool needsOldD) {
  order(work);
  return llvm::all_of(work.uses, [&](const TensorUse &use) {
    const TensorMemory &memory = *use.memory;
    return memory.check(work.origin, use.region) &&
           memory.checkFlight(work.origin, use.region, use.isWrite, &work) &&
           memory.checkPast(work.origin, use.region, use.isWrite,
                            /*isWork=*/true) &&
           ((use.isWrite && !needsOldD) ||
            memory.checkWritten(work.origin, use.region));
  });
}

void TensorMemory::noteLoad(const AsyncOrigin &origin,
                            const TensorRegion &region) {
  loads[origin.warp->number].push_back({region, origin});
}

void TensorMemory::noteStore(const AsyncOrigin &origin,
                             const TensorRegion &region) {
  stores[origin.warp->number].push_back({region, origin});
  markWritten(region);
}

void TensorMemory::wait(Warp &warp, bool isForLoads) {
  std::vector<Flight> &flights = (isForLoads ? loads : stores)[warp.number];
  RaceChecker *races = block.launch.races;
  if (races && !flights.empty()) {
    const RaceStep over = races->endAccesses(warp);
    for (const Flight &flight : flights)
      past.add({isForLoads ? TensorHistory::Actor::Load
                           : TensorHistory::Actor::Store,
                flight.region, !isForLoads, flight.origin, over});
  }
  flights.clear();
}

void TensorMemory::markWritten(const TensorRegion &region) {
  for (unsigned i = 0; i != region.count; ++i)
    written[region.first + i] |= region.lanes;
}

std::string TensorMemory::describeUnwritten(const TensorRegion &region) const {
  for (unsigned i = 0; i != region.count; ++i) {
    const unsigned column = region.first + i;
    const auto missing = region.lanes & ~written[column];
    if (missing.none())
      continue;
    unsigned lane = 0;
    while (!missing[lane])
      ++lane;
    if (!shuffle.empty() && differences.contains(lane * tensorColumns + column))
      return shuffle;
    return "tensor memory that nobody has written: column " +
           std::to_string(column);
  }
  return "";
}

bool TensorMemory::checkWritten(const AsyncOrigin &origin,
                                const TensorRegion &region) const {
  if (!block.launch.config.checks.memory)
    return true;
  std::string unwritten = describeUnwritten(region);
  if (!unwritten.empty())
    origin.fault("use of " + unwritten);
  return unwritten.empty();
}

uint32_t TensorMemory::difference(unsigned lane, unsigned column) const {
  if (written[column][lane])
    return 0;
  const auto found = differences.find(lane * tensorColumns + column);
  return found == differences.end() ? ~uint32_t(0) : found->second;
}

void TensorMemory::setDifference(unsigned lane, unsigned column,
                                 uint32_t bits) {
  written[column][lane] = !bits;
  if (bits)
    differences[lane * tensorColumns + column] = bits;
}

TensorMemory &AsyncUnit::tensorMemory() {
  if (!tensor)
    tensor = std::make_unique<TensorMemory>(*this, block);
  return *tensor;
}

bool AsyncUnit::awaitsNeighbours() const {
  return tensor && tensor->awaitsNeighbours();
}

bool AsyncUnit::checkEnd() { return !tensor || tensor->checkEnd(); }

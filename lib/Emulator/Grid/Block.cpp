//===- Block.cpp - Blocks: their warps and barriers -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Block.h"
#include "../Async/Async.h"
#include "../Machine/Warp.h"
#include "../Sources/SourceTracker.h"
#include "tessera/Emulator/SourceRun.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace tessera::ptx;

/// Instructions after which a warp lets the next one run.
static constexpr uint64_t warpQuantum = 16384;

/// In random order, a time slice of a warp takes up to 2^warpExponent
/// instructions, and now and then it gets none for up to 2^holdExponent slices.
static constexpr unsigned warpExponent = 8;
static constexpr unsigned holdExponent = 10;
static constexpr uint64_t slicesBetweenHolds = 32;
/// The same for a slice in a standstill. Slices of one length could match the
/// length of a loop, so that its warps would meet in one state alone.
static constexpr unsigned standstillExponent = 10;

Block::Block(LaunchState &launch, uint64_t number, uint64_t ticket,
             const Dim3 &clusterShape)
    : launch(launch), number(number), ticket(ticket),
      random(Random(launch.config.seed + ticket).next()),
      isRandom(launch.config.warps == OrderPolicy::Random),
      index(placeIn(launch.grid, number)), clusterShape(clusterShape),
      rank(rankOf(index, clusterShape)),
      shared(launch.reservedSharedBytes + launch.sharedBytes) {
  threads = uint64_t(launch.block[0]) * launch.block[1] * launch.block[2];
  warps.reserve(llvm::divideCeil(threads, warpSize));
  for (uint64_t first = 0; first < threads; first += warpSize) {
    uint64_t count = std::min<uint64_t>(warpSize, threads - first);
    LaneMask lanes = count == warpSize ? allLanes : (LaneMask(1) << count) - 1;
    warps.push_back(std::make_unique<Warp>(*this, first / warpSize, lanes));
  }
  if (launch.config.sources)
    launch.config.sources->getTracker().getMemory().clear(shared.data(),
                                                          shared.size());
  if (isRandom)
    heldUntil.resize(warps.size());
}

Dim3 Block::threadIndex(unsigned warp, unsigned lane) const {
  uint32_t t = warp * warpSize + lane;
  const Dim3 &shape = launch.block;
  return {t % shape[0], t / shape[0] % shape[1], t / shape[0] / shape[1]};
}

void Block::threadIndices(unsigned warp, unsigned dimension,
                          uint32_t (&values)[warpSize]) const {
  Dim3 thread = threadIndex(warp, 0);
  for (uint32_t &value : values) {
    value = thread[dimension];
    // The next thread.
    for (unsigned i = 0; ++thread[i] == launch.block[i] && i != 2; ++i)
      thread[i] = 0;
  }
}

uint32_t Block::specialValue(Special special, unsigned warp,
                             unsigned lane) const {
  auto component = [&](Special first) {
    return static_cast<unsigned>(special) - static_cast<unsigned>(first);
  };
  auto inCluster = [&](unsigned i) { return index[i] % clusterShape[i]; };
  switch (special) {
  case Special::TidX:
  case Special::TidY:
  case Special::TidZ:
    return threadIndex(warp, lane)[component(Special::TidX)];
  case Special::NtidX:
  case Special::NtidY:
  case Special::NtidZ:
    return launch.block[component(Special::NtidX)];
  case Special::LaneId:
    return lane;
  case Special::WarpId:
    return warp;
  case Special::NWarpId:
    return static_cast<uint32_t>(llvm::divideCeil(threads, warpSize));
  case Special::CtaIdX:
  case Special::CtaIdY:
  case Special::CtaIdZ:
    return index[component(Special::CtaIdX)];
  case Special::NCtaIdX:
  case Special::NCtaIdY:
  case Special::NCtaIdZ:
    return launch.grid[component(Special::NCtaIdX)];
  case Special::NSmId:
    return 1;
  case Special::ClusterIdX:
  case Special::ClusterIdY:
  case Special::ClusterIdZ: {
    unsigned i = component(Special::ClusterIdX);
    return index[i] / clusterShape[i];
  }
  case Special::NClusterIdX:
  case Special::NClusterIdY:
  case Special::NClusterIdZ: {
    unsigned i = component(Special::NClusterIdX);
    return launch.grid[i] / clusterShape[i];
  }
  case Special::ClusterCtaIdX:
  case Special::ClusterCtaIdY:
  case Special::ClusterCtaIdZ:
    return inCluster(component(Special::ClusterCtaIdX));
  case Special::ClusterNCtaIdX:
  case Special::ClusterNCtaIdY:
  case Special::ClusterNCtaIdZ:
    return clusterShape[component(Special::ClusterNCtaIdX)];
  case Special::ClusterCtaRank:
    return rank;
  case Special::ClusterNCtaRank:
    return clusterSize();
  case Special::IsExplicitCluster:
    return launch.hasClusters;
  case Special::LaneMaskEq:
    return LaneMask(1) << lane;
  case Special::LaneMaskLe:
    return allLanes >> (warpSize - 1 - lane);
  case Special::LaneMaskLt:
    return (LaneMask(1) << lane) - 1;
  case Special::LaneMaskGe:
    return allLanes << lane;
  case Special::LaneMaskGt:
    return ~(allLanes >> (warpSize - 1 - lane));
  case Special::TotalSharedSize:
  case Special::AggregateSharedSize:
    return static_cast<uint32_t>(launch.sharedBytes);
  case Special::DynamicSharedSize:
    return static_cast<uint32_t>(launch.config.dynamicSharedBytes);
  // One multiprocessor runs all blocks; launches are not numbered.
  case Special::SmId:
  case Special::GridId:
  case Special::Zero:
  case Special::Zero64:
    return 0;
  case Special::ReservedShared0:
    return static_cast<uint32_t>(sharedBase());
  case Special::ReservedShared1:
    return static_cast<uint32_t>(sharedBase() + launch.reservedSharedBytes / 2);
  case Special::ReservedSharedEnd:
    return static_cast<uint32_t>(sharedBase() + launch.reservedSharedBytes);
  case Special::EnvReg1:
    return static_cast<uint32_t>(launch.gridWorkspace >> 32);
  case Special::EnvReg2:
    return static_cast<uint32_t>(launch.gridWorkspace);
  // The clocks count instructions of the block, so that runs repeat.
  case Special::Clock:
  case Special::Clock64:
  case Special::GlobalTimer:
  case Special::GlobalTimerLo:
  case Special::ClockHi:
  case Special::GlobalTimerHi:
    return 0;
  }
  llvm_unreachable("a special register without a value");
}

/// Registers of each thread of a launch by its directives: .maxnreg, or a
/// thread's share of a multiprocessor whose blocks are as large and as many as
/// the entry promises; 0 without both, where ptxas gives a thread as many as it
/// needs. For example, ptxas gives .maxntid 384 and .minnctapersm 1 168 registers.
static unsigned registersOfThread(const Function &entry) {
  // A thread names 255 registers at most, and is then given 256.
  constexpr unsigned ofMultiprocessor = 65536, ofThread = 256, unit = 8;
  // ptxas ignores more, with a warning.
  if (entry.maximumRegisters && entry.maximumRegisters < ofThread)
    return llvm::alignTo(static_cast<unsigned>(entry.maximumRegisters), unit);
  const auto &shape =
      entry.requiredBlock[0] ? entry.requiredBlock : entry.maximumBlock;
  uint64_t threads = uint64_t(shape[0]) * std::max(shape[1], 1u) *
                     std::max(shape[2], 1u) * entry.minimumResident[0];
  if (!threads || threads > ofMultiprocessor)
    return 0;
  auto share = static_cast<unsigned>(ofMultiprocessor / threads);
  return std::min(share, ofThread) / unit * unit;
}

RegisterPool *Block::registerPool() {
  if (pool)
    return pool.get();
  unsigned registers = registersOfThread(*launch.entry->syntax);
  if (!registers)
    return nullptr;
  pool = std::make_unique<RegisterPool>();
  pool->owned.assign(warps.size(), registers);
  pool->waiting.assign(warps.size(), false);
  return pool.get();
}

/// Chooses any warp that can go on. Some are held back for long, as many faults
/// show only when one warp is far behind the others.
Warp *Block::pickRandom() {
  ++numSlices;
  Warp *chosen = nullptr, *held = nullptr;
  unsigned free = 0, all = 0;
  for (const auto &warp : warps) {
    if (warp->fragments.empty() || warp->fragments.areWaiting())
      continue;
    if (random.oneIn(++all))
      held = warp.get();
    if (heldUntil[warp->number] <= numSlices && random.oneIn(++free))
      chosen = warp.get();
  }
  if (chosen && free > 1 && random.oneIn(slicesBetweenHolds)) {
    heldUntil[chosen->number] = numSlices + random.quantum(holdExponent);
    return pickRandom();
  }
  return chosen ? chosen : held;
}

/// The next warp, which may turn out to wait; null if no warp can go on.
Warp *Block::pick() {
  if (isRandom)
    return pickRandom();
  if (idle == warps.size())
    return nullptr;
  Warp *warp = warps[nextWarp].get();
  nextWarp = (nextWarp + 1) % warps.size();
  return warp;
}

void Block::triggerDependents() {
  if (launch.hasFollower && !std::exchange(hasTriggered, true))
    ++launch.blocksTriggered;
}

void Block::endAwaiting() {
  if (std::exchange(awaitsLaunches, false))
    noteProgress();
}

bool Block::awaitsOthers() const {
  return awaitsLaunches || (async && async->awaitsNeighbours());
}

/// Called when no warp can go on.
RunStatus Block::endOrDeadlock() {
  idle = 0;
  if (advanceAsync())
    return RunStatus::Ready;
  // Asynchronous work may have woken a warp since its last slice.
  for (const auto &warp : warps)
    if (!warp->fragments.empty() && !warp->fragments.areWaiting())
      return RunStatus::Ready;
  for (const auto &warp : warps)
    if (!warp->fragments.empty()) {
      if (standstill || awaitsOthers())
        return RunStatus::Waiting; // maybe for time to go on
      if (cluster && !cluster->noteStuck(*this))
        return RunStatus::Waiting; // for another block of the cluster
      reportDeadlock();
      return RunStatus::Faulted;
    }
  return checkEnd() ? RunStatus::Done : RunStatus::Faulted;
}

/// False, and the step is not taken, if it races with a launch.
bool Block::takeHostStep() {
  Warp &warp = *warps.front();
  if (launch.races)
    for (const HostStep::Range &range : launch.host->ranges)
      launch.races->accessByHost(warp, range);
  if (warp.hasFaulted())
    return false;
  launch.host->run();
  noteNews();
  noteEffect();
  return true;
}

Poll Block::lastPoll() const {
  // Shared memory of other blocks ends with them.
  if (!isPolling || (cluster && cluster->size() > 1))
    return {};
  for (const auto &warp : warps)
    if (warp->memory.isPolling())
      return warp->memory.lastPoll();
  return {};
}

/// Others may change the memory of a block of a cluster, and random loads may
/// return another one of several values each time.
void Block::watchRounds() {
  if (rounds || clusterSize() != 1 || launch.config.loads == LoadPolicy::Random)
    return;
  countChanges();
  rounds = std::make_unique<BlockRounds>(*this);
}

/// In a block that is not watched, each change may be one that others see.
void Block::countChanges() {
  if (!rounds && std::exchange(countedChanges, changes) != changes)
    noteEffect();
}

/// Gives the warps slices until all are done or the budget is spent.
RunStatus Block::run(uint64_t &budget) {
  if (launch.host && !hasRun && !takeHostStep()) {
    reportFault(*warps.front());
    return RunStatus::Faulted;
  }
  hasRun = true;
  isPolling = false;
  quiet = 0;
  while (budget && !isPolling) {
    tickAsync();
    if (blamed) {
      reportFault(*blamed);
      return RunStatus::Faulted;
    }
    Warp *warp = pick();
    if (!warp) {
      RunStatus status = endOrDeadlock();
      if (status == RunStatus::Waiting) {
        isPolling = cluster || awaitsOthers();
        return RunStatus::Ready;
      }
      if (status != RunStatus::Ready)
        return status;
      continue;
    }
    uint64_t slice =
        std::min(budget, isRandom     ? random.quantum(warpExponent)
                         : standstill ? random.quantum(standstillExponent)
                                      : warpQuantum);
    if (async)
      slice = async->limitSlice(slice);
    uint64_t left = slice;
    RunStatus status = warp->run(left);
    budget -= slice - left;
    issued += slice - left;
    countChanges();
    if (status == RunStatus::Faulted) {
      reportFault(*warp);
      return status;
    }
    idle = left == slice ? idle + 1 : 0;
    bool isQuiet =
        idle || (warp->memory.isPolling() && !warp->memory.hasSeenNew());
    quiet = isQuiet ? quiet + 1 : 0;
    isPolling =
        comesRound() || (warp->memory.isPolling() && quiet > warps.size());
  }
  return RunStatus::Ready;
}

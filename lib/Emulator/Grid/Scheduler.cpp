//===- Scheduler.cpp - Gives the blocks of launches time slices ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduler.h"
#include "../Machine/Warp.h"
#include "../Races/Races.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Threading.h"
#include <locale.h>
#include <new>
#include <system_error>
#include <thread>

using namespace tessera::ptx;

/// Instructions after which a block lets another one start.
static constexpr uint64_t fairQuantum = 1 << 16;
/// A slice in a standstill takes up to 2^this instructions; most blocks have
/// little to do then.
static constexpr unsigned standstillExponent = 12;
/// In random order, a slice takes up to 2^this instructions.
static constexpr unsigned randomExponent = 10;
/// Slices in vain in a row, by all blocks or at least this many slices, after
/// which one more block starts.
static constexpr size_t mostInVain = 64;
/// Blocks that may have started and wait for their next slice.
static constexpr size_t mostSuspended = 4096;
/// With more blocks under way, new ones start more rarely.
static constexpr size_t manySuspended = 32;
/// After a failure, blocks that started earlier may still fail, as they may
/// wait for the failed block: within this many instructions and as many again
/// as ran before the failure, unless the limit of steps comes first.
static constexpr uint64_t patience = 1 << 20;
/// Instructions without a change visible to others, after which time stands
/// still. Each standstill in which a block still works doubles the number.
static constexpr uint64_t leastQuiet = 1 << 18;
/// Instructions without a block's start or end, after which time stands still
/// to see whether blocks only circle. It doubles in the same way.
static constexpr uint64_t leastStretch = 1 << 18;
/// Binary exponents of jumps of time: of the first one, from one to the next,
/// and of the last one, a century in nanoseconds.
static constexpr unsigned firstJump = 10, nextJump = 4, lastJump = 62;
static constexpr unsigned allJumps = (lastJump - firstJump) / nextJump + 1;
/// Number of jumps of time for the sake of other orders of slices alone.
static constexpr unsigned jumpsForOrder = 4;
/// Warps that the report of the step limit names.
static constexpr unsigned mostReported = 32;

Scheduler::Scheduler(llvm::ArrayRef<std::unique_ptr<LaunchState>> launches)
    : policy(launches.front()->config),
      isRandom(policy.blocks == OrderPolicy::Random), random(policy.seed),
      mostQuiet(leastQuiet), mostStretch(leastStretch) {
  for (const auto &launch : launches) {
    queues.push_back({launch.get(),
                      GridOrder(*launch, isRandom ? &random : nullptr),
                      launch->numBlocksToRun(),
                      {},
                      nullptr});
    isOrdered |= launch->hasFollower || launch->host;
    all += queues.back().blocks;
    launch->watch = &states;
    launch->cancelNext = [this, number = queues.size() - 1](const Dim3 &shape) {
      return cancelNext(queues[number], shape);
    };
  }
}

/// True if one more block of the launch may start.
bool Scheduler::mayStart(const Queue &queue) const {
  return queue.launch->blocksStarted != queue.blocks &&
         llvm::all_of(queue.launch->after, [](const EarlierLaunch &earlier) {
           return earlier.isReached();
         });
}

bool Scheduler::mayStartAny() const {
  if (!isOrdered)
    return started < all;
  return llvm::any_of(queues, [&](const Queue &q) { return mayStart(q); });
}

/// True if one more block may start beside that which has just had its slice.
bool Scheduler::mayGrow() const {
  return suspended.size() + 1 < mostSuspended && mayStartAny();
}

/// Makes a block of the grid that is the `order`-th one to start.
std::unique_ptr<Block> Scheduler::begin(LaunchState &launch, uint64_t number,
                                        uint64_t order, const Dim3 &shape) {
  auto block = std::make_unique<Block>(launch, number, started++, shape);
  block->seenJumps = jumped;
  block->seenEffects = effects;
  if (launch.races)
    launch.races->beginBlock(*block, order);
  return block;
}

/// The next block of the launch to run.
std::unique_ptr<Block> Scheduler::start() {
  size_t at = isRandom ? random.below(queues.size()) : nextQueue++;
  while (!mayStart(queues[at % queues.size()]))
    ++at;
  Queue &queue = queues[at % queues.size()];
  if (!isRandom)
    nextQueue = at + 1;
  if (queue.launch->largestCluster() > 1)
    return startCluster(queue);
  const uint64_t order = queue.launch->blocksStarted++;
  return begin(*queue.launch, groupAt(*queue.launch, order), order,
               queue.launch->cluster);
}

/// The caller does the cancelled cluster's work, which counts as over.
std::optional<Dim3> Scheduler::cancelNext(Queue &queue, const Dim3 &shape) {
  std::lock_guard<std::mutex> guard(mutex);
  LaunchState &launch = *queue.launch;
  if (launch.blocksStarted >= queue.blocks)
    return std::nullopt;
  std::optional<ClusterPlace> next = queue.order.nextOf(shape);
  if (!next)
    return std::nullopt;
  const uint64_t size = sizeOf(shape);
  launch.blocksStarted += size;
  all -= size;
  launch.blocksEnded += size;
  launch.blocksTriggered += size;
  return next->first;
}

/// The blocks of a cluster start together; returns the first to run.
std::unique_ptr<Block> Scheduler::startCluster(Queue &queue) {
  LaunchState &launch = *queue.launch;
  const auto [at, shape] = queue.order.next();
  const Dim3 &grid = launch.grid;
  const auto size = static_cast<unsigned>(sizeOf(shape));
  auto cluster = std::make_shared<Cluster>(size, started);
  std::unique_ptr<Block> first;
  for (unsigned rank = 0; rank != size; ++rank) {
    uint64_t x = at[0] + rank % shape[0];
    uint64_t y = at[1] + rank / shape[0] % shape[1];
    uint64_t z = at[2] + rank / shape[0] / shape[1];
    auto block = begin(launch, x + grid[0] * (y + grid[1] * z),
                       launch.blocksStarted + rank, shape);
    block->joinCluster(cluster);
    if (first)
      suspended.add(std::move(block));
    else
      first = std::move(block);
  }
  launch.blocksStarted += size;
  return first;
}

/// True if the next slice is that of a block that has not started.
bool Scheduler::shouldStart() {
  if (started >= failedBlock || suspended.size() >= mostSuspended ||
      !mayStartAny())
    return false;
  if (suspended.empty() || !isRandom)
    return suspended.empty() || prefersNew;
  size_t rarity = suspended.size() < manySuspended ? 1 : 16;
  return random.oneIn(rarity * (suspended.size() + 1));
}

/// Takes the started block that has the next slice; null if other host threads
/// run blocks of every cluster.
std::unique_ptr<Block> Scheduler::choose() {
  if (isRandom)
    return suspended.takeRandom(random);
  // News has priority at most every other slice, or blocks that answer one
  // another would keep all others waiting.
  wasForNews = hasNews && !wasForNews;
  if (wasForNews) {
    if (std::unique_ptr<Block> block = suspended.takeWithNews())
      return block;
    hasNews = false;
  }
  // Blocks mostly wait for blocks that started before them.
  if (inVain % 4 == 3)
    if (std::unique_ptr<Block> oldest = suspended.takeOldest())
      return oldest;
  return suspended.takeNext();
}

std::unique_ptr<Block> Scheduler::take(uint64_t &quantum) {
  std::unique_lock<std::mutex> guard(mutex);
  // The writes of a slice in a standstill are compared before the next one.
  settled.wait(guard, [&] { return !standstill || !underWay || lacksMemory; });
  quantum = isRandom     ? random.quantum(randomExponent)
            : standstill ? random.quantum(standstillExponent)
                         : fairQuantum;
  std::unique_ptr<Block> block;
  while (!block) {
    if (!shouldStart())
      block = choose();
    if (!block) {
      if (started >= failedBlock || !mayStartAny())
        return nullptr;
      prefersNew = false;
      slices = inVain = 0;
      block = start();
      break;
    }
    block->setTime(standstill, jumped - block->seenJumps);
    block->seenJumps = jumped;
    if (std::exchange(block->seenEffects, effects) != effects && block->rounds)
      block->rounds->restart();
    if (block->comesRound())
      quantum = 1; // all that it does has been seen
    if (block->ticket >= failedBlock)
      block.reset();
  }
  // Whoever starts while others have come round tells real effects from others.
  if (round)
    block->watchRounds();
  if (block->cluster)
    block->cluster->isBusy = true;
  ++underWay;
  return block;
}

/// A block has ended: wakes blocks that wait for the last one of its launch.
void Scheduler::noteEnd(Block &block) {
  LaunchState &launch = block.launch;
  if (!launch.hasFollower)
    return;
  block.triggerDependents();
  if (launch.races)
    launch.races->endBlock(block);
  ++launch.blocksEnded;
  if (!launch.isComplete())
    return;
  suspended.forEach([&](Block &other) {
    if (llvm::any_of(other.launch.after, [&](const EarlierLaunch &earlier) {
          return earlier.launch == &launch && earlier.isAwaited();
        }))
      other.endAwaiting();
  });
}

void Scheduler::settle(std::unique_ptr<Block> block, RunStatus status,
                       uint64_t spent, bool wasStarted) {
  std::lock_guard<std::mutex> guard(mutex);
  --underWay;
  settled.notify_all();
  noteEffects(*block, status);
  LaunchStatistics *statistics = nullptr;
  for (Queue &queue : queues)
    if (queue.launch == &block->launch)
      statistics = &queue.statistics;
  if (block->cluster)
    block->cluster->isBusy = false;
  hasNews |= block->changes != block->seenChanges || status != RunStatus::Ready;
  statistics->warpInstructions += spent;
  instructions += spent;
  if (status == RunStatus::Done || status == RunStatus::Faulted) {
    ++statistics->blocks;
    statistics->warps += block->warps.size();
    inVain = 0;
    ++ended;
    if (block->cluster)
      block->cluster->end(*block);
    noteEnd(*block);
  }
  if (failure.empty() && status != RunStatus::Faulted && isToStop())
    return describeBlocks(*block);
  // An endless loop may only be a consequence of the failure before it.
  bool isWait = status == RunStatus::Faulted && !failure.empty() &&
                block->getFault() == LaunchFault::Timeout;
  if (status == RunStatus::Faulted && block->ticket < failedBlock && !isWait) {
    failedBlock = block->cluster ? block->cluster->firstTicket : block->ticket;
    if (failure.empty())
      lastInstruction = std::min(2 * instructions + patience, policy.stepLimit);
    failure = block->takeReport();
    failureKind = block->getFault();
  } else if (!failure.empty() && instructions >= lastInstruction) {
    failedBlock = 0;
  } else if (instructions >= policy.stepLimit && failure.empty() &&
             (status != RunStatus::Done || started < all)) {
    failAtLimit(*block);
  } else {
    if (failure.empty())
      watch(*block, status, spent, wasStarted);
    if (status != RunStatus::Ready)
      return;
    bool wasInVain = wasStarted && block->isPolling;
    prefersNew |= block->comesRound();
    suspended.add(std::move(block));
    decideNext(wasInVain);
  }
}

//===----------------------------------------------------------------------===//
// Deadlocks of blocks that look for something (Livelock.cpp)
//===----------------------------------------------------------------------===//

void Scheduler::setTime(bool stands, uint64_t jump) {
  standstill = stands ? ++standstills : 0;
  jumped += jump;
  ++states.epoch;
  states.forgetSigns();
  quiet = 0;
  hasLooked = false;
  if (stands)
    return;
  states.forget();
  stretch = 0;
  jumps = 0;
}

/// After each slice: updates quiet and stretch, and begins or ends standstills.
void Scheduler::watch(Block &block, RunStatus status, uint64_t spent,
                      bool wasStarted) {
  bool hasEnded = !wasStarted || status != RunStatus::Ready;
  bool hasChanged = hasEnded || block.changes != block.seenChanges;
  bool hasNews = hasEnded || block.news != block.seenNews;
  bool hasSeen = block.looks != block.seenLooks;
  bool wasWatched = standstill && block.standstill == standstill;
  bool isStuck =
      wasWatched && !hasNews && (block.isStuck() || block.comesRound());
  bool hasAdvanced = isStuck && block.advanceAsync();
  block.seenChanges = block.changes;
  block.seenNews = block.news;
  block.seenLooks = block.looks;
  if (haveAllComeRound(block))
    return failAsDeadlock(block);
  if (standstill) {
    hasLooked |= hasSeen;
    if (hasNews)
      return setTime(/*stands=*/false, 0);
    // A slice that began earlier on another host thread was not watched.
    bool isUnknown = hasChanged && !wasWatched;
    jumps *= !hasAdvanced && !isUnknown && !states.hasNewMemory;
    states.hasNewMemory = false;
    if (hasAdvanced || isUnknown)
      return setTime(/*stands=*/true, 0);
    return watchStandstill(block, isStuck, spent);
  }
  stretch = hasEnded ? 0 : stretch + spent;
  quiet = hasChanged ? 0 : quiet + spent;
  hasLooked = !hasChanged && (hasLooked || hasSeen);
  if (quiet >= mostQuiet && hasLooked)
    return beginStandstill(mostQuiet);
  if (stretch >= mostStretch)
    beginStandstill(mostStretch);
}

/// Adds the effects of a slice. Waits of other blocks end a block's round. A
/// block that has come round and ends nevertheless has seen an effect of a
/// slice on another host thread, which is not over.
void Scheduler::noteEffects(Block &block, RunStatus status) {
  if (block.rounds)
    block.rounds->compareWrites();
  if (status != RunStatus::Ready && block.roundIn == effects)
    block.noteEffect();
  bool isUpToDate = block.seenEffects == effects;
  effects += std::exchange(block.effects, 0);
  if (isUpToDate)
    block.seenEffects = effects;
  else if (block.rounds)
    block.rounds->restart();
}

/// True if each block has come round by itself, and none has had an effect
/// since, so that none ever will.
bool Scheduler::haveAllComeRound(Block &block) {
  if (std::exchange(roundIn, effects) != effects)
    round = 0;
  if (block.comesRound() && std::exchange(block.roundIn, effects) != effects)
    ++round;
  return round != 0 && round == started - ended && !mayGrow();
}

void Scheduler::beginStandstill(uint64_t &reason) {
  begunBy = &reason;
  setTime(/*stands=*/true, 0);
}

/// The number of times that time has to jump before those who come round again
/// and again will do so for ever. Who reads no clock does not know of time; and
/// where global memory never changes, and threads share no other memory but
/// between barriers, the order of slices decides nothing either.
unsigned Scheduler::neededJumps() const {
  if (states.hasReadClock || states.memory.hasChanged() ||
      policy.loads == LoadPolicy::Random)
    return allJumps;
  return states.hasSharedTalk ? jumpsForOrder : 0;
}

/// A block has had a slice in a standstill, which is over when all have come
/// round, or when it costs more than the wait for it allows.
void Scheduler::watchStandstill(Block &block, bool isStuck, uint64_t spent) {
  if (stuckIn != states.epoch)
    stuck = 0;
  stuckIn = states.epoch;
  if (isStuck && block.stuckIn != states.epoch) {
    block.stuckIn = states.epoch;
    ++stuck;
  }
  if (stuck == started - ended && !mayGrow()) {
    if (jumps >= neededJumps())
      return failAsDeadlock(block);
    unsigned exponent = firstJump + nextJump * jumps++;
    return setTime(/*stands=*/true, uint64_t(1) << exponent);
  }
  quiet += spent + std::exchange(states.cost, 0);
  uint64_t most = begunBy == &mostQuiet ? mostQuiet : mostStretch / 4;
  bool isWork = !states.repeats && quiet >= most / 8 && begunBy != &mostQuiet;
  if (quiet < most && !isWork)
    return;
  // The next standstill comes later if blocks still work.
  *begunBy *= 2;
  setTime(/*stands=*/false, 0);
}

/// Decides if one more block starts. All may wait for one that has not started,
/// and one that works on and on should not hold the others back for ever.
/// Otherwise few run at once, as they take memory.
void Scheduler::decideNext(bool wasInVain) {
  size_t count = suspended.size();
  inVain = wasInVain ? inVain + 1 : 0;
  ++slices;
  prefersNew |= inVain >= std::min(count, mostInVain) || slices >= 2 * count;
}

/// Asks the caller's progress function if the launch must end.
bool Scheduler::isToStop() {
  if (!policy.progress)
    return false;
  failure = policy.progress(ended, all, instructions);
  if (failure.empty())
    return false;
  failedBlock = 0;
  failureKind = LaunchFault::Timeout;
  return true;
}

/// The report names the place of all warps, as one of them may be stuck.
void Scheduler::failAtLimit(const Block &last) {
  failedBlock = 0;
  failureKind = LaunchFault::Timeout;
  failure = "entry '" + last.launch.entryTitle() +
            "' did not finish within the limit of " +
            std::to_string(policy.stepLimit) + " warp instructions";
  describeBlocks(last);
}

void Scheduler::failAsDeadlock(const Block &last) {
  failedBlock = 0;
  failureKind = LaunchFault::Timeout;
  bool looks = last.looksOrWaits() || hasLooked;
  suspended.forEach([&](const Block &block) { looks |= block.looksOrWaits(); });
  failure = (looks ? "deadlock" : "endless loop") + std::string(" in entry '") +
            last.launch.entryTitle() +
            (looks ? "': all threads wait, or look again and again for what "
                     "nobody changes any more, however much time goes by"
                   : "': threads come round again and again with everything "
                     "as it was, and look at nothing that could change");
  describeBlocks(last);
}

/// Appends the place of all warps; the last block is not suspended.
void Scheduler::describeBlocks(const Block &last) {
  unsigned left = mostReported;
  last.describeWarps(failure, left);
  suspended.forEach(
      [&](const Block &block) { block.describeWarps(failure, left); });
  if (!left)
    failure += "\n  ...";
}

void Scheduler::addUp(const ThreadCounters &counted) {
  std::lock_guard<std::mutex> guard(mutex);
  for (auto [queue, counters] : llvm::zip(queues, counted)) {
    if (!queue.counters)
      queue.counters = std::make_unique<Counters>(queue.launch->image);
    queue.counters->add(*counters);
  }
}

void Scheduler::work() {
  // Where there is no memory for what it does, a block is left as it is.
  std::unique_ptr<Block> block;
  try {
    LaneBufferPool pool;
    workOn(block);
  } catch (const std::bad_alloc &) {
    if (const Block *left = block.release())
      for (const auto &warp : left->warps)
        warp->memory.unlockRaces();
    std::lock_guard<std::mutex> guard(mutex);
    lacksMemory = true;
    failedBlock = 0;
    settled.notify_all();
  }
}

void Scheduler::workOn(std::unique_ptr<Block> &block) {
  ThreadCounters counted;
  if (policy.wantsCounters)
    for (Queue &queue : queues)
      counted.push_back(std::make_unique<Counters>(queue.launch->image));
  if (policy.wantsEvents)
    for (const auto &counters : counted)
      counters->beginLog();
  uint64_t quantum = 0;
  while ((block = take(quantum))) {
    if (policy.wantsCounters)
      for (const auto &warp : block->warps)
        warp->counters = counted[block->launch.number].get();
    uint64_t slice =
        quantum > policy.stepLimit ? policy.stepLimit + 1 : quantum;
    uint64_t left = slice;
    bool wasStarted = block->hasRun;
    RunStatus status = block->run(left);
    settle(std::move(block), status, slice - left, wasStarted);
  }
  if (policy.wantsCounters)
    addUp(counted);
}

void Scheduler::run() {
  if (isToStop())
    return;
  unsigned threads = policy.hostThreads;
  // Which access of a race comes first decides the text of its report, so that
  // several threads must be asked for.
  if (!threads)
    threads = policy.checks.race
                  ? 1
                  : llvm::hardware_concurrency().compute_thread_count();
  bool mustRepeat = isOrdered || isRandom || policy.wantsEvents ||
                    policy.sources || policy.loads == LoadPolicy::Random ||
                    policy.warps == OrderPolicy::Random ||
                    policy.async == AsyncPolicy::Random;
  threads =
      mustRepeat ? 1 : static_cast<unsigned>(std::min<uint64_t>(threads, all));
  if (threads <= 1)
    work();
  else
    workOnThreads(threads);
  // Whoever has called is the one who may know what to do without.
  if (lacksMemory)
    throw std::bad_alloc();
}

void Scheduler::workOnThreads(unsigned count) {
  if (RaceChecker *races = queues.front().launch->races;
      races && policy.checks.race)
    races->shareAmongThreads();
  // One of them is this thread, so that there is one in any case.
  std::vector<std::thread> others;
  // All print numbers as this one does: a locale may be its own.
  const locale_t locale = uselocale(nullptr);
  try {
    others.reserve(count - 1);
    while (others.size() + 1 != count)
      others.emplace_back([this, locale] {
        uselocale(locale);
        work();
      });
  } catch (const std::system_error &) {
  } catch (const std::bad_alloc &) {
  }
  work();
  for (std::thread &other : others)
    other.join();
}

llvm::Expected<std::vector<LaunchStatistics>> Scheduler::finish() {
  if (!failure.empty())
    return llvm::make_error<LaunchError>(failure, failureKind);
  std::vector<LaunchStatistics> result;
  for (Queue &queue : queues) {
    const LaunchState &launch = *queue.launch;
    if (queue.counters) {
      const Footprint &footprint = queue.counters->footprint();
      queue.statistics.counters = CounterReport{launch.image.module->filename,
                                                launch.entryName.str(),
                                                launch.grid,
                                                launch.block,
                                                queue.counters->lines(),
                                                footprint.countOnlyRead(),
                                                footprint.countWritten(),
                                                queue.counters->events()};
      if (launch.numBlocksToRun() != launch.numBlocks())
        queue.statistics.counters->scaleUp(launch.numBlocksToRun(),
                                           launch.numBlocks(),
                                           launch.memory.countBytes());
    }
    result.push_back(std::move(queue.statistics));
  }
  return result;
}

//===- Schedule.cpp - The schedule of tile blocks -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule.h"
#include "tessera/Support/PlainNumbers.h"
#include <new>
#include <thread>

using namespace tessera::interp;

//===----------------------------------------------------------------------===//
// One thread of the host
//===----------------------------------------------------------------------===//

/// Runs tile blocks on fibers. One fiber runs one tile block after the other,
/// until one of them lets others run: that one keeps the fiber.
class Schedule::Worker {
public:
  explicit Worker(Schedule &schedule)
      : schedule(schedule), choices(schedule.seed, /*stream=*/~uint64_t(0)) {}

  void run();
  void yield(RunningBlock &running) { leave(running, yielded); }
  void wait(RunningBlock &running) { leave(running, waiting); }

  Schedule &schedule;
  Choices choices;

private:
  using Blocks = std::vector<RunningBlock *>;

  void runBlocks(Fiber &fiber);
  void leave(RunningBlock &running, Blocks &list);
  bool pick();
  bool pickInOrder();
  bool pickAtRandom();
  void beginRound();
  void wake();
  Fiber *takeFiber();

  /// The result of `pick`: a tile block that has run before, or the number of a
  /// new one.
  RunningBlock *chosen = nullptr;
  std::optional<uint64_t> start;

  /// Tile blocks of this round, the next one last; and the number of new ones
  /// to start after them.
  Blocks round;
  size_t startsLeft = 0;
  /// Tile blocks of the next round.
  Blocks yielded;
  /// Tile blocks that can only repeat themselves until memory changes; and its
  /// version when the last of them were woken.
  Blocks waiting;
  uint64_t seenVersion = 0;

  std::vector<std::unique_ptr<Fiber>> fibers;
  std::vector<Fiber *> idleFibers;
};

void Schedule::Worker::run() {
  while (chosen || start || pick()) {
    if (RunningBlock *running = std::exchange(chosen, nullptr)) {
      running->fiber.enter();
    } else if (Fiber *fiber = takeFiber()) {
      fiber->enter();
    } else {
      start.reset();
      schedule.outOfRoom = true;
      schedule.stop();
    }
  }
}

Fiber *Schedule::Worker::takeFiber() {
  if (!idleFibers.empty()) {
    Fiber *fiber = idleFibers.back();
    idleFibers.pop_back();
    return fiber;
  }
  auto fiber = Fiber::create([this](Fiber &fiber) {
    schedule.runWithinMemory([&] { runBlocks(fiber); });
  });
  if (!fiber)
    return nullptr;
  fibers.push_back(std::move(fiber));
  return fibers.back().get();
}

void Schedule::Worker::runBlocks(Fiber &fiber) {
  do {
    RunningBlock running(*this, fiber, *std::exchange(start, std::nullopt));
    schedule.body(running);
  } while (pick() && start);
  idleFibers.push_back(&fiber);
}

void Schedule::Worker::leave(RunningBlock &running, Blocks &list) {
  list.push_back(&running);
  (void)pick();
  if (chosen == &running)
    chosen = nullptr;
  else
    running.fiber.leave();
}

/// Finds the tile block to run next; false if every one has ended or runs on
/// another thread.
bool Schedule::Worker::pick() {
  while (!(schedule.seed ? pickAtRandom() : pickInOrder())) {
    if (waiting.empty())
      return false;
    schedule.sleepUntilChange(seenVersion);
  }
  return true;
}

/// Runs tile blocks in rounds. In each, every tile block that can go on does;
/// those that have waited come first, and of them the latest, as an earlier one
/// may be waiting for it. Then as many new ones start, so that even if all wait
/// for the last one, a start costs no more than one slice of another.
bool Schedule::Worker::pickInOrder() {
  if (round.empty() && startsLeft == 0)
    beginRound();
  if (round.empty()) {
    if ((start = schedule.takeNext())) {
      --startsLeft;
      return true;
    }
    beginRound();
  }
  if (round.empty())
    return false;
  chosen = round.back();
  round.pop_back();
  return true;
}

void Schedule::Worker::beginRound() {
  wake();
  round.swap(yielded);
  startsLeft = std::max<size_t>(round.size(), 1);
}

bool Schedule::Worker::pickAtRandom() {
  /// More would only take memory. Waiting tile blocks do not count, so that the
  /// ones that they wait for can always start.
  constexpr size_t most = 16;
  wake();
  round.insert(round.end(), yielded.begin(), yielded.end());
  yielded.clear();
  size_t i = choices.below(round.size() + (round.size() < most));
  if (i == round.size()) {
    if ((start = schedule.takeNext()))
      return true;
    if (round.empty())
      return false;
    i = choices.below(round.size());
  }
  chosen = std::exchange(round[i], round.back());
  round.pop_back();
  return true;
}

/// Makes waiting tile blocks go on if memory has changed or never will.
void Schedule::Worker::wake() {
  if (waiting.empty())
    return;
  uint64_t version = schedule.getVersion();
  if (version == seenVersion && !schedule.stuck && !schedule.isStopped())
    return;
  seenVersion = version;
  yielded.insert(yielded.end(), waiting.begin(), waiting.end());
  waiting.clear();
}

//===----------------------------------------------------------------------===//
// RunningBlock
//===----------------------------------------------------------------------===//

RunningBlock::RunningBlock(Schedule::Worker &worker, Fiber &fiber,
                           uint64_t number)
    : worker(worker), fiber(fiber), number(number),
      isPlain(worker.choices.isPlain()) {}

Schedule &RunningBlock::getSchedule() const { return worker.schedule; }

void RunningBlock::yield() { worker.yield(*this); }

void RunningBlock::yieldAtRandom() {
  if (worker.choices.below(8) == 0)
    yield();
}

bool RunningBlock::waitForChange(uint64_t version) {
  if (getSchedule().getVersion() == version && !getSchedule().isStopped())
    worker.wait(*this);
  return !getSchedule().stuck && !getSchedule().isStopped();
}

//===----------------------------------------------------------------------===//
// All threads
//===----------------------------------------------------------------------===//

/// No host has more cores.
static constexpr unsigned mostThreads = 1024;

Schedule::Schedule(uint64_t count, unsigned threads, uint64_t seed)
    : count(count), seed(seed), startOrder(count, seed),
      threads(seed ? 1
                   : std::min<uint64_t>(std::clamp(threads, 1u, mostThreads),
                                        count)) {}

bool Schedule::run(llvm::function_ref<void(RunningBlock &)> body) {
  this->body = body;
  numWorking = threads;
  auto work = [this] {
    runWithinMemory([this] { Worker(*this).run(); });
    leave();
  };
  std::vector<std::thread> others;
  runWithinMemory([&] { others.reserve(threads - 1); });
  for (unsigned i = 1; i < threads; ++i)
    try {
      others.emplace_back(withLocaleOfThisThread(work));
    } catch (const std::exception &) {
      leave(); // fewer do
    }
  work();
  for (std::thread &other : others)
    other.join();
  // Whoever has called is the one who may know what to do without.
  if (lacksMemory)
    throw std::bad_alloc();
  return !outOfRoom;
}

void Schedule::runWithinMemory(llvm::function_ref<void()> what) {
  try {
    what();
  } catch (const std::bad_alloc &) {
    lacksMemory = true;
    stop();
  }
}

std::optional<uint64_t> Schedule::takeNext() {
  // The count is tested first, so that the number never wraps.
  if (isStopped() || numStarted.load(std::memory_order_relaxed) >= count)
    return std::nullopt;
  uint64_t number = numStarted++;
  if (number >= count)
    return std::nullopt;
  return seed ? startOrder[number] : number;
}

void Schedule::stop() {
  stopped = true;
  wakeAll();
}

void Schedule::wakeAll() {
  // A thread that is about to sleep holds the mutex until it does.
  std::lock_guard<std::mutex> lock(mutex);
  changed.notify_all();
}

/// Records that a thread has no tile block left.
void Schedule::leave() {
  std::lock_guard<std::mutex> lock(mutex);
  --numWorking;
  changed.notify_all();
}

/// Called by a thread all of whose tile blocks wait for a change since this
/// version. Once all threads are here, none will come.
void Schedule::sleepUntilChange(uint64_t seen) {
  std::unique_lock<std::mutex> lock(mutex);
  // Before the version is read: a thread that changes it later sees the
  // sleeper.
  ++numAsleep;
  if (seen > waitingSince) {
    // Threads that came with an earlier version are about to wake.
    waitingSince = seen;
    numWaiting = 0;
  }
  numWaiting += seen == waitingSince;
  changed.wait(lock, [&] {
    if (stuck || isStopped() || getVersion() != seen)
      return true;
    if (numWaiting < numWorking)
      return false;
    stuck = true;
    changed.notify_all();
    return true;
  });
  numWaiting -= seen == waitingSince;
  --numAsleep;
}

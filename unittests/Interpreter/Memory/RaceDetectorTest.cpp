//===- RaceDetectorTest.cpp - The detector against its definition ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random runs of a few operations, each judged twice: by the detector, and by
// the wording of the memory model, as a closure over all pairs of accesses.
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Interpreter/Races/RaceDetector.h"
#include "gtest/gtest.h"
#include <random>

using namespace tessera::interp;

namespace {
/// One access of one element.
struct Element {
  size_t op;
  uint64_t address;
};

/// One operation, which takes the tokens of the operations `after`.
struct Op {
  AccessKind kind;
  std::vector<uint64_t> addresses;
  std::vector<size_t> after;
};

//===----------------------------------------------------------------------===//
// The definition
//===----------------------------------------------------------------------===//

/// Finds for each access the earlier accesses of a run that race with it.
class Definition {
public:
  void addOp(const Op &op) {
    std::vector<bool> &before = isTokenBefore.emplace_back(ops.size());
    for (size_t direct : op.after) {
      before[direct] = true;
      for (size_t i = 0; i < direct; ++i)
        if (isTokenBefore[direct][i])
          before[i] = true;
    }
    ops.push_back(op);
  }

  /// Adds the next access, of the last operation, and returns the operations
  /// with an access that races with it.
  std::vector<size_t> addAccess(uint64_t address) {
    size_t op = ops.size() - 1;
    size_t self = elements.size();
    elements.push_back({op, address});
    std::vector<bool> &before = happensBefore.emplace_back(self + 1);
    for (size_t other = 0; other < self; ++other)
      if (elements[other].op != op && isTokenBefore[op][elements[other].op])
        follow(before, other);
    if (kindOf(self).acquires)
      for (size_t release : observed(self))
        if (kindOf(release).releases &&
            kindOf(release).isExcusedWith(kindOf(self)))
          follow(before, release);
    std::vector<size_t> racing;
    for (size_t other = 0; other < self; ++other)
      if (conflict(other, self) && !before[other] &&
          !kindOf(other).isExcusedWith(kindOf(self)))
        racing.push_back(elements[other].op);
    return racing;
  }

private:
  const AccessKind &kindOf(size_t element) const {
    return ops[elements[element].op].kind;
  }
  void follow(std::vector<bool> &before, size_t element) const {
    before[element] = true;
    for (size_t i = 0; i < element; ++i)
      if (happensBefore[element][i])
        before[i] = true;
  }
  bool overlap(size_t a, size_t b) const {
    return elements[a].address < elements[b].address + kindOf(b).bytes &&
           elements[b].address < elements[a].address + kindOf(a).bytes;
  }
  bool conflict(size_t a, size_t b) const {
    return overlap(a, b) && (kindOf(a).writes || kindOf(b).writes);
  }
  /// The write that it reads from, and the writes that this observes if it is
  /// atomic.
  std::vector<size_t> observed(size_t reader) const {
    std::vector<size_t> writes;
    while (true) {
      size_t write = reader;
      while (write-- > 0)
        if (overlap(write, reader) && kindOf(write).writes)
          break;
      if (write == ~size_t(0) ||
          elements[write].address != elements[reader].address ||
          kindOf(write).bytes != kindOf(reader).bytes)
        return writes;
      writes.push_back(write);
      if (!kindOf(write).modifies)
        return writes;
      reader = write;
    }
  }

  std::vector<Op> ops;
  /// For each operation, the ones ordered before it by tokens.
  std::vector<std::vector<bool>> isTokenBefore;
  std::vector<Element> elements;
  std::vector<std::vector<bool>> happensBefore;
};

//===----------------------------------------------------------------------===//
// Random runs
//===----------------------------------------------------------------------===//

struct Sizes {
  size_t ops, tileBlocks, places;
  /// Percentage of weak operations, and of those of 2 bytes instead of 4.
  unsigned weak, narrow;
  /// Percentage of racing operations that are kept.
  unsigned racing;
  /// Percentage of strong operations with scope `tl_blk`.
  unsigned local = 20;
  /// Limit on the elements of an operation.
  size_t elements = 3;
};

class RandomRun {
public:
  RandomRun(unsigned seed, const Sizes &sizes) : random(seed), sizes(sizes) {
    while (ops.size() < sizes.ops)
      addOp();
    std::vector<bool> isTaken(ops.size());
    for (const Op &op : ops)
      for (size_t token : op.after)
        isTaken[token] = true;
    for (size_t i = 0; i < ops.size(); ++i)
      ops[i].kind.isLast = !isTaken[i];
  }

  /// Runs the operations in order; both judges must see the same first race.
  /// Returns true if there was one.
  bool judge(unsigned seed) {
    // Garbage is collected all the time.
    RaceDetector detector(sizes.local > 0, seed % 2 ? 4 : 64);
    Definition definition;
    std::vector<std::shared_ptr<const History>> tokens;
    for (size_t i = 0; i < ops.size(); ++i) {
      definition.addOp(ops[i]);
      History token;
      for (size_t other : ops[i].after)
        token.joinWith(*tokens[other]);
      RaceDetector::Run run(detector, ops[i].kind, &token,
                            ops[i].addresses.size());
      for (uint64_t address : ops[i].addresses) {
        std::vector<size_t> racing = definition.addAccess(address);
        auto guard = detector.lock();
        std::optional<RaceDetector::Race> race =
            run.access(address, ops[i].kind.bytes);
        EXPECT_EQ(race.has_value(), !racing.empty())
            << "seed " << seed << ", operation " << i;
        if (!race || racing.empty())
          continue;
        EXPECT_EQ(std::count(racing.begin(), racing.end(),
                             numberOf(race->earlier)) > 0,
                  true)
            << "seed " << seed << ", operation " << i;
        EXPECT_EQ(numberOf(race->later), i);
        EXPECT_EQ(race->isWithinRun, numberOf(race->earlier) == i);
        return true;
      }
      tokens.push_back(ops[i].kind.isLast ? nullptr : run.getHistory());
    }
    return false;
  }

private:
  unsigned below(unsigned n) { return random() % n; }
  bool chance(unsigned percent) { return below(100) < percent; }
  static size_t numberOf(const AccessKind &kind) {
    return reinterpret_cast<uintptr_t>(kind.op);
  }

  /// Adds an operation, seldom one that races, so that runs go on for long.
  void addOp() {
    Op op = randomOp();
    Definition next = definition;
    next.addOp(op);
    bool races = false;
    for (uint64_t address : op.addresses)
      races |= !next.addAccess(address).empty();
    if (races && !chance(sizes.racing))
      return;
    ops.push_back(std::move(op));
    definition = std::move(next);
  }

  Op randomOp() {
    Op op;
    AccessKind &kind = op.kind;
    kind.op = reinterpret_cast<mlir::Operation *>(ops.size());
    kind.tileBlock = below(sizes.tileBlocks);
    kind.bytes = chance(sizes.narrow) ? 2 : 4;
    kind.isStrong = !chance(sizes.weak);
    unsigned use = below(kind.isStrong ? 3 : 2);
    kind.writes = use > 0;
    kind.modifies = use == 2;
    if (kind.isStrong) {
      kind.isLocal = chance(sizes.local);
      kind.acquires = use != 1 && chance(60);
      kind.releases = use != 0 && chance(60);
    }
    size_t count = 1;
    while (count < sizes.elements && chance(40))
      ++count;
    for (size_t i = 0; i < count; ++i)
      op.addresses.push_back(0x1000 + below(sizes.places) * 4 +
                             (kind.bytes == 2 ? below(2) * 2 : 0));
    for (size_t i = 0; i < ops.size(); ++i)
      if (ops[i].kind.tileBlock == kind.tileBlock &&
          chance(ops.size() - i < 4 ? 60 : 10))
        op.after.push_back(i);
    return op;
  }

  std::mt19937 random;
  Sizes sizes;
  std::vector<Op> ops;
  Definition definition;
};

/// Races and their absence must both occur often.
void compare(const Sizes &sizes, unsigned count) {
  unsigned races = 0;
  for (unsigned seed = 0; seed < count && !testing::Test::HasFailure(); ++seed)
    races += RandomRun(seed, sizes).judge(seed);
  EXPECT_GT(races, count / 50);
  EXPECT_LT(races, count - count / 50);
}
} // namespace

TEST(RaceDetector, agreesWithTheDefinitionOnFewOperations) {
  compare({10, 2, 2, 30, 0, 10}, 8000);
}

TEST(RaceDetector, agreesWithTheDefinitionOnManyTileBlocks) {
  compare({20, 4, 2, 15, 0, 3}, 3000);
}

TEST(RaceDetector, agreesWithTheDefinitionOnAccessesOfTwoSizes) {
  compare({10, 2, 1, 20, 30, 10}, 5000);
}

/// Long sequences of accesses to one place, which the detector prunes.
TEST(RaceDetector, agreesWithTheDefinitionOnLongRuns) {
  compare({100, 3, 1, 5, 0, 1}, 80);
}

/// Deep and shared clocks.
TEST(RaceDetector, agreesWithTheDefinitionOnWeakAccesses) {
  compare({30, 1, 8, 80, 0, 2}, 2000);
}

/// Release sequences of atomic operations on many elements, and scopes that all
/// share.
TEST(RaceDetector, agreesWithTheDefinitionOnRowsOfAtomicOperations) {
  compare({60, 4, 6, 10, 0, 2, 0, 12}, 600);
  compare({60, 4, 6, 10, 0, 2, 20, 12}, 600);
  compare({100, 3, 2, 5, 0, 1, 0, 4}, 80);
}

//===----------------------------------------------------------------------===//
// Records that it keeps
//===----------------------------------------------------------------------===//

namespace {
AccessKind relaxedLoad(uint64_t tileBlock) {
  AccessKind kind;
  kind.tileBlock = tileBlock;
  kind.bytes = 4;
  kind.isStrong = true;
  return kind;
}
} // namespace

/// Two tile blocks that wait for a flag, with and without tokens.
TEST(RaceDetector, waitingTakesNoMemory) {
  RaceDetector detector(/*hasLocal=*/true);
  std::shared_ptr<const History> tokens[2];
  for (int i = 0; i < 100000; ++i) {
    RaceDetector::Run run(detector, relaxedLoad(i % 2), tokens[i % 2].get(), 1);
    auto guard = detector.lock();
    EXPECT_FALSE(run.access(0x1000, 4));
    if (i % 2)
      tokens[1] = run.getHistory();
    else
      (void)run.getHistory();
  }
  detector.collectGarbage();
  EXPECT_LT(detector.size(), 100u);
}

/// Among many equal accesses, none that may still race is forgotten.
TEST(RaceDetector, manyThatAreAlike) {
  constexpr int count = 100;
  for (int missing = -1; missing < count; ++missing) {
    RaceDetector detector(/*hasLocal=*/true);
    std::vector<std::shared_ptr<const History>> tokens;
    History all;
    for (int i = 0; i < count; ++i) {
      RaceDetector::Run run(detector, relaxedLoad(0), nullptr, 1);
      auto guard = detector.lock();
      EXPECT_FALSE(run.access(0x1000, 4));
      tokens.push_back(run.getHistory());
      if (i != missing)
        all.joinWith(*tokens.back());
    }
    AccessKind kind = relaxedLoad(0);
    kind.isStrong = false;
    kind.writes = true;
    RaceDetector::Run run(detector, kind, &all, 1);
    auto guard = detector.lock();
    EXPECT_EQ(run.access(0x1000, 4).has_value(), missing >= 0) << missing;
  }
}

/// The last of many equal accesses was released by itself: its successors do
/// not come after the others.
TEST(RaceDetector, aReleaseOfElementsStandsForNoOther) {
  constexpr uint64_t place = 0x1000;
  for (int others : {0, 1, 16}) {
    RaceDetector detector(/*hasLocal=*/true);
    AccessKind store = relaxedLoad(0);
    store.writes = store.isLast = true;
    for (int i = 0; i < others; ++i) {
      RaceDetector::Run run(detector, store, nullptr, 1);
      auto guard = detector.lock();
      EXPECT_FALSE(run.access(place, 4));
    }
    {
      store.releases = true;
      RaceDetector::Run run(detector, store, nullptr, 2);
      auto guard = detector.lock();
      EXPECT_FALSE(run.access(place, 4));
      EXPECT_FALSE(run.access(place + 4, 4));
    }
    AccessKind load = relaxedLoad(1);
    load.acquires = true;
    RaceDetector::Run acquire(detector, load, nullptr, 1);
    {
      auto guard = detector.lock();
      EXPECT_FALSE(acquire.access(place, 4));
    }
    load.acquires = load.isStrong = false;
    RaceDetector::Run run(detector, load, acquire.getHistory().get(), 1);
    auto guard = detector.lock();
    EXPECT_EQ(run.access(place, 4).has_value(), others > 0) << others;
  }
}

/// One location that thousands of tile blocks modify in turn.
TEST(RaceDetector, manyAtomicOperationsOnOnePlace) {
  RaceDetector detector(/*hasLocal=*/true);
  for (int i = 0; i < 50000; ++i) {
    AccessKind kind = relaxedLoad(i);
    kind.writes = kind.modifies = true;
    RaceDetector::Run run(detector, kind, nullptr, 1);
    auto guard = detector.lock();
    EXPECT_FALSE(run.access(0x1000, 4));
  }
  // A weak load that comes after none of them races with the last.
  AccessKind kind = relaxedLoad(0);
  kind.isStrong = false;
  RaceDetector::Run run(detector, kind, nullptr, 1);
  auto guard = detector.lock();
  auto race = run.access(0x1000, 4);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->earlier.tileBlock, 49999u);
}

/// Acquired and released elements take memory by location, not by access or by
/// tile block.
TEST(RaceDetector, aHistogramTakesTheMemoryOfItsBins) {
  constexpr int bins = 64, tileBlocks = 500;
  RaceDetector detector(/*hasLocal=*/false, /*leastGarbage=*/1000);
  for (int tileBlock = 0; tileBlock < tileBlocks; ++tileBlock) {
    AccessKind kind = relaxedLoad(tileBlock);
    kind.writes = kind.modifies = kind.acquires = kind.releases = true;
    std::shared_ptr<const History> token;
    for (int turn = 0; turn < 2; ++turn) {
      RaceDetector::Run run(detector, kind, token.get(), 2 * bins);
      for (int i = 0; i < 2 * bins; ++i) {
        auto guard = detector.lock();
        EXPECT_FALSE(run.access(0x1000 + i * 7 % bins * 4, 4));
        EXPECT_LT(detector.size(), 4000u);
      }
      token = run.getHistory();
    }
  }
  detector.collectGarbage();
  EXPECT_LE(detector.size(), 2u * bins);
}

TEST(RaceDetector, accessesOfRunningOperationsAreNoGarbage) {
  RaceDetector detector(/*hasLocal=*/false);
  AccessKind kind = relaxedLoad(0);
  kind.isStrong = false;
  kind.writes = true;
  RaceDetector::Run first(detector, kind, nullptr, 1);
  {
    auto guard = detector.lock();
    detector.collectGarbage();
  }
  kind.tileBlock = 1;
  RaceDetector::Run second(detector, kind, nullptr, 1);
  auto guard = detector.lock();
  EXPECT_FALSE(first.access(0x1000, 4));
  auto race = second.access(0x1000, 4);
  ASSERT_TRUE(race);
  EXPECT_EQ(race->earlier.tileBlock, 0u);
}

TEST(RaceDetector, newMemoryHasNoPast) {
  RaceDetector detector(/*hasLocal=*/true);
  AccessKind kind = relaxedLoad(0);
  kind.isStrong = false;
  kind.writes = true;
  for (bool forget : {false, true}) {
    if (forget)
      detector.forget(0x5000, 64);
    RaceDetector::Run run(detector, kind, nullptr, 16);
    auto guard = detector.lock();
    EXPECT_FALSE(run.access(0x5000, 64));
  }
}

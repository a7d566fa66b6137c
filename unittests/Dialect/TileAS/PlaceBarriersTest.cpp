//===- PlaceBarriersTest.cpp - Barriers, path by path ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two judges look at the paths of random programs. One knows addresses and
// threads, and requires a barrier wherever tokens order two accesses of
// different threads to one location. The other knows the rule of the pass
// (Passes.td), and checks that some path needs each barrier.
//
//===----------------------------------------------------------------------===//

#include "RandomPrograms.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"
#include <map>
#include <random>
#include <set>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

//===----------------------------------------------------------------------===//
// Conflicts
//===----------------------------------------------------------------------===//

bool isWrite(const Event &event) {
  return isa<StoreOp, SharedStoreOp>(event.op);
}

bool isWeakStore(const Event &event) {
  auto store = dyn_cast<StoreOp>(event.op);
  return store && store.getOrdering() == tileaa::Ordering::Weak;
}

bool isRelease(const Event &event) {
  auto store = dyn_cast<StoreOp>(event.op);
  return store && store.getOrdering() == tileaa::Ordering::Release;
}

/// The tile that threads move to or from a buffer; null for a scalar, and for
/// other accesses.
RankedTensorType getMovedTile(const Event &event) {
  Value value;
  if (auto load = dyn_cast<SharedLoadOp>(event.op))
    value = load.getResult();
  else if (auto store = dyn_cast<SharedStoreOp>(event.op))
    value = store.getValue();
  return value ? dyn_cast<RankedTensorType>(value.getType())
               : RankedTensorType();
}

/// The programs have 64 threads: of a tile with as many elements each thread
/// has one of its own, at the same place of each stage of a buffer.
bool areOfTheSameThreads(const Event &a, const Event &b) {
  RankedTensorType tile = getMovedTile(a);
  return tile && tile == getMovedTile(b) && tile.getNumElements() == 64 &&
         a.alloc == b.alloc;
}

bool conflictInShared(const Event &a, const Event &b) {
  if (!a.alloc || !b.alloc || (!isWrite(a) && !isWrite(b)) ||
      areOfTheSameThreads(a, b))
    return false;
  auto [begin, end] = getBytes(a);
  auto [otherBegin, otherEnd] = getBytes(b);
  return begin < otherEnd && otherBegin < end;
}

/// An access to global memory, by any op.
struct Access {
  explicit Access(const Event &event) : event(event) {
    if (auto load = dyn_cast<LoadOp>(event.op))
      read(load, load.getResult(), load.getStarts());
    else if (auto store = dyn_cast<StoreOp>(event.op))
      read(store, store.getValue(), store.getStarts());
  }

  explicit operator bool() const { return static_cast<bool>(tile); }

  /// The operands that make the address, and their values.
  std::vector<std::pair<void *, int64_t>> address() const {
    std::vector<std::pair<void *, int64_t>> result;
    for (auto [operand, value] :
         llvm::zip(event.op->getOperands(), event.operands))
      if (operand != data && !isa<tileaa::TokenType>(operand.getType()))
        result.emplace_back(operand.getAsOpaquePointer(), value);
    return result;
  }

  const Event &event;
  RankedTensorType tile;
  Executor executor;
  bool isMasked;
  int64_t base, start, extent, stride;

private:
  template <typename OpT> void read(OpT op, Value value, ValueRange starts) {
    tile = cast<RankedTensorType>(value.getType());
    if (isa<StoreOp>(op))
      data = value;
    executor = op.getExecutor();
    isMasked = static_cast<bool>(op.getMask());
    base = event.operands[0];
    start = event.operands[1];
    extent = event.operands[2];
    stride = event.operands[3];
  }

  Value data;
};

bool isOrdered(const Path &path, size_t first, size_t second) {
  return path[second].predecessors.test(first);
}

/// The pass's rule for a conflict of two events; `ordered` says that a token
/// may order the second after the first.
bool conflictByRule(const Event &first, const Event &second, bool ordered) {
  if (conflictInShared(first, second))
    return true;
  Access a(first), b(second);
  if (!a || !b || !ordered)
    return false;
  if (isRelease(second))
    return true;
  if (!isWrite(first) && !isWrite(second))
    return false;
  bool hasCopies = a.tile.getNumElements() < 64;
  bool sameOwner = a.tile == b.tile && a.address() == b.address() &&
                   (isWeakStore(first) || isWeakStore(second)) &&
                   (a.executor == b.executor || !hasCopies);
  return !sameOwner;
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

bool isUnmasked(unsigned pattern, int64_t element) {
  return (pattern >> (element % 7)) & 1;
}

/// The threads that make an access to each element.
std::vector<std::vector<unsigned>> executorsOf(const Access &access) {
  std::vector<std::vector<unsigned>> result(access.tile.getNumElements());
  LinearLayout layout = getLinearLayout(access.tile);
  for (unsigned thread = 0; thread < 64; ++thread) {
    unsigned lane = thread % 32, warp = thread / 32;
    bool isOwner =
        !(layout.freeBits(kLane) & lane) && !(layout.freeBits(kWarp) & warp);
    if (access.executor == Executor::All || isOwner)
      result[layout.apply({{kLane, lane}, {kWarp, warp}})[0].second].push_back(
          thread);
  }
  return result;
}

/// The locations that the accesses of a program touch. An access with the same
/// operand values touches the same locations on every path.
class Locations {
public:
  /// `pattern` has the bits of masks.
  explicit Locations(unsigned pattern) : pattern(pattern) {}

  /// True if different threads touch a common location.
  bool meet(const Event &a, const Event &b) {
    const Touched &first = touchedBy(a), &second = touchedBy(b);
    auto [it, isNew] = meetings.insert({{&first, &second}, false});
    if (!isNew)
      return it->second;
    for (auto [location, thread] : first.threads) {
      auto [begin, end] = second.threads.equal_range(location);
      for (auto other = begin; other != end; ++other)
        it->second |= other->second != thread;
    }
    return it->second;
  }

  /// True if an event is a weak store that races with itself.
  bool isUndefined(const Event &event) {
    return isWeakStore(event) && touchedBy(event).isRepeated;
  }

private:
  struct Touched {
    /// The threads of each location.
    std::multimap<int64_t, unsigned> threads;
    /// True if several elements lie at one location.
    bool isRepeated = false;
  };

  const Touched &touchedBy(const Event &event) {
    auto key = std::pair(event.op, llvm::to_vector(event.operands));
    auto [it, isNew] = touched.insert({key, {}});
    Access access(event);
    if (isNew && access)
      touch(access, it->second);
    return it->second;
  }

  void touch(const Access &access, Touched &result) {
    for (auto [element, threads] : llvm::enumerate(executorsOf(access))) {
      if (access.start + static_cast<int64_t>(element) >= access.extent ||
          (access.isMasked && !isUnmasked(pattern, element)))
        continue;
      int64_t location = access.base + (access.start + element) * access.stride;
      result.isRepeated |= result.threads.count(location) > 0;
      for (unsigned thread : threads)
        result.threads.emplace(location, thread);
    }
  }

  unsigned pattern;
  std::map<std::pair<Operation *, SmallVector<int64_t>>, Touched> touched;
  std::map<std::pair<const Touched *, const Touched *>, bool> meetings;
};

//===----------------------------------------------------------------------===//
// Tests
//===----------------------------------------------------------------------===//

/// Calls `report(i, j)` for the pairs of events with no barrier between them;
/// `ignored` does not count as one.
template <typename Report>
void forEachUnseparated(const Path &path, Operation *ignored, Report report) {
  size_t begin = 0;
  for (size_t j = 0; j < path.size(); ++j) {
    if (isa<BarrierOp>(path[j].op) && path[j].op != ignored)
      begin = j + 1;
    for (size_t i = begin; i < j; ++i)
      report(i, j);
  }
}

/// Pairs of ops that a token orders on some path.
using OpOrder = std::set<std::pair<Operation *, Operation *>>;

class PlaceBarriersTest : public testing::Test {
protected:
  static constexpr size_t kMaxPaths = 300;

  PlaceBarriersTest() {
    context.loadDialect<TileASDialect, scf::SCFDialect, arith::ArithDialect>();
  }

  /// A program with offsets at random and barriers.
  OwningOpRef<ModuleOp> make(unsigned seed, ProgramKind kind) {
    std::mt19937 random(seed);
    auto module = makeRandomProgram(&context, seed, kind);
    EXPECT_TRUE(succeeded(verify(*module)));
    module->walk([&](AllocSharedOp op) { op.setOffset(random() % 8 * 64); });
    PassManager passes(&context);
    passes.addNestedPass<KernelOpInterface>(createTileASPlaceBarriers());
    EXPECT_TRUE(succeeded(passes.run(*module)));
    return module;
  }

  static std::string text(unsigned seed, ModuleOp module) {
    std::string result = "seed " + std::to_string(seed) + "\n";
    llvm::raw_string_ostream os(result);
    module.print(os, OpPrintingFlags().useLocalScope());
    return result;
  }

  MLIRContext context;
};

int64_t anyValue(BlockArgument argument) { return argument.getArgNumber(); }

TEST_F(PlaceBarriersTest, ThreadsThatMeetAreSeparated) {
  size_t numMeetings = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    auto module = make(seed, {false, true});
    SCOPED_TRACE(text(seed, *module));
    std::mt19937 random(seed);
    std::map<unsigned, int64_t> values;
    // Pointers may be equal, and so may elements of an access: arguments 7 and
    // 8 are starts and strides, 9 and 10 starts and extents.
    for (unsigned number : {0, 1, 7, 8})
      values[number] = random() % 3;
    for (unsigned number : {9, 10})
      values[number] = random() % 2 ? 1 : 64;
    Locations locations(random());
    forEachPath(
        getKernel(*module), kMaxPaths,
        [&](BlockArgument argument) { return values[argument.getArgNumber()]; },
        [&](const Path &path) {
          if (llvm::any_of(path, [&](const Event &event) {
                return locations.isUndefined(event);
              }))
            return;
          forEachUnseparated(path, nullptr, [&](size_t i, size_t j) {
            if (isOrdered(path, i, j) && (isWrite(path[i]) || isWrite(path[j])))
              EXPECT_FALSE(locations.meet(path[i], path[j]))
                  << "events " << i << " and " << j;
          });
          for (size_t j = 0; j < path.size(); ++j)
            for (size_t i = 0; i < j; ++i)
              numMeetings +=
                  isOrdered(path, i, j) && locations.meet(path[i], path[j]);
        });
    if (HasFailure())
      return;
  }
  EXPECT_GT(numMeetings, 1000u);
}

TEST_F(PlaceBarriersTest, EveryPathObeysTheRule) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    auto module = make(seed, {});
    SCOPED_TRACE(text(seed, *module));
    forEachPath(getKernel(*module), kMaxPaths, anyValue, [&](const Path &path) {
      forEachUnseparated(path, nullptr, [&](size_t i, size_t j) {
        EXPECT_FALSE(conflictByRule(path[i], path[j], isOrdered(path, i, j)))
            << "events " << i << " and " << j;
      });
    });
    if (HasFailure())
      return;
  }
}

// The stage of a slice is only partly known, so there may be a barrier too
// many, but never one too few.
TEST_F(PlaceBarriersTest, StagesOfRingsAreSeparated) {
  size_t numConflicts = 0, numOtherStages = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    auto module = make(seed, {true, false, true});
    SCOPED_TRACE(text(seed, *module));
    forEachPath(getKernel(*module), kMaxPaths, anyValue, [&](const Path &path) {
      forEachUnseparated(path, nullptr, [&](size_t i, size_t j) {
        EXPECT_FALSE(conflictInShared(path[i], path[j]))
            << "events " << i << " and " << j;
        numOtherStages += path[i].alloc && path[i].alloc == path[j].alloc &&
                          path[i].stage != path[j].stage &&
                          (isWrite(path[i]) || isWrite(path[j]));
      });
      for (size_t j = 0; j < path.size(); ++j)
        for (size_t i = 0; i < j; ++i)
          numConflicts += conflictInShared(path[i], path[j]);
    });
    if (HasFailure())
      return;
  }
  EXPECT_GT(numConflicts, 1000u);
  EXPECT_GT(numOtherStages, 1000u) << "rings save no barriers";
}

// A barrier counts as needed if without it two accesses conflict on a path, and
// a token orders one after the other on this or another path. The pass does not
// know which of the tokens that meet at the end of a branch or loop is the one
// of the path. With
//
//   %s = store A
//   %t = if %c { barrier; yield %s } else { yield %u }
//   load A after %t
//
// the load is after the store only where they are separated already, and yet
// gets a barrier.
TEST_F(PlaceBarriersTest, EveryBarrierIsNeededOnSomePath) {
  size_t numBarriers = 0;
  for (unsigned seed = 0; seed < 2000; ++seed) {
    auto module = make(seed, {});
    SCOPED_TRACE(text(seed, *module));
    OpOrder order;
    bool isComplete = forEachPath(
        getKernel(*module), kMaxPaths, anyValue, [&](const Path &path) {
          for (size_t j = 0; j < path.size(); ++j)
            for (size_t i = 0; i < j; ++i)
              if (isOrdered(path, i, j))
                order.insert({path[i].op, path[j].op});
        });
    if (!isComplete)
      continue;
    std::map<Operation *, bool> isNeeded;
    module->walk([&](BarrierOp op) { isNeeded[op] = false; });
    numBarriers += isNeeded.size();
    forEachPath(getKernel(*module), kMaxPaths, anyValue, [&](const Path &path) {
      for (auto &entry : isNeeded)
        if (!entry.second)
          forEachUnseparated(path, entry.first, [&](size_t i, size_t j) {
            entry.second |= conflictByRule(
                path[i], path[j], order.count({path[i].op, path[j].op}));
          });
    });
    unsigned number = 0;
    module->walk([&](BarrierOp op) {
      EXPECT_TRUE(isNeeded[op]) << "barrier " << number;
      ++number;
    });
    if (HasFailure())
      return;
  }
  EXPECT_GT(numBarriers, 1000u);
}

} // namespace

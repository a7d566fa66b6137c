//===- Async.h - Asynchronous operations and mbarriers of a block ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, sections "Asynchronous Operations" of the memory consistency model,
// "Asynchronous copy" and "mbarrier". An operation reads its source and writes
// its destination at two moments after the instruction that begins it;
// AsyncPolicy chooses them. One of two mechanisms tells of its completion:
// groups of one thread or an mbarrier. The two steps are virtual, so that
// tensor copies and matrix operations can join.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_ASYNC_H
#define TESSERA_LIB_EMULATOR_ASYNC_ASYNC_H

#include "../Machine/Access.h"
#include "../Machine/Fragments.h"
#include "../Races/Races.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <optional>

namespace tessera::ptx {

/// The lane and the instruction that began an operation.
struct AsyncOrigin {
  AsyncOrigin(Warp &warp, const Inst &inst, unsigned lane);
  /// Faults at that instruction, wherever the machine is now.
  void fault(const llvm::Twine &message) const;
  void fault(LaunchFault kind, const llvm::Twine &message) const;

  /// \name Sources of bytes that an operation moves (SourceTracker)
  /// Nothing happens if the launch is not followed.
  /// @{
  bool isFollowed() const;
  /// `to` has got a copy of `bytes` bytes at `from`.
  void noteCopy(const void *to, const void *from, uint64_t bytes) const;
  /// These bytes have got values without sources.
  void noteNothing(const void *at, uint64_t bytes) const;
  /// The element at `to` was combined with that at `from`.
  void noteCombination(const void *to, const void *from, unsigned bytes) const;
  /// Values go on in a way that nobody follows.
  void noteLoss() const;
  /// @}

  Warp *warp;
  const Code *code;
  uint32_t pc;
  unsigned lane;
};

/// The mbarrier that was last told of the end of an operation in a group, and
/// the phase that it was in.
struct Told {
  uint64_t mbarrier = ~uint64_t(0), phase = 0;
  bool isAny() const { return mbarrier != ~uint64_t(0); }
};

/// An operation in flight.
class AsyncOperation {
public:
  explicit AsyncOperation(const AsyncOrigin &origin) : origin(origin) {}
  virtual ~AsyncOperation() = default;

  /// Takes the bytes from its source.
  virtual void read() = 0;
  /// Changes its destination.
  virtual void write() = 0;

  const AsyncOrigin origin;
  AsyncAgent agent = 0;
  /// For a tensor copy tracked by an mbarrier, whose map a kernel may change:
  /// the operation that reads the map, which is in a group of the thread.
  std::shared_ptr<AsyncOperation> mapReading;
  /// The mbarrier on which the end of the operation completes transactions, and
  /// the block that owns it, if that is another one.
  std::optional<uint64_t> mbarrier;
  Block *mbarrierHome = nullptr;
  /// Blocks whose shared memory it reads and writes; null for other memory.
  Block *reads = nullptr, *writes = nullptr;
  uint32_t transactions = 0;
  bool hasRead = false;
  bool isDone = false;
  bool writesGlobal = true; ///< may change global memory
  /// For a copy in a group: what was told of the part of it that a lane began.
  virtual Told &toldOf(unsigned) { return told; }
  /// True if an mbarrier was told of it.
  virtual bool isTold(unsigned) const { return told.isAny(); }

private:
  Told told;
};
using AsyncReference = std::shared_ptr<AsyncOperation>;

/// Ends products in the order in which they were begun, up to `last`.
template <typename Product>
void computeThrough(std::deque<std::shared_ptr<Product>> &pending,
                    const Product &last) {
  for (bool isLast = false; !isLast;) {
    std::shared_ptr<Product> product = std::move(pending.front());
    pending.pop_front();
    isLast = product.get() == &last;
    if (!product->hasRead)
      product->read();
    product->hasRead = true;
    product->compute();
    product->isDone = true;
  }
}

/// An arrival at an mbarrier that takes place once all of `after` are done.
struct AsyncArrival {
  AsyncOrigin origin;
  uint64_t mbarrier;
  std::vector<AsyncReference> after;
  bool isDone = false;
  uint64_t phase = 0; ///< the phase that the arrival counted in, once done
};

/// PTX ISA, section "Contents of the mbarrier object" (layout v0).
struct Mbarrier {
  static constexpr uint32_t mostArrivals = (1u << 20) - 1;
  static constexpr int64_t mostTransactions = (1 << 20) - 1;

  uint64_t offset = 0;   ///< in the block's shared memory
  uint64_t phase = 0;    ///< the first phase that is not complete
  uint32_t expected = 0; ///< arrivals of the next phase
  uint32_t pending = 0;  ///< arrivals that the phase still waits for
  int64_t transactions = 0;
  /// A test or wait has seen the preceding phase complete.
  bool wasObserved = true;
  /// Operations and arrivals in flight on which the phase may wait.
  std::vector<AsyncReference> operations;
  std::vector<std::shared_ptr<AsyncArrival>> arrivals;

  /// The 64 bits that stand in shared memory.
  uint64_t word() const;
  std::string describe() const;
};

class SourceTracker;
class StateHash;
class TensorMemory;
class WarpGroup;

/// Everything asynchronous of one block. Functions that return bool or a
/// pointer return false or null after a fault.
class AsyncUnit {
public:
  explicit AsyncUnit(Block &block);
  ~AsyncUnit();

  //===-- Operations ------------------------------------------------------===//

  /// Begins an operation that its mbarrier tracks or, if it has none, a group
  /// of its thread: of bulk operations or of others, by `isBulk`.
  void begin(AsyncReference operation, bool isBulk);
  /// Adds an operation in a group of its thread to the groups of another lane
  /// of its warp, which then waits for it, too.
  void share(AsyncReference operation, unsigned lane, bool isBulk);
  /// Adds an operation that has taken place to the groups of the lanes that
  /// began it together.
  void keepDone(const AsyncReference &operation, LaneMask lanes);
  /// The agent of the last such operation in the open group of these lanes, from
  /// which nothing tells what they begin next; none if something may.
  std::optional<AsyncAgent> openAgent(const Warp &warp, LaneMask lanes);
  /// True if operations have to be recorded even if they are done at once.
  bool isTracking() const { return !isEager || races; }
  /// True if operations take place when they begin.
  bool isImmediate() const { return isEager; }

  void commitGroups(Warp &warp, LaneMask lanes, bool isBulk);
  /// Waits until at most `mostPending` groups of each lane are not complete;
  /// with `readsOnly`, until the older ones have read their sources.
  void waitForGroups(Warp &warp, LaneMask lanes, bool isBulk,
                     uint64_t mostPending, bool readsOnly);
  /// cp.async.mbarrier.arrive.
  void arriveAfterCopies(const AsyncOrigin &origin, Mbarrier &mbarrier);

  /// Under AsyncPolicy::Random: some operation may take place now.
  void tick();
  /// Number of instructions, at most `slice`, until tick() should be called
  /// again.
  uint64_t limitSlice(uint64_t slice) const;
  /// No warp can go on: makes an operation take place. False if none is left.
  bool advance();
  /// Another block of the cluster ends: its arrivals at mbarriers of this block
  /// take place now at the latest, as do all operations that it began.
  void finishArrivalsOf(const Block &other);

  //===-- Products of warp groups (WarpGroups.cpp) ------------------------===//

  WarpGroup &groupOf(const Warp &warp);
  /// Checks lanes that have exited.
  void checkExit(Warp &warp);

  TensorMemory &tensorMemory();
  /// True if the block can only allocate tensor memory when another block frees
  /// some or gives up the permit.
  bool awaitsNeighbours() const;
  /// Called when all threads have ended; false after a fault.
  bool checkEnd();

  //===-- mbarriers (Mbarriers.cpp)
  //----------------------------------------===//

  /// The mbarrier at an offset in shared memory; null after a fault.
  Mbarrier *find(const AsyncOrigin &origin, uint64_t offset);
  bool initialize(const AsyncOrigin &origin, uint64_t offset, uint32_t count);
  bool invalidate(const AsyncOrigin &origin, uint64_t offset);
  bool expect(const AsyncOrigin &origin, Mbarrier &mbarrier, uint32_t bytes);
  bool complete(const AsyncOrigin &origin, Mbarrier &mbarrier, uint32_t bytes);
  bool arrive(const AsyncOrigin &origin, Mbarrier &mbarrier, uint32_t count);
  /// Adds an arrival that the current phase waits for.
  bool addPending(const AsyncOrigin &origin, Mbarrier &mbarrier);
  /// Called before a test of the current phase: under AsyncPolicy::Lazy,
  /// operations in flight take place now if that completes the phase.
  void settle(Mbarrier &mbarrier);
  /// A lane has seen the phase before the current one complete.
  void observe(Warp &warp, LaneMask lanes, const Inst &inst,
               Mbarrier &mbarrier);
  /// The mbarriers that a fragment tests, and the arrivals and transactions
  /// that they lack.
  std::string describeWait(const Fragment &fragment) const;
  /// An operation in flight that accesses the shared memory of another block;
  /// null if there is none.
  const AsyncOperation *findReaching(const Block &other) const;

  /// True if accesses to shared memory must be shown to checkAccess.
  bool isGuarding() const { return checksSync && !mbarriers.empty(); }
  /// Faults an access to an mbarrier by another kind of instruction.
  void checkAccess(Warp &warp, const Request &request) const;

  /// Adds what the unit keeps beside shared memory, where the states of its
  /// mbarriers stand. False if work is in flight.
  bool addTo(StateHash &state) const;

  //===-- Lanes that test in vain (Livelock.cpp) --------------------------===//

  /// The lanes `failed` of those that run a test find their phases incomplete.
  /// True if they come from the same test, in the same state, with nothing done
  /// in between that another thread could see or change: they will loop until
  /// some mbarrier changes, and may as well be held.
  bool isSpinning(Warp &warp, const Inst &inst, LaneMask lanes,
                  LaneMask failed);
  void forgetSpins();

private:
  friend class TensorMemory;
  friend class WarpGroup;

  /// A thread's operations in groups.
  struct Groups {
    std::vector<AsyncReference> open; ///< not committed yet
    size_t mostOpen = 128; ///< length at which completed ones are removed
    std::deque<std::vector<AsyncReference>> committed;
    /// Operations that a wait has ended, until an mbarrier is told of them too.
    /// For the race checker; only the latest are kept.
    std::vector<AsyncReference> past;
  };
  struct Thread {
    Groups copies, bulk;
  };
  /// The copies that all lanes of a warp have begun together, as long as they
  /// have also committed and waited for all of them together. Each lane has them
  /// for its own otherwise.
  struct Together {
    bool areAll = true;
    Groups copies;
  };
  struct Spin {
    const Inst *inst = nullptr;
    LaneMask lanes = 0, failed = 0;
    uint64_t accesses = 0;
    unsigned rounds = 0;
    uint64_t state = 0; ///< a hash
  };

  static AsyncUnit &homeOf(const AsyncOperation &operation);
  Thread &thread(const Warp &warp, unsigned lane);
  /// The groups of all these lanes, if they have the same; null otherwise.
  Groups *groupsOfAll(const Warp &warp, LaneMask lanes, bool isBulk);
  /// The groups of one lane, which from now on has its own.
  Groups &groupsOf(const Warp &warp, unsigned lane, bool isBulk);
  void waitFor(Warp &warp, LaneMask lanes, Groups &groups, bool isBulk,
               uint64_t mostPending, bool readsOnly);
  /// Begins an operation whose class itself makes its end known.
  void launch(AsyncReference operation);
  /// Schedules an arrival at an mbarrier of this block.
  void launch(std::shared_ptr<AsyncArrival> arrival, Mbarrier &mbarrier);
  void forgetOpen(Groups &groups, unsigned lane);
  static void keepPast(Groups &groups, unsigned lane, size_t count);
  void finish(AsyncOperation &operation);
  void finish(AsyncArrival &arrival);
  void noteArrival(const AsyncOrigin &origin, const Mbarrier &mbarrier) const;
  bool addTransactions(const AsyncOrigin &origin, Mbarrier &mbarrier,
                       int64_t change);
  void update(Mbarrier &mbarrier);
  void hasten(Mbarrier &mbarrier);
  void step(AsyncOperation &operation);
  static bool isReady(const AsyncArrival &arrival);
  void forgetDone();

  Block &block;
  RaceChecker *const races;
  const bool checksSync;
  const bool isEager, isLazy, isRandom;
  /// Under AsyncPolicy::Random: one in so many chances is taken. Drawn for a
  /// run, so that some runs are hasty and some slow.
  const uint64_t rarity;
  std::vector<Thread> threads;
  std::vector<Together> together;     ///< by warp
  std::vector<AsyncReference> flying; ///< in the order of issue
  std::vector<std::shared_ptr<AsyncArrival>> arrivals;
  size_t mostFlying = 64; ///< length at which completed ones are removed
  llvm::DenseMap<uint64_t, Mbarrier> mbarriers;
  std::vector<std::vector<Spin>> spins;           ///< of each warp
  std::vector<std::unique_ptr<WarpGroup>> groups; ///< of four warps each
  std::unique_ptr<TensorMemory> tensor;           ///< null until it is used
};

/// The state that mbarrier.arrive returns, opaque to programs: the mbarrier,
/// its phase and its pending count before the arrival.
struct MbarrierState {
  static constexpr uint64_t phaseMask = (uint64_t(1) << 27) - 1;

  uint64_t phase = 0; ///< its low bits
  uint64_t offset = 0;
  uint32_t pending = 0;
  bool isNoComplete = false;

  uint64_t encode() const;
  static std::optional<MbarrierState> decode(uint64_t bits);
};

/// The block and the offset of an mbarrier.
struct MbarrierPlace {
  Block *home = nullptr;
  uint64_t offset = 0; ///< in its shared memory

  bool isOf(const Block &block) const { return home == &block; }
};

/// The place of the mbarrier at an address of a space; nothing after a fault.
std::optional<MbarrierPlace> mbarrierPlace(const AsyncOrigin &origin,
                                           Space space, uint64_t address);
/// The same for an mbarrier that only the block itself may access.
std::optional<uint64_t> ownMbarrier(const AsyncOrigin &origin, Space space,
                                    uint64_t address);
/// That mbarrier, by the address operand of an instruction; null after a fault.
Mbarrier *findOwnMbarrier(const AsyncOrigin &origin, const Inst &inst);

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_ASYNC_H

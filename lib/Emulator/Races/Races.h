//===- Races.h - Finds data races by happens-before -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, chapter "Memory Consistency Model". The machine tells the checker of
// every access and of everything that orders accesses; the checker faults the
// warp whose access races with an earlier one, or reads unwritten memory. It
// never changes the results of a kernel. Calls come from all host threads;
// those about the blocks of one cluster come from one at a time.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_RACES_H
#define TESSERA_LIB_EMULATOR_RACES_RACES_H

#include "../Grid/Random.h"
#include "../Machine/Access.h"
#include "tessera/Emulator/Launch.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>
#include <optional>
#include <string>

namespace tessera::ptx {

class Block;
class Cluster;
class Warp;

/// An asynchronous operation, as an agent of its own: it begins with the
/// knowledge of the lane that began it, and its accesses are ordered only
/// before threads that wait for it.
using AsyncAgent = uint32_t;
constexpr AsyncAgent noAgent = ~AsyncAgent(0);

/// Everything that any of some lanes of a row of clocks has done by now, or an
/// operation of a lane as a whole. Lanes: none if races are not checked.
struct RaceStep {
  uint32_t row = 0;
  LaneMask lanes = 0;
  uint32_t epoch = 0;
};

class RaceChecker {
public:
  /// One checker serves all launches that run over one memory at once.
  /// With `loads`, strong loads return any value that the memory model allows.
  RaceChecker(const Checks &checks, std::optional<Random> loads);
  ~RaceChecker();

  //===-- Accesses --------------------------------------------------------===//

  /// Called before blocks run on several host threads: from now on, the shards
  /// of global memory are locked.
  void shareAmongThreads();
  bool isOnThreads() const;

  /// Called before the access takes place. Returns the shards of global memory
  /// that stay locked, so that the order of accesses agrees with their values;
  /// pass it to unlock() when the access is over, before the warp makes another
  /// one.
  [[nodiscard]] uint64_t access(Warp &warp, const Request &request);
  void unlock(uint64_t held);

  /// Marks local memory that a builtin has written, or that a new frame takes
  /// over from an earlier one.
  void markLocal(Warp &warp, LaneMask lanes, uint64_t offset, uint64_t size,
                 bool isWritten);
  /// Copies the written bits of local memory that a call or a return copies.
  void copyLocal(Warp &warp, LaneMask lanes, uint64_t from, uint64_t to,
                 uint64_t size);
  /// Changes the bytes that lanes load for the shadow of a warp where memory is
  /// unwritten.
  void spoil(Warp &warp, const Request &request, uint8_t *const *copy);
  /// Compares the bytes that lanes have stored with those of their shadow.
  void storeShadow(Warp &warp, const Request &request, uint8_t *const *copy);
  /// Called after access(), for loads: replaces the bytes that lanes get.
  void takeValues(Warp &warp, LanePointers &at);
  /// malloc has given out global memory: it counts as never accessed.
  void renewGlobal(Warp &warp, uint64_t address, uint64_t size);

  //===-- Ordering --------------------------------------------------------===//

  /// fence and membar.
  void fence(Warp &warp, LaneMask lanes, MemoryOrder order, Scope scope);
  /// fence.proxy.async and its kin, between the generic and the async proxy,
  /// for accesses to one state space, or to all (Space::Generic).
  void proxyFence(Warp &warp, LaneMask lanes, Space space);
  /// bar.warp.sync has let these lanes go on.
  void syncWarp(Warp &warp, LaneMask lanes);

  /// Lanes arrive at a barrier of their block; it completes its phase; lanes
  /// that waited for it leave. `phase` is that of the arrival.
  void arriveBarrier(Warp &warp, LaneMask lanes, unsigned barrier);
  void completeBarrier(Block &block, unsigned barrier);
  void leaveBarrier(Warp &warp, LaneMask lanes, unsigned barrier,
                    uint64_t phase);

  /// The same for the barrier of a cluster, where each lane arrives and waits
  /// for itself. `isRelaxed`: only knowledge released by fences is passed on.
  void arriveCluster(Warp &warp, LaneMask lanes, bool isRelaxed);
  void completeCluster(Cluster &cluster);
  void leaveCluster(Warp &warp, LaneMask lanes);
  /// fence.mbarrier_init: shows initialisations of mbarriers to other blocks.
  void fenceInits(Warp &warp, LaneMask lanes);

  /// An mbarrier at an offset in the shared memory of `home`. A test or wait
  /// that found the phase of its parity or state complete observes it.
  void initMbarrier(Warp &warp, unsigned lane, uint64_t offset);
  void invalidateMbarrier(Warp &warp, unsigned lane, uint64_t offset);
  void arriveMbarrier(Warp &warp, unsigned lane, Block &home, uint64_t offset,
                      MemoryOrder order, Scope scope);
  void completeMbarrier(Block &block, uint64_t offset);
  void observeMbarrier(Warp &warp, LaneMask lanes, uint64_t offset,
                       MemoryOrder order, Scope scope);

  /// A block starts: the `number`-th of its launch, counting those whose work
  /// others have taken over.
  void beginBlock(Block &block, uint64_t number);
  /// A block of a launch that others wait for has ended; lanes have waited for
  /// the end of those that their own depends on.
  void endBlock(Block &block);
  void joinLaunches(Warp &warp, LaneMask lanes);
  /// An access by the host, for the only thread of its launch.
  void accessByHost(Warp &warp, const HostStep::Range &range);

  //===-- Asynchronous operations -----------------------------------------===//

  /// `lane` begins an operation of this proxy. That is a part of `last`, another one
  /// of its, which only the same waits end, if the warp has learned nothing since.
  AsyncAgent beginAsync(Warp &warp, unsigned lane, Proxy proxy,
                        AsyncAgent last = noAgent);
  /// Lanes begin an operation each of the generic proxy. The agent is one for
  /// all, so that where it is given it stands for that of the lane. None if
  /// their knowledge differs: each begins its own. `last`: operations that whoever
  /// waits for these waits for, too; they go on if the lanes have learned nothing
  /// since.
  std::optional<AsyncAgent> beginTogether(Warp &warp, LaneMask lanes,
                                          std::optional<AsyncAgent> last);
  /// Checks an access of the operation when it is issued, whenever it takes
  /// place: `kind` of `size` bytes. `leavesUnwritten`: the bytes that it writes
  /// still count as unwritten. `turn`: see turnOfCopies(); 0 for an
  /// operation that is no other lane's neighbour.
  void accessAsync(Warp &warp, unsigned lane, AsyncAgent agent, Access kind,
                   Space space, uint64_t address, uint64_t size,
                   Block *home = nullptr, bool leavesUnwritten = false,
                   uint8_t turn = 0);
  /// The same for rows of global memory, each by its address and size, which the
  /// operation accesses in one way and no other lane's does.
  using Pieces = llvm::ArrayRef<std::pair<uint64_t, uint64_t>>;
  void accessRows(Warp &warp, unsigned lane, AsyncAgent agent, Access kind,
                  Pieces rows);
  /// The same for pieces of shared memory that the operation reads: `home`'s, or
  /// that of the warp's block.
  void readPieces(Warp &warp, unsigned lane, AsyncAgent agent,
                  const SharedPieces &pieces, Block *home);
  /// The same for some of the lanes that began operations together: whole words
  /// of each.
  void accessTogether(Warp &warp, AsyncAgent agent, const Request &request,
                      uint8_t turn);
  /// The turn of the records (Chains.h) of one operation for each lane, for
  /// which they have the fewest records.
  uint8_t turnOfCopies(Warp &warp, const Request &request);
  /// The operation reads the tensor map at a global address, through the
  /// tensormap proxy.
  void accessMap(Warp &warp, unsigned lane, AsyncAgent agent, uint64_t address);
  /// fence.proxy.tensormap::generic.release, by itself or as a part of
  /// tensormap.cp_fenceproxy: releases what the lanes know to that proxy.
  void releaseMaps(Warp &warp, LaneMask lanes, Scope scope);
  /// fence.proxy.tensormap::generic.acquire: makes what was released to that
  /// proxy, as far as the lane knows, visible to copies by the map.
  void fenceMap(Warp &warp, unsigned lane, uint64_t address, Scope scope);
  /// Lanes have each waited for the operation (cp.async.wait_group and its kin);
  /// `readsOnly`: until it has read its source.
  void joinAsync(Warp &warp, LaneMask lanes, AsyncAgent agent, bool readsOnly);
  /// A whole warp has waited for operations of one lane each.
  void joinAll(Warp &warp, llvm::ArrayRef<AsyncAgent> agents);
  /// The completion of the operation of a lane arrives at an mbarrier.
  void arriveAsync(Block &block, unsigned lane, AsyncAgent agent, Block &home,
                   uint64_t offset);
  /// For accesses to tensor memory. Their order is that of execution: arrivals,
  /// waits and strong accesses pass it on, relaxed ones too.
  /// A warp has waited for its accesses: its step until now.
  RaceStep endAccesses(Warp &warp);
  /// A wait has seen the end of a lane's work: the step of that.
  RaceStep endWork(Warp &warp, unsigned lane, AsyncAgent agent);
  /// A commit: the mbarrier tells of the end of the lane's work, of that which
  /// is under way and of that whose end was seen.
  void commitWork(Warp &warp, unsigned lane,
                  llvm::ArrayRef<AsyncAgent> underWay, Block &home,
                  uint64_t offset);
  /// True if one of a warp's lanes follows what one of the step's lanes did.
  bool follows(Warp &warp, LaneMask lanes, const RaceStep &step) const;
  /// True if something that `other` did is ordered before the lane's next access,
  /// so that the block has begun by then; also if races are not checked.
  bool knowsBegun(Warp &warp, unsigned lane, Block &other);
  /// All threads of a block of a cluster have exited: describes an access of
  /// another block to its shared memory that may come later; "" if there is
  /// none.
  std::string describeLateAccess(Block &block);

  /// LaunchStatistics::sameValueStores.
  uint64_t sameValueStores() const;

  class State;

private:
  std::unique_ptr<State> state;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_RACES_RACES_H

//===- Block.h - The blocks of the emulated GPU ---------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_GRID_BLOCK_H
#define TESSERA_LIB_EMULATOR_GRID_BLOCK_H

#include "Cluster.h"
#include "Contents.h"
#include "LaunchState.h"
#include "Random.h"
#include "llvm/ADT/Twine.h"

namespace tessera::ptx {

class AsyncUnit;
class Warp;
struct Poll;
enum class RunStatus : uint8_t;
struct Fragment;

/// PTX ISA, section "setmaxnreg": registers for each thread of a warp, by warp,
/// and what warps have given back.
struct RegisterPool {
  unsigned free = 0;
  std::vector<unsigned> owned;
  std::vector<bool> waiting; ///< for registers that are free
};

/// A barrier resource of a block.
struct Barrier {
  uint64_t phase = 0;
  bool isInUse = false;
  uint32_t expected = 0;         ///< threads; 0: all of the block
  std::vector<LaneMask> arrived; ///< of each warp, once it has been in use
  /// The first arrival of the phase, for reports.
  Warp *firstWarp = nullptr;
  const Code *firstCode = nullptr;
  uint32_t firstPc = 0;
  bool isReduction = false;
  /// Of bar.red, for the current phase.
  uint32_t count = 0;
  bool all = true;
};

class Block {
public:
  /// `ticket` numbers the blocks of all launches in the order of their starts.
  Block(LaunchState &launch, uint64_t number, uint64_t ticket,
        const Dim3 &clusterShape);

  RunStatus run(uint64_t &budget);

  /// Adds a line for each group of lanes that has not ended: where it is and
  /// what it waits for. At most `left` lines, which are taken from it.
  void describeWarps(std::string &text, unsigned &left) const;
  /// In a standstill: whether any of them has looked at memory, or waits.
  bool looksOrWaits() const;

  ~Block();
  /// Asynchronous operations and mbarriers; made when it is first asked for.
  AsyncUnit &asyncUnit();

  /// Null where nothing says with how many registers threads begin.
  RegisterPool *registerPool();

  /// The complete report after a fault, and what kind of fault it is.
  std::string takeReport();
  LaunchFault getFault() const { return faultKind; }

  /// A thread's position in the block.
  Dim3 threadIndex(unsigned warp, unsigned lane) const;
  uint32_t specialValue(Special special, unsigned warp, unsigned lane) const;

  /// Lanes of a warp arrive at a barrier for `expected` threads (0: all) by the
  /// instruction that the warp executes.
  void arrive(Warp &warp, const Inst &inst, LaneMask lanes, uint32_t barrier,
              uint32_t expected, LaneMask predicate);
  /// Lanes have exited: a barrier of the whole block waits for them no longer.
  void onExit(Warp &warp, LaneMask lanes);

  /// Something that lanes may wait for by Control::Wait has changed.
  void noteProgress() {
    ++progress;
    noteNews();
  }
  /// Threads have changed something that comparing states does not show.
  void noteNews() {
    ++changes;
    ++news;
  }
  /// griddepcontrol.launch_dependents, of any thread; or the block's end.
  void triggerDependents();
  /// Threads wait for launches before this one; one of them has completed.
  void awaitLaunches() { awaitsLaunches = true; }
  void endAwaiting();

  /// The clocks go on by so much and stand still, or run again (0). What
  /// threads look for may be there then.
  void setTime(uint64_t newStandstill, uint64_t jump);
  /// In a standstill: nobody does anything any more.
  bool isStuck() const;

  /// Where one of its warps looked in vain in the block's last turn, as long as
  /// that place is sure to be there.
  Poll lastPoll() const;

  /// Before each turn of a warp: asynchronous work may take place or not.
  void tickAsync();
  /// No warp can go on, or all have ended: some of the asynchronous work that
  /// is pending has to take place now. False where there is none.
  bool advanceAsync();

  //===-- Clusters (Cluster.cpp) ------------------------------------------===//

  static unsigned rankOf(const Dim3 &index, const Dim3 &shape);
  unsigned clusterSize() const {
    return static_cast<unsigned>(sizeOf(clusterShape));
  }
  /// The blocks that run together; of a block without others, made when it is
  /// first asked for.
  Cluster &getCluster();
  void joinCluster(std::shared_ptr<Cluster> cluster);
  /// The block in whose shared memory an address of shared::cluster lies; null
  /// after a fault.
  Block *ownerOf(unsigned lane, uint64_t address, Warp &warp);
  /// Where its shared memory begins in shared::cluster.
  uint64_t sharedBase() const { return uint64_t(rank) << clusterRankShift; }
  /// The offset of an address that the block itself made, or ~0: addresses
  /// without a rank are taken for offsets.
  uint64_t ownOffset(uint64_t address) const {
    uint64_t other = address >> clusterRankShift;
    return !other || other == rank ? address & sharedOffsetMask : ~uint64_t(0);
  }
  const std::vector<LaneBuffer> &constants() const {
    return launch.constants[rank];
  }

  LaunchState &launch;
  const uint64_t number;
  const uint64_t ticket;
  Random random;       ///< of what is random within the block
  const bool isRandom; ///< the order of warps and fragments
  Dim3 index;
  const Dim3 clusterShape;          ///< of the one that it is in
  const unsigned rank;              ///< in its cluster
  std::shared_ptr<Cluster> cluster; ///< null until something needs it
  bool isReachedByOthers = false;   ///< its shared memory
  /// Accesses to other blocks' mbarriers have to be looked at.
  bool watchesCluster = false;
  std::vector<uint8_t> shared;
  std::vector<std::unique_ptr<Warp>> warps;
  std::array<Barrier, 16> barriers;
  /// What launch.races keeps of the block.
  std::shared_ptr<void> raceState;
  std::unique_ptr<AsyncUnit> async; ///< null until something needs it
  Warp *blamed = nullptr; ///< faulted by what it began, maybe after its end
  uint64_t clock = 0;     ///< instructions that the block has issued, mostly
  /// Counts what other threads may see, of all that threads of the block do.
  uint64_t changes = 0;
  uint64_t news = 0;  ///< those of them by noteNews
  uint64_t looks = 0; ///< counts calls of Warp::noteLook
  /// Not 0 while time stands still: which of the standstills of the launch.
  uint64_t standstill = 0;
  Contents contents;     ///< of its shared memory, in a standstill
  uint64_t progress = 0; ///< counts calls of noteProgress
  /// Threads that have seen that no cluster is left to be canceled.
  std::vector<uint32_t> deniedThreads;
  bool isPolling = false; ///< all warps waited or polled in its last turn
  bool hasHadTurn = false;
  /// The scheduler's: what it has seen of those, jumps of time that the block
  /// knows of, and the epoch of states in which the block was found stuck.
  uint64_t seenChanges = 0, seenNews = 0, seenLooks = 0, seenJumps = 0;
  uint64_t stuckIn = 0;
  uint64_t threads;

private:
  void complete(Barrier &barrier);
  bool isComplete(const Barrier &barrier) const;
  uint32_t numberOf(const Barrier &barrier) const {
    return static_cast<uint32_t>(&barrier - barriers.data());
  }
  bool checkArrival(Warp &warp, const Inst &inst, const Barrier &barrier,
                    LaneMask lanes, uint32_t expected) const;
  void checkLeftOver(Warp &warp, LaneMask lanes, const Barrier &barrier) const;
  bool checkEnd();
  /// Whether a block of another cluster may let it go on.
  bool awaitsOthers() const;
  bool checkNoneReaches();
  /// What its threads have told mbarriers of other blocks takes place at the
  /// latest when they end.
  void finishArrivals();

  bool takeHostStep();
  Warp *pick();
  Warp *pickRandom();
  RunStatus endOrDeadlock();
  void reportFault(const Warp &warp);
  void reportDeadlock();
  std::string describe(const Warp &warp) const;
  std::string describeWait(const Warp &warp, const Fragment &fragment) const;
  std::string describeAsyncWait(const Warp &warp,
                                const Fragment &fragment) const;

  bool hasTriggered = false, awaitsLaunches = false;
  std::unique_ptr<RegisterPool> pool; ///< null until something needs it
  size_t nextWarp = 0;
  size_t idle = 0;  ///< warps in a row that could not go on
  size_t quiet = 0; ///< turns in a row of warps that could not, or polled
  uint64_t turn = 0;
  std::vector<uint64_t> heldUntil; ///< turn, of each warp, in random order
  std::string report;
  LaunchFault faultKind = LaunchFault::Failed;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_GRID_BLOCK_H

//===- State.h - The state of the race checker ----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares the cells of memory, an access to them, and all that the
// checker does with the two; Parties.h has who accesses.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_RACES_STATE_H
#define TESSERA_LIB_EMULATOR_RACES_STATE_H

#include "../Grid/Block.h"
#include "MapFences.h"
#include "Parties.h"
#include "llvm/Support/MathExtras.h"
#include <atomic>
#include <mutex>

namespace tessera::ptx::races {

/// A part of the cells of global memory: all that lies in some of its pages.
/// Host threads that run blocks take turns in it.
struct Shard {
  std::mutex mutex;
  Shadow shadow;
};

/// The instructions of one function, for reports.
struct SiteRange {
  const Image *image = nullptr;
  const Code *code = nullptr;
};

/// The actor of an access: lanes of a warp, or an asynchronous operation.
struct Actor {
  Warp &warp;
  WarpState &state;
  BlockState &block;
  Shadow &shadow;
  bool isShared;
  const AsyncSlot *agent = nullptr;
  /// The other block of the cluster whose shared memory is accessed.
  Block *home = nullptr;
  /// Fences of the tensor map that the agent reads.
  const MapFences *mapFences = nullptr;
  uint64_t word = 0;     ///< the accessed one
  bool isRepeat = false; ///< a weak store of the value that is already there
  /// For each word that they store, the lanes that store the value already
  /// there; empty if none does.
  llvm::ArrayRef<LaneMask> repeated = {};
  /// Lanes that do so for some word.
  LaneMask someRepeated() const {
    LaneMask lanes = 0;
    for (LaneMask some : repeated)
      lanes |= some;
    return lanes;
  }
  /// The bytes of the word that a weak store leaves unchanged: all that it
  /// writes or none, until findRepeats looks at each byte.
  mutable uint8_t repeats = 0;
  /// The weak store by lanes whose bytes findRepeats reads; or null.
  const Request *stored = nullptr;
  const LaneCells *cells = nullptr; ///< of the lanes; null: not found yet
  /// See distanceOfRow().
  unsigned distance = 0;
  /// The distance between lanes' elements is not one power of two.
  bool isIrregular = false;
  /// An access was made, and did not race, before the warp has learned what it
  /// knows now.
  bool isLate = false;
  /// The lanes read unordered places: hardly two words have one history.
  bool isScattered = false;
  /// True if the result, since this was last reset, may differ for the same
  /// records at another word, so that it must not be remembered.
  mutable bool isWordBound = false;

  /// Finds how elements lie, and the cells of those that are in no row.
  void locate(const Request &request, bool isContiguous);
  void findCells(const Request &request) {
    state.laneCells.find(shadow, request);
    cells = &state.laneCells;
  }
  bool isOfBlock(uint32_t row) const { return block.rows.isWarp(row); }
  /// True if what `record` did happens before what a lane, or the agent, does
  /// now; between proxies, whether a fence has also shown it.
  bool knows(unsigned lane, const Record &record) const;
  bool allKnow(LaneMask lanes, const Record &record) const;
  /// True if the agent is ordered behind the record's lanes at any word.
  bool knowsRow(const Record &record) const;
  /// The lanes of a row of which that was found last, up to an epoch: what an agent
  /// knows stays as it was when it began. `isFenced`: by a fence between proxies.
  struct KnownRow {
    uint32_t row = ~0u;
    LaneMask lanes = 0;
    Epoch epoch = 0;
    bool isFenced = false;
  };
  mutable KnownRow knownRow = {};
  /// True if all threads of the block are ordered behind a record.
  bool isCommon(const Record &record) const {
    if (isOfBlock(record.row))
      return record.epoch <= block.common[record.row - block.rows.first];
    const Row *row = block.commonClock.row(record.row);
    return row &&
           covers(*row, record.turn ? allLanes : record.lanes, record.epoch);
  }
  /// True if that holds for all accesses of a chain. It then stays so: common
  /// knowledge only grows, and the shared memory of a block has chains of its
  /// own, unless other blocks access it.
  bool areCommon(Chain chain) const {
    return !chain || (keepsCommon() && shadow.chains[chain].isCommon) ||
           findCommon(chain);
  }
  bool keepsCommon() const { return isShared && !block.isClusterWide && !home; }
  bool findCommon(Chain chain) const;
  /// True if all lanes know the same, and by that come after all writes of a
  /// chain, whichever lanes of other warps have made them.
  bool lanesFollow(Chain writes) const;
  /// True if common records come before the actor's access. Through the async
  /// proxy, proxy fences order accesses instead.
  bool followsCommon() const {
    return !agent || agent->proxy == Proxy::Generic;
  }
  /// True if common writes come before an agent's access, whatever its proxy.
  bool followsCommonWrites() const;
  bool showsCommonWrites() const;
  /// True if an earlier access happens before the one that is made now.
  bool comesAfter(const Record &now, const Record &earlier) const;
  /// True if `some` and `all` are of one row, and the lanes of `some` are among
  /// those of `all`.
  bool isWithin(const Record &some, const Record &all) const;
  bool areAlike() const { return state.areAlike(warp.live); }
  /// True if an acquire of its map, which the agent follows, has a write in some
  /// clocks of the fence.
  bool isAcquired(const Record &record,
                  std::initializer_list<Clock MapFence::*> clocks) const;
  /// True if a fence has shown an access to another proxy, as far as the agent
  /// knows.
  bool isProxied(const Record &record, Proxied what) const;
  bool needsProxyFence(const Record &earlier) const {
    return agent && agent->proxy == Proxy::Async && !earlier.how.isAsync &&
           earlier.kind != Access::Load;
  }
  bool areMorallyStrong(const Record &a, const Record &b) const;
  /// True if only weak stores of the current value wrote to some bytes of a
  /// cell.
  bool areRepeats(Chain writes, unsigned bytes) const;
  /// Finds the bytes of the word that the store leaves unchanged.
  void findRepeats(const Record &now) const;
  /// Unchanged bytes that other stores of the same value have written before.
  uint8_t joinedBytes(Chain writes) const;
  /// True if each lane of a load follows one of the writes to these bytes.
  bool followsOne(const Record &now, Chain writes) const;

  /// True if `doer` comes before the lane's next step, with the order of
  /// fence.sc counted, too.
  bool hasSeen(unsigned lane, const Doer &doer) const;

  // PTX ISA, section "Causality Order": if a write was observed before (in base
  // causality order) a step of a lane, the write comes before that step, too.

  /// True if one of the readers read before the lane's next step.
  bool knowsReader(unsigned lane, const Observations::Readers *readers) const;
  /// True if the strong write `earlier`, one of the cell's writes, was observed
  /// before the step of each lane of `now`.
  bool isObserved(const Record &now, const Record &earlier, Chain writes) const;
  bool isObserved(unsigned lane, unsigned writer, const Record &earlier,
                  llvm::ArrayRef<Record> writes) const;
};

/// True if no two of the lanes' addresses are equal.
bool areDistinct(const uint64_t *addresses, LaneMask lanes);
/// The distance between the elements of neighbouring lanes, in bytes, if all
/// lanes access elements in a row: neighbouring ones, or the same part of
/// neighbouring words; else 0.
unsigned distanceOfRow(const Request &request, bool isContiguous);
/// The turn for neighbouring lanes that access neighbouring elements.
inline uint8_t usualTurn(const Request &request) {
  return static_cast<uint8_t>(llvm::Log2_32(request.size) + 1);
}
/// Gives the record of a warp that accesses neighbouring elements the turn and the
/// lanes that are good for all of their words.
inline void turnNeighbours(Record &record, const Request &request) {
  record.turn = usualTurn(request);
  record.lanes = llvm::rotr(
      LaneMask(1),
      static_cast<int>(Record::turnAt(request.addresses[0], record.turn)));
}
/// The turn of the records of lanes that access distinct elements, see
/// Record::lanes; 0 for a single lane.
uint8_t turnOf(const Request &request, uint32_t site, BlockState &block);

/// The turn by which groups of lanes, each of which reads one place, have one
/// record; 0 if none is found.
uint8_t turnOfGroups(const Request &request, llvm::ArrayRef<LaneMask> groups);
/// The bit of each lane in Record::lanes by a turn.
using LaneBits = std::array<uint8_t, warpSize>;
LaneBits turnedLanes(const Request &request, unsigned turn);

/// Identifies an instruction, and what the actor's warp knows, among steps.
inline StepKey keyOf(const Actor &actor, const Record &record) {
  constexpr unsigned tableBits = 7; // which distinguish tables of chains
  const ChainTable &chains = actor.shadow.chains;
  return {uint64_t(actor.state.version) << 32 |
              (chains.generation << tableBits & ~0u) | chains.number,
          uint64_t(record.site) << 32 | uint64_t(record.kind) << 8 |
              record.turn};
}
/// The memo table of an instruction whose lanes have different histories, so
/// that their steps do not evict each other.
LaneMemos &laneMemosOf(const Actor &actor, const Record &record);

/// Bytes of one scalar: in the memory model, a vector is several accesses.
inline unsigned scalarBytes(const Inst &inst, uint32_t size) {
  unsigned scalar = byteWidth(inst.type);
  return inst.count > 1 && scalar && scalar * inst.count == size ? scalar
                                                                 : size;
}

} // namespace tessera::ptx::races

namespace tessera::ptx {

class RaceChecker::State {
public:
  State(const Checks &checks, std::optional<Random> loads)
      : checks(checks), loads(loads), shards(1) {
    shards.front().shadow.chains.number = 1;
  }
  ~State();

  races::BlockState &blockOf(Block &block) {
    return *static_cast<races::BlockState *>(block.raceState.get());
  }
  void beginBlock(Block &block, uint64_t number);
  /// Takes back what later blocks use again.
  void endBlock(races::BlockState &block);
  /// Rows for what the `order`-th operations of lanes of a warp read and write.
  uint32_t takePair(races::BlockState &block, const Warp &warp, size_t order) {
    std::lock_guard<std::mutex> guard(tables);
    return rows.takePair(warp.block.launch, block.rows, warp.number, order);
  }
  /// The block whose shared memory a request is for.
  races::BlockState &homeOf(Warp &warp, const Request &request) {
    return blockOf(request.home ? *request.home : warp.block);
  }
  /// For a request to global memory, all lanes must be in one shard.
  races::Shadow &shadowOf(Warp &warp, const Request &request) {
    return isShared(request.space)
               ? homeOf(warp, request).shared
               : globalAt(request.addresses[llvm::countr_zero(request.lanes)]);
  }
  static races::ClusterState &clusterOf(Cluster &cluster);
  races::WarpState &warpOf(Warp &warp) {
    return blockOf(warp.block).warps[warp.number];
  }

  /// Knowledge from the launches that one comes after: from those that
  /// griddepcontrol.wait waits for, or from the others, whose end precedes its
  /// start.
  races::Knowledge knownBefore(const LaunchState &launch, bool isAwaited) const;

  // Clocks.

  /// The knowledge that the lane passes on: that of now, or that of `moment`.
  races::Knowledge tell(races::WarpState &warp, unsigned lane) const;
  const races::Knowledge &tell(const races::WarpState &warp, unsigned lane,
                               races::Moment &moment) const;
  races::Moment now(races::WarpState &warp, unsigned lane) const;
  bool isWide(const races::BlockState &block, Scope scope) const {
    return scope >= Scope::Gpu ||
           (scope == Scope::Cluster && block.isClusterWide);
  }
  void fenceLane(races::BlockState &block, races::WarpState &warp,
                 unsigned lane, MemoryOrder order, Scope scope);
  /// Events that strong reads acquire come before them as well.
  void acquireFirst(Warp &warp, const Request &request);
  /// Synchronises by strong accesses, after they were checked; `failed` lanes
  /// compared and did not swap.
  void synchronize(Warp &warp, const Request &request, LaneMask failed,
                   bool isReduction);
  /// Faults a use of an mbarrier that is not ordered behind its initialisation.
  void checkInit(Warp &warp, Block &home, unsigned lane, uint64_t offset,
                 const races::MbarrierState &mbarrier);
  /// Chooses the values of lanes' strong loads, before any check.
  void chooseValues(races::Actor &actor, const Request &request,
                    unsigned scalar);
  /// Called before strong writes: keeps the value in memory as an older one.
  void keepValues(races::Actor &actor, const Request &request, unsigned scalar,
                  LaneMask failed);
  static void forgetValues(races::Page &page, uint64_t address, uint64_t size,
                           bool isSame);
  /// The location's state as of the value that a lane loads.
  static const races::Location *locationSeen(const races::WarpState &warp,
                                             unsigned lane, uint64_t address,
                                             const races::Location *newest);
  void forgetLocations(races::Shadow &shadow, uint64_t address, uint64_t size);
  /// Called before strong stores: they replace older writes. A reader of a
  /// lane's value does not observe the writes that the lane does not follow.
  void overwrite(races::Actor &actor, const Request &request);
  /// Called after a lane's strong access: records which writes it has read.
  void observe(races::Actor &actor, const Request &request, unsigned lane,
               bool isWrite);

  // Accesses.

  /// False, after a report, if the bytes lie in the heap of malloc but not in a
  /// block that it has given out.
  bool checkHeap(Warp &warp, unsigned lane, Space space, uint64_t address,
                 uint64_t size);
  void checkWritten(Warp &warp, const Request &request, unsigned scalar,
                    bool isContiguous);
  void checkWrittenRange(Warp &warp, unsigned lane, Access kind, Space space,
                         uint64_t address, uint64_t size, Block *home);
  /// The same for operations that lanes began together.
  void checkWrittenRanges(Warp &warp, const Request &request);
  void checkRaces(Warp &warp, const Request &request, unsigned scalar,
                  bool isContiguous);
  bool accessElements(races::Actor &actor, races::Record record,
                      const Request &request, unsigned scalar, uint8_t idle,
                      LaneMask failed);
  /// Keeps a weak access to a block's own shared memory for later, if it races with
  /// nothing (Postponed.cpp). `repeated`: see Actor.
  bool postpone(races::Actor &actor, const races::Record &record,
                const Request &request, races::PageSet pages,
                llvm::ArrayRef<LaneMask> repeated = {});
  /// The same for pieces that an asynchronous operation reads.
  bool postpone(races::Actor &actor, const races::Record &record,
                const SharedPieces &pieces);
  /// True if an access to some pages follows what their chains have, and there is
  /// room to postpone it.
  bool canWait(races::Actor &actor, races::PageSet pages, bool isWrite);
  /// Adds an open access, of which the caller sets the bytes.
  static races::PostponedAccess &beginPostponed(const races::Actor &actor,
                                                const races::Record &record,
                                                races::PageSet pages);
  /// False, without the last open access, if that may race with another one.
  static bool endPostponed(const races::Actor &actor);
  /// Makes the postponed steps of a block in some pages, which comes before any
  /// other step there.
  void settle(Block &block, races::Shadow &shadow, races::PageSet pages,
              bool isWrite);
  /// Settles what every thread of a block follows by a barrier.
  void settleByBarrier(Block &block, races::BlockState &state);
  void makeUp(Block &block, races::Shadow &shadow,
              const races::PostponedAccess &access, races::PageSet pages);
  /// Keeps a weak access to global memory for the next other step in its pages, if
  /// it meets nothing (KeptAccesses.cpp).
  bool keep(const races::Actor &actor, const races::Record &record,
            const Request &request, bool isContiguous);
  /// The same for distinct elements of whole words, with this record by its turn.
  bool keepOperations(const races::Actor &actor, races::Record record,
                      const Request &request);
  /// Makes up all that are kept where these are too many.
  void limitKept(Warp &warp, races::Shadow &shadow);
  /// Makes the accesses that are kept of a page, which comes before any other step
  /// there; `warp` is whoever makes that.
  void makeUpKept(Warp &warp, races::Shadow &shadow, races::Page &page);
  /// The same for the pages of an access to global memory.
  void makeUpKept(Warp &warp, races::Shadow &shadow, uint64_t address,
                  uint64_t size);
  void makeUpKept(Warp &warp, races::Shadow &shadow, const Request &request,
                  bool isContiguous);
  /// Reports a load of read-only data that the launch has written.
  void checkReadOnly(races::Actor &actor, const Request &request);
  bool accessLanes(races::Actor &actor, races::Record &record,
                   const Request &request, LaneMask failed);
  bool accessUsed(races::Actor &actor, races::Record record,
                  const Request &request, unsigned scalar, uint8_t idle);
  bool accessGroups(races::Actor &actor, races::Record record,
                    const Request &request, bool isDistinct, LaneMask failed);
  bool loadGroups(races::Actor &actor, races::Record record,
                  const Request &request);
  /// Accesses the words of operations that lanes began together: elements of
  /// whole words.
  bool accessOperations(races::Actor &actor, races::Record record,
                        const Request &request);
  /// A step that was made for a record.
  struct KnownStep {
    bool is = false, isRepeat = false;
    uint8_t bytes = 0; ///< of the word
    races::Cell before, cause, after;
  };
  uint64_t repeatAlong(races::Actor &actor, const races::Record &record,
                       const KnownStep &known, uint64_t address,
                       uint64_t end) const;
  /// Accesses each word, for one group of lanes or an agent.
  bool accessWords(races::Actor &actor, races::Record record, uint64_t address,
                   uint64_t size) {
    KnownStep known;
    return accessWords(actor, record, address, size, known);
  }
  /// The same for one of several pieces, from one to the next of which a step
  /// stays known.
  bool accessWords(races::Actor &actor, races::Record record, uint64_t address,
                   uint64_t size, KnownStep &known);
  bool accessOperation(races::Actor &actor, const races::Record &record,
                       uint64_t word, races::Cell *cells, uint64_t &count,
                       KnownStep &known);
  /// Accesses the words of lanes `left`, whose elements are distinct.
  bool accessRow(races::Actor &actor, races::Record record,
                 const Request &request, LaneMask left);
  /// Makes the steps of lanes whose weak stores replace whole words together, in
  /// which nothing is kept of earlier accesses; returns the other lanes.
  static LaneMask storeWholeWords(const races::Actor &actor,
                                  const races::Record &record,
                                  const Request &request, LaneMask left);
  /// Repeats the remembered step of each lane whose step is the same as last
  /// time; returns the other lanes, whose cells are unchanged.
  static LaneMask repeatSteps(const races::Actor &actor,
                              const races::Record &record,
                              const Request &request);
  /// Undoes the steps that repeatSteps made for `lanes`.
  static void undoSteps(const races::Actor &actor, const races::Record &record,
                        const Request &request, LaneMask lanes);

  // Host threads (Shards.cpp).

  void shareAmongThreads();
  bool isOnThreads() const { return shards.size() > 1; }
  size_t shardOf(uint64_t address) const {
    return address / races::pageBytes & (shards.size() - 1);
  }
  races::Shadow &globalAt(uint64_t address) {
    return shards[shardOf(address)].shadow;
  }
  /// Checks an access to global memory shard by shard. All of them stay locked;
  /// returns their set.
  uint64_t checkShards(Warp &warp, const Request &request, unsigned scalar,
                       bool isContiguous);
  void unlock(uint64_t held);
  /// Calls `what` with each piece of a range of global memory that lies in one
  /// page, while its shard is locked, until it returns false.
  void forEachPiece(
      Warp &warp, uint64_t address, uint64_t size,
      llvm::function_ref<bool(races::Shadow &, uint64_t, uint64_t)> what);

  /// Calls `what` with the shadow of an asynchronous access by lanes, and the lanes
  /// of each shard while that is locked.
  void
  forEachPart(Warp &warp, const Request &request,
              llvm::function_ref<void(races::Shadow &, const Request &)> what);

  // Reports.

  /// None for nobody.
  std::optional<races::RowOwner> ownerOf(uint32_t row) const;
  /// The number of the warp's current instruction.
  uint32_t site(const Warp &warp, races::WarpState &state);
  /// `all`: the earlier access, of one or more lanes.
  void reportRace(const races::Actor &actor, const races::Record &all,
                  const races::Record &later, uint64_t word);
  void reportUnwritten(Warp &warp, unsigned lane, Space space, uint64_t address,
                       uint64_t size, const Block *home);
  void describeSite(std::string &text, uint32_t site) const;
  std::string describeThread(const races::Record &record) const;
  std::string describeAddress(const Warp &warp, Space space, uint64_t address,
                              const Block *home = nullptr) const;

  const Checks checks;
  std::optional<Random> loads; ///< chooses values of strong loads
  races::Clock fenceOrder;     ///< of fence.sc whose scope is wide
  /// By launch: everything done by its blocks that have ended.
  std::vector<races::Knowledge> ended;
  races::FullNodes fullNodes; ///< of clocks, for those
  /// The shadow of global memory: one, or a power of two where several host
  /// threads run blocks. Memory of a block is its thread's alone.
  std::vector<races::Shard> shards;
  std::mutex mapMutex;                            ///< guards these
  std::map<uint64_t, races::MapFences> mapFences; ///< by address
  /// Released to the proxy of tensor maps by fences whose scope is wide.
  races::Clock mapsReleased;
  /// Number of unordered stores of a value that another store had written.
  std::atomic<uint64_t> repeats{0};

private:
  void synchronizeLane(const Request &request, races::Shadow &shadow,
                       races::BlockState &block, races::WarpState &warp,
                       unsigned lane, bool isRead, bool isWrite);
  void acquire(const races::BlockState &block, races::WarpState &warp,
               unsigned lane, const Request &request,
               const races::Location *location);
  bool accessWord(races::Actor &actor, const races::Record &record,
                  uint64_t word, races::Cell &cell);
  bool followsWrites(const races::Actor &actor, const races::Record &record,
                     races::Chain writes) const;
  bool isReadAlike(races::Actor &actor, const races::Record &record,
                   uint64_t word, const races::Cell &cell) const;
  bool accessNewly(races::Actor &actor, const races::Record &record,
                   races::Cell &cell);
  bool accessByAgent(races::Actor &actor, const races::Record &record,
                     races::Cell &cell);
  bool accessEach(races::Actor &actor, races::Record record,
                  const Request &request, LaneMask left);
  bool accessAlike(races::Actor &actor, races::Record record,
                   const Request &request, bool &isClean);
  bool step(const races::Actor &actor, races::Cell &cell,
            const races::Record &record);
  using FoundRecord = std::optional<races::Record>;
  FoundRecord findRace(const races::Actor &actor, races::Chain chain,
                       const races::Record &record) const;
  FoundRecord findRace(const races::Actor &actor, const races::Cell &cell,
                       const races::Record &record);
  FoundRecord findRaceOfLoad(const races::Actor &actor, races::Chain writes,
                             const races::Record &record) const;
  FoundRecord findRaceOfRepeat(const races::Actor &actor,
                               const races::Cell &cell,
                               const races::Record &record,
                               uint8_t joined) const;
  void replace(const races::Actor &actor, races::Cell &cell,
               const races::Record &record) const;
  races::Chain append(const races::Actor &actor, races::Chain chain,
                      const races::Record &record) const;
  races::Chain drop(const races::Actor &actor, races::Chain chain,
                    const races::Record &record) const;
  races::Chain thin(const races::Actor &actor, races::Chain writes,
                    const races::Record &record, unsigned replaced) const;

  mutable std::mutex tables; ///< of all that follows
  races::RowTable rows;
  /// The parts of blocks that have ended which later ones use; there is room for those
  /// of all blocks that there are, since they end where there is no memory, too.
  struct Reused {
    races::Shadow shared;
    std::vector<races::TurnGuess> turnGuesses;
  };
  std::vector<Reused> reused;
  size_t blocks = 0;
  std::vector<std::unique_ptr<races::StepMemos>>
      freeMemos; ///< of warps that have ended
  uint32_t nextSite = 0;
  std::map<uint32_t, races::SiteRange> sites; // by first site
  llvm::DenseMap<const Code *, uint32_t> siteBases;
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_RACES_STATE_H

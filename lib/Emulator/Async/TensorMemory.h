//===- TensorMemory.h - Tensor memory of a block --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, section "TensorCore 5th Generation Family Instructions": 128 lanes
// of 512 columns of 32 bits, which a block allocates by columns. Products,
// copies and shifts take place in the order in which they were begun, at
// moments chosen by AsyncPolicy; a commit makes an mbarrier track those of its
// thread. A region that work, a load or a store in flight uses is reported if
// an instruction uses it too soon, whether or not the work has taken place: for
// other instructions, work ends once a wait has seen its mbarrier complete,
// loads and stores once their warp has waited.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_ASYNC_TENSORMEMORY_H
#define TESSERA_LIB_EMULATOR_ASYNC_TENSORMEMORY_H

#include "TensorColumns.h"
#include "TensorHistory.h"
#include "TensorWork.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::ptx {

/// Position of a number of 4 bits in its byte.
constexpr unsigned shiftOfNibbles = 2;
/// PTX ISA, section "Packing formats of elements": 16 numbers of `bits` bits
/// are packed at the start of a cell. Gives each number its byte.
void spreadCells(unsigned bits, std::vector<uint8_t> &bytes);

class TensorMemory {
public:
  TensorMemory(AsyncUnit &async, Block &block);
  ~TensorMemory() { columns->leave(*this); }

  uint32_t &word(unsigned lane, unsigned column) {
    return words[lane * tensorColumns + column];
  }
  uint32_t word(unsigned lane, unsigned column) const {
    return words[lane * tensorColumns + column];
  }

  /// Checks that all instructions of a kernel have the same .cta_group; false
  /// after a fault.
  bool useGroup(const AsyncOrigin &origin, bool isPair);

  //===-- Allocation ------------------------------------------------------===//

  /// The address; none if the block has to wait, or after a fault.
  std::optional<uint32_t> allocate(Warp &warp, uint32_t count);
  /// The address; none after a fault. `peer`: the memory of the other block of
  /// a pair, which may not use the same columns any more; or null.
  std::optional<uint32_t> deallocate(Warp &warp, uint32_t address,
                                     uint32_t count, TensorMemory *peer);
  /// True if the block has any of these columns allocated.
  bool hasAnyOf(uint32_t first, uint32_t count) const;
  uint32_t countAllocated() const;
  /// True if it waits to allocate until another block frees columns or gives up
  /// the permit.
  bool awaitsNeighbours() const;

  /// With .cta_group::2 both blocks of a pair allocate together, and free
  /// together.
  enum class PairStep : uint8_t { Allocation, Deallocation };
  /// Notes that the warp has executed its block's half of a step.
  void share(const Warp &warp, PairStep step, uint32_t address,
             TensorMemory &other);
  /// True if some warp has executed a half and waits for the other block.
  bool isSharing() const { return shared.has_value(); }
  bool isSharedBy(const Warp &warp) const;
  /// The address of the step, once both blocks have executed it.
  std::optional<uint32_t> takeShared();
  void relinquish();
  /// Called at the end of the block; false after a fault.
  bool checkEnd();
  std::string describeWait() const;

  //===-- Accesses --------------------------------------------------------===//

  /// True if the region is allocated; faults otherwise.
  bool check(const AsyncOrigin &origin, const TensorRegion &region) const;
  /// True if nothing in flight conflicts with an access by the instruction;
  /// faults otherwise. `work` is the work that makes the access, or null.
  bool checkFlight(const AsyncOrigin &origin, const TensorRegion &region,
                   bool isWrite, const TensorWork *work) const;
  /// True if the instruction's threads are ordered behind conflicting accesses
  /// that are over; faults otherwise.
  bool checkPast(const AsyncOrigin &origin, const TensorRegion &region,
                 bool isWrite, bool isWork) const;
  /// Makes these checks for all uses of work that will begin, and orders it
  /// behind the earlier work that it is pipelined after.
  bool checkUses(TensorWork &work, bool needsOldD);
  void noteLoad(const AsyncOrigin &origin, const TensorRegion &region);
  void noteStore(const AsyncOrigin &origin, const TensorRegion &region);
  void wait(Warp &warp, bool isForLoads);
  void addTo(StateHash &state) const;
  /// For Checks::memory: the words of the region count as written.
  void markWritten(const TensorRegion &region);
  bool checkWritten(const AsyncOrigin &origin,
                    const TensorRegion &region) const;
  /// Describes a word of the region that counts as unwritten; "" without one.
  std::string describeUnwritten(const TensorRegion &region) const;
  /// The bits in which a word differs for a shadow: none of a written one.
  uint32_t difference(unsigned lane, unsigned column) const;
  /// A warp has stored a value that differs so on its shadow: with any bits,
  /// the word counts as unwritten.
  void setDifference(unsigned lane, unsigned column, uint32_t bits);
  /// Describes the shuffle that such a value comes from; "" for a load.
  void setShuffle(std::string text) { shuffle = std::move(text); }

  //===-- Work ------------------------------------------------------------===//

  void begin(std::shared_ptr<TensorWork> work);
  /// Makes an mbarrier of a block track the work that the thread has begun.
  void commit(const AsyncOrigin &origin, Block &home, Mbarrier &mbarrier);
  /// A wait has seen a phase of the mbarrier complete.
  void observe(const Mbarrier &mbarrier);

  Block &block;

private:
  friend class TensorWork;
  struct Allocation {
    uint32_t first, count;
    AsyncOrigin origin;
  };
  struct Share {
    unsigned warp;
    PairStep step;
    uint32_t address;
  };
  struct Flight {
    TensorRegion region;
    AsyncOrigin origin;
  };
  struct Commit {
    std::shared_ptr<AsyncArrival> arrival;
    std::vector<std::shared_ptr<TensorWork>> work;
  };

  bool checkAllocation(Warp &warp, uint32_t count) const;
  void order(TensorWork &work);
  /// Work of this block has ended, and a wait in one of a pair has seen it.
  void keepObserved(const std::shared_ptr<TensorWork> &work);
  void finishThrough(TensorWork &last);
  std::string describe(const AsyncOrigin &origin) const;

  AsyncUnit &async;
  const std::shared_ptr<TensorColumns> columns;
  std::vector<uint32_t> words;
  std::vector<std::bitset<tensorLanes>> written; ///< by column
  /// By word, of those that are unwritten as an undefined value was stored.
  llvm::DenseMap<unsigned, uint32_t> differences;
  std::string shuffle; ///< what left the last of them undefined, if one did
  std::vector<Allocation> allocations;
  /// The last allocation, even if it has been freed.
  std::optional<Allocation> last;
  bool isWaiting = false; ///< to allocate
  /// The block that waits for the permit alone, since the last allocation.
  std::optional<Dim3> heldUp;
  std::optional<Share> shared;
  /// Columns that the other block of the pair has freed, and this one not yet.
  std::optional<Allocation> freedByPeer;
  /// By step: halves that this block has executed, and the number of them that
  /// the other block has executed, too.
  std::array<uint64_t, 2> shares = {}, bothHave = {};
  bool isRelinquished = false;
  uint64_t begun = 0;           ///< number of works
  std::optional<bool> isOfPair; ///< .cta_group, once one is used
  std::vector<std::vector<Flight>> loads, stores;      ///< by warp
  std::deque<std::shared_ptr<TensorWork>> pending;     ///< in order
  std::vector<std::shared_ptr<TensorWork>> unobserved; ///< by any wait
  std::deque<Commit> commits; ///< to mbarriers of the block
  TensorHistory past;         ///< if races are checked
};

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_ASYNC_TENSORMEMORY_H

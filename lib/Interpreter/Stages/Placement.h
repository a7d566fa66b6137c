//===- Placement.h - Threads and memory of tileas ---------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interpreter ignores where tileas places values, except for three things
// that change the results of a program.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_INTERPRETER_STAGES_PLACEMENT_H
#define TESSERA_LIB_INTERPRETER_STAGES_PLACEMENT_H

#include "../Races/Clock.h"
#include "../Value.h"
#include "RingQueue.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include <deque>
#include <functional>
#include <map>
#include <vector>

namespace tessera::interp {

class Frame;

/// The elements that a warp_reduce combines. Element k of result r is at index
/// `members[k * numResults + r]` in the operands.
struct WarpParts {
  int64_t extent = 0, numResults = 0;
  std::vector<int64_t> members;
};

class Placement {
public:
  /// Adds an operation of any dialect. Fails with an error if the layouts of a
  /// warp_reduce do not give each element to one part.
  llvm::LogicalResult add(mlir::Operation *op);

  /// The parts of a warp_reduce.
  const WarpParts &getParts(mlir::Operation *op) const {
    return parts.find(op)->second;
  }

  /// An allocation of shared memory. Buffers have places once there is an
  /// offset, in bytes.
  struct Buffer {
    mlir::Operation *alloc;
    int64_t stages, stageBytes;
    std::optional<int64_t> offset;
  };
  llvm::ArrayRef<Buffer> getBuffers() const { return buffers; }
  unsigned numberOf(mlir::Operation *alloc) const {
    return numbers.find(alloc)->second;
  }

private:
  llvm::DenseMap<mlir::Operation *, WarpParts> parts;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  std::vector<Buffer> buffers;
};

/// The elements of an operand that an access by the layout of `accessed` takes:
/// for each element, the content of its owner's register, which holds another
/// element if the operand has another layout. With equal layouts, the same
/// tile.
Tile takeByOwners(const Tile &tile, mlir::Type held, mlir::Type accessed);

/// An mbarrier: the current phase, and what is missing before it ends.
struct MBarrier {
  explicit MBarrier(int64_t arrivals) : arrivals(arrivals), missing(arrivals) {}

  /// Begins the next phase if nothing is missing in this one.
  void advance() {
    if (missing || bytes || copies)
      return;
    ++phase;
    missing = arrivals;
  }

  /// The first phase that an agent has not waited for, itself or as part of the
  /// kernel outside of all agents, which is number 0.
  int64_t getNextOf(unsigned agent) const {
    auto get = [&](unsigned number) {
      auto found = next.find(number);
      return found == next.end() ? 0 : found->second;
    };
    return std::max(get(0), get(agent));
  }
  void noteAwaited(unsigned agent, int64_t awaited) {
    int64_t &ofAgent = next[agent];
    ofAgent = std::max(ofAgent, awaited + 1);
  }

  int64_t arrivals, missing;
  /// Counts of the copies under way that arrivals have named, and of bulk
  /// copies.
  int64_t copies = 0, bytes = 0;
  int64_t phase = 0;
  /// After the reads of the copies that arrivals have named and that have
  /// ended.
  History reads;
  /// By agent, the phase behind the last one that it has waited for.
  std::map<unsigned, int64_t> next;
  /// The sum whose products have made the last arrival, and its phase.
  std::optional<std::pair<int64_t, Tile>> given;
};

/// A tile that was copied, and a token ordered after its read.
struct CopiedTile {
  Tile tile;
  Token read;
};

/// Reads the tile of a copy from memory; a failure is one of the kernel.
using ReadTile = std::function<llvm::FailureOr<CopiedTile>()>;

/// A copy under way whose end an mbarrier is told of: one of so many bytes that
/// arrivals expect, or one that an arrival has named.
struct TrackedCopy {
  mlir::Operation *op;
  BufferStage to;
  std::optional<int64_t> bytes;
  PhaseEnd end;
  ReadTile read;
};

/// The contents of a program's buffers, for one tile block.
class SharedMemory {
public:
  explicit SharedMemory(const Placement &placement)
      : buffers(placement.getBuffers()), contents(buffers.size()),
        barriers(buffers.size()), rings(buffers.size()) {}

  /// Empties a buffer.
  void allocate(unsigned buffer) {
    contents[buffer].assign(buffers[buffer].stages, std::nullopt);
    barriers[buffer].assign(buffers[buffer].stages, std::nullopt);
    rings[buffer] = std::nullopt;
  }
  /// Makes a buffer a ring without turns.
  void openRing(unsigned buffer, RingQueue::Readers readers) {
    rings[buffer].emplace(buffers[buffer].stages, readers);
  }
  /// Null for a buffer that is no ring.
  RingQueue *findRing(BufferStage stage) {
    std::optional<RingQueue> &ring = rings[stage.buffer];
    return ring ? &*ring : nullptr;
  }
  void empty(BufferStage stage) { set(stage, std::nullopt); }
  /// Fills a stage. Stages that share bytes with it become empty.
  void store(BufferStage stage, Tile tile) { set(stage, std::move(tile)); }

  /// \name Asynchronous copies that are waited for by turn or by group
  /// Each agent has copies of its own, as has the kernel outside of all agents.
  /// @{
  /// Selects the agent that makes groups from now on; 0 is the kernel.
  void setExecutor(unsigned number);
  unsigned getExecutor() const { return executor; }
  /// The stage is empty until the copy is waited for; then `read` is called.
  /// Returns the number of the copy, which is not 0.
  uint64_t beginCopy(mlir::Operation *op, BufferStage stage, ReadTile read);
  /// Makes a group of the copies begun since the last one.
  void commitCopies();
  /// Makes copies with these numbers those of the turn in a stage of a ring.
  void commitCopies(BufferStage stage, llvm::ArrayRef<uint64_t> numbers);
  /// Ends all groups but the latest `pending`.
  llvm::LogicalResult endGroups(uint64_t pending);
  /// Ends the copies of the turn in a stage of a ring.
  llvm::LogicalResult endCopies(BufferStage stage);
  /// A token ordered after the copies that have ended.
  Token getEndOfReads() const;
  /// @}

  /// \name mbarriers and the copies that they wait for
  /// @{
  /// Null if none has begun, or if its bytes have been overwritten.
  MBarrier *findBarrier(BufferStage stage) {
    std::optional<MBarrier> &barrier = barriers[stage.buffer][stage.stage];
    return barrier ? &*barrier : nullptr;
  }
  void beginBarrier(BufferStage stage, int64_t arrivals);
  /// A token ordered after the copies that have ended of those that arrivals at
  /// an mbarrier have named.
  Token getEndOfReads(BufferStage barrier) const;
  /// The stage is empty until the copy ends.
  void beginBulkCopy(TrackedCopy copy);
  /// Makes copies with these numbers those of a phase. Returns their number,
  /// which is less if some have been waited for otherwise.
  int64_t trackCopies(llvm::ArrayRef<uint64_t> numbers, PhaseEnd end);
  llvm::ArrayRef<TrackedCopy> getTrackedCopies() const { return tracked; }
  TrackedCopy takeTrackedCopy(size_t index);
  /// @}

  /// The elements of a stage in the order of its dimensions; null for an empty one. They
  /// are there until the stage is next looked for in another order, or written.
  const Tile *find(BufferStage stage) const;

private:
  struct Copy {
    mlir::Operation *op;
    uint64_t number;
    BufferStage stage;
    ReadTile read;
  };
  using Copies = std::vector<Copy>;
  /// Copies of no group or turn yet; and groups under way, the oldest first.
  struct CopyQueue {
    Copies begun;
    std::deque<Copies> groups;
    /// The reads of copies that have ended.
    History reads;
  };

  /// The copies of a turn, and their reads once they have ended.
  struct Turn {
    Copies copies;
    History reads;
  };

  /// Removes the copies with these numbers from those of no group yet.
  Copies takeBegun(llvm::ArrayRef<uint64_t> numbers);
  llvm::LogicalResult end(Copies &copies, History &reads);
  void set(BufferStage stage, std::optional<Tile> tile);

  llvm::ArrayRef<Placement::Buffer> buffers;
  std::vector<std::vector<std::optional<Tile>>> contents;
  /// Stages in the order of dimensions in which they were looked for last.
  mutable std::map<std::pair<unsigned, int64_t>, Tile> views;
  std::vector<std::vector<std::optional<MBarrier>>> barriers;
  std::vector<std::optional<RingQueue>> rings;
  /// The turn in each stage of a ring, by buffer and stage.
  std::map<std::pair<unsigned, int64_t>, Turn> turns;
  uint64_t numCopies = 0;
  std::vector<CopyQueue> queues{1};
  unsigned executor = 0;
  std::vector<TrackedCopy> tracked;
};

/// Fails with an error if a buffer, which `op` reads, is empty, or a stage of a
/// ring that is not to be read.
llvm::LogicalResult checkHolds(mlir::Operation *op, mlir::Value buffer,
                               Frame &frame);

/// Fails with an error if a buffer, which `op` fills, is a stage of a ring that
/// is not to be filled.
llvm::LogicalResult checkFills(mlir::Operation *op, mlir::Value buffer,
                               Frame &frame);

/// Fails with an error if a copy that an mbarrier waits for is under way to a
/// stage, to which `op` copies.
llvm::LogicalResult checkNoCopyTo(mlir::Operation *op, BufferStage to,
                                  Frame &frame);

} // namespace tessera::interp

#endif // TESSERA_LIB_INTERPRETER_STAGES_PLACEMENT_H

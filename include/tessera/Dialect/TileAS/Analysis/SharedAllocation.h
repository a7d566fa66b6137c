//===- SharedAllocation.h - Live ranges of buffers --------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First-fit allocation over the live ranges of buffers, for the pass that
// places them and for passes that need to know beforehand if they fit.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDALLOCATION_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDALLOCATION_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Layout/TensorBoxes.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace tessera::tileas {

class CommitOp;
class RingOp;

/// The live range of a buffer: the op at which it ends, the numbers of the
/// first and last op, the buffer's size in bytes, and of what its offset is a
/// multiple.
struct SharedInterval {
  /// True if both are live at once: at the same op, or in two agents, which run
  /// concurrently. Its reader has no use for a buffer behind its last read.
  bool overlaps(const SharedInterval &other) const;

  AllocSharedOp buffer;
  mlir::Operation *last;
  unsigned begin, end;
  int64_t size, alignment;
  /// The program of the agent that allocates it, or null.
  mlir::Region *agent;
  /// The program of the one agent that reads what others fill, and the number of the op
  /// at which it has read all; null where there is no such agent.
  mlir::Region *reader = nullptr;
  unsigned allRead = 0;
  int64_t offset = 0;

private:
  /// True if the other one begins where all of this one has been read. Each turn of a ring
  /// that is filled is waited for, so that nobody fills it any more either.
  bool isOverBefore(const SharedInterval &other) const {
    return reader && reader == other.agent && allRead < other.begin;
  }
};

/// The alignment in bytes of a buffer that the machine reads by matrix
/// descriptors, or writes by tensor maps, which holds for all swizzles.
inline constexpr int64_t kDescribedAlignment = 1024;

/// The alignment of each stage of a buffer that a tensor map writes by boxes: theirs where
/// nothing is exchanged, as of a row, and otherwise that.
int64_t getAlignmentOfBoxes(const TensorBoxes &boxes);

/// True if the machine makes one of the copies that fill a turn of a ring.
bool isFilledByMachine(CommitOp commit);

/// True for a copy that a tensor map makes to all CTAs of a tile block.
bool isForAllCTAs(mlir::Operation *copy);

/// The kinds of mbarriers that tileas-lower-rings makes of a ring, each with one for
/// every stage.
struct RingMBarriers {
  static RingMBarriers find(RingOp ring);

  /// The buffer of those of one kind.
  static BufferType getBuffer(RingType ring, unsigned arrivals);

  /// The bytes of all kinds that a ring has.
  int64_t countBytes(RingType ring) const;

  /// The stage is full: where others than those who fill it read it, or the
  /// machine fills it.
  bool full = false;
  /// The stage is empty: where other agents than those who fill it read it.
  bool empty = false;
  /// The stage is free in all CTAs: where they fill it for one another.
  bool ready = false;
};

/// The live ranges of a kernel's buffers. A buffer is live from its allocation
/// to the end of the last op that uses it, in program order. Only ops of the
/// block with the allocation count, or of an outer block to which control flow
/// passes the buffer. A loop around that block needs no special care, since the
/// next iteration only overwrites dead buffers. A loop inside it counts as a
/// whole, since its next iteration may read data of this one.
class SharedAllocation {
public:
  /// Fails, with a message, if a loop around an allocation carries its buffer
  /// to the next iteration.
  static mlir::FailureOr<SharedAllocation> create(mlir::Operation *kernel);

  llvm::ArrayRef<SharedInterval> getIntervals() const { return intervals; }

  /// The bytes of `buffers`, which are allocated in a loop's body, and the
  /// bytes of all other buffers that are live at any time during the loop.
  std::pair<int64_t, int64_t>
  getBytesDuring(mlir::Operation *loop,
                 llvm::ArrayRef<AllocSharedOp> buffers) const;

  /// Lets no buffer end where its reader has read it for the last time.
  void keepBehindReads();

  /// Makes buffers of a loop's body live throughout the loop, with `stages`
  /// times their size.
  void keepThroughout(mlir::Operation *loop,
                      llvm::ArrayRef<AllocSharedOp> buffers, int64_t stages);
  /// Lets what products of a loop in tensor memory read, and its iterations store, live
  /// throughout it, as where these products begin together.
  void keepFactorsTogether(mlir::scf::ForOp loop);

  /// Makes buffers live as rings between agents are: from the begin of the kernel to
  /// the end of its op that uses them last.
  void keepFromBegin(mlir::Operation *kernel,
                     llvm::ArrayRef<AllocSharedOp> buffers);

  /// Has the lives of buffers begin right behind an op.
  void beginBehind(mlir::Operation *op, llvm::ArrayRef<AllocSharedOp> buffers);

  /// Ends the live ranges of buffers before `op`.
  void endBefore(mlir::Operation *op, llvm::ArrayRef<AllocSharedOp> buffers);

  /// The buffers that are live at a place where they take more than `bytes`
  /// together; all buffers if there is no such place.
  llvm::SmallVector<AllocSharedOp> findCrowded(int64_t bytes) const;

  /// Gives each buffer the lowest offset that no other live buffer occupies.
  /// Returns the total size in bytes, with what later passes will allocate: the
  /// mbarriers of rings as long as there are rings, and what products in tensor
  /// memory need until sums have their columns.
  int64_t place();

private:
  /// The number of each op, in the order in which ops end.
  using Positions = llvm::DenseMap<mlir::Operation *, unsigned>;

  explicit SharedAllocation(std::shared_ptr<const Positions> positions)
      : positions(std::move(positions)) {}

  /// The numbers of the first op in `op`, and of `op` itself.
  std::pair<unsigned, unsigned> getExtent(mlir::Operation *op) const;
  void sort();
  void placeOne(size_t index);

  std::shared_ptr<const Positions> positions;
  /// Sorted by begin, with what is no tile after all others.
  llvm::SmallVector<SharedInterval> intervals;
  /// Bytes of buffers that later passes make.
  int64_t laterBytes = 0;
};

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDALLOCATION_H

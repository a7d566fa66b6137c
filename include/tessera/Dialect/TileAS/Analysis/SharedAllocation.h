//===- SharedAllocation.h - Where buffers lie in shared memory --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First fit over the times at which buffers are live, for the pass that places
// them and for those that want to know beforehand what fits.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDALLOCATION_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDALLOCATION_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "llvm/ADT/DenseMap.h"
#include <memory>

namespace tessera::tileas {

/// A buffer, the op with which its life ends, the numbers of the ops during
/// which it is live, and its bytes.
struct SharedInterval {
  AllocSharedOp buffer;
  mlir::Operation *last;
  unsigned begin, end;
  int64_t size, offset = 0;
};

/// When the buffers of a kernel are live: from its allocation to the end of the
/// last op that uses it, in the order of the text; of the ops of the block that
/// has the allocation, or the one that control flow hands the buffer to. A loop
/// around that block needs no care, since what the next iteration overwrites is
/// dead; a loop inside it counts as a whole, since its next iteration may read
/// what this one wrote.
class SharedAllocation {
public:
  /// Fails, with a message, where a loop around an allocation carries it on.
  static mlir::FailureOr<SharedAllocation> create(mlir::Operation *kernel);

  llvm::ArrayRef<SharedInterval> getIntervals() const { return intervals; }

  /// The bytes of `buffers`, which lie in a loop's body, and those of all other
  /// buffers that are live in the loop at any time.
  std::pair<int64_t, int64_t>
  getBytesDuring(mlir::Operation *loop,
                 llvm::ArrayRef<AllocSharedOp> buffers) const;

  /// Has buffers of a loop's body live as long as the loop, with `stages`
  /// times their bytes.
  void keepThroughout(mlir::Operation *loop,
                      llvm::ArrayRef<AllocSharedOp> buffers, int64_t stages);

  /// Has buffers be read before `op` for the last time.
  void endBefore(mlir::Operation *op, llvm::ArrayRef<AllocSharedOp> buffers);

  /// The buffers that are live where all of them together take more than
  /// `bytes`; all buffers if there is no such place.
  llvm::SmallVector<AllocSharedOp> findCrowded(int64_t bytes) const;

  /// Gives each buffer the lowest offset at which no other one lies that is
  /// live at the same time. Returns how many bytes there are then.
  int64_t place();

private:
  /// Ops are numbered in the order in which they end.
  using Positions = llvm::DenseMap<mlir::Operation *, unsigned>;

  explicit SharedAllocation(std::shared_ptr<const Positions> positions)
      : positions(std::move(positions)) {}

  /// The numbers of the first op in `op` and of `op` itself.
  std::pair<unsigned, unsigned> getExtent(mlir::Operation *op) const;
  void sort();
  void placeOne(size_t index);

  std::shared_ptr<const Positions> positions;
  /// By their begin, those of mbarriers behind all others.
  llvm::SmallVector<SharedInterval> intervals;
};

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_SHAREDALLOCATION_H

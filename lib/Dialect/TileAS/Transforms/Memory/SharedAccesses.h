//===- SharedAccesses.h - Conflicting accesses to shared memory -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bytes of shared memory that ops access, for the placement of barriers.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SHAREDACCESSES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SHAREDACCESSES_H

#include "tessera/Dialect/TileAS/Analysis/BufferOrigins.h"

namespace tessera::tileas {

/// An access to a buffer with a known offset, or to a part of one. Two accesses
/// conflict if their bytes may overlap, one of them writes, and a thread may
/// access what another one does.
struct SharedAccess {
  BufferOrigin origin;
  bool isWrite;
  BufferAccess::Part part = BufferAccess::Part::Whole;
  /// The tile that threads move at once, if each moves elements that no other
  /// thread has; otherwise null.
  mlir::RankedTensorType ownTile = {};
  /// A product in tensor memory reads it, for which all threads wait themselves before
  /// they store to it: tileas-defer-products places that wait.
  bool isAwaited = false;

  bool conflictsWith(const SharedAccess &other) const;
  /// The same access, as seen from the next iteration of a loop around it.
  SharedAccess inNextIteration(mlir::Operation *loop) const;
  bool operator==(const SharedAccess &other) const {
    return origin == other.origin && isWrite == other.isWrite &&
           part == other.part && ownTile == other.ownTile &&
           isAwaited == other.isAwaited;
  }
};

/// All accesses of an op, one for each possible origin of a buffer.
llvm::SmallVector<SharedAccess> getSharedAccesses(mlir::Operation *op,
                                                  const BufferOrigins &origins);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_MEMORY_SHAREDACCESSES_H

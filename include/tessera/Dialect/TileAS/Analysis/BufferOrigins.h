//===- BufferOrigins.h - Origins of buffers ---------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers are values: loops carry them, branches select among them, and slices
// are stages of them, as is what a ring gives to be filled or read. An origin is an allocation that a buffer value may come
// from, with the stage of it.
//
//   %ring = tileas.alloc_shared : <64xf32, stages = 3>
//   scf.for %i = ... {
//     %next = arith.addi %i, %c1 : i32
//     %a = tileas.slice %ring[%i] : ...      stage %i + 0 of %ring
//     %b = tileas.slice %ring[%next] : ...   stage %i + 1 of %ring
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_BUFFERORIGINS_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_BUFFERORIGINS_H

#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Turns.h"

namespace tessera::tileas {

/// An allocation that a buffer may come from: one stage of it, or all of it.
struct BufferOrigin {
  AllocSharedOp alloc;
  /// Here 0 <= `offset` < the number of stages.
  std::optional<StageIndex> stage;

  /// Another stage of the same allocation.
  BufferOrigin atStage(StageIndex other) const;

  /// The same origin, relative to the values of the next iteration of `loop`:
  /// if the base grows by a constant in each iteration, the offset is smaller
  /// by that. All stages if this cannot be expressed.
  BufferOrigin inNextIteration(mlir::Operation *loop) const;

  bool operator==(const BufferOrigin &other) const {
    return alloc == other.alloc && stage == other.stage;
  }
};

class BufferOrigins {
public:
  /// Analyses all buffers within `root`.
  explicit BufferOrigins(mlir::Operation *root);

  /// All possible origins of a buffer; empty for one that comes from outside.
  llvm::ArrayRef<BufferOrigin> lookup(mlir::Value buffer) const;

  /// The values that may be the buffer of an allocation, or a stage of it. The
  /// result of the allocation itself comes first.
  llvm::ArrayRef<mlir::Value> getValues(AllocSharedOp alloc) const;

private:
  void add(mlir::Value buffer, const BufferOrigin &origin);
  void propagate(mlir::OpOperand &use, const BufferOrigin &origin);

  llvm::DenseMap<mlir::Value, llvm::SmallVector<BufferOrigin, 1>> origins;
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value, 2>> values;
  llvm::SmallVector<std::pair<mlir::Value, BufferOrigin>> worklist;
};

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_BUFFERORIGINS_H

//===- RegisterEstimate.h - What a loop takes of registers ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many registers of a thread the tiles of a loop take at once, for all who
// want to put something beside them or to know how many blocks run on an SM.
// How many warps share a tile is chosen before there are layouts, by registers
// of all threads (WarpCount.cpp).
// The order of the ops in the text is taken for that of the machine code, which
// ptxas may change.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_REGISTERESTIMATE_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_REGISTERESTIMATE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tessera::tileas {

/// The 32-bit registers of a thread that hold a tile that has a layout.
int64_t countRegistersOfThread(mlir::RankedTensorType tile);

/// Those that hold a value: none for one that is no tile, or has no layout yet.
int64_t countRegistersOfThread(mlir::Value value);

/// Of all sums that matrix products in `loop` make, which may be live at once.
int64_t countRegistersOfSums(mlir::Operation *loop);

/// What the loops around a loop keep for themselves while it runs: counters and
/// addresses, of what they load and of what they store.
int64_t countRegistersOfLoopsAround(mlir::scf::ForOp loop);

class RegisterEstimate {
public:
  using OpSet = llvm::SmallPtrSetImpl<mlir::Operation *>;

  /// Of the body of a loop in which the loads of `ahead` are made for later
  /// iterations.
  RegisterEstimate(mlir::scf::ForOp loop, const OpSet &ahead);

  /// The most that tiles take at once which are not loaded ahead.
  int64_t getLive() const { return live; }
  /// The most that a thread takes: the fragments of products, addresses and
  /// what an op computes with included.
  int64_t getOfThread() const;

private:
  int64_t live = 0, liveWithFragments = 0, loadedAhead = 0;
};

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_REGISTERESTIMATE_H

//===- RegisterEstimate.h - Registers of a loop's tiles ---------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the registers of a thread that the live tiles of a loop take, for
// passes that keep further values in registers, or need the occupancy. The
// number of warps that share a tile is chosen earlier, without layouts
// (tileaa-plan-kernel). The estimate assumes that the machine code has the
// order of the ops, which ptxas may change.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_REGISTERESTIMATE_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_REGISTERESTIMATE_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tessera {
class TargetInfo;
} // namespace tessera

namespace tessera::tileaa {
class Exp2Op;
} // namespace tessera::tileaa

namespace tessera::tileas {

/// The number of 32-bit registers of a thread that hold a tile. The tile must
/// have a layout.
int64_t countRegistersOfThread(mlir::RankedTensorType tile);

/// The same for a value: 0 if it is no tile, or has no layout yet.
int64_t countRegistersOfThread(mlir::Value value);

/// Registers of all accumulators of matrix products in `loop`, which may be
/// live at once.
int64_t countRegistersOfSums(mlir::Operation *loop);

/// Registers that the loops around a loop keep while it runs: for counters, and
/// for addresses of their loads and stores.
int64_t countRegistersOfLoopsAround(mlir::scf::ForOp loop);

/// True if the tiles of a loop, and the loops around it, leave a thread too few
/// registers for addresses, and for as many factors that ptxas reads ahead.
bool isCrowded(mlir::scf::ForOp loop);

/// The products of fragments of a loop, each as the parts that it was cut into where
/// copies begin, if there are several and the loop is crowded; nothing otherwise.
llvm::SmallVector<llvm::SmallVector<ProductOpInterface, 2>>
findCrowdedProducts(mlir::scf::ForOp loop);

/// True for a tile of powers of f32 of which a thread has enough to compute many in one
/// way: under one guard, or by two pipes.
bool hasManyPowers(tileaa::Exp2Op op);

/// True for such powers that may be subnormal: one guard of many pays, where there are
/// registers for it.
bool canBeGuardedTogether(tileaa::Exp2Op op);

/// The most powers of a thread for which there is one guard. Each is a branch for which a
/// warp waits; where one thread begins products, or none are by groups, more powers under
/// one cost registers that are worth more.
unsigned getMostPowersTogether(const TargetInfo &target);

/// The number of a thread's powers for which there is one guard, where so many
/// registers are free; 0 where each has its own.
unsigned countPowersTogether(int64_t freeRegisters, const TargetInfo &target);

/// Copies by threads that begin while the products of a loop are under way.
struct CopiesAmongProducts {
  /// True if they have been delayed to behind the first steps of a product.
  bool areDelayed = false;
  /// The depth along K of the longest part of each product within which copies
  /// begin.
  llvm::DenseMap<mlir::Operation *, int64_t> longestParts;
};

class RegisterEstimate {
public:
  using OpSet = llvm::SmallPtrSetImpl<mlir::Operation *>;

  /// For the body of a loop in which the loads of `ahead` are for later
  /// iterations, and whose copies by threads begin among its products as is said.
  RegisterEstimate(mlir::scf::ForOp loop, const OpSet &ahead,
                   const CopiesAmongProducts &copies = CopiesAmongProducts());

  /// The largest number of registers of live tiles that are not loaded ahead.
  int64_t getLive() const { return live; }
  /// The same where reductions take the elements of a tile as they are made, so
  /// that none of it is kept for them.
  int64_t getLeastLive() const { return leastLive; }
  /// The most that a thread needs: the fragments of products, addresses and
  /// what an op computes with included. With fewer, ptxas may spill some.
  int64_t getOfThread() const;
  /// The registers that ptxas takes for a thread which may have `most`
  /// registers, but for those that it can do without.
  int64_t getHeld(int64_t most) const;
  /// All that it takes, where so many powers are guarded together: until a guard
  /// has decided, their exponents are kept beside what is held there.
  int64_t getTaken(int64_t most, unsigned together = 0) const;

private:
  void countInLoop(mlir::scf::ForOp loop, const OpSet &ahead,
                   const CopiesAmongProducts &copies);
  /// Behind a loop sums are read from tensor memory, and little else is live.
  void countBehind(mlir::scf::ForOp loop);

  /// The registers that ptxas takes in the loop where a thread may have `most`, but for
  /// those that it can do without.
  int64_t getTakenInLoop(int64_t most) const;

  /// The most registers of a thread where a block may be alone: ptxas is told of
  /// several only if these leave it fewer.
  int64_t mostOfOneBlock = 0;
  int64_t live = 0, ofThread = 0, taken = 0;
  int64_t leastLive = 0, behind = 0;
  /// Registers that ptxas can do without in the loop: where it is told to make room for
  /// other blocks, and where a thread may have all.
  struct Dispensable {
    int64_t besideBlocks = 0, inRoom = 0;
  };
  Dispensable dispensable;
  /// Needed to read all words of a product before it multiplies; and taken where
  /// they fit, by those of its longest part.
  int64_t neededForAllReads = 0, takenWithAllReads = 0;
  /// Tiles of powers that may be guarded together: taken without their
  /// exponents, and the registers of these.
  struct Powers {
    int64_t taken, exponents;
  };
  llvm::SmallVector<Powers> powers;
};

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_REGISTERESTIMATE_H

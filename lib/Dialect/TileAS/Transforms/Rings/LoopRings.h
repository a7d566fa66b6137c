//===- LoopRings.h - The rings that a loop fills and reads ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_LOOPRINGS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_LOOPRINGS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Turns.h"
#include <limits>

namespace tessera::tileas {

class AllocSharedOp;

/// The op of a class before `op`, with nothing but pure ops between; null if
/// there is none. Verbs of several rings that follow one another so act together:
/// they make one group, or wait at one barrier.
template <typename Op> Op findJustBefore(mlir::Operation *op) {
  mlir::Operation *before = op->getPrevNode();
  while (before && mlir::isPure(before))
    before = before->getPrevNode();
  return llvm::dyn_cast_or_null<Op>(before);
}

/// The verbs of the run that begins with `op`; none if it is not the first.
template <typename Op> llvm::SmallVector<Op> getRun(Op op) {
  llvm::SmallVector<Op> run;
  if (findJustBefore<Op>(op))
    return run;
  mlir::Operation *next = op;
  while (next && (llvm::isa<Op>(next) || mlir::isPure(next))) {
    if (auto member = llvm::dyn_cast<Op>(next))
      run.push_back(member);
    next = next->getNextNode();
  }
  return run;
}

/// True if the machine makes all copies that fill a turn of a ring.
bool isCopiedByMachine(CommitOp commit);

/// The verb of a class for the same turn of the same ring in the same block;
/// null if there is none.
template <typename Op> Op findVerb(RingOpInterface verb) {
  for (mlir::Operation *user : verb.getRing().getUsers())
    if (auto other = llvm::dyn_cast<Op>(user))
      if (other->getBlock() == verb->getBlock() && haveSameTurn(other, verb))
        return other;
  return {};
}

/// The completions of the products by which alone a stage is read, if threads
/// need not wait for these; otherwise none.
llvm::SmallVector<mlir::Value> findReaders(WaitOp wait);

/// A ring from outside of a loop, each iteration of which fills one turn and
/// reads it.
struct LoopRing {
  RingOp ring;
  AcquireOp acquire;
  CommitOp commit;
  WaitOp wait;
  ReleaseOp release;
  /// The first wait behind `release`, and whether it is one of the next
  /// iteration. A stage that has been released is free behind the barrier that
  /// stands there anyway.
  WaitOp next;
  bool isNextLater;
  /// The stages that the ring was found with.
  int64_t mostStages;

  int64_t getStages() const {
    return RingOp(ring).getRing().getType().getStages();
  }
  AllocSharedOp getBuffer() const;

  /// The number of iterations from `next` to the one for which the stage may be
  /// acquired behind it, if the ring has `stages` stages or fewer. With 0 the
  /// copies of an iteration cannot begin in an earlier one.
  int64_t getLead(int64_t stages) const {
    return std::min(getStages(), stages) - isNextLater;
  }

  /// True for `acquire`, the copies to the stage, and `commit`.
  bool isFilledBy(mlir::Operation *op) const;
};

/// The rings of a loop whose copies may run ahead of their iteration.
class LoopRings {
public:
  explicit LoopRings(mlir::scf::ForOp loop);

  bool empty() const { return rings.empty(); }
  llvm::ArrayRef<LoopRing> get() const { return rings; }
  /// The stages of the longest ring; 1 if there is none.
  int64_t getStages() const;
  llvm::SmallVector<AllocSharedOp, 4> getBuffers() const;
  /// The number of bytes that longer rings save with `stages` stages.
  int64_t getSparedBytes(int64_t stages) const;
  /// True if the machine fills one of them, so that mbarriers count its turns.
  bool isAnyFilledByMachine() const;
  /// Gives rings these stages, and shorter ones those that they were found with.
  void setStages(int64_t stages) const;
  /// Gives rings the stages that they were found with.
  void restoreStages() const { setStages(std::numeric_limits<int64_t>::max()); }

private:
  llvm::SmallVector<LoopRing> rings;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_LOOPRINGS_H

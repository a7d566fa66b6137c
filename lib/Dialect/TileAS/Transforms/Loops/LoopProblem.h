//===- LoopProblem.h - A loop as the modulo scheduler sees it ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The times of a loop's ops follow from the machine model and from four kinds
// of dependences: values, also those that the loop carries; copies that end
// before a wait; a wait before the copies that overwrite what the iteration
// before it has read; and the order of all that has effects. It is private to
// the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPPROBLEM_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPPROBLEM_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/ModuloScheduler.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace tessera::tileas {

/// A load that may run ahead of its iteration, if the rest of the loop lets it:
/// a weak one of all threads that fills registers. Narrower pieces take a
/// register each, and an address.
bool isPlainLoad(mlir::Operation *op);

/// The wait for copies that the same iteration has begun, and how many stages
/// their rings have.
struct RingWait {
  WaitOp wait;
  CommitOp commit;
  int64_t stages = 0;
  /// Of rings of one stage, the wait for those that they take turns with:
  /// behind it nobody reads what they hold.
  WaitOp other;

  explicit operator bool() { return wait != nullptr; }
  /// Whether an op begins the copies, or makes a group of them.
  bool isBegunBy(mlir::Operation *op) const;
  /// Whether an op begins one of the copies.
  bool isCopy(mlir::Operation *op) const;
  /// None where a loop has no copies, or each iteration waits at once.
  static RingWait find(mlir::scf::ForOp loop);
};

class LoopProblem {
public:
  /// In a kernel of so many warps; loads other than those of `ahead` stay in
  /// the last stage.
  LoopProblem(mlir::scf::ForOp loop, unsigned warps, const TargetInfo &target,
              RingWait ring,
              const llvm::SmallPtrSetImpl<mlir::Operation *> &ahead);

  /// What the scheduler is asked where rings have so many stages, and so many
  /// blocks run on an SM at once.
  ModuloProblem get(int64_t ringStages, int64_t blocks) const;

  /// A schedule of the same problem without a search: what runs ahead does so
  /// as far as rings let it, and all else follows in the order of the text, one
  /// op after the other.
  ModuloSchedule scheduleInTextOrder(int64_t ringStages, int64_t blocks) const;

  size_t getNumOps() const { return ops.size(); }

  /// Moves what is made of nothing but numbers and what the loop does not
  /// change, as the mask of attention is, to where it is used: made earlier, it
  /// would only take registers. Looks at all ops for each of them.
  void delay(ModuloSchedule &schedule) const;

  /// Gives all ops of the body their slots by a schedule of this problem.
  void apply(const ModuloSchedule &schedule) const;

private:
  void addOp(mlir::Operation *op, bool isEarly);
  void addValueEdges(mlir::Operation *op);
  void addOrderOfEffects();
  void addRing();
  int64_t getLatency(mlir::Operation *from, mlir::OpOperand &use) const;
  int64_t getDuration(mlir::Operation *op) const;
  int64_t findLateTime(unsigned op, int64_t time, int64_t limit,
                       const ModuloSchedule &schedule) const;
  void placeFreeOps(const ModuloSchedule &schedule,
                    llvm::DenseMap<mlir::Operation *, int64_t> &times) const;

  /// Calls `visit` for each use of a result in the body, also of a value that
  /// the loop carries to the next iteration, with the op of the body and how
  /// many iterations later it is.
  void forEachUse(
      mlir::Operation *op,
      llvm::function_ref<void(mlir::OpOperand &, mlir::Operation *, int64_t)>
          visit) const;

  /// A handle, whose methods are not constant.
  mutable mlir::scf::ForOp loop;
  unsigned warps;
  const TargetInfo &target;
  RingWait ring;
  /// What the problem is about; all others take no time.
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  ModuloProblem problem;
  /// Ops of the last stage whose order is kept.
  llvm::SmallVector<unsigned> effects;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPPROBLEM_H

//===- LoopProblem.h - A loop as the modulo scheduler sees it ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The times of a loop's ops follow from the machine model (LoopDependences.h)
// and from four kinds of dependences: values, also those that the loop carries;
// `commit` before `wait` of a turn; `release` of a turn before `acquire` of the
// one that takes its stage; and the order of all ops with effects. It is
// private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPPROBLEM_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPPROBLEM_H

#include "../Rings/LoopRings.h"
#include "tessera/Dialect/TileAS/Analysis/LoopDependences.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace tessera::tileas {

class LoopProblem {
public:
  /// `opTimes` outlive the problem. Copies to other rings than these, and loads
  /// other than those of `ahead`, remain in the last stage.
  LoopProblem(mlir::scf::ForOp loop, const OpTimes &opTimes, LoopRings rings,
              const llvm::SmallPtrSetImpl<mlir::Operation *> &ahead);

  /// The scheduling problem for rings of at most `ringStages` stages and
  /// `blocks` resident blocks.
  ModuloProblem get(int64_t ringStages, int64_t blocks) const;

  /// A schedule of the same problem without a search: ops that run ahead do so
  /// as far as rings allow, and the others follow in program order, one after
  /// the other.
  std::optional<ModuloSchedule> scheduleInTextOrder(int64_t ringStages,
                                                    int64_t blocks) const;

  size_t getNumOps() const { return ops.size(); }

  /// Moves ops that depend only on the counter and loop-invariant values, such
  /// as the mask of attention, to their uses: earlier they would only take
  /// registers. Takes time quadratic in the number of ops.
  void delay(ModuloSchedule &schedule) const;

  /// Begins copies by threads behind the first steps of the product that follows
  /// the barrier behind which their stages are free, where they still end in
  /// time: in front of it, the tensor cores would wait until all are begun. Copies by
  /// anybody begin behind what threads store in turn, and the barrier of its product.
  /// True if there are any.
  bool delayCopies(ModuloSchedule &schedule, int64_t ringStages) const;

  /// The parts into which products are cut since copies begin within them.
  CopiesAmongProducts
  findCopiesAmongProducts(const ModuloSchedule &schedule) const;

  /// Gives all ops of the body their slots by a schedule of this problem, with
  /// their agents. With `cutsProducts` a product within which copies begin is cut
  /// there; true if one is, so that the times of its parts are rounded.
  bool apply(const ModuloSchedule &schedule, bool cutsProducts) const;

private:
  void addOp(mlir::Operation *op, bool isEarly);
  /// `isAhead` tells loads for later iterations.
  void addValueEdges(mlir::Operation *op, bool isAhead);
  void
  addLoadsBeforeBranches(const llvm::SmallPtrSetImpl<mlir::Operation *> &early,
                         const llvm::SmallPtrSetImpl<mlir::Operation *> &ahead);
  void addOrderOfEffects();
  void addTurns();
  void setAnchor();
  int64_t setStagesAhead(const llvm::BitVector &isEarly,
                         llvm::MutableArrayRef<int64_t> stages) const;
  void addRoom(ModuloProblem &result, int64_t ringStages,
               bool beginsThere) const;
  int64_t findLateTime(unsigned op, int64_t time, int64_t limit,
                       const ModuloSchedule &schedule) const;
  using Times = llvm::DenseMap<mlir::Operation *, int64_t>;
  /// The number of cycles by which an op must start before `at`, to end before
  /// another one on its unit begins; 0 if its units are free there.
  int64_t getConflict(unsigned op, int64_t at, const ModuloSchedule &schedule,
                      llvm::function_ref<bool(unsigned)> isIgnored) const;
  /// Copies that begin one behind the other, and their commits.
  using Group = llvm::SmallSetVector<unsigned, 8>;
  Group
  findCopiesBehind(unsigned wait,
                   llvm::function_ref<bool(mlir::Operation *)> mayDelay) const;
  std::optional<unsigned>
  findProductBehind(unsigned wait, const ModuloSchedule &schedule) const;
  std::optional<int64_t> findEndOfStores(unsigned wait,
                                         const ModuloSchedule &schedule) const;
  bool canMove(const Group &group, int64_t by, const ModuloSchedule &schedule,
               const ModuloProblem &limits) const;
  bool makeWay(ModuloSchedule &schedule, const ModuloProblem &limits) const;
  bool moveBehind(const Group &group, unsigned wait, int64_t cycle,
                  ModuloSchedule &schedule, const ModuloProblem &limits) const;
  bool moveLastBehind(Group group, unsigned wait, int64_t cycle,
                      ModuloSchedule &schedule,
                      const ModuloProblem &limits) const;
  int64_t findEndOfStarts(unsigned op, const ModuloSchedule &schedule) const;
  /// Products within which copies by threads begin, and the steps along K behind
  /// which they are cut, in their order.
  using Cuts = llvm::MapVector<unsigned, llvm::SmallVector<int64_t, 2>>;
  Cuts findCuts(const ModuloSchedule &schedule) const;
  bool cutProducts(const ModuloSchedule &schedule, Times &times) const;
  void placeFreeOps(const ModuloSchedule &schedule, Times &times) const;
  void placeReleases(Times &times) const;
  /// The agent of an op: where the kernel has one that loads, it fills rings.
  llvm::StringRef chooseAgent(mlir::Operation *op) const;

  /// A handle, whose methods are not const.
  mutable mlir::scf::ForOp loop;
  const OpTimes &opTimes;
  LoopRings rings;
  /// The ops that take time or have effects; the others are placed afterwards.
  /// Only the first of verbs that act together: the others have its number.
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  ModuloProblem problem;
  /// Ops of the last stage that must keep their order.
  llvm::SmallVector<unsigned> effects;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_LOOPPROBLEM_H

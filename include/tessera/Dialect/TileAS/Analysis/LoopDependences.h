//===- LoopDependences.h - Units and dependences of a loop ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The units that the ops of a loop keep busy, and the dependences between them,
// by the machine model. The scheduler searches for times that satisfy them, and
// the verifier of schedules checks that a schedule does. They hold for a loop
// as it is, before and after its iterations were made to overlap: in an
// expanded loop a value goes to the iteration that uses it through a
// loop-carried value, and the turns of its rings differ by constants.
//
// An op that keeps no unit busy and waits for nobody is *free*: it passes the
// latencies of its operands on.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_LOOPDEPENDENCES_H
#define TESSERA_DIALECT_TILEAS_ANALYSIS_LOOPDEPENDENCES_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/ModuloScheduler.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/DenseMap.h"

namespace tessera::tileas {

/// The times of ops by the machine model, for programs of `warps` warps. All
/// are in cycles, for all warps of a block together. They are computed once for
/// each op, which must not change meanwhile.
class OpTimes {
public:
  OpTimes(unsigned warps, const TargetInfo &target)
      : warps(warps), target(target) {}
  /// The dependences of the ops in a loop; none if the target of its kernel is
  /// unknown.
  static std::optional<OpTimes> find(mlir::scf::ForOp loop);

  /// The units that an op and the ops nested in it keep busy, each unit once;
  /// of a loop those of all its iterations.
  llvm::ArrayRef<ModuloProblem::Use> getUses(mlir::Operation *op) const;
  /// The longest of these; or of a loop with times its intervals, which may be
  /// longer.
  int64_t getDuration(mlir::Operation *op) const;
  /// From the last instruction of an op to its results.
  int64_t getLatency(mlir::Operation *op) const;
  /// From the start of an op to the start of one that uses its result. The
  /// elements of some ops follow those of another one by one.
  int64_t getLatencyTo(mlir::Operation *from, mlir::OpOperand &use) const;
  /// From the commit of a turn until the copies that it names have ended.
  int64_t getLatencyOfCopies(mlir::Operation *commit) const;
  /// From one op with an effect to the next one in program order: data of other
  /// threads are visible behind a barrier.
  int64_t getLatencyOfEffects(mlir::Operation *before,
                              mlir::Operation *after) const;
  int64_t getLatencyOfBarrier() const;

private:
  using Uses = llvm::SmallVector<ModuloProblem::Use, 2>;
  void addUses(mlir::Operation *op, int64_t trips, Uses &uses) const;
  unsigned warps;
  const TargetInfo &target;
  mutable llvm::DenseMap<mlir::Operation *, Uses> known;
};

/// True for an op that waits for nobody: a stage is acquired where it is
/// filled, and released where it has been read.
bool isPlacedByOthers(mlir::Operation *op);

/// Calls `visit` for each use of a result of `op` in the body of `loop`,
/// including uses in later iterations through loop-carried values. Its
/// arguments are the use, the op of the body that it is in, and the number of
/// iterations between.
void forEachUse(
    mlir::scf::ForOp loop, mlir::Operation *op,
    llvm::function_ref<void(mlir::OpOperand &, mlir::Operation *, int64_t)>
        visit);

/// Calls `visit` for each op that uses a result of `op` directly or through
/// free ops, with the latency between their starts, and the number of
/// iterations. Distances beyond `mostDistance` count as that one, which is
/// stricter: a loop may carry a value through thousands of iterations.
void forEachDependent(
    mlir::scf::ForOp loop, mlir::Operation *op, const OpTimes &times,
    int64_t mostDistance, llvm::function_ref<bool(mlir::Operation *)> isFree,
    llvm::function_ref<void(mlir::Operation *, int64_t, int64_t)> visit);

/// Distances that the scheduler tells apart.
inline constexpr int64_t kMostDistance = 3;

/// A loop with a schedule, expanded or not, as a problem of the scheduler
/// without the choices that scheduling makes: no limits but those that any
/// schedule of these ops has to keep.
class LoopDependences {
public:
  /// Ops in their order within an interval, each with its stage. Free ops may
  /// be among them, and are passed over.
  using StagedOps = llvm::ArrayRef<std::pair<mlir::Operation *, unsigned>>;

  /// With an order that the loop is to get, for the stages that ops have there.
  LoopDependences(mlir::scf::ForOp loop, const OpTimes &times,
                  StagedOps order = {});

  /// The ops that are not free, in the order of the text.
  llvm::ArrayRef<mlir::Operation *> getOps() const { return ops; }
  std::optional<unsigned> find(mlir::Operation *op) const;
  const ModuloProblem &getProblem() const { return problem; }
  /// The rule that is broken where a dependence is not kept.
  llvm::StringRef describe(const ModuloProblem::Edge &edge) const;

  /// The first dependence that contradicts an order; null if there are times
  /// for it.
  const ModuloProblem::Edge *findContradiction(StagedOps order) const;
  /// The shortest schedule in an order without contradictions, for as many
  /// resident blocks as the plan of the kernel says.
  ModuloSchedule scheduleInOrder(StagedOps order) const;
  /// Gives ops their slots by such a schedule: a free op starts with the next one
  /// that takes time.
  void setSlots(StagedOps order, const ModuloSchedule &found) const;

private:
  std::pair<llvm::SmallVector<unsigned>, llvm::SmallVector<int64_t>>
  getNumbers(StagedOps order) const;
  void addValues(mlir::Operation *op);
  void addEffects(StagedOps order);
  void addInnerLoops();
  void addRing(mlir::Value ring);
  void addTurn(RingOpInterface from, RingOpInterface to, int64_t latency,
               int64_t lag = 0);
  void addAccesses(RingOpInterface giving, RingOpInterface ending);
  void add(mlir::Operation *from, mlir::Operation *to, int64_t latency,
           int64_t distance);

  mlir::scf::ForOp loop;
  const OpTimes &times;
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, unsigned> numbers;
  ModuloProblem problem;
};

} // namespace tessera::tileas

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_LOOPDEPENDENCES_H

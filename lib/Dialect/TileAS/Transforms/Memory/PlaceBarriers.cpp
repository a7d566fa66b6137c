//===- PlaceBarriers.cpp - Barriers between conflicting accesses ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A data-flow walk over structured control flow with the set of accesses since
// the last barrier. If the next access conflicts with one of them, a barrier is
// placed before it, and the set becomes empty. Loop bodies are walked until the
// set at the back edge no longer grows. A barrier of a later round may make one
// of an earlier round redundant; redundant ones are erased in the end, and those that only
// the first iteration of a loop needs move in front of it.
//
// The ends of phases are ordered behind the waits for those before, which have the same
// parity. Mostly a barrier for bytes does that. Where an iteration reads its tile in a
// branch, and copies none, one thread would arrive for later turns before others have
// looked.
//
// The same walk verifies the barriers once products go on behind their ops. The
// factors of such a product are in the set from its op up to its wait, whatever
// barriers stand between, and from the wait up to the next barrier.
//
//===----------------------------------------------------------------------===//

#include "CopyBarriers.h"
#include "FactorStores.h"
#include "FilledStages.h"
#include "PendingAccesses.h"
#include "PlaceFences.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASPLACEBARRIERS
#define GEN_PASS_DEF_TILEASVERIFYBARRIERS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for a product that goes on behind its op.
static bool goesOn(Operation *op) {
  if (auto product = dyn_cast<WgmmaOp>(op))
    return product.getPending();
  auto ofThread = dyn_cast<Tcgen05MmaOp>(op);
  return ofThread && ofThread.getPending();
}

/// The stage that a copy by the machine fills wherever it takes place.
static std::optional<StageIndex> getFilledStage(Operation *op) {
  auto copy = dyn_cast<MachineCopyOpInterface>(op);
  auto slice = copy ? copy.getBuffer().getDefiningOp<SliceOp>() : SliceOp();
  auto conditional = dyn_cast<ConditionalOpInterface>(op);
  if (!slice || !conditional || conditional.getConditionMutable().empty())
    return std::nullopt;
  return getStageWhere(conditional.getConditionMutable()[0].get(),
                       slice.getCount(), slice.getRing().getType().getStages());
}

namespace {

class BarrierPlacer {
public:
  explicit BarrierPlacer(KernelOpInterface kernel)
      : kernel(kernel), origins(kernel), accesses(kernel, origins) {
    kernel.walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
      loops.push_back(loop);
      numberOf[loop] = loops.size();
    });
  }

  /// Returns the number of barriers that it placed.
  unsigned run() {
    findConflicts();
    isPlacing = false;
    // Without loops there is one round, so that no barrier is redundant.
    if (loops.empty())
      return placed.size();
    llvm::erase_if(placed, [&](BarrierOp op) { return !keep(op); });
    decided = {};
    for (BarrierOp &barrier : placed)
      hoist(barrier);
    decided = {};
    llvm::erase_if(placed, [&](BarrierOp op) { return !keep(op); });
    for (BarrierOp barrier : placed)
      relax(barrier);
    return placed.size();
  }

  /// Fails at an access to shared memory without the barrier that it needs, or one to
  /// what a product under way reads.
  LogicalResult verify() {
    isPlacing = false;
    isVerifying = true;
    return failure(findConflicts());
  }

private:
  /// Walks the kernel once. Returns true if accesses conflict without a barrier
  /// between. With `isPlacing`, it places a barrier there.
  bool findConflicts() {
    hasConflict = false;
    Pending pending;
    visit(kernel.getBody(), pending);
    return hasConflict;
  }

  /// Walks the ops of the kernel's block that `decided` has not passed, as far as the
  /// one that holds `op`.
  void decideUpTo(Operation *op) {
    Block &block = kernel.getBody().front();
    Operation *holder = block.findAncestorOpInBlock(*op);
    if (decided.last && !decided.last->isBeforeInBlock(holder))
      decided = {};
    ignored = nullptr;
    hasConflict = false;
    for (Operation *next = decided.getNext(block); next != holder;
         next = decided.getNext(block)) {
      visit(next, decided.pending);
      decided.last = next;
    }
  }

  /// True if accesses that `decided` has not passed conflict without a barrier. A walk
  /// of the whole kernel for each barrier would take quadratic time.
  bool isNeeded(BarrierOp barrier) {
    ignored = barrier;
    hasConflict = false;
    Pending pending = decided.pending;
    for (Operation *op = decided.getNext(kernel.getBody().front());
         op && !hasConflict; op = op->getNextNode())
      visit(op, pending);
    return hasConflict;
  }

  /// Erases a barrier if others have made it redundant.
  bool keep(BarrierOp barrier) {
    decideUpTo(barrier);
    if (isNeeded(barrier))
      return true;
    barrier.erase();
    return false;
  }

  /// Moves a barrier in front of loops around it if it is there for what comes before
  /// these alone, such as a factor that threads have stored and each iteration reads.
  void hoist(BarrierOp &barrier) {
    decideUpTo(barrier);
    while (auto loop = dyn_cast<scf::ForOp>(barrier->getParentOp())) {
      OpBuilder builder(loop);
      auto ahead = BarrierOp::create(builder, barrier.getLoc());
      if (isNeeded(barrier)) {
        ahead.erase();
        return;
      }
      barrier.erase();
      barrier = ahead;
    }
  }

  /// Lets warps that copy nothing go on at a barrier that is there for copies
  /// by the machine alone.
  void relax(BarrierOp barrier) {
    std::optional<CopyTurns> turns = findCopyTurns(barrier);
    if (!turns)
      return;
    // So that a number is found by its bits.
    int64_t stages = llvm::PowerOf2Ceil(turns->ahead),
            first = llvm::alignTo(nextBarrier, stages);
    if (first + stages > kBarriersOfCTA)
      return;
    ignored = barrier;
    areCopiesOrdered = true;
    bool isForOthers = findConflicts();
    areCopiesOrdered = false;
    if (isForOthers)
      return;
    OpBuilder builder(barrier);
    CopyBarrierOp::create(builder, barrier.getLoc(), turns->turn, stages,
                          first);
    nextBarrier = first + stages;
    barrier.erase();
  }

  void visit(Region &region, Pending &pending) {
    if (region.empty())
      return;
    for (Operation &op : llvm::make_early_inc_range(region.front()))
      visit(&op, pending);
  }

  void visit(Operation *op, Pending &pending) {
    // One conflict answers the question.
    if (hasConflict && !isPlacing)
      return;
    auto store = dyn_cast<TmemStoreOp>(op);
    if (isa<BarrierOp, ClusterBarrierOp>(op) || (store && store.meets())) {
      if (op != ignored)
        pending.meet();
      return;
    }
    auto turn = dyn_cast<GroupTurnOp>(op);
    bool isTaken = turn && turn.getVerb() == TurnVerb::Take;
    if ((isa<CopyBarrierOp>(op) || isTaken) && isVerifying)
      return pending.meetForMachineCopies();
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      Pending flow = pending;
      do {
        pending = flow;
        visit(loop.getRegion(), pending);
      } while (flow.merge(pending.aged(loop, numberOf.lookup(op))));
      // The loop may not run at all, so the flow around it counts, too.
      pending = flow;
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      Pending flow = pending, around;
      do {
        pending = flow;
        visit(loop.getBefore(), pending);
        around = pending;
        visit(loop.getAfter(), around);
      } while (flow.merge(around.aged(loop, numberOf.lookup(op))));
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Pending otherwise = pending;
      visit(branch.getThenRegion(), pending);
      visit(branch.getElseRegion(), otherwise);
      pending.merge(otherwise);
    } else if (auto agents = dyn_cast<AgentsOp>(op)) {
      // All agents join before and after the op. In between, a barrier is for
      // one agent alone, and mbarriers order the accesses of different agents.
      for (Region &body : agents.getBodies()) {
        pending.clear();
        visit(body, pending);
      }
      pending.clear();
    } else {
      access(op, pending);
      // The barrier is needed here, not in the loop that waits first.
      if (isPlacing && isa<MBarrierInitOp>(op) &&
          !isa<MBarrierInitOp, BarrierOp, ClusterBarrierOp>(
              op->getNextNode())) {
        OpBuilder builder(op->getContext());
        builder.setInsertionPointAfter(op);
        placed.push_back(BarrierOp::create(builder, op->getLoc()));
        pending.clear();
      }
    }
  }

  /// Sets the stage of accesses to the buffer that a copy fills. Its mbarrier has
  /// another one.
  void setFilledStage(Operation *op,
                      MutableArrayRef<SharedAccess> accesses) const {
    std::optional<StageIndex> filled = getFilledStage(op);
    if (!filled)
      return;
    ArrayRef<BufferOrigin> ofBuffer =
        origins.lookup(cast<MachineCopyOpInterface>(op).getBuffer());
    for (SharedAccess &access : accesses)
      if (llvm::is_contained(ofBuffer, access.origin))
        access.origin = access.origin.atStage(*filled);
  }

  /// The phases that an op waits for, as reads of their mbarriers, or may end, as writes.
  SmallVector<SharedAccess> getPhases(Operation *op) const {
    SmallVector<SharedAccess> phases;
    for (const PhaseAccess &phase : getPhaseAccesses(op))
      for (const BufferOrigin &origin : origins.lookup(phase.ring))
        phases.push_back(
            {origin.atStage(getStageIndex(phase.turn)), phase.ends});
    return phases;
  }

  void access(Operation *op, Pending &pending) {
    SmallVector<SharedAccess> shared = getSharedAccesses(op, origins);
    auto product = dyn_cast<Tcgen05MmaOp>(op);
    if (product && product.getMemory() && product.getMbarriers().empty())
      for (SharedAccess &access : shared)
        access.isAwaited = !access.isWrite;
    if (isVerifying)
      setFilledStage(op, shared);
    // The facts that kept accesses to global memory apart are gone with the promises
    // of the program, and nothing has moved such accesses.
    const GlobalAccess *global = isVerifying ? nullptr : accesses.lookup(op);
    if (isVerifying)
      endProducts(op, pending);
    bool isOfMachine = isa<MachineCopyOpInterface, MBarrierMeetOp>(op);
    bool isStore = storesTiles(op), conflicts = false;
    for (const SharedAccess &access : shared)
      // An access that conflicts with the end of another conflicts with its
      // begin as well.
      if (access.part != BufferAccess::Part::End &&
          !(areCopiesOrdered && isOfMachine))
        conflicts |= pending.conflictsWith(access, isOfMachine, isStore);
    SmallVector<SharedAccess> phases = getPhases(op);
    // Lanes of one warp have met before one of them begins what ends a phase.
    bool isOfWarp = getAgent(op) && getNumWarps(op) == 1;
    for (const SharedAccess &phase : phases)
      conflicts |= phase.isWrite && !areCopiesOrdered && !isOfWarp &&
                   pending.isAwaited(phase);
    if (conflicts && isVerifying)
      report(op, shared, isOfMachine, pending);
    if (global)
      conflicts |= pending.conflictsWith(*global, getToken(op), isRelease(op),
                                         accesses, loops);
    hasConflict |= conflicts;
    if (conflicts && isPlacing) {
      OpBuilder builder(op);
      placed.push_back(BarrierOp::create(builder, op->getLoc()));
      pending.clear();
    }
    for (const SharedAccess &phase : phases)
      if (!phase.isWrite)
        pending.await(phase);
    if (isVerifying && goesOn(op))
      return pending.begin(shared);
    // No other access may touch the buffer until this one has ended.
    for (const SharedAccess &access : shared)
      if (access.part != BufferAccess::Part::Begin)
        pending.add(access);
    if (isVerifying)
      return;
    if (global)
      pending.add(*global);
    for (const auto &copy : accesses.lookupCopies(op))
      pending.add(*copy);
  }

  /// Ends the products that an op waits for.
  static void endProducts(Operation *op, Pending &pending) {
    if (auto settle = dyn_cast<SettleOp>(op))
      pending.end(settle.getLeaving());
    else if (auto retire = dyn_cast<RetireOp>(op))
      pending.end(retire.getLeaving());
    else if (isa<AwaitProductsOp>(op) ||
             (isa<WgmmaOp, Tcgen05MmaOp>(op) && !goesOn(op)))
      pending.end(0);
  }

  static void report(Operation *op, ArrayRef<SharedAccess> accesses,
                     bool isOfMachine, const Pending &pending) {
    bool isProduct = llvm::any_of(accesses, [&](const SharedAccess &access) {
      return access.part != BufferAccess::Part::End &&
             pending.conflictsWithProduct(access, isOfMachine);
    });
    op->emitOpError(isProduct ? "changes what a product under way reads"
                              : "accesses what other threads may access, with "
                                "no barrier between");
  }

  static Value getToken(Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<tileaa::TokenType>(operand.getType()))
        return operand;
    return {};
  }

  static bool isRelease(Operation *op) {
    auto access = dyn_cast<tileaa::AccessOpInterface>(op);
    return access && (access.getOrdering() == tileaa::Ordering::Release ||
                      access.getOrdering() == tileaa::Ordering::AcqRel);
  }

  KernelOpInterface kernel;
  BufferOrigins origins;
  GlobalAccesses accesses;
  /// The loops in pre-order, and the index of each, from 1.
  SmallVector<Operation *> loops;
  llvm::DenseMap<Operation *, unsigned> numberOf;
  bool isPlacing = true, isVerifying = false, hasConflict = false;
  SmallVector<BarrierOp> placed;
  /// The last op of the kernel's block in front of the barriers that are still to be
  /// decided about, and what is pending behind it.
  struct {
    Operation *last = nullptr;
    Pending pending;

    Operation *getNext(Block &block) const {
      return last ? last->getNextNode() : &block.front();
    }
  } decided;
  int64_t nextBarrier = 1;
  /// True if copies by the machine come after all accesses before them.
  bool areCopiesOrdered = false;
  /// A barrier that the walk ignores.
  Operation *ignored = nullptr;
};

struct PlaceBarriersPass
    : tessera::impl::TileASPlaceBarriersBase<PlaceBarriersPass> {
  void runOnOperation() override {
    WalkResult offsets = getOperation().walk([](AllocSharedOp op) {
      if (op.getOffset())
        return WalkResult::advance();
      op.emitOpError("has no offset; run tileas-allocate-shared first");
      return WalkResult::interrupt();
    });
    if (offsets.wasInterrupted())
      return signalPassFailure();
    numBarriers += BarrierPlacer(getOperation()).run();
    numFences +=
        placeProxyFences(getOperation(), BufferOrigins(getOperation()));
    completeSlots(getOperation());
  }
};

struct VerifyBarriersPass
    : tessera::impl::TileASVerifyBarriersBase<VerifyBarriersPass> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    WalkResult found = getOperation().getBody().walk([](Operation *op) {
      return goesOn(op) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (found.wasInterrupted() &&
        failed(BarrierPlacer(getOperation()).verify()))
      signalPassFailure();
  }
};

} // namespace

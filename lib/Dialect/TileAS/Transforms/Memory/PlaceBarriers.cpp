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
// of an earlier round redundant; redundant ones are erased in the end.
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
#include "GlobalAccesses.h"
#include "PlaceFences.h"
#include "SharedAccesses.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <tuple>

namespace tessera {
#define GEN_PASS_DEF_TILEASPLACEBARRIERS
#define GEN_PASS_DEF_TILEASVERIFYBARRIERS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True if the stages of two origins are known by one number.
static bool areCountedTogether(const BufferOrigin &a, const BufferOrigin &b) {
  return a.stage && b.stage && a.stage->base == b.stage->base;
}

namespace {

/// The accesses since the last barrier, on any path.
class Pending {
public:
  void clear() { *this = Pending(); }

  /// Threads meet: what goes on by itself does so.
  void meet() {
    Products others = std::move(underWay);
    clear();
    underWay = std::move(others);
  }

  /// Threads that begin copies by the machine wait for all others.
  void meetForMachineCopies() {
    for (const SharedAccess &access : shared)
      addTo(beforeMachineCopies, access);
    shared.clear();
    awaited.clear();
  }

  /// A product begins that reads these.
  void begin(ArrayRef<SharedAccess> reads) {
    underWay.insert(underWay.begin(), Accesses(reads));
    if (underWay.size() > kMostUnderWay) {
      for (const SharedAccess &access : underWay.pop_back_val())
        addTo(underWay.back(), access);
    }
  }

  /// All products but the latest have ended.
  void end(size_t leaving) {
    while (underWay.size() > leaving)
      for (const SharedAccess &access : underWay.pop_back_val())
        add(access);
  }

  /// Adds all accesses of `other`; true if one was new.
  bool merge(const Pending &other) {
    bool isNew = merge(shared, other.shared);
    isNew |= merge(awaited, other.awaited);
    isNew |= merge(beforeMachineCopies, other.beforeMachineCopies);
    if (underWay.size() < other.underWay.size())
      underWay.resize(other.underWay.size());
    for (auto [product, ofOther] : llvm::zip(underWay, other.underWay))
      isNew |= merge(product, ofOther);
    for (auto &[key, access] : other.reads)
      isNew |= add(reads, key, access);
    for (auto &[key, access] : other.writes)
      isNew |= add(writes, key, access);
    return isNew;
  }

  void add(const SharedAccess &access) { addTo(shared, access); }
  void await(const SharedAccess &phase) { addTo(awaited, phase); }
  void add(const GlobalAccess &access) {
    add(access.isWrite ? writes : reads, Key(access), &access);
  }

  /// The same accesses, as seen from the next iteration of a loop.
  Pending aged(Operation *loop, unsigned number) const {
    Pending result;
    auto ageShared = [&](ArrayRef<SharedAccess> accesses) {
      Accesses aged;
      for (const SharedAccess &access : accesses)
        addTo(aged, access.inNextIteration(loop));
      return aged;
    };
    result.shared = ageShared(shared);
    result.awaited = ageShared(awaited);
    result.beforeMachineCopies = ageShared(beforeMachineCopies);
    for (const Accesses &product : underWay)
      result.underWay.push_back(ageShared(product));
    auto age = [&](const Entries &entries, Entries &aged) {
      for (const auto &[key, access] : entries) {
        Key older = key;
        // Loops are numbered from the outermost inwards.
        if (access->variesIn(loop) && (!older.loop || number < older.loop))
          older.loop = number;
        add(aged, older, access);
      }
    };
    age(reads, result.reads);
    age(writes, result.writes);
    return result;
  }

  bool conflictsWith(const SharedAccess &access, bool isOfMachine,
                     bool isStore) const {
    return conflictsWith(access, shared, isStore) ||
           (!isOfMachine &&
            conflictsWith(access, beforeMachineCopies, isStore)) ||
           conflictsWithProduct(access, isOfMachine);
  }

  /// True if threads may wait yet for the phase before the one that ends here.
  bool isAwaited(const SharedAccess &phase) const {
    return conflictsWith(phase, awaited);
  }

  /// True if a product under way reads what an access changes. Stages of a ring
  /// that the machine fills are not told apart where they are counted by numbers
  /// of which nothing is known.
  bool conflictsWithProduct(const SharedAccess &access,
                            bool isOfMachine) const {
    auto mayBeOtherStages = [&](const SharedAccess &other) {
      AllocSharedOp alloc = access.origin.alloc;
      return isOfMachine && alloc == other.origin.alloc &&
             alloc.getBuffer().getType().getStages() > 1 &&
             !areCountedTogether(access.origin, other.origin);
    };
    return llvm::any_of(underWay, [&](const Accesses &product) {
      return llvm::any_of(product, [&](const SharedAccess &other) {
        return access.conflictsWith(other) && !mayBeOtherStages(other);
      });
    });
  }

  /// `loops` are the loops of the kernel by their numbers, from 1.
  bool conflictsWith(const GlobalAccess &access, Value token, bool isRelease,
                     const GlobalAccesses &all,
                     ArrayRef<Operation *> loops) const {
    if (!token)
      return false;
    auto conflicts = [&](const Entries::value_type &entry) {
      const auto &[key, other] = entry;
      // In another iteration equal operands may have other values.
      bool sameOwner = !key.loop && access.hasSameOwner(*other);
      if (!isRelease && sameOwner)
        return false;
      auto executions = other->isCopy() ? tileaa::Executions::any()
                        : key.loop
                            ? tileaa::Executions::across(loops[key.loop - 1])
                            : tileaa::Executions::together();
      return all.getTokens().comesAfter(token, other->end) &&
             all.getAliasing().mustStayOrdered(other->op, access.op,
                                               executions);
    };
    // Pending accesses of a class are compared one by one. If there are more, a
    // barrier is assumed to be necessary.
    constexpr int kMaxCompared = 64;
    auto anyConflicts = [&](const Entries &entries) {
      if (isRelease || access.aliasClass == GlobalAccess::kSynchronizing)
        return llvm::any_of(entries, conflicts);
      for (unsigned aliasClass :
           {access.aliasClass, GlobalAccess::kSynchronizing}) {
        int number = 0;
        for (auto it = entries.lower_bound(Key::firstOf(aliasClass));
             it != entries.end() && it->first.aliasClass == aliasClass; ++it)
          if (++number > kMaxCompared || conflicts(*it))
            return true;
      }
      return false;
    };
    return anyConflicts(writes) ||
           ((access.isWrite || isRelease) && anyConflicts(reads));
  }

private:
  /// Identifies accesses that conflict with the same others: those of one kind
  /// in one chain, made in the same iteration as the next access, or in an
  /// earlier one.
  struct Key {
    explicit Key(const GlobalAccess &access)
        : aliasClass(access.aliasClass), kind(access.kind),
          chain(access.link.chain) {}
    /// The smallest key of the class.
    static Key firstOf(unsigned aliasClass) {
      Key key;
      key.aliasClass = aliasClass;
      return key;
    }

    bool operator<(const Key &other) const {
      return std::tie(aliasClass, kind, chain, loop) <
             std::tie(other.aliasClass, other.kind, other.chain, other.loop);
    }

    unsigned aliasClass = 0, kind = 0, chain = 0;
    /// If an earlier iteration of a loop made the access, possibly at another
    /// address: the number of the outermost such loop; otherwise 0.
    unsigned loop = 0;

  private:
    Key() = default;
  };
  /// For all accesses of one key, the first of their chain: ops after any of
  /// them come after the first.
  using Entries = std::map<Key, const GlobalAccess *>;

  static bool add(Entries &entries, Key key, const GlobalAccess *access) {
    auto [it, isNew] = entries.try_emplace(key, access);
    if (isNew || it->second->link.position <= access->link.position)
      return isNew;
    it->second = access;
    return true;
  }

  using Accesses = SmallVector<SharedAccess>;
  using Products = SmallVector<Accesses, 0>;
  /// More are taken for one, which ends last.
  static constexpr size_t kMostUnderWay = 8;

  static void addTo(Accesses &accesses, const SharedAccess &access) {
    if (!llvm::is_contained(accesses, access))
      accesses.push_back(access);
  }
  static bool merge(Accesses &accesses, ArrayRef<SharedAccess> others) {
    size_t before = accesses.size();
    for (const SharedAccess &access : others)
      addTo(accesses, access);
    return accesses.size() != before;
  }
  static bool conflictsWith(const SharedAccess &access,
                            ArrayRef<SharedAccess> others,
                            bool isStore = false) {
    return llvm::any_of(others, [&](const SharedAccess &other) {
      return !(isStore && other.isAwaited) && access.conflictsWith(other);
    });
  }

  Accesses shared;
  /// Phases that threads wait for.
  Accesses awaited;
  /// The ones before a `copy_barrier`, behind which the machine may copy.
  Accesses beforeMachineCopies;
  /// Reads of products under way, the latest of them first.
  Products underWay;
  /// Accesses to global memory.
  Entries reads, writes;
};

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

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

  /// Erases a barrier if others have made it redundant.
  bool keep(BarrierOp barrier) {
    ignored = barrier;
    if (findConflicts())
      return true;
    barrier.erase();
    return false;
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
    if (first + stages > kBarriers)
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
    if (isa<CopyBarrierOp>(op) && isVerifying)
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
    for (const SharedAccess &phase : phases)
      conflicts |=
          phase.isWrite && !areCopiesOrdered && pending.isAwaited(phase);
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
  /// Barriers of a CTA, of which all threads meet at number 0.
  static constexpr int64_t kBarriers = 16;
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

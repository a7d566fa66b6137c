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
//===----------------------------------------------------------------------===//

#include "CopyBarriers.h"
#include "PlaceFences.h"
#include "SharedAccesses.h"
#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAA/IR/Access.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <tuple>

namespace tessera {
#define GEN_PASS_DEF_TILEASPLACEBARRIERS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {

/// The properties of an access to global memory that decide about conflicts,
/// whatever its op.
struct GlobalAccess {
  /// The class of accesses that order more than their own locations.
  static constexpr unsigned kSynchronizing = ~0u;

  explicit GlobalAccess(tileaa::AccessOpInterface op) : GlobalAccess(op, op) {}

  GlobalAccess(tileaa::AccessOpInterface op, Operation *end)
      : op(op), end(end), value(op.getAccessedType()), base(op.getBase()),
        starts(widen(op.getStarts())), extents(widen(op.getExtents())),
        strides(op.getStrides()), mask(op.getMask()), executor(getExecutor(op)),
        isWrite(op.isWrite()),
        isWeakWrite(isWrite && op.getOrdering() == tileaa::Ordering::Weak) {}

  /// Truncated numbers are those that they come from.
  static SmallVector<Value> widen(ValueRange positions) {
    return llvm::map_to_vector(positions, tileaa::getWidePosition);
  }

  /// True if the same thread executes both accesses to every location that both
  /// touch: each element has the same address in both, and no two elements
  /// share an address. The latter is known for weak stores, which would
  /// otherwise race with themselves. False for a copy, which may have begun in
  /// another iteration, where the same operands had other values.
  bool hasSameOwner(const GlobalAccess &other) const {
    if (isCopy() || other.isCopy() || base != other.base ||
        starts != other.starts || extents != other.extents ||
        strides != other.strides || mask != other.mask ||
        value != other.value || !(isWeakWrite || other.isWeakWrite))
      return false;
    return executor == other.executor || !hasFreeThreads();
  }

  /// True if the access may have another address in each iteration of `loop`.
  bool variesIn(Operation *loop) const {
    auto isInside = [&](Value value) {
      return value && loop->isAncestor(value.getParentRegion()->getParentOp());
    };
    return isInside(base) || isInside(mask) || llvm::any_of(starts, isInside) ||
           llvm::any_of(extents, isInside) || llvm::any_of(strides, isInside);
  }

  /// All properties that the answers above depend on: accesses with equal keys
  /// conflict with the same others.
  std::vector<const void *> getKey() const {
    std::vector<const void *> key{value.getAsOpaquePointer(),
                                  base.getAsOpaquePointer(),
                                  mask.getAsOpaquePointer()};
    for (ValueRange range : {ValueRange(starts), ValueRange(extents), strides})
      for (Value v : range)
        key.push_back(v.getAsOpaquePointer());
    uintptr_t flags =
        uintptr_t(executor) * 8 + isCopy() * 4 + isWrite * 2 + isWeakWrite;
    key.push_back(reinterpret_cast<const void *>(flags));
    return key;
  }

  /// True if it is still in progress after its op.
  bool isCopy() const { return end != op; }

  tileaa::AccessOpInterface op;
  /// The op whose token comes after the access: the access itself, or the wait
  /// for a copy.
  Operation *end;
  Type value;
  Value base;
  SmallVector<Value> starts, extents;
  ValueRange strides;
  Value mask;
  Executor executor;
  bool isWrite, isWeakWrite;
  /// The same number for accesses with equal keys.
  unsigned kind = 0;
  /// Accesses of different classes conflict only if one of them synchronizes.
  unsigned aliasClass = kSynchronizing;
  tileaa::TokenGraph::Link link = {0, 0};

private:
  /// True if several threads hold an element.
  bool hasFreeThreads() const {
    if (!isa<RankedTensorType>(value))
      return true;
    const LinearLayout &layout = getLinearLayout(value);
    return layout.freeBits(kLane) != 0 || layout.freeBits(kWarp) != 0;
  }
};

/// The accesses to global memory of a kernel, each analysed once.
class GlobalAccesses {
public:
  GlobalAccesses(KernelOpInterface kernel, const BufferOrigins &origins)
      : tokens(kernel) {
    // Without tokens nothing conflicts.
    WalkResult ordered = kernel.walk([](tileaa::AccessOpInterface op) {
      return op.getToken() ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!ordered.wasInterrupted())
      return;
    aliasing.emplace(kernel);
    kernel.walk([&](tileaa::AccessOpInterface op) {
      accesses[op] = make(GlobalAccess(op));
    });
    kernel.walk([&](WaitGroupOp wait) {
      if (wait.getResultToken())
        for (AsyncCopyOp copy : findCopies(kernel, wait, origins))
          copies[wait].push_back(make(GlobalAccess(copy, wait)));
    });
  }

  /// Null for an op that does not access global memory.
  const GlobalAccess *lookup(Operation *op) const {
    auto it = accesses.find(op);
    return it == accesses.end() ? nullptr : it->second.get();
  }

  /// The copies after which a wait's token comes.
  ArrayRef<std::unique_ptr<GlobalAccess>> lookupCopies(Operation *wait) const {
    auto it = copies.find(wait);
    if (it == copies.end())
      return {};
    return it->second;
  }

  const tileaa::TokenGraph &getTokens() const { return tokens; }
  const tileaa::Aliasing &getAliasing() const { return *aliasing; }

private:
  std::unique_ptr<GlobalAccess> make(GlobalAccess access) {
    access.kind =
        kinds.try_emplace(access.getKey(), kinds.size()).first->second;
    if (!tileaa::isSynchronizing(access.op))
      access.aliasClass = aliasing->getClass(access.op);
    access.link = tokens.getLink(access.end);
    return std::make_unique<GlobalAccess>(access);
  }

  /// The copies to the buffers that a wait is for, in whichever iteration they
  /// were begun.
  static SmallVector<AsyncCopyOp> findCopies(KernelOpInterface kernel,
                                             WaitGroupOp wait,
                                             const BufferOrigins &origins) {
    llvm::SmallPtrSet<Operation *, 4> filled;
    for (Value buffer : wait.getBuffers())
      for (const BufferOrigin &origin : origins.lookup(buffer))
        filled.insert(origin.alloc);
    SmallVector<AsyncCopyOp> copies;
    kernel.walk([&](AsyncCopyOp copy) {
      for (const BufferOrigin &origin : origins.lookup(copy.getBuffer()))
        if (filled.contains(origin.alloc))
          return copies.push_back(copy);
    });
    return copies;
  }

  tileaa::TokenGraph tokens;
  std::optional<tileaa::Aliasing> aliasing;
  std::map<std::vector<const void *>, unsigned> kinds;
  llvm::DenseMap<Operation *, std::unique_ptr<GlobalAccess>> accesses;
  llvm::DenseMap<Operation *, SmallVector<std::unique_ptr<GlobalAccess>>>
      copies;
};

/// The accesses since the last barrier, on any path.
class Pending {
public:
  void clear() { *this = Pending(); }

  /// Adds all accesses of `other`; true if one was new.
  bool merge(const Pending &other) {
    size_t before = shared.size();
    for (const SharedAccess &access : other.shared)
      add(access);
    bool isNew = shared.size() != before;
    for (auto &[key, access] : other.reads)
      isNew |= add(reads, key, access);
    for (auto &[key, access] : other.writes)
      isNew |= add(writes, key, access);
    return isNew;
  }

  void add(const SharedAccess &access) {
    if (!llvm::is_contained(shared, access))
      shared.push_back(access);
  }
  void add(const GlobalAccess &access) {
    add(access.isWrite ? writes : reads, Key(access), &access);
  }

  /// The same accesses, as seen from the next iteration of a loop.
  Pending aged(Operation *loop, unsigned number) const {
    Pending result;
    for (const SharedAccess &access : shared)
      result.add(access.inNextIteration(loop));
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

  bool conflictsWith(const SharedAccess &access) const {
    return llvm::any_of(shared, [&](const SharedAccess &other) {
      return access.conflictsWith(other);
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

  SmallVector<SharedAccess> shared;
  /// Accesses to global memory.
  Entries reads, writes;
};

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

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
    if (isa<BarrierOp, ClusterBarrierOp>(op)) {
      if (op != ignored)
        pending.clear();
      return;
    }
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

  void access(Operation *op, Pending &pending) {
    SmallVector<SharedAccess> shared = getSharedAccesses(op, origins);
    const GlobalAccess *global = accesses.lookup(op);
    bool isOrdered =
        areCopiesOrdered && isa<MachineCopyOpInterface, MBarrierMeetOp>(op);
    bool conflicts =
        !isOrdered && llvm::any_of(shared, [&](const SharedAccess &access) {
          // An access that conflicts with the end of another conflicts with its
          // begin as well.
          return access.part != BufferAccess::Part::End &&
                 pending.conflictsWith(access);
        });
    if (global)
      conflicts |= pending.conflictsWith(*global, getToken(op), isRelease(op),
                                         accesses, loops);
    hasConflict |= conflicts;
    if (conflicts && isPlacing) {
      OpBuilder builder(op);
      placed.push_back(BarrierOp::create(builder, op->getLoc()));
      pending.clear();
    }
    // No other access may touch the buffer until this one has ended.
    for (const SharedAccess &access : shared)
      if (access.part != BufferAccess::Part::Begin)
        pending.add(access);
    if (global)
      pending.add(*global);
    for (const auto &copy : accesses.lookupCopies(op))
      pending.add(*copy);
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
  bool isPlacing = true, hasConflict = false;
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

} // namespace

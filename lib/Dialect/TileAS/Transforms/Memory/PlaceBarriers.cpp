//===- PlaceBarriers.cpp - Barriers between conflicting accesses ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk over structured control flow that carries the accesses since the last
// barrier. Where the next access conflicts with one of them, a barrier goes in
// front of it and the slate is clean. Loop bodies are walked until what flows
// around the back edge no longer grows. A barrier placed for an early round may
// be made needless by one of a later round; those go away in the end.
//
//===----------------------------------------------------------------------===//

#include "SharedAccesses.h"
#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "tessera/Dialect/TileAA/Analysis/TokenGraph.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
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

/// What two accesses to global memory have in common, whatever their op.
struct GlobalAccess {
  /// The class of accesses that order more than their own place.
  static constexpr unsigned kSynchronizing = ~0u;

  explicit GlobalAccess(tileaa::AccessOpInterface op) : GlobalAccess(op, op) {}

  GlobalAccess(tileaa::AccessOpInterface op, Operation *end)
      : op(op), end(end), value(op.getAccessedType()), base(op.getBase()),
        starts(op.getStarts()), extents(op.getExtents()),
        strides(op.getStrides()), mask(op.getMask()), executor(getExecutor(op)),
        isWrite(op.isWrite()),
        isWeakWrite(isWrite && op.getOrdering() == tileaa::Ordering::Weak) {}

  /// Whether the same thread executes both accesses to every location that both
  /// touch: each element lies in the same place for both, and no two elements
  /// share a place. The latter is known of what a weak store touches, which
  /// otherwise would race with itself. A copy was begun in an iteration that is
  /// not known: the same operands may have been others.
  bool hasSameOwner(const GlobalAccess &other) const {
    if (isCopy() || other.isCopy() || base != other.base ||
        starts != other.starts || extents != other.extents ||
        strides != other.strides || mask != other.mask ||
        value != other.value || !(isWeakWrite || other.isWeakWrite))
      return false;
    return executor == other.executor || !hasFreeThreads();
  }

  /// Whether the access may have another address in each iteration of `loop`.
  bool variesIn(Operation *loop) const {
    auto isInside = [&](Value value) {
      return value && loop->isAncestor(value.getParentRegion()->getParentOp());
    };
    return isInside(base) || isInside(mask) || llvm::any_of(starts, isInside) ||
           llvm::any_of(extents, isInside) || llvm::any_of(strides, isInside);
  }

  /// All that the answers above depend on: accesses with equal keys conflict
  /// with the same others.
  std::vector<const void *> getKey() const {
    std::vector<const void *> key{value.getAsOpaquePointer(),
                                  base.getAsOpaquePointer(),
                                  mask.getAsOpaquePointer()};
    for (ValueRange range : {starts, extents, strides})
      for (Value v : range)
        key.push_back(v.getAsOpaquePointer());
    uintptr_t flags =
        uintptr_t(executor) * 8 + isCopy() * 4 + isWrite * 2 + isWeakWrite;
    key.push_back(reinterpret_cast<const void *>(flags));
    return key;
  }

  /// Whether it is still under way after its op.
  bool isCopy() const { return end != op; }

  tileaa::AccessOpInterface op;
  /// The op whose token comes after the access: itself, or the wait for a copy.
  Operation *end;
  Type value;
  Value base;
  ValueRange starts, extents, strides;
  Value mask;
  Executor executor;
  bool isWrite, isWeakWrite;
  /// The same number for accesses with equal keys.
  unsigned kind = 0;
  /// Of different classes only accesses that synchronize can conflict.
  unsigned aliasClass = kSynchronizing;
  tileaa::TokenGraph::Link link = {0, 0};

private:
  /// Whether several threads hold an element.
  bool hasFreeThreads() const {
    if (!isa<RankedTensorType>(value))
      return true;
    const LinearLayout &layout = getLinearLayout(value);
    return layout.freeBits(kLane) != 0 || layout.freeBits(kWarp) != 0;
  }
};

/// The accesses to global memory of a kernel, each looked at once.
class GlobalAccesses {
public:
  explicit GlobalAccesses(KernelOpInterface kernel) : tokens(kernel) {
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
    kernel.walk([&](WaitOp wait) {
      if (wait.getResultToken())
        for (tileaa::AccessOpInterface copy : findCopies(wait))
          copies[wait].push_back(make(GlobalAccess(copy, wait)));
    });
  }

  /// Null for an op that does not access global memory.
  const GlobalAccess *lookup(Operation *op) const {
    auto it = accesses.find(op);
    return it == accesses.end() ? nullptr : it->second.get();
  }

  /// The copies that a wait gives a token for.
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

  /// Those of the groups that a wait may be for, in whichever iteration they
  /// were begun.
  static SmallVector<tileaa::AccessOpInterface> findCopies(WaitOp wait) {
    SmallVector<tileaa::AccessOpInterface> copies;
    llvm::SetVector<Value> values;
    values.insert(wait.getGroup());
    auto insert = [&](Value value) { values.insert(value); };
    for (size_t k = 0; k < values.size(); ++k) {
      Operation *op = values[k].getDefiningOp();
      if (auto copy = dyn_cast_or_null<tileaa::AccessOpInterface>(op))
        copies.push_back(copy);
      else if (auto group = dyn_cast_or_null<CommitOp>(op))
        values.insert_range(group.getCopies());
      else
        tileaa::forEachTokenSource(values[k], insert);
    }
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

  /// Adds all of `other`; true if something was new.
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

  /// The same accesses, seen from the next iteration of a loop.
  Pending aged(Operation *loop, unsigned number) const {
    Pending result;
    for (const SharedAccess &access : shared)
      result.add(access.inNextIteration(loop));
    auto age = [&](const Entries &entries, Entries &aged) {
      for (const auto &[key, access] : entries) {
        Key older = key;
        // Loops are numbered from the outside to the inside.
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

  /// `loops` are those of the kernel by their numbers, from 1.
  bool conflictsWith(const GlobalAccess &access, Value token, bool isRelease,
                     const GlobalAccesses &all,
                     ArrayRef<Operation *> loops) const {
    if (!token)
      return false;
    auto conflicts = [&](const Entries::value_type &entry) {
      const auto &[key, other] = entry;
      // Made by equal operands in another iteration, it may lie elsewhere.
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
    // What is pending of a class is compared one by one; of many, a barrier is
    // the cheaper answer.
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
  /// Which accesses conflict with the same others: those of one kind in one
  /// chain, made in the same iteration as what comes next or in an earlier one.
  struct Key {
    explicit Key(const GlobalAccess &access)
        : aliasClass(access.aliasClass), kind(access.kind),
          chain(access.link.chain) {}
    /// Not above any other of the class.
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
    /// The number of the outermost loop of which an earlier iteration made the
    /// access, at what may be another address; 0 if none did.
    unsigned loop = 0;

  private:
    Key() = default;
  };
  /// Of all accesses of one key the first of their chain: what comes after any
  /// of them comes after that.
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
      : kernel(kernel), accesses(kernel), origins(kernel) {
    kernel.walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
      loops.push_back(loop);
      numberOf[loop] = loops.size();
    });
  }

  /// Returns how many barriers it placed.
  unsigned run() {
    findConflicts();
    isPlacing = false;
    // Without loops each barrier was placed once and for all.
    if (loops.empty())
      return placed.size();
    return llvm::count_if(placed, [&](BarrierOp op) { return keep(op); });
  }

private:
  /// Walks the kernel once. Returns whether accesses conflict with no barrier
  /// between; while `isPlacing`, a barrier is put there.
  bool findConflicts() {
    hasConflict = false;
    Pending pending;
    visit(kernel.getBody(), pending);
    return hasConflict;
  }

  /// Erases a barrier that others have made needless.
  bool keep(BarrierOp barrier) {
    ignored = barrier;
    if (findConflicts())
      return true;
    barrier.erase();
    return false;
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
    if (isa<BarrierOp>(op)) {
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
      // The loop may not run at all.
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
      // All wait for one another before and after. In between a barrier is for
      // the agent alone, and mbarriers order what several of them do.
      for (Region &body : agents.getBodies()) {
        pending.clear();
        visit(body, pending);
      }
      pending.clear();
    } else {
      access(op, pending);
      // Here and not in the loop that waits first.
      if (isPlacing && isa<MBarrierInitOp>(op) &&
          !isa<MBarrierInitOp, BarrierOp>(op->getNextNode())) {
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
    bool conflicts = llvm::any_of(shared, [&](const SharedAccess &access) {
      // What conflicts with the end does so with the beginning.
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
    // Until an access has ended, no other one touches its buffer.
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
  GlobalAccesses accesses;
  BufferOrigins origins;
  /// In pre-order, and their places in it from 1.
  SmallVector<Operation *> loops;
  llvm::DenseMap<Operation *, unsigned> numberOf;
  bool isPlacing = true, hasConflict = false;
  SmallVector<BarrierOp> placed;
  /// The barrier to walk past as if it were not there.
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
  }
};

} // namespace

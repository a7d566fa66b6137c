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

#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASPLACEBARRIERS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Token order
//===----------------------------------------------------------------------===//

/// Appends the values that a token, as a value of control flow or a join, is
/// one of or comes after.
static void appendTokenSources(Value token, SmallVectorImpl<Value> &sources) {
  auto appendYielded = [&](Region &region, unsigned index) {
    sources.push_back(region.front().getTerminator()->getOperand(index));
  };
  if (auto argument = dyn_cast<BlockArgument>(token)) {
    Operation *parent = argument.getOwner()->getParentOp();
    unsigned number = argument.getArgNumber();
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      sources.push_back(loop.getInitArgs()[number - 1]);
      appendYielded(loop.getRegion(), number - 1);
    } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      if (argument.getOwner() == loop.getBeforeBody()) {
        sources.push_back(loop.getInits()[number]);
        appendYielded(loop.getAfter(), number);
      } else {
        sources.push_back(loop.getConditionOp().getArgs()[number]);
      }
    }
    return;
  }
  Operation *op = token.getDefiningOp();
  unsigned number = cast<OpResult>(token).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    sources.push_back(loop.getInitArgs()[number]);
    appendYielded(loop.getRegion(), number);
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    sources.push_back(loop.getConditionOp().getArgs()[number]);
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    appendYielded(branch.getThenRegion(), number);
    appendYielded(branch.getElseRegion(), number);
  } else {
    for (Value operand : op->getOperands())
      if (isa<tileaa::TokenType>(operand.getType()))
        sources.push_back(operand);
  }
}

/// Visits the ops that a token path leads from to `token`, near ones first,
/// until `visit` returns true; returns whether it did.
static bool findTokenAncestor(Value token,
                              function_ref<bool(Operation *)> visit) {
  // The values to look at, and those that have been looked at before `next`.
  llvm::SmallDenseSet<Value> seen;
  SmallVector<Value> work{token};
  for (size_t next = 0; next < work.size(); ++next) {
    Value value = work[next];
    if (!seen.insert(value).second)
      continue;
    if (Operation *op = value.getDefiningOp(); op && visit(op))
      return true;
    appendTokenSources(value, work);
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

namespace {

/// What two accesses to global memory have in common, whatever their op.
struct GlobalAccess {
  explicit GlobalAccess(LoadOp op)
      : op(op), value(op.getResult().getType()), base(op.getBase()),
        starts(op.getStarts()), extents(op.getExtents()),
        strides(op.getStrides()), mask(op.getMask()),
        executor(op.getExecutor()), isWrite(false), isWeakWrite(false) {}
  explicit GlobalAccess(StoreOp op)
      : op(op), value(op.getValue().getType()), base(op.getBase()),
        starts(op.getStarts()), extents(op.getExtents()),
        strides(op.getStrides()), mask(op.getMask()),
        executor(op.getExecutor()), isWrite(true),
        isWeakWrite(op.getOrdering() == tileaa::Ordering::Weak) {}

  /// Whether the same thread executes both accesses to every location that both
  /// touch: each element lies in the same place for both, and no two elements
  /// share a place. The latter is known of what a weak store touches, which
  /// otherwise would race with itself.
  bool hasSameOwner(const GlobalAccess &other) const {
    if (base != other.base || starts != other.starts ||
        extents != other.extents || strides != other.strides ||
        mask != other.mask || value != other.value ||
        !(isWeakWrite || other.isWeakWrite))
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

  Operation *op;
  Type value;
  Value base;
  ValueRange starts, extents, strides;
  Value mask;
  Executor executor;
  bool isWrite, isWeakWrite;

private:
  /// Whether several threads hold an element.
  bool hasFreeThreads() const {
    if (!isa<RankedTensorType>(value))
      return true;
    LinearLayout layout = getLinearLayout(value);
    return layout.freeBits(kLane) != 0 || layout.freeBits(kWarp) != 0;
  }
};

std::optional<GlobalAccess> getGlobalAccess(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return GlobalAccess(load);
  if (auto store = dyn_cast<StoreOp>(op))
    return GlobalAccess(store);
  return std::nullopt;
}

/// The bytes of shared memory that an op touches, and how.
struct SharedAccess {
  int64_t begin, end;
  bool isWrite;

  bool conflictsWith(const SharedAccess &other) const {
    return (isWrite || other.isWrite) && begin < other.end && other.begin < end;
  }
  bool operator==(const SharedAccess &other) const {
    return begin == other.begin && end == other.end && isWrite == other.isWrite;
  }
};

SmallVector<SharedAccess> getSharedAccesses(Operation *op) {
  SmallVector<SharedAccess> accesses;
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<BufferType>(operand.getType())) {
      int64_t begin =
          operand.getDefiningOp<AllocSharedOp>().getOffset().value();
      accesses.push_back(
          {begin, begin + type.getSizeInBytes(), isa<SharedStoreOp>(op)});
    }
  return accesses;
}

/// The accesses since the last barrier, on any path.
class Pending {
public:
  void clear() { *this = Pending(); }

  /// Adds all of `other`; true if something was new.
  bool merge(const Pending &other) {
    size_t before = shared.size() + global.size();
    for (const SharedAccess &access : other.shared)
      add(access);
    global.insert(other.global.begin(), other.global.end());
    return shared.size() + global.size() != before;
  }

  void add(const SharedAccess &access) {
    if (!llvm::is_contained(shared, access))
      shared.push_back(access);
  }
  void add(Operation *op) { global.insert({op, /*isEarlier=*/false}); }

  /// The same accesses, seen from the next iteration of a loop.
  Pending aged(Operation *loop) const {
    Pending result;
    result.shared = shared;
    for (Entry entry : global) {
      Operation *op = entry.getPointer();
      bool isEarlier = entry.getInt() || getGlobalAccess(op)->variesIn(loop);
      result.global.insert({op, isEarlier});
    }
    return result;
  }

  bool conflictsWith(const SharedAccess &access) const {
    return llvm::any_of(shared, [&](const SharedAccess &other) {
      return access.conflictsWith(other);
    });
  }

  bool conflictsWith(const GlobalAccess &access, Value token,
                     bool isRelease) const {
    if (global.empty() || !token)
      return false;
    auto conflicts = [&](Entry entry) {
      if (!global.contains(entry))
        return false;
      GlobalAccess other = *getGlobalAccess(entry.getPointer());
      // Made by equal operands in another iteration, it may lie elsewhere.
      bool sameOwner = !entry.getInt() && access.hasSameOwner(other);
      return isRelease || ((access.isWrite || other.isWrite) && !sameOwner);
    };
    return findTokenAncestor(token, [&](Operation *op) {
      return conflicts({op, /*isEarlier=*/false}) ||
             conflicts({op, /*isEarlier=*/true});
    });
  }

private:
  /// An access and whether it was made in an earlier iteration, at what may be
  /// another address.
  using Entry = llvm::PointerIntPair<Operation *, 1, bool>;

  SmallVector<SharedAccess> shared;
  llvm::SmallSetVector<Entry, 8> global;
};

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

class BarrierPlacer {
public:
  explicit BarrierPlacer(KernelOp kernel) : kernel(kernel) {}

  /// Returns how many barriers it placed.
  unsigned run() {
    findConflicts();
    isPlacing = false;
    // Without loops each barrier was placed once and for all.
    WalkResult loops = kernel.walk(
        [](LoopLikeOpInterface) { return WalkResult::interrupt(); });
    if (!loops.wasInterrupted())
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
      } while (flow.merge(pending.aged(op)));
      // The loop may not run at all.
      pending = flow;
    } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      Pending flow = pending, around;
      do {
        pending = flow;
        visit(loop.getBefore(), pending);
        around = pending;
        visit(loop.getAfter(), around);
      } while (flow.merge(around.aged(op)));
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Pending otherwise = pending;
      visit(branch.getThenRegion(), pending);
      visit(branch.getElseRegion(), otherwise);
      pending.merge(otherwise);
    } else {
      access(op, pending);
    }
  }

  void access(Operation *op, Pending &pending) {
    SmallVector<SharedAccess> shared = getSharedAccesses(op);
    std::optional<GlobalAccess> global = getGlobalAccess(op);
    bool conflicts = llvm::any_of(shared, [&](const SharedAccess &access) {
      return pending.conflictsWith(access);
    });
    if (global)
      conflicts |= pending.conflictsWith(*global, getToken(op), isRelease(op));
    hasConflict |= conflicts;
    if (conflicts && isPlacing) {
      OpBuilder builder(op);
      placed.push_back(BarrierOp::create(builder, op->getLoc()));
      pending.clear();
    }
    for (const SharedAccess &access : shared)
      pending.add(access);
    if (global)
      pending.add(op);
  }

  static Value getToken(Operation *op) {
    for (Value operand : op->getOperands())
      if (isa<tileaa::TokenType>(operand.getType()))
        return operand;
    return {};
  }

  static bool isRelease(Operation *op) {
    auto store = dyn_cast<StoreOp>(op);
    return store && store.getOrdering() == tileaa::Ordering::Release;
  }

  KernelOp kernel;
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

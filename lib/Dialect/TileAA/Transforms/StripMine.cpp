//===- StripMine.cpp - Works off large tiles slice by slice ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that registers cannot hold need never be there as a whole. What an op
// with an effect (a store, a reduction to something small) takes of it is made
// slice by slice in a loop, with all ops that lead there, loads included:
//
//   %x = load %p : 4x65536             for %row in 0 to 4:
//   %m = reduce max %x dim 1             for %part in 0 to 32:
//   %b = broadcast %m : 4x65536            %x1 = load %p[%row, %part] : 1x2048
//   %y = subf %x, %b                       %acc = max(%acc, %x1)
//   store %y to %q                       %m = reduce max %acc dim 1
//                                        for %part in 0 to 32:
//                                          %x2 = load %p[%row, %part] : 1x2048
//                                          store (%x2 - %m) to %q[%row, %part]
//
// Slices are cut along one dimension at a time, the slowest first, and the body
// of the loop is worked off in the same way: so a reduction is made once for
// all slices that need it. Loads may be repeated.
// docs/rationale/strip-mining.md weighs this against keeping tiles in memory.
//
//===----------------------------------------------------------------------===//

#include "MovableLoads.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "tileaa-strip-mine"

namespace tessera {
#define GEN_PASS_DEF_TILEAASTRIPMINE
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

namespace {
/// Registers in all threads together.
struct Limits {
  /// For a kernel of so many warps; 0 where their number is free.
  Limits(int64_t maxRegisters, unsigned warps) : tile(maxRegisters) {
    int64_t threads = int64_t(warps) * Capacities::threadsPerWarp;
    if (warps)
      tile = std::min(tile, threads * 2 * registers::kPerTileAndThread);
    slice = std::max<int64_t>(tile / registers::kSlicesPerTile, 1);
  }

  bool isLarge(Type type) const {
    auto ranked = dyn_cast<RankedTensorType>(type);
    return ranked && countRegisters(ranked) > tile;
  }
  template <typename Range> bool isAnyLarge(Range types) const {
    return llvm::any_of(types, [&](Type type) { return isLarge(type); });
  }
  /// How many times what takes `ofOne` registers a slice may hold, at most
  /// `extent` times.
  int64_t fit(int64_t ofOne, int64_t extent) const {
    return std::clamp<int64_t>(slice / ofOne, 1, extent);
  }

  int64_t tile, slice;
};
} // namespace

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

namespace {

/// The ops that make slices of values at one place, each slice once.
class Slicer {
public:
  /// `canMove` says whether a slice of a load may be made there.
  using CanMove = function_ref<bool(LoadOp, const TileSlice &)>;
  Slicer(OpBuilder builder, const Limits &limits, CanMove canMove)
      : builder(builder), limits(limits), canMove(canMove) {}

  FailureOr<Value> get(Value tile, const TileSlice &slice) {
    // What is small as a whole is there.
    if (slice.isWhole(cast<RankedTensorType>(tile.getType()).getShape()) &&
        !limits.isLarge(tile.getType()))
      return tile;
    for (auto &[known, part] : slices[tile])
      if (known == slice)
        return part;
    Operation *op = tile.getDefiningOp();
    if (!op)
      return failure();
    FailureOr<SmallVector<Value>> parts = make(op, slice);
    if (failed(parts))
      return failure();
    for (auto [result, part] : llvm::zip(op->getResults(), *parts))
      slices[result].emplace_back(slice, part);
    return (*parts)[cast<OpResult>(tile).getResultNumber()];
  }

  GetSlice getter() { return getSlice; }
  OpBuilder &getBuilder() { return builder; }
  /// The loads that were made, beside those that they are slices of.
  ArrayRef<std::pair<LoadOp, LoadOp>> getLoads() const { return loads; }

private:
  FailureOr<SmallVector<Value>> make(Operation *op, const TileSlice &slice) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto elements = cast<DenseElementsAttr>(constant.getValue());
      if (!elements.isSplat())
        return failure();
      return SmallVector<Value>{arith::ConstantOp::create(
          builder, op->getLoc(),
          elements.resizeSplat(slice.getType(constant.getType())))};
    }
    // A poison among them.
    if (op->hasTrait<OpTrait::Elementwise>() ||
        (op->getNumOperands() == 0 && isa<ub::UBDialect>(op->getDialect())))
      return sliceElementwise(builder, op, slice, getter());
    auto sliceable = dyn_cast<SliceOpInterface>(op);
    auto load = dyn_cast<LoadOp>(op);
    if (!sliceable || (load && !canMove(load, slice)))
      return failure();
    FailureOr<SmallVector<Value>> parts =
        sliceable.makeSlices(builder, slice, getter());
    if (load && succeeded(parts))
      loads.emplace_back(load, parts->front().getDefiningOp<LoadOp>());
    return parts;
  }

  OpBuilder builder;
  const Limits &limits;
  CanMove canMove;
  std::function<FailureOr<Value>(Value, const TileSlice &)> getSlice =
      [this](Value tile, const TileSlice &slice) { return get(tile, slice); };
  DenseMap<Value, SmallVector<std::pair<TileSlice, Value>, 1>> slices;
  SmallVector<std::pair<LoadOp, LoadOp>> loads;
};

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

class StripMiner {
public:
  StripMiner(EntryOpInterface entry, const Limits &limits)
      : limits(limits), order(entry) {}

  void run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          run(inner);
      if (!discardIfDead(&op) && isRoot(&op))
        strip(&op);
    }
  }

  /// Erases what was discarded.
  void finish() {
    for (Operation *op : discarded)
      op->erase();
  }

private:
  bool isRoot(Operation *op) const;
  bool discardIfDead(Operation *op);
  /// Leaves an op without uses in its place, of which others are told by its
  /// address, until the end.
  void discard(Operation *op) {
    op->dropAllReferences();
    discarded.push_back(op);
  }

  void strip(Operation *op);
  LogicalResult stripEffect(Operation *op);
  LogicalResult stripReduction(ReduceOp reduce);

  /// Where the slowest dimension of a tile that is one is cut, and into slices
  /// of which size.
  std::optional<std::pair<unsigned, int64_t>>
  planCut(RankedTensorType tile) const;
  /// A loop over so many slices that carries `inits`, a token last, with a body
  /// that has no terminator yet.
  scf::ForOp makeLoop(Operation *op, int64_t count, ValueRange inits);
  /// What makes slices at the end of a loop's body, in the place of `root`.
  Slicer makeSlicer(scf::ForOp loop, Slicer::CanMove canMove) {
    return Slicer(OpBuilder::atBlockEnd(loop.getBody()), limits, canMove);
  }
  /// `isSameSlice`: of the load as of the root.
  bool canMove(LoadOp load, Operation *root, bool isSameSlice);
  /// The token after all that an iteration of the loop does.
  Value joinTokens(Slicer &slicer, scf::ForOp loop, ValueRange others);
  /// Takes `part`, made by `slicer` in `loop`, for what `op` was, and orders
  /// what must come after the loads in the loop.
  void replace(Operation *op, Operation *part, const Slicer &slicer,
               scf::ForOp loop);
  void orderAfter(Operation *write, Value token);
  /// The token after a loop over slices, handed out of the loops around it that
  /// `op` is not in.
  Value handOut(scf::ForOp loop, Operation *op);

  /// The op of the program that a part was made of, or `op` itself.
  Operation *originOf(Operation *op) const { return origins.lookup_or(op, op); }

  Limits limits;
  MovableLoads order;
  DenseMap<Operation *, Operation *> origins;
  /// The op that stands for a replaced one of the program.
  DenseMap<Operation *, Operation *> partOf;
  std::vector<Operation *> discarded;
};

} // namespace

/// An op that nothing takes a large tile from, but that takes one itself.
bool StripMiner::isRoot(Operation *op) const {
  if (!limits.isAnyLarge(op->getOperandTypes()))
    return false;
  if (isa<ReduceOp>(op))
    return !limits.isAnyLarge(op->getResultTypes());
  if (isa<AtomicOp>(op))
    return op->getResult(0).use_empty();
  return isa<StoreOp, AssertOp>(op);
}

/// What only led to ops that were replaced goes. A load among it has no effect
/// any more but its place in the order, which others ask for yet.
bool StripMiner::discardIfDead(Operation *op) {
  if (isOpTriviallyDead(op) && isMemoryEffectFree(op)) {
    discard(op);
    return true;
  }
  auto load = dyn_cast<LoadOp>(op);
  if (!load || !load.getResult().use_empty() ||
      !limits.isLarge(load.getResult().getType()) ||
      load.getOrdering() != Ordering::Weak)
    return false;
  Value token = load.getToken();
  if (!token) {
    OpBuilder builder(load);
    token = MakeTokenOp::create(builder, load.getLoc(),
                                load.getResultToken().getType());
  }
  load.getResultToken().replaceAllUsesWith(token);
  discard(load);
  return true;
}

void StripMiner::strip(Operation *op) {
  auto reduce = dyn_cast<ReduceOp>(op);
  if (failed(reduce ? stripReduction(reduce) : stripEffect(op)))
    LLVM_DEBUG(llvm::dbgs() << "not worked off by slices: " << *op << "\n");
}

std::optional<std::pair<unsigned, int64_t>>
StripMiner::planCut(RankedTensorType tile) const {
  ArrayRef<int64_t> shape = tile.getShape();
  const int64_t *slowest =
      llvm::find_if(shape, [](int64_t extent) { return extent > 1; });
  if (slowest == shape.end())
    return std::nullopt;
  int64_t size = limits.fit(countRegisters(tile) / *slowest, *slowest);
  if (size == *slowest)
    return std::nullopt;
  return std::pair(unsigned(slowest - shape.begin()), size);
}

bool StripMiner::canMove(LoadOp load, Operation *root, bool isSameSlice) {
  auto loadOrigin = cast<LoadOp>(originOf(load));
  Operation *rootOrigin = originOf(root);
  // Other slices of the place would have been overwritten.
  if (!isSameSlice && order.isAfter(rootOrigin, loadOrigin))
    return false;
  // Within a loop that both were moved to, the rest was asked before.
  return (!order.isOriginal(load) && !order.isOriginal(root)) ||
         order.canMove(loadOrigin, rootOrigin);
}

scf::ForOp StripMiner::makeLoop(Operation *op, int64_t count,
                                ValueRange inits) {
  OpBuilder builder(op);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, op->getLoc(),
                                     builder.getI64IntegerAttr(value));
  };
  Value zero = constant(0), end = constant(count), one = constant(1);
  auto loop =
      scf::ForOp::create(builder, op->getLoc(), zero, end, one, inits,
                         [](OpBuilder &, Location, Value, ValueRange) {});
  loop->setAttr(slicesAttrName, builder.getI64IntegerAttr(count));
  return loop;
}

Value StripMiner::joinTokens(Slicer &slicer, scf::ForOp loop,
                             ValueRange others) {
  SmallVector<Value> tokens{loop.getRegionIterArgs().back()};
  llvm::append_range(tokens, others);
  for (auto [load, part] : slicer.getLoads())
    tokens.push_back(part.getResultToken());
  return JoinTokensOp::create(slicer.getBuilder(), loop.getLoc(),
                              TokenType::get(loop.getContext()), tokens);
}

void StripMiner::orderAfter(Operation *write, Value token) {
  for (OpOperand &operand : write->getOpOperands()) {
    if (!isa<TokenType>(operand.get().getType()))
      continue;
    OpBuilder builder(write);
    operand.set(JoinTokensOp::create(builder, write->getLoc(), token.getType(),
                                     ValueRange{operand.get(), token}));
  }
}

Value StripMiner::handOut(scf::ForOp loop, Operation *op) {
  auto outer = loop->getParentOfType<scf::ForOp>();
  Value token = loop.getResults().back();
  if (!outer || outer->isAncestor(op))
    return token;
  assert(outer->hasAttr(slicesAttrName) && "a load leaves a loop of its own");
  auto join = outer.getYieldedValues().back().getDefiningOp<JoinTokensOp>();
  if (!llvm::is_contained(join.getTokens(), token))
    join.getTokensMutable().append(token);
  return handOut(outer, op);
}

void StripMiner::replace(Operation *op, Operation *part, const Slicer &slicer,
                         scf::ForOp loop) {
  Operation *root = originOf(op);
  origins[part] = root;
  partOf[root] = part;
  Value loopToken = loop.getResults().back();
  for (auto [load, slice] : slicer.getLoads()) {
    auto origin = cast<LoadOp>(originOf(load));
    origins[slice] = origin;
    for (Operation *write : order.writesAfter(origin)) {
      Operation *there = partOf.lookup_or(write, write);
      if (write == root)
        orderAfter(part, slice.getResultToken());
      else if (origin == load)
        orderAfter(there, handOut(loop, there));
    }
    if (origin == load)
      continue;
    // What the outer loop has after the load comes after the inner loop, too.
    OpBuilder builder(loop.getContext());
    builder.setInsertionPointAfter(loop);
    auto both =
        JoinTokensOp::create(builder, loop.getLoc(), loopToken.getType(),
                             ValueRange{load.getResultToken(), loopToken});
    load.getResultToken().replaceUsesWithIf(both, [&](OpOperand &use) {
      return use.getOwner() != both &&
             use.getOwner()->getBlock() == loop->getBlock() &&
             loop->isBeforeInBlock(use.getOwner());
    });
  }
  discard(op);
}

static FailureOr<Operation *>
sliceAssertion(AssertOp assertion, const TileSlice &slice, Slicer &slicer) {
  FailureOr<Value> condition = slicer.get(assertion.getCondition(), slice);
  if (failed(condition))
    return failure();
  Location loc = assertion.getLoc();
  OpBuilder &builder = slicer.getBuilder();
  SmallVector<Value> starts(assertion.getStarts());
  if (starts.empty())
    starts.assign(
        slice.sizes.size(),
        arith::ConstantOp::create(builder, loc, builder.getI64IntegerAttr(0)));
  for (auto [dim, start] : llvm::enumerate(starts))
    if (Value distance = slice.getStart(builder, loc, dim))
      start = arith::AddIOp::create(builder, loc, start, distance);
  return AssertOp::create(builder, loc, *condition, starts,
                          assertion.getMessageAttr())
      .getOperation();
}

LogicalResult StripMiner::stripEffect(Operation *op) {
  Type large = *llvm::find_if(op->getOperandTypes(),
                              [&](Type type) { return limits.isLarge(type); });
  auto tile = cast<RankedTensorType>(large);
  auto cut = planCut(tile);
  if (!cut)
    return failure();
  auto [dim, size] = *cut;
  OpBuilder builder(op);
  Value first = MakeTokenOp::create(builder, op->getLoc(),
                                    TokenType::get(op->getContext()));
  scf::ForOp loop = makeLoop(op, tile.getDimSize(dim) / size, first);
  TileSlice slice = TileSlice::whole(tile.getShape());
  slice.sizes[dim] = size;
  slice.steps[dim] = loop.getInductionVar();
  auto mayMove = [&](LoadOp load, const TileSlice &part) {
    return canMove(load, op, part == slice);
  };
  Slicer slicer = makeSlicer(loop, mayMove);

  auto access = dyn_cast<AccessOpInterface>(op);
  FailureOr<Operation *> part =
      access ? sliceAccess(slicer.getBuilder(), access, slice, slicer.getter())
             : sliceAssertion(cast<AssertOp>(op), slice, slicer);
  if (failed(part)) {
    loop.erase();
    return failure();
  }
  auto tokensOf = [](Operation *op) {
    return llvm::filter_to_vector(op->getResults(), [](Value result) {
      return isa<TokenType>(result.getType());
    });
  };
  scf::YieldOp::create(
      slicer.getBuilder(), op->getLoc(),
      joinTokens(slicer, loop, llvm::to_vector_of<Value>(tokensOf(*part))));
  for (Value token : tokensOf(op))
    token.replaceAllUsesWith(loop.getResults().back());
  replace(op, *part, slicer, loop);
  run(*loop.getBody());
  return success();
}

/// The body of a reduction, done to tiles element by element; fails where it
/// has ops that are not elementwise.
static FailureOr<SmallVector<Value>> applyToTiles(OpBuilder &builder,
                                                  ReduceOp reduce,
                                                  ArrayRef<Value> lhs,
                                                  ArrayRef<Value> rhs) {
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(lhs.front().getType()).getShape();
  Block &body = reduce.getBody().front();
  IRMapping mapping;
  for (size_t i = 0; i < lhs.size(); ++i) {
    mapping.map(body.getArgument(2 * i), lhs[i]);
    mapping.map(body.getArgument(2 * i + 1), rhs[i]);
  }
  auto lookup = [&](Value value) -> Value {
    Value tile = mapping.lookupOrDefault(value);
    if (isa<RankedTensorType>(tile.getType()))
      return tile;
    tile = SplatOp::create(builder, reduce.getLoc(),
                           RankedTensorType::get(shape, value.getType()), tile);
    mapping.map(value, tile);
    return tile;
  };
  for (Operation &op : body.without_terminator()) {
    if (op.hasTrait<OpTrait::ConstantLike>()) {
      builder.clone(op, mapping);
      continue;
    }
    if (!op.hasTrait<OpTrait::Elementwise>())
      return failure();
    SmallVector<Type> types;
    for (Type type : op.getResultTypes())
      types.push_back(RankedTensorType::get(shape, type));
    SmallVector<Value> operands = llvm::map_to_vector(op.getOperands(), lookup);
    mapping.map(op.getResults(),
                recreate(builder, &op, operands, types)->getResults());
  }
  return llvm::map_to_vector(body.getTerminator()->getOperands(), lookup);
}

LogicalResult StripMiner::stripReduction(ReduceOp reduce) {
  auto tile = cast<RankedTensorType>(reduce.getOperands().front().getType());
  unsigned dim = reduce.getDim();
  int64_t extent = tile.getDimSize(dim);
  int64_t ofOne = 0;
  for (Value operand : reduce.getOperands())
    ofOne = std::max(ofOne,
                     countRegisters(cast<RankedTensorType>(operand.getType())) /
                         extent);
  int64_t size = limits.fit(ofOne, extent);
  if (size == extent)
    return failure();
  TileSlice slice = TileSlice::whole(tile.getShape());
  slice.sizes[dim] = size;

  OpBuilder builder(reduce);
  SmallVector<Value> carried;
  for (auto [operand, identity] :
       llvm::zip_equal(reduce.getOperands(), reduce.getIdentities()))
    carried.push_back(arith::ConstantOp::create(
        builder, reduce.getLoc(),
        DenseElementsAttr::get(slice.getType(operand.getType()),
                               cast<Attribute>(identity))));
  carried.push_back(MakeTokenOp::create(builder, reduce.getLoc(),
                                        TokenType::get(reduce.getContext())));
  scf::ForOp loop = makeLoop(reduce, extent / size, carried);
  slice.steps[dim] = loop.getInductionVar();
  auto mayMove = [&](LoadOp load, const TileSlice &) {
    return canMove(load, reduce, /*isSameSlice=*/false);
  };
  Slicer slicer = makeSlicer(loop, mayMove);
  SmallVector<Value> parts;
  for (Value operand : reduce.getOperands()) {
    FailureOr<Value> part = slicer.get(operand, slice);
    if (succeeded(part))
      parts.push_back(*part);
  }
  FailureOr<SmallVector<Value>> yielded = failure();
  if (parts.size() == reduce.getOperands().size())
    yielded = applyToTiles(
        slicer.getBuilder(), reduce,
        llvm::to_vector_of<Value>(loop.getRegionIterArgs().drop_back()), parts);
  if (failed(yielded)) {
    loop.erase();
    return failure();
  }
  yielded->push_back(joinTokens(slicer, loop, {}));
  scf::YieldOp::create(slicer.getBuilder(), reduce.getLoc(), *yielded);

  builder.setInsertionPointAfter(loop);
  auto last = ReduceOp::create(
      builder, reduce.getLoc(), reduce.getResultTypes(),
      loop.getResults().drop_back(), dim, reduce.getIdentities());
  IRMapping mapping;
  reduce.getBody().cloneInto(&last.getBody(), mapping);
  reduce->replaceAllUsesWith(last);
  replace(reduce, last, slicer, loop);
  run(*loop.getBody());
  return success();
}

namespace {

struct StripMinePass : tessera::impl::TileAAStripMineBase<StripMinePass> {
  using TileAAStripMineBase::TileAAStripMineBase;
  void runOnOperation() override {
    EntryOpInterface entry = getOperation();
    Limits limits(maxRegisters,
                  entry.getLaunchAttr() ? entry.getLaunchAttr().getWarps() : 0);
    auto hasLarge = [&](Operation *op) {
      return limits.isAnyLarge(op->getResultTypes()) ? WalkResult::interrupt()
                                                     : WalkResult::advance();
    };
    if (!entry.walk(hasLarge).wasInterrupted())
      return markAllAnalysesPreserved();
    StripMiner miner(entry, limits);
    miner.run(entry.getBody().front());
    miner.finish();
  }
};

} // namespace

//===- StripMine.cpp - Processes tiles by slices --------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that registers cannot hold need never exist as a whole. If an op with
// an effect (a store, a reduction to something small) uses it, its slices are
// computed one by one in a loop, with all ops that lead to them, loads
// included:
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
// Tiles are cut along one dimension at a time, the slowest first, and the body
// of the loop is processed in the same way: so a reduction is computed once for
// all slices that need it. Loads may be repeated, and so may loops whose only
// effects are loads (LoopSlicer.h). Sums in tensor memory leave registers to no
// loop, so that one loop adds up all slices, side by side. A product whose
// factors shared memory cannot hold adds up the products of their slices along
// K. docs/rationale/lowering/strip-mining.md weighs this against keeping tiles
// in memory.
//
//===----------------------------------------------------------------------===//

#include "ReducedTiles.h"
#include "SliceDepth.h"
#include "SliceOrder.h"
#include "Slicer.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "tileaa-strip-mine"

namespace tessera {
#define GEN_PASS_DEF_TILEAASTRIPMINE
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// An op with an effect that is cut, and what takes its place.
struct CutEffect {
  CutEffect(Operation *op, RankedTensorType tile, unsigned dim, int64_t size)
      : op(op), tile(tile), dim(dim), slice(TileSlice::whole(tile.getShape())) {
    slice.sizes[dim] = size;
  }

  int64_t getExtent() const { return tile.getDimSize(dim); }
  bool operator<(const CutEffect &other) const {
    return tile.getNumElements() > other.tile.getNumElements();
  }

  Operation *op;
  RankedTensorType tile;
  unsigned dim;
  /// The slice that is made.
  TileSlice slice;
  SmallVector<Operation *, 2> parts;
};
using CutEffects = SmallVector<CutEffect, 2>;

class StripMiner {
public:
  StripMiner(EntryOpInterface entry, const SliceLimits &limits,
             bool hasCrowdedLoops)
      : limits(limits), hasCrowdedLoops(hasCrowdedLoops), order(entry) {}

  void run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (discarded.contains(&op) || discardIfDead(&op))
        continue;
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          run(inner);
      if (isRoot(&op))
        strip(&op);
    }
  }

  /// Cuts products in tensor memory along K, before their sums are cut: all slices of
  /// these are added up side by side, so that shared memory has the factors of all.
  void cutFactors(EntryOpInterface entry) {
    SmallVector<MmaOp> products;
    entry.walk([&](MmaOp product) {
      if (limits.needsSlices(product) && limits.isInTensorMemory(product))
        products.push_back(product);
    });
    for (MmaOp product : products) {
      Block *block = product->getBlock();
      strip(product);
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
        if (!discarded.contains(&op))
          discardIfDead(&op);
    }
    finish();
  }

  /// Erases the discarded ops, and loops around slices that are side by side.
  void finish() {
    for (Operation *op : discarded)
      op->erase();
    for (scf::ForOp loop : aroundSlices) {
      IRRewriter rewriter(loop.getContext());
      [[maybe_unused]] LogicalResult result =
          loop.promoteIfSingleIteration(rewriter);
      assert(succeeded(result) && "it has one iteration");
    }
  }

private:
  bool isRoot(Operation *op) const;
  bool isCut(Value operand) const;
  bool discardIfDead(Operation *op);
  bool discardIfReplaced(scf::ForOp loop);
  /// Keeps an op without uses in its place until the end: `SliceOrder` asks which
  /// loads may move about the program as it was, whose ops it knows by their
  /// addresses, blocks and places in these.
  void discard(Operation *op) {
    op->dropAllReferences();
    discarded.insert(op);
  }

  void strip(Operation *op);
  LogicalResult stripEffect(Operation *op);
  LogicalResult stripEffect(Operation *op, CutEffects effects,
                            bool isSideBySide, bool hasProducts);
  LogicalResult addStoresBeside(Operation *op, const Slicer &slicer,
                                CutEffects &effects) const;
  LogicalResult makeParts(Operation *op, ArrayRef<Value> steps,
                          bool isSideBySide, Slicer &slicer,
                          CutEffects &effects) const;
  void finishEffects(Operation *op, const CutEffects &effects, Slicer &slicer,
                     scf::ForOp loop);
  LogicalResult stripReduction(ReduceOp reduce);
  LogicalResult stripProduct(MmaOp product);

  /// Makes a loop over `count` slices that carries `inits`, a token last, with
  /// a body that has no terminator yet. With products it is pipelined like a
  /// loop of the program.
  scf::ForOp makeLoop(Operation *op, int64_t count, ValueRange inits,
                      bool hasProducts);
  /// A slicer that inserts at the end of a loop's body, in the place of `root`.
  Slicer makeSlicer(scf::ForOp loop, Operation *root, Slicer::CanMove canMove) {
    return Slicer(OpBuilder::atBlockEnd(loop.getBody()), root->getBlock(),
                  limits, canMove);
  }
  /// The token after all loads of an iteration of the loop.
  Value joinLoads(Slicer &slicer, scf::ForOp loop);
  /// Puts `parts`, made by `slicer` in `loop`, in the place of `op`.
  void replace(Operation *op, ArrayRef<Operation *> parts, const Slicer &slicer,
               scf::ForOp loop) {
    order.replace(op, parts, slicer, loop);
    discard(op);
  }

  SliceLimits limits;
  bool hasCrowdedLoops;
  SliceOrder order;
  llvm::SetVector<Operation *> discarded;
  /// Loops of one iteration, in which slices are side by side.
  std::vector<scf::ForOp> aroundSlices;
};

} // namespace

/// True if a store of the operand has to store slices.
bool StripMiner::isCut(Value operand) const {
  return limits.isLarge(operand.getType()) ||
         (hasCrowdedLoops && isa<RankedTensorType>(operand.getType()) &&
          TileSources(operand, limits).areCut());
}

/// True for an op that uses a large tile but has no large result; or a product,
/// whose accumulator may be large.
bool StripMiner::isRoot(Operation *op) const {
  if (auto product = dyn_cast<MmaOp>(op))
    return limits.needsSlices(product);
  if (isa<StoreOp>(op))
    return llvm::any_of(op->getOperands(), [&](Value v) { return isCut(v); });
  if (!limits.isAnyLarge(op->getOperandTypes()))
    return false;
  if (isa<ReduceOp>(op))
    return !limits.isAnyLarge(op->getResultTypes());
  if (isa<AtomicOp>(op))
    return op->getResult(0).use_empty();
  return isa<AssertOp>(op);
}

/// Discards ops that only led to replaced ops. Such a load has no effect but
/// its place in the order, so ops after it come after its predecessor.
bool StripMiner::discardIfDead(Operation *op) {
  if (isOpTriviallyDead(op) && isMemoryEffectFree(op)) {
    discard(op);
    return true;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return discardIfReplaced(loop);
  auto load = dyn_cast<LoadOp>(op);
  if (!load || !load.getResult().use_empty() ||
      !(limits.isLarge(load.getResult().getType()) || order.isSliced(load)) ||
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

/// Ops after such a loop come after the loads that replace its own.
bool StripMiner::discardIfReplaced(scf::ForOp loop) {
  if (!order.isSliced(loop))
    return false;
  for (OpResult result : loop->getResults())
    if (isa<TokenType>(result.getType()))
      result.replaceAllUsesWith(loop.getTiedLoopInit(result)->get());
  if (!loop->use_empty())
    return false;
  discard(loop);
  return true;
}

void StripMiner::strip(Operation *op) {
  LogicalResult result =
      llvm::TypeSwitch<Operation *, LogicalResult>(op)
          .Case([&](ReduceOp reduce) { return stripReduction(reduce); })
          .Case([&](MmaOp product) { return stripProduct(product); })
          .Default([&](Operation *effect) { return stripEffect(effect); });
  if (failed(result))
    LLVM_DEBUG(llvm::dbgs() << "not worked off by slices: " << *op << "\n");
}

static scf::ForOp makeCountedLoop(Operation *op, IntegerType counter,
                                  int64_t count, ValueRange inits) {
  OpBuilder builder(op);
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, op->getLoc(),
                                     builder.getIntegerAttr(counter, value));
  };
  Value zero = constant(0), end = constant(count), one = constant(1);
  return scf::ForOp::create(builder, op->getLoc(), zero, end, one, inits,
                            [](OpBuilder &, Location, Value, ValueRange) {});
}

scf::ForOp StripMiner::makeLoop(Operation *op, int64_t count, ValueRange inits,
                                bool hasProducts) {
  Builder builder(op->getContext());
  scf::ForOp loop = makeCountedLoop(op, builder.getI64Type(), count, inits);
  if (!hasProducts)
    loop->setAttr(slicesAttrName, builder.getI64IntegerAttr(count));
  return loop;
}

Value StripMiner::joinLoads(Slicer &slicer, scf::ForOp loop) {
  SmallVector<Value> tokens{loop.getRegionIterArgs().back()};
  llvm::append_range(tokens, slicer.getTokens());
  return JoinTokensOp::create(slicer.getBuilder(), loop.getLoc(),
                              TokenType::get(loop.getContext()), tokens);
}

/// Makes the loops that slices come from. Fails if `roots` alone do not
/// replace the old ones.
static LogicalResult finishLoops(Slicer &slicer, ArrayRef<Operation *> roots) {
  return success(succeeded(slicer.makeLoops()) &&
                 slicer.areLoopsReplaced(roots));
}

static LogicalResult giveUp(Slicer &slicer, scf::ForOp loop) {
  slicer.dropLoops();
  loop.erase();
  return failure();
}

LogicalResult StripMiner::stripEffect(Operation *op) {
  Value large = *llvm::find_if(op->getOperands(),
                               [&](Value operand) { return isCut(operand); });
  auto tile = cast<RankedTensorType>(large.getType());
  TileSources sources(large, limits);
  return success(llvm::any_of(planCuts(tile, sources), [&](TileCut cut) {
    return succeeded(stripEffect(op, {{op, tile, cut.dim, cut.size}},
                                 cut.isSideBySide, sources.hasProducts()));
  }));
}

static SmallVector<OpResult> tokensOf(Operation *op) {
  return llvm::filter_to_vector(op->getResults(), [](Value result) {
    return isa<TokenType>(result.getType());
  });
}

/// The steps of all slices that are side by side, or of that of an iteration.
static SmallVector<Value> makeSteps(OpBuilder &builder, scf::ForOp loop,
                                    bool isSideBySide, int64_t count) {
  if (!isSideBySide)
    return {loop.getInductionVar()};
  // In front of the loops that carry slices.
  SmallVector<Value> steps{Value()};
  for (int64_t number = 1; number < count; ++number)
    steps.push_back(arith::ConstantOp::create(
        builder, loop.getLoc(), builder.getI64IntegerAttr(number)));
  return steps;
}

/// Adds the stores in front of `op` that have values of the same loops: without slices for
/// all, the old loops would stay. Fails if one has no dimension of the extent that is cut.
LogicalResult StripMiner::addStoresBeside(Operation *op, const Slicer &slicer,
                                          CutEffects &effects) const {
  for (StoreOp store : slicer.findStores()) {
    const CutEffect &first = effects.front();
    int64_t extent = first.getExtent(), size = first.slice.sizes[first.dim];
    bool isKnown = llvm::any_of(
        effects, [&](const CutEffect &each) { return each.op == store; });
    if (isKnown || !order.canDelay(store, op))
      continue;
    auto tile = dyn_cast<RankedTensorType>(store.getAccessedType());
    if (!tile || !llvm::is_contained(tile.getShape(), extent))
      return failure();
    ArrayRef<int64_t> shape = tile.getShape();
    unsigned dim = llvm::find(shape, extent) - shape.begin();
    effects.emplace_back(store, tile, dim, size);
  }
  return success();
}

/// Makes ops of the slices at `steps`, step by step. One after the other, slices read
/// factors again, by which a loop for several stores may lose more than it gains.
LogicalResult StripMiner::makeParts(Operation *op, ArrayRef<Value> steps,
                                    bool isSideBySide, Slicer &slicer,
                                    CutEffects &effects) const {
  OpBuilder &builder = slicer.getBuilder();
  for (Value step : steps)
    for (size_t number = 0; number != effects.size(); ++number) {
      CutEffect &effect = effects[number];
      effect.slice.steps[effect.dim] = step;
      auto access = dyn_cast<AccessOpInterface>(effect.op);
      FailureOr<Operation *> part =
          access ? sliceAccess(builder, access, effect.slice, slicer.getter())
                 : sliceAssertion(builder, cast<AssertOp>(effect.op),
                                  effect.slice, slicer.getter());
      if (failed(part))
        return failure();
      effect.parts.push_back(*part);
      // Slices of one may come from further loops.
      if (isSideBySide && access && effect.parts.size() == 1 &&
          failed(addStoresBeside(op, slicer, effects)))
        return failure();
    }
  return success();
}

/// Makes slices of ops with an effect in the place of `op`, the last of these.
LogicalResult StripMiner::stripEffect(Operation *op, CutEffects effects,
                                      bool isSideBySide, bool hasProducts) {
  OpBuilder builder(op);
  auto type = TokenType::get(op->getContext());
  Value first = MakeTokenOp::create(builder, op->getLoc(), type);
  const CutEffect &cut = effects.front();
  int64_t count = cut.getExtent() / cut.slice.sizes[cut.dim];
  // Who comes after `op` need not come after the loads that move into the loop.
  SmallVector<Value> inits(tokensOf(op).empty() ? 1 : 2, first);
  scf::ForOp loop = makeLoop(op, isSideBySide ? 1 : count, inits, hasProducts);
  auto mayMove = [&](LoadOp load, const TileSlice &part) {
    // Slices for another store may be loaded when `op` has stored.
    bool isSameSlice = effects.size() == 1 && part == effects.front().slice &&
                       load->getBlock() == op->getBlock();
    return order.canMove(load, op, isSameSlice);
  };
  Slicer slicer = makeSlicer(loop, op, mayMove);
  SmallVector<Value> steps =
      makeSteps(slicer.getBuilder(), loop, isSideBySide, count);
  if (failed(makeParts(op, steps, isSideBySide, slicer, effects)))
    return giveUp(slicer, loop);
  if (!llvm::is_sorted(effects)) {
    // Loops compute first what is asked for first: sums, in front of what goes with them.
    (void)giveUp(slicer, loop);
    llvm::stable_sort(effects);
    for (CutEffect &effect : effects)
      effect.parts.clear();
    return stripEffect(op, std::move(effects), isSideBySide, hasProducts);
  }
  auto roots = llvm::map_to_vector(
      effects, [](const CutEffect &effect) { return effect.op; });
  if (failed(finishLoops(slicer, roots)))
    return giveUp(slicer, loop);
  finishEffects(op, effects, slicer, loop);
  if (isSideBySide)
    aroundSlices.push_back(loop);
  run(*loop.getBody());
  return success();
}

/// Ends the body of a loop that has the parts of ops, and puts it in the place of `op`,
/// the last of these.
void StripMiner::finishEffects(Operation *op, const CutEffects &effects,
                               Slicer &slicer, scf::ForOp loop) {
  OpBuilder &builder = slicer.getBuilder();
  SmallVector<Value> yielded;
  if (!tokensOf(op).empty()) {
    SmallVector<Value> tokens{loop.getRegionIterArgs().front()};
    for (const CutEffect &effect : effects)
      for (Operation *part : effect.parts)
        llvm::append_range(tokens, tokensOf(part));
    yielded.push_back(JoinTokensOp::create(builder, op->getLoc(),
                                           tokens.front().getType(), tokens));
  }
  yielded.push_back(joinLoads(slicer, loop));
  scf::YieldOp::create(builder, op->getLoc(), yielded);
  for (const CutEffect &effect : effects) {
    if (effect.op != op)
      SliceOrder::delay(cast<StoreOp>(effect.op), op);
    for (Value token : tokensOf(effect.op))
      token.replaceAllUsesWith(loop.getResults().front());
  }
  for (const CutEffect &effect : effects)
    if (effect.op == op) {
      replace(op, effect.parts, slicer, loop);
    } else {
      order.record(effect.op, effect.parts);
      discard(effect.op);
    }
}

LogicalResult StripMiner::stripReduction(ReduceOp reduce) {
  auto tile = cast<RankedTensorType>(reduce.getOperands().front().getType());
  unsigned dim = reduce.getDim();
  int64_t extent = tile.getDimSize(dim);
  int64_t size = extent;
  bool hasProducts = false;
  for (Value operand : reduce.getOperands()) {
    TileSources sources(operand, limits);
    size = std::min(size, sources.fit(extent));
    hasProducts |= sources.hasProducts();
  }
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
  scf::ForOp loop = makeLoop(reduce, extent / size, carried, hasProducts);
  slice.steps[dim] = loop.getInductionVar();
  auto mayMove = [&](LoadOp load, const TileSlice &) {
    return order.canMove(load, reduce, /*isSameSlice=*/false);
  };
  Slicer slicer = makeSlicer(loop, reduce, mayMove);
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
  if (failed(yielded) || failed(finishLoops(slicer, {reduce})))
    return giveUp(slicer, loop);
  yielded->push_back(joinLoads(slicer, loop));
  scf::YieldOp::create(slicer.getBuilder(), reduce.getLoc(), *yielded);

  builder.setInsertionPointAfter(loop);
  auto last = ReduceOp::create(
      builder, reduce.getLoc(), reduce.getResultTypes(),
      loop.getResults().drop_back(), dim, reduce.getIdentities());
  IRMapping mapping;
  reduce.getBody().cloneInto(&last.getBody(), mapping);
  reduce->replaceAllUsesWith(last);
  replace(reduce, last.getOperation(), slicer, loop);
  run(*loop.getBody());
  return success();
}

/// This loop does not process a tile that is too large for registers: it is
/// pipelined like a loop of the program.
LogicalResult StripMiner::stripProduct(MmaOp product) {
  int64_t depth = getProductShape(product).k;
  int64_t size = limits.fitDepth(product);
  if (size == depth)
    return failure();
  OpBuilder builder(product);
  Value first = MakeTokenOp::create(builder, product->getLoc(),
                                    TokenType::get(product->getContext()));
  scf::ForOp loop = makeCountedLoop(product, builder.getI32Type(), depth / size,
                                    {product.getAcc(), first});
  auto mayMove = [&](LoadOp load, const TileSlice &) {
    return order.canMove(load, product, /*isSameSlice=*/false);
  };
  Slicer slicer = makeSlicer(loop, product, mayMove);
  Value step =
      arith::ExtUIOp::create(slicer.getBuilder(), product->getLoc(),
                             builder.getI64Type(), loop.getInductionVar());
  FailureOr<MmaOp> part =
      sliceAlongDepth(slicer.getBuilder(), product, step, size,
                      loop.getRegionIterArgs().front(), slicer.getter());
  if (failed(part) || failed(finishLoops(slicer, {product})))
    return giveUp(slicer, loop);
  scf::YieldOp::create(slicer.getBuilder(), product->getLoc(),
                       {part->getResult(), joinLoads(slicer, loop)});
  product.replaceAllUsesWith(loop.getResult(0));
  replace(product, part->getOperation(), slicer, loop);
  run(*loop.getBody());
  return success();
}

namespace {

struct StripMinePass : tessera::impl::TileAAStripMineBase<StripMinePass> {
  using TileAAStripMineBase::TileAAStripMineBase;
  void runOnOperation() override {
    EntryOpInterface entry = getOperation();
    LaunchAttr launch = entry.getLaunchAttr();
    SliceLimits limits(maxRegisters, maxFactorBytes,
                       launch ? launch.getWarps() : 0,
                       launch && launch.getSpread() ? launch.countCTAs() : 1,
                       lookupTarget(gpuName), warpGroups);
    bool isChanged = sliceDepths(limits);
    bool hasLarge = false, hasCrowded = false;
    entry.walk([&](Operation *op) {
      if (auto product = dyn_cast<MmaOp>(op))
        hasLarge |= limits.needsSlices(product);
      else if (auto loop = dyn_cast<scf::ForOp>(op))
        hasCrowded |= limits.isCrowded(loop) || limits.takesTurns(loop);
      hasLarge |= limits.isAnyLarge(op->getResultTypes());
    });
    if (!hasLarge && !hasCrowded)
      return isChanged ? void() : markAllAnalysesPreserved();
    StripMiner(entry, limits, hasCrowded).cutFactors(entry);
    StripMiner miner(entry, limits, hasCrowded);
    miner.run(entry.getBody().front());
    miner.finish();
  }

private:
  /// Cuts loops that add up products of what they compute.
  bool sliceDepths(const SliceLimits &limits) {
    llvm::SetVector<scf::ForOp> loops;
    getOperation()->walk([&](MmaOp product) {
      if (auto loop = dyn_cast<scf::ForOp>(product->getParentOp()))
        loops.insert(loop);
    });
    bool isChanged = false;
    for (scf::ForOp loop : loops)
      isChanged |= sliceDepth(loop, limits);
    return isChanged;
  }
};

} // namespace

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
#include "SliceOrder.h"
#include "Slicer.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Target/TargetInfo.h"
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

class StripMiner {
public:
  StripMiner(EntryOpInterface entry, const SliceLimits &limits,
             bool hasCrowdedLoops)
      : limits(limits), hasCrowdedLoops(hasCrowdedLoops), order(entry) {}

  void run(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
      if (discardIfDead(&op))
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
        if (!llvm::is_contained(discarded, &op))
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
    discarded.push_back(op);
  }

  void strip(Operation *op);
  LogicalResult stripEffect(Operation *op);
  LogicalResult stripEffect(Operation *op, RankedTensorType tile, TileCut cut,
                            bool hasProducts);
  FailureOr<SmallVector<Operation *>> makeParts(Operation *op, TileCut cut,
                                                TileSlice &slice,
                                                Slicer &slicer, scf::ForOp loop,
                                                int64_t count);
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
  std::vector<Operation *> discarded;
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

/// Makes the loops that slices come from. Fails if `root` alone does not
/// replace the old ones.
static LogicalResult finishLoops(Slicer &slicer, Operation *root) {
  return success(succeeded(slicer.makeLoops()) &&
                 slicer.areLoopsReplaced(root));
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
    return succeeded(stripEffect(op, tile, cut, sources.hasProducts()));
  }));
}

static SmallVector<OpResult> tokensOf(Operation *op) {
  return llvm::filter_to_vector(op->getResults(), [](Value result) {
    return isa<TokenType>(result.getType());
  });
}

/// Makes ops of all slices that are side by side, or of that of an iteration.
FailureOr<SmallVector<Operation *>>
StripMiner::makeParts(Operation *op, TileCut cut, TileSlice &slice,
                      Slicer &slicer, scf::ForOp loop, int64_t count) {
  OpBuilder &builder = slicer.getBuilder();
  // In front of the loops that carry slices.
  SmallVector<Value> steps{cut.isSideBySide ? Value() : loop.getInductionVar()};
  for (int64_t number = 1; cut.isSideBySide && number < count; ++number)
    steps.push_back(arith::ConstantOp::create(
        builder, op->getLoc(), builder.getI64IntegerAttr(number)));
  SmallVector<Operation *> parts;
  auto access = dyn_cast<AccessOpInterface>(op);
  for (Value step : steps) {
    slice.steps[cut.dim] = step;
    FailureOr<Operation *> part =
        access ? sliceAccess(builder, access, slice, slicer.getter())
               : sliceAssertion(builder, cast<AssertOp>(op), slice,
                                slicer.getter());
    if (failed(part))
      return failure();
    parts.push_back(*part);
  }
  return parts;
}

LogicalResult StripMiner::stripEffect(Operation *op, RankedTensorType tile,
                                      TileCut cut, bool hasProducts) {
  OpBuilder builder(op);
  auto type = TokenType::get(op->getContext());
  Value first = MakeTokenOp::create(builder, op->getLoc(), type);
  int64_t count = tile.getDimSize(cut.dim) / cut.size;
  // Who comes after `op` need not come after the loads that move into the loop.
  SmallVector<OpResult> results = tokensOf(op);
  SmallVector<Value> inits(results.empty() ? 1 : 2, first);
  scf::ForOp loop =
      makeLoop(op, cut.isSideBySide ? 1 : count, inits, hasProducts);
  TileSlice slice = TileSlice::whole(tile.getShape());
  slice.sizes[cut.dim] = cut.size;
  auto mayMove = [&](LoadOp load, const TileSlice &part) {
    return order.canMove(load, op,
                         part == slice && load->getBlock() == op->getBlock());
  };
  Slicer slicer = makeSlicer(loop, op, mayMove);
  FailureOr<SmallVector<Operation *>> parts =
      makeParts(op, cut, slice, slicer, loop, count);
  if (failed(parts) || failed(finishLoops(slicer, op)))
    return giveUp(slicer, loop);
  SmallVector<Value> yielded;
  if (!results.empty()) {
    SmallVector<Value> tokens{loop.getRegionIterArgs().front()};
    for (Operation *part : *parts)
      llvm::append_range(tokens, tokensOf(part));
    yielded.push_back(
        JoinTokensOp::create(slicer.getBuilder(), op->getLoc(), type, tokens));
  }
  yielded.push_back(joinLoads(slicer, loop));
  scf::YieldOp::create(slicer.getBuilder(), op->getLoc(), yielded);
  for (Value token : results)
    token.replaceAllUsesWith(loop.getResults().front());
  replace(op, *parts, slicer, loop);
  if (cut.isSideBySide)
    aroundSlices.push_back(loop);
  run(*loop.getBody());
  return success();
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
  if (failed(yielded) || failed(finishLoops(slicer, reduce)))
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
  if (failed(part) || failed(finishLoops(slicer, product)))
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
    SliceLimits limits(maxRegisters, maxFactorBytes,
                       entry.getLaunchAttr() ? entry.getLaunchAttr().getWarps()
                                             : 0,
                       lookupTarget(gpuName), warpGroups);
    bool hasLarge = false, hasCrowded = false;
    entry.walk([&](Operation *op) {
      if (auto product = dyn_cast<MmaOp>(op))
        hasLarge |= limits.needsSlices(product);
      else if (auto loop = dyn_cast<scf::ForOp>(op))
        hasCrowded |= limits.isCrowded(loop) || limits.takesTurns(loop);
      hasLarge |= limits.isAnyLarge(op->getResultTypes());
    });
    if (!hasLarge && !hasCrowded)
      return markAllAnalysesPreserved();
    StripMiner(entry, limits, hasCrowded).cutFactors(entry);
    StripMiner miner(entry, limits, hasCrowded);
    miner.run(entry.getBody().front());
    miner.finish();
  }
};

} // namespace

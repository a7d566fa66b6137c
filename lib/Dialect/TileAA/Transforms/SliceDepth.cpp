//===- SliceDepth.cpp - Products added up by slices along K ---------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that adds up products of what it computes holds, beside the sums that it
// carries, those that the factors are computed of. Gradients of 128 keys and as many
// queries with 128 columns have four sums of 16,384 words at once, all registers of an
// SM. The queries are what the carried sums are added up over, so that an iteration can
// be two of half as many: no more is loaded or multiplied than before, in the same order.
//
// So it can where it adds up several products of what it loads, and shared memory has no
// room for the next iteration.
//
//===----------------------------------------------------------------------===//

#include "SliceDepth.h"
#include "DeadOps.h"
#include "LoopSlicer.h"
#include "Slicer.h"
#include "mlir/Analysis/TopologicalSortUtils.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAA/Analysis/ValueFactsAnalysis.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The products by which a loop adds to the tiles that it carries; none where it carries
/// others, or they differ in depth.
static SmallVector<MmaOp> findProducts(scf::ForOp loop) {
  SmallVector<MmaOp> products;
  for (Value yielded : loop.getYieldedValues()) {
    if (!isa<RankedTensorType>(yielded.getType()))
      continue;
    auto product = yielded.getDefiningOp<MmaOp>();
    if (!product || product->getParentOp() != loop ||
        findCarriedSum(product) != product.getAcc() ||
        (!products.empty() &&
         getProductShape(product).k != getProductShape(products.front()).k))
      return {};
    products.push_back(product);
  }
  return products;
}

/// True if nothing but these products needs a tile.
static bool leadsTo(ArrayRef<MmaOp> products, Value tile) {
  llvm::SetVector<Value> values;
  values.insert(tile);
  for (size_t next = 0; next < values.size(); ++next)
    for (Operation *user : values[next].getUsers()) {
      if (llvm::is_contained(products, user))
        continue;
      if (user->getNumResults() == 0 || !isMemoryEffectFree(user))
        return false;
      values.insert_range(user->getResults());
    }
  return true;
}

/// Has all that comes after a load come after its parts.
static void replaceTokens(const Slicer &slicer) {
  for (auto [load, parts] : slicer.getLoads()) {
    if (load.getResultToken().use_empty())
      continue;
    SmallVector<Value> tokens = llvm::map_to_vector(
        parts, [](LoadOp part) -> Value { return part.getResultToken(); });
    OpBuilder builder(load);
    Value joined = JoinTokensOp::create(
        builder, load.getLoc(), TokenType::get(load.getContext()), tokens);
    load.getResultToken().replaceAllUsesWith(joined);
  }
}

/// True if a loop counts by ones, and its counter has room for `times` as many iterations.
static bool canMultiplyIterations(scf::ForOp loop, int64_t times) {
  ValueFactsAnalysis facts(loop->getParentOfType<EntryOpInterface>());
  auto hasRoom = [&](Value bound) {
    ConstantIntRanges range = facts.getFacts(bound).getRange();
    APInt factor(range.smin().getBitWidth(), times);
    bool overflows = false, overflowsToo = false;
    (void)range.smin().smul_ov(factor, overflows);
    (void)range.smax().smul_ov(factor, overflowsToo);
    return !overflows && !overflowsToo;
  };
  return isConstantIntValue(loop.getStep(), 1) && !loop.getUnsignedCmp() &&
         hasRoom(loop.getLowerBound()) && hasRoom(loop.getUpperBound());
}

/// Makes `times` as many iterations of a loop, of which `step` counts those that one
/// has become.
static void multiplyIterations(scf::ForOp loop, Operation *step,
                               int64_t times) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Type counter = loop.getInductionVar().getType();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getIntegerAttr(counter, value));
  };
  auto multiply = [&](Value bound) -> Value {
    Value factor = constant(times);
    return arith::MulIOp::create(builder, loc, bound, factor,
                                 arith::IntegerOverflowFlags::nsw);
  };
  Value lower = multiply(loop.getLowerBound());
  Value upper = multiply(loop.getUpperBound());
  auto longer = scf::ForOp::create(
      builder, loc, lower, upper, loop.getStep(), loop.getInits(),
      [](OpBuilder &, Location, Value, ValueRange) {});
  longer->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  builder.setInsertionPointToStart(longer.getBody());
  Value number = longer.getInductionVar();
  Value shift = constant(llvm::Log2_64(times));
  Value before = arith::ShRSIOp::create(builder, loc, number, shift);
  Value mask = constant(times - 1);
  Value which = arith::AndIOp::create(builder, loc, number, mask);
  if (counter != step->getResult(0).getType())
    which = arith::ExtUIOp::create(builder, loc, step->getResult(0).getType(),
                                   which);
  loop.getInductionVar().replaceAllUsesWith(before);
  step->getResult(0).replaceAllUsesWith(which);
  step->erase();
  for (auto [old, now] :
       llvm::zip(loop.getRegionIterArgs(), longer.getRegionIterArgs()))
    old.replaceAllUsesWith(now);
  Block *body = longer.getBody();
  body->getOperations().splice(body->end(), loop.getBody()->getOperations());
  loop.replaceAllUsesWith(longer.getResults());
  // An op that is erased has a body.
  OpBuilder inOld = OpBuilder::atBlockEnd(loop.getBody());
  scf::YieldOp::create(inOld, loc, loop.getInits());
  loop.erase();
}

/// Puts the slices of ops, made of those up to `last`, into the order of these.
static void orderLike(Block *body, Operation *last, const Slicer &slicer,
                      const llvm::DenseMap<Operation *, MmaOp> &parts) {
  auto append = [&](Operation *op) { op->moveBefore(body->getTerminator()); };
  for (Operation &op :
       llvm::make_range(body->begin(), std::next(last->getIterator()))) {
    if (MmaOp part = parts.lookup(&op))
      append(part);
    else if (op.getNumResults() != 0)
      for (Value slice : slicer.getSlices(op.getResult(0)))
        append(slice.getDefiningOp());
  }
  // Their operands stand in front of them.
  sortTopologically(body);
}

/// True if parts have been made of all products and loads in a loop up to `last`, each
/// once: those that are left whole would be executed by all parts, as would those that
/// stand in front of the loop.
static bool isAllCut(Block *body, Operation *last) {
  int64_t whole = 0, parts = 0;
  int64_t *count = &whole;
  for (Operation &op : *body) {
    *count += isa<MmaOp, LoadOp>(op);
    if (&op == last)
      count = &parts;
  }
  return parts == whole;
}

/// Makes slices of `size` elements, that of number `step`, of products. False if one has
/// none, or more than the loop would have to be cut.
static bool addSlices(Slicer &slicer, ArrayRef<MmaOp> products, Operation *step,
                      int64_t size, llvm::DenseMap<Operation *, MmaOp> &parts) {
  for (MmaOp product : products) {
    FailureOr<MmaOp> part =
        sliceAlongDepth(slicer.getBuilder(), product, step->getResult(0), size,
                        product.getAcc(), slicer.getter());
    if (failed(part))
      return false;
    parts[product] = *part;
  }
  return slicer.getLoops().empty();
}

/// Puts slices of `size` elements, that of number `step`, in the place of products. Fails
/// if that leaves something else whole, and leaves the loop as it was.
static LogicalResult makeSlices(scf::ForOp loop, ArrayRef<MmaOp> products,
                                Operation *step, int64_t size,
                                const SliceLimits &limits) {
  Block *body = loop.getBody();
  Operation *yield = body->getTerminator(), *last = yield->getPrevNode();
  auto isInLoop = [&](LoadOp load, const TileSlice &) {
    return load->getBlock() == body;
  };
  Slicer slicer(OpBuilder(yield), body, limits, isInLoop);
  llvm::DenseMap<Operation *, MmaOp> parts;
  if (!addSlices(slicer, products, step, size, parts) ||
      !isAllCut(body, last)) {
    slicer.dropLoops();
    while (last != yield->getPrevNode())
      yield->getPrevNode()->erase();
    return failure();
  }
  replaceTokens(slicer);
  orderLike(body, last, slicer, parts);
  for (MmaOp product : products)
    product.replaceAllUsesWith(parts[product].getResult());
  eraseDead(loop.getRegion());
  return success();
}

bool tileaa::sliceDepth(scf::ForOp loop, const SliceLimits &limits) {
  SmallVector<MmaOp> products = findProducts(loop), others;
  if (products.empty() || !LoopSlicer::canRepeat(loop))
    return false;
  for (Operation &op : *loop.getBody())
    if (isa<MmaOp, LoadOp>(op) && !llvm::is_contained(products, &op)) {
      if (!leadsTo(products, op.getResult(0)))
        return false;
      if (auto product = dyn_cast<MmaOp>(op))
        others.push_back(product);
    }
  int64_t depth = getProductShape(products.front()).k;
  int64_t size = others.empty() ? limits.fitIteration(products)
                                : limits.fitDepth(products, others);
  if (size == depth || !canMultiplyIterations(loop, depth / size))
    return false;
  OpBuilder builder = OpBuilder::atBlockBegin(loop.getBody());
  Operation *step = UnrealizedConversionCastOp::create(
      builder, loop.getLoc(), builder.getI64Type(), ValueRange());
  if (failed(makeSlices(loop, products, step, size, limits))) {
    step->erase();
    return false;
  }
  multiplyIterations(loop, step, depth / size);
  return true;
}

//===- LoopSlicer.cpp - Makes slices of loop-carried tiles ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopSlicer.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAA/Analysis/Aliasing.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

static OpBuilder buildAtEnd(Block *body, MLIRContext *context) {
  OpBuilder builder(context);
  builder.setInsertionPointToEnd(body);
  return builder;
}

LoopSlicer::LoopSlicer(scf::ForOp loop, Slicer &around)
    : Slicer(OpBuilder(loop.getContext()), loop.getBody(), around.limits,
             around.canMove),
      loop(loop), around(around) {
  builder = buildAtEnd(body.get(), loop.getContext());
  wholes[loop.getInductionVar()] = body->addArgument(
      loop.getInductionVar().getType(), loop.getInductionVar().getLoc());
}

bool LoopSlicer::canRepeat(scf::ForOp loop) {
  auto onlyReads = [](Operation *op) {
    return isMemoryEffectFree(op) || isWeakLoad(op) ||
                   op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()
               ? WalkResult::advance()
               : WalkResult::interrupt();
  };
  return !loop->walk(onlyReads).wasInterrupted();
}

bool LoopSlicer::isInside(Value value) const {
  Region *region = value.getParentRegion();
  return region && loop->getRegion(0).isAncestor(region);
}

FailureOr<Value> LoopSlicer::getResult(OpResult result,
                                       const TileSlice &slice) {
  BlockArgument old = loop.getTiedLoopRegionIterArg(result);
  FailureOr<Value> value = getCarried(old, slice);
  if (failed(value))
    return failure();
  Operation *stand = UnrealizedConversionCastOp::create(
      around.builder, loop.getLoc(), value->getType(), ValueRange());
  auto *which = llvm::find_if(
      carried, [&](const Carried &each) { return each.value == *value; });
  stands.emplace_back(which - carried.begin(), stand);
  return stand->getResult(0);
}

//===----------------------------------------------------------------------===//
// Values of an iteration
//===----------------------------------------------------------------------===//

FailureOr<Value> LoopSlicer::get(Value tile, const TileSlice &slice) {
  if (!isInside(tile)) {
    // A value of an iteration does not dominate the loop.
    for (Value step : slice.steps)
      if (step && step.getParentBlock() == body.get())
        return failure();
    return around.get(tile, slice);
  }
  // An uncut product would be recomputed for each slice.
  if (tile.getDefiningOp<MmaOp>() &&
      slice.isWhole(cast<RankedTensorType>(tile.getType()).getShape()))
    return failure();
  return Slicer::get(tile, slice);
}

/// True for slices of one size that begin at different constant steps: no element
/// is in both.
static bool areApart(const TileSlice &lhs, const TileSlice &rhs) {
  auto getNumber = [](Value step) -> std::optional<int64_t> {
    APInt number(64, 0);
    if (step && !matchPattern(step, m_ConstantInt(&number)))
      return std::nullopt;
    return number.getSExtValue();
  };
  return lhs.sizes == rhs.sizes &&
         llvm::any_of(llvm::zip_equal(lhs.steps, rhs.steps), [&](auto steps) {
           std::optional<int64_t> ofLhs = getNumber(std::get<0>(steps)),
                                  ofRhs = getNumber(std::get<1>(steps));
           return ofLhs && ofRhs && *ofLhs != *ofRhs;
         });
}

FailureOr<Value> LoopSlicer::getCarried(BlockArgument old,
                                        const TileSlice &slice) {
  if (old.getOwner() != loop.getBody())
    return failure();
  for (Carried &known : carried)
    if (known.old == old) {
      if (known.slice == slice)
        return known.value;
      if (!areApart(known.slice, slice))
        return failure();
    }
  for (Value step : slice.steps)
    if (step && step.getParentBlock() == body.get())
      return failure();
  Type type = isa<RankedTensorType>(old.getType())
                  ? slice.getType(old.getType())
                  : old.getType();
  Value value = body->addArgument(type, old.getLoc());
  carried.push_back({old, slice, value});
  return value;
}

SetVector<Value> LoopSlicer::findTokensBefore(Value token) const {
  SetVector<Value> tokens, before;
  tokens.insert(token);
  for (size_t next = 0; next < tokens.size(); ++next) {
    Value each = tokens[next];
    if (!isInside(each)) {
      before.insert(each);
    } else if (auto arg = dyn_cast<BlockArgument>(each)) {
      auto around = cast<LoopLikeOpInterface>(arg.getOwner()->getParentOp());
      tokens.insert(around.getTiedLoopInit(arg)->get());
    } else {
      for (Value operand : each.getDefiningOp()->getOperands())
        if (isa<TokenType>(operand.getType()))
          tokens.insert(operand);
    }
  }
  return before;
}

FailureOr<Value> LoopSlicer::localize(Value value, Operation *place) {
  if (Value known = wholes.lookup(value))
    return known;
  OpBuilder there(place);
  if (isa<TokenType>(value.getType())) {
    SetVector<Value> before = findTokensBefore(value);
    if (before.size() == 1)
      return before.front();
    if (before.empty())
      return MakeTokenOp::create(there, value.getLoc(), value.getType())
          .getResult();
    return JoinTokensOp::create(there, value.getLoc(), value.getType(),
                                before.getArrayRef())
        .getResult();
  }
  if (limits.isLarge(value.getType()))
    return failure();
  FailureOr<Value> local = failure();
  TileSlice whole;
  if (auto tile = dyn_cast<RankedTensorType>(value.getType()))
    whole = TileSlice::whole(tile.getShape());
  if (auto arg = dyn_cast<BlockArgument>(value)) {
    local = getCarried(arg, whole);
  } else {
    Operation *op = value.getDefiningOp();
    auto load = dyn_cast<LoadOp>(op);
    if (load ? !canMove(load, whole)
             : isa<MmaOp>(op) || !isMemoryEffectFree(op))
      return failure();
    Operation *copy = there.clone(*op);
    if (load)
      addLoad(load, cast<LoadOp>(copy));
    if (failed(localize(copy)))
      return failure();
    for (auto [old, made] :
         llvm::zip_equal(op->getResults(), copy->getResults()))
      if (!isa<TokenType>(old.getType()))
        wholes[old] = made;
    local = wholes.lookup(value);
  }
  if (succeeded(local))
    wholes[value] = *local;
  return local;
}

LogicalResult LoopSlicer::localize(Operation *op) {
  WalkResult walked = op->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      if (!isInside(operand.get()))
        continue;
      FailureOr<Value> local = localize(operand.get(), op);
      if (failed(local))
        return WalkResult::interrupt();
      operand.set(*local);
    }
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}

//===----------------------------------------------------------------------===//
// The new loop
//===----------------------------------------------------------------------===//

LogicalResult LoopSlicer::fillBody(scf::YieldOp yield) {
  auto yieldOf = [&](BlockArgument old) {
    return loop.getTiedLoopYieldedValue(old)->get();
  };
  // Slices may need slices of the previous iteration, which become
  // loop-carried, too.
  do {
    while (yield->getNumOperands() < carried.size()) {
      unsigned next = yield->getNumOperands();
      Value last = yieldOf(carried[next].old);
      TileSlice slice = carried[next].slice;
      if (isa<RankedTensorType>(last.getType())) {
        FailureOr<Value> part = get(last, slice);
        if (failed(part))
          return failure();
        last = *part;
      }
      yield->insertOperands(next, last);
    }
    if (failed(makeLoops()))
      return failure();
  } while (yield->getNumOperands() < carried.size());
  // Some are made of small values, which are copied from the old loop.
  for (Operation &op : *body)
    if (failed(localize(&op)))
      return failure();
  while (yield->getNumOperands() < carried.size()) {
    yield->insertOperands(yield->getNumOperands(),
                          yieldOf(carried[yield->getNumOperands()].old));
    if (failed(localize(yield)))
      return failure();
  }
  return success();
}

FailureOr<SmallVector<Value>> LoopSlicer::makeInits() {
  SmallVector<Value> inits;
  for (const Carried &each : carried) {
    Value init = loop.getTiedLoopInit(each.old)->get();
    if (isa<RankedTensorType>(init.getType())) {
      FailureOr<Value> part = around.get(init, each.slice);
      if (failed(part))
        return failure();
      init = *part;
    }
    inits.push_back(init);
  }
  return inits;
}

LogicalResult LoopSlicer::makeLoop() {
  Location loc = loop.getLoc();
  OpBuilder &outside = around.builder;
  OpBuilder::InsertionGuard guard(outside);
  outside.setInsertionPoint(stands.front().second);
  auto yield = scf::YieldOp::create(builder, loc);
  builder.setInsertionPoint(yield);
  if (failed(fillBody(yield)))
    return failure();
  FailureOr<SmallVector<Value>> inits = makeInits();
  if (failed(inits))
    return failure();
  auto token = TokenType::get(loop.getContext());
  inits->push_back(MakeTokenOp::create(outside, loc, token));
  SmallVector<Value> all = {body->addArgument(token, loc)};
  llvm::append_range(all, tokens);
  builder.setInsertionPoint(yield);
  yield->insertOperands(carried.size(),
                        {JoinTokensOp::create(builder, loc, token, all)});

  auto made = scf::ForOp::create(
      outside, loc, loop.getLowerBound(), loop.getUpperBound(), loop.getStep(),
      *inits, [](OpBuilder &, Location, Value, ValueRange) {},
      loop.getUnsignedCmp());
  made->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (auto [old, now] :
       llvm::zip_equal(body->getArguments(), made.getBody()->getArguments()))
    old.replaceAllUsesWith(now);
  made.getBody()->getOperations().splice(made.getBody()->end(),
                                         body->getOperations());
  for (auto [number, stand] : stands)
    around.replaceSlice(stand->getResult(0), made->getResult(number));
  for (auto &[load, parts] : loads)
    llvm::append_range(around.loads[load], parts);
  around.tokens.push_back(made->getResults().back());
  return success();
}

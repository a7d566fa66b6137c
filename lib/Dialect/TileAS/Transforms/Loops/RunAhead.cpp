//===- RunAhead.cpp - Address computation ahead of time -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunAhead.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

bool tileas::canLoadAhead(Operation *op) {
  tileaa::AccessOpInterface load = asLoad(op);
  return load && isa<ConditionalOpInterface>(op) &&
         load.getOrdering() == tileaa::Ordering::Weak &&
         getExecutor(load) == Executor::All && !load.isMultimem();
}

bool tileas::canRepeatLoad(Operation *op) {
  return canLoadAhead(op) && asLoad(op).getResultToken().use_empty();
}

/// True for a load that may run ahead of its iteration and whose instructions fill whole
/// registers. Narrower ones would take a register each, and an address.
static bool fillsRegisters(Operation *op) {
  constexpr int64_t kRegisterBytes = 4;
  if (!canLoadAhead(op))
    return false;
  tileaa::AccessOpInterface load = asLoad(op);
  auto wide = dyn_cast<WideAccessOpInterface>(op);
  int64_t width = wide ? wide.getWidth() : 1;
  return width *
             getElementBytes(getElementTypeOrSelf(load.getAccessedType())) >=
         kRegisterBytes;
}

bool tileas::multiplies(scf::ForOp loop) {
  return !loop.getOps<tileaa::ProductOpInterface>().empty();
}

llvm::SmallPtrSet<Operation *, 4> tileas::findLoadsAhead(scf::ForOp loop,
                                                         int64_t most) {
  llvm::SmallPtrSet<Operation *, 4> loads, candidates;
  if (loop->hasAttr(tileaa::slicesAttrName) ||
      (!multiplies(loop) && loop.getOps<WarpReduceOp>().empty()))
    return loads;
  RunAhead addresses(loop);
  SmallVector<tileaa::AccessOpInterface> all = getLoads(*loop.getBody());
  for (tileaa::AccessOpInterface load : all)
    if (fillsRegisters(load) && addresses.add(load->getOperands()))
      candidates.insert(load);
  if (candidates.empty())
    return loads;
  // The other loads of the loop count as live.
  RegisterEstimate estimate(loop, candidates);
  int64_t registers =
      multiplies(loop) ? estimate.getLive() : estimate.getLeastLive();
  for (tileaa::AccessOpInterface load : all) {
    if (!candidates.contains(load))
      continue;
    registers += countRegistersOfThread(load.getAccessed());
    if (registers <= most)
      loads.insert(load);
  }
  return loads;
}

SmallVector<std::pair<scf::IfOp, bool>, 1>
tileas::getBranchesAround(Operation *op, Block *upTo) {
  SmallVector<std::pair<scf::IfOp, bool>, 1> branches;
  while (op->getBlock() != upTo) {
    auto branch = dyn_cast<scf::IfOp>(op->getParentOp());
    if (!branch)
      break;
    branches.emplace_back(branch, op->getBlock() == branch.thenBlock());
    op = branch;
  }
  return branches;
}

Value tileas::makeConditionOf(OpBuilder &builder, Operation *op,
                              function_ref<Value(Value)> mapped) {
  Location loc = op->getLoc();
  Value all;
  for (auto [branch, isFirst] :
       getBranchesAround(op, builder.getInsertionBlock())) {
    Value each = mapped(branch.getCondition());
    if (!isFirst) {
      Value yes =
          arith::ConstantOp::create(builder, loc, builder.getBoolAttr(true));
      each = arith::XOrIOp::create(builder, loc, each, yes);
    }
    all = all ? arith::AndIOp::create(builder, loc, each, all) : each;
  }
  return all;
}

RunAhead::RunAhead(scf::ForOp loop)
    : loop(loop),
      hasAssertion(loop.walk([](AssertOp) { return WalkResult::interrupt(); })
                       .wasInterrupted()) {}

bool RunAhead::add(ValueRange values) {
  llvm::DenseSet<Operation *> newOps = ops;
  llvm::SetVector<BlockArgument> newCarried = carried;
  SmallVector<Value> worklist = llvm::to_vector(values);
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!loop.getRegion().isAncestor(value.getParentRegion()) ||
        value == loop.getInductionVar())
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() != loop.getBody())
        return false;
      if (newCarried.insert(argument))
        worklist.push_back(loop.getTiedLoopYieldedValue(argument)->get());
      continue;
    }
    Operation *op = value.getDefiningOp();
    bool isLoad = canLoadAhead(op) && !hasAssertion;
    if (op->getNumRegions() || (!isLoad && !isPure(op)))
      return false;
    if (!newOps.insert(op).second)
      continue;
    llvm::append_range(worklist, op->getOperands());
    if (isLoad)
      for (auto [branch, isFirst] : getBranchesAround(op, loop.getBody()))
        worklist.push_back(branch.getCondition());
  }
  ops = std::move(newOps);
  carried = std::move(newCarried);
  return true;
}

bool RunAhead::fitsRegisters(int64_t iterations, int64_t most) const {
  int64_t loaded = 0;
  for (Operation *op : ops)
    if (canLoadAhead(op))
      loaded += countRegistersOfThread(op->getResult(0));
  llvm::SmallPtrSet<Operation *, 1> none;
  return loaded == 0 ||
         RegisterEstimate(loop, none).getLive() + iterations * loaded <= most;
}

/// Makes `loop` carry copies of the values with these numbers. The caller still
/// has to set the values that the copies have in the next iteration.
static scf::ForOp carryTwice(scf::ForOp loop, ArrayRef<unsigned> numbers) {
  if (numbers.empty())
    return loop;
  auto pick = [&](ValueRange values) {
    return llvm::map_to_vector(numbers, [&](unsigned k) { return values[k]; });
  };
  IRRewriter rewriter(loop);
  auto yieldSame = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
    return pick(loop.getYieldedValues());
  };
  return cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, pick(loop.getInitArgs()),
      /*replaceInitOperandUsesInLoop=*/false, yieldSame));
}

/// Clones an op to where its branch may not be taken, or its iteration may not exist,
/// without its promises, which hold there alone: poison in one condition would reach
/// all that it is joined with.
static void cloneWithoutPromises(OpBuilder &builder, Operation *op,
                                 IRMapping &early) {
  if (auto assume = dyn_cast<tileaa::AssumeOp>(op)) {
    early.map(assume.getResult(), early.lookupOrDefault(assume.getValue()));
    return;
  }
  Operation *copy = builder.clone(*op, early);
  if (auto flagged = dyn_cast<arith::ArithIntegerOverflowFlagsInterface>(copy))
    copy->setAttr(flagged.getIntegerOverflowAttrName(),
                  arith::IntegerOverflowFlagsAttr::get(
                      copy->getContext(), arith::IntegerOverflowFlags::none));
}

/// Moves a load to where its iteration, or its branch, may not be reached.
static void moveLoad(OpBuilder &builder, Operation *load,
                     const IRMapping &early) {
  for (OpOperand &operand : load->getOpOperands())
    operand.set(early.lookupOrDefault(operand.get()));
  Value condition = makeConditionOf(
      builder, load, [&](Value value) { return early.lookupOrDefault(value); });
  if (condition) {
    MutableOperandRange own =
        cast<ConditionalOpInterface>(load).getConditionMutable();
    if (!own.empty())
      condition = arith::AndIOp::create(builder, load->getLoc(), condition,
                                        own[0].get());
    own.assign(condition);
  }
  if (builder.getInsertionPoint() != load->getIterator())
    load->moveBefore(builder.getInsertionBlock(), builder.getInsertionPoint());
  builder.setInsertionPointAfter(load);
}

scf::ForOp RunAhead::compute(OpBuilder &builder, IRMapping &early) const {
  auto numbers =
      llvm::map_to_vector(carried, [](BlockArgument argument) -> unsigned {
        return argument.getArgNumber() - 1;
      });
  scf::ForOp wider = loop;
  unsigned numOld = wider.getNumRegionIterArgs();
  wider = carryTwice(wider, numbers);
  for (auto [k, number] : llvm::enumerate(numbers))
    early.map(wider.getRegionIterArg(number),
              wider.getRegionIterArg(numOld + k));
  SmallVector<Operation *> inOrder;
  wider.getBody()->walk([&](Operation *op) {
    if (ops.contains(op))
      inOrder.push_back(op);
  });
  // A load gives any value for an iteration that does not exist.
  llvm::DenseSet<Value> ofLoads;
  if (llvm::any_of(inOrder, canLoadAhead))
    ofLoads.insert_range(wider.getRegionIterArgs());
  builder.setInsertionPointToStart(wider.getBody());
  for (Operation *op : inOrder) {
    bool dependsOnLoad = llvm::any_of(op->getOperands(), [&](Value operand) {
      return ofLoads.contains(operand);
    });
    if (canLoadAhead(op))
      moveLoad(builder, op, early);
    else if (op->getBlock() == wider.getBody() && !dependsOnLoad)
      builder.clone(*op, early);
    else
      cloneWithoutPromises(builder, op, early);
    if (canLoadAhead(op) || dependsOnLoad)
      ofLoads.insert_range(op->getResults());
  }
  MutableArrayRef<OpOperand> yields = *wider.getYieldedValuesMutable();
  for (OpOperand &yield : yields.drop_front(numOld))
    yield.set(early.lookupOrDefault(yield.get()));
  return wider;
}

void tileas::removeDeadOps(scf::ForOp loop) {
  loop->walk<WalkOrder::PostOrder, ReverseIterator>([&](Operation *op) {
    if (op != loop && isPure(op) && isOpTriviallyDead(op))
      op->erase();
  });
}

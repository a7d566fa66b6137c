//===- IsolateExits.cpp - Values that cross a loop's exit -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `loop` with one exit is the part before it, A, and the part after it, B. In
// a scf.while they are two regions, and values that A defines and B uses have
// to be passed on. This file makes those values results of the exit:
//
//     loop (i = init) {           loop (i = init) {
//       x = A                       x = A
//       if c { break r }     =>     y = if c { break r } else { yield x }
//       B(x)                        B(y)
//       continue j                  continue j
//     }                           }
//
// Ops of A that do not depend on the loop leave it first, so that constants
// stay constants in B. An `if` cannot yield a view; it is recreated in B from
// its operands.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Loops.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

Value tessera::remakeView(Value view, OpBuilder &builder, IRMapping &remade,
                          llvm::function_ref<bool(Value)> isHidden) {
  if (!isHidden(view) || remade.contains(view))
    return remade.lookupOrDefault(view);
  Operation *definition = view.getDefiningOp();
  assert(definition && isPure(definition) && "views are carried by nothing");
  for (Value operand : definition->getOperands())
    if (isViewType(operand.getType()))
      remakeView(operand, builder, remade, isHidden);
  return builder.clone(*definition, remade)->getResult(0);
}

namespace {

class ExitIsolator {
public:
  explicit ExitIsolator(LoopOp loop)
      : loop(loop), body(loop.getRegion().front()), exit(getLoopExit(loop)) {}

  void isolate();

private:
  /// The first op of B.
  Block::iterator getRest() { return std::next(Block::iterator(exit.branch)); }
  bool isDefinedBeforeExit(Value value) const;
  llvm::SetVector<Value>
  collectLive(llvm::function_ref<bool(Value)> isWanted) const;

  void hoistInvariants();
  void remakeViews();
  void replaceInRest(Value value, Value by);
  IfOp addResults(ValueRange values);

  LoopOp loop;
  Block &body;
  LoopExit exit;
};

} // namespace

/// True if `value` is an argument of the body or defined in A. Results of the
/// exit are passed on already.
bool ExitIsolator::isDefinedBeforeExit(Value value) const {
  if (value.getParentBlock() != &body)
    return false;
  Operation *definition = value.getDefiningOp();
  return !definition || definition->isBeforeInBlock(exit.branch);
}

/// The values of A that B uses, in the order of their uses.
llvm::SetVector<Value>
ExitIsolator::collectLive(llvm::function_ref<bool(Value)> isWanted) const {
  llvm::SetVector<Value> live;
  auto rest = std::next(Block::iterator(exit.branch));
  for (Operation &op : llvm::make_range(rest, body.end()))
    op.walk([&](Operation *user) {
      for (Value operand : user->getOperands())
        if (isDefinedBeforeExit(operand) && isWanted(operand))
          live.insert(operand);
    });
  return live;
}

void ExitIsolator::hoistInvariants() {
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(body.begin(), Block::iterator(exit.branch)))) {
    bool invariant = op.getNumRegions() == 0 && isPure(&op) &&
                     llvm::all_of(op.getOperands(), [&](Value operand) {
                       return operand.getParentBlock() != &body;
                     });
    if (invariant)
      op.moveBefore(loop);
  }
}

void ExitIsolator::replaceInRest(Value value, Value by) {
  value.replaceUsesWithIf(by, [&](OpOperand &use) {
    Operation *user = body.findAncestorOpInBlock(*use.getOwner());
    return user && exit.branch->isBeforeInBlock(user);
  });
}

void ExitIsolator::remakeViews() {
  llvm::SetVector<Value> views =
      collectLive([](Value value) { return isViewType(value.getType()); });
  if (views.empty())
    return;
  OpBuilder builder(&body, getRest());
  IRMapping remade;
  for (Value view : views)
    replaceInRest(view, remakeView(view, builder, remade, [&](Value value) {
                    return isDefinedBeforeExit(value);
                  }));
  // Ops that are used in B only.
  SmallVector<Operation *> before;
  for (Operation &op :
       llvm::make_range(body.begin(), Block::iterator(exit.branch)))
    before.push_back(&op);
  for (Operation *op : llvm::reverse(before))
    if (op->use_empty() && llvm::any_of(op->getResultTypes(), isViewType))
      op->erase();
}

/// Replaces the exit by one that also yields `values` to B.
IfOp ExitIsolator::addResults(ValueRange values) {
  IfOp branch = exit.branch;
  SmallVector<Value> yielded(exit.getHandedOn());
  SmallVector<Type> types(branch.getResultTypes());
  llvm::append_range(types, values.getTypes());
  OpBuilder builder(branch);
  auto result =
      IfOp::create(builder, branch.getLoc(), types, branch.getCondition());
  result.getThenRegion().takeBody(branch.getThenRegion());
  result.getElseRegion().takeBody(branch.getElseRegion());

  Region &staying =
      exit.leavesIfTrue ? result.getElseRegion() : result.getThenRegion();
  if (staying.empty())
    builder.createBlock(&staying);
  else
    staying.front().getTerminator()->erase();
  builder.setInsertionPointToEnd(&staying.front());
  llvm::append_range(yielded, values);
  YieldOp::create(builder, branch.getLoc(), yielded);

  branch->replaceAllUsesWith(
      result->getResults().take_front(branch->getNumResults()));
  branch.erase();
  return result;
}

void ExitIsolator::isolate() {
  hoistInvariants();
  remakeViews();
  llvm::SetVector<Value> live = collectLive([](Value) { return true; });
  if (live.empty())
    return;
  exit.branch = addResults(live.getArrayRef());
  for (auto [value, result] :
       llvm::zip_equal(live, exit.branch->getResults().take_back(live.size())))
    replaceInRest(value, result);
}

void tessera::isolateExit(LoopOp loop) { ExitIsolator(loop).isolate(); }

//===- GroupExits.cpp - Groups early exits --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops after an exit nest in its other branch, so 1,000 exits in a row would
// nest 1,000 deep, and walks over the result would take quadratic time. If a
// block has more exits than a *group* holds, they are grouped first:
//
//     if c { return }          x = if true {
//     b = B                      if c { return }
//     if d { return }    ==>     b = B
//     C(b)                       if d { return }
//                                yield b
//                              } else { yield <placeholder> }
//                              C(x)
//
// A group is an exit again, and groups are grouped in turn until few are left.
// So n exits nest groupSize * log(n) deep, and a value passes through as many
// `if`s.
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/ControlFlow.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Yield.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

static bool isUsedOutside(Value value, Operation *group) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return !group->isProperAncestor(user);
  });
}

static void replaceUsesOutside(Value value, Value by, Operation *group) {
  value.replaceUsesWithIf(by, [&](OpOperand &use) {
    return !group->isProperAncestor(use.getOwner());
  });
}

/// Recreates after a group the views of it that are used there, since a group
/// cannot yield views.
static void remakeViews(IfOp group) {
  OpBuilder builder(group->getContext());
  builder.setInsertionPointAfter(group);
  IRMapping remade;
  Block &run = group.getThenRegion().front();
  SmallVector<Value> views;
  for (Operation &op : run)
    for (Value result : op.getResults())
      if (isViewType(result.getType()) && isUsedOutside(result, group))
        views.push_back(result);
  auto isInside = [&](Value value) { return value.getParentBlock() == &run; };
  for (Value view : views) {
    Value made = remakeView(view, builder, remade, isInside);
    replaceUsesOutside(view, made, group);
  }
  // Erases ops that were made only for the code that follows.
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(run)))
    if (op.use_empty() && llvm::any_of(op.getResultTypes(), isViewType))
      op.erase();
}

/// Makes a group yield the values that are used after it. Returns the new
/// group.
static IfOp yieldLive(IfOp group) {
  Location loc = group.getLoc();
  SmallVector<Value> live;
  for (Operation &op : group.getThenRegion().front())
    for (Value result : op.getResults())
      if (isUsedOutside(result, group))
        live.push_back(result);
  SmallVector<Type> types(ValueRange(live).getTypes());

  OpBuilder builder = OpBuilder::atBlockEnd(&group.getThenRegion().front());
  YieldOp::create(builder, loc, live);
  builder.createBlock(&group.getElseRegion());
  SmallVector<Value> placeholders;
  appendPlaceholders(builder, loc, types, placeholders);
  YieldOp::create(builder, loc, placeholders);

  group = replaceTypes(group, types);
  for (auto [value, result] : llvm::zip_equal(live, group->getResults()))
    replaceUsesOutside(value, result, group);
  return group;
}

/// Moves the ops from `first` to `last` into a group.
static IfOp makeGroup(Operation *first, Operation *last) {
  Location loc = last->getLoc();
  OpBuilder builder(first);
  Value always = makeBool(builder, loc, true);
  auto group = IfOp::create(builder, loc, TypeRange(), always);
  Block *run = builder.createBlock(&group.getThenRegion());
  run->getOperations().splice(run->end(), group->getBlock()->getOperations(),
                              Block::iterator(first),
                              std::next(Block::iterator(last)));
  remakeViews(group);
  return yieldLive(group);
}

static void groupExits(Block &block, unsigned groupSize) {
  SmallVector<Operation *> exits;
  for (auto ifOp : block.getOps<IfOp>()) {
    if (!hasExit(ifOp))
      continue;
    for (Region &region : ifOp->getRegions())
      for (Block &branch : region)
        groupExits(branch, groupSize);
    exits.push_back(ifOp);
  }
  while (exits.size() > groupSize) {
    SmallVector<Operation *> groups;
    ArrayRef<Operation *> left = exits;
    for (; left.size() >= groupSize; left = left.drop_front(groupSize))
      groups.push_back(makeGroup(left.front(), left[groupSize - 1]));
    llvm::append_range(groups, left);
    exits = std::move(groups);
  }
}

unsigned tessera::getExitDepth(size_t numExits) {
  // Each round of grouping leaves a fraction of the exits, and a remainder.
  size_t depth = 0;
  for (; numExits > defaultGroupSize;
       numExits = numExits / defaultGroupSize + numExits % defaultGroupSize)
    depth += defaultGroupSize;
  return depth + numExits;
}

void tessera::groupExits(Operation *frame, unsigned groupSize) {
  ::groupExits(frame->getRegion(0).front(), groupSize);
}

//===- SliceOrder.cpp - Order of slices and of what they replace -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceOrder.h"
#include "Slicer.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The joins of tokens, in order, through which ops after `root` come after
/// `access`. Nothing if `root`, or an op before it, comes after `access`.
static std::optional<SmallVector<JoinTokensOp>>
findJoins(AccessOpInterface access, Operation *root) {
  Block *block = root->getBlock();
  if (access->getBlock() != block || access.getOrdering() != Ordering::Weak)
    return std::nullopt;
  SetVector<Operation *> joins;
  SmallVector<Value> tokens{access.getResultToken()};
  while (!tokens.empty())
    for (Operation *user : tokens.pop_back_val().getUsers()) {
      auto join = dyn_cast<JoinTokensOp>(user);
      if ((join && join->use_empty()) ||
          root->isBeforeInBlock(block->findAncestorOpInBlock(*user)))
        continue;
      if (!join || join->getBlock() != block)
        return std::nullopt;
      if (joins.insert(join))
        tokens.push_back(join.getResult());
    }
  auto inOrder = llvm::map_to_vector(
      joins, [](Operation *join) { return cast<JoinTokensOp>(join); });
  llvm::sort(inOrder, [](JoinTokensOp lhs, JoinTokensOp rhs) {
    return lhs->isBeforeInBlock(rhs);
  });
  return inOrder;
}

bool SliceOrder::canMove(LoadOp load, Operation *root, bool isSameSlice) const {
  auto loadOrigin = cast<LoadOp>(originOf(load));
  Operation *rootOrigin = originOf(root);
  // Other slices of the place would be overwritten already.
  if (!isSameSlice && movable.isAfter(rootOrigin, loadOrigin))
    return false;
  // If both were moved to a common loop, the other conditions were checked
  // before.
  return (!movable.isOriginal(load) && !movable.isOriginal(root)) ||
         findJoins(load, root) || movable.canMove(loadOrigin, rootOrigin);
}

/// Puts joins of tokens behind an op, with what comes after them.
static void moveBehind(Operation *op, ArrayRef<JoinTokensOp> joins) {
  // The old ops before `op` are dead, and will be visited later.
  OpBuilder behind(op->getContext());
  behind.setInsertionPointAfter(op);
  for (JoinTokensOp join : joins)
    join.replaceAllUsesWith(behind.clone(*join)->getResult(0));
}

bool SliceOrder::canDelay(StoreOp store, Operation *root) const {
  return store->isBeforeInBlock(root) && findJoins(store, root);
}

void SliceOrder::delay(StoreOp store, Operation *root) {
  moveBehind(root, *findJoins(store, root));
}

static void orderAfter(Operation *write, Value token) {
  for (OpOperand &operand : write->getOpOperands()) {
    if (!isa<TokenType>(operand.get().getType()))
      continue;
    auto last = operand.get().getDefiningOp<JoinTokensOp>();
    if (last && llvm::is_contained(last.getTokens(), token))
      continue;
    OpBuilder builder(write);
    operand.set(JoinTokensOp::create(builder, write->getLoc(), token.getType(),
                                     ValueRange{operand.get(), token}));
  }
}

/// Orders each part after the loads that stand before it.
static void orderPartsAfter(ArrayRef<Operation *> parts,
                            ArrayRef<LoadOp> slices) {
  for (Operation *part : parts)
    for (LoadOp slice : slices)
      if (slice->isBeforeInBlock(part))
        orderAfter(part, slice.getResultToken());
}

/// The token after a loop over slices, passed out of the enclosing loops that
/// `op` is not in.
static Value handOut(scf::ForOp loop, Operation *op) {
  auto outer = loop->getParentOfType<scf::ForOp>();
  Value token = loop.getResults().back();
  if (!outer || outer->isAncestor(op))
    return token;
  auto join = outer.getYieldedValues().back().getDefiningOp<JoinTokensOp>();
  assert(join && "a load leaves a loop of its own");
  if (!llvm::is_contained(join.getTokens(), token))
    join.getTokensMutable().append(token);
  return handOut(outer, op);
}

/// Makes ops after `loop` that come after `before` come after the loop, too.
static void orderBehind(Value before, scf::ForOp loop) {
  Value token = loop.getResults().back();
  OpBuilder builder(loop.getContext());
  builder.setInsertionPointAfter(loop);
  auto both = JoinTokensOp::create(builder, loop.getLoc(), token.getType(),
                                   ValueRange{before, token});
  before.replaceUsesWithIf(both, [&](OpOperand &use) {
    Operation *user = loop->getBlock()->findAncestorOpInBlock(*use.getOwner());
    return user && user != both && loop->isBeforeInBlock(user);
  });
}

void SliceOrder::record(Operation *op, ArrayRef<Operation *> parts) {
  Operation *root = originOf(op);
  for (Operation *part : parts)
    origins[part] = root;
  partsOf[root].assign(parts.begin(), parts.end());
}

void SliceOrder::replace(Operation *op, ArrayRef<Operation *> parts,
                         const Slicer &slicer, scf::ForOp loop) {
  record(op, parts);
  Operation *root = originOf(op);
  for (const auto &[load, slices] : slicer.getLoads()) {
    auto origin = cast<LoadOp>(originOf(load));
    for (LoadOp slice : slices)
      origins[slice] = origin;
    sliced.insert(load);
    Value token = LoadOp(load).getResultToken();
    if (auto joins = findJoins(load, op)) {
      moveBehind(op, *joins);
      orderBehind(token, loop);
      continue;
    }
    for (Operation *write : movable.writesAfter(origin)) {
      if (write == root)
        orderPartsAfter(parts, slices);
      else if (origin == load)
        for (Operation *there : getParts(write))
          orderAfter(there, handOut(loop, there));
    }
    if (origin == load || load->getBlock() != loop->getBlock())
      continue;
    // Ops of the outer loop after the load come after the inner loop, too.
    orderBehind(token, loop);
  }
  for (scf::ForOp old : slicer.getLoops()) {
    sliced.insert(old);
    // For loops of the program, ops after them were ordered load by load.
    for (Value result : old.getResults())
      if (isa<TokenType>(result.getType()) && !movable.isOriginal(old))
        orderBehind(result, loop);
  }
}

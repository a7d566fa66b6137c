//===- MovableLoads.cpp - Loads that may be moved -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovableLoads.h"
#include "tessera/Dialect/TileAA/Analysis/SameValues.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// True if two accesses are known to have the same address for each element.
static bool isSamePlace(AccessOpInterface lhs, AccessOpInterface rhs) {
  return isSameValue(lhs.getBase(), rhs.getBase()) &&
         areSameValues(lhs.getStarts(), rhs.getStarts()) &&
         areSameValues(lhs.getStrides(), rhs.getStrides());
}

/// The token operand of an op of tileaa.
static Value getToken(Operation *op) {
  if (!isa<TileAADialect>(op->getDialect()) || isa<JoinTokensOp>(op))
    return {};
  for (Value operand : op->getOperands())
    if (isa<TokenType>(operand.getType()))
      return operand;
  return {};
}

MovableLoads::MovableLoads(EntryOpInterface entry)
    : tokens(entry), aliasing(entry) {
  unsigned next = 0, last = 0;
  entry.walk<WalkOrder::PreOrder>([&](Operation *op) {
    places[op].first = next++;
    if (Value token = getToken(op); token && !isWeakLoad(op))
      writes.insert({op, token});
  });
  entry.walk([&](Operation *op) {
    Place &place = places[op];
    last = std::max(last, place.first);
    place.last = last;
  });
}

/// True if a loop within the block of `load` is around `root`.
static bool isRepeated(LoadOp load, Operation *root) {
  for (Operation *op = root->getParentOp(); op != load->getParentOp();
       op = op->getParentOp())
    if (isa<LoopLikeOpInterface>(op))
      return true;
  return false;
}

bool MovableLoads::canMove(LoadOp load, Operation *root) const {
  if (load.getOrdering() != Ordering::Weak)
    return false;
  // The load leaves loops that are around it but not around `root`.
  Block *block = load->getBlock();
  while (!block->findAncestorOpInBlock(*root)) {
    auto loop = dyn_cast<LoopLikeOpInterface>(block->getParentOp());
    if (!loop)
      return false;
    block = loop->getBlock();
  }
  // If a loop repeats `root`, no op in it may have to come after the load.
  unsigned end = places.lookup(block->findAncestorOpInBlock(*root)).last;
  return llvm::all_of(writesAfter(load), [&](Operation *write) {
    if (write == root) {
      // The same place may be overwritten, unless a loop has written there
      // before.
      auto access = dyn_cast<AccessOpInterface>(root);
      return access && load->getBlock() == block && !isRepeated(load, root) &&
             isSamePlace(load, access);
    }
    // The token of the load in its new place must be able to reach the write.
    return places.lookup(write).first > end &&
           root->getBlock()->findAncestorOpInBlock(*write);
  });
}

bool MovableLoads::isAfter(Operation *write, LoadOp load) const {
  Value token = writes.lookup(write);
  return token && tokens.comesAfter(token, load) &&
         aliasing.mustStayOrdered(load, write, Executions::any());
}

SmallVector<Operation *> MovableLoads::writesAfter(LoadOp load) const {
  SmallVector<Operation *> after;
  for (auto [write, token] : writes)
    if (isAfter(write, load))
      after.push_back(write);
  return after;
}

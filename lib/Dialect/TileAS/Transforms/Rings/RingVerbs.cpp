//===- RingVerbs.cpp - The verbs of one ring, and their turns -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RingVerbs.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Turns.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

RingVerbs::RingVerbs(RingOp ring) {
  for (Operation *user : ring->getUsers())
    verbs.push_back(cast<RingOpInterface>(user));
}

/// The last verb of this kind before `op`, in its block and of the turn of `verb`;
/// null if there is none.
RingOpInterface RingVerbs::findBefore(Operation *op, RingOpInterface verb,
                                      RingVerb kind) const {
  RingOpInterface found;
  for (RingOpInterface other : verbs)
    if (other.getVerb() == kind && other->getBlock() == op->getBlock() &&
        haveSameTurn(other, verb) && other->isBeforeInBlock(op) &&
        (!found || found->isBeforeInBlock(other)))
      found = other;
  return found;
}

RingOpInterface RingVerbs::findBeside(RingOpInterface verb) const {
  if (verb.getVerb() == RingVerb::Commit)
    return findBefore(verb, verb, RingVerb::Acquire);
  if (verb.getVerb() == RingVerb::Release)
    return findBefore(verb, verb, RingVerb::Wait);
  return {};
}

/// The `acquire` of the turn that is committed, in the same block or before a
/// branch around it; null if there is none.
RingOpInterface RingVerbs::findAcquire(CommitOp commit) const {
  Operation *op = commit;
  do {
    if (RingOpInterface acquire = findBefore(op, commit, RingVerb::Acquire))
      return acquire;
    op = op->getParentOp();
  } while (isa<scf::IfOp>(op));
  return {};
}

/// True if each path through a block has one of these, and no path has two.
static bool isCommittedOnce(Block *block, ArrayRef<CommitOp> commits) {
  llvm::SmallSetVector<Operation *, 2> around;
  for (CommitOp commit : commits)
    if (Operation *op = block->findAncestorOpInBlock(*commit))
      around.insert(op);
  if (around.size() != 1)
    return false;
  auto branch = dyn_cast<scf::IfOp>(around.front());
  return !branch ||
         (branch.elseBlock() && isCommittedOnce(branch.thenBlock(), commits) &&
          isCommittedOnce(branch.elseBlock(), commits));
}

/// The condition of a `commit` is that of the `acquire` of its turn, too, which
/// would otherwise count different turns. An `acquire` whose turn is committed in
/// branches counts it always, and so do these.
FailureOr<TurnConditions> RingVerbs::findConditions() const {
  TurnConditions conditions;
  llvm::MapVector<Operation *, SmallVector<CommitOp>> commits;
  for (RingOpInterface verb : verbs)
    if (auto commit = dyn_cast<CommitOp>(*verb)) {
      Value condition = conditions[commit] = commit.getCondition();
      RingOpInterface acquire = findAcquire(commit);
      if (!acquire)
        continue;
      commits[acquire].push_back(commit);
      if (acquire == findBeside(commit))
        conditions[acquire] = condition;
      else if (condition)
        return commit.emitOpError(
            "has a condition, and its turn is acquired in another block; "
            "acquire and commit it in one");
    }
  for (RingOpInterface verb : verbs)
    if (isa<AcquireOp>(*verb) &&
        !isCommittedOnce(verb->getBlock(), commits.lookup(verb)))
      return verb->emitOpError(
          "has not one 'commit' of its turn on each path behind it; commit the "
          "turn once in its block, or in both branches of an 'if'");
  return conditions;
}

//===- SumReads.cpp - Sums that threads read at once ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/SumReads.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The result of the outermost loop that only carries the sum.
static Value followLoops(Value sum) {
  while (sum.hasOneUse()) {
    OpOperand &use = *sum.use_begin();
    auto loop = dyn_cast<scf::ForOp>(use.getOwner()->getParentOp());
    if (!loop || use.getOwner() != loop.getBody()->getTerminator())
      break;
    sum = loop.getResult(use.getOperandNumber());
  }
  return sum;
}

namespace {

/// The ops of a block in which a sum, or what is made of it, is in registers.
class Reads {
public:
  explicit Reads(ReadSum read) : registers(read.registers) {
    Value sum = followLoops(read.sum);
    block = sum.getParentBlock();
    llvm::SetVector<Value> tiles;
    tiles.insert(sum);
    for (size_t next = 0; next < tiles.size(); ++next)
      for (Operation *user : tiles[next].getUsers()) {
        add(block->findAncestorOpInBlock(*user));
        for (Value result : user->getResults())
          if (isa<RankedTensorType>(result.getType()))
            tiles.insert(result);
      }
  }

  /// True if the other sum is in registers, too, where this one begins to be.
  bool isBesideBegin(const Reads &other) const {
    if (!first || !other.first)
      return false;
    // In a block around the other one all of its reads are one op.
    if (Operation *begin = other.block->findAncestorOpInBlock(*first))
      return isBetween(other.first, begin, other.last);
    if (Operation *around = block->findAncestorOpInBlock(*other.first))
      return around == first;
    return true;
  }

  int64_t registers;

private:
  static bool isBetween(Operation *begin, Operation *op, Operation *end) {
    return !op->isBeforeInBlock(begin) && !end->isBeforeInBlock(op);
  }

  void add(Operation *op) {
    if (!op)
      return;
    if (!first || op->isBeforeInBlock(first))
      first = op;
    if (!last || last->isBeforeInBlock(op))
      last = op;
  }

  Block *block = nullptr;
  Operation *first = nullptr, *last = nullptr;
};

} // namespace

int64_t tileaa::countReadAtOnce(ArrayRef<ReadSum> sums) {
  SmallVector<Reads> reads;
  for (ReadSum sum : sums)
    reads.emplace_back(sum);
  int64_t most = 0;
  for (const Reads &each : reads) {
    int64_t registers = each.registers;
    for (const Reads &other : reads)
      if (&other != &each && each.isBesideBegin(other))
        registers += other.registers;
    most = std::max(most, registers);
  }
  return most;
}

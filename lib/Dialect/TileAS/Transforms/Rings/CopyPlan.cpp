//===- CopyPlan.cpp - The copies of a loop's iterations -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyPlan.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

llvm::SmallPtrSet<Operation *, 8> CopyPlan::getLoads() const {
  llvm::SmallPtrSet<Operation *, 8> loads;
  for (const AsyncCopy &copy : copies)
    loads.insert(copy.load);
  return loads;
}

SmallVector<AllocSharedOp> CopyPlan::getBuffers() const {
  return llvm::map_to_vector(copies,
                             [](const AsyncCopy &copy) { return copy.buffer; });
}

SmallVector<AllocSharedOp> CopyPlan::getLaterBuffers() const {
  auto buffers = getBuffers();
  return laterWait ? llvm::to_vector(llvm::drop_begin(buffers, firstLater))
                   : SmallVector<AllocSharedOp>();
}

namespace {
/// The first and the last op of a loop's body that read a copied tile.
struct Readers {
  Operation *first = nullptr, *last = nullptr;

  Readers(scf::ForOp loop, const AsyncCopy &copy) {
    AllocSharedOp buffer = copy.buffer;
    for (Operation *user : getUsersOfBytes(buffer.getBuffer())) {
      if (user == copy.store)
        continue;
      Operation *reader = loop.getBody()->findAncestorOpInBlock(*user);
      if (!first || reader->isBeforeInBlock(first))
        first = reader;
      if (!last || last->isBeforeInBlock(reader))
        last = reader;
    }
  }

  /// True if others are read between the first and the last read of these.
  bool enclose(const Readers &others) const {
    return first->isBeforeInBlock(others.first) &&
           others.last->isBeforeInBlock(last);
  }
};
} // namespace

/// The first op behind `before` that reads a copied tile, or makes a view of it.
static Operation *findFirstUser(scf::ForOp loop, const AsyncCopy &copy,
                                Operation *before) {
  Operation *first = nullptr;
  AllocSharedOp buffer = copy.buffer;
  for (Operation *user : buffer->getUsers()) {
    Operation *op = loop.getBody()->findAncestorOpInBlock(*user);
    if (user != copy.store && before->isBeforeInBlock(op) &&
        (!first || op->isBeforeInBlock(first)))
      first = op;
  }
  return first;
}

/// The place to wait for the data that `reader` reads: after the last store
/// to shared memory since `before`, where a barrier is needed anyway. Stores
/// of copied tiles do not count, since they disappear.
static Operation *findPlace(ArrayRef<AsyncCopy> copies, Operation *before,
                            Operation *reader) {
  for (Operation *op = reader->getPrevNode(); op != before;
       op = op->getPrevNode())
    if (isa<SharedStoreOp>(op) &&
        llvm::none_of(copies,
                      [&](const AsyncCopy &copy) { return copy.store == op; }))
      return op->getNextNode();
  return reader;
}

/// The ops from `first` to `last` that are among `moved` or depend on them, in their order;
/// nothing where one of them cannot move behind `last`, or is it.
static std::optional<SmallVector<Operation *>>
collectDependents(Operation *first, Operation *last,
                  const llvm::SmallPtrSetImpl<Operation *> &moved) {
  SmallVector<Operation *> found;
  llvm::SmallPtrSet<Operation *, 16> dependents;
  for (Operation *op = first; op != last->getNextNode();
       op = op->getNextNode()) {
    bool depends = llvm::any_of(op->getOperands(), [&](Value operand) {
      return dependents.contains(operand.getDefiningOp());
    });
    if (!depends && !moved.contains(op))
      continue;
    if (op == last || op->getNumRegions() ||
        !(isOfFragments(op) || isMemoryEffectFree(op)))
      return std::nullopt;
    dependents.insert(op);
    found.push_back(op);
  }
  return found;
}

void CopyPlan::deferFirstReaders() {
  SmallVector<std::pair<Readers, AsyncCopy *>> all;
  for (AsyncCopy &copy : copies) {
    Readers readers(loop, copy);
    if (!readers.first || !isOfFragments(readers.first) ||
        !isOfFragments(readers.last))
      return;
    all.emplace_back(readers, &copy);
  }
  auto isInner = [&](const Readers &readers) {
    return llvm::any_of(
        all, [&](const auto &other) { return other.first.enclose(readers); });
  };
  Operation *last = nullptr;
  for (const auto &[readers, copy] : all)
    if (isInner(readers) && (!last || last->isBeforeInBlock(readers.last)))
      last = readers.last;
  // The products, and views of what they read.
  llvm::SmallPtrSet<Operation *, 4> moved;
  Operation *first = last;
  for (const auto &[readers, copy] : all) {
    if (isInner(readers))
      continue;
    if (!last || !readers.first->isBeforeInBlock(last) ||
        !last->isBeforeInBlock(readers.last))
      return;
    for (Operation *user : copy->buffer->getUsers()) {
      Operation *op = loop.getBody()->findAncestorOpInBlock(*user);
      if (user == copy->store || !op->isBeforeInBlock(last))
        continue;
      moved.insert(op);
      first = op->isBeforeInBlock(first) ? op : first;
    }
  }
  if (moved.empty())
    return;
  if (auto behind = collectDependents(first, last, moved))
    for (Operation *op : llvm::reverse(*behind))
      op->moveAfter(last);
}

void CopyPlan::findLaterWait() {
  SmallVector<std::pair<Readers, AsyncCopy>, 0> reads;
  for (const AsyncCopy &copy : copies)
    reads.emplace_back(Readers(loop, copy), copy);
  if (llvm::any_of(reads, [](const auto &read) { return !read.first.first; }))
    return;
  llvm::stable_sort(reads, [](const auto &lhs, const auto &rhs) {
    return lhs.first.first->isBeforeInBlock(rhs.first.first);
  });
  copies = llvm::to_vector<0>(llvm::make_second_range(reads));
  Operation *last = nullptr;
  for (auto [number, read] : llvm::enumerate(reads)) {
    const Readers &readers = read.first;
    if (last && last->isBeforeInBlock(readers.first)) {
      firstLater = number;
      lastOfFirst = last;
      laterWait =
          findPlace(copies, last, findFirstUser(loop, read.second, last));
      break;
    }
    if (!last || last->isBeforeInBlock(readers.last))
      last = readers.last;
  }
  for (AsyncCopy &copy : llvm::drop_begin(copies, firstLater))
    for (Operation *user : copy.load.getResultToken().getUsers())
      if (laterWait &&
          loop.getBody()->findAncestorOpInBlock(*user)->isBeforeInBlock(
              laterWait))
        laterWait = nullptr;
}

bool CopyPlan::multipliesTilesAgain() const {
  return llvm::any_of(copies, [](const AsyncCopy &copy) {
    AllocSharedOp buffer = copy.buffer;
    return llvm::count_if(getUsersOfBytes(buffer.getBuffer()),
                          llvm::IsaPred<ProductOpInterface>) > 1;
  });
}

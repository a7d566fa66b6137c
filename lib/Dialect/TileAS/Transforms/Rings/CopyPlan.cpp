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

SmallVector<AllocSharedOp> CopyPlan::getBuffers() const {
  return llvm::map_to_vector(copies,
                             [](const AsyncCopy &copy) { return copy.buffer; });
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
};
} // namespace

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
      laterWait = findPlace(copies, last, readers.first);
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

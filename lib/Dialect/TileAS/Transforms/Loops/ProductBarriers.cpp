//===- ProductBarriers.cpp - Barriers around tensor memory ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProductBarriers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Steps that threads may have taken since the last barrier.
struct Done {
  bool hasWaited = false, hasRead = false;

  bool isMoreThan(const Done &other) const {
    return hasWaited > other.hasWaited || hasRead > other.hasRead;
  }
  Done &operator|=(const Done &other) {
    hasWaited |= other.hasWaited;
    hasRead |= other.hasRead;
    return *this;
  }
};

} // namespace

/// True for waits for all products in tensor memory, which tell phases of their
/// mbarrier apart by parity.
static bool waitsForProducts(Operation *op) {
  auto product = dyn_cast<Tcgen05MmaOp>(op);
  return isa<AwaitProductsOp>(op) || (product && !product.getPending());
}

static void placeBarrier(Operation *op) {
  OpBuilder builder(op);
  BarrierOp::create(builder, op->getLoc());
}

/// Places the barriers of a region without those of regions within, and adds what
/// op does to what has been done since the last one.
static void visit(Operation &op, Done &done) {
  auto store = dyn_cast<TmemStoreOp>(op);
  bool isOfZeros = store && store.isOfZeros(), waits = waitsForProducts(&op);
  if ((isOfZeros && done.hasRead) || (waits && done.hasWaited)) {
    placeBarrier(&op);
    done = {};
  }
  // All threads meet behind a store.
  if (isa<BarrierOp>(op) || (store && !isOfZeros))
    done = {};
  done.hasWaited |= waits;
  done.hasRead |= isa<TmemLoadOp>(op);
}

/// Places the barriers of a region in front of which threads have done something.
/// Returns what they have done behind it.
static Done visit(Region &region, Done done) {
  for (Block &block : region)
    for (Operation &op : block) {
      Done before = done;
      for (Region &inner : op.getRegions())
        done |= visit(inner, before);
      // The end of an iteration precedes the beginning of the next.
      if (isa<LoopLikeOpInterface>(op) && done.isMoreThan(before))
        done |= visit(*op.getRegions().begin(), done);
      visit(op, done);
    }
  return done;
}

void tileas::placeProductBarriers(KernelOpInterface kernel) {
  visit(kernel->getRegion(0), Done());
}

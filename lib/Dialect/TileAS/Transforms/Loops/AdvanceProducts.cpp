//===- AdvanceProducts.cpp - Products that begin with the first -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AdvanceProducts.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Target/MatrixInstruction.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for a product by a group of warps that adds to nothing.
static bool beginsSum(ProductOpInterface product) {
  const MatrixInstruction *form = product.getInstruction();
  return form && form->unit == MatrixUnit::Wgmma &&
         (matchPattern(product.getAcc(), m_PosZeroFloat()) ||
          matchPattern(product.getAcc(), m_Zero()));
}

/// True if an op may stand in front of products of its block or behind them.
static bool isFree(Operation &op) {
  return isa<ProductOpInterface>(op) || isMemoryEffectFree(&op);
}

/// The ops behind `first` that a product needs, and the product, in their order; none if
/// another product is one of them.
static SmallVector<Operation *> findNeeded(Operation *first,
                                           Operation *product) {
  llvm::SmallSetVector<Operation *, 8> needed;
  needed.insert(product);
  for (size_t i = 0; i != needed.size(); ++i) {
    WalkResult all = needed[i]->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (Operation *op = operand.getDefiningOp();
            op && op->getBlock() == first->getBlock()) {
          if (isa<ProductOpInterface>(op))
            return WalkResult::interrupt();
          if (first->isBeforeInBlock(op))
            needed.insert(op);
        }
      return WalkResult::advance();
    });
    if (all.wasInterrupted())
      return {};
  }
  SmallVector<Operation *> ops = needed.takeVector();
  llvm::sort(ops, [](Operation *op, Operation *other) {
    return op->isBeforeInBlock(other);
  });
  return ops;
}

/// Moves ops behind `place`. Returns what each of them stood in front of.
static SmallVector<std::pair<Operation *, Operation *>>
moveBehind(Operation *place, ArrayRef<Operation *> ops) {
  SmallVector<std::pair<Operation *, Operation *>> places;
  for (Operation *op : ops) {
    places.push_back({op, op->getNextNode()});
    op->moveAfter(place);
    place = op;
  }
  return places;
}

void tileas::advanceProducts(scf::ForOp loop, const KernelRoom &room) {
  auto estimate = [&] {
    return RegisterEstimate(loop, llvm::SmallPtrSet<Operation *, 4>());
  };
  auto countBlocks = [&] {
    return room.countBlocks(/*spared=*/0, estimate().getOfThread());
  };
  Operation *first = nullptr;
  for (Operation &op : llvm::make_early_inc_range(*loop.getBody())) {
    auto product = dyn_cast<ProductOpInterface>(op);
    if (!isFree(op))
      first = nullptr;
    if (!product || !beginsSum(product))
      continue;
    SmallVector<Operation *> needed;
    if (first)
      needed = findNeeded(first, product);
    if (needed.empty()) {
      first = product;
      continue;
    }
    int64_t blocks = countBlocks();
    int64_t most =
        room.limitRegisters(room.getResidency().getMostRegisters(blocks));
    auto places = moveBehind(first, needed);
    if (estimate().getLive() <= most && countBlocks() >= blocks)
      first = product;
    else
      for (auto [moved, next] : llvm::reverse(places))
        moved->moveBefore(next);
  }
}

//===- InterleaveProducts.cpp - Products that read a factor together ------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %r = mma %x, %c, %zero          %r0 = mma %x, %c, %zero along [0, 4]
//   store %r                        %i0 = mma %z, %c, %zero along [0, 4]
//   %i = mma %z, %c, %zero    ->    %r = mma %x, %c, %r0 along [4, 8]
//   store %i                        %i = mma %z, %c, %i0 along [4, 8]
//                                   store %r
//                                   store %i
//
// Multiply-adds wait for what they read of shared memory: a thread with 2 x 2 sums reads
// four words for four of them. A word that two products take is read once where they go
// along K together, and is held for a step; one after the other they would hold the whole
// factor, or read it again.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Layout/SharedLayout.h"
#include "tessera/Target/RegisterBudget.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASINTERLEAVEPRODUCTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

using ProductGroup = SmallVector<ProductOpInterface, 4>;

static Value getFactor(ProductOpInterface product, MatrixSide side) {
  return product.getFactor(side).get();
}

/// The elements along K that a thread can read at once, of either factor.
static int64_t getStepOfWideReads(ProductOpInterface product) {
  int64_t bytes = 1;
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    bytes = std::max(
        bytes,
        cast<BufferType>(getFactor(product, side).getType()).getElementBytes());
  return std::max<int64_t>(1, kMaxSharedAccessBytes / bytes);
}

static bool isOfMultiplyAdds(Operation *op) {
  auto product = dyn_cast<ProductOpInterface>(op);
  return product && !product.getInstruction();
}

/// True for an op that products may be moved in front of: it has no effect on shared
/// memory, and nobody waits there.
static bool canFollow(Operation &op) {
  bool isOfGlobalMemory =
      isa<tileaa::AccessOpInterface>(op) && !isa<BufferAccessOpInterface>(op);
  return isOfMultiplyAdds(&op) || isOfGlobalMemory || isPure(&op);
}

/// True if both read a factor in the same places.
static bool shareFactor(ProductOpInterface one, ProductOpInterface other) {
  auto isShared = [&](MatrixSide side) {
    return getFactor(one, side) == getFactor(other, side);
  };
  return one.getResult().getType() == other.getResult().getType() &&
         getMultipliedPart(one) == getMultipliedPart(other) &&
         (isShared(MatrixSide::Lhs) || isShared(MatrixSide::Rhs));
}

/// True if all that a product takes is known where another one stands.
static bool canJoin(ProductOpInterface product, ProductOpInterface first) {
  return llvm::all_of(product->getOperands(), [&](Value operand) {
    Operation *maker = operand.getDefiningOp();
    return !maker || maker->getBlock() != first->getBlock() ||
           maker->isBeforeInBlock(first);
  });
}

/// The first product, and those that can go along K together with it: each
/// shares a factor with one before it, and all sums fit into the registers for sums.
static ProductGroup findGroup(ArrayRef<ProductOpInterface> products) {
  ProductOpInterface first = products.front();
  ProductGroup group = {first};
  int64_t ofSum = countRegistersOfThread(first.getResult());
  for (bool isChanged = true; isChanged;) {
    isChanged = false;
    for (ProductOpInterface product : products.drop_front()) {
      bool hasRoom =
          int64_t(group.size() + 1) * ofSum <= registers::kPerSumsAndThread;
      auto shares = [&](ProductOpInterface other) {
        return shareFactor(product, other);
      };
      if (!hasRoom || llvm::is_contained(group, product) ||
          llvm::none_of(group, shares) || !canJoin(product, first))
        continue;
      group.push_back(product);
      isChanged = true;
    }
  }
  return group;
}

/// Moves the products to the first one, and has each multiply a step of K in turn.
static void interleave(ArrayRef<ProductOpInterface> group) {
  ProductOpInterface first = group.front();
  Operation *last = first;
  for (ProductOpInterface product : group.drop_front()) {
    product->moveAfter(last);
    last = product;
  }
  auto [begin, end] = getMultipliedPart(first);
  int64_t step = getStepOfWideReads(first);
  for (; begin + step < end; begin += step)
    for (ProductOpInterface product : group)
      product.cutOffBeginning(step)->moveBefore(first);
}

namespace {

struct InterleaveProductsPass
    : tessera::impl::TileASInterleaveProductsBase<InterleaveProductsPass> {
  void runOnOperation() override {
    getOperation().walk([&](Block *block) {
      SmallVector<ProductOpInterface> products;
      for (Operation &op : llvm::make_early_inc_range(*block)) {
        if (isOfMultiplyAdds(&op) &&
            getStepOfCuts(cast<ProductOpInterface>(op)) != 0)
          products.push_back(cast<ProductOpInterface>(op));
        if (canFollow(op))
          continue;
        interleaveAll(products);
        products.clear();
      }
      interleaveAll(products);
    });
  }

private:
  /// Interleaves products between which nobody writes to shared memory or waits.
  void interleaveAll(ArrayRef<ProductOpInterface> products) {
    SmallVector<ProductOpInterface> left(products);
    while (left.size() > 1) {
      ProductGroup group = findGroup(left);
      llvm::erase_if(left, [&](ProductOpInterface each) {
        return llvm::is_contained(group, each);
      });
      if (group.size() == 1)
        continue;
      interleave(group);
      numProducts += group.size();
    }
  }
};

} // namespace

//===- PostponeProducts.cpp - Packed factors behind other products --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product of a group of warps holds the registers of a factor that threads have packed
// for it until it has ended. Where the tile that the factor was packed from is needed
// later, and another product begins meanwhile, a thread has all three at once: the tile,
// the factor, and the sum of the other product. For gradients of keys that is more than
// there are:
//
//   %p = exp2 %s                        %p = exp2 %s
//   %h = truncf %p                      %d = values * gradient
//   %v = %v + %h * gradient      ->     %e = %p * %d
//   %d = values * gradient              %h = truncf %p
//   %e = %p * %d                        %v = %v + %h * gradient
//   %k = %k + %e * queries              %k = %k + %e * queries
//
// The sum takes the place of what it is read for, and what is packed that of the tile.
//
//===----------------------------------------------------------------------===//

#include "../Rings/LoopRings.h"
#include "ProductOrders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Target/MatrixInstruction.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASPOSTPONEPRODUCTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// A product by a group of warps; null if it is none.
static ProductOpInterface asProduct(Operation *op) {
  return isOfWarpGroups(op) ? cast<ProductOpInterface>(op)
                            : ProductOpInterface();
}

/// The op that packs the left factor of a product for it alone; null where it lies in
/// shared memory.
static Operation *findPacking(ProductOpInterface product) {
  Operation *op = isa<RankedTensorType>(product.getLhs().getType())
                      ? product.getLhs().getDefiningOp()
                      : nullptr;
  return op && op->getBlock() == product->getBlock() && op->hasOneUse() &&
                 isPure(op)
             ? op
             : nullptr;
}

namespace {

/// A product, and the place in front of which it goes with what packs its factor.
struct Postponed {
  Operation *packing, *product, *place;
  /// These free the buffers that it reads, and go behind that place.
  SmallVector<Operation *, 2> releases;

  bool moves(Operation *op) const {
    return op == packing || op == product || llvm::is_contained(releases, op);
  }
  /// The ops of a loop in their new order.
  StagedOps reorder(const StagedOps &order) const;
};

} // namespace

StagedOps Postponed::reorder(const StagedOps &order) const {
  StagedOps result;
  auto append = [&](unsigned stage, ArrayRef<Operation *> ops) {
    for (Operation *op : ops)
      result.emplace_back(op, stage);
  };
  for (auto [op, stage] : order) {
    if (op == place)
      append(stage, {packing, product});
    if (!moves(op))
      result.emplace_back(op, stage);
    if (op == place)
      append(stage, releases);
  }
  return result;
}

static SmallVector<ProductOpInterface> findProducts(scf::ForOp loop) {
  SmallVector<ProductOpInterface> products;
  for (Operation &op : *loop.getBody())
    if (ProductOpInterface product = asProduct(&op))
      products.push_back(product);
  return products;
}

/// The next product that adds to a sum of its loop, if others begin in between, and
/// nothing else has an effect there.
static std::optional<Postponed> findPlace(ProductOpInterface product) {
  Operation *packing = findPacking(product);
  if (!packing || !tileaa::addsToCarriedSum(product))
    return std::nullopt;
  Postponed found{packing, product, nullptr, {}};
  bool doOthersBegin = false;
  for (Operation *op = product->getNextNode(); op; op = op->getNextNode()) {
    if (ProductOpInterface other = asProduct(op)) {
      if (tileaa::addsToCarriedSum(other)) {
        found.place = op;
        break;
      }
      doOthersBegin = true;
    } else if (isa<ReleaseOp>(op)) {
      found.releases.push_back(op);
    } else if (!isPure(op)) {
      return std::nullopt;
    }
  }
  if (!found.place || !doOthersBegin)
    return std::nullopt;
  return found;
}

namespace {

struct PostponeProductsPass
    : tessera::impl::TileASPostponeProductsBase<PostponeProductsPass> {
  void runOnOperation() override {
    for (scf::ForOp loop : findLoopsToRestage(getOperation()))
      for (ProductOpInterface product : findProducts(loop))
        if (std::optional<Postponed> found = findPlace(product))
          postpone(loop, *found);
  }

private:
  /// True if a thread has registers for the tiles of a loop, but not beside them for the
  /// factor that a product under way keeps.
  bool isCrowded(scf::ForOp loop, const Postponed &product) {
    KernelSpecAttr spec = getOperation().getSpec();
    int64_t live =
        RegisterEstimate(loop, llvm::SmallPtrSet<Operation *, 4>()).getLive();
    int64_t held = countRegistersOfThread(product.packing->getResult(0));
    int64_t most = spec.getMostRegisters(spec.getPlan().getBlocks());
    return live <= most && live + held > most;
  }

  void postpone(scf::ForOp loop, const Postponed &product) {
    if (!isCrowded(loop, product))
      return;
    if (takeOrder(loop, product.reorder(getScheduledOrder(loop)),
                  "RemarkProductPostponed"))
      ++numProducts;
  }
};

} // namespace

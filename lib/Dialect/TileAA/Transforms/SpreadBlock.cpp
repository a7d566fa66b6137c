//===- SpreadBlock.cpp - Spreads a tile block over CTAs -------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each CTA of a cluster stores a slice of every tile, and computes what leads to
// it as tileaa-strip-mine does for a slice of a loop:
//
//   %sum = for %k iter_args(%acc)            %rank = tileaa.cta_rank
//     %a = load %p[%i, %k] : 256x64          %part = for %k iter_args(%acc1)
//     %b = load %q[%k, %j] : 64x128            %a1 = load %p[%i + .., %k] : 128x64
//     yield mma %a, %b, %acc                   %b = load %q[%k, %j] : 64x128
//   store %sum to %r[%i, %j]                   yield mma %a1, %b, %acc1
//                                            store %part to %r[%i + .., %j]
//
// The CTAs do not wait for one another, so no access may be ordered with
// another: what tokens order in a tile block, several CTAs would have to meet
// for. Loads that are the same in all CTAs may then be one copy for all
// (tileas-make-asynchronous). All is done on a copy of the entry, which takes
// its place if every store has become a slice.
//
//===----------------------------------------------------------------------===//

#include "DeadOps.h"
#include "Explanations.h"
#include "LoopSlicer.h"
#include "Slicer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera {
#define GEN_PASS_DEF_TILEAASPREADBLOCK
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The rows, or columns, of a product for which a CTA has use.
static constexpr int64_t kLeastExtent = 64;

//===----------------------------------------------------------------------===//
// Legality
//===----------------------------------------------------------------------===//

/// True if tokens order an access before or after another one.
static bool isOrdered(AccessOpInterface access) {
  return access.getToken() || !access.getResultToken().use_empty();
}

/// The reason why several CTAs cannot share the work of an entry, or "".
static StringRef findObstacle(EntryOpInterface entry) {
  StringRef obstacle;
  bool hasProducts = false;
  entry.getBody().walk([&](Operation *op) {
    if (auto product = dyn_cast<MmaOp>(op)) {
      hasProducts = true;
      if (!product.getScales().empty())
        obstacle = "it multiplies by scales";
    }
    if (!obstacle.empty())
      return WalkResult::interrupt();
    if (isMemoryEffectFree(op) ||
        op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        op->hasTrait<OpTrait::IsTerminator>())
      return WalkResult::advance();
    if (isa<KeepLoopOp>(op)) {
      obstacle = "loops that end early cannot be cut into slices";
      return WalkResult::interrupt();
    }
    if (!isa<LoadOp, StoreOp>(op)) {
      obstacle = "it has effects other than loads and stores";
      return WalkResult::interrupt();
    }
    auto access = cast<AccessOpInterface>(op);
    if (access.getOrdering() != Ordering::Weak || isOrdered(access))
      obstacle = "tokens order its accesses, and CTAs do not wait for one "
                 "another";
    return obstacle.empty() ? WalkResult::advance() : WalkResult::interrupt();
  });
  if (obstacle.empty() && !hasProducts)
    return "it multiplies no matrices, so that its CTAs would share no tile";
  return obstacle;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

namespace {

/// Makes the program of one CTA out of that of a tile block.
class Spreader {
public:
  /// `maxFactorBytes` does not matter: no product is cut along its depth.
  Spreader(EntryOpInterface entry, int64_t ctas)
      : entry(entry), ctas(ctas),
        limits(/*maxRegisters=*/std::numeric_limits<int64_t>::max(),
               /*maxFactorBytes=*/std::numeric_limits<int64_t>::max(),
               /*warps=*/0, /*target=*/nullptr, /*byGroups=*/false) {}

  LogicalResult run() {
    SmallVector<StoreOp> stores;
    entry.walk([&](StoreOp store) { stores.push_back(store); });
    OpBuilder builder = OpBuilder::atBlockBegin(&entry.getBody().front());
    Value number = CtaRankOp::create(builder, entry.getLoc());
    rank = arith::ExtUIOp::create(builder, entry.getLoc(), builder.getI64Type(),
                                  number);
    if (!llvm::all_of(stores, [&](StoreOp store) { return spread(store); }))
      return failure();
    eraseDead(entry.getBody());
    // A product that each CTA computes for itself is no gain.
    return success(!stores.empty());
  }

private:
  /// The dimensions along which a tile may be cut, the longest first, since all
  /// CTAs read the factor along the other one.
  SmallVector<unsigned> planDims(ArrayRef<int64_t> shape) const {
    SmallVector<unsigned> dims;
    for (auto [dim, extent] : llvm::enumerate(shape))
      if (extent >= kLeastExtent * ctas)
        dims.push_back(dim);
    llvm::sort(dims, [&](unsigned lhs, unsigned rhs) {
      return std::pair(-shape[lhs], lhs) < std::pair(-shape[rhs], rhs);
    });
    return dims;
  }

  bool spread(StoreOp store) {
    auto tile = dyn_cast<RankedTensorType>(store.getValue().getType());
    return tile && llvm::any_of(planDims(tile.getShape()), [&](unsigned dim) {
             return succeeded(spread(store, tile, dim));
           });
  }

  LogicalResult spread(StoreOp store, RankedTensorType tile, unsigned dim) {
    TileSlice slice = TileSlice::whole(tile.getShape());
    slice.sizes[dim] /= ctas;
    slice.steps[dim] = rank;
    // No access is ordered with a load.
    auto canMove = [](LoadOp, const TileSlice &) { return true; };
    Slicer slicer(OpBuilder(store), store->getBlock(), limits, canMove);
    FailureOr<Operation *> part =
        sliceAccess(slicer.getBuilder(), store, slice, slicer.getter());
    if (failed(part) || failed(slicer.makeLoops()) ||
        !slicer.areLoopsReplaced({store})) {
      slicer.dropLoops();
      return failure();
    }
    store.erase();
    return success();
  }

  EntryOpInterface entry;
  int64_t ctas;
  SliceLimits limits;
  Value rank;
};

struct SpreadBlockPass : tessera::impl::TileAASpreadBlockBase<SpreadBlockPass> {
  using TileAASpreadBlockBase::TileAASpreadBlockBase;

  void runOnOperation() override {
    EntryOpInterface entry = getOperation();
    LaunchAttr launch = entry.getLaunchAttr();
    if (!launch)
      launch = LaunchAttr::get(&getContext());
    int64_t wanted = countWanted(entry, launch);
    if (wanted < 2)
      return markAllAnalysesPreserved();
    StringRef obstacle = findObstacle(entry);
    // A front end's own shape is not to be changed, a hint is.
    int64_t least = launch.getCluster() ? wanted : 2;
    for (int64_t ctas = wanted; obstacle.empty() && ctas >= least; ctas /= 2) {
      OwningOpRef<Operation *> copy(entry->clone());
      auto spread = cast<EntryOpInterface>(copy.get());
      if (failed(Spreader(spread, ctas).run()))
        continue;
      entry.getBody().takeBody(spread.getBody());
      entry.setLaunchAttr(launch.spreadOver(ctas));
      return;
    }
    remark::missed(entry.getLoc(), remark::RemarkOpts::name("RemarkSpread")
                                       .category(remarks::schedule)
                                       .function(entry.getSymName()))
        << remark::reason(
               "{0}: {1}", notSpread,
               obstacle.empty()
                   ? "its tiles cannot be cut for so many where they are stored"
                   : obstacle)
        << remark::suggest("{0}", askForOneCTA);
  }

private:
  /// CTAs of a tile block that the front end fixes, or advises; 1 where the GPU
  /// has no clusters, or none so large without an opt-in of the launch.
  int64_t countWanted(EntryOpInterface entry, LaunchAttr launch) const {
    llvm::Expected<const TargetInfo *> target =
        chooseTarget(gpuName, launch.getTarget());
    if (!target) {
      // tileaa-plan-kernel reports it.
      llvm::consumeError(target.takeError());
      return 1;
    }
    if (!(*target)->hasClusters())
      return 1;
    if (DenseI32ArrayAttr cluster = launch.getCluster())
      return launch.countCTAs();
    EntryHintsAttr hints = entry.getHintsAttr();
    // The launch chooses the cluster.
    if (!hints || launch.getMaxClusterRank())
      return 1;
    return std::min<int64_t>(hints.getCtas(),
                             (*target)->getCapacities().maxClusterSize);
  }
};

} // namespace

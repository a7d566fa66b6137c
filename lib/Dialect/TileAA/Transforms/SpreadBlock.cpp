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
#include "llvm/ADT/SetVector.h"

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
               /*warps=*/0, /*ctas=*/1, /*target=*/nullptr,
               /*byGroups=*/false) {}

  LogicalResult run() {
    entry.walk([&](StoreOp store) { whole.insert(store); });
    // A product that each CTA computes for itself is no gain.
    if (whole.empty())
      return failure();
    OpBuilder builder = OpBuilder::atBlockBegin(&entry.getBody().front());
    Value number = CtaRankOp::create(builder, entry.getLoc());
    rank = arith::ExtUIOp::create(builder, entry.getLoc(), builder.getI64Type(),
                                  number);
    while (!whole.empty())
      if (!spread(whole.front(), {}))
        return failure();
    eraseDead(entry.getBody());
    return success();
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

  /// A store, and the dimension along which its tile is cut.
  struct Cut {
    RankedTensorType getTile() const {
      return cast<RankedTensorType>(StoreOp(store).getAccessedType());
    }
    /// Loops compute first what is asked for first: sums, in front of what goes with them.
    bool operator<(const Cut &other) const {
      return getTile().getNumElements() > other.getTile().getNumElements();
    }

    StoreOp store;
    unsigned dim;
  };
  using Cuts = SmallVector<Cut, 2>;

  /// Cuts a store beside those of `cuts`, along whichever dimension goes with theirs.
  bool spread(StoreOp store, Cuts cuts) {
    auto tile = dyn_cast<RankedTensorType>(store.getAccessedType());
    return tile && llvm::any_of(planDims(tile.getShape()), [&](unsigned dim) {
             Cuts all = cuts;
             all.push_back({store, dim});
             return spread(std::move(all));
           });
  }

  /// Stores slices where all of these tiles are known. A loop is made once for all that is
  /// stored of it: without slices for all, the old one would stay.
  bool spread(Cuts cuts) {
    Operation *last = cuts.front().store;
    for (const Cut &cut : cuts)
      if (last->isBeforeInBlock(cut.store))
        last = cut.store;
    llvm::stable_sort(cuts);
    // No access is ordered with a load.
    auto canMove = [](LoadOp, const TileSlice &) { return true; };
    Slicer slicer(OpBuilder(last), last->getBlock(), limits, canMove);
    SmallVector<Operation *> stores, parts;
    for (const Cut &cut : cuts) {
      FailureOr<Operation *> part = makePart(cut, slicer);
      if (failed(part))
        return giveUp(slicer, parts);
      stores.push_back(cut.store);
      parts.push_back(*part);
    }
    for (StoreOp beside : slicer.findStores())
      if (!llvm::is_contained(stores, beside)) {
        giveUp(slicer, parts);
        return spread(beside, cuts);
      }
    if (failed(slicer.makeLoops()) || !slicer.areLoopsReplaced(stores))
      return giveUp(slicer, parts);
    for (const Cut &cut : cuts) {
      whole.remove(cut.store);
      StoreOp(cut.store).erase();
    }
    return true;
  }

  FailureOr<Operation *> makePart(const Cut &cut, Slicer &slicer) const {
    TileSlice slice = TileSlice::whole(cut.getTile().getShape());
    slice.sizes[cut.dim] /= ctas;
    slice.steps[cut.dim] = rank;
    return sliceAccess(slicer.getBuilder(), cut.store, slice, slicer.getter());
  }

  /// Leaves the program as it was, but for ops without an effect.
  static bool giveUp(Slicer &slicer, ArrayRef<Operation *> parts) {
    for (Operation *part : parts)
      part->erase();
    slicer.dropLoops();
    return false;
  }

  EntryOpInterface entry;
  int64_t ctas;
  SliceLimits limits;
  Value rank;
  /// The stores that have not become slices.
  llvm::SetVector<StoreOp> whole;
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

//===- Explanations.cpp - Remarks on an entry -----------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanations.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Support/RemarkCategories.h"

using namespace mlir;
using namespace tessera;

//===----------------------------------------------------------------------===//
// Hints
//===----------------------------------------------------------------------===//

namespace {

/// Something that may be asked for and has no effect, by the name that front
/// ends know it by.
struct Ignored {
  StringLiteral name, reason, suggestion;
};

constexpr Ignored isPersistent{
    "tt.is_persistent",
    "the kernel runs once for each tile block of the launch in any case",
    "loop over the tiles in the kernel, and launch as many tile blocks as the "
    "GPU runs at once"};
constexpr Ignored numCtas{"num_cta_in_cga",
                          "tiles are not spread over several CTAs",
                          "use smaller tiles and more tile blocks"};
constexpr Ignored occupancy{
    "occupancy", "ptxas chooses how many registers a thread gets",
    "use smaller tiles or, where that many CTAs have to fit on a "
    "multiprocessor, 'nvvm.minctasm' on the entry"};
constexpr Ignored numWarps{"num_worker_warps_per_cta",
                           "'tt.num_warps' comes first",
                           "change 'tt.num_warps', or leave it out"};
constexpr Ignored latency{
    "latency", "loads run ahead by as many iterations as shared memory holds",
    remarks::moreTileBlocks};
constexpr Ignored allowTMA{
    "allow_tma", "no access goes through a tensor map",
    "promise by assume what makes accesses wide, multiples of 16 bytes"};

} // namespace

static remark::RemarkOpts aboutHint(StringRef name,
                                    tileaa::EntryOpInterface entry) {
  return remark::RemarkOpts::name(name)
      .category(remarks::hints)
      .function(entry.getSymName());
}

void tessera::explainIgnored(tileaa::EntryOpInterface entry,
                             tileaa::LaunchAttr launch) {
  if (!entry.getContext()->getRemarkEngine())
    return;
  auto explain = [&](Operation *op, const Ignored &ignored) {
    remark::missed(op->getLoc(), aboutHint("RemarkHintIgnored", entry))
        << remark::reason("'{0}' has no effect: {1}", ignored.name,
                          ignored.reason)
        << remark::suggest("{0}", ignored.suggestion);
  };
  if (launch.getPersistent())
    explain(entry, isPersistent);
  if (DenseI32ArrayAttr cluster = launch.getCluster())
    if (llvm::any_of(cluster.asArrayRef(), [](int32_t n) { return n > 1; }))
      remark::missed(entry.getLoc(), aboutHint("RemarkClusterIdle", entry))
          << remark::reason("the first CTA of each cluster does all the work, "
                            "as tiles are not spread over CTAs")
          << remark::suggest("ask for no cluster, and for smaller tiles");
  if (tileaa::EntryHintsAttr hints = entry.getHintsAttr()) {
    if (hints.getCtas() > 1)
      explain(entry, numCtas);
    if (hints.getOccupancy())
      explain(entry, occupancy);
    if (hints.getWarps() && launch.getWarps() &&
        hints.getWarps() != launch.getWarps())
      explain(entry, numWarps);
  }
  auto explainAccess = [&](auto access) {
    tileaa::AccessHintsAttr hints = access.getHintsAttr();
    if (hints && hints.getLatency())
      explain(access, latency);
    // That no tensor map is used is what a hint may ask for, too.
    if (hints && hints.getAllowTma() && hints.getAllowTma().getValue())
      explain(access, allowTMA);
  };
  entry->walk([&](Operation *op) {
    if (auto load = dyn_cast<tileaa::LoadOp>(op))
      explainAccess(load);
    else if (auto store = dyn_cast<tileaa::StoreOp>(op))
      explainAccess(store);
  });
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Loads of `loop`, those of loops within it not counted.
static int64_t countLoads(LoopLikeOpInterface loop) {
  int64_t loads = 0;
  loop->walk([&](tileaa::LoadOp load) {
    loads += load->getParentOfType<LoopLikeOpInterface>() == loop;
  });
  return loads;
}

void tessera::explainLoops(tileaa::EntryOpInterface entry) {
  if (!entry.getContext()->getRemarkEngine())
    return;
  auto named = [&](StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::schedule)
        .function(entry.getSymName());
  };
  entry.walk<WalkOrder::PreOrder>([&](LoopLikeOpInterface loop) {
    // Loops over the slices of a tile are the compiler's own.
    if (loop->hasAttr(tileaa::slicesAttrName))
      return;
    int64_t loads = countLoads(loop);
    std::optional<APInt> trips = loop.getStaticTripCount();
    remark::analysis(loop.getLoc(), named("RemarkLoop"))
        << remark::metric("TripCount", trips ? llvm::toString(*trips, 10, false)
                                             : std::string("unknown"))
        << remark::metric("Loads", loads);
  });
}

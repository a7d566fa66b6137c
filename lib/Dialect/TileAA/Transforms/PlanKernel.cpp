//===- PlanKernel.cpp - Decides on the launch and the products ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decisions that are made before tiles have layouts, in the order in which
// one depends on the other: the GPU, the warps of a CTA, the CTAs of a tile
// block, warps that only copy, the instruction of each product. Remarks have what else was considered,
// and what it would come to.
//
//===----------------------------------------------------------------------===//

#include "Explanations.h"
#include "PlannedProducts.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/Analysis/CopyCandidates.h"
#include "tessera/Dialect/TileAA/Analysis/TileNeeds.h"
#include "tessera/Dialect/TileAA/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/Support/FormatVariadic.h"

namespace tessera {
#define GEN_PASS_DEF_TILEAAPLANKERNEL
#include "tessera/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// The tile that takes the most registers, and the op that computes it; null
/// without tiles.
static std::pair<Operation *, RankedTensorType>
findLargestTile(EntryOpInterface entry) {
  Operation *largestOp = nullptr;
  RankedTensorType largest;
  entry.walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto tile = dyn_cast<RankedTensorType>(type);
      if (tile && (!largest || countRegisters(tile) > countRegisters(largest)))
        std::tie(largestOp, largest) = std::tie(op, tile);
    }
  });
  return {largestOp, largest};
}

/// Checks that the number of warps that the front end fixed has room for each
/// tile by itself.
static LogicalResult checkRegisters(EntryOpInterface entry, unsigned warps) {
  constexpr int64_t limit = Capacities::maxRegistersPerThread;
  constexpr int64_t warpSize = Capacities::threadsPerWarp;
  auto [op, largest] = findLargestTile(entry);
  int64_t threads = warps * warpSize;
  if (!op || countRegisters(largest) <= threads * limit)
    return success();
  InFlightDiagnostic error = entry.emitError()
                             << "entry '" << entry.getSymName()
                             << "' asks for 'tt.num_warps' = " << warps
                             << ", but a tile of it takes "
                             << countRegisters(largest) / threads
                             << " registers of each of these " << threads
                             << " threads, and a thread has " << limit;
  int64_t needed = llvm::PowerOf2Ceil(
      llvm::divideCeil(countRegisters(largest), limit * warpSize));
  if (needed <= int64_t(Capacities::maxWarpsPerBlock))
    error << "; ask for " << needed << " warps, or use smaller tiles";
  else
    error << "; use smaller tiles";
  error.attachNote(op->getLoc()) << "the tile is computed here";
  return error;
}

static StringRef explain(const WarpCandidate &candidate,
                         const WarpDecision &decision) {
  if (candidate.warps == decision.warps)
    return decision.reason;
  if (candidate.verdict != WarpCandidate::Verdict::Fits)
    return candidate.getObjection();
  return candidate.warps > decision.warps ? "fewer warps take no more cycles"
                                          : "another number is asked for";
}

static std::string inDigits(double cycles) {
  return llvm::formatv("{0:f0}", cycles).str();
}

static void explain(EntryOpInterface entry, const TileNeeds &needs,
                    const WarpDecision &decision, int64_t ctas) {
  if (!entry.getContext()->getRemarkEngine())
    return;
  auto named = [&](StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::schedule)
        .function(entry.getSymName());
  };
  for (const WarpCandidate &each : decision.candidates)
    remark::analysis(entry.getLoc(), named("RemarkWarpCandidate"))
        << remark::metric("Warps", each.warps)
        << remark::metric("SumRegisters", each.sums)
        << remark::metric("TileRegisters", each.tile)
        << remark::metric("TensorCycles", inDigits(each.tensorCycles))
        << remark::metric("SharedCycles", inDigits(each.sharedCycles))
        << remark::metric("Blocks", each.blocks)
        << remark::metric("Chosen", each.warps == decision.warps)
        << remark::reason("{0}", explain(each, decision));
  remark::analysis(entry.getLoc(), named("RemarkWarps"))
      << remark::metric("Warps", decision.warps) << remark::metric("CTAs", ctas)
      << remark::metric("SumRegisters", needs.sums)
      << remark::metric("TileRegisters", needs.largestTile)
      << remark::reason("{0}", decision.reason);
}

static StringRef explain(const CopyCandidate &candidate,
                         const CopyDecision &decision) {
  if (candidate.copyWarps == decision.copyWarps)
    return decision.reason;
  return candidate.objection.empty() ? "another number takes no more cycles"
                                     : candidate.objection;
}

static void explain(EntryOpInterface entry, const CopyDecision &decision) {
  if (!entry.getContext()->getRemarkEngine() || decision.candidates.empty())
    return;
  auto named = [&](StringRef name) {
    return remark::RemarkOpts::name(name)
        .category(remarks::schedule)
        .function(entry.getSymName());
  };
  for (const CopyCandidate &each : decision.candidates)
    remark::analysis(entry.getLoc(), named("RemarkCopyCandidate"))
        << remark::metric("CopyWarps", each.copyWarps)
        << remark::metric("UnitCycles", inDigits(each.unitCycles))
        << remark::metric("ThreadCycles", inDigits(each.threadCycles))
        << remark::metric("Registers", each.registers)
        << remark::metric("Blocks", each.blocks)
        << remark::metric("Cycles", inDigits(each.getCycles()))
        << remark::metric("Chosen", each.copyWarps == decision.copyWarps)
        << remark::reason("{0}", explain(each, decision));
  remark::analysis(entry.getLoc(), named("RemarkCopyWarps"))
      << remark::metric("CopyWarps", decision.copyWarps)
      << remark::reason("{0}", decision.reason);
}

namespace {

struct TileAAPlanKernelPass
    : tessera::impl::TileAAPlanKernelBase<TileAAPlanKernelPass> {
  using TileAAPlanKernelBase::TileAAPlanKernelBase;

  void runOnOperation() override {
    EntryOpInterface entry = getOperation();
    LaunchAttr launch = entry.getLaunchAttr();
    if (!launch)
      launch = LaunchAttr::get(&getContext());
    explainIgnored(entry, launch);
    llvm::Expected<const TargetInfo *> target =
        chooseTarget(gpuName, launch.getTarget());
    if (!target) {
      entry.emitError() << "entry '" << entry.getSymName()
                        << "': " << llvm::toString(target.takeError());
      return signalPassFailure();
    }
    if (launch.getWarps() && failed(checkRegisters(entry, launch.getWarps())))
      return signalPassFailure();
    MapCandidates maps(entry, **target, tensorMaps);
    TileNeeds needs = findTileNeeds(entry, **target, warpGroups, maps);
    std::optional<unsigned> least;
    if (numWarps)
      least = numWarps;
    WarpDecision decision = chooseWarps(entry, needs, **target, least);
    explain(entry, needs, decision, launch.countCTAs());
    CopyDecision copies = chooseCopyWarps(launch, needs, decision, **target);
    explain(entry, copies);
    entry.setLaunchAttr(launch.withTargetAndWarps(
        (*target)->getName(), decision.warps, copies.copyWarps));
    explainLoops(entry);
    if (failed(planProducts(entry, **target, decision.warps, warpGroups, maps)))
      signalPassFailure();
  }

private:
  CopyDecision chooseCopyWarps(LaunchAttr launch, const TileNeeds &needs,
                               const WarpDecision &decision,
                               const TargetInfo &target) {
    const auto *chosen =
        llvm::find_if(decision.candidates, [&](const WarpCandidate &each) {
          return each.warps == decision.warps;
        });
    // A front end may ask for a number that is no power of two.
    if (chosen == decision.candidates.end())
      return {};
    std::optional<unsigned> asked;
    if (copyWarps >= 0)
      asked = copyWarps;
    return decideCopyWarps(needs, *chosen, target,
                           /*isFixed=*/launch.getWarps() != 0,
                           launch.getMinCtasPerSm(), asked);
  }
};

} // namespace

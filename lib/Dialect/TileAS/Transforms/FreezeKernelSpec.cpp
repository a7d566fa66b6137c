//===- FreezeKernelSpec.cpp - Closes the launch contract ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASFREEZEKERNELSPEC
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Names the tile that takes most shared memory, and the place where it is
/// read.
static void explainShared(InFlightDiagnostic &error, KernelOpInterface kernel) {
  BufferType type;
  Location loc = kernel.getLoc();
  kernel.walk([&](BufferAccessOpInterface op) {
    for (const BufferAccess &access : op.getBufferAccesses()) {
      auto buffer = cast<BufferType>(access.buffer->get().getType());
      if (access.kind != BufferAccess::Kind::Read ||
          (type && buffer.getSizeInBytes() <= type.getSizeInBytes()))
        continue;
      type = buffer;
      loc = op.getLoc();
    }
  });
  if (!type)
    return;
  std::string tile;
  llvm::raw_string_ostream text(tile);
  text << "0x" << llvm::utohexstr(type.getSizeInBytes(), /*LowerCase=*/true)
       << " bytes of it are a tile<";
  for (int64_t extent : type.getShape())
    text << extent << "x";
  text << type.getElementType() << ">, which is needed here";
  error.attachNote(loc) << tile;
}

/// Front ends read the figures from this message.
static LogicalResult checkShared(KernelOpInterface kernel,
                                 const TargetInfo &target) {
  int64_t shared = kernel.getSpec().getShared();
  int64_t limit = target.getCapacities().maxSharedBytesPerBlock;
  if (shared <= limit)
    return success();
  InFlightDiagnostic error = kernel.emitError()
                             << "entry '" << kernel.getSymName()
                             << "' uses too much shared data (0x"
                             << llvm::utohexstr(shared, /*LowerCase=*/true)
                             << " bytes, 0x"
                             << llvm::utohexstr(limit, /*LowerCase=*/true)
                             << " max); use smaller tiles";
  explainShared(error, kernel);
  return error;
}

static LogicalResult checkCluster(KernelOpInterface kernel,
                                  const TargetInfo &target) {
  unsigned ctas = kernel.getSpec().getClusterCTAs();
  unsigned limit = target.getCapacities().maxClusterSize;
  if (ctas <= limit)
    return success();
  if (!target.hasClusters())
    return kernel.emitError()
           << "entry '" << kernel.getSymName() << "' is to run in clusters of "
           << ctas << " CTAs, and " << target.getName()
           << " has none; ask for no cluster, or compile for sm_90 or later";
  return kernel.emitError()
         << "entry '" << kernel.getSymName() << "' is to run in clusters of "
         << ctas << " CTAs, and " << target.getName()
         << " runs larger ones than " << limit
         << " only if the launch opts in; ask for " << limit << " at most";
}

static LogicalResult checkResidency(KernelOpInterface kernel,
                                    const TargetInfo &target) {
  KernelSpecAttr spec = kernel.getSpec();
  // The occupancy without registers, which ptxas allocates to fit, and without
  // tensor memory, for which a CTA may wait.
  unsigned resident =
      Residency(target, spec.getAllWarps()).countBlocks(spec.getShared());
  if (spec.getMinCtasPerSm() <= resident)
    return success();
  return kernel.emitError()
         << "entry '" << kernel.getSymName() << "' asks for "
         << spec.getMinCtasPerSm()
         << " CTAs on each multiprocessor, and no more than " << resident
         << " of " << spec.getNumThreads() << " threads with "
         << spec.getShared() << " bytes of shared memory fit on one of "
         << target.getName()
         << "; lower 'nvvm.minctasm', or use fewer warps or smaller tiles";
}

/// The largest number of registers of a thread that one tile takes.
static int64_t countLargestTile(KernelOpInterface kernel) {
  int64_t largest = 0;
  kernel.walk([&](Operation *op) {
    for (Type type : op->getResultTypes()) {
      auto tile = dyn_cast<RankedTensorType>(type);
      if (!tile || !tile.getEncoding())
        continue;
      int64_t values = getLinearLayout(tile).getInDimSize(kRegister);
      int64_t words =
          llvm::divideCeil(getElementBytes(tile.getElementType()), 4);
      largest = std::max(largest, values * words);
    }
  });
  return largest;
}

/// Says where a multiprocessor may hold fewer CTAs than planned.
static void explainPlan(KernelOpInterface kernel, StringRef reason,
                        StringRef suggestion) {
  remark::missed(kernel.getLoc(), remark::RemarkOpts::name("RemarkPlanNotKept")
                                      .category(remarks::schedule)
                                      .function(kernel.getSymName()))
      << remark::reason("a multiprocessor may hold fewer than the {0} CTAs "
                        "that schedules count on: {1}",
                        kernel.getSpec().getPlan().getBlocks(), reason)
      << remark::suggest("{0}", suggestion);
}

/// The plan, for as many CTAs as shared and tensor memory have room for in the
/// end; null where there is none.
static PlanAttr makePlanFit(KernelOpInterface kernel,
                            const Residency &residency) {
  KernelSpecAttr spec = kernel.getSpec();
  PlanAttr plan = spec.getPlan();
  if (!plan)
    return plan;
  auto [fitting, limit] = residency.find(spec.getShared(), plan.getRegisters());
  if (fitting < plan.getBlocks())
    explainPlan(kernel,
                limit == OccupancyLimit::TensorMemory
                    ? "tensor memory has no room for them"
                    : "shared memory has no room for them",
                "use smaller tiles");
  else if (residency.countBlocks(0, spec.getMaxRegisters()) < plan.getBlocks())
    explainPlan(kernel, "'nvvm.maxnreg' lets a thread take more registers",
                "lower 'nvvm.maxnreg', or leave it out");
  return plan.withBlocks(std::min(plan.getBlocks(), fitting));
}

/// True if agents have parts of the registers with which the kernel begins. For
/// these ptxas only knows the number if a bound fixes it; otherwise it ignores
/// the parts.
static bool haveRegisters(KernelOpInterface kernel) {
  auto agents = kernel.getBody().front().getOps<AgentsOp>();
  return llvm::any_of(agents, [](AgentsOp op) { return op.getRegisters(); });
}

/// The largest number of registers of a thread that the sums of one loop take.
static int64_t countLargestSums(KernelOpInterface kernel) {
  int64_t largest = 0;
  kernel.walk([&](scf::ForOp loop) {
    if (loop.getOps<LoopLikeOpInterface>().empty())
      largest = std::max(largest, countRegistersOfSums(loop));
  });
  return largest;
}

/// True if a loop scales a sum in tensor memory.
static bool scalesSums(KernelOpInterface kernel) {
  return kernel.walk([](TmemScaleOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// CTAs that are to fit into a multiprocessor at once; 0 leaves it to ptxas,
/// which makes room for CTAs by itself: it gives a thread as few as 80
/// registers, and spills where one tile takes 64 of them. There it is told to
/// make room for the planned CTAs; for one, which fits in any case, where as
/// many leave a thread all registers. Sums that take as many together do not
/// spill, but let ptxas take more than the plan has; so do scores beside a sum that
/// is scaled where it lies. Where it is known to spill with fewer registers, it is told
/// of no more CTAs than have as many.
static unsigned chooseMinCTAsPerSM(KernelOpInterface kernel, PlanAttr plan,
                                   const Residency &residency) {
  KernelSpecAttr spec = kernel.getSpec();
  unsigned asked = spec.getMinCtasPerSm();
  if (haveRegisters(kernel) && !spec.getMaxRegisters())
    return std::max(asked, 1u);
  if (spec.getMaxRegisters())
    return asked;
  if (int64_t known = spec.getLeastRegisters()) {
    unsigned most = std::max(residency.countBlocks(0, known), 1u);
    return std::max(asked,
                    plan ? std::min<unsigned>(plan.getBlocks(), most) : most);
  }
  bool hasLargeTile = countLargestTile(kernel) >= registers::kPerTileAndThread;
  int64_t room = residency.getMostRegisters(plan ? plan.getBlocks() : 1);
  bool takesAll = plan && plan.getRegisters() == room &&
                  countLargestSums(kernel) >= registers::kPerTileAndThread;
  takesAll |= plan && plan.getRegisters() < room && scalesSums(kernel);
  if (room < residency.getMostRegisters(/*blocks=*/1) &&
      (hasLargeTile || takesAll))
    return std::max(asked, plan.getBlocks());
  return hasLargeTile ? std::max(asked, 1u) : asked;
}

/// CTAs that may be asked for: ptxas refuses products of f64 where they leave a
/// thread fewer than 64 registers (13.5, m16n8k8: 56 are refused).
static unsigned countMostCTAs(KernelOpInterface kernel,
                              const Residency &residency) {
  constexpr int64_t leastOfDoubles = 64;
  bool hasDoubles = false;
  kernel.walk([&](tileaa::ProductOpInterface product) {
    for (Type type : product->getResultTypes())
      hasDoubles |= getElementTypeOrSelf(type).isF64();
  });
  return residency.countBlocks(0, hasDoubles ? leastOfDoubles : 1);
}

/// The shared memory of a kernel with which an SM holds no more CTAs of pairs than it
/// has columns of tensor memory for. Two pairs might otherwise wait for columns of two
/// SMs, each with those of one that the other one needs. A CTA that cannot have columns
/// does nothing but wait, so that none is missed.
static int64_t keepPairsApart(KernelOpInterface kernel,
                              const Capacities &capacities) {
  int64_t shared = kernel.getSpec().getShared();
  kernel.walk([&](TmemAllocOp memory) {
    if (!memory.isOfPair())
      return;
    auto columns = static_cast<unsigned>(memory.getColumns());
    unsigned tooMany = capacities.tensorMemoryColumns / columns + 1;
    int64_t mostOfTooMany = getMostSharedBytesPerBlock(capacities, tooMany);
    shared = std::max(shared, mostOfTooMany + kMaxSharedAccessBytes);
  });
  return shared;
}

namespace {

struct FreezeKernelSpecPass
    : tessera::impl::TileASFreezeKernelSpecBase<FreezeKernelSpecPass> {
  void runOnOperation() override {
    KernelOpInterface kernel = getOperation();
    KernelSpecAttr spec = kernel.getSpec();
    const TargetInfo *target = lookupTarget(spec.getTarget());
    if (!target) {
      kernel.emitOpError("is for an unknown GPU '") << spec.getTarget() << "'";
      return signalPassFailure();
    }
    if (failed(checkShared(kernel, *target)) ||
        failed(checkCluster(kernel, *target)) ||
        failed(checkResidency(kernel, *target)))
      return signalPassFailure();
    Residency residency(*target, spec.getAllWarps(),
                        countTensorColumns(kernel));
    PlanAttr plan = makePlanFit(kernel, residency);
    unsigned ctas = std::min(chooseMinCTAsPerSM(kernel, plan, residency),
                             countMostCTAs(kernel, residency));
    spec = spec.withShared(keepPairsApart(kernel, target->getCapacities()));
    kernel.setSpecAttr(spec.withPlan(plan).withMinCTAsPerSM(ctas).asFrozen());
  }
};

} // namespace

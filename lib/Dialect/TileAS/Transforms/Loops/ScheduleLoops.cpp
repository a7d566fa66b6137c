//===- ScheduleLoops.cpp - Schedules the ops of loops ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop whose copies go to rings, or that loads for its matrix products, gets
// a schedule by the machine model. Two decisions compare schedules: the number
// of stages of a ring, and whether loads run ahead of their iteration.
//
// More stages hide more latency of copies, but take shared memory and so reduce
// the occupancy; other blocks hide latency, too. With b blocks, an SM completes
// b iterations in an interval, so schedules are compared by interval / b.
//
//===----------------------------------------------------------------------===//

#include "CountedLoops.h"
#include "LoopProblem.h"
#include "OverlapTiles.h"
#include "RunAhead.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/RegisterBudget.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASSCHEDULELOOPS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

using OpSet = llvm::SmallPtrSet<Operation *, 4>;

/// A schedule, and the parameters that it was made for.
struct Candidate {
  ModuloSchedule schedule;
  int64_t ringStages;
  int64_t blocks;

  /// True if an SM completes iterations faster.
  bool isFasterThan(const Candidate &other) const {
    return schedule.interval * other.blocks < other.schedule.interval * blocks;
  }
};

struct ScheduleLoopsPass
    : tessera::impl::TileASScheduleLoopsBase<ScheduleLoopsPass> {
  void runOnOperation() override {
    target = lookupTarget(getOperation().getSpec().getTarget());
    if (!target)
      return;
    // One pass runs on several kernels.
    registersOfLoops.clear();
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      loops.push_back(loop);
      registersOfLoops.push_back(RegisterEstimate(loop, OpSet()).getOfThread());
    });
    for (auto [number, loop] : llvm::enumerate(loops)) {
      registersElsewhere = findMostRegisters(/*except=*/number);
      if (failed(schedule(loop, registersOfLoops[number])))
        return signalPassFailure();
    }
  }

private:
  /// With more ops the search would take longer than all other passes: copies
  /// of such a loop run ahead, and the other ops keep their order.
  static constexpr size_t kMostOps = 64;

  /// Schedules a loop; `registers` become those of a thread in it.
  LogicalResult schedule(scf::ForOp loop, int64_t &registers) {
    RingWait ring = RingWait::find(loop);
    OpSet ahead = findLoadsAhead(loop);
    if (!ring && ahead.empty())
      return success();
    FailureOr<SharedAllocation> allocation =
        SharedAllocation::create(getOperation());
    if (failed(allocation))
      return failure();
    sharedBytes = allocation->place();
    sharedBytesAcrossTiles = sharedBytes;
    if (scf::ForOp tiles = ring ? getTileLoop(loop) : scf::ForOp()) {
      allocation->keepThroughout(tiles, getRings(ring), /*stages=*/1);
      sharedBytesAcrossTiles = allocation->place();
    }
    std::optional<Candidate> best = choose(loop, ring, ahead);
    if (!ahead.empty()) {
      std::optional<Candidate> plain = choose(loop, ring, {});
      // As a spare stage, it is worth its registers where an SM gets through as
      // many iterations: memory answers later when it is busy.
      if (!best || (plain && plain->isFasterThan(*best))) {
        ahead.clear();
        best = ring ? std::move(plain) : std::nullopt;
      }
    }
    // With one stage, iterations do not overlap, as without a schedule.
    if (!best || best->schedule.stages == 1)
      return success();
    if (!ahead.empty()) {
      loop = separateAddresses(loop, ahead);
      ring = RingWait::find(loop);
      // The loop has more ops now, which may take time.
      best = choose(loop, ring, ahead);
      if (!best && ring) {
        ahead.clear();
        best = choose(loop, ring, ahead);
      }
      if (!best || best->schedule.stages == 1)
        return success();
    }
    if (ring)
      setStages(ring, best->ringStages);
    registers = RegisterEstimate(loop, ahead).getOfThread();
    put(loop, ring, ahead, *best);
    return success();
  }

  /// The most registers that a thread takes in the other loops of the kernel.
  int64_t findMostRegisters(size_t except) const {
    int64_t most = 0;
    for (auto [number, registers] : llvm::enumerate(registersOfLoops))
      if (number != except)
        most = std::max(most, registers);
    return most;
  }

  /// Puts a schedule on a loop.
  void put(scf::ForOp loop, RingWait ring, const OpSet &ahead,
           Candidate &best) {
    LoopProblem problem(loop, getOperation().getSpec().getWarps(), *target,
                        ring, ahead);
    ModuloSchedule &found = best.schedule;
    if (problem.getNumOps() <= kMostOps)
      problem.delay(found);
    problem.apply(found);
    loop->setAttr(ScheduleAttr::attributeName,
                  ScheduleAttr::get(&getContext(), found.interval, found.stages,
                                    best.blocks, found.isMinimal,
                                    /*expanded=*/false));
    ++numLoops;
    remark::analysis(loop.getLoc(), remark::RemarkOpts::name("RemarkSchedule")
                                        .category(remarks::schedule)
                                        .function(getOperation().getSymName()))
        << remark::metric("Interval", found.interval)
        << remark::metric("Stages", found.stages)
        << remark::metric("Blocks", best.blocks)
        << remark::metric("Minimal", found.isMinimal)
        << remark::metric("Registers", countRegisters(loop, ahead));
  }

  /// Loads of a loop with matrix products that may run ahead, if registers have
  /// room for the loaded tiles beside the loop-carried values.
  OpSet findLoadsAhead(scf::ForOp loop) {
    OpSet loads, candidates;
    if (loop->hasAttr(tileaa::slicesAttrName) ||
        loop.getOps<tileaa::ProductOpInterface>().empty())
      return loads;
    RunAhead addresses(loop);
    SmallVector<tileaa::AccessOpInterface> all = getLoads(*loop.getBody());
    for (tileaa::AccessOpInterface load : all)
      if (isPlainLoad(load) && addresses.add(load->getOperands()))
        candidates.insert(load);
    // In a large block a thread has fewer registers than its maximum.
    int64_t most = std::min(registers::kLiveAroundLoopAndThread,
                            getResidency().getMostRegisters(/*blocks=*/1) -
                                registers::kForAddresses);
    // The other loads of the loop count as live.
    int64_t registers = RegisterEstimate(loop, candidates).getLive();
    for (tileaa::AccessOpInterface load : all) {
      if (!candidates.contains(load))
        continue;
      registers += countRegistersOfThread(load.getAccessed());
      if (registers <= most)
        loads.insert(load);
    }
    return loads;
  }

  /// The best schedule over all possible numbers of stages of the ring.
  std::optional<Candidate> choose(scf::ForOp loop, RingWait ring,
                                  const OpSet &ahead) {
    LoopProblem problem(loop, getOperation().getSpec().getWarps(), *target,
                        ring, ahead);
    bool isLarge = problem.getNumOps() > kMostOps;
    if (isLarge && !ahead.empty())
      return std::nullopt;
    int64_t most = ring ? ring.stages : 1;
    // A number that the front end requests is final.
    int64_t least = ring && !getOperation().getSpec().getStages()
                        ? std::min<int64_t>(most, 2)
                        : most;
    SmallVector<Candidate> candidates;
    for (int64_t stages = least; stages <= most; ++stages) {
      int64_t blocks = countBlocks(loop, ring, stages, ahead);
      if (std::optional<ModuloSchedule> schedule =
              isLarge ? problem.scheduleInTextOrder(stages, blocks)
                      : scheduleModulo(problem.get(stages, blocks)))
        candidates.push_back({std::move(*schedule), stages, blocks});
    }
    if (candidates.empty())
      return std::nullopt;
    size_t best = 0;
    for (size_t k = 1; k < candidates.size(); ++k)
      if (candidates[k].isFasterThan(candidates[best]))
        best = k;
    // Takes one stage to spare if that does not reduce the occupancy: busy
    // memory answers later than the model says. Overlap of tiles gains more
    // than a spare stage.
    if (best + 1 < candidates.size() &&
        candidates[best + 1].blocks == candidates[best].blocks &&
        (!fitsAcrossTiles(ring, candidates[best]) ||
         fitsAcrossTiles(ring, candidates[best + 1])))
      ++best;
    return std::move(candidates[best]);
  }

  /// Number of resident blocks with rings of `stages` stages, as far as it is
  /// known before register allocation.
  int64_t countBlocks(scf::ForOp loop, RingWait ring, int64_t stages,
                      const OpSet &ahead) {
    return std::max(
        getResidency().countBlocks(sharedBytes - getSparedBytes(ring, stages),
                                   countRegisters(loop, ahead)),
        1u);
  }

  /// The registers of a thread of the kernel, by estimate, and no more than the
  /// front end lets it have. It keeps what one loop needs in all others.
  int64_t countRegisters(scf::ForOp loop, const OpSet &ahead) {
    return std::min(std::max(RegisterEstimate(loop, ahead).getOfThread(),
                             registersElsewhere),
                    getMostRegisters());
  }

  /// The most registers of a thread by what the front end asks for.
  int64_t getMostRegisters() {
    KernelSpecAttr spec = getOperation().getSpec();
    int64_t most = getResidency().getMostRegisters(spec.getMinCtasPerSm());
    return spec.getMaxRegisters()
               ? std::min<int64_t>(most, spec.getMaxRegisters())
               : most;
  }

  Residency getResidency() {
    return Residency(*target, getOperation().getSpec().getWarps());
  }

  /// True if as many blocks fit when the ring keeps its bytes from one tile of
  /// a persistent kernel to the next.
  bool fitsAcrossTiles(RingWait ring, const Candidate &candidate) {
    int64_t spared = getSparedBytes(ring, candidate.ringStages);
    return getResidency().countBlocks(sharedBytesAcrossTiles - spared) >=
           candidate.blocks;
  }

  /// Number of bytes that rings save with only `stages` stages.
  static int64_t getSparedBytes(RingWait ring, int64_t stages) {
    int64_t bytes = 0;
    for (AllocSharedOp buffer : getRings(ring))
      bytes +=
          (ring.stages - stages) * buffer.getBuffer().getType().getStageBytes();
    return bytes;
  }

  static SmallVector<AllocSharedOp> getRings(RingWait ring) {
    SmallVector<AllocSharedOp> rings;
    if (ring)
      for (Value buffer : ring.wait.getBuffers())
        if (auto slice = buffer.getDefiningOp<SliceOp>())
          if (auto alloc = slice.getRing().getDefiningOp<AllocSharedOp>())
            rings.push_back(alloc);
    return rings;
  }

  /// Reduces the rings to these stages.
  static void setStages(RingWait ring, int64_t stages) {
    for (AllocSharedOp alloc : getRings(ring))
      alloc.getBuffer().setType(alloc.getBuffer().getType().withStages(stages));
  }

  /// Duplicates the address computation of `loads` for them alone. Returns the
  /// loop, which may be a new one.
  static scf::ForOp separateAddresses(scf::ForOp loop, const OpSet &loads) {
    loop = countFromZero(loop);
    RunAhead addresses(loop);
    for (Operation &op : *loop.getBody())
      if (loads.contains(&op))
        addresses.add(op.getOperands());
    OpBuilder builder(loop);
    IRMapping early;
    loop = addresses.compute(builder, early);
    for (Operation *load : loads)
      for (OpOperand &operand : load->getOpOperands())
        operand.set(early.lookupOrDefault(operand.get()));
    removeDeadOps(loop);
    return loop;
  }

  const TargetInfo *target = nullptr;
  /// Shared memory of the kernel with its current rings, in bytes.
  int64_t sharedBytes = 0;
  /// The same if the rings of the loop keep their bytes from tile to tile.
  int64_t sharedBytesAcrossTiles = 0;
  /// Of a thread in each loop, and the most in others than the one at hand.
  SmallVector<int64_t> registersOfLoops;
  int64_t registersElsewhere = 0;
};

} // namespace

//===- MakeAsynchronous.cpp - Loads become asynchronous copies ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for %i = ... {                    %ring = tileas.ring ...
//     %b = tileas.alloc_shared : ...      scf.for %i = ... {
//     %x, %t = tileas.load ...              %to = tileas.acquire %ring[%i]
//     tileas.shared_store %x to %b          %c = tileas.async_copy ... to %to
//     use %b                        ->      tileas.commit %ring[%i] after %c
//   }                                       %from = tileas.wait %ring[%i]
//                                           use %from
//                                           tileas.release %ring[%i]
//                                         }
//
// A ring of one stage cannot be filled while it is read. If some tiles are
// first read after the last read of the others, as the values of attention
// after its keys, the two groups take turns: one is copied while the other is
// read.
//
//   scf.for %i = ... {
//     copy keys to %a
//     wait for %a
//     copy values to %b
//     use %a
//     wait for %b
//     use %b
//   }
//
// So tileas-pipeline-loops can let the next iteration's keys be copied while
// the values are read.
//
// The ops that compute the addresses are duplicated at the start of the
// iteration, where they depend on no other op of it: tileas-pipeline-loops can
// move them to an earlier iteration.
//
//===----------------------------------------------------------------------===//

#include "../Loops/CountedLoops.h"
#include "../Loops/RunAhead.h"
#include "AsyncCopies.h"
#include "CopiedRows.h"
#include "CopyEngines.h"
#include "CopyPlan.h"
#include "LoopRings.h"
#include "RingRoom.h"
#include "TensorCopies.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/RegisterBudget.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASMAKEASYNCHRONOUS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

struct MakeAsynchronousPass
    : tessera::impl::TileASMakeAsynchronousBase<MakeAsynchronousPass> {
  using TileASMakeAsynchronousBase::TileASMakeAsynchronousBase;

  void runOnOperation() override {
    target = lookupTarget(getOperation().getSpec().getTarget());
    TensorMaps maps(getOperation());
    FailureOr<SharedAllocation> allocation =
        SharedAllocation::create(getOperation());
    if (failed(allocation))
      return signalPassFailure();
    SmallVector<CopyPlan, 0> plans;
    SharedAllocation withRings = *allocation;
    getOperation().walk([&](scf::ForOp loop) {
      StringRef reason;
      if (std::optional<CopyPlan> plan =
              makePlan(loop, maps, withRings, reason)) {
        plans.push_back(std::move(*plan));
        chooseEngines(plans.back(), maps, withRings);
      } else if (!reason.empty() && isExpected(loop))
        explain(loop, reason);
    });
    // Without rings, buffers of short lives can leave gaps into which nothing
    // fits.
    auto hasRing = [](const CopyPlan &plan) { return plan.stages > 0; };
    for (CopyPlan &last :
         llvm::make_filter_range(llvm::reverse(plans), hasRing)) {
      if (withRings.place() <= target->getCapacities().maxSharedBytesPerBlock)
        break;
      copyByThreads(last, noRoom);
      last.stages = 0;
      withRings = *allocation;
      for (const CopyPlan &plan : llvm::reverse(plans))
        if (hasRing(plan))
          withRings.keepThroughout(plan.loop, plan.getBuffers(), plan.stages);
    }
    int64_t bytesOfMaps = 0;
    for (const CopyPlan &plan : plans)
      bytesOfMaps += countBytesOfMaps(plan, plan.stages);
    if (bytesOfMaps && withRings.place() + bytesOfMaps >
                           target->getCapacities().maxSharedBytesPerBlock)
      for (CopyPlan &plan : plans)
        copyByThreads(plan, noRoomForMaps);
    leaveRows(plans, maps);
    for (CopyPlan &plan : plans)
      carryOut(plan, maps);
    maps.eraseReplacedLoads();
    if (getOperation().getSpec().getStages() && llvm::none_of(plans, hasRing))
      remark::missed(getOperation().getLoc(),
                     named("RemarkHintIgnored", remarks::hints))
          << remark::reason("'tt.num_stages' has no effect: no loop of the "
                            "kernel is pipelined")
          << remark::suggest("{0}", remarks::moreTileBlocks);
  }

private:
  /// True if it is worth a word that a loop has no ring: it loads in each iteration,
  /// or what its products read.
  static bool isExpected(scf::ForOp loop) {
    return llvm::any_of(
        getLoadsOfIteration(loop), [&](tileaa::AccessOpInterface load) {
          Block *block = load->getBlock();
          return block == loop.getBody() ||
                 !block->getOps<tileaa::ProductOpInterface>().empty();
        });
  }

  /// Nothing if all loads of a loop remain loads; `reason` says why, unless
  /// there are none. Otherwise the rings fit into shared memory.
  std::optional<CopyPlan> makePlan(scf::ForOp loop, TensorMaps &maps,
                                   SharedAllocation &allocation,
                                   StringRef &reason) {
    // Loops over the slices of a tile are the compiler's own.
    SmallVector<tileaa::AccessOpInterface> loads = getLoadsOfIteration(loop);
    if (loop->hasAttr(tileaa::slicesAttrName) || loads.empty())
      return std::nullopt;
    reason = "this GPU has no asynchronous copies";
    if (!target || !target->hasCpAsync())
      return std::nullopt;
    reason = "it is not counted by 32 bits";
    if (!loop.getInductionVar().getType().isInteger(32))
      return std::nullopt;
    CopyPlan plan{loop, {}};
    RunAhead ahead(loop);
    Residency residency(*target, getOperation().getSpec().getAllWarps());
    int64_t registersOfTiles =
        residency.getMostRegisters(/*blocks=*/1) - registers::kForAddresses;
    for (tileaa::AccessOpInterface load : loads) {
      std::optional<AsyncCopy> copy = matchCopy(load, reason);
      if (!copy || !canCopy(*copy, maps, reason))
        continue;
      RunAhead with = ahead;
      if (!with.add(copy->getTaken())) {
        reason = "an address or a condition cannot be computed ahead of its "
                 "iteration";
      } else if (!with.fitsRegisters(RingRoom::kMostStages, registersOfTiles)) {
        reason = "registers have no room for the addresses or the masks that "
                 "are loaded for its copies";
      } else {
        ahead = std::move(with);
        plan.copies.push_back(std::move(*copy));
      }
    }
    RingRoom room(*target, getOperation().getSpec());
    if (room.rowsTakeBlocks(plan, allocation))
      llvm::erase_if(plan.copies, isRow);
    if (plan.copies.empty())
      return std::nullopt;
    plan.stages = std::max<int64_t>(room.chooseStages(plan, allocation), 0);
    reason = noRoom;
    if (plan.stages < 2 && leaveRounded(plan)) {
      if (plan.copies.empty())
        return std::nullopt;
      plan.stages = std::max<int64_t>(room.chooseStages(plan, allocation), 0);
    }
    room.holdMoreWarps(plan, allocation);
    reason =
        "loads leave an SM more warps, of which one multiplies while another "
        "one is in a branch";
    if (plan.stages > 1 && tensorMaps <= 0 &&
        room.branchesHoldMoreWarps(plan, allocation))
      return std::nullopt;
    reason = "'tt.num_stages' is 1";
    if (getOperation().getSpec().getStages() == 1)
      return std::nullopt;
    if (plan.stages > 0)
      allocation.keepThroughout(loop, plan.getBuffers(), plan.stages);
    return plan;
  }

  /// Leaves rows that no ring has to all threads that read them.
  void leaveRows(MutableArrayRef<CopyPlan> plans, TensorMaps &maps) {
    llvm::SmallPtrSet<Operation *, 8> copied;
    for (CopyPlan &plan : plans) {
      if (plan.stages < 2)
        llvm::erase_if(plan.copies, isRow);
      copied.insert_range(plan.getLoads());
    }
    tileas::leaveRows(getOperation(), copied, maps.getFacts());
  }

  /// True for a copy that threads could do, or that a map can: what is rounded on
  /// the way no thread copies.
  bool canCopy(AsyncCopy &copy, TensorMaps &maps, StringRef &reason) {
    if (!copy.isRounded())
      return true;
    reason = "threads round what they load";
    return tensorMaps != 0 && maps.match(copy, reason);
  }

  /// Leaves tiles to threads that are rounded on the way. False if there are none.
  static bool leaveRounded(CopyPlan &plan) {
    size_t before = plan.copies.size();
    llvm::erase_if(plan.copies,
                   [](const AsyncCopy &copy) { return copy.isRounded(); });
    return plan.copies.size() != before;
  }

  //===--- Who copies -----------------------------------------------------===//

  static constexpr StringLiteral noRoomForMaps =
      "shared memory has no room for the mbarriers of its ring";

  /// Lets tensor maps copy the tiles of a loop, as far as they can, if the
  /// machine model says that it is better.
  void chooseEngines(CopyPlan &plan, TensorMaps &maps,
                     const SharedAllocation &allocation) {
    if (tensorMaps == 0 || !target->has(Feature::TensorMapReplace))
      return;
    for (AsyncCopy &copy : plan.copies) {
      StringRef reason;
      copy.box = maps.match(copy, reason);
      if (!copy.box)
        explainEngine(copy, reason);
    }
    if (plan.stages < 2)
      copyByThreads(plan, "its copies do not run ahead");
    bool mayChoose = tensorMaps < 0 && llvm::none_of(
                                           plan.copies,
                                           [](const AsyncCopy &copy) {
                                             return copy.isRounded();
                                           });
    if (!mayChoose)
      return;
    RingRoom room(*target, getOperation().getSpec());
    keepMaps(plan, "an SM would hold fewer blocks for its mbarriers",
             [&] { return !room.mapsTakeBlocks(plan, allocation); });
    keepMaps(plan, "to find the map takes longer than it saves",
             [&] { return weigh(plan, allocation); });
  }

  /// Keeps maps that are right, if need be without those of rows beside products, and
  /// without those that gather rows; of none of them the rest are right for a reason.
  void keepMaps(CopyPlan &plan, StringRef reason,
                function_ref<bool()> isRight) {
    bool (*all[])(AsyncCopy &) = {isRow, gathersRows,
                                  [](AsyncCopy &) { return true; }};
    for (auto *isLeft : all) {
      if (!hasMaps(plan) || isRight())
        return;
      copyByThreads(plan, reason, isLeft);
    }
  }

  static bool gathersRows(AsyncCopy &copy) {
    return copy.box && copy.box->gathered;
  }

  /// True if the maps of a loop are a gain.
  bool weigh(CopyPlan &plan, SharedAllocation allocation) {
    KernelSpecAttr spec = getOperation().getSpec();
    unsigned others = spec.getAllWarps() - spec.getWarps();
    unsigned warps = others ? others : spec.getWarps();
    unsigned blocks =
        RingRoom(*target, spec).countBlocks(plan, allocation.place());
    MapBalance balance =
        weighMaps(plan.loop, plan.copies, warps, blocks, *target);
    remark::analysis(plan.loop.getLoc(),
                     named("RemarkTensorMaps", remarks::schedule))
        << remark::metric("SavedCycles", int64_t(balance.saved))
        << remark::metric("Iterations", int64_t(balance.iterations))
        << remark::metric("CyclesOfMaps", int64_t(balance.cost))
        << remark::metric("Chosen", balance.isGain());
    return balance.isGain();
  }

  static bool hasMaps(const CopyPlan &plan) {
    return llvm::any_of(plan.copies, [](const AsyncCopy &copy) {
      return copy.box.has_value();
    });
  }

  void copyByThreads(
      CopyPlan &plan, StringRef reason,
      function_ref<bool(AsyncCopy &)> isOne = [](AsyncCopy &) {
        return true;
      }) {
    for (AsyncCopy &copy : plan.copies)
      if (copy.box && isOne(copy)) {
        copy.box.reset();
        explainEngine(copy, reason);
      }
    if (leaveRounded(plan))
      plan.lost = reason;
  }

  void explainEngine(AsyncCopy &copy, StringRef reason) {
    remark::analysis(copy.load.getLoc(),
                     named("RemarkCopyEngine", remarks::memory))
        << remark::metric("Engine", copy.box ? "tensor map" : "threads")
        << remark::reason("{0}", reason);
  }

  void makeMaps(CopyPlan &plan, TensorMaps &maps) {
    for (AsyncCopy &copy : plan.copies) {
      if (!copy.box)
        continue;
      maps.make(copy);
      ++numTensorCopies;
      explainEngine(copy, "one thread copies the whole tile");
    }
  }

  void carryOut(CopyPlan &plan, TensorMaps &maps) {
    if (plan.copies.empty())
      return explain(plan.loop, plan.lost);
    numCopies += plan.copies.size();
    makeMaps(plan, maps);
    plan.loop = plan.stages > 0 ? countFromZero(plan.loop) : plan.loop;
    // Not earlier, because a loop in the body may have been replaced.
    if (plan.stages == 1)
      plan.deferFirstReaders();
    if (plan.stages == 1 || plan.followOneAnother)
      plan.findLaterWait();
    if (plan.stages > 1 || plan.laterWait)
      remark::passed(plan.loop.getLoc(),
                     named("RemarkLoopPipelined", remarks::schedule))
          << remark::metric("Copies", plan.copies.size())
          << remark::metric("Stages", std::max<int64_t>(plan.stages, 1));
    else
      explain(plan.loop, noRoom);
    if (plan.stages == 0)
      return copyInPlace(plan);
    rewrite(plan);
  }

  remark::RemarkOpts named(StringRef name, StringRef category) {
    return remark::RemarkOpts::name(name).category(category).function(
        getOperation().getSymName());
  }

  void explain(scf::ForOp loop, StringRef reason) {
    remark::missed(loop.getLoc(),
                   named("RemarkLoopNotPipelined", remarks::schedule))
        << remark::reason("not pipelined: {0}", reason)
        << remark::suggest("{0}", remarks::moreTileBlocks);
  }

  /// Copies each tile where it was stored, and waits for it there: it takes as
  /// much shared memory as before, and no registers. Its ring is one of a
  /// single turn. A tile in front of whose store something is ordered behind its load
  /// stays as it is. Tiles that are read behind all others are copied when these have been
  /// read.
  static void copyInPlace(CopyPlan &plan) {
    for (auto [number, copy] : llvm::enumerate(plan.copies)) {
      Operation *begin = plan.laterWait && number >= plan.firstLater
                             ? findBegin(plan, copy)
                             : nullptr;
      if (begin && begin->isBeforeInBlock(plan.laterWait)) {
        copyBehindOthers(plan, copy, begin);
        continue;
      }
      auto order = copy.findOrderBeforeStore();
      if (!order)
        continue;
      OpBuilder builder(copy.store);
      copyOnce(builder, copy, copy.store);
      for (Operation *op : *order)
        op->moveBefore(copy.store);
      copy.eraseLoad();
    }
  }

  /// The last op of a loop's body that reads a tile which is read before those that are
  /// waited for later, or that makes what a copy takes.
  static Operation *findBegin(const CopyPlan &plan, const AsyncCopy &copy) {
    Operation *last = plan.lastOfFirst;
    for (Value taken : copy.getTaken())
      if (Operation *made = taken.getDefiningOp();
          made && made->getBlock() == last->getBlock() &&
          last->isBeforeInBlock(made))
        last = made;
    return last;
  }

  /// Copies a tile behind `begin`, where all that are read before it have been read, and
  /// waits for it where it is read.
  static void copyBehindOthers(CopyPlan &plan, AsyncCopy &copy,
                               Operation *begin) {
    OpBuilder builder(copy.load);
    builder.setInsertionPointAfter(begin);
    copy.buffer->moveBefore(builder.getInsertionBlock(),
                            builder.getInsertionPoint());
    copyOnce(builder, copy, plan.laterWait);
    copy.eraseLoad();
  }

  /// Begins a copy, by a ring of a single turn, and waits for it in front of an op.
  static void copyOnce(OpBuilder &builder, AsyncCopy &copy, Operation *reader) {
    Value turn = arith::ConstantOp::create(builder, copy.load.getLoc(),
                                           builder.getI32IntegerAttr(0));
    IRMapping none;
    CopyGroup group(copy.load.getLoc(), turn, copy, none);
    group.fill(builder, [&](AsyncCopy &copy) { return copy.buffer; });
    builder.setInsertionPoint(reader);
    group.wait(builder);
  }

  static void rewrite(CopyPlan &plan) {
    auto copies = MutableArrayRef(plan.copies);
    auto first =
        copies.take_front(plan.laterWait ? plan.firstLater : copies.size());
    auto later = copies.drop_front(first.size());
    OpBuilder builder(plan.loop);
    IRMapping ofFirst, ofLater;
    scf::ForOp loop = plan.loop;
    // Each group computes its own addresses, since only one may run ahead.
    loop = computeAddresses(loop, later, builder, ofLater);
    Operation *behindAddresses = &*builder.getInsertionPoint();
    loop = computeAddresses(loop, first, builder, ofFirst);
    Value turn = makeTurn(builder, loop.getLoc(), loop.getInductionVar());
    SmallVector<CopyGroup, 2> groups;
    OpBuilder outside(loop);
    auto allocate = [&](AsyncCopy &copy) {
      BufferType buffer = copy.buffer.getBuffer().getType();
      return AllocSharedOp::create(outside, copy.buffer.getLoc(),
                                   buffer.withStages(plan.stages),
                                   /*offset=*/IntegerAttr());
    };
    groups.emplace_back(loop.getLoc(), turn, first, ofFirst);
    groups.back().fill(builder, allocate);
    groups.back().wait(builder);
    if (plan.laterWait) {
      builder.setInsertionPoint(behindAddresses);
      groups.emplace_back(loop.getLoc(), turn, later, ofLater);
      groups.back().fill(builder, allocate);
      builder.setInsertionPoint(plan.laterWait);
      groups.back().wait(builder);
    }
    // Not earlier, because the ops that are erased with a load served as
    // insertion points.
    for (AsyncCopy &copy : plan.copies)
      copy.erase();
    removeDeadOps(loop);
  }

  /// Computes the operands of copies at the start of a loop's body, and leaves
  /// the builder after them. Returns the loop, which may be a new one.
  static scf::ForOp computeAddresses(scf::ForOp loop,
                                     ArrayRef<AsyncCopy> copies,
                                     OpBuilder &builder, IRMapping &early) {
    RunAhead ahead(loop);
    for (const AsyncCopy &copy : copies)
      ahead.add(copy.getTaken());
    return ahead.compute(builder, early);
  }

  const TargetInfo *target = nullptr;
};

} // namespace

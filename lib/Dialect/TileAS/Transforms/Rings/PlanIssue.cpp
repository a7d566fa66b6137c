//===- PlanIssue.cpp - A warp that begins copies and products for others --===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that computes on what its products give has one thread begin these, and all
// other warps wait for it at the next barrier: 250 cycles of the 1,720 of an iteration of
// attention with 128 columns. A warp beside them takes it over, and their barriers become
// some at which it alone waits:
//
//   tmem_load %scores                       tmem_load %scores
//   barrier                                 copy_barrier %c0 of 1 from 1
//   tcgen05_mma ... pending                 tcgen05_mma ... pending
//   await_products                  ->      await_products
//   tmem_store %powers                      tmem_store %powers whole
//                                           copy_barrier %c0 of 1 from 2
//   tcgen05_mma ... pending                 tcgen05_mma ... pending
//
// The program stays one, and so does its order: SplitIssue.cpp takes it apart.
//
// A warp that has passed such a barrier comes to it again in the next iteration. It has
// waited for products then that have begun behind the barrier, so that the warp which
// begins them has left it. That, and nothing else, keeps both in step: a loop without
// such a wait stays as it is, and so does one in which warps wait for one another.
//
//===----------------------------------------------------------------------===//

#include "IssueRules.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAS/Analysis/BufferOrigins.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "tessera/Target/Occupancy.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASPLANISSUE
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Barriers of a CTA beside the one of all threads (PTX ISA, "barrier").
static constexpr unsigned kNamedBarriers = 15;

/// Guards of powers give up one of so many registers that they have for another warp. Where
/// they give up more, ptxas spills, or takes those of another block (tensor-memory.md). A
/// kernel without powers has nobody who takes them.
static constexpr int64_t kShareOfGuards = 4;

/// True for a loop without others in it that reads what products of its earlier iterations
/// give, while those of this one go on. A loop that waits for them at once gains nothing
/// by another warp.
static bool readsEarlierProducts(scf::ForOp loop) {
  bool reads = llvm::any_of(loop.getOps<TmemLoadOp>(), [&](TmemLoadOp load) {
    auto carried = dyn_cast<BlockArgument>(load.getSum());
    return carried && carried.getOwner() == loop.getBody();
  });
  return reads && !loop.getOps<Tcgen05MmaOp>().empty() &&
         loop.getOps<LoopLikeOpInterface>().empty();
}

/// True for a point at which threads wait for all others.
static bool meets(Operation *op) {
  auto store = dyn_cast<TmemStoreOp>(op);
  return isa<BarrierOp>(op) || (store && store.meets());
}

namespace {

/// A buffer whose elements threads move, as a tile.
struct MovedBuffer {
  AllocSharedOp alloc;
  RankedTensorType tile;

  bool overlaps(MovedBuffer other) {
    auto end = [](MovedBuffer each) {
      BufferType type = each.alloc.getBuffer().getType();
      return *each.alloc.getOffset() + type.getSizeInBytes();
    };
    return *alloc.getOffset() < end(other) &&
           *other.alloc.getOffset() < end(*this);
  }
  /// True if each thread has the same bytes of both.
  bool isLike(MovedBuffer other) {
    return tile && tile == other.tile &&
           alloc.getOffset() == other.alloc.getOffset() &&
           alloc.getBuffer().getType() == other.alloc.getBuffer().getType();
  }
};

} // namespace

/// True if warps of a loop may wait for one another, and not only for products: one
/// reads from shared or global memory what another one has written there, or writes
/// what it has read. Where threads write to a buffer alone, each has its own elements
/// of it in all iterations.
static bool exchangesBetweenWarps(scf::ForOp loop,
                                  const BufferOrigins &origins) {
  SmallVector<MovedBuffer> written, read;
  bool changesGlobal = false;
  loop.walk([&](Operation *op) {
    auto global = dyn_cast<tileaa::AccessOpInterface>(op);
    changesGlobal |= global && global.isWrite();
    auto accessing = dyn_cast<BufferAccessOpInterface>(op);
    if (!accessing)
      return;
    for (const BufferAccess &access : accessing.getBufferAccesses()) {
      auto buffer = cast<BufferType>(access.buffer->get().getType());
      if (access.proxy != BufferAccess::Proxy::Generic ||
          access.executor == Executor::Machine ||
          access.part == BufferAccess::Part::End ||
          isa<MBarrierType>(buffer.getElementType()))
        continue;
      bool isRead = access.kind == BufferAccess::Kind::Read;
      for (const BufferOrigin &origin : origins.lookup(access.buffer->get()))
        (isRead ? read : written).push_back({origin.alloc, access.tile});
    }
  });
  for (size_t number = 0; number != written.size(); ++number) {
    MovedBuffer buffer = written[number];
    auto meetsBuffer = [&](MovedBuffer other) {
      return buffer.overlaps(other);
    };
    auto meetsOthers = [&](MovedBuffer other) {
      return buffer.overlaps(other) && !buffer.isLike(other);
    };
    if (llvm::any_of(read, meetsBuffer) ||
        llvm::any_of(ArrayRef(written).take_front(number), meetsOthers))
      return true;
  }
  return changesGlobal;
}

/// True if warps of a loop have elements of the same lanes of tensor memory, so that one
/// may store what another has yet to read.
static bool sharesLanes(scf::ForOp loop) {
  auto isShared = [](RankedTensorType tile) {
    auto layout = dyn_cast_or_null<LayoutAttr>(tile.getEncoding());
    return !layout || !isTensorMemoryLayout(layout.getMap()) ||
           !getTensorGroups(layout.getMap()).hasLanesOfWarps();
  };
  WalkResult found = loop.walk([&](Operation *op) {
    auto store = dyn_cast<TmemStoreOp>(op);
    auto load = dyn_cast<TmemLoadOp>(op);
    bool shares =
        (store && !store.isOfZeros() && isShared(store.getTile().getType())) ||
        (load && isShared(load.getResult().getType()));
    return shares ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

namespace {
/// The reason for which no other warp can begin products, and what changes that; empty
/// if there is none.
struct Obstacle {
  StringRef reason, advice;

  explicit operator bool() const { return !reason.empty(); }
};
} // namespace

static Obstacle findObstacle(scf::ForOp loop, const BufferOrigins &origins) {
  bool waits = false, isNested = false;
  loop.walk([&](Operation *op) {
    auto product = dyn_cast<Tcgen05MmaOp>(op);
    bool isInside = op->getParentOp() != loop;
    waits |= !isInside &&
             (isa<AwaitProductsOp>(op) || (product && !product.getPending()));
    isNested |= isInside && meets(op);
  });
  if (!waits)
    return {"no iteration waits for products, so that warps could come to a "
            "barrier twice",
            "read what a product gives in the iteration that begins it"};
  if (isNested)
    return {"threads meet in a branch", "use tiles of fewer elements in it"};
  if (exchangesBetweenWarps(loop, origins) || sharesLanes(loop))
    return {"warps exchange elements in the loop that multiplies",
            "let rows of a tile depend on those of others behind the loop"};
  return {};
}

static Obstacle findObstacle(Operation *op) {
  auto product = dyn_cast<Tcgen05MmaOp>(op);
  auto buffer = dyn_cast<AllocSharedOp>(op);
  if ((product && !product.getMemory()) || (buffer && !buffer.getOffset()))
    return {"sums or buffers have no places yet",
            "run tileas-place-sums and tileas-allocate-shared first"};
  if (isForWholeKernel(op) && !op->hasTrait<OpTrait::IsTerminator>())
    return {"the kernel has scratch memory, which is for all warps",
            "keep tiles in registers, without an alloca"};
  if (isa<AgentsOp, CopyBarrierOp, ClusterBarrierOp>(op))
    return {"its warps have parts of the program already",
            "leave the number of warps that copy to the compiler"};
  if (product && (product.hasSignedScales() || !product.getMbarriers().empty()))
    return {"threads look at the signs of scales",
            "use scales that have no sign"};
  return {};
}

namespace {

struct PlanIssuePass : tessera::impl::TileASPlanIssueBase<PlanIssuePass> {
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    unsigned meetings = 0;
    getOperation().getBody().walk([&](scf::ForOp loop) {
      if (!readsEarlierProducts(loop))
        return;
      loops.push_back(loop);
      for (Operation &op : *loop.getBody())
        meetings += meets(&op);
    });
    if (loops.empty())
      return;
    Obstacle obstacle = findObstacle(loops);
    if (!obstacle && meetings > kNamedBarriers)
      obstacle = {"a CTA has no barrier for each place where threads meet",
                  "use a kernel for each of the loops"};
    explain(obstacle);
    if (obstacle)
      return;
    waitBehindProducts();
    meetBehindStores();
    letWarpsPass(loops);
    if (!guardsPowers())
      computeBeforeWaits(loops);
    KernelOpInterface kernel = getOperation();
    kernel.setSpecAttr(
        kernel.getSpec()
            .withPlan(planRegisters())
            .withAgent(AgentAttr::get(&getContext(), AgentAttr::issueName,
                                      /*warps=*/1)));
    ++numKernels;
  }

private:
  Obstacle findObstacle(ArrayRef<scf::ForOp> loops) {
    Obstacle obstacle = findObstacleOfLaunch();
    getOperation().getBody().walk([&](Operation *op) {
      if (!obstacle)
        obstacle = ::findObstacle(op);
    });
    BufferOrigins origins(getOperation());
    for (scf::ForOp loop : loops)
      if (!obstacle)
        obstacle = ::findObstacle(loop, origins);
    if (obstacle)
      return obstacle;
    OpsOfAll ofAll(getOperation());
    for (bool begins : {false, true})
      if (AgentNeeds(getOperation().getBody(), IssueRules(begins, ofAll))
              .getForeign())
        return {"a warp would need what others compute",
                "load bounds of loops in front of the kernel"};
    return {};
  }

  /// An obstacle in the warps of the kernel and their registers.
  Obstacle findObstacleOfLaunch() {
    KernelSpecAttr spec = getOperation().getSpec();
    const TargetInfo *target = lookupTarget(spec.getTarget());
    PlanAttr plan = spec.getPlan();
    if (!target || !plan)
      return {"the kernel has no plan for its registers", "optimize it"};
    if (spec.getFixedWarps())
      return {"the front end asks for a number of warps",
              "leave that to the compiler"};
    if (spec.getClusterCTAs() > 1)
      return {"a tile block has several CTAs", "ask for one"};
    Residency residency(*target, spec.getAllWarps() + 1,
                        countTensorColumns(getOperation()));
    if (residency.countBlocks(spec.getShared(),
                              planRegisters().getRegisters()) < countBlocks())
      return {"registers have no room for another warp of each block",
              "use smaller tiles"};
    return {};
  }

  unsigned countBlocks() {
    KernelSpecAttr spec = getOperation().getSpec();
    return std::max(spec.getPlan().getBlocks(), spec.getMinCtasPerSm());
  }

  /// The plan with as many registers as there are beside another warp, if guards of powers
  /// give up what is missing.
  PlanAttr planRegisters() {
    KernelSpecAttr spec = getOperation().getSpec();
    PlanAttr plan = spec.getPlan();
    int64_t most =
        getMostRegistersPerThread(spec.getAllWarps() + 1, countBlocks());
    int64_t missing = std::max<int64_t>(plan.getRegisters() - most, 0);
    int64_t share = guardsPowers() ? kShareOfGuards : 1;
    if (missing * share > plan.getOfGuards())
      return plan;
    return plan.withRegisters(plan.getRegisters() - missing,
                              plan.getOfGuards() - missing);
  }

  bool guardsPowers() {
    auto found = getOperation().getBody().walk([](tileaa::Exp2Op power) {
      return canBeGuardedTogether(power) ? WalkResult::interrupt()
                                         : WalkResult::advance();
    });
    return found.wasInterrupted();
  }

  /// Waits for products on their own, where threads wait at once.
  void waitBehindProducts() {
    getOperation().walk([](Tcgen05MmaOp product) {
      if (product.getPending())
        return;
      product.setPending(true);
      OpBuilder builder(product->getContext());
      builder.setInsertionPointAfter(product);
      auto await = AwaitProductsOp::create(builder, product.getLoc(),
                                           product.getMemory());
      setSlot(await, getSlot(product));
    });
  }

  /// Has threads meet behind stores by barriers of their own.
  void meetBehindStores() {
    getOperation().walk([](TmemStoreOp store) {
      if (!store.meets())
        return;
      store.setWhole(true);
      OpBuilder builder(store->getContext());
      builder.setInsertionPointAfter(store);
      setSlot(BarrierOp::create(builder, store.getLoc()), getSlot(store));
    });
  }

  /// Has only the warp that begins products wait at the barriers of loops. Others come
  /// there as soon as they have done what it waits for, and ptxas does not delay that:
  /// without it they arrive behind all powers of attention.
  void letWarpsPass(ArrayRef<scf::ForOp> loops) {
    int64_t next = 1;
    for (scf::ForOp loop : loops) {
      OpBuilder builder(loop);
      Value turn = arith::ConstantOp::create(builder, loop.getLoc(),
                                             builder.getI32IntegerAttr(0));
      // That of tiles around it, which has a schedule as well.
      setSlot(turn.getDefiningOp(), getSlot(loop));
      for (auto barrier :
           llvm::make_early_inc_range(loop.getOps<BarrierOp>())) {
        Operation *place = barrier;
        while (place->getPrevNode() && isPure(place->getPrevNode()))
          place = place->getPrevNode();
        builder.setInsertionPoint(place);
        auto passed = CopyBarrierOp::create(builder, barrier.getLoc(), turn,
                                            /*stages=*/1, /*first=*/next++);
        auto kept = SchedBarrierOp::create(builder, barrier.getLoc());
        for (Operation *op : {passed.getOperation(), kept.getOperation()})
          setSlot(op, getSlot(place));
        barrier.erase();
      }
    }
  }

  /// Has warps that compute wait for products where the program does. ptxas waits as
  /// soon as nothing keeps it, in front of all powers that have no guards. These keep most
  /// in front of the wait, and ptxas has registers for the rest where it may mix it.
  void computeBeforeWaits(ArrayRef<scf::ForOp> loops) {
    for (scf::ForOp loop : loops)
      for (auto await : loop.getOps<AwaitProductsOp>()) {
        OpBuilder builder(await);
        setSlot(SchedBarrierOp::create(builder, await.getLoc()),
                getSlot(await));
      }
  }

  void explain(const Obstacle &obstacle) {
    KernelOpInterface kernel = getOperation();
    auto named = remark::RemarkOpts::name("RemarkIssuingWarp")
                     .category(remarks::schedule)
                     .function(kernel.getSymName());
    if (!obstacle)
      remark::passed(kernel.getLoc(), named)
          << remark::reason("a warp of its own begins copies and products");
    else
      remark::missed(kernel.getLoc(), named)
          << remark::reason("warps that compute begin copies and products: {0}",
                            obstacle.reason)
          << remark::suggest("{0}", obstacle.advice);
  }
};

} // namespace

//===- AlternateBuffers.cpp - Two buffers of what products read -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for %i = ... {               %two = tileas.alloc_shared : <..., stages = 2>
//     %x = round ...                 scf.for %i = ... {
//     %b = tileas.alloc_shared         %x = round ...
//     tileas.shared_store %x to %b     %b = tileas.slice %two[%i]
//     tileas.wgmma %a, %b, ...  ->     tileas.shared_store %x to %b
//   }                                  tileas.wgmma %a, %b, ...
//                                    }
//
// A product that goes on reads its factors until the next barrier. With one buffer
// that is the barrier before the next store, so that threads store while the tensor
// cores have nothing to do; with two it is the one behind that store.
//
// Where each warp multiplies for itself, it stores when all have read: with two buffers they
// meet once in an iteration, behind the store, and one reads while another stores.
//
// There, and where sums lie in tensor memory, there are two if an SM holds one block alone:
// several overlap by themselves, and what is loaded meanwhile would take registers of theirs.
// An SM holds it alone if it does with the shortest rings, which make room for a second
// buffer, too.
//
// Copies have rings for the same purpose. A store takes a tile of registers, and so
// belongs to the iteration of its product: two buffers are all that it can use.
//
//===----------------------------------------------------------------------===//

#include "../Loops/CountedLoops.h"
#include "../Rings/LoopRings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/TileAS/Analysis/Engines.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/Residency.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Support/RemarkCategories.h"
#include "llvm/ADT/MapVector.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASALTERNATEBUFFERS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static constexpr int64_t kBuffers = 2;

/// The stages of the shortest rings whose copies run ahead.
static constexpr int64_t kShortestRing = 2;

using LoopBuffers = llvm::MapVector<scf::ForOp, SmallVector<AllocSharedOp>>;

/// True if each warp multiplies for itself what a buffer has.
static bool isForWarps(AllocSharedOp buffer) {
  return llvm::any_of(buffer.getBuffer().getUsers(), isOfFragments);
}

/// True for a buffer that each iteration fills by one store of its threads, for
/// products that go on behind it, and for nobody else.
static bool isStoredForProducts(AllocSharedOp buffer) {
  unsigned stores = 0, products = 0;
  for (Operation *user : buffer.getBuffer().getUsers()) {
    if (user->getBlock() != buffer->getBlock())
      return false;
    if (isa<SharedStoreOp>(user))
      ++stores;
    else if (isOfTensorCores(user))
      ++products;
    else
      return false;
  }
  return stores == 1 && products > 0 && buffer.getType().getStages() == 1;
}

/// The buffers of each loop whose stores need not wait for a product of their own
/// iteration. One that stores the powers of scores has nothing to overlap with: the
/// product that reads them ends before the next scores are there.
static LoopBuffers findBuffers(KernelOpInterface kernel) {
  LoopBuffers buffers;
  llvm::DenseSet<Value> ofProducts;
  llvm::SmallPtrSet<Operation *, 8> around;
  // Ops of regions come before the op that has these.
  kernel.getBody().walk([&](Operation *op) {
    bool isOfProduct = isOfTensorCores(op) || around.contains(op) ||
                       llvm::any_of(op->getOperands(), [&](Value operand) {
                         return ofProducts.contains(operand);
                       });
    if (isOfProduct) {
      ofProducts.insert_range(op->getResults());
      around.insert(op->getParentOp());
    }
    auto store = dyn_cast<SharedStoreOp>(op);
    auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
    if (!store || !loop || isOfProduct)
      return;
    auto buffer = store.getBuffer().getDefiningOp<AllocSharedOp>();
    if (buffer && isStoredForProducts(buffer))
      buffers[loop].push_back(buffer);
  });
  return buffers;
}

namespace {

struct AlternateBuffersPass
    : tessera::impl::TileASAlternateBuffersBase<AlternateBuffersPass> {
  void runOnOperation() override {
    const TargetInfo *target =
        lookupTarget(getOperation().getSpec().getTarget());
    LoopBuffers found = findBuffers(getOperation());
    if (!target || found.empty())
      return;
    FailureOr<SharedAllocation> allocation =
        SharedAllocation::create(getOperation());
    if (failed(allocation))
      return signalPassFailure();
    // All are chosen before the first is carried out, which erases its buffers.
    found.remove_if([&](auto &each) {
      auto &[loop, buffers] = each;
      SharedAllocation with = *allocation;
      with.keepThroughout(loop, buffers, kBuffers);
      bool isChosen = llvm::any_of(buffers, isForWarps)
                          ? helpWarps(*allocation, with, loop, *target)
                          : areWorthIt(*allocation, with, loop, *target);
      if (isChosen)
        allocation = std::move(with);
      return !isChosen;
    });
    for (auto &[loop, buffers] : found) {
      remark::passed(loop.getLoc(),
                     remark::RemarkOpts::name("RemarkBuffersAlternate")
                         .category(remarks::schedule)
                         .function(getOperation().getSymName()))
          << remark::metric("Buffers", int64_t(buffers.size()));
      numBuffers += buffers.size();
      alternate(countFromZero(loop), buffers);
    }
  }

private:
  /// True if an SM holds as many blocks with two buffers, and none of them has others
  /// to overlap with: one whose threads spill counts as one that an SM does not hold,
  /// with whatever shared memory.
  bool areWorthIt(SharedAllocation before, SharedAllocation after,
                  scf::ForOp loop, const TargetInfo &target) {
    KernelSpecAttr spec = getOperation().getSpec();
    Residency residency(target, spec.getAllWarps());
    int64_t registers =
        RegisterEstimate(loop, SmallPtrSet<Operation *, 1>()).getOfThread();
    int64_t bytes = after.place(),
            blocks = residency.countBlocks(before.place(), registers);
    return !(target.hasTcgen05() && blocks > 1) &&
           bytes <= residency.getMostSharedBytes(/*blocks=*/1) &&
           residency.countBlocks(bytes, registers) >= blocks;
  }

  /// The same where warps multiply for themselves, if an SM holds one block alone. Rings
  /// that leave no room for both buffers get shorter.
  bool helpWarps(SharedAllocation before, SharedAllocation after,
                 scf::ForOp loop, const TargetInfo &target) {
    KernelSpecAttr spec = getOperation().getSpec();
    Residency residency(target, spec.getAllWarps());
    LoopRings rings(loop);
    int64_t registers =
        RegisterEstimate(loop, SmallPtrSet<Operation *, 1>()).getOfThread();
    int64_t least = before.place() - rings.getSparedBytes(kShortestRing);
    if (residency.countBlocks(least, registers) > 1)
      return false;
    int64_t bytes = after.place(), stages = rings.getStages();
    auto fits = [&] {
      return bytes - rings.getSparedBytes(stages) <=
             residency.getMostSharedBytes(/*blocks=*/1);
    };
    while (!fits() && stages > kShortestRing && !spec.getStages())
      --stages;
    if (!fits())
      return false;
    rings.setStages(stages);
    return true;
  }

  static void alternate(scf::ForOp loop, ArrayRef<AllocSharedOp> buffers) {
    OpBuilder outside(loop), inside(loop.getContext());
    inside.setInsertionPointToStart(loop.getBody());
    Value turn = makeTurn(inside, loop.getLoc(), loop.getInductionVar());
    for (AllocSharedOp buffer : buffers) {
      auto both = AllocSharedOp::create(outside, buffer.getLoc(),
                                        buffer.getType().withStages(kBuffers),
                                        /*offset=*/IntegerAttr());
      inside.setInsertionPoint(buffer);
      auto stage = SliceOp::create(inside, buffer.getLoc(), both, turn);
      buffer.replaceAllUsesWith(stage.getResult());
      buffer.erase();
    }
  }
};

} // namespace

//===- PairSignals.cpp - mbarriers for the copies of both CTAs ------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread of the first CTA that begins a product of a pair has to know that the
// factors are there in both. Where another agent of each CTA has the machine copy them,
// the copies of both tell the first CTA's mbarrier (PTX ISA, "cp.async.bulk.tensor",
// .cta_group::2), and the threads that multiply meet no more but where a sum begins.
//
//   %f = mbarrier_phase %full[%n]        %f = mbarrier_phase %full[%n]
//     : !mbarrier<1>                       : !mbarrier<1, ctas = 2>
//   wait_phase %f for %a                 wait_phase %f for %a
//                                        %e = mbarrier_phase previous %empty[%n]
//                                        wait_phase %e in_turn
//   tcgen05_mma %a, ... on %empty[%n]    tcgen05_mma %a, ... on %empty[%n] signalled
//
// CTAs meet where these mbarriers have begun. To threads of the second CTA the wait for %full is none. They arrive at %empty as
// before, and wait for its phase before: they would run ahead of it otherwise.
//
// A sum to which products alone have added since it began is nobody's but the tensor
// cores', so that its products need not know what the other CTA's threads have done.
//
//===----------------------------------------------------------------------===//

#include "PairSignals.h"
#include "../Rings/RingMBarriers.h"
#include "PairFactors.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/SameInAllCTAs.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True if threads neither read nor write a sum, or its columns, between the op that
/// begins it and the products that add to `sum`, a value of this chain.
static bool isOfProductsAlone(Value sum, llvm::SetVector<Value> &chain) {
  if (!chain.insert(sum))
    return true;
  if (auto store = sum.getDefiningOp<TmemStoreOp>())
    return store.isOfZeros();
  if (!llvm::all_of(sum.getUsers(), llvm::IsaPred<Tcgen05MmaOp, scf::YieldOp>))
    return false;
  if (auto product = sum.getDefiningOp<Tcgen05MmaOp>())
    return isOfProductsAlone(product.getAcc(), chain);
  auto argument = dyn_cast<BlockArgument>(sum);
  auto loop = argument
                  ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                  : scf::ForOp();
  return loop &&
         isOfProductsAlone(loop.getTiedLoopInit(argument)->get(), chain) &&
         isOfProductsAlone(loop.getTiedLoopYieldedValue(argument)->get(),
                           chain);
}

namespace {

/// The mbarriers that tell products of the copies of both CTAs.
class Signals {
public:
  /// False if a product follows from anything else.
  bool find(KernelOpInterface kernel) {
    kernel.walk([&](Tcgen05MmaOp product) { products.push_back(product); });
    return llvm::all_of(products, [&](auto each) { return add(each); }) &&
           llvm::all_of(mbarriers, [&](Value ring) { return isOurs(ring); });
  }

  void run() {
    for (Value ring : mbarriers) {
      auto type = cast<BufferType>(ring.getType());
      unsigned arrivals =
          cast<MBarrierType>(type.getElementType()).getArrivals();
      ring.setType(BufferType::get(
          type.getContext(), type.getShape(),
          MBarrierType::get(type.getContext(), arrivals, /*ctas=*/2),
          type.getLayout(), type.getStages()));
    }
    for (Tcgen05MmaOp product : products) {
      waitUntilFree(product);
      product.setSignalled(true);
    }
    for (Value ring : mbarriers)
      meetBehindBegin(ring);
  }

private:
  /// Adds the mbarriers of a product's factors.
  bool add(Tcgen05MmaOp product) {
    llvm::SetVector<Value> chain, ofProduct;
    if (!isOfProductsAlone(product.getResult(), chain))
      return false;
    for (Value factor : {product.getLhs(), product.getRhs()}) {
      Value ring = findRing(factor);
      if (!ring)
        return false;
      ofProduct.insert(ring);
    }
    mbarriers.insert_range(ofProduct);
    // Each ring has others for stages that are free.
    return product.getMbarriers().size() == ofProduct.size();
  }

  /// The mbarriers that are told of all copies to a factor's buffer, which nobody but
  /// products reads; null if there is anything else.
  static Value findRing(Value factor) {
    Value buffer = FactorPlace(factor).buffer;
    if (!buffer)
      return {};
    llvm::SetVector<Value> rings;
    for (OpOperand *use : BufferUses(buffer).uses)
      if (auto copy = dyn_cast<TensorCopyOp>(use->getOwner()))
        rings.insert(copy.getRing());
      else if (!isa<Tcgen05MmaOp, WaitPhaseOp>(use->getOwner()))
        return {};
    return rings.size() == 1 ? rings.front() : Value();
  }

  /// True if both CTAs copy alike, and threads wait for nothing but to multiply. One warp
  /// copies, in front of which no product ends: another one may come so late to its wait
  /// for a stage that the next phase has ended, too, where nothing counts its arrival.
  bool isOurs(Value ring) {
    return llvm::all_of(ring.getUsers(), [&](Operation *user) {
      if (auto copy = dyn_cast<TensorCopyOp>(user))
        return getNumWarps(copy) == 1 && isMadeAlike(copy);
      if (auto arrival = dyn_cast<MBarrierArriveOp>(user))
        return arrival.getExecutor() == Executor::One && isMadeAlike(arrival);
      auto phase = dyn_cast<MBarrierPhaseOp>(user);
      if (!phase)
        return isa<MBarrierInitOp>(user);
      return !phase.getPrevious() &&
             llvm::all_of(phase->getUsers(), [&](Operation *wait) {
               return isBeforeProduct(cast<WaitPhaseOp>(wait));
             });
    });
  }

  /// True if both CTAs make a copy, or an arrival, equally often.
  static bool isMadeAlike(ConditionalOpInterface op) {
    return isSameInAllCTAs(op, OperandRange(op.getConditionMutable()));
  }

  bool isBeforeProduct(WaitPhaseOp wait) {
    return !wait.getResultToken() &&
           llvm::any_of(products, [&](Tcgen05MmaOp product) {
             return product->getBlock() == wait->getBlock() &&
                    wait->isBeforeInBlock(product);
           });
  }

  /// Has threads wait for the ends of the products that have read the stages of this
  /// one's factors before.
  static void waitUntilFree(Tcgen05MmaOp product) {
    OpBuilder builder(product);
    waitForPhases(builder, product.getLoc(), product.getMbarriers(),
                  product.getTurns(), /*isPrevious=*/true);
  }

  SmallVector<Tcgen05MmaOp> products;
  llvm::SetVector<Value> mbarriers;
};

} // namespace

bool tileas::signalFirstCTA(KernelOpInterface kernel) {
  Signals signals;
  if (!signals.find(kernel))
    return false;
  signals.run();
  return true;
}

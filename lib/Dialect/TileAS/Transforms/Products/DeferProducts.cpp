//===- DeferProducts.cpp - Products that go on while threads work ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers are placed as if a product were done where it stands. So up to the
// next one nobody writes what it reads, and since the last one nobody has
// written it: between these two it may begin and end anywhere.
//
// Products end in the order in which they begin, so that a wait for one leaves
// those that begin behind it. A loop's product that waits for the barrier alone,
// to free what the one before has read, begins before that barrier:
//
//   %sum = settle %carried            %sum = chain %carried
//   barrier                           %next = wgmma %a, %b, %sum pending
//   %next = wgmma %a, %b, %sum   ->   %left = retire %next leaving 1
//     pending                         barrier
//   copies                            copies
//
//===----------------------------------------------------------------------===//

#include "../Memory/FactorStores.h"
#include "ProductBarriers.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/BufferViews.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/Slots.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"

namespace tessera {
#define GEN_PASS_DEF_TILEASDEFERPRODUCTS
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for an op by which threads move tiles to buffers or from them, or begin
/// to.
static bool movesTiles(Operation *op) {
  return onlyAccesses(op, [](const BufferAccess &access) {
    return static_cast<bool>(access.tile);
  });
}

/// True for an op by which one thread begins a copy by the machine, or announces
/// its bytes.
static bool beginsMachineCopies(Operation *op) {
  auto arrive = dyn_cast<MBarrierArriveOp>(op);
  return isa<MachineCopyOpInterface, MBarrierMeetOp>(op) ||
         (arrive && arrive.getExecutor() == Executor::One && arrive.getBytes());
}

/// True for an op by which threads begin to copy.
static bool beginsCopies(Operation *op) {
  return beginsMachineCopies(op) ||
         onlyAccesses(op, [](const BufferAccess &access) {
           return access.tile && access.part == BufferAccess::Part::Begin;
         });
}

/// True for an arrival at mbarriers that products of the same warps tell, too: no
/// phase of these ends before the products have.
static bool arrivesWithProducts(Operation *op) {
  auto arrive = dyn_cast<MBarrierArriveOp>(op);
  return arrive &&
         llvm::any_of(arrive.getRing().getUsers(), [&](Operation *user) {
           return isa<Tcgen05MmaOp>(user) && getAgent(user) == getAgent(op);
         });
}

/// True for ops that may stand between a product and its wait: neither calls,
/// which would move registers, nor anything that threads meet at.
static bool canPass(Operation *op) {
  auto access = dyn_cast<tileaa::AccessOpInterface>(op);
  bool isWeak = access && access.getOrdering() == tileaa::Ordering::Weak;
  return isa<WarpReduceOp>(op) ||
         (op->getNumRegions() == 0 &&
          (isPure(op) || hasEffect<MemoryEffects::Allocate>(op) || isWeak ||
           movesTiles(op) || beginsMachineCopies(op) ||
           arrivesWithProducts(op) ||
           isa<CommitGroupOp, WaitGroupOp, WaitPhaseOp, ProxyFenceOp, WgmmaOp,
               SettleOp, Tcgen05MmaOp>(op)));
}

/// The zeros to which nothing but a product adds; null if it adds to others.
static Operation *findZeros(Operation *product) {
  auto ofThread = dyn_cast<Tcgen05MmaOp>(product);
  auto store =
      ofThread ? ofThread.getAcc().getDefiningOp<TmemStoreOp>() : TmemStoreOp();
  bool isAlone = store && store.isOfZeros() && store->hasOneUse() &&
                 store->getBlock() == product->getBlock();
  return isAlone ? store : nullptr;
}

/// Moves an op in front of another one, at the time of that.
static void moveBefore(Operation *op, Operation *place) {
  op->moveBefore(place);
  setSlot(op, getSlot(place));
}

/// Moves a product before the copies that stand between the last barrier and
/// it, with the zeros that it adds to.
static void advance(Operation *product) {
  Operation *place = product, *zeros = findZeros(product);
  bool passesCopies = false;
  for (Operation *op = product->getPrevNode(); op; op = op->getPrevNode()) {
    if (op == zeros)
      continue;
    bool isNeeded = llvm::any_of(op->getUsers(), [&](Operation *user) {
      return user == product || user == zeros;
    });
    bool isCopy = beginsCopies(op);
    if (isNeeded || op->getNumRegions() != 0 ||
        !(isPure(op) || isCopy || isa<CommitGroupOp>(op)))
      break;
    passesCopies |= isCopy;
    place = op;
  }
  if (!passesCopies)
    return;
  product->moveBefore(place);
  setSlot(product, {});
  if (zeros)
    moveBefore(zeros, product);
}

/// Moves a product for which threads wait at once behind the copies that begin
/// between it and the next barrier.
static void letCopiesPass(WgmmaOp product) {
  Operation *place = product;
  for (Operation *op = product->getNextNode();
       !op->hasTrait<OpTrait::IsTerminator>() && op->getNumRegions() == 0;
       op = op->getNextNode()) {
    bool canWait = isPure(op) || beginsCopies(op) || isa<CommitGroupOp>(op);
    if (!canWait || llvm::is_contained(op->getOperands(), product.getResult()))
      break;
    if (!isPure(op))
      place = op;
  }
  if (place == product)
    return;
  product->moveAfter(place);
  setSlot(product, {});
}

/// True if nothing reads a product's sum in its loop: it is only added to.
static bool isOnlyCarried(Tcgen05MmaOp product) {
  auto carried = dyn_cast<BlockArgument>(product.getAcc());
  return carried && isa<scf::ForOp>(carried.getOwner()->getParentOp()) &&
         product.getResult().hasOneUse() &&
         isa<scf::YieldOp>(*product.getResult().user_begin());
}

/// True for an op on tensor memory that may stand between another product and its wait,
/// if it does not use the sum: where that neither reads nor writes. The product of a factor
/// that threads store elsewhere begins then as well, and threads wait for both at once:
/// that is so only where none reads the sum of this one.
static bool isApartFrom(Operation *op, Tcgen05MmaOp product) {
  // Another sum is waited for where its own product is. No registers have the sum, so
  // that a branch may stand there.
  if (isa<TmemLoadOp>(op) || (isa<scf::IfOp>(op) && isPure(op)))
    return true;
  // Zeros take no instruction. Their place may be that of what threads have read, and
  // columns of a sum are those of no other one while it is live.
  auto store = dyn_cast<TmemStoreOp>(op);
  if (!store || !(store.isOfZeros() || isOnlyCarried(product)))
    return false;
  if (store.getPlace() || isa<BufferType>(product.getLhs().getType()))
    return true;
  auto factor = product.getLhs().getDefiningOp<TmemStoreOp>();
  return factor && !factor.getPlace() && !shareColumns(store, factor);
}

/// True if an op, or one in it, has this operand.
static bool usesWithin(Operation *op, Value value) {
  auto found = op->walk([&](Operation *inner) {
    return llvm::is_contained(inner->getOperands(), value)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// The first op from `op` on before which the sum, now `sum`, has to be there.
static Operation *findEnd(Operation *op, Value sum, Tcgen05MmaOp product = {}) {
  while (!op->hasTrait<OpTrait::IsTerminator>() &&
         (canPass(op) || (product && isApartFrom(op, product))) &&
         !usesWithin(op, sum))
    op = op->getNextNode();
  return op;
}

namespace {

/// A product in tensor memory, and what others do with its sum and its factors.
class ProductOfThread {
public:
  ProductOfThread(Tcgen05MmaOp product, const FactorStores &stores)
      : product(product), stores(stores) {}

  /// The first op from `op` on before which the product has to be done: its sum is
  /// `sum` by then, and no barrier stands in front of stores to its factors. The ops are
  /// those of the next iteration of `loop`, if there is one.
  Operation *findEnd(Operation *op, Value sum, scf::ForOp loop = {}) const {
    Operation *end = ::findEnd(op, sum, product);
    for (; op != end; op = op->getNextNode())
      if (stores.overwrites(op, product, loop))
        return op;
    return end;
  }

  Tcgen05MmaOp get() const { return product; }

private:
  Tcgen05MmaOp product;
  const FactorStores &stores;
};

} // namespace

/// The last place in its block up to which a loop may carry the registers of a
/// product's factor: before those of the next one are made, which are to be the
/// same. Null if there is none.
static Operation *findEndOfFactor(WgmmaOp product) {
  Operation *terminator = product->getBlock()->getTerminator();
  Value factor = product.getFactorOfM();
  if (isa<BufferType>(factor.getType()) ||
      factor.getParentBlock() != product->getBlock())
    return terminator;
  Operation *maker = findMaker(factor);
  return maker ? product->getBlock()->findAncestorOpInBlock(*maker) : nullptr;
}

/// The op that makes the factor of a loop's next iteration, behind a product whose
/// own factor came from the iteration before; null if there is none.
static Operation *findMakerOfNextFactor(WgmmaOp product) {
  auto argument = dyn_cast<BlockArgument>(product.getFactorOfM());
  auto loop = dyn_cast<scf::ForOp>(product->getParentOp());
  if (!argument || !loop || argument.getOwner() != loop.getBody())
    return nullptr;
  Operation *maker = findMaker(loop.getTiedLoopYieldedValue(argument)->get());
  Operation *inBody =
      maker ? loop.getBody()->findAncestorOpInBlock(*maker) : nullptr;
  return inBody && product->isBeforeInBlock(inBody)
             ? inBody
             : loop.getBody()->getTerminator();
}

/// The first op of a loop's next iteration before which a product has to be there that
/// goes on behind the end of this one: one that adds to the sum, or uses what it has
/// become, or that no product goes on behind. Sums that others read were waited for by
/// these.
static Operation *findEndInNext(const ProductOfThread &product,
                                scf::ForOp loop) {
  Operation *end =
      product.findEnd(&loop.getBody()->front(), product.get().getAcc(), loop);
  for (OpOperand &use : product.get().getResult().getUses()) {
    if (use.getOwner() != loop.getBody()->getTerminator())
      continue;
    BlockArgument next = loop.getRegionIterArg(use.getOperandNumber());
    for (Operation *user : next.getUsers()) {
      Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user);
      if (inBody->isBeforeInBlock(end))
        end = inBody;
    }
  }
  return end;
}

/// The outermost loop round which a product's sum only goes on to the product, with
/// nothing on its way that has to wait for it. The first iteration of a loop within
/// stores to any stage, where its next one stores to another than the product reads.
static scf::ForOp findCarrier(const ProductOfThread &product) {
  auto innermost = cast<scf::ForOp>(product.get()->getParentOp());
  Operation *inNext = findEndInNext(product, innermost);
  scf::ForOp loop = innermost;
  Value sum = product.get().getResult();
  while (auto outer = dyn_cast<scf::ForOp>(loop->getParentOp())) {
    Operation *inFirst = product.findEnd(&innermost.getBody()->front(),
                                         product.get().getAcc(), outer);
    if (inFirst->isBeforeInBlock(inNext))
      break;
    if (!sum.hasOneUse() ||
        *sum.user_begin() != loop.getBody()->getTerminator())
      break;
    unsigned number = sum.use_begin()->getOperandNumber();
    sum = loop.getResult(number);
    auto argument = dyn_cast<BlockArgument>(loop.getInitArgs()[number]);
    if (!argument || argument.getOwner() != outer.getBody() ||
        !argument.hasOneUse() || !sum.hasOneUse() ||
        outer.getTiedLoopYieldedValue(argument)->get() != sum ||
        product.findEnd(&outer.getBody()->front(), argument) != loop ||
        !isa<scf::YieldOp>(product.findEnd(loop->getNextNode(), sum)))
      break;
    loop = outer;
  }
  return loop;
}

/// True if a product's next iteration does nothing with its sum but to add to it.
static bool onlyAddsTo(Tcgen05MmaOp product, scf::ForOp loop) {
  auto carried = dyn_cast<BlockArgument>(product.getAcc());
  return carried && carried.getOwner() == loop.getBody();
}

/// Has threads wait for a product in tensor memory before `end`, or, where that
/// is the end of a loop, in its next iteration and behind it; behind it alone
/// where the next iteration does nothing with the sum but to add. Waits count the
/// phases of one mbarrier, so that a barrier has to stand between two of them: there
/// is none behind a loop whose sum only goes on to its next turn.
static void awaitBefore(const ProductOfThread &waited, Operation *end) {
  Tcgen05MmaOp product = waited.get();
  product.setPending(true);
  OpBuilder builder(end);
  auto await = [&](Operation *place) {
    builder.setInsertionPoint(place);
    if (!isa_and_nonnull<AwaitProductsOp>(place->getPrevNode()) &&
        !isa<AwaitProductsOp>(place))
      AwaitProductsOp::create(builder, product.getLoc(), product.getMemory());
  };
  if (!isa<scf::YieldOp>(end) || !isa<scf::ForOp>(end->getParentOp()))
    return await(end);
  auto loop = cast<scf::ForOp>(end->getParentOp());
  Operation *inNext = findEndInNext(waited, loop);
  if (inNext != product || !onlyAddsTo(product, loop))
    await(inNext);
  await(findCarrier(waited)->getNextNode());
}

/// True if products have begun before this wait in its block, and none since another one.
static bool waitsForNothing(AwaitProductsOp await) {
  bool hasWaited = false;
  for (Operation *op = await->getPrevNode(); op; op = op->getPrevNode())
    if (isa<AwaitProductsOp>(op))
      hasWaited = true;
    else if (auto product = dyn_cast<Tcgen05MmaOp>(op))
      return hasWaited || !product.getPending();
    else if (op->getNumRegions() != 0 && !isa<WarpReduceOp>(op))
      return false;
  return false;
}

/// Has threads wait for copies behind a wait for products, if both waits come before
/// the same barrier: ptxas waits for copies as soon as nothing keeps it, and cannot
/// pass the wait at an mbarrier.
static void waitForCopiesBehind(AwaitProductsOp await) {
  Operation *op = await->getPrevNode();
  while (op && !isa<WaitGroupOp>(op) && (isPure(op) || isa<WarpReduceOp>(op)))
    op = op->getPrevNode();
  auto group = dyn_cast_or_null<WaitGroupOp>(op);
  if (group && !group.getResultToken())
    moveBefore(group, await->getNextNode());
}

/// Keeps ptxas from waiting for a product before what is computed under it, and
/// from computing what it adds to before another one begins.
static void computeUnder(WgmmaOp product, Operation *end) {
  OpBuilder builder(end);
  SchedBarrierOp::create(builder, product.getLoc());
  Operation *other = product->getPrevNode();
  while (other && !isa<WgmmaOp>(other))
    other = other->getPrevNode();
  if (!other)
    return;
  builder.setInsertionPointAfter(other);
  SchedBarrierOp::create(builder, product.getLoc());
}

/// The argument of the loop that a sum becomes, and nothing else; null if there
/// is none.
static BlockArgument findArgument(WgmmaOp product) {
  auto loop = dyn_cast<scf::ForOp>(product->getParentOp());
  if (!loop || !product->hasOneUse() ||
      *product->user_begin() != loop.getBody()->getTerminator())
    return {};
  return loop.getRegionIterArg(product->use_begin()->getOperandNumber());
}

/// The type of the sum under way.
static PendingType getPendingType(WgmmaOp product) {
  return PendingType::get(
      product.getAcc().getType(),
      dyn_cast<RankedTensorType>(product.getFactorOfM().getType()));
}

/// Makes the sum pending, and gives it behind a wait before `end`.
static void settleBefore(WgmmaOp product, Operation *end) {
  OpBuilder builder(end);
  product.setPending(true);
  product.getResult().setType(getPendingType(product));
  auto settled =
      SettleOp::create(builder, product.getLoc(), product.getResult());
  product.getResult().replaceAllUsesExcept(settled.getResult(), settled);
}

/// Makes the sum pending that a loop carries in `argument`, and gives it behind
/// a wait before `end` in the next iteration, and behind the loop.
static void settleInNextIteration(WgmmaOp product, BlockArgument argument,
                                  Operation *end) {
  auto loop = cast<scf::ForOp>(product->getParentOp());
  PendingType type = getPendingType(product);
  unsigned number = argument.getArgNumber() - loop.getNumInductionVars();
  OpBuilder builder(loop);
  OpOperand &init = loop.getInitArgsMutable()[number];
  init.set(PendOp::create(builder, product.getLoc(), type, init.get()));
  product.setPending(true);
  for (Value value :
       {product.getResult(), Value(argument), Value(loop.getResult(number))})
    value.setType(type);
  auto settle = [&](Value value) {
    auto settled = SettleOp::create(builder, product.getLoc(), value);
    value.replaceAllUsesExcept(settled.getResult(), settled);
  };
  builder.setInsertionPoint(end);
  settle(argument);
  builder.setInsertionPointAfter(loop);
  settle(loop.getResult(number));
}

/// Products that begin from `op` on, and before `end` if it is in the block.
static int64_t countProducts(Operation *op, Operation *end = nullptr) {
  int64_t number = 0;
  for (; op && op != end; op = op->getNextNode())
    number += isa<WgmmaOp>(op);
  return number;
}

/// Products that begin between that of the sum and its wait; none if an op that
/// is no product gives the sum.
static std::optional<int64_t> countLaterProducts(SettleOp settle) {
  Value sum = settle.getSum();
  int64_t number = 0;
  if (auto argument = dyn_cast<BlockArgument>(sum)) {
    auto loop = cast<scf::ForOp>(argument.getOwner()->getParentOp());
    sum = loop.getTiedLoopYieldedValue(argument)->get();
    number = countProducts(&loop.getBody()->front(), settle);
  } else if (auto loop = sum.getDefiningOp<scf::ForOp>()) {
    sum = loop.getYieldedValues()[cast<OpResult>(sum).getResultNumber()];
    number = countProducts(loop->getNextNode(), settle);
  }
  if (auto retired = sum.getDefiningOp<RetireOp>())
    sum = retired.getSum();
  auto product = sum.getDefiningOp<WgmmaOp>();
  if (!product)
    return std::nullopt;
  return number + countProducts(product->getNextNode(), settle);
}

/// The wait by which a loop's only product begins, for the one of the iteration
/// before, if nothing but a barrier stands between both; null if there is none.
static SettleOp findWaitBefore(WgmmaOp product) {
  auto settle = product.getAcc().getDefiningOp<SettleOp>();
  auto loop = dyn_cast<scf::ForOp>(product->getParentOp());
  if (!settle || !loop || !settle->hasOneUse() || !product->hasOneUse() ||
      settle.getSum().getParentBlock() != loop.getBody() ||
      !isa<BlockArgument>(settle.getSum()))
    return {};
  bool meets = false;
  for (Operation *op = settle->getNextNode(); op != product;
       op = op->getNextNode()) {
    bool isBarrier = isa<BarrierOp, CopyBarrierOp>(op);
    if (!isBarrier && !isPure(op))
      return {};
    meets |= isBarrier;
  }
  int64_t others = 0;
  loop.walk([&](WgmmaOp other) { others += other != product; });
  return meets && others == 0 ? settle : SettleOp();
}

/// Lets a wait in front of others wait for all that they do: ptxas takes the sum that it
/// gives for read while others are added to, and begins all products of the kernel one
/// by one (C7514).
static void waitOnce(SettleOp settle) {
  for (auto next = dyn_cast<SettleOp>(settle->getNextNode()); next;
       next = dyn_cast<SettleOp>(next->getNextNode()))
    settle.setLeaving(std::min(settle.getLeaving(), next.getLeaving()));
}

/// True if the thread has waited before `op` for the phase by which a factor is
/// there, so that it needs no barrier.
static bool isThereBefore(Value factor, Operation *op) {
  return llvm::any_of(getViewed(factor).getUsers(), [&](Operation *user) {
    return isa<WaitPhaseOp>(user) && user->getBlock() == op->getBlock() &&
           user->isBeforeInBlock(op);
  });
}

/// Lets a product of a loop begin before the one of the iteration before has
/// ended. Barriers are placed as if it were done where it stood: what follows it
/// writes nothing that it reads, up to the barrier of the next iteration, before
/// which it is waited for.
static void beginBeforeBarrier(WgmmaOp product) {
  SettleOp settle = findWaitBefore(product);
  if (!settle || !isThereBefore(product.getLhs(), settle) ||
      !isThereBefore(product.getRhs(), settle))
    return;
  OpBuilder builder(settle);
  Location loc = product.getLoc();
  product.getAccMutable().assign(
      ChainOp::create(builder, loc, settle.getSum()));
  product->moveBefore(settle);
  auto retired =
      RetireOp::create(builder, loc, product.getResult(), /*leaving=*/1);
  product.getResult().replaceAllUsesExcept(retired, retired);
  setSlot(product, {});
  settle.erase();
}

namespace {

struct DeferProductsPass
    : tessera::impl::TileASDeferProductsBase<DeferProductsPass> {
  void runOnOperation() override {
    SmallVector<WgmmaOp> products;
    getOperation()->walk([&](WgmmaOp op) { products.push_back(op); });
    for (WgmmaOp product : products)
      if (product.getPromoted())
        letCopiesPass(product);
      else if (!product.getPending() && isUpdatedInPlace(product))
        defer(product);
    getOperation()->walk([](SettleOp settle) {
      if (std::optional<int64_t> later = countLaterProducts(settle))
        settle.setLeaving(*later);
    });
    getOperation()->walk(waitOnce);
    for (WgmmaOp product : products)
      if (product.getPending())
        beginBeforeBarrier(product);
    SmallVector<Tcgen05MmaOp> ofThread;
    getOperation()->walk([&](Tcgen05MmaOp op) { ofThread.push_back(op); });
    for (Tcgen05MmaOp product : ofThread)
      if (Operation *zeros = findZeros(product))
        moveBefore(zeros, product);
    FactorStores stores(getOperation());
    for (Tcgen05MmaOp product : ofThread)
      if (product.getMemory() && !product.getPending())
        defer({product, stores});
    SmallVector<AwaitProductsOp> awaits;
    getOperation()->walk([&](AwaitProductsOp op) {
      if (waitsForNothing(op))
        op.erase();
      else
        awaits.push_back(op);
    });
    for (AwaitProductsOp await : awaits)
      waitForCopiesBehind(await);
    placeProductBarriers(getOperation());
    completeSlots(getOperation());
  }

private:
  void defer(const ProductOfThread &product) {
    advance(product.get());
    Operation *next = product.get()->getNextNode(),
              *end = product.findEnd(next, product.get().getResult());
    // A product that is waited for where it stands does so by itself.
    if (end == next && !end->hasTrait<OpTrait::IsTerminator>() &&
        !isa<AwaitProductsOp>(end))
      return;
    awaitBefore(product, end);
    ++numDeferred;
  }

  void defer(WgmmaOp product) {
    advance(product);
    Operation *next = product->getNextNode(),
              *end = findEnd(next, product.getResult());
    BlockArgument argument = findArgument(product);
    Operation *endOfFactor = findEndOfFactor(product);
    if (Operation *maker = findMakerOfNextFactor(product)) {
      // Both factors lie in the same registers.
      endOfFactor = nullptr;
      if (maker != next && maker->isBeforeInBlock(end)) {
        end = maker;
        computeUnder(product, end);
      }
    }
    if (argument && endOfFactor && end->hasTrait<OpTrait::IsTerminator>()) {
      Operation *endOfSum = findEnd(&product->getBlock()->front(), argument);
      settleInNextIteration(product, argument,
                            endOfFactor->isBeforeInBlock(endOfSum) ? endOfFactor
                                                                   : endOfSum);
    } else if (end != next) {
      settleBefore(product, end);
    } else {
      return;
    }
    ++numDeferred;
  }
};

} // namespace

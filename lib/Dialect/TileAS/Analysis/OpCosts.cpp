//===- OpCosts.cpp - Costs of ops by hardware unit ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectRegistry.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAS/Analysis/BankUse.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static std::string nameOf(Operation *op) {
  return op->getName().stripDialect().str();
}

SmallVector<OpCost> tileas::costsOf(Operation *op, unsigned warps,
                                    const TargetInfo &target) {
  SmallVector<OpCost> costs;
  if (auto known = dyn_cast<UnitCostOpInterface>(op))
    costs = known.getUnitCosts(warps, target);
  // The banks serve one wavefront a cycle, whichever warp it is of.
  const MachineModel &model = MachineModel::of(target);
  for (const BankAccess &access : bankAccessesOf(op))
    costs.push_back({access.kind, Unit::banks(),
                     double(access.use.least) * warps / access.use.copies,
                     model.getMemory().sharedBytes.basis});
  return costs;
}

int64_t tileas::latencyOf(Operation *op, const TargetInfo &target) {
  auto known = dyn_cast<UnitCostOpInterface>(op);
  return known ? known.getLatency(target) : 0;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {

/// The work of an op on each element.
struct ElementWork {
  Work work;
  /// Number of instructions of a thread for each element.
  double instructions;
  /// True if ptxas cannot use fewer.
  bool isLeast;
};

/// The work on an element of the result's type; nothing where it is not known.
using GetWork = std::optional<ElementWork> (*)(Type element);

} // namespace

static RankedTensorType getPlacedTile(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && tile.getEncoding() ? tile : RankedTensorType();
}

/// The cost of `work`, which each thread does for each of the `registers`
/// elements of a tile that it holds, copies included.
static OpCost costOfWork(Operation *op, const ElementWork &work,
                         double registers, unsigned warps,
                         const MachineModel &model) {
  double results = registers * kWarpSize * warps * work.instructions;
  WorkTiming timing = model.get(work.work);
  return {nameOf(op), timing.pipe, results / timing.perCycle.value,
          timing.perCycle.basis, work.isLeast};
}

static bool isHalf(Type element) { return element.isF16() || element.isBF16(); }

/// Sums of floats; f16 and bf16 come in pairs.
static std::optional<ElementWork> workOfSum(Type element) {
  if (element.isF32())
    return ElementWork{Work::Float, 1, true};
  if (element.isF64())
    return ElementWork{Work::Double, 1, true};
  if (element.isF16())
    return ElementWork{Work::Half2, 0.5, true};
  if (element.isBF16())
    return ElementWork{Work::BFloat2, 0.5, true};
  return std::nullopt;
}

/// Conversions to half a word, two at once; `isLeast` where there is no other
/// way.
template <bool isLeast>
static std::optional<ElementWork> workOfNarrowing(Type element) {
  if (!isHalf(element))
    return std::nullopt;
  return ElementWork{Work::ConvertNarrow, 0.5, isLeast};
}

template <Work work> static std::optional<ElementWork> workOfF32(Type element) {
  if (!element.isF32())
    return std::nullopt;
  return ElementWork{work, 1, true};
}

/// Ops that ptxas may make part of another instruction.
template <Work work> static std::optional<ElementWork> workOfAny(Type) {
  return ElementWork{work, 1, false};
}

namespace {

/// An op that does the same to each element of its result.
template <typename Op, GetWork getWork>
struct ElementCosts
    : UnitCostOpInterface::ExternalModel<ElementCosts<Op, getWork>, Op> {
  SmallVector<OpCost> getUnitCosts(Operation *op, unsigned warps,
                                   const TargetInfo &target) const {
    std::optional<ElementWork> work = find(op);
    RankedTensorType tile =
        work ? getPlacedTile(op->getResult(0).getType()) : RankedTensorType();
    if (!tile)
      return {};
    return {costOfWork(op, *work, getLinearLayout(tile).getInDimSize(kRegister),
                       warps, MachineModel::of(target))};
  }
  int64_t getLatency(Operation *op, const TargetInfo &target) const {
    std::optional<ElementWork> work = find(op);
    return work ? MachineModel::of(target).get(work->work).latency.value : 0;
  }

private:
  static std::optional<ElementWork> find(Operation *op) {
    return getWork(getElementTypeOrSelf(op->getResult(0).getType()));
  }
};

/// A thread combines what it holds, and each result with those of other lanes,
/// half of which are left after each step.
struct ReductionCosts
    : UnitCostOpInterface::ExternalModel<ReductionCosts, WarpReduceOp> {
  SmallVector<OpCost> getUnitCosts(Operation *op, unsigned warps,
                                   const TargetInfo &target) const;
  int64_t getLatency(Operation *, const TargetInfo &target) const {
    return MachineModel::of(target).get(Work::Shuffle).latency.value;
  }
};

} // namespace

SmallVector<OpCost>
ReductionCosts::getUnitCosts(Operation *op, unsigned warps,
                             const TargetInfo &target) const {
  const MachineModel &model = MachineModel::of(target);
  SmallVector<OpCost> costs;
  for (auto [from, to] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    RankedTensorType source = getPlacedTile(from.getType());
    RankedTensorType result = getPlacedTile(to.getType());
    if (!source || !result)
      return {};
    const LinearLayout &before = getLinearLayout(source);
    const LinearLayout &after = getLinearLayout(result);
    int64_t steps = llvm::popcount(after.freeBits(kLane)) -
                    llvm::popcount(before.freeBits(kLane));
    double results = after.getInDimSize(kRegister);
    double shuffles = results * double(std::max<int64_t>(steps, 0));
    ElementWork combine{Work::Float, 1, false}, move{Work::Shuffle, 1, false};
    costs.push_back(costOfWork(
        op, combine, before.getInDimSize(kRegister) - results + shuffles, warps,
        model));
    costs.push_back(costOfWork(op, move, shuffles, warps, model));
  }
  return costs;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

namespace {

/// The time in which an SM takes so many bytes of the L2 cache.
OpCost costOfBytes(Operation *op, int64_t bytes, const TargetInfo &target) {
  Figure rate = MachineModel::of(target).getMemory().l2Bytes;
  return {nameOf(op), Unit::l2Port(), double(bytes) / rate.value, rate.basis};
}

/// Bytes to or from the L2 cache, by what one SM takes of it in a cycle.
/// `latency` is none where nothing comes back.
template <typename Op, Figure MemoryTiming::*latency>
struct GlobalCosts
    : UnitCostOpInterface::ExternalModel<GlobalCosts<Op, latency>, Op> {
  SmallVector<OpCost> getUnitCosts(Operation *op, unsigned,
                                   const TargetInfo &target) const {
    auto access = cast<tileaa::AccessOpInterface>(op);
    auto tile = dyn_cast<RankedTensorType>(access.getAccessedType());
    if (!tile)
      return {};
    return {costOfBytes(
        op, tile.getNumElements() * getElementBytes(tile.getElementType()),
        target)};
  }
  int64_t getLatency(Operation *, const TargetInfo &target) const {
    if constexpr (latency == nullptr)
      return 0;
    else
      return (MachineModel::of(target).getMemory().*latency).value;
  }
};

/// Copies by the machine: one thread begins them, which is no work for a pipe.
template <typename Op>
struct MachineCopyCosts
    : UnitCostOpInterface::ExternalModel<MachineCopyCosts<Op>, Op> {
  SmallVector<OpCost> getUnitCosts(Operation *op, unsigned,
                                   const TargetInfo &target) const {
    auto buffer = cast<BufferType>(cast<Op>(op).getBuffer().getType());
    return {costOfBytes(op, buffer.getStageBytes(), target)};
  }
  int64_t getLatency(Operation *, const TargetInfo &target) const {
    return MachineModel::of(target).getMemory().copyLatency.value;
  }
};

/// The banks are counted from the access to the buffer.
struct SharedLoadCosts
    : UnitCostOpInterface::ExternalModel<SharedLoadCosts, SharedLoadOp> {
  SmallVector<OpCost> getUnitCosts(Operation *, unsigned,
                                   const TargetInfo &) const {
    return {};
  }
  int64_t getLatency(Operation *, const TargetInfo &target) const {
    return MachineModel::of(target).getMemory().sharedLatency.value;
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

template <GetWork getWork, typename... Ops>
static void attach(MLIRContext *context) {
  (Ops::template attachInterface<ElementCosts<Ops, getWork>>(*context), ...);
}

static void attachToArith(MLIRContext *context, arith::ArithDialect *) {
  using namespace arith;
  attach<workOfAny<Work::IntegerAdd>, AddIOp, SubIOp>(context);
  attach<workOfAny<Work::IntegerMultiply>, MulIOp>(context);
  attach<workOfAny<Work::Logic>, AndIOp, OrIOp, XOrIOp>(context);
  attach<workOfAny<Work::Shift>, ShLIOp, ShRSIOp, ShRUIOp>(context);
  attach<workOfAny<Work::IntegerCompare>, CmpIOp, MaxSIOp, MinSIOp, MaxUIOp,
         MinUIOp>(context);
  attach<workOfAny<Work::FloatCompare>, CmpFOp>(context);
  attach<workOfAny<Work::Move>, SelectOp>(context);
  attach<workOfAny<Work::ConvertWiden>, ExtFOp>(context);
  attach<workOfAny<Work::Convert32>, SIToFPOp, UIToFPOp, FPToSIOp, FPToUIOp>(
      context);
  attach<workOfNarrowing<false>, TruncFOp>(context);
}

static void attachToTileAA(MLIRContext *context, tileaa::TileAADialect *) {
  using namespace tileaa;
  attach<workOfSum, AddFOp, SubFOp, MulFOp, FmaOp>(context);
  attach<workOfNarrowing<true>, ConvertFloatOp>(context);
  attach<workOfF32<Work::FloatCompare>, MaxFOp, MinFOp>(context);
  attach<workOfF32<Work::Exp2>, ExpOp, Exp2Op>(context);
  attach<workOfF32<Work::Special>, RsqrtOp, SqrtOp, DivFOp, LogOp, Log2Op,
         SinOp, CosOp, TanhOp>(context);
}

static void attachToTileAS(MLIRContext *context, TileASDialect *) {
  WarpReduceOp::attachInterface<ReductionCosts>(*context);
  SharedLoadOp::attachInterface<SharedLoadCosts>(*context);
  LoadOp::attachInterface<GlobalCosts<LoadOp, &MemoryTiming::dramLatency>>(
      *context);
  AsyncCopyOp::attachInterface<
      GlobalCosts<AsyncCopyOp, &MemoryTiming::copyLatency>>(*context);
  StoreOp::attachInterface<GlobalCosts<StoreOp, nullptr>>(*context);
  AskBlockOp::attachInterface<MachineCopyCosts<AskBlockOp>>(*context);
  BulkCopyOp::attachInterface<MachineCopyCosts<BulkCopyOp>>(*context);
  TensorCopyOp::attachInterface<MachineCopyCosts<TensorCopyOp>>(*context);
}

void tileas::registerUnitCosts(DialectRegistry &registry) {
  registry.addExtension(+attachToArith);
  registry.addExtension(+attachToTileAA);
  registry.addExtension(+attachToTileAS);
}

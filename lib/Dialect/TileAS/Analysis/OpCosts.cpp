//===- OpCosts.cpp - What an op keeps busy --------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"
#include "tessera/Dialect/TileAS/Analysis/BankUse.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

StringRef Unit::getName() const {
  if (*this == banks())
    return "shared memory";
  if (*this == l2Port())
    return "L2 port";
  return getPipeName(Pipe(number));
}

static std::string nameOf(Operation *op) {
  return op->getName().stripDialect().str();
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
/// What an op does to each element.
struct ElementWork {
  Work work;
  /// Instructions of a thread for each element.
  double instructions;
  /// Whether ptxas cannot do with fewer.
  bool isLeast;
};
} // namespace

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

static std::optional<ElementWork> workOf(StringRef name, Type element) {
  if (llvm::is_contained({"addf", "subf", "mulf", "fma"}, name))
    return workOfSum(element);
  bool isHalf = element.isF16() || element.isBF16();
  if (name == "convert_float")
    return isHalf ? std::optional(ElementWork{Work::ConvertNarrow, 0.5, true})
                  : std::nullopt;
  if (element.isF32())
    if (auto work = llvm::StringSwitch<std::optional<Work>>(name)
                        .Cases({"maxf", "minf"}, Work::FloatCompare)
                        .Cases({"exp", "exp2"}, Work::Exp2)
                        .Cases({"rsqrt", "sqrt", "divf", "log", "log2", "sin",
                                "cos", "tanh"},
                               Work::Special)
                        .Default(std::nullopt))
      return ElementWork{*work, 1, true};
  if (name == "truncf" && isHalf)
    return ElementWork{Work::ConvertNarrow, 0.5, false};
  if (auto work =
          llvm::StringSwitch<std::optional<Work>>(name)
              .Cases({"addi", "subi"}, Work::IntegerAdd)
              .Case("muli", Work::IntegerMultiply)
              .Cases({"andi", "ori", "xori"}, Work::Logic)
              .Cases({"shli", "shrsi", "shrui"}, Work::Shift)
              .Cases({"cmpi", "maxsi", "minsi", "maxui", "minui"},
                     Work::IntegerCompare)
              .Case("cmpf", Work::FloatCompare)
              .Case("select", Work::Move)
              .Case("extf", Work::ConvertWiden)
              .Cases({"sitofp", "uitofp", "fptosi", "fptoui"}, Work::Convert32)
              .Default(std::nullopt))
    return ElementWork{*work, 1, false};
  return std::nullopt;
}

static std::optional<ElementWork> workOf(Operation *op) {
  if (op->getNumResults() != 1)
    return std::nullopt;
  return workOf(op->getName().stripDialect(),
                getElementTypeOrSelf(op->getResult(0).getType()));
}

static RankedTensorType getPlacedTile(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && tile.getEncoding() ? tile : RankedTensorType();
}

/// What all threads do that do `work` as often for each register of a tile.
/// Each thread computes what it holds, copies included.
static OpCost costOfWork(Operation *op, const ElementWork &work,
                         double registers, unsigned warps,
                         const MachineModel &model) {
  double results = registers * kWarpSize * warps * work.instructions;
  WorkTiming timing = model.get(work.work);
  return {nameOf(op), timing.pipe, results / timing.perCycle.value,
          timing.perCycle.basis, work.isLeast};
}

static std::optional<OpCost> costOfElements(Operation *op, unsigned warps,
                                            const MachineModel &model) {
  std::optional<ElementWork> work = workOf(op);
  RankedTensorType tile =
      work ? getPlacedTile(op->getResult(0).getType()) : RankedTensorType();
  if (!tile)
    return std::nullopt;
  return costOfWork(op, *work, getLinearLayout(tile).getInDimSize(kRegister),
                    warps, model);
}

/// A thread combines what it holds, and each result with those of other lanes,
/// half of which are left after each step.
static SmallVector<OpCost> costsOfReduction(WarpReduceOp op, unsigned warps,
                                            const MachineModel &model) {
  SmallVector<OpCost> costs;
  for (auto [from, to] : llvm::zip_equal(op.getOperands(), op.getResults())) {
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

/// That of the instruction which multiplies, of its elements.
static std::optional<MatrixTiming> getTiming(MmaOp product,
                                             const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  MatrixElement sum = tileaa::getSumElement(product);
  if (const MatrixInstruction *wide = product.getWideInstruction(target))
    return model.get(*wide, MatrixElement::F16, sum);
  if (const MatrixInstruction *form = product.getMatrixInstruction())
    return model.get(*form, tileaa::getMatrixElement(product.getLhsFormat()),
                     sum);
  return std::nullopt;
}

static std::optional<OpCost> costOfProduct(MmaOp product,
                                           const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  auto sum = dyn_cast<RankedTensorType>(product.getAcc().getType());
  if (!sum || !isa<ShapedType>(product.getLhs().getType()))
    return std::nullopt;
  double operations =
      2.0 * sum.getNumElements() * tileaa::getProductShape(product).k;
  const MatrixInstruction *form = product.getMatrixInstruction();
  if (!form) {
    WorkTiming timing =
        model.get(sum.getElementType().isF64() ? Work::Double : Work::Float);
    return OpCost{nameOf(product), timing.pipe,
                  operations / 2 / timing.perCycle.value,
                  timing.perCycle.basis};
  }
  // Where two elements share a byte, it takes twice as many as are counted.
  operations *= double(form->k) / getInstructionDepth(product);
  std::optional<MatrixTiming> timing = getTiming(product, target);
  if (!timing)
    return std::nullopt;
  return OpCost{nameOf(product), Pipe::Tensor,
                operations / timing->opsPerCycle.value,
                timing->opsPerCycle.basis};
}

/// Bytes to or from the L2 cache, by what one SM takes of it in a cycle.
static std::optional<OpCost> costOfGlobal(Operation *op,
                                          const MachineModel &model) {
  if (!isa<LoadOp, StoreOp, AsyncCopyOp>(op))
    return std::nullopt;
  auto access = cast<tileaa::AccessOpInterface>(op);
  auto tile = dyn_cast<RankedTensorType>(access.getAccessedType());
  if (!tile)
    return std::nullopt;
  Figure rate = model.getMemory().l2Bytes;
  int64_t bytes =
      tile.getNumElements() * getElementBytes(tile.getElementType());
  return OpCost{nameOf(op), Unit::l2Port(), double(bytes) / rate.value,
                rate.basis};
}

SmallVector<OpCost> tileas::costsOf(Operation *op, unsigned warps,
                                    const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  SmallVector<OpCost> costs;
  auto add = [&](std::optional<OpCost> cost) {
    if (cost)
      costs.push_back(std::move(*cost));
  };
  if (auto product = dyn_cast<MmaOp>(op))
    add(costOfProduct(product, target));
  else if (auto reduction = dyn_cast<WarpReduceOp>(op))
    costs = costsOfReduction(reduction, warps, model);
  else
    add(costOfElements(op, warps, model));
  add(costOfGlobal(op, model));
  // The banks serve one wavefront a cycle, whichever warp it is of.
  for (const BankAccess &access : bankAccessesOf(op))
    add(OpCost{access.kind, Unit::banks(),
               double(access.use.least) * warps / access.use.copies,
               model.getMemory().sharedBytes.basis});
  return costs;
}

int64_t tileas::latencyOf(Operation *op, const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  if (isa<LoadOp, AsyncCopyOp>(op))
    return model.getMemory().dramLatency.value;
  if (isa<SharedLoadOp>(op))
    return model.getMemory().sharedLatency.value;
  if (isa<WarpReduceOp>(op))
    return model.get(Work::Shuffle).latency.value;
  if (auto product = dyn_cast<MmaOp>(op))
    if (std::optional<MatrixTiming> timing = getTiming(product, target))
      return timing->latency.value;
  if (std::optional<ElementWork> work = workOf(op))
    return model.get(work->work).latency.value;
  return 0;
}

//===- TensorMemory.cpp - Products in tensor memory -----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sum stays in tensor memory as long as nothing but products has it, and factors by
// which its rows are multiplied before they add to it, as those of attention: threads
// multiply it there, where a factor is not 1. Another one that is read in each
// iteration is of zeros at the product, and threads add it to their registers: to write
// it back costs more than the faster product saves.
//
//===----------------------------------------------------------------------===//

#include "TensorMemory.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAA/Analysis/SumLifetimes.h"
#include "tessera/Layout/TensorScales.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/Occupancy.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// Columns of tensor memory (PTX ISA, "Tensor Memory").
static constexpr int64_t kMostColumns = 512;
/// Registers of a thread that a sum may take when it is read.
static constexpr int64_t kMostRegisters = 128;

/// The form with the most rows that divide those of a product, of 64 rows if none
/// does, but of 128 for scaled blocks in any case.
static const MatrixInstruction *findForm(MmaOp product,
                                         const TargetInfo &target) {
  MatrixElement lhs = getMatrixElement(product.getLhsFormat()),
                rhs = getMatrixElement(product.getRhsFormat());
  constexpr int64_t mostRows = kRowsOfTensorMemory;
  unsigned vector = getScaleVector(product);
  bool hasHalf = !vector && getProductShape(product).m % mostRows;
  auto rows = unsigned(hasHalf ? mostRows / 2 : mostRows);
  // Floats of 4 bits lie in pairs, which the form with most of them takes.
  const MatrixInstruction *best = nullptr;
  for (const MatrixInstruction *form : target.getMatrixInstructions())
    if (form->unit == MatrixUnit::Tcgen05 && form->scaleVector == vector &&
        form->m == rows && form->takes(lhs, rhs, getSumElement(product)) &&
        (!best || form->k > best->k))
      best = form;
  return best;
}

/// Why the scales of a product cannot be copied to tensor memory; empty if they
/// can.
static StringRef refuseScales(MmaOp product) {
  for (auto [side, scales] : llvm::zip(
           std::array{MatrixSide::Lhs, MatrixSide::Rhs}, product.getScales()))
    if (!makeTensorScaleLayout(cast<ShapedType>(scales.getType()).getShape(),
                               side))
      return "takes the scales of 128 columns and four blocks of K, or of 64 "
             "and eight";
  return "";
}

/// Columns that the scales of a product take.
static int64_t countScaleColumns(MmaOp product) {
  int64_t count = 0;
  for (Value scales : product.getScales())
    count += tessera::countScaleColumns(
        cast<ShapedType>(scales.getType()).getNumElements());
  return count;
}

/// True for a product that adds to what its loop carries, which nobody else has but
/// to scale it, or that stands in no loop.
static bool isAccumulated(MmaOp product) {
  return !product->getParentOfType<LoopLikeOpInterface>() ||
         addsToCarriedSum(product);
}

bool tileaa::isZero(Value tile) {
  return matchPattern(tile, m_PosZeroFloat()) || matchPattern(tile, m_Zero());
}

bool tileaa::isReadInLoop(MmaOp product) { return !isAccumulated(product); }

/// True for a product that goes on with the sum of another one, which nobody else has.
static bool continuesProduct(MmaOp product) {
  auto before = product.getAcc().getDefiningOp<MmaOp>();
  return before && before->getBlock() == product->getBlock() &&
         before->hasOneUse();
}

bool tileaa::isAddedApart(MmaOp product) {
  return isReadInLoop(product) && !isZero(product.getAcc()) &&
         !continuesProduct(product);
}

/// The most columns that sums of the kernel of a product take at once, each by its own
/// form, and the scales of one product. Two sums of 64 rows may share theirs: as those of
/// other sums lie between, what both kinds take at most is counted together.
static int64_t countColumns(MmaOp product, const TargetInfo &target) {
  SumLifetimes sums, whole, halves;
  int64_t scales = 0, largestHalf = 0;
  auto count = [&](MmaOp each) {
    const MatrixInstruction *form =
        isReplaced(each) ? nullptr : findForm(each, target);
    if (!form)
      return;
    ProductShape shape = getProductShape(each);
    scales = std::max(scales, countScaleColumns(each));
    if (continuesSum(each) && !isAddedApart(each))
      return;
    int64_t columns =
        shape.batch * llvm::divideCeil(shape.m, form->m) * shape.n;
    sums.add(each, columns);
    bool isHalf = form->m < kRowsOfTensorMemory;
    (isHalf ? halves : whole).add(each, columns);
    if (isHalf)
      largestHalf = std::max(largestHalf, columns);
  };
  if (auto entry = product->getParentOfType<EntryOpInterface>())
    entry.walk(count);
  return scales +
         std::min(sums.countAtOnce(),
                  whole.countAtOnce() +
                      countColumnsOfHalves(halves.countAtOnce(), largestHalf));
}

/// Cycles for which a product by a form keeps the tensor cores busy, or banks
/// that deliver its factors, where that takes longer.
static double getCycles(MmaOp product, const MatrixInstruction &form,
                        int64_t width, const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  MatrixElement factor = getMatrixElement(product.getLhsFormat());
  auto timing = model.get(form, factor, getSumElement(product));
  if (!timing)
    return 0;
  auto [batch, m, n, k] = getProductShape(product);
  k *= getFloatsPerElement(product.getLhsFormat());
  auto instructions = double(batch * (m / form.m) * (n / width) * (k / form.k));
  double bytes = instructions * double((form.m + width) * form.k *
                                       getMatrixElementBits(factor) / 8);
  return std::max(2.0 * double(batch * m * n * k) / timing->opsPerCycle.value,
                  bytes / model.getMemory().sharedBytes.value);
}

/// Cycles for which banks deliver the factors of a product to warps that
/// multiply by `mma.sync`, of which each reads all of one factor.
static double getCyclesOfReads(MmaOp product, const TargetInfo &target,
                               int64_t warps) {
  auto [batch, m, n, k] = getProductShape(product);
  int64_t lines = std::min(m, n) * warps + std::max(m, n);
  double bytes =
      double(batch * lines * k) *
      getMatrixElementBits(getMatrixElement(product.getLhsFormat())) / 8;
  return bytes / MachineModel::of(target).getMemory().sharedBytes.value;
}

/// True if a product takes no more cycles than by the fastest `mma.sync`, which
/// so many warps would have to issue.
static bool isFaster(MmaOp product, const MatrixInstruction &form,
                     int64_t width, const TargetInfo &target, int64_t warps) {
  const MatrixInstruction *ofWarps = chooseForm(product, target).instruction;
  if (!ofWarps)
    return true;
  auto timing = MachineModel::of(target).get(
      *ofWarps, getMatrixElement(product.getLhsFormat()),
      getSumElement(product));
  auto [batch, m, n, k] = getProductShape(product);
  if (!timing)
    return true;
  double cycles = 2.0 * double(batch * m * n * k) / timing->opsPerCycle.value;
  return getCycles(product, form, width, target) <=
         std::max(cycles, getCyclesOfReads(product, target, warps));
}

/// True for groups of four warps, by a power of two.
static bool areGroups(unsigned warps) {
  return warps % kWarpsOfGroup == 0 && llvm::isPowerOf2_32(warps);
}

/// The width of the instruction of a form for a product; nothing where it has no
/// whole number of them.
static std::optional<int64_t> findWidth(MmaOp product,
                                        const MatrixInstruction &form) {
  ProductShape shape = getProductShape(product);
  shape.k *= getFloatsPerElement(product.getLhsFormat());
  int64_t width = std::min<int64_t>(shape.n, form.n.max);
  if (shape.m % form.m || shape.k % form.k || !form.n.contains(width) ||
      shape.n % width)
    return std::nullopt;
  return width;
}

/// True if another product of the kernel is faster in tensor memory than by as few warps
/// as may multiply, so that a block has a group of them.
static bool isBesideGroup(MmaOp product, const TargetInfo &target) {
  auto entry = product->getParentOfType<EntryOpInterface>();
  auto visit = [&](MmaOp other) {
    const MatrixInstruction *form =
        other == product ? nullptr : findForm(other, target);
    std::optional<int64_t> width =
        form ? findWidth(other, *form) : std::nullopt;
    return width && isFaster(other, *form, *width, target,
                             registers::kLeastWarpsOfProducts)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  };
  return entry && entry.walk(visit).wasInterrupted();
}

/// The instruction of a product, whoever reads its sum.
static std::optional<GroupInstruction>
findInstruction(MmaOp product, const TargetInfo &target, StringRef &reason) {
  reason = {};
  const MatrixInstruction *form = findForm(product, target);
  if (!form)
    return std::nullopt;
  reason = refuseScales(product);
  if (!reason.empty())
    return std::nullopt;
  reason = "has a lowering for sums of 32 bits alone";
  if (getMatrixElementBits(getSumElement(product)) != 32)
    return std::nullopt;
  reason = form->scaleVector
               ? "multiplies scaled blocks of 128 rows and 32 bytes of K"
               : "multiplies blocks of 64 or 128 rows and 32 bytes of K";
  std::optional<int64_t> width = findWidth(product, *form);
  if (!width)
    return std::nullopt;
  reason = "has room for 512 columns of sums and scales";
  if (countColumns(product, target) > kMostColumns)
    return std::nullopt;
  reason = "reads factors for longer than warps multiply";
  auto isFasterThan = [&](int64_t warps) {
    return isFaster(product, *form, *width, target, warps);
  };
  if (!isFasterThan(registers::kLeastWarpsOfProducts) &&
      !(isFasterThan(kWarpsOfGroup) && isBesideGroup(product, target)))
    return std::nullopt;
  reason = {};
  return GroupInstruction{form, *width};
}

bool tileaa::canAddInTensorMemory(MmaOp product, const TargetInfo &target,
                                  unsigned warps) {
  StringRef reason;
  return target.hasTcgen05() && (!warps || areGroups(warps)) &&
         isAccumulated(product) && findInstruction(product, target, reason);
}

bool tileaa::hasColumnsForTwoBlocks(MmaOp product, const TargetInfo &target) {
  return 2 * getAllocatedTensorColumns(countColumns(product, target)) <=
         kMostColumns;
}

std::optional<GroupInstruction>
tileaa::chooseTensorInstruction(MmaOp product, const TargetInfo &target,
                                unsigned warps, StringRef &reason) {
  std::optional<GroupInstruction> found =
      findInstruction(product, target, reason);
  if (!found)
    return std::nullopt;
  ProductShape shape = getProductShape(product);
  reason = "takes four warps, or groups of four by a power of two";
  if (!areGroups(warps))
    return std::nullopt;
  // Fewer columns have no `tcgen05.ld.16x256b`.
  constexpr int64_t leastColumns = 8;
  int64_t groups = warps / kWarpsOfGroup;
  int64_t ofRows = std::min(groups, shape.m / found->form->m);
  reason = "leaves fewer than eight columns to each group of four warps";
  if (shape.n / (groups / ofRows) < leastColumns)
    return std::nullopt;
  reason = "leaves a thread too few registers for its sum";
  if (shape.batch * shape.m * shape.n >
      kMostRegisters * warps * Capacities::threadsPerWarp)
    return std::nullopt;
  reason = {};
  return found;
}

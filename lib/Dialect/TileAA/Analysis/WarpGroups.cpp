//===- WarpGroups.cpp - Products that warp groups multiply ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine reads the factors of each instruction from shared memory: 64 rows
// of A and as many columns of B as the instruction has. With 64 columns the
// banks are busy for as long as the tensor cores, with fewer they are what
// limits, and mma.sync, which uses what it has read several times, is as good.
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Target/MachineModel.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// Registers of a thread that a sum may take: beside 128, those of addresses
/// and of what is computed of the sum have room, beside 256 nothing has.
static constexpr int64_t kMostRegisters = 128;

static const MatrixInstruction *findForm(MmaOp product,
                                         const TargetInfo &target) {
  MatrixElement lhs = getMatrixElement(product.getLhsFormat()),
                rhs = getMatrixElement(product.getRhsFormat());
  for (const MatrixInstruction *form : target.getMatrixInstructions())
    if (form->unit == MatrixUnit::Wgmma && product.getScales().empty() &&
        form->takes(lhs, rhs, getSumElement(product)))
      return form;
  return nullptr;
}

/// True if the banks deliver factors no slower than the tensor cores multiply
/// them.
static bool isFed(const MatrixInstruction &form, MmaOp product, int64_t width,
                  const TargetInfo &target) {
  const MachineModel &model = MachineModel::of(target);
  MatrixElement factor = getMatrixElement(product.getLhsFormat());
  std::optional<MatrixTiming> timing =
      model.get(form, factor, getSumElement(product));
  if (!timing)
    return false;
  double bytes =
      double((form.m + width) * form.k * getMatrixElementBits(factor) / 8);
  return bytes / model.getMemory().sharedBytes.value <=
         2.0 * double(form.m * width * form.k) / timing->opsPerCycle.value;
}

/// The columns of an instruction where groups share out rows first; 0 if they
/// have not enough rows and columns for all.
static int64_t getWidth(const MatrixInstruction &form, ProductShape shape,
                        int64_t groups) {
  int64_t ofRows = std::min(groups, shape.m / form.m);
  return ofRows ? shape.n / (groups / ofRows) : 0;
}

/// A kernel that calls functions has its products one by one: ptxas says so
/// (C7509).
static bool callsFunctions(MmaOp product) {
  auto entry = product->getParentOfType<EntryOpInterface>();
  return entry && entry
                      .walk([](Operation *op) {
                        return isa<PrintOp, AssertOp>(op)
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      })
                      .wasInterrupted();
}

std::optional<GroupInstruction>
tileaa::chooseGroupInstruction(MmaOp product, const TargetInfo &target,
                               unsigned warps, StringRef &reason) {
  reason = {};
  if (!target.hasWgmma())
    return std::nullopt;
  const MatrixInstruction *form = findForm(product, target);
  if (!form)
    return std::nullopt;
  ProductShape shape = getProductShape(product);
  unsigned bits =
      getMatrixElementBits(getMatrixElement(product.getLhsFormat()));
  reason = "has a lowering for factors of f16 and bf16 and sums of f32 alone";
  if (bits != 16 || getSumElement(product) != MatrixElement::F32)
    return std::nullopt;
  reason = "multiplies blocks of 64 rows and a K of at least 16";
  if (shape.m % form->m || shape.k % form->k)
    return std::nullopt;
  reason = "takes four warps";
  if (warps % kWarpsOfGroup)
    return std::nullopt;
  reason = "reads factors for longer than it multiplies, with as few columns";
  int64_t width = getWidth(*form, shape, warps / kWarpsOfGroup);
  if (!form->n.contains(width) || !isFed(*form, product, width, target))
    return std::nullopt;
  reason = "leaves a thread too few registers beside its sum";
  if (shape.batch * shape.m * shape.n >
      kMostRegisters * warps * Capacities::threadsPerWarp)
    return std::nullopt;
  reason = "is slowed down by the functions that the kernel calls, to print or "
           "to assert";
  if (callsFunctions(product))
    return std::nullopt;
  reason = {};
  return GroupInstruction{form, width};
}

bool tileaa::suitsWarpGroups(MmaOp product, const TargetInfo &target) {
  StringRef reason;
  for (unsigned warps = kWarpsOfGroup; warps <= Capacities::maxWarpsPerBlock;
       warps *= 2)
    if (chooseGroupInstruction(product, target, warps, reason))
      return true;
  return false;
}

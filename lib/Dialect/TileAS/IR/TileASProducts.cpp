//===- TileASProducts.cpp - Products whose sums lie in registers ----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferEffects.h"
#include "MachineProducts.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True if a product can do without a matrix instruction.
static bool isFusedMultiplyAdd(MmaOp op) {
  return op.getLhsFormat() == op.getRhsFormat() &&
         (op.getLhsFormat() == tileaa::FactorFormat::F32 ||
          op.getLhsFormat() == tileaa::FactorFormat::F64);
}

/// Checks what holds for products of any engine: shapes and formats, and one
/// stage for each factor in a buffer.
template <typename OpTy> static LogicalResult verifyFactors(OpTy op) {
  for (const BufferAccess &access : op.getBufferAccesses())
    if (failed(verifyOneStage(
            op, cast<BufferType>(access.buffer->get().getType()))))
      return failure();
  return tileaa::verifyProduct(op);
}

LogicalResult MmaOp::verify() {
  if (failed(verifyFactors(*this)))
    return failure();
  if ((getRoundsLhs() && getLhsFormat() != tileaa::FactorFormat::TF32) ||
      (getRoundsRhs() && getRhsFormat() != tileaa::FactorFormat::TF32))
    return emitOpError("rounds a factor that is not read as tf32");
  const MatrixInstruction *form = getMatrixInstruction();
  if (!form && (getInstruction() || !isFusedMultiplyAdd(*this)))
    return emitOpError("has no such instruction");
  if (std::optional<ArrayRef<int64_t>> part = getPart(); part && form)
    for (int64_t end : *part)
      if (end % form->k)
        return emitOpError("multiplies a part of K that ends at ")
               << end << ", within a step of its instruction";
  return success();
}

SmallVector<BufferAccess> MmaOp::getBufferAccesses() {
  SmallVector<BufferAccess> accesses;
  for (OpOperand *factor : {&getLhsMutable(), &getRhsMutable()})
    if (isa<BufferType>(factor->get().getType()))
      accesses.push_back({factor, BufferAccess::Kind::Read, Executor::All});
  return accesses;
}

void MmaOp::getEffects(Effects &effects) { addEffects(*this, effects); }

const MatrixInstruction *MmaOp::getMatrixInstruction() {
  std::optional<ArrayRef<int64_t>> shape = getInstruction();
  if (!shape || shape->size() != 3)
    return nullptr;
  // All that is asked of a product begins here: what is cheap comes first.
  auto tile = cast<tileaa::ProductOpInterface>(getOperation());
  int64_t scaleVector = tileaa::getScaleVector(tile);
  MatrixElement lhs = tileaa::getMatrixElement(getLhsFormat());
  MatrixElement rhs = tileaa::getMatrixElement(getRhsFormat());
  MatrixElement sum = tileaa::getSumElement(tile);
  for (const MatrixInstruction &form : allMatrixInstructions())
    if (form.unit == MatrixUnit::MmaSync && form.m == (*shape)[0] &&
        form.k == (*shape)[2] && form.n.contains((*shape)[1]) &&
        form.scaleVector == scaleVector && form.takes(lhs, rhs, sum))
      return &form;
  return nullptr;
}

const MatrixInstruction *MmaOp::getWideInstruction(const TargetInfo &target) {
  return getInstruction() && !getFastAcc()
             ? tileaa::findWideInstruction(*this, target)
             : nullptr;
}

LogicalResult ChainOp::verify() {
  for (OpOperand &use : getResult().getUses()) {
    auto product = dyn_cast<WgmmaOp>(use.getOwner());
    if (!product || product.getAcc() != getResult() || !product.getPending())
      return emitOpError("gives a tile to another op than a product under way "
                         "that adds to it");
  }
  return success();
}

LogicalResult WgmmaOp::verify() {
  if (getPromoted() && getPending())
    return emitOpError("adds to its sum when an instruction has ended, and so "
                       "cannot be pending");
  return failed(verifyFactors(*this)) ? failure()
                                      : verifyInstructions(*this, getSwapped());
}

LogicalResult WgmmaOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                        ValueRange operands,
                                        DictionaryAttr attributes,
                                        OpaqueProperties properties,
                                        RegionRange regions,
                                        SmallVectorImpl<Type> &types) {
  Adaptor adaptor(operands, attributes, properties, regions);
  auto tile = dyn_cast<RankedTensorType>(adaptor.getAcc().getType());
  if (!tile)
    return failure();
  Value factor = adaptor.getSwapped() ? adaptor.getRhs() : adaptor.getLhs();
  auto inRegisters = dyn_cast<RankedTensorType>(factor.getType());
  types.push_back(
      adaptor.getPending() ? Type(PendingType::get(tile, inRegisters)) : tile);
  return success();
}

SmallVector<BufferAccess> WgmmaOp::getBufferAccesses() {
  return getMachineAccesses(*this);
}

void WgmmaOp::getEffects(Effects &effects) { addEffects(*this, effects); }

const MatrixInstruction *WgmmaOp::getMatrixInstruction() {
  return findInstruction(*this, MatrixUnit::Wgmma);
}

int64_t WgmmaOp::countPartsUnderWay() {
  bool isAlone = getNumWarps(*this) == kWarpsOfGroup;
  return isAlone && getSwapped() ? 2 : 1;
}

int64_t WgmmaOp::countParts() {
  // A thread has every other column of a row, over all blocks of rows.
  int64_t columns = 2 * getLayout(getAcc().getType()).getNumRegisters();
  return columns / getColumnsOfPart() *
         llvm::divideCeil(tileaa::getProductShape(*this).k, kPromotedDepth);
}

int64_t WgmmaOp::countRegistersOfPromotion() {
  if (!getPromoted())
    return 0;
  return std::min(countParts(), countPartsUnderWay()) * getColumnsOfPart() / 2;
}

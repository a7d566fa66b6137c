//===- TileASTensorMemory.cpp - Products and sums in tensor memory --------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferEffects.h"
#include "MachineProducts.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Layout/TensorBoxes.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

//===----------------------------------------------------------------------===//
// Tcgen05MmaOp
//===----------------------------------------------------------------------===//

/// The factors that a product reads from shared memory.
static SmallVector<BufferAccess> getReads(Tcgen05MmaOp product) {
  SmallVector<BufferAccess> reads = getMachineAccesses(product);
  for (OpOperand &scales : product.getScalesMutable()) {
    addMachineAccess(scales, reads);
    if (product.hasSignedScales() && isa<BufferType>(scales.get().getType()))
      reads.push_back({&scales, BufferAccess::Kind::Read, Executor::All});
  }
  return reads;
}

/// A pair multiplies by a right factor of which each CTA holds half the columns, by
/// instructions that take all of them.
static LogicalResult verifyPair(Tcgen05MmaOp op) {
  auto memory = op.getMemory() ? op.getMemory().getDefiningOp<TmemAllocOp>()
                               : TmemAllocOp();
  auto rhs = dyn_cast<BufferType>(op.getRhs().getType());
  bool isOfPair = memory && memory.isOfPair();
  if (op.getSignalled() && !isOfPair)
    return op.emitOpError("is signalled, and no product of a pair");
  if (isOfPair == (rhs && rhs.getCtas() == 2) &&
      (!isOfPair || canBeOfPair(op, rhs)))
    return success();
  return op.emitOpError(
             "takes half of the columns of its right factor from each "
             "of two CTAs where these share tensor memory, and only "
             "there, not those of ")
         << op.getRhs().getType();
}

LogicalResult Tcgen05MmaOp::verify() {
  for (const BufferAccess &access : getReads(*this)) {
    auto buffer = cast<BufferType>(access.buffer->get().getType());
    if (buffer.getStages() != 1)
      return emitOpError("takes one stage of a ring, not ") << buffer;
  }
  if (getMbarriers().size() != getTurns().size())
    return emitOpError("tells ")
           << getMbarriers().size() << " rings of mbarriers"
           << ", of " << getTurns().size() << " turns";
  for (Value mbarriers : getMbarriers())
    if (!isa<MBarrierType>(
            cast<BufferType>(mbarriers.getType()).getElementType()))
      return emitOpError("tells mbarriers of its end, not ")
             << mbarriers.getType();
  if (failed(tileaa::verifyProduct(*this)) || failed(verifyInstructions(*this)))
    return failure();
  bool isPlaced = isa<TmemTileType>(getAcc().getType());
  if (isPlaced != bool(getMemory()))
    return emitOpError(isPlaced ? "adds to a sum in tensor memory, but does "
                                  "not say which"
                                : "adds to a tile, but names tensor memory");
  if (failed(verifyPair(*this)))
    return failure();
  if (auto lhs = dyn_cast<TmemTileType>(getLhs().getType())) {
    constexpr unsigned bits = 16;
    if (!isPlaced || lhs.getElementType().getIntOrFloatBitWidth() != bits)
      return emitOpError("takes a left factor of 16 bits from tensor memory, "
                         "where its sum lies, not ")
             << lhs;
  }
  if (bool(getScaleColumn()) != (isPlaced && !getScales().empty()))
    return emitOpError("needs a column for scales where there are scales and a "
                       "sum in tensor memory, and nowhere else");
  return success();
}

int64_t Tcgen05MmaOp::getDepth() {
  return getInstruction()[2] / tileaa::getFloatsPerElement(getLhsFormat());
}

SmallVector<BufferAccess> Tcgen05MmaOp::getBufferAccesses() {
  SmallVector<BufferAccess> accesses = getReads(*this);
  for (OpOperand &mbarriers : getMbarriersMutable())
    accesses.push_back({&mbarriers, BufferAccess::Kind::Read, Executor::One});
  return accesses;
}

/// It changes tensor memory, too, which no buffer stands for.
void Tcgen05MmaOp::getEffects(Effects &effects) {
  addEffects(*this, effects);
  if (!getMemory())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

const MatrixInstruction *Tcgen05MmaOp::getMatrixInstruction() {
  return findInstruction(*this, MatrixUnit::Tcgen05);
}

RankedTensorType Tcgen05MmaOp::getTile() {
  Type type = getAcc().getType();
  if (auto sum = dyn_cast<TmemTileType>(type))
    return sum.getTile();
  return cast<RankedTensorType>(type);
}

bool tileas::canBeOfPair(Tcgen05MmaOp product, BufferType rhs) {
  auto [batch, m, n, depth] = tileaa::getProductShape(product);
  constexpr int64_t rows = 128, leastColumns = 32;
  if (batch != 1 || product.getInstruction()[0] != rows ||
      product.getInstruction()[1] != n || n < leastColumns ||
      !product.getScales().empty())
    return false;
  auto boxes =
      TensorBoxes::match(rhs.getOffsets(), rhs.getElementBytes(), /*least=*/2);
  if (!boxes)
    return false;
  // The second half of the bytes has the second half of the columns.
  SmallVector<int64_t> second(rhs.getShape().size(), 0);
  second.back() = n / 2;
  return boxes->getStart(boxes->getNumBoxes() / 2).element == second;
}

//===----------------------------------------------------------------------===//
// TmemAllocOp
//===----------------------------------------------------------------------===//

LogicalResult TmemAllocOp::verify() {
  auto columns = static_cast<int64_t>(getColumns());
  if (columns < 32 || columns > 512 || !llvm::isPowerOf2_64(columns))
    return emitOpError("allocates a power of two from 32 to 512 columns, not ")
           << columns;
  BufferType place = getPlace().getType(), done = getDone().getType();
  if (!place.getElementType().isInteger(32) || place.getSizeInBytes() != 4)
    return emitOpError("writes an address to 4 bytes, not to ") << place;
  auto mbarrier = dyn_cast<MBarrierType>(done.getElementType());
  if (!mbarrier || mbarrier.getArrivals() != 1 || done.getStages() != 1)
    return emitOpError("needs an mbarrier of one arrival, not ") << done;
  if (!isOfPair())
    return success();
  BufferType meeting = getMeeting().getType();
  mbarrier = dyn_cast<MBarrierType>(meeting.getElementType());
  if (!mbarrier || mbarrier.getArrivals() != 2 || meeting.getStages() != 2)
    return emitOpError("has two CTAs meet at two mbarriers of two arrivals, in "
                       "turn, not at ")
           << meeting;
  auto kernel = (*this)->getParentOfType<KernelOpInterface>();
  if (kernel && kernel.getSpec().countWorkingCTAs() != 2)
    return emitOpError("is of two CTAs, and ")
           << kernel.getSpec().countWorkingCTAs() << " work off a tile block";
  return success();
}

SmallVector<BufferAccess> TmemAllocOp::getBufferAccesses() {
  return {{&getPlaceMutable(), BufferAccess::Kind::Write, Executor::All}};
}

void TmemAllocOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Write::get(), &getPlaceMutable());
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

//===----------------------------------------------------------------------===//
// TmemStoreOp
//===----------------------------------------------------------------------===//

LogicalResult TmemStoreOp::verify() {
  if (getUpper() && getPlace())
    return emitOpError(
        "lies in the upper lanes, and in the place of another tile; "
        "it has the lanes of that");
  if (getPlace() && getPlace().getType() != getResult().getType())
    return emitOpError("lies in the place of another tile, of type ")
           << getPlace().getType();
  return success();
}

bool TmemStoreOp::isOfZeros() {
  return !getWhole() && (matchPattern(getTile(), m_PosZeroFloat()) ||
                         matchPattern(getTile(), m_Zero()));
}

//===----------------------------------------------------------------------===//
// TmemScaleOp
//===----------------------------------------------------------------------===//

LogicalResult TmemScaleOp::verify() {
  RankedTensorType tile = getSum().getType().getTile();
  if (tile.getElementType().isF32())
    return success();
  return emitOpError("multiplies sums of f32, not ") << tile;
}

//===----------------------------------------------------------------------===//
// Sums that agents hand on
//===----------------------------------------------------------------------===//

LogicalResult TmemSliceOp::verify() {
  constexpr uint64_t most = 512;
  uint64_t stages = getStages(), columns = getColumns();
  if (llvm::isPowerOf2_64(stages) && columns > 0 && columns <= most / stages)
    return success();
  return emitOpError("takes one of a power of two of places in ")
         << most << " columns, not of " << stages << " with " << columns
         << " columns each";
}

/// The products of a sum are the only arrival of its phase.
static LogicalResult verifyHandOver(Operation *op, BufferType ring) {
  auto mbarrier = dyn_cast<MBarrierType>(ring.getElementType());
  if (mbarrier && mbarrier.getArrivals() == 1 && mbarrier.getCtas() == 1)
    return success();
  return op->emitOpError("hands a sum on by mbarriers of one arrival, not by ")
         << ring;
}

LogicalResult TmemGiveOp::verify() {
  return verifyHandOver(*this, getRing().getType());
}

SmallVector<BufferAccess> TmemGiveOp::getBufferAccesses() {
  return {{&getRingMutable(), BufferAccess::Kind::Read, Executor::One}};
}

LogicalResult TmemTakeOp::verify() {
  return verifyHandOver(*this, getRing().getType());
}

SmallVector<BufferAccess> TmemTakeOp::getBufferAccesses() {
  return {{&getRingMutable(), BufferAccess::Kind::Read, Executor::All}};
}

//===----------------------------------------------------------------------===//
// AwaitProductsOp
//===----------------------------------------------------------------------===//

LogicalResult AwaitProductsOp::verify() {
  if (!getOfOthers() || isOfTogether(*this))
    return success();
  return emitOpError("waits for products of another agent, and stands in none "
                     "that is together with others");
}

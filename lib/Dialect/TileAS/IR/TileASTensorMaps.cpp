//===- TileASTensorMaps.cpp - Tensor maps, and copies by them -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCopies.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Layout/TensorBoxes.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

LogicalResult
TensorMapType::verify(function_ref<InFlightDiagnostic()> emitError,
                      BufferType tile, unsigned outer, unsigned ctas) {
  if (tile.getStages() != 1 || tile.getSpace() != MemorySpace::Shared ||
      !tile.getElementType().isIntOrFloat())
    return emitError() << "a tensor map is for one tile of numbers in shared "
                          "memory, not "
                       << tile;
  if (!llvm::isPowerOf2_32(ctas) || ctas > Capacities::maxOptInClusterSize)
    return emitError() << "a tile is copied for 1 to "
                       << Capacities::maxOptInClusterSize
                       << " CTAs, a power of two, not for " << ctas;
  if (tile.getCtas() > 1 && ctas > 1)
    return emitError() << "a tile that " << tile.getCtas()
                       << " CTAs hold together is not copied to all of them";
  unsigned parts = ctas * tile.getCtas();
  if (!TensorBoxes::match(tile.getOffsets(), tile.getElementBytes(), parts)) {
    InFlightDiagnostic error = emitError();
    error << "no tensor map writes a tile that lies as in " << tile;
    if (parts > 1)
      error << " in " << parts << " parts";
    return error;
  }
  if (size_t rank = outer + tile.getShape().size(); rank > TensorBoxes::maxRank)
    return emitError() << "a tensor map has at most " << TensorBoxes::maxRank
                       << " dimensions, not " << rank;
  return success();
}

TensorBoxes TensorMapType::getBoxes() const {
  return *TensorBoxes::match(getTile().getOffsets(),
                             getTile().getElementBytes(),
                             getCtas() * getTile().getCtas());
}

SmallVector<unsigned> TensorMapType::getOrder() const {
  SmallVector<unsigned> order;
  TensorBoxes boxes = getBoxes();
  for (unsigned dim : boxes.getOrder())
    order.push_back(getOuter() + dim);
  for (unsigned dim : llvm::reverse(llvm::seq(getOuter())))
    order.push_back(dim);
  return order;
}

SmallVector<int64_t> TensorMapType::getBox() const {
  SmallVector<int64_t> box(getOuter(), 1);
  llvm::append_range(box, getBoxes().getBox());
  return box;
}

SmallVector<int64_t> TensorMapType::getBoxStart(int64_t number) const {
  SmallVector<int64_t> start(getOuter(), 0);
  llvm::append_range(start, getBoxes().getStart(number).element);
  return start;
}

bool tileas::isKnownToMaps(MatrixSwizzle swizzle, const TargetInfo *target) {
  return swizzle != MatrixSwizzle::Bytes128Atoms32 ||
         (target && target->hasTcgen05());
}

LogicalResult TensorMapOp::verify() {
  if (!isa_and_nonnull<KernelOpInterface, AgentsOp>((*this)->getParentOp()))
    return emitOpError("stands in the own block of the kernel or of an agent, "
                       "where it is executed once");
  TensorMapType type = getMap().getType();
  size_t rank = type.getRank();
  if (getExtents().size() != rank || getStrides().size() != rank)
    return emitOpError("needs ")
           << rank << " extents and strides, as many as dimensions of the view";
  if (getRounded() && !type.getTile().getElementType().isF32())
    return emitOpError("rounds elements that are no f32");
  if (auto kernel = (*this)->getParentOfType<KernelOpInterface>();
      kernel && !isKnownToMaps(type.getBoxes().getSwizzle(),
                               lookupTarget(kernel.getSpec().getTarget())))
    return emitOpError("is of a tile in atoms of 32 bytes, which maps of ")
           << kernel.getSpec().getTarget() << " do not know";
  unsigned inner = type.getOrder().front();
  if (!matchPattern(getStrides()[inner], m_One()))
    return emitOpError("has no stride of 1 along dimension ")
           << inner << ", whose elements are neighbours in a tile";
  return success();
}

SmallVector<BufferAccess> TensorMapOp::getBufferAccesses() {
  return {{&getSpareMutable(), BufferAccess::Kind::Write, Executor::One}};
}

SmallVector<BufferAccess> ReleaseMapOp::getBufferAccesses() {
  return {{&getSpareMutable(), BufferAccess::Kind::Read, Executor::All}};
}

LogicalResult TensorCopyOp::verify() {
  size_t rank = getMap().getType().getRank();
  if (getStarts().size() != rank)
    return emitOpError("needs ")
           << rank << " positions, not " << getStarts().size();
  auto kernel = (*this)->getParentOfType<KernelOpInterface>();
  TensorMapType type = getMap().getType();
  unsigned ctas = type.getCtas() * type.getTile().getCtas();
  if (kernel && ctas > 1 && ctas != kernel.getSpec().countWorkingCTAs())
    return emitOpError("copies for ")
           << ctas << " CTAs, and " << kernel.getSpec().countWorkingCTAs()
           << " work off a tile block";
  return verifyEnd(*this);
}

SmallVector<BufferAccess> TensorCopyOp::getBufferAccesses() {
  return accessByMachine(getBufferMutable(), getRingMutable());
}

void TensorCopyOp::createOn(OpBuilder &builder, Value ring, Value turn) {
  create(builder, getLoc(), /*completion=*/Type(), getMap(), getStarts(),
         getBuffer(), getCondition(), ring, turn);
}

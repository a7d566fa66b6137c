//===- TileASTensorMaps.cpp - Tensor maps, and copies by them -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCopies.h"
#include "mlir/IR/Matchers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Layout/TensorBoxes.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// True for boxes that are all of a tile's rows, which instructions copy by fours (PTX
/// ISA, "Tensors", tile::gather4).
static bool haveWholeRows(const TensorBoxes &boxes, ArrayRef<int64_t> tile) {
  unsigned ofRows = boxes.getOrder().back();
  return tile.size() == 2 && tile[ofRows] % kGatheredRows == 0 &&
         boxes.getBox()[ofRows] == tile[ofRows];
}

bool tileas::canGather(BufferType tile) {
  std::optional<TensorBoxes> boxes =
      TensorBoxes::match(tile.getOffsets(), tile.getElementBytes());
  return tile.getCtas() == 1 && boxes && haveWholeRows(*boxes, tile.getShape());
}

LogicalResult
TensorMapType::verify(function_ref<InFlightDiagnostic()> emitError,
                      BufferType tile, unsigned outer, unsigned ctas,
                      bool gathers) {
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
  if (gathers && (outer || ctas > 1 || !canGather(tile)))
    return emitError()
           << "a map that gathers is one of a matrix for tiles of 4 "
              "to 256 rows and one CTA, not for "
           << tile;
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

int64_t TensorMapType::countBytesOfRows() const {
  return getTile().getShape()[getOrder().back()] * int64_t(sizeof(int32_t));
}

SmallVector<int64_t> TensorMapType::getBox() const {
  SmallVector<int64_t> box(getOuter(), 1);
  llvm::append_range(box, getBoxes().getBox());
  if (getGathers())
    box[getOrder().back()] = 1;
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
  auto kernel = (*this)->getParentOfType<KernelOpInterface>();
  const TargetInfo *target =
      kernel ? lookupTarget(kernel.getSpec().getTarget()) : nullptr;
  if (kernel && !isKnownToMaps(type.getBoxes().getSwizzle(), target))
    return emitOpError("is of a tile in atoms of 32 bytes, which maps of ")
           << kernel.getSpec().getTarget() << " do not know";
  if (target && type.getGathers() && !target->has(Feature::TMAGather))
    return emitOpError("gathers rows, which ")
           << kernel.getSpec().getTarget() << " cannot";
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

/// Checks the rows of a copy by a map that gathers.
static LogicalResult verifyRows(TensorCopyOp op) {
  TensorMapType type = op.getMap().getType();
  int64_t number = type.getTile().getShape()[type.getOrder().back()];
  Type i32 = IntegerType::get(op.getContext(), 32);
  auto rows = dyn_cast<RankedTensorType>(op.getRows().getType());
  if (!rows || rows.getElementType() != i32 ||
      rows.getShape() != ArrayRef(number))
    return op.emitOpError("needs the numbers of ")
           << number << " rows, each an i32";
  if (rows.getEncoding() &&
      int64_t(getLinearLayout(rows).freeBits(kWarp)) + 1 !=
          getLinearLayout(rows).getInDimSize(kWarp))
    return op.emitOpError("takes rows of which a warp has a part alone");
  BufferType via = op.getVia().getType();
  if (via.getElementType() != i32 || via.getShape() != rows.getShape() ||
      via.getStages() != 1)
    return op.emitOpError(
        "needs a buffer with one i32 for each row to hand them on");
  return success();
}

LogicalResult TensorCopyOp::verify() {
  TensorMapType type = getMap().getType();
  if (bool(getRows()) != type.getGathers())
    return emitOpError("takes rows if its map gathers, and only then");
  size_t rank = type.getGathers() ? 1 : type.getRank();
  if (getStarts().size() != rank)
    return emitOpError("needs ")
           << rank << " positions, not " << getStarts().size();
  if (getRows() && failed(verifyRows(*this)))
    return failure();
  auto kernel = (*this)->getParentOfType<KernelOpInterface>();
  unsigned ctas = type.getCtas() * type.getTile().getCtas();
  if (kernel && ctas > 1 && ctas != kernel.getSpec().countWorkingCTAs())
    return emitOpError("copies for ")
           << ctas << " CTAs, and " << kernel.getSpec().countWorkingCTAs()
           << " work off a tile block";
  return verifyEnd(*this);
}

SmallVector<BufferAccess> TensorCopyOp::getBufferAccesses() {
  SmallVector<BufferAccess> accesses =
      accessByMachine(getBufferMutable(), getRingMutable());
  if (getVia()) {
    BufferAccess access{&getViaMutable()[0], BufferAccess::Kind::Write,
                        Executor::One};
    access.tile = cast<RankedTensorType>(getRows().getType());
    accesses.push_back(access);
  }
  return accesses;
}

void TensorCopyOp::createOn(OpBuilder &builder, Value ring, Value turn) {
  create(builder, getLoc(), /*completion=*/Type(), getMap(), getStarts(),
         getRows(), getVia(), getBuffer(), getCondition(), ring, turn);
}

//===- ProductLayouts.cpp - Layouts of matrix products --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Layout/SharedLayout.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

static RankedTensorType getAccType(MmaOp product) {
  return product.getAcc().getType();
}

OpOperand &tileas::getFactor(MmaOp product, MatrixSide side) {
  return side == MatrixSide::Lhs ? product.getLhsMutable()
                                 : product.getRhsMutable();
}

static int64_t getFactorBytes(MmaOp product, MatrixSide side) {
  return getElementBytes(
      cast<ShapedType>(getFactor(product, side).get().getType())
          .getElementType());
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

/// Lanes of a warp along rows and columns where each multiplies for itself.
static constexpr int64_t kLaneRows = 4, kLaneColumns = 8;

/// How many blocks the accumulator of `product` has along each dimension, of
/// which a warp has one at least.
static SmallVector<int64_t> getBlocks(MmaOp product, unsigned numWarps) {
  SmallVector<int64_t> blocks(getAccType(product).getShape());
  int64_t &rows = blocks.end()[-2], &columns = blocks.end()[-1];
  if (const MatrixInstruction *form = product.getMatrixInstruction()) {
    rows = llvm::divideCeil(rows, form->m);
    columns = llvm::divideCeil(columns, form->n.min);
    return blocks;
  }
  // Four rows and columns of a thread, so that each element of a factor is used
  // four times; fewer where warps would do the same otherwise.
  int64_t rowBlocks = llvm::divideCeil(rows, 4 * kLaneRows);
  int64_t columnBlocks = llvm::divideCeil(columns, 4 * kLaneColumns);
  int64_t others = llvm::product_of(llvm::drop_end(blocks, 2));
  while (others * rowBlocks * columnBlocks < numWarps) {
    int64_t rowsLeft = rows / (rowBlocks * kLaneRows);
    int64_t columnsLeft = columns / (columnBlocks * kLaneColumns);
    if (std::max(rowsLeft, columnsLeft) <= 1)
      break;
    (columnsLeft >= rowsLeft ? columnBlocks : rowBlocks) *= 2;
  }
  rows = rowBlocks;
  columns = columnBlocks;
  return blocks;
}

/// Calls `visit` for each way to share out `left` bits of the warp among the
/// dimensions from `dim` on; what no dimension has room for stays free.
static void forEachSharing(ArrayRef<int64_t> blocks, unsigned left,
                           SmallVectorImpl<unsigned> &bits,
                           function_ref<void(ArrayRef<unsigned>)> visit) {
  unsigned dim = bits.size();
  if (dim == blocks.size())
    return visit(bits);
  unsigned here = llvm::Log2_64_Ceil(blocks[dim]), beyond = 0;
  for (int64_t other : blocks.drop_front(dim + 1))
    beyond += llvm::Log2_64_Ceil(other);
  // As many as the others cannot take, at least.
  for (unsigned count = std::min(here, left - std::min(left, beyond));
       count <= std::min(here, left); ++count) {
    bits.push_back(count);
    forEachSharing(blocks, left - count, bits, visit);
    bits.pop_back();
  }
}

/// A thread has blocks of 4 x 4, smaller ones where lanes or warps would have
/// no element otherwise.
static LayoutAttr makeScalarLayout(MLIRContext *context,
                                   ArrayRef<int64_t> shape,
                                   ArrayRef<unsigned> warpBits,
                                   unsigned numWarps) {
  unsigned rank = shape.size();
  SmallVector<int64_t> sizes(rank, 1);
  unsigned numWarpBits = std::accumulate(warpBits.begin(), warpBits.end(), 0u);
  int64_t share =
      ShapedType::getNumElements(shape) / (int64_t(kWarpSize) << numWarpBits);
  for (int64_t count = 2; count <= std::min<int64_t>(share, 16); count *= 2)
    sizes[count == 2 || count == 16 ? rank - 1 : rank - 2] *= 2;
  return makeTiledLayout(context, shape, sizes,
                         /*lanes=*/{kLaneColumns, kLaneRows}, warpBits,
                         numWarps);
}

/// Whether the words of a factor are made of others by several instructions, so
/// that it does not matter in which registers they come.
static bool isMadeAnew(MmaOp product, MatrixSide side) {
  auto kernel = product->getParentOfType<KernelOpInterface>();
  const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
  return isRoundedWhenRead(product, side) && target &&
         !target->hasTF32Roundings();
}

/// How far apart the rows and columns of a fragment may be. `ldmatrix`
/// transposes 16 bits alone: of a factor of bytes whose other dimension is not
/// K, a thread gets two columns, or rows, then. Four words of a row it reads at
/// once; but an instruction takes a word of each of two rows as neighbours, so
/// that all would have to be moved unless they are made anew.
static SmallVector<FragmentSteps> getSteps(MmaOp product) {
  if (!product.getScales().empty())
    return {{1, 1}};
  switch (getFactorBytes(product, MatrixSide::Rhs)) {
  case 1:
    return {{1, 1}, {1, 2}, {2, 1}, {2, 2}};
  case 4:
    if (isMadeAnew(product, MatrixSide::Rhs))
      return {{1, 1}, {1, 4}};
    return {{1, 1}};
  default:
    return {{1, 1}};
  }
}

SmallVector<LayoutAttr> tileas::getAccumulatorLayouts(MmaOp product,
                                                      unsigned numWarps) {
  MLIRContext *context = product.getContext();
  ArrayRef<int64_t> shape = getAccType(product).getShape();
  const MatrixInstruction *form = product.getMatrixInstruction();
  SmallVector<int64_t> blocks = getBlocks(product, numWarps);
  SmallVector<LayoutAttr> layouts;
  SmallVector<unsigned> bits;
  unsigned numWarpBits = llvm::Log2_32(numWarps);
  // What a warp has must not be smaller than what lies between neighbours.
  auto hasRoom = [&](FragmentSteps steps, ArrayRef<unsigned> warpBits) {
    int64_t rows = shape.end()[-2] >> warpBits.end()[-2];
    int64_t columns = shape.back() >> warpBits.back();
    return (steps.row == 1 || rows >= 16) &&
           (steps.column == 1 || columns >= form->n.min * steps.column);
  };
  auto addLayouts = [&](ArrayRef<unsigned> warpBits) {
    if (!form) {
      layouts.push_back(makeScalarLayout(context, shape, warpBits, numWarps));
      return;
    }
    for (FragmentSteps steps : getSteps(product))
      if (hasRoom(steps, warpBits))
        layouts.push_back(LayoutAttr::get(
            context, makeAccumulatorLayout(shape, form->m, warpBits,
                                           numWarpBits, steps)));
  };
  forEachSharing(blocks, numWarpBits, bits, addLayouts);
  return layouts;
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

int64_t tileas::getElementsPerWord(MmaOp product) {
  if (!product.getMatrixInstruction())
    return 1;
  return std::max<int64_t>(1, 4 / getFactorBytes(product, MatrixSide::Lhs));
}

int64_t tileas::getInstructionDepth(MmaOp product) {
  return product.getMatrixInstruction()->k /
         tileaa::getFloatsPerElement(product.getLhsFormat());
}

LayoutAttr tileas::getScaleLayout(MmaOp product, MatrixSide side,
                                  LayoutAttr acc) {
  auto scale = cast<ShapedType>(product.getScales().front().getType());
  return LayoutAttr::get(
      acc.getContext(),
      tessera::getScaleLayout(acc.getMap(), side, scale.getShape().back()));
}

int64_t tileas::getFactorDepth(MmaOp product, MatrixSide side) {
  ArrayRef<int64_t> shape =
      cast<ShapedType>(getFactor(product, side).get().getType()).getShape();
  return shape.end()[side == MatrixSide::Lhs ? -1 : -2];
}

std::pair<int64_t, int64_t> tileas::getMultipliedPart(MmaOp product) {
  if (std::optional<ArrayRef<int64_t>> part = product.getPart())
    return {part->front(), part->back()};
  return {0, getFactorDepth(product, MatrixSide::Lhs)};
}

LayoutAttr tileas::getFactorLayout(MmaOp product, MatrixSide side,
                                   LayoutAttr acc) {
  return getFactorLayout(product, side, acc, getFactorDepth(product, side));
}

LayoutAttr tileas::getFactorLayout(MmaOp product, MatrixSide side,
                                   LayoutAttr acc, int64_t depth) {
  const MatrixInstruction *form = product.getMatrixInstruction();
  return LayoutAttr::get(
      acc.getContext(),
      form ? tessera::getFactorLayout(acc.getMap(), side, depth,
                                      {form->m, getInstructionDepth(product),
                                       getElementsPerWord(product)})
           : getScalarFactorLayout(acc.getMap(), side, depth));
}

std::optional<MatrixSide> tileas::getFactorSide(MmaOp product,
                                                OpOperand &operand) {
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    if (&operand == &getFactor(product, side))
      return side;
  return std::nullopt;
}

LayoutAttr tileas::getOperandLayout(MmaOp product, OpOperand &operand,
                                    LayoutAttr acc) {
  if (std::optional<MatrixSide> side = getFactorSide(product, operand))
    return getFactorLayout(product, *side, acc);
  return getScaleLayout(product,
                        &operand == &product.getScalesMutable()[0]
                            ? MatrixSide::Lhs
                            : MatrixSide::Rhs,
                        acc);
}

std::optional<LinearLayout> tileas::getFactorReads(MmaOp product,
                                                   MatrixSide side,
                                                   const LinearLayout &factor,
                                                   FactorAccess access) {
  if (access == FactorAccess::Elements)
    return factor;
  // ldmatrix moves words of 32 bits.
  if (!product.getMatrixInstruction() || getFactorBytes(product, side) > 4)
    return std::nullopt;
  return getFactorRows(factor, side, getElementsPerWord(product),
                       access == FactorAccess::TransposedRows);
}

/// The offsets that the threads read, if the access can be made.
static std::optional<LinearLayout>
getReadOffsets(MmaOp product, MatrixSide side, const LinearLayout &factor,
               const LinearLayout &offsets, FactorAccess access) {
  std::optional<LinearLayout> reads =
      getFactorReads(product, side, factor, access);
  if (!reads)
    return std::nullopt;
  LinearLayout result = reads->compose(offsets);
  int64_t row = kMaxSharedAccessBytes / getFactorBytes(product, side);
  if (access != FactorAccess::Elements &&
      result.getNumConsecutive(kRegister, kOffset) < row)
    return std::nullopt;
  return result;
}

static constexpr FactorAccess allAccesses[] = {
    FactorAccess::Rows, FactorAccess::TransposedRows, FactorAccess::Elements};

FactorAccess tileas::chooseFactorAccess(MmaOp product, MatrixSide side,
                                        const LinearLayout &factor,
                                        const LinearLayout &offsets) {
  for (FactorAccess access : allAccesses)
    if (getReadOffsets(product, side, factor, offsets, access))
      return access;
  llvm_unreachable("elements can be read by themselves");
}

bool tileas::isRoundedWhenRead(MmaOp product, MatrixSide side) {
  return side == MatrixSide::Lhs ? product.getRoundsLhs()
                                 : product.getRoundsRhs();
}

/// The trip with the least cost in pieces of one size; nothing if there is
/// none.
static std::optional<FactorTrip> planTrip(MmaOp product, MatrixSide side,
                                          const LinearLayout &from,
                                          const LinearLayout &factor,
                                          int64_t piece) {
  int64_t bytes = getFactorBytes(product, side);
  bool isOrderFree = isMadeAnew(product, side);
  std::optional<FactorTrip> best;
  for (FactorAccess access : allAccesses) {
    std::optional<LinearLayout> reads =
        getFactorReads(product, side, factor, access);
    if (!reads)
      continue;
    std::optional<LinearLayout> buffer =
        piece ? chooseCopiedLayout(from, *reads, bytes, piece, isOrderFree)
              : chooseSharedLayout(from, *reads, bytes, isOrderFree);
    if (!buffer)
      continue;
    LinearLayout offsets = buffer->invert();
    std::optional<LinearLayout> places =
        getReadOffsets(product, side, factor, offsets, access);
    if (!places)
      continue;
    int64_t cost =
        getSharedAccessCost(from.compose(offsets), bytes, false, piece) +
        getSharedAccessCost(*places, bytes, isOrderFree);
    if (!best || cost < best->cost)
      best = {*buffer, cost};
  }
  return best;
}

FactorTrip tileas::planFactorTrip(MmaOp product, MatrixSide side,
                                  const LinearLayout &from,
                                  const LinearLayout &factor, int64_t piece) {
  FactorTrip stored = *planTrip(product, side, from, factor, /*piece=*/0);
  std::optional<FactorTrip> copied;
  if (piece)
    copied = planTrip(product, side, from, factor, piece);
  return copied && copied->cost <= 2 * stored.cost ? *copied : stored;
}

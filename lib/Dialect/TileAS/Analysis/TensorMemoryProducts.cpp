//===- TensorMemoryProducts.cpp - Products by tcgen05.mma -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribedProducts.h"
#include "mlir/IR/DialectRegistry.h"
#include "tessera/Dialect/TileAA/Analysis/CarriedSums.h"
#include "tessera/Dialect/TileAA/Analysis/SumLifetimes.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Layout/TensorScales.h"
#include "tessera/Target/Occupancy.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// The most groups of four warps of a block.
static constexpr int64_t kMostGroups =
    Capacities::maxWarpsPerBlock / kWarpsOfGroup;
/// The least columns of `tcgen05.ld.16x256b`.
static constexpr int64_t kLeastColumns = 8;

//===----------------------------------------------------------------------===//
// Places of operands
//===----------------------------------------------------------------------===//

SmallVector<LayoutAttr> tileas::getSumLayouts(Tcgen05MmaOp product,
                                              unsigned warps) {
  ArrayRef<int64_t> shape = product.getTile().getShape();
  int64_t rows = product.getInstruction()[0], blocks = shape.end()[-2] / rows,
          groups = warps / kWarpsOfGroup;
  SmallVector<LayoutAttr> layouts;
  if (warps % kWarpsOfGroup || !llvm::isPowerOf2_64(groups))
    return layouts;
  auto add = [&](const TensorGroups &ways) {
    if (shape.back() >> ways.columnBits >= kLeastColumns)
      layouts.push_back(LayoutAttr::get(
          product.getContext(), makeTensorMemoryLayout(shape, rows, ways)));
  };
  unsigned bits = llvm::Log2_64(groups);
  bool fillsLanes = rows == tileaa::kRowsOfTensorMemory;
  for (bool hasRowInLane : {false, true})
    for (int64_t ofRows = std::min(groups, blocks); ofRows; ofRows /= 2)
      if (fillsLanes || !hasRowInLane)
        add({/*rowBits=*/llvm::Log2_64(ofRows),
             /*columnBits=*/bits - llvm::Log2_64(ofRows), /*halfBits=*/0,
             hasRowInLane});
  // Fragments have 16 rows.
  if (fillsLanes && groups > blocks)
    add({/*rowBits=*/llvm::Log2_64(blocks),
         /*columnBits=*/bits - llvm::Log2_64(blocks) - 1, /*halfBits=*/1});
  return layouts;
}

std::optional<MatrixDescriptor> tileas::matchDescriptor(Tcgen05MmaOp product,
                                                        MatrixSide side,
                                                        BufferType buffer) {
  ArrayRef<int64_t> shape = product.getInstruction();
  // Each CTA of a pair describes the columns that it holds.
  int64_t outer =
      side == MatrixSide::Lhs ? shape[0] : shape[1] / buffer.getCtas();
  auto descriptor = MatrixDescriptor::match(buffer.getOffsets(), side,
                                            buffer.getElementBytes(),
                                            {outer, product.getDepth()});
  // Pairs of floats are read along K alone.
  bool isOfPairs = shape[2] != product.getDepth();
  if (descriptor && descriptor->isOuterMajor() && isOfPairs)
    return std::nullopt;
  return descriptor;
}

static ShapedType getScaleType(Tcgen05MmaOp product, MatrixSide side) {
  return cast<ShapedType>(
      product.getScales()[side == MatrixSide::Lhs ? 0 : 1].getType());
}

LayoutAttr tileas::getScaleBufferLayout(Tcgen05MmaOp product, MatrixSide side) {
  if (product.getScales().empty())
    return {};
  std::optional<LinearLayout> layout =
      makeTensorScaleLayout(getScaleType(product, side).getShape(), side);
  return layout ? LayoutAttr::get(product.getContext(), *layout) : LayoutAttr();
}

bool tileas::isTensorMemoryLayout(const LinearLayout &layout) {
  unsigned rank = layout.getNumOutDims();
  auto warps = layout.getBases(kWarp);
  if (rank < 2 || warps.size() < 2)
    return false;
  int64_t rows = getRowsOfInstruction(layout);
  SmallVector<int64_t> shape;
  for (const LinearLayout::OutDim &dim : layout.getOutDims())
    shape.push_back(int64_t(1) << dim.second);
  if ((rows != 64 && rows != 128) || shape[rank - 2] % rows)
    return false;
  TensorGroups groups = getTensorGroups(layout);
  return shape[rank - 2] >> groups.rowBits >= rows &&
         shape[rank - 1] >> groups.columnBits >= kLeastColumns &&
         (rows == tileaa::kRowsOfTensorMemory
              ? groups.halfBits + groups.hasRowInLane <= 1
              : groups.halfBits == 0 && !groups.hasRowInLane) &&
         layout == makeTensorMemoryLayout(shape, rows, groups);
}

int64_t tileas::getRowsOfInstruction(const LinearLayout &sum) {
  return kWarpsOfGroup * sum.getBasis(kWarp, 0).end()[-2];
}

int64_t tileas::countTensorColumns(RankedTensorType tile) {
  return tile.getNumElements() * tile.getElementTypeBitWidth() /
         (kBitsOfTensorColumn * getRowsOfInstruction(getLinearLayout(tile)));
}

bool tileas::hasHalfOfLanes(RankedTensorType tile) {
  return getRowsOfInstruction(getLinearLayout(tile)) <
         tileaa::kRowsOfTensorMemory;
}

int64_t tileas::countHalfColumns(RankedTensorType tile) {
  return countTensorColumns(tile) * (hasHalfOfLanes(tile) ? 1 : 2);
}

int64_t tileas::countScaleColumns(Tcgen05MmaOp product, MatrixSide side) {
  return tessera::countScaleColumns(
      getScaleType(product, side).getNumElements());
}

/// True for a product whose sum is neither carried by a loop nor added to: its
/// columns are free for another sum once it has been read.
static bool isReadAtOnce(Tcgen05MmaOp product) {
  return llvm::none_of(product.getResult().getUsers(), [](Operation *user) {
    return isa<Tcgen05MmaOp>(user) ||
           (isa<scf::YieldOp>(user) && !isa<scf::IfOp>(user->getParentOp()));
  });
}

/// The values that an op computes its results of: of a branch, those that it yields.
static SmallVector<Value> getSources(Operation *op) {
  if (op->hasTrait<OpTrait::Elementwise>() || isa<ConvertLayoutOp>(op))
    return SmallVector<Value>(op->getOperands());
  SmallVector<Value> sources;
  if (auto branch = dyn_cast<scf::IfOp>(op))
    for (Region &region : branch->getRegions())
      if (!region.empty())
        llvm::append_range(sources,
                           region.front().getTerminator()->getOperands());
  return sources;
}

/// True if a factor is computed element by element of the sum of another product,
/// in the same iteration.
static bool isOfResult(Value factor) {
  Operation *maker = factor.getDefiningOp();
  Block *block = maker ? maker->getBlock() : nullptr;
  ArrayRef<int64_t> shape = cast<ShapedType>(factor.getType()).getShape();
  llvm::SmallSetVector<Operation *, 16> worklist;
  if (maker)
    worklist.insert(maker);
  for (size_t next = 0; next < worklist.size(); ++next) {
    Operation *op = worklist[next];
    if (auto product = dyn_cast<Tcgen05MmaOp>(op)) {
      if (product->getBlock() == block && isReadAtOnce(product))
        return true;
      continue;
    }
    for (Value source : getSources(op)) {
      auto tile = dyn_cast<RankedTensorType>(source.getType());
      Operation *other =
          tile && tile.getShape() == shape ? source.getDefiningOp() : nullptr;
      if (other && block->findAncestorOpInBlock(*other))
        worklist.insert(other);
    }
  }
  return false;
}

/// True if the columns of a factor are free beside those of all sums, where several chains
/// of scores and powers take turns in an iteration: none of these is over when the next
/// begins. Powers of a single chain may have the place of its scores.
static bool hasColumnsBesideTurns(Tcgen05MmaOp product) {
  // Tiles have no layouts yet, and as many rows as an instruction.
  auto countColumns = [](Type tile) {
    auto type = cast<ShapedType>(tile);
    return type.getShape().back() * type.getElementTypeBitWidth() / 32;
  };
  int64_t columns = countColumns(product.getLhs().getType());
  unsigned chains = 0;
  for (auto other : product->getBlock()->getOps<Tcgen05MmaOp>()) {
    columns += countColumns(other.getTile());
    chains += bool(tileaa::findScaledSum(other));
  }
  return chains < 2 || columns <= kMostTensorColumns;
}

bool tileas::takesLhsFromTensorMemory(Tcgen05MmaOp product) {
  Type type = product.getLhs().getType();
  if (!isa<RankedTensorType>(type))
    return isa<TmemTileType>(type);
  auto factor = cast<ShapedType>(type);
  return product.getInstruction()[0] == tileaa::kRowsOfTensorMemory &&
         factor.getElementTypeBitWidth() == 16 &&
         factor.getShape().back() >= kLeastColumns * kMostGroups &&
         (isReadAtOnce(product) || tileaa::addsToCarriedSum(product)) &&
         isOfResult(product.getLhs()) && hasColumnsBesideTurns(product);
}

Operation *tileas::findMakerOfLhs(Tcgen05MmaOp product) {
  if (takesLhsFromTensorMemory(product))
    return product.getLhs().getDefiningOp();
  auto buffer = product.getLhs().getDefiningOp<AllocSharedOp>();
  if (!buffer || buffer->getBlock() != product->getBlock())
    return nullptr;
  Operation *maker = nullptr;
  for (Operation *user : buffer->getUsers()) {
    auto store = dyn_cast<SharedStoreOp>(user);
    if (user == product)
      continue;
    if (!store || maker)
      return nullptr;
    maker = store.getValue().getDefiningOp();
  }
  return maker && maker->getBlock() == product->getBlock() ? maker : nullptr;
}

bool tileas::beginsScoresInPlace(KernelOpInterface kernel) {
  auto found = kernel.walk([](Tcgen05MmaOp product) {
    auto store = product.getAcc().getDefiningOp<TmemStoreOp>();
    auto read = store ? dyn_cast_or_null<BlockArgument>(store.getPlace())
                      : BlockArgument();
    auto loop = read ? dyn_cast<scf::ForOp>(read.getOwner()->getParentOp())
                     : scf::ForOp();
    bool isInPlace = loop && loop.getTiedLoopYieldedValue(read)->get() ==
                                 product.getResult();
    return isInPlace ? WalkResult::interrupt() : WalkResult::advance();
  });
  return found.wasInterrupted();
}

/// The columns of a left factor that lies, or will lie, in tensor memory, by halves.
static int64_t countHalfColumnsOfLhs(Tcgen05MmaOp product) {
  Type type = product.getLhs().getType();
  if (auto placed = dyn_cast<TmemTileType>(type))
    return countHalfColumns(placed.getTile());
  return countHalfColumns(cast<RankedTensorType>(type));
}

namespace {

/// The columns of the sums of a kernel, by halves of their lanes and by how long they are
/// live.
struct SumsOfKernel {
  void add(Tcgen05MmaOp product) {
    int64_t columns = countHalfColumns(product.getTile());
    int64_t ofLhs =
        takesLhsFromTensorMemory(product) ? countHalfColumnsOfLhs(product) : 0;
    largest = std::max(largest, countTensorColumns(product.getTile()));
    if (isReadAtOnce(product))
      columns += ofLhs;
    else
      longer.add(product, columns);
    // A factor beside a sum that is live for longer has columns of those that are not.
    atOnce = std::max(atOnce, isReadAtOnce(product) ? columns : ofLhs);
  }

  int64_t count() const {
    return tileaa::countColumnsOfHalves(longer.countAtOnce() + atOnce, largest);
  }

private:
  int64_t atOnce = 0, largest = 0;
  tileaa::SumLifetimes longer;
};

} // namespace

TensorMemoryBuffers TensorMemoryBuffers::get(MLIRContext *context) {
  return {BufferType::get(context, {1}, IntegerType::get(context, 32)),
          BufferType::get(context, /*shape=*/{},
                          MBarrierType::get(context, /*arrivals=*/1))};
}

unsigned tileas::countTensorColumns(KernelOpInterface kernel) {
  int64_t allocated = 0, scales = 0;
  kernel.walk([&](TmemAllocOp op) { allocated = op.getColumns(); });
  if (allocated)
    return allocated;
  SumsOfKernel sums;
  kernel.walk([&](Tcgen05MmaOp product) {
    if (!tileaa::continuesSum(product))
      sums.add(product);
    if (!product.getScales().empty())
      scales =
          std::max(scales, countScaleColumns(product, MatrixSide::Lhs) +
                               countScaleColumns(product, MatrixSide::Rhs));
  });
  return getAllocatedTensorColumns(
      std::min(sums.count() + scales, kMostTensorColumns));
}

namespace {

struct TensorMemoryProduct
    : DescribedProduct<TensorMemoryProduct, Tcgen05MmaOp> {
  SmallVector<OperandPlace> getOperandPlaces(Operation *op, OpOperand &operand,
                                             LayoutAttr sum) const;
  SmallVector<OperandPlace> getFactorPlaces(Operation *op, MatrixSide side,
                                            LayoutAttr, int64_t) const;
  SmallVector<OperandPlace> getResultPlaces(Operation *op,
                                            unsigned warps) const {
    return llvm::map_to_vector(
        getSumLayouts(cast<Tcgen05MmaOp>(op), warps), [](LayoutAttr layout) {
          return OperandPlace{OperandPlace::Kind::Registers, layout};
        });
  }
};

} // namespace

SmallVector<OperandPlace>
TensorMemoryProduct::getOperandPlaces(Operation *op, OpOperand &operand,
                                      LayoutAttr sum) const {
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    if (&operand == &getFactor(op, side))
      return getFactorPlaces(op, side, sum, /*depth=*/0);
  auto product = cast<Tcgen05MmaOp>(op);
  if (&operand == &product.getAccMutable())
    return {{OperandPlace::Kind::Registers, sum}};
  bool isOfLhs = &operand == &product.getScalesMutable()[0];
  LayoutAttr layout = getScaleBufferLayout(product, isOfLhs ? MatrixSide::Lhs
                                                            : MatrixSide::Rhs);
  if (!layout)
    return {};
  return {{OperandPlace::Kind::Shared, layout}};
}

/// The layout in which threads store a left factor to tensor memory: groups share
/// its rows and columns out as they do those of the sum.
static LayoutAttr getLayoutOfLhs(Tcgen05MmaOp product, LayoutAttr sum) {
  auto type = cast<ShapedType>(product.getLhs().getType());
  return LayoutAttr::get(product.getContext(),
                         makeTensorMemoryLayout(type.getShape(),
                                                product.getInstruction()[0],
                                                getTensorGroups(sum.getMap())));
}

SmallVector<OperandPlace> TensorMemoryProduct::getFactorPlaces(Operation *op,
                                                               MatrixSide side,
                                                               LayoutAttr sum,
                                                               int64_t) const {
  auto product = cast<Tcgen05MmaOp>(op);
  SmallVector<OperandPlace> places;
  if (side == MatrixSide::Lhs && sum && takesLhsFromTensorMemory(product))
    places.push_back(
        {OperandPlace::Kind::Registers, getLayoutOfLhs(product, sum)});
  addDescribedPlaces(product, side, places);
  return places;
}

void tileas::registerTensorMemoryProducts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TileASDialect *) {
    Tcgen05MmaOp::attachInterface<TensorMemoryProduct,
                                  DescribedCosts<Tcgen05MmaOp>>(*context);
  });
}

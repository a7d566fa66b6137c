//===- TensorMemoryProducts.cpp - Products by tcgen05.mma -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "mlir/IR/DialectRegistry.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Target/TargetInfo.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Each warp reads a quarter of the rows of an instruction.
static constexpr int64_t kWarpsOfGroup = 4;
/// The least columns of `tcgen05.ld.16x256b`.
static constexpr int64_t kLeastColumns = 8;

static int64_t getBytes(Tcgen05MmaOp product, MatrixSide side) {
  Value factor = side == MatrixSide::Lhs ? product.getLhs() : product.getRhs();
  return getElementBytes(cast<ShapedType>(factor.getType()).getElementType());
}

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
  for (int64_t ofRows = std::min(groups, blocks); ofRows; ofRows /= 2) {
    int64_t ofColumns = groups / ofRows;
    if (shape.back() / ofColumns >= kLeastColumns)
      layouts.push_back(LayoutAttr::get(
          product.getContext(),
          makeTensorMemoryLayout(
              shape, rows, {llvm::Log2_64(ofRows), llvm::Log2_64(ofColumns)})));
  }
  return layouts;
}

std::optional<MatrixDescriptor> tileas::matchDescriptor(Tcgen05MmaOp product,
                                                        MatrixSide side,
                                                        BufferType buffer) {
  ArrayRef<int64_t> shape = product.getInstruction();
  auto descriptor = MatrixDescriptor::match(
      buffer.getOffsets(), side, buffer.getElementBytes(),
      {side == MatrixSide::Lhs ? shape[0] : shape[1], shape[2]});
  // Words that lie side by side across K need a swizzle of their own.
  if (descriptor && descriptor->isOuterMajor() && buffer.getElementBytes() == 4)
    return std::nullopt;
  return descriptor;
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
  unsigned groupBits[] = {0, 0};
  for (const LinearLayout::Basis &basis : warps.drop_front(2))
    ++groupBits[basis.back() ? 1 : 0];
  return shape[rank - 2] >> groupBits[0] >= rows &&
         shape[rank - 1] >> groupBits[1] >= kLeastColumns &&
         layout == makeTensorMemoryLayout(shape, rows, groupBits);
}

int64_t tileas::getRowsOfInstruction(const LinearLayout &sum) {
  return kWarpsOfGroup * sum.getBasis(kWarp, 0).end()[-2];
}

int64_t tileas::countTensorColumns(ArrayRef<int64_t> shape, int64_t rows) {
  return ShapedType::getNumElements(shape) / rows;
}

namespace {

struct TensorMemoryProduct
    : ProductOpInterface::ExternalModel<TensorMemoryProduct, Tcgen05MmaOp> {
  const MatrixInstruction *getInstruction(Operation *op) const {
    return cast<Tcgen05MmaOp>(op).getMatrixInstruction();
  }
  OpOperand &getFactor(Operation *op, MatrixSide side) const {
    auto product = cast<Tcgen05MmaOp>(op);
    return side == MatrixSide::Lhs ? product.getLhsMutable()
                                   : product.getRhsMutable();
  }
  OpOperand &getAccOperand(Operation *op) const {
    return cast<Tcgen05MmaOp>(op).getAccMutable();
  }
  SmallVector<OperandPlace> getOperandPlaces(Operation *op, OpOperand &operand,
                                             LayoutAttr sum) const;
  SmallVector<OperandPlace> getFactorPlaces(Operation *op, MatrixSide side,
                                            LayoutAttr, int64_t) const;
  ProductOpInterface cutOffBeginning(Operation *op, int64_t depth) const {
    llvm_unreachable("it has no step, and is not cut");
  }
  SmallVector<OperandPlace> getResultPlaces(Operation *op,
                                            unsigned warps) const {
    return llvm::map_to_vector(
        getSumLayouts(cast<Tcgen05MmaOp>(op), warps), [](LayoutAttr layout) {
          return OperandPlace{OperandPlace::Kind::Registers, layout};
        });
  }
};

struct TensorMemoryCosts
    : UnitCostOpInterface::ExternalModel<TensorMemoryCosts, Tcgen05MmaOp> {
  SmallVector<OpCost> getUnitCosts(Operation *op, unsigned warps,
                                   const TargetInfo &target) const;
  int64_t getLatency(Operation *op, const TargetInfo &target) const;
};

} // namespace

SmallVector<OperandPlace>
TensorMemoryProduct::getOperandPlaces(Operation *op, OpOperand &operand,
                                      LayoutAttr sum) const {
  for (MatrixSide side : {MatrixSide::Lhs, MatrixSide::Rhs})
    if (&operand == &getFactor(op, side))
      return getFactorPlaces(op, side, sum, /*depth=*/0);
  return {{OperandPlace::Kind::Registers, sum}};
}

/// A factor lies along K or, if a descriptor can name that, across.
SmallVector<OperandPlace> TensorMemoryProduct::getFactorPlaces(Operation *op,
                                                               MatrixSide side,
                                                               LayoutAttr,
                                                               int64_t) const {
  auto product = cast<Tcgen05MmaOp>(op);
  auto type = cast<ShapedType>(getFactor(op, side).get().getType());
  SmallVector<OperandPlace> places;
  unsigned rows = type.getRank() - 2, columns = rows + 1;
  bool isLhs = side == MatrixSide::Lhs;
  for (unsigned major : {isLhs ? columns : rows, isLhs ? rows : columns}) {
    auto layout = LayoutAttr::get(
        product.getContext(),
        makeDescribedLayout(type.getShape(), major, getBytes(product, side)));
    auto buffer = BufferType::get(product.getContext(), type.getShape(),
                                  type.getElementType(), layout);
    if (matchDescriptor(product, side, buffer))
      places.push_back({OperandPlace::Kind::Shared, layout});
  }
  return places;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

static std::optional<MatrixTiming> getTiming(Tcgen05MmaOp product,
                                             const TargetInfo &target) {
  const MatrixInstruction *form = product.getMatrixInstruction();
  if (!form)
    return std::nullopt;
  return MachineModel::of(target).get(
      *form, tileaa::getMatrixElement(product.getLhsFormat()),
      tileaa::getSumElement(product));
}

/// Bytes that all instructions of a product read from shared memory.
static double countBytesRead(Tcgen05MmaOp product) {
  auto [batch, m, n, k] = tileaa::getProductShape(product);
  ArrayRef<int64_t> shape = product.getInstruction();
  auto instructions = double(batch * (m / shape[0]) * (n / shape[1]));
  return instructions * double((shape[0] + shape[1]) * k) *
         double(getBytes(product, MatrixSide::Rhs));
}

SmallVector<OpCost>
TensorMemoryCosts::getUnitCosts(Operation *op, unsigned,
                                const TargetInfo &target) const {
  auto product = cast<Tcgen05MmaOp>(op);
  std::optional<MatrixTiming> timing = getTiming(product, target);
  if (!timing)
    return {};
  auto [batch, m, n, k] = tileaa::getProductShape(product);
  std::string name = op->getName().stripDialect().str();
  Figure banks = MachineModel::of(target).getMemory().sharedBytes;
  return {{name, Pipe::Tensor,
           2.0 * double(batch * m * n * k) / timing->opsPerCycle.value,
           timing->opsPerCycle.basis},
          {name, Unit::banks(), countBytesRead(product) / banks.value,
           banks.basis}};
}

int64_t TensorMemoryCosts::getLatency(Operation *op,
                                      const TargetInfo &target) const {
  std::optional<MatrixTiming> timing =
      getTiming(cast<Tcgen05MmaOp>(op), target);
  return timing ? timing->latency.value : 0;
}

void tileas::registerTensorMemoryProducts(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TileASDialect *) {
    Tcgen05MmaOp::attachInterface<TensorMemoryProduct, TensorMemoryCosts>(
        *context);
  });
}

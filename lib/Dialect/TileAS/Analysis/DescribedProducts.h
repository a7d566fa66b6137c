//===- DescribedProducts.h - Products by matrix descriptors -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common part of wgmma and tcgen05.mma: factors in shared memory, where
// matrix descriptors name them, and what products take of an SM.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_ANALYSIS_DESCRIBEDPRODUCTS_H
#define TESSERA_LIB_DIALECT_TILEAS_ANALYSIS_DESCRIBEDPRODUCTS_H

#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::tileas {

/// The size of an element of a factor.
template <typename Product> int64_t getBytes(Product product, MatrixSide side) {
  mlir::Value factor =
      side == MatrixSide::Lhs ? product.getLhs() : product.getRhs();
  return getElementBytes(
      mlir::cast<mlir::ShapedType>(factor.getType()).getElementType());
}

/// Adds the places in shared memory where descriptors name a factor: along K
/// or, where that is possible, across.
template <typename Product>
void addDescribedPlaces(Product product, MatrixSide side,
                        llvm::SmallVectorImpl<OperandPlace> &places) {
  bool isLhs = side == MatrixSide::Lhs;
  mlir::Value factor = isLhs ? product.getLhs() : product.getRhs();
  auto type = mlir::cast<mlir::ShapedType>(factor.getType());
  unsigned rows = type.getRank() - 2, columns = rows + 1;
  for (unsigned major : {isLhs ? columns : rows, isLhs ? rows : columns}) {
    auto layout = LayoutAttr::get(
        product.getContext(),
        makeDescribedLayout(type.getShape(), major, getBytes(product, side),
                            /*isOuterMajor=*/major !=
                                (isLhs ? columns : rows)));
    auto buffer = BufferType::get(product.getContext(), type.getShape(),
                                  type.getElementType(), layout);
    if (matchDescriptor(product, side, buffer))
      places.push_back({OperandPlace::Kind::Shared, layout});
  }
}

/// The operands of a product, of which `Model` says where they may lie.
template <typename Model, typename Product>
struct DescribedProduct : ProductOpInterface::ExternalModel<Model, Product> {
  const MatrixInstruction *getInstruction(mlir::Operation *op) const {
    return mlir::cast<Product>(op).getMatrixInstruction();
  }
  mlir::OpOperand &getFactor(mlir::Operation *op, MatrixSide side) const {
    auto product = mlir::cast<Product>(op);
    return side == MatrixSide::Lhs ? product.getLhsMutable()
                                   : product.getRhsMutable();
  }
  mlir::OpOperand &getAccOperand(mlir::Operation *op) const {
    return mlir::cast<Product>(op).getAccMutable();
  }
  ProductOpInterface cutOffBeginning(mlir::Operation *, int64_t) const {
    llvm_unreachable("it has no step, and is not cut");
  }
};

/// True if instructions read both factors from shared memory.
inline bool readsBothFromShared(WgmmaOp product) {
  return mlir::isa<BufferType>(product.getFactorOfM().getType());
}
inline bool readsBothFromShared(Tcgen05MmaOp product) {
  return !takesLhsFromTensorMemory(product);
}

/// Sums that threads add in f32 to those of a product.
inline int64_t countPromotions(WgmmaOp product) {
  auto [batch, m, n, k] = tileaa::getProductShape(product);
  return product.getPromoted()
             ? batch * m * n * llvm::divideCeil(k, kPromotedDepth)
             : 0;
}
inline int64_t countPromotions(Tcgen05MmaOp) { return 0; }

/// The time that a product takes of tensor cores and of the banks of shared
/// memory.
template <typename Product>
struct DescribedCosts
    : UnitCostOpInterface::ExternalModel<DescribedCosts<Product>, Product> {
  llvm::SmallVector<OpCost> getUnitCosts(mlir::Operation *op, unsigned,
                                         const TargetInfo &target) const {
    auto product = mlir::cast<Product>(op);
    std::optional<MatrixTiming> timing = getTiming(product, target);
    if (!timing)
      return {};
    auto [batch, m, n, k] = tileaa::getProductShape(product);
    k *= tileaa::getFloatsPerElement(product.getLhsFormat());
    std::string name = op->getName().stripDialect().str();
    const MachineModel &model = MachineModel::of(target);
    Figure banks = model.getMemory().sharedBytes;
    llvm::SmallVector<OpCost> costs = {
        {name, Pipe::Tensor,
         2.0 * double(batch * m * n * k) / timing->opsPerCycle.value,
         timing->opsPerCycle.basis},
        {name, Unit::banks(), countBytesRead(product) / banks.value,
         banks.basis}};
    if (int64_t sums = countPromotions(product)) {
      WorkTiming adding = model.get(Work::Float);
      costs.push_back({name, adding.pipe, double(sums) / adding.perCycle.value,
                       adding.perCycle.basis});
    }
    return costs;
  }

  int64_t getLatency(mlir::Operation *op, const TargetInfo &target) const {
    std::optional<MatrixTiming> timing =
        getTiming(mlir::cast<Product>(op), target);
    return timing ? timing->latency.value : 0;
  }

private:
  static std::optional<MatrixTiming> getTiming(Product product,
                                               const TargetInfo &target) {
    const MatrixInstruction *form = product.getMatrixInstruction();
    if (!form)
      return std::nullopt;
    return MachineModel::of(target).get(
        *form, tileaa::getMatrixElement(product.getLhsFormat()),
        tileaa::getSumElement(product));
  }

  /// Bytes that all instructions of a product read from shared memory.
  static double countBytesRead(Product product) {
    auto [batch, m, n, k] = tileaa::getProductShape(product);
    llvm::ArrayRef<int64_t> shape = product.getInstruction();
    double instructions = double(batch * m * n) / double(shape[0] * shape[1]);
    double lines = double(shape[1]);
    if (readsBothFromShared(product))
      lines += double(shape[0]);
    return instructions * lines * double(k) *
           double(getBytes(product, MatrixSide::Rhs));
  }
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_ANALYSIS_DESCRIBEDPRODUCTS_H

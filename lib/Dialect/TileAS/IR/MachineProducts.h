//===- MachineProducts.h - Products beside the warps ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common part of wgmma and tcgen05.mma: the machine multiplies matrices of
// whole instructions, and reads factors in buffers by the asynchronous proxy.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_IR_MACHINEPRODUCTS_H
#define TESSERA_LIB_DIALECT_TILEAS_IR_MACHINEPRODUCTS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Target/MatrixInstruction.h"

namespace tessera::tileas {

/// Adds what the machine reads of an operand, if it lies in a buffer.
inline void addMachineAccess(mlir::OpOperand &operand,
                             llvm::SmallVectorImpl<BufferAccess> &accesses) {
  if (mlir::isa<BufferType>(operand.get().getType()))
    accesses.push_back({&operand, BufferAccess::Kind::Read, Executor::Machine,
                        BufferAccess::Part::Whole, BufferAccess::Proxy::Async});
}

/// The parts that a product reads of its factors, if they lie in buffers.
template <typename Product>
llvm::SmallVector<BufferAccess> getMachineAccesses(Product product) {
  llvm::SmallVector<BufferAccess> accesses;
  addMachineAccess(product.getLhsMutable(), accesses);
  addMachineAccess(product.getRhsMutable(), accesses);
  return accesses;
}

/// The instruction of this unit with the product's shape and formats; null if
/// there is none.
template <typename Product>
const MatrixInstruction *findInstruction(Product product, MatrixUnit unit) {
  llvm::ArrayRef<int64_t> shape = product.getInstruction();
  if (shape.size() != 3)
    return nullptr;
  unsigned vector = tileaa::getScaleVector(product);
  for (const MatrixInstruction &form : allMatrixInstructions())
    if (form.unit == unit && form.scaleVector == vector && form.m == shape[0] &&
        form.n.contains(shape[1]) && form.k == shape[2] &&
        form.takes(tileaa::getMatrixElement(product.getLhsFormat()),
                   tileaa::getMatrixElement(product.getRhsFormat()),
                   tileaa::getSumElement(product)))
      return &form;
  return nullptr;
}

/// Verifies that a product, or its transpose if it is swapped, is made of
/// instructions that exist.
template <typename Product>
mlir::LogicalResult verifyInstructions(Product product,
                                       bool isSwapped = false) {
  if (!product.getMatrixInstruction())
    return product.emitOpError("has no such instruction");
  llvm::ArrayRef<int64_t> shape = product.getInstruction();
  auto [batch, m, n, k] = tileaa::getProductShape(product);
  k *= tileaa::getFloatsPerElement(product.getLhsFormat());
  if (isSwapped)
    std::swap(m, n);
  if (m % shape[0] == 0 && n % shape[1] == 0 && k % shape[2] == 0)
    return mlir::success();
  return product.emitOpError("multiplies matrices of whole instructions, not ")
         << m << " x " << n << " x " << k << " by [" << shape
         << "]; use 'mma' for others";
}

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_IR_MACHINEPRODUCTS_H

//===- Dialect.h - The tileaa dialect without its ops -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Alias-aware tile: the computation, and the aliasing of accesses. Dialect.td
// describes the dialect's scope and its place in the pipeline.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_DIALECT_H
#define TESSERA_DIALECT_TILEAA_IR_DIALECT_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "tessera/Dialect/TileAA/IR/TileSlice.h"
#include "tessera/Layout/TileMaps.h"
#include "tessera/Target/MatrixInstruction.h"

#include "tessera/Dialect/TileAA/IR/Dialect.h.inc"
#include "tessera/Dialect/TileAA/IR/Enums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/Types.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tessera/Dialect/TileAA/IR/Attributes.h.inc"

#include "tessera/Dialect/TileAA/IR/Interfaces.h.inc"

namespace tessera::tileaa {

/// Name of an attribute of a loop that processes a tile too large for
/// registers: the number of slices.
inline constexpr llvm::StringLiteral slicesAttrName = "tileaa.slices";

/// Checks that a CTA can have `warps` warps, and a cluster the shape `cluster`,
/// on any GPU; emits an error otherwise. `cluster` may be null.
mlir::LogicalResult
verifyLaunchShape(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                  unsigned warps, mlir::DenseI32ArrayAttr cluster);

/// Number of 32-bit registers that the elements of `tile` take in all threads
/// together. No two elements share one.
int64_t countRegisters(mlir::RankedTensorType tile);

/// Makes the access to a slice of the tile that `access` loads or stores. Its
/// results are the slice, if there is a tile, and a token.
mlir::FailureOr<mlir::Operation *> sliceAccess(mlir::OpBuilder &builder,
                                               AccessOpInterface access,
                                               const TileSlice &slice,
                                               GetSlice getSlice);

/// Checks that the body of a kernel of tileaa or tileas has only ops of the two
/// dialects and upstream ops with an agreed meaning there; reports the first
/// other op.
mlir::LogicalResult verifyKernelBody(mlir::Operation *kernel);

/// Checks the rules of Access.td for the operands of a load, a store or an
/// atomic access, and reports the first violation.
mlir::LogicalResult verifyAccess(AccessOpInterface access);

/// Checks that the elements can be reduced over several GPUs.
mlir::LogicalResult verifyMultimemElement(mlir::Operation *op, AtomicMode mode,
                                          mlir::Type element);

/// `verifyAccess`, and the rules for loads.
template <typename LoadOpT> mlir::LogicalResult verifyLoad(LoadOpT op) {
  if (op.getMultimem() &&
      mlir::failed(verifyMultimemElement(
          op, *op.getMultimem(), mlir::getElementTypeOrSelf(op.getResult()))))
    return mlir::failure();
  if (op.getOrdering() == Ordering::Release ||
      op.getOrdering() == Ordering::AcqRel)
    return op.emitOpError("cannot release: a load is weak, relaxed or acquire");
  if (op.getOther() && mlir::getElementTypeOrSelf(op.getOther()) !=
                           mlir::getElementTypeOrSelf(op.getResult()))
    return op.emitOpError("reads ")
           << op.getResult().getType() << " or " << op.getOther().getType();
  return verifyAccess(op);
}

/// `verifyAccess`, and the rules for stores.
template <typename StoreOpT> mlir::LogicalResult verifyStore(StoreOpT op) {
  if (op.getOrdering() == Ordering::Acquire ||
      op.getOrdering() == Ordering::AcqRel)
    return op.emitOpError(
        "cannot acquire: a store is weak, relaxed or release");
  return verifyAccess(op);
}

/// Checks the rules for the elements of atomic accesses: integers or floats of
/// a size that the mode supports.
mlir::LogicalResult verifyAtomicElement(mlir::Operation *op, AtomicMode mode,
                                        mlir::Type element);
template <typename AtomicOpT> mlir::LogicalResult verifyAtomic(AtomicOpT op) {
  if (op.getOrdering() == Ordering::Weak)
    return op.emitOpError("is never weak");
  if ((op.getMode() == AtomicMode::Cas) != bool(op.getCompare()))
    return op.emitOpError("compares exactly if it is cas");
  mlir::Type type = op.getValue().getType();
  if (op.getResult().getType() != type)
    return op.emitOpError("returns ")
           << op.getResult().getType() << ", but changes " << type;
  if (op.getMultimem() && !op.getResult().use_empty())
    return op.emitOpError("with multimem has no result to be used");
  if (op.getMultimem() &&
      mlir::failed(verifyMultimemElement(
          op, op.getMode(), mlir::getElementTypeOrSelf(op.getValue()))))
    return mlir::failure();
  if (op.getCompare() && op.getCompare().getType() != type)
    return op.emitOpError("compares ")
           << op.getCompare().getType() << " with " << type;
  if (mlir::failed(verifyAtomicElement(
          op, op.getMode(), mlir::getElementTypeOrSelf(op.getValue()))))
    return mlir::failure();
  return verifyAccess(op);
}

/// The extents of a matrix product. `batch` is 1 if there is none. `k` counts
/// stored elements of the factors, in the part that is multiplied.
struct ProductShape {
  int64_t batch, m, n, k;
};
ProductShape getProductShape(ProductOpInterface product);

/// Number of floats in a stored element of a factor: two for e2m1.
int64_t getFloatsPerElement(FactorFormat format);
/// Number of floats along K that share a scale; 0 without scales.
int64_t getScaleVector(ProductOpInterface product);

/// The format of a factor in the table of matrix instructions.
MatrixElement getMatrixElement(FactorFormat format);
/// The type of the accumulator in that table.
MatrixElement getSumElement(ProductOpInterface product);

/// Checks the rules of Product.td for the operands of a product, and reports
/// the first violation.
mlir::LogicalResult verifyProduct(ProductOpInterface product);

} // namespace tessera::tileaa

#endif // TESSERA_DIALECT_TILEAA_IR_DIALECT_H

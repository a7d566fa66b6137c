//===- KernelContext.h - What one thread knows of itself --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_KERNELCONTEXT_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_KERNELCONTEXT_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Transforms/DialectConversion.h"
#include "tessera/Dialect/TileAS/IR/TileAS.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::tileas {

/// Where one thread stands: its lane, its warp, and what follows from them for
/// each layout. Everything is computed once, at the start of the kernel, on
/// first demand.
class KernelContext {
public:
  KernelContext(KernelOp kernel, const TargetInfo &target);

  const TargetInfo &getTarget() const { return target; }
  KernelOp getKernel() const { return kernel; }
  /// The module's symbols, where strings and tables go.
  mlir::ModuleOp getModule() const {
    return kernel->getParentOfType<mlir::ModuleOp>();
  }

  /// A symbol for a table of constants that the module does not have yet.
  std::string getUnusedTableName();

  /// The coordinates, one i32 for each dimension, of the element that this
  /// thread holds in register 0 of a tile type with a layout.
  llvm::ArrayRef<mlir::Value> getCoordinates(mlir::RankedTensorType tile);

  /// Whether this thread owns the elements that it holds of a value; null where
  /// every thread does. Thread 0 owns a scalar.
  mlir::Value getOwnerPredicate(mlir::Type value);

  /// The start of the kernel's static shared memory, a pointer of address space
  /// 3.
  mlir::Value getSharedMemory();

private:
  /// XOR of bits of `position` moved to where the bases of `inDim` send them
  /// along dimension `dim`; null if none goes there.
  mlir::Value moveBits(mlir::Value position, const LinearLayout &layout,
                       llvm::StringRef inDim, unsigned dim);
  mlir::Value constant(int64_t value);
  mlir::Value isZero(mlir::Value position, uint64_t mask);
  mlir::Location getLoc() { return kernel.getLoc(); }

  KernelOp kernel;
  const TargetInfo &target;
  /// Always at the end of what has been computed at the start of the kernel.
  mlir::OpBuilder builder;
  mlir::Value lane, warp, shared;
  /// By shape and layout: the element type does not matter.
  using LayoutKey = std::pair<std::vector<int64_t>, mlir::Attribute>;
  std::vector<std::pair<LayoutKey, llvm::SmallVector<mlir::Value>>> coordinates;
  llvm::DenseMap<std::pair<uint64_t, uint64_t>, mlir::Value> ownerPredicates;
  unsigned nextTable = 0;
};

/// The constant part of the coordinates of each register of a tile: XORed with
/// `KernelContext::getCoordinates` it gives the register's element.
class RegisterCoordinates {
public:
  explicit RegisterCoordinates(mlir::RankedTensorType tile);

  int64_t getNumRegisters() const { return numRegisters; }
  int32_t get(int64_t reg, unsigned dim) const {
    return values[reg * rank + dim];
  }
  llvm::ArrayRef<int32_t> get(int64_t reg) const {
    return llvm::ArrayRef(values).slice(reg * rank, rank);
  }
  /// Row-major position of a register's constant part in the tile.
  int64_t getLinear(int64_t reg) const;

private:
  unsigned rank;
  int64_t numRegisters;
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<int32_t> values;
};

/// Whether the bits that registers add along each dimension never meet those of
/// the lanes and warps, so that XOR may be written as a sum.
bool hasDisjointRegisters(mlir::RankedTensorType tile);

/// The row-major position in its tile, an i32, of the element that this thread
/// holds in register 0. As extents are powers of two, what holds of coordinates
/// holds of it: XORed with `RegisterCoordinates::getLinear` it gives the
/// position of a register's element.
mlir::Value getThreadPosition(mlir::OpBuilder &builder, mlir::Location loc,
                              KernelContext &kernel,
                              mlir::RankedTensorType tile);

/// The element coordinate of a register along a dimension, as an i32.
mlir::Value getElementCoordinate(mlir::OpBuilder &builder, mlir::Location loc,
                                 mlir::Value threadCoordinate,
                                 int32_t registerCoordinate, bool disjoint);

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_KERNELCONTEXT_H

//===- SlotPool.h - Global memory that tile blocks claim --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SLOTPOOL_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SLOTPOOL_H

#include "../KernelContext.h"

namespace tessera::tileas {

/// Makes an array of integers of so many bits in global memory, which are 0 until
/// the kernels of the module write them.
void makeZeros(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef name,
               unsigned bits, int64_t count, int64_t alignment);

/// An array of slots in global memory, and a word for each slot that is 1 while
/// a block has it. There are as many slots as blocks that can be resident at
/// once, over all launches, so that no block waits; only if slots are very large
/// there are fewer.
class SlotPool {
public:
  /// The pool `name` of a kernel: slots of `bytes` bytes, of which a block has at
  /// most `mostOfBlock`.
  SlotPool(KernelContext &kernel, llvm::StringRef name, int64_t bytes,
           int64_t align, int64_t mostOfBlock = 1);

  /// Makes the arrays, unless the module has them.
  void makeArrays(mlir::Location loc) const;

  /// Claims the first free slot, starting from one that depends on the block.
  /// Returns its address, an i64.
  mlir::Value claim(mlir::OpBuilder &builder, mlir::Location loc) const;

  /// Gives a slot back, by the pointer to it.
  void release(mlir::OpBuilder &builder, mlir::Location loc,
               mlir::Value slot) const;

private:
  mlir::Value getFirstSlot(mlir::OpBuilder &builder, mlir::Location loc) const;
  mlir::Value getFlag(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value slot) const;
  /// The number of the slot that a block asks for first.
  mlir::Value getFirst(mlir::OpBuilder &builder, mlir::Location loc) const;

  mlir::ModuleOp module;
  int64_t alignment, slotBytes, numSlots;
  std::string slots, flags;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SLOTPOOL_H

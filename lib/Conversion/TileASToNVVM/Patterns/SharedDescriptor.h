//===- SharedDescriptor.h - Descriptors of shared memory --------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SHAREDDESCRIPTOR_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SHAREDDESCRIPTOR_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileas {

/// Descriptors of 64 bits by which instructions name parts of a buffer: constant
/// bits plus where the part begins, in cells. PTX ISA, "Matrix descriptor" of wgmma
/// and "tcgen05 shared memory descriptor".
class SharedDescriptor {
public:
  /// Bytes of a cell.
  static constexpr int64_t kCellBytes = 16;
  /// The bits of all descriptors of `tcgen05`.
  static constexpr uint64_t kTcgen05 = uint64_t(1) << 46;

  /// `pointer` is where the buffer begins. `begin`, an i32, is where the thread's
  /// part does, in cells from there; null is 0.
  SharedDescriptor(mlir::OpBuilder &builder, mlir::Location loc, uint64_t bits,
                   mlir::Value pointer, mlir::Value begin = {})
      : builder(builder), loc(loc), high(int32_t(bits >> 32)),
        isInWords(bits & kTcgen05) {
    mlir::Type i32 = builder.getI32Type();
    mlir::Value start =
        mlir::LLVM::PtrToIntOp::create(builder, loc, i32, pointer);
    if (isInCluster(builder))
      start = mlir::LLVM::AndOp::create(
          builder, loc, start,
          mlir::LLVM::ConstantOp::create(builder, loc,
                                         builder.getI32IntegerAttr(kOfCTA)));
    mlir::Value shift = mlir::LLVM::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(4));
    start = mlir::LLVM::LShrOp::create(builder, loc, start, shift);
    if (begin)
      start = mlir::LLVM::AddOp::create(builder, loc, start, begin);
    // Zero-extended, LLVM would compute all of it in 64 bits.
    if (!isInWords)
      start =
          mlir::LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), start);
    first =
        mlir::LLVM::OrOp::create(builder, loc, start, constant(int64_t(bits)));
  }

  /// That of the part which begins some bytes, whole cells, behind the first.
  mlir::Value get(int64_t bytes) {
    int64_t cells = bytes / kCellBytes;
    mlir::Value descriptor = first;
    if (cells)
      descriptor =
          mlir::LLVM::AddOp::create(builder, loc, first, constant(cells));
    return isInWords ? join(descriptor) : descriptor;
  }

private:
  /// The bits of an address that name a byte of the CTA's own shared memory.
  static constexpr int32_t kOfCTA = (1 << 24) - 1;

  /// True in a kernel whose CTAs share their memory: addresses also have the number
  /// of the CTA there (PTX ISA, "shared::cluster"), which descriptors have not.
  static bool isInCluster(mlir::OpBuilder &builder) {
    mlir::Operation *op = builder.getInsertionBlock()->getParentOp();
    auto kernel = llvm::dyn_cast<KernelOpInterface>(op);
    if (!kernel)
      kernel = op->getParentOfType<KernelOpInterface>();
    return kernel.getSpec().countWorkingCTAs() > 1;
  }

  /// A number, or its lower word.
  mlir::Value constant(int64_t value) {
    mlir::IntegerAttr attr = isInWords
                                 ? builder.getI32IntegerAttr(int32_t(value))
                                 : builder.getI64IntegerAttr(value);
    return mlir::LLVM::ConstantOp::create(builder, loc, attr);
  }

  /// A descriptor with this lower word.
  mlir::Value join(mlir::Value low) {
    auto type = mlir::VectorType::get(2, builder.getI32Type());
    mlir::Value words = mlir::LLVM::ConstantOp::create(
        builder, loc, type,
        mlir::DenseElementsAttr::get(type, llvm::ArrayRef<int32_t>{0, high}));
    words = mlir::LLVM::InsertElementOp::create(builder, loc, words, low,
                                                constant(0));
    return mlir::LLVM::BitcastOp::create(builder, loc, builder.getI64Type(),
                                         words);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  /// The upper word of all descriptors, which says nothing of where a part begins.
  int32_t high;
  /// True if lower words are computed alone. A warp computes descriptors of `tcgen05`
  /// in uniform registers, in which an addition of 64 bits takes two instructions. With
  /// wgmma threads compute theirs, and as words these take more moves.
  bool isInWords;
  /// That of the first part, or its lower word.
  mlir::Value first;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_SHAREDDESCRIPTOR_H

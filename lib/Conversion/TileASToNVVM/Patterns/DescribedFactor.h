//===- DescribedFactor.h - Factors read by matrix descriptors ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_DESCRIBEDFACTOR_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_DESCRIBEDFACTOR_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tessera/Layout/MatrixDescriptor.h"

namespace tessera::tileas {

/// A factor in shared memory. A descriptor is a constant plus where the buffer
/// begins, in units of 16 bytes; each instruction adds another constant.
class DescribedFactor {
public:
  static constexpr int64_t kCellBytes = 16;

  /// `bits` are those of all descriptors. `begin`, an i32, is where the thread's
  /// part of the buffer begins, in units of 16 bytes; null is 0.
  DescribedFactor(mlir::OpBuilder &builder, mlir::Location loc,
                  const MatrixDescriptor &descriptor, uint64_t bits,
                  mlir::Value pointer, mlir::Value begin)
      : builder(builder), loc(loc), descriptor(descriptor) {
    mlir::Value address = mlir::LLVM::PtrToIntOp::create(
        builder, loc, builder.getI32Type(), pointer);
    mlir::Value start =
        mlir::LLVM::LShrOp::create(builder, loc, address, constant(4));
    if (begin)
      start = mlir::LLVM::AddOp::create(builder, loc, start, begin);
    first =
        mlir::LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), start);
    first = mlir::LLVM::OrOp::create(builder, loc, first,
                                     constant64(int64_t(bits)));
  }

  bool isOuterMajor() const { return descriptor.isOuterMajor(); }

  /// That of the instruction whose factor begins with the element (`outer`,
  /// `k`) of the thread's part of matrix `batch`.
  mlir::Value getDescriptor(int64_t batch, int64_t outer, int64_t k) {
    int64_t start = descriptor.getStart(outer, k, batch) / kCellBytes;
    return start ? mlir::LLVM::AddOp::create(builder, loc, first,
                                             constant64(start))
                       .getResult()
                 : first;
  }

private:
  mlir::Value constant(int32_t value) {
    return mlir::LLVM::ConstantOp::create(builder, loc,
                                          builder.getI32IntegerAttr(value));
  }
  mlir::Value constant64(int64_t value) {
    return mlir::LLVM::ConstantOp::create(builder, loc,
                                          builder.getI64IntegerAttr(value));
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;
  MatrixDescriptor descriptor;
  mlir::Value first;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_DESCRIBEDFACTOR_H

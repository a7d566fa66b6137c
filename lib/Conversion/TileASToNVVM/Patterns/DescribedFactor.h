//===- DescribedFactor.h - Factors read by matrix descriptors ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_DESCRIBEDFACTOR_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_DESCRIBEDFACTOR_H

#include "SharedDescriptor.h"
#include "tessera/Layout/MatrixDescriptor.h"

namespace tessera::tileas {

/// A factor in shared memory, of which each instruction has a descriptor.
class DescribedFactor {
public:
  /// `bits` are those of all descriptors. `begin`, an i32, is where the thread's
  /// part of the buffer begins, in cells; null is 0.
  DescribedFactor(mlir::OpBuilder &builder, mlir::Location loc,
                  const MatrixDescriptor &descriptor, uint64_t bits,
                  mlir::Value pointer, mlir::Value begin)
      : descriptor(descriptor), parts(builder, loc, bits, pointer, begin) {}

  bool isOuterMajor() const { return descriptor.isOuterMajor(); }

  /// That of the instruction whose factor begins with the element (`outer`,
  /// `k`) of the thread's part of matrix `batch`.
  mlir::Value getDescriptor(int64_t batch, int64_t outer, int64_t k) {
    return parts.get(descriptor.getStart(outer, k, batch));
  }

private:
  MatrixDescriptor descriptor;
  SharedDescriptor parts;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_PATTERNS_DESCRIBEDFACTOR_H

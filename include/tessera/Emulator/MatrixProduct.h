//===- MatrixProduct.h - Products as tensor cores compute them --*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole matrices, multiplied to the bit as a kernel on the GPU would: a loop
// along k over the instruction that its generation multiplies with.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_EMULATOR_MATRIXPRODUCT_H
#define TESSERA_EMULATOR_MATRIXPRODUCT_H

#include "tessera/Emulator/Types.h"
#include <cstddef>

namespace tessera::ptx {

/// The extents of a product.
struct ProductExtents {
  size_t m, n, k;
};

/// C = A * B with sums of f32, as wgmma has them on sm_90, tcgen05.mma from
/// sm_100 to sm_110, and mma elsewhere. A (m x k), B (k x n) and C lie row by
/// row; the factors are f16, bf16, e4m3 or e5m2.
void multiplyMatrices(unsigned architecture, Type type, ProductExtents extents,
                      const void *a, const void *b, float *c);

} // namespace tessera::ptx

#endif // TESSERA_EMULATOR_MATRIXPRODUCT_H

//===- Products.h - Products of tileaa to tileas ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTS_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"

namespace tessera::tileaa {
class MmaOp;
} // namespace tessera::tileaa

namespace tessera {

class TargetInfo;

/// Replaces a product by one of the same instruction of a GPU, null if it is not
/// known, or of fused multiply-adds if it has none. A factor that the loop loads
/// for this product and rounds to tf32 is taken as it is loaded, and rounded by
/// the product.
void convertProduct(mlir::RewriterBase &rewriter, tileaa::MmaOp op,
                    const TargetInfo *target);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTS_H

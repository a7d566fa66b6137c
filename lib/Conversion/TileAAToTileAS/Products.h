//===- Products.h - Matrix instructions for products ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTS_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTS_H

#include "tessera/Dialect/TileAS/IR/Dialect.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::tileaa {
class MmaOp;
} // namespace tessera::tileaa

namespace tessera {

/// Replaces a product by one with an instruction of the target, or by fused
/// multiply-adds if there is none. Factors in a format that the target does not
/// multiply are converted to one that represents all their values
/// (tileaa::chooseForm).
void convertProduct(mlir::RewriterBase &rewriter, tileaa::MmaOp op,
                    const TargetInfo &target);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_PRODUCTS_H

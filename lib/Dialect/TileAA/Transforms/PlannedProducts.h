//===- PlannedProducts.h - Matrix instructions for products -----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_PLANNEDPRODUCTS_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_PLANNEDPRODUCTS_H

#include "tessera/Dialect/TileAA/Analysis/TensorMapViews.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera {
class TargetInfo;
} // namespace tessera

namespace tessera::tileaa {

/// Gives each product of an entry an instruction of the target, or leaves it to
/// fused multiply-adds if there is none. Factors in a format that the target
/// does not multiply are converted to one that represents all their values
/// (chooseForm). With `byGroups`, groups of the entry's `warps` warps multiply
/// where that is better. Fails, with an error, where nobody multiplies scaled
/// blocks.
mlir::LogicalResult planProducts(EntryOpInterface entry,
                                 const TargetInfo &target, unsigned warps,
                                 bool byGroups, MapCandidates &maps);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_PLANNEDPRODUCTS_H

//===- WarpCount.h - Chooses the number of warps ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_WARPCOUNT_H
#define TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_WARPCOUNT_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera {
class TargetInfo;
} // namespace tessera

namespace tessera::tileaa {

/// A number of warps of a block, and its reason.
struct WarpDecision {
  unsigned warps;
  /// A clause for people.
  llvm::StringRef reason;
  /// Registers of all threads that the sums of products that are live at once
  /// take, and that the largest other tile takes.
  int64_t sums, largestTile;
};

/// As many warps, at least `least`, as hold the tiles of an entry in registers;
/// fewer where they hold the sums of products. A power of two if `least` is
/// one.
WarpDecision decideWarps(EntryOpInterface entry, const TargetInfo &target,
                         unsigned least);

} // namespace tessera::tileaa

#endif // TESSERA_LIB_DIALECT_TILEAA_TRANSFORMS_WARPCOUNT_H

//===- WarpCount.h - Chooses the number of warps ----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEAATOTILEAS_WARPCOUNT_H
#define TESSERA_LIB_CONVERSION_TILEAATOTILEAS_WARPCOUNT_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera {

class TargetInfo;

namespace tileaa {
class EntryOpInterface;
} // namespace tileaa

/// The number of warps, at least `least`, that hold the tiles of an entry in
/// registers. A power of two if `least` is one.
int64_t chooseWarpCount(tileaa::EntryOpInterface entry,
                        const TargetInfo &target, int64_t least);

} // namespace tessera

#endif // TESSERA_LIB_CONVERSION_TILEAATOTILEAS_WARPCOUNT_H

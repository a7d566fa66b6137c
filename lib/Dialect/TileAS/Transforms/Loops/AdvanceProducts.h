//===- AdvanceProducts.h - Products that begin with the first ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_ADVANCEPRODUCTS_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_ADVANCEPRODUCTS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"

namespace tessera::tileas {

/// The registers of a thread that a loop keeps at least, and those that it may have in as
/// many blocks as an SM has room for.
struct RoomOfLoop {
  int64_t live, registers, blocks;
};
using CountBlocks = llvm::function_ref<RoomOfLoop(const RegisterEstimate &)>;

/// Has products of groups of warps in a loop begin behind the first one, where nothing
/// that threads compute in between goes into them and registers have room for their sums:
///
///   %s = wgmma %keys, %queries, %zero         %s = wgmma %keys, %queries, %zero
///   %p = powers of %s                         %t = wgmma %values, %gradient, %zero
///   %o = wgmma %p, %gradient, %sum      ->    %p = powers of %s
///   %t = wgmma %values, %gradient, %zero      %o = wgmma %p, %gradient, %sum
///
/// One is multiplied while threads compute with the other. Factors that threads store, and
/// that need no product, are stored in front of the first one.
void advanceProducts(mlir::scf::ForOp loop, CountBlocks countBlocks);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_LOOPS_ADVANCEPRODUCTS_H

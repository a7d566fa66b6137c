//===- CopyEngines.h - Who copies the tiles of a loop -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads copy by `cp.async` in pieces of up to 16 bytes each; a tensor map
// lets one thread begin the copy of a box. This file compares what both take of
// a block, by the machine model. It is private to the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPYENGINES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPYENGINES_H

#include "AsyncCopies.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Target/TargetInfo.h"

namespace tessera::tileas {

/// The cost of tensor maps for the copies of a loop, in cycles of an SM.
struct MapBalance {
  /// Saved in each iteration of a block; negative if lost.
  double saved = 0;
  /// The iterations for which a block looks for its maps.
  double iterations = 0;
  /// Lost where a block begins, beside the other blocks of the SM.
  double cost = 0;

  bool isGain() const { return saved * iterations > cost; }
};

/// Weighs the tensor maps of those copies that have a box, in a loop of a
/// kernel of `warps` warps of which an SM holds `blocks` blocks.
MapBalance weighMaps(mlir::scf::ForOp loop,
                     llvm::MutableArrayRef<AsyncCopy> copies, unsigned warps,
                     unsigned blocks, const TargetInfo &target);

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_COPYENGINES_H

//===- Handover.h - From one tile to the next -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REPORT_HANDOVER_H
#define TESSERA_LIB_REPORT_HANDOVER_H

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Dialect/TileAS/Analysis/OpCosts.h"

namespace tessera::report {

/// What an op between two tiles keeps busy, from `start` cycles behind the
/// inner loop on.
struct HandoverCost {
  mlir::Operation *op;
  tileas::OpCost cost;
  bool isOfNextTile;
  double start;
};

/// What stands behind the inner loop of a loop over tiles that begins the next
/// tile's copies there; nothing of other loops. Ops start in the order of the
/// program: when their units are free, what they use is there and, behind a
/// barrier, all accesses to shared memory before it have ended.
llvm::SmallVector<HandoverCost> collectHandover(mlir::LoopLikeOpInterface tiles,
                                                unsigned warps,
                                                const TargetInfo &target);

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_HANDOVER_H

//===- Handover.h - Ops between two tiles of a loop -------------*- C++ -*-===//
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

/// The time for which an op between two tiles occupies a unit, from `start`
/// cycles after the inner loop on.
struct HandoverCost {
  mlir::Operation *op;
  tileas::OpCost cost;
  bool isOfNextTile;
  double start;
};

/// The ops after the inner loop of a loop over tiles, if they begin the next
/// tile's copies; nothing for other loops. Ops start in program order, each as
/// soon as its units are free, its operands are there and, after a barrier, all
/// earlier accesses to shared memory have ended.
llvm::SmallVector<HandoverCost> collectHandover(mlir::LoopLikeOpInterface tiles,
                                                unsigned warps,
                                                const TargetInfo &target);

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_HANDOVER_H

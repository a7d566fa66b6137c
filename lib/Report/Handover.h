//===- Handover.h - Ops between two tiles of a loop -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REPORT_HANDOVER_H
#define TESSERA_LIB_REPORT_HANDOVER_H

#include "mlir/Dialect/SCF/IR/SCF.h"
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
/// tile, at the times of its schedule; nothing for other loops.
llvm::SmallVector<HandoverCost> collectHandover(mlir::scf::ForOp tiles,
                                                unsigned warps,
                                                const TargetInfo &target);

} // namespace tessera::report

#endif // TESSERA_LIB_REPORT_HANDOVER_H

//===- ProgramOrder.cpp - What may run behind what ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/ProgramOrder.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

ProgramOrder::ProgramOrder(KernelOpInterface kernel) {
  kernel.getBody().walk<WalkOrder::PreOrder>(
      [&](Operation *op) { numberOf.try_emplace(op, numberOf.size()); });
}

bool ProgramOrder::mayFollow(Operation *later, Operation *earlier) const {
  Operation *first = earlier;
  for (Operation *around = earlier->getParentOp();
       !isa<KernelOpInterface>(around); around = around->getParentOp())
    if (!isa<scf::IfOp>(around))
      first = around;
  return numberOf.lookup(later) > numberOf.lookup(first);
}

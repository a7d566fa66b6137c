//===- PairFactors.cpp - Factors of products in shared memory -------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairFactors.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

FactorPlace::FactorPlace(Value factor) {
  if (auto slice = factor.getDefiningOp<SliceOp>()) {
    number = slice.getCount();
    factor = slice.getRing();
  }
  if (factor.getDefiningOp<AllocSharedOp>())
    buffer = factor;
}

BufferUses::BufferUses(Value buffer) {
  for (OpOperand &use : buffer.getUses())
    if (auto slice = dyn_cast<SliceOp>(use.getOwner())) {
      stages.push_back(slice.getStage());
      for (OpOperand &ofStage : slice.getStage().getUses())
        uses.push_back(&ofStage);
    } else {
      uses.push_back(&use);
    }
}

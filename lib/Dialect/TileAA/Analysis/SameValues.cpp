//===- SameValues.cpp - Values that are computed alike --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAA/Analysis/SameValues.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

bool tileaa::isSameValue(Value lhs, Value rhs, AreEqual areEqual,
                         unsigned depth) {
  if (lhs == rhs)
    return true;
  if (lhs && rhs && areEqual && areEqual(lhs, rhs))
    return true;
  Operation *left = lhs ? lhs.getDefiningOp() : nullptr;
  Operation *right = rhs ? rhs.getDefiningOp() : nullptr;
  if (!left || !right || depth == 0 || !isMemoryEffectFree(left) ||
      left->getNumRegions() != 0 ||
      cast<OpResult>(lhs).getResultNumber() !=
          cast<OpResult>(rhs).getResultNumber())
    return false;
  return OperationEquivalence::isEquivalentTo(
      left, right,
      [&](Value l, Value r) {
        return success(isSameValue(l, r, areEqual, depth - 1));
      },
      /*markEquivalent=*/nullptr, OperationEquivalence::IgnoreLocations);
}

bool tileaa::areSameValues(ValueRange lhs, ValueRange rhs, AreEqual areEqual) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip(lhs, rhs), [&](auto pair) {
           return isSameValue(std::get<0>(pair), std::get<1>(pair), areEqual);
         });
}

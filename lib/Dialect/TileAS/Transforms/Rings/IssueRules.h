//===- IssueRules.h - Programs of warps that compute and one that begins -*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warp that begins copies and products has these, tensor maps, and the waits for
// the factors that products read. All else that has an effect is for the warps that
// compute. Both come to each barrier and to each wait for products. It is private to
// the passes.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_ISSUERULES_H
#define TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_ISSUERULES_H

#include "AgentPrograms.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace tessera::tileas {

/// The ops that are no agent's, as all warps execute them together.
struct OpsOfAll {
  explicit OpsOfAll(KernelOpInterface kernel);

  bool contains(mlir::Operation *op) const {
    return before.contains(op) || behind.contains(op);
  }

  /// Shared memory, mbarriers and tensor memory, in front of the agents.
  llvm::SmallPtrSet<mlir::Operation *, 8> before;
  /// Maps and columns are given back behind all, and barriers stand around that.
  llvm::SmallPtrSet<mlir::Operation *, 4> behind;
};

/// The rules of the warps that compute, or of the one that begins copies and products.
class IssueRules : public AgentRules {
public:
  IssueRules(bool begins, const OpsOfAll &ofAll)
      : begins(begins), ofAll(ofAll) {}

  bool executes(mlir::Operation *op) const override;
  bool isOutside(mlir::Operation *op) const override {
    return ofAll.contains(op);
  }
  bool mayHave(mlir::Operation *op) const override;
  /// The place alone of a tile that the other agent stores, or adds to.
  llvm::SmallVector<mlir::Value>
  getOperands(mlir::Operation *op) const override;

  /// True for an op of the other agent that changes a tile in tensor memory: this one
  /// knows where it lies.
  bool hasPlaceOf(mlir::Operation *op) const;

private:
  bool begins;
  const OpsOfAll &ofAll;
};

} // namespace tessera::tileas

#endif // TESSERA_LIB_DIALECT_TILEAS_TRANSFORMS_RINGS_ISSUERULES_H

//===- SharedPowers.cpp - Powers of two by two pipes ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/Analysis/SharedPowers.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Codegen/PowerPolynomial.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Target/MachineModel.h"
#include <cmath>

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

unsigned tileas::countPairsPerPolynomial(const TargetInfo &target) {
  if (!target.issuesPackedF32x2())
    return 0;
  // An exponent, and the addition of its power to the sum of a row.
  constexpr unsigned operationsBeside = 2;
  const MachineModel &model = MachineModel::of(target);
  double ofFloat = model.get(Work::Float).getCyclesOnPipe();
  double ofPower = model.get(Work::Exp2).getCyclesOnPipe();
  double beside = operationsBeside * ofFloat;
  double ofPolynomial = power::kOperations * ofFloat;
  // With a share s of the powers by arithmetic both pipes take as long:
  // (1 - s) * ofPower = beside + s * ofPolynomial.
  return ofPower > beside
             ? std::lround((ofPower + ofPolynomial) / (ofPower - beside))
             : 0;
}

bool tileas::canBeShared(tileaa::Exp2Op op) {
  return op.getFtz() && hasManyPowers(op) &&
         op->getParentOfType<LoopLikeOpInterface>();
}

bool tileas::sharesPowers(KernelOpInterface kernel) {
  KernelSpecAttr spec = kernel.getSpec();
  const TargetInfo *target = lookupTarget(spec.getTarget());
  if (!target || countPairsPerPolynomial(*target) == 0 ||
      spec.keepsPowersTogether())
    return false;
  bool multiplies = false, hasPowers = false;
  kernel.walk([&](Operation *op) {
    auto power = dyn_cast<tileaa::Exp2Op>(op);
    multiplies |= isa<tileaa::ProductOpInterface>(op);
    hasPowers |= power && canBeShared(power);
  });
  return multiplies && hasPowers;
}

//===- TileASBarriers.cpp - Barriers of a CTA ------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

LogicalResult GroupTurnOp::verify() {
  BufferType turns = getTurns().getType();
  auto mbarrier = dyn_cast<MBarrierType>(turns.getElementType());
  if (!mbarrier || mbarrier.getArrivals() != 2 * kWarpsOfGroup ||
      turns.getStages() != 2)
    return emitOpError(
               "needs an mbarrier for each of two groups, at which eight "
               "warps arrive, not ")
           << turns;
  if ((getVerb() == TurnVerb::Take) != bool(getTurn()))
    return emitOpError("names its turn where it takes it, and only there");
  if (getNumWarps(*this) != 2 * kWarpsOfGroup)
    return emitOpError("is executed by two groups of four warps, not by ")
           << getNumWarps(*this) << " warps";
  return success();
}

LogicalResult CopyBarrierOp::verify() {
  if (getPassing() && !isOfTogether(*this))
    return emitOpError("is passed by warps of an agent that is together with "
                       "others, and only there");
  int64_t stages = getStages(), first = getFirst();
  if (stages < 1 || !llvm::isPowerOf2_64(stages) || first < 1 ||
      first % stages != 0 || first + stages > kBarriersOfCTA)
    return emitOpError("takes ")
           << stages << " barriers from " << first
           << " on; a CTA has 1 to 15 for it, and takes a power of two of them "
              "from a multiple of it on";
  return success();
}

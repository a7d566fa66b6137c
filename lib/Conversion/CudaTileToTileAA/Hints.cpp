//===- Hints.cpp - The hints for one GPU ----------------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Dialect/CudaTile/IR/Hints.h"
#include "Patterns.h"
#include "mlir/IR/Remarks.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Memory.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h"
#include "tessera/Support/RemarkCategories.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

static OptimizationHintsAttr getHints(Operation *op) {
  return llvm::TypeSwitch<Operation *, OptimizationHintsAttr>(op)
      .Case<EntryOpInterface, LoadPtrTkoOp, StorePtrTkoOp, LoadViewTkoOp,
            StoreViewTkoOp>(
          [](auto op) { return op.getOptimizationHintsAttr(); })
      .Default([](Operation *) { return OptimizationHintsAttr(); });
}

static void explainDropped(EntryOpInterface entry, Operation *op,
                           OptimizationHintsAttr hints, StringRef gpuName) {
  if (!op->getContext()->getRemarkEngine())
    return;
  for (const HintProblem &problem :
       findDroppedHints(op, hints.getValue(), gpuName))
    remark::missed(op->getLoc(), remark::RemarkOpts::name("RemarkHintIgnored")
                                     .category(remarks::hints)
                                     .function(entry.getSymName()))
        << remark::reason("{0}", problem.reason)
        << remark::suggest("{0}", problem.suggestion);
}

void tessera::resolveHints(EntryOpInterface entry, StringRef gpuName) {
  MLIRContext *context = entry.getContext();
  entry->walk<WalkOrder::PreOrder>([&](Operation *op) {
    OptimizationHintsAttr hints = getHints(op);
    if (!hints)
      return;
    explainDropped(entry, op, hints, gpuName);
    auto lookup = [&](StringRef key) {
      return lookupHint(hints.getValue(), key, gpuName);
    };
    // Hints without meaning for this GPU are dropped.
    auto set = [&](auto resolved, auto nothing) {
      if (resolved != nothing)
        op->setAttr(hintsAttrName, resolved);
    };
    if (isa<EntryOpInterface>(op))
      return set(tileaa::EntryHintsAttr::get(
                     context, lookup("num_worker_warps_per_cta").value_or(0),
                     lookup("num_cta_in_cga").value_or(0),
                     lookup("occupancy").value_or(0)),
                 tileaa::EntryHintsAttr::get(context, 0, 0, 0));
    BoolAttr allowTMA;
    if (std::optional<int64_t> flag = lookup("allow_tma"))
      allowTMA = BoolAttr::get(context, *flag);
    set(tileaa::AccessHintsAttr::get(context, lookup("latency").value_or(0),
                                     allowTMA),
        tileaa::AccessHintsAttr::get(context, 0, BoolAttr()));
  });
}

//===- TileAAToTileAS.cpp - Entries become kernels ------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Products.h"
#include "tessera/Conversion/TileAAToTileAS/Passes.h"
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Product.h"
#include "tessera/Dialect/TileAA/IR/Ops/Return.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Program.h"
#include "tessera/Dialect/TileAS/IR/Ops/Return.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera {
#define GEN_PASS_DEF_CONVERTTILEAATOTILEAS
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;

/// The launch that tileaa-plan-kernel has decided on.
static FailureOr<tileas::KernelSpecAttr>
makeSpec(tileaa::EntryOpInterface entry) {
  tileaa::LaunchAttr launch = entry.getLaunchAttr();
  if (!launch || launch.getTarget().empty() || !launch.getWarps())
    return entry.emitError()
           << "entry '" << entry.getSymName()
           << "' has no launch with a target and warps; run "
              "tileaa-plan-kernel before convert-tileaa-to-tileas";
  ArrayAttr agents;
  if (unsigned warps = launch.getCopyWarps())
    agents = Builder(entry.getContext())
                 .getArrayAttr(tileas::AgentAttr::get(
                     entry.getContext(), tileas::AgentAttr::loadName, warps));
  return tileas::KernelSpecAttr::get(
      entry.getContext(), launch.getTarget(), launch.getWarps(),
      launch.getCluster(), launch.getStages(), launch.getPersistent(),
      launch.getMaxRegisters(), launch.getMinCtasPerSm(),
      launch.getMaxClusterRank(), /*plan=*/tileas::PlanAttr(), agents,
      launch.getSpread(), launch.getFixedWarps(), launch.getFindings(),
      /*shared=*/0, /*frozen=*/false);
}

namespace {

class Converter {
public:
  Converter(tileaa::EntryOpInterface entry, tileas::KernelSpecAttr spec)
      : entry(entry), rewriter(entry.getContext()), spec(spec) {}

  void run() {
    entry.walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](tileaa::LoadOp op) { convert(op); })
          .Case([&](tileaa::StoreOp op) { convert(op); })
          .Case([&](tileaa::AtomicOp op) { convert(op); })
          .Case([&](tileaa::MmaOp op) {
            convertProduct(rewriter, op, lookupTarget(spec.getTarget()));
          })
          .Case([&](tileaa::FenceAliasOp op) {
            // Each thread's fence orders only its own accesses.
            tileas::BarrierOp::create(rewriter, op.getLoc());
            rewriter.setInsertionPointAfter(op);
            tileas::BarrierOp::create(rewriter, op.getLoc());
          })
          .Case([&](tileaa::PrintOp op) {
            rewriter.replaceOpWithNewOp<tileas::PrintOp>(
                op, op.getResultToken().getType(), op.getFormat(), op.getArgs(),
                op.getToken());
          })
          .Case([&](tileaa::AssertOp op) {
            rewriter.replaceOpWithNewOp<tileas::AssertOp>(
                op, op.getCondition(), op.getStarts(), op.getMessageAttr());
          });
    });
    makeKernel();
  }

private:
  void convert(tileaa::LoadOp op) {
    // Several threads could sum the terms of different GPUs in different
    // orders, and so get different copies.
    bool isForAll =
        op.getOrdering() == tileaa::Ordering::Weak && !op.isMultimem();
    auto load = tileas::LoadOp::create(
        rewriter, op.getLoc(), tileaa::Access::of(op), op.getResult().getType(),
        isForAll ? tileas::Executor::All : tileas::Executor::Owner,
        op.getOther(), op.getMultimemAttr());
    rewriter.replaceOp(op,
                       {isForAll ? load.getResult() : publish(load.getResult()),
                        load.getResultToken()});
  }

  void convert(tileaa::AtomicOp op) {
    auto atomic = tileas::AtomicOp::create(
        rewriter, op.getLoc(), tileaa::Access::of(op), op.getMode(),
        op.getValue(), op.getCompare(), op.getMultimem());
    // That other threads go on only after an acquire is for the barrier in front
    // of their next access.
    Value result = atomic.getResult();
    if (!op.getResult().use_empty())
      result = publish(result);
    rewriter.replaceOp(op, {result, atomic.getResultToken()});
  }

  /// If every thread loaded a flag for itself, threads could see different
  /// values, and diverge before a barrier.
  Value publish(Value value) {
    return tileas::PublishOp::create(rewriter, value.getLoc(), value.getType(),
                                     value);
  }

  void convert(tileaa::StoreOp op) {
    rewriter.replaceOpWithNewOp<tileas::StoreOp>(
        op, tileaa::Access::of(op), op.getValue(), op.getMultimem());
  }

  void makeKernel() {
    rewriter.setInsertionPoint(entry);
    auto function = cast<FunctionOpInterface>(entry.getOperation());
    auto kernel = tileas::KernelOp::create(
        rewriter, entry.getLoc(), entry.getSymName(), entry.getFunctionType(),
        spec, function.getArgAttrsAttr(), function.getResAttrsAttr());
    rewriter.inlineRegionBefore(entry.getBody(), kernel.getBody(),
                                kernel.getBody().end());
    kernel.walk([&](tileaa::ReturnOp op) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<tileas::ReturnOp>(op);
    });
    rewriter.eraseOp(entry);
  }

  tileaa::EntryOpInterface entry;
  IRRewriter rewriter;
  tileas::KernelSpecAttr spec;
};

struct ConvertTileAAToTileASPass
    : tessera::impl::ConvertTileAAToTileASBase<ConvertTileAAToTileASPass> {
  void runOnOperation() override {
    for (auto entry : llvm::make_early_inc_range(
             getOperation().getOps<tileaa::EntryOpInterface>())) {
      FailureOr<tileas::KernelSpecAttr> spec = makeSpec(entry);
      if (failed(spec))
        return signalPassFailure();
      Converter(entry, *spec).run();
    }
  }
};

} // namespace

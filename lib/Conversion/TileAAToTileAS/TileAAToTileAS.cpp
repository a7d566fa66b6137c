//===- TileAAToTileAS.cpp - Kernels get a launch contract -----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanations.h"
#include "Products.h"
#include "WarpCount.h"
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
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/Debug.h"

#define DEBUG_TYPE "convert-tileaa-to-tileas"

namespace tessera {
#define GEN_PASS_DEF_CONVERTTILEAATOTILEAS
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;

namespace {

/// Decides on the launch of an entry. The requirements of the front end come
/// first, then the entry's hints, then the compiler's choice.
class LaunchDecision {
public:
  LaunchDecision(tileaa::EntryOpInterface entry, StringRef requestedGPU,
                 unsigned defaultWarps)
      : entry(entry), launch(entry.getLaunchAttr()), requestedGPU(requestedGPU),
        defaultWarps(defaultWarps) {
    if (!launch)
      launch = tileaa::LaunchAttr::get(entry.getContext(), "", 0, {}, 0, false,
                                       0, 0, 0);
  }

  FailureOr<tileas::KernelSpecAttr> get();

private:
  static constexpr int64_t kMaxWarps = Capacities::maxWarpsPerBlock;

  unsigned chooseWarps(const TargetInfo &target);
  LogicalResult checkRegisters();

  tileaa::EntryOpInterface entry;
  tileaa::LaunchAttr launch;
  StringRef requestedGPU;
  unsigned defaultWarps;
};

/// Calls `visit` for each tile that an op of the entry computes.
void forEachTile(tileaa::EntryOpInterface entry,
                 function_ref<void(Operation *, RankedTensorType)> visit) {
  entry.walk([&](Operation *op) {
    for (Type type : op->getResultTypes())
      if (auto tile = dyn_cast<RankedTensorType>(type))
        visit(op, tile);
  });
}

/// Without a hint, kernels with large tiles get more warps.
unsigned LaunchDecision::chooseWarps(const TargetInfo &target) {
  if (entry.getHintsAttr() && entry.getHintsAttr().getWarps())
    return entry.getHintsAttr().getWarps();
  return chooseWarpCount(entry, target, defaultWarps);
}

/// The number of warps that the front end fixed must have room for each tile by
/// itself.
LogicalResult LaunchDecision::checkRegisters() {
  constexpr int64_t limit = Capacities::maxRegistersPerThread;
  Operation *largestOp = nullptr;
  RankedTensorType largest;
  forEachTile(entry, [&](Operation *op, RankedTensorType tile) {
    if (!largest ||
        tileaa::countRegisters(tile) > tileaa::countRegisters(largest)) {
      largestOp = op;
      largest = tile;
    }
  });
  int64_t threads = int64_t(launch.getWarps()) * tileas::kWarpSize;
  if (!largest || tileaa::countRegisters(largest) <= threads * limit)
    return success();
  InFlightDiagnostic error =
      entry.emitError() << "entry '" << entry.getSymName()
                        << "' asks for 'tt.num_warps' = " << launch.getWarps()
                        << ", but a tile of it takes "
                        << tileaa::countRegisters(largest) / threads
                        << " registers of each of these " << threads
                        << " threads, and a thread has " << limit;
  int64_t needed = llvm::PowerOf2Ceil(llvm::divideCeil(
      tileaa::countRegisters(largest), limit * int64_t(tileas::kWarpSize)));
  if (needed <= kMaxWarps)
    error << "; ask for " << needed << " warps, or use smaller tiles";
  else
    error << "; use smaller tiles";
  error.attachNote(largestOp->getLoc()) << "the tile is computed here";
  return error;
}

FailureOr<tileas::KernelSpecAttr> LaunchDecision::get() {
  explainIgnored(entry, launch);
  llvm::Expected<const TargetInfo *> target =
      chooseTarget(requestedGPU, launch.getTarget());
  if (!target)
    return entry.emitError() << "entry '" << entry.getSymName()
                             << "': " << llvm::toString(target.takeError());
  StringRef gpuName = (*target)->getName();
  unsigned warps = launch.getWarps();
  if (!warps)
    warps = chooseWarps(**target);
  else if (failed(checkRegisters()))
    return failure();
  LLVM_DEBUG(llvm::dbgs() << "entry '" << entry.getSymName() << "' gets "
                          << warps << " warps, "
                          << (launch.getWarps() ? "as it asks for"
                                                : "chosen by its tiles")
                          << "\n");
  return tileas::KernelSpecAttr::get(
      entry.getContext(), gpuName, warps, launch.getCluster(),
      launch.getStages(), launch.getPersistent(), launch.getMaxRegisters(),
      launch.getMinCtasPerSm(), launch.getMaxClusterRank(),
      /*plan=*/tileas::PlanAttr(), /*shared=*/0,
      /*frozen=*/false);
}

class Converter {
public:
  /// `spec` is the launch that was decided on.
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
            convertProduct(rewriter, op, *lookupTarget(spec.getTarget()));
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
        rewriter, op.getLoc(), op.getResult().getType(),
        op.getResultToken().getType(), op.getBase(), op.getStarts(),
        op.getExtents(), op.getStrides(), op.getMask(), op.getOther(),
        op.getToken(), op.getOrdering(), op.getScopeAttr(),
        op.getInboundsAttr(), op.getHintsAttr(), op.getMultimemAttr(),
        /*condition=*/Value(),
        isForAll ? tileas::Executor::All : tileas::Executor::Owner);
    rewriter.replaceOp(op,
                       {isForAll ? load.getResult() : publish(load.getResult()),
                        load.getResultToken()});
  }

  void convert(tileaa::AtomicOp op) {
    auto atomic = tileas::AtomicOp::create(
        rewriter, op.getLoc(), op.getResult().getType(),
        op.getResultToken().getType(), op.getMode(), op.getBase(),
        op.getStarts(), op.getExtents(), op.getStrides(), op.getValue(),
        op.getCompare(), op.getMask(), op.getToken(), op.getOrdering(),
        op.getScopeAttr(), op.getInboundsAttr(), op.getMultimem());
    // After an acquire, the other threads may go on only later, which the
    // barrier of the publication ensures.
    Value result = atomic.getResult();
    if (!op.getResult().use_empty() ||
        op.getOrdering() == tileaa::Ordering::Acquire ||
        op.getOrdering() == tileaa::Ordering::AcqRel)
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
        op, op.getResultToken().getType(), op.getBase(), op.getStarts(),
        op.getExtents(), op.getStrides(), op.getValue(), op.getMask(),
        op.getToken(), op.getOrdering(), op.getScopeAttr(),
        op.getInboundsAttr(), op.getHintsAttr(), op.getMultimem(),
        tileas::Executor::Owner);
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
  using ConvertTileAAToTileASBase::ConvertTileAAToTileASBase;

  void runOnOperation() override {
    for (auto entry : llvm::make_early_inc_range(
             getOperation().getOps<tileaa::EntryOpInterface>())) {
      FailureOr<tileas::KernelSpecAttr> spec =
          LaunchDecision(entry, gpuName, numWarps).get();
      if (failed(spec))
        return signalPassFailure();
      explainLoops(entry);
      Converter(entry, *spec).run();
    }
  }
};

} // namespace

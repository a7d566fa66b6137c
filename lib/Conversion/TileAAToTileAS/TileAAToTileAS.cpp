//===- TileAAToTileAS.cpp - Kernels get a launch contract ---===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Conversion/TileAAToTileAS/Passes.h"
#include "llvm/ADT/TypeSwitch.h"

namespace tessera {
#define GEN_PASS_DEF_CONVERTTILEAATOTILEAS
#include "tessera/Conversion/TileAAToTileAS/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;

namespace {

/// The attribute of an entry that holds its optimisation hints: a dictionary of
/// dictionaries, keyed by GPU or "default".
constexpr StringLiteral kHints = "optimization_hints";

/// The value of a hint: that for the GPU, else that for all.
std::optional<int64_t> lookupHint(tileaa::EntryOp entry, StringRef gpu,
                                  StringRef key) {
  auto hints = entry->getAttrOfType<DictionaryAttr>(kHints);
  if (!hints)
    return std::nullopt;
  for (StringRef target : {gpu, StringRef("default")})
    if (auto forTarget = hints.getAs<DictionaryAttr>(target))
      if (auto value = forTarget.getAs<IntegerAttr>(key))
        return value.getInt();
  return std::nullopt;
}

class Converter {
public:
  Converter(tileaa::EntryOp entry, StringRef gpuName, unsigned numWarps)
      : entry(entry), rewriter(entry.getContext()), gpuName(gpuName),
        numWarps(numWarps) {}

  void run() {
    entry.walk([&](Operation *op) {
      rewriter.setInsertionPoint(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](tileaa::LoadOp op) { convert(op); })
          .Case([&](tileaa::StoreOp op) { convert(op); })
          .Case([&](tileaa::PrintOp op) {
            rewriter.replaceOpWithNewOp<tileas::PrintOp>(
                op, op.getResultToken().getType(), op.getFormatAttr(),
                op.getArgs(), op.getToken());
          })
          .Case([&](tileaa::AssertOp op) {
            rewriter.replaceOpWithNewOp<tileas::AssertOp>(op, op.getCondition(),
                                                          op.getMessageAttr());
          });
    });
    makeKernel();
  }

private:
  void convert(tileaa::LoadOp op) {
    bool isWeak = op.getOrdering() == tileaa::Ordering::Weak;
    auto load = tileas::LoadOp::create(
        rewriter, op.getLoc(), op.getResult().getType(),
        op.getResultToken().getType(), op.getBase(), op.getStarts(),
        op.getExtents(), op.getStrides(), op.getMask(), op.getOther(),
        op.getToken(), op.getOrdering(), op.getScopeAttr(),
        op.getProvenanceAttr(),
        isWeak ? tileas::Executor::All : tileas::Executor::Owner);
    Value value = load.getResult();
    // If every thread loaded a flag for itself, threads would see different
    // values and part ways before a barrier.
    if (!isWeak)
      value = tileas::PublishOp::create(rewriter, op.getLoc(), value.getType(),
                                        value);
    rewriter.replaceOp(op, {value, load.getResultToken()});
  }

  void convert(tileaa::StoreOp op) {
    rewriter.replaceOpWithNewOp<tileas::StoreOp>(
        op, op.getResultToken().getType(), op.getBase(), op.getStarts(),
        op.getExtents(), op.getStrides(), op.getValue(), op.getMask(),
        op.getToken(), op.getOrdering(), op.getScopeAttr(),
        op.getProvenanceAttr(), tileas::Executor::Owner);
  }

  /// Registers that a thread should at most hold of one tile: beyond, values
  /// spill and both LLVM and ptxas take more than linear time.
  static constexpr int64_t kRegistersPerTile = 64;
  /// The most warps of a CTA.
  static constexpr int64_t kMaxWarps = 32;

  /// A hint is brought into the range that hardware has: it never changes
  /// results, so that a senseless one is no error. Without one, large tiles get
  /// more warps than others.
  unsigned getNumWarps() {
    if (auto hint = lookupHint(entry, gpuName, "num_worker_warps_per_cta"))
      return llvm::bit_floor<uint64_t>(std::clamp<int64_t>(*hint, 1, 8));
    int64_t wanted = getLargestTile() / (kRegistersPerTile * tileas::kWarpSize);
    return std::max<int64_t>(numWarps, std::min(wanted, kMaxWarps));
  }

  /// Elements, a power of two.
  int64_t getLargestTile() {
    int64_t largest = 1;
    entry.walk([&](Operation *op) {
      for (Type type : op->getResultTypes())
        if (auto tile = dyn_cast<RankedTensorType>(type))
          largest = std::max(largest, tile.getNumElements());
    });
    return largest;
  }

  void makeKernel() {
    rewriter.setInsertionPoint(entry);
    auto spec = tileas::KernelSpecAttr::get(entry.getContext(), gpuName,
                                            getNumWarps(), /*ctas=*/1,
                                            /*shared=*/0, /*frozen=*/false);
    auto kernel = tileas::KernelOp::create(
        rewriter, entry.getLoc(), entry.getSymName(), entry.getFunctionType(),
        spec, entry.getArgAttrsAttr(), entry.getResAttrsAttr());
    rewriter.inlineRegionBefore(entry.getBody(), kernel.getBody(),
                                kernel.getBody().end());
    kernel.walk([&](tileaa::ReturnOp op) {
      rewriter.setInsertionPoint(op);
      rewriter.replaceOpWithNewOp<tileas::ReturnOp>(op);
    });
    rewriter.eraseOp(entry);
  }

  tileaa::EntryOp entry;
  IRRewriter rewriter;
  StringRef gpuName;
  unsigned numWarps;
};

struct ConvertTileAAToTileASPass
    : tessera::impl::ConvertTileAAToTileASBase<ConvertTileAAToTileASPass> {
  using ConvertTileAAToTileASBase::ConvertTileAAToTileASBase;

  void runOnOperation() override {
    for (auto entry :
         llvm::make_early_inc_range(getOperation().getOps<tileaa::EntryOp>()))
      Converter(entry, gpuName, numWarps).run();
  }
};

} // namespace

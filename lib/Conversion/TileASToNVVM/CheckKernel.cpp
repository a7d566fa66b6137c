//===- CheckKernel.cpp - Preconditions of the lowering --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the promises of the passes on tileas, which the patterns rely on. A
// kernel that was parsed from text may break any of them.
//
//===----------------------------------------------------------------------===//

#include "Patterns/Patterns.h"
#include "tessera/Dialect/TileAA/Analysis/WarpGroups.h"
#include "tessera/Dialect/TileAS/Analysis/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Analysis/ProductLayouts.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/Analysis/TensorMemoryProducts.h"
#include "tessera/Dialect/TileAS/Analysis/WarpGroupProducts.h"
#include "tessera/Dialect/TileAS/IR/Agents.h"
#include "tessera/Dialect/TileAS/IR/OneLayout.h"
#include "tessera/Dialect/TileAS/IR/Ops/Agents.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.h"
#include "tessera/Dialect/TileAS/IR/Ops/MBarriers.h"
#include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Rings.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.h"
#include "tessera/Dialect/TileAS/IR/Ops/Views.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class KernelChecker {
public:
  explicit KernelChecker(KernelOpInterface kernel)
      : kernel(kernel), maxBytes(getMaxGlobalAccessBytes(kernel)) {}

  LogicalResult run() {
    FailureOr<SharedAllocation> shared = SharedAllocation::create(kernel);
    if (failed(shared))
      return failure();
    for (const SharedInterval &interval : shared->getIntervals())
      alignments[interval.buffer] = interval.alignment;
    if (!kernel.getSpec().getPlannedAgents().empty())
      return kernel.emitOpError("has agents by plan that have no program; run "
                                "tileas-split-issue first");
    for (Type type : kernel.getArgumentTypes())
      if (!type.isIntOrFloat() && !isa<tileaa::PtrType>(type))
        return kernel.emitOpError("takes scalars and pointers, not ") << type;
    WalkResult result = kernel.getBody().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { return WalkResult(check(op)); });
    return failure(result.wasInterrupted());
  }

private:
  LogicalResult check(Operation *op) {
    for (Type type : op->getResultTypes())
      if (failed(checkType(op, type)))
        return failure();
    for (Region &region : op->getRegions())
      for (Type type : region.getArgumentTypes())
        if (failed(checkType(op, type)))
          return failure();
    if (failed(checkParts(op)) || failed(verifyOneLayout(op)))
      return failure();
    return llvm::TypeSwitch<Operation *, LogicalResult>(op)
        .Case([&](tileaa::MoveOpInterface op) { return checkMove(op); })
        .Case([&](LoadOp op) {
          return checkAccess(op, op.getResult().getType());
        })
        .Case([&](StoreOp op) {
          return checkAccess(op, op.getValue().getType());
        })
        .Case([&](AtomicOp op) {
          return checkAccess(op, op.getValue().getType());
        })
        .Case([&](AsyncCopyOp op) { return checkCopy(op); })
        .Case([&](AgentsOp op) -> LogicalResult {
          KernelSpecAttr spec = kernel.getSpec();
          if (!op.getRegisters() || spec.getMinCtasPerSm() ||
              spec.getMaxRegisters())
            return success();
          return op.emitOpError("gives registers to its agents in a kernel "
                                "that begins with any number of them; set "
                                "'min_ctas_per_sm' or 'max_registers'");
        })
        .Case([&](RingOp op) -> LogicalResult {
          return op.emitOpError("has no lowering; run tileas-lower-rings "
                                "first");
        })
        .Case<MBarrierInitOp, MBarrierPhaseOp>(
            [&](auto op) { return checkFeature(op, Feature::MBarrier); })
        .Case([&](MBarrierArriveOp op) {
          return checkFeature(op, op.getBytes() ? Feature::MBarrierTryWait
                                                : Feature::MBarrier);
        })
        .Case([&](TensorMapOp op) {
          return checkFeature(op, Feature::TensorMapReplace);
        })
        .Case([&](MachineCopyOpInterface op) -> LogicalResult {
          if (op.getCompletion())
            return op->emitOpError("gives a completion, which has no lowering; "
                                   "run tileas-lower-rings first");
          return checkFeature(op, isa<AskBlockOp>(op)
                                      ? Feature::ClusterLaunchControl
                                      : Feature::TMA);
        })
        .Case<WarpReduceOp, AllocSharedOp, PrintOp, MmaOp, WgmmaOp,
              Tcgen05MmaOp, TmemStoreOp, TmemLoadOp, TmemScaleOp>(
            [&](auto op) { return checkOp(op); })
        .Default(success());
  }

  /// Checks that none but products of a pair take the parts of a tile together.
  static LogicalResult checkParts(Operation *op) {
    if (isa<SliceOp, PermuteBufferOp, TensorCopyOp, WaitPhaseOp, Tcgen05MmaOp>(
            op))
      return success();
    for (Type type : op->getOperandTypes())
      if (auto buffer = dyn_cast<BufferType>(type);
          buffer && buffer.getCtas() > 1)
        return op->emitOpError("accesses all of a buffer of which this CTA has "
                               "a part, ")
               << type;
    return success();
  }

  LogicalResult checkType(Operation *op, Type type) {
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile)
      return success();
    auto layout = dyn_cast_or_null<LayoutAttr>(tile.getEncoding());
    if (!layout)
      return op->emitOpError("has a tile without a layout; run "
                             "tileas-assign-layouts first");
    int64_t warps = layout.getMap().getInDimSize(kWarp);
    if (unsigned own = getNumWarps(op); warps != own)
      return op->emitOpError("has a layout for ")
             << warps << " warps in "
             << (op->getParentOfType<AgentsOp>() ? "an agent" : "a kernel")
             << " of " << own;
    if (layout.getNumRegisters() > kMaxRegisters)
      return op->emitOpError("has a tile of ")
             << layout.getNumRegisters() << " registers of a thread, more than "
             << kMaxRegisters;
    return success();
  }

  /// Checks that elements which one instruction accesses lie in neighbouring
  /// registers of one thread.
  template <typename Access> LogicalResult checkAccess(Access op, Type type) {
    int64_t width = op.getWidth();
    if (int64_t least = getMinWidth(op);
        width < least || (least > 1 && !op.getWhole()))
      return op.emitOpError("writes ")
             << getElementTypeOrSelf(type) << " to several GPUs, which takes "
             << "pairs: promise by assume that the base is a multiple of 4 "
             << "bytes and that strides and extents are even, and use tiles of "
             << "two elements or more along the stride of 1";
    if (width == 1)
      return success();
    auto tile = dyn_cast<RankedTensorType>(type);
    if (!tile || width < 1 || !llvm::isPowerOf2_64(width) ||
        (op.getOrdering() != tileaa::Ordering::Weak && !op.isMultimem()))
      return op.emitOpError("has a width of ")
             << width
             << ", which only a weak access of a tile may have, or one "
             << "with multimem, and only if it is a power of two";
    const LinearLayout &layout = getLinearLayout(tile);
    bool isRun = llvm::any_of(layout.getOutDimNames(), [&](Dim dim) {
      return layout.getNumConsecutive(kRegister, dim) >= width;
    });
    bool isBit = tile.getElementType().isInteger(1);
    if (isRun && !isBit && width <= getMaxWidth(op, maxBytes))
      return success();
    return op.emitOpError("has a width of ")
           << width << " elements, which are no neighbours in the registers of "
           << "a thread, or more than " << maxBytes << " bytes";
  }

  /// Checks that each piece of a copy is contiguous on both sides.
  LogicalResult checkCopy(AsyncCopyOp op) {
    auto tile = cast<RankedTensorType>(op.getTile());
    if (failed(checkType(op, tile)) || failed(checkAccess(op, tile)))
      return failure();
    const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
    if (!target->hasCpAsync())
      return op.emitOpError("needs cp.async, which ")
             << target->getName() << " does not have";
    int64_t width = op.getWidth();
    int64_t bytes = width * getElementBytes(tile.getElementType());
    if ((bytes == 4 || bytes == 8 || bytes == 16) &&
        getBufferOffsets(op.getBuffer().getType(), tile)
                .getNumConsecutive(kRegister, kOffset) >= width)
      return success();
    return op.emitOpError("copies pieces of ")
           << bytes << " bytes; they must be of 4, 8 or 16, and lie in one "
           << "piece in the buffer";
  }

  LogicalResult checkFeature(Operation *op, Feature feature) {
    const TargetInfo *target = lookupTarget(kernel.getSpec().getTarget());
    if (target->has(feature))
      return success();
    for (const FeatureInfo &info : allFeatures())
      if (info.feature == feature)
        return op->emitOpError("needs ")
               << info.description << ", which " << target->getName()
               << " does not have";
    llvm_unreachable("all features are listed");
  }

  /// Checks that each register of the result is one of the operand in the same
  /// thread.
  LogicalResult checkMove(tileaa::MoveOpInterface op) {
    const LinearLayout &operand = getLinearLayout(op->getOperand(0).getType());
    const LinearLayout &result = getLinearLayout(op->getResult(0).getType());
    if (matchRegisters(operand, result.compose(op.getSourceMap())))
      return success();
    return op->emitOpError("has a result that does not lie where its operand "
                           "lies");
  }

  LogicalResult checkOp(WarpReduceOp op) {
    Type first = op.getOperands().front().getType();
    // Registers and lanes of the results must follow from those of the
    // operands; warps may number the parts in any way.
    auto tile = cast<RankedTensorType>(first);
    LayoutAttr rest =
        follow(getLayout(first), projectMap(tile.getShape(), op.getDim()));
    for (Value result : op.getResults()) {
      const LinearLayout &layout = getLinearLayout(result.getType());
      if (layout.getBases(kRegister) != rest.getMap().getBases(kRegister) ||
          layout.getBases(kLane) != rest.getMap().getBases(kLane))
        return op.emitOpError("has a result that does not lie where its "
                              "operand lies");
    }
    return success();
  }

  /// Factors must have the layout that the accumulator demands, and the
  /// accumulator the layout of the instruction.
  LogicalResult checkOp(MmaOp op) {
    LayoutAttr acc = getLayout(op.getType());
    const MatrixInstruction *form = op.getMatrixInstruction();
    if (form && !isAccumulatorLayout(acc.getMap(), form->m))
      return op.emitOpError("has an accumulator that does not lie as its "
                            "instruction leaves it");
    auto suits = [&](Value factor, MatrixSide side) {
      auto tile = dyn_cast<RankedTensorType>(factor.getType());
      return !tile || getLayout(tile) == getFactorLayout(op, side, acc);
    };
    constexpr MatrixSide sides[] = {MatrixSide::Lhs, MatrixSide::Rhs};
    for (auto [scale, side] : llvm::zip(op.getScales(), sides))
      if (getLayout(scale.getType()) != getScaleLayout(op, side, acc))
        return op.emitOpError("has scales that do not lie as its instruction "
                              "takes them");
    if (suits(op.getLhs(), MatrixSide::Lhs) &&
        suits(op.getRhs(), MatrixSide::Rhs))
      return success();
    return op.emitOpError("has a factor that does not lie as its accumulator "
                          "demands");
  }

  /// The warps of the CTA before those that execute an op.
  static int64_t countWarpsBefore(Operation *op) {
    Region *agent = getAgent(op);
    if (!agent)
      return 0;
    auto agents = cast<AgentsOp>(agent->getParentOp());
    return llvm::sum_of(agents.getWarps().take_front(agent->getRegionNumber()));
  }

  /// The sum must lie as the instructions leave it, and factors where they read
  /// them.
  LogicalResult checkOp(WgmmaOp op) {
    if (failed(checkFeature(op, Feature::Wgmma)))
      return failure();
    if (countWarpsBefore(op) % kWarpsOfGroup)
      return op.emitOpError("stands in an agent whose first warp is not the "
                            "first of a warp group; put agents of fewer warps "
                            "behind it");
    LayoutAttr sum = getLayout(op.getAcc().getType());
    if (sum != getSumLayout(op, getNumWarps(op)))
      return op.emitOpError("has an accumulator that does not lie as its "
                            "instruction leaves it");
    if (auto tile = dyn_cast<RankedTensorType>(op.getFactorOfM().getType());
        tile && getLayout(tile) !=
                    getFragmentLayout(op, sum, tileaa::getProductShape(op).k))
      return op.emitOpError("has a factor that does not lie as its accumulator "
                            "demands");
    for (auto [side, factor] : {std::pair(MatrixSide::Lhs, op.getLhs()),
                                std::pair(MatrixSide::Rhs, op.getRhs())}) {
      auto buffer = dyn_cast<BufferType>(factor.getType());
      if (buffer ? !matchDescriptor(op, side, buffer)
                 : factor == op.getFactorOfN())
        return op.emitOpError("reads a factor from shared memory that no "
                              "matrix descriptor names, ")
               << factor.getType();
    }
    return success();
  }

  /// Products add to a sum in tensor memory, and read factors where a
  /// descriptor names them, or a left one there, too.
  LogicalResult checkOp(Tcgen05MmaOp op) {
    if (failed(checkFeature(op, Feature::Tcgen05)))
      return failure();
    if (!op.getMemory())
      return op.emitOpError("adds to a tile; run tileas-place-sums first");
    if (!op.getResult().use_empty() && !op.getResult().hasOneUse())
      return op.emitOpError("has a sum that several ops change");
    for (auto [side, factor] : {std::pair(MatrixSide::Lhs, op.getLhs()),
                                std::pair(MatrixSide::Rhs, op.getRhs())}) {
      if (isa<TmemTileType>(factor.getType()))
        continue;
      auto buffer = dyn_cast<BufferType>(factor.getType());
      if (!buffer || !matchDescriptor(op, side, buffer))
        return op.emitOpError("reads a factor that does not lie in shared "
                              "memory as a matrix descriptor names it, ")
               << factor.getType();
    }
    for (auto [side, scales] : llvm::zip(
             std::array{MatrixSide::Lhs, MatrixSide::Rhs}, op.getScales())) {
      auto buffer = dyn_cast<BufferType>(scales.getType());
      if (!buffer || !buffer.getLayout() ||
          buffer.getLayout() != getScaleBufferLayout(op, side))
        return op.emitOpError(
                   "reads scales that do not lie in shared memory in "
                   "the pieces that tcgen05.cp copies, ")
               << scales.getType();
    }
    return success();
  }

  LogicalResult checkOp(TmemStoreOp op) {
    RankedTensorType tile = op.getTile().getType();
    if (failed(checkSum(op, tile)))
      return failure();
    if (op.getUpper() && !hasHalfOfLanes(tile))
      return op.emitOpError("lies in the upper lanes, and its rows fill all of "
                            "them");
    return success();
  }
  LogicalResult checkOp(TmemLoadOp op) {
    return checkSum(op, op.getResult().getType());
  }
  LogicalResult checkOp(TmemScaleOp op) {
    return checkSum(op, op.getFactors().getType());
  }

  /// Each warp reaches a quarter of the lanes of tensor memory.
  LogicalResult checkSum(Operation *op, RankedTensorType tile) {
    if (countWarpsBefore(op) % kWarpsOfGroup)
      return op->emitOpError("stands in an agent whose first warp is not the "
                             "first of a warp group; put agents of fewer warps "
                             "behind it");
    if (isTensorMemoryLayout(getLinearLayout(tile)))
      return success();
    return op->emitOpError("has a tile that does not lie as warps read it from "
                           "tensor memory");
  }

  LogicalResult checkOp(AllocSharedOp op) {
    if (!op.getOffset())
      return op.emitOpError("has no offset; run tileas-allocate-shared first");
    int64_t offset = *op.getOffset();
    int64_t alignment = alignments.lookup_or(op, kMaxSharedAccessBytes);
    if (offset % alignment)
      return op.emitOpError("lies at ")
             << offset << ", which is no multiple of " << alignment;
    int64_t size = op.getBuffer().getType().getSizeInBytes();
    if (offset < 0 || offset + size > kernel.getSpec().getShared())
      return op.emitOpError("lies outside of the ")
             << kernel.getSpec().getShared()
             << " bytes of shared memory of the kernel";
    return success();
  }

  LogicalResult checkOp(PrintOp op) {
    for (Value arg : op.getArgs())
      if (isa<RankedTensorType>(arg.getType()))
        return op.emitOpError("prints a tile that no one thread holds; run "
                              "tileas-place-in-shared first");
    return success();
  }

  /// Far more than tileas-assign-layouts makes: a guard against text that would
  /// make huge programs.
  static constexpr int64_t kMaxRegisters = 1 << 14;

  KernelOpInterface kernel;
  /// The largest access to global memory, in bytes.
  int64_t maxBytes;
  /// The alignments of offsets of buffers, by allocation.
  llvm::DenseMap<Operation *, int64_t> alignments;
};

} // namespace

LogicalResult tileas::checkKernel(KernelOpInterface kernel) {
  return KernelChecker(kernel).run();
}

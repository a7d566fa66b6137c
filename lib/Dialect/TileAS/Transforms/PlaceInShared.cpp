//===- PlaceInShared.cpp - Moves between threads by shared memory ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncCopies.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "tessera/Dialect/TileAS/Analysis/RegisterEstimate.h"
#include "tessera/Dialect/TileAS/Analysis/SharedAllocation.h"
#include "tessera/Dialect/TileAS/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "tessera/Dialect/TileAS/IR/Ops/Product.h"
#include "tessera/Dialect/TileAS/IR/Ops/Shared.h"
#include "tessera/Dialect/TileAS/Transforms/LayoutUtils.h"
#include "tessera/Dialect/TileAS/Transforms/Passes.h"
#include "tessera/Dialect/TileAS/Transforms/ProductLayouts.h"
#include "tessera/Layout/SharedLayout.h"
#include "tessera/Target/RegisterBudget.h"
#include "tessera/Target/TargetInfo.h"
#include "llvm/ADT/TypeSwitch.h"
#include <map>

namespace tessera {
#define GEN_PASS_DEF_TILEASPLACEINSHARED
#include "tessera/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tessera

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

struct PlaceInSharedPass
    : tessera::impl::TileASPlaceInSharedBase<PlaceInSharedPass> {
  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case([&](ConvertLayoutOp op) {
            if (replaceFactors(op) && op.use_empty())
              return op.erase();
            const LinearLayout &from = getLinearLayout(op.getValue().getType());
            const LinearLayout &to = getLinearLayout(op.getType());
            if (matchRegisters(from, to) || matchLanes(from, to))
              return;
            int64_t bytes = getElementBytes(op.getType().getElementType());
            replaceByTrip(op, op.getValue(), findFirstUser(op),
                          LayoutAttr::get(op.getContext(),
                                          chooseSharedLayout(from, to, bytes)));
          })
          .Case([&](PublishOp op) {
            if (isHeldByAll(op))
              return replace(op, op.getValue());
            replaceByTrip(op, op.getValue(), op);
          })
          .Case([&](PrintOp op) {
            OpBuilder builder(op);
            for (OpOperand &operand : op.getArgsMutable())
              if (isa<RankedTensorType>(operand.get().getType()))
                operand.set(store(builder, operand.get()));
          });
    });
    if (const TargetInfo *target = getTarget())
      makeRoom(target->getCapacities().maxSharedBytesPerBlock);
  }

private:
  const TargetInfo *getTarget() {
    return lookupTarget(getOperation().getSpec().getTarget());
  }

  bool hasCopies() {
    const TargetInfo *target = getTarget();
    return target && target->hasCpAsync();
  }

  /// Writes a value to a buffer of its own, in row-major order unless there is
  /// a layout.
  Value store(OpBuilder &builder, Value value, LayoutAttr layout = {}) {
    auto tile = dyn_cast<RankedTensorType>(value.getType());
    auto type = BufferType::get(builder.getContext(),
                                tile ? tile.getShape() : ArrayRef<int64_t>(),
                                getElementTypeOrSelf(value.getType()), layout);
    auto buffer = AllocSharedOp::create(builder, value.getLoc(), type,
                                        /*offset=*/IntegerAttr());
    SharedStoreOp::create(builder, value.getLoc(), value, buffer);
    ++numBuffers;
    return buffer;
  }

  /// Products read their factors from shared memory as they need them. A factor
  /// of several of them in one layout has one buffer. False if there is none.
  bool replaceFactors(ConvertLayoutOp op) {
    const LinearLayout &from = getLinearLayout(op.getValue().getType());
    const LinearLayout &to = getLinearLayout(op.getType());
    if (matchRegisters(from, to))
      return false;
    Value buffer;
    for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
      auto product = dyn_cast<MmaOp>(use.getOwner());
      std::optional<MatrixSide> side =
          product ? getFactorSide(product, use) : std::nullopt;
      if (!side || isKeptInRegisters(op, product))
        continue;
      if (!buffer) {
        OpBuilder builder(op);
        buffer = store(
            builder, op.getValue(),
            LayoutAttr::get(
                op.getContext(),
                planFactorTrip(product, *side, from, to,
                               hasCopies() ? getCopiedPiece(op.getValue()) : 0)
                    .buffer));
      }
      use.set(buffer);
    }
    return static_cast<bool>(buffer);
  }

  /// Whether a factor that a loop does not change, such as the queries of
  /// attention, is to be read before it once and for all.
  bool isKeptInRegisters(ConvertLayoutOp factor, MmaOp product) {
    if (!isUnchangedByLoop(factor, product))
      return false;
    auto loop = product->getParentOfType<LoopLikeOpInterface>();
    int64_t registers =
        countRegistersOfThread(factor.getType()) + countRegistersOfSums(loop);
    int64_t threads = getOperation().getSpec().getWarps() * kWarpSize;
    return registers <= std::min(registers::kKeptByLoopAndThread,
                                 registers::kPerTile / threads);
  }

  /// Where shared memory is too small, factors are read before the loops that
  /// do not change them whatever registers that takes, the largest first, until
  /// all fits: a kernel that spills is better than none.
  void makeRoom(int64_t bytes) {
    // By their bytes; of equal ones, the first of the program comes first.
    std::multimap<int64_t, OpOperand *, std::greater<>> factors;
    getOperation().walk([&](MmaOp product) {
      for (OpOperand *factor :
           {&product.getLhsMutable(), &product.getRhsMutable()})
        if (auto buffer = factor->get().getDefiningOp<AllocSharedOp>())
          if (isUnchangedByLoop(buffer, product))
            factors.emplace(buffer.getBuffer().getType().getSizeInBytes(),
                            factor);
    });
    for (auto [size, factor] : factors) {
      FailureOr<SharedAllocation> shared =
          SharedAllocation::create(getOperation());
      if (failed(shared))
        return signalPassFailure();
      if (shared->place() <= bytes)
        return;
      readBeforeLoop(*factor);
    }
  }

  static bool isUnchangedByLoop(Operation *factor, MmaOp product) {
    auto loop = product->getParentOfType<LoopLikeOpInterface>();
    return loop && !loop->isAncestor(factor);
  }

  static void readBeforeLoop(OpOperand &factor) {
    auto product = cast<MmaOp>(factor.getOwner());
    auto buffer = cast<TypedValue<BufferType>>(factor.get());
    LayoutAttr layout =
        getOperandLayout(product, factor, getLayout(product.getType()));
    auto type = RankedTensorType::get(
        buffer.getType().getShape(), buffer.getType().getElementType(), layout);
    OpBuilder builder(product->getParentOfType<LoopLikeOpInterface>());
    factor.set(SharedLoadOp::create(builder, product.getLoc(), type, buffer));
  }

  /// Whether each thread that holds an element has loaded it, and no other
  /// thread has to wait for that.
  bool isHeldByAll(PublishOp op) {
    auto access = op.getValue().getDefiningOp<tileaa::AccessOpInterface>();
    if (!access || access.getOrdering() != tileaa::Ordering::Weak ||
        !isa<RankedTensorType>(op.getType()))
      return false;
    const LinearLayout &layout = getLinearLayout(op.getType());
    return !layout.freeBits(kLane) && !layout.freeBits(kWarp);
  }

  /// The first op of the same block that needs the result of `op`, or itself.
  static Operation *findFirstUser(Operation *op) {
    Operation *first = nullptr;
    for (Operation *user : op->getUsers()) {
      Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
      if (inBlock && (!first || inBlock->isBeforeInBlock(first)))
        first = inBlock;
    }
    return first ? first : op;
  }

  /// The way back is taken before `reader`: the later it is, the more stores
  /// have come before, of which one barrier waits for all.
  void replaceByTrip(Operation *op, Value value, Operation *reader,
                     LayoutAttr layout = {}) {
    OpBuilder builder(op);
    Value buffer = store(builder, value, layout);
    builder.setInsertionPoint(reader);
    replace(op, SharedLoadOp::create(builder, op->getLoc(),
                                     op->getResult(0).getType(), buffer));
  }

  void replace(Operation *op, Value value) {
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
  }
};

} // namespace

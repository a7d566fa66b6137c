//===- ScratchPatterns.cpp - Memory that a tile block claims --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's pool is an array of slots in global memory, and a word for each
// slot that is 1 while a block has it. There are as many slots as blocks that
// can be resident at once, over all launches, so that no block waits; only if
// slots are very large there are fewer.
//
//===----------------------------------------------------------------------===//

#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAS/IR/Ops/Scratch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// The address of the slots, and their number.
struct Pool {
  Pool(int64_t bytes, int64_t align, KernelContext &kernel)
      : alignment(std::max(align, kMinAlignment)),
        slotBytes(llvm::alignTo(std::max<int64_t>(bytes, 1), alignment)),
        numSlots(std::clamp<int64_t>(
            kMaxScratchBytes / slotBytes, 1,
            kernel.getTarget().getCapacities().getMaxResidentBlocks(
                kernel.getSpec().getNumThreads()))) {
    StringRef name = kernel.getName();
    slots = ("__tessera_scratch_" + name).str();
    flags = ("__tessera_scratch_claims_" + name).str();
  }

  /// A line of the L2 cache. Slots are aligned to it, so that two blocks never
  /// share one.
  static constexpr int64_t kMinAlignment = 128;

  int64_t alignment, slotBytes, numSlots;
  std::string slots, flags;
};

class ScratchEmitter {
public:
  ScratchEmitter(OpBuilder &builder, Location loc, const Pool &pool)
      : builder(builder), loc(loc), pool(pool) {}

  /// Claims the first free slot, starting from one that depends on the block.
  Value claim() {
    Type i32 = builder.getI32Type();
    auto loop = scf::WhileOp::create(
        builder, loc, TypeRange(i32), ValueRange(getFirst()),
        [&](OpBuilder &, Location, ValueRange arguments) {
          Value free = constant(0), taken = constant(1);
          Value was = ptxops::atomic(
              builder, loc, tileaa::AtomicMode::Cas, taken, free,
              getFlag(arguments.front()), Value(), Value(),
              {tileaa::Ordering::Acquire, tileaa::Scope::Device});
          Value isTaken = arith::CmpIOp::create(
              builder, loc, arith::CmpIPredicate::ne, was, free);
          scf::ConditionOp::create(builder, loc, isTaken, arguments);
        },
        [&](OpBuilder &, Location, ValueRange arguments) {
          Value next = arith::AddIOp::create(builder, loc, arguments.front(),
                                             constant(1));
          Value isLast =
              arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                    next, constant(pool.numSlots));
          scf::YieldOp::create(
              builder, loc,
              arith::SelectOp::create(builder, loc, isLast, constant(0), next)
                  .getResult());
        });
    Value number = arith::ExtUIOp::create(builder, loc, builder.getI64Type(),
                                          loop.getResult(0));
    Value offset =
        arith::MulIOp::create(builder, loc, number, wide(pool.slotBytes));
    Value first = LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                           getFirstSlot());
    return arith::AddIOp::create(builder, loc, first, offset);
  }

  void release(Value slot) {
    Value first = LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                           getFirstSlot());
    Value distance = arith::SubIOp::create(
        builder, loc,
        LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), slot),
        first);
    Value number = arith::TruncIOp::create(
        builder, loc, builder.getI32Type(),
        arith::DivUIOp::create(builder, loc, distance, wide(pool.slotBytes)));
    Value flag = getFlag(number);
    ptxops::store(builder, loc, constant(0), flag, Value(),
                  {tileaa::Ordering::Release, tileaa::Scope::Device});
  }

private:
  Value constant(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  }
  Value wide(int64_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI64IntegerAttr(value));
  }
  Value getFirstSlot() { return ptxops::getAddress(builder, loc, pool.slots); }
  Value getFlag(Value slot) {
    Value flags = ptxops::getAddress(builder, loc, pool.flags);
    return LLVM::GEPOp::create(builder, loc, flags.getType(),
                               builder.getI32Type(), flags,
                               ArrayRef<LLVM::GEPArg>{slot});
  }
  Value getFirst() {
    Type i32 = builder.getI32Type();
    Value x = NVVM::BlockIdXOp::create(builder, loc, i32);
    Value y = NVVM::BlockIdYOp::create(builder, loc, i32);
    Value z = NVVM::BlockIdZOp::create(builder, loc, i32);
    auto multiplyAdd = [&](Value a, Value b, Value c) -> Value {
      return arith::AddIOp::create(
          builder, loc, arith::MulIOp::create(builder, loc, a, b), c);
    };
    Value block =
        multiplyAdd(z, NVVM::GridDimYOp::create(builder, loc, i32), y);
    block = multiplyAdd(block, NVVM::GridDimXOp::create(builder, loc, i32), x);
    return arith::RemUIOp::create(builder, loc, block, constant(pool.numSlots));
  }

  OpBuilder &builder;
  Location loc;
  const Pool &pool;
};

class ClaimScratchPattern : public KernelPattern<ClaimScratchOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ClaimScratchOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    Pool pool(op.getBytes(), op.getAlignment(), kernel);
    makeArrays(pool, loc);
    Type pointer = converter.convertType(op.getType());
    auto claimed = scf::IfOp::create(
        rewriter, loc, agent.getOwnerPredicate(op.getType()),
        [&](OpBuilder &builder, Location loc) {
          Value address = ScratchEmitter(builder, loc, pool).claim();
          Value slot = LLVM::IntToPtrOp::create(builder, loc, pointer, address);
          scf::YieldOp::create(builder, loc, slot);
        },
        [&](OpBuilder &builder, Location loc) {
          Value none = LLVM::ZeroOp::create(builder, loc, pointer);
          scf::YieldOp::create(builder, loc, none);
        });
    rewriter.replaceOp(op, claimed.getResults());
    return success();
  }

private:
  void makeArrays(const Pool &pool, Location loc) const {
    OpBuilder atModule = OpBuilder::atBlockBegin(kernel.getModule().getBody());
    auto make = [&](StringRef name, Type element, int64_t count,
                    int64_t alignment) {
      auto type = LLVM::LLVMArrayType::get(element, count);
      auto global = LLVM::GlobalOp::create(
          atModule, loc, type, /*isConstant=*/false, LLVM::Linkage::Internal,
          name, Attribute(), alignment, ptxops::kGlobalSpace);
      // Memory without an initializer is zero (CUDA driver API,
      // "cuModuleLoadData").
      OpBuilder::InsertionGuard guard(atModule);
      Block *block = atModule.createBlock(&global.getInitializerRegion());
      atModule.setInsertionPointToStart(block);
      Value zero = LLVM::ZeroOp::create(atModule, loc, type);
      LLVM::ReturnOp::create(atModule, loc, zero);
    };
    make(pool.slots, atModule.getI8Type(), pool.slotBytes * pool.numSlots,
         pool.alignment);
    make(pool.flags, atModule.getI32Type(), pool.numSlots, /*alignment=*/4);
  }
};

class PlaceScratchPattern : public KernelPattern<PlaceScratchOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(PlaceScratchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value slot = adaptor.getSlot().front();
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
        op, slot.getType(), rewriter.getI8Type(), slot,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(op.getOffset())});
    return success();
  }
};

class ReleaseScratchPattern : public KernelPattern<ReleaseScratchOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(ReleaseScratchOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    Pool pool(op.getBytes(), op.getAlignment(), kernel);
    scf::IfOp::create(
        rewriter, loc, agent.getOwnerPredicate(op.getSlot().getType()),
        [&](OpBuilder &builder, Location loc) {
          ScratchEmitter(builder, loc, pool).release(adaptor.getSlot().front());
          scf::YieldOp::create(builder, loc);
        });
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateScratchPatterns(RewritePatternSet &patterns,
                                     const RegisterTypeConverter &converter,
                                     KernelContext &kernel) {
  patterns.add<ClaimScratchPattern, PlaceScratchPattern, ReleaseScratchPattern>(
      converter, kernel);
}

//===- SlotPool.cpp - Global memory that tile blocks claim ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlotPool.h"
#include "../Ptx/PtxOps.h"
#include "Constants.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// A line of the L2 cache. Slots are aligned to it, so that two blocks never
/// share one.
static constexpr int64_t kMinAlignment = 128;

void tileas::makeZeros(ModuleOp module, Location loc, StringRef name,
                       unsigned bits, int64_t count, int64_t alignment) {
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto type = LLVM::LLVMArrayType::get(builder.getIntegerType(bits), count);
  auto global = LLVM::GlobalOp::create(
      builder, loc, type, /*isConstant=*/false, LLVM::Linkage::Internal, name,
      Attribute(), alignment, ptxops::kGlobalSpace);
  // Memory without an initializer is zero (CUDA driver API, "cuModuleLoadData").
  builder.createBlock(&global.getInitializerRegion());
  Value zero = LLVM::ZeroOp::create(builder, loc, type);
  LLVM::ReturnOp::create(builder, loc, zero);
}

SlotPool::SlotPool(KernelContext &kernel, StringRef name, int64_t bytes,
                   int64_t align, int64_t mostOfBlock)
    : module(kernel.getModule()), alignment(std::max(align, kMinAlignment)),
      slotBytes(llvm::alignTo(std::max<int64_t>(bytes, 1), alignment)),
      numSlots(std::clamp<int64_t>(
          kMaxScratchBytes / slotBytes, 1,
          mostOfBlock * kernel.getTarget().getCapacities().getMaxResidentBlocks(
                            kernel.getSpec().getNumThreads()))),
      slots(("__tessera_" + name + "_" + kernel.getName()).str()),
      flags(("__tessera_" + name + "_claims_" + kernel.getName()).str()) {}

void SlotPool::makeArrays(Location loc) const {
  if (SymbolTable::lookupSymbolIn(module, slots))
    return;
  makeZeros(module, loc, flags, /*bits=*/32, numSlots, /*alignment=*/4);
  makeZeros(module, loc, slots, /*bits=*/8, slotBytes * numSlots, alignment);
}

Value SlotPool::claim(OpBuilder &builder, Location loc) const {
  Type type = builder.getI32Type();
  auto loop = scf::WhileOp::create(
      builder, loc, TypeRange(type), ValueRange(getFirst(builder, loc)),
      [&](OpBuilder &, Location, ValueRange arguments) {
        Value free = i32(builder, loc, 0);
        Value taken = i32(builder, loc, 1);
        Value was = ptxops::atomic(
            builder, loc, tileaa::AtomicMode::Cas, taken, free,
            getFlag(builder, loc, arguments.front()), Value(), Value(),
            {tileaa::Ordering::Acquire, tileaa::Scope::Device});
        Value isTaken = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, was, free);
        scf::ConditionOp::create(builder, loc, isTaken, arguments);
      },
      [&](OpBuilder &, Location, ValueRange arguments) {
        Value next = arith::AddIOp::create(builder, loc, arguments.front(),
                                           i32(builder, loc, 1));
        Value isLast =
            arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, next,
                                  i32(builder, loc, numSlots));
        Value none = i32(builder, loc, 0);
        scf::YieldOp::create(
            builder, loc,
            arith::SelectOp::create(builder, loc, isLast, none, next)
                .getResult());
      });
  Value number = arith::ExtUIOp::create(builder, loc, builder.getI64Type(),
                                        loop.getResult(0));
  Value offset =
      arith::MulIOp::create(builder, loc, number, i64(builder, loc, slotBytes));
  return arith::AddIOp::create(builder, loc, getFirstSlot(builder, loc),
                               offset);
}

void SlotPool::release(OpBuilder &builder, Location loc, Value slot) const {
  Value first = getFirstSlot(builder, loc);
  Value distance = arith::SubIOp::create(
      builder, loc,
      LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(), slot),
      first);
  Value size = i64(builder, loc, slotBytes);
  Value number = arith::TruncIOp::create(
      builder, loc, builder.getI32Type(),
      arith::DivUIOp::create(builder, loc, distance, size));
  Value flag = getFlag(builder, loc, number);
  ptxops::store(builder, loc, i32(builder, loc, 0), flag, Value(),
                {tileaa::Ordering::Release, tileaa::Scope::Device});
}

Value SlotPool::getFirstSlot(OpBuilder &builder, Location loc) const {
  return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                  ptxops::getAddress(builder, loc, slots));
}

Value SlotPool::getFlag(OpBuilder &builder, Location loc, Value slot) const {
  Value start = ptxops::getAddress(builder, loc, flags);
  return LLVM::GEPOp::create(builder, loc, start.getType(),
                             builder.getI32Type(), start,
                             ArrayRef<LLVM::GEPArg>{slot});
}

Value SlotPool::getFirst(OpBuilder &builder, Location loc) const {
  Type type = builder.getI32Type();
  Value x = NVVM::BlockIdXOp::create(builder, loc, type);
  Value y = NVVM::BlockIdYOp::create(builder, loc, type);
  Value z = NVVM::BlockIdZOp::create(builder, loc, type);
  auto multiplyAdd = [&](Value a, Value b, Value c) -> Value {
    return arith::AddIOp::create(builder, loc,
                                 arith::MulIOp::create(builder, loc, a, b), c);
  };
  Value block = multiplyAdd(z, NVVM::GridDimYOp::create(builder, loc, type), y);
  block = multiplyAdd(block, NVVM::GridDimXOp::create(builder, loc, type), x);
  return arith::RemUIOp::create(builder, loc, block,
                                i32(builder, loc, numSlots));
}

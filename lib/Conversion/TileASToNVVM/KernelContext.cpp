//===- KernelContext.cpp - What one thread knows of itself ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "Ptx/PtxOps.h"
#include "tessera/Dialect/TileAS/IR/Ops/Async.h"
#include "tessera/Dialect/TileAS/IR/Ops/Barriers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

/// Before the conversion takes the ops away.
static bool writesShared(KernelOpInterface kernel) {
  WalkResult result = kernel.walk([](BufferAccessOpInterface op) {
    bool isGeneric = !isa<MBarrierInitOp, BulkCopyOp>(op.getOperation());
    for (const BufferAccess &access : op.getBufferAccesses())
      if (isGeneric && access.kind == BufferAccess::Kind::Write)
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

KernelContext::KernelContext(KernelOpInterface kernel, const TargetInfo &target,
                             DeviceRuntime &runtime)
    : kernel(kernel), spec(kernel.getSpec()), target(target), runtime(runtime),
      builder(kernel.getContext()), genericWrites(writesShared(kernel)) {
  builder.setInsertionPointToStart(&kernel.getBody().front());
  Value thread =
      NVVM::ThreadIdXOp::create(builder, getLoc(), builder.getI32Type());
  lane =
      arith::AndIOp::create(builder, getLoc(), thread, constant(kWarpSize - 1));
  warp = arith::ShRUIOp::create(builder, getLoc(), thread,
                                constant(llvm::Log2_32(kWarpSize)));
}

Value KernelContext::constant(int64_t value) {
  return arith::ConstantOp::create(builder, getLoc(),
                                   builder.getI32IntegerAttr(value));
}

std::string KernelContext::getUnusedTableName() {
  std::string name;
  do {
    name = "__tessera_table_" + std::to_string(nextTable++);
  } while (getModule().lookupSymbol(name));
  return name;
}

Value KernelContext::moveBits(Value position, const LinearLayout &layout,
                              Dim inDim, Dim outDim) {
  Value result;
  for (auto [shift, mask] : layout.getBitMoves(inDim, outDim)) {
    Value moved =
        arith::AndIOp::create(builder, getLoc(), position, constant(mask));
    if (shift > 0)
      moved = arith::ShLIOp::create(builder, getLoc(), moved, constant(shift));
    else if (shift < 0)
      moved =
          arith::ShRUIOp::create(builder, getLoc(), moved, constant(-shift));
    result = result ? arith::XOrIOp::create(builder, getLoc(), result, moved)
                    : moved;
  }
  return result;
}

ArrayRef<Value> KernelContext::apply(const LinearLayout &map) {
  for (auto &[known, values] : applied)
    if (known == map)
      return values;
  SmallVector<Value> values;
  for (Dim dim : map.getOutDimNames()) {
    Value fromLane = moveBits(lane, map, kLane, dim);
    Value fromWarp = moveBits(warp, map, kWarp, dim);
    if (fromLane && fromWarp)
      fromLane = arith::XOrIOp::create(builder, getLoc(), fromLane, fromWarp);
    else if (fromWarp)
      fromLane = fromWarp;
    values.push_back(fromLane ? fromLane : constant(0));
  }
  return applied.emplace_back(map, std::move(values)).second;
}

Value KernelContext::isZero(Value position, uint64_t mask) {
  if (mask == 0)
    return {};
  Value bits =
      arith::AndIOp::create(builder, getLoc(), position, constant(mask));
  return arith::CmpIOp::create(builder, getLoc(), arith::CmpIPredicate::eq,
                               bits, constant(0));
}

Value KernelContext::getOwnerPredicate(Type value) {
  uint64_t lanes = kWarpSize - 1;
  uint64_t warps = spec.getWarps() - 1;
  if (isa<RankedTensorType>(value)) {
    const LinearLayout &layout = getLinearLayout(value);
    lanes = layout.freeBits(kLane);
    warps = layout.freeBits(kWarp);
  }
  Value &predicate = ownerPredicates[{lanes, warps}];
  if (predicate || (lanes == 0 && warps == 0))
    return predicate;
  Value first = isZero(lane, lanes), second = isZero(warp, warps);
  predicate =
      !first ? second
      : !second
          ? first
          : arith::AndIOp::create(builder, getLoc(), first, second).getResult();
  return predicate;
}

Value KernelContext::getSharedMemory() {
  if (shared)
    return shared;
  MLIRContext *context = getContext();
  std::string name = ("__tessera_shared_" + getName()).str();
  OpBuilder::InsertionGuard guard(builder);
  OpBuilder atModule = OpBuilder::atBlockBegin(getModule().getBody());
  auto type =
      LLVM::LLVMArrayType::get(IntegerType::get(context, 8), spec.getShared());
  LLVM::GlobalOp::create(atModule, getLoc(), type, /*isConstant=*/false,
                         LLVM::Linkage::Internal, name, Attribute(),
                         /*alignment=*/16, ptxops::kSharedSpace);
  shared = LLVM::AddressOfOp::create(
      builder, getLoc(),
      LLVM::LLVMPointerType::get(context, ptxops::kSharedSpace), name);
  return shared;
}

ThreadMap::ThreadMap(KernelContext &kernel, const LinearLayout &map)
    : start(kernel.apply(map)), constants(map.applyAlong(kRegister)),
      threadBits(llvm::map_to_vector(map.getOutDimNames(), [&](Dim dim) {
        return int32_t(map.getReachedBits(kLane, dim) |
                       map.getReachedBits(kWarp, dim));
      })) {}

bool ThreadMap::isSum() const {
  for (int64_t reg = 0; reg < getNumRegisters(); ++reg)
    for (unsigned dim = 0; dim < start.size(); ++dim)
      if (getShared(reg, dim))
        return false;
  return true;
}

Value ThreadMap::get(OpBuilder &builder, Location loc, int64_t reg,
                     unsigned dim) const {
  auto constant = [&](int32_t value) {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  Value value = start[dim];
  if (int32_t shared = getShared(reg, dim))
    value = arith::XOrIOp::create(builder, loc, value, constant(shared));
  if (int32_t added = getAdded(reg, dim))
    value = arith::AddIOp::create(builder, loc, value, constant(added));
  return value;
}

//===- KernelContext.cpp - What one thread knows of itself ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelContext.h"
#include "PtxOps.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

KernelContext::KernelContext(KernelOp kernel, const TargetInfo &target)
    : kernel(kernel), target(target), builder(kernel.getContext()) {
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
                              StringRef inDim, unsigned dim) {
  // Bits that move by the same distance move together.
  std::map<int, uint64_t> maskOfShift;
  for (int bit = 0, e = layout.getInDimSizeLog2(inDim); bit < e; ++bit) {
    uint32_t basis = layout.getBasis(inDim, bit)[dim];
    for (int target = 0; basis >> target != 0; ++target)
      if ((basis >> target) & 1)
        maskOfShift[target - bit] |= uint64_t(1) << bit;
  }
  Value result;
  for (auto [shift, mask] : maskOfShift) {
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

ArrayRef<Value> KernelContext::getCoordinates(RankedTensorType tile) {
  LayoutKey key(tile.getShape().vec(), tile.getEncoding());
  for (auto &[known, values] : coordinates)
    if (known == key)
      return values;
  const LinearLayout &layout = getLinearLayout(tile);
  SmallVector<Value> values;
  for (unsigned dim = 0; dim < tile.getRank(); ++dim) {
    Value fromLane = moveBits(lane, layout, kLane, dim);
    Value fromWarp = moveBits(warp, layout, kWarp, dim);
    if (fromLane && fromWarp)
      fromLane = arith::XOrIOp::create(builder, getLoc(), fromLane, fromWarp);
    else if (fromWarp)
      fromLane = fromWarp;
    values.push_back(fromLane ? fromLane : constant(0));
  }
  coordinates.emplace_back(std::move(key), std::move(values));
  return coordinates.back().second;
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
  uint64_t warps = kernel.getSpec().getWarps() - 1;
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
  MLIRContext *context = kernel.getContext();
  std::string name = ("__tessera_shared_" + kernel.getSymName()).str();
  OpBuilder::InsertionGuard guard(builder);
  OpBuilder atModule = OpBuilder::atBlockBegin(getModule().getBody());
  auto type = LLVM::LLVMArrayType::get(IntegerType::get(context, 8),
                                       kernel.getSpec().getShared());
  LLVM::GlobalOp::create(atModule, getLoc(), type, /*isConstant=*/false,
                         LLVM::Linkage::Internal, name, Attribute(),
                         /*alignment=*/16, ptxops::kSharedSpace);
  shared = LLVM::AddressOfOp::create(
      builder, getLoc(),
      LLVM::LLVMPointerType::get(context, ptxops::kSharedSpace), name);
  return shared;
}

RegisterCoordinates::RegisterCoordinates(RankedTensorType tile)
    : rank(tile.getRank()), numRegisters(getLayout(tile).getNumRegisters()),
      shape(tile.getShape()), values(numRegisters * rank) {
  // Each register differs from one with fewer bits by one basis.
  const LinearLayout &layout = getLinearLayout(tile);
  for (int64_t reg = 1; reg < numRegisters; ++reg) {
    ArrayRef<int32_t> basis = layout.getBasis(kRegister, llvm::Log2_64(reg));
    ArrayRef<int32_t> rest = get(reg - llvm::bit_floor<uint64_t>(reg));
    for (unsigned dim = 0; dim < rank; ++dim)
      values[reg * rank + dim] = rest[dim] ^ basis[dim];
  }
}

int64_t RegisterCoordinates::getLinear(int64_t reg) const {
  int64_t linear = 0;
  for (unsigned dim = 0; dim < rank; ++dim)
    linear = linear * shape[dim] + get(reg, dim);
  return linear;
}

bool tileas::hasDisjointRegisters(RankedTensorType tile) {
  const LinearLayout &layout = getLinearLayout(tile);
  SmallVector<int32_t> threads(tile.getRank()), registers(tile.getRank());
  for (const auto &[name, bases] : layout.getInDims())
    for (const LinearLayout::Basis &basis : bases)
      for (auto [coordinate, bits] :
           llvm::zip(basis, name == kRegister ? registers : threads))
        bits |= coordinate;
  return llvm::all_of(llvm::zip(threads, registers), [](auto bits) {
    return (std::get<0>(bits) & std::get<1>(bits)) == 0;
  });
}

Value tileas::getThreadPosition(OpBuilder &builder, Location loc,
                                KernelContext &kernel, RankedTensorType tile) {
  Value position;
  for (auto [dim, coordinate] : llvm::enumerate(kernel.getCoordinates(tile))) {
    if (!position) {
      position = coordinate;
      continue;
    }
    Value extent = arith::ConstantOp::create(
        builder, loc, builder.getI32IntegerAttr(tile.getDimSize(dim)));
    Value row = arith::MulIOp::create(builder, loc, position, extent);
    position = arith::AddIOp::create(builder, loc, row, coordinate);
  }
  return position;
}

Value tileas::getElementCoordinate(OpBuilder &builder, Location loc,
                                   Value threadCoordinate,
                                   int32_t registerCoordinate, bool disjoint) {
  if (registerCoordinate == 0)
    return threadCoordinate;
  Value constant = arith::ConstantOp::create(
      builder, loc, builder.getI32IntegerAttr(registerCoordinate));
  if (disjoint)
    return arith::AddIOp::create(builder, loc, threadCoordinate, constant);
  return arith::XOrIOp::create(builder, loc, threadCoordinate, constant);
}

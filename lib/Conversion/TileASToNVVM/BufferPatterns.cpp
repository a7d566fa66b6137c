//===- BufferPatterns.cpp - Buffers in shared memory ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "PtxOps.h"
#include "tessera/Layout/SharedLayout.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class AllocSharedPattern : public KernelPattern<AllocSharedOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AllocSharedOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (!op.getOffset())
      return op.emitOpError("has no offset; run tileas-allocate-shared first");
    Value start = kernel.getSharedMemory();
    rewriter.replaceOpWithNewOp<LLVM::GEPOp>(
        op, start.getType(), rewriter.getI8Type(), start,
        ArrayRef<LLVM::GEPArg>{static_cast<int32_t>(*op.getOffset())});
    return success();
  }
};

/// The accesses by which a thread's registers of a value go to its buffer or
/// come from it.
class BufferEmitter {
public:
  BufferEmitter(OpBuilder &builder, Location loc, KernelContext &kernel,
                Value buffer, BufferType type, Type value, Type element)
      : builder(builder), loc(loc), start(buffer), stored(element) {
    if (element.isInteger(1))
      stored = builder.getI8Type();
    auto tile = dyn_cast<RankedTensorType>(value);
    if (!tile) {
      groups.push_back({0});
      return;
    }
    // Only a buffer in row-major order may have another shape than the tile.
    LinearLayout offsets = getLinearLayout(tile).compose(
        type.getLayout() ? type.getOffsets() : rowMajorMap(tile.getShape()));
    registers.emplace(kernel, offsets);
    groupRegisters(getSharedWidth(offsets, type.getElementBytes()));
  }

  /// The type of a register in memory, where a bool is a byte.
  Type getStoredType() const { return stored; }

  /// The registers of each access, in the order of their offsets.
  ArrayRef<SmallVector<int64_t>> getGroups() const { return groups; }

  /// The address of a group.
  Value getPointer(ArrayRef<int64_t> group) {
    if (!registers)
      return start;
    int32_t shared = registers->getShared(group.front(), 0);
    Value &pointer = pointers[shared];
    if (!pointer) {
      Value index = registers->getStart(0);
      if (shared)
        index = arith::XOrIOp::create(
            builder, loc, index,
            arith::ConstantOp::create(builder, loc,
                                      builder.getI32IntegerAttr(shared)));
      pointer = step(start, index);
    }
    int32_t added = registers->getAdded(group.front(), 0);
    return added ? step(pointer, added) : pointer;
  }

private:
  /// Neighbours differ in the lowest bits of their offsets alone.
  void groupRegisters(int64_t width) {
    SmallVector<std::pair<int32_t, int64_t>> order;
    for (int64_t reg = 0; reg < registers->getNumRegisters(); ++reg)
      order.emplace_back(registers->getConstant(reg, 0), reg);
    llvm::sort(order);
    for (size_t first = 0; first < order.size(); first += width)
      groups.push_back(
          llvm::map_to_vector(ArrayRef(order).slice(first, width),
                              [](auto entry) { return entry.second; }));
  }

  Value step(Value pointer, LLVM::GEPArg index) {
    return LLVM::GEPOp::create(builder, loc, pointer.getType(), stored, pointer,
                               ArrayRef<LLVM::GEPArg>{index});
  }

  OpBuilder &builder;
  Location loc;
  Value start;
  Type stored;
  std::optional<ThreadMap> registers;
  SmallVector<SmallVector<int64_t>> groups;
  /// Addresses by the bits that differ from the thread's own.
  std::map<int32_t, Value> pointers;
};

class SharedStorePattern : public KernelPattern<SharedStoreOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SharedStoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    BufferEmitter buffer(rewriter, loc, kernel, adaptor.getBuffer().front(),
                         op.getBuffer().getType(), type,
                         converter.convertElement(type));
    Value owner = kernel.getOwnerPredicate(type);
    SmallVector<Value> values;
    for (Value value : adaptor.getValue()) {
      if (value.getType() != buffer.getStoredType())
        value =
            LLVM::ZExtOp::create(rewriter, loc, buffer.getStoredType(), value);
      values.push_back(value);
    }
    for (ArrayRef<int64_t> group : buffer.getGroups()) {
      Value pointer = buffer.getPointer(group);
      if (group.size() == 1)
        ptxops::store(rewriter, loc, values[group.front()], pointer, owner);
      else
        ptxops::storeVector(
            rewriter, loc,
            llvm::map_to_vector(group,
                                [&](int64_t reg) { return values[reg]; }),
            pointer, owner);
    }
    rewriter.eraseOp(op);
    return success();
  }
};

class SharedLoadPattern : public KernelPattern<SharedLoadOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(SharedLoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type element = converter.convertElement(op.getType());
    BufferEmitter buffer(rewriter, loc, kernel, adaptor.getBuffer().front(),
                         op.getBuffer().getType(), op.getType(), element);
    SmallVector<Type> types;
    if (failed(converter.convertType(op.getType(), types)))
      return failure();
    SmallVector<Value> values(types.size());
    Type stored = buffer.getStoredType();
    for (ArrayRef<int64_t> group : buffer.getGroups()) {
      Value pointer = buffer.getPointer(group);
      SmallVector<Value> loaded;
      if (group.size() == 1)
        loaded.push_back(
            ptxops::load(rewriter, loc, stored, pointer, Value(), Value()));
      else
        loaded = ptxops::loadVector(rewriter, loc, stored, group.size(),
                                    pointer, Value(), ValueRange());
      for (auto [reg, value] : llvm::zip_equal(group, loaded))
        values[reg] = element == stored ? value
                                        : LLVM::TruncOp::create(rewriter, loc,
                                                                element, value);
    }
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }
};

class BarrierPattern : public KernelPattern<BarrierOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(BarrierOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::barrier(rewriter, op.getLoc());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void tileas::populateBufferPatterns(RewritePatternSet &patterns,
                                    const RegisterTypeConverter &converter,
                                    KernelContext &kernel) {
  patterns.add<AllocSharedPattern, SharedStorePattern, SharedLoadPattern,
               BarrierPattern>(converter, kernel);
}

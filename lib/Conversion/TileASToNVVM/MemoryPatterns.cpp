//===- MemoryPatterns.cpp - Accesses to global and shared memory ----------===//
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

static Value conjunction(OpBuilder &builder, Location loc, Value lhs,
                         Value rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return arith::AndIOp::create(builder, loc, lhs, rhs);
}

static Value i64(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(value));
}

//===----------------------------------------------------------------------===//
// Global memory
//===----------------------------------------------------------------------===//

namespace {

/// Addresses and predicates of the registers of an access to global memory.
template <typename Adaptor> class AccessEmitter {
public:
  AccessEmitter(ConversionPatternRewriter &rewriter, Location loc,
                KernelContext &kernel, Adaptor adaptor, Type value,
                Type element)
      : builder(rewriter), loc(loc), base(adaptor.getBase()),
        starts(flatten(adaptor.getStarts())),
        extents(flatten(adaptor.getExtents())),
        strides(flatten(adaptor.getStrides())), mask(adaptor.getMask()),
        element(element) {
    if (std::optional<ArrayRef<bool>> flags = adaptor.getInbounds())
      promised.assign(flags->begin(), flags->end());
    promised.resize(starts.size());
    if (starts.empty())
      return;
    auto tile = cast<RankedTensorType>(value);
    shape = tile.getShape();
    registers.emplace(kernel, getLinearLayout(tile));
    isSum = registers->isSum();
    for (size_t dim = 0; dim < starts.size(); ++dim) {
      Value wide = arith::ExtUIOp::create(builder, loc, builder.getI64Type(),
                                          registers->getStart(dim));
      positions.push_back(
          arith::AddIOp::create(builder, loc, starts[dim], wide));
    }
    if (isSum)
      threadOffset = getOffset(positions);
    inBounds.resize(starts.size());
  }

  Value getPointer(int64_t reg) {
    if (starts.empty())
      return base[base.size() == 1 ? 0 : reg];
    Value offset;
    if (isSum) {
      offset = threadOffset;
      for (size_t dim = 0; dim < starts.size(); ++dim)
        if (int32_t step = registers->getConstant(reg, dim)) {
          Value distance = arith::MulIOp::create(builder, loc, strides[dim],
                                                 i64(builder, loc, step));
          offset = arith::AddIOp::create(builder, loc, offset, distance);
        }
    } else {
      offset = getOffset(getPositions(reg));
    }
    return LLVM::GEPOp::create(builder, loc, base[0].getType(), element,
                               base[0], ArrayRef<LLVM::GEPArg>{offset});
  }

  /// Whether the whole tile lies inside, which is one for all threads; null
  /// where the program promises it.
  Value isTileInside() {
    Value inside;
    for (size_t dim = 0; dim < starts.size(); ++dim) {
      if (promised[dim])
        continue;
      // start <= extent - size, and the difference does not wrap around.
      Value size = i64(builder, loc, shape[dim]);
      Value last = arith::SubIOp::create(builder, loc, extents[dim], size);
      inside = conjunction(builder, loc, inside,
                           arith::CmpIOp::create(builder, loc,
                                                 arith::CmpIPredicate::uge,
                                                 extents[dim], size));
      inside = conjunction(builder, loc, inside,
                           arith::CmpIOp::create(builder, loc,
                                                 arith::CmpIPredicate::ule,
                                                 starts[dim], last));
    }
    return inside;
  }

  /// The mask of a register; null where there is none.
  Value getMask(int64_t reg) const {
    return mask.empty() ? Value() : mask[mask.size() == 1 ? 0 : reg];
  }

  /// Null where the register's element always exists.
  Value getPredicate(int64_t reg) {
    Value predicate = getMask(reg);
    for (size_t dim = 0; dim < starts.size(); ++dim)
      if (!promised[dim])
        predicate = conjunction(builder, loc, predicate, isInside(reg, dim));
    return predicate;
  }

private:
  static SmallVector<Value> flatten(ArrayRef<ValueRange> ranges) {
    SmallVector<Value> values;
    for (ValueRange range : ranges)
      llvm::append_range(values, range);
    return values;
  }

  Value getPosition(int64_t reg, size_t dim) {
    int32_t step = registers->getConstant(reg, dim);
    if (step == 0)
      return positions[dim];
    if (isSum)
      return arith::AddIOp::create(builder, loc, positions[dim],
                                   i64(builder, loc, step));
    Value wide = arith::ExtUIOp::create(builder, loc, builder.getI64Type(),
                                        registers->get(builder, loc, reg, dim));
    return arith::AddIOp::create(builder, loc, starts[dim], wide);
  }

  SmallVector<Value> getPositions(int64_t reg) {
    SmallVector<Value> result;
    for (size_t dim = 0; dim < starts.size(); ++dim)
      result.push_back(getPosition(reg, dim));
    return result;
  }

  Value getOffset(ArrayRef<Value> at) {
    Value offset;
    for (auto [position, stride] : llvm::zip(at, strides)) {
      Value term = arith::MulIOp::create(builder, loc, position, stride);
      offset =
          offset ? arith::AddIOp::create(builder, loc, offset, term) : term;
    }
    return offset;
  }

  /// Many registers share a coordinate, and so its comparison.
  Value isInside(int64_t reg, size_t dim) {
    Value &result = inBounds[dim][registers->getConstant(reg, dim)];
    if (!result)
      result = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                     getPosition(reg, dim), extents[dim]);
    return result;
  }

  OpBuilder &builder;
  Location loc;
  SmallVector<Value> base, starts, extents, strides, mask;
  /// Along which dimensions all elements exist, as the program promises.
  SmallVector<bool> promised;
  ArrayRef<int64_t> shape;
  Type element;
  std::optional<ThreadMap> registers;
  /// Whether a register's coordinates are the thread's plus constants.
  bool isSum = true;
  /// Where register 0 lies along each dimension, an i64.
  SmallVector<Value> positions;
  Value threadOffset;
  SmallVector<std::map<int32_t, Value>> inBounds;
};

/// Emits an access to a tile: a tile that lies wholly inside its view takes the
/// way of vectors without predicates for elements, and another one, by one
/// branch for all threads, that on the border. The results of the two are
/// joined.
template <typename Adaptor>
SmallVector<Value> emitAccess(ConversionPatternRewriter &rewriter, Location loc,
                              AccessEmitter<Adaptor> &access, int64_t width,
                              TypeRange results,
                              function_ref<SmallVector<Value>()> onBorder,
                              function_ref<SmallVector<Value>()> inside) {
  if (width == 1)
    return onBorder();
  Value isInside = access.isTileInside();
  if (!isInside)
    return inside();
  auto branch = scf::IfOp::create(rewriter, loc, results, isInside,
                                  /*withElseRegion=*/true);
  auto fill = [&](Block *block, function_ref<SmallVector<Value>()> emit) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(block);
    SmallVector<Value> values = emit();
    if (!values.empty())
      scf::YieldOp::create(rewriter, loc, values);
  };
  fill(branch.thenBlock(), inside);
  fill(branch.elseBlock(), onBorder);
  return llvm::to_vector_of<Value>(branch.getResults());
}

class LoadPattern : public KernelPattern<LoadOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(LoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getResult().getType();
    Type element = converter.convertElement(type);
    Value owner = op.getExecutor() == Executor::Owner
                      ? kernel.getOwnerPredicate(type)
                      : Value();
    AccessEmitter<OneToNOpAdaptor> access(rewriter, loc, kernel, adaptor, type,
                                          element);
    SmallVector<Type> types;
    if (failed(converter.convertType(type, types)))
      return failure();
    ValueRange other = adaptor.getOther();
    auto getOther = [&](int64_t reg) {
      return other.empty() ? Value() : other[other.size() == 1 ? 0 : reg];
    };
    int64_t numRegisters = types.size(), width = op.getWidth();
    auto byElements = [&] {
      SmallVector<Value> values;
      for (int64_t reg = 0; reg < numRegisters; ++reg) {
        // One after the other: the order in which a call's arguments are
        // computed, and so that of the ops, would be the host compiler's
        // choice.
        Value pointer = access.getPointer(reg);
        Value predicate =
            conjunction(rewriter, loc, access.getPredicate(reg), owner);
        values.push_back(ptxops::load(rewriter, loc, element, pointer,
                                      predicate, getOther(reg),
                                      {op.getOrdering(), op.getScope()}));
      }
      return values;
    };
    auto byVectors = [&](bool isInside) {
      SmallVector<Value> values;
      for (int64_t reg = 0; reg < numRegisters; reg += width) {
        SmallVector<Value> others;
        for (int64_t i = 0; i < width && !other.empty(); ++i)
          others.push_back(getOther(reg + i));
        Value pointer = access.getPointer(reg);
        Value predicate =
            isInside ? access.getMask(reg) : access.getPredicate(reg);
        llvm::append_range(values,
                           ptxops::loadVector(rewriter, loc, element, width,
                                              pointer, predicate, others));
      }
      return values;
    };
    SmallVector<Value> values = emitAccess(
        rewriter, loc, access, width, types,
        [&] { return op.getWhole() ? byVectors(false) : byElements(); },
        [&] { return byVectors(true); });
    rewriter.replaceOpWithMultiple(op, {values, SmallVector<Value>()});
    return success();
  }
};

class StorePattern : public KernelPattern<StoreOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    Value owner = kernel.getOwnerPredicate(type);
    AccessEmitter<OneToNOpAdaptor> access(rewriter, loc, kernel, adaptor, type,
                                          converter.convertElement(type));
    ValueRange values = adaptor.getValue();
    int64_t width = op.getWidth();
    auto byElements = [&] {
      for (auto [reg, value] : llvm::enumerate(values)) {
        Value pointer = access.getPointer(reg);
        Value predicate =
            conjunction(rewriter, loc, access.getPredicate(reg), owner);
        ptxops::store(rewriter, loc, value, pointer, predicate,
                      {op.getOrdering(), op.getScope()});
      }
      return SmallVector<Value>();
    };
    auto byVectors = [&](bool isInside) {
      for (size_t reg = 0; reg < values.size(); reg += width) {
        Value pointer = access.getPointer(reg);
        Value exists =
            isInside ? access.getMask(reg) : access.getPredicate(reg);
        ptxops::storeVector(rewriter, loc, values.slice(reg, width), pointer,
                            conjunction(rewriter, loc, exists, owner));
      }
      return SmallVector<Value>();
    };
    emitAccess(
        rewriter, loc, access, width, TypeRange(),
        [&] { return op.getWhole() ? byVectors(false) : byElements(); },
        [&] { return byVectors(true); });
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }
};

class AtomicPattern : public KernelPattern<AtomicOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(AtomicOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getValue().getType();
    if (getElementTypeOrSelf(type).isBF16() &&
        !kernel.getTarget().has(Feature::AtomicAddBF16))
      return op.emitOpError("adds bf16, which needs sm_90 or later; add f32");
    Value owner = kernel.getOwnerPredicate(type);
    AccessEmitter<OneToNOpAdaptor> access(rewriter, loc, kernel, adaptor, type,
                                          converter.convertElement(type));
    SmallVector<Value> results;
    for (auto [reg, value] : llvm::enumerate(adaptor.getValue())) {
      Value compare =
          adaptor.getCompare().empty() ? Value() : adaptor.getCompare()[reg];
      Value pointer = access.getPointer(reg);
      Value predicate =
          conjunction(rewriter, loc, access.getPredicate(reg), owner);
      results.push_back(ptxops::atomic(rewriter, loc, op.getMode(), value,
                                       compare, pointer, predicate, compare,
                                       {op.getOrdering(), op.getScope()}));
    }
    rewriter.replaceOpWithMultiple(op, {results, SmallVector<Value>()});
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

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

class GetGlobalPattern : public KernelPattern<tileaa::GetGlobalOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::GetGlobalOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op,
                       ptxops::getAddress(rewriter, op.getLoc(), op.getName()));
    return success();
  }
};

class FenceAliasPattern : public KernelPattern<tileaa::FenceAliasOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(tileaa::FenceAliasOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    ptxops::instruction(rewriter, op.getLoc(), "fence.proxy.alias");
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }
};

/// Every thread does it, so that each sees what it waits for.
template <typename OpT>
class DependentLaunchPattern : public KernelPattern<OpT> {
public:
  using KernelPattern<OpT>::KernelPattern;

  LogicalResult
  matchAndRewrite(OpT op, typename KernelPattern<OpT>::OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (this->kernel.getTarget().has(Feature::ProgrammaticDependentLaunch))
      ptxops::instruction(rewriter, op.getLoc(),
                          isa<tileaa::GdcWaitOp>(op)
                              ? "griddepcontrol.wait"
                              : "griddepcontrol.launch_dependents");
    rewriter.replaceOpWithMultiple(op, {SmallVector<Value>()});
    return success();
  }
};

} // namespace

void tileas::populateMemoryPatterns(RewritePatternSet &patterns,
                                    const RegisterTypeConverter &converter,
                                    KernelContext &kernel) {
  patterns.add<LoadPattern, StorePattern, AtomicPattern, GetGlobalPattern,
               FenceAliasPattern, DependentLaunchPattern<tileaa::GdcWaitOp>,
               DependentLaunchPattern<tileaa::GdcLaunchDependentsOp>,
               AllocSharedPattern, SharedStorePattern, SharedLoadPattern,
               BarrierPattern>(converter, kernel);
}

//===- MemoryPatterns.cpp - Accesses to global memory ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "PtxOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Program.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"

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
      return rewriter.notifyMatchFailure(op, "the tile has no registers");
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
    bool byExchange = getElementTypeOrSelf(type).isBF16() &&
                      !kernel.getTarget().hasAtomicAddBF16();
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
      ptxops::Strength strength{op.getOrdering(), op.getScope()};
      results.push_back(
          byExchange
              ? addIf(rewriter, loc, value, pointer, predicate, strength)
              : ptxops::atomic(rewriter, loc, op.getMode(), value, compare,
                               pointer, predicate, compare, strength));
    }
    rewriter.replaceOpWithMultiple(op, {results, SmallVector<Value>()});
    return success();
  }

private:
  /// Adds bf16 where no instruction does: exchanges the sum for the number that
  /// it was made of until nobody else has changed that.
  static Value add(OpBuilder &builder, Location loc, Value value, Value pointer,
                   ptxops::Strength strength) {
    Type bf16 = value.getType(), f32 = builder.getF32Type();
    Value first = ptxops::load(builder, loc, bf16, pointer, Value(), Value(),
                               {tileaa::Ordering::Relaxed, strength.scope});
    auto bits = [&](OpBuilder &builder, Value number) -> Value {
      return LLVM::BitcastOp::create(builder, loc, builder.getI16Type(),
                                     number);
    };
    auto tryOnce = [&](OpBuilder &builder, Location loc, ValueRange args) {
      // Rounded twice, but f32 has bits to spare for that.
      Value before = LLVM::FPExtOp::create(builder, loc, f32, args[0]);
      Value added = LLVM::FPExtOp::create(builder, loc, f32, value);
      Value sum = LLVM::FAddOp::create(builder, loc, before, added);
      Value now =
          ptxops::atomic(builder, loc, tileaa::AtomicMode::Cas,
                         LLVM::FPTruncOp::create(builder, loc, bf16, sum),
                         args[0], pointer, Value(), Value(), strength);
      Value nowBits = bits(builder, now);
      Value changed =
          arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, nowBits,
                                bits(builder, args[0]));
      scf::ConditionOp::create(builder, loc, changed, now);
    };
    return scf::WhileOp::create(
               builder, loc, TypeRange(bf16), ValueRange(first), tryOnce,
               [](OpBuilder &builder, Location loc, ValueRange args) {
                 scf::YieldOp::create(builder, loc, args);
               })
        .getResult(0);
  }

  /// A null predicate is true; of a false one the result is zero.
  static Value addIf(OpBuilder &builder, Location loc, Value value,
                     Value pointer, Value predicate,
                     ptxops::Strength strength) {
    if (!predicate)
      return add(builder, loc, value, pointer, strength);
    auto branch = scf::IfOp::create(
        builder, loc, predicate,
        [&](OpBuilder &builder, Location loc) {
          scf::YieldOp::create(builder, loc,
                               add(builder, loc, value, pointer, strength));
        },
        [&](OpBuilder &builder, Location loc) {
          Value zero = arith::ConstantOp::create(
              builder, loc, builder.getFloatAttr(value.getType(), 0.0));
          scf::YieldOp::create(builder, loc, zero);
        });
    return branch.getResult(0);
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
               DependentLaunchPattern<tileaa::GdcLaunchDependentsOp>>(converter,
                                                                      kernel);
}

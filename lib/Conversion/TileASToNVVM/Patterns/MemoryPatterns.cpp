//===- MemoryPatterns.cpp - Accesses to global memory ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/AccessEmitter.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h"
#include "tessera/Dialect/TileAA/IR/Ops/Tokens.h"
#include "tessera/Dialect/TileAS/IR/Ops/Memory.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

class LoadPattern : public KernelPattern<LoadOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(LoadOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    AgentContext &agent = kernel.getAgent(op);
    Type type = op.getResult().getType();
    Type element = converter.convertElement(type);
    Value owner = op.getExecutor() == Executor::Owner
                      ? agent.getOwnerPredicate(type)
                      : Value();
    SmallVector<Type> types;
    if (failed(converter.convertType(type, types)))
      return rewriter.notifyMatchFailure(op, "the tile has no registers");
    Value condition = op.getCondition();
    // Beside products, single elements, and vectors that exist as a whole or not
    // at all, have a predicate each, so that ptxas can mix them with the
    // products; otherwise one branch costs less.
    bool hasPredicates =
        kernel.multiplies() && (op.getWhole() || op.getWidth() == 1);
    scf::IfOp branch;
    OpBuilder::InsertionGuard guard(rewriter);
    if (condition && !hasPredicates) {
      branch = scf::IfOp::create(rewriter, loc, types, condition,
                                 /*withElseRegion=*/true);
      rewriter.setInsertionPointToStart(branch.thenBlock());
    }
    Value executed =
        conjunction(rewriter, loc, owner, branch ? Value() : condition);
    AccessEmitter<OneToNOpAdaptor> access(rewriter, loc, agent, adaptor, type,
                                          element);
    ValueRange other = adaptor.getOther();
    auto getOther = [&](int64_t reg) {
      return other.empty() ? Value() : other[other.size() == 1 ? 0 : reg];
    };
    int64_t numRegisters = types.size(), width = op.getWidth();
    ptxops::Strength strength{op.getOrdering(), op.getScope()};
    auto byElements = [&] {
      SmallVector<Value> values;
      for (int64_t reg = 0; reg < numRegisters; ++reg) {
        // Statements in order: the evaluation order of arguments, and hence
        // that of the ops, would be the host compiler's choice.
        Value pointer = access.getPointer(reg);
        Value predicate =
            conjunction(rewriter, loc, access.getPredicate(reg), executed);
        Value other = getOther(reg);
        if (op.isMultimem())
          llvm::append_range(
              values, ptxops::multimemLoad(
                          rewriter, loc, *op.getMultimem(), element, 1, pointer,
                          predicate, other ? ValueRange(other) : ValueRange(),
                          strength));
        else
          values.push_back(ptxops::load(rewriter, loc, element, pointer,
                                        predicate, other, strength));
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
        Value exists =
            isInside ? access.getMask(reg) : access.getPredicate(reg);
        Value predicate = conjunction(rewriter, loc, exists, executed);
        llvm::append_range(
            values, op.isMultimem()
                        ? ptxops::multimemLoad(rewriter, loc, *op.getMultimem(),
                                               element, width, pointer,
                                               predicate, others, strength)
                        : ptxops::loadVector(rewriter, loc, element, width,
                                             pointer, predicate, others));
      }
      return values;
    };
    auto onBorder = [&] {
      return op.getWhole() ? byVectors(false) : byElements();
    };
    SmallVector<Value> values =
        condition && hasPredicates
            ? onBorder()
            : emitAccess(rewriter, loc, access, width, types, onBorder,
                         [&] { return byVectors(true); });
    if (branch)
      values = joinWithNothing(rewriter, loc, branch, values);
    rewriter.replaceOpWithMultiple(op, {values, SmallVector<Value>()});
    return success();
  }

private:
  /// Ends the two sides of a branch of which one loads. The other one gives any value,
  /// which may be compared or joined with others.
  static SmallVector<Value> joinWithNothing(OpBuilder &builder, Location loc,
                                            scf::IfOp branch,
                                            ValueRange loaded) {
    builder.setInsertionPointToEnd(branch.thenBlock());
    scf::YieldOp::create(builder, loc, loaded);
    builder.setInsertionPointToEnd(branch.elseBlock());
    SmallVector<Value> nothing;
    for (Type type : branch.getResultTypes()) {
      Value poison = LLVM::PoisonOp::create(builder, loc, type);
      nothing.push_back(LLVM::FreezeOp::create(builder, loc, poison));
    }
    scf::YieldOp::create(builder, loc, nothing);
    return llvm::to_vector(ValueRange(branch.getResults()));
  }
};

/// Emits the write of a tile. `write` gets one value, or as many neighbours as
/// the op's width.
template <typename Op, typename Adaptor>
void emitWrite(
    ConversionPatternRewriter &rewriter, Op op, Adaptor adaptor,
    KernelContext &kernel, const RegisterTypeConverter &converter,
    function_ref<void(ValueRange values, Value pointer, Value predicate)>
        write) {
  Location loc = op.getLoc();
  AgentContext &agent = kernel.getAgent(op);
  Type type = op.getValue().getType();
  Value owner = agent.getOwnerPredicate(type);
  AccessEmitter<Adaptor> access(rewriter, loc, agent, adaptor, type,
                                converter.convertElement(type));
  ValueRange values = adaptor.getValue();
  auto writeAll = [&](int64_t width, bool isInside) {
    for (size_t reg = 0; reg < values.size(); reg += width) {
      Value pointer = access.getPointer(reg);
      Value exists = isInside ? access.getMask(reg) : access.getPredicate(reg);
      write(values.slice(reg, width), pointer,
            conjunction(rewriter, loc, exists, owner));
    }
    return SmallVector<Value>();
  };
  int64_t width = op.getWidth();
  emitAccess(
      rewriter, loc, access, width, TypeRange(),
      [&] { return writeAll(op.getWhole() ? width : 1, false); },
      [&] { return writeAll(width, true); });
}

class StorePattern : public KernelPattern<StoreOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(StoreOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    ptxops::Strength strength{op.getOrdering(), op.getScope()};
    emitWrite(rewriter, op, adaptor, kernel, converter,
              [&](ValueRange values, Value pointer, Value predicate) {
                if (op.isMultimem())
                  ptxops::multimemStore(rewriter, loc, values, pointer,
                                        predicate, strength);
                else if (values.size() == 1)
                  ptxops::store(rewriter, loc, values.front(), pointer,
                                predicate, strength);
                else
                  ptxops::storeVector(rewriter, loc, values, pointer,
                                      predicate);
              });
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
    AgentContext &agent = kernel.getAgent(op);
    ptxops::Strength strength{op.getOrdering(), op.getScope()};
    if (op.isMultimem()) {
      emitWrite(rewriter, op, adaptor, kernel, converter,
                [&](ValueRange values, Value pointer, Value predicate) {
                  ptxops::multimemReduce(rewriter, loc, op.getMode(), values,
                                         pointer, predicate, strength);
                });
      // Nothing uses the result.
      rewriter.replaceOpWithMultiple(
          op, {adaptor.getValue(), SmallVector<Value>()});
      return success();
    }
    Type type = op.getValue().getType();
    bool byExchange = getElementTypeOrSelf(type).isBF16() &&
                      !kernel.getTarget().hasAtomicAddBF16();
    Value owner = agent.getOwnerPredicate(type);
    AccessEmitter<OneToNOpAdaptor> access(rewriter, loc, agent, adaptor, type,
                                          converter.convertElement(type));
    SmallVector<Value> results;
    for (auto [reg, value] : llvm::enumerate(adaptor.getValue())) {
      Value compare =
          adaptor.getCompare().empty() ? Value() : adaptor.getCompare()[reg];
      Value pointer = access.getPointer(reg);
      Value predicate =
          conjunction(rewriter, loc, access.getPredicate(reg), owner);
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
  /// Adds bf16 without an instruction for it: exchanges the sum for the number
  /// that it was computed from, until nobody else has changed that in between.
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
      // This rounds twice, but f32 has enough bits for that.
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

  /// A null predicate is true. If the predicate is false, the result is zero.
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

/// Every thread executes it, so that each sees the memory that it waits for.
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

//===- Structure.cpp - Entries, grid, facts and messages ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Grid.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Misc.h"
#include "tessera/Dialect/CudaTile/IR/Promises.h"
#include "tessera/Dialect/TileAA/IR/Ops/Misc.h"
#include "tessera/Dialect/TileAA/IR/Ops/Program.h"
#include "tessera/Dialect/TileAA/IR/Ops/Return.h"
#include "tessera/FrontendContract/LaunchContract.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

/// The launch that the attributes around and on an entry request; null if there
/// are none.
static tileaa::LaunchAttr getLaunch(EntryOpInterface entry) {
  MLIRContext *context = entry.getContext();
  LaunchContract contract = LaunchContract::get(entry);
  DenseI32ArrayAttr cluster;
  if (contract.cluster)
    cluster = DenseI32ArrayAttr::get(context, *contract.cluster);
  auto launch = tileaa::LaunchAttr::get(
      context, contract.target, contract.warps.value_or(0), cluster,
      contract.stages.value_or(0), contract.persistent,
      contract.maxRegisters.value_or(0), contract.minCTAsPerSM.value_or(0),
      contract.maxClusterRank.value_or(0), /*copy_warps=*/0,
      /*spread=*/false, /*fixed_warps=*/false,
      /*findings=*/tileaa::FindingsAttr());
  return launch == tileaa::LaunchAttr::get(context) ? tileaa::LaunchAttr()
                                                    : launch;
}

namespace {

struct ConvertEntry : public ConversionPattern {
  ConvertEntry(const TypeConverter &converter, MLIRContext *context)
      : ConversionPattern(converter, EntryOpInterface::getOperationName(),
                          /*benefit=*/1, context) {}
  LogicalResult
  matchAndRewrite(Operation *operation, ArrayRef<Value>,
                  ConversionPatternRewriter &rewriter) const override {
    auto op = cast<EntryOpInterface>(operation);
    SmallVector<Type> types;
    if (failed(getTypeConverter()->convertTypes(op.getArgumentTypes(), types)))
      return rewriter.notifyMatchFailure(op,
                                         "an argument has no type in tileaa");
    auto entry = tileaa::EntryOp::create(
        rewriter, op.getLoc(), rewriter.getStringAttr(op.getSymName()),
        TypeAttr::get(rewriter.getFunctionType(types, {})), getLaunch(op),
        op->getAttrOfType<tileaa::EntryHintsAttr>(hintsAttrName),
        /*arg_attrs=*/nullptr, /*res_attrs=*/nullptr);
    rewriter.inlineRegionBefore(op.getBody(), entry.getBody(),
                                entry.getBody().end());
    if (failed(
            rewriter.convertRegionTypes(&entry.getBody(), *getTypeConverter())))
      return rewriter.notifyMatchFailure(op, "its body cannot be converted");
    rewriter.eraseOp(op);
    return success();
  }
};

struct ConvertReturn : public OpConversionPattern<ReturnOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(ReturnOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tileaa::ReturnOp>(op);
    return success();
  }
};

/// Converts an op without operands that yields the three coordinates of the
/// grid.
template <typename From, typename To>
struct ConvertGrid : public OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Type i32 = rewriter.getI32Type();
    rewriter.replaceOpWithNewOp<To>(op, TypeRange{i32, i32, i32});
    return success();
  }
};

/// Distance in bytes of neighbours that a pointer of `type` points to; 1 for
/// integers.
int64_t getStep(Type type) {
  auto tile = dyn_cast<TileType>(type);
  auto pointer = tile ? dyn_cast<PointerType>(tile.getElementType()) : nullptr;
  return pointer ? getStorageBytes(pointer.getPointeeType()) : 1;
}

/// The attributes that express `predicate` for a value of `type`; none if it
/// states nothing.
SmallVector<NamedAttribute> getFacts(Builder &builder,
                                     AssumePredicate predicate, Type type) {
  SmallVector<NamedAttribute> facts;
  auto add = [&](StringRef name, int64_t number) {
    facts.push_back(
        builder.getNamedAttr(name, builder.getI64IntegerAttr(number)));
  };
  if (auto divBy = dyn_cast<DivByAttr>(predicate)) {
    int64_t every = divBy.getEvery().value_or(1);
    // A promise about groups of no elements states nothing.
    if (every == 0)
      return facts;
    add("div_by", int64_t(divBy.getDivisor()));
    if (every == 1)
      return facts;
    add("every", every);
    add("along", *divBy.getAlong());
    if (int64_t step = getStep(type); step != 1)
      add("step", step);
  } else if (auto same = dyn_cast<SameElementsAttr>(predicate)) {
    SmallVector<int64_t> sizes;
    for (int64_t size : same.getValues())
      sizes.push_back(std::max<int64_t>(size, 1));
    if (!sizes.empty())
      facts.push_back(builder.getNamedAttr(
          "same_elements", builder.getDenseI64ArrayAttr(sizes)));
  } else if (auto bounded = dyn_cast<BoundedAttr>(predicate)) {
    if (std::optional<int64_t> lower = bounded.getLb())
      add("lower", *lower);
    if (std::optional<int64_t> upper = bounded.getUb())
      add("upper", *upper);
  }
  return facts;
}

/// A fact about a view becomes a fact about its base pointer. A fact about a
/// stride that nobody uses is dropped.
struct ConvertAssume : public OpConversionPattern<AssumeOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AssumeOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> values(adaptor.getValue());
    SmallVector<NamedAttribute> facts =
        getFacts(rewriter, op.getPredicate(), op.getValue().getType());
    auto isOne = [](Value) { return false; };
    if (!facts.empty() && !isUnusedStride(op.getResult(), isOne))
      values.front() = tileaa::AssumeOp::create(
          rewriter, op.getLoc(), TypeRange(values.front().getType()),
          ValueRange(values.front()), facts);
    rewriter.replaceOpWithMultiple(op, {ValueRange(values)});
    return success();
  }
};

struct ConvertAssert : public OpConversionPattern<AssertOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AssertOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<tileaa::AssertOp>(
        op, adaptor.getCondition(), ValueRange(), op.getMessageAttr());
    return success();
  }
};

struct ConvertPrint : public OpConversionPattern<PrintTkoOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(PrintTkoOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    SmallVector<Value> arguments;
    for (auto [argument, type] :
         llvm::zip_equal(adaptor.getArgs(), op.getArgs().getTypes()))
      arguments.push_back(widenToF32(rewriter, op.getLoc(), argument,
                                     cast<TileType>(type).getElementType()));
    rewriter.replaceOpWithNewOp<tileaa::PrintOp>(
        op, tileaa::TokenType::get(getContext()), op.getStrAttr(), arguments,
        adaptor.getToken());
    return success();
  }
};

} // namespace

void tessera::populateStructurePatterns(const TypeConverter &converter,
                                        RewritePatternSet &patterns) {
  patterns.add<ConvertEntry, ConvertReturn,
               ConvertGrid<GetTileBlockIdOp, tileaa::BlockIdOp>,
               ConvertGrid<GetNumTileBlocksOp, tileaa::NumBlocksOp>,
               ConvertAssume, ConvertAssert, ConvertPrint>(
      converter, patterns.getContext());
}

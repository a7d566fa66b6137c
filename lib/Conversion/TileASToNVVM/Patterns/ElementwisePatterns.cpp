//===- ElementwisePatterns.cpp - Arithmetic, register by register ---------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Emitters/FloatConversion.h"
#include "../Emitters/GuardedDivision.h"
#include "../Emitters/GuardedPowers.h"
#include "../Emitters/GuardedScaling.h"
#include "../Emitters/PackedMath.h"
#include "../Emitters/ScalarMath.h"
#include "../Emitters/SharedPowers.h"
#include "../Ptx/PtxOps.h"
#include "Patterns.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAS/Analysis/SharedPowers.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileas;

namespace {

/// Any elementwise op, on scalars or tiles.
class ElementwisePattern : public ConversionPattern {
public:
  ElementwisePattern(const RegisterTypeConverter &converter,
                     KernelContext &kernel)
      : ConversionPattern(converter, MatchAnyOpTypeTag(), /*benefit=*/1,
                          kernel.getContext()),
        converter(converter), kernel(kernel) {}

  LogicalResult
  matchAndRewrite(Operation *op, ArrayRef<ValueRange> operands,
                  ConversionPatternRewriter &rewriter) const override {
    if (!scalarmath::isElementwise(op))
      return rewriter.notifyMatchFailure(op, "not computed element by element");
    // A token has no values after conversion, so a select of tokens disappears.
    if (llvm::all_of(op->getResultTypes(), llvm::IsaPred<tileaa::TokenType>)) {
      rewriter.replaceOpWithMultiple(
          op, SmallVector<ValueRange>(op->getNumResults()));
      return success();
    }
    if (auto convert = dyn_cast<tileaa::ConvertFloatOp>(op)) {
      rewriter.replaceOpWithMultiple(
          op, {scalarmath::convertFloats(rewriter, convert, operands.front(),
                                         kernel.getTarget())});
      return success();
    }
    if (auto power = dyn_cast<tileaa::Exp2Op>(op)) {
      SmallVector<Value> powers = emitPowers(rewriter, power, operands.front());
      if (!powers.empty()) {
        rewriter.replaceOpWithMultiple(op, {powers});
        return success();
      }
    }
    SmallVector<Type> elementTypes;
    for (Type type : op->getResultTypes())
      elementTypes.push_back(converter.convertElement(type));
    int64_t numRegisters = 1;
    if (auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType()))
      numRegisters = getLayout(tile).getNumRegisters();
    // A scalar among tiles is used for each of their elements.
    auto getScalars = [&](int64_t reg) {
      SmallVector<Value> scalars;
      for (auto [operand, values] : llvm::zip(op->getOperands(), operands))
        scalars.push_back(
            values[isa<RankedTensorType>(operand.getType()) ? reg : 0]);
      return scalars;
    };
    auto emitOne = [&](OpBuilder &inner, int64_t reg) {
      return scalarmath::emit(inner, op, getScalars(reg), elementTypes,
                              kernel.getTarget())[0];
    };
    if (std::optional<unsigned> factor = kernel.getGuardedFactor(op)) {
      rewriter.replaceOpWithMultiple(
          op, {emitGuardedScaling(rewriter, op->getLoc(), operands[1 - *factor],
                                  operands[*factor], emitOne)});
      return success();
    }
    // Kernels with products divide their sums once, and have all registers for them, so
    // that neither are functions of these computed side by side.
    if (auto division = dyn_cast<tileaa::DivFOp>(op);
        division && !kernel.multiplies() &&
        sharesDivisors(division, operands[1], kernel.getTarget())) {
      rewriter.replaceOpWithMultiple(
          op, {emitGuardedDivision(rewriter, op->getLoc(), operands[0],
                                   operands[1], kernel.getTarget(), emitOne)});
      return success();
    }
    SmallVector<SmallVector<Value>> results(op->getNumResults());
    bool isPacked = numRegisters > 1 &&
                    scalarmath::hasPackedForm(op, kernel.getTarget()) &&
                    !(kernel.multiplies() && scalarmath::isFunctionOfF32(op));
    if (isPacked) {
      for (int64_t reg = 0; reg < numRegisters; reg += 2) {
        auto [low, high] = scalarmath::emitPacked(rewriter, op, getScalars(reg),
                                                  getScalars(reg + 1));
        results.front().append({low, high});
      }
    } else {
      for (int64_t reg = 0; reg < numRegisters; ++reg)
        for (auto [index, value] : llvm::enumerate(
                 scalarmath::emit(rewriter, op, getScalars(reg), elementTypes,
                                  kernel.getTarget())))
          results[index].push_back(value);
    }
    rewriter.replaceOpWithMultiple(op, results);
    return success();
  }

private:
  /// The powers of a tile that are computed together; none where each is on its own.
  SmallVector<Value> emitPowers(OpBuilder &builder, tileaa::Exp2Op op,
                                ValueRange exponents) const {
    Location loc = op.getLoc();
    if (isGuardedTogether(op, kernel.getPowerGuards()))
      return emitGuardedPowers(builder, loc, exponents, kernel.getPowerGuards(),
                               kernel.hasMaskedExponents(op));
    unsigned pairs = kernel.getPairsPerPolynomial();
    if (pairs == 0 || !canBeShared(op))
      return {};
    return scalarmath::emitSharedPowers(builder, loc, exponents, pairs);
  }

  const RegisterTypeConverter &converter;
  KernelContext &kernel;
};

/// Converts a constant tile: to one value if all elements are equal, otherwise
/// to a table in memory.
class ConstantPattern : public KernelPattern<arith::ConstantOp> {
public:
  using KernelPattern::KernelPattern;

  LogicalResult
  matchAndRewrite(arith::ConstantOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto tile = dyn_cast<RankedTensorType>(op.getType());
    if (!tile)
      return rewriter.notifyMatchFailure(op, "a scalar, which stays");
    auto elements = cast<DenseElementsAttr>(op.getValue());
    SmallVector<Value> values;
    if (elements.isSplat())
      values.assign(
          getLayout(tile).getNumRegisters(),
          arith::ConstantOp::create(rewriter, op.getLoc(),
                                    elements.getSplatValue<TypedAttr>()));
    else
      values = loadFromTable(rewriter, op, tile, elements);
    rewriter.replaceOpWithMultiple(op, {values});
    return success();
  }

private:
  SmallVector<Value> loadFromTable(OpBuilder &builder, arith::ConstantOp op,
                                   RankedTensorType tile,
                                   DenseElementsAttr elements) const {
    Location loc = op.getLoc();
    Type element = tile.getElementType();
    Type stored = ptxops::getStoredType(element);
    OpBuilder atModule = OpBuilder::atBlockBegin(kernel.getModule().getBody());
    std::string name = kernel.getUnusedTableName();
    ptxops::makeGlobal(atModule, loc, name, elements, LLVM::Linkage::Internal,
                       /*alignment=*/16);
    Value table = ptxops::getAddress(builder, loc, name);
    ThreadMap registers(kernel.getAgent(op), getLinearLayout(tile).compose(
                                                 rowMajorMap(tile.getShape())));
    SmallVector<Value> values;
    for (int64_t reg = 0; reg < registers.getNumRegisters(); ++reg) {
      Value index = registers.get(builder, loc, reg, 0);
      Value address = LLVM::GEPOp::create(builder, loc, table.getType(), stored,
                                          table, ArrayRef<LLVM::GEPArg>{index});
      Value value = LLVM::LoadOp::create(builder, loc, stored, address);
      if (stored != element)
        value = LLVM::TruncOp::create(builder, loc, element, value);
      values.push_back(value);
    }
    return values;
  }
};

} // namespace

void tileas::populateElementwisePatterns(RewritePatternSet &patterns,
                                         const RegisterTypeConverter &converter,
                                         KernelContext &kernel) {
  patterns.add<ElementwisePattern, ConstantPattern>(converter, kernel);
}

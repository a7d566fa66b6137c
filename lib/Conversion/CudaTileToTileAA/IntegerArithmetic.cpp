//===- IntegerArithmetic.cpp - Integer and bitwise ops --------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Arithmetic/IntegerMath.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::cuda_tile;

namespace {

/// Converts an op that carries overflow flags.
template <typename From, typename To>
struct ConvertWrapping : public OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(op, adaptor.getLhs(), adaptor.getRhs(),
                                    convertOverflow(op.getOverflow()));
    return success();
  }
};

/// Converts an op that interprets its operands as signed or as unsigned.
template <typename From, typename Signed, typename Unsigned>
struct ConvertSigned : public OpConversionPattern<From> {
  using OpConversionPattern<From>::OpConversionPattern;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    if (op.getSignedness() == Signedness::Signed)
      rewriter.replaceOpWithNewOp<Signed>(op, adaptor.getLhs(),
                                          adaptor.getRhs());
    else
      rewriter.replaceOpWithNewOp<Unsigned>(op, adaptor.getLhs(),
                                            adaptor.getRhs());
    return success();
  }
};

/// Shift amounts of at least the width give 0, or the sign for a signed shift
/// to the right. `arith` gives poison for them, so an amount that may be as
/// large is clamped (signed shift) or the result is replaced by 0 (others). A
/// shift of booleans needs no shift at all.
template <typename From, typename Words> struct ConvertShift : public Words {
  using Words::Words;
  LogicalResult
  matchAndRewrite(From op, typename From::Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    if (getElementTypeOrSelf(rhs.getType()).isInteger(1)) {
      rewriter.replaceOp(op, shiftBooleans(op, lhs, rhs, rewriter));
      return success();
    }
    if (isBelowWidth(rhs))
      return Words::matchAndRewrite(op, adaptor, rewriter);
    Location loc = op.getLoc();
    Type type = rhs.getType();
    unsigned width = getElementTypeOrSelf(type).getIntOrFloatBitWidth();
    if (keepsSign(op)) {
      Value most = makeIntSplat(rewriter, loc, type, width - 1);
      Value clamped = arith::MinUIOp::create(rewriter, loc, rhs, most);
      rewriter.replaceOpWithNewOp<arith::ShRSIOp>(op, lhs, clamped);
      return success();
    }
    Value isBelow =
        arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ult, rhs,
                              makeIntSplat(rewriter, loc, type, width));
    Value zero = makeIntSplat(rewriter, loc, type, 0);
    // Keeps the amount in bounds, so that no shift is poison.
    Value amount = arith::SelectOp::create(rewriter, loc, isBelow, rhs, zero);
    Value shifted = shiftWords(op, lhs, amount, rewriter);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isBelow, shifted, zero);
    return success();
  }

  static Value shiftBooleans(From op, Value lhs, Value rhs,
                             OpBuilder &builder) {
    if (keepsSign(op))
      return lhs;
    Location loc = op.getLoc();
    Value isKept = arith::XOrIOp::create(
        builder, loc, rhs, makeIntSplat(builder, loc, rhs.getType(), -1));
    return arith::AndIOp::create(builder, loc, lhs, isKept);
  }

  static Value shiftWords(ShLIOp op, Value lhs, Value amount,
                          OpBuilder &builder) {
    return arith::ShLIOp::create(builder, op.getLoc(), lhs, amount,
                                 convertOverflow(op.getOverflow()));
  }
  static Value shiftWords(ShRIOp op, Value lhs, Value amount,
                          OpBuilder &builder) {
    return arith::ShRUIOp::create(builder, op.getLoc(), lhs, amount);
  }

  static bool isBelowWidth(Value amount) {
    DenseIntElementsAttr elements;
    if (matchPattern(amount, m_Constant(&elements)))
      return llvm::all_of(elements.getValues<APInt>(),
                          [](const APInt &element) {
                            return element.ult(element.getBitWidth());
                          });
    APInt element;
    return matchPattern(amount, m_ConstantInt(&element)) &&
           element.ult(element.getBitWidth());
  }

  static bool keepsSign(ShLIOp) { return false; }
  static bool keepsSign(ShRIOp op) {
    return op.getSignedness() == Signedness::Signed;
  }
};

struct ConvertDivI : public OpConversionPattern<DivIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(DivIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isSigned = op.getSignedness() == Signedness::Signed;
    auto replaceWith = [&](auto type) {
      rewriter.replaceOpWithNewOp<decltype(type)>(op, adaptor.getLhs(),
                                                  adaptor.getRhs());
      return success();
    };
    switch (op.getRounding()) {
    case RoundingMode::NegativeInf:
      return replaceWith(arith::FloorDivSIOp());
    case RoundingMode::PositiveInf:
      return isSigned ? replaceWith(arith::CeilDivSIOp())
                      : replaceWith(arith::CeilDivUIOp());
    default:
      return isSigned ? replaceWith(arith::DivSIOp())
                      : replaceWith(arith::DivUIOp());
    }
  }
};

/// A signed remainder by -1 is 0, also for the smallest value, where arith
/// leaves it undefined. A remainder by 1 is always 0.
struct ConvertRemI : public OpConversionPattern<RemIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(RemIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value lhs = adaptor.getLhs(), rhs = adaptor.getRhs();
    if (op.getSignedness() == Signedness::Unsigned) {
      rewriter.replaceOpWithNewOp<arith::RemUIOp>(op, lhs, rhs);
      return success();
    }
    Location loc = op.getLoc();
    Type type = rhs.getType();
    // The only nonzero divisor of a signed boolean is -1.
    if (getElementTypeOrSelf(type).isInteger(1)) {
      rewriter.replaceOp(op, makeIntSplat(rewriter, loc, type, 0));
      return success();
    }
    if (!isNeverMinusOne(rhs)) {
      Value isMinusOne =
          arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, rhs,
                                makeIntSplat(rewriter, loc, type, -1));
      rhs = arith::SelectOp::create(rewriter, loc, isMinusOne,
                                    makeIntSplat(rewriter, loc, type, 1), rhs);
    }
    rewriter.replaceOpWithNewOp<arith::RemSIOp>(op, lhs, rhs);
    return success();
  }

  static bool isNeverMinusOne(Value value) {
    APInt element;
    return matchPattern(value, m_ConstantInt(&element)) && !element.isAllOnes();
  }
};

struct ConvertNegI : public OpConversionPattern<NegIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(NegIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    Value zero = makeIntSplat(rewriter, op.getLoc(), source.getType(), 0);
    rewriter.replaceOpWithNewOp<arith::SubIOp>(
        op, zero, source, convertOverflow(op.getOverflow()));
    return success();
  }
};

/// max(x, 0 - x): the smallest value keeps its bits.
struct ConvertAbsI : public OpConversionPattern<AbsIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(AbsIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value source = adaptor.getSource();
    Value zero = makeIntSplat(rewriter, op.getLoc(), source.getType(), 0);
    Value negated = arith::SubIOp::create(rewriter, op.getLoc(), zero, source);
    rewriter.replaceOpWithNewOp<arith::MaxSIOp>(op, source, negated);
    return success();
  }
};

struct ConvertMulhiI : public OpConversionPattern<MulhiIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(MulhiIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    auto product = arith::MulUIExtendedOp::create(
        rewriter, op.getLoc(), adaptor.getX(), adaptor.getY());
    rewriter.replaceOp(op, product.getHigh());
    return success();
  }
};

struct ConvertCmpI : public OpConversionPattern<CmpIOp> {
  using OpConversionPattern::OpConversionPattern;
  LogicalResult
  matchAndRewrite(CmpIOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isSigned = op.getSignedness() == Signedness::Signed;
    rewriter.replaceOpWithNewOp<arith::CmpIOp>(
        op, convertPredicate(op.getComparisonPredicate(), isSigned),
        adaptor.getLhs(), adaptor.getRhs());
    return success();
  }

  static arith::CmpIPredicate convertPredicate(ComparisonPredicate predicate,
                                               bool isSigned) {
    using To = arith::CmpIPredicate;
    switch (predicate) {
    case ComparisonPredicate::Equal:
      return To::eq;
    case ComparisonPredicate::NotEqual:
      return To::ne;
    case ComparisonPredicate::LessThan:
      return isSigned ? To::slt : To::ult;
    case ComparisonPredicate::LessThanOrEqual:
      return isSigned ? To::sle : To::ule;
    case ComparisonPredicate::GreaterThan:
      return isSigned ? To::sgt : To::ugt;
    case ComparisonPredicate::GreaterThanOrEqual:
      return isSigned ? To::sge : To::uge;
    }
    llvm_unreachable("all cases return");
  }
};

} // namespace

bool tessera::isDivision(Operation &op) { return isa<DivIOp, RemIOp>(op); }

void tessera::populateIntegerArithmeticPatterns(const TypeConverter &converter,
                                                RewritePatternSet &patterns) {
  patterns
      .add<ConvertWrapping<AddIOp, arith::AddIOp>,
           ConvertWrapping<SubIOp, arith::SubIOp>,
           ConvertWrapping<MulIOp, arith::MulIOp>,
           ConvertShift<ShLIOp, ConvertWrapping<ShLIOp, arith::ShLIOp>>,
           ConvertShift<ShRIOp,
                        ConvertSigned<ShRIOp, arith::ShRSIOp, arith::ShRUIOp>>,
           ConvertSigned<MaxIOp, arith::MaxSIOp, arith::MaxUIOp>,
           ConvertSigned<MinIOp, arith::MinSIOp, arith::MinUIOp>,
           ConvertElementwise<AndIOp, arith::AndIOp>,
           ConvertElementwise<OrIOp, arith::OrIOp>,
           ConvertElementwise<XOrIOp, arith::XOrIOp>, ConvertDivI, ConvertRemI,
           ConvertNegI, ConvertAbsI, ConvertMulhiI, ConvertCmpI>(
          converter, patterns.getContext());
}

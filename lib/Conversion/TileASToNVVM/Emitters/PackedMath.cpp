//===- PackedMath.cpp - Arithmetic on two elements at once ----------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedMath.h"
#include "ScalarEmitter.h"
#include "ScalarMath.h"
#include "Vectors.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tessera/Codegen/PairNames.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAS/IR/Ops/Moves.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::tileaa;

/// True for f16, and for bf16 if the target multiplies and adds it. On targets
/// with only `fma`, LLVM makes sums and products of that, with the same bits.
static bool hasPackedArithmetic(Type element, const TargetInfo &target) {
  return element.isF16() || (element.isBF16() && target.hasBF16Fma());
}

/// True if the target multiplies and adds two of these at once.
static bool hasPackedSums(Type element, const TargetInfo &target) {
  return hasPackedArithmetic(element, target) ||
         (element.isF32() && target.issuesPackedF32x2());
}

/// True if an op of tileaa rounds as packed instructions do.
template <typename OpT> static bool isPlain(OpT op) {
  return op.getRounding() == Rounding::NearestEven && !op.getFtz();
}

/// True for a tile of f32 that a loop carries, or gets its next one from. LLVM makes
/// pairs of what goes round a loop, where these are to stay in their registers.
static bool goesRoundLoop(Operation *op) {
  return getElementTypeOrSelf(op->getResult(0)).isF32() &&
         !isa<tileas::WarpReduceOp>(op->getParentOp()) &&
         (llvm::any_of(op->getOperands(), llvm::IsaPred<BlockArgument>) ||
          llvm::any_of(op->getUsers(), [](Operation *user) {
            return user->hasTrait<OpTrait::IsTerminator>();
          }));
}

bool scalarmath::isFunctionOfF32(Operation *op) {
  if (!getElementTypeOrSelf(op->getResult(0)).isF32())
    return false;
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<ExpOp, TanhOp>([](auto op) { return !op.getApprox(); })
      .Case<LogOp, Log2Op>([](auto) { return true; })
      .Default(false);
}

bool scalarmath::hasPackedForm(Operation *op, const TargetInfo &target) {
  if (isFunctionOfF32(op))
    return target.issuesPackedF32x2();
  Type operand = getElementTypeOrSelf(op->getOperand(0));
  Type result = getElementTypeOrSelf(op->getResult(0));
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case<AddFOp, SubFOp, MulFOp, FmaOp>([&](auto op) {
        return hasPackedSums(result, target) && isPlain(op) &&
               !goesRoundLoop(op);
      })
      .Case<MaxFOp, MinFOp>([&](auto op) {
        return hasPackedArithmetic(result, target) && target.hasHalfMinMax() &&
               !op.getFtz();
      })
      .Case<AbsFOp, arith::NegFOp>(
          [&](auto) { return hasPackedArithmetic(result, target); })
      .Case([&](arith::CmpFOp op) {
        if (op.getPredicate() == arith::CmpFPredicate::AlwaysFalse ||
            op.getPredicate() == arith::CmpFPredicate::AlwaysTrue)
          return false;
        return operand.isF16() ||
               (operand.isBF16() && target.hasBF16Arithmetic());
      })
      .Case([&](arith::TruncFOp op) {
        // Needs cvt.rn.f16x2.f32, which came with bf16.
        return operand.isF32() && (result.isF16() || result.isBF16()) &&
               target.hasBF16Conversions() && !op.getRoundingmode();
      })
      .Case<arith::SIToFPOp, arith::UIToFPOp>(
          [&](auto) { return passesThroughF32(op, target); })
      .Default(false);
}

/// Emits min or max, for example `llvm.nvvm.fmin.nan.bf16x2`.
template <typename OpT>
static Value makeMinMax(OpBuilder &builder, StringRef name, OpT op,
                        ValueRange pairs) {
  auto type = cast<VectorType>(pairs.front().getType());
  std::string intrinsic =
      ("llvm.nvvm.f" + name + (op.getPropagateNan() ? ".nan" : "") +
       (type.getElementType().isF16() ? ".f16x2" : ".bf16x2"))
          .str();
  return LLVM::CallIntrinsicOp::create(builder, op.getLoc(), type,
                                       builder.getStringAttr(intrinsic), pairs)
      .getResult(0);
}

/// The comparison operator of `setp` for a predicate.
static StringRef getComparison(arith::CmpFPredicate predicate) {
  using Predicate = arith::CmpFPredicate;
  switch (predicate) {
  case Predicate::OEQ:
    return "eq";
  case Predicate::ONE:
    return "ne";
  case Predicate::OLT:
    return "lt";
  case Predicate::OLE:
    return "le";
  case Predicate::OGT:
    return "gt";
  case Predicate::OGE:
    return "ge";
  case Predicate::ORD:
    return "num";
  case Predicate::UEQ:
    return "equ";
  case Predicate::UNE:
    return "neu";
  case Predicate::ULT:
    return "ltu";
  case Predicate::ULE:
    return "leu";
  case Predicate::UGT:
    return "gtu";
  case Predicate::UGE:
    return "geu";
  case Predicate::UNO:
    return "nan";
  case Predicate::AlwaysTrue:
  case Predicate::AlwaysFalse:
    break;
  }
  llvm_unreachable("has no packed form");
}

/// Compares two pairs by one `setp`. It is inline PTX, because LLVM would split
/// it.
static std::pair<Value, Value>
comparePairs(OpBuilder &builder, arith::CmpFOp op, ValueRange pairs) {
  Location loc = op.getLoc();
  Type i1 = builder.getI1Type(), i32 = builder.getI32Type();
  auto word = [&](Value pair) -> Value {
    return LLVM::BitcastOp::create(builder, loc, i32, pair);
  };
  bool isHalf = getElementTypeOrSelf(pairs.front().getType()).isF16();
  std::string text = ("setp." + getComparison(op.getPredicate()) +
                      (isHalf ? ".f16x2" : ".bf16x2") + " $0|$1, $2, $3;")
                         .str();
  auto both = LLVM::LLVMStructType::getLiteral(builder.getContext(), {i1, i1});
  Value words[] = {word(pairs[0]), word(pairs[1])};
  Value results = LLVM::InlineAsmOp::create(
                      builder, loc, both, words, text, "=b,=b,r,r",
                      /*has_side_effects=*/false, /*is_align_stack=*/false,
                      LLVM::TailCallKind::None,
                      LLVM::AsmDialectAttr::get(builder.getContext(),
                                                LLVM::AsmDialect::AD_ATT),
                      /*operand_attrs=*/ArrayAttr())
                      .getResult(0);
  Value low = LLVM::ExtractValueOp::create(builder, loc, results, 0);
  Value high = LLVM::ExtractValueOp::create(builder, loc, results, 1);
  return {low, high};
}

/// Calls a function of libdevice for two numbers.
static Value callPair(OpBuilder &builder, Operation *op, Value pair) {
  std::string name =
      ("__nv_" + op->getName().getStringRef().split('.').second + "f").str();
  Type f32 = builder.getF32Type();
  declare(builder, name, f32, f32);
  return callFunction(builder, op->getLoc(), (kPairPrefix + name).str(), pair,
                      pair.getType());
}

static Value emitPair(OpBuilder &builder, Operation *op, ValueRange pairs) {
  Location loc = op->getLoc();
  auto make = [](auto made) -> Value { return made; };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](AddFOp) {
        return make(LLVM::FAddOp::create(builder, loc, pairs[0], pairs[1]));
      })
      .Case([&](SubFOp) {
        return make(LLVM::FSubOp::create(builder, loc, pairs[0], pairs[1]));
      })
      .Case([&](MulFOp) {
        return make(LLVM::FMulOp::create(builder, loc, pairs[0], pairs[1]));
      })
      .Case([&](FmaOp) {
        return make(
            LLVM::FMAOp::create(builder, loc, pairs[0], pairs[1], pairs[2]));
      })
      .Case([&](MaxFOp op) { return makeMinMax(builder, "max", op, pairs); })
      .Case([&](MinFOp op) { return makeMinMax(builder, "min", op, pairs); })
      .Case([&](AbsFOp) {
        return make(LLVM::FAbsOp::create(builder, loc, pairs[0]));
      })
      .Case([&](arith::NegFOp) {
        return make(LLVM::FNegOp::create(builder, loc, pairs[0]));
      })
      .Case<arith::TruncFOp, arith::SIToFPOp, arith::UIToFPOp>([&](auto op) {
        auto type = VectorType::get(2, getElementTypeOrSelf(op.getType()));
        return make(LLVM::FPTruncOp::create(builder, loc, type, pairs[0]));
      })
      .Default([&](Operation *op) { return callPair(builder, op, pairs[0]); });
}

/// Two integers as f32, of which one instruction makes two floats of 16 bits.
static Value packInF32(OpBuilder &builder, Operation *op, Value low,
                       Value high) {
  Value first = emitInF32(builder, op, low),
        second = emitInF32(builder, op, high);
  return packVector(builder, op->getLoc(), {first, second});
}

std::pair<Value, Value> scalarmath::emitPacked(OpBuilder &builder,
                                               Operation *op, ValueRange first,
                                               ValueRange second) {
  Location loc = op->getLoc();
  SmallVector<Value> pairs;
  for (auto [a, b] : llvm::zip_equal(first, second))
    pairs.push_back(isa<arith::SIToFPOp, arith::UIToFPOp>(op)
                        ? packInF32(builder, op, a, b)
                        : packVector(builder, loc, {a, b}));
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    return comparePairs(builder, compare, pairs);
  Value result = emitPair(builder, op, pairs);
  SmallVector<Value> both = unpackVector(builder, loc, result);
  return {both[0], both[1]};
}

SmallVector<Value> scalarmath::multiplyEach(OpBuilder &builder, Location loc,
                                            ValueRange values,
                                            ValueRange factors,
                                            const TargetInfo &target) {
  SmallVector<Value> products;
  for (size_t at = 0; at != values.size();) {
    size_t width =
        target.issuesPackedF32x2() && at + 1 != values.size() ? 2 : 1;
    auto take = [&](ValueRange of) -> Value {
      return width == 1 ? of[at]
                        : packVector(builder, loc, of.slice(at, width));
    };
    Value value = take(values), factor = take(factors);
    Value product = LLVM::FMulOp::create(builder, loc, value, factor);
    if (width == 1)
      products.push_back(product);
    else
      llvm::append_range(products, unpackVector(builder, loc, product));
    at += width;
  }
  return products;
}

//===- ScalarMath.cpp - Arithmetic on one element -------------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarMath.h"
#include "FloatConversion.h"
#include "ScalarEmitter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"
#include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/FloatMath.h"
#include "tessera/Dialect/TileAA/IR/Ops/Pointers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::scalarmath;
using namespace tessera::tileaa;

bool scalarmath::isElementwise(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>();
}

/// True for a conversion between an integer or f64 and bf16, which LLVM does
/// through f32 and would round twice.
static bool roundsTwice(Operation *op) {
  if (!isa<arith::SIToFPOp, arith::UIToFPOp, arith::TruncFOp>(op))
    return false;
  Type from = getElementTypeOrSelf(op->getOperand(0));
  Type to = getElementTypeOrSelf(op->getResult(0));
  return to.isBF16() && from.getIntOrFloatBitWidth() > 16 && !from.isF32();
}

/// True for a float to i1, which LLVM selects as a comparison with one, so that
/// 1.5 and 0.5 are not truncated.
static bool truncatesToBool(Operation *op) {
  return isa<arith::FPToSIOp, arith::FPToUIOp>(op) &&
         getElementTypeOrSelf(op->getResult(0)).isInteger(1);
}

/// True for a signed i1 to a float: LLVM gives 1 for some formats, but the
/// value is -1.
static bool convertsSignedBool(Operation *op) {
  return isa<arith::SIToFPOp>(op) &&
         getElementTypeOrSelf(op->getOperand(0)).isInteger(1);
}

/// True for an integer that f32 holds to f16 or bf16.
static bool isHeldByF32(Operation *op) {
  if (!isa<arith::SIToFPOp, arith::UIToFPOp>(op))
    return false;
  unsigned bits =
      getElementTypeOrSelf(op->getOperand(0)).getIntOrFloatBitWidth();
  return bits > 1 && bits <= 16 &&
         isNarrow(getElementTypeOrSelf(op->getResult(0)));
}

bool scalarmath::passesThroughF32(Operation *op, const TargetInfo &target) {
  return target.hasBF16IntConversions() && isHeldByF32(op);
}

bool scalarmath::needsExpansion(Operation *op) {
  return isa<TileAADialect>(op->getDialect()) || roundsTwice(op) ||
         truncatesToBool(op) || convertsSignedBool(op) || isHeldByF32(op);
}

namespace {

/// Emits the ops of one element at one place.
class Emitter : public ScalarEmitter {
public:
  Emitter(OpBuilder &builder, Location loc, const TargetInfo &target)
      : ScalarEmitter(builder, loc), target(target) {}

  Value emit(Operation *op, ValueRange operands, Type type);

private:
  // Arithmetic that carries a rounding mode.
  template <typename OpT> Value binary(OpT op, ValueRange operands, Type type) {
    return rounded(getName(op), op.getRounding(), op.getFtz(), operands, type);
  }
  static StringRef getName(AddFOp) { return "add"; }
  static StringRef getName(SubFOp) { return "sub"; }
  static StringRef getName(MulFOp) { return "mul"; }
  static StringRef getName(DivFOp) { return "div"; }

  /// Emits the PTX instruction `name` with a rounding mode.
  Value rounded(StringRef name, Rounding rounding, bool ftz,
                ValueRange operands, Type type);
  Value nearest(StringRef name, ValueRange operands, Type type);
  Value fmaBF16(ValueRange operands);
  Value minMax(StringRef name, bool propagateNaN, bool ftz, ValueRange operands,
               Type type);
  Value magnitude(Value operand);
  Value remainder(ValueRange operands, Type type);
  /// Calls a function of libdevice, named as for f64: `exp` is __nv_exp and
  /// __nv_expf. Narrow formats go through f32.
  Value function(StringRef name, ValueRange operands, Type type);
  /// A power with an integer exponent.
  Value power(ValueRange operands, Type type);
  Value exponential(ExpOp op, Value operand, Type type);
  Value hyperbolicTangent(TanhOp op, Value operand, Type type);
  Value flushing(StringRef name, StringRef wideName, bool ftz, Value operand,
                 Type type);
  Value convertToBF16(Operation *op, Value operand);
  Value convertThroughF32(Operation *op, Value operand, Type type);
  Value convertToBool(Value operand, Type type);
  Value saturateToInt(SaturateToIntOp op, Value operand, Type type);
  Value convertFromSignedBool(Value operand, Type type);

  const TargetInfo &target;
};

} // namespace

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

/// Clears the sign, of a NaN too. Without bf16 instructions LLVM would convert
/// to f32 and back, which makes a signalling NaN quiet.
Value Emitter::magnitude(Value operand) {
  if (!operand.getType().isBF16() || target.hasBF16Fma())
    return LLVM::FAbsOp::create(builder, loc, operand);
  Value word = bits(operand);
  Value allButSign = integer(word.getType(), 0x7FFF);
  word = LLVM::AndOp::create(builder, loc, word, allButSign);
  return fromBits(word, operand.getType());
}

Value Emitter::nearest(StringRef name, ValueRange operands, Type type) {
  if (name == "div") {
    // Only f32 and f64 have instructions for division.
    if (isNarrow(type))
      return narrow(nearest(name, widen(operands), builder.getF32Type()), type);
    return LLVM::FDivOp::create(builder, loc, operands[0], operands[1]);
  }
  // Narrow formats have no square root; that of f32 has enough additional bits.
  if (name == "sqrt")
    return isNarrow(type)
               ? narrow(nearest(name, widen(operands), builder.getF32Type()),
                        type)
               : intrinsic(type.isF64() ? "sqrt.rn.d" : "sqrt.rn.f", operands,
                           type);
  if (name == "fma") {
    if (type.isBF16() && !target.hasBF16Fma())
      return fmaBF16(operands);
    return LLVM::FMAOp::create(builder, loc, operands[0], operands[1],
                               operands[2]);
  }
  if (name == "add")
    return LLVM::FAddOp::create(builder, loc, operands[0], operands[1]);
  if (name == "sub")
    return LLVM::FSubOp::create(builder, loc, operands[0], operands[1]);
  return LLVM::FMulOp::create(builder, loc, operands[0], operands[1]);
}

Value Emitter::fmaBF16(ValueRange operands) {
  Type f32 = builder.getF32Type();
  SmallVector<Value> wide = widen(operands);
  auto fma = [&](StringRef mode) {
    return intrinsic("fma." + mode + ".f", wide, f32);
  };
  return narrow(roundToOdd(fma), builder.getBF16Type());
}

Value Emitter::rounded(StringRef name, Rounding rounding, bool ftz,
                       ValueRange operands, Type type) {
  if (rounding == Rounding::NearestEven && !ftz)
    return nearest(name, operands, type);
  if (isNarrow(type))
    return narrow(
        rounded(name, rounding, ftz, widen(operands), builder.getF32Type()),
        type, rounding);
  if (name == "sub") {
    // There is no intrinsic for it; x - y equals x + (-y) in every mode.
    Value negated = LLVM::FNegOp::create(builder, loc, operands[1]);
    return rounded("add", rounding, ftz, {operands[0], negated}, type);
  }
  if (rounding == Rounding::Full)
    return intrinsic(ftz ? "div.full.ftz" : "div.full", operands, type);
  return intrinsic(name + "." + getSuffix(rounding) + (ftz ? ".ftz" : "") +
                       (type.isF64() ? ".d" : ".f"),
                   operands, type);
}

Value Emitter::minMax(StringRef name, bool propagateNaN, bool ftz,
                      ValueRange operands, Type type) {
  if (isNarrow(type))
    return narrow(
        minMax(name, propagateNaN, ftz, widen(operands), builder.getF32Type()),
        type);
  bool native = propagateNaN && type.isF32() && target.hasNaNMinMax();
  Value result =
      intrinsic("f" + name + (ftz ? ".ftz" : "") + (native ? ".nan" : "") +
                    (type.isF64() ? ".d" : ".f"),
                operands, type);
  if (!propagateNaN || native)
    return result;
  Value unordered = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno,
                                         operands[0], operands[1]);
  Value nan = LLVM::ConstantOp::create(
      builder, loc,
      builder.getFloatAttr(
          type, APFloat::getNaN(cast<FloatType>(type).getFloatSemantics())));
  return LLVM::SelectOp::create(builder, loc, unordered, nan, result);
}

Value Emitter::remainder(ValueRange operands, Type type) {
  // The remainder is exact, so narrowing it is exact too. LLVM's own `frem` is
  // not exact.
  if (isNarrow(type))
    return narrow(remainder(widen(operands), builder.getF32Type()), type);
  return callLibdevice(type.isF64() ? "__nv_fmod" : "__nv_fmodf", operands,
                       type);
}

Value Emitter::function(StringRef name, ValueRange operands, Type type) {
  if (isNarrow(type))
    return narrow(function(name, widen(operands), builder.getF32Type()), type);
  std::string suffix = type.isF64() ? "" : "f";
  return callLibdevice(("__nv_" + name + suffix).str(), operands, type);
}

/// For a negative exponent libdevice divides 1 by the power of the opposite
/// exponent, and gives 0 if that is infinite. f32 is therefore computed in f64,
/// where the power only becomes infinite if the result is 0 anyway; f64 uses
/// the function with a float exponent.
Value Emitter::power(ValueRange operands, Type type) {
  Type f64 = builder.getF64Type();
  if (isNarrow(type)) {
    Value base = widen(operands[0]);
    return narrow(power({base, operands[1]}, builder.getF32Type()), type);
  }
  if (type.isF32()) {
    Value base = LLVM::FPExtOp::create(builder, loc, f64, operands[0]);
    Value wide = callLibdevice("__nv_powi", {base, operands[1]}, f64);
    return LLVM::FPTruncOp::create(builder, loc, type, wide);
  }
  Value result = callLibdevice("__nv_powi", operands, type);
  Value zero =
      LLVM::ConstantOp::create(builder, loc, builder.getFloatAttr(type, 0.0));
  Value isZero = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::oeq,
                                      result, zero);
  auto branch =
      scf::IfOp::create(builder, loc, type, isZero, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(branch.thenBlock());
  Value exponent = LLVM::SIToFPOp::create(builder, loc, type, operands[1]);
  scf::YieldOp::create(builder, loc,
                       function("pow", {operands[0], exponent}, type));
  builder.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(builder, loc, result);
  return branch.getResult(0);
}

Value Emitter::exponential(ExpOp op, Value operand, Type type) {
  return op.getApprox() ? callLibdevice("__nv_fast_expf", operand, type)
                        : function("exp", operand, type);
}

Value Emitter::hyperbolicTangent(TanhOp op, Value operand, Type type) {
  if (!op.getApprox())
    return function("tanh", operand, type);
  return instruction("tanh.approx.f32", operand, type, "=f,f");
}

/// For f32 the instruction has the error of the library function, so it is used
/// (CUDA C++ Programming Guide, "Mathematical Functions"; PTX ISA, ex2.approx
/// and rsqrt.approx).
Value Emitter::flushing(StringRef name, StringRef wideName, bool ftz,
                        Value operand, Type type) {
  if (type.isF64())
    return function(wideName, operand, type);
  if (isNarrow(type))
    return narrow(
        flushing(name, wideName, ftz, widen(operand), builder.getF32Type()),
        type);
  return instruction(name + (ftz ? ".ftz.f32" : ".f32"), operand, type, "=f,f");
}

Value Emitter::convertToBF16(Operation *op, Value operand) {
  // LLVM's names of the conversions to f32: from double, (unsigned) int,
  // (unsigned) long long.
  bool isWide = operand.getType().getIntOrFloatBitWidth() == 64;
  StringRef name = isa<arith::TruncFOp>(op)   ? "d2f."
                   : isa<arith::SIToFPOp>(op) ? (isWide ? "ll2f." : "i2f.")
                                              : (isWide ? "ull2f." : "ui2f.");
  auto convert = [&](StringRef mode) {
    return intrinsic(name + mode, operand, builder.getF32Type());
  };
  return narrow(roundToOdd(convert), builder.getBF16Type());
}

Value scalarmath::emitInF32(OpBuilder &builder, Operation *op, Value operand) {
  Location loc = op->getLoc();
  bool isSigned = isa<arith::SIToFPOp>(op);
  Type word = builder.getI32Type();
  operand = isSigned
                ? LLVM::SExtOp::create(builder, loc, word, operand).getRes()
                : LLVM::ZExtOp::create(builder, loc, word, operand).getRes();
  return LLVM::CallIntrinsicOp::create(
             builder, loc, builder.getF32Type(),
             builder.getStringAttr(isSigned ? "llvm.nvvm.i2f.rz"
                                            : "llvm.nvvm.ui2f.rz"),
             operand)
      .getResult(0);
}

/// From sm_90 on a conversion to f32 takes a quarter of the time of one to 16 bits, as
/// another unit makes it. Rounding toward zero has no effect here, and keeps LLVM from
/// making one conversion of both.
Value Emitter::convertThroughF32(Operation *op, Value operand, Type type) {
  if (passesThroughF32(op, target))
    return narrow(emitInF32(builder, op, operand), type);
  return isa<arith::SIToFPOp>(op)
             ? LLVM::SIToFPOp::create(builder, loc, type, operand).getRes()
             : LLVM::UIToFPOp::create(builder, loc, type, operand).getRes();
}

Value Emitter::convertToBool(Value operand, Type type) {
  // The lowest bit is the result, signed or not.
  Value whole =
      LLVM::FPToSIOp::create(builder, loc, builder.getI32Type(), operand);
  return LLVM::TruncOp::create(builder, loc, type, whole);
}

Value Emitter::saturateToInt(SaturateToIntOp op, Value operand, Type type) {
  StringRef name = op.getIsSigned() ? "llvm.fptosi.sat" : "llvm.fptoui.sat";
  return LLVM::CallIntrinsicOp::create(builder, loc, type,
                                       builder.getStringAttr(name), operand)
      .getResult(0);
}

Value Emitter::convertFromSignedBool(Value operand, Type type) {
  auto constant = [&](double value) -> Value {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getFloatAttr(type, value));
  };
  Value minusOne = constant(-1.0);
  Value zero = constant(0.0);
  return LLVM::SelectOp::create(builder, loc, operand, minusOne, zero);
}

Value Emitter::emit(Operation *op, ValueRange operands, Type type) {
  auto unary = [&](auto create) -> Value {
    // Exact in every format, so that f32 serves the narrow ones too.
    return isNarrow(type) ? narrow(create(widen(operands[0])), type)
                          : create(operands[0]);
  };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AddFOp, SubFOp, MulFOp, DivFOp>(
          [&](auto op) { return binary(op, operands, type); })
      .Case([&](FmaOp op) {
        return rounded("fma", op.getRounding(), op.getFtz(), operands, type);
      })
      .Case([&](MaxFOp op) {
        return minMax("max", op.getPropagateNan(), op.getFtz(), operands, type);
      })
      .Case([&](MinFOp op) {
        return minMax("min", op.getPropagateNan(), op.getFtz(), operands, type);
      })
      .Case([&](RemFOp) { return remainder(operands, type); })
      .Case([&](SqrtOp op) {
        return rounded("sqrt", op.getRounding(), op.getFtz(), operands, type);
      })
      .Case([&](ExpOp op) { return exponential(op, operands[0], type); })
      .Case([&](TanhOp op) { return hyperbolicTangent(op, operands[0], type); })
      .Case([&](Exp2Op op) {
        // In f16 all that f32 would flush is zero anyway.
        bool ftz = op.getFtz() || type.isF16();
        return flushing("ex2.approx", "exp2", ftz, operands[0], type);
      })
      .Case([&](RsqrtOp op) {
        return flushing("rsqrt.approx", "rsqrt", op.getFtz(), operands[0],
                        type);
      })
      .Case<LogOp, Log2Op, SinOp, CosOp, TanOp, SinhOp, CoshOp, Atan2Op, PowOp>(
          [&](auto op) {
            return function(op.getOperationName().split('.').second, operands,
                            type);
          })
      .Case([&](PowIOp) { return power(operands, type); })
      .Case([&](AbsFOp) { return magnitude(operands[0]); })
      .Case([&](CeilOp) {
        return unary([&](Value value) -> Value {
          return LLVM::FCeilOp::create(builder, loc, value);
        });
      })
      .Case([&](FloorOp) {
        return unary([&](Value value) -> Value {
          return LLVM::FFloorOp::create(builder, loc, value);
        });
      })
      .Case([&](ConvertFloatOp op) {
        return convertFloats(builder, op, operands, target).front();
      })
      .Case([&](SaturateToIntOp op) {
        return saturateToInt(op, operands[0], type);
      })
      .Case([&](PtrAddOp) -> Value {
        return LLVM::GEPOp::create(builder, loc, type, builder.getI8Type(),
                                   operands[0],
                                   ArrayRef<LLVM::GEPArg>{operands[1]});
      })
      .Case([&](PtrToIntOp) -> Value {
        return LLVM::PtrToIntOp::create(builder, loc, type, operands[0]);
      })
      .Case([&](IntToPtrOp) -> Value {
        return LLVM::IntToPtrOp::create(builder, loc, type, operands[0]);
      })
      .Default([&](Operation *op) -> Value {
        if (roundsTwice(op))
          return convertToBF16(op, operands[0]);
        if (isHeldByF32(op))
          return convertThroughF32(op, operands[0], type);
        if (truncatesToBool(op))
          return convertToBool(operands[0], type);
        return convertFromSignedBool(operands[0], type);
      });
}

SmallVector<Value> scalarmath::emit(OpBuilder &builder, Operation *op,
                                    ValueRange operands, TypeRange resultTypes,
                                    const TargetInfo &target) {
  if (needsExpansion(op))
    return {Emitter(builder, op->getLoc(), target)
                .emit(op, operands, resultTypes.front())};
  return llvm::to_vector_of<Value>(
      recreate(builder, op, operands, resultTypes)->getResults());
}

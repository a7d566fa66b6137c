//===- ScalarEmitter.cpp - Building blocks of scalar arithmetic -----------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarEmitter.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::scalarmath;
using tileaa::Rounding;

StringRef scalarmath::getSuffix(Rounding rounding) {
  switch (rounding) {
  case Rounding::NearestEven:
    return "rn";
  case Rounding::Zero:
    return "rz";
  case Rounding::NegativeInf:
    return "rm";
  case Rounding::PositiveInf:
    return "rp";
  case Rounding::Approx:
    return "approx";
  case Rounding::Full:
    return "full";
  case Rounding::NearestAway:
    return "rna";
  }
  llvm_unreachable("all rounding modes are listed");
}

Value ScalarEmitter::narrow(Value value, Type type, Rounding rounding) {
  if (rounding == Rounding::NearestEven)
    return LLVM::FPTruncOp::create(builder, loc, type, value);
  return type.isF16() ? narrowToF16(value, rounding)
                      : narrowToBF16(value, rounding);
}

Value ScalarEmitter::narrowToF16(Value value, Rounding rounding) {
  Value half = instruction("cvt." + getSuffix(rounding) + ".f16.f32", value,
                           builder.getI16Type(), "=h,f");
  return fromBits(half, builder.getF16Type());
}

Value ScalarEmitter::narrowToBF16(Value value, Rounding rounding) {
  // bf16 is the upper half of an f32: truncates, then steps away from zero if
  // the mode requires it and bits were cut off. No target converts in all
  // modes.
  Type i32 = builder.getI32Type();
  Value word = bits(value);
  Value kept = LLVM::LShrOp::create(builder, loc, word, integer(i32, 16));
  if (rounding != Rounding::Zero) {
    Value cut = LLVM::AndOp::create(builder, loc, word, integer(i32, 0xffff));
    Value inexact = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                         cut, integer(i32, 0));
    auto away = rounding == Rounding::PositiveInf ? LLVM::ICmpPredicate::sge
                                                  : LLVM::ICmpPredicate::slt;
    Value grows =
        LLVM::ICmpOp::create(builder, loc, away, word, integer(i32, 0));
    Value step = LLVM::ZExtOp::create(
        builder, loc, i32, LLVM::AndOp::create(builder, loc, inexact, grows));
    kept = LLVM::AddOp::create(builder, loc, kept, step);
  }
  Value isNaN = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno,
                                     value, value);
  kept =
      LLVM::SelectOp::create(builder, loc, isNaN, integer(i32, 0x7fff), kept);
  return fromBits(
      LLVM::TruncOp::create(builder, loc, builder.getI16Type(), kept),
      builder.getBF16Type());
}

Value ScalarEmitter::roundToOdd(function_ref<Value(StringRef)> compute) {
  Value nearest = compute("rn");
  Value zero = compute("rz");
  Value down = compute("rm");
  Value up = compute("rp");
  // If rounding down and up give the same, the value is exact. For an exact
  // zero only rounding to nearest has the right sign.
  Value exact =
      LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::oeq, down, up);
  Value truncated = bits(zero);
  Value sticky = integer(builder.getI32Type(), 1);
  Value odd = LLVM::OrOp::create(builder, loc, truncated, sticky);
  return LLVM::SelectOp::create(builder, loc, exact, nearest,
                                fromBits(odd, builder.getF32Type()));
}

LLVM::LLVMFuncOp scalarmath::declare(OpBuilder &builder, StringRef name,
                                     TypeRange operands, Type type) {
  auto module =
      builder.getInsertionBlock()->getParentOp()->getParentOfType<ModuleOp>();
  if (auto callee = module.lookupSymbol<LLVM::LLVMFuncOp>(name))
    return callee;
  OpBuilder atModule = OpBuilder::atBlockBegin(module.getBody());
  return LLVM::LLVMFuncOp::create(
      atModule, module.getLoc(), name,
      LLVM::LLVMFunctionType::get(type, llvm::to_vector(operands)));
}

Value scalarmath::callFunction(OpBuilder &builder, Location loc, StringRef name,
                               ValueRange operands, Type type) {
  LLVM::LLVMFuncOp callee = declare(builder, name, operands.getTypes(), type);
  return LLVM::CallOp::create(builder, loc, callee, operands).getResult();
}

//===- ScalarEmitter.h - Building blocks of scalar arithmetic ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rounding twice, first to f32 and then to a narrower format of p bits, gives
// the same as rounding once
// - to nearest even, for +, -, *, / and sqrt, where 24 >= 2p + 2 (Figueroa,
//   "When is double rounding innocuous?", 1995): f16 and bf16 both;
// - in one directed mode, always;
// - from a value rounded to odd: truncated, with the last bit set if anything
//   was cut off (Boldo and Melquiond, "Emulation of FMA and correctly rounded
//   sums", 2008), always.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALAREMITTER_H
#define TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALAREMITTER_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

namespace tessera::scalarmath {

/// The suffix of PTX and of LLVM's intrinsics for a rounding mode.
llvm::StringRef getSuffix(tileaa::Rounding rounding);

/// True if floats of the type are computed with as f32.
inline bool isNarrow(mlir::Type type) { return type.isF16() || type.isBF16(); }

/// Emits a PTX instruction with one operand that LLVM has no name for.
inline mlir::Value emitInstruction(mlir::OpBuilder &builder, mlir::Location loc,
                                   const llvm::Twine &name, mlir::Value operand,
                                   mlir::Type type,
                                   llvm::StringRef constraints) {
  return mlir::LLVM::InlineAsmOp::create(
             builder, loc, type, operand, (name + " $0, $1;").str(),
             constraints, /*has_side_effects=*/false,
             /*is_align_stack=*/false, mlir::LLVM::TailCallKind::None,
             mlir::LLVM::AsmDialectAttr::get(builder.getContext(),
                                             mlir::LLVM::AsmDialect::AD_ATT),
             /*operand_attrs=*/mlir::ArrayAttr())
      .getResult(0);
}

/// The function of a name, which the module of the insertion point declares.
mlir::LLVM::LLVMFuncOp declare(mlir::OpBuilder &builder, llvm::StringRef name,
                               mlir::TypeRange operands, mlir::Type type);

/// Calls that function.
mlir::Value callFunction(mlir::OpBuilder &builder, mlir::Location loc,
                         llvm::StringRef name, mlir::ValueRange operands,
                         mlir::Type type);

/// Emits ops on LLVM scalars at one place.
class ScalarEmitter {
public:
  ScalarEmitter(mlir::OpBuilder &builder, mlir::Location loc)
      : builder(builder), loc(loc) {}

protected:
  mlir::Value intrinsic(const llvm::Twine &name, mlir::ValueRange operands,
                        mlir::Type type) {
    return mlir::LLVM::CallIntrinsicOp::create(
               builder, loc, type, builder.getStringAttr("llvm.nvvm." + name),
               operands)
        .getResult(0);
  }
  /// As emitInstruction.
  mlir::Value instruction(const llvm::Twine &name, mlir::Value operand,
                          mlir::Type type, llvm::StringRef constraints) {
    return emitInstruction(builder, loc, name, operand, type, constraints);
  }
  mlir::Value widen(mlir::Value value) {
    return mlir::LLVM::FPExtOp::create(builder, loc, builder.getF32Type(),
                                       value);
  }
  llvm::SmallVector<mlir::Value> widen(mlir::ValueRange values) {
    return llvm::map_to_vector(values,
                               [&](mlir::Value value) { return widen(value); });
  }
  /// Rounds an f32 to a narrower format.
  mlir::Value narrow(mlir::Value value, mlir::Type type,
                     tileaa::Rounding rounding = tileaa::Rounding::NearestEven);
  /// An f32 whose further rounding gives the same result as rounding the exact
  /// value. `compute` gives that value rounded in the mode of a PTX suffix.
  mlir::Value
  roundToOdd(llvm::function_ref<mlir::Value(llvm::StringRef)> compute);
  mlir::Value callLibdevice(llvm::StringRef name, mlir::ValueRange operands,
                            mlir::Type type) {
    return callFunction(builder, loc, name, operands, type);
  }

  /// An integer constant of the low bits of `value`.
  mlir::Value integer(mlir::Type type, int64_t value) {
    return mlir::LLVM::ConstantOp::create(
        builder, loc,
        builder.getIntegerAttr(
            type, llvm::SignExtend64(value, type.getIntOrFloatBitWidth())));
  }
  /// The same of 32 bits.
  mlir::Value word(int64_t value) {
    return integer(builder.getI32Type(), value);
  }
  /// An f32 constant.
  mlir::Value number(float value) {
    return mlir::LLVM::ConstantOp::create(builder, loc,
                                          builder.getF32FloatAttr(value));
  }
  mlir::Value isLess(mlir::Value lhs, mlir::Value rhs) {
    return mlir::LLVM::FCmpOp::create(builder, loc,
                                      mlir::LLVM::FCmpPredicate::olt, lhs, rhs);
  }
  /// Combines values pair by pair, so that none waits for more than it has to.
  template <typename OpT>
  mlir::Value combine(llvm::ArrayRef<mlir::Value> values) {
    llvm::SmallVector<mlir::Value> left(values);
    while (left.size() > 1) {
      size_t half = left.size() / 2;
      for (size_t i = 0; i != half; ++i)
        left[i] = OpT::create(builder, loc, left[2 * i], left[2 * i + 1]);
      if (left.size() % 2)
        left[half++] = left.back();
      left.resize(half);
    }
    return left.front();
  }
  mlir::Value bits(mlir::Value value) {
    return mlir::LLVM::BitcastOp::create(
        builder, loc,
        builder.getIntegerType(value.getType().getIntOrFloatBitWidth()), value);
  }
  mlir::Value fromBits(mlir::Value value, mlir::Type type) {
    return mlir::LLVM::BitcastOp::create(builder, loc, type, value);
  }

  mlir::OpBuilder &builder;
  mlir::Location loc;

private:
  mlir::Value narrowToF16(mlir::Value value, tileaa::Rounding rounding);
  mlir::Value narrowToBF16(mlir::Value value, tileaa::Rounding rounding);
};

} // namespace tessera::scalarmath

#endif // TESSERA_LIB_CONVERSION_TILEASTONVVM_EMITTERS_SCALAREMITTER_H

//===- SharedPowers.cpp - Powers of two by two pipes ----------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SharedPowers.h"
#include "ScalarEmitter.h"
#include "Vectors.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "tessera/Codegen/PowerPolynomial.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::scalarmath;

namespace {

/// Arithmetic on two floats at once, as power::compute needs it.
class PairEmitter : public ScalarEmitter {
public:
  using Value = mlir::Value;

  PairEmitter(OpBuilder &builder, Location loc)
      : ScalarEmitter(builder, loc),
        pair(VectorType::get(2, builder.getF32Type())) {}

  Value constant(float value) {
    return LLVM::ConstantOp::create(builder, loc, pair,
                                    DenseElementsAttr::get(pair, value));
  }
  Value clamp(Value x, float least, float greatest) {
    Value low = number(least), high = number(greatest);
    return forEach(x, [&](Value each) -> Value {
      Value raised = LLVM::MaximumOp::create(builder, loc, each, low);
      return LLVM::MinimumOp::create(builder, loc, raised, high);
    });
  }
  /// LLVM has no sum of vectors that is rounded down.
  Value addDown(Value x, float value) {
    Type word = builder.getI64Type();
    Value added = constant(value);
    Value operands[] = {fromBits(x, word), fromBits(added, word)};
    Value sum = LLVM::InlineAsmOp::create(
                    builder, loc, word, operands, "add.rm.f32x2 $0, $1, $2;",
                    "=l,l,l", /*has_side_effects=*/false,
                    /*is_align_stack=*/false, LLVM::TailCallKind::None,
                    LLVM::AsmDialectAttr::get(builder.getContext(),
                                              LLVM::AsmDialect::AD_ATT),
                    /*operand_attrs=*/ArrayAttr())
                    .getResult(0);
    return fromBits(sum, pair);
  }
  Value add(Value x, float value) {
    Value added = constant(value);
    return LLVM::FAddOp::create(builder, loc, x, added);
  }
  Value subtract(Value x, Value y) {
    return LLVM::FSubOp::create(builder, loc, x, y);
  }
  Value fma(Value x, Value y, float value) {
    Value added = constant(value);
    return LLVM::FMAOp::create(builder, loc, x, y, added);
  }
  Value multiply(Value x, Value y) {
    return LLVM::FMulOp::create(builder, loc, x, y);
  }
  Value shiftBits(Value x, unsigned count) {
    Value distance = word(count);
    return forEach(x, [&](Value each) -> Value {
      Value shifted = LLVM::ShlOp::create(builder, loc, bits(each), distance);
      return fromBits(shifted, builder.getF32Type());
    });
  }

private:
  Value forEach(Value x, function_ref<Value(Value)> compute) {
    SmallVector<Value> both = unpackVector(builder, loc, x);
    Value low = compute(both[0]), high = compute(both[1]);
    return packVector(builder, loc, {low, high});
  }

  VectorType pair;
};

} // namespace

SmallVector<Value> scalarmath::emitSharedPowers(OpBuilder &builder,
                                                Location loc,
                                                ValueRange exponents,
                                                unsigned pairs) {
  SmallVector<Value> powers;
  for (size_t at = 0; at != exponents.size(); ++at) {
    if (at / 2 % pairs == pairs - 1 && at + 1 != exponents.size()) {
      PairEmitter emitter(builder, loc);
      Value pair = packVector(builder, loc, exponents.slice(at++, 2));
      Value both = power::compute(emitter, pair);
      llvm::append_range(powers, unpackVector(builder, loc, both));
      continue;
    }
    powers.push_back(emitInstruction(builder, loc, "ex2.approx.ftz.f32",
                                     exponents[at], exponents[at].getType(),
                                     "=f,f"));
  }
  return powers;
}

//===- FloatConversion.cpp - Floats in another format ---------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every conversion goes through f32, which represents all numbers of the
// narrower formats; f64 is rounded to odd in f32. Between f32 and a format of 4
// or 8 bits it uses an instruction, if the target has one, and otherwise a few
// integer operations that follow from the format's encoding.
//
//===----------------------------------------------------------------------===//

#include "FloatConversion.h"
#include "ScalarEmitter.h"
#include "Vectors.h"
#include "tessera/Dialect/TileAA/IR/FloatFormats.h"
#include "tessera/Dialect/TileAA/IR/Ops/Conversion.h"

using namespace mlir;
using namespace tessera;
using namespace tessera::scalarmath;
using namespace tessera::tileaa;
using numerics::FloatEncoding;
using numerics::NonFinite;

/// The encoding of f32, which all the constants below refer to.
static constexpr int kF32FractionBits = 23;
static constexpr int kF32Bias = 127;
static constexpr int64_t kF32Infinity = 0x7f800000;
/// Number of low bits of an f32 that tf32 does not have.
static constexpr int kTF32Padding = 13;

namespace {

class FloatConverter : public ScalarEmitter {
public:
  FloatConverter(OpBuilder &builder, ConvertFloatOp op,
                 const TargetInfo &target)
      : FloatConverter(builder, op.getLoc(), op.getFrom(), op.getTo(),
                       op.getRounding(), target) {}
  FloatConverter(OpBuilder &builder, Location loc, FloatFormat from,
                 FloatFormat to, Rounding rounding, const TargetInfo &target)
      : ScalarEmitter(builder, loc), from(from), to(to), rounding(rounding),
        target(target) {}

  SmallVector<Value> convert(ValueRange values);
  Value roundFactorToTF32(Value value);
  std::pair<Value, Value> widenPairs(Value word);

private:
  // Converts values to f32, and back.
  SmallVector<Value> toF32(ValueRange values);
  SmallVector<Value> fromF32(ValueRange values);
  Value oneFromF32(Value value);

  /// The f32 with the value of these bits of `from`.
  Value decode(Value bits);
  /// The bits in `to` of an f32.
  Value encode(Value value);
  Value encodeNearest(Value magnitude, const FloatEncoding &encoding);
  Value encodeScale(Value magnitude);
  Value roundToTF32(Value value);

  // Instructions on two values, of which the first is in the low half.
  bool hasInstructions(FloatFormat format) const;
  bool hasInstructionsTo(FloatFormat format) const;
  void decodePair(Value low, Value high, SmallVectorImpl<Value> &results);
  Value widenPair(Value pair);
  void encodePair(Value low, Value high, SmallVectorImpl<Value> &results);

  Value compare(LLVM::ICmpPredicate predicate, Value lhs, Value rhs) {
    return LLVM::ICmpOp::create(builder, loc, predicate, lhs, rhs);
  }
  Value select(Value condition, Value lhs, Value rhs) {
    return LLVM::SelectOp::create(builder, loc, condition, lhs, rhs);
  }
  Value shiftLeft(Value value, int64_t amount) {
    return LLVM::ShlOp::create(builder, loc, value,
                               integer(value.getType(), amount));
  }
  Value shiftRight(Value value, int64_t amount) {
    return LLVM::LShrOp::create(builder, loc, value,
                                integer(value.getType(), amount));
  }
  Value mask(Value value, int64_t bits) {
    return LLVM::AndOp::create(builder, loc, value,
                               integer(value.getType(), bits));
  }
  Value merge(Value lhs, Value rhs) {
    return LLVM::OrOp::create(builder, loc, lhs, rhs);
  }
  Value add(Value lhs, Value rhs) {
    return LLVM::AddOp::create(builder, loc, lhs, rhs);
  }
  Value extend(Value value, Type type) {
    return value.getType() == type
               ? value
               : LLVM::ZExtOp::create(builder, loc, type, value).getResult();
  }
  Value truncate(Value value, Type type) {
    return value.getType() == type
               ? value
               : LLVM::TruncOp::create(builder, loc, type, value).getResult();
  }
  Value asFloat(Value value) { return fromBits(value, builder.getF32Type()); }

  FloatFormat from, to;
  Rounding rounding;
  const TargetInfo &target;
};

} // namespace

static bool isSmall(FloatFormat format) { return format < FloatFormat::F16; }

//===----------------------------------------------------------------------===//
// To f32
//===----------------------------------------------------------------------===//

Value FloatConverter::decode(Value value) {
  const FloatEncoding &encoding = numerics::encodingOf(toNumerics(from));
  Type f32 = builder.getF32Type();
  value = extend(value, builder.getI32Type());
  Value magnitude = mask(value, numerics::lowBits(encoding.magnitudeBits()));
  Value shifted =
      shiftLeft(magnitude, kF32FractionBits - encoding.fractionBits);
  // The shifted bits, read as an f32, are too small by a power of two;
  // subnormal numbers are subnormal there, too.
  APFloat scale = llvm::scalbn(APFloat(1.0f), kF32Bias - encoding.bias,
                               APFloat::rmNearestTiesToEven);
  auto constant = [&](const APFloat &value) -> Value {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getFloatAttr(f32, value));
  };
  Value factor = constant(scale);
  Value number = LLVM::FMulOp::create(builder, loc, asFloat(shifted), factor);
  if (!encoding.hasSubnormals) {
    Value isZero = compare(LLVM::ICmpPredicate::eq, magnitude, word(0));
    Value least = constant(llvm::scalbn(APFloat(1.0f), -encoding.bias,
                                        APFloat::rmNearestTiesToEven));
    number = select(isZero, least, number);
  }
  if (encoding.nonFinite != NonFinite::None) {
    // Values beyond the largest number: an infinity, and NaNs, which keep their
    // fraction.
    Value beyond = merge(shifted, word(kF32Infinity));
    if (encoding.nonFinite == NonFinite::NaN)
      beyond = word(numerics::canonicalNaN(numerics::Format::F32));
    beyond = asFloat(beyond);
    Value isBeyond =
        compare(LLVM::ICmpPredicate::ugt, magnitude, word(encoding.largest()));
    number = select(isBeyond, beyond, number);
  }
  if (!encoding.hasSign)
    return number;
  Value sign =
      shiftLeft(mask(value, encoding.signBit()), 32 - encoding.width());
  return asFloat(merge(bits(number), sign));
}

SmallVector<Value> FloatConverter::toF32(ValueRange values) {
  SmallVector<Value> results;
  if (hasInstructions(from)) {
    for (size_t i = 0; i < values.size(); i += 2)
      decodePair(values[i], values[std::min(i + 1, values.size() - 1)],
                 results);
    results.truncate(values.size());
    return results;
  }
  Type f32 = builder.getF32Type();
  return llvm::map_to_vector(values, [&](Value value) -> Value {
    if (isSmall(from))
      return decode(value);
    if (from == FloatFormat::TF32)
      return asFloat(mask(bits(value), ~int64_t(0x1fff)));
    if (from == FloatFormat::F64)
      return roundToOdd(
          [&](StringRef mode) { return intrinsic("d2f." + mode, value, f32); });
    return from == FloatFormat::F32 ? value : widen(value);
  });
}

//===----------------------------------------------------------------------===//
// From f32
//===----------------------------------------------------------------------===//

Value FloatConverter::encodeNearest(Value magnitude,
                                    const FloatEncoding &encoding) {
  int shift = kF32FractionBits - encoding.fractionBits;
  // A normal number: adds half of the last place (less one bit if that place is
  // even), and subtracts the difference of the biases from the exponent.
  Value odd = mask(shiftRight(magnitude, shift), 1);
  Value half = word((int64_t(1) << (shift - 1)) - 1);
  Value rounded = shiftRight(add(add(magnitude, odd), half), shift);
  Value normal =
      add(rounded,
          word(-(int64_t(kF32Bias - encoding.bias) << encoding.fractionBits)));
  // A subnormal number: adds a number whose last place has the weight of
  // subnormal numbers, so that the addition rounds.
  APFloat anchor = llvm::scalbn(APFloat(1.0f),
                                encoding.minExponent() - encoding.fractionBits +
                                    kF32FractionBits,
                                APFloat::rmNearestTiesToEven);
  Value anchorValue = LLVM::ConstantOp::create(
      builder, loc, builder.getFloatAttr(builder.getF32Type(), anchor));
  Value anchored =
      LLVM::FAddOp::create(builder, loc, asFloat(magnitude), anchorValue);
  Value anchorBits = word(-anchor.bitcastToAPInt().getSExtValue());
  Value subnormal = add(bits(anchored), anchorBits);
  int64_t leastNormal = int64_t(encoding.minExponent() + kF32Bias)
                        << kF32FractionBits;
  return select(compare(LLVM::ICmpPredicate::ult, magnitude, word(leastNormal)),
                subnormal, normal);
}

Value FloatConverter::encodeScale(Value magnitude) {
  // f8E8M0FNU is the exponent of an f32; its smallest number, 2^-127, is
  // subnormal there.
  Value exponent = magnitude;
  if (rounding == Rounding::PositiveInf)
    exponent = add(magnitude, word((int64_t(1) << kF32FractionBits) - 1));
  exponent = shiftRight(exponent, kF32FractionBits);
  if (rounding == Rounding::Zero)
    return exponent;
  Value isLeast = compare(LLVM::ICmpPredicate::ule, magnitude,
                          word(int64_t(1) << (kF32FractionBits - 1)));
  return select(isLeast, word(0), exponent);
}

Value FloatConverter::encode(Value value) {
  const FloatEncoding &encoding = numerics::encodingOf(toNumerics(to));
  Value all = bits(value);
  Value magnitude = mask(all, 0x7fffffff);
  Value code = to == FloatFormat::F8E8M0FNU
                   ? encodeScale(magnitude)
                   : encodeNearest(magnitude, encoding);
  // Infinity saturates as other large numbers do.
  code = LLVM::UMinOp::create(builder, loc, code, word(encoding.largest()));
  if (encoding.hasSign)
    code = merge(
        code, mask(shiftRight(all, 32 - encoding.width()), encoding.signBit()));
  Value isNaN =
      compare(LLVM::ICmpPredicate::ugt, magnitude, word(kF32Infinity));
  code = select(isNaN, word(numerics::canonicalNaN(toNumerics(to))), code);
  return truncate(code, getStorageType(to, builder.getContext()));
}

Value FloatConverter::roundToTF32(Value value) {
  bool isAway = rounding == Rounding::NearestAway;
  if (isAway ? target.hasTF32Conversions() : target.hasTF32Roundings())
    return asFloat(intrinsic(isAway                       ? "f2tf32.rna"
                             : rounding == Rounding::Zero ? "f2tf32.rz"
                                                          : "f2tf32.rn",
                             value, builder.getI32Type()));
  constexpr int shift = kTF32Padding;
  Value all = bits(value), rounded = all;
  if (isAway)
    rounded = add(all, word(int64_t(1) << (shift - 1)));
  else if (rounding != Rounding::Zero) {
    Value half = word((int64_t(1) << (shift - 1)) - 1);
    rounded = add(add(all, mask(shiftRight(all, shift), 1)), half);
  }
  rounded = mask(rounded, ~numerics::lowBits(shift));
  Value isNaN = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno,
                                     value, value);
  return asFloat(select(
      isNaN, word(numerics::canonicalNaN(numerics::Format::TF32)), rounded));
}

/// In a loop of products the integer units are the bottleneck, so most of this
/// uses other units. For a number 2^e * (1 + f), f * 2^-13 is added to 2^e,
/// which leaves the rounded f in the lowest bits (none for infinity). It is
/// then added below the exponent, so that it carries if f rounds to 1. Finally
/// a tiny multiple of the value itself is added, which restores NaN and is too
/// small to change a number.
Value FloatConverter::roundFactorToTF32(Value value) {
  if (target.hasTF32Roundings())
    return roundToTF32(value);
  auto number = [&](float constant) -> Value {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getF32FloatAttr(constant));
  };
  auto multiplyAdd = [&](Value lhs, float rhs, Value sum) -> Value {
    Value factor = number(rhs);
    return LLVM::FMAOp::create(builder, loc, lhs, factor, sum);
  };
  constexpr float step = 1.0f / (1 << kTF32Padding);
  Value exponent = mask(bits(value), 0xff800000);
  Value most = number(1 - step);
  Value power = LLVM::FMulOp::create(builder, loc, asFloat(exponent), most);
  Value fraction = bits(multiplyAdd(value, step, power));
  Value rounded = add(shiftLeft(fraction, kTF32Padding), exponent);
  return multiplyAdd(value, std::numeric_limits<float>::denorm_min(),
                     asFloat(rounded));
}

Value FloatConverter::oneFromF32(Value value) {
  switch (to) {
  case FloatFormat::F16:
  case FloatFormat::BF16:
    // Modes other than Zero and NearestEven occur only in exact conversions,
    // for which NearestEven gives the same.
    return narrow(value, getStorageType(to, builder.getContext()),
                  rounding == Rounding::Zero ? rounding
                                             : Rounding::NearestEven);
  case FloatFormat::TF32:
    return roundToTF32(value);
  case FloatFormat::F32:
    return value;
  case FloatFormat::F64:
    return LLVM::FPExtOp::create(builder, loc, builder.getF64Type(), value);
  default:
    return encode(value);
  }
}

SmallVector<Value> FloatConverter::fromF32(ValueRange values) {
  SmallVector<Value> results;
  if (!hasInstructionsTo(to))
    return llvm::map_to_vector(values,
                               [&](Value value) { return oneFromF32(value); });
  for (size_t i = 0; i < values.size(); i += 2)
    encodePair(values[i], values[std::min(i + 1, values.size() - 1)], results);
  results.truncate(values.size());
  return results;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

bool FloatConverter::hasInstructions(FloatFormat format) const {
  switch (format) {
  case FloatFormat::F8E4M3FN:
  case FloatFormat::F8E5M2:
    return target.hasFp8Conversions();
  case FloatFormat::F4E2M1FN:
  case FloatFormat::F8E8M0FNU:
    return target.hasFp4Conversions();
  default:
    return false;
  }
}

bool FloatConverter::hasInstructionsTo(FloatFormat format) const {
  // Powers of two have instructions for directed rounding only.
  return hasInstructions(format) &&
         (format != FloatFormat::F8E8M0FNU || rounding == Rounding::Zero ||
          rounding == Rounding::PositiveInf);
}

/// The name of two packed floats in PTX.
static StringRef getPairName(FloatFormat format) {
  switch (format) {
  case FloatFormat::F8E4M3FN:
    return "e4m3x2";
  case FloatFormat::F8E5M2:
    return "e5m2x2";
  case FloatFormat::F4E2M1FN:
    return "e2m1x2";
  case FloatFormat::F8E8M0FNU:
    return "ue8m0x2";
  default:
    llvm_unreachable("no instruction has pairs of this format");
  }
}

/// Distance in bits from one float of a pair to the other.
static int64_t getPairStep(FloatFormat format) {
  return format == FloatFormat::F4E2M1FN ? 4 : 8;
}

void FloatConverter::decodePair(Value low, Value high,
                                SmallVectorImpl<Value> &results) {
  Type i16 = builder.getI16Type();
  Value lowBits = extend(low, i16);
  Value pair = merge(lowBits, shiftLeft(extend(high, i16), getPairStep(from)));
  for (Value element : unpackVector(builder, loc, widenPair(pair)))
    results.push_back(widen(element));
}

Value FloatConverter::widenPair(Value pair) {
  bool isPower = from == FloatFormat::F8E8M0FNU;
  Type half = isPower ? builder.getBF16Type() : Type(builder.getF16Type());
  return intrinsic(getPairName(from) +
                       (isPower ? ".to.bf16x2" : ".to.f16x2.rn"),
                   pair, VectorType::get(2, half));
}

std::pair<Value, Value> FloatConverter::widenPairs(Value word) {
  Type i16 = builder.getI16Type();
  Value low = truncate(word, i16);
  Value high = truncate(shiftRight(word, 16), i16);
  Value first = widenPair(low);
  return {first, widenPair(high)};
}

void FloatConverter::encodePair(Value low, Value high,
                                SmallVectorImpl<Value> &results) {
  StringRef mode =
      to == FloatFormat::F8E8M0FNU
          ? (rounding == Rounding::Zero ? ".rz.satfinite" : ".rp.satfinite")
      : to == FloatFormat::F4E2M1FN ? ".rn.satfinite"
                                    : ".rn";
  Value pair = intrinsic("ff.to." + getPairName(to) + mode, {high, low},
                         builder.getI16Type());
  Type stored = getStorageType(to, builder.getContext());
  results.push_back(truncate(pair, stored));
  results.push_back(truncate(shiftRight(pair, getPairStep(to)), stored));
}

//===----------------------------------------------------------------------===//
// All together
//===----------------------------------------------------------------------===//

SmallVector<Value> FloatConverter::convert(ValueRange values) {
  // The only pair of formats with an instruction for every rounding mode.
  if (from == FloatFormat::F64 && to == FloatFormat::F32)
    return llvm::map_to_vector(values, [&](Value value) {
      return intrinsic("d2f." + getSuffix(rounding), value,
                       builder.getF32Type());
    });
  return fromF32(toF32(values));
}

SmallVector<Value> scalarmath::convertFloats(OpBuilder &builder,
                                             ConvertFloatOp op,
                                             ValueRange values,
                                             const TargetInfo &target) {
  return FloatConverter(builder, op, target).convert(values);
}

Value scalarmath::roundFactorToTF32(OpBuilder &builder, Location loc,
                                    Value value, const TargetInfo &target) {
  return FloatConverter(builder, loc, FloatFormat::F32, FloatFormat::TF32,
                        Rounding::NearestEven, target)
      .roundFactorToTF32(value);
}

std::pair<Value, Value> scalarmath::widenPairs(OpBuilder &builder, Location loc,
                                               Value word, FloatFormat format,
                                               const TargetInfo &target) {
  return FloatConverter(builder, loc, format, FloatFormat::F16,
                        Rounding::NearestEven, target)
      .widenPairs(word);
}

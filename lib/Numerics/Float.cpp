//===- Float.cpp - Float arithmetic with stated rounding ------------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tessera/Numerics/Float.h"
#include "RoundingMode.h"
#include "Unpacked.h"
#include "tessera/Numerics/HostFloat.h"

using namespace llvm;
using namespace tessera;
using namespace tessera::numerics;

//===----------------------------------------------------------------------===//
// Helpers
//===----------------------------------------------------------------------===//

static APFloat operand(Format format, uint64_t bits, bool flushToZero) {
  assert(hasArithmetic(format) && "the language computes nothing in it");
  return decode(format, flushSubnormal(format, bits, flushToZero));
}

static uint64_t result(Format format, const APFloat &value, bool flushToZero) {
  if (value.isNaN())
    return canonicalNaN(format);
  return flushSubnormal(format, encode(format, value), flushToZero);
}

/// Runs one of APFloat's rounding operations, which overwrite the left operand.
static uint64_t
binary(Format format, uint64_t lhs, uint64_t rhs, FloatMode mode,
       APFloat::opStatus (APFloat::*op)(const APFloat &, RoundingMode)) {
  APFloat value = operand(format, lhs, mode.flushToZero);
  (value.*op)(operand(format, rhs, mode.flushToZero),
              roundingMode(mode.rounding));
  return result(format, value, mode.flushToZero);
}

/// True for operations that run on the host's floats, many times faster than
/// with APFloat.
static bool isOnHost(Format format, FloatMode mode) {
  return (format == Format::F16 || format == Format::BF16) && mode.isDefault();
}

/// Applies `fn` to the numbers with these bits, and rounds the result to the
/// format.
template <typename Fn, typename... Bits>
static uint64_t onHost(Format format, Fn fn, Bits... operands) {
  return withHostFormat(format, [&](auto host) -> uint64_t {
    using Word = typename decltype(host)::Word;
    return host.round(fn(host.read(static_cast<Word>(operands))...));
  });
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

uint64_t numerics::add(Format format, uint64_t lhs, uint64_t rhs,
                       FloatMode mode) {
  if (isOnHost(format, mode))
    return onHost(format, [](auto x, auto y) { return x + y; }, lhs, rhs);
  return binary(format, lhs, rhs, mode, &APFloat::add);
}

uint64_t numerics::sub(Format format, uint64_t lhs, uint64_t rhs,
                       FloatMode mode) {
  if (isOnHost(format, mode))
    return onHost(format, [](auto x, auto y) { return x - y; }, lhs, rhs);
  return binary(format, lhs, rhs, mode, &APFloat::subtract);
}

uint64_t numerics::mul(Format format, uint64_t lhs, uint64_t rhs,
                       FloatMode mode) {
  if (isOnHost(format, mode))
    return onHost(format, [](auto x, auto y) { return x * y; }, lhs, rhs);
  return binary(format, lhs, rhs, mode, &APFloat::multiply);
}

uint64_t numerics::div(Format format, uint64_t lhs, uint64_t rhs,
                       FloatMode mode) {
  if (isOnHost(format, mode))
    return onHost(format, [](auto x, auto y) { return x / y; }, lhs, rhs);
  return binary(format, lhs, rhs, mode, &APFloat::divide);
}

uint64_t numerics::fma(Format format, uint64_t lhs, uint64_t rhs, uint64_t acc,
                       FloatMode mode) {
  if (isOnHost(format, mode))
    return withHostFormat(format, [&](auto host) -> uint64_t {
      using Word = typename decltype(host)::Word;
      return host.round(host.fma(host.read(static_cast<Word>(lhs)),
                                 host.read(static_cast<Word>(rhs)),
                                 host.read(static_cast<Word>(acc))));
    });
  APFloat value = operand(format, lhs, mode.flushToZero);
  value.fusedMultiplyAdd(operand(format, rhs, mode.flushToZero),
                         operand(format, acc, mode.flushToZero),
                         roundingMode(mode.rounding));
  return result(format, value, mode.flushToZero);
}

uint64_t numerics::rem(Format format, uint64_t lhs, uint64_t rhs) {
  APFloat value = operand(format, lhs, /*flushToZero=*/false);
  value.mod(operand(format, rhs, /*flushToZero=*/false));
  return result(format, value, /*flushToZero=*/false);
}

uint64_t numerics::divApprox(uint64_t lhs, uint64_t rhs, bool flushToZero) {
  // The reciprocal of such a large number is subnormal, and is flushed to zero.
  constexpr uint64_t twoTo126 = 0x7E800000, infinity = 0x7F800000;
  uint64_t magnitude = abs(Format::F32, rhs);
  if (magnitude > twoTo126 && magnitude < infinity)
    return mul(Format::F32, lhs, rhs & encodingOf(Format::F32).signBit(),
               {Rounding::NearestEven, flushToZero});
  return div(Format::F32, lhs, rhs, {Rounding::NearestEven, flushToZero});
}

/// The square root of a positive number, rounded to odd.
static Unpacked squareRoot(const Unpacked &value) {
  __extension__ using Wide = unsigned __int128;
  // Gives the radicand an even exponent and its highest bit at 126 or 127, so
  // that bit 63 of its root is set.
  bool isOdd = value.exponent & 1;
  Wide rest = Wide(value.significand) << (63 + isOdd);
  uint64_t root = 0;
  // Tries each bit from the highest down: it belongs to the root if the square
  // remains small enough.
  for (int bit = 63; bit >= 0; --bit) {
    Wide step = (Wide(root) << 1 | Wide(1) << bit) << bit;
    if (rest < step)
      continue;
    rest -= step;
    root |= uint64_t(1) << bit;
  }
  return {Unpacked::Kind::Number, /*negative=*/false,
          (value.exponent - isOdd) / 2, root | (rest != 0)};
}

uint64_t numerics::sqrt(Format format, uint64_t value, FloatMode mode) {
  assert(hasArithmetic(format) && "the language computes nothing in it");
  if (mode.isDefault() && isHostFloat(format))
    return onHost(format, [](auto x) { return std::sqrt(x); }, value);
  const FloatEncoding &encoding = encodingOf(format);
  value = flushSubnormal(format, value, mode.flushToZero);
  Unpacked number = unpack(encoding, value);
  if (number.kind == Unpacked::Kind::Zero)
    return value;
  if (number.kind == Unpacked::Kind::NaN || number.negative)
    return canonicalNaN(format);
  if (number.kind == Unpacked::Kind::Infinity)
    return value;
  // The root of any number, even of a subnormal one, is normal.
  return pack(encoding, squareRoot(number), mode.rounding);
}

//===----------------------------------------------------------------------===//
// Operations on one number
//===----------------------------------------------------------------------===//

static uint64_t roundToIntegral(Format format, uint64_t bits,
                                RoundingMode mode) {
  APFloat value = operand(format, bits, /*flushToZero=*/false);
  value.roundToIntegral(mode);
  return result(format, value, /*flushToZero=*/false);
}

uint64_t numerics::ceil(Format format, uint64_t value) {
  return roundToIntegral(format, value, RoundingMode::TowardPositive);
}

uint64_t numerics::floor(Format format, uint64_t value) {
  return roundToIntegral(format, value, RoundingMode::TowardNegative);
}

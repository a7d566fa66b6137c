//===- Float.h - Common parts of floating-point instructions --------------===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_FLOAT_H
#define TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_FLOAT_H

#include "../../Code.h"

namespace tessera::ptx {

/// Inst::operation of a floating-point instruction.
enum class FloatOp : uint8_t {
  Add,
  Sub,
  Mul,
  Fma,
  Div,
  DivApprox, ///< .approx, which fails for large divisors
  Rcp,
  RcpGross, ///< rcp.approx.ftz.f64
  Sqrt,
  Min,
  Max,
  Abs,
  Neg,
  CopySign,
  Rsqrt,
  RsqrtGross, ///< rsqrt.approx.ftz.f64
  Sin,
  Cos,
  Ex2,
  Lg2,
  Tanh,
};

/// A handler that uses the host's own arithmetic, if that computes the very
/// same bits as the general path of Float.cpp; otherwise null (FloatHost.cpp).
Handler hostFloatHandler(const Inst &inst);

/// A handler of ex2 for f32, with the bits of the host's own (Exponential.cpp).
Handler exponentialHandler(bool flushes);

/// An f64 operation passes on the NaN that it is given, with the quiet bit set.
constexpr uint64_t quietBit = uint64_t(1) << 51;

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_FLOAT_H

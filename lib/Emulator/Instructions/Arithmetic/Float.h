//===- Float.h - What the floating-point instructions share ---------------===//
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
  DivApprox, ///< .approx, which loses large divisors
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

/// A handler on the host's own arithmetic where it computes the very same bits
/// as the general path of Float.cpp, or null (FloatHost.cpp).
Handler hostFloatHandler(const Inst &inst);

/// An f64 operation passes on the NaN that it is given, with the quiet bit set.
constexpr uint64_t quietBit = uint64_t(1) << 51;

} // namespace tessera::ptx

#endif // TESSERA_LIB_EMULATOR_INSTRUCTIONS_ARITHMETIC_FLOAT_H

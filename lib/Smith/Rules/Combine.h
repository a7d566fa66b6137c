//===- Combine.h - What bodies of reductions do -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_SMITH_RULES_COMBINE_H
#define TESSERA_LIB_SMITH_RULES_COMBINE_H

#include "mlir/IR/Builders.h"

namespace tessera::smith {

/// The work of a body on one operand: something associative and commutative on
/// the values at hand, bit for bit.
enum class Combine {
  Add,
  Mul,
  And,
  Or,
  Xor,
  Max,
  Min,
  UMax,
  UMin,
  /// The greater one by a comparison and `select` or `if`, and the latter in a
  /// loop that meets the element more than once.
  MaxBySelect,
  MaxByIf,
  MaxByLoop,
  /// The step for floats without arithmetic: by that of f32.
  MaxInF32,
  MinInF32,
};

/// Emits what a body makes of two scalars of one operand.
mlir::Value emitCombine(mlir::OpBuilder &builder, mlir::Location loc,
                        Combine combine, mlir::Value lhs, mlir::Value rhs);

} // namespace tessera::smith

#endif // TESSERA_LIB_SMITH_RULES_COMBINE_H

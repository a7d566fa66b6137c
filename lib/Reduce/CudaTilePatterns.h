//===- CudaTilePatterns.h - The groups of reduction patterns ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern is one way to make a program smaller at one operation. A pattern
// with several ways (each operand, each branch) has an instance for each, so
// that the driver can choose. An instance that has done its work no longer
// matches.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_REDUCE_CUDATILEPATTERNS_H
#define TESSERA_LIB_REDUCE_CUDATILEPATTERNS_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#include "mlir/IR/PatternMatch.h"

namespace tessera::reduction {

/// A pattern that looks at operations of every kind.
struct AnyOpPattern : mlir::RewritePattern {
  AnyOpPattern(mlir::MLIRContext *context, llvm::StringRef name)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {
    setDebugName(name);
  }
};

/// The literal of `type` whose elements all are `number` (0 or 1), or the
/// number nearest to it.
mlir::ElementsAttr makeLiteral(cuda_tile::TileType type, unsigned number);

/// True if a value of `type` can be made without operands: a number or a token.
bool canMakeValue(mlir::Type type);

/// Makes such a value: a constant of `number`, or a token that is ordered after
/// nothing.
mlir::Value makeValue(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type type, unsigned number);

/// Patterns that remove operations, or replace their results by other values.
void populateValuePatterns(mlir::RewritePatternSet &patterns);

/// Patterns that take a branch always, or run a loop once or never.
void populateControlFlowPatterns(mlir::RewritePatternSet &patterns);

/// Patterns that remove optional attributes and operands, and simplify modes
/// and literals.
void populateAttributePatterns(mlir::RewritePatternSet &patterns);

/// Patterns that shrink tiles throughout the module.
void populateTypePatterns(mlir::RewritePatternSet &patterns);

} // namespace tessera::reduction

#endif // TESSERA_LIB_REDUCE_CUDATILEPATTERNS_H

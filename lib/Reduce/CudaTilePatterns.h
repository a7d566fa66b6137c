//===- CudaTilePatterns.h - The groups of reduction patterns ----*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pattern is one way to make a program smaller at one operation. Where there
// are several ways (each operand, each branch) there are as many instances, so
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

/// Whether a value of `type` can be made out of nothing: numbers and tokens
/// can.
bool canMakeValue(mlir::Type type);

/// Such a value: a constant of `number`, or a token that is ordered after
/// nothing.
mlir::Value makeValue(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type type, unsigned number);

/// Operations go, and others take over their results.
void populateValuePatterns(mlir::RewritePatternSet &patterns);

/// Branches are taken, loops run once or never.
void populateControlFlowPatterns(mlir::RewritePatternSet &patterns);

/// Optional attributes and operands go, modes become the simplest ones,
/// literals become plain.
void populateAttributePatterns(mlir::RewritePatternSet &patterns);

/// Tiles shrink throughout the module.
void populateTypePatterns(mlir::RewritePatternSet &patterns);

} // namespace tessera::reduction

#endif // TESSERA_LIB_REDUCE_CUDATILEPATTERNS_H

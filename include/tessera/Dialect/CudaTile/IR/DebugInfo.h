//===- DebugInfo.h - Debug information of cuda_tile -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What DebugInfo.td cannot say: the scopes that a location may lie in, the
// function that a location belongs to, and the rules for locations. Include
// Dialect.h, which includes this.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H
#define TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tessera::cuda_tile {

class DISubprogramAttr;

/// What a place in the source lies in: a subprogram or a lexical block of one.
class DILocalScopeAttr : public mlir::Attribute {
public:
  using Attribute::Attribute;

  static bool classof(mlir::Attribute attribute);

  /// The function around the scope.
  DISubprogramAttr getSubprogram() const;
};

/// What `loc` is inside names, opaque locations and fused ones (of several the
/// first that states a scope, or else the first); null when there is nothing
/// inside.
mlir::LocationAttr unwrapLocation(mlir::LocationAttr loc);

/// The innermost scope that `loc` states for the function that holds it; null
/// when it states none. For a call site that is the scope of the outermost
/// caller: what was inlined lies in functions of its own.
DILocalScopeAttr getDebugScope(mlir::Location loc);

/// Gives `function`, which has no scope, a subprogram made from its location
/// and name, and puts all places in it there; what has no place is left alone.
/// The compile unit is named by the file of `unit`, or by that of the function
/// when `unit` leads to none. A function that has no place is in line 1 of
/// `<unknown>`, with all in it that has none either.
void addDebugScope(mlir::FunctionOpInterface function, mlir::Location unit);

/// Checks the debug info scopes of `function` and of the operations in it
/// against the rules of `di_loc`. An error stands at the operation.
llvm::LogicalResult verifyDebugScopes(mlir::FunctionOpInterface function);

/// Checks that `op`, which is no part of a function, has no debug info scope.
llvm::LogicalResult verifyNoDebugScope(mlir::Operation *op);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H

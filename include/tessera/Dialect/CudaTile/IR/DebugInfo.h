//===- DebugInfo.h - Debug information of cuda_tile -------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of debug information that DebugInfo.td cannot express: the scopes
// that a location may have, the function that a location belongs to, and the
// rules for locations. Include Dialect.h, which includes this.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H
#define TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Location.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tessera::cuda_tile {

class DISubprogramAttr;

/// The scope of a place in the source: a subprogram or a lexical block of one.
class DILocalScopeAttr : public mlir::Attribute {
public:
  using Attribute::Attribute;

  static bool classof(mlir::Attribute attribute);

  /// The function that the scope belongs to.
  DISubprogramAttr getSubprogram() const;
};

/// The location within names, opaque locations and fused ones (of several parts
/// the first with a scope, or else the first); null if there is none.
mlir::LocationAttr unwrapLocation(mlir::LocationAttr loc);

/// The innermost scope that `loc` has in the function that contains it; null if
/// it has none. For a call site that is the scope of the outermost caller:
/// inlined code has scopes of its own functions.
DILocalScopeAttr getDebugScope(mlir::Location loc);

/// Gives `function`, which has no scope, a subprogram made from its location
/// and name, and moves all places in it to that subprogram. Locations without a
/// place are not changed. The compile unit is named by the file of `unit`, or
/// by that of the function if `unit` has no place. A function without a place
/// gets line 1 of `<unknown>`, and so do locations in it without a place.
void addDebugScope(mlir::FunctionOpInterface function, mlir::Location unit);

/// Checks the debug info scopes of `function` and of the operations in it
/// against the rules of `di_loc`. An error stands at the operation.
llvm::LogicalResult verifyDebugScopes(mlir::FunctionOpInterface function);

/// Checks that `op`, which belongs to no function, has no debug info scope.
llvm::LogicalResult verifyNoDebugScope(mlir::Operation *op);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_DEBUGINFO_H

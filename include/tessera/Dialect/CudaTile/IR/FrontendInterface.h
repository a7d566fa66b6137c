//===- FrontendInterface.h - Attributes that others define ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Front ends put attributes around and on kernels that are no part of the
// dialect. A library that knows their meaning (lib/FrontendContract) attaches
// this interface to the dialect. Without it they are kept as they are, like any
// unknown attribute.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_FRONTENDINTERFACE_H
#define TESSERA_DIALECT_CUDATILE_IR_FRONTENDINTERFACE_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectInterface.h"
#include "mlir/IR/OperationSupport.h"

namespace tessera::cuda_tile {

class EntryOpInterface;

class FrontendInterface
    : public mlir::DialectInterface::Base<FrontendInterface> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FrontendInterface)

  explicit FrontendInterface(mlir::Dialect *dialect) : Base(dialect) {}

  /// The interface attached to the dialect of `context`; null if there is none.
  static const FrontendInterface *get(mlir::MLIRContext *context);

  /// Checks the attributes on `module` and on the builtin module around it.
  virtual llvm::LogicalResult verifyModule(mlir::Operation *module) const = 0;

  /// Checks the attributes on `entry`, which may depend on those around it.
  virtual llvm::LogicalResult verifyEntry(EntryOpInterface entry) const = 0;

  /// Converts the attributes of an entry from their form in text to that in
  /// memory.
  virtual llvm::LogicalResult importEntryAttributes(
      mlir::NamedAttrList &attributes,
      llvm::function_ref<mlir::InFlightDiagnostic()> emitError) const = 0;

  /// The attributes of an entry in their form in text.
  virtual llvm::SmallVector<mlir::NamedAttribute> exportEntryAttributes(
      llvm::ArrayRef<mlir::NamedAttribute> attributes) const = 0;
};

/// The attributes of an entry, or of a global, in their form in text; through
/// the interface, if one is attached.
llvm::SmallVector<mlir::NamedAttribute>
getTextAttributes(mlir::MLIRContext *context,
                  llvm::ArrayRef<mlir::NamedAttribute> attributes);

} // namespace tessera::cuda_tile

#endif // TESSERA_DIALECT_CUDATILE_IR_FRONTENDINTERFACE_H

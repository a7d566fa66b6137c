//===- Checks.h - Rules that the verifiers of several files share - C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This file declares checks that several files of the library share. It is
// private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_DIALECT_CUDATILE_IR_CHECKS_H
#define TESSERA_LIB_DIALECT_CUDATILE_IR_CHECKS_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"
#include "llvm/ADT/STLExtras.h"

namespace tessera::cuda_tile {

/// Checks that the field `what` of `op` is one of `allowed`; `context` comes
/// after the list.
template <typename Enum>
llvm::LogicalResult verifyOneOf(mlir::Operation *op, llvm::StringRef what,
                                Enum value, llvm::ArrayRef<Enum> allowed,
                                const llvm::Twine &context = "") {
  if (llvm::is_contained(allowed, value))
    return llvm::success();
  mlir::InFlightDiagnostic diag = op->emitOpError() << what << " must be ";
  for (auto [i, candidate] : llvm::enumerate(allowed)) {
    if (i != 0)
      diag << (i + 1 == allowed.size() ? " or " : ", ");
    diag << stringifyEnum(candidate);
  }
  return diag << context << ", found " << stringifyEnum(value);
}

/// Checks that `found` are the types expected for `what`.
llvm::LogicalResult verifyTypes(mlir::Operation *op, mlir::TypeRange found,
                                mlir::TypeRange expected,
                                const llvm::Twine &what);

/// The rules for shapes of tiles, also for attributes and types that only have
/// a shape.
llvm::LogicalResult
verifyTileShape(llvm::function_ref<mlir::InFlightDiagnostic()> emitError,
                llvm::ArrayRef<int64_t> shape, mlir::Type elementType);

} // namespace tessera::cuda_tile

#endif // TESSERA_LIB_DIALECT_CUDATILE_IR_CHECKS_H

//===- Input.h - Read a module, whatever form it has ------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_INPUT_H
#define TESSERA_COMPILER_INPUT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace tessera {

/// Reads Tile IR bytecode or the text of a module at any stage, and verifies
/// it. The result is a builtin module that holds the stage's operations. On
/// failure the context has been told what is wrong and where, and the result is
/// null.
mlir::OwningOpRef<mlir::ModuleOp> readModule(llvm::MemoryBufferRef input,
                                             mlir::MLIRContext *context);

} // namespace tessera

#endif // TESSERA_COMPILER_INPUT_H

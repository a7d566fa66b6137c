//===- Registration.h - Registers dialects and passes -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_REGISTRATION_H
#define TESSERA_COMPILER_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"
#include <memory>

namespace mlir {
class MLIRContext;
}

namespace tessera {

/// Adds the dialects of all stages, upstream ones included, with their
/// translations to LLVM IR.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Makes a context for one thread that knows these dialects.
std::unique_ptr<mlir::MLIRContext> createContext();

/// Adds, by name alone, the dialects of front ends and of other tile compilers.
/// The parser refuses their operations, types and attributes with an error that
/// says what to write instead.
void registerForeignDialects(mlir::DialectRegistry &registry);

/// Registers every pass and pipeline by name, for cuda-tile-opt.
void registerAllPasses();

} // namespace tessera

#endif // TESSERA_COMPILER_REGISTRATION_H

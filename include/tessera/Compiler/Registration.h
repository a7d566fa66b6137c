//===- Registration.h - Every dialect and pass that we use ------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_COMPILER_REGISTRATION_H
#define TESSERA_COMPILER_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"

namespace tessera {

/// Adds the dialects of all stages, upstream ones included, together with what
/// translates them to LLVM IR.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Adds, by name alone, the dialects that front ends and other compilers of
/// tiles have: the parser refuses their operations, types and attributes with
/// an error that says what to write instead.
void registerForeignDialects(mlir::DialectRegistry &registry);

/// Makes every pass and pipeline known by name, as cuda-tile-opt needs it.
void registerAllPasses();

} // namespace tessera

#endif // TESSERA_COMPILER_REGISTRATION_H

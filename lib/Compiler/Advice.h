//===- Advice.h - Advice beside MLIR's messages -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_COMPILER_ADVICE_H
#define TESSERA_LIB_COMPILER_ADVICE_H

#include "mlir/IR/DialectRegistry.h"

namespace tessera {

/// Adds explaining notes to messages of MLIR's parser and verifiers, in every
/// context that loads the cuda_tile dialect.
void registerAdvice(mlir::DialectRegistry &registry);

} // namespace tessera

#endif // TESSERA_LIB_COMPILER_ADVICE_H

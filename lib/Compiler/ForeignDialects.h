//===- ForeignDialects.h - Refuse what is not Tile IR -----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_LIB_COMPILER_FOREIGNDIALECTS_H
#define TESSERA_LIB_COMPILER_FOREIGNDIALECTS_H

#include "mlir/IR/MLIRContext.h"

namespace tessera {

/// Adds the dialects of registerForeignDialects to a context.
void refuseForeignDialects(mlir::MLIRContext *context);

} // namespace tessera

#endif // TESSERA_LIB_COMPILER_FOREIGNDIALECTS_H

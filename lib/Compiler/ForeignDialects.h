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

/// Makes the parser of `context` know, by name alone, the dialects that front
/// ends and other compilers of tiles have: their operations, types and
/// attributes are then refused with an error that says what to write instead.
void refuseForeignDialects(mlir::MLIRContext *context);

} // namespace tessera

#endif // TESSERA_LIB_COMPILER_FOREIGNDIALECTS_H

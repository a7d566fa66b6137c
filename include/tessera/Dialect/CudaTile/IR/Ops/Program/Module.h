//===- Module.h - Compilation units -----------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MODULE_H
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MODULE_H

#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Module.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_MODULE_H

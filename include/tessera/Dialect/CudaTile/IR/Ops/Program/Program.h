//===- Program.h - Kernels --------------------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_PROGRAM_H
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_PROGRAM_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "tessera/Dialect/CudaTile/IR/Ops/Control/Return.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Program.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_PROGRAM_H

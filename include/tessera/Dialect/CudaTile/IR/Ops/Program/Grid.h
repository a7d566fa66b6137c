//===- Grid.h - Coordinates of the tile block -------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GRID_H
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GRID_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/Ops/Program/Grid.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GRID_H

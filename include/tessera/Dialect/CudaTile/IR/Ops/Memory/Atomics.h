//===- Atomics.h - Atomic read-modify-write operations ----------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_ATOMICS_H
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_ATOMICS_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/Atomics.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_ATOMICS_H

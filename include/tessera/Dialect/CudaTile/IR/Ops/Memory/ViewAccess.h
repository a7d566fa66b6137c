//===- ViewAccess.h - Loads and stores by views -----------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWACCESS_H
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWACCESS_H

#include "tessera/Dialect/CudaTile/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/CudaTile/IR/Ops/Memory/ViewAccess.h.inc"

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWACCESS_H

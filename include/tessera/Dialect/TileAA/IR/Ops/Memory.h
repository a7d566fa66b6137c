//===- Memory.h - Memory accesses -------------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_H
#define TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_H

#include "tessera/Dialect/TileAA/IR/Access.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/Ops/Memory.h.inc"

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_H

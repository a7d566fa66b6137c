//===- Async.h - Asynchronous copies ----------------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_H
#define TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_H

#include "tessera/Dialect/TileAA/IR/Access.h"
#include "tessera/Dialect/TileAS/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAS/IR/Ops/Async.h.inc"

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_H

//===- Globals.h - Arrays that live as long as the module -------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_GLOBALS_H
#define TESSERA_DIALECT_TILEAA_IR_OPS_GLOBALS_H

#include "mlir/IR/SymbolTable.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/Ops/Globals.h.inc"

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_GLOBALS_H

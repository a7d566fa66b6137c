//===- Reductions.h - Reductions of tiles -----------------------*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_REDUCTIONS_H
#define TESSERA_DIALECT_TILEAA_IR_OPS_REDUCTIONS_H

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "tessera/Dialect/TileAA/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/Ops/Reductions.h.inc"

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_REDUCTIONS_H

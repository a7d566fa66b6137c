//===- Shape.h - Ops that move elements without changing them ---*- C++ -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_SHAPE_H
#define TESSERA_DIALECT_TILEAA_IR_OPS_SHAPE_H

#include "tessera/Dialect/TileAA/IR/Dialect.h"

#define GET_OP_CLASSES
#include "tessera/Dialect/TileAA/IR/Ops/Shape.h.inc"

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_SHAPE_H

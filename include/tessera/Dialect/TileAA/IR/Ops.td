//===- Ops.td - All ops of tileaa -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_TD

include "tessera/Dialect/TileAA/IR/Ops/Conversion.td"
include "tessera/Dialect/TileAA/IR/Ops/ElementaryMath.td"
include "tessera/Dialect/TileAA/IR/Ops/FloatMath.td"
include "tessera/Dialect/TileAA/IR/Ops/Globals.td"
include "tessera/Dialect/TileAA/IR/Ops/Memory.td"
include "tessera/Dialect/TileAA/IR/Ops/Misc.td"
include "tessera/Dialect/TileAA/IR/Ops/Pointers.td"
include "tessera/Dialect/TileAA/IR/Ops/Product.td"
include "tessera/Dialect/TileAA/IR/Ops/Program.td"
include "tessera/Dialect/TileAA/IR/Ops/Reductions.td"
include "tessera/Dialect/TileAA/IR/Ops/Return.td"
include "tessera/Dialect/TileAA/IR/Ops/Shape.td"
include "tessera/Dialect/TileAA/IR/Ops/Tokens.td"

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_TD

//===- Ops.td - All ops of tileas -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_TD

include "tessera/Dialect/TileAS/IR/Ops/Agents.td"
include "tessera/Dialect/TileAS/IR/Ops/Async.td"
include "tessera/Dialect/TileAS/IR/Ops/Barriers.td"
include "tessera/Dialect/TileAS/IR/Ops/LaunchControl.td"
include "tessera/Dialect/TileAS/IR/Ops/MBarriers.td"
include "tessera/Dialect/TileAS/IR/Ops/MachineCopies.td"
include "tessera/Dialect/TileAS/IR/Ops/Memory.td"
include "tessera/Dialect/TileAS/IR/Ops/Misc.td"
include "tessera/Dialect/TileAS/IR/Ops/Moves.td"
include "tessera/Dialect/TileAS/IR/Ops/Product.td"
include "tessera/Dialect/TileAS/IR/Ops/Program.td"
include "tessera/Dialect/TileAS/IR/Ops/Return.td"
include "tessera/Dialect/TileAS/IR/Ops/Rings.td"
include "tessera/Dialect/TileAS/IR/Ops/Scratch.td"
include "tessera/Dialect/TileAS/IR/Ops/Shared.td"
include "tessera/Dialect/TileAS/IR/Ops/TensorMemory.td"
include "tessera/Dialect/TileAS/IR/Ops/Views.td"

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_TD

//===- Memory.td - Memory accesses -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_TD

include "tessera/Dialect/TileAA/IR/Access.td"

def TileAA_LoadOp : TileAccess_LoadOp<TileAA_Dialect, (ins), "",
    [DeclareOpInterfaceMethods<TileAA_SliceOpInterface>]>;
def TileAA_StoreOp : TileAccess_StoreOp<TileAA_Dialect>;
def TileAA_AtomicOp : TileAccess_AtomicOp<TileAA_Dialect>;

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_TD

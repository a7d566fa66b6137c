//===- Scratch.td - Global memory of a tile block -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_SCRATCH_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_SCRATCH_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"
include "tessera/Dialect/TileAS/IR/Dialect.td"

def TileAS_ClaimScratchOp : TileAS_Op<"claim_scratch", [
    MemoryEffects<[MemAlloc, MemRead, MemWrite]>]> {
  let summary = "Claims scratch memory for the tile block, by thread 0";
  let description = [{
    A slot of the kernel's pool in global memory, which no other tile block has;
    thread 0 waits until one is free. Concurrent launches of a kernel share one
    pool. With `global`, other tile blocks may access the slot, too.

    ```mlir
    %0 = tileas.claim_scratch 1024 align 128
    %1 = tileas.publish %0 : !tileaa.ptr
    ```
  }];
  let arguments = (ins I64Attr:$bytes, I64Attr:$alignment, UnitAttr:$global);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = "$bytes `align` $alignment (`global` $global^)? attr-dict";
}

def TileAS_PlaceScratchOp : TileAS_Op<"place_scratch", [
    MemoryEffects<[MemAlloc]>]> {
  let summary = "An alloca within a slot";
  let description = [{
    Like `tileaa.alloca`, `offset` bytes after the start of a slot. Each
    execution gives new memory with the same address, so a barrier must precede
    it if it may be executed again.

    ```mlir
    %2 = tileas.place_scratch 256 align 16 at 512 of %1
    ```
  }];
  let arguments = (ins I64Attr:$bytes, I64Attr:$alignment, UnitAttr:$global,
      I64Attr:$offset, TileAA_PtrType:$slot);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = [{
    $bytes `align` $alignment (`global` $global^)? `at` $offset `of` $slot attr-dict
  }];
}

def TileAS_ReleaseScratchOp : TileAS_Op<"release_scratch", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Releases a slot, by thread 0";
  let description = Example<"tileas.release_scratch %0 of 1024 align 128", [{
    It says of the slot what `claim_scratch` does. All accesses to it come before:
    a barrier is between them and this.
  }]>.text;
  let arguments = (ins TileAA_PtrType:$slot, I64Attr:$bytes, I64Attr:$alignment);
  let assemblyFormat = "$slot `of` $bytes `align` $alignment attr-dict";
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_SCRATCH_TD

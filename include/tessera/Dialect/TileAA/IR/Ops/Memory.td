//===- Memory.td - Memory accesses -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "tessera/Dialect/TileAA/IR/Access.td"

def TileAA_LoadOp : TileAccess_LoadOp<TileAA_Dialect, (ins), (ins), "",
    [DeclareOpInterfaceMethods<TileAA_SliceOpInterface>]> {
  let builders = [TileAccess_Builder<
      (ins "::mlir::Type":$type, CArg<"::mlir::Value", "{}">:$other,
           CArg<"::tessera::tileaa::AtomicModeAttr", "{}">:$multimem),
      "other", !strconcat("type, ", TileAccess_Token),
      !strconcat(TileAccess_SetOrdering, TileAccess_SetHints,
                 "properties.multimem = multimem;\n")>];
}
def TileAA_StoreOp : TileAccess_StoreOp<TileAA_Dialect> {
  let builders = [TileAccess_Builder<
      (ins "::mlir::Value":$value, CArg<"bool", "false">:$multimem),
      "value", TileAccess_Token,
      !strconcat(TileAccess_SetOrdering, TileAccess_SetHints,
                 TileAccess_SetMultimem)>];
}
def TileAA_AtomicOp : TileAccess_AtomicOp<TileAA_Dialect>;

def TileAA_AllocaOp : TileAA_Op<"alloca", [MemoryEffects<[MemAlloc]>]> {
  let summary = "Memory of the tile block until the enclosing region ends";
  let description = Example<
      "%0 = tileaa.alloca 256 align 16", [{
    So many bytes, aligned to `align`, a power of two. With `global` other tile
    blocks may access them, too. They hold nothing at first; an alloca in a loop
    is another one in each iteration.
  }]>.text;
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$bytes,
      ConfinedAttr<I64Attr, [IntPositive]>:$alignment, UnitAttr:$global);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = "$bytes `align` $alignment (`global` $global^)? attr-dict";
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_MEMORY_TD

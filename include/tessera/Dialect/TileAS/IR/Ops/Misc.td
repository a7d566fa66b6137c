//===- Misc.td - Messages -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_MISC_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_MISC_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

def TileAS_AssertOp : TileAS_Op<"assert", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "The owner of each false element reports it and stops the launch";
  let description = Example<"tileas.assert %0, \"out of range\" : i1">.text;
  let arguments = (ins TileAA_BoolLike:$condition, Variadic<I64>:$starts,
      StrAttr:$message);
  let assemblyFormat = [{
    $condition (`at` `[` $starts^ `]`)? `,` $message attr-dict `:` type($condition)
  }];
}

def TileAS_PrintOp : TileAS_Op<"print", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Prints scalars, and tiles in shared memory, by thread 0";
  let description = [{
    A tile comes as a value first; `tileas-place-in-shared` replaces it by the
    buffer that holds its elements. One that shared memory cannot hold is printed
    in parts, which go without the brackets of as many dimensions as `inner` says:
    these stand in the texts of the parts.

    ```mlir
    %1 = tileas.print "x = %d", %0 : i32
    %2 = tileas.print "[%d", %b : !tileas.buffer<4xi32> inner 1
    ```
  }];
  let arguments = (ins StrAttr:$format,
      Variadic<AnyTypeOf<[TileAA_Value, TileAS_BufferType]>>:$args,
      Optional<TileAA_TokenType>:$token,
      DefaultValuedAttr<ConfinedAttr<I64Attr, [IntNonNegative]>, "0">:$inner);
  let results = (outs TileAA_TokenType:$result_token);
  let assemblyFormat = [{
    $format (`,` $args^ `:` type($args))? (`inner` $inner^)? (`after` $token^)?
    attr-dict
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_MISC_TD

//===- Moves.td - Moves between threads -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_MOVES_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_MOVES_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"
include "tessera/Dialect/TileAS/IR/Dialect.td"

def TileAS_ConvertLayoutOp : TileAS_Op<"convert_layout", [Pure]> {
  let summary = "Distributes a tile over the threads by another layout";
  let description = Example<"%1 = tileas.convert_layout %0 : tensor<32xf32, #tileas.layout<register = [], lane = [[1], [2], [4], [8], [16]], warp = []>> -> tensor<32xf32, #tileas.layout<register = [], lane = [[16], [8], [4], [2], [1]], warp = []>>">.text;
  let arguments = (ins TileAA_Tile:$value);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def TileAS_PublishOp : TileAS_Op<"publish", [AllTypesMatch<["value", "result"]>]> {
  let summary = "Distributes the value of each element's owner to all threads";
  let description = [{
    The owner is the thread whose free lane and warp bits are all zero; for a
    scalar it is thread 0.

    ```mlir
    %1 = tileas.publish %0 : i32
    ```
  }];
  let arguments = (ins TileAA_Value:$value);
  let results = (outs TileAA_Value:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def TileAS_WarpReduceOp : TileAS_Op<"warp_reduce", [SingleBlock,
    RecursiveMemoryEffects]> {
  let summary = "Reduces a dimension within each warp";
  let description = [{
    As `tileaa.reduce`, but elements are combined only among the registers and
    lanes of one warp. The dimension stays; its new extent is the number of its
    parts in different warps (1 if it is all in one warp).

    ```mlir
    %1 = tileas.warp_reduce %0 dim 0 : tensor<64xi32> -> tensor<2xi32> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      tileaa.yield %c : i32
    }
    ```
  }];
  let arguments = (ins Variadic<TileAA_Tile>:$operands, I64Attr:$dim);
  let results = (outs Variadic<TileAA_Tile>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $operands `dim` $dim attr-dict `:` type($operands) `->` type($results) $body
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_MOVES_TD

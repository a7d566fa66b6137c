//===- Reductions.td - Reductions of tiles ---------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_REDUCTIONS_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_REDUCTIONS_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"

def TileAA_ReduceOp : TileAA_Op<"reduce", [SingleBlock, RecursiveMemoryEffects,
    RecursivelySpeculatable, DeclareOpInterfaceMethods<TileAA_SliceOpInterface>]> {
  let summary = "Reduces a dimension away with an associative, commutative body";
  let description = [{
    The body takes a pair of scalars for each operand, interleaved
    (lhs_0, rhs_0, lhs_1, rhs_1, ...), and yields one for each. Either of a
    pair may be an element, the identity or a partial result. A reduction of a
    rank-1 tile gives a scalar.

    ```mlir
    %1 = tileaa.reduce %0 dim 1 identities [0.0 : f32] : tensor<4x8xf32> -> tensor<4xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = tileaa.addf %a, %b : f32
      tileaa.yield %c : f32
    }
    ```
  }];
  let arguments = (ins Variadic<TileAA_Tile>:$operands, I64Attr:$dim,
      ArrayAttr:$identities);
  let results = (outs Variadic<TileAA_Value>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $operands `dim` $dim `identities` $identities attr-dict
    `:` type($operands) `->` type($results) $body
  }];
  let hasVerifier = 1;
}

def TileAA_YieldOp : TileAA_Op<"yield", [Pure, Terminator, ReturnLike]> {
  let summary = "Ends the body of a reduction";
  let arguments = (ins Variadic<TileAA_Scalar>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_REDUCTIONS_TD

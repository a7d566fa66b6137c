//===- Shape.td - Ops that move elements without changing them -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_SHAPE_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_SHAPE_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"

def TileAA_IotaOp : TileAA_Op<"iota", [Pure,
    DeclareOpInterfaceMethods<TileAA_SliceOpInterface>]> {
  let summary = "The tile 0, 1, 2, ... of rank 1";
  let description = Example<
      "%0 = tileaa.iota : tensor<8xi32>">.text;
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def TileAA_SplatOp : TileAA_Op<"splat", [Pure,
    DeclareOpInterfaceMethods<TileAA_SliceOpInterface>]> {
  let summary = "A tile whose elements are all the same scalar";
  let description = Example<
      "%1 = tileaa.splat %0 : f32 -> tensor<4x8xf32>">.text;
  let arguments = (ins TileAA_Scalar:$value);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasVerifier = 1;
}

def TileAA_UnsplatOp : TileAA_Op<"unsplat", [Pure]> {
  let summary = "The single element of a tile";
  let description = Example<
      "%1 = tileaa.unsplat %0 : tensor<1x1xf32> -> f32">.text;
  let arguments = (ins TileAA_Tile:$value);
  let results = (outs TileAA_Scalar:$result);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

/// An op that moves the elements of one tile.
class TileAA_MoveOp<string mnemonic> : TileAA_Op<mnemonic, [Pure,
    DeclareOpInterfaceMethods<TileAA_MoveOpInterface>,
    DeclareOpInterfaceMethods<TileAA_SliceOpInterface>]> {
  let results = (outs TileAA_Tile:$result);
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

def TileAA_BroadcastOp : TileAA_MoveOp<"broadcast"> {
  let summary = "Repeats a tile along its dimensions of extent 1";
  let description = Example<
      "%1 = tileaa.broadcast %0 : tensor<4x1xf32> -> tensor<4x8xf32>">.text;
  let arguments = (ins TileAA_Tile:$value);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
}

def TileAA_ReshapeOp : TileAA_MoveOp<"reshape"> {
  let summary = "The same elements, in row-major order, in another shape";
  let description = Example<
      "%1 = tileaa.reshape %0 : tensor<4x8xf32> -> tensor<32xf32>">.text;
  let arguments = (ins TileAA_Tile:$value);
  let assemblyFormat = "$value attr-dict `:` type($value) `->` type($result)";
}

def TileAA_PermuteOp : TileAA_MoveOp<"permute"> {
  let summary = "Permutes dimensions: result dim i is operand dim permutation[i]";
  let description = Example<
      "%1 = tileaa.permute %0 [1, 0] : tensor<4x8xf32> -> tensor<8x4xf32>">.text;
  let arguments = (ins TileAA_Tile:$value, DenseI32ArrayAttr:$permutation);
  let assemblyFormat =
      "$value $permutation attr-dict `:` type($value) `->` type($result)";
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_SHAPE_TD

//===- Core.td - Shapes and counting ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CORE_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CORE_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"

def CudaTile_IotaOp : CudaTile_Op<"iota", 0x3A, "13.1", [Pure]> {
  let summary = "0, 1, 2, ...";
  let description = [{
    Counts along a tile of rank 1, to be read as unsigned; all counts must fit
    the element type.

    #### Example
    ```mlir
    %0 = iota : tile<128xi32>
    ```
  }];
  let results = (outs CudaTile_IntTile:$result);
  let assemblyFormat = "attr-dict `:` custom<ShortType>(type($result))";
  let builders = [OpBuilder<(ins "int64_t":$count, "::mlir::Type":$element)>];
  let hasFolder = 1;
  let hasVerifier = 1;
}

/// The element type of the result is that of the source.
def CudaTile_ReshapingBuilder
    : OpBuilder<(ins "::mlir::Value":$source,
                     "::llvm::ArrayRef<int64_t>":$shape)>;

def CudaTile_BroadcastOp : CudaTile_Op<"broadcast", 0x0B, "13.1",
    [Pure, AllElementTypesMatch<["source", "result"]>,
     AllRanksMatch<["source", "result"]>]> {
  let summary = "a tile repeated along dimensions of extent 1";
  let description = [{
    The rank stays; every other extent stays as well.

    #### Example
    ```mlir
    %0 = broadcast %s : tile<1x4xf32> -> tile<8x4xf32>
    ```
  }];
  let builders = [CudaTile_ReshapingBuilder];
  let arguments = (ins CudaTile_AnyTile:$source);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<ShortType>(type($source))
    `->` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def CudaTile_ReshapeOp : CudaTile_Op<"reshape", 0x5B, "13.1",
    [Pure, AllElementTypesMatch<["source", "result"]>]> {
  let summary = "the same elements under another shape";
  let description = [{
    Elements keep their row-major order.

    #### Example
    ```mlir
    %0 = reshape %a : tile<4xf32> -> tile<2x2xf32>
    ```
  }];
  let builders = [CudaTile_ReshapingBuilder];
  let arguments = (ins CudaTile_AnyTile:$source);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<ShortType>(type($source))
    `->` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

def CudaTile_PermuteOp : CudaTile_Op<"permute", 0x53, "13.1",
    [Pure, AllElementTypesMatch<["source", "result"]>,
     AllRanksMatch<["source", "result"]>]> {
  let summary = "a tile with its dimensions reordered";
  let description = [{
    Dimension i of the result is dimension `permutation[i]` of the source. The
    rank is at least 2.

    #### Example
    ```mlir
    %0 = permute %m [1, 0] : tile<2x4xf32> -> tile<4x2xf32>
    ```
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$source,
                                 "::llvm::ArrayRef<int32_t>":$permutation)>];
  let arguments = (ins CudaTile_AnyTile:$source,
                       DenseI32ArrayAttr:$permutation);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $source $permutation attr-dict `:` custom<ShortType>(type($source))
    `->` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CORE_TD

//===- Core.td - Values and shapes ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_CORE_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_CORE_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"

//===----------------------------------------------------------------------===//
// Sources of values
//===----------------------------------------------------------------------===//

def CudaTile_ConstantOp : CudaTile_Op<"constant", 0x10, "13.1",
    [Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "a tile of literals";
  let description = [{
    One literal fills the whole tile; nested lists must match the shape. Floats
    may be written as the hexadecimal bits of the element.

    #### Example
    ```mlir
    %0 = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %1 = constant <f32: 0x7F800000> : tile<8x8xf32>
    ```
  }];
  let arguments = (ins CudaTile_LiteralAttr:$value);
  let results = (outs CudaTile_NumberTile:$result);
  let assemblyFormat = "attr-dict custom<DenseLiteral>($value)";
  let hasFolder = 1;
}

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

class CudaTile_GridOp<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.1", [Pure]>;

def CudaTile_GetTileBlockIdOp
    : CudaTile_GridOp<"get_tile_block_id", 0x30> {
  let summary = "where in the grid the tile block is";
  let description = [{
    The coordinates x, y, z, each below the extent of the grid; those of absent
    dimensions are 0.

    #### Example
    ```mlir
    %x, %y, %z = get_tile_block_id : tile<i32>
    ```
  }];
  let results = (outs CudaTile_ScalarI32:$blockId_x,
                      CudaTile_ScalarI32:$blockId_y,
                      CudaTile_ScalarI32:$blockId_z);
  let assemblyFormat = "attr-dict `:` custom<ShortType>(type($blockId_x))";
}

def CudaTile_GetNumTileBlocksOp
    : CudaTile_GridOp<"get_num_tile_blocks", 0x2E> {
  let summary = "how many tile blocks the grid has";
  let description = [{
    The extents x, y, z of the grid, each at most 2^24-1; those of absent
    dimensions are 1.

    #### Example
    ```mlir
    %x, %y, %z = get_num_tile_blocks : tile<i32>
    ```
  }];
  let results = (outs CudaTile_ScalarI32:$gridSize_x,
                      CudaTile_ScalarI32:$gridSize_y,
                      CudaTile_ScalarI32:$gridSize_z);
  let assemblyFormat = "attr-dict `:` custom<ShortType>(type($gridSize_x))";
}

//===----------------------------------------------------------------------===//
// Shapes and selection
//===----------------------------------------------------------------------===//

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

def CudaTile_OffsetOp : CudaTile_Op<"offset", 0x51, "13.1",
    [Pure, Elementwise, AllTypesMatch<["ptr", "result"]>,
     AllShapesMatch<["ptr", "offset"]>]> {
  let summary = "pointers moved by a number of elements";
  let description = [{
    `ptr + offset * (storage size of the pointee)` for each pair: the offset is
    signed, the pointer unsigned, and an overflow of the product or of the sum
    leaves the result undefined.

    #### Example
    ```mlir
    %q = offset %ptrs, %offs
        : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    ```
  }];
  let arguments = (ins CudaTile_PtrTile:$ptr, CudaTile_IntTile:$offset);
  let results = (outs CudaTile_PtrTile:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` custom<ShortType>(type($ptr)) `,`
    custom<ShortType>(type($offset)) `->` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
}

def CudaTile_SelectOp : CudaTile_Op<"select", 0x5F, "13.1",
    [Pure, AllTypesMatch<["val_if_true", "val_if_false", "result"]>,
     AllShapesMatch<["cond", "result"]>]> {
  let summary = "one of two elements, by a condition";
  let description = [{
    `cond ? val_if_true : val_if_false` for each element.

    #### Example
    ```mlir
    %0 = select %cond, %a, %b : tile<4xi1>, tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_BoolTile:$cond, CudaTile_AnyTile:$val_if_true,
                       CudaTile_AnyTile:$val_if_false);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $cond `,` $val_if_true `,` $val_if_false attr-dict
    `:` custom<ShortType>(type($cond)) `,` custom<ShortType>(type($result))
  }];
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_CORE_TD

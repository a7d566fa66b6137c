//===- Views.td - Tensor views and tile views ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWS_TD

include "tessera/Dialect/CudaTile/IR/Access.td"

def CudaTile_MakeTensorViewOp : CudaTile_Op<"make_tensor_view", 0x43, "13.1",
    [AttrSizedOperandSegments, NoMemoryEffect]> {
  let summary = "a tensor view of a pointer";
  let description = [{
    Takes one operand for each `?` among the extents and among the strides of the
    result, in order and to be read as unsigned. In text the lists hold the
    static values of the type as well.

    #### Example
    ```mlir
    %tv = make_tensor_view %p, shape = [%n, 64], strides = [%ld, 1]
        : tile<i32> -> tensor_view<?x64xf32, strides=[?,1]>
    ```
  }];
  let category = "views";
  let arguments = (ins CudaTile_ScalarPtr:$base,
                       Variadic<CudaTile_ScalarInt>:$dynamicShape,
                       Variadic<CudaTile_ScalarInt>:$dynamicStrides);
  let results = (outs CudaTile_TensorView:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$base, "::llvm::ArrayRef<int64_t>":$shape,
        "::llvm::ArrayRef<int64_t>":$strides,
        CArg<"::mlir::ValueRange", "{}">:$dynamicShape,
        CArg<"::mlir::ValueRange", "{}">:$dynamicStrides)>
  ];
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
}

class CudaTile_MakeTileViewOp<string mnemonic, int opcode, string since,
                              CudaTile_Constraint view, string cppType>
    : CudaTile_Op<mnemonic, opcode, since,
        [Pure, TypesMatchWith<"the tensor_view of the result is the operand's",
                   "result", "tensor_view",
                   "::llvm::cast<" # cppType # ">($_self).getTensorView()">]> {
  let category = "views";
  let arguments = (ins CudaTile_TensorView:$tensor_view);
  let results = (outs view:$result);
  let assemblyFormat = [{
    $tensor_view attr-dict `:` custom<ShortType>(type($result))
  }];
}

def CudaTile_MakePartitionViewOp
    : CudaTile_MakeTileViewOp<"make_partition_view", 0x42, "13.1",
                              CudaTile_PartitionView, "PartitionViewType"> {
  let summary = "a tensor view cut into a grid of tiles";
  let description = [{
    The type of the result defines the tiles.

    #### Example
    ```mlir
    %pv = make_partition_view %tv : partition_view<tile=(64x64),
        tensor_view<128x64xf32, strides=[64,1]>>
    ```
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$tensor_view,
        "::llvm::ArrayRef<int32_t>":$tileShape,
        CArg<"::tessera::cuda_tile::PaddingValueAttr", "{}">:$paddingValue)>
  ];
}

def CudaTile_MakeStridedViewOp
    : CudaTile_MakeTileViewOp<"make_strided_view", 0x74, "13.3",
                              CudaTile_StridedView, "StridedViewType"> {
  let summary = "a tensor view cut into tiles at even distances";
  let description = [{
    The type of the result defines the tiles.

    #### Example
    ```mlir
    %sv = make_strided_view %tv : strided_view<tile=(64x64),
        traversal_strides=[32,64], tensor_view<128x64xf32, strides=[64,1]>>
    ```
  }];
}

def CudaTile_MakeGatherScatterViewOp
    : CudaTile_MakeTileViewOp<"make_gather_scatter_view", 0x73, "13.3",
                              CudaTile_GatherScatterView,
                              "GatherScatterViewType"> {
  let summary = "a tensor view whose rows are picked one by one";
  let description = [{
    The type of the result defines the tiles.

    #### Example
    ```mlir
    %gv = make_gather_scatter_view %tv : gather_scatter_view<tile=(8x64),
        tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    ```
  }];
}

class CudaTile_ViewShapeOp<string mnemonic, int opcode,
                           CudaTile_Constraint source>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [NoMemoryEffect,
         DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let category = "views";
  let arguments = (ins source:$src);
  let results = (outs Variadic<CudaTile_ScalarInt>:$result);
  let builders = [OpBuilder<(ins "::mlir::Value":$src,
                                 "::mlir::Type":$element)>];
  let hasCanonicalizeMethod = 1;
  let assemblyFormat = [{
    $src attr-dict `:` custom<ShortType>(type($src))
    `->` custom<CommonType>(type($result), ref(type($src)))
  }];
  let hasVerifier = 1;
}

def CudaTile_GetTensorShapeOp
    : CudaTile_ViewShapeOp<"get_tensor_shape", 0x2F, CudaTile_TensorView> {
  let summary = "the extents of a tensor view";
  let description = [{
    One scalar for each dimension, to be read as unsigned. An extent that does not
    fit is undefined behaviour.

    #### Example
    ```mlir
    %d0, %d1 = get_tensor_shape %tv
        : tensor_view<128x64xf32, strides=[64,1]> -> tile<i64>
    ```
  }];
}

def CudaTile_GetIndexSpaceShapeOp
    : CudaTile_ViewShapeOp<"get_index_space_shape", 0x2D, CudaTile_TileView> {
  let summary = "the extents of the index space of a view";
  let description = [{
    One scalar for each index, to be read as unsigned: the number of tiles along
    that dimension, counting the one that hangs over the end. An extent that does
    not fit is undefined behaviour.

    #### Example
    ```mlir
    %d0, %d1 = get_index_space_shape %pv : partition_view<tile=(64x64),
        tensor_view<128x64xf32, strides=[64,1]>> -> tile<i32>
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWS_TD

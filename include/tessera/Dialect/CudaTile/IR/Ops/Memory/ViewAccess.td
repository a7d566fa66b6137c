//===- ViewAccess.td - Loads and stores by views -----------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWACCESS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWACCESS_TD

include "tessera/Dialect/CudaTile/IR/Access.td"

def CudaTile_LoadViewTkoOp
    : CudaTile_AccessOp<"load_view_tko", 0x3E, []> {
  let summary = "a tile loaded from a view";
  let description = [{
    Loads the tile at `index` (unsigned). Elements outside the tensor are the
    padding value of the view, or undefined without one. If `index` is outside
    of the view's index space, that holds for all elements. `inbounds[i]` (13.4)
    promises that the tile lies inside the tensor along dimension i.

    #### Example
    ```mlir
    %v, %t1 = load_view_tko weak %pv[%i, %j] token = %t0
        : partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>,
          tile<i32> -> tile<64x64xf32>, token
    ```
  }];
  let hasCanonicalizeMethod = 1;
  let category = "views";
  let arguments = (ins CudaTile_TileView:$view,
      Variadic<CudaTile_IntTile>:$index, Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
      DenseBoolArrayAttr:$inbounds);
  let laterFields = [CudaTile_InboundsSince<"LoadViewTkoOp", "13.4">];
  let results = (outs CudaTile_AnyTile:$tile, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<ViewOrdering>($memory_ordering_semantics, $memory_scope)
    $view `[` $index `]` (`token` `=` $token^)?
    (`optimization_hints` `=` $optimization_hints^)?
    `` custom<Inbounds>($inbounds, ref($index))
    `` custom<TrailingAttributes>(attr-dict, "getAttributeNames()")
    `:` custom<ViewAndIndexTypes>(type($view), type($index), ref($index))
    `->` custom<ShortType>(type($tile)) `,`
    custom<ShortType>(type($result_token))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$view, "::mlir::ValueRange":$index,
                   CArg<"::mlir::Value", "{}">:$token)>
  ];
}

def CudaTile_StoreViewTkoOp
    : CudaTile_AccessOp<"store_view_tko", 0x66, []> {
  let summary = "a tile stored to a view";
  let description = [{
    Stores the tile at `index`, which is as in `load_view_tko`. Elements outside
    the tensor are dropped.

    #### Example
    ```mlir
    %t1 = store_view_tko weak %v, %pv[%i, %j] : tile<64x64xf32>,
        partition_view<tile=(64x64), tensor_view<128x64xf32, strides=[64,1]>>,
        tile<i32> -> token
    ```
  }];
  let category = "views";
  let arguments = (ins CudaTile_AnyTile:$tile, CudaTile_TileView:$view,
      Variadic<CudaTile_IntTile>:$index, Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints,
      DenseBoolArrayAttr:$inbounds);
  let laterFields = [CudaTile_InboundsSince<"StoreViewTkoOp", "13.4">];
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<ViewOrdering>($memory_ordering_semantics, $memory_scope)
    $tile `,` $view `[` $index `]` (`token` `=` $token^)?
    (`optimization_hints` `=` $optimization_hints^)?
    `` custom<Inbounds>($inbounds, ref($index))
    `` custom<TrailingAttributes>(attr-dict, "getAttributeNames()")
    `:` custom<ShortType>(type($tile)) `,`
    custom<ViewAndIndexTypes>(type($view), type($index), ref($index))
    `->` custom<ShortType>(type($result_token))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$tile, "::mlir::Value":$view,
                   "::mlir::ValueRange":$index,
                   CArg<"::mlir::Value", "{}">:$token)>
  ];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_VIEWACCESS_TD

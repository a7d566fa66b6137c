//===- Multimem.td - Accesses to memory of many GPUs ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_MULTIMEM_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_MULTIMEM_TD

include "tessera/Dialect/CudaTile/IR/Access.td"

/// An access through a partition of a multicast tensor view, which stands for
/// the memory of all participants.
class CudaTile_MultimemOp<string mnemonic, int opcode>
    : CudaTile_AccessOp<mnemonic, opcode, [], "13.5"> {
  let category = "views";
}

defvar CudaTile_ReductionKind = DefaultValuedAttr<
    CudaTile_MultimemReductionKindAttr,
    "::tessera::cuda_tile::MultimemReductionKind::Add">;

def CudaTile_MultimemLoadReduceViewTkoOp
    : CudaTile_MultimemOp<"multimem_load_reduce_view_tko", 0x7B> {
  let summary = "a tile reduced over the participants of a multicast view";
  let description = [{
    Loads the tile at `index` of every participant and reduces the elements that
    correspond: `add` (the default), `min`, `max`, `and`, `or`, `xor`, `umin` or
    `umax` of i32 and i64, `add`, `min` or `max` of f16 and bf16, `add` of f32
    and f64. The view is a `partition_view` of a `multicast` tensor view; for
    elements of 16 bits exactly one static stride of it is 1, and the tile has
    more than one. Index and `inbounds` are as in `load_view_tko`; the ordering
    is `weak`, `relaxed` or `acquire`. The participants are not ordered among
    one another.

    Open: the order of float additions is not specified, nor the number of
    roundings of a sum of f16 or bf16, nor if a padding value counts once or for
    each participant. The interpreter has one participant; compiled code leaves
    the order to the machine and adds in f32. Padding is as it is in
    `load_view_tko`.

    #### Example
    ```mlir
    %v, %t1 = multimem_load_reduce_view_tko relaxed sys %pv[%i] token = %t0
        attributes {reduction = #cuda_tile.multimem_reduction_kind<max>}
        : partition_view<tile=(64), tensor_view<128xf16, strides=[1],
          #cuda_tile.ptr_attr<multicast>>>, tile<i32>, token
        -> tile<64xf16>, token
    ```
  }];
  let arguments = (ins CudaTile_PartitionView:$view,
      Variadic<CudaTile_IntTile>:$index, Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      CudaTile_ReductionKind:$reduction, DenseBoolArrayAttr:$inbounds);
  let results = (outs CudaTile_AnyTile:$reduced_values,
                      CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<ViewOrdering>($memory_ordering_semantics, $memory_scope)
    $view `[` $index `]` (`token` `=` $token^)?
    `` custom<Inbounds>($inbounds, ref($index))
    `` custom<ReductionAndAttributes>($reduction, attr-dict,
                                      "getAttributeNames()")
    `:` custom<ShortType>(type($view))
    `` custom<IndexAndTokenTypes>(type($index), type($token), ref($index),
                                  ref($token))
    `->` custom<ShortType>(type($reduced_values)) `,`
    custom<ShortType>(type($result_token))
  }];
  let extraClassDeclaration = [{
    /// The name by which other accesses through views call their tile.
    ::mlir::TypedValue<TileType> getTile() { return getReducedValues(); }
  }];
}

def CudaTile_MultimemReduceViewTkoOp
    : CudaTile_MultimemOp<"multimem_reduce_view_tko", 0x7C> {
  let summary = "a tile combined with that of every participant";
  let description = [{
    Replaces each element of the tile at `index` of every participant by
    `reduction` of it and the element of `tile`, atomically for each. Reductions
    and types are those of `multimem_load_reduce_view_tko`, but f16 and bf16 are
    only added. Compiled code adds and stores those in pairs, and refuses a tile
    whose base alignment of 2 bytes, odd stride or odd extent could split a
    pair. The ordering is `relaxed` or `release`, and the scope is always there.

    #### Example
    ```mlir
    %t1 = multimem_reduce_view_tko release device %pv, %v[%i] token = %t0
        : partition_view<tile=(64), tensor_view<128xf32, strides=[1],
          #cuda_tile.ptr_attr<multicast>>>, tile<64xf32>, tile<i32>, token
        -> token
    ```
  }];
  let arguments = (ins CudaTile_PartitionView:$view, CudaTile_AnyTile:$tile,
      Variadic<CudaTile_IntTile>:$index, Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      CudaTile_MemoryScopeAttr:$memory_scope,
      CudaTile_ReductionKind:$reduction, DenseBoolArrayAttr:$inbounds);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<Keyword>($memory_ordering_semantics) custom<Keyword>($memory_scope)
    $view `,` $tile `[` $index `]` (`token` `=` $token^)?
    `` custom<Inbounds>($inbounds, ref($index))
    `` custom<ReductionAndAttributes>($reduction, attr-dict,
                                      "getAttributeNames()")
    `:` custom<ShortType>(type($view)) `,` custom<ShortType>(type($tile))
    `` custom<IndexAndTokenTypes>(type($index), type($token), ref($index),
                                  ref($token))
    `->` custom<ShortType>(type($result_token))
  }];
}

def CudaTile_MultimemStoreViewTkoOp
    : CudaTile_MultimemOp<"multimem_store_view_tko", 0x7D> {
  let summary = "a tile stored to every participant";
  let description = [{
    Stores the tile at `index` of every participant, whose elements are integers of
    32 or 64 bits, f16, bf16, f32 or f64. View, index and `inbounds` are as in
    `store_view_tko`, and the ordering is `weak`, `relaxed` or `release`.

    #### Example
    ```mlir
    %t1 = multimem_store_view_tko weak %pv, %v[%i]
        : partition_view<tile=(64), tensor_view<128xf32, strides=[1],
          #cuda_tile.ptr_attr<multicast>>>, tile<64xf32>, tile<i32> -> token
    ```
  }];
  let arguments = (ins CudaTile_PartitionView:$view, CudaTile_AnyTile:$tile,
      Variadic<CudaTile_IntTile>:$index, Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      DenseBoolArrayAttr:$inbounds);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<ViewOrdering>($memory_ordering_semantics, $memory_scope)
    $view `,` $tile `[` $index `]` (`token` `=` $token^)?
    `` custom<Inbounds>($inbounds, ref($index))
    `` custom<TrailingAttributes>(attr-dict, "getAttributeNames()")
    `:` custom<ShortType>(type($view)) `,` custom<ShortType>(type($tile))
    `` custom<IndexAndTokenTypes>(type($index), type($token), ref($index),
                                  ref($token))
    `->` custom<ShortType>(type($result_token))
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_MULTIMEM_TD

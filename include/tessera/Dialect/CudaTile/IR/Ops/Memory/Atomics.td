//===- Atomics.td - Atomic read-modify-write operations ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_ATOMICS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_ATOMICS_TD

include "tessera/Dialect/CudaTile/IR/Access.td"

class CudaTile_AtomicOp<string mnemonic, int opcode, string since,
                        list<Trait> traits = []>
    : CudaTile_AccessOp<mnemonic, opcode, traits, since> {
  let category = "atomics";
}

def CudaTile_AtomicCASTkoOp : CudaTile_AtomicOp<"atomic_cas_tko", 0x07, "13.1",
    [AllTypesMatch<["cmp", "val", "result"]>]> {
  let summary = "compare and exchange through pointers";
  let description = [{
    For each element, atomically: reads the value at the pointer, replaces it by
    `val` if its bits equal those of `cmp`, and returns the value read. Where
    `mask` is false no memory is touched and the result is that of `cmp`. The
    elements have 32 or 64 bits.

    #### Example
    ```mlir
    %old, %t1 = atomic_cas_tko acq_rel device %ptrs, %cmp, %val, %mask token=%t0
        : tile<4xptr<i32>>, tile<4xi32>, tile<4xi1> -> tile<4xi32>, token
    ```
  }];
  let hasCanonicalizeMethod = 1;
  let arguments = (ins CudaTile_PtrTile:$pointers, CudaTile_AnyTile:$cmp,
      CudaTile_AnyTile:$val, Optional<CudaTile_BoolTile>:$mask,
      Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      CudaTile_MemoryScopeAttr:$memory_scope);
  let results = (outs CudaTile_AnyTile:$result, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<Keyword>($memory_ordering_semantics) custom<Keyword>($memory_scope)
    $pointers `,` $cmp `,` $val (`,` $mask^)? (`token` `` `=` `` $token^)?
    attr-dict
    `:` custom<ShortType>(type($pointers)) `,`
    custom<CommaTypes>(type($cmp), type($mask))
    `->` custom<ShortType>(type($result)) `,`
    custom<ShortType>(type($result_token))
  }];
}

def CudaTile_AtomicRMWTkoOp : CudaTile_AtomicOp<"atomic_rmw_tko", 0x08, "13.1",
    [AllTypesMatch<["arg", "result"]>]> {
  let summary = "read, modify and write through pointers";
  let description = [{
    For each element, atomically: reads the value at the pointer, replaces it by
    `mode` of it and `arg`, and returns the value read. Where `mask` is false no
    memory is touched and the result is any value. `and`, `or`, `xor`, `add`,
    `max`, `min`, `umax` and `umin` take i32 and i64; `addf`, which rounds to
    nearest even, f16, bf16, f32 and f64; `xchg` elements of 32 or 64 bits.

    Open: whether `addf` keeps subnormal numbers of f32 is not promised. The
    result is that of the hardware's instruction.

    #### Example
    ```mlir
    %old, %t1 = atomic_rmw_tko relaxed device %ptrs, addf, %v, %mask token=%t0
        : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> tile<4xf32>, token
    ```
  }];
  let hasCanonicalizeMethod = 1;
  let arguments = (ins CudaTile_PtrTile:$pointers, CudaTile_AnyTile:$arg,
      Optional<CudaTile_BoolTile>:$mask, Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      CudaTile_MemoryScopeAttr:$memory_scope,
      CudaTile_AtomicRMWModeAttr:$mode);
  let results = (outs CudaTile_AnyTile:$result, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<Keyword>($memory_ordering_semantics) custom<Keyword>($memory_scope)
    $pointers `,` custom<Keyword>($mode) `,` $arg (`,` $mask^)?
    (`token` `` `=` `` $token^)? attr-dict
    `:` custom<ShortType>(type($pointers)) `,`
    custom<CommaTypes>(type($arg), type($mask))
    `->` custom<ShortType>(type($result)) `,`
    custom<ShortType>(type($result_token))
  }];
}

def CudaTile_AtomicRedViewTkoOp
    : CudaTile_AtomicOp<"atomic_red_view_tko", 0x75, "13.3"> {
  let summary = "modify a tile of a view";
  let description = [{
    Replaces each element of the tile at `index` by `mode` of it and the element
    of `value`, atomically. The view is a `partition_view` or `strided_view`,
    whose padding value has no effect here; the ordering is `relaxed`, the scope
    `tl_blk` or `device`, and the modes are those of `atomic_rmw_tko` without
    `xchg`. `inbounds` (13.5) is as in `load_view_tko`.

    Open: elements outside the tensor are not specified. We drop them, as a
    store does.

    #### Example
    ```mlir
    %t1 = atomic_red_view_tko relaxed device %view[%i, %j], addf, %v token = %t0
        : tile<64x64xf32>, partition_view<tile=(64x64),
          tensor_view<128x128xf32, strides=[128,1]>>, tile<i32> -> token
    ```
  }];
  let arguments = (ins CudaTile_TileView:$view,
      Variadic<CudaTile_IntTile>:$index, CudaTile_AnyTile:$value,
      Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      CudaTile_MemoryScopeAttr:$memory_scope,
      CudaTile_AtomicRMWModeAttr:$mode, DenseBoolArrayAttr:$inbounds);
  let laterFields = [CudaTile_InboundsSince<"AtomicRedViewTkoOp", "13.5">];
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<Keyword>($memory_ordering_semantics) custom<Keyword>($memory_scope)
    $view `[` $index `]` `,` custom<Keyword>($mode) `,` $value
    (`token` `=` $token^)?
    `` custom<Inbounds>($inbounds, ref($index))
    `` custom<TrailingAttributes>(attr-dict, "getAttributeNames()")
    `:` custom<ShortType>(type($value)) `,`
    custom<ViewAndIndexTypes>(type($view), type($index), ref($index))
    `->` custom<ShortType>(type($result_token))
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_ATOMICS_TD

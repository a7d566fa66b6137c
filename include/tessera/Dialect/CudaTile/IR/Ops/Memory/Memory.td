//===- Memory.td - Tokens and accesses through pointers ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_MEMORY_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_MEMORY_TD

include "tessera/Dialect/CudaTile/IR/Access.td"

//===----------------------------------------------------------------------===//
// Tokens
//===----------------------------------------------------------------------===//

def CudaTile_MakeTokenOp : CudaTile_Op<"make_token", 0x44, "13.1", [Pure]> {
  let summary = "a token that is ordered after nothing";
  let description = [{
    #### Example
    ```mlir
    %t0 = make_token : token
    ```
    All such tokens are equivalent, so the op is pure and equal ones merge.
  }];
  let category = "memory";
  let results = (outs CudaTile_Token:$result);
  let assemblyFormat = "attr-dict `:` custom<ShortType>(type($result))";
}

def CudaTile_JoinTokensOp : CudaTile_Op<"join_tokens", 0x3C, "13.1", [Pure]> {
  let summary = "a token that is ordered after several";
  let description = [{
    Takes at least two tokens.

    #### Example
    ```mlir
    %t2 = join_tokens %t0, %t1 : token
    ```
  }];
  let category = "memory";
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let arguments = (ins Variadic<CudaTile_Token>:$tokens);
  let results = (outs CudaTile_Token:$result);
  let assemblyFormat = [{
    $tokens attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_MemoryFenceAliasTkoOp
    : CudaTile_Op<"memory_fence_alias_tko", 0x7A, "13.4",
                  [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "a fence between two addresses of one place";
  let description = [{
    Accesses before it through one virtual address complete before accesses
    after it through another virtual address of the same memory. Tokens alone do
    not order such accesses.

    #### Example
    ```mlir
    %t1 = memory_fence_alias_tko %t0
    ```
  }];
  let category = "memory";
  let arguments = (ins CudaTile_Token:$token);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = "$token attr-dict";
}

//===----------------------------------------------------------------------===//
// Memory of a tile block
//===----------------------------------------------------------------------===//

def CudaTile_AllocaOp : CudaTile_Op<"alloca", 0x71, "13.3"> {
  let summary = "memory that lives as long as its block";
  let description = [{
    Room for `num_elem` elements of the pointee, aligned to `alignment` bytes,
    until the block of the op ends. It belongs to the tile block; with `global`
    others may access it, too.

    Open: `num_elem` may be 0, and the pointer for it is not specified. We
    return one through which no access is legal.

    #### Example
    ```mlir
    %p = alloca num_elem = 64, alignment = 128 global : tile<ptr<f32>>
    ```
  }];
  let category = "memory";
  let arguments = (ins I64Attr:$num_elem, I64Attr:$alignment,
                       UnitAttr:$global);
  let results = (outs Res<CudaTile_ScalarPtr, "", [MemAlloc]>:$result);
  let assemblyFormat = [{
    `num_elem` `=` $num_elem `,` `alignment` `=` $alignment
    (`global` $global^)? attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Accesses through pointers
//===----------------------------------------------------------------------===//

def CudaTile_LoadPtrTkoOp : CudaTile_AccessOp<"load_ptr_tko", 0x3D,
    [AllShapesMatch<["source", "result"]>,
     TypesMatchWith<"the result is a tile of what source points to", "source",
         "result", "::tessera::cuda_tile::getPointeeTile($_self)">]> {
  let summary = "a gather through pointers";
  let description = [{
    Loads each element through its pointer where `mask` is true (everywhere
    without one). Where it is false no memory is touched, and the result is
    `paddingValue`, or undefined without one. An i1 is one byte, true if it is
    not zero. A padding without a mask has no effect. In text it stands in the
    place of the mask; a tile of i1 there is always a mask.

    #### Example
    ```mlir
    %v, %t1 = load_ptr_tko weak %ptrs, %mask, %pad token=%t0
        : tile<4xptr<f32>>, tile<4xi1>, tile<4xf32> -> tile<4xf32>, token
    ```
  }];
  let hasCanonicalizeMethod = 1;
  let arguments = (ins CudaTile_PtrTile:$source,
      Optional<CudaTile_BoolTile>:$mask,
      Optional<CudaTile_NumberTile>:$paddingValue,
      Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs CudaTile_AnyTile:$result, CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($memory_ordering_semantics, $memory_scope)
    $source `` custom<MaskedLoad>($mask, $paddingValue, $token,
      $optimization_hints, attr-dict, type($source), type($mask),
      type($paddingValue))
    `->` custom<ShortType>(type($result)) `,`
    custom<ShortType>(type($result_token))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$source,
        CArg<"::mlir::Value", "{}">:$mask,
        CArg<"::mlir::Value", "{}">:$paddingValue,
        CArg<"::mlir::Value", "{}">:$token), [{
      build($_builder, $_state, source, mask, paddingValue, token,
            MemoryOrderingSemantics::Weak, MemoryScopeAttr(),
            OptimizationHintsAttr());
    }]>
  ];
}

def CudaTile_StorePtrTkoOp : CudaTile_AccessOp<"store_ptr_tko", 0x65,
    [AllShapesMatch<["destination", "value"]>]> {
  let summary = "a scatter through pointers";
  let description = [{
    Stores each element through its pointer where `mask` is true (everywhere
    without one). An i1 is stored as a byte 0 or 1. Elements with one address race
    with each other.

    #### Example
    ```mlir
    %t1 = store_ptr_tko release sys %ptrs, %v, %mask token=%t0
        : tile<4xptr<f32>>, tile<4xf32>, tile<4xi1> -> token
    ```
  }];
  let hasCanonicalizeMethod = 1;
  let arguments = (ins CudaTile_PtrTile:$destination, CudaTile_AnyTile:$value,
      Optional<CudaTile_BoolTile>:$mask, Optional<CudaTile_Token>:$token,
      CudaTile_MemoryOrderingSemanticsAttr:$memory_ordering_semantics,
      OptionalAttr<CudaTile_MemoryScopeAttr>:$memory_scope,
      OptionalAttr<CudaTile_OptimizationHintsAttr>:$optimization_hints);
  let results = (outs CudaTile_Token:$result_token);
  let assemblyFormat = [{
    custom<MemoryOrdering>($memory_ordering_semantics, $memory_scope)
    $destination `,` $value (`,` $mask^)? (`token` `` `=` `` $token^)?
    (`optimization_hints` `=` $optimization_hints^)? attr-dict
    `:` custom<ShortType>(type($destination)) `,`
    custom<CommaTypes>(type($value), type($mask))
    `->` custom<ShortType>(type($result_token))
  }];
  let builders = [
    OpBuilder<(ins "::mlir::Value":$destination, "::mlir::Value":$value,
        CArg<"::mlir::Value", "{}">:$mask,
        CArg<"::mlir::Value", "{}">:$token), [{
      build($_builder, $_state, destination, value, mask, token,
            MemoryOrderingSemantics::Weak, MemoryScopeAttr(),
            OptimizationHintsAttr());
    }]>
  ];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_MEMORY_TD

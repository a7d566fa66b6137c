//===- Attributes.td - The attributes of cuda_tile ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_ATTRIBUTES_TD
#define TESSERA_DIALECT_CUDATILE_IR_ATTRIBUTES_TD

include "tessera/Dialect/CudaTile/IR/Enums.td"
include "tessera/Dialect/CudaTile/IR/Interfaces.td"
include "mlir/IR/AttrTypeBase.td"

/// An attribute with its tag in the bytecode.
class CudaTile_Attr<string name, string attrMnemonic, int tag,
                    list<Trait> traits = [], string since = "13.1">
    : AttrDef<CudaTile_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
  int bytecodeTag = tag;
  string sinceVersion = since;
}

def CudaTile_AssumePredicate
    : DeclareAttrInterfaceMethods<CudaTile_AssumePredicateInterface>;

def CudaTile_DivByAttr
    : CudaTile_Attr<"DivBy", "div_by", 8, [CudaTile_AssumePredicate]> {
  let summary = "multiples of a power of two, in runs";
  let description = [{
    Along dimension `along`, the first element of each group of `every` elements
    is a multiple of `divisor`, and within a group the elements grow by one (by
    the size of the pointee for pointers). Integers are read as signed, pointers
    as unsigned. For a tensor view the base address is the multiple. Left out,
    `every` is 1 and `along` is 0.

    #### Example
    ```mlir
    %0 = assume div_by<16>, %p : tile<ptr<f32>>
    %1 = assume div_by<4, every 2 along 0>, %i : tile<8xi32>
    ```
  }];
  let parameters = (ins "uint64_t":$divisor,
                        "::std::optional<int64_t>":$every,
                        "::std::optional<int64_t>":$along);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_SameElementsAttr
    : CudaTile_Attr<"SameElements", "same_elements", 9,
                    [CudaTile_AssumePredicate]> {
  let summary = "boxes of equal elements";
  let description = [{
    With dimension i split into groups of `values[i]`, every box of the grid so
    made holds one value; 1 claims nothing.

    #### Example
    ```mlir
    %0 = assume same_elements<[1, 4]>, %i : tile<8x8xi32>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$values);
  let hasCustomAssemblyFormat = 1;
}

def CudaTile_BoundedAttr
    : CudaTile_Attr<"Bounded", "bounded", 12, [CudaTile_AssumePredicate]> {
  let summary = "inclusive signed bounds on every element";
  let description = [{
    A bound that is not known is written `?`.

    #### Example
    ```mlir
    %0 = assume bounded<0, ?>, %n : tile<i32>
    ```
  }];
  let parameters = (ins "::std::optional<int64_t>":$lb,
                        "::std::optional<int64_t>":$ub);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_OptimizationHintsAttr
    : CudaTile_Attr<"OptimizationHints", "optimization_hints", 11> {
  let summary = "advice to the compiler, for each target";
  let description = [{
    A dictionary from targets (`sm_90`, ..., or `default`) to dictionaries of
    hints. Hints never change results. The value for the target at hand comes
    first, then that of `default`.

    #### Example
    ```mlir
    optimization_hints = <sm_100 = {latency = 3}, default = {allow_tma = false}>
    ```
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_ATTRIBUTES_TD

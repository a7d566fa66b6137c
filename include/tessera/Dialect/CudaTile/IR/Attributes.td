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
include "mlir/IR/BuiltinAttributeInterfaces.td"

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

    Open: `every` may be 0, and nothing says what that claims. We check it as 1 and
    conclude nothing from it.

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

    Open: 0 is legal, and nothing says what it claims. We take it for 1.

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
    A dictionary from targets (`sm_80`, `sm_86`, `sm_87`, `sm_88`, `sm_89`,
    `sm_90`, `sm_100`, `sm_103`, `sm_107`, `sm_110`, `sm_120`, `sm_121` or
    `default`) to dictionaries of hints. Hints never change results. The value
    for the current target has precedence over that of `default`. A hint without
    effect counts as absent, and is reported only if a tool is asked to.

    | Hint | Of | Value |
    |---|---|---|
    | `num_cta_in_cga` | `entry` | blocks of a cluster: a power of two up to 16, 1 below sm_90 |
    | `num_worker_warps_per_cta` | `entry` | warps that compute: a power of two from 1 to 32, 4 or 8 before 13.5 |
    | `occupancy` | `entry` | blocks wanted on a multiprocessor, 1 to 32 |
    | `allow_tma` | accesses through views | whether bulk copies may serve |
    | `latency` | accesses but atomic ones | weight of the traffic, 1 to 10 |

    Open: the ranges of 13.4 are not published. We keep those of 13.3 and bring a
    number outside its range to the nearest end, as 13.4 is known to do.

    #### Example
    ```mlir
    optimization_hints = <sm_100 = {latency = 3}, default = {allow_tma = false}>
    ```
  }];
  let parameters = (ins "::mlir::DictionaryAttr":$value);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

/// Not in the bytecode, whose constants are bytes under the type of their tile.
def CudaTile_F8E5M3FNUElementsAttr
    : AttrDef<CudaTile_Dialect, "F8E5M3FNUElements", [ElementsAttrInterface]> {
  let mnemonic = "f8E5M3FNU";
  let summary = "literals of f8E5M3FNU";
  let description = [{
    `dense<...>` holds the elements of all other types. It cannot hold these,
    since LLVM has no such float; this attribute holds their bits, in a tile of
    i8 of the same shape. In text, constants and globals write them like all
    other literals.

    #### Example
    ```mlir
    #cuda_tile.f8E5M3FNU<dense<[0x78, 0xFF]> : !cuda_tile.tile<2xi8>>
    ```
  }];
  let parameters = (ins "::mlir::DenseIntElementsAttr":$bits);
  let assemblyFormat = "`<` $bits `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    ::mlir::ShapedType getType() const;
    bool isSplat() const { return getBits().isSplat(); }
    /// The elements are their bits, in the C++ types that elements of i8 can
    /// have.
    ::mlir::FailureOr<::mlir::detail::ElementsAttrIndexer>
    getValuesImpl(::mlir::TypeID elementID) const;
  }];
}

def CudaTile_LiteralAttr
    : Attr<CPred<"::tessera::cuda_tile::isLiteral($_self)">,
           "elements of a tile"> {
  let storageType = "::mlir::ElementsAttr";
  let returnType = "::mlir::ElementsAttr";
  let convertFromStorage = "$_self";
}

#endif // TESSERA_DIALECT_CUDATILE_IR_ATTRIBUTES_TD

//===- Types.td - The types of cuda_tile ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_TYPES_TD
#define TESSERA_DIALECT_CUDATILE_IR_TYPES_TD

include "tessera/Dialect/CudaTile/IR/Attributes.td"
include "tessera/Dialect/CudaTile/IR/DebugInfo.td"
include "mlir/IR/BuiltinTypeInterfaces.td"
include "mlir/IR/CommonTypeConstraints.td"

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

/// A type with a tag in the bytecode.
class CudaTile_TaggedType<string keyword, int tag, string since> {
  string text = keyword;
  int bytecodeTag = tag;
  string sinceVersion = since;
}

/// A possible element type of a tile: a builtin number type or a pointer.
class CudaTile_Element<string keyword, int tag, Pred pred,
                       string since = "13.1", string spelling = keyword>
    : CudaTile_TaggedType<keyword, tag, since> {
  Pred elementPred = pred;
  /// The spelling of the type in the lists of the specification's digest.
  string digest = spelling;
}

def CudaTile_ElementI1 : CudaTile_Element<"i1", 0, I1.predicate>;
def CudaTile_ElementI8 : CudaTile_Element<"i8", 1, I8.predicate>;
def CudaTile_ElementI16 : CudaTile_Element<"i16", 2, I16.predicate>;
def CudaTile_ElementI32 : CudaTile_Element<"i32", 3, I32.predicate>;
def CudaTile_ElementI64 : CudaTile_Element<"i64", 4, I64.predicate>;
def CudaTile_ElementF16 : CudaTile_Element<"f16", 5, F16.predicate>;
def CudaTile_ElementBF16 : CudaTile_Element<"bf16", 6, BF16.predicate>;
def CudaTile_ElementF32 : CudaTile_Element<"f32", 7, F32.predicate>;
def CudaTile_ElementTF32 : CudaTile_Element<"tf32", 8, TF32.predicate>;
def CudaTile_ElementF64 : CudaTile_Element<"f64", 9, F64.predicate>;
def CudaTile_ElementF8E4M3FN
    : CudaTile_Element<"f8E4M3FN", 10, F8E4M3FN.predicate>;
def CudaTile_ElementF8E5M2 : CudaTile_Element<"f8E5M2", 11, F8E5M2.predicate>;
def CudaTile_ElementF8E8M0FNU
    : CudaTile_Element<"f8E8M0FNU", 18, F8E8M0FNU.predicate, "13.2">;
def CudaTile_ElementF4E2M1FN
    : CudaTile_Element<"f4E2M1FN", 19, F4E2M1FN.predicate, "13.3">;
def CudaTile_ElementF8E5M3FNU
    : CudaTile_Element<"f8E5M3FNU", 130,
          CPred<"::llvm::isa<::tessera::cuda_tile::F8E5M3FNUType>($_self)">,
          "13.4", "f8E5M3FNU (13.4)">;
def CudaTile_ElementI4 : CudaTile_Element<"i4", 22, I<4>.predicate, "13.3">;
def CudaTile_ElementPtr
    : CudaTile_Element<"ptr", 12,
          CPred<"::llvm::isa<::tessera::cuda_tile::PointerType>($_self)">>;

defvar CudaTile_Ints = [
  CudaTile_ElementI1, CudaTile_ElementI8, CudaTile_ElementI16,
  CudaTile_ElementI32, CudaTile_ElementI64];
defvar CudaTile_BasicFloats = [
  CudaTile_ElementF16, CudaTile_ElementBF16, CudaTile_ElementF32,
  CudaTile_ElementF64];
defvar CudaTile_Floats = !listconcat(CudaTile_BasicFloats, [
  CudaTile_ElementTF32, CudaTile_ElementF8E4M3FN, CudaTile_ElementF8E5M2,
  CudaTile_ElementF8E8M0FNU, CudaTile_ElementF4E2M1FN,
  CudaTile_ElementF8E5M3FNU]);
defvar CudaTile_Numbers = !listconcat(CudaTile_Ints, CudaTile_Floats);

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class CudaTile_Type<string name, string typeMnemonic, int tag,
                    list<Trait> traits = [], string since = "13.1">
    : TypeDef<CudaTile_Dialect, name, traits> {
  let mnemonic = typeMnemonic;
  int bytecodeTag = tag;
  string sinceVersion = since;
}

defvar tileViewDeclaration = [{
  // TileView; the tensor and the padding are parameters.
  ::tessera::cuda_tile::TileType getViewTileType() const;
  unsigned getIndexRank() const { return getTileShape().size(); }
  ::llvm::LogicalResult verifyIndices(
      ::mlir::TypeRange indices,
      ::llvm::function_ref<::mlir::InFlightDiagnostic()> emitError) const;
}];

def CudaTile_PointerType : CudaTile_Type<"Pointer", "ptr", 12> {
  let summary = "a pointer to global memory";
  let description = [{
    64 bits wide, aligned to its pointee, which is a number type. From 13.4 on it
    may carry a `ptr_attr`; a pointer with one and a pointer without are two
    types. `unicast` points into the memory of another GPU, `multicast` to memory
    that several GPUs hold at once (both 13.5; compiled for sm_100, sm_103 and
    sm_107). Only the `multimem` operations access memory through a `multicast`
    pointer.

    #### Example
    ```mlir
    ptr<f32>
    ptr<f32, <none>>
    ptr<f32, <multicast>>
    ```
  }];
  let parameters = (ins "::mlir::Type":$pointeeType,
                        OptionalParameter<"::tessera::cuda_tile::PtrAttrAttr">
                            :$ptrAttr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$pointeeType,
        CArg<"::tessera::cuda_tile::PtrAttrAttr", "{}">:$ptrAttr), [{
      return $_get(pointeeType.getContext(), pointeeType, ptrAttr);
    }]>
  ];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_TileType
    : CudaTile_Type<"Tile", "tile", 13,
                    [DeclareTypeInterfaceMethods<ShapedTypeInterface,
                         ["cloneWith", "hasRank"]>]> {
  let summary = "an array of numbers or pointers";
  let description = [{
    The value that a tile program computes with. Every extent is a power of two,
    there are at most 16777216 elements, and rank 0 is a scalar.

    #### Example
    ```mlir
    tile<f32>
    tile<4x8xptr<i8>>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int64_t">:$shape,
                        "::mlir::Type":$elementType);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::llvm::ArrayRef<int64_t>":$shape,
        "::mlir::Type":$elementType), [{
      return $_get(elementType.getContext(), shape, elementType);
    }]>
  ];
  let extraClassDeclaration = [{
    /// The largest number of elements of a tile.
    static constexpr int64_t maxNumElements = int64_t(1) << 24;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_TensorViewType : CudaTile_Type<"TensorView", "tensor_view", 14> {
  let summary = "a pointer with the shape and the strides of a tensor";
  let description = [{
    Extents and strides count elements; `?` is known at run time only. Strides
    may make elements overlap.

    Open: elements of 4 bits are said to need a dimension of stride 1 and of
    even extent, which no tool checks. We accept all strides. If two elements
    share a byte, the even one is the lower half.

    #### Example
    ```mlir
    tensor_view<?x64xf16, strides=[?,1]>
    tensor_view<f32>
    ```
  }];
  let parameters = (ins "::mlir::Type":$elementType,
                        ArrayRefParameter<"int64_t">:$shape,
                        ArrayRefParameter<"int64_t">:$strides,
                        OptionalParameter<"::tessera::cuda_tile::PtrAttrAttr">
                            :$ptrAttr);
  let builders = [
    TypeBuilderWithInferredContext<(ins "::mlir::Type":$elementType,
        "::llvm::ArrayRef<int64_t>":$shape,
        "::llvm::ArrayRef<int64_t>":$strides,
        CArg<"::tessera::cuda_tile::PtrAttrAttr", "{}">:$ptrAttr), [{
      return $_get(elementType.getContext(), elementType, shape, strides,
                   ptrAttr);
    }]>
  ];
  let extraClassDeclaration = [{
    /// An extent or stride that is known at run time only, in memory and in the
    /// bytecode.
    static constexpr int64_t kDynamic = ::mlir::ShapedType::kDynamic;
    unsigned getRank() const { return getShape().size(); }
    unsigned getNumDynamicDims() const;
    unsigned getNumDynamicStrides() const;
  }];
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_PartitionViewType
    : CudaTile_Type<"PartitionView", "partition_view", 15,
                    [CudaTile_TileViewInterface]> {
  let summary = "a tensor cut into a grid of tiles";
  let description = [{
    Tile dimension k lies along tensor dimension `dim_map[k]`; left out, the map
    is the identity. Tiles may hang over the end of the tensor: a load yields
    `padding_value` there (unspecified values without one), a store drops those
    elements.

    Open: a padding of NaN or infinity is not specified for a format that has
    none. We take the result of converting the value to that format.

    #### Example
    ```mlir
    partition_view<tile=(64x32), padding_value = zero,
                   tensor_view<?x64xf16, strides=[?,1]>, dim_map=[1, 0]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
      "::tessera::cuda_tile::TensorViewType":$tensorView,
      ArrayRefParameter<"int32_t">:$dimMap,
      OptionalParameter<"::tessera::cuda_tile::PaddingValueAttr">
          :$paddingValue);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int32_t>":$tileShape,
        "::tessera::cuda_tile::TensorViewType":$tensorView,
        "::llvm::ArrayRef<int32_t>":$dimMap,
        CArg<"::tessera::cuda_tile::PaddingValueAttr", "{}">:$paddingValue), [{
      return $_get(tensorView.getContext(), tileShape, tensorView, dimMap,
                   paddingValue);
    }]>
  ];
  let extraClassDeclaration = tileViewDeclaration;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_StridedViewType
    : CudaTile_Type<"StridedView", "strided_view", 21,
                    [CudaTile_TileViewInterface], "13.3"> {
  let summary = "tiles of a tensor at even distances";
  let description = [{
    Like a `partition_view`, but the tile at index i starts at element `i *
    traversal_strides[k]` along tile dimension k, so that tiles may overlap or
    leave gaps.

    #### Example
    ```mlir
    strided_view<tile=(4x2), traversal_strides=[4,3], padding_value = nan,
                 tensor_view<?x64xf16, strides=[?,1]>, dim_map=[1, 0]>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
      ArrayRefParameter<"int32_t">:$traversalStrides,
      "::tessera::cuda_tile::TensorViewType":$tensorView,
      ArrayRefParameter<"int32_t">:$dimMap,
      OptionalParameter<"::tessera::cuda_tile::PaddingValueAttr">
          :$paddingValue);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int32_t>":$tileShape,
        "::llvm::ArrayRef<int32_t>":$traversalStrides,
        "::tessera::cuda_tile::TensorViewType":$tensorView,
        "::llvm::ArrayRef<int32_t>":$dimMap,
        CArg<"::tessera::cuda_tile::PaddingValueAttr", "{}">:$paddingValue), [{
      return $_get(tensorView.getContext(), tileShape, traversalStrides,
                   tensorView, dimMap, paddingValue);
    }]>
  ];
  let extraClassDeclaration = tileViewDeclaration;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

def CudaTile_GatherScatterViewType
    : CudaTile_Type<"GatherScatterView", "gather_scatter_view", 20,
                    [CudaTile_TileViewInterface], "13.3"> {
  let summary = "tiles of a tensor made of single rows";
  let description = [{
    Along `sparse_dim` an access takes a tile of rank 1 that names the row for
    each element of that dimension of the tile; a row outside the tensor is
    padding for a load and dropped by a store. Along every other dimension it
    takes the element at which the tile starts. Rows may repeat, but then a store
    leaves undefined values in them.

    Open: the text of 13.3 speaks of a grid of tiles along the other dimensions. We
    read an element there in files of every version, as 13.4 says and as front ends
    have always meant it.

    #### Example
    ```mlir
    gather_scatter_view<tile=(8x16), padding_value = zero,
                        tensor_view<128x64xf32, strides=[64,1]>, sparse_dim=0>
    ```
  }];
  let parameters = (ins ArrayRefParameter<"int32_t">:$tileShape,
      "::tessera::cuda_tile::TensorViewType":$tensorView,
      "uint32_t":$sparseDim,
      OptionalParameter<"::tessera::cuda_tile::PaddingValueAttr">
          :$paddingValue);
  let builders = [
    TypeBuilderWithInferredContext<(ins
        "::llvm::ArrayRef<int32_t>":$tileShape,
        "::tessera::cuda_tile::TensorViewType":$tensorView,
        "uint32_t":$sparseDim,
        CArg<"::tessera::cuda_tile::PaddingValueAttr", "{}">:$paddingValue), [{
      return $_get(tensorView.getContext(), tileShape, tensorView, sparseDim,
                   paddingValue);
    }]>
  ];
  let extraClassDeclaration = tileViewDeclaration;
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

/// The builtin dialect has no such type. Its tag and version are in its record
/// as an element.
def CudaTile_F8E5M3FNUType
    : CudaTile_Type<"F8E5M3FNU", "f8E5M3FNU", 130, [], "13.4"> {
  let summary = "an unsigned float of five exponent and three mantissa bits";
  let description = [{
    The exponent has the bias 15, and its greatest value is one of finite numbers,
    except that all ones are NaN. There is no sign and no infinity: the greatest
    number is 114688.

    Open: the conversion of a negative number is not specified. We drop the
    sign, as the conversions of PTX do.
  }];
}

def CudaTile_TokenType : CudaTile_Type<"Token", "token", 17> {
  let summary = "an edge of the order of memory operations";
  let description = [{
    Two memory operations are ordered if and only if a path of tokens leads from
    one to the other. Tokens have no value at run time.
  }];
}

//===----------------------------------------------------------------------===//
// Constraints of operands and results
//===----------------------------------------------------------------------===//

/// `digest` is the spelling of the constraint in the digest of the
/// specification; a test compares both.
class CudaTile_Constraint<Pred pred, string summary, string cppType,
                          string spelling> : Type<pred, summary, cppType> {
  string digest = spelling;
}

class CudaTile_TilePred<list<CudaTile_Element> elements>
    : And<[CPred<"::llvm::isa<::tessera::cuda_tile::TileType>($_self)">,
           Or<!foreach(element, elements,
               SubstLeaves<"$_self",
                 "::llvm::cast<::tessera::cuda_tile::TileType>($_self)"
                 ".getElementType()", element.elementPred>)>]>;

defvar CudaTile_IsScalar = CPred<
    "::llvm::cast<::tessera::cuda_tile::TileType>($_self).getShape().empty()">;

class CudaTile_TileOf<list<CudaTile_Element> elements>
    : CudaTile_Constraint<CudaTile_TilePred<elements>,
        "tile of " # !interleave(!foreach(e, elements, e.text), " or "),
        "::tessera::cuda_tile::TileType",
        "tile<" # !interleave(!foreach(e, elements, e.digest), "|") # ">">;

class CudaTile_ScalarTileOf<list<CudaTile_Element> elements>
    : CudaTile_Constraint<
        And<[CudaTile_TilePred<elements>, CudaTile_IsScalar]>,
        "scalar tile of " # !interleave(!foreach(e, elements, e.text), " or "),
        "::tessera::cuda_tile::TileType",
        "scalar_tile<" # !interleave(!foreach(e, elements, e.text), "|") # ">">;

def CudaTile_AnyTile : CudaTile_Constraint<
    CPred<"::llvm::isa<::tessera::cuda_tile::TileType>($_self)">, "tile",
    "::tessera::cuda_tile::TileType", "tile<any>">;
def CudaTile_BoolTile : CudaTile_TileOf<[CudaTile_ElementI1]>;
def CudaTile_IntTile : CudaTile_TileOf<CudaTile_Ints>;
def CudaTile_ExtIntTile
    : CudaTile_TileOf<!listconcat(CudaTile_Ints, [CudaTile_ElementI4])>;
def CudaTile_PowerIntTile
    : CudaTile_TileOf<[CudaTile_ElementI1, CudaTile_ElementI8,
                       CudaTile_ElementI16, CudaTile_ElementI32]>;
def CudaTile_I64Tile : CudaTile_TileOf<[CudaTile_ElementI64]>;
def CudaTile_I32Tile : CudaTile_TileOf<[CudaTile_ElementI32]>;
def CudaTile_ByteTile : CudaTile_TileOf<[CudaTile_ElementI8]>;
def CudaTile_F32Tile : CudaTile_TileOf<[CudaTile_ElementF32]>;
def CudaTile_MatrixFloatTile
    : CudaTile_TileOf<!listconcat(CudaTile_BasicFloats,
          [CudaTile_ElementTF32, CudaTile_ElementF8E4M3FN,
           CudaTile_ElementF8E5M2])>;
def CudaTile_MatrixAccTile
    : CudaTile_TileOf<[CudaTile_ElementF16, CudaTile_ElementF32,
                       CudaTile_ElementF64]>;
def CudaTile_NarrowFloatTile
    : CudaTile_TileOf<[CudaTile_ElementF8E4M3FN, CudaTile_ElementF8E5M2,
                       CudaTile_ElementF4E2M1FN]>;
def CudaTile_ScaleTile
    : CudaTile_TileOf<[CudaTile_ElementF8E4M3FN, CudaTile_ElementF8E8M0FNU,
                       CudaTile_ElementF8E5M3FNU]> {
  let digest = "tile<f8E4M3FN|f8E8M0FNU (13.4: f8E5M3FNU)>";
}
def CudaTile_ExtNumberTile
    : CudaTile_TileOf<!listconcat(CudaTile_Numbers, [CudaTile_ElementI4])>;
def CudaTile_BasicFloatTile : CudaTile_TileOf<CudaTile_BasicFloats>;
def CudaTile_FloatTile : CudaTile_TileOf<CudaTile_Floats>;
def CudaTile_NumberTile : CudaTile_TileOf<CudaTile_Numbers>;
def CudaTile_PtrTile : CudaTile_TileOf<[CudaTile_ElementPtr]>;
def CudaTile_ScalarBool : CudaTile_ScalarTileOf<[CudaTile_ElementI1]>;
def CudaTile_ScalarInt : CudaTile_ScalarTileOf<CudaTile_Ints>;
def CudaTile_ScalarPtr : CudaTile_ScalarTileOf<[CudaTile_ElementPtr]>;

def CudaTile_ScalarI32 : CudaTile_ScalarTileOf<[CudaTile_ElementI32]>,
    BuildableType<"::tessera::cuda_tile::TileType::get({}, "
                  "$_builder.getI32Type())">;

def CudaTile_Token : CudaTile_Constraint<
    CPred<"::llvm::isa<::tessera::cuda_tile::TokenType>($_self)">, "token",
    "::tessera::cuda_tile::TokenType", "token">,
    BuildableType<"$_builder.getType<::tessera::cuda_tile::TokenType>()">;
def CudaTile_TensorView : CudaTile_Constraint<
    CPred<"::llvm::isa<::tessera::cuda_tile::TensorViewType>($_self)">,
    "tensor_view", "::tessera::cuda_tile::TensorViewType", "tensor_view">;
def CudaTile_PartitionView : CudaTile_Constraint<
    CPred<"::llvm::isa<::tessera::cuda_tile::PartitionViewType>($_self)">,
    "partition_view", "::tessera::cuda_tile::PartitionViewType",
    "partition_view">;
def CudaTile_StridedView : CudaTile_Constraint<
    CPred<"::llvm::isa<::tessera::cuda_tile::StridedViewType>($_self)">,
    "strided_view", "::tessera::cuda_tile::StridedViewType", "strided_view">;
def CudaTile_GatherScatterView : CudaTile_Constraint<
    CPred<"::llvm::isa<::tessera::cuda_tile::GatherScatterViewType>($_self)">,
    "gather_scatter_view", "::tessera::cuda_tile::GatherScatterViewType",
    "gather_scatter_view">;
def CudaTile_TileView : CudaTile_Constraint<
    CPred<"::llvm::isa<::tessera::cuda_tile::TileView>($_self)">,
    "view of tiles (a partition_view, strided_view or gather_scatter_view)", "::tessera::cuda_tile::TileView",
    "tile_view">;
def CudaTile_Any : CudaTile_Constraint<CPred<"true">, "any type",
    "::mlir::Type", "any">;

#endif // TESSERA_DIALECT_CUDATILE_IR_TYPES_TD

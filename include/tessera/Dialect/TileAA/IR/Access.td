//===- Access.td - Memory accesses of tileaa and tileas ----*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_ACCESS_TD
#define TESSERA_DIALECT_TILEAA_IR_ACCESS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"

defvar TileAccess_Description = [{
    The address of element e of the tile is one of
    - `base` itself, where `base` is a scalar and the tile too;
    - `base[e]`, where `base` is a tile of pointers;
    - `base + sum_k (starts[k] + e[k]) * strides[k]` elements, with one start,
      extent and stride for each dimension of the tile. Element e then exists
      only if `starts[k] + e[k] < extents[k]` (unsigned) for every k.

    Along a dimension, the start, the extent and the positions `starts[k] + e[k]`
    are numbers of one type, i64 or i32, in which they are also compared. As an
    i32, none is above 2^31 - 1; otherwise the behaviour is undefined. Products
    with strides are i64.

    `inbounds` is a fact: where `inbounds[k]` is true, all elements exist along
    dimension k, so that nothing need be compared. A pass may drop it, and the
    program means the same; the interpreter checks that it is true.

    A false element of `mask` touches no memory. An element that does not exist
    or is masked off reads `other`, or any value where there is no `other`.
    `ordering` other than weak needs `scope`.

    With `multimem`, the addresses are those of a multicast object, behind which
    the memory of several GPUs lies: a load reduces over them by that mode, a store
    writes to each of them, an atomic access changes each of them and returns
    nothing. With one GPU it is the access without `multimem`.
}];

/// The operands that all accesses begin with, tileaa::Access in C++, and what is
/// known of them.
defvar TileAccess_Arguments = (ins TileAA_PtrLike:$base,
    Variadic<TileAA_Position>:$starts, Variadic<TileAA_Position>:$extents,
    Variadic<I64>:$strides,
    Optional<TileAA_BoolLike>:$mask, Optional<TileAA_TokenType>:$token,
    OptionalAttr<DenseBoolArrayAttr>:$inbounds);

/// Makes an access with the operands that all have, followed by `operands`, a
/// list of values that may be null. `attributes` sets attributes in
/// `properties`, and `types` lists the types of the results; both may use
/// `parameters`.
class TileAccess_Builder<dag parameters, string operands, string types,
                         string attributes = "">
    : OpBuilder<!con((ins "const ::tessera::tileaa::Access &":$access),
                     parameters),
      "Properties &properties = $_state.getOrAddProperties<Properties>();\n"
      "access.addTo($_state, properties, {" # operands # "});\n"
      # attributes # "$_state.addTypes({" # types # "});">;
defvar TileAccess_SetOrdering =
    "access.setOrdering($_builder.getContext(), properties);\n";
defvar TileAccess_SetHints = "properties.hints = access.order.hints;\n";
defvar TileAccess_SetMultimem =
    "if (multimem) properties.multimem = $_builder.getUnitAttr();\n";
defvar TileAccess_Token = "$_builder.getType<::tessera::tileaa::TokenType>()";

/// A load in the given dialect. `operands`, `attributes` and `format` are
/// additions of the dialect.
class TileAccess_LoadOp<Dialect dialect, dag operands = (ins),
                        dag attributes = (ins), string format = "",
                        list<Trait> traits = []>
    : Op<dialect, "load", [AttrSizedOperandSegments,
                           DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
                           TileAA_AccessOpInterface] # traits> {
  // A load that is not weak is visible to others, so it may neither be erased
  // nor merged with another one.
  let extraClassDefinition = [{
    void $cppClass::getEffects(::llvm::SmallVectorImpl<
        ::mlir::MemoryEffects::EffectInstance> &effects) {
      effects.emplace_back(::mlir::MemoryEffects::Read::get());
      if (getOrdering() != ::tessera::tileaa::Ordering::Weak)
        effects.emplace_back(::mlir::MemoryEffects::Write::get());
    }
  }];
  let extraClassDeclaration = [{
    mlir::Value getAccessed() { return getResult(); }
    bool isWrite() { return false; }
    bool isMultimem() { return getMultimem().has_value(); }
  }];
  let summary = "Reads a tile or scalar from memory";
  let description = Example<"%x, %t = " # dialect.name # ".load %p[%i] "
      "extents [%n] strides [%s] : !tileaa.ptr -> tensor<64xf32>",
      TileAccess_Description>.text;
  let arguments = !con(TileAccess_Arguments,
      (ins Optional<TileAA_Value>:$other), operands,
      (ins DefaultValuedAttr<TileAA_OrderingAttr,
          "::tessera::tileaa::Ordering::Weak">:$ordering,
      OptionalAttr<TileAA_ScopeAttr>:$scope,
      OptionalAttr<TileAA_AccessHintsAttr>:$hints,
      OptionalAttr<TileAA_AtomicModeAttr>:$multimem), attributes);
  let skipDefaultBuilders = 1;
  let results = (outs TileAA_Value:$result, TileAA_TokenType:$result_token);
  let assemblyFormat = [{
    $base (`[` custom<Positions>($starts, type($starts), type($extents))^ `]`
     `extents` `[` $extents `]` `strides` `[` $strides `]`)?
    (`mask` $mask^ `:` type($mask))? (`other` $other^ `:` type($other))?
    (`after` $token^)? (`ordering` `` $ordering^)? (`scope` `` $scope^)? }]
    # format # "attr-dict `:` type($base) `->` type($result)";
  let hasVerifier = 1;
}

/// A store in the given dialect.
class TileAccess_StoreOp<Dialect dialect, dag attributes = (ins),
                         string format = "", list<Trait> traits = []>
    : Op<dialect, "store", [AttrSizedOperandSegments, MemoryEffects<[MemWrite]>,
                            TileAA_AccessOpInterface] # traits> {
  let extraClassDeclaration = [{
    mlir::Value getAccessed() { return getValue(); }
    bool isWrite() { return true; }
    bool isMultimem() { return getMultimem(); }
  }];
  let summary = "Writes a tile or scalar to memory";
  let description = Example<"%t = " # dialect.name # ".store %x to %p "
      "after %u ordering<release> scope<device> : f32, !tileaa.ptr",
      TileAccess_Description>.text;
  let arguments = !con(TileAccess_Arguments, (ins TileAA_Value:$value,
      DefaultValuedAttr<TileAA_OrderingAttr,
          "::tessera::tileaa::Ordering::Weak">:$ordering,
      OptionalAttr<TileAA_ScopeAttr>:$scope,
      OptionalAttr<TileAA_AccessHintsAttr>:$hints, UnitAttr:$multimem), attributes);
  let skipDefaultBuilders = 1;
  let results = (outs TileAA_TokenType:$result_token);
  let assemblyFormat = [{
    $value `to` $base
    (`[` custom<Positions>($starts, type($starts), type($extents))^ `]`
     `extents` `[` $extents `]` `strides` `[` $strides `]`)?
    (`mask` $mask^ `:` type($mask))?
    (`after` $token^)? (`ordering` `` $ordering^)? (`scope` `` $scope^)? }]
    # format # "attr-dict `:` type($value) `,` type($base)";
  let hasVerifier = 1;
}

/// An atomic access in the given dialect.
class TileAccess_AtomicOp<Dialect dialect, dag attributes = (ins),
                          string format = "", list<Trait> traits = []>
    : Op<dialect, "atomic", [AttrSizedOperandSegments,
          MemoryEffects<[MemRead, MemWrite]>,
          TileAA_AccessOpInterface] # traits> {
  let summary = "Changes a tile or scalar in memory, each element in one step";
  let description = TileAccess_Description # [{

    An element x becomes `mode(x, value)`, and the result is what it was. `cas`
    makes it `value` if it was `compare`, bit for bit. The result of an
    element that does not exist or is masked off is `compare`, or else any value. No
    atomic access is weak.
  }] # Example<"%x, %t = " # dialect.name # ".atomic<add> %v to %p mask %m : tensor<64xi1> "
      "ordering<relaxed> scope<device> : tensor<64xi32>, tensor<64x!tileaa.ptr> -> tensor<64xi32>">.text;
  let arguments = !con(TileAccess_Arguments, (ins TileAA_Value:$value,
      Optional<TileAA_Value>:$compare, TileAA_AtomicModeAttr:$mode,
      TileAA_OrderingAttr:$ordering, OptionalAttr<TileAA_ScopeAttr>:$scope,
      UnitAttr:$multimem), attributes);
  let skipDefaultBuilders = 1;
  let builders = [TileAccess_Builder<
      (ins "::tessera::tileaa::AtomicMode":$mode, "::mlir::Value":$value,
           CArg<"::mlir::Value", "{}">:$compare, CArg<"bool", "false">:$multimem),
      "value, compare", !strconcat("value.getType(), ", TileAccess_Token),
      !strconcat(TileAccess_SetOrdering, TileAccess_SetMultimem, [{
        properties.mode =
            ::tessera::tileaa::AtomicModeAttr::get($_builder.getContext(), mode);
      }])>];
  let results = (outs TileAA_Value:$result, TileAA_TokenType:$result_token);
  let assemblyFormat = [{
    `` $mode $value (`if` $compare^ `:` type($compare))? `to` $base
    (`[` custom<Positions>($starts, type($starts), type($extents))^ `]`
     `extents` `[` $extents `]` `strides` `[` $strides `]`)?
    (`mask` $mask^ `:` type($mask))?
    (`after` $token^)? `ordering` `` $ordering (`scope` `` $scope^)? }]
    # format # "attr-dict `:` type($value) `,` type($base) `->` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    mlir::Value getAccessed() { return getResult(); }
    bool isWrite() { return true; }
    bool isMultimem() { return getMultimem(); }
    ::tessera::tileaa::AccessHintsAttr getHintsAttr() { return {}; }
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_ACCESS_TD

//===- Globals.td - Arrays in global memory ----------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GLOBALS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GLOBALS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/SymbolInterfaces.td"

def CudaTile_GlobalOp : CudaTile_Op<"global", 0x31, "13.1",
    [DeclareOpInterfaceMethods<Symbol,
         ["getVisibility", "setVisibility", "isDeclaration"]>]> {
  let summary = "an array in global memory";
  let description = [{
    It is initialised once, when the module is loaded, and lives as long as the
    module. `constant` (13.3) promises that kernels never write it, `private`
    (13.3) hides it from the host. Alignment 0 is the natural alignment.

    Open: other legal alignments are not specified. We accept powers of two.

    #### Example
    ```mlir
    global private constant @tab alignment = 128 <f32: [1.0, 2.0]> : tile<2xf32>
    ```
  }];
  let encodedInBody = 0;
  let arguments = (ins SymbolNameAttr:$sym_name,
      CudaTile_LiteralAttr:$value,
      DefaultValuedAttr<I64Attr, "0">:$alignment,
      UnitAttr:$constant,
      DefaultValuedAttr<CudaTile_SymbolVisibilityAttr,
          "::tessera::cuda_tile::SymbolVisibility::Public">
          :$symbol_visibility);
  let laterFields = [
    CudaTile_FieldSince<"constant", "13.3">,
    CudaTile_FieldSince<"symbol_visibility", "13.3",
        "::tessera::cuda_tile::SymbolVisibility::Public">
  ];
  let assemblyFormat = [{
    `` custom<GlobalVisibility>($symbol_visibility) (`constant` $constant^)?
    $sym_name (`alignment` `=` $alignment^)? attr-dict
    custom<DenseLiteral>($value)
  }];
  let hasVerifier = 1;
}

def CudaTile_GetGlobalOp : CudaTile_Op<"get_global", 0x2C, "13.1",
    [Pure, DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "the address of a global";
  let description = [{
    A pointer to the first element.

    #### Example
    ```mlir
    %p = get_global @tab : tile<ptr<f32>>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs CudaTile_ScalarPtr:$result);
  let builders = [OpBuilder<(ins "::tessera::cuda_tile::GlobalOp":$global)>];
  let assemblyFormat = "$name attr-dict `:` custom<ShortType>(type($result))";
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_GLOBALS_TD

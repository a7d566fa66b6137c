//===- Globals.td - Arrays that live as long as the module -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_GLOBALS_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_GLOBALS_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Types.td"

def TileAA_GlobalOp : TileAA_Op<"global", [Symbol]> {
  let summary = "An array in global memory that lives as long as the module";
  let description = [{
    `hidden`: the host does not see it. `contained`: in addition, no kernel
    exposes its address, so that only pointers from `get_global` point to it.
    `constant`: no kernel writes it.

    ```mlir
    tileaa.global hidden contained @table align 16 = dense<[1.0, 2.0]> : tensor<2xf32>
    ```
  }];
  let arguments = (ins UnitAttr:$hidden, UnitAttr:$contained, UnitAttr:$constant,
      SymbolNameAttr:$sym_name, I64Attr:$alignment, ElementsAttr:$value);
  let assemblyFormat = [{
    (`hidden` $hidden^)? (`contained` $contained^)? (`constant` $constant^)?
    $sym_name `align` $alignment `=` $value attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    mlir::DenseElementsAttr getElements() {
      return llvm::cast<mlir::DenseElementsAttr>(getValue());
    }
  }];
}

def TileAA_GetGlobalOp : TileAA_Op<"get_global", [Pure,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "The address of a global";
  let description = [{
    ```mlir
    tileaa.global @table align 4 = dense<[1.0, 2.0]> : tensor<2xf32>
    tileaa.entry @k() {
      %0 = tileaa.get_global @table
      tileaa.return
    }
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$name);
  let results = (outs TileAA_PtrType:$result);
  let assemblyFormat = "$name attr-dict";
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_GLOBALS_TD

//===- Program.td - Kernels -------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_PROGRAM_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_PROGRAM_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"

def TileAA_EntryOp : TileAA_Op<"entry", [
    IsolatedFromAbove, FunctionOpInterface, TileAA_EntryOpInterface]> {
  let summary = "A kernel";
  let description = [{
    The body is one block of structured control flow. Arguments are scalars and
    pointers, in the order of the kernel's parameters. `launch` holds the front
    end's requirements on the launch, which `tileaa-plan-kernel` completes by
    the compiler's choice, `hints` its advice.

    ```mlir
    tileaa.entry @copy(%src: !tileaa.ptr, %n: i32) { tileaa.return }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      TypeAttrOf<FunctionType>:$function_type,
      OptionalAttr<TileAA_LaunchAttr>:$launch,
      OptionalAttr<TileAA_EntryHintsAttr>:$hints,
      OptionalAttr<DictArrayAttr>:$arg_attrs,
      OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    llvm::ArrayRef<mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    llvm::ArrayRef<mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
    mlir::Region *getCallableRegion() { return &getBody(); }
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_PROGRAM_TD

//===- Program.td - Kernels -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_PROGRAM_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_PROGRAM_TD

include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "tessera/Dialect/TileAS/IR/Attributes.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"

def TileAS_KernelOp : TileAS_Op<"kernel", [
    IsolatedFromAbove, FunctionOpInterface, TileAS_KernelOpInterface]> {
  let summary = "A kernel with its launch contract";
  let description = [{
    ```mlir
    tileas.kernel @k(%p: !tileaa.ptr) attributes {spec = #tileas.kernel_spec<
        target = "sm_90", warps = 4, shared = 0, frozen = false>} {
      tileas.return
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
      TypeAttrOf<FunctionType>:$function_type,
      TileAS_KernelSpecAttr:$spec,
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

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_PROGRAM_TD

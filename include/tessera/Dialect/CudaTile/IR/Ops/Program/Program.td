//===- Program.td - Kernels -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_PROGRAM_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_PROGRAM_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"
include "mlir/IR/BuiltinAttributes.td"
include "tessera/Dialect/CudaTile/IR/Interfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def CudaTile_EntryOp : CudaTile_RegionOp<"entry", 0x16,
    [AutomaticAllocationScope, CudaTile_EntryOpInterface,
     FunctionOpInterface, IsolatedFromAbove,
     SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "a kernel";
  let description = [{
    Runs once for each tile block of the grid. Its arguments are scalar tiles,
    numbers or pointers, which the launch passes in order and by value; it has no
    results. A final `return` that is missing in text is added. Arguments may have
    attributes (13.5), none of which has a meaning yet.

    Open: the vendor's checks let views pass as arguments, though nothing says how
    a launch would pass one. We refuse them.

    #### Example
    ```mlir
    entry @k(%p: tile<ptr<f32>>, %n: tile<i32>)
        optimization_hints=<sm_100 = {occupancy = 4}> {
      return
    }
    ```
  }];
  let encodedInBody = 0;
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs,
                       OptionalAttr<CudaTile_OptimizationHintsAttr>
                           :$optimization_hints);
  let laterFields = [CudaTile_FieldSince<"arg_attrs", "13.5">];
  let regions = (region SizedRegion<1>:$body);
  let skipDefaultBuilders = 1;
  let builders = [
    OpBuilder<(ins "::llvm::StringRef":$name, "::mlir::FunctionType":$type,
                   CArg<"::tessera::cuda_tile::OptimizationHintsAttr", "{}">
                       :$optimization_hints)>
  ];
  let extraClassDeclaration = regionOpDeclaration # [{
    // FunctionOpInterface.
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    ::llvm::ArrayRef<::mlir::Type> getResultTypes() {
      return getFunctionType().getResults();
    }
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_PROGRAM_PROGRAM_TD

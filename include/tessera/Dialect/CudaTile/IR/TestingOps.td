//===- TestingOps.td - Ops for tests only ------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops under the name of the dialect that are no part of the language: the
// bytecode has no opcode for them, and only tools for developers know them.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_TESTINGOPS_TD
#define TESSERA_DIALECT_CUDATILE_IR_TESTINGOPS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/FunctionInterfaces.td"

def CudaTile_TestingFuncOp : Op<CudaTile_Dialect, "testing$func",
    [AutomaticAllocationScope, FunctionOpInterface, IsolatedFromAbove,
     OpAsmOpInterface, SingleBlockImplicitTerminator<"ReturnOp">]> {
  let summary = "a function for tests";
  let description = [{
    Lets a test of one op have operands and results of any type of the dialect,
    views and tokens included, which an entry cannot take or give. Nothing calls
    it. It has one block, which `return` ends with the results; in text a final
    `return` without operands may be left out.

    #### Example
    ```mlir
    cuda_tile.module @m {
      testing$func @add(%a: tile<4xf32>, %b: tile<4xf32>) -> tile<4xf32> {
        %0 = addf %a, %b : tile<4xf32>
        return %0 : tile<4xf32>
      }
    }
    ```
  }];
  let arguments = (ins SymbolNameAttr:$sym_name,
                       TypeAttrOf<FunctionType>:$function_type,
                       OptionalAttr<DictArrayAttr>:$arg_attrs,
                       OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    static ::llvm::StringRef getDefaultDialect() { return "cuda_tile"; }
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

#endif // TESSERA_DIALECT_CUDATILE_IR_TESTINGOPS_TD

//===- ControlFlow.td - Branches ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_CONTROLFLOW_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_CONTROLFLOW_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_IfOp : CudaTile_RegionOp<"if", 0x32,
    [NoRegionArguments, RecursiveMemoryEffects, RecursivelySpeculatable,
     SingleBlock]> {
  let summary = "a branch";
  let description = [{
    Runs the first region if the scalar condition is true, else the second one,
    which may be absent if there are no results. A branch ends with `yield`,
    whose operands become the results, or leaves by `continue`, `break` or
    `return`. A `yield` without operands may be omitted in text. Results may not
    be views.

    #### Example
    ```mlir
    %u = if %c -> (tile<f32>) {
      yield %a : tile<f32>
    } else {
      yield %b : tile<f32>
    }
    ```
  }];
  let category = "control-flow";
  let arguments = (ins CudaTile_ScalarBool:$condition);
  let results = (outs Variadic<CudaTile_Any>:$results);
  let regions = (region SizedRegion<1>:$thenRegion,
                        MaxSizedRegion<1>:$elseRegion);
  let hasCanonicalizer = 1;
  let builders = [
    OpBuilder<(ins "::mlir::TypeRange":$results, "::mlir::Value":$condition,
        "::llvm::function_ref<void(::mlir::OpBuilder &, ::mlir::Location)>"
            :$thenBuilder,
        CArg<"::llvm::function_ref<void(::mlir::OpBuilder &, "
             "::mlir::Location)>", "nullptr">:$elseBuilder)>
  ];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_CONTROLFLOW_TD

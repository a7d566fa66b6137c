//===- Select.td - One of two elements ---------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_SELECT_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_SELECT_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_SelectOp : CudaTile_Op<"select", 0x5F, "13.1",
    [Pure, AllTypesMatch<["val_if_true", "val_if_false", "result"]>,
     AllShapesMatch<["cond", "result"]>]> {
  let summary = "one of two elements, by a condition";
  let description = [{
    `cond ? val_if_true : val_if_false` for each element.

    #### Example
    ```mlir
    %0 = select %cond, %a, %b : tile<4xi1>, tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_BoolTile:$cond, CudaTile_AnyTile:$val_if_true,
                       CudaTile_AnyTile:$val_if_false);
  let results = (outs CudaTile_AnyTile:$result);
  let assemblyFormat = [{
    $cond `,` $val_if_true `,` $val_if_false attr-dict
    `:` custom<ShortType>(type($cond)) `,` custom<ShortType>(type($result))
  }];
  let hasCanonicalizeMethod = 1;
  let hasFolder = 1;
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_SELECT_TD

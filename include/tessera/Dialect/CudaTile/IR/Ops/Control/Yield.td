//===- Yield.td - The end of a branch or of a body ---------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_YIELD_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_YIELD_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_YieldOp : CudaTile_TerminatorOp<"yield", 0x6D, [Pure]> {
  let summary = "ends a branch or the body of a reduction or scan";
  let description = [{
    Passes its operands to the op around it.

    #### Example
    ```mlir
    yield %a : tile<4xf32>
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_YIELD_TD

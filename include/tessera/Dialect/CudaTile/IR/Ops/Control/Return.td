//===- Return.td - The end of a kernel ---------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_RETURN_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_RETURN_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_ReturnOp : CudaTile_TerminatorOp<"return", 0x5C> {
  let summary = "ends the kernel";
  let description = [{
    Stands in an entry, with nothing but `if` and, from 13.4 on, `loop` in
    between, and has no operands.

    #### Example
    ```mlir
    return
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_CONTROL_RETURN_TD

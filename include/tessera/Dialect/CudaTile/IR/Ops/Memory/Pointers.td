//===- Pointers.td - Arithmetic of pointers ----------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_POINTERS_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_POINTERS_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_OffsetOp : CudaTile_Op<"offset", 0x51, "13.1",
    [Pure, Elementwise, AllTypesMatch<["ptr", "result"]>,
     AllShapesMatch<["ptr", "offset"]>]> {
  let summary = "pointers moved by a number of elements";
  let description = [{
    `ptr + offset * (storage size of the pointee)` for each pair: the offset is
    signed, the pointer unsigned, and an overflow of the product or of the sum
    leaves the result undefined.

    #### Example
    ```mlir
    %q = offset %ptrs, %offs
        : tile<4xptr<f32>>, tile<4xi32> -> tile<4xptr<f32>>
    ```
  }];
  let arguments = (ins CudaTile_PtrTile:$ptr, CudaTile_IntTile:$offset);
  let results = (outs CudaTile_PtrTile:$result);
  let assemblyFormat = [{
    $ptr `,` $offset attr-dict `:` custom<ShortType>(type($ptr)) `,`
    custom<ShortType>(type($offset)) `->` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_MEMORY_POINTERS_TD

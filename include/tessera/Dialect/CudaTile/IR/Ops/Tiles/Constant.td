//===- Constant.td - Literals ------------------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CONSTANT_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CONSTANT_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

def CudaTile_ConstantOp : CudaTile_Op<"constant", 0x10, "13.1",
    [Pure, ConstantLike, AllTypesMatch<["value", "result"]>]> {
  let summary = "a tile of literals";
  let description = [{
    One literal fills the whole tile; nested lists must match the shape. Floats
    may be written as the hexadecimal bits of the element.

    #### Example
    ```mlir
    %0 = constant <i32: [1, 2, 3, 4]> : tile<4xi32>
    %1 = constant <f32: 0x7F800000> : tile<8x8xf32>
    ```
  }];
  let arguments = (ins CudaTile_LiteralAttr:$value);
  let results = (outs CudaTile_NumberTile:$result);
  let assemblyFormat = "attr-dict custom<DenseLiteral>($value)";
  let hasFolder = 1;
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_TILES_CONSTANT_TD

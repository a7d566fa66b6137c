//===- Conversion.td - Conversions of floats -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_CONVERSION_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_CONVERSION_TD

include "tessera/Dialect/TileAA/IR/Elementwise.td"

def TileAA_ConvertFloatOp : TileAA_ElementwiseOp<"convert_float"> {
  let summary = "A float in another format, rounded once";
  let description = [{
    Formats without arithmetic are held as bits: floats of 8 bits as i8,
    f4E2M1FN as i4, and tf32 as an f32 whose low 13 bits are ignored (PTX ISA,
    "Alternate floating-point data formats"). Numbers beyond the largest of a
    format of 4 or 8 bits, and infinity, become the largest.

    ```mlir
    %1 = tileaa.convert_float %0 from <f32> to <f8E4M3FN> : tensor<64xf32> -> tensor<64xi8>
    ```
  }];
  let arguments = (ins
      TileAA_ScalarOrTileOf<[I<4>, I8, F16, BF16, F32, F64], "float">:$operand,
      TileAA_FloatFormatAttr:$from, TileAA_FloatFormatAttr:$to,
      DefaultValuedAttr<TileAA_RoundingAttr, "Rounding::NearestEven">:$rounding);
  let results = (outs
      TileAA_ScalarOrTileOf<[I<4>, I8, F16, BF16, F32, F64], "float">:$result);
  let assemblyFormat = [{
    $operand `from` $from `to` $to (`rounding` `` $rounding^)? attr-dict `:`
    type($operand) `->` type($result)
  }];
  let hasVerifier = 1;
}

def TileAA_SaturateToIntOp : TileAA_ElementwiseOp<"saturate_to_int"> {
  let summary = "Truncates a float to an integer, with saturation";
  let description = [{
    Values outside of the type's range give its smallest or largest integer; NaN
    gives 0.

    ```mlir
    %1 = tileaa.saturate_to_int %0 signed : f32 -> i8
    ```
  }];
  let arguments = (ins TileAA_FloatLike:$operand, UnitAttr:$is_signed);
  let results = (outs TileAA_IntLike:$result);
  let assemblyFormat = [{
    $operand (`signed` $is_signed^)? attr-dict `:` type($operand) `->` type($result)
  }];
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_CONVERSION_TD

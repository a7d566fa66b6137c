//===- MatrixMath.td - Matrix products ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_MATRIXMATH_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_MATRIXMATH_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

/// `lhs` (M x K) times `rhs` (K x N) plus `acc` (M x N), for each matrix of a
/// batch if the rank is 3.
class CudaTile_MatrixOp<string mnemonic, int opcode, string since = "13.1">
    : CudaTile_Op<mnemonic, opcode, since,
                  [Pure, AllTypesMatch<["acc", "result"]>]> {
  let category = "fp math";
  let hasVerifier = 1;
}

def CudaTile_MmaFOp : CudaTile_MatrixOp<"mmaf", 0x49> {
  let summary = "matrix product and sum of floats";
  let description = [{
    `lhs * rhs + acc` for matrices (M x K, K x N, M x N), or for a batch of them
    in a leading dimension. The sum is taken in the type of `acc`: f16 or f32 for
    f8E4M3FN, f8E5M2 and f16; f32 for bf16, tf32 and f32; f64 for f64.
    `fast_acc` (13.3) lets 8-bit products add up with the lower precision that
    some hardware offers.

    Open: neither the precision within nor the order of the sum is stated. Without
    `fast_acc` we multiply exactly, f32 included, and sum at least as precisely as
    in the type of `acc`; but sums of up to 128 products of 8-bit floats may have
    14 bits, before they are added in f32.

    #### Example
    ```mlir
    %0 = mmaf %l, %r, %acc fast_acc
        : tile<16x32xf8E4M3FN>, tile<32x8xf8E4M3FN>, tile<16x8xf32>
    ```
  }];
  let arguments = (ins CudaTile_MatrixFloatTile:$lhs,
                       CudaTile_MatrixFloatTile:$rhs,
                       CudaTile_MatrixAccTile:$acc, UnitAttr:$fast_acc);
  let laterFields = [CudaTile_FieldSince<"fast_acc", "13.3">];
  let results = (outs CudaTile_MatrixAccTile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`fast_acc` $fast_acc^)? attr-dict
    `:` custom<ShortType>(type($lhs)) `,` custom<ShortType>(type($rhs)) `,`
    custom<ShortType>(type($acc))
  }];
}

def CudaTile_MmaFScaledOp
    : CudaTile_MatrixOp<"mmaf_scaled", 0x72, "13.3"> {
  let summary = "matrix product and sum of floats in scaled blocks";
  let description = [{
    As `mmaf` after each run of V elements along K has been multiplied by its
    scale: `lhs_scale` is M x K/V, `rhs_scale` K/V x N. The elements are f8E4M3FN
    or f8E5M2 with scales of f8E8M0FNU and V = 32; or f4E2M1FN with scales of
    f8E4M3FN and V = 16, or of f8E8M0FNU or (13.4) f8E5M3FNU and V = 16 or 32.
    Negative scales make the result undefined.

    Open: precision and order of the sum, as in `mmaf`.

    #### Example
    ```mlir
    %0 = mmaf_scaled %l, %r, %acc, %ls, %rs
        : tile<16x64xf8E5M2>, tile<64x8xf8E5M2>, tile<16x8xf32>,
          tile<16x2xf8E8M0FNU>, tile<2x8xf8E8M0FNU>
    ```
  }];
  let arguments = (ins CudaTile_NarrowFloatTile:$lhs,
                       CudaTile_NarrowFloatTile:$rhs, CudaTile_F32Tile:$acc,
                       CudaTile_ScaleTile:$lhs_scale,
                       CudaTile_ScaleTile:$rhs_scale);
  let results = (outs CudaTile_F32Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc `,` $lhs_scale `,` $rhs_scale attr-dict
    `:` custom<ShortType>(type($lhs)) `,` custom<ShortType>(type($rhs)) `,`
    custom<ShortType>(type($acc)) `,` custom<ShortType>(type($lhs_scale)) `,`
    custom<ShortType>(type($rhs_scale))
  }];
}

def CudaTile_MmaIOp : CudaTile_MatrixOp<"mmai", 0x4A> {
  let summary = "matrix product and sum of integers";
  let description = [{
    `lhs * rhs + acc` with the shapes of `mmaf`. The bytes of each operand are
    widened by its own signedness; the signed sum wraps.

    #### Example
    ```mlir
    %0 = mmai %l, %r, %acc signed unsigned
        : tile<4x8xi8>, tile<8x2xi8>, tile<4x2xi32>
    ```
  }];
  let category = "int math";
  let arguments = (ins CudaTile_ByteTile:$lhs, CudaTile_ByteTile:$rhs,
                       CudaTile_I32Tile:$acc,
                       CudaTile_SignednessAttr:$signedness_lhs,
                       CudaTile_SignednessAttr:$signedness_rhs);
  let results = (outs CudaTile_I32Tile:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc custom<Keyword>($signedness_lhs)
    custom<Keyword>($signedness_rhs) attr-dict
    `:` custom<ShortType>(type($lhs)) `,` custom<ShortType>(type($rhs)) `,`
    custom<ShortType>(type($acc))
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_MATRIXMATH_TD

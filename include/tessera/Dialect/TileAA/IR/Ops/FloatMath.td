//===- FloatMath.td - Floating-point arithmetic -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ops that `arith` has with the right meaning are not repeated here: see
// Dialect.td.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_FLOATMATH_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_FLOATMATH_TD

include "tessera/Dialect/TileAA/IR/Elementwise.td"

class TileAA_RoundedBinaryOp<string mnemonic, string what>
    : TileAA_FloatOp<mnemonic,
        (ins TileAA_FloatLike:$lhs, TileAA_FloatLike:$rhs),
        (ins DefaultValuedAttr<TileAA_RoundingAttr, "Rounding::NearestEven">:$rounding,
             UnitAttr:$ftz),
        "$lhs `,` $rhs (`rounding` `` $rounding^)? (`ftz` $ftz^)?"> {
  let summary = what # ", rounded once";
  let description = Example<
      "%2 = tileaa." # mnemonic # " %0, %1 rounding<zero> : tensor<64xf32>">.text;
  let hasVerifier = 1;
}
def TileAA_AddFOp : TileAA_RoundedBinaryOp<"addf", "Float sum">;
def TileAA_SubFOp : TileAA_RoundedBinaryOp<"subf", "Float difference">;
def TileAA_MulFOp : TileAA_RoundedBinaryOp<"mulf", "Float product">;
def TileAA_DivFOp : TileAA_RoundedBinaryOp<"divf", "Float quotient">;

def TileAA_FmaOp : TileAA_FloatOp<"fma",
    (ins TileAA_FloatLike:$lhs, TileAA_FloatLike:$rhs, TileAA_FloatLike:$acc),
    (ins DefaultValuedAttr<TileAA_RoundingAttr, "Rounding::NearestEven">:$rounding,
         UnitAttr:$ftz),
    "$lhs `,` $rhs `,` $acc (`rounding` `` $rounding^)? (`ftz` $ftz^)?"> {
  let summary = "lhs * rhs + acc, rounded once";
  let description = Example<"%3 = tileaa.fma %0, %1, %2 ftz : tensor<64xf32>">.text;
  let hasVerifier = 1;
}

class TileAA_MinMaxFOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$lhs, TileAA_FloatLike:$rhs),
    (ins UnitAttr:$propagate_nan, UnitAttr:$ftz),
    "$lhs `,` $rhs (`propagate_nan` $propagate_nan^)? (`ftz` $ftz^)?"> {
  let summary = what;
  let description = Example<
      "%2 = tileaa." # mnemonic # " %0, %1 propagate_nan : tensor<64xf16>", [{
    +0 is greater than -0. One NaN operand is ignored, or with `propagate_nan`
    makes the result NaN.
  }]>.text;
}
def TileAA_MaxFOp : TileAA_MinMaxFOp<"maxf", "The greater of two floats">;
def TileAA_MinFOp : TileAA_MinMaxFOp<"minf", "The lesser of two floats">;

def TileAA_RemFOp : TileAA_FloatOp<"remf",
    (ins TileAA_FloatLike:$lhs, TileAA_FloatLike:$rhs), (ins), "$lhs `,` $rhs"> {
  let summary = "The exact remainder of truncated division";
  let description = Example<"%2 = tileaa.remf %0, %1 : f64">.text;
}

def TileAA_AbsFOp : TileAA_UnaryFOp<"absf", "Clears the sign">;
def TileAA_CeilOp : TileAA_UnaryFOp<"ceil", "The least integer not below">;
def TileAA_FloorOp : TileAA_UnaryFOp<"floor", "The greatest integer not above">;

def TileAA_SqrtOp : TileAA_FloatOp<"sqrt", (ins TileAA_FloatLike:$operand),
    (ins DefaultValuedAttr<TileAA_RoundingAttr, "Rounding::NearestEven">:$rounding,
         UnitAttr:$ftz),
    "$operand (`rounding` `` $rounding^)? (`ftz` $ftz^)?"> {
  let summary = "The square root, rounded once";
  let description = Example<"%1 = tileaa.sqrt %0 rounding<approx> : f32">.text;
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_FLOATMATH_TD

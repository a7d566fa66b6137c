//===- ElementaryMath.td - Elementary functions of floats -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results are not exact, except for special values: the last bits are those of
// CUDA's mathematical library.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_ELEMENTARYMATH_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_ELEMENTARYMATH_TD

include "tessera/Dialect/TileAA/IR/Elementwise.td"

/// A function of f32 for which there is also an instruction with fewer correct
/// bits.
class TileAA_ApproximableOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$operand), (ins UnitAttr:$approx),
    "$operand (`approx` $approx^)?"> {
  let summary = what;
  let description = Example<"%1 = tileaa." # mnemonic # " %0 approx : f32">.text;
}
def TileAA_ExpOp : TileAA_ApproximableOp<"exp", "e to the power of the operand">;
def TileAA_TanhOp : TileAA_ApproximableOp<"tanh", "The hyperbolic tangent">;

/// A function of f32 that may flush subnormal operands and results to zero.
class TileAA_FlushingOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$operand), (ins UnitAttr:$ftz),
    "$operand (`ftz` $ftz^)?"> {
  let summary = what;
  let description = Example<"%1 = tileaa." # mnemonic # " %0 ftz : f32">.text;
}
def TileAA_Exp2Op : TileAA_FlushingOp<"exp2", "2 to the power of the operand">;
def TileAA_RsqrtOp : TileAA_FlushingOp<"rsqrt", "1 / the square root">;

def TileAA_LogOp : TileAA_UnaryFOp<"log", "The natural logarithm">;
def TileAA_Log2Op : TileAA_UnaryFOp<"log2", "The logarithm to base 2">;
def TileAA_SinOp : TileAA_UnaryFOp<"sin", "The sine">;
def TileAA_CosOp : TileAA_UnaryFOp<"cos", "The cosine">;
def TileAA_TanOp : TileAA_UnaryFOp<"tan", "The tangent">;
def TileAA_SinhOp : TileAA_UnaryFOp<"sinh", "The hyperbolic sine">;
def TileAA_CoshOp : TileAA_UnaryFOp<"cosh", "The hyperbolic cosine">;

class TileAA_BinaryFunctionOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$lhs, TileAA_FloatLike:$rhs), (ins), "$lhs `,` $rhs"> {
  let summary = what;
  let description = Example<
      "%2 = tileaa." # mnemonic # " %0, %1 : tensor<64xf64>">.text;
}
def TileAA_Atan2Op : TileAA_BinaryFunctionOp<"atan2",
    "The angle whose tangent is lhs / rhs, in the quadrant of their signs">;
def TileAA_PowOp : TileAA_BinaryFunctionOp<"pow", "lhs to the power of rhs">;

def TileAA_PowIOp : TileAA_ElementwiseOp<"powi", [AllTypesMatch<["lhs", "result"]>]> {
  let summary = "lhs to the power of a signed integer of 32 bits";
  let description = Example<"%2 = tileaa.powi %0, %1 : f32, i32">.text;
  let arguments = (ins TileAA_FloatLike:$lhs, TileAA_IntLike:$rhs);
  let results = (outs TileAA_FloatLike:$result);
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs)";
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_ELEMENTARYMATH_TD

//===- Arithmetic.td - Elementwise ops that arith does not have -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_ARITHMETIC_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_ARITHMETIC_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Types.td"

class TileAA_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : TileAA_Op<mnemonic, !listconcat([Pure, Elementwise, Scalarizable,
                                       Vectorizable, Tensorizable], traits)>;

class TileAA_FloatOp<string mnemonic, dag operands, dag attributes, string format>
    : TileAA_ElementwiseOp<mnemonic, [SameOperandsAndResultType]> {
  let arguments = !con(operands, attributes);
  let results = (outs TileAA_FloatLike:$result);
  let assemblyFormat = format # " attr-dict `:` type($result)";
}

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

class TileAA_UnaryFOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$operand), (ins), "$operand"> {
  let summary = what;
  let description = Example<"%1 = tileaa." # mnemonic # " %0 : tensor<64xf32>">.text;
}
def TileAA_AbsFOp : TileAA_UnaryFOp<"absf", "Clears the sign">;
def TileAA_CeilOp : TileAA_UnaryFOp<"ceil", "The least integer not below">;
def TileAA_FloorOp : TileAA_UnaryFOp<"floor", "The greatest integer not above">;

// Functions of which no result is exact but special values: the last bits are
// those of CUDA's mathematical library.

def TileAA_SqrtOp : TileAA_FloatOp<"sqrt", (ins TileAA_FloatLike:$operand),
    (ins DefaultValuedAttr<TileAA_RoundingAttr, "Rounding::NearestEven">:$rounding,
         UnitAttr:$ftz),
    "$operand (`rounding` `` $rounding^)? (`ftz` $ftz^)?"> {
  let summary = "The square root, rounded once";
  let description = Example<"%1 = tileaa.sqrt %0 rounding<approx> : f32">.text;
  let hasVerifier = 1;
}

/// A function of f32 that also comes as an instruction of fewer correct bits.
class TileAA_ApproximableOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$operand), (ins UnitAttr:$approx),
    "$operand (`approx` $approx^)?"> {
  let summary = what;
  let description = Example<"%1 = tileaa." # mnemonic # " %0 approx : f32">.text;
}
def TileAA_ExpOp : TileAA_ApproximableOp<"exp", "e to the power of the operand">;
def TileAA_TanhOp : TileAA_ApproximableOp<"tanh", "The hyperbolic tangent">;

/// A function of f32 that may take subnormal operands and results for zeros.
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

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

def TileAA_ConvertFloatOp : TileAA_ElementwiseOp<"convert_float"> {
  let summary = "A float in another format, rounded once";
  let description = [{
    The formats that no arithmetic is done in are bits here: floats of 8 bits
    are an i8, f4E2M1FN is an i4 and tf32 an f32 whose low 13 bits mean nothing
    (PTX ISA, "Alternate floating-point data formats"). Numbers beyond the
    largest of a format of 4 or 8 bits, infinity too, become the largest.

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
  let summary = "A float truncated to an integer, the nearest there is";
  let description = [{
    Beyond the integers of the type the result is the least or the greatest; of
    NaN it is 0.

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

def TileAA_PtrAddOp : TileAA_ElementwiseOp<"ptr_add",
    [AllTypesMatch<["base", "result"]>]> {
  let summary = "base + offset bytes";
  let description = Example<"%2 = tileaa.ptr_add %0, %1 : !tileaa.ptr, i64">.text;
  let arguments = (ins TileAA_PtrLike:$base, TileAA_I64Like:$offset);
  let results = (outs TileAA_PtrLike:$result);
  let assemblyFormat =
      "$base `,` $offset attr-dict `:` type($base) `,` type($offset)";
}

def TileAA_PtrToIntOp : TileAA_ElementwiseOp<"ptr_to_int"> {
  let summary = "The address as an i64";
  let description = Example<"%1 = tileaa.ptr_to_int %0 : !tileaa.ptr -> i64">.text;
  let arguments = (ins TileAA_PtrLike:$operand);
  let results = (outs TileAA_I64Like:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def TileAA_IntToPtrOp : TileAA_ElementwiseOp<"int_to_ptr"> {
  let summary = "An i64 as an address";
  let description = Example<"%1 = tileaa.int_to_ptr %0 : i64 -> !tileaa.ptr">.text;
  let arguments = (ins TileAA_I64Like:$operand);
  let results = (outs TileAA_PtrLike:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_ARITHMETIC_TD

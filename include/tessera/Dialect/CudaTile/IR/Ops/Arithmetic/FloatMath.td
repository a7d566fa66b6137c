//===- FloatMath.td - Floating-point arithmetic and comparisons ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_FLOATMATH_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_FLOATMATH_TD

include "tessera/Dialect/CudaTile/IR/FloatOp.td"

class CudaTile_RoundedBinaryOp<string mnemonic, int opcode,
                               list<Trait> traits = []>
    : CudaTile_FloatOp<mnemonic, opcode, ["lhs", "rhs"], "13.1", traits> {
  let arguments = (ins CudaTile_BasicFloatTile:$lhs,
                       CudaTile_BasicFloatTile:$rhs,
                       CudaTile_DefaultRounding:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs (`rounding` `` $rounding_mode^)?
    (`flush_to_zero` $flush_to_zero^)?
    attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

class CudaTile_MinMaxFOp<string mnemonic, int opcode>
    : CudaTile_FloatOp<mnemonic, opcode, ["lhs", "rhs"], "13.1",
                       [Commutative]> {
  let arguments = (ins CudaTile_BasicFloatTile:$lhs,
                       CudaTile_BasicFloatTile:$rhs,
                       UnitAttr:$propagate_nan, UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs
    oilist(`flush_to_zero` $flush_to_zero | `propagate_nan` $propagate_nan)
    attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Sums, products, quotients
//===----------------------------------------------------------------------===//

def CudaTile_AddFOp : CudaTile_RoundedBinaryOp<"addf", 0x02, [Commutative]> {
  let summary = "sum of floats";
  let description = [{
    `lhs + rhs` for each element, correctly rounded by `rounding_mode`:
    nearest_even (left out in text), zero, negative_inf or positive_inf.
    `flush_to_zero` (f32 only) replaces every subnormal operand and result by the
    zero of its sign. For f16 and bf16 a mode other than nearest_even may round
    through f32.

    #### Example
    ```mlir
    %0 = addf %a, %b rounding<zero> flush_to_zero : tile<4xf32>
    ```
  }];
}

def CudaTile_SubFOp : CudaTile_RoundedBinaryOp<"subf", 0x67> {
  let summary = "difference of floats";
  let description = [{
    `lhs - rhs` for each element; rounding and `flush_to_zero` as in `addf`.

    #### Example
    ```mlir
    %0 = subf %a, %b : tile<4xf32>
    ```
  }];
}

def CudaTile_MulFOp : CudaTile_RoundedBinaryOp<"mulf", 0x4C, [Commutative]> {
  let summary = "product of floats";
  let description = [{
    `lhs * rhs` for each element; rounding and `flush_to_zero` as in `addf`.

    Open: some texts flush a negative subnormal product to +0. We keep the sign,
    as every other op and the hardware do.

    #### Example
    ```mlir
    %0 = mulf %a, %b rounding<positive_inf> : tile<4xf64>
    ```
  }];
}

def CudaTile_DivFOp : CudaTile_RoundedBinaryOp<"divf", 0x14> {
  let summary = "quotient of floats";
  let description = [{
    `lhs / rhs` for each element. The four IEEE modes round correctly. Two more
    exist for f32, each within 2 ulp: `approx` multiplies by an approximate
    reciprocal (for 2^126 < |rhs| < 2^128 it gives 0, or NaN for an infinite
    `lhs`), `full` scales so that the bound holds over the whole range. f16 and
    bf16 compute in f32.

    #### Example
    ```mlir
    %0 = divf %a, %b rounding<approx> flush_to_zero : tile<4xf32>
    ```
  }];
  let hasCanonicalizeMethod = 1;
}

def CudaTile_FmaOp : CudaTile_FloatOp<"fma", 0x28, ["lhs", "rhs", "acc"]> {
  let summary = "product and sum with one rounding";
  let description = [{
    `lhs * rhs + acc` for each element, rounded once; rounding and
    `flush_to_zero` as in `addf`.

    #### Example
    ```mlir
    %0 = fma %a, %b, %c rounding<negative_inf> : tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_BasicFloatTile:$lhs,
                       CudaTile_BasicFloatTile:$rhs,
                       CudaTile_BasicFloatTile:$acc,
                       CudaTile_DefaultRounding:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $lhs `,` $rhs `,` $acc (`rounding` `` $rounding_mode^)?
    (`flush_to_zero` $flush_to_zero^)?
    attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;
}

def CudaTile_RemFOp : CudaTile_FloatOp<"remf", 0x59, ["lhs", "rhs"]> {
  let summary = "remainder of a truncated division of floats";
  let description = [{
    `lhs - trunc(lhs / rhs) * rhs` for each element, exact, with the sign of
    `lhs`. Division by zero and an infinite `lhs` give NaN; an infinite `rhs`
    leaves a finite `lhs` as it is.

    #### Example
    ```mlir
    %0 = remf %a, %b : tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_BasicFloatTile:$lhs,
                       CudaTile_BasicFloatTile:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Sign, rounding to integers, extrema
//===----------------------------------------------------------------------===//

def CudaTile_AbsFOp : CudaTile_FloatUnaryOp<"absf", 0x00> {
  let summary = "absolute value of floats";
  let description = [{
    Clears the sign bit of each element, NaN included.

    #### Example
    ```mlir
    %0 = absf %a : tile<4xf32>
    ```
  }];
  let hasFolder = 1;
}

def CudaTile_NegFOp : CudaTile_FloatUnaryOp<"negf", 0x4F> {
  let summary = "negated floats";
  let description = [{
    Flips the sign bit of each element, NaN included.

    #### Example
    ```mlir
    %0 = negf %a : tile<4xf32>
    ```
  }];
  let hasFolder = 1;
}

def CudaTile_CeilOp : CudaTile_FloatUnaryOp<"ceil", 0x0D> {
  let summary = "smallest integer that is not below";
  let description = [{
    Rounds each element up to an integer, which stays a float.

    #### Example
    ```mlir
    %0 = ceil %a : tile<4xf32>
    ```
  }];
  let hasFolder = 1;
}

def CudaTile_FloorOp : CudaTile_FloatUnaryOp<"floor", 0x27> {
  let summary = "largest integer that is not above";
  let description = [{
    Rounds each element down to an integer, which stays a float.

    #### Example
    ```mlir
    %0 = floor %a : tile<4xf32>
    ```
  }];
  let hasFolder = 1;
}

def CudaTile_MaxFOp : CudaTile_MinMaxFOp<"maxf", 0x45> {
  let summary = "the greater of two floats";
  let description = [{
    The greater element of each pair, where +0 is above -0. A single NaN is
    ignored, two give the canonical NaN; with `propagate_nan` any NaN gives it.
    `flush_to_zero` as in `addf`.

    #### Example
    ```mlir
    %0 = maxf %a, %b flush_to_zero propagate_nan : tile<4xf32>
    ```
  }];
}

def CudaTile_MinFOp : CudaTile_MinMaxFOp<"minf", 0x47> {
  let summary = "the lesser of two floats";
  let description = [{
    The lesser element of each pair, where -0 is below +0. NaN and
    `flush_to_zero` as in `maxf`.

    #### Example
    ```mlir
    %0 = minf %a, %b : tile<4xf32>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

def CudaTile_CmpFOp : CudaTile_Op<"cmpf", 0x0E, "13.1",
    [Pure, AllTypesMatch<["lhs", "rhs"]>,
     TypesMatchWith<"the result is a tile of i1 with the shape of lhs", "lhs",
                    "result", "::tessera::cuda_tile::getBoolTile($_self)">]> {
  let summary = "comparison of floats";
  let description = [{
    True for each pair of elements for which the predicate holds. If one of the
    two is NaN, the result is false if `ordered` and true if `unordered`, for
    any predicate.

    #### Example
    ```mlir
    %0 = cmpf less_than ordered %a, %b : tile<4xf32> -> tile<4xi1>
    ```
  }];
  let category = "fp math";
  let arguments = (ins CudaTile_ComparisonPredicateAttr:$comparison_predicate,
                       CudaTile_ComparisonOrderingAttr:$comparison_ordering,
                       CudaTile_BasicFloatTile:$lhs,
                       CudaTile_BasicFloatTile:$rhs);
  let results = (outs CudaTile_BoolTile:$result);
  let hasFolder = 1;
  let assemblyFormat = [{
    custom<Keyword>($comparison_predicate) custom<Keyword>($comparison_ordering)
    $lhs `,` $rhs attr-dict `:` custom<ShortType>(type($lhs))
    `->` custom<ShortType>(type($result))
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_FLOATMATH_TD

//===- ElementaryMath.td - Elementary functions of floats ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of one element each, computed in f32 for f16 and bf16. The
// specification bounds the error only where a description says so.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_ELEMENTARYMATH_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_ELEMENTARYMATH_TD

include "tessera/Dialect/CudaTile/IR/FloatOp.td"

class CudaTile_FlushingUnaryOp<string mnemonic, int opcode>
    : CudaTile_FloatOp<mnemonic, opcode, ["source"]> {
  let arguments = (ins CudaTile_BasicFloatTile:$source,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $source (`flush_to_zero` $flush_to_zero^)?
    attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

/// A function that comes in full accuracy and as an approximation of f32.
class CudaTile_ApproximableUnaryOp<string mnemonic, int opcode, string version>
    : CudaTile_FloatOp<mnemonic, opcode, ["source"]> {
  let arguments = (ins CudaTile_BasicFloatTile:$source,
      DefaultValuedAttr<CudaTile_RoundingModeAttr,
          "::tessera::cuda_tile::RoundingMode::Full">:$rounding_mode);
  let laterFields = [CudaTile_FieldSince<"rounding_mode", version>];
  let assemblyFormat = [{
    $source (`rounding` `` $rounding_mode^)?
    attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

class CudaTile_FloatBinaryOp<string mnemonic, int opcode, string first,
                             string second, string since = "13.1">
    : CudaTile_FloatOp<mnemonic, opcode, [first, second], since> {
  let assemblyFormat = "$" # first # " `,` $" # second
      # " attr-dict `:` custom<ShortType>(type($result))";
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

def CudaTile_SqrtOp : CudaTile_FloatOp<"sqrt", 0x64, ["source"]> {
  let summary = "square root";
  let description = [{
    Correctly rounded by one of the four IEEE modes, of which nearest_even is left
    out in text; `approx` (f32 only) is the approximation of the hardware.
    `flush_to_zero` as in `addf`. For f16 and bf16 a mode other than nearest_even
    may round through f32.

    #### Example
    ```mlir
    %0 = sqrt %a rounding<approx> : tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_BasicFloatTile:$source,
                       CudaTile_DefaultRounding:$rounding_mode,
                       UnitAttr:$flush_to_zero);
  let assemblyFormat = [{
    $source (`rounding` `` $rounding_mode^)? (`flush_to_zero` $flush_to_zero^)?
    attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_RsqrtOp : CudaTile_FlushingUnaryOp<"rsqrt", 0x5D> {
  let summary = "reciprocal of the square root";
  let description = [{
    `1 / sqrt(source)` for each element; `flush_to_zero` as in `addf`.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = rsqrt %a flush_to_zero : tile<4xf32>
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Exponentials, logarithms, powers
//===----------------------------------------------------------------------===//

def CudaTile_ExpOp : CudaTile_ApproximableUnaryOp<"exp", 0x17, "13.3"> {
  let summary = "e to the power of each element";
  let description = [{
    `full` (left out in text) is as accurate as the CUDA math library, `approx`
    (f32 only) is the hardware's power of two of the scaled operand.

    #### Example
    ```mlir
    %0 = exp %a rounding<approx> : tile<4xf32>
    ```
  }];
}

def CudaTile_Exp2Op : CudaTile_FlushingUnaryOp<"exp2", 0x18> {
  let summary = "two to the power of each element";
  let description = [{
    `flush_to_zero` as in `addf`.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = exp2 %a flush_to_zero : tile<4xf32>
    ```
  }];
}

def CudaTile_LogOp : CudaTile_FloatUnaryOp<"log", 0x3F> {
  let summary = "natural logarithm";
  let description = [{
    The logarithm to the base e of each element.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = log %a : tile<4xf32>
    ```
  }];
}

def CudaTile_Log2Op : CudaTile_FloatUnaryOp<"log2", 0x40> {
  let summary = "binary logarithm";
  let description = [{
    The logarithm to the base 2 of each element.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = log2 %a : tile<4xf32>
    ```
  }];
}

def CudaTile_FPowFOp
    : CudaTile_FloatBinaryOp<"fpowf", 0x54, "source", "exponent"> {
  let summary = "power with a float exponent";
  let description = [{
    `source` to the power of `exponent` for each pair. Up to 13.3 the op was called
    `pow`, which text may still say.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = fpowf %a, %b : tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_BasicFloatTile:$source,
                       CudaTile_BasicFloatTile:$exponent);
}

def CudaTile_FPowIOp : CudaTile_Op<"fpowi", 0x79, "13.4",
    [Pure, AllTypesMatch<["source", "result"]>]> {
  let summary = "power with an integer exponent";
  let description = [{
    `source` to the power of `exponent` for each pair, where the exponent is
    signed: the i1 `true` is -1.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = fpowi %a, %n : tile<4xf32>, tile<4xi32>
    ```
  }];
  let category = "fp math";
  let arguments = (ins CudaTile_BasicFloatTile:$source,
                       CudaTile_PowerIntTile:$exponent);
  let results = (outs CudaTile_BasicFloatTile:$result);
  let assemblyFormat = [{
    $source `,` $exponent attr-dict `:` custom<ShortType>(type($source)) `,`
    custom<ShortType>(type($exponent))
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Trigonometric and hyperbolic functions
//===----------------------------------------------------------------------===//

def CudaTile_SinOp : CudaTile_FloatUnaryOp<"sin", 0x62> {
  let summary = "sine";
  let description = [{
    The sine of each element, an angle in radians.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = sin %a : tile<4xf32>
    ```
  }];
}

def CudaTile_CosOp : CudaTile_FloatUnaryOp<"cos", 0x12> {
  let summary = "cosine";
  let description = [{
    The cosine of each element, an angle in radians.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = cos %a : tile<4xf32>
    ```
  }];
}

def CudaTile_TanOp : CudaTile_FloatUnaryOp<"tan", 0x69> {
  let summary = "tangent";
  let description = [{
    The tangent of each element, an angle in radians.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = tan %a : tile<4xf32>
    ```
  }];
}

def CudaTile_Atan2Op
    : CudaTile_FloatBinaryOp<"atan2", 0x6E, "x", "y", "13.2"> {
  let summary = "angle of a ratio";
  let description = [{
    The angle whose tangent is `x / y`, in the quadrant that the signs of the two
    name: the first operand is the numerator.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = atan2 %a, %b : tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_BasicFloatTile:$x, CudaTile_BasicFloatTile:$y);
}

def CudaTile_SinhOp : CudaTile_FloatUnaryOp<"sinh", 0x63> {
  let summary = "hyperbolic sine";
  let description = [{
    The hyperbolic sine of each element.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = sinh %a : tile<4xf32>
    ```
  }];
}

def CudaTile_CoshOp : CudaTile_FloatUnaryOp<"cosh", 0x13> {
  let summary = "hyperbolic cosine";
  let description = [{
    The hyperbolic cosine of each element.

    Open: no bound of the error is stated. We compute with CUDA's math library, f16
    and bf16 in f32.

    #### Example
    ```mlir
    %0 = cosh %a : tile<4xf32>
    ```
  }];
}

def CudaTile_TanhOp : CudaTile_ApproximableUnaryOp<"tanh", 0x6A, "13.2"> {
  let summary = "hyperbolic tangent";
  let description = [{
    `full` (left out in text) is within 2 ulp for f32 and 1 ulp for f64, `approx`
    (f32 only) is the approximation of the hardware, which keeps subnormal
    results.

    #### Example
    ```mlir
    %0 = tanh %a rounding<approx> : tile<4xf32>
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_ELEMENTARYMATH_TD

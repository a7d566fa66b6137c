//===- Conversion.td - Conversions between element types ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_CONVERSION_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_CONVERSION_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

class CudaTile_ConversionOp<string mnemonic, int opcode, string from, string to>
    : CudaTile_Op<mnemonic, opcode, "13.1",
                  [Pure, AllShapesMatch<[from, to]>]> {
  let category = "conversion";
  let hasFolder = 1;
  let hasVerifier = 1;
}

/// A change of type that keeps the bits.
class CudaTile_RecastOp<string mnemonic, int opcode, CudaTile_Constraint from,
                        CudaTile_Constraint to>
    : CudaTile_ConversionOp<mnemonic, opcode, "source", "result"> {
  let arguments = (ins from:$source);
  let results = (outs to:$result);
  let assemblyFormat = [{
    $source attr-dict `:` custom<ShortType>(type($source))
    `->` custom<ShortType>(type($result))
  }];
  let hasVerifier = 0;
}

def CudaTile_BitcastOp
    : CudaTile_RecastOp<"bitcast", 0x09, CudaTile_NumberTile,
                        CudaTile_NumberTile> {
  let summary = "the same bits read as another type";
  let description = [{
    Both element types have the same width. Pointers have ops of their own.

    #### Example
    ```mlir
    %0 = bitcast %a : tile<4xf32> -> tile<4xi32>
    ```
  }];
  let hasVerifier = 1;
}

def CudaTile_ExtIOp
    : CudaTile_ConversionOp<"exti", 0x25, "from", "to"> {
  let summary = "integers made wider";
  let description = [{
    Fills with the sign bit if signed and with zeros if unsigned; a true i1 that
    is read as signed becomes -1.

    #### Example
    ```mlir
    %0 = exti %i8 signed : tile<4xi8> -> tile<4xi32>
    ```
  }];
  let arguments = (ins CudaTile_ExtIntTile:$from,
                       CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_ExtIntTile:$to);
  let assemblyFormat = [{
    $from custom<Keyword>($signedness) attr-dict
    `:` custom<ShortType>(type($from)) `->` custom<ShortType>(type($to))
  }];
}

def CudaTile_TruncIOp
    : CudaTile_ConversionOp<"trunci", 0x6B, "from", "to"> {
  let summary = "integers made narrower";
  let description = [{
    Drops the high bits. `no_signed_wrap` promises that they equal the new sign
    bit, `no_unsigned_wrap` that they are zero.

    #### Example
    ```mlir
    %0 = trunci %i32 overflow<no_signed_wrap> : tile<4xi32> -> tile<4xi8>
    ```
  }];
  let hasCanonicalizeMethod = 1;
  let arguments = (ins CudaTile_ExtIntTile:$from,
                       DefaultValuedAttr<CudaTile_IntegerOverflowAttr,
                           "::tessera::cuda_tile::IntegerOverflow::None">
                           :$overflow);
  let results = (outs CudaTile_ExtIntTile:$to);
  let assemblyFormat = [{
    $from (`overflow` `` $overflow^)? attr-dict
    `:` custom<ShortType>(type($from)) `->` custom<ShortType>(type($to))
  }];
}

def CudaTile_FToFOp
    : CudaTile_ConversionOp<"ftof", 0x2A, "from", "to"> {
  let summary = "floats of another format";
  let description = [{
    Converts the value of each element. The allowed `rounding_mode` depends on
    the target type: to f8E8M0FNU only zero and positive_inf; to other types
    below 16 bits only nearest_even; if the target has at least the precision
    and the exponents of normal numbers of the source, all of nearest_even,
    zero, negative_inf, positive_inf, nearest_away; from f64 to f32 all of these
    but nearest_away; from f32 to tf32 nearest_even, zero, nearest_away; else
    nearest_even and zero.

    Open: values outside the range of an 8-bit or 4-bit target saturate, and a NaN
    becomes the NaN of the target, as the conversion instructions do it.

    #### Example
    ```mlir
    %0 = ftof %a : tile<4xf32> -> tile<4xf16>
    ```
  }];
  let arguments = (ins CudaTile_FloatTile:$from,
                       DefaultValuedAttr<CudaTile_RoundingModeAttr,
                           "::tessera::cuda_tile::RoundingMode::NearestEven">
                           :$rounding_mode);
  let results = (outs CudaTile_FloatTile:$to);
  let assemblyFormat = [{
    $from (`rounding` `` $rounding_mode^)? attr-dict
    `:` custom<ShortType>(type($from)) `->` custom<ShortType>(type($to))
  }];
}

def CudaTile_FToIOp
    : CudaTile_ConversionOp<"ftoi", 0x2B, "from", "to"> {
  let summary = "floats to integers";
  let description = [{
    Truncates toward zero. The result is undefined for NaN, infinities and values
    that do not fit. With `saturating` (13.4) such values give the nearest end of
    the range instead, and NaN gives 0.

    #### Example
    ```mlir
    %0 = ftoi %a signed saturating : tile<4xf32> -> tile<4xi32>
    ```
  }];
  let arguments = (ins CudaTile_FloatTile:$from,
                       CudaTile_SignednessAttr:$signedness,
                       DefaultValuedAttr<CudaTile_RoundingModeAttr,
                           "::tessera::cuda_tile::RoundingMode::"
                           "NearestIntToZero">:$rounding_mode,
                       UnitAttr:$saturating);
  let laterFields = [CudaTile_FieldSince<"saturating", "13.4">];
  let results = (outs CudaTile_IntTile:$to);
  let assemblyFormat = [{
    $from custom<Keyword>($signedness) (`rounding` `` $rounding_mode^)?
    (`saturating` $saturating^)? attr-dict
    `:` custom<ShortType>(type($from)) `->` custom<ShortType>(type($to))
  }];
}

def CudaTile_IToFOp
    : CudaTile_ConversionOp<"itof", 0x3B, "from", "to"> {
  let summary = "integers to floats";
  let description = [{
    Rounds to nearest_even. Values too large for f16 become an infinity.

    Open: 8-bit and 4-bit targets saturate, as in `ftof`.

    #### Example
    ```mlir
    %0 = itof %i unsigned : tile<4xi32> -> tile<4xf32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$from,
                       CudaTile_SignednessAttr:$signedness,
                       DefaultValuedAttr<CudaTile_RoundingModeAttr,
                           "::tessera::cuda_tile::RoundingMode::NearestEven">
                           :$rounding_mode);
  let results = (outs CudaTile_FloatTile:$to);
  let assemblyFormat = [{
    $from custom<Keyword>($signedness) (`rounding` `` $rounding_mode^)?
    attr-dict `:` custom<ShortType>(type($from))
    `->` custom<ShortType>(type($to))
  }];
}

def CudaTile_IntToPtrOp
    : CudaTile_RecastOp<"int_to_ptr", 0x33, CudaTile_I64Tile,
                        CudaTile_PtrTile> {
  let summary = "addresses to pointers";
  let description = [{
    Reads each i64 as an unsigned address.

    #### Example
    ```mlir
    %0 = int_to_ptr %i64 : tile<4xi64> -> tile<4xptr<f32>>
    ```
  }];
  let hasCanonicalizeMethod = 1;
}

def CudaTile_PtrToIntOp
    : CudaTile_RecastOp<"ptr_to_int", 0x56, CudaTile_PtrTile,
                        CudaTile_I64Tile> {
  let summary = "pointers to addresses";
  let description = [{
    Gives each address as an i64, to be read as unsigned.

    #### Example
    ```mlir
    %0 = ptr_to_int %ptrs : tile<4xptr<f32>> -> tile<4xi64>
    ```
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$source)>];
}

def CudaTile_PtrToPtrOp
    : CudaTile_RecastOp<"ptr_to_ptr", 0x57, CudaTile_PtrTile,
                        CudaTile_PtrTile> {
  let summary = "pointers to another pointee type";
  let description = [{
    Keeps each address.

    #### Example
    ```mlir
    %0 = ptr_to_ptr %ptrs : tile<4xptr<f32>> -> tile<4xptr<i32>>
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_CONVERSION_TD

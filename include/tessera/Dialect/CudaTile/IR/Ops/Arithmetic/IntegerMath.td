//===- IntegerMath.td - Integer and bitwise arithmetic ------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_INTEGERMATH_TD
#define TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_INTEGERMATH_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

class CudaTile_IntOp<string mnemonic, int opcode, list<string> names,
                     list<Trait> traits = []>
    : CudaTile_SameTypeOp<mnemonic, opcode, names, "13.1", traits> {
  let category = "int math";
  let hasFolder = 1;
  let results = (outs CudaTile_IntTile:$result);
}

defvar CudaTile_DefaultOverflow = DefaultValuedAttr<
    CudaTile_IntegerOverflowAttr,
    "::tessera::cuda_tile::IntegerOverflow::None">;

class CudaTile_WrappingBinaryOp<string mnemonic, int opcode,
                                list<Trait> traits = []>
    : CudaTile_IntOp<mnemonic, opcode, ["lhs", "rhs"], traits> {
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_DefaultOverflow:$overflow);
  let assemblyFormat = [{
    $lhs `,` $rhs (`overflow` `` $overflow^)? attr-dict
    `:` custom<ShortType>(type($result))
  }];
}

class CudaTile_SignedBinaryOp<string mnemonic, int opcode,
                              list<Trait> traits = []>
    : CudaTile_IntOp<mnemonic, opcode, ["lhs", "rhs"], traits> {
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<Keyword>($signedness) attr-dict
    `:` custom<ShortType>(type($result))
  }];
}

class CudaTile_BitwiseOp<string mnemonic, int opcode>
    : CudaTile_IntOp<mnemonic, opcode, ["lhs", "rhs"], [Commutative]> {
  let category = "bitwise";
  let hasCanonicalizeMethod = 1;
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` custom<ShortType>(type($result))
  }];
}

/// Free of effects, but only safe to run where the program runs it: a divisor
/// of zero is undefined behaviour.
class CudaTile_DividingOp<string mnemonic, int opcode>
    : CudaTile_Op<mnemonic, opcode, "13.1",
        [NoMemoryEffect, DeclareOpInterfaceMethods<ConditionallySpeculatable>,
         AllTypesMatch<["lhs", "rhs", "result"]>]> {
  let category = "int math";
  let results = (outs CudaTile_IntTile:$result);
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

def CudaTile_AddIOp : CudaTile_WrappingBinaryOp<"addi", 0x03, [Commutative]> {
  let summary = "sum of integers";
  let description = [{
    Two's-complement sum of each pair. It wraps, unless `overflow` promises that
    it never has to; a broken promise is undefined behaviour.

    Open: the op is pure nevertheless, so a promise that is broken by
    speculative execution must do no harm. We take the result as undefined,
    which is undefined behaviour once it is used.

    #### Example
    ```mlir
    %0 = addi %i, %j overflow<no_wrap> : tile<4xi32>
    ```
  }];
  let hasCanonicalizeMethod = 1;
}

def CudaTile_SubIOp : CudaTile_WrappingBinaryOp<"subi", 0x68> {
  let summary = "difference of integers";
  let description = [{
    Two's-complement difference of each pair; `overflow` as in `addi`.

    #### Example
    ```mlir
    %0 = subi %i, %j : tile<4xi32>
    ```
  }];
}

def CudaTile_MulIOp : CudaTile_WrappingBinaryOp<"muli", 0x4E, [Commutative]> {
  let summary = "low half of the product of integers";
  let description = [{
    The low bits of each product; `overflow` as in `addi`.

    #### Example
    ```mlir
    %0 = muli %i, %j overflow<no_signed_wrap> : tile<4xi32>
    ```
  }];
  let hasCanonicalizeMethod = 1;
}

def CudaTile_MulhiIOp : CudaTile_IntOp<"mulhii", 0x4D, ["x", "y"],
                                      [Commutative]> {
  let summary = "high half of the product of unsigned integers";
  let description = [{
    The high w bits of the product of 2w bits, both factors read as unsigned.

    #### Example
    ```mlir
    %0 = mulhii %i, %j : tile<4xi32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$x, CudaTile_IntTile:$y);
  let assemblyFormat = [{
    $x `,` $y attr-dict `:` custom<ShortType>(type($result))
  }];
}

def CudaTile_DivIOp : CudaTile_DividingOp<"divi", 0x15> {
  let summary = "quotient of integers";
  let description = [{
    The quotient of each pair, rounded toward zero (left out in text), negative_inf
    (signed only) or positive_inf. A zero divisor is undefined behaviour, and so
    is the smallest signed value divided by -1. The op may be hoisted only where
    the divisor is known to cause neither.

    #### Example
    ```mlir
    %0 = divi %i, %j signed rounding<negative_inf> : tile<4xi32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness,
                       DefaultValuedAttr<CudaTile_RoundingModeAttr,
                           "::tessera::cuda_tile::RoundingMode::Zero">
                           :$rounding);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<Keyword>($signedness) (`rounding` `` $rounding^)?
    attr-dict `:` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_RemIOp : CudaTile_DividingOp<"remi", 0x5A> {
  let summary = "remainder of a truncated division of integers";
  let description = [{
    The remainder of each pair, with the sign of the dividend. A zero divisor is
    undefined behaviour; a remainder by -1 is 0 for every dividend.

    #### Example
    ```mlir
    %0 = remi %i, %j unsigned : tile<4xi32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness);
  let assemblyFormat = [{
    $lhs `,` $rhs custom<Keyword>($signedness) attr-dict
    `:` custom<ShortType>(type($result))
  }];
}

def CudaTile_NegIOp : CudaTile_IntOp<"negi", 0x50, ["source"]> {
  let summary = "negated integers";
  let description = [{
    Two's-complement negation, which leaves the smallest value as it is.
    `overflow` is none or, from 13.2 on, a promise about the signed reading.

    #### Example
    ```mlir
    %0 = negi %i overflow<no_signed_wrap> : tile<4xi32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$source,
                       CudaTile_DefaultOverflow:$overflow);
  let laterFields = [CudaTile_FieldSince<"overflow", "13.2",
      "::tessera::cuda_tile::IntegerOverflow::None">];
  let assemblyFormat = [{
    $source (`overflow` `` $overflow^)? attr-dict
    `:` custom<ShortType>(type($result))
  }];
  let hasVerifier = 1;
}

def CudaTile_AbsIOp : CudaTile_IntOp<"absi", 0x01, ["source"]> {
  let summary = "absolute value of integers";
  let description = [{
    The operand is read as signed, the result as unsigned: the smallest value
    keeps its bits, which are right as unsigned.

    #### Example
    ```mlir
    %0 = absi %i : tile<4xi32>
    ```
  }];
  let arguments = (ins CudaTile_IntTile:$source);
  let assemblyFormat = [{
    $source attr-dict `:` custom<ShortType>(type($result))
  }];
}

def CudaTile_MaxIOp : CudaTile_SignedBinaryOp<"maxi", 0x46, [Commutative]> {
  let summary = "the greater of two integers";
  let description = [{
    The greater element of each pair under `signedness`.

    #### Example
    ```mlir
    %0 = maxi %i, %j signed : tile<4xi32>
    ```
  }];
}

def CudaTile_MinIOp : CudaTile_SignedBinaryOp<"mini", 0x48, [Commutative]> {
  let summary = "the lesser of two integers";
  let description = [{
    The lesser element of each pair under `signedness`.

    #### Example
    ```mlir
    %0 = mini %i, %j unsigned : tile<4xi32>
    ```
  }];
}

def CudaTile_CmpIOp : CudaTile_Op<"cmpi", 0x0F, "13.1",
    [Pure, AllTypesMatch<["lhs", "rhs"]>,
     TypesMatchWith<"the result is a tile of i1 with the shape of lhs", "lhs",
                    "result", "::tessera::cuda_tile::getBoolTile($_self)">]> {
  let summary = "comparison of integers";
  let description = [{
    True for each pair of elements for which the predicate holds. `signedness`
    matters only for the four predicates of order.

    #### Example
    ```mlir
    %0 = cmpi greater_than_or_equal %i, %j, unsigned : tile<4xi32> -> tile<4xi1>
    ```
  }];
  let category = "int math";
  let arguments = (ins CudaTile_ComparisonPredicateAttr:$comparison_predicate,
                       CudaTile_IntTile:$lhs, CudaTile_IntTile:$rhs,
                       CudaTile_SignednessAttr:$signedness);
  let results = (outs CudaTile_BoolTile:$result);
  let hasFolder = 1;
  let assemblyFormat = [{
    custom<Keyword>($comparison_predicate) $lhs `,` $rhs `,`
    custom<Keyword>($signedness) attr-dict `:` custom<ShortType>(type($lhs))
    `->` custom<ShortType>(type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

def CudaTile_AndIOp : CudaTile_BitwiseOp<"andi", 0x04> {
  let summary = "bitwise and";
  let description = [{
    #### Example
    ```mlir
    %0 = andi %i, %j : tile<4xi32>
    ```
  }];
}

def CudaTile_OrIOp : CudaTile_BitwiseOp<"ori", 0x52> {
  let summary = "bitwise or";
  let description = [{
    #### Example
    ```mlir
    %0 = ori %i, %j : tile<4xi32>
    ```
  }];
}

def CudaTile_XOrIOp : CudaTile_BitwiseOp<"xori", 0x6C> {
  let summary = "bitwise exclusive or";
  let description = [{
    #### Example
    ```mlir
    %0 = xori %i, %j : tile<4xi32>
    ```
  }];
}

def CudaTile_ShLIOp : CudaTile_WrappingBinaryOp<"shli", 0x60> {
  let summary = "shift to the left";
  let description = [{
    `lhs` shifted by `rhs` (unsigned) bits, filled with zeros; `overflow` as in
    `addi`.

    Open: the result of a shift by the width or more is not specified. No fold
    relies on a value, and executions clamp the amount.

    #### Example
    ```mlir
    %0 = shli %i, %j overflow<no_signed_wrap> : tile<4xi32>
    ```
  }];
}

def CudaTile_ShRIOp : CudaTile_SignedBinaryOp<"shri", 0x61> {
  let summary = "shift to the right";
  let description = [{
    `lhs` shifted by `rhs` (unsigned) bits, filled with the sign bit if signed and
    with zeros if unsigned.

    Open: the result of a shift by the width or more is not specified. No fold
    relies on a value, and executions clamp the amount.

    #### Example
    ```mlir
    %0 = shri %i, %j signed : tile<4xi32>
    ```
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_OPS_ARITHMETIC_INTEGERMATH_TD

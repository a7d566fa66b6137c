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
}

class TileAA_MinMaxFOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$lhs, TileAA_FloatLike:$rhs),
    (ins UnitAttr:$propagate_nan, UnitAttr:$ftz),
    "$lhs `,` $rhs (`propagate_nan` $propagate_nan^)? (`ftz` $ftz^)?"> {
  let summary = what;
  let description = [{
    +0 is greater than -0. One NaN operand is ignored, or with `propagate_nan`
    makes the result NaN.
  }];
}
def TileAA_MaxFOp : TileAA_MinMaxFOp<"maxf", "The greater of two floats">;
def TileAA_MinFOp : TileAA_MinMaxFOp<"minf", "The lesser of two floats">;

def TileAA_RemFOp : TileAA_FloatOp<"remf",
    (ins TileAA_FloatLike:$lhs, TileAA_FloatLike:$rhs), (ins), "$lhs `,` $rhs"> {
  let summary = "The exact remainder of truncated division";
}

class TileAA_UnaryFOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$operand), (ins), "$operand"> {
  let summary = what;
}
def TileAA_AbsFOp : TileAA_UnaryFOp<"absf", "Clears the sign">;
def TileAA_CeilOp : TileAA_UnaryFOp<"ceil", "The least integer not below">;
def TileAA_FloorOp : TileAA_UnaryFOp<"floor", "The greatest integer not above">;

def TileAA_PtrAddOp : TileAA_ElementwiseOp<"ptr_add",
    [AllTypesMatch<["base", "result"]>]> {
  let summary = "base + offset bytes";
  let arguments = (ins TileAA_PtrLike:$base, TileAA_I64Like:$offset);
  let results = (outs TileAA_PtrLike:$result);
  let assemblyFormat =
      "$base `,` $offset attr-dict `:` type($base) `,` type($offset)";
}

def TileAA_PtrToIntOp : TileAA_ElementwiseOp<"ptr_to_int"> {
  let summary = "The address as an i64";
  let arguments = (ins TileAA_PtrLike:$operand);
  let results = (outs TileAA_I64Like:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def TileAA_IntToPtrOp : TileAA_ElementwiseOp<"int_to_ptr"> {
  let summary = "An i64 as an address";
  let arguments = (ins TileAA_I64Like:$operand);
  let results = (outs TileAA_PtrLike:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_ARITHMETIC_TD

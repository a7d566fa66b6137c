//===- Product.td - Products of tileaa and tileas ----------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_PRODUCT_TD
#define TESSERA_DIALECT_TILEAA_IR_PRODUCT_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"

defvar TileProduct_Description = [{
    `lhs` is M x K, `rhs` K x N, `acc` and the result M x N; all may have one
    more dimension in front, of a batch. The formats say how the elements of the
    *factors* read: floats of 8 bits and integers are an i8, tf32 an f32 whose
    low 13 bits mean nothing; of e2m1, floats of 4 bits, an i8 holds two neighbours
    along K, the first one in its low half, and K counts the i8. Products are exact. Floats are added up in any
    order, with as much precision as the type of `acc` has, at least; integers
    modulo 2^32. Sums of up to 128 products of 8-bit floats and, with `fast_acc`, all
    such sums may have as few bits as the GPU's own instruction for them gives.

    `scales`, if there are any, are those of `lhs`, M x K / V, and of `rhs`,
    K / V x N: each is an i8 that reads as `scale_format` says and multiplies V
    neighbouring floats of its row or column.
}];

/// A product in the given dialect, whose factors have the type `factor`.
/// `attributes` and `format` are additions of the dialect.
class TileProduct_MmaOp<Dialect dialect, Constraint factor, list<Trait> traits,
                        dag attributes = (ins), string format = "">
    : Op<dialect, "mma", [AllTypesMatch<["acc", "result"]>,
                          TileAA_ProductOpInterface] # traits> {
  let summary = "lhs * rhs + acc of matrices";
  let arguments = !con((ins factor:$lhs, factor:$rhs, TileAA_Tile:$acc,
      Variadic<TileAA_Tile>:$scales, TileAA_FactorFormatAttr:$lhs_format,
      TileAA_FactorFormatAttr:$rhs_format,
      OptionalAttr<TileAA_FloatFormatAttr>:$scale_format, UnitAttr:$fast_acc),
      attributes);
  let results = (outs TileAA_Tile:$result);
  let assemblyFormat = [{
    $lhs `as` `` $lhs_format `,` $rhs `as` `` $rhs_format `,` $acc
    (`scaled` `(` $scales `:` type($scales) `)` `as` `` $scale_format^)? }] # format # [{
    (`fast_acc` $fast_acc^)? attr-dict `:` type($lhs) `,` type($rhs) `,` type($acc)
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAA_IR_PRODUCT_TD

//===- Product.td - Matrix products -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_PRODUCT_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_PRODUCT_TD

include "mlir/Interfaces/InferTypeOpInterface.td"
include "tessera/Dialect/TileAA/IR/Product.td"

def TileAA_MmaOp : TileProduct_MmaOp<TileAA_Dialect, TileAA_Tile, [Pure,
    DeclareOpInterfaceMethods<TileAA_SliceOpInterface>],
    (ins OptionalAttr<DenseI64ArrayAttr>:$instruction, UnitAttr:$swapped),
    "(`by` $instruction^ (`swapped` $swapped^)?)? "> {
  let description = Example<
      "%d = tileaa.mma %a as<e4m3>, %b as<e5m2>, %c : tensor<16x32xi8>, "
      "tensor<32x8xi8>, tensor<16x8xf32>", TileProduct_Description # [{

    `instruction` is M, N and K of the `mma.sync` or, if M is 64, the `wgmma` that
    `tileaa-plan-kernel` has chosen; a planned product without it is fused
    multiply-adds. A `wgmma` that is `swapped` multiplies the transposes of the
    factors, so that M is along columns.
  }]>.text;
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_PRODUCT_TD

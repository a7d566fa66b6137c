//===- Elementwise.td - Base classes of elementwise ops ----*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_ELEMENTWISE_TD
#define TESSERA_DIALECT_TILEAA_IR_ELEMENTWISE_TD

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

class TileAA_UnaryFOp<string mnemonic, string what> : TileAA_FloatOp<mnemonic,
    (ins TileAA_FloatLike:$operand), (ins), "$operand"> {
  let summary = what;
  let description = Example<"%1 = tileaa." # mnemonic # " %0 : tensor<64xf32>">.text;
}

#endif // TESSERA_DIALECT_TILEAA_IR_ELEMENTWISE_TD

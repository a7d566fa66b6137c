//===- FloatOp.td - Base classes of float ops --------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_FLOATOP_TD
#define TESSERA_DIALECT_CUDATILE_IR_FLOATOP_TD

include "tessera/Dialect/CudaTile/IR/OpBase.td"

class CudaTile_FloatOp<string mnemonic, int opcode, list<string> names,
                       string since = "13.1", list<Trait> traits = []>
    : CudaTile_SameTypeOp<mnemonic, opcode, names, since, traits> {
  let category = "fp math";
  let results = (outs CudaTile_BasicFloatTile:$result);
}

class CudaTile_FloatUnaryOp<string mnemonic, int opcode>
    : CudaTile_FloatOp<mnemonic, opcode, ["source"]> {
  let arguments = (ins CudaTile_BasicFloatTile:$source);
  let assemblyFormat = [{
    $source attr-dict `:` custom<ShortType>(type($result))
  }];
}

defvar CudaTile_DefaultRounding = DefaultValuedAttr<CudaTile_RoundingModeAttr,
    "::tessera::cuda_tile::RoundingMode::NearestEven">;

#endif // TESSERA_DIALECT_CUDATILE_IR_FLOATOP_TD

//===- Pointers.td - Arithmetic of addresses -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_POINTERS_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_POINTERS_TD

include "tessera/Dialect/TileAA/IR/Elementwise.td"

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

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_POINTERS_TD

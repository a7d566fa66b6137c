//===- Return.td - The end of an entry ---------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_IR_OPS_RETURN_TD
#define TESSERA_DIALECT_TILEAA_IR_OPS_RETURN_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Attributes.td"

def TileAA_ReturnOp : TileAA_Op<"return", [Pure, Terminator, ReturnLike,
    HasParent<"EntryOpInterface">]> {
  let summary = "Ends the kernel";
  let assemblyFormat = "attr-dict";
}

#endif // TESSERA_DIALECT_TILEAA_IR_OPS_RETURN_TD

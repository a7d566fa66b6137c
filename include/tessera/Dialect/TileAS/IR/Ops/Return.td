//===- Return.td - The end of a kernel ---------------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_RETURN_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_RETURN_TD

include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAS/IR/Attributes.td"

def TileAS_ReturnOp : TileAS_Op<"return", [Pure, Terminator, ReturnLike,
    HasParent<"KernelOpInterface">]> {
  let summary = "Ends the kernel";
  let assemblyFormat = "attr-dict";
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_RETURN_TD

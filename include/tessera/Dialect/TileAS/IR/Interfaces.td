//===- Interfaces.td - What ops of tileas say of themselves -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_INTERFACES_TD
#define TESSERA_DIALECT_TILEAS_IR_INTERFACES_TD

include "mlir/IR/OpBase.td"

def TileAS_BufferAccessOpInterface : OpInterface<"BufferAccessOpInterface"> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    An op that reads or writes buffers. Allocation, the placement of barriers,
    the checks before the last lowering and the memory effects ask it alone, so
    that a new way to copy is a new op and nothing else. For example, a product
    of two factors in shared memory has two accesses, reads by all threads.
  }];
  let methods = [
    InterfaceMethod<"All accesses, in the order of the operands.",
        "::llvm::SmallVector<::tessera::tileas::BufferAccess>",
        "getBufferAccesses">
  ];
}

#endif // TESSERA_DIALECT_TILEAS_IR_INTERFACES_TD

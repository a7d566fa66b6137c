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

def TileAS_KernelOpInterface : OpInterface<"KernelOpInterface"> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    What passes know of a kernel: `kernel` alone has it. A pass over the class
    of that op would be compiled anew after every edit of its record.
  }];
  let methods = [
    InterfaceMethod<"Its name.", "::llvm::StringRef", "getSymName">,
    InterfaceMethod<"Its parameters.", "::mlir::FunctionType",
                    "getFunctionType">,
    InterfaceMethod<"Its ops.", "::mlir::Region &", "getBody">,
    InterfaceMethod<"Its launch contract.",
                    "::tessera::tileas::KernelSpecAttr", "getSpec">,
    InterfaceMethod<"Changes its launch contract.", "void", "setSpecAttr",
                    (ins "::tessera::tileas::KernelSpecAttr":$spec)>
  ];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    /// What passes and conversions name an op by.
    static constexpr ::llvm::StringLiteral getOperationName() {
      return "tileas.kernel";
    }
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_INTERFACES_TD

//===- Interfaces.td - Interfaces of the ops of tileas -----*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_INTERFACES_TD
#define TESSERA_DIALECT_TILEAS_IR_INTERFACES_TD

include "mlir/IR/OpBase.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"

def TileAS_BufferAccessOpInterface : OpInterface<"BufferAccessOpInterface"> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    An op that reads or writes buffers. Allocation, the placement of barriers,
    the use of banks, the checks before the last lowering and the memory effects
    ask it alone, so that a new way to copy is a new op and nothing else. For
    example, a product of two factors in shared memory has two accesses, reads
    by all threads; a bulk copy begins a write by the machine, through the async
    proxy, whose end a phase notes.
  }];
  let methods = [
    InterfaceMethod<"All accesses, in the order of the operands.",
        "::llvm::SmallVector<::tessera::tileas::BufferAccess>",
        "getBufferAccesses">
  ];
}

def TileAS_WideAccessOpInterface : OpInterface<"WideAccessOpInterface",
    [TileAA_AccessOpInterface]> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    An access to global memory of which one instruction takes several elements:
    `load`, `store`, `atomic` and `async_copy`. Access.td says what `width` and
    `whole` mean.
  }];
  let methods = [
    InterfaceMethod<"", "uint64_t", "getWidth">,
    InterfaceMethod<"", "bool", "getWhole">,
    InterfaceMethod<"", "void", "setWidth", (ins "uint64_t":$width)>,
    InterfaceMethod<"", "void", "setWhole", (ins "bool":$whole)>
  ];
}

def TileAS_ConditionalOpInterface : OpInterface<"ConditionalOpInterface"> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    An op that does nothing where its condition, an i1, is false, and promises
    nothing then. Such an op may run ahead for an iteration that may not come.
  }];
  let methods = [
    InterfaceMethod<"None or one operand; none is true.",
                    "::mlir::MutableOperandRange", "getConditionMutable">
  ];
}

def TileAS_MachineCopyOpInterface : OpInterface<"MachineCopyOpInterface"> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    A copy to a buffer that one thread begins and the machine carries out. Its
    end is a completion, before rings are lowered, and bytes that an mbarrier
    counts behind that.
  }];
  let methods = [
    InterfaceMethod<"The buffer, one tile, all of which is filled.",
                    "::mlir::Value", "getBuffer">,
    InterfaceMethod<"The mbarriers that are told of the bytes; may be null.",
                    "::mlir::Value", "getRing">,
    InterfaceMethod<"The number of a phase of these; may be null.",
                    "::mlir::Value", "getTurn">,
    InterfaceMethod<"The end of the copy; null if mbarriers are told of it.",
                    "::mlir::Value", "getCompletion">,
    InterfaceMethod<[{
      Makes the same copy, whose bytes a phase of these mbarriers counts.
    }], "void", "createOn", (ins "::mlir::OpBuilder &":$builder,
                                 "::mlir::Value":$ring, "::mlir::Value":$turn)>
  ];
}

def TileAS_RingOpInterface : OpInterface<"RingOpInterface"> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    A verb of a ring: `acquire`, `commit`, `wait` or `release`. The schedule of
    loops, their expansion and the verifier ask it for the order that rings
    need.
  }];
  let methods = [
    InterfaceMethod<"The ring.", "::mlir::Value", "getRing">,
    InterfaceMethod<"The number of the tile.", "::mlir::Value", "getTurn">,
    InterfaceMethod<"Which of the four.", "::tessera::tileas::RingVerb",
                    "getVerb">
  ];
}

def TileAS_KernelOpInterface : OpInterface<"KernelOpInterface"> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    The part of a kernel that passes need; only `kernel` implements it. A pass
    on the class of that op would be recompiled after every edit of its record.
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
    /// The name of the op, for passes and conversions.
    static constexpr ::llvm::StringLiteral getOperationName() {
      return "tileas.kernel";
    }
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_INTERFACES_TD

//===- EngineInterfaces.td - What passes ask of engines -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit that multiplies or copies becomes an op that answers these questions.
// Ops of this stage and of others answer by external models: what is asked
// depends on analyses that lie above the dialects.
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_ANALYSIS_ENGINEINTERFACES_TD
#define TESSERA_DIALECT_TILEAS_ANALYSIS_ENGINEINTERFACES_TD

include "mlir/IR/OpBase.td"
include "tessera/Dialect/TileAA/IR/Interfaces.td"

def TileAS_ProductOpInterface : OpInterface<"ProductOpInterface",
    [TileAA_ProductOpInterface]> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    A matrix product by an engine. The layout graph, the placement of factors in
    shared memory, the costs and the estimate of registers ask it and know no
    engine by name. For example, `mma` takes a factor from registers in the
    layout of its fragments or from a buffer in any layout, by `ldmatrix` or
    element by element; `wgmma` takes its right factor only from buffers whose
    layouts a matrix descriptor can name, and is asynchronous; `tcgen05.mma`
    leaves its sum in tensor memory.
  }];
  let methods = [
    InterfaceMethod<[{
      The form of the instruction that it is made of; null for fused
      multiply-adds.
    }], "const ::tessera::MatrixInstruction *", "getInstruction">,
    InterfaceMethod<"The operand that is the factor of a side.",
        "::mlir::OpOperand &", "getFactor", (ins "::tessera::MatrixSide":$side)>,
    InterfaceMethod<"The operand to which the products are added.",
        "::mlir::OpOperand &", "getAccOperand">,
    InterfaceMethod<[{
      All places from which an operand may be taken where the sum lies in the
      layout `sum`; at most one is in registers. Where two cost the same, the
      first is better.
    }], "::llvm::SmallVector<::tessera::tileas::OperandPlace>",
        "getOperandPlaces", (ins "::mlir::OpOperand &":$operand,
                                 "::tessera::tileas::LayoutAttr":$sum)>,
    InterfaceMethod<[{
      All places in which the sum may lie with the threads of so many warps.
    }], "::llvm::SmallVector<::tessera::tileas::OperandPlace>",
        "getResultPlaces", (ins "unsigned":$warps)>,
    InterfaceMethod<[{
      The number of elements of K that are multiplied at once, where the product
      may be cut behind any of these steps; 0 where it may not.
    }], "int64_t", "getStepOfParts", (ins), "", "return 0;">,
    InterfaceMethod<[{
      The same as `getOperandPlaces` of a factor where a product multiplies only
      `depth` elements of it along K.
    }], "::llvm::SmallVector<::tessera::tileas::OperandPlace>",
        "getFactorPlaces", (ins "::tessera::MatrixSide":$side,
                                "::tessera::tileas::LayoutAttr":$sum,
                                "int64_t":$depth), "",
        "return $_op.getOperandPlaces($_op.getFactor(side), sum);">,
    InterfaceMethod<[{
      Leaves the product what is behind the first `depth` elements of its part of
      K, a multiple of the step, and returns the product of these, to which the
      rest is added.
    }], "::tessera::tileas::ProductOpInterface", "cutOffBeginning",
        (ins "int64_t":$depth), "",
        "llvm_unreachable(\"only a product with a step may be cut\");">
  ];
}

def TileAS_UnitCostOpInterface : OpInterface<"UnitCostOpInterface"> {
  let cppNamespace = "::tessera::tileas";
  let description = [{
    An op that keeps units of an SM busy. The scheduler of loops, the placement of
    factors and the report ask it. An op without it takes no time, but for the
    banks of shared memory, which are counted from its accesses to buffers.
  }];
  let methods = [
    InterfaceMethod<[{
      The units that the op keeps busy in a kernel of so many warps, and for how
      many cycles.
    }], "::llvm::SmallVector<::tessera::tileas::OpCost>", "getUnitCosts",
        (ins "unsigned":$warps, "const ::tessera::TargetInfo &":$target)>,
    InterfaceMethod<[{
      Cycles from the last instruction of the op until its result can be used.
    }], "int64_t", "getLatency", (ins "const ::tessera::TargetInfo &":$target)>
  ];
}

#endif // TESSERA_DIALECT_TILEAS_ANALYSIS_ENGINEINTERFACES_TD

//===- Interfaces.td - Interfaces of views and assumptions -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_CUDATILE_IR_INTERFACES_TD
#define TESSERA_DIALECT_CUDATILE_IR_INTERFACES_TD

include "mlir/IR/OpBase.td"

def CudaTile_TileViewInterface : TypeInterface<"TileView"> {
  let cppNamespace = "::tessera::cuda_tile";
  let description = [{
    A tensor view together with a way to cut tiles out of it. Index k of an
    access belongs to dimension k of the tile.
  }];
  let methods = [
    InterfaceMethod<"The TensorViewType that the tiles are cut out of.",
      "::mlir::Type", "getTensorView">,
    InterfaceMethod<"The TileType of the tile at one index.",
      "::mlir::Type", "getViewTileType">,
    InterfaceMethod<"The value of a load outside the tensor; null when that is "
                    "unspecified.",
      "::tessera::cuda_tile::PaddingValueAttr", "getPaddingValue">,
    InterfaceMethod<"The number of indices of an access.",
      "unsigned", "getIndexRank">,
    InterfaceMethod<"Checks the types of the indices of an access.",
      "::llvm::LogicalResult", "verifyIndices",
      (ins "::mlir::TypeRange":$indices,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
}

def CudaTile_AssumePredicateInterface : AttrInterface<"AssumePredicate"> {
  let cppNamespace = "::tessera::cuda_tile";
  let description = "A fact about a value that `assume` states.";
  let methods = [
    InterfaceMethod<"Checks that the fact can be said of a value of `type`.",
      "::llvm::LogicalResult", "verifyForType",
      (ins "::mlir::Type":$type,
           "::llvm::function_ref<::mlir::InFlightDiagnostic()>":$emitError)>
  ];
}

def CudaTile_EntryOpInterface : OpInterface<"EntryOpInterface"> {
  let cppNamespace = "::tessera::cuda_tile";
  let description = [{
    The part of a kernel that most code needs; only `entry` implements it. Code
    that names the class of that op is recompiled after every edit of its
    record.
  }];
  let methods = [
    InterfaceMethod<"Its name.", "::llvm::StringRef", "getSymName">,
    InterfaceMethod<"Its parameters.", "::mlir::FunctionType",
                    "getFunctionType">,
    InterfaceMethod<"Its ops.", "::mlir::Region &", "getBody">,
    InterfaceMethod<"The hints for it; may be null.",
                    "::tessera::cuda_tile::OptimizationHintsAttr",
                    "getOptimizationHintsAttr">
  ];
  let extraClassDeclaration = [{
    ::llvm::ArrayRef<::mlir::Type> getArgumentTypes() {
      return getFunctionType().getInputs();
    }
    /// The name of the op, for passes and conversions.
    static constexpr ::llvm::StringLiteral getOperationName() {
      return "cuda_tile.entry";
    }
  }];
}

#endif // TESSERA_DIALECT_CUDATILE_IR_INTERFACES_TD

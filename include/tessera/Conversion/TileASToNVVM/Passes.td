//===- Passes.td - From tileas to the NVVM and LLVM dialects -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD
#define TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileASToNVVM : Pass<"convert-tileas-to-nvvm", "::mlir::ModuleOp"> {
  let summary = "Tiles become the registers that one thread holds";
  let description = [{
    A tile becomes as many values as its layout has registers. Kernels become
    functions of the LLVM dialect with the launch contract in NVVM attributes.
    Control flow stays in `scf`; integer arithmetic stays in `arith`; both are
    lowered by the upstream conversions that follow.
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::arith::ArithDialect"
  ];
}

#endif // TESSERA_CONVERSION_TILEASTONVVM_PASSES_TD

//===- Passes.td - From tileaa to tileas -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD
#define TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertTileAAToTileAS
    : Pass<"convert-tileaa-to-tileas", "::mlir::ModuleOp"> {
  let summary = "Gives kernels a launch contract and accesses an executor";
  let description = [{
    Entries become kernels with a spec. A store is executed by the owner of each
    element, a weak load by all; any other load by the owner, whose value is then
    published. Tiles have no layout yet.
  }];
  let options = [
    Option<"gpuName", "gpu-name", "std::string", "\"sm_90\"",
           "The GPU to compile for">,
    Option<"numWarps", "num-warps", "unsigned", "4",
           "Warps of a CTA where the entry has no hint and no large tile">
  ];
  let dependentDialects = ["tileas::TileASDialect"];
}

#endif // TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD

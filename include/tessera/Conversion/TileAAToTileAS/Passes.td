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
    Entries become kernels with a spec. What the front end fixed of the launch
    comes first, then the hints of the entry, then the compiler's choice: see
    docs/frontend-contract.md. A store is executed by the owner of each
    element, a weak load by all; any other load by the owner, whose value is then
    published. Tiles have no layout yet.
  }];
  let options = [
    Option<"gpuName", "gpu-name", "std::string", "\"\"",
           "The GPU to compile for; may be absent where every entry says it">,
    Option<"numWarps", "num-warps", "unsigned", "4",
           "Warps of a CTA where the entry asks for none and has no large tile">
  ];
  let dependentDialects = ["tileas::TileASDialect"];
}

#endif // TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD

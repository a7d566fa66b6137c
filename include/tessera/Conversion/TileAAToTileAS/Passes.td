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
  let summary = "Fixes the launch of kernels and the threads of accesses";
  let description = [{
    Turns each entry into a kernel with a spec: target, warps, cluster, limits.
    Requirements of the front end come first, then the hints of the entry, then
    the compiler's choice (see docs/frontend-contract.md). In particular the
    number of warps is final from here on.

    Each access gets its executor. A store is executed by the owner of each
    element. A weak load is executed by all threads that hold the element,
    unless it reduces over several GPUs. Any other load, and each atomic access,
    is executed by the owner, and its result is published to the other threads:

    ```mlir
    %x, %t = tileaa.load %p relaxed ...
    // becomes
    %v, %t = tileas.load %p relaxed ... by<owner>
    %x = tileas.publish %v
    ```

    Matrix products get an instruction of the target, or fused multiply-adds.
    Tiles have no layout yet: `tileas-assign-layouts` adds them.
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

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
  let summary = "Makes kernels of entries, and fixes the threads of accesses";
  let description = [{
    Turns each entry into a kernel with a spec: the launch that
    `tileaa-plan-kernel` has decided on. Matrix products keep the instruction
    that it has given them. Nothing is decided here.

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

    Tiles have no layout yet: `tileas-assign-layouts` adds them.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
}

#endif // TESSERA_CONVERSION_TILEAATOTILEAS_PASSES_TD

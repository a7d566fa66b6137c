//===- Passes.td - From cuda_tile to tileaa -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_TD
#define TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertCudaTileToTileAAPass
    : Pass<"convert-cuda-tile-to-tileaa", "::mlir::ModuleOp"> {
  let summary = "Turns tiles into tensors, views into addresses, exits into values";
  let description = [{
    The entries of the `cuda_tile.module` become entries of the builtin module;
    no `cuda_tile` op is left. Tiles of rank 0 become scalars, other tiles
    tensors. Views dissolve into a base pointer, extents and strides. Control
    flow becomes `scf`, after early exits have been structured (see
    `cuda-tile-structure-exits`).

    What has no lowering is reported, all of it at once, at its location. That
    is so only where it is still there after canonicalization and CSE, which run
    if need be: whether a program can be compiled does not depend on passes that
    an optimization level may leave out.
  }];
  let dependentDialects = ["::tessera::tileaa::TileAADialect"];
  let options = [
    Option<"simplify", "simplify", "bool", /*default=*/"true",
           "Simplify a program that holds something without a lowering before "
           "it is refused">,
    Option<"gpuName", "gpu-name", "std::string", /*default=*/"",
           "The GPU whose hints are kept; by default those for all">,
  ];
}

def StructureExitsPass
    : Pass<"cuda-tile-structure-exits", "::mlir::ModuleOp"> {
  let summary = "Moves code after a conditional exit into the other branch";
  let description = [{
    Afterwards `return` stands at the end of an entry only, `continue` at the end
    of a loop's body only, and `break` in one `if` of a `loop`'s body, alone in
    its branch; what follows that `if` uses nothing of the body before it but
    what its other branch yields. The pass stays inside `cuda_tile`; the conversion
    to `tileaa` begins with it.

    Where a block has more exits than a group holds, neighbours become one exit
    first, so that thousands nest some dozens deep.
  }];
  let options = [
    Option<"groupSize", "group-size", "unsigned", /*default=*/"16",
           "How many exits of one block nest in each other at most">,
  ];
  let dependentDialects = ["::tessera::cuda_tile::CudaTileDialect"];
}

#endif // TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_TD

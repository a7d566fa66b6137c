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
  let summary = "Turns tiles into tensors and views into addresses";
  let description = [{
    Lowers the entries of a `cuda_tile.module` to entries of the builtin module.
    The steps are:

    1. Ops without a lowering are reported, all of them, each at its location.
       If there are any, the program is first simplified by canonicalization and
       CSE, and only ops that remain are reported. So a program compiles or not
       independently of the passes that an optimization level leaves out.
    2. Scans become ops on whole tiles, the hints for the GPU are selected, and
       early exits become structured control flow (see
       `cuda-tile-structure-exits`).
    3. Each remaining op is converted by one pattern. A tile of rank 0 becomes a
       scalar, any other tile a tensor. A view becomes its base pointer with
       extents and strides. Control flow becomes `scf`.

    Afterwards no `cuda_tile` op is left. For example:

    ```mlir
    %v = make_partition_view %t : partition_view<tile=(64), ...>
    %x, %token = load_view_tko weak %v[%i] : ... -> tile<64xf32>, token
    ```

    becomes, with `%start` = 64 * `%i`,

    ```mlir
    %x, %token = tileaa.load %base[%start] extents [%n] strides [%one]
        : !tileaa.ptr -> tensor<64xf32>
    ```
  }];
  let dependentDialects = ["::tessera::tileaa::TileAADialect"];
  let options = [
    Option<"simplify", "simplify", "bool", /*default=*/"true",
           "Simplify a program that holds something without a lowering before "
           "it is refused">,
    Option<"gpuName", "gpu-name", "std::string", /*default=*/"",
           "The GPU whose hints are kept; by default those for all">,
    Option<"warpGroups", "warp-groups", "bool", /*default=*/"true",
           "Products in scaled blocks may be left to tensor memory">,
  ];
}

def StructureExitsPass
    : Pass<"cuda-tile-structure-exits", "::mlir::ModuleOp"> {
  let summary = "Moves the code after a conditional exit into the other branch";
  let description = [{
    Brings control flow into a form that has one structured op for each `if`,
    `for` and `loop`. Afterwards

    - `return` stands only at the end of an entry;
    - `continue` stands only at the end of a loop's body;
    - `break` stands only in one `if` of a `loop`'s body, alone in its branch.
      The code after this `if` uses no value from the body before it, except
      those that the other branch yields.

    Ops are moved, not copied (except for views), so the result has linear size:

    ```mlir
    if %c { A; return }          %x = if %c { A; yield ... }
    B                     ->     else { B; yield ... }
    return                       return
    ```

    In a block with more exits than `group-size`, neighbouring exits are first
    combined into one, so that thousands of exits nest only some dozens of
    levels deep.

    The pass stays within `cuda_tile`. The conversion to `tileaa` runs it as one
    of its steps.
  }];
  let options = [
    Option<"groupSize", "group-size", "unsigned", /*default=*/"16",
           "The most exits of one block that nest in each other">,
  ];
  let dependentDialects = ["::tessera::cuda_tile::CudaTileDialect"];
}

#endif // TESSERA_CONVERSION_CUDATILETOTILEAA_PASSES_TD

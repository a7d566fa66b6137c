//===- Passes.td - Passes on tileas -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD

include "tessera/Dialect/TileAS/Transforms/KernelPass.td"
include "tessera/Dialect/TileAS/Transforms/LayoutPasses.td"
include "tessera/Dialect/TileAS/Transforms/LoopPasses.td"
include "tessera/Dialect/TileAS/Transforms/MemoryPasses.td"
include "tessera/Dialect/TileAS/Transforms/ProductPasses.td"
include "tessera/Dialect/TileAS/Transforms/RingPasses.td"

def TileASDecomposeReductions
    : TileAS_KernelPass<"tileas-decompose-reductions"> {
  let summary = "Splits reductions into steps within and between warps";
  let description = [{
    Replaces each `tileaa.reduce` by `tileas.warp_reduce`, which combines
    elements of one warp only. If the dimension is distributed over warps, there
    are three steps: a reduction within each warp, a layout conversion that
    brings the partial results into registers of each thread, and a reduction of
    those.

    ```mlir
    %p = tileas.warp_reduce %x dim 1 : 64x128 -> 64x4  // a column for each warp
    %g = tileas.convert_layout %p : 64x4 -> 64x4       // 4 registers each
    %s = tileas.warp_reduce %g dim 1 : 64x4 -> 64x1
    ```

    A reshape drops the reduced dimension. `tileas-place-in-shared` lowers the
    conversion.

    A reduction of floats and indices to the least index of the best float, of which
    only the index is used, reduces the floats first within warps, and then the
    indices of those that are as good. Both take an instruction for a pair, where
    the condition that chooses between two pairs takes six.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
}

def TileASDropPromises : TileAS_KernelPass<"tileas-drop-promises"> {
  let summary = "Drops the promises of the program, which no later pass reads";
  let description = [{
    Replaces each `tileaa.assume` by its operand. The facts that follow from
    promises have decided by then on the width of accesses, on bounds checks and
    on barriers, and ops carry these decisions. Without promises the kernel's
    text says what happens, and equal computations on one argument are seen to be
    equal.

    ```mlir
    %0 = tileaa.assume %n {lower = 0 : i64} : i32
    %1 = arith.extui %0 : i32 to i64
    ```

    becomes

    ```mlir
    %0 = arith.extui %n : i32 to i64
    ```
  }];
}

def TileASFreezeKernelSpec : TileAS_KernelPass<"tileas-freeze-kernel-spec"> {
  let summary = "Checks the kernel spec against the GPU and freezes it";
  let description = [{
    Checks what the passes before have left against the capacities of the GPU,
    in this order:

    1. The shared memory of a block is at most what a block of the GPU can have;
       the error names the largest tile.
    2. A cluster has no more CTAs than the GPU runs without an opt-in of the
       launch.
    3. As many CTAs as the front end asks for on an SM fit there, by threads and
       shared memory.
    4. `min_ctas_per_sm` becomes the number of CTAs for which ptxas has to leave
       registers: those that the front end asks for, or those of `plan` where they
       leave a thread less than all registers. Where the plan does not fit,
       `RemarkPlanNotKept` says why. It stays absent where no tile takes many
       registers of a thread: ptxas then makes room by itself.

    ```mlir
    spec = <target = "sm_90", warps = 4, plan = <blocks = 3, registers = 168>, shared = 49152, frozen = false>
    ->
    spec = <target = "sm_90", warps = 4, min_ctas_per_sm = 3, plan = <blocks = 3, registers = 168>, shared = 49152, frozen = true>
    ```

    Afterwards `frozen` is true and no pass may change the spec, which
    `convert-tileas-to-nvvm` turns into the launch bounds of the kernel. The ops
    of the kernel stay as they are.
  }];
}

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD

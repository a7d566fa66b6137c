//===- Passes.td - Passes on tileaa -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

/// A pass over one entry.
class TileAA_EntryPass<string argument>
    : Pass<argument, "tileaa::EntryOpInterface">;

def TileAADivideUnsigned : TileAA_EntryPass<"tileaa-divide-unsigned"> {
  let summary = "Divides numbers that are not negative as unsigned ones";
  let description = [{
    A quotient or a remainder of signed numbers becomes one of unsigned numbers where
    facts prove that neither is negative, as the counter of a loop from 0 is not:

    ```mlir
    scf.for %t = %c0 to %c27 step %c1 : i32 {
      %z = arith.floordivsi %t, %c9 : i32      ->   %z = arith.divui %t, %c9 : i32
      %x = arith.remsi %t, %c3 : i32           ->   %x = arith.remui %t, %c3 : i32
    ```

    The correction of a quotient that is rounded down, or of a remainder with the sign of
    its divisor, is then none. A loop whose loads run ahead counts from another number on,
    of which LLVM no longer finds the sign.
  }];
  let statistics = [
    Statistic<"numDivided", "num-divided", "Number of divisions replaced">
  ];
}

def TileAAMinimizeTokens : TileAA_EntryPass<"tileaa-minimize-tokens"> {
  let summary = "Drops token order between accesses that cannot conflict";
  let description = [{
    Recreates the tokens of an entry with only the necessary order. An edge
    between two accesses is dropped if they cannot overlap, or are both weak
    loads, and neither acquires nor releases. Order that was implied through a
    dropped access is kept by other edges, also around loops, so that all pairs
    that must be ordered stay ordered. Prints, fences and ops of dependent
    launches stay ordered with everything.

    ```mlir
    %t1 = tileaa.store %x to %a : f32, !tileaa.ptr
    %t2 = tileaa.store %y to %b after %t1 : f32, !tileaa.ptr
    %z, %t3 = tileaa.load %a after %t2 : !tileaa.ptr -> f32
    ```

    If `%a` and `%b` come from two allocations, the second store comes after
    nothing, and the load comes after `%t1`.
  }];
}

def TileAAPlanKernel : TileAA_EntryPass<"tileaa-plan-kernel"> {
  let summary = "Decides on the launch and on the instructions of products";
  let description = [{
    Makes the decisions that later stages have to agree on before tiles have
    layouts. It completes the `launch` of an entry by the GPU and the number of
    warps. Requirements of the front end come first, then the hints of the
    entry, then the compiler's choice (see docs/frontend-contract.md): as many
    warps as hold the tiles in registers, with more registers of a thread for
    the sums of products. More warps never take fewer cycles by the machine
    model, as each reads factors for itself, so the fewest with room are taken.
    `RemarkWarps` says how many, and why; each `RemarkWarpCandidate` what
    another number would come to.

    Beside these a CTA may have warps that only copy the factors of products for
    the others: as many as `RemarkCopyWarps` says, and each
    `RemarkCopyCandidate` compares.

    Each matrix product gets an instruction of the GPU; a
    `RemarkInstructionCandidate` has each that there is. Factors in a format
    without one are converted to the next wider format that has one; products
    that still have none are fused multiply-adds. Warp groups multiply where the
    GPU has `wgmma`, and the tile has the rows and columns to keep it busy:

    ```mlir
    %d = tileaa.mma %a as<f16>, %b as<f16>, %c : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    // becomes
    %d = tileaa.mma %a as<f16>, %b as<f16>, %c by [16, 8, 16] : tensor<64x32xf16>, tensor<32x64xf16>, tensor<64x64xf32>
    ```

    The pass runs after `tileaa-strip-mine`, which leaves tiles as large as they
    will be, and before `convert-tileaa-to-tileas`, which needs the number of
    warps. It does not decide how many blocks an SM holds: that follows from
    layouts and rings, and `tileas-schedule-loops` decides it.
  }];
  let options = [
    Option<"gpuName", "gpu-name", "std::string", "\"\"",
           "The GPU to compile for; may be absent where every entry says it">,
    Option<"numWarps", "num-warps", "unsigned", "0",
           "Warps of a CTA where the entry asks for none and has no large tile; "
           "0 stands for 4, or for as few as small tiles have work for">,
    Option<"warpGroups", "warp-groups", "bool", "true",
           "Warp groups multiply where the GPU has such instructions">,
    Option<"copyWarps", "copy-warps", "int", "-1",
           "Warps of a CTA that only copy: 0, 1, 2 or 4; -1 leaves the number "
           "to the machine model">,
    Option<"tensorMaps", "tensor-maps", "bool", "true",
           "Tensor maps may copy, and round what they copy">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TileAAPrintFacts : TileAA_EntryPass<"tileaa-print-facts"> {
  let summary = "Prints the known facts about each result as a remark";
  let description = [{
    The facts are divisibility, progressions along each dimension, and bounds,
    as the analysis of values finds them. The pass is for reading and for tests.
    Results without facts are skipped.
  }];
}

def TileAAPropagateConditions
    : TileAA_EntryPass<"tileaa-propagate-conditions"> {
  let summary = "Replaces the condition of a branch by a constant within it";
  let description = [{
    In the first region of an `scf.if` its condition is true, in the second
    region false. The pass replaces all uses there, in one walk over the entry.
    (MLIR's pattern visits all uses of a condition for each `scf.if` on it,
    which takes quadratic time.)

    ```mlir
    scf.if %c {
      scf.if %c { ... }
    }
    ```

    The inner condition becomes the constant `true`.
  }];
  let statistics = [
    Statistic<"numReplaced", "num-replaced", "Number of operands replaced">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def TileAASpreadBlock : TileAA_EntryPass<"tileaa-spread-block"> {
  let summary = "Spreads the work of a tile block over the CTAs of a cluster";
  let description = [{
    Where the front end asks for clusters, each CTA stores a slice of every tile
    that the entry stores, and computes what leads to it:

    ```mlir
    %x = load %p : 256x64             %r = tileaa.cta_rank
    %y = load %q : 64x128             %x1 = load %p[128 * %r, 0] : 128x64
    %z = mma %x, %y               ->  %y = load %q : 64x128
    store %z to %o                    %z1 = mma %x1, %y
                                      store %z1 to %o[128 * %r, 0]
    ```

    The longest dimension is cut, into parts of 64 elements or more. A cluster
    that the front end fixes (`cluster` of the launch) is spread as it is; of one
    that a hint advises, as many CTAs are taken as tiles have parts.

    CTAs do not wait for one another. So the entry only loads and stores, without
    order by tokens, and it multiplies matrices, of which CTAs share a factor. All
    its stores are cut, or none, which `RemarkSpread` gives the reason for. The
    pass runs after `tileaa-minimize-tokens`, whose order it takes for necessary,
    and before `tileaa-strip-mine`, which sees tiles of one CTA.
  }];
  let options = [Option<"gpuName", "gpu-name", "std::string", /*default=*/"",
                        "The GPU to compile for, by default the entry's own">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def TileAAStripMine : TileAA_EntryPass<"tileaa-strip-mine"> {
  let summary = "Processes tiles that registers cannot hold slice by slice";
  let description = [{
    A tile is large if it takes more than `max-registers` registers of all
    threads. An op that uses a large tile but has no large result becomes a loop
    over slices of the tile: a store, a reduction, an assertion, or an atomic
    access without result. The ops that compute the tile move into the loop, on
    slices:

    ```mlir
    %x = load %p : 4x65536           for %row in 0 to 4:
    %y = exp %x               ->       for %part in 0 to 32:
    store %y to %q                       %x1 = load %p[%row, %part] : 1x2048
                                         %y1 = exp %x1
                                         store %y1 to %q[%row, %part]
    ```

    - Loads move with their users, and may be repeated, if tokens and places
      allow it.
    - A loop that carries a large tile is repeated for each slice, if loads are
      its only effects on memory. Where products leave the tile in tensor memory,
      one loop carries all slices instead. So it does with slices of 128 rows where
      it scales a sum there, as attention does, so that they take turns.
    - A product whose loaded factors exceed `max-factor-bytes` of shared memory
      becomes a loop over slices along K, which adds them up in the same order.
    - A loop that adds up products of what it computes of others makes more iterations
      of less depth, where groups of warps have too few registers for all these sums.
      So does one that adds up several products of what it loads, where threads
      multiply and shared memory has no room for the next iteration.

    A large tile stays as it is if other control flow carries it, or if its
    slices are no boxes. The pass runs before layouts exist; later passes then
    see tiles that fit, except for these.
  }];
  let options = [
    Option<"maxRegisters", "max-registers", "int64_t",
        /*default=*/"::tessera::getMostRegistersPerBlock(/*blocks=*/2)",
        "Registers of all threads above which a tile is large">,
    Option<"maxFactorBytes", "max-factor-bytes", "int64_t",
        /*default=*/"std::numeric_limits<int64_t>::max()",
        "Bytes of both factors that a product may take from shared memory">,
    Option<"gpuName", "gpu-name", "std::string", /*default=*/"",
        "The GPU whose formats factors are counted in; by default their own">,
    Option<"warpGroups", "warp-groups", "bool", "true",
           "Warp groups multiply where the GPU has such instructions">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

def TileAATransposeProducts : TileAA_EntryPass<"tileaa-transpose-products"> {
  let summary = "Transposes products whose right factor is computed from a sum";
  let description = [{
    Instructions of warp groups and of tensor memory take a left factor from where a
    sum is, and a right one from shared memory alone. So a product whose right factor
    is computed, element by element, from the sums of others, and whose left factor
    is not, is replaced by that of the transposes, and so are the others:

    ```mlir
    %s = mma %k, %q, %zero : 64x128            %t = mma %qT, %kT, %zero : 128x64
    %p = exp2 %s                          ->   %p = exp2 %t
    %o = mma %v, %p, %c : 32x128               %u = mma %p, %vT, %cT : 128x32
    ```

    The tiles between and behind them are transposed as well: those of elementwise ops,
    of reductions, which reduce the other dimension, and of loops. The columns
    of the products, which become rows, are multiples of the 64 that an instruction
    has.
  }];
  let statistics = [
    Statistic<"numTransposed", "num-transposed", "Number of products transposed">
  ];
}

def TileAANarrowFactors : TileAA_EntryPass<"tileaa-narrow-factors"> {
  let summary = "Multiplies factors of tf32 in the 16 bits that they came in";
  let description = [{
    A tf32 holds all numbers of bf16 and of f16. So a float of 16 bits that is widened to
    f32 is a tf32 without rounding, and a product of two such factors is one of the
    format that both had before:

    ```mlir
    %x = extf %a : bf16 to f32
    %y = convert_float %x from <f32> to <tf32>
    %s = mma %y as<tf32>, %z as<tf32>, %c      ->   %s = mma %a as<bf16>, %b as<bf16>, %c
    ```

    A tile that another product takes as tf32 stays so for all of them: shared memory
    would have to hold it twice.
  }];
  let statistics = [
    Statistic<"numNarrowed", "num-narrowed", "Number of products narrowed">
  ];
}

#endif // TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

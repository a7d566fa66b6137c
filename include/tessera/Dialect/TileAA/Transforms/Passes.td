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

def TileAAMinimizeTokens : TileAA_EntryPass<"tileaa-minimize-tokens"> {
  let summary = "Drops the order between accesses that never meet";
  let description = [{
    An edge between two accesses goes if they cannot overlap, or are both weak
    loads, and neither acquires or releases. What was ordered through one that
    leaves the chain stays ordered by other edges, also around loops, so that all
    pairs that need their order keep it. Prints, fences and ops of dependent
    launches stay ordered with everything.

    ```mlir
    %t1 = tileaa.store %x to %a : f32, !tileaa.ptr
    %t2 = tileaa.store %y to %b after %t1 : f32, !tileaa.ptr
    %z, %t3 = tileaa.load %a after %t2 : !tileaa.ptr -> f32
    ```

    If `%a` and `%b` come from two allocations, the second store comes after
    nothing, and the load after `%t1`.
  }];
}

def TileAAPrintFacts : TileAA_EntryPass<"tileaa-print-facts"> {
  let summary = "Says in a remark what is known of each result";
  let description = [{
    Divisibility, progressions along each dimension and bounds, as the analysis
    of values finds them; for reading and for tests. Results of which nothing is
    known are passed over.
  }];
}

def TileAAPropagateConditions
    : TileAA_EntryPass<"tileaa-propagate-conditions"> {
  let summary = "Replaces the condition of a branch within the branch";
  let description = [{
    In the first region of an `scf.if` its condition is true, in the second
    false. One walk over the entry; the pattern of MLIR that does the same looks
    at all uses of a condition for each `scf.if` on it.

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

def TileAAStripMine : TileAA_EntryPass<"tileaa-strip-mine"> {
  let summary = "Works off tiles that registers cannot hold slice by slice";
  let description = [{
    A store of a large tile, a reduction of one to something small, an assertion
    and an atomic access without result become loops, each over slices of the
    tile, with all ops in them that the slices are made of. Loads are made where
    they are needed, if tokens and places allow that. A loop that carries a large
    tile for one of them runs once for each slice, if all that it does to memory
    is to load. A product of loaded factors that shared memory has no room for
    becomes a loop over their slices along K, which adds them up in the same
    order. A large tile that other control flow hands on, or whose slices are no
    boxes, stays as it is.
  }];
  let options = [
    Option<"maxRegisters", "max-registers", "int64_t",
        /*default=*/"::tessera::registers::kPerTile",
        "Registers of all threads above which a tile is large">,
    Option<"maxFactorBytes", "max-factor-bytes", "int64_t",
        /*default=*/"std::numeric_limits<int64_t>::max()",
        "Bytes of both factors that a product may take from shared memory">,
    Option<"gpuName", "gpu-name", "std::string", /*default=*/"",
        "The GPU whose formats factors are counted in; by default their own">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect"];
}

#endif // TESSERA_DIALECT_TILEAA_TRANSFORMS_PASSES_TD

//===- Passes.td - Passes on tileas -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

/// A pass over one kernel.
class TileAS_KernelPass<string argument>
    : Pass<argument, "tileas::KernelOpInterface">;

def TileASAllocateScratch : TileAS_KernelPass<"tileas-allocate-scratch"> {
  let summary = "Gives every alloca its place in scratch memory";
  let description = [{
    Scratch memory is claimed where the kernel begins and given back where it
    ends. Two allocas never share bytes: one whose pointer another block knows
    has to stay where it is.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
}

def TileASAssignLayouts : TileAS_KernelPass<"tileas-assign-layouts"> {
  let summary = "Gives every tile a layout";
  let description = [{
    Accesses to memory would like the lanes of a warp to run along the dimension
    that is contiguous in memory, each lane with as many neighbours as facts prove
    that one instruction may access, and warps along the slowest dimension. From
    there layouts spread along the ops, forwards and backwards; where two meet, a
    model of costs decides whether a tile is converted or an access gives way. What
    is made of scalars is made in each layout that is asked for. A
    `tileas.convert_layout` stands where its tile is made. Accesses get their
    `width`.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
}

def TileASDecomposeReductions
    : TileAS_KernelPass<"tileas-decompose-reductions"> {
  let summary = "Splits reductions into steps within a warp and moves between warps";
  let description = [{
    A reduction whose dimension is spread over warps becomes one within each
    warp, a layout conversion that brings the partial results into registers,
    and one among those.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
}

def TileASPlaceInShared : TileAS_KernelPass<"tileas-place-in-shared"> {
  let summary = "Moves what must change threads through shared memory";
  let description = [{
    Layout conversions that are more than a renaming of registers or a few shuffles
    within each warp, published values and printed tiles become a `shared_store`
    and a `shared_load`. A published tile of which each thread that holds an element
    has loaded it stays where it is.

    Factors of matrix products stay in shared memory, from where the products read
    them. One that a loop does not change is read before it where registers have
    room for all of it, or where shared memory has none. Otherwise, where the banks
    of shared memory are busy for longer than the tensor cores, the first steps
    along K are: the product is split in two.

    Where all of that is more than a block may have, the largest tiles move where
    they are read, in boxes that fit (`store_box`, `load_box`), and products are cut
    along K. Printed tiles are not cut.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numBuffers", "buffers", "Buffers placed in shared memory">
  ];
}

def TileASMakeAsynchronous : TileAS_KernelPass<"tileas-make-asynchronous"> {
  let summary = "Copies tiles from global to shared memory past the registers";
  let description = [{
    A tile that a loop loads from global memory and does nothing with but store
    it in a buffer is copied there asynchronously instead, where the target has
    `cp.async` and facts prove pieces of 4, 8 or 16 bytes that lie in one piece
    on both sides. The buffer becomes a ring before the loop, with a stage for
    each iteration whose copies may be under way at once; `tt.num_stages` of the
    front end says how many, otherwise as many as shared memory holds, up to 4.
    Each iteration still waits for its own copies: `tileas-schedule-loops` and
    `tileas-pipeline-loops` are what lets them run ahead. Tiles that are read
    behind the others may take turns with them, in rings of one stage: where there
    is no room for two, and where two would leave an SM fewer warps, less than two
    for each of its partitions.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numCopies", "copies", "Copies made asynchronous">
  ];
}

def TileASScheduleLoops : TileAS_KernelPass<"tileas-schedule-loops"> {
  let summary = "Says when the ops of a loop start";
  let description = [{
    A loop whose asynchronous copies go to rings, or that loads for its matrix
    products, gets a schedule (`tileas.schedule`, `tileas.slot`): an iteration
    starts as soon after the one before it as the units of the SM, by the machine
    model, and dependences allow. Copies and loads may stand in earlier stages
    than the rest. Rings keep as many stages as make the loop fastest, counting
    the blocks that shared memory leaves room for, and one to spare.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops scheduled">
  ];
}

def TileASPipelineLoops : TileAS_KernelPass<"tileas-pipeline-loops"> {
  let summary = "Expands loops by their schedules";
  let description = [{
    An iteration of the new loop runs the ops of as many old iterations as the
    schedule has stages, in the order of their cycles; earlier stages of the first
    iterations run before the loop. Copies and loads get a condition, so that
    they do nothing for iterations that there are not. Waits say how many
    groups have been begun since.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops pipelined">
  ];
}

def TileASOverlapTiles : TileAS_KernelPass<"tileas-overlap-tiles"> {
  let summary = "Begins the next tile of a persistent kernel while one ends";
  let description = [{
    Where a loop over tiles holds a loop whose copies run ahead, the first copies
    of the next tile are begun before the epilogue of this one, if they depend on
    nothing in it and an SM holds as many blocks as before.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops over tiles that overlap">
  ];
}

def TileASSplitLoops : TileAS_KernelPass<"tileas-split-loops"> {
  let summary = "Splits a loop where a mask stops being true everywhere";
  let description = [{
    Masks in a loop may have the alternative that the counter is below a bound
    (`cuda-tile-uniform-masks`). The loop becomes two, one after the other: the
    first has no mask up to the least of the bounds, the second has the masks and
    not the alternatives. Loop-carried values, completions of copies among them,
    pass from one to the other, and rings are counted on. Where registers are too
    few for two loops, the loop stays one.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that were split">
  ];
}

def TileASSeparateProducts : TileAS_KernelPass<"tileas-separate-products"> {
  let summary = "Keeps the products of a loop apart where registers are few";
  let description = [{
    Where the tiles of a loop with several matrix products leave a thread fewer
    registers than ptxas fills with what it reads ahead, scheduling barriers come
    behind each product but the last and before each but the first. A product
    that another one follows is cut along K, too, with a barrier between every
    two parts: so it reads its factors ahead by a part at most.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops whose products were separated">
  ];
}

def TileASAllocateShared : TileAS_KernelPass<"tileas-allocate-shared"> {
  let summary = "Gives every buffer its offset in shared memory";
  let description = [{
    Buffers that are never live at once may share bytes; the sum goes into the
    kernel spec.
  }];
}

def TileASPlaceBarriers : TileAS_KernelPass<"tileas-place-barriers"> {
  let summary = "Puts a barrier between accesses of different threads that conflict";
  let description = [{
    In shared memory accesses conflict if their bytes overlap and one writes; in
    global memory if a token path orders them, one writes, and they are not
    known to have the same owner for each element. Loops are taken with their
    back edge: a write may conflict with a read of the iteration before. A
    release waits for all that is ordered before it.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numBarriers", "barriers", "Barriers placed">
  ];
}

def TileASFreezeKernelSpec : TileAS_KernelPass<"tileas-freeze-kernel-spec"> {
  let summary = "Checks the kernel spec against the target and closes it";
}

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_PASSES_TD

//===- LoopPasses.td - Passes on loops -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_LOOPPASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_LOOPPASSES_TD

include "tessera/Dialect/TileAS/Transforms/KernelPass.td"

def TileASScheduleLoops : TileAS_KernelPass<"tileas-schedule-loops"> {
  let summary = "Assigns each op of a loop its start time by modulo scheduling";
  let description = [{
    A loop with asynchronous copies to rings, or with loads for its matrix
    products, gets a schedule: `tileas.schedule` on the loop with the interval
    between the starts of two iterations, and `tileas.slot` on each op with its
    pipeline stage and its cycle within the interval. The interval is the
    shortest that the units of the SM (by the machine model) and the dependences
    allow. Only copies, loads and the ops that compute their addresses are in
    earlier stages than the last.

    ```mlir
    tileas.async_copy ...   {tileas.slot = #tileas.slot<stage = 0, cycle = 20>}
    tileas.wait ...         {tileas.slot = #tileas.slot<stage = 2, cycle = 0>}
    tileas.shared_load ...  {tileas.slot = #tileas.slot<stage = 2, cycle = 40>}
    ```

    Here a copy starts two iterations before it is read.

    The pass also fixes the number of stages of the rings: it compares the
    schedules for all numbers that fit, by interval divided by the number of
    resident blocks, and adds a spare stage if that does not reduce the
    occupancy. All loops of a kernel are scheduled for the same number of
    blocks, the fewest that one of them counts on; it becomes the `plan` of the
    kernel spec. The order of the ops does not change yet: `tileas-pipeline-loops`
    executes the schedule.

    The search is bounded, and loops of more than 64 ops that keep units busy are
    only tried in the order of the program. `RemarkScheduleUnproven` names the
    loops for which a shorter interval may exist because of that.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops scheduled">,
    Statistic<"numUnproven", "unproven",
              "Loops for which a shorter interval may exist">
  ];
}

def TileASVerifySchedules : TileAS_KernelPass<"tileas-verify-schedules"> {
  let summary = "Checks schedules of loops against the machine model";
  let description = [{
    Fails at a loop whose `tileas.schedule` breaks a rule of the machine model,
    before and after its iterations were made to overlap:

    - no two ops keep a unit busy in the same cycle of the interval;
    - an op starts when the latency of what it uses is over, in its own iteration
      or in the one that has made the value, and effects keep their order;
    - a turn of a ring is committed before it is waited for, by the latency of its
      copies; and a stage is acquired no earlier than the turn that had it was
      released: the start of `acquire` for turn n + stages is not before the
      end of `release` for turn n.

    ```mlir
    %x = tileas.mma ... {tileas.slot = #tileas.slot<stage = 1, cycle = 0>}    // 512 cycles
    %y = tileas.mma ... {tileas.slot = #tileas.slot<stage = 1, cycle = 500>}  // error
    ```

    The verifier of the dialect checks what needs no machine model: each op has a
    slot, starts no earlier than what it uses, and, when the loop is expanded,
    stands where its slot says. A loop that was expanded and has no times yet has
    nothing to be checked.
  }];
}

def TileASPipelineLoops : TileAS_KernelPass<"tileas-pipeline-loops"> {
  let summary = "Expands loops by their schedules";
  let description = [{
    Reorders the ops of each loop with a schedule, and overlaps its iterations.
    With N stages, iteration i of the new loop runs the ops of stage S of the
    old iteration i + N - 1 - S, in the order of their cycles. The earlier
    stages of the first N - 1 iterations become a prologue. There is no
    epilogue: copies and loads get a condition, so that they do nothing for
    iterations that do not exist. But a turn that the last stage but one waits for
    is filled for one such iteration, too, by the machine.

    ```mlir
    copy 0; copy 1                    // prologue, for N = 3
    scf.for %i = 0 to %n {
      wait for turn %i of the ring    // while the copy of %i + 1 is under way
      copy %i + 2 if %i + 2 < %n
      use turn %i, and release it
    }
    ```

    A loop is left as it was, with a remark, if its
    schedule lets an op start before its operands, or runs an op with effects
    for iterations that do not exist.

    The new loop has no times yet: its schedule is the one that it was expanded by,
    `tileas.expanded`, and each of its ops names the stage that it comes from,
    `tileas.stage`.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops pipelined">
  ];
}

def TileASOverlapTiles : TileAS_KernelPass<"tileas-overlap-tiles"> {
  let summary = "Begins copies of the next tile before this one is finished";
  let description = [{
    Applies to persistent kernels: a loop over tiles around a loop whose copies
    run ahead. The prologue of the inner loop moves to the end of the previous
    tile, before its epilogue:

    ```mlir
    scf.for %tile = ... {                first copies of the first tile
      first copies                       scf.for %tile = ... {
      scf.for %slice = ...         ->      scf.for %slice = ...
      store                                first copies of the next tile
    }                                      store
                                         }
    ```

    The loop over tiles gets a schedule of two stages. The first copies must not depend on
    values for which the current tile has to be finished. The rings then stay live
    from tile to tile; the pass does nothing if an SM would hold fewer blocks
    because of that.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops over tiles that overlap">
  ];
}

def TileASSplitLoops : TileAS_KernelPass<"tileas-split-loops"> {
  let summary = "Splits a loop into iterations with masks and without";
  let description = [{
    Uses the alternatives that `cuda-tile-uniform-masks` has added to masks:
    `mask or (counter < end)` and `mask or (counter >= begin)`. The loop becomes
    up to three in sequence, of which the one in the middle, from the last of the
    begins to the least of the ends, has no masks.

    ```mlir
                                          scf.for %i = %a to %first {
    scf.for %i = %a to %b {                 use select %old, %x, %z
      %o = %old or (%i >= %begin)         }
      %v = select %o, %x, %z              scf.for %i = %first to %middle { use %x }
      %m = %mask or (%i < %end)    ->     scf.for %i = %middle to %b {
      use select %m, %v, %z                 %v = select %old, %x, %z
    }                                       use select %mask, %v, %z
                                          }
    ```

    where `%middle` is the least end, clamped to `%a` and `%b`, and `%first` the last
    begin, but not behind `%middle`. With ends alone there is no first loop, with
    begins alone no last one. A mask that leads by iterations, `%mask or (%i + 1 <
    %end)`, ends as many earlier. Where a loop was counted anew, bounds are those of
    the counter before, `%low + counter * step`. Loop-carried
    values pass from each loop to the next one, which continues
    with the turns of the rings. All have the stages and the order of the loop
    that was split, since what one has begun the next one goes on
    with. A loop is not split if threads have too few registers for several; its masks
    lose their alternatives.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that were split">
  ];
}

def TileASTimeLoops : TileAS_KernelPass<"tileas-time-loops"> {
  let summary = "Finds the times of loops that were expanded";
  let description = [{
    Gives each loop that was expanded a schedule: the order that its ops have, the
    stages that they come from, and the shortest interval that the units of the SM
    and the dependences allow in this order, for as many resident blocks as the
    plan of the kernel says. A loop in it is one of its ops, which takes as many of
    its own intervals as it has iterations, or 8 where nobody knows how many it
    has. The pass comes behind all passes that change such loops,
    and before the verbs of rings are lowered, by which copies take their time.

    ```mlir
    tileas.wait ...         {tileas.stage = 2}    {tileas.slot = #tileas.slot<stage = 2, cycle = 0>}
    tileas.async_copy ...   {tileas.stage = 0} -> {tileas.slot = #tileas.slot<stage = 0, cycle = 20>}
    tileas.shared_load ...  {tileas.stage = 2}    {tileas.slot = #tileas.slot<stage = 2, cycle = 40>}
    ```

    It fails where an op stands before one that it has to wait for in the same
    iteration, or in an earlier one: then there are no such times.
  }];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that have times">
  ];
}

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_LOOPPASSES_TD

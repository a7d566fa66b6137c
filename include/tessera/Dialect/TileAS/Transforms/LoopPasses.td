//===- LoopPasses.td - Passes on loops, and on copies that run ahead in them -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_LOOPPASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_LOOPPASSES_TD

include "tessera/Dialect/TileAS/Transforms/KernelPass.td"

def TileASMakeAsynchronous : TileAS_KernelPass<"tileas-make-asynchronous"> {
  let summary = "Replaces loads to shared memory by asynchronous copies";
  let description = [{
    Applies to a tile that a loop loads from global memory and only stores to a
    buffer, if the target has `cp.async`, and if facts prove pieces of 4, 8 or
    16 bytes that are contiguous on both sides. The tile is then copied
    directly, past the registers:

    ```mlir
                                             %ring = tileas.ring ...
    scf.for %i = ... {                       scf.for %i = ... {
      %b = tileas.alloc_shared : ...           %to = tileas.acquire %ring[%i]
      %x, %t = tileas.load ...                 %c = tileas.async_copy ... to %to
      tileas.shared_store %x to %b      ->     tileas.commit %ring[%i] after %c
      use %b                                   %from = tileas.wait %ring[%i]
    }                                          use %from
                                               tileas.release %ring[%i]
                                             }
    ```

    Each tile gets a ring before the loop, with one stage for each iteration
    whose copies may be in flight at once. `tt.num_stages` of the front end
    fixes the number of stages; otherwise it is what shared memory holds, at
    most 4.

    Two stages may not fit, or may leave an SM fewer than two warps for each of
    its partitions where one stage leaves more. Then the tiles form two groups:
    those that are first read after the last read of the others (in attention, V
    after K) form the second one. Each has one stage, and one group is copied
    while the other is read.

    Where the GPU has tensor maps, one of them may copy a tile instead, begun by
    one thread. That takes a view whose base and strides are multiples of 16
    bytes, a buffer that boxes fill, and no access that the load is ordered
    with. A block looks for the map once, before all loops:

    ```mlir
    %map = tileas.tensor_map ...
    scf.for %i = ... {
      %to = tileas.acquire %ring[%i]
      %c = tileas.tensor_copy %map[...] to %to
      tileas.commit %ring[%i] after %c
    ```

    Pointers to rows of a matrix that indices name have a map of the matrix where the
    GPU gathers rows, with a number for each row: -1 where it is masked off. The load
    of the numbers is repeated in the lanes of each warp.

    `RemarkCopyEngine` says for each tile who copies it, and why.

    Each iteration still waits for its own copies. `tileas-schedule-loops` and
    `tileas-pipeline-loops` let them run ahead.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "tileas::TileASDialect"];
  let statistics = [
    Statistic<"numCopies", "copies", "Copies made asynchronous">,
    Statistic<"numTensorCopies", "tensor-copies", "Copies by tensor maps">
  ];
  let options = [
    Option<"tensorMaps", "tensor-maps", "int", "-1",
           "Copy by tensor maps nowhere (0), or wherever they can (1); -1 leaves "
           "the choice to the machine model">
  ];
}

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

def TileASOverlapProducts : TileAS_KernelPass<"tileas-overlap-products"> {
  let summary = "Lets a product go on under the arithmetic of the next iteration";
  let description = [{
    Where warp groups multiply, compute a factor of the result, and multiply by
    that, as attention does, all up to the factor leads by an iteration: it gets the
    last stage but one. It stands on both sides of what follows, so that the second
    product is under way while the factor of the next one is computed:

    ```mlir
    wait for keys                 {stage = 2}    {stage = 1, cycle = 0}
    %s = tileas.wgmma %q, %keys   {stage = 2}    {stage = 1, cycle = 20}
    %p = ... exp2 %s              {stage = 2} -> {stage = 1, cycle = 540}
    wait for values               {stage = 2}    {stage = 2, cycle = 0}
    %o = tileas.wgmma %p, %values {stage = 2}    {stage = 2, cycle = 40}
    ```

    The part that leads is executed once more than there are iterations. So it has no
    effect, and waits for nothing but copies by the machine, which
    `tileas-pipeline-loops` begins once more, too. The order is taken if its
    interval is shorter, and if a thread has the registers for what goes from one
    part to the other, with as many blocks on an SM; they are added to the plan of
    the kernel.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops in which a part leads">
  ];
}

def TileASLeadScores : TileAS_KernelPass<"tileas-lead-scores"> {
  let summary = "Lets scores in tensor memory lead by two iterations, or one";
  let description = [{
    Where a block multiplies in tensor memory, computes a factor of the result, and
    multiplies by that, as attention does, the first product gets the stage two before
    the last, and its place behind the second one:

    ```mlir
    wait for keys                        {stage = 1}    {stage = 1, cycle = 600}
    %s = tileas.tcgen05_mma %q, %keys    {stage = 1}    {stage = 1, cycle = 740}
    %p = ... exp2 %s                     {stage = 1} -> {stage = 3, cycle = 0}
    wait for values                      {stage = 1}    {stage = 3, cycle = 600}
    %o = tileas.tcgen05_mma %p, %values  {stage = 1}    {stage = 3, cycle = 700}
    ```

    Both products begin behind one barrier, and end under the arithmetic of the next
    iteration. The product that leads is executed twice more than there are iterations,
    for which `tileas-pipeline-loops` fills the ring of its factor with zeros. It takes
    columns for the results of two iterations, with as many blocks on an SM as before.
    The factor that is computed goes to tensor memory, or through a buffer. Where tensor
    maps copy all tiles, copies begin in front of the second product, behind the wait
    for those of the iteration before; else behind both.

    Where there are columns for one, and tensor maps copy all tiles, it leads by one
    iteration: it stands behind the first op that uses its result of this one, in whose
    place it begins.

    Several products may lead that what is multiplied is computed of, as gradients of
    attention have two: the first ops that use their results come first, and all begin
    behind these. A ring whose stage is read again by the product that follows has as
    many stages more, where shared memory has room for them in as many blocks.

    A loop may have several such pairs of products, by the same keys and values, as
    `tileaa-strip-mine` makes of 256 rows. Each leads by one iteration, and the arithmetic
    of one pair stands behind that of the one before, under which its products end.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops in which scores lead">
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
  let summary = "Splits a loop where a mask stops being true everywhere";
  let description = [{
    Uses the alternatives that `cuda-tile-uniform-masks` has added to masks:
    `mask or (counter < bound)`. The loop becomes two in sequence. The first
    runs up to the least of the bounds, and has no masks. The second has the
    masks without the alternatives.

    ```mlir
    scf.for %i = %a to %b {               scf.for %i = %a to %middle { use %x }
      %m = %mask or (%i < %end)    ->     scf.for %i = %middle to %b {
      use select %m, %x, %z                 use select %mask, %x, %z
    }                                     }
    ```

    where `%middle` is the least bound, clamped to `%a` and `%b`. A mask that leads
    by iterations, `%mask or (%i + 1 < %end)`, ends as many earlier. Loop-carried
    values pass from the first loop to the second, and the second one continues
    with the turns of the rings. Both have the stages and the order of the loop
    that was split, since what the first one has begun the second one goes on
    with. A loop is not split if threads have too few registers for two loops.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops that were split">
  ];
}

def TileASSeparateProducts : TileAS_KernelPass<"tileas-separate-products"> {
  let summary = "Separates the products of a loop if registers are scarce";
  let description = [{
    Applies to loops with several matrix products whose tiles leave a thread too
    few registers for the factors that ptxas reads ahead. Scheduling barriers,
    which ptxas moves no instruction across, are placed after each product but
    the last, and before each product but the first. Each product but the last
    is also cut along K, with a barrier between two parts, so that its factors
    are read ahead by at most one part:

    ```mlir
    %s = mma %q, %k, %zero          %0 = mma %q, %k, %zero along [0, 32]
    %p = exp2 %s              ->    sched_barrier
    %o = mma %p, %v, %sum           %s = mma %q, %k, %0 along [32, 64]
                                    sched_barrier
                                    %p = exp2 %s
                                    sched_barrier
                                    %o = mma %p, %v, %sum
    ```

    The order stays.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numLoops", "loops", "Loops whose products were separated">
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

def TileASSplitAgents : TileAS_KernelPass<"tileas-split-agents"> {
  let summary = "Makes programs of agents of a program whose ops name theirs";
  let description = [{
    Ops with effects go to the agent of the kernel's spec that their slot names,
    all others to agent "main", which has the warps of the kernel; the warps of
    the others are added. Each agent gets a copy of the loops, branches and
    scalars that its ops need. Rings that agents fill for one another stand
    before `agents`:

    ```mlir
    scf.for %i = ... {                               tileas.agents
      %to = tileas.acquire %ring[%i] {L}               agent "main" warps 4 {
      %c = tileas.async_copy ... to %to {L}              scf.for %i = ... {
      tileas.commit %ring[%i] after %c {L}                 %x = tileas.wait %ring[%i]
      %x = tileas.wait %ring[%i]                ->         use %x
      use %x                                               tileas.release %ring[%i]
      tileas.release %ring[%i]                           }
    }                                                  }
    // L is tileas.slot = #tileas.slot<stage = 0,      agent "load" warps 1 {
    //          cycle = 0, agent = "load">               scf.for %i = ... {
                                                           acquire, copy, commit
    ```

    Only buffers go from agent to agent, with the tokens of their waits. Where an
    op needs a scalar, a tile or a token that an effect of another agent gives, as
    a bound that is loaded, the kernel stays what it is, with a remark. An agent of other warps than the
    kernel's executes no op on tiles but copies, which get a layout for them. It
    is as far ahead as its rings have stages. Agent "main" keeps its schedules,
    from the first stage that it has an op of.
  }];
  let dependentDialects = ["tileas::TileASDialect", "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels that have agents">
  ];
}

def TileASLowerRings : TileAS_KernelPass<"tileas-lower-rings"> {
  let summary = "Makes groups of cp.async, or phases of mbarriers, of turns";
  let description = [{
    The stages that rings give become slices of their buffers. Copies that are
    committed together are one group of `cp.async`, and rings that are waited
    for together have one wait. It lets as many groups be under way as have been
    made, on any path, since the group of its turn:

    ```mlir
    scf.for %i = ... {                            scf.for %i = ... {
      %x = tileas.wait %ring[%i]                    %x = tileas.slice %b[%i]
      %to = tileas.acquire %ring[%i + 2]            tileas.wait_group 1 for %x
      %c = tileas.async_copy ... to %to      ->     %to = tileas.slice %b[%i + 2]
      tileas.commit %ring[%i + 2] after %c          %c = tileas.async_copy ... to %to
      use %x                                        tileas.commit_group
      tileas.release %ring[%i]                      use %x
    }                                             }
    ```

    The verbs of rings that only stores fill become nothing: the barriers that
    `tileas-place-barriers` places do what they ask for.

    A ring that others read than the agent that fills it gets two mbarriers a
    stage. Its writers arrive at the one, behind their copies if there are
    any, and all who read it at the other, as many as their agents have warps.
    Turns are counted on where the ring begins again:

    ```mlir
    tileas.acquire %ring[%i]            tileas.wait_phase previous %empty[%n]
    tileas.commit %ring[%i] after %c    tileas.mbarrier_arrive %full[%n] after %c
    tileas.wait %ring[%i]         ->    tileas.wait_phase %full[%n]
    tileas.release %ring[%i]            tileas.mbarrier_arrive %empty[%n]
    ```

    So does a ring that `bulk_copy` or `tensor_copy` fills. One thread announces
    their bytes, `mbarrier_arrive %full[%n] expecting 4096 by<one>`; where those
    who fill such a ring read it, too, there is no `%empty`. A turn whose copies
    have a false condition is not counted.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect",
                           "tileas::TileASDialect"];
  let statistics = [
    Statistic<"numRings", "rings", "Rings lowered">
  ];
}

def TileASTakeTurns : TileAS_KernelPass<"tileas-take-turns"> {
  let summary = "Has two groups of warps begin the products of a loop in turn";
  let description = [{
    Where threads compute on a product of the same iteration, both groups of a kernel
    would multiply together and compute together. All products of an iteration that
    begin before threads wait for the first of them are a group's turn: it takes it in
    place of the `copy_barrier` before them, and passes it behind the last.

    ```mlir
    scf.for ... {
      tileas.copy_barrier %i of 1 from 1 : i32
      %s = tileas.wgmma %q as<f16>, %k as<f16>, %zero by [64, 128, 16] pending : ...
      %o = tileas.wgmma %p as<f16>, %v as<f16>, %sum by [64, 128, 16] pending : ...
      %scores = tileas.settle %s leaving 1 : ...
      ...
    }
    ```

    becomes

    ```mlir
    tileas.group_turn open %turns : ...
    scf.for ... {
      tileas.group_turn take %turns[%i] : ...
      %s = tileas.wgmma %q as<f16>, %k as<f16>, %zero by [64, 128, 16] pending : ...
      %o = tileas.wgmma %p as<f16>, %v as<f16>, %sum by [64, 128, 16] pending : ...
      tileas.group_turn pass %turns : ...
      %scores = tileas.settle %s leaving 1 : ...
      ...
    }
    ```

    The two mbarriers of a loop begin with the others of the kernel, behind all that
    has a place in shared memory. Groups go in step where an SM would hold fewer blocks
    for them.
  }];
  let statistics = [
    Statistic<"numLoops", "loops-in-turn", "Number of loops in which groups take turns">
  ];
}

def TileASDeferProducts : TileAS_KernelPass<"tileas-defer-products"> {
  let summary = "Lets products of the machine go on while threads do other work";
  let description = [{
    A product begins before the copies that stand between the last barrier and
    it, and is waited for before the next barrier, or before the first op that
    takes the sum: in the next iteration, where the loop carries it. Until that
    barrier nobody writes what it reads. A product that begins meanwhile is not
    waited for (`leaving`).

    ```mlir
    %1 = scf.for ... iter_args(%acc = %0) -> (tensor<64x64xf32>) {
      tileas.barrier
      %c = tileas.async_copy ...
      %2 = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] : ...
      scf.yield %2 : tensor<64x64xf32>
    }
    ```

    becomes

    ```mlir
    %p = tileas.pend %0 : !tileas.pending<tensor<64x64xf32>>
    %q = scf.for ... iter_args(%sum = %p) -> (!tileas.pending<tensor<64x64xf32>>) {
      %acc = tileas.settle %sum : !tileas.pending<tensor<64x64xf32>>
      tileas.barrier
      %2 = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] pending : ...
      %c = tileas.async_copy ...
      scf.yield %2 : !tileas.pending<tensor<64x64xf32>>
    }
    %1 = tileas.settle %q : !tileas.pending<tensor<64x64xf32>>
    ```

    The only product of a loop begins in front of that barrier, where each thread
    has waited for its factors by phases of mbarriers: `chain` gives it the sum
    that is under way, and `retire` waits for the one before. Then the tensor
    cores go on while threads meet.

    ```mlir
      %acc = tileas.chain %sum : !tileas.pending<tensor<64x64xf32>>
      %2 = tileas.wgmma %a as<f16>, %b as<f16>, %acc by [64, 64, 16] pending : ...
      %3 = tileas.retire %2 leaving 1 : !tileas.pending<tensor<64x64xf32>>
      tileas.barrier
      tileas.tensor_copy ...
      scf.yield %3 : !tileas.pending<tensor<64x64xf32>>
    ```

    A product in tensor memory is waited for by `tileas.await_products`, and the
    next one adds to its sum without a wait for it.
  }];
  let dependentDialects = ["tileas::TileASDialect"];
  let statistics = [
    Statistic<"numDeferred", "deferred", "Products that are waited for later">
  ];
}

def TileASJoinWaits : TileAS_KernelPass<"tileas-join-waits"> {
  let summary = "Asks for the phases of several mbarriers side by side";
  let description = [{
    Waits in turn between which nothing reads or writes memory become one, in the place
    of the last. It asks for all phases before it waits for the first that has not ended.

    ```mlir
    tileas.wait_phase %p in_turn for %a : !tileas.buffer<64x64xf16>
    %b = tileas.slice %ring[%i] : !tileas.buffer<64x64xf16, stages = 4>
    tileas.wait_phase %q in_turn for %b : !tileas.buffer<64x64xf16>
    ```

    becomes

    ```mlir
    %b = tileas.slice %ring[%i] : !tileas.buffer<64x64xf16, stages = 4>
    tileas.wait_phase %p, %q in_turn for %a, %b : !tileas.buffer<64x64xf16>, !tileas.buffer<64x64xf16>
    ```

    Waits for the same mbarriers stay apart, and so do one that gives a token and one out
    of turn.
  }];
}

def TileASPlanIssue : TileAS_KernelPass<"tileas-plan-issue"> {
  let summary = "Plans a warp that begins copies and products for others";
  let description = [{
    In a kernel with a loop whose products give what threads read there, such as the
    scores of attention. Its barriers become some at which only the warp waits that
    begins copies and products, agent "issue" of the kernel's spec, and all others go on.

    ```mlir
    %x = tileas.tmem_load %s               %x = tileas.tmem_load %s
    tileas.barrier                         tileas.copy_barrier %c0 of 1 from 1
    %t = tileas.tcgen05_mma ...            %t = tileas.tcgen05_mma ...
    tileas.await_products %m        ->     tileas.await_products %m
    %p = tileas.tmem_store %y to %m        %p = tileas.tmem_store %y to %m ... whole
                                           tileas.copy_barrier %c0 of 1 from 2
    ```

    Not where warps exchange elements in such a loop, where an iteration waits for no
    product, where registers have no room for a warp more, or where the front end has
    fixed the number of warps. A remark says so.
  }];
  let dependentDialects = ["tileas::TileASDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels with a warp that begins for others">
  ];
}

def TileASSplitIssue : TileAS_KernelPass<"tileas-split-issue"> {
  let summary = "Gives a warp that begins copies and products its program";
  let description = [{
    The last step before kernels become functions of a thread. In a kernel whose spec
    has an agent "issue", that agent gets copies, products, tensor maps and the waits for
    factors; agent "main" gets all else. Both come to each barrier, and to each wait for
    products. Where one has a tile in tensor memory that the other one changes, it knows
    the place.

    ```mlir
    tileas.agents together
      agent "main" warps 4 {
        %x = tileas.tmem_load %s
        tileas.copy_barrier %c0 of 1 from 1 passing
        tileas.await_products %m of_others
        %p = tileas.tmem_store %y to %m at 192 whole
        tileas.copy_barrier %c0 of 1 from 2 passing
      }
      agent "issue" warps 1 {
        tileas.copy_barrier %c0 of 1 from 1
        %t = tileas.tcgen05_mma ...
        tileas.await_products %m
        %p = tileas.tmem_place at 192 in %m
        tileas.copy_barrier %c0 of 1 from 2
        %u = tileas.tcgen05_mma %p ...
      }
    ```
  }];
  let dependentDialects = ["tileas::TileASDialect", "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels that are split">
  ];
}

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_LOOPPASSES_TD

//===- RingPasses.td - Passes on rings and agents -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_TRANSFORMS_RINGPASSES_TD
#define TESSERA_DIALECT_TILEAS_TRANSFORMS_RINGPASSES_TD

include "tessera/Dialect/TileAS/Transforms/KernelPass.td"

def TileASAlternateSums : TileAS_KernelPass<"tileas-alternate-sums"> {
  let summary = "Gives the sums of a loop over tiles two places in turn";
  let description = [{
    Where warps copy for those that multiply, and these do so for one tile after the
    other, a warp of its own begins the products, and the sums of tiles take turns in two
    places of tensor memory: the products of the next tile begin while a sum is read and
    stored.

    ```mlir
    tileas.agents
      agent "main" warps 8 {
        scf.for %i = ... {
          %s = tileas.tmem_store %zeros to %m at 0
          %r = scf.for ... iter_args(%acc = %s) { tileas.tcgen05_mma ..., %acc in %m }
          %x = tileas.tmem_load %r
          tileas.store %x
    ```

    becomes

    ```mlir
    tileas.agents
      agent "main" warps 8 {
        scf.for %i = ... {
          %n = tileas.tmem_slice %m[%i] of 2 by 256
          tileas.wait_phase %full[%i]
          %r = tileas.tmem_take %full[%i] at 0 in %n if %added
          %x = tileas.tmem_load %r
          tileas.mbarrier_arrive %empty[%i]
          tileas.store %x
      agent "issue" warps 1 {
        scf.for %i = ... {
          %n = tileas.tmem_slice %m[%i] of 2 by 256
          tileas.wait_phase previous %empty[%i]
          %s = tileas.tmem_place at 0 in %n empty
          %r = scf.for ... iter_args(%acc = %s) { tileas.tcgen05_mma ..., %acc in %n }
          tileas.tmem_give %r to %full[%i]
    ```

    A remark says so, or why an SM has no room: for twice the columns, for the warp, or,
    with both, for as many blocks as planned. So it does of products of two CTAs as a
    pair, whose sums stay as they are.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::scf::SCFDialect",
                           "tileas::TileASDialect"];
  let statistics = [
    Statistic<"numSums", "sums", "Sums that take turns">
  ];
}

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
    while the other is read. Tiles that are read again after the others, as K in
    gradients of queries, have their first products moved behind those of the
    others, and are of the second group then, if nothing depends on that order.

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

    Only buffers go from agent to agent, with the tokens of their waits. A weak load of
    one number, behind which nothing is ordered, each agent has that needs it. Where an
    op needs a scalar, a tile or a token that another effect of another agent gives, as
    an atomic's, the kernel stays what it is, with a remark. An agent of other warps than the
    kernel's executes no op on tiles but copies, which get a layout for them. It
    is as far ahead as its rings have stages. Agent "main" keeps its schedules,
    from the first stage that it has an op of.

    An agent that does nothing but fill rings by copies of the machine becomes
    one of a single warp for each ring, "load", "load2" and so on, as far as it
    was planned with so many warps: one thread can do all that there is to do
    for a ring. Rings that are filled by the same map stay together, and so do
    all of CTAs that multiply as a pair.
  }];
  let dependentDialects = ["tileas::TileASDialect", "::mlir::scf::SCFDialect"];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels that have agents">
  ];
}

def TileASTakeBlocks : TileAS_KernelPass<"tileas-take-blocks"> {
  let summary = "Has a tile block go on with those that have not begun";
  let description = [{
    Where an SM holds one block of a kernel with agents, and the GPU has launch control,
    the program of each agent becomes a loop over tile blocks. The last agent asks, at the
    begin of a tile, for the block that comes next; all read the answer at its end, so
    that copies of the next tile begin while a sum is stored.

    ```mlir
    tileas.agents                               tileas.agents
      agent "main" warps 4 {                      agent "main" warps 4 {
        %x, %y, %z = tileaa.block_id                %x0, %y0, %z0 = tileaa.block_id
        scf.for ... {                               scf.while (%t = %c0, %x = %x0, ...) {
          ...                                         scf.for ... {
        }                                               ...
        tileas.store ... %x                           }
      }                                               tileas.store ... %x
                                                      %a = tileas.wait %answers[%t]
                                            ->        %more, %u, ... = tileas.next_block %a
                                                      tileas.release %answers[%t]
                                                      scf.condition(%more) %t + 1, %u, ...
      agent "load" warps 1 {                      agent "load" warps 1 {
        %x, %y, %z = tileaa.block_id                %x0, %y0, %z0 = tileaa.block_id
        %m = tileas.tensor_map ...                  %m = tileas.tensor_map ...
                                                    scf.while (%t = %c0, %x = %x0, ...) {
                                                      %to = tileas.acquire %answers[%t]
                                                      %c = tileas.ask_block to %to
                                                      tileas.commit %answers[%t] after %c
        scf.for ... {                                 scf.for ... {
          ...                                           ...
    ```

    Not where an access is not weak, a loop is not counted, a tile block prints, asserts or
    is a cluster, where the program knows how many tile blocks there are, where registers hold the
    sums of products, or where threads load tiles beside. A remark says so.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect", "mlir::scf::SCFDialect",
                           "tileaa::TileAADialect", "tileas::TileASDialect"];
  let statistics = [
    Statistic<"numKernels", "kernels", "Kernels whose blocks take others' work">
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

#endif // TESSERA_DIALECT_TILEAS_TRANSFORMS_RINGPASSES_TD

//===- Barriers.td - Threads that wait for one another -----*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAS/IR/Access.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

def TileAS_BarrierOp : TileAS_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "All threads of the CTA, or of the agent, wait for one another";
  let description = Example<"tileas.barrier">.text;
  let assemblyFormat = "attr-dict";
}

def TileAS_ClusterBarrierOp : TileAS_Op<"cluster_barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "All threads of all CTAs of the tile block wait for one another";
  let description = Example<"tileas.cluster_barrier", [{
    It is a barrier of each CTA as well. A CTA writes to the shared memory of
    others, and arrives at their mbarriers, behind it, as they have begun then.
  }]>.text;
  let assemblyFormat = "attr-dict";
}

def TileAS_CopyBarrierOp : TileAS_Op<"copy_barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Whoever begins copies by the machine waits for all threads";
  let description = [{
    The warps that begin the kernel's copies by the machine wait until all other
    warps have come here, which go on at once: copies behind it come after accesses
    of all threads before it, and nothing else is ordered. There is one such warp,
    the first, or one for each tensor map.

    A warp that goes on may come here again before those have waited. So
    there are `stages` such barriers, a power of two, of the 16 of a CTA those
    from `first` on, a multiple of it. `turn`, a number from 0 on that grows by one
    each time, says which one is meant. `tileas-place-barriers` knows that no warp
    is more than `stages` turns ahead of another.

    In a kernel that is to have a warp which begins copies and products (agent
    "issue" of its spec), that is the warp which waits, also with products behind the
    barrier. Where that warp has its program, the others are `passing`.

    ```mlir
    tileas.copy_barrier %i of 2 from 2 : i32
    tileas.copy_barrier %c0 of 1 from 1 passing : i32
    ```
  }];
  let arguments = (ins AnyTypeOf<[I32, I64]>:$turn, I64Attr:$stages,
                       I64Attr:$first, UnitAttr:$passing);
  let assemblyFormat = [{
    $turn `of` $stages `from` $first (`passing` $passing^)? attr-dict
    `:` type($turn)
  }];
  let hasVerifier = 1;
}

def TileAS_GroupTurnOp : TileAS_Op<"group_turn", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Two groups of warps begin their products in turn";
  let description = [{
    A group waits at `take` until the other one has come to its `pass`, so that its
    products are queued behind those of the other, and it computes while those of the
    other go on. The second group goes first. So the first one, whose warps begin the
    copies by the machine, finds at `take` what it would at a `copy_barrier`: the second
    group has done all that it did before its own turn.

    A loop has one `take`, of the turn with the number of the iteration, and one `pass`
    behind it. In front of it the first group, at `open`, lets the second one begin.

    The turns are phases of two mbarriers: of the first the first group waits for, of the
    second the second. Four warps arrive for a phase when they come to wait for it, so
    that they have done all that they did before, and four when they let the others go on.

    ```mlir
    tileas.kernel @k(%i: i32) attributes {spec = #tileas.kernel_spec<target = "sm_90", warps = 8, shared = 16, frozen = false>} {
      %turns = tileas.alloc_shared at 0 : <!tileas.mbarrier<8>, stages = 2>
      tileas.group_turn open %turns : <!tileas.mbarrier<8>, stages = 2>
      tileas.group_turn take %turns[%i] : <!tileas.mbarrier<8>, stages = 2>
      tileas.group_turn pass %turns : <!tileas.mbarrier<8>, stages = 2>
      tileas.return
    }
    ```
  }];
  let arguments = (ins TileAS_TurnVerbAttr:$verb, TileAS_BufferType:$turns,
                       Optional<I32>:$turn);
  let assemblyFormat = [{
    $verb $turns (`` `[` $turn^ `]`)? attr-dict `:` type($turns)
  }];
  let hasVerifier = 1;
}

def TileAS_SchedBarrierOp : TileAS_Op<"sched_barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "A barrier for the instruction scheduling of ptxas";
  let description = [{
    ptxas moves no instruction across it. No thread waits for another one.
    Without it, ptxas may read ahead and compute early, and then lack registers
    if tiles fill them.

    ```mlir
    tileas.sched_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TileAS_ProxyFenceOp : TileAS_Op<"proxy_fence", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Orders a thread's writes to shared memory before async reads";
  let description = [{
    Accesses of the async proxy behind the next barrier, or arrival, of the thread
    see its writes (PTX ISA, "Async proxy").
    Instructions that read by matrix descriptors are such accesses.
    `tileas-place-barriers` places it.

    ```mlir
    tileas.proxy_fence
    tileas.barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_TD

//===- MBarriers.td - Barriers of rings, in phases ---------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_MBARRIERS_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_MBARRIERS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAS/IR/Access.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

/// An op on one mbarrier of a ring, or on all of them.
class TileAS_MBarrierOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<"mbarrier_" # mnemonic, traits # [
        DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>]> {
  let hasVerifier = 1;
}

def TileAS_MBarrierInitOp : TileAS_MBarrierOp<"init", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Initializes all mbarriers of a ring to phase 0, by thread 0";
  let description = Example<"tileas.mbarrier_init %0 : <!tileas.mbarrier<4>, stages = 3>", [{
    Once for each ring, in the kernel's own block; a barrier comes before any
    other op on it.
  }]>.text;
  let arguments = (ins TileAS_BufferType:$ring);
  let assemblyFormat = "$ring attr-dict `:` type($ring)";
}

def TileAS_MBarrierArriveOp : TileAS_MBarrierOp<"arrive", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>,
    TileAS_ConditionalOpInterface]> {
  let summary = "Each warp, or one thread, arrives at the mbarrier of a turn";
  let description = [{
    A warp arrives when all of its threads have reached the op. Threads that
    wait for the phase see all accesses of the warp before its arrival. `bytes`
    is the total size of the bulk copies that the phase waits for as well.
    `copies` are the asynchronous copies of the warp that it waits for; a copy
    is named by one arrival, and by no `commit_group` or `commit`. `turn` must
    be the current phase: an arrival for another one is an error, which the
    hardware does not detect.

    With `by<one>` a single thread arrives, without waiting for the others, and
    only if `condition` is true; a phase of copies by the machine needs no more.

    ```mlir
    tileas.mbarrier_arrive %empty[%i] : <!tileas.mbarrier<4>, stages = 3>
    tileas.mbarrier_arrive %full[%i] after %c : <!tileas.mbarrier<1>, stages = 3>
    tileas.mbarrier_arrive %full[%i] expecting 4096 : <!tileas.mbarrier<1>, stages = 3>
    tileas.mbarrier_arrive %full[%i] expecting 4096 by<one> if %b : <!tileas.mbarrier<1>, stages = 3>
    ```
  }];
  let arguments = !con((ins TileAS_BufferType:$ring, I32:$turn,
      Variadic<TileAS_GroupCompletion>:$copies), TileAS_ConditionArguments,
      (ins DefaultValuedAttr<I64Attr, "0">:$bytes,
           DefaultValuedAttr<TileAS_ExecutorAttr, "Executor::All">:$executor));
  let assemblyFormat = [{
    $ring `` `[` $turn `]` (`after` $copies^)? (`expecting` $bytes^)?
    (`by` `` $executor^)? (`if` $condition^)? attr-dict `:` type($ring)
  }];
}

def TileAS_MBarrierMeetOp : TileAS_MBarrierOp<"meet", [
    MemoryEffects<[MemRead, MemWrite]>, TileAS_ConditionalOpInterface]> {
  let summary = "CTAs tell one another that a stage is free, and wait for that";
  let description = [{
    Stands before a copy to the buffers of all CTAs of the tile block, and is
    executed by the thread that begins it: it arrives at the mbarrier of the turn
    in each CTA, whose phase has as many arrivals as there are CTAs, and waits until
    all have arrived at its own. It does so in each turn. In the first ones nobody
    has read the stage, but its bytes may be those of a buffer that lived before.

    ```mlir
    tileas.mbarrier_meet %ready[%i] for %stage : <!tileas.mbarrier<2>, stages = 3>, !tileas.buffer<64x32xf16>
    ```
  }];
  let arguments = !con((ins TileAS_BufferType:$ring, I32:$turn,
      TileAS_BufferType:$buffer), TileAS_ConditionArguments);
  let assemblyFormat = [{
    $ring `` `[` $turn `]` `for` $buffer (`if` $condition^)? attr-dict
    `:` type($ring) `,` qualified(type($buffer))
  }];
}

def TileAS_MBarrierPhaseOp : TileAS_MBarrierOp<"phase", [Pure]> {
  let summary = "The end of the phase that belongs to a turn of a ring";
  let description = [{
    With `previous` it is the end of the previous turn of the same mbarrier,
    `turn` minus the number of stages. The phase before the first one counts as
    ended from the start, so that an agent that fills a ring need not wait in
    its first turns.

    Threads can wait only for the current phase and the one before it.

    ```mlir
    %0 = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<1>, stages = 3>
    %1 = tileas.mbarrier_phase previous %empty[%i] : <!tileas.mbarrier<4>, stages = 3>
    ```
  }];
  let arguments = (ins TileAS_BufferType:$ring, I32:$turn, UnitAttr:$previous);
  let results = (outs TileAS_PhaseCompletion:$end);
  let assemblyFormat = [{
    (`previous` $previous^)? $ring `` `[` $turn `]` attr-dict `:` type($ring)
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_MBARRIERS_TD

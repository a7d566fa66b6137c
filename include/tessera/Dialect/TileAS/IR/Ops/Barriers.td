//===- Barriers.td - Threads that wait for one another -----*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

def TileAS_BarrierOp : TileAS_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "All threads of the CTA, or of the agent, wait for one another";
  let description = Example<"tileas.barrier">.text;
  let assemblyFormat = "attr-dict";
}

def TileAS_SchedBarrierOp : TileAS_Op<"sched_barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "The assembler moves no instruction across";
  let description = [{
    No thread waits for another one. Without, ptxas reads as far ahead and computes
    as early as it likes, and then finds registers too few where tiles fill them.

    ```mlir
    tileas.sched_barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
}

//===----------------------------------------------------------------------===//
// mbarriers
//===----------------------------------------------------------------------===//

/// An op on one mbarrier of a ring, or on all.
class TileAS_MBarrierOp<string mnemonic, list<Trait> traits = []>
    : TileAS_Op<"mbarrier_" # mnemonic, traits # [
        DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>]> {
  let hasVerifier = 1;
}

def TileAS_MBarrierInitOp : TileAS_MBarrierOp<"init", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Thread 0 begins phase 0 of all mbarriers of a ring";
  let description = Example<"tileas.mbarrier_init %0 : <!tileas.mbarrier<4>, stages = 3>", [{
    Once for each ring, in the kernel's own block; a barrier comes before any
    other op on it.
  }]>.text;
  let arguments = (ins TileAS_BufferType:$ring);
  let assemblyFormat = "$ring attr-dict `:` type($ring)";
}

def TileAS_MBarrierArriveOp : TileAS_MBarrierOp<"arrive", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Each warp arrives at the mbarrier of a turn";
  let description = [{
    When all threads of the warp have come here; what they have done before, all
    see that wait for the phase. `bytes` are those of all bulk copies that the
    phase waits for, too. The turn is that of the phase under way: an arrival
    for another one is an error, though the machine does not see it.

    ```mlir
    tileas.mbarrier_arrive %empty[%i] : <!tileas.mbarrier<4>, stages = 3>
    tileas.mbarrier_arrive %full[%i] expecting 4096 : <!tileas.mbarrier<1>, stages = 3>
    ```
  }];
  let arguments = (ins TileAS_BufferType:$ring, I32:$turn,
      DefaultValuedAttr<I64Attr, "0">:$bytes);
  let assemblyFormat = [{
    $ring `` `[` $turn `]` (`expecting` $bytes^)? attr-dict `:` type($ring)
  }];
}

def TileAS_MBarrierPhaseOp : TileAS_MBarrierOp<"phase", [Pure]> {
  let summary = "The end of the phase that a turn of a ring is";
  let description = [{
    With `previous` that of the turn before on the same mbarrier, `turn` less the
    number of stages; the one before the first has ended from the start. So who
    fills a ring waits for nobody in its first turns.

    Only the phase under way and the one before it can be waited for.

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

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_BARRIERS_TD

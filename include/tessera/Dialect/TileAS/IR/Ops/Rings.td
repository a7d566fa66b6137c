//===- Rings.td - Rings, which are bounded queues -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_RINGS_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_RINGS_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Types.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

def TileAS_RingOp : TileAS_Op<"ring", [MemoryEffects<[MemAlloc]>,
    TypesMatchWith<"the ring is one of its buffer", "ring", "buffer",
                   "::llvm::cast<RingType>($_self).getBuffer()">]> {
  let summary = "A bounded queue of tiles, in the stages of a buffer";
  let description = [{
    The tiles of a ring are numbered by *turns*. Turn `n` lies in stage `n`
    modulo the number of stages, as an unsigned number. Four verbs take each
    turn through its stage, in this order:

    - `acquire` waits until the stage is free, and gives it to be filled;
    - `commit` says that it is filled once the completions have come;
    - `wait` waits until it is full, and gives it to be read;
    - `release` says that it is free again once the completions have come.

    Turns pass each verb in order, one by one. A ring without a turn on its way
    may begin again with any turn, as a loop does that runs once more. A turn
    whose `commit` has a false condition is none: such turns come at the end of a
    loop whose copies run ahead, and nobody waits for them.

    One side fills a ring: an agent, or the kernel as a whole. Each agent that
    reads it passes all turns, and a stage is free when all have released it.

    The buffer is that of the ring alone: a tile can only be reached through
    `acquire` and `wait`. `tileas-lower-rings` replaces the verbs by mbarriers,
    by groups of `cp.async` or by nothing. Before it, no op counts arrivals,
    phases or groups.

    ```mlir
    %buffer = tileas.alloc_shared : <64xf32, stages = 3>
    %ring = tileas.ring %buffer : <!tileas.buffer<64xf32, stages = 3>>
    scf.for %i = %c0 to %n step %c1 : i32 {
      %to = tileas.acquire %ring[%i] : <!tileas.buffer<64xf32, stages = 3>>
      %c = tileas.async_copy %p[%start] extents [%e] strides [%s] to %to
          {tile = tensor<64xf32, #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [0]], warp = []>>, width = 4 : i64} : !tileaa.ptr, !tileas.buffer<64xf32>
      tileas.commit %ring[%i] after %c : <!tileas.buffer<64xf32, stages = 3>>
      %from = tileas.wait %ring[%i] : <!tileas.buffer<64xf32, stages = 3>>
      %x = tileas.shared_load %from : <64xf32> -> tensor<64xf32, #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [0]], warp = []>>
      tileas.release %ring[%i] : <!tileas.buffer<64xf32, stages = 3>>
    }
    ```
  }];
  let arguments = (ins TileAS_BufferType:$buffer);
  let results = (outs TileAS_RingType:$ring);
  let builders = [OpBuilder<(ins "mlir::Value":$buffer), [{
    build($_builder, $_state,
          RingType::get(llvm::cast<BufferType>(buffer.getType())), buffer);
  }]>];
  let assemblyFormat = "$buffer attr-dict `:` type($ring)";
  let hasVerifier = 1;
}

/// A verb of a ring. Its effects keep it in its place: they stand for the state
/// of the ring.
class TileAS_RingVerb<string verb, list<Trait> traits = []>
    : TileAS_Op<!tolower(verb), traits # [MemoryEffects<[MemRead, MemWrite]>,
                                          TileAS_RingOpInterface]> {
  let extraClassDeclaration =
      "RingVerb getVerb() { return RingVerb::" # verb # "; }";
}

/// A verb that gives one stage of the ring.
class TileAS_RingStageVerb<string verb> : TileAS_RingVerb<verb, [
    TypesMatchWith<"the result is one stage of the ring", "ring", "stage",
                   "::llvm::cast<RingType>($_self).getStageType()">]>;

def TileAS_AcquireOp : TileAS_RingStageVerb<"Acquire"> {
  let summary = "Waits until the stage of a turn is free, to fill it";
  let description = [{
    The stage holds nothing until it is filled: by `async_copy` or by
    `shared_store`. It is not to be touched after the `commit` of the turn.

    ```mlir
    %to = tileas.acquire %ring[%turn] : <!tileas.buffer<64xf32, stages = 3>>
    ```
  }];
  let arguments = (ins TileAS_RingType:$ring, I32:$turn);
  let results = (outs TileAS_BufferType:$stage);
  let builders = [OpBuilder<(ins "mlir::Value":$ring, "mlir::Value":$turn), [{
    build($_builder, $_state,
          llvm::cast<RingType>(ring.getType()).getStageType(), ring, turn);
  }]>];
  let assemblyFormat = "$ring `` `[` $turn `]` attr-dict `:` type($ring)";
}

def TileAS_CommitOp : TileAS_RingVerb<"Commit", [AttrSizedOperandSegments,
    TileAS_ConditionalOpInterface]> {
  let summary = "The stage of a turn is full when its copies have ended";
  let description = [{
    `copies` are all copies to the stage since its `acquire`; none where threads
    have stored the tile themselves. Where `condition` is false the turn is none:
    nothing has been copied, and the next turn comes in its place. A copy may have
    a condition of its own, too. Where only that is false the turn passes all verbs
    with a stage that holds nothing, which nobody is to read.

    ```mlir
    tileas.commit %ring[%turn] after %copy : <!tileas.buffer<64xf32, stages = 3>>
    tileas.commit %ring[%later] after %next if %exists : <!tileas.buffer<64xf32, stages = 3>>
    ```
  }];
  let arguments = (ins TileAS_RingType:$ring, I32:$turn,
      Variadic<TileAS_GroupCompletion>:$copies, Optional<I1>:$condition);
  let assemblyFormat = [{
    $ring `` `[` $turn `]` (`after` $copies^)? (`if` $condition^)? attr-dict
    `:` type($ring)
  }];
}

def TileAS_WaitOp : TileAS_RingStageVerb<"Wait"> {
  let summary = "Waits until the stage of a turn is full, to read it";
  let description = [{
    The stage is not to be touched after the `release` of the turn. The token
    comes after the reads from global memory of the copies of this turn and of
    those before it. Accesses that must come after these reads use it.

    ```mlir
    %from = tileas.wait %ring[%turn] : <!tileas.buffer<64xf32, stages = 3>>
    %more, %token = tileas.wait %ring[%turn] : <!tileas.buffer<64xf32, stages = 3>> -> !tileaa.token
    ```
  }];
  let arguments = (ins TileAS_RingType:$ring, I32:$turn);
  let results = (outs TileAS_BufferType:$stage,
                      Optional<TileAA_TokenType>:$result_token);
  let assemblyFormat = [{
    $ring `` `[` $turn `]` attr-dict `:` type($ring)
    (`->` qualified(type($result_token))^)?
  }];
}

def TileAS_ReleaseOp : TileAS_RingVerb<"Release"> {
  let summary = "The stage of a turn is free when its readers have ended";
  let description = [{
    All reads of the stage by ops before it have ended; `readers` are the
    asynchronous ones that may be under way.

    ```mlir
    tileas.release %ring[%turn] : <!tileas.buffer<64xf32, stages = 3>>
    ```
  }];
  let arguments = (ins TileAS_RingType:$ring, I32:$turn,
      Variadic<TileAS_CompletionType>:$readers);
  let assemblyFormat = [{
    $ring `` `[` $turn `]` (`after` $readers^ `:` qualified(type($readers)))?
    attr-dict `:` type($ring)
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_RINGS_TD

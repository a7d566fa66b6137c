//===- Async.td - Asynchronous copies -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAS/IR/Access.td"
include "tessera/Dialect/TileAS/IR/Interfaces.td"
include "tessera/Dialect/TileAS/IR/Types.td"

def TileAS_AsyncCopyOp : TileAS_Op<"async_copy", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    TileAS_WideAccessOpInterface, TileAS_ConditionalOpInterface]> {
  let summary = "Begins to copy a tile from global memory to a buffer";
  let description = TileAccess_Description # [{

    `tile` says which thread copies which element, as the result of a `load`
    would lie; where the buffer has another shape, the elements have the same
    order in both, the last dimension fastest. Each is copied by its owner, `width` of them at once, which are
    neighbours in the buffer, too. Elements that do not exist or are masked off
    become zero. Where `condition` is false nothing is copied at all, and nothing
    is promised.

    The buffer is not to be touched before a `wait` for the turn of the ring
    that it is a stage of. No token comes of it, as it is still under way: that
    of the `wait` comes after it.

    ```mlir
    %c = tileas.async_copy %p[%i] extents [%n] strides [%s] if %b to %stage
        {tile = tensor<64xf32, #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [0]], warp = []>>, width = 4 : i64}
        : !tileaa.ptr, !tileas.buffer<64xf32>
    tileas.commit %ring[%turn] after %c : <!tileas.buffer<64xf32, stages = 3>>
    ```
  }];
  let arguments = !con(TileAccess_Arguments, TileAS_ConditionArguments,
      (ins TileAS_BufferType:$buffer, TypeAttrOf<AnyRankedTensor>:$tile,
           OptionalAttr<TileAA_AccessHintsAttr>:$hints),
      TileAS_WidthArguments);
  let skipDefaultBuilders = 1;
  let builders = [TileAccess_Builder<
      (ins "::mlir::Value":$buffer, "::mlir::RankedTensorType":$tile),
      "/*condition=*/::mlir::Value(), buffer",
      "$_builder.getType<::tessera::tileas::CompletionType>()",
      !strconcat(TileAccess_SetHints,
                 "properties.tile = ::mlir::TypeAttr::get(tile);\n")>];
  let results = (outs TileAS_GroupCompletion:$completion);
  let assemblyFormat = [{
    $base
    (`[` custom<Positions>($starts, type($starts), type($extents))^ `]`
     `extents` `[` $extents `]` `strides` `[` $strides `]`)?
    (`mask` $mask^ `:` type($mask))? (`if` $condition^)? (`after` $token^)?
    `to` $buffer attr-dict `:` type($base) `,` qualified(type($buffer))
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    mlir::Value getAccessed() { return {}; }
    mlir::Type getAccessedType() { return getTile(); }
    bool isWrite() { return false; }
    bool isMultimem() { return false; }
    ::tessera::tileaa::Ordering getOrdering() {
      return ::tessera::tileaa::Ordering::Weak;
    }
    ::tessera::tileaa::ScopeAttr getScopeAttr() { return {}; }
    mlir::Value getResultToken() { return {}; }
  }];
}

def TileAS_CommitGroupOp : TileAS_Op<"commit_group", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Makes a group of all copies since the last group";
  let description = [{
    The groups of a thread complete in the order in which they were made. A
    group may be empty. `tileas-lower-rings` makes groups of the turns of rings.

    ```mlir
    tileas.commit_group
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def TileAS_WaitGroupOp : TileAS_Op<"wait_group", [
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Each thread waits for all groups of its copies but the latest";
  let description = [{
    The `pending` latest groups may still be in flight then. `buffers` are the
    buffers that the copies of the others fill, as far as they are read from
    here on. Other threads see the copied data after a barrier.

    The token comes after the reads from global memory of the groups that have
    ended. Accesses that must come after these reads use it.

    ```mlir
    %t = tileas.wait_group 0 for %a : !tileas.buffer<64xf32> -> !tileaa.token
    tileas.wait_group 2 for %a, %b : !tileas.buffer<64xf32>, !tileas.buffer<64xf32>
    ```
  }];
  let arguments = (ins I64Attr:$pending,
      Variadic<TileAS_BufferType>:$buffers);
  let results = (outs Optional<TileAA_TokenType>:$result_token);
  let assemblyFormat = [{
    $pending (`for` $buffers^ `:` qualified(type($buffers)))?
    (`->` qualified(type($result_token))^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TileAS_WaitPhaseOp : TileAS_Op<"wait_phase", [AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Each thread waits for phases of mbarriers";
  let description = [{
    Afterwards each thread sees the data that was copied to `buffers` for the
    phases, and all accesses before the arrivals. The token comes after the reads
    from global memory of the copies that arrivals name. Copies by the machine
    read memory that nobody writes, and are no part of it.

    ```mlir
    tileas.wait_phase %p for %a : !tileas.buffer<64xf32>
    %t = tileas.wait_phase %p for %a : !tileas.buffer<64xf32> -> !tileaa.token
    tileas.wait_phase %p, %q in_turn for %a, %b : !tileas.buffer<64xf32>, !tileas.buffer<64xf32>
    ```

    Several phases are asked for side by side, before the first of them is waited
    for: each is under way by then, or the one before. Such a wait gives no token.

    With `in_turn` the same threads have waited for each earlier phase of these
    mbarriers, as they do for the turns of a ring, so that the phases are under way
    whenever they ask. A pass may lose that.
  }];
  let arguments = (ins Variadic<TileAS_PhaseCompletion>:$phases,
      Variadic<TileAS_BufferType>:$buffers, UnitAttr:$in_turn);
  let results = (outs Optional<TileAA_TokenType>:$result_token);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $phases (`in_turn` $in_turn^)? (`for` $buffers^ `:` qualified(type($buffers)))?
    (`->` qualified(type($result_token))^)? attr-dict
  }];
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_TD

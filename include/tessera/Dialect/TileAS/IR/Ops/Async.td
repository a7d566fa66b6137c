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

/// A copy that one thread begins and the machine carries out. `source` are the
/// operands that say what is copied, and `typeFormat` prints the type from which
/// that of the buffer follows.
class TileAS_MachineCopyOp<string mnemonic, dag source, string sourceFormat,
                           list<Trait> traits = [],
                           string typeFormat = "type($buffer)">
    : TileAS_Op<mnemonic, traits # [AttrSizedOperandSegments,
        MemoryEffects<[MemRead, MemWrite]>,
        DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
        DeclareOpInterfaceMethods<TileAS_MachineCopyOpInterface>,
        TileAS_ConditionalOpInterface]> {
  let arguments = !con(source, (ins TileAS_BufferType:$buffer),
      TileAS_ConditionArguments,
      (ins Optional<TileAS_BufferType>:$ring, Optional<I32>:$turn));
  let results = (outs Optional<TileAS_CompletionType>:$completion);
  let assemblyFormat = sourceFormat # [{
    `to` $buffer (`if` $condition^)? (`on` $ring^ `` `[` $turn `]`)? attr-dict
    `:` }] # typeFormat # [{ (`,` qualified(type($ring))^)? (`->` qualified(type($completion))^)?
  }];
  let hasVerifier = 1;
}

defvar TileAS_MachineCopyDescription = [{

    One thread begins the copy, and the hardware does the rest, if `condition`
    is true. The copy either gives a completion, which the `commit` of a ring
    takes; or its bytes are subtracted from those that phase `turn` of the
    mbarriers `ring` expects, which an arrival announces.
    `tileas-lower-rings` turns the first form into the second.

    No token orders the copy: nobody may write that part of global memory while
    the kernel runs. The buffer must not be accessed before the `wait` for the
    turn, or a `wait_phase`.
}];

def TileAS_BulkCopyOp : TileAS_MachineCopyOp<"bulk_copy",
    (ins TileAA_PtrType:$source), "$source"> {
  let summary = "Starts a bulk copy of contiguous global memory to a buffer";
  let description = !strconcat([{
    Copies the size of the buffer from `source` on. The size and the address are
    multiples of 16.
  }], TileAS_MachineCopyDescription, [{

    ```mlir
    %c = tileas.bulk_copy %p to %stage : <64xf32> -> !tileas.completion
    tileas.commit %ring[%i] after %c : <!tileas.buffer<64xf32, stages = 3>>

    tileas.mbarrier_arrive %full[%i] expecting 256 by<one> : <!tileas.mbarrier<1>, stages = 3>
    tileas.bulk_copy %p to %stage on %full[%i] : <64xf32>, !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
    %f = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<1>, stages = 3>
    tileas.wait_phase %f for %stage : !tileas.buffer<64xf32>
    ```
  }]);
}

//===----------------------------------------------------------------------===//
// Tensor maps
//===----------------------------------------------------------------------===//

def TileAS_TensorMapOp : TileAS_Op<"tensor_map", [AttrSizedOperandSegments,
    MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>]> {
  let summary = "The tensor map of a view";
  let description = [{
    The view has an extent and a stride for each dimension, as in `load`. Along the dimension whose elements are neighbours in the tile's
    buffer, the stride is 1. The base and all other strides are multiples of 16
    bytes, the strides less than 2^40 bytes, and the extents from 1 to 2^32.

    The thread that begins the copies of the program finds the map among those that
    tile blocks have made before, of this launch or another, or makes it. So the
    op stands in the kernel's own block, or that of an agent. The pointer in `spare`
    is for `release_map`, which is executed when all copies have ended.

    Copies by a map of f32 that is `rounded` make numbers of tf32 of them, the nearest
    ones, ties to even. The machine leaves a NaN as it is of which only some of the 13
    low bits are set (7F800001 to 7F801FFF, either sign), so that products take it for
    an infinity; the interpreter makes a NaN of tf32 of it.

    ```mlir
    %spare = tileas.alloc_shared : <!tileaa.ptr>
    %map = tileas.tensor_map %p extents [%m, %n] strides [%s, %one] spare %spare : <!tileas.buffer<64x32xf16>>
    tileas.barrier
    tileas.release_map %spare
    ```
  }];
  let arguments = (ins TileAA_PtrType:$base, Variadic<I64>:$extents,
      Variadic<I64>:$strides, TileAS_PointerBuffer:$spare, UnitAttr:$rounded);
  let results = (outs TileAS_TensorMapType:$map);
  let assemblyFormat = [{
    $base `extents` `[` $extents `]` `strides` `[` $strides `]` `spare` $spare
    (`rounded` $rounded^)? attr-dict `:` type($map)
  }];
  let hasVerifier = 1;
}

def TileAS_ReleaseMapOp : TileAS_Op<"release_map", [
    MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>]> {
  let summary = "Gives back the memory of a tensor map of the tile block's own";
  let description = Example<"tileas.release_map %spare", [{
    A tile block has such memory where others have not left room for its map. All
    copies by the map have ended: a barrier is between the waits for them and this.
  }]>.text;
  let arguments = (ins TileAS_PointerBuffer:$spare);
  let assemblyFormat = "$spare attr-dict";
}

def TileAS_TensorCopyOp : TileAS_MachineCopyOp<"tensor_copy",
    (ins TileAS_TensorMapType:$map, Variadic<I32>:$starts,
         Optional<TileAA_Tile>:$rows, Optional<TileAS_BufferType>:$via),
    "$map `[` $starts `]` (`rows` $rows^ `via` $via)?",
    [TypesMatchWith<"the map is one for such tiles", "map", "buffer",
                    "::llvm::cast<TensorMapType>($_self).getTile()">],
    "type($map) (`rows` type($rows)^ `via` type($via))?"> {
  let summary = "Starts to copy a tile of a tensor to a buffer, by a tensor map";
  let description = !strconcat([{
    Copies the tile that begins at the element `starts` of the map's view.
    Positions may be negative. Elements that do not exist become zero.

    By a map that gathers, the tile has those of the matrix' `rows`, from the
    one column in `starts` on. A row that does not exist, as one with a negative
    number, becomes zero. Each warp holds the numbers of all rows. The one whose
    thread begins the copy hands them to it in the buffer `via`, which has an
    element for each and is left with any.
  }], TileAS_MachineCopyDescription, [{

    ```mlir
    %c = tileas.tensor_copy %map[%row, %k] to %stage : <!tileas.buffer<64x32xf16>> -> !tileas.completion
    %g = tileas.tensor_copy %matrix[%k] rows %rows via %words to %stage
        : <!tileas.buffer<64x32xf16>, gathers = true> rows tensor<64xi32> via !tileas.buffer<64xi32> -> !tileas.completion
    tileas.tensor_copy %map[%row, %k] to %stage on %full[%i] : <!tileas.buffer<64x32xf16>>, !tileas.buffer<!tileas.mbarrier<1>, stages = 3>
    ```
  }]);
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_TD

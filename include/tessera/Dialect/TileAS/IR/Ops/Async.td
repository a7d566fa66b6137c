//===- Async.td - Asynchronous copies -*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_TD

include "mlir/Interfaces/SideEffectInterfaces.td"
include "tessera/Dialect/TileAA/IR/Access.td"
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

    The buffer is not to be touched before a `wait` for the completion. No token
    comes of it, as it is still under way: that of the `wait` comes after it.

    ```mlir
    %c = tileas.async_copy %p[%i] extents [%n] strides [%s] if %b to %stage
        {tile = tensor<64xf32, #tileas.layout<register = [[1], [2]], lane = [[4], [8], [16], [32], [0]], warp = []>>, width = 4 : i64}
        : !tileaa.ptr, !tileas.buffer<64xf32>
    %g = tileas.commit %c
    tileas.wait %g for %stage : !tileas.buffer<64xf32>
    ```
  }];
  let arguments = (ins TileAA_PtrLike:$base, Variadic<I64>:$starts,
      Variadic<I64>:$extents, Variadic<I64>:$strides,
      Optional<TileAA_BoolLike>:$mask, Optional<I1>:$condition,
      Optional<TileAA_TokenType>:$token, TileAS_BufferType:$buffer,
      TypeAttrOf<AnyRankedTensor>:$tile,
      OptionalAttr<DenseBoolArrayAttr>:$inbounds,
      OptionalAttr<TileAA_AccessHintsAttr>:$hints,
      DefaultValuedAttr<I64Attr, "1">:$width, UnitAttr:$whole,
      UnitAttr:$narrow);
  let results = (outs TileAS_GroupCompletion:$completion);
  let assemblyFormat = [{
    $base (`[` $starts^ `]` `extents` `[` $extents `]` `strides` `[` $strides `]`)?
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
    std::optional<::tessera::tileaa::Scope> getScope() { return std::nullopt; }
    mlir::Value getResultToken() { return {}; }
  }];
}

def TileAS_CommitOp : TileAS_Op<"commit", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Makes a group of all copies since the last group";
  let description = [{
    The groups of a thread complete in the order in which they were made. The
    operands are the copies of the group, possibly none.

    ```mlir
    %g = tileas.commit %a, %b
    ```
  }];
  let arguments = (ins Variadic<TileAS_GroupCompletion>:$copies);
  let results = (outs TileAS_GroupCompletion:$group);
  let assemblyFormat = "$copies attr-dict";
}

def TileAS_WaitOp : TileAS_Op<"wait", [
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Each thread waits for a group of its copies, or for a phase";
  let description = [{
    Up to `pending` later groups may still be in flight then; at least as many
    must have been made after `group`. `buffers` are the buffers that the copies
    fill. Other threads see the copied data after a barrier.

    The token comes after the reads from global memory of this group's copies
    and of earlier groups. Accesses that must come after these reads use it.

    After a phase of an mbarrier each thread sees the data that was copied for
    it, and all accesses before the arrivals. It has no token, since bulk copies
    read memory that nobody writes.

    ```mlir
    %t = tileas.wait %g for %a : !tileas.buffer<64xf32> -> !tileaa.token
    tileas.wait %g pending 2 for %a, %b : !tileas.buffer<64xf32>, !tileas.buffer<64xf32>
    tileas.wait phase %p for %a : !tileas.buffer<64xf32>
    ```
  }];
  let arguments = (ins TileAS_CompletionType:$group,
      Variadic<TileAS_BufferType>:$buffers,
      DefaultValuedAttr<I64Attr, "0">:$pending);
  let results = (outs Optional<TileAA_TokenType>:$result_token);
  let assemblyFormat = [{
    custom<CompletionKind>(type($group)) $group (`pending` $pending^)?
    (`for` $buffers^ `:` qualified(type($buffers)))?
    (`->` qualified(type($result_token))^)? attr-dict
  }];
  let hasVerifier = 1;
}

def TileAS_BulkCopyOp : TileAS_Op<"bulk_copy", [
    MemoryEffects<[MemRead, MemWrite]>,
    DeclareOpInterfaceMethods<TileAS_BufferAccessOpInterface>]> {
  let summary = "Starts a bulk copy of contiguous global memory to a buffer";
  let description = [{
    Copies the size of the buffer from `source` on. The size and the address are
    multiples of 16. One thread begins the copy, and the hardware does the rest.
    The completed bytes are subtracted from those that phase `turn` of the
    mbarrier ring expects; an arrival announces them.

    No token orders the copy: nobody may write that part of global memory while
    the kernel runs. The buffer must not be accessed before a `wait` for the
    phase.

    ```mlir
    tileas.mbarrier_arrive %full[%i] expecting 256 : <!tileas.mbarrier<1>, stages = 3>
    tileas.bulk_copy %p to %stage on %full[%i] : <64xf32>, <!tileas.mbarrier<1>, stages = 3>
    %f = tileas.mbarrier_phase %full[%i] : <!tileas.mbarrier<1>, stages = 3>
    tileas.wait phase %f for %stage : !tileas.buffer<64xf32>
    ```
  }];
  let arguments = (ins TileAA_PtrType:$source, TileAS_BufferType:$buffer,
      TileAS_BufferType:$ring, I32:$turn);
  let assemblyFormat = [{
    $source `to` $buffer `on` $ring `` `[` $turn `]` attr-dict
    `:` type($buffer) `,` type($ring)
  }];
  let hasVerifier = 1;
}

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_ASYNC_TD

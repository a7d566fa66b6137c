//===- MachineCopies.td - Copies by the machine ------------*- tablegen -*-===//
//
// Part of Tessera, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TESSERA_DIALECT_TILEAS_IR_OPS_MACHINECOPIES_TD
#define TESSERA_DIALECT_TILEAS_IR_OPS_MACHINECOPIES_TD

include "tessera/Dialect/TileAS/IR/BufferOps.td"

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

#endif // TESSERA_DIALECT_TILEAS_IR_OPS_MACHINECOPIES_TD
